//! Instructions, and the tables that belong to them.

use super::literal::{Part, Value};
use super::scope::Found;
use super::*;
use crate::isa::Flow;
use cranelift_entity::packed_option::ReservedValue;

/// What the operands of an instruction may mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Meaning {
    /// Anything.
    Value,
    /// Labels only.
    Label,
    /// Operands of a call.
    Call,
}

impl<'s> Lowering<'s> {
    pub(super) fn instruction(&mut self, state: &mut FunctionState<'s>) -> StmtKind {
        let Some(tree) = self.tree(Rule::Instruction) else { return StmtKind::Broken };
        let mut nodes: &[Node] = &tree;
        let mut guard = None;
        if let [Node::Guard { negated }, Node::Leaf(leaf), rest @ ..] = nodes {
            guard = self.guard(state, *leaf, *negated);
            nodes = rest;
        }
        let [Node::Head(words), rest @ ..] = nodes else { return StmtKind::Broken };
        let head = self.head(&rest[..*words as usize]);
        let first = state.body.operands.len();
        let meaning = match self.module.heads[head].row.map(|r| r.flow) {
            Some(Flow::Branch) => Meaning::Label,
            Some(Flow::Call) => Meaning::Call,
            Some(Flow::Next | Flow::BranchTable | Flow::Return | Flow::Exit | Flow::Trap) | None => Meaning::Value,
        };
        self.operands(state, &rest[*words as usize..], meaning);
        let Ok(len) = u16::try_from(state.body.operands.len() - first) else {
            self.error(&diag::TOO_LONG, self.token_span(), "this instruction has more than 65,535 operand parts");
            state.body.operands.truncate(first);
            return StmtKind::Broken;
        };
        if meaning == Meaning::Call {
            self.forget_callee(state, first);
        }
        let origin = Origin::Source(self.token_span());
        let data = InstData { head, guard, first: first as u32, len, origin };
        StmtKind::Inst(state.body.insts.push(data))
    }

    fn guard(&mut self, state: &mut FunctionState<'s>, leaf: u32, negated: bool) -> Option<Guard> {
        let token = self.leaf(leaf);
        match self.name(state, token, Meaning::Value) {
            Operand::Reg(reg) if state.body.reg_type(reg) == "pred" => Some(Guard { reg, negated }),
            // That it is not declared was said already.
            Operand::Name(_) => None,
            _ => {
                self.error(&diag::UNDECLARED, token.span(), "a guard is a predicate register");
                None
            }
        }
    }

    /// Interns opcode and modifiers.
    fn head(&mut self, leaves: &[Node]) -> Head {
        if let [Node::Leaf(only)] = leaves {
            let text = self.text(self.leaf(*only));
            if let Some(head) = self.head_cache.get(text) {
                return *head;
            }
            let head = self.new_head(&String::from_utf8_lossy(text));
            self.head_cache.insert(text, head);
            return head;
        }
        let words =
            leaves.iter().filter_map(|n| if let Node::Leaf(l) = n { Some(self.text(self.leaf(*l))) } else { None });
        let text = words.flatten().copied().collect::<Vec<u8>>();
        self.new_head(&String::from_utf8_lossy(&text))
    }

    /// Interns a head; one that is seen for the first time is held against the table.
    fn new_head(&mut self, text: &str) -> Head {
        let before = self.module.heads.len();
        let head = self.module.heads.intern(text);
        if head.as_u32() as usize == before {
            self.check_head(head);
        }
        head
    }

    fn check_head(&mut self, head: Head) {
        let data = &self.module.heads[head];
        let span = self.splitter.tokens.iter().find(|t| matches!(t.kind, Kind::Word | Kind::Dotted));
        let span = span.map_or(self.token_span(), |t| t.span());
        let text = data.text.clone();
        match data.row {
            None => self.report(
                Diagnostic::new(
                    Severity::Warning,
                    &diag::UNKNOWN_INSTRUCTION,
                    span,
                    format!("`{text}` is not in the instruction table"),
                )
                .with_label("counts as able to do anything"),
            ),
            Some(row) => {
                if let Some(why) = unavailable(&self.module, row) {
                    self.error(&diag::TARGET, span, format!("`{text}` is not available here: {why}"));
                }
            }
        }
    }

