//! Prints a function's statements with what the analyses know about them, for people and for filetests.
//!
//! One statement a line. What concerns a block stands in comments in front of it, what concerns an instruction behind it:
//!
//! ```text
//! // bb1 <- bb0 bb1 -> bb1 bb2 | idom=bb0 ipdom=bb2 | loop=bb1 depth=1 header
//! //   live: %r1 %p1
//! loop:
//!     add.u32 %r1, %r1, 1;            // reads %r1 writes %r1 | %r1 from L7, L9
//! ```
//!
//! Virtual blocks come last. Comments of the source are left out. `writes %r1?` may write or may keep the old value.
//! Definitions are named by the line of the *output* that they stand on.

use super::{Analyses, Answer, BarrierId, Block, Bounds, CallGraph, Callee, Def, Frozen, Resources};
use cranelift_entity::SecondaryMap;
use ptx_grammar::ir::{FuncId, Inst, Module, Origin, Reg, Stmt, StmtKind};
use ptx_grammar::lex::{Piece, pieces};
use ptx_grammar::print;
use std::fmt::Write;

/// One kind of fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Fact {
    /// Blocks and edges.
    Cfg,
    /// Dominators and post-dominators.
    Dom,
    /// Loops and irreducible regions.
    Loops,
    /// Registers read and written.
    Roles,
    /// Live registers at the start of blocks.
    Live,
    /// Reaching definitions of every register read.
    Reach,
    /// Callees of the function.
    Calls,
    /// Resources of the function.
    Resources,
}

/// Every fact with the word for it.
const WORDS: &[(&str, Fact)] = &[
    ("cfg", Fact::Cfg),
    ("dom", Fact::Dom),
    ("loops", Fact::Loops),
    ("roles", Fact::Roles),
    ("live", Fact::Live),
    ("reach", Fact::Reach),
    ("calls", Fact::Calls),
    ("resources", Fact::Resources),
];

/// A set of facts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Facts(u16);

impl Facts {
    /// All of them.
    pub fn all() -> Self {
        WORDS.iter().map(|(_, fact)| *fact).collect()
    }

    /// Reads words such as `cfg live`; the first that is none is the error.
    pub fn parse(text: &str) -> Result<Self, &str> {
        let fact = |word| WORDS.iter().find(|(w, _)| *w == word).map(|(_, fact)| *fact).ok_or(word);
        text.split_ascii_whitespace().map(fact).collect()
    }

    /// Is the fact in the set?
    pub fn has(self, fact: Fact) -> bool {
        self.0 & (1 << fact as u16) != 0
    }
}

impl FromIterator<Fact> for Facts {
    fn from_iter<I: IntoIterator<Item = Fact>>(facts: I) -> Self {
        Facts(facts.into_iter().fold(0, |set, fact| set | 1 << fact as u16))
    }
}

/// The statements of a function with facts; for a prototype only a line that says so.
pub fn annotate(module: &Module, func: FuncId, which: Facts) -> String {
    let name = module.funcs[func].display_name();
    let Some(f) = Frozen::of(module, func) else { return format!("// {name} has no body\n") };
    let mut out = format!("// {name}\n");
    if which.has(Fact::Calls) || which.has(Fact::Resources) {
        let calls = CallGraph::compute(module);
        whole(module, &calls, func, which, &mut out);
    }
    let mut printer = Printer { f, a: Analyses::new(f), which, line: SecondaryMap::new(), lines: Vec::new() };
    printer.body();
    printer.finish(out)
}

fn whole(module: &Module, calls: &CallGraph, func: FuncId, which: Facts, out: &mut String) {
    if which.has(Fact::Calls) {
        calls_line(module, calls, func, out);
    }
    if which.has(Fact::Resources)
        && let Some(resources) = Resources::compute(module, calls, func)
    {
        resource_lines(&resources, out);
    }
}

fn calls_line(module: &Module, calls: &CallGraph, func: FuncId, out: &mut String) {
    out.push_str("// calls:");
    for call in calls.calls(func) {
        match &call.callee {
            Callee::Direct(callee) => *out += &format!(" {}", module.funcs[*callee].display_name()),
            Callee::OneOf(list) => {
                let names: Vec<_> = list.iter().map(|f| module.funcs[*f].display_name()).collect();
                *out += &format!(" {{{}}}", names.join("|"));
            }
            Callee::Unknown => out.push_str(" ?"),
        }
    }
    let reachable = calls.reachable(module, func);
    let names: Vec<_> = reachable.funcs.iter().map(|f| module.funcs[*f].display_name()).collect();
    *out += &format!("\n// reaches: {}{}", names.join(" "), if reachable.is_complete() { "" } else { " …" });
    out.push_str(if calls.is_recursive(func) { "\n// recursive" } else { "" });
    let exit = match calls.may_exit(module, func) {
        Answer::No => "no",
        Answer::Unknown(_) => "maybe",
        Answer::Yes(_) => "yes",
    };
    *out += &format!("\n// exits: {exit}\n");
}

