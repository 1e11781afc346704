//! Headers of kernels and functions, and the loop over a body's statements.

use super::decl::Attributes;
use super::*;

/// A function's header as it is read.
#[derive(Default)]
struct HeaderParts {
    returns: Vec<(Variable, Token)>,
    arguments: Vec<(Variable, Token)>,
    name: Option<Token>,
    name_index: usize,
    tuning: Vec<Tuning>,
    kernel: bool,
    linkage: Linkage,
    intro: Span,
    unknown: Option<Span>,
}

/// Directives that may stand between a function's parameters and its body (PTX ISA "Performance-Tuning Directives").
const TUNING: &[&[u8]] = &[
    b".abi_preserve",
    b".abi_preserve_control",
    b".attribute",
    b".blocksareclusters",
    b".explicitcluster",
    b".maxclusterrank",
    b".maxnctapersm",
    b".maxnreg",
    b".maxntid",
    b".minnctapersm",
    b".noreturn",
    b".pragma",
    b".reqnctapercluster",
    b".reqntid",
];

impl<'s> Lowering<'s> {
    pub(super) fn function(&mut self) -> ItemKind {
        let start = self.splitter.tokens[0].start;
        let errors = self.errors();
        let has_body = self.splitter.tokens.last().is_some_and(|t| t.kind == Kind::LBrace);
        let open = self.token_span().end.saturating_sub(1);
        let Some(tree) = self.tree(Rule::Header) else {
            return self.skip_broken_function(has_body);
        };
        let parts = self.header_parts(&tree);
        let Some(name) = parts.name else { return self.skip_broken_function(has_body) };
        let params = self.parameter_list(parts.name_index);
        let header = HeaderSpans { name: name.span(), params, intro: parts.intro };
        let name_bytes = self.text(name);
        let mut state = FunctionState::new();
        state.body.unknown_directive = parts.unknown;
        state.open();
        for (variable, token) in parts.returns.iter().chain(&parts.arguments) {
            self.declare_parameter(&mut state, variable, *token);
        }
        let span = self.token_span();
        let function = Function {
            name: name_bytes.into(),
            kind: if parts.kernel { FuncKind::Kernel } else { FuncKind::Function },
            linkage: parts.linkage,
            returns: parts.returns.len(),
            params: parts.returns.into_iter().chain(parts.arguments).map(|(v, _)| v).collect(),
            tuning: parts.tuning,
            header,
            body: None,
            span: Span::new(start, span.end),
            address_taken: false,
        };
        let id = self.declare_function(function, name, has_body);
        state.body.broken += u32::from(self.errors() > errors);
        if has_body {
            // The item's own span is taken when the body has ended.
            let item_start = self.at;
            self.at = span.end;
            let body = self.body(state, open);
            self.module.funcs[id].span.end = body.span.end;
            self.module.funcs[id].body = Some(body);
            self.at = item_start;
        }
        ItemKind::Function(id)
    }

    fn skip_broken_function(&mut self, has_body: bool) -> ItemKind {
        if has_body {
            let open = self.token_span().end.saturating_sub(1);
            let item_start = self.at;
            self.at = self.token_span().end;
            // Read for its extent only: without a header its names can't be understood.
            let quiet = (self.diagnostics.len(), self.reported);
            let mut state = FunctionState::new();
            state.open();
            self.body(state, open);
            self.diagnostics.truncate(quiet.0);
            self.reported = quiet.1;
            self.at = item_start;
        }
        ItemKind::Broken
    }

    fn header_parts(&mut self, tree: &[Node]) -> HeaderParts {
        let mut parts = HeaderParts::default();
        let mut at = 0;
        while at < tree.len() {
            at += match tree[at] {
                Node::Intro(words) => 1 + self.intro(&mut parts, &tree[at + 1..], words),
                Node::Returns => {
                    let (list, used) = self.parameters(&tree[at + 1..]);
                    parts.returns = list;
                    1 + used
                }
                Node::FunctionName => {
                    if let Some(Node::Leaf(name)) = tree.get(at + 1) {
                        parts.name = Some(self.leaf(*name));
                        parts.name_index = *name as usize;
                    }
                    2
                }
                Node::Parameters => {
                    let (list, used) = self.parameters(&tree[at + 1..]);
                    parts.arguments = list;
                    1 + used
                }
                Node::Attribute(args) => {
                    self.tuning(&mut parts, &tree[at + 1..], args as usize);
                    2 + args as usize
                }
                _ => 1,
            };
        }
        parts
    }

