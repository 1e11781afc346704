//! From statements to IR: names become ids, heads become rows, constants become numbers.
//!
//! One pass over the text. A statement that can't be understood is reported, kept verbatim, and spoils the function it
//! stands in, not the module.

mod decl;
mod header;
mod inst;
mod literal;
mod scope;

use crate::diag::{self, Diagnostic, Severity};
use crate::ir::*;
use crate::isa::{self, Version};
use crate::lex::{Kind, Lexer, Token};
use crate::parse::{Cut, Line, MAX_DEPTH, Splitter};
use crate::source::{MAX_SOURCE, Source, Span};
use crate::syntax::{Node, Rule, Shapes, never_in_statement};
use cranelift_entity::PrimaryMap;
use rustc_hash::FxHashMap;
use scope::{Binding, Names};
use std::rc::Rc;

/// A module and everything that is wrong with its text.
#[derive(Debug)]
pub struct Parsed {
    /// The module; complete as far as the text could be understood.
    pub module: Module,
    /// All messages, in the order of their places.
    pub diagnostics: Vec<Diagnostic>,
}

impl Parsed {
    /// Is there no error? (There may be warnings.)
    pub fn is_valid(&self) -> bool {
        !self.diagnostics.iter().any(|d| d.severity == Severity::Error)
    }
}

/// Longest name, in bytes.
const MAX_NAME: u32 = 1 << 16;
/// More errors, or warnings, than this help nobody; the rest is counted only.
const MAX_DIAGNOSTICS: usize = 200;

/// Reads a module. Never fails: what can't be understood is reported and kept verbatim.
pub fn parse(source: Source) -> Parsed {
    let module = Module {
        source: Source::new("", Vec::new()),
        version: None,
        targets: Vec::new(),
        address_size: 64,
        items: Vec::new(),
        tail: Span::default(),
        funcs: PrimaryMap::new(),
        globals: PrimaryMap::new(),
        heads: Heads::default(),
        names: PrimaryMap::new(),
    };
    if source.bytes().len() > MAX_SOURCE {
        let tail = Span::new(0, 0);
        let module = Module { source, tail, ..module };
        let message = format!("the input has more than {MAX_SOURCE} bytes");
        return Parsed { module, diagnostics: vec![Diagnostic::new(Severity::Error, &diag::TOO_LARGE, tail, message)] };
    }
    let mut lowering = Lowering::new(source.bytes(), module);
    lowering.items();
    lowering.check_header();
    lowering.parsed(&source)
}

/// Reads text that is to stand behind a module: its functions, without their bodies, and its variables are known.
///
/// The places of the result are places in `source`; ids of functions and variables of `before` stay valid.
pub fn parse_behind(before: &Module, source: Source) -> Parsed {
    let mut funcs = PrimaryMap::with_capacity(before.funcs.len());
    for func in before.funcs.values() {
        funcs.push(func.prototype());
    }
    let module = Module {
        source: Source::new("", Vec::new()),
        version: before.version,
        targets: before.targets.clone(),
        address_size: before.address_size,
        items: Vec::new(),
        tail: Span::default(),
        funcs,
        globals: before.globals.clone(),
        heads: before.heads.clone(),
        names: PrimaryMap::new(),
    };
    let mut lowering = Lowering::new(source.bytes(), module);
    lowering.symbols.extend(before.globals.iter().map(|(id, g)| (&*g.name, Symbol::Global(id))));
    lowering.symbols.extend(before.funcs.iter().map(|(id, f)| (&*f.name, Symbol::Func(id))));
    lowering.items();
    lowering.parsed(&source)
}

#[derive(Debug, Clone, Copy)]
enum Symbol {
    Func(FuncId),
    Global(GlobalId),
}

struct Lowering<'s> {
    splitter: Splitter<'s>,
    shapes: Shapes,
    module: Module,
    symbols: FxHashMap<&'s [u8], Symbol>,
    head_cache: FxHashMap<&'s [u8], Head>,
    diagnostics: Vec<Diagnostic>,
    /// How many messages of each severity there are, also those that are not kept.
    reported: [usize; 3],
    /// End of the last statement.
    at: u32,
}

/// A label that is used before it is known which one is meant.
struct PendingLabel {
    /// Counted in the function: a scope's own are those from its beginning on.
    order: usize,
    span: Span,
    slot: PendingSlot,
}

enum PendingSlot {
    Operand(u32),
    TableEntry(Table, u32),
}

/// State of the function that is being lowered.
struct FunctionState<'s> {
    body: Body,
    names: Names<'s>,
    /// By name, so that a label finds its uses at once.
    pending: FxHashMap<&'s [u8], Vec<PendingLabel>>,
    /// How many labels were used so far.
    uses: usize,
    /// How many before each open scope began.
    pending_marks: Vec<usize>,
    address_taken: Vec<FuncId>,
    /// Registers of single declarations that are used.
    single_regs: FxHashMap<Bank, Reg>,
}