    /// The callee of a direct call does not have its address taken.
    fn forget_callee(&mut self, state: &mut FunctionState<'s>, first: usize) {
        let body = &state.body;
        let callee = each_operand(&body.operands[first..]).find(|o| !is_group(o, Group::Tuple));
        if let Some([Operand::Func(f)]) = callee {
            let position = state.address_taken.iter().rposition(|t| t == f);
            position.map(|p| state.address_taken.swap_remove(p));
        }
    }

    fn operands(&mut self, state: &mut FunctionState<'s>, nodes: &[Node], meaning: Meaning) {
        let mut at = 0;
        while at < nodes.len() {
            at += match nodes[at] {
                Node::Leaf(leaf) => {
                    self.operand(state, leaf, meaning);
                    1
                }
                Node::Address(n) => push_group(state, Group::Address, n),
                Node::Vector(n) => push_group(state, Group::Vector, n),
                Node::Tuple(1) if meaning != Meaning::Call => self.expression(state, &nodes[at..], 1, meaning),
                Node::Tuple(n) => push_group(state, Group::Tuple, n),
                Node::Index => push_group(state, Group::Juxtaposed, 2),
                Node::Expr(n) => 1 + self.expression(state, &nodes[at + 1..], n as usize, meaning),
                _ => 1,
            };
        }
    }

    fn operand(&mut self, state: &mut FunctionState<'s>, leaf: u32, meaning: Meaning) {
        let token = self.leaf(leaf);
        match token.kind {
            Kind::Word => {
                let operand = self.name(state, token, meaning);
                state.body.operands.push(operand);
            }
            Kind::Dotted => self.dotted(state, token, meaning),
            Kind::Sink => state.body.operands.push(Operand::Sink),
            Kind::Int | Kind::Float => match self.literal(token) {
                Some(value) => push_value(&mut state.body, value),
                None => {
                    let octal = matches!(self.text(token), [b'0', b'0'..=b'9', ..]);
                    let why =
                        if octal { "this is no octal number of 64 bits" } else { "this number does not fit 64 bits" };
                    self.error(&diag::SYNTAX, token.span(), why);
                    state.body.operands.push(Operand::Int(0));
                }
            },
            _ => state.body.operands.push(Operand::Sink),
        }
    }

    fn literal(&self, token: Token) -> Option<Value> {
        match token.kind {
            Kind::Int => literal::integer(self.text(token)),
            Kind::Float => literal::float(self.text(token)),
            _ => None,
        }
    }

    /// What a name means; labels are decided when their scope is closed.
    fn name(&mut self, state: &mut FunctionState<'s>, token: Token, meaning: Meaning) -> Operand {
        let text = self.text(token);
        if meaning == Meaning::Label {
            let slot = PendingSlot::Operand(state.body.operands.len() as u32);
            state.wait_for(text, token.span(), slot);
            return Operand::Label(Label::reserved_value());
        }
        if let Some(operand) = self.local_name(state, text) {
            return operand;
        }
        if let Some(symbol) = self.symbol(text) {
            if let Operand::Func(f) = symbol {
                state.address_taken.push(f);
            }
            return symbol;
        }
        if text == b"WARP_SZ" {
            return Operand::WarpSize;
        }
        self.special(text, 0).unwrap_or_else(|| self.unresolved(token, text))
    }

    fn local_name(&mut self, state: &mut FunctionState<'s>, text: &[u8]) -> Option<Operand> {
        let regs = &mut state.body.regs;
        Some(match state.names.find(text)? {
            Found::Element { range, index } => {
                Operand::Reg(state.names.element_reg(range, index, |bank, index| regs.push(RegData { bank, index })))
            }
            Found::Binding(Binding::Single(bank)) => Operand::Reg(state.single_reg(bank)),
            Found::Binding(Binding::Local(local)) => Operand::Local(local),
            Found::Binding(Binding::Label(label)) => Operand::Label(label),
            Found::Binding(Binding::Table(table)) => Operand::Table(table),
        })
    }

    fn special(&self, name: &[u8], component: u8) -> Option<Operand> {
        let name = std::str::from_utf8(name).ok().filter(|n| n.starts_with('%'))?;
        let index = isa::sregs::special_registers().binary_search_by(|r| r.name.cmp(name)).ok()?;
        Some(Operand::Special(index as u16, component))
    }

