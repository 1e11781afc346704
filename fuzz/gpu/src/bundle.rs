//! Packs the corpus for a machine that has a GPU and little else.

use crate::case::{Bundle, CaseFile, Kernel, LEVELS, Skipped};
use crate::spec::{self, Arg, Launch};
use anyhow::{Context, Result, bail, ensure};
use ptx_grammar::ir::{Function, Module, VarSpace};
use ptx_grammar::source::Source;
use rayon::prelude::*;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tally_abi::Scheme;
use tally_compiler::ptxas::{Limits, Ptxas};
use tally_compiler::{Artifact, Request, compile};

/// What to pack.
#[derive(Debug)]
pub struct Options {
    /// The corpus.
    pub corpus: PathBuf,
    /// The folder to write, which must not hold files already.
    pub out: PathBuf,
    /// Assembles cubins, if given.
    pub ptxas: Option<PathBuf>,
}

/// Folders of the corpus whose files run.
const FOLDERS: [&str; 2] = ["kernels", "hazards"];

/// The name of the list of cases in a bundle.
pub const LIST: &str = "cases.json";

/// Original or rewritten?
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// As it is in the corpus.
    Original,
    /// With variants.
    Rewritten,
}

impl Form {
    const ALL: [Form; 2] = [Form::Original, Form::Rewritten];

    fn word(self) -> &'static str {
        match self {
            Form::Original => "original",
            Form::Rewritten => "rewritten",
        }
    }
}

/// Where a bundle keeps the PTX of a file.
pub fn ptx_path(bundle: &Path, name: &str, form: Form) -> PathBuf {
    bundle.join(name).join(format!("{}.ptx", form.word()))
}

/// Where a bundle keeps a cubin of a file.
pub fn cubin_path(bundle: &Path, name: &str, form: Form, level: u32) -> PathBuf {
    bundle.join(name).join(format!("{}.O{level}.cubin", form.word()))
}

/// Reads the list of cases.
pub fn read_list(bundle: &Path) -> Result<Bundle> {
    let path = bundle.join(LIST);
    let text = std::fs::read(&path).with_context(|| format!("cannot read `{}`", path.display()))?;
    serde_json::from_slice(&text).with_context(|| format!("`{}` is not what it should be", path.display()))
}

/// What became of a file of the corpus.
enum Packed {
    Runs(CaseFile),
    Skipped(Skipped),
    /// Nothing in it is ever launched.
    Silent,
}

/// Packs the corpus and returns the list of cases.
pub fn bundle(options: &Options) -> Result<Bundle> {
    let occupied = std::fs::read_dir(&options.out).is_ok_and(|mut entries| entries.next().is_some());
    ensure!(!occupied, "`{}` is not empty", options.out.display());
    let mut files = Vec::new();
    for folder in FOLDERS {
        let dir = options.corpus.join(folder);
        let entries = std::fs::read_dir(&dir).with_context(|| format!("cannot read `{}`", dir.display()))?;
        for entry in entries {
            let path = entry?.path();
            if path.extension().is_some_and(|e| e == "ptx") {
                let stem = path.file_stem().unwrap_or_default().to_string_lossy();
                files.push((format!("{folder}/{stem}"), path));
            }
        }
    }
    files.sort();
    let limits = Limits { time: Duration::from_secs(120), ..Limits::default() };
    let ptxas = options.ptxas.as_ref().map(|path| Ptxas { limits, ..Ptxas::at(path) });
    let packed: Vec<Packed> = files
        .par_iter()
        .map(|(name, path)| {
            pack(name, path, &options.out, ptxas.as_ref()).with_context(|| format!("in `{}`", path.display()))
        })
        .collect::<Result<_>>()?;
    let mut list = Bundle { files: Vec::new(), skipped: Vec::new() };
    for packed in packed {
        match packed {
            Packed::Runs(file) => list.files.push(file),
            Packed::Skipped(skipped) => list.skipped.push(skipped),
            Packed::Silent => {}
        }
    }
    std::fs::create_dir_all(&options.out)?;
    std::fs::write(options.out.join(LIST), serde_json::to_vec_pretty(&list)?)?;
    Ok(list)
}

