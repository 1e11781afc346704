//! Filetests: input, what to do with it, and exactly what comes out, in one file. `tests/filetests/README.ptx` documents
//! the format and is one.

use anyhow::{Context, Result, bail, ensure};
use ptx_grammar::ir::{Body, FuncKind, Group, Inst, Module, Operand, StmtKind, TableKind};
use ptx_grammar::isa::sregs::special_registers;
use ptx_grammar::print::{self, Style};
use ptx_grammar::source::Source;
use ptx_grammar::{Parsed, isa, parse};
use std::fmt::Write;
use tally_abi::Scheme;
use tally_compiler::{Request, compile, manifest};
use tally_passes::analysis::{Facts, annotate};

/// What stands around the statements of a test with `--body`, on the line of its `RUN:`.
const BODY: &str = ".version 8.6 .target sm_90a .address_size 64 .visible .entry k(.param .u64 in) { \
                    .reg .pred %p<9>; .reg .b16 %h<9>; .reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .f32 %f<9>;";

/// A filetest, read.
#[derive(Debug)]
pub struct Filetest<'a> {
    /// What to do.
    command: Command,
    /// The text to do it with; its lines have the numbers that they have in the file.
    input: String,
    /// What comes out.
    expected: String,
    /// Everything before the expectation, to write the file again.
    before: &'a str,
}

/// What to do with the input.
#[derive(Debug, PartialEq, Eq)]
enum Command {
    Parse,
    Print,
    Format,
    Ir,
    Facts(Facts),
    Rewrite(Options),
    Refuse(Options),
    Manifest(Options),
    Isa(Vec<String>),
}

/// Options of the commands that rewrite.
#[derive(Debug, Default, PartialEq, Eq)]
struct Options {
    schemes: Vec<Scheme>,
    kernels: Vec<String>,
    replace: bool,
}

impl Options {
    fn request(&self) -> Request {
        Request { schemes: self.schemes.clone(), kernels: self.kernels.clone(), replace: self.replace }
    }
}

impl<'a> Filetest<'a> {
    /// Reads a file.
    pub fn read(text: &'a str) -> Result<Self> {
        let (first, rest) = text.split_once('\n').context("the file has one line only")?;
        let words = first.strip_prefix("// RUN: ").context("the first line is no `// RUN: COMMAND`")?;
        let mut words: Vec<&str> = words.split_ascii_whitespace().collect();
        let body = words.iter().position(|w| *w == "--body").map(|at| words.remove(at)).is_some();
        let command = Command::read(&words)?;
        let (input, expected) = match rest.split_once("// EXPECT:\n") {
            Some((input, expected)) => (input, expected),
            None => (rest, ""),
        };
        ensure!(!input.contains("// RUN:"), "there is more than one `// RUN:`");
        let before = &text[..first.len() + 1 + input.len()];
        ensure!(before.ends_with('\n'), "the input does not end with a line");
        let input = if body { format!("{BODY}\n{input}}}\n") } else { before.to_string() };
        Ok(Filetest { command, input, expected: uncomment(expected)?, before })
    }

    /// Does what the file says.
    pub fn run(&self) -> Result<String> {
        let source = || Source::new("input", self.input.as_bytes());
        Ok(match &self.command {
            Command::Parse => summary(&parse(source())),
            Command::Print => printed(&parse(source())),
            Command::Format => formatted(&parse(source())),
            Command::Ir => facts_of_ir(&valid(source())?.module),
            Command::Facts(facts) => {
                let module = valid(source())?.module;
                let funcs = module.funcs.keys();
                funcs.map(|f| annotate(&module, f, *facts)).collect::<Vec<_>>().join("\n")
            }
            Command::Rewrite(options) => {
                let artifact = compile(source(), &options.request())?;
                let all = String::from_utf8(artifact.ptx).context("the output is no UTF-8")?;
                let added =
                    if options.replace { all.as_str() } else { all.strip_prefix(&*self.input).context("no prefix")? };
                without_manifest(added).to_string()
            }
            Command::Refuse(options) => answers(source(), options)?,
            Command::Manifest(options) => {
                let artifact = compile(source(), &options.request())?;
                let mut manifest = artifact.manifest;
                manifest.input_sha256 = "…".into();
                manifest.tool = "…".into();
                manifest.to_json()
            }
            Command::Isa(heads) => heads.iter().map(|h| row(h)).collect(),
        })
    }