    fn unresolved(&mut self, token: Token, text: &[u8]) -> Operand {
        let shown = String::from_utf8_lossy(text).into_owned();
        let numbered = scope::split_number(text).is_some();
        if text.starts_with(b"%") && !numbered {
            self.report(Diagnostic::new(
                Severity::Warning,
                &diag::UNKNOWN_REGISTER,
                token.span(),
                format!("`{shown}` is neither declared nor a special register that the table knows"),
            ));
        } else {
            self.error(&diag::UNDECLARED, token.span(), format!("`{shown}` is not declared here"));
        }
        Operand::Name(self.module.names.push(text.into()))
    }

    /// `%tid.x`, `v.x`, `%r1.b0`.
    fn dotted(&mut self, state: &mut FunctionState<'s>, token: Token, meaning: Meaning) {
        let text = self.text(token);
        let dot = memchr::memchr(b'.', text).unwrap_or(text.len());
        let (name, selector) = (&text[..dot], &text[(dot + 1).min(text.len())..]);
        if self.local_name(state, name).is_none() {
            let component = match selector {
                b"x" | b"r" => 1,
                b"y" | b"g" => 2,
                b"z" | b"b" => 3,
                b"w" | b"a" => 4,
                _ => 0,
            };
            if let Some(special) = self.special(name, component) {
                if component == 0 {
                    self.error(&diag::SYNTAX, token.span(), "this is no component of a special register");
                }
                state.body.operands.push(special);
                return;
            }
        }
        let Some(selector) = Selector::new(selector) else {
            self.error(&diag::SYNTAX, token.span(), "this is no component of a register");
            state.body.operands.push(Operand::Sink);
            return;
        };
        state.body.operands.push(Operand::Group(Group::Select, 2));
        let name = Token { end: token.start + dot as u32, ..token };
        let base = self.name(state, name, meaning);
        state.body.operands.push(base);
        state.body.operands.push(Operand::Selector(selector));
    }

    /// An expression of `count` parts; gives how many nodes it takes.
    fn expression(&mut self, state: &mut FunctionState<'s>, nodes: &[Node], count: usize, meaning: Meaning) -> usize {
        let end = extent(nodes, count);
        let nodes = &nodes[..end];
        if let (Some(parts), used) = self.parts(nodes, count) {
            match literal::evaluate(&parts[..]) {
                Some(value) if used == end => {
                    push_value(&mut state.body, value);
                    return end;
                }
                _ if self.is_constant(nodes) => {
                    self.error(&diag::SYNTAX, self.token_span(), "this constant expression has no value");
                    state.body.operands.push(Operand::Int(0));
                    return end;
                }
                _ => {}
            }
        }
        let first = state.body.operands.len();
        self.mixed(state, nodes, meaning);
        // Only constants are computed: a rewrite could not write such an operand again either.
        let made = &state.body.operands[first..];
        let is_text = made.iter().any(|o| matches!(o, Operand::Group(Group::Expr, _)));
        if is_text && made.iter().any(|o| matches!(o, Operand::Reg(_) | Operand::Special(..))) {
            self.error(&diag::SYNTAX, self.token_span(), "a register can't be part of an expression");
        }
        end
    }

    fn is_constant(&self, nodes: &[Node]) -> bool {
        nodes.iter().all(|n| match n {
            Node::Leaf(l) => matches!(self.leaf(*l).kind, Kind::Int | Kind::Float),
            Node::Op(_) | Node::Tuple(1) | Node::Expr(_) => true,
            _ => false,
        })
    }

