//! Declarations of variables and registers.

use super::*;

/// The words before the declared names: `.visible .global .align 4 .v2 .b32`.
#[derive(Debug, Clone, Default)]
pub(super) struct Attributes {
    pub(super) space: Option<VarSpace>,
    linkage: Linkage,
    align: Option<u32>,
    ty: Option<Box<str>>,
    lanes: u8,
    pointer: bool,
}

/// A declared name with its range or dimensions.
pub(super) struct Declarator {
    pub(super) name: Token,
    pub(super) range: Option<Token>,
    dims: Vec<Option<u64>>,
    initialized: bool,
}

impl<'s> Lowering<'s> {
    /// Reads attributes from the front of `nodes`; gives how many nodes they take.
    pub(super) fn attributes(&mut self, nodes: &[Node]) -> (Attributes, usize) {
        let mut out = Attributes { lanes: 1, ..Attributes::default() };
        let mut at = 0;
        while let Some(Node::Attribute(args)) = nodes.get(at) {
            let Some(Node::Leaf(word)) = nodes.get(at + 1) else { break };
            let arg = match nodes.get(at + 2) {
                Some(Node::Leaf(arg)) if *args > 0 => literal::integer(self.text(self.leaf(*arg))),
                _ => None,
            };
            self.attribute(&mut out, self.text(self.leaf(*word)), arg);
            at += 2 + *args as usize;
        }
        (out, at)
    }

    fn attribute(&self, out: &mut Attributes, word: &[u8], arg: Option<literal::Value>) {
        match word {
            b".reg" | b".sreg" => out.space = Some(VarSpace::Reg),
            b".global" if out.space.is_none() => out.space = Some(VarSpace::Global),
            b".const" if out.space.is_none() => out.space = Some(VarSpace::Const),
            b".shared" if out.space.is_none() => out.space = Some(VarSpace::Shared),
            b".local" if out.space.is_none() => out.space = Some(VarSpace::Local),
            b".param" => out.space = Some(VarSpace::Param),
            b".tex" => out.space = Some(VarSpace::Tex),
            b".visible" => out.linkage = Linkage::Visible,
            b".extern" => out.linkage = Linkage::Extern,
            b".weak" => out.linkage = Linkage::Weak,
            b".common" => out.linkage = Linkage::Common,
            b".ptr" => out.pointer = true,
            b".align" => {
                if let Some(literal::Value::Signed(v)) = arg {
                    out.align = u32::try_from(v).ok();
                }
            }
            b".v2" => out.lanes = 2,
            b".v4" => out.lanes = 4,
            b".v8" => out.lanes = 8,
            // Behind `.ptr` a space says where the pointer points to.
            b".global" | b".const" | b".shared" | b".local" | b".attribute" | b".managed" | b".unified" => {}
            _ => out.ty = Some(String::from_utf8_lossy(&word[1..]).into()),
        }
    }

    /// Reads one declarator; gives how many nodes it takes, without its initialiser.
    pub(super) fn declarator(&mut self, nodes: &[Node]) -> Option<(Declarator, usize)> {
        let [Node::Declarator { initialized }, Node::Leaf(name), rest @ ..] = nodes else { return None };
        let mut out = Declarator { name: self.leaf(*name), range: None, dims: Vec::new(), initialized: *initialized };
        self.check_name(out.name);
        let mut at = 2;
        let mut rest = rest;
        while let Some(node) = rest.first() {
            let used = match node {
                Node::Range(n) => {
                    out.range = Some(self.leaf(*n));
                    1
                }
                Node::OpenDimension => {
                    out.dims.push(None);
                    1
                }
                Node::Dimension => {
                    let (value, used) = self.dimension(&rest[1..]);
                    out.dims.push(value);
                    1 + used
                }
                _ => break,
            };
            at += used;
            rest = &rest[used..];
        }
        Some((out, at))
    }

    fn dimension(&mut self, nodes: &[Node]) -> (Option<u64>, usize) {
        let (parts, used) = self.constant_parts(nodes);
        let value = parts.and_then(|p| literal::evaluate(&p)).and_then(|v| match v {
            literal::Value::Signed(v) => u64::try_from(v).ok(),
            literal::Value::Unsigned(v) => Some(v),
            literal::Value::F32(_) | literal::Value::F64(_) => None,
        });
        if value.is_none() {
            self.error(&diag::SYNTAX, self.token_span(), "an array dimension is a constant that is not negative");
        }
        (value, used)
    }

    pub(super) fn variable(&self, attributes: &Attributes, declarator: &Declarator, space: VarSpace) -> Variable {
        Variable {
            name: self.text(declarator.name).into(),
            space,
            linkage: attributes.linkage,
            align: attributes.align,
            ty: attributes.ty.clone().unwrap_or_else(|| "b32".into()),
            lanes: attributes.lanes,
            dims: declarator.dims.clone(),
            initialised: declarator.initialized,
            pointer: attributes.pointer,
            span: declarator.name.span(),
        }
    }