fn resource_lines(r: &Resources, out: &mut String) {
    let bytes = |l: Option<super::Layout>| l.map_or("?".to_string(), |l| format!("{} align {}", l.size, l.align));
    *out += &format!("// shared: {}{}", bytes(r.shared), if r.dynamic_shared { " + dynamic" } else { "" });
    *out += &format!("\n// local: {}\n// params: {}\n// registers:", bytes(r.local), bytes(r.params));
    for (ty, count) in &r.registers {
        *out += &format!(" {ty} {}/{}", count.used, count.declared);
    }
    *out += &format!("\n// bounds:{}", bounds(&r.bounds));
    for barrier in &r.barriers {
        let id = match barrier.id {
            BarrierId::Constant(id) => id.to_string(),
            BarrierId::Dynamic => "?".to_string(),
        };
        *out += &format!("\n// barrier: {id}{}", if barrier.counted { " counted" } else { "" });
    }
    let features: Vec<String> = r.features.keys().map(|f| format!("{f:?}")).collect();
    *out += &format!("\n// features: {}\n", features.join(" "));
}

/// The bounds that are given.
fn bounds(b: &Bounds) -> String {
    let Bounds {
        reqntid,
        maxntid,
        minnctapersm,
        maxnctapersm,
        maxnreg,
        reqnctapercluster,
        maxclusterrank,
        explicitcluster,
    } = b;
    let shape = |d: &Option<[u64; 3]>| d.map(|[x, y, z]| format!("{x},{y},{z}"));
    let number = |n: &Option<u64>| n.map(|n| n.to_string());
    let given = [
        ("reqntid", shape(reqntid)),
        ("maxntid", shape(maxntid)),
        ("minnctapersm", number(minnctapersm)),
        ("maxnctapersm", number(maxnctapersm)),
        ("maxnreg", number(maxnreg)),
        ("reqnctapercluster", shape(reqnctapercluster)),
        ("maxclusterrank", number(maxclusterrank)),
        ("explicitcluster", explicitcluster.then(|| "yes".to_string())),
    ];
    given.iter().filter_map(|(name, value)| Some(format!(" {name}={}", value.as_deref()?))).collect()
}

/// A line of output: a statement, or a comment.
struct Line {
    text: String,
    facts: String,
    inst: Option<Inst>,
}

struct Printer<'a> {
    f: Frozen<'a>,
    a: Analyses<'a>,
    which: Facts,
    /// Where each instruction stands, counted from 1 in the lines of statements.
    line: SecondaryMap<Inst, u32>,
    lines: Vec<Line>,
}

