//! `make isa-check`: holds the instruction table against real `ptxas`.
//!
//! For every row and every target it names, the example is assembled where the row begins, and must fail one PTX
//! version below, one architecture below, and without the `a`/`f` suffix: each wherever one of the assemblers given
//! can tell. Every special register is read under the same rules.
//!
//! Usage: `isa-check [--only PREFIX] [--verbose] PTXAS…` with the assemblers from oldest to newest. Prints one line
//! per failed check, a summary, and exits with 1 when a check failed.

use anyhow::{Context, Result, bail};
use ptx_grammar::isa::sregs::{self, Shape, SpecialRegister};
use ptx_grammar::isa::{self, Converge, Flow, Row, Target, Version, ptx};
use rayon::prelude::*;
use std::path::Path;
use std::time::Duration;
use tally_compiler::ptxas::{Limits, Ptxas};

/// Every architecture with the version of the language that introduced it.
const ARCHITECTURES: &[(u16, Version)] = &[
    (50, ptx(4, 0)),
    (52, ptx(4, 1)),
    (53, ptx(4, 2)),
    (60, ptx(5, 0)),
    (61, ptx(5, 0)),
    (62, ptx(5, 0)),
    (70, ptx(6, 0)),
    (72, ptx(6, 1)),
    (75, ptx(6, 3)),
    (80, ptx(7, 0)),
    (86, ptx(7, 1)),
    (87, ptx(7, 4)),
    (88, ptx(9, 0)),
    (89, ptx(7, 8)),
    (90, ptx(7, 8)),
    (100, ptx(8, 6)),
    (103, ptx(8, 8)),
    (107, ptx(9, 4)),
    (110, ptx(9, 0)),
    (120, ptx(8, 7)),
    (121, ptx(8, 8)),
];

/// Versions of the language, in order.
const VERSIONS: &[(u8, &[u8])] = &[
    (4, &[0, 1, 2, 3]),
    (5, &[0]),
    (6, &[0, 1, 2, 3, 4, 5]),
    (7, &[0, 1, 2, 3, 4, 5, 6, 7, 8]),
    (8, &[0, 1, 2, 3, 4, 5, 6, 7, 8]),
    (9, &[0, 1, 2, 3, 4, 5]),
];

fn version_below(v: Version) -> Option<Version> {
    let all: Vec<Version> = VERSIONS.iter().flat_map(|(a, b)| b.iter().map(|b| ptx(*a, *b))).collect();
    all.into_iter().rfind(|x| *x < v)
}

struct Assembler {
    ptxas: Ptxas,
    newest: Version,
    targets: Vec<String>,
}

fn module(row: &Row, version: Version, target: &str) -> String {
    let extra = match row.example {
        e if e.contains("%q") => ".reg .b128 %q<10>;\n",
        e if e.contains("T0") => "T0: .branchtargets L0, L1;\n",
        _ => "",
    };
    let directive = if row.example.contains("%perctamemory") { " .minperctamemory 16" } else { "" };
    format!(
        ".version {}.{}\n.target {target}\n.address_size 64\n{}.visible .entry k(.param .b64 k_in){directive}\n{{\n{}{}\nL0:\nL1:\nret;\n}}\n",
        version.major,
        version.minor,
        isa::EXAMPLE_MODULE,
        isa::EXAMPLE_PRELUDE.to_string() + extra,
        row.example
    )
}

fn accepts(assembler: &Assembler, text: &str, target: &str, dir: &Path) -> Result<(bool, String)> {
    let file = tempfile::Builder::new().suffix(".ptx").tempfile_in(dir)?;
    std::fs::write(file.path(), text)?;
    let out = assembler.ptxas.assemble(file.path(), target, Path::new("/dev/null"), &["-O0"])?;
    let message = String::from_utf8_lossy(&out.stderr).lines().take(3).collect::<Vec<_>>().join(" | ");
    Ok((out.success, message))
}

impl Assembler {
    fn find(path: &str) -> Result<Assembler> {
        let mut ptxas = Ptxas::at(path);
        ptxas.limits = Limits { time: Duration::from_secs(30), memory: 8 << 30, output: 1 << 16 };
        let text = ptxas.version().with_context(|| path.to_string())?;
        let release =
            text.split("release ").nth(1).and_then(|t| t.split(',').next()).context("no release in --version")?;
        let newest = match release.split_once('.').context("release without a point")? {
            ("12", minor) => ptx(8, minor.parse::<u8>()?.min(8) - if minor == "9" { 0 } else { 1 }),
            ("13", minor) => ptx(9, minor.parse()?),
            _ => bail!("{path}: unknown release {release}"),
        };
        let help = std::process::Command::new(path).arg("--help").output()?;
        let help = String::from_utf8_lossy(&help.stdout).into_owned();
        let targets = help.split('\'').filter(|w| w.starts_with("sm_")).map(str::to_string).collect();
        Ok(Assembler { ptxas, newest, targets })
    }

    fn can(&self, version: Version, target: &str) -> bool {
        version <= self.newest && self.targets.iter().any(|t| t == target)
    }
}

/// One thing to ask an assembler: version, target, and whether it must accept.
struct Question {
    version: Version,
    target: String,
    must_accept: bool,
}

fn suffix_since(sm: u16, suffix: char) -> Version {
    match (sm, suffix) {
        (90, 'a') => ptx(8, 0),
        (100, 'a') => ptx(8, 6),
        (120, 'a') => ptx(8, 7),
        (103 | 121, 'a') => ptx(8, 8),
        (107, _) => ptx(9, 4),
        (110, _) => ptx(9, 0),
        (_, 'f') => ptx(8, 8),
        _ => ptx(8, 8),
    }
}