    /// Is this what the file expects?
    pub fn expects(&self, output: &str) -> bool {
        normal(output) == normal(&self.expected)
    }

    /// What the file expects.
    pub fn expected(&self) -> &str {
        &self.expected
    }

    /// The file again, expecting this.
    pub fn bless(&self, output: &str) -> String {
        let mut text = format!("{}// EXPECT:\n", self.before);
        for line in normal(output).lines() {
            text += if line.is_empty() { "//" } else { "// " };
            text += line;
            text.push('\n');
        }
        text
    }
}

/// Lines without blanks at their ends, and none at the end of the text.
fn normal(text: &str) -> String {
    text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n").trim_end().to_string()
}

fn uncomment(text: &str) -> Result<String> {
    let line = |l: &str| l.strip_prefix("// ").or(l.strip_prefix("//")).map(|l| l.to_string() + "\n");
    text.lines().map(|l| line(l).with_context(|| format!("`{l}` behind `// EXPECT:` is no comment"))).collect()
}

impl Command {
    fn read(words: &[&str]) -> Result<Self> {
        let (command, options) = words.split_first().context("there is no command")?;
        Ok(match (*command, options) {
            ("parse", []) => Command::Parse,
            ("print", []) => Command::Print,
            ("format", []) => Command::Format,
            ("ir", []) => Command::Ir,
            ("facts", [_, ..]) => match Facts::parse(&options.join(" ")) {
                Ok(facts) => Command::Facts(facts),
                Err(word) => bail!("there is no fact `{word}`"),
            },
            ("rewrite", options) => Command::Rewrite(Options::read(options)?),
            ("refuse", options) => Command::Refuse(Options::read(options)?),
            ("manifest", options) => Command::Manifest(Options::read(options)?),
            ("isa", [_, ..]) => Command::Isa(options.iter().map(|h| h.to_string()).collect()),
            _ => bail!("there is no command `{}`", words.join(" ")),
        })
    }
}

impl Options {
    fn read(words: &[&str]) -> Result<Self> {
        let mut options = Options::default();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let mut value = || words.next().with_context(|| format!("`{word}` takes a value"));
            match *word {
                "--schemes" => {
                    for name in value()?.split(',') {
                        options.schemes.push(Scheme::from_word(name).with_context(|| format!("no scheme `{name}`"))?);
                    }
                }
                "--kernel" => options.kernels.push(value()?.to_string()),
                "--replace" => options.replace = true,
                _ => bail!("there is no option `{word}`"),
            }
        }
        ensure!(!options.schemes.is_empty(), "`--schemes` is missing");
        Ok(options)
    }
}

fn valid(source: Source) -> Result<Parsed> {
    let parsed = parse(source);
    ensure!(parsed.is_valid(), "the input has errors:\n{}", crate::invariants::messages(&parsed));
    Ok(parsed)
}

/// Diagnostics, then a line of counts.
fn summary(parsed: &Parsed) -> String {
    let module = &parsed.module;
    let mut out: String = parsed.diagnostics.iter().map(|d| d.short(&module.source) + "\n").collect();
    let _ = write!(out, "{} items", module.items.len());
    for func in module.funcs.values() {
        let kind = if func.kind == FuncKind::Kernel { "kernel" } else { "func" };
        let _ = match &func.body {
            Some(body) => write!(
                out,
                "; {kind} {}: {} statements, {} broken",
                func.display_name(),
                body.layout.len(),
                body.broken
            ),
            None => write!(out, "; {kind} {}: no body", func.display_name()),
        };
    }
    out + "\n"
}