    /// An expression that holds a name: `!%p`, `a|b`, `a+4`, `-%r1`, or anything else as it stands.
    fn mixed(&mut self, state: &mut FunctionState<'s>, nodes: &[Node], meaning: Meaning) {
        // `%p|%q` and `{%f0, %f1}|%p`.
        let (left, rest) = nodes.split_at(extent(nodes, 1));
        if let [Node::Op(op), right @ ..] = rest
            && self.leaf(*op).kind == Kind::Pipe
            && extent(right, 1) == right.len()
            && !matches!(left, [Node::Op(_)])
        {
            state.body.operands.push(Operand::Group(Group::Pair, 2));
            self.operands(state, left, meaning);
            self.operands(state, right, meaning);
            return;
        }
        match nodes {
            [Node::Op(op), rest @ ..] if extent(rest, 1) == rest.len() => {
                let group = match self.leaf(*op).kind {
                    Kind::Bang => Group::Not,
                    Kind::Minus => Group::Minus,
                    _ => Group::Expr,
                };
                state.body.operands.push(Operand::Group(group, 1));
                self.operands(state, rest, meaning);
            }
            [Node::Leaf(_), Node::Op(op), rest @ ..] => {
                let kind = self.leaf(*op).kind;
                match (kind, self.parts(rest, count_parts(rest))) {
                    (Kind::Plus | Kind::Minus, (Some(parts), _)) => self.offset(state, nodes, kind, &parts, meaning),
                    _ => self.verbatim(state, nodes, meaning),
                }
            }
            _ => self.verbatim(state, nodes, meaning),
        }
    }

    /// `name + constant`.
    fn offset(&mut self, state: &mut FunctionState<'s>, nodes: &[Node], op: Kind, parts: &[Part], meaning: Meaning) {
        // `a - 4 + 2` is a + (-4 + 2): the sign belongs to the first term only.
        let signed: Vec<Part> =
            std::iter::once(Part::Value(Value::Signed(0))).chain([Part::Op(op)]).chain(parts.iter().copied()).collect();
        match literal::evaluate(&signed) {
            Some(value @ (Value::Signed(_) | Value::Unsigned(_))) => {
                state.body.operands.push(Operand::Group(Group::Plus, 2));
                self.operands(state, &nodes[..1], meaning);
                push_value(&mut state.body, value);
            }
            Some(Value::F32(_) | Value::F64(_)) | None => self.verbatim(state, nodes, meaning),
        }
    }

    /// The operands of an expression that is kept as text.
    fn verbatim(&mut self, state: &mut FunctionState<'s>, nodes: &[Node], meaning: Meaning) {
        let members: Vec<Node> = nodes.iter().filter(|n| matches!(n, Node::Leaf(_))).copied().collect();
        let at = state.body.operands.len();
        state.body.operands.push(Operand::Group(Group::Expr, 0));
        self.operands(state, &members, meaning);
        let flat = &state.body.operands[at + 1..];
        let count = each_operand(flat).count();
        match u16::try_from(count) {
            Ok(count) => state.body.operands[at] = Operand::Group(Group::Expr, count),
            Err(_) => self.error(&diag::TOO_LONG, self.token_span(), "this expression is too long"),
        }
    }

    pub(super) fn constant_parts(&self, nodes: &[Node]) -> (Option<Vec<Part>>, usize) {
        match nodes.first() {
            Some(Node::Expr(n)) => {
                let (parts, used) = self.parts(&nodes[1..], *n as usize);
                (parts, used + 1)
            }
            _ => self.parts(nodes, 1),
        }
    }

    /// `count` parts as a constant expression, if they are one; and how many nodes they take.
    fn parts(&self, nodes: &[Node], count: usize) -> (Option<Vec<Part>>, usize) {
        let end = extent(nodes, count);
        let mut out = Vec::new();
        // Where each open parenthesis ends, as node index.
        let mut closing: Vec<usize> = Vec::new();
        for (i, node) in nodes[..end].iter().enumerate() {
            while closing.last() == Some(&i) {
                closing.pop();
                out.push(Part::Close);
            }
            match node {
                Node::Leaf(l) => match self.literal(self.leaf(*l)) {
                    Some(value) => out.push(Part::Value(value)),
                    None => return (None, end),
                },
                Node::Op(l) => out.push(self.operator(self.leaf(*l))),
                Node::Tuple(1) => {
                    out.push(Part::Open);
                    closing.push(i + extent(&nodes[i..end], 1));
                }
                Node::Expr(_) => {}
                _ => return (None, end),
            }
        }
        out.extend(closing.iter().map(|_| Part::Close));
        (Some(out), end)
    }

    fn operator(&self, token: Token) -> Part {
        match token.kind {
            Kind::Dot => {
                Part::Cast { unsigned: self.text(token).starts_with(b".u") || self.text(token).starts_with(b".b") }
            }
            kind => Part::Op(kind),
        }
    }