    /// The declarators of a declaration, each given to `each` with the names of its initialiser.
    fn declarators(&mut self, mut nodes: &[Node], mut each: impl FnMut(&mut Self, Declarator)) {
        while let Some((declarator, used)) = self.declarator(nodes) {
            nodes = &nodes[used..];
            if declarator.initialized {
                let end = nodes.iter().position(|n| matches!(n, Node::Declarator { .. })).unwrap_or(nodes.len());
                for node in &nodes[..end] {
                    if let Node::Leaf(leaf) = node {
                        self.initial_address(self.leaf(*leaf));
                    }
                }
                nodes = &nodes[end..];
            }
            each(self, declarator);
        }
    }

    /// A name in an initialiser means the address of a function or variable.
    fn initial_address(&mut self, token: Token) {
        let text = self.text(token);
        if self.symbols.contains_key(text) {
            self.take_address(token);
        } else {
            let name = String::from_utf8_lossy(text).into_owned();
            self.error(&diag::UNDECLARED, token.span(), format!("`{name}` is not declared here"));
        }
    }

    pub(super) fn module_variables(&mut self) -> ItemKind {
        let Some(tree) = self.tree(Rule::Declaration) else { return ItemKind::Broken };
        let (attributes, used) = self.attributes(&tree);
        let Some(space) = attributes.space.filter(|s| *s != VarSpace::Reg) else {
            self.error(&diag::SYNTAX, self.token_span(), "a declaration without a state space that modules may use");
            return ItemKind::Broken;
        };
        let first = GlobalId::from_u32(self.module.globals.len() as u32);
        self.declarators(&tree[used..], |this, declarator| {
            let variable = this.variable(&attributes, &declarator, space);
            this.declare_global(variable, declarator.name);
        });
        let count = self.module.globals.len() as u32 - first.as_u32();
        ItemKind::Variables { first, count }
    }

    fn declare_global(&mut self, variable: Variable, name: Token) {
        let known = self.symbols.get(self.text(name)).copied();
        let extern_before = match known {
            None => true,
            Some(Symbol::Global(old)) => {
                self.module.globals[old].linkage == Linkage::Extern || variable.linkage == Linkage::Extern
            }
            Some(Symbol::Func(_)) => false,
        };
        if !extern_before {
            self.redeclared(name);
        }
        let id = self.module.globals.push(variable);
        self.symbols.insert(self.text(name), Symbol::Global(id));
    }

    pub(super) fn redeclared(&mut self, name: Token) {
        let text = String::from_utf8_lossy(self.text(name)).into_owned();
        self.error(&diag::REDECLARED, name.span(), format!("`{text}` is declared twice"));
    }

    /// A declaration in a body: registers or variables.
    pub(super) fn body_declaration(&mut self, state: &mut FunctionState<'s>) -> StmtKind {
        let Some(tree) = self.tree(Rule::Declaration) else { return StmtKind::Broken };
        let (attributes, used) = self.attributes(&tree);
        let Some(space) = attributes.space else {
            self.error(&diag::SYNTAX, self.token_span(), "a declaration without a state space");
            return StmtKind::Broken;
        };
        self.declarators(&tree[used..], |this, declarator| match space {
            VarSpace::Reg => this.declare_register(state, &attributes, &declarator),
            VarSpace::Const
            | VarSpace::Global
            | VarSpace::Local
            | VarSpace::Param
            | VarSpace::Shared
            | VarSpace::Tex => {
                let local = state.body.locals.push(this.variable(&attributes, &declarator, space));
                if !state.names.declare(this.text(declarator.name), Binding::Local(local)) {
                    this.redeclared(declarator.name);
                }
            }
        });
        if space == VarSpace::Reg { StmtKind::Reg } else { StmtKind::Var }
    }

    fn range_count(&mut self, token: Token) -> u32 {
        let count = match literal::integer(self.text(token)) {
            Some(literal::Value::Signed(v)) => u32::try_from(v).ok(),
            Some(literal::Value::Unsigned(v)) => u32::try_from(v).ok(),
            Some(literal::Value::F32(_) | literal::Value::F64(_)) | None => None,
        };
        count.unwrap_or_else(|| {
            self.error(&diag::SYNTAX, token.span(), "a range of registers has fewer than 4,294,967,296 of them");
            u32::MAX
        })
    }

    fn declare_register(&mut self, state: &mut FunctionState<'s>, attributes: &Attributes, declarator: &Declarator) {
        let name = self.text(declarator.name);
        let count = declarator.range.map(|t| self.range_count(t));
        let ty = attributes.ty.clone().unwrap_or_else(|| "b32".into());
        let bank = state.body.banks.push(BankData { name: name.into(), count, ty, lanes: attributes.lanes });
        let new = match count {
            Some(count) => state.names.declare_range(name, count, bank),
            None => state.names.declare(name, Binding::Single(bank)),
        };
        if !new {
            self.redeclared(declarator.name);
        }
    }
}