fn printed(parsed: &Parsed) -> String {
    let same = print::module(&parsed.module, Style::Copy) == parsed.module.source.bytes();
    let errors = if parsed.is_valid() { "" } else { ", with errors" };
    format!("{}{errors}\n", if same { "the same, byte for byte" } else { "DIFFERENT" })
}

/// The text that formatting gives, without the lines that stay as they are at the beginning.
fn formatted(parsed: &Parsed) -> String {
    let text = String::from_utf8_lossy(&print::module(&parsed.module, Style::Format)).into_owned();
    let input = String::from_utf8_lossy(parsed.module.source.bytes()).into_owned();
    let same = text.lines().zip(input.lines()).take_while(|(a, b)| a == b).count();
    text.lines().skip(same).map(|l| l.to_string() + "\n").collect()
}

fn without_manifest(text: &str) -> &str {
    let begin = format!("\n.global .align 1 .b8 {}", manifest::EMBEDDED_PREFIX);
    text.find(&begin).map_or(text, |at| &text[..at])
}

/// A line per kernel and scheme.
fn answers(source: Source, options: &Options) -> Result<String> {
    let artifact = compile(source, &options.request())?;
    let mut out = String::new();
    for kernel in &artifact.manifest.kernels {
        for v in &kernel.variants {
            let _ = writeln!(
                out,
                "{}: {}: {} takes parameter {} at {}",
                kernel.name, v.scheme, v.name, v.parameter, v.offset
            );
        }
        for r in &kernel.refused {
            let _ = writeln!(out, "{}: {}: {} in line {}: {}", kernel.name, r.scheme, r.code, r.line, r.message);
        }
    }
    Ok(out)
}

/// The row that a head has in the instruction table.
fn row(head: &str) -> String {
    match isa::lookup(head) {
        None => format!("{head}: no row\n"),
        Some(row) => format!(
            "{head}: row {}\n  slots {}\n  flow {:?}, uniform {:?}, converge {:?}\n  effects {:?}\n  since {}.{}, targets {:?}\n",
            row.key,
            row.slots
                .iter()
                .map(|s| format!("{:?}{}", s.role, if s.optional { "?" } else { "" }))
                .collect::<Vec<_>>()
                .join(" "),
            row.flow,
            row.uniform,
            row.converge,
            row.effects,
            row.since.major,
            row.since.minor,
            row.targets
        ),
    }
}

/// Everything that lowering decided: what names mean, and where it was declared.
fn facts_of_ir(module: &Module) -> String {
    let mut out = String::new();
    for global in module.globals.values() {
        let _ = writeln!(
            out,
            "global {} {:?} .{}x{} {:?}",
            lossy(&global.name),
            global.space,
            global.ty,
            global.lanes,
            global.dims
        );
    }
    for func in module.funcs.values() {
        let kind = if func.kind == FuncKind::Kernel { "kernel" } else { "func" };
        let taken = if func.address_taken { ", address taken" } else { "" };
        let counts = format!("{} returns, {} arguments{taken}", func.returns, func.arguments().len());
        let _ = writeln!(out, "{kind} {} {:?}: {counts}", func.display_name(), func.linkage);
        for tuning in &func.tuning {
            let _ = writeln!(out, "  .{} {:?}", tuning.name, tuning.args);
        }
        if let Some(body) = &func.body {
            statements(module, body, &mut out);
        }
    }
    out
}