fn covered(row: &Row, sm: u16) -> bool {
    row.targets.iter().any(|t| matches!(t, Target::Sm(n) if *n <= sm))
}

/// The warp operations without `.sync` that `.sync` forms replaced: from PTX 6.4 on not for `sm_70` and later.
fn gone_with_volta(row: &Row) -> bool {
    row.converge == Converge::Converged && row.since < ptx(6, 0)
}

/// A row whose example reads a special register.
fn read(register: &SpecialRegister) -> Row {
    let component = match register.shape {
        Shape::Scalar => "",
        Shape::Vector => ".x",
    };
    let instruction = match register.bits {
        1 => "mov.pred %p0",
        32 => "mov.u32 %r0",
        _ => "mov.u64 %rd0",
    };
    Row {
        key: register.name,
        allows: "",
        slots: &[isa::D, isa::U],
        flow: Flow::Next,
        uniform: register.uniform(),
        converge: Converge::Alone,
        effects: &[],
        since: register.since,
        targets: register.targets,
        section: "Special Registers",
        example: format!("{instruction}, {}{component};", register.name).leak(),
    }
}

fn questions(row: &Row) -> Vec<Question> {
    let mut out = Vec::new();
    let mut ask = |begin: Version, target: String, must_accept: bool| {
        let version = row.since.max(begin);
        out.push(Question { version, target: target.clone(), must_accept });
        if let Some(below) = version_below(version).filter(|b| *b >= begin && row.since > begin) {
            out.push(Question { version: below, target, must_accept: false });
        }
    };
    let mut bare = Vec::new();
    for target in row.targets {
        match *target {
            Target::Sm(n) => {
                let Some(i) = ARCHITECTURES.iter().position(|(sm, _)| *sm >= n) else { continue };
                // The first architecture of today's assemblers that has it; and one in wide use.
                let (sm, begin) = ARCHITECTURES[i];
                ask(begin, format!("sm_{sm}"), true);
                if sm < 90 {
                    // `sm_90` had the 8-bit formats before `sm_89`: it has nothing to refuse there.
                    let begin = if sm == 89 { row.since } else { ptx(7, 8) };
                    ask(begin.max(ptx(7, 8)), "sm_90".into(), !gone_with_volta(row));
                }
                if n >= 50 && i > 0 {
                    bare.push(ARCHITECTURES[i - 1]);
                }
            }
            Target::Arch(n) => {
                ask(suffix_since(n, 'a'), format!("sm_{n}a"), true);
                bare.extend(ARCHITECTURES.iter().find(|(sm, _)| *sm == n));
            }
            Target::Family(n) => {
                ask(suffix_since(n, 'f'), format!("sm_{n}f"), true);
                bare.extend(ARCHITECTURES.iter().find(|(sm, _)| *sm == n));
            }
        }
    }
    for (sm, begin) in bare {
        if !covered(row, sm) {
            out.push(Question { version: row.since.max(begin), target: format!("sm_{sm}"), must_accept: false });
        }
    }
    out
}

fn main() -> Result<()> {
    let mut only = String::new();
    let mut verbose = false;
    let mut assemblers = Vec::new();
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--only" => only = args.next().context("--only takes a prefix of row keys")?,
            "--verbose" => verbose = true,
            path => assemblers.push(Assembler::find(path)?),
        }
    }
    if assemblers.is_empty() {
        bail!("name at least one ptxas");
    }
    let dir = tempfile::tempdir()?;
    let reads = sregs::special_registers().iter().map(read);
    let rows: Vec<Row> = isa::all_rows().copied().chain(reads).filter(|r| r.key.starts_with(&only)).collect();
    let lines: Vec<(usize, usize, usize, String)> = rows
        .par_iter()
        .map(|row| {
            let (mut passed, mut failed, mut untold, mut text) = (0, 0, 0, String::new());
            for q in questions(row) {
                // The oldest that can has to accept; to refuse, one is enough (old assemblers overlook some rules).
                let mut verdict = None;
                for assembler in assemblers.iter().filter(|a| a.can(q.version, &q.target)) {
                    verdict = Some(accepts(assembler, &module(row, q.version, &q.target), &q.target, dir.path())?);
                    if q.must_accept || verdict.as_ref().is_some_and(|(ok, _)| !ok) {
                        break;
                    }
                }
                let Some((ok, message)) = verdict else {
                    untold += 1;
                    continue;
                };
                let word = if q.must_accept { "accept" } else { "reject" };
                if ok == q.must_accept {
                    passed += 1;
                } else {
                    failed += 1;
                }
                if ok != q.must_accept || verbose {
                    text += &format!(
                        "{} `{}` at {}.{} {}: should {word} `{}`: {message}\n",
                        if ok == q.must_accept { "ok    " } else { "FAILED" },
                        row.key,
                        q.version.major,
                        q.version.minor,
                        q.target,
                        row.example
                    );
                }
            }
            Ok((passed, failed, untold, text))
        })
        .collect::<Result<_>>()?;
    let sum = |f: fn(&(usize, usize, usize, String)) -> usize| lines.iter().map(f).sum::<usize>();
    for (.., text) in &lines {
        print!("{text}");
    }
    let unseen = lines.iter().filter(|l| l.0 == 0).count();
    let (passed, failed, untold) = (sum(|l| l.0), sum(|l| l.1), sum(|l| l.2));
    let registers = rows.iter().filter(|r| r.key.starts_with('%')).count();
    println!(
        "{} rows and {registers} special registers, {unseen} of them beyond these assemblers; \
         {untold} questions that none could tell",
        rows.len() - registers
    );
    println!("{passed} passed, {failed} failed");
    if failed > 0 || passed == 0 {
        std::process::exit(1);
    }
    Ok(())
}