fn pack(name: &str, path: &Path, out: &Path, ptxas: Option<&Ptxas>) -> Result<Packed> {
    let text = std::fs::read(path)?;
    let header = spec::parse(&String::from_utf8_lossy(&text))?;
    let skipped = |why: Vec<String>| Ok(Packed::Skipped(Skipped { name: name.into(), why }));
    if let Some(why) = header.not_on_gpu {
        return skipped(vec![format!("gpu: no ({why})")]);
    }
    if header.launches.is_empty() {
        return Ok(Packed::Silent);
    }
    let request = Request { schemes: vec![Scheme::Slice], ..Request::default() };
    let artifact = compile(Source::new(name, text.clone()), &request)?;
    ensure!(artifact.is_valid(), "the module has errors");
    let kernels = kernels(&artifact, &header.launches)?;
    if kernels.iter().all(|k| k.variant.is_none()) {
        return skipped(kernels.into_iter().filter_map(|k| k.refused).collect());
    }
    let module = &artifact.module;
    let globals: Vec<String> = module
        .globals
        .values()
        .filter(|g| g.space == VarSpace::Global && g.size().is_some())
        .map(|g| String::from_utf8_lossy(&g.name).into_owned())
        .collect();
    let file = CaseFile {
        name: name.into(),
        sequence: kernels.len() > 1 || !globals.is_empty(),
        vary: header.vary,
        launches: header.launches,
        kernels,
        globals,
        levels: levels(module),
        cubins: ptxas.is_some(),
    };
    std::fs::create_dir_all(out.join(name))?;
    std::fs::write(ptx_path(out, name, Form::Original), &text)?;
    std::fs::write(ptx_path(out, name, Form::Rewritten), &artifact.ptx)?;
    if let Some(ptxas) = ptxas {
        assemble(ptxas, &arch(module)?, out, &file)?;
    }
    Ok(Packed::Runs(file))
}

/// The kernels that are launched, checked against their launches.
fn kernels(artifact: &Artifact, launches: &[Launch]) -> Result<Vec<Kernel>> {
    let module = &artifact.module;
    let mut kernels: Vec<Kernel> = Vec::new();
    for launch in launches {
        let found = module.kernels().find(|(_, k)| &*k.name == launch.entry.as_bytes());
        let Some((_, function)) = found else { bail!("line {}: no kernel `{}`", launch.line, launch.entry) };
        let params = params(function)?;
        check_arguments(launch, &params)?;
        if kernels.iter().any(|k| k.name == launch.entry) {
            continue;
        }
        let entry = artifact.manifest.kernels.iter().find(|k| k.name == launch.entry);
        let entry = entry.with_context(|| format!("`{}` is neither rewritten nor refused", launch.entry))?;
        let dims = |name: &str| function.tuning(name).map(|t| &t.args);
        let required = dims("reqntid").map(|args| [0, 1, 2].map(|i| args.get(i).map_or(1, |n| *n as u32)));
        kernels.push(Kernel {
            name: launch.entry.clone(),
            variant: entry.variants.first().map(|v| v.name.clone()),
            refused: entry.refused.first().map(|r| r.code.clone()),
            params,
            required,
            max_threads: dims("maxntid").map(|args| args.iter().product()),
        });
    }
    Ok(kernels)
}

fn params(function: &Function) -> Result<Vec<u64>> {
    let size = |p: &ptx_grammar::ir::Variable| {
        p.size().with_context(|| format!("`{}` has a parameter of unknown size", function.display_name()))
    };
    function.arguments().iter().map(size).collect()
}

fn check_arguments(launch: &Launch, params: &[u64]) -> Result<()> {
    let (line, given) = (launch.line, launch.args.len());
    ensure!(given == params.len(), "line {line}: {given} arguments for {} parameters", params.len());
    for (index, (arg, size)) in launch.args.iter().zip(params).enumerate() {
        let have = match arg {
            Arg::Buffer { .. } => 8,
            Arg::Bytes(bytes) => bytes.len() as u64,
        };
        ensure!(have == *size, "line {line}: argument {index} has {have} bytes, its parameter {size}");
    }
    Ok(())
}

fn arch(module: &Module) -> Result<String> {
    let target = module.targets.first().context("the module has no target")?;
    let digits: String = target.chars().filter(char::is_ascii_digit).collect();
    let number: u32 = digits.parse().with_context(|| format!("`{target}` is no target"))?;
    ensure!(number <= 90, "`{target}` is newer than the GPUs that this is for; say `gpu: no`");
    Ok(if target.ends_with('a') { "sm_90a".into() } else { "sm_90".into() })
}

/// `ptxas` refuses to optimize a module that says `.target sm_90, debug`.
fn levels(module: &Module) -> Vec<u32> {
    let debug = module.targets.iter().any(|t| &**t == "debug");
    LEVELS.into_iter().take(if debug { 1 } else { LEVELS.len() }).collect()
}

fn assemble(ptxas: &Ptxas, arch: &str, out: &Path, file: &CaseFile) -> Result<()> {
    let name = &file.name;
    for form in Form::ALL {
        for level in file.levels.iter().copied() {
            let to = cubin_path(out, name, form, level);
            let outcome = ptxas.assemble(&ptx_path(out, name, form), arch, &to, &[&format!("-O{level}")])?;
            let messages = String::from_utf8_lossy(&outcome.stderr);
            ensure!(outcome.success, "ptxas refuses the {} at O{level}: {messages}", form.word());
        }
    }
    Ok(())
}