    /// `T: .branchtargets A, B;`
    pub(super) fn targets(&mut self, state: &mut FunctionState<'s>) -> StmtKind {
        let Some(tree) = self.tree(Rule::Targets) else { return StmtKind::Broken };
        let [Node::Leaf(name), Node::Leaf(word), entries @ ..] = &*tree else { return StmtKind::Broken };
        let entries: Vec<Token> =
            entries.iter().filter_map(|n| if let Node::Leaf(l) = n { Some(self.leaf(*l)) } else { None }).collect();
        let (name, word) = (self.leaf(*name), self.leaf(*word));
        let table = Table::from_u32(state.body.tables.len() as u32);
        let kind = if self.text(word) == b".branchtargets" {
            for (i, token) in entries.iter().enumerate() {
                let slot = PendingSlot::TableEntry(table, i as u32);
                state.wait_for(self.text(*token), token.span(), slot);
            }
            TableKind::Branch(vec![Label::reserved_value(); entries.len()])
        } else {
            TableKind::Call(entries.iter().map(|t| self.name(state, *t, Meaning::Value)).collect())
        };
        self.declare_table(state, name, kind)
    }

    /// `P: .callprototype (…) _ (…);`
    pub(super) fn prototype(&mut self, state: &mut FunctionState<'s>) -> StmtKind {
        if self.tree(Rule::Prototype).is_none() {
            return StmtKind::Broken;
        }
        let noreturn = self.splitter.tokens.iter().any(|t| t.kind == Kind::Dot && self.text(*t) == b".noreturn");
        self.declare_table(state, self.splitter.tokens[0], TableKind::Prototype { noreturn })
    }

    fn declare_table(&mut self, state: &mut FunctionState<'s>, name: Token, kind: TableKind) -> StmtKind {
        self.check_name(name);
        let text = self.text(name);
        let span = self.token_span();
        let table = state.body.tables.push(TableData { name: text.into(), kind, span });
        if !state.names.declare(text, Binding::Table(table)) {
            self.redeclared(name);
        }
        StmtKind::Table(table)
    }
}

impl FunctionState<'_> {
    /// The register of a single declaration; made when it is used for the first time.
    fn single_reg(&mut self, bank: Bank) -> Reg {
        if let Some(reg) = self.single_regs.get(&bank) {
            return *reg;
        }
        let reg = self.body.regs.push(RegData { bank, index: 0 });
        self.single_regs.insert(bank, reg);
        reg
    }
}

fn push_group(state: &mut FunctionState<'_>, group: Group, members: u32) -> usize {
    // More members than fit are caught by the limit on an instruction's operand parts.
    state.body.operands.push(Operand::Group(group, members.min(u32::from(u16::MAX)) as u16));
    1
}

fn push_value(body: &mut Body, value: Value) {
    let operand = match value {
        Value::Signed(v) => match u32::try_from(v) {
            Ok(v) => Operand::Int(v),
            Err(_) => Operand::WideInt(wide(body, v as u64)),
        },
        Value::Unsigned(v) => match u32::try_from(v) {
            Ok(v) => Operand::Int(v),
            Err(_) => Operand::WideInt(wide(body, v)),
        },
        Value::F32(bits) => Operand::F32(bits),
        Value::F64(v) => Operand::F64(wide(body, v.to_bits())),
    };
    body.operands.push(operand);
}

fn wide(body: &mut Body, bits: u64) -> u32 {
    body.wide.push(bits);
    body.wide.len() as u32 - 1
}

/// How many nodes the first `count` parts take.
fn extent(nodes: &[Node], count: usize) -> usize {
    let mut missing = count;
    let mut at = 0;
    while missing > 0 && at < nodes.len() {
        missing -= 1;
        missing += match nodes[at] {
            Node::Address(n) | Node::Vector(n) | Node::Tuple(n) | Node::Expr(n) => n as usize,
            Node::Index => 2,
            _ => 0,
        };
        at += 1;
    }
    at
}

/// How many parts a list of nodes holds.
fn count_parts(nodes: &[Node]) -> usize {
    let mut at = 0;
    let mut count = 0;
    while at < nodes.len() {
        at += extent(&nodes[at..], 1);
        count += 1;
    }
    count
}