    fn intro(&mut self, parts: &mut HeaderParts, nodes: &[Node], words: u32) -> usize {
        let mut at = 0;
        for _ in 0..words {
            let (Some(Node::Attribute(args)), Some(Node::Leaf(word))) = (nodes.get(at), nodes.get(at + 1)) else {
                break;
            };
            let token = self.leaf(*word);
            match self.text(token) {
                b".entry" => parts.kernel = true,
                b".visible" => parts.linkage = Linkage::Visible,
                b".extern" => parts.linkage = Linkage::Extern,
                b".weak" => parts.linkage = Linkage::Weak,
                b".common" => parts.linkage = Linkage::Common,
                _ => {}
            }
            parts.intro = if parts.intro.is_empty() { token.span() } else { parts.intro.to(token.span()) };
            at += 2 + *args as usize;
        }
        at
    }

    fn parameters(&mut self, nodes: &[Node]) -> (Vec<(Variable, Token)>, usize) {
        let Some(Node::List(count)) = nodes.first() else { return (Vec::new(), 0) };
        let mut out = Vec::new();
        let mut at = 1;
        for _ in 0..*count {
            at += 1;
            let (attributes, used) = self.attributes(&nodes[at..]);
            at += used;
            let Some((declarator, used)) = self.declarator(&nodes[at..]) else { break };
            at += used;
            let space = self.parameter_space(&attributes);
            out.push((self.variable(&attributes, &declarator, space), declarator.name));
        }
        (out, at)
    }

    fn parameter_space(&self, attributes: &Attributes) -> VarSpace {
        attributes.space.unwrap_or(VarSpace::Param)
    }

    fn tuning(&mut self, parts: &mut HeaderParts, nodes: &[Node], args: usize) {
        let Some(Node::Leaf(word)) = nodes.first() else { return };
        let token = self.leaf(*word);
        let mut span = token.span();
        let mut values = Vec::new();
        for node in &nodes[1..=args] {
            let Node::Leaf(leaf) = node else { continue };
            let arg = self.leaf(*leaf);
            span = span.to(arg.span());
            match literal::integer(self.text(arg)) {
                Some(literal::Value::Signed(v)) => values.push(v as u64),
                Some(literal::Value::Unsigned(v)) => values.push(v),
                Some(literal::Value::F32(_) | literal::Value::F64(_)) | None => {}
            }
        }
        if !TUNING.contains(&self.text(token)) {
            self.unknown_directive(token);
            parts.unknown.get_or_insert(token.span());
        }
        let name = String::from_utf8_lossy(&self.text(token)[1..]).into();
        parts.tuning.push(Tuning { name, args: values, span });
    }

    /// The parameter list behind the name, from `(` to `)`.
    fn parameter_list(&self, name_index: usize) -> Option<Span> {
        let rest = &self.splitter.tokens[name_index + 1..];
        let open = rest.first().filter(|t| t.kind == Kind::LParen)?;
        let mut depth = 0u32;
        for token in rest {
            match token.kind {
                Kind::LParen => depth += 1,
                Kind::RParen if depth == 1 => return Some(Span::new(open.start, token.end)),
                Kind::RParen => depth -= 1,
                _ => {}
            }
        }
        None
    }

    fn declare_parameter(&mut self, state: &mut FunctionState<'s>, variable: &Variable, name: Token) {
        let text = self.text(name);
        let binding = match variable.space {
            VarSpace::Reg => {
                let (ty, lanes) = (variable.ty.clone(), variable.lanes);
                let bank = state.body.banks.push(BankData { name: text.into(), count: None, ty, lanes });
                Binding::Single(bank)
            }
            VarSpace::Const
            | VarSpace::Global
            | VarSpace::Local
            | VarSpace::Param
            | VarSpace::Shared
            | VarSpace::Tex => Binding::Local(state.body.locals.push(variable.clone())),
        };
        if text != b"_" && !state.names.declare(text, binding) {
            self.redeclared(name);
        }
    }

    fn declare_function(&mut self, function: Function, name: Token, has_body: bool) -> FuncId {
        match self.symbols.get(self.text(name)).copied() {
            Some(Symbol::Func(old)) if has_body && self.module.funcs[old].body.is_some() => self.redeclared(name),
            Some(Symbol::Global(_)) => self.redeclared(name),
            Some(Symbol::Func(_)) | None => {}
        }
        let taken = match self.symbols.get(self.text(name)) {
            Some(Symbol::Func(old)) => self.module.funcs[*old].address_taken,
            Some(Symbol::Global(_)) | None => false,
        };
        let id = self.module.funcs.push(function);
        self.module.funcs[id].address_taken = taken;
        self.symbols.insert(self.text(name), Symbol::Func(id));
        id
    }

