//! `rewrite`: append variants of kernels.

use crate::cli::{Assembler, Emit, OnRefuse, Rewrite};
use crate::exit::{Status, UsageError};
use crate::files::{self, Output};
use crate::messages::{self, Messages};
use anyhow::{Context, Result};
use ptx_grammar::diag::Severity;
use ptx_grammar::ir::{FuncId, Module};
use ptx_grammar::print::instruction;
use ptx_grammar::source::Source;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tally_abi::Scheme;
use tally_compiler::ptxas::{Limits, Outcome, Ptxas};
use tally_compiler::{Artifact, Request, compile};
use tally_passes::analysis::{Cfg, Facts, Frozen, annotate};

/// Rewrites a module. Nothing is written unless everything went well.
pub fn run(args: &Rewrite, messages: Messages) -> Result<Status> {
    let depfile = depfile(args)?;
    distinct(args, depfile.as_deref())?;
    let source = files::read(&args.input.input)?;
    let schemes = if args.schemes.is_empty() { Scheme::ALL.to_vec() } else { args.schemes.clone() };
    let request = Request { schemes, kernels: args.kernels.clone(), replace: args.replace };
    let artifact = compile(source, &request)?;
    messages.diagnostics(&artifact.module.source, &artifact.diagnostics);
    if !artifact.is_valid() || refused(args, &artifact, messages) {
        return Ok(Status::Invalid);
    }
    let output = match args.emit {
        Emit::Ptx => artifact.ptx.clone(),
        Emit::Json => artifact.manifest.to_json().into_bytes(),
        Emit::Ir => ir(&artifact).into_bytes(),
        Emit::CfgDot => flow_graphs(&artifact).into_bytes(),
        Emit::Cubin => match assemble(&args.assembler, &artifact, messages)? {
            Some(cubin) => cubin,
            None => return Ok(Status::Tool),
        },
    };
    write(args, depfile.as_deref(), &artifact, &output)?;
    Ok(Status::Ok)
}

/// Reports refusals; is one of them an error?
fn refused(args: &Rewrite, artifact: &Artifact, messages: Messages) -> bool {
    let severity = match args.on_refuse {
        OnRefuse::Error => Severity::Error,
        OnRefuse::Keep => Severity::Note,
    };
    let module = &artifact.module;
    let diagnostics: Vec<_> = artifact
        .rewritten
        .refusals()
        .map(|(kernel, scheme, refusal)| {
            messages::refusal(&module.funcs[kernel].display_name(), scheme, refusal, severity)
        })
        .collect();
    messages.diagnostics(&module.source, &diagnostics);
    args.on_refuse == OnRefuse::Error && !diagnostics.is_empty()
}

/// The dependency file, if one is wanted.
fn depfile(args: &Rewrite) -> Result<Option<PathBuf>> {
    if !args.depend && args.depfile.is_none() {
        return Ok(None);
    }
    if files::is_dash(&args.output) {
        return Err(UsageError("a dependency file needs an output file: give -o".into()).into());
    }
    let beside = || {
        let mut name = args.output.clone().into_os_string();
        name.push(".d");
        PathBuf::from(name)
    };
    Ok(Some(args.depfile.clone().unwrap_or_else(beside)))
}

/// No two outputs may go to the same place.
fn distinct(args: &Rewrite, depfile: Option<&Path>) -> Result<()> {
    let paths: Vec<&Path> = [args.manifest.as_deref(), depfile, Some(&args.output)].into_iter().flatten().collect();
    let is_double = |(i, path): (usize, &&Path)| paths[..i].contains(path) && path.as_os_str() != "/dev/null";
    match paths.iter().enumerate().find(|(i, path)| is_double((*i, path))) {
        Some((_, path)) => Err(UsageError(format!("two outputs would be written to `{}`", path.display())).into()),
        None => Ok(()),
    }
}

