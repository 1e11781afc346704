//! Statement trees: what the grammar makes of a sequence of token kinds.
//!
//! A tree is a flat list of [`Node`]s in prefix order. Leaves are numbers of tokens *within the statement*, so the same
//! tree serves every statement with the same kinds: [`Shapes`] keeps one per sequence and the grammar runs only for
//! sequences not seen before. This makes parsing cost about as much as looking up a short string.

use crate::grammar;
use crate::lex::{Kind, Token};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A node; groups are followed by their members.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Node {
    /// A token: name, literal, sink, part.
    Leaf(u32),
    /// An operator, or the type of a cast.
    Op(u32),
    /// `@` or `@!`; the name follows.
    Guard {
        /// `@!`.
        negated: bool,
    },
    /// Opcode and modifiers: this many leaves.
    Head(u32),
    /// `[…]` of this many operands.
    Address(u32),
    /// `{…}` of this many operands.
    Vector(u32),
    /// `(…)` of this many operands.
    Tuple(u32),
    /// `a[i]`: two operands.
    Index,
    /// An expression of this many parts, operators and operands as they are written.
    Expr(u32),
    /// A word that begins with a point, and this many arguments: all leaves.
    Attribute(u32),
    /// A declared name (next leaf), then its range, dimensions, and initialiser.
    Declarator {
        /// Does an [`Node::Initializer`] follow?
        initialized: bool,
    },
    /// `<n>`.
    Range(u32),
    /// `[]`.
    OpenDimension,
    /// `[n]`; the operand follows.
    Dimension,
    /// The names in an initialiser follow, up to the next declarator.
    Initializer,
    /// The words before a function's name: this many attributes.
    Intro(u32),
    /// The return parameters; a list follows.
    Returns,
    /// The function's name; a leaf follows.
    FunctionName,
    /// The parameters; a list follows.
    Parameters,
    /// A list of this many parameters.
    List(u32),
    /// A parameter with this many attributes, then a declarator.
    Parameter(u32),
}

/// `head`, then `members`.
pub(crate) fn group(head: Node, mut members: Vec<Node>) -> Vec<Node> {
    members.insert(0, head);
    members
}

/// The lists one after the other.
pub(crate) fn many<const N: usize>(lists: [Vec<Node>; N]) -> Vec<Node> {
    let mut lists = lists.into_iter();
    let mut first = lists.next().unwrap_or_default();
    for list in lists {
        first.extend(list);
    }
    first
}

/// Which rule of the grammar a statement has to follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Rule {
    Instruction,
    Declaration,
    Header,
    Targets,
    Prototype,
    Directive,
}

/// The grammar refuses the token with this number; the number of tokens where it wants more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Unexpected(pub usize);

/// What the grammar makes of a statement.
type Tree = Result<Rc<[Node]>, Unexpected>;

/// Trees of statements seen so far.
#[derive(Debug, Default)]
pub(crate) struct Shapes {
    /// Refusals too: they cost most.
    seen: FxHashMap<Box<[u8]>, Tree>,
    key: Vec<u8>,
}

/// Longer statements are parsed each time: huge initialisers, mostly.
const LONGEST_KEPT: usize = 1024;
/// No more trees than this are kept, so that hostile input can't fill memory.
const MOST_KEPT: usize = 1 << 14;

impl Shapes {
    /// The tree of a statement.
    pub(crate) fn parse(&mut self, rule: Rule, tokens: &[Token]) -> Tree {
        if tokens.len() > LONGEST_KEPT {
            return run(rule, tokens).map(Rc::from);
        }
        self.key.clear();
        self.key.push(rule as u8);
        self.key.extend(tokens.iter().map(|t| t.kind as u8));
        if let Some(tree) = self.seen.get(self.key.as_slice()) {
            return tree.clone();
        }
        let tree = run(rule, tokens).map(Rc::from);
        if self.seen.len() < MOST_KEPT {
            self.seen.insert(self.key.as_slice().into(), tree.clone());
        }
        tree
    }
}

fn run(rule: Rule, tokens: &[Token]) -> Result<Vec<Node>, Unexpected> {
    let input = tokens.iter().enumerate().map(|(i, t)| Ok::<_, ()>((i, t.kind, i + 1)));
    let result = match rule {
        Rule::Instruction => grammar::InstructionParser::new().parse(input),
        Rule::Declaration => grammar::DeclarationParser::new().parse(input),
        Rule::Header => grammar::HeaderParser::new().parse(input),
        Rule::Targets => grammar::TargetsParser::new().parse(input),
        Rule::Prototype => grammar::PrototypeParser::new().parse(input),
        Rule::Directive => grammar::DirectiveParser::new().parse(input),
    };
    result.map_err(|e| match e {
        lalrpop_util::ParseError::UnrecognizedToken { token, .. } | lalrpop_util::ParseError::ExtraToken { token } => {
            Unexpected(token.0)
        }
        lalrpop_util::ParseError::UnrecognizedEof { .. }
        | lalrpop_util::ParseError::InvalidToken { .. }
        | lalrpop_util::ParseError::User { .. } => Unexpected(tokens.len()),
    })
}

/// Is the kind one that can't be inside any statement?
pub(crate) fn never_in_statement(kind: Kind) -> bool {
    matches!(kind, Kind::Error | Kind::DwarfLine)
}
