//! The splitter: cuts text into statements and says which rule of the grammar each has to follow.
//!
//! It looks at brackets, semicolons and the first words of a statement only. A statement that the grammar then refuses
//! is skipped as a whole, since a semicolon can't stand inside one: this is all the recovery that is needed.

use crate::lex::{Kind, Lexer, Token};
use crate::syntax::Rule;

/// Brackets and scopes may be nested this deep.
pub const MAX_DEPTH: u32 = 1024;

/// What a piece of text is; its tokens are in [`Splitter::tokens`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cut {
    /// The end of the text.
    End,
    /// `{`.
    Open,
    /// `}`.
    Close,
    /// `name:`.
    Label,
    /// A statement that the grammar has to look at.
    Statement(Rule),
    /// `.version`, `.target`, `.address_size`, `.file`, `.loc`: no terminator.
    Line(Line),
    /// `.section … { … }`.
    Section,
    /// A line of the old DWARF form.
    Dwarf,
    /// Something that is cut off: the text ends, or a `}` closes the scope, before its semicolon.
    Unfinished,
    /// Brackets nested too deeply; read up to its semicolon.
    TooDeep,
}

/// A directive that ends where its arguments end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Line {
    Version,
    Target,
    AddressSize,
    File,
    Loc,
}

pub(crate) struct Splitter<'s> {
    pub(crate) text: &'s [u8],
    lexer: Lexer<'s>,
    /// Tokens of the current cut.
    pub(crate) tokens: Vec<Token>,
    /// A cut that was given back.
    held: Option<(Cut, Vec<Token>)>,
}

/// Directives that can only begin an item: they end a prototype whose semicolon is missing.
fn begins_item(word: &[u8]) -> bool {
    matches!(
        word,
        b".entry"
            | b".func"
            | b".visible"
            | b".extern"
            | b".weak"
            | b".common"
            | b".global"
            | b".const"
            | b".alias"
            | b".file"
            | b".section"
            | b".version"
            | b".target"
    )
}

fn is_space(word: &[u8]) -> bool {
    matches!(word, b".reg" | b".sreg" | b".global" | b".const" | b".shared" | b".local" | b".param" | b".tex")
}

fn is_linkage(word: &[u8]) -> bool {
    matches!(word, b".visible" | b".extern" | b".weak" | b".common")
}

impl<'s> Splitter<'s> {
    pub(crate) fn new(text: &'s [u8]) -> Self {
        Splitter { text, lexer: Lexer::new(text), tokens: Vec::new(), held: None }
    }