impl Printer<'_> {
    fn body(&mut self) {
        let body = self.f.body;
        for block in self.a.cfg().clone().blocks() {
            self.block(block);
            for stmt in &body.layout[self.a.cfg().stmts(block)] {
                self.stmt(stmt);
            }
        }
        let cfg = self.a.cfg().clone();
        cfg.nodes().filter(|b| cfg.is_virtual(*b)).for_each(|b| self.block(b));
        if self.which.has(Fact::Loops) {
            self.regions();
        }
    }

    fn comment(&mut self, text: String) {
        self.lines.push(Line { text, facts: String::new(), inst: None });
    }

    fn block(&mut self, block: Block) {
        let mut parts = Vec::new();
        if self.which.has(Fact::Cfg) {
            parts.push(self.edges(block));
        }
        if self.which.has(Fact::Dom) {
            let (dom, post) = (self.a.dominators(), self.a.post_dominators());
            parts.push(format!("idom={} ipdom={}", name(dom.idom(block)), name(post.ipdom(block))));
        }
        if self.which.has(Fact::Loops) {
            parts.extend(self.loop_of(block));
        }
        if !parts.is_empty() {
            self.comment(format!("// {block} {}", parts.join(" | ")));
        }
        if self.which.has(Fact::Live) && !self.a.cfg().is_virtual(block) {
            let live = self.a.liveness().live_in(block).map(|r| self.f.body.reg_name(r)).collect::<Vec<_>>();
            self.comment(format!("//   live: {}", live.join(" ")).trim_end().to_string());
        }
    }

    fn edges(&self, block: Block) -> String {
        let cfg = self.a.cfg();
        let list = |blocks: &[Block]| blocks.iter().map(|b| format!(" {b}")).collect::<String>();
        let kind = if block == cfg.entry() {
            "entry "
        } else if block == cfg.exit() {
            "exit "
        } else if Some(block) == cfg.anywhere() {
            "anywhere "
        } else if cfg.is_virtual(block) {
            "table "
        } else {
            ""
        };
        let reached = if cfg.is_reachable(block) { "" } else { " unreachable" };
        format!("{kind}<-{} ->{}{reached}", list(cfg.preds(block)), list(cfg.succs(block)))
    }

    fn loop_of(&self, block: Block) -> Option<String> {
        let loops = self.a.loops();
        let l = loops.innermost(block)?;
        let header = if loops.header(l) == block { " header" } else { "" };
        Some(format!("loop={} depth={}{header}", loops.header(l), loops.depth(l)))
    }

    fn regions(&mut self) {
        let list = |blocks: &[Block]| blocks.iter().map(|b| format!(" {b}")).collect::<String>();
        let regions = self.a.loops().irreducible().iter();
        let texts: Vec<String> =
            regions.map(|r| format!("// irreducible:{} entered at{}", list(&r.blocks), list(&r.entries))).collect();
        texts.into_iter().for_each(|t| self.comment(t));
    }

    fn stmt(&mut self, stmt: &Stmt) {
        let text = self.text(stmt);
        let inst = if let StmtKind::Inst(inst) = stmt.kind { Some(inst) } else { None };
        if let Some(inst) = inst {
            self.line[inst] = self.lines.len() as u32 + 1;
        }
        let text = if matches!(stmt.kind, StmtKind::Label(_)) { text } else { format!("    {text}") };
        self.lines.push(Line { text, facts: String::new(), inst });
    }

    /// A statement on one line, without comments.
    fn text(&self, stmt: &Stmt) -> String {
        match stmt.kind {
            StmtKind::Inst(inst) if !matches!(self.f.body.insts[inst].origin, Origin::Source(_)) => {
                print::instruction(self.f.module, self.f.body, inst)
            }
            StmtKind::Label(label) if stmt.span.is_empty() => {
                format!("{}:", String::from_utf8_lossy(&self.f.body.labels[label].name))
            }
            StmtKind::Snippet(i) => {
                self.f.body.snippets[i as usize].lines().map(str::trim).collect::<Vec<_>>().join(" ")
            }
            StmtKind::Inst(_)
            | StmtKind::Label(_)
            | StmtKind::Open
            | StmtKind::Close
            | StmtKind::Reg
            | StmtKind::Var
            | StmtKind::Table(_)
            | StmtKind::Loc
            | StmtKind::Pragma
            | StmtKind::Directive
            | StmtKind::Broken => one_line(self.f.module.source.slice(stmt.span)),
        }
    }

    fn finish(mut self, head: String) -> String {
        for i in 0..self.lines.len() {
            if let Some(inst) = self.lines[i].inst {
                self.lines[i].facts = self.facts(inst);
            }
        }
        let mut out = head;
        for line in &self.lines {
            let _ = match line.facts.as_str() {
                "" => writeln!(out, "{}", line.text),
                facts => writeln!(out, "{:<40}// {facts}", line.text),
            };
        }
        out
    }

    fn facts(&self, inst: Inst) -> String {
        let mut parts = Vec::new();
        if self.which.has(Fact::Cfg) && self.f.row(inst).is_none() {
            parts.push("unknown".to_string());
        }
        if self.which.has(Fact::Roles) {
            parts.extend(self.registers(inst));
        }
        if self.which.has(Fact::Reach) {
            let mut reads = self.a.reg_uses().reads(inst).to_vec();
            reads.sort_unstable();
            reads.dedup();
            parts.extend(reads.into_iter().map(|r| self.sources(inst, r)));
        }
        parts.join(" | ")
    }

    fn registers(&self, inst: Inst) -> Option<String> {
        let uses = self.a.reg_uses();
        let reads: String = uses.reads(inst).iter().map(|r| format!(" {}", self.f.body.reg_name(*r))).collect();
        let sure = |kills| if kills { "" } else { "?" };
        let writes = uses.writes(inst).iter().map(|w| format!(" {}{}", self.f.body.reg_name(w.reg), sure(w.kills)));
        let writes: String = writes.collect();
        let both = match (reads.as_str(), writes.as_str()) {
            ("", "") => return None,
            (_, "") => format!("reads{reads}"),
            ("", _) => format!("writes{writes}"),
            (_, _) => format!("reads{reads} writes{writes}"),
        };
        Some(both)
    }

    fn sources(&self, inst: Inst, reg: Reg) -> String {
        let defs = self.a.reaching().defs(inst, reg);
        let def = |d: &Def| match d {
            Def::Undefined => "nothing".to_string(),
            Def::Argument => "argument".to_string(),
            Def::Inst(inst) => format!("L{}", self.line[*inst]),
        };
        let list: Vec<String> = defs.iter().map(def).collect();
        format!("{} from {}", self.f.body.reg_name(reg), list.join(", "))
    }
}

fn name(block: Option<Block>) -> String {
    block.map_or("-".to_string(), |b| b.to_string())
}

/// The tokens of a text, with one blank where there was any gap between two.
fn one_line(text: &[u8]) -> String {
    let mut out = String::new();
    for piece in pieces(text) {
        match piece {
            Piece::Token(token) => out += &String::from_utf8_lossy(&text[token.start as usize..token.end as usize]),
            Piece::Gap(_) if out.is_empty() => {}
            Piece::Gap(_) => out.push(' '),
        }
    }
    out.trim_end().to_string()
}