fn statements(module: &Module, body: &Body, out: &mut String) {
    for stmt in &body.layout {
        match stmt.kind {
            StmtKind::Inst(inst) => instruction(module, body, inst, out),
            StmtKind::Table(table) => {
                let table = &body.tables[table];
                let text = match &table.kind {
                    TableKind::Branch(labels) => {
                        labels.iter().map(|l| node(module, body, Operand::Label(*l))).collect::<Vec<_>>().join(" ")
                    }
                    TableKind::Call(callees) => {
                        callees.iter().map(|c| node(module, body, *c)).collect::<Vec<_>>().join(" ")
                    }
                    TableKind::Prototype { noreturn } => format!("prototype, noreturn {noreturn}"),
                };
                let _ = writeln!(out, "  table {}: {text}", lossy(&table.name));
            }
            StmtKind::Label(_) | StmtKind::Open | StmtKind::Close | StmtKind::Reg | StmtKind::Var => {}
            StmtKind::Loc | StmtKind::Pragma | StmtKind::Directive | StmtKind::Broken | StmtKind::Snippet(_) => {
                let _ = writeln!(out, "  {:?}", stmt.kind);
            }
        }
    }
}

fn instruction(module: &Module, body: &Body, inst: Inst, out: &mut String) {
    let data = &body.insts[inst];
    let guard = data.guard.map_or(String::new(), |g| {
        format!("@{}{} ", if g.negated { "!" } else { "" }, node(module, body, Operand::Reg(g.reg)))
    });
    let operands: Vec<String> = body
        .operands(inst)
        .map(|nodes| nodes.iter().map(|n| node(module, body, *n)).collect::<Vec<_>>().join(" "))
        .collect();
    let _ = writeln!(out, "  {guard}{}  {}", module.heads[data.head].text, operands.join(" , "));
}

fn lossy(name: &[u8]) -> String {
    String::from_utf8_lossy(name).into_owned()
}

/// A node in words; what is declared in the text carries the line of its declaration.
fn node(module: &Module, body: &Body, operand: Operand) -> String {
    let line = |span: ptx_grammar::source::Span| module.source.line_column(span.start).0;
    match operand {
        Operand::Group(group, n) => match group {
            Group::Address => format!("address/{n}"),
            Group::Vector => format!("vector/{n}"),
            Group::Tuple => format!("tuple/{n}"),
            Group::Pair => format!("pair/{n}"),
            Group::Not => format!("not/{n}"),
            Group::Minus => format!("minus/{n}"),
            Group::Plus => format!("plus/{n}"),
            Group::Select => format!("select/{n}"),
            Group::Expr => format!("expr/{n}"),
            Group::Juxtaposed => format!("side-by-side/{n}"),
        },
        Operand::Reg(reg) => {
            let bank = body.regs[reg].bank;
            format!("{}:{}#{bank}", body.reg_name(reg), body.reg_type(reg))
        }
        Operand::Special(i, 0) => format!("special({})", special_registers()[i as usize].name),
        Operand::Special(i, c) => {
            format!("special({}.{})", special_registers()[i as usize].name, ["", "x", "y", "z", "w"][c as usize])
        }
        Operand::Sink => "sink".into(),
        Operand::Int(v) => v.to_string(),
        Operand::WideInt(i) => format!("{:#x}", body.wide[i as usize]),
        Operand::F32(bits) => format!("f32({bits:08x})"),
        Operand::F64(i) => format!("f64({})", f64::from_bits(body.wide[i as usize])),
        Operand::Label(l) => format!("label({} in line {})", lossy(&body.labels[l].name), line(body.labels[l].span)),
        Operand::Local(l) => format!("local({} in line {})", lossy(&body.locals[l].name), line(body.locals[l].span)),
        Operand::Global(g) => {
            format!("global({} in line {})", lossy(&module.globals[g].name), line(module.globals[g].span))
        }
        Operand::Func(f) => format!("func({} in line {})", module.funcs[f].display_name(), line(module.funcs[f].span)),
        Operand::Table(t) => format!("table({} in line {})", lossy(&body.tables[t].name), line(body.tables[t].span)),
        Operand::WarpSize => "warp-size".into(),
        Operand::Selector(s) => format!("selector({})", s.text()),
        Operand::Name(n) => format!("name({})", lossy(&module.names[n])),
        Operand::Added(i) => format!("added({})", body.snippets[i as usize]),
    }
}
