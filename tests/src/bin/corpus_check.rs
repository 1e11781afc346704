//! `make corpus-check`: holds the front end and the rewrites against folders full of PTX.
//!
//! For every `.ptx` file below the folders given: it is read without error, its items and statements tile the text, it
//! is printed back byte for byte, every body obeys the rules of the IR, and the text formatted from the IR alone is read
//! without error. With `--assemble` and one or more `ptxas` (oldest first), for a sample of the files: the cubin of the
//! formatted text equals that of the input. With `--slice`, for the same sample: `ptxas` accepts the rewritten module.
//!
//! Usage: `corpus-check [--assemble PTXAS]… [--slice] [--sample N] [--seed S] [--max-bytes B] FOLDER…`
//! Prints a line per failure and a summary; exits with 1 when anything failed or no file was found.

use anyhow::{Context, Result};
use object::{Object, ObjectSection};
use ptx_grammar::diag::Severity;
use ptx_grammar::ir::Module;
use ptx_grammar::print::Style;
use ptx_grammar::source::Source;
use ptx_grammar::{parse, print, verify};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tally_abi::Scheme;
use tally_compiler::ptxas::{Limits, Ptxas};
use tally_compiler::{Request, compile};

#[derive(Default)]
struct Options {
    assemblers: Vec<Ptxas>,
    slice: bool,
    sample: Option<usize>,
    seed: u64,
    max_bytes: Option<u64>,
    folders: Vec<PathBuf>,
}

/// What is counted, by name.
type Counts = BTreeMap<&'static str, u64>;

#[derive(Default)]
struct Outcome {
    counts: Counts,
    failures: Vec<String>,
    unknown: BTreeMap<String, u64>,
    refusals: BTreeMap<String, u64>,
}

impl Outcome {
    fn count(&mut self, what: &'static str, n: u64) {
        *self.counts.entry(what).or_default() += n;
    }

    fn check(&mut self, what: &'static str, ok: bool, detail: impl FnOnce() -> String) {
        if ok {
            self.count(what, 1);
        } else {
            self.failures.push(format!("{what}: {}", detail()));
        }
    }

    fn merge(mut self, other: Outcome) -> Outcome {
        for (what, n) in other.counts {
            *self.counts.entry(what).or_default() += n;
        }
        for (head, n) in other.unknown {
            *self.unknown.entry(head).or_default() += n;
        }
        for (code, n) in other.refusals {
            *self.refusals.entry(code).or_default() += n;
        }
        self.failures.extend(other.failures);
        self
    }
}

fn options() -> Result<Options> {
    let mut out = Options { seed: 1, ..Options::default() };
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut value = || args.next().with_context(|| format!("{arg} takes a value"));
        match arg.as_str() {
            "--assemble" => {
                let mut ptxas = Ptxas::at(value()?);
                ptxas.limits = Limits { time: Duration::from_secs(300), ..Limits::default() };
                out.assemblers.push(ptxas);
            }
            "--slice" => out.slice = true,
            "--sample" => out.sample = Some(value()?.parse()?),
            "--seed" => out.seed = value()?.parse()?,
            "--max-bytes" => out.max_bytes = Some(value()?.parse()?),
            folder => out.folders.push(folder.into()),
        }
    }
    Ok(out)
}

fn files_below(folder: &Path, out: &mut Vec<PathBuf>) -> Result<()> {
    let entries = std::fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    let mut paths: Vec<PathBuf> = entries.map(|e| e.map(|e| e.path())).collect::<std::io::Result<_>>()?;
    paths.sort();
    for path in paths {
        if path.is_dir() {
            files_below(&path, out)?;
        } else if path.extension().is_some_and(|e| e == "ptx") {
            out.push(path);
        }
    }
    Ok(())
}

