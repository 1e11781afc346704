//! `make bench`: speed and memory of the front end and of `rewrite`, against `ptxas` where one is given.
//!
//! Usage: `bench [--ptxas PTXAS]… [--repeat N] [--out FILE.md] FILE.ptx…`
//!
//! Each stage of each file runs in a child process of its own, so that the peak of its memory is its own. Times are CPU
//! seconds of one thread, the smallest of N runs; MB are 10⁶ bytes. *Front end* is lexing, parsing, lowering and
//! printing; reading the file is not counted. *Rewrite* is everything that `rewrite` does, the check of its own output
//! included, all threads counted. `ptxas` is given the same, unchanged file.

use anyhow::{Context, Result, bail};
use ptx_grammar::print::Style;
use ptx_grammar::source::Source;
use ptx_grammar::{lex, parse, print};
use rustix::time::{ClockId, clock_gettime};
use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use tally_abi::Scheme;
use tally_compiler::ptxas::{Limits, Ptxas};
use tally_compiler::{Request, compile};

/// CPU seconds of this process.
fn cpu() -> f64 {
    let t = clock_gettime(ClockId::ProcessCPUTime);
    t.tv_sec as f64 + t.tv_nsec as f64 * 1e-9
}

/// Peak of resident memory in bytes.
fn peak() -> Result<u64> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find(|l| l.starts_with("VmHWM:")).context("no VmHWM in /proc/self/status")?;
    let kib: u64 = line.split_ascii_whitespace().nth(1).context("VmHWM without a number")?.parse()?;
    Ok(kib * 1024)
}

/// Runs one stage in this process; prints CPU seconds, peak memory before and after.
fn stage(name: &str, path: &str) -> Result<()> {
    let text = std::fs::read(path)?;
    let before = peak()?;
    let start = cpu();
    let kept = match name {
        "lex" => lex::pieces(&text).count(),
        "parse" => {
            let parsed = parse(Source::new(path, text));
            parsed.module.funcs.len()
        }
        "front" => {
            let parsed = parse(Source::new(path, text));
            print::write_module(&parsed.module, Style::Copy, &mut std::io::sink())?;
            parsed.module.funcs.len()
        }
        "rewrite" => {
            let request = Request { schemes: vec![Scheme::Slice], ..Request::default() };
            compile(Source::new(path, text), &request)?.ptx.len()
        }
        _ => bail!("no stage `{name}`"),
    };
    println!("{} {} {} {kept}", cpu() - start, before, peak()?);
    Ok(())
}

/// The smallest time of several runs, and the peak of memory.
fn measure(name: &str, path: &str, repeat: usize) -> Result<(f64, u64)> {
    let mut best = (f64::INFINITY, 0);
    for _ in 0..repeat {
        let out = Command::new(std::env::current_exe()?).args(["--stage", name, path]).output()?;
        let text = String::from_utf8(out.stdout)?;
        let mut words = text.split_ascii_whitespace();
        let (Some(time), Some(_), Some(peak)) = (words.next(), words.next(), words.next()) else {
            bail!("stage `{name}` of {path}: {}", String::from_utf8_lossy(&out.stderr));
        };
        best = (best.0.min(time.parse()?), best.1.max(peak.parse()?));
    }
    Ok(best)
}

/// Seconds that the first assembler that takes the file needs; none when none does.
fn assembler_time(path: &str, assemblers: &[Ptxas]) -> Result<Option<f64>> {
    let text = std::fs::read(path)?;
    let module = parse(Source::new(path, text)).module;
    let Some(arch) = module.targets.first() else { return Ok(None) };
    for ptxas in assemblers {
        let out = ptxas.assemble(Path::new(path), arch, Path::new("/dev/null"), &[])?;
        if out.success {
            return Ok(Some(out.time.as_secs_f64()));
        }
    }
    Ok(None)
}

fn row(path: &str, repeat: usize, assemblers: &[Ptxas]) -> Result<String> {
    let bytes = std::fs::metadata(path)?.len() as f64;
    let mb = bytes / 1e6;
    let (lex, _) = measure("lex", path, repeat)?;
    let (parse, _) = measure("parse", path, repeat)?;
    let (front, memory) = measure("front", path, repeat)?;
    let (rewrite, rewrite_memory) = measure("rewrite", path, repeat)?;
    let name = Path::new(path).file_name().map_or(path.into(), |n| n.to_string_lossy());
    let mut row = format!(
        "| {name} | {mb:.1} | {:.0} | {:.0} | **{:.0}** | **{:.1}** | {:.0} | {:.1} |",
        mb / lex,
        mb / parse,
        mb / front,
        memory as f64 / bytes,
        mb / rewrite,
        rewrite_memory as f64 / bytes
    );
    match assembler_time(path, assemblers)? {
        Some(time) => write!(row, " {time:.1} | {:.2}% |", 100.0 * rewrite / time)?,
        None => row += " – | – |",
    }
    Ok(row)
}

fn main() -> Result<()> {
    let mut assemblers = Vec::new();
    let mut files = Vec::new();
    let mut repeat = 5;
    let mut out = None;
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut value = || args.next().with_context(|| format!("{arg} takes a value"));
        match arg.as_str() {
            "--stage" => return stage(&value()?, &value()?),
            "--ptxas" => {
                let mut ptxas = Ptxas::at(value()?);
                ptxas.limits = Limits { time: Duration::from_secs(3600), memory: 20 << 30, ..Limits::default() };
                assemblers.push(ptxas);
            }
            "--repeat" => repeat = value()?.parse()?,
            "--out" => out = Some(value()?),
            _ => files.push(arg),
        }
    }
    let mut table = String::from(
        "| file | MB | lex MB/s | parse MB/s | front end MB/s | bytes per byte | rewrite MB/s | bytes per byte | ptxas s | rewrite / ptxas |\n\
         |---|---|---|---|---|---|---|---|---|---|\n",
    );
    for file in &files {
        let row = row(file, repeat, &assemblers)?;
        println!("{row}");
        table += &row;
        table += "\n";
    }
    if let Some(out) = out {
        std::fs::write(out, table)?;
    }
    Ok(())
}