    /// Statements up to the `}` of the body; `open` is the offset of its `{`.
    fn body(&mut self, mut state: FunctionState<'s>, open: u32) -> Body {
        state.open();
        let mut depth = 0u32;
        let mut opened = vec![open];
        let mut end = None;
        while end.is_none() {
            let cut = self.splitter.next();
            let errors = self.errors();
            let kind = match cut {
                Cut::Close if depth == 0 => {
                    end = self.splitter.tokens.last().map(|t| t.end);
                    break;
                }
                Cut::End | Cut::Statement(Rule::Header) => {
                    self.unclosed(&opened, cut);
                    state.body.broken += 1;
                    self.splitter.give_back(cut, self.at);
                    break;
                }
                Cut::Close => {
                    if depth <= MAX_DEPTH {
                        state.close();
                    }
                    depth -= 1;
                    opened.pop();
                    StmtKind::Close
                }
                Cut::Open => {
                    depth += 1;
                    opened.push(self.splitter.tokens[0].start);
                    if depth <= MAX_DEPTH {
                        state.open();
                    } else {
                        self.scopes_too_deep(depth);
                    }
                    StmtKind::Open
                }
                _ => self.statement(&mut state, cut),
            };
            if self.errors() > errors {
                state.body.broken += 1;
            }
            let span = self.take_span();
            state.body.layout.push(Stmt { kind, span });
        }
        for _ in 0..depth.min(MAX_DEPTH) {
            state.close();
        }
        self.end_body(state, Span::new(open, end.unwrap_or(self.at)))
    }

    fn scopes_too_deep(&mut self, depth: u32) {
        if depth == MAX_DEPTH + 1 {
            let span = self.splitter.tokens[0].span();
            self.error(&diag::TOO_DEEP, span, format!("scopes nested more than {MAX_DEPTH} deep"));
        }
    }

    fn unclosed(&mut self, opened: &[u32], cut: Cut) {
        let open = opened.last().copied().unwrap_or(0);
        let mut diagnostic =
            Diagnostic::new(Severity::Error, &diag::UNCLOSED, Span::new(open, open + 1), "this `{` is never closed");
        if cut != Cut::End {
            let span = self.splitter.tokens[0].span();
            diagnostic = diagnostic.with_related(span, "the next function begins here");
        }
        self.report(diagnostic);
    }

    fn end_body(&mut self, mut state: FunctionState<'s>, span: Span) -> Body {
        state.close();
        state.close();
        let unresolved = state.pending.drain().flat_map(|(name, uses)| uses.into_iter().map(move |p| (p.span, name)));
        let mut unresolved: Vec<(Span, &[u8])> = unresolved.collect();
        unresolved.sort_unstable_by_key(|(span, _)| span.start);
        for (span, name) in &unresolved {
            let message = format!("no label `{}` is visible here", String::from_utf8_lossy(name));
            self.report(
                Diagnostic::new(Severity::Error, &diag::NO_LABEL, *span, message)
                    .with_help("a branch can't go into an inner scope"),
            );
        }
        state.body.broken += unresolved.len() as u32;
        for func in &state.address_taken {
            self.module.funcs[*func].address_taken = true;
        }
        state.body.span = span;
        state.body.layout.shrink_to_fit();
        state.body.operands.shrink_to_fit();
        state.body
    }

    fn statement(&mut self, state: &mut FunctionState<'s>, cut: Cut) -> StmtKind {
        match cut {
            Cut::Statement(Rule::Instruction) => self.instruction(state),
            Cut::Label => self.label(state),
            Cut::Statement(Rule::Declaration) => self.body_declaration(state),
            Cut::Statement(Rule::Targets) => self.targets(state),
            Cut::Statement(Rule::Prototype) => self.prototype(state),
            Cut::Statement(Rule::Directive) => self.body_directive(state),
            Cut::Line(Line::Loc) => StmtKind::Loc,
            Cut::Line(Line::File) | Cut::Section | Cut::Dwarf => StmtKind::Directive,
            Cut::Line(Line::Version | Line::Target | Line::AddressSize) => {
                self.error(&diag::NO_VERSION, self.token_span(), "this directive stands at the beginning of a module");
                StmtKind::Broken
            }
            Cut::Unfinished => {
                self.unfinished();
                StmtKind::Broken
            }
            Cut::TooDeep => {
                self.too_deep();
                StmtKind::Broken
            }
            Cut::End | Cut::Open | Cut::Close | Cut::Statement(Rule::Header) => StmtKind::Broken,
        }
    }

    fn body_directive(&mut self, state: &mut FunctionState<'s>) -> StmtKind {
        if self.tree(Rule::Directive).is_none() {
            return StmtKind::Broken;
        }
        let first = self.splitter.tokens[0];
        if self.text(first) == b".pragma" {
            return StmtKind::Pragma;
        }
        self.unknown_directive(first);
        state.body.unknown_directive.get_or_insert(first.span());
        StmtKind::Directive
    }

    fn label(&mut self, state: &mut FunctionState<'s>) -> StmtKind {
        let token = self.splitter.tokens[0];
        self.check_name(token);
        let name = self.text(token);
        let label = state.body.labels.push(LabelData { name: name.into(), span: token.span() });
        if !state.names.declare(name, Binding::Label(label)) {
            self.redeclared(token);
        }
        StmtKind::Label(label)
    }
}