/// The output last: when it is there, everything else is.
fn write(args: &Rewrite, depfile: Option<&Path>, artifact: &Artifact, output: &[u8]) -> Result<()> {
    let manifest = artifact.manifest.to_json();
    let dependency = files::dependency(&args.output, &args.input.input);
    let manifest = args.manifest.as_deref().map(|path| Output { path, bytes: manifest.as_bytes() });
    let depfile = depfile.map(|path| Output { path, bytes: &dependency });
    let output = Output { path: &args.output, bytes: output };
    files::write(&[manifest, depfile, Some(output)].into_iter().flatten().collect::<Vec<_>>())
}

/// Runs ptxas on the result; `None` when it is missing or fails, which was then said.
fn assemble(options: &Assembler, artifact: &Artifact, messages: Messages) -> Result<Option<Vec<u8>>> {
    let Some(mut ptxas) = options.ptxas.as_ref().map(Ptxas::at).or_else(Ptxas::find) else {
        messages.error("no ptxas: give --ptxas, set TALLY_PTXAS, or put it on the PATH");
        return Ok(None);
    };
    ptxas.limits = Limits { time: Duration::from_secs(options.ptxas_timeout), ..Limits::default() };
    let target = artifact.module.targets.iter().find(|t| t.starts_with("sm_")).map(|t| t.to_string());
    let arch = options.arch.clone().or(target).context("no architecture: give --arch")?;
    let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
    let (input, output) = (folder.path().join("kernel.ptx"), folder.path().join("kernel.cubin"));
    std::fs::write(&input, &artifact.ptx).context("cannot write a temporary file")?;
    match ptxas.assemble(&input, &arch, &output, &[]) {
        Ok(outcome) => {
            messages.verbatim("ptxas", &String::from_utf8_lossy(&outcome.stderr));
            match std::fs::read(&output) {
                Ok(cubin) if outcome.success => return Ok(Some(cubin)),
                Ok(_) | Err(_) => messages.error(&failure(&outcome)),
            }
        }
        Err(error) => messages.error(&format!("ptxas {error}")),
    }
    Ok(None)
}

fn failure(outcome: &Outcome) -> String {
    match outcome.status {
        Some(0) => "ptxas left no output".into(),
        Some(status) => format!("ptxas failed with status {status}"),
        None => "ptxas was killed by a signal".into(),
    }
}

/// The result again, as the analyses see it.
fn reread(artifact: &Artifact) -> Module {
    ptx_grammar::parse(Source::new(artifact.module.source.name(), artifact.ptx.clone())).module
}

fn ir(artifact: &Artifact) -> String {
    let module = reread(artifact);
    let bodies: Vec<FuncId> = module.funcs.iter().filter(|(_, f)| f.body.is_some()).map(|(id, _)| id).collect();
    bodies.into_iter().map(|func| annotate(&module, func, Facts::all())).collect()
}

fn flow_graphs(artifact: &Artifact) -> String {
    let module = reread(artifact);
    let kernels: Vec<FuncId> = module.kernels().map(|(id, _)| id).collect();
    kernels.into_iter().filter_map(|func| Frozen::of(&module, func)).map(flow_graph).collect()
}

fn flow_graph(kernel: Frozen<'_>) -> String {
    let cfg = Cfg::compute(kernel);
    let mut text = format!("digraph \"{}\" {{\n", dot_escaped(&kernel.func.display_name()));
    text += "  node [shape=box fontname=monospace];\n";
    for block in cfg.nodes() {
        let exit = if block == cfg.exit() { " exit" } else { "" };
        let mut label = format!("{block}{exit}\\l");
        for inst in cfg.insts(block) {
            let line = instruction(kernel.module, kernel.body, *inst).replace('\t', "");
            label += &(dot_escaped(&line) + "\\l");
        }
        text += &format!("  {block} [label=\"{label}\"];\n");
        text.extend(cfg.succs(block).iter().map(|next| format!("  {block} -> {next};\n")));
    }
    text + "}\n"
}

fn dot_escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