/// Does the sample hold the file? Depends on its name and the seed only.
fn sampled(path: &Path, options: &Options, files: usize) -> bool {
    let Some(wanted) = options.sample else { return true };
    let name = path.to_string_lossy();
    let hash = name
        .bytes()
        .fold(options.seed ^ 0xcbf2_9ce4_8422_2325, |h, b| (h ^ u64::from(b)).wrapping_mul(0x100_0000_01b3));
    let hash = (hash ^ (hash >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 32;
    hash % (files.max(1) as u64) < wanted as u64
}

fn check_file(path: &Path, options: &Options, files: usize) -> Result<Outcome> {
    let mut out = Outcome::default();
    let text = std::fs::read(path)?;
    out.count("files", 1);
    out.count("bytes", text.len() as u64);
    let name = path.display().to_string();
    let parsed = parse(Source::new(name.clone(), text));
    let module = &parsed.module;
    let error = parsed.diagnostics.iter().find(|d| d.severity == Severity::Error);
    out.check("read without error", error.is_none(), || error.map_or(String::new(), |d| d.short(&module.source)));
    out.check("tiled", tiles(module), || name.clone());
    let copy = print::module(module, Style::Copy);
    out.check("printed back byte for byte", copy == module.source.bytes(), || name.clone());
    count_instructions(module, &mut out);
    for func in module.funcs.values() {
        let Some(body) = func.body.as_ref().filter(|b| b.broken == 0) else { continue };
        let violations = verify::body(module, body);
        out.check("bodies obey the IR's rules", violations.is_empty(), || format!("{name}: {}", violations[0]));
    }
    let formatted = print::module(module, Style::Format);
    let again = parse(Source::new(format!("{name} (formatted)"), formatted.clone()));
    let first = again.diagnostics.iter().find(|d| d.severity == Severity::Error);
    out.check("formatted text is read", first.is_none() || error.is_some(), || {
        first.map_or(String::new(), |d| d.short(&again.module.source))
    });
    let small = options.max_bytes.is_none_or(|max| copy.len() as u64 <= max);
    if !options.assemblers.is_empty() && small && sampled(path, options, files) {
        assemble(path, module, &formatted, options, &mut out)?;
    }
    Ok(out)
}

fn tiles(module: &Module) -> bool {
    let mut at = 0;
    for item in &module.items {
        if item.span.start != at {
            return false;
        }
        at = item.span.end;
    }
    let bodies_tile = module.funcs.values().filter_map(|f| f.body.as_ref()).all(|body| {
        let mut at = body.span.start + 1;
        body.layout.iter().all(|s| std::mem::replace(&mut at, s.span.end) == s.span.start) && at <= body.span.end
    });
    bodies_tile && module.tail.start == at && module.tail.end as usize == module.source.bytes().len()
}

fn count_instructions(module: &Module, out: &mut Outcome) {
    for func in module.funcs.values() {
        let Some(body) = &func.body else { continue };
        out.count("bodies", 1);
        out.count("instructions", body.insts.len() as u64);
        for data in body.insts.values() {
            let head = &module.heads[data.head];
            if head.row.is_none() {
                *out.unknown.entry(head.text.to_string()).or_default() += 1;
            }
        }
    }
}

/// The first assembler that takes the text, and its cubin.
fn cubin<'a>(text: &[u8], arch: &str, assemblers: &'a [Ptxas], dir: &Path) -> Result<Option<(&'a Ptxas, Vec<u8>)>> {
    let input = dir.join("kernel.ptx");
    let output = dir.join("kernel.cubin");
    std::fs::write(&input, text)?;
    for ptxas in assemblers {
        if ptxas.assemble(&input, arch, &output, &[])?.success {
            return Ok(Some((ptxas, std::fs::read(&output)?)));
        }
    }
    Ok(None)
}

/// Names and contents of a cubin's sections, without those that hold or index the PTX text itself.
fn without_debug(cubin: &[u8]) -> Option<Vec<(String, Vec<u8>)>> {
    let file = object::File::parse(cubin).ok()?;
    let is_text =
        |name: &str| name.contains("debug") || name == ".shstrtab" || name == ".strtab" || name == ".note.nv.cuinfo";
    let sections = file.sections().filter_map(|s| Some((s.name().ok()?.to_string(), s.data().ok()?.to_vec())));
    Some(sections.filter(|(name, _)| !is_text(name)).collect())
}

fn assemble(path: &Path, module: &Module, formatted: &[u8], options: &Options, out: &mut Outcome) -> Result<()> {
    let name = path.display().to_string();
    let Some(arch) = module.targets.first().filter(|t| t.starts_with("sm_")) else { return Ok(()) };
    let dir = tempfile::tempdir()?;
    out.count("sampled for ptxas", 1);
    let Some((ptxas, before)) = cubin(module.source.bytes(), arch, &options.assemblers, dir.path())? else {
        out.count("refused by ptxas", 1);
        return Ok(());
    };
    let same = std::slice::from_ref(ptxas);
    let after = cubin(formatted, arch, same, dir.path())?;
    let same_code = after.is_some_and(|(_, c)| c == before || without_debug(&c) == without_debug(&before));
    out.check("same cubin when formatted", same_code, || name.clone());
    if options.slice {
        let source = Source::new(name.clone(), module.source.bytes());
        let artifact = compile(source, &Request { schemes: vec![Scheme::Slice], ..Request::default() })?;
        for (_, _, refusal) in artifact.rewritten.refusals() {
            *out.refusals.entry(refusal.code.id.to_string()).or_default() += 1;
        }
        out.count("kernels sliced", artifact.rewritten.variants().count() as u64);
        let accepted = cubin(&artifact.ptx, arch, same, dir.path())?.is_some();
        out.check("sliced module accepted by ptxas", accepted, || name.clone());
    }
    Ok(())
}

fn main() -> Result<()> {
    let options = options()?;
    let mut files = Vec::new();
    for folder in &options.folders {
        files_below(folder, &mut files)?;
    }
    let outcomes = files.par_iter().map(|path| {
        check_file(path, &options, files.len())
            .unwrap_or_else(|e| Outcome { failures: vec![format!("{}: {e:#}", path.display())], ..Outcome::default() })
    });
    let outcome = outcomes.reduce(Outcome::default, Outcome::merge);
    for failure in &outcome.failures {
        println!("FAILED {failure}");
    }
    for (head, n) in &outcome.unknown {
        println!("unknown to the table: {head} ({n} times)");
    }
    for (code, n) in &outcome.refusals {
        println!("kernels not sliced, {code}: {n}");
    }
    for (what, n) in &outcome.counts {
        println!("{n:>12} {what}");
    }
    println!("{} files, {} failures", files.len(), outcome.failures.len());
    if !outcome.failures.is_empty() || files.is_empty() {
        std::process::exit(1);
    }
    Ok(())
}