impl<'s> Lowering<'s> {
    fn new(text: &'s [u8], module: Module) -> Self {
        Lowering {
            splitter: Splitter::new(text),
            shapes: Shapes::default(),
            module,
            symbols: FxHashMap::default(),
            head_cache: FxHashMap::default(),
            diagnostics: Vec::new(),
            reported: [0; 3],
            at: 0,
        }
    }

    fn text(&self, token: Token) -> &'s [u8] {
        self.splitter.text_of(token)
    }

    fn leaf(&self, leaf: u32) -> Token {
        self.splitter.tokens[leaf as usize]
    }

    fn error(&mut self, code: &'static diag::Code, span: Span, message: impl Into<String>) {
        self.report(Diagnostic::new(Severity::Error, code, span, message));
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        let count = &mut self.reported[diagnostic.severity as usize];
        *count += 1;
        if *count <= MAX_DIAGNOSTICS {
            self.diagnostics.push(diagnostic);
        }
    }

    /// How many errors were reported so far, kept or not.
    fn errors(&self) -> usize {
        self.reported[Severity::Error as usize]
    }

    /// From the end of the last statement to the end of this one.
    fn take_span(&mut self) -> Span {
        let end = self.splitter.tokens.last().map_or(self.at, |t| t.end);
        let span = Span::new(self.at, end);
        self.at = end;
        span
    }

    /// The statement itself.
    fn token_span(&self) -> Span {
        match self.splitter.tokens.as_slice() {
            [first, .., last] => Span::new(first.start, last.end),
            [only] => only.span(),
            [] => Span::new(self.at, self.at),
        }
    }

    fn parsed(self, source: &Source) -> Parsed {
        let Lowering { mut module, mut diagnostics, .. } = self;
        module.source = source.clone();
        diagnostics.sort_by_key(|d| d.span.start);
        Parsed { module, diagnostics }
    }

    fn items(&mut self) {
        loop {
            let cut = self.splitter.next();
            if cut == Cut::End {
                break;
            }
            let kind = self.item(cut);
            let span = self.take_span();
            self.module.items.push(Item { kind, span });
        }
        self.module.tail = Span::new(self.at, self.splitter.text.len() as u32);
    }

    /// A module begins with `.version`; `.target` stands before everything that depends on it.
    fn check_header(&mut self) {
        let Some(first) = self.module.items.first().copied() else {
            return self.error(&diag::NO_VERSION, Span::default(), "the module is empty");
        };
        if !matches!(first.kind, ItemKind::Version | ItemKind::Directive) {
            let span = self.first_token(first.span);
            self.report(
                Diagnostic::new(Severity::Error, &diag::NO_VERSION, span, "the module does not begin with `.version`")
                    .with_help("begin the file with `.version`, `.target` and `.address_size`"),
            );
        }
        let depends =
            |i: &&Item| matches!(i.kind, ItemKind::Function(_) | ItemKind::Variables { .. } | ItemKind::Target);
        match self.module.items.iter().find(depends).copied() {
            Some(item) if item.kind != ItemKind::Target => {
                let span = self.first_token(item.span);
                self.error(&diag::NO_TARGET, span, "the module has no `.target` before this");
            }
            Some(_) | None => {}
        }
    }

    fn first_token(&self, span: Span) -> Span {
        let mut lexer = Lexer::new(&self.splitter.text[span.range()]);
        let token = lexer.next().map_or(Span::default(), Token::span);
        Span::new(span.start + token.start, span.start + token.end)
    }

    fn item(&mut self, cut: Cut) -> ItemKind {
        match cut {
            Cut::End => ItemKind::Broken,
            Cut::Line(line) => self.line(line),
            Cut::Section => ItemKind::Section,
            Cut::Dwarf => ItemKind::Directive,
            Cut::Statement(Rule::Header) => self.function(),
            Cut::Statement(Rule::Declaration) => self.module_variables(),
            Cut::Statement(Rule::Directive) => self.module_directive(),
            Cut::Statement(Rule::Instruction | Rule::Targets | Rule::Prototype) | Cut::Label => {
                self.stray();
                ItemKind::Broken
            }
            Cut::Open => {
                self.error(&diag::BODY_STATEMENT, self.token_span(), "a `{` outside a function");
                ItemKind::Broken
            }
            Cut::Close => {
                self.error(&diag::UNMATCHED, self.token_span(), "this `}` closes nothing");
                ItemKind::Broken
            }
            Cut::Unfinished => {
                self.unfinished();
                ItemKind::Broken
            }
            Cut::TooDeep => {
                self.too_deep();
                ItemKind::Broken
            }
        }
    }

    fn stray(&mut self) {
        if self.bad_token() {
            return;
        }
        let first = self.splitter.tokens[0];
        let message = match self.splitter.tokens.as_slice() {
            [_] if first.kind == Kind::Semi => "an empty statement".to_string(),
            _ => format!("`{}` outside a function", String::from_utf8_lossy(self.text(first))),
        };
        self.error(&diag::BODY_STATEMENT, first.span(), message);
    }

    /// Reports bytes that are no token, if the statement holds any.
    fn bad_token(&mut self) -> bool {
        let bad = self.splitter.tokens.iter().find(|t| never_in_statement(t.kind)).copied();
        let Some(token) = bad else { return false };
        let text = self.text(token);
        let message = match text {
            [b'/', b'*', ..] => "this comment is never closed".to_string(),
            [b'"', ..] => "this string is never closed".to_string(),
            [0, ..] => "a NUL byte".to_string(),
            [b, ..] if !b.is_ascii() => "a letter that is not ASCII, outside a comment or string".to_string(),
            _ => format!("`{}` is no part of PTX here", String::from_utf8_lossy(text)),
        };
        self.error(&diag::BAD_BYTES, token.span(), message);
        true
    }

    fn unfinished(&mut self) {
        if self.bad_token() {
            return;
        }
        let span = self.token_span();
        let end = Span::new(span.end.saturating_sub(1), span.end);
        self.report(
            Diagnostic::new(Severity::Error, &diag::SYNTAX, end, "the statement is not finished")
                .with_related(Span::new(span.start, span.start + 1), "it begins here")
                .with_help("end it with a `;`"),
        );
    }

    fn too_deep(&mut self) {
        let span = self.splitter.tokens[0].span();
        self.error(&diag::TOO_DEEP, span, format!("brackets nested more than {MAX_DEPTH} deep"));
    }

    /// The tree of the current statement, or a message.
    fn tree(&mut self, rule: Rule) -> Option<Rc<[Node]>> {
        match self.shapes.parse(rule, &self.splitter.tokens) {
            Ok(tree) => Some(tree),
            Err(unexpected) => {
                self.syntax_error(unexpected.0);
                None
            }
        }
    }

    fn syntax_error(&mut self, at: usize) {
        if self.bad_token() {
            return;
        }
        let Some(token) = self.splitter.tokens.get(at).or(self.splitter.tokens.last()).copied() else { return };
        let text = String::from_utf8_lossy(self.text(token)).into_owned();
        let first = self.splitter.tokens[0];
        let mut diagnostic =
            Diagnostic::new(Severity::Error, &diag::SYNTAX, token.span(), format!("unexpected `{text}`"));
        if first.start != token.start {
            diagnostic = diagnostic.with_related(first.span(), "in the statement that begins here");
        }
        let previous = at.checked_sub(1).and_then(|i| self.splitter.tokens.get(i)).copied();
        if let Some(help) = self.suggest(previous, token) {
            diagnostic = diagnostic.with_help(help);
        }
        self.report(diagnostic);
    }

    fn suggest(&self, previous: Option<Token>, token: Token) -> Option<String> {
        let names = |k| matches!(k, Kind::Word | Kind::Dotted | Kind::Int | Kind::Float);
        match (previous.map(|p| p.kind), token.kind) {
            (None, Kind::Semi) => Some("a statement can't be empty: remove the `;`".into()),
            (Some(Kind::Semi), _) | (Some(Kind::RBracket | Kind::RBrace | Kind::RParen), Kind::Word | Kind::Dotted) => {
                Some("is a `;` missing before this?".into())
            }
            (Some(a), b) if names(a) && names(b) => Some("is a `,` or a `;` missing before this?".into()),
            _ => None,
        }
    }

    fn line(&mut self, line: Line) -> ItemKind {
        match line {
            Line::Version => self.version(),
            Line::Target => self.target(),
            Line::AddressSize => self.address_size(),
            Line::File => ItemKind::File,
            Line::Loc => ItemKind::Directive,
        }
    }

    fn version(&mut self) -> ItemKind {
        let span = self.token_span();
        if self.module.version.is_some() {
            self.error(&diag::NO_VERSION, span, "`.version` stands in a module once, at its beginning");
            return ItemKind::Version;
        }
        let parsed = self.splitter.tokens.get(1).and_then(|t| {
            let text = std::str::from_utf8(self.text(*t)).ok()?;
            let (major, minor) = text.split_once('.')?;
            Some(Version { major: major.parse().ok()?, minor: minor.parse().ok()? })
        });
        if parsed.is_none() {
            self.error(&diag::SYNTAX, span, "`.version` takes a number such as `8.0`");
        }
        self.module.version = parsed;
        ItemKind::Version
    }

    fn target(&mut self) -> ItemKind {
        let words = self.splitter.tokens[1..].iter().filter(|t| t.kind == Kind::Word);
        let words: Vec<Box<str>> = words.map(|t| String::from_utf8_lossy(self.text(*t)).into()).collect();
        if words.is_empty() {
            self.error(&diag::SYNTAX, self.token_span(), "`.target` takes an architecture such as `sm_90`");
        }
        self.module.targets.extend(words);
        ItemKind::Target
    }

    fn address_size(&mut self) -> ItemKind {
        let value = self.splitter.tokens.get(1).and_then(|t| literal::integer(self.text(*t)));
        match value {
            Some(literal::Value::Signed(v @ (32 | 64))) => self.module.address_size = v as u32,
            _ => self.error(&diag::SYNTAX, self.token_span(), "`.address_size` is 32 or 64"),
        }
        ItemKind::AddressSize
    }

    fn module_directive(&mut self) -> ItemKind {
        let Some(tree) = self.tree(Rule::Directive) else { return ItemKind::Broken };
        let first = self.splitter.tokens[0];
        match self.text(first) {
            b".alias" => {}
            b".pragma" => return ItemKind::Directive,
            _ => {
                self.unknown_directive(first);
                return ItemKind::Directive;
            }
        }
        for node in tree.iter() {
            if let Node::Leaf(leaf) = node {
                self.take_address(self.leaf(*leaf));
            }
        }
        ItemKind::Alias
    }

    fn unknown_directive(&mut self, word: Token) {
        let name = String::from_utf8_lossy(self.text(word)).into_owned();
        let message = format!("`{name}` is not a directive that is known here");
        self.report(Diagnostic::new(Severity::Warning, &diag::UNKNOWN_DIRECTIVE, word.span(), message));
    }

    /// Marks the function that a name in an initialiser or alias means.
    fn take_address(&mut self, token: Token) {
        if let Some(Symbol::Func(func)) = self.symbols.get(self.text(token)) {
            self.module.funcs[*func].address_taken = true;
        }
    }

    fn check_name(&mut self, token: Token) {
        if token.end - token.start > MAX_NAME {
            self.error(
                &diag::TOO_LONG,
                Span::new(token.start, token.start + 32),
                "this name is longer than 65,536 bytes",
            );
        }
    }

    fn symbol(&self, name: &[u8]) -> Option<Operand> {
        self.symbols.get(name).map(|s| match s {
            Symbol::Func(f) => Operand::Func(*f),
            Symbol::Global(g) => Operand::Global(*g),
        })
    }
}