    pub(crate) fn text_of(&self, token: Token) -> &'s [u8] {
        &self.text[token.span().range()]
    }

    fn peek_kind(&mut self) -> Option<Kind> {
        self.lexer.peek().map(|t| t.kind)
    }

    fn take(&mut self) {
        if let Some(token) = self.lexer.next() {
            self.tokens.push(token);
        }
    }

    fn take_if(&mut self, kind: Kind) -> bool {
        let found = self.peek_kind() == Some(kind);
        if found {
            self.take();
        }
        found
    }

    /// Gives the current cut back: it comes again. Until then the current one is an empty one at `end`.
    pub(crate) fn give_back(&mut self, cut: Cut, end: u32) {
        let nothing = vec![Token { kind: Kind::Semi, start: end, end }];
        self.held = Some((cut, std::mem::replace(&mut self.tokens, nothing)));
    }

    /// Cuts the next statement.
    pub(crate) fn next(&mut self) -> Cut {
        if let Some((cut, tokens)) = self.held.take() {
            self.tokens = tokens;
            return cut;
        }
        self.tokens.clear();
        let Some(first) = self.lexer.next() else { return Cut::End };
        self.tokens.push(first);
        match first.kind {
            Kind::Word => match self.peek_kind() {
                Some(Kind::Colon) => self.label(),
                _ => self.until_semicolon(Rule::Instruction),
            },
            Kind::LBrace => Cut::Open,
            Kind::RBrace => Cut::Close,
            Kind::Dot | Kind::Attribute => self.directive(first),
            Kind::DwarfLine => Cut::Dwarf,
            // An empty statement; the grammar refuses it.
            Kind::Semi => Cut::Statement(Rule::Instruction),
            _ => self.until_semicolon(Rule::Instruction),
        }
    }

    fn label(&mut self) -> Cut {
        self.take();
        match self.lexer.peek() {
            Some(t) if t.kind == Kind::Dot => match self.text_of(t) {
                b".branchtargets" | b".calltargets" => self.until_semicolon(Rule::Targets),
                b".callprototype" => self.until_semicolon(Rule::Prototype),
                _ => Cut::Label,
            },
            _ => Cut::Label,
        }
    }

    fn directive(&mut self, first: Token) -> Cut {
        let word = self.text_of(first);
        match word {
            b".version" => self.line(Line::Version),
            b".target" => self.line(Line::Target),
            b".address_size" => self.line(Line::AddressSize),
            b".file" => self.line(Line::File),
            b".loc" => self.line(Line::Loc),
            b".section" => self.section(),
            b".entry" | b".func" => self.header(),
            _ if is_space(word) => self.until_semicolon(Rule::Declaration),
            _ if is_linkage(word) || first.kind == Kind::Attribute => self.linked(),
            _ => self.until_semicolon(Rule::Directive),
        }
    }

    /// After `.visible` and the like: a function or a variable.
    fn linked(&mut self) -> Cut {
        while let Some(token) = self.lexer.peek() {
            match (token.kind, self.text_of(token)) {
                (Kind::Dot, b".entry" | b".func") => return self.header(),
                (Kind::Dot, word) if is_space(word) => return self.until_semicolon(Rule::Declaration),
                (Kind::Dot | Kind::Attribute | Kind::LParen | Kind::RParen | Kind::Int | Kind::Comma, _) => self.take(),
                _ => return self.until_semicolon(Rule::Declaration),
            }
        }
        Cut::Unfinished
    }

    fn line(&mut self, line: Line) -> Cut {
        match line {
            Line::Version | Line::AddressSize => {
                let _ = self.take_if(Kind::Float) || self.take_if(Kind::Int);
            }
            Line::Target => while self.take_if(Kind::Word) && self.take_if(Kind::Comma) {},
            Line::File => {
                let _ = self.take_if(Kind::Int) && self.take_if(Kind::Str);
                while self.take_if(Kind::Comma) && self.take_if(Kind::Int) {}
            }
            Line::Loc => self.location(),
        }
        Cut::Line(line)
    }

    /// `.loc 1 18 0, function_name $L+16, inlined_at 1 20 3`.
    fn location(&mut self) {
        while self.take_if(Kind::Int) {}
        while self.take_if(Kind::Comma) {
            if !self.take_if(Kind::Word) {
                return;
            }
            let _ = self.take_if(Kind::Word) && self.take_if(Kind::Plus);
            while self.take_if(Kind::Int) {}
        }
    }

    fn section(&mut self) -> Cut {
        while let Some(kind) = self.peek_kind() {
            match kind {
                Kind::Dot | Kind::Word | Kind::Dotted | Kind::Str => self.take(),
                Kind::LBrace => break,
                _ => return Cut::Unfinished,
            }
        }
        while let Some(token) = self.lexer.next() {
            // The contents are copied, never looked at; only the last token matters.
            self.tokens.truncate(2);
            self.tokens.push(token);
            if token.kind == Kind::RBrace {
                return Cut::Section;
            }
        }
        Cut::Unfinished
    }

    /// A function's header up to `{` or `;`, either included.
    fn header(&mut self) -> Cut {
        let mut depth = 0u32;
        let mut pragma = false;
        let mut named = false;
        while let Some(token) = self.lexer.peek() {
            match token.kind {
                Kind::LParen | Kind::LBracket => depth += 1,
                Kind::RParen | Kind::RBracket => depth = depth.saturating_sub(1),
                Kind::LBrace => {
                    self.take();
                    return Cut::Statement(Rule::Header);
                }
                Kind::RBrace => return Cut::Unfinished,
                Kind::Semi if pragma => pragma = false,
                Kind::Semi => {
                    self.take();
                    return Cut::Statement(Rule::Header);
                }
                Kind::Word | Kind::Dotted if depth == 0 => named = true,
                Kind::Dot if depth == 0 => {
                    let word = self.text_of(token);
                    pragma = word == b".pragma";
                    if named && begins_item(word) {
                        return self.close_prototype(token);
                    }
                }
                _ => {}
            }
            self.take();
            if depth > MAX_DEPTH {
                return self.too_deep();
            }
        }
        Cut::Unfinished
    }

    /// A prototype may lack its semicolon before the next item: it is added without any text.
    fn close_prototype(&mut self, next: Token) -> Cut {
        let at = self.tokens.last().map_or(next.start, |t| t.end);
        self.tokens.push(Token { kind: Kind::Semi, start: at, end: at });
        Cut::Statement(Rule::Header)
    }

    /// Takes tokens up to a semicolon, which ends every other statement.
    fn until_semicolon(&mut self, rule: Rule) -> Cut {
        let mut depth = self.tokens.iter().filter(|t| t.kind == Kind::LBrace || t.kind == Kind::LParen).count() as u32;
        let mut value = false;
        while let Some(token) = self.lexer.next() {
            match token.kind {
                Kind::Semi => {
                    self.tokens.push(token);
                    return Cut::Statement(rule);
                }
                Kind::LBrace | Kind::LParen | Kind::LBracket => depth += 1,
                Kind::RBrace if depth == 0 => {
                    self.lexer.unread(token);
                    return Cut::Unfinished;
                }
                Kind::RBrace | Kind::RParen | Kind::RBracket => depth = depth.saturating_sub(1),
                Kind::Assign => value = true,
                Kind::Int | Kind::Float if value && self.extend_numbers(token) => continue,
                _ => {}
            }
            self.tokens.push(token);
            if depth > MAX_DEPTH {
                return self.too_deep();
            }
        }
        Cut::Unfinished
    }

    /// In an initialiser, joins `number , number` to one token.
    fn extend_numbers(&mut self, token: Token) -> bool {
        let [.., number, comma] = self.tokens.as_mut_slice() else { return false };
        let joins = comma.kind == Kind::Comma && matches!(number.kind, Kind::Int | Kind::Float | Kind::Numbers);
        if joins {
            number.kind = Kind::Numbers;
            number.end = token.end;
            self.tokens.pop();
        }
        joins
    }

    fn too_deep(&mut self) -> Cut {
        while let Some(token) = self.lexer.next() {
            if token.kind == Kind::Semi {
                self.tokens.push(token);
                break;
            }
        }
        Cut::TooDeep
    }
}
