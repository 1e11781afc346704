//! `rewrite`: append variants of kernels.

use crate::cli::{Assembler, Emit, OnRefuse, Rewrite};
use crate::exit::Status;
use crate::files;
use crate::messages::{self, Messages};
use anyhow::{Context, Result};
use ptx_grammar::diag::Severity;
use ptx_grammar::ir::{FuncId, Module};
use ptx_grammar::source::Source;
use std::path::PathBuf;
use std::time::Duration;
use tally_abi::Scheme;
use tally_compiler::ptxas::{Limits, Ptxas};
use tally_compiler::{Artifact, CompileError, Request, compile};
use tally_passes::analysis::{Analyses, Facts, Frozen, annotate};

/// Rewrites a module. Nothing is written unless everything went well.
pub fn run(args: &Rewrite, messages: Messages) -> Result<Status> {
    let source = files::read(&args.input.input)?;
    let schemes = if args.schemes.is_empty() { Scheme::ALL.to_vec() } else { args.schemes.clone() };
    let request = Request { schemes, kernels: args.kernels.clone(), replace: args.replace };
    let artifact = match compile(source, &request) {
        Ok(artifact) => artifact,
        Err(CompileError::Internal(what)) => {
            messages.error(&format!("internal error: {what}; please report it with the input"));
            return Ok(Status::Internal);
        }
        Err(error @ (CompileError::ReplaceNeedsOneScheme | CompileError::NoSuchKernel(_))) => return Err(error.into()),
    };
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
    write(args, &artifact, &output)?;
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

/// The output last: when it is there, everything else is.
fn write(args: &Rewrite, artifact: &Artifact, output: &[u8]) -> Result<()> {
    if let Some(path) = &args.manifest {
        files::write(path, artifact.manifest.to_json().as_bytes())?;
    }
    if args.depend || args.depfile.is_some() {
        let beside = || {
            let mut name = args.output.clone().into_os_string();
            name.push(".d");
            PathBuf::from(name)
        };
        let path = args.depfile.clone().unwrap_or_else(beside);
        files::write(&path, files::dependency(&args.output, &args.input.input).as_bytes())?;
    }
    files::write(&args.output, output)
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
            if outcome.success {
                return Ok(Some(std::fs::read(&output).context("ptxas left no output")?));
            }
            messages.error(&format!("ptxas failed{}", outcome.status.map_or(String::new(), |s| format!(" with status {s}"))));
        }
        Err(error) => messages.error(&format!("ptxas {error}")),
    }
    Ok(None)
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
    let mut text = String::new();
    for (func, kernel) in module.kernels() {
        let Some(frozen) = Frozen::of(&module, func) else { continue };
        let analyses = Analyses::new(frozen);
        let cfg = analyses.cfg();
        let quoted = |s: &str| format!("\"{}\"", s.replace('\\', "\\\\").replace('"', "\\\""));
        text += &(format!("digraph {} {{\n  node [shape=box fontname=monospace];", quoted(&kernel.display_name())) + "\n");
        for block in cfg.nodes() {
            let mut label = format!("{block}\\l");
            for inst in cfg.insts(block) {
                let line = ptx_grammar::print::instruction(&module, frozen.body, *inst).replace('\t', "");
                label += &(line.replace('\\', "\\\\").replace('"', "\\\"") + "\\l");
            }
            text += &(format!("  {block} [label=\"{label}\"];") + "\n");
            for next in cfg.succs(block) {
                text += &(format!("  {block} -> {next};") + "\n");
            }
        }
        text += "}\n";
    }
    text
}