impl<'s> FunctionState<'s> {
    fn new() -> Self {
        FunctionState {
            body: Body::default(),
            names: Names::default(),
            pending: FxHashMap::default(),
            uses: 0,
            pending_marks: Vec::new(),
            address_taken: Vec::new(),
            single_regs: FxHashMap::default(),
        }
    }

    fn open(&mut self) {
        self.names.open();
        self.pending_marks.push(self.uses);
    }

    /// Notes a use of a label that may come later.
    fn wait_for(&mut self, name: &'s [u8], span: Span, slot: PendingSlot) {
        let order = self.uses;
        self.uses += 1;
        self.pending.entry(name).or_default().push(PendingLabel { order, span, slot });
    }

    /// Closes a scope: labels declared in it are resolved, the others wait for the scope around it.
    fn close(&mut self) {
        let mark = self.pending_marks.pop().unwrap_or(0);
        for (name, label) in self.names.labels_here() {
            let Some(uses) = self.pending.get_mut(name) else { continue };
            while let Some(pending) = uses.pop_if(|p| p.order >= mark) {
                set_label(&mut self.body, &pending.slot, label);
            }
        }
        self.names.close();
    }
}

fn set_label(body: &mut Body, slot: &PendingSlot, label: Label) {
    match slot {
        PendingSlot::Operand(at) => body.operands[*at as usize] = Operand::Label(label),
        PendingSlot::TableEntry(table, at) => {
            if let TableKind::Branch(labels) = &mut body.tables[*table].kind {
                labels[*at as usize] = label;
            }
        }
    }
}

/// Is the table sure that the instruction does not exist for this module's version or targets?
fn unavailable(module: &Module, row: &isa::Row) -> Option<String> {
    let version = module.version?;
    if version < row.since {
        return Some(format!("it begins with PTX {}.{}", row.since.major, row.since.minor));
    }
    let target = module.targets.iter().find_map(|t| isa::Architecture::parse(t))?;
    (!row.targets.iter().any(|t| target.has(*t))).then(|| "it does not exist for this target".to_string())
}
