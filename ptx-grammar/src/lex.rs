//! Tokens: about forty kinds, none of them an opcode (PTX ISA "Lexical Elements").
//!
//! Blank space, comments and `#` lines are not tokens of their own: they are the gaps between tokens, so that tokens and
//! gaps together cover every byte ([`pieces`] shows them as one sequence). A word with its point-separated parts
//! (`ld.global.u32`, `%tid.x`) is one token; so is a part that stands alone (`.reg`, `.shared::cta`, `.1d`).

use crate::source::Span;
use logos::{Filter, Logos};

/// Kind of a token.
#[derive(Logos, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[logos(utf8 = false)]
#[logos(skip r"[ \t\r\n\x0b\x0c]+")]
#[logos(skip(r"(//|#)(?-u:[^\n])*", allow_greedy = true))]
#[repr(u8)]
pub enum Kind {
    /// `name`, `%r1`, `$L__BB0_1`.
    #[regex(r"[A-Za-z][A-Za-z0-9_$]*|[_$%][A-Za-z0-9_$]+")]
    Word,
    /// A word with parts: `ld.global.u32`, `%tid.x`.
    #[regex(r"([A-Za-z][A-Za-z0-9_$]*|[_$%][A-Za-z0-9_$]+)(\.[A-Za-z0-9_$]+(::[A-Za-z0-9_$]+(:[0-9]+)?)*)+")]
    Dotted,
    /// A part alone: `.reg`, `.shared::cta`.
    #[regex(r"\.[A-Za-z0-9_$]+(::[A-Za-z0-9_$]+(:[0-9]+)?)*", priority = 1)]
    Dot,
    /// `.attribute`, the only part that takes arguments in parentheses.
    #[token(".attribute", priority = 20)]
    Attribute,
    /// `_`.
    #[token("_")]
    Sink,
    /// Integer literal.
    #[regex(r"0[xX][0-9a-fA-F]+U?|0[bB][01]+U?|[0-9]+U?")]
    Int,
    /// Floating-point literal; also the version number of `.version`.
    #[regex(r"0[fF][0-9a-fA-F]{8}|0[dD][0-9a-fA-F]{16}", priority = 20)]
    #[regex(r"[0-9]+\.[0-9]*([eE][+-]?[0-9]+)?|[0-9]+[eE][+-]?[0-9]+")]
    #[regex(r"\.[0-9]+([eE][+-]?[0-9]+)?", priority = 20)]
    Float,
    /// Several numbers separated by commas; made by the statement splitter inside initialisers, never by the lexer.
    Numbers,
    /// `"…"`.
    #[regex(r#""(?-u:[^"\n])*""#)]
    Str,
    /// A line of the old DWARF form, `@@DWARF …`.
    #[regex(r"@@(?-u:[^\n])*", allow_greedy = true)]
    DwarfLine,
    /// `,`
    #[token(",")]
    Comma,
    /// `;`
    #[token(";")]
    Semi,
    /// `:`
    #[token(":")]
    Colon,
    /// `{`
    #[token("{")]
    LBrace,
    /// `}`
    #[token("}")]
    RBrace,
    /// `(`
    #[token("(")]
    LParen,
    /// `)`
    #[token(")")]
    RParen,
    /// `[`
    #[token("[")]
    LBracket,
    /// `]`
    #[token("]")]
    RBracket,
    /// `@`
    #[token("@")]
    At,
    /// `=`
    #[token("=")]
    Assign,
    /// `|`
    #[token("|")]
    Pipe,
    /// `!`
    #[token("!")]
    Bang,
    /// `~`
    #[token("~")]
    Tilde,
    /// `+`
    #[token("+")]
    Plus,
    /// `-`
    #[token("-")]
    Minus,
    /// `<`
    #[token("<")]
    Less,
    /// `>`
    #[token(">")]
    Greater,
    /// `?`
    #[token("?")]
    Question,
    /// `*`
    #[token("*")]
    Star,
    /// `/`
    #[token("/")]
    Slash,
    /// `%`
    #[token("%")]
    Percent,
    /// `<<`
    #[token("<<")]
    Shl,
    /// `>>`
    #[token(">>")]
    Shr,
    /// `&`
    #[token("&")]
    And,
    /// `^`
    #[token("^")]
    Xor,
    /// `&&`
    #[token("&&")]
    AndAnd,
    /// `||`
    #[token("||")]
    OrOr,
    /// `==`
    #[token("==")]
    EqEq,
    /// `!=`
    #[token("!=")]
    NotEq,
    /// `<=`
    #[token("<=")]
    LessEq,
    /// `>=`
    #[token(">=")]
    GreaterEq,
    /// Bytes that belong to no token, names that begin with a digit, and comments that are never closed.
    #[regex(r"[0-9][A-Za-z0-9_$]*", priority = 0)]
    #[token("/*", comment)]
    Error,
}

/// Skips a comment up to its end; all that follows is an error when it has none.
fn comment(lexer: &mut logos::Lexer<'_, Kind>) -> Filter<()> {
    let rest = lexer.remainder();
    match memchr::memmem::find(rest, b"*/") {
        Some(end) => {
            lexer.bump(end + 2);
            Filter::Skip
        }
        None => {
            lexer.bump(rest.len());
            Filter::Emit(())
        }
    }
}

/// A token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// Its kind.
    pub kind: Kind,
    /// First byte.
    pub start: u32,
    /// Behind the last byte.
    pub end: u32,
}

impl Token {
    /// Its place.
    pub fn span(self) -> Span {
        Span::new(self.start, self.end)
    }
}

/// Reads tokens one by one, with one token of lookahead.
#[derive(Debug)]
pub(crate) struct Lexer<'s> {
    inner: logos::Lexer<'s, Kind>,
    peeked: Option<Token>,
}

impl<'s> Lexer<'s> {
    pub(crate) fn new(text: &'s [u8]) -> Self {
        Lexer { inner: Kind::lexer(text), peeked: None }
    }

    fn read(&mut self) -> Option<Token> {
        let kind = self.inner.next()?.unwrap_or(Kind::Error);
        let span = self.inner.span();
        Some(Token { kind, start: span.start as u32, end: span.end as u32 })
    }

    pub(crate) fn next(&mut self) -> Option<Token> {
        match self.peeked.take() {
            Some(token) => Some(token),
            None => self.read(),
        }
    }

    /// Gives back the token that was read last.
    pub(crate) fn unread(&mut self, token: Token) {
        self.peeked = Some(token);
    }

    pub(crate) fn peek(&mut self) -> Option<Token> {
        if self.peeked.is_none() {
            self.peeked = self.read();
        }
        self.peeked
    }
}

/// A token, or the bytes between two tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Piece {
    /// A token.
    Token(Token),
    /// Blank space and comments.
    Gap(Span),
}

/// Tokens and gaps; together they cover every byte of `text` exactly once, in order.
pub fn pieces(text: &[u8]) -> impl Iterator<Item = Piece> + '_ {
    let mut lexer = Lexer::new(text);
    let mut at = 0u32;
    let mut held = None;
    std::iter::from_fn(move || {
        let next: Option<Token> = held.take().or_else(|| lexer.next());
        let until = next.map_or(text.len() as u32, |t| t.start);
        if at < until {
            held = next;
            let gap = Span::new(at, until);
            at = until;
            return Some(Piece::Gap(gap));
        }
        let token = next?;
        at = token.end;
        Some(Piece::Token(token))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<(Kind, &str)> {
        let token = |p| if let Piece::Token(t) = p { Some(t) } else { None };
        pieces(text.as_bytes()).filter_map(token).map(|t| (t.kind, &text[t.span().range()])).collect()
    }

    #[test]
    fn parts_numbers_and_names() {
        use Kind::*;
        assert_eq!(
            kinds("ld.global::x.v4 .5 .5d .1e3 1. 0f3F800000 0d3FF0000000000000 0x1fU 0b1 017 % _ %r1 _a 1.5e-3"),
            [
                (Dotted, "ld.global::x.v4"),
                (Float, ".5"),
                (Dot, ".5d"),
                (Float, ".1e3"),
                (Float, "1."),
                (Float, "0f3F800000"),
                (Float, "0d3FF0000000000000"),
                (Int, "0x1fU"),
                (Int, "0b1"),
                (Int, "017"),
                (Percent, "%"),
                (Sink, "_"),
                (Word, "%r1"),
                (Word, "_a"),
                (Float, "1.5e-3"),
            ]
        );
    }

    #[test]
    fn comments_and_bytes_are_covered() {
        let text = b"a /* x ** / */ b // \xff\xfe\n#line 1\n\"\xe9\" \x00 @@DWARF x\n/* open";
        assert_eq!(kinds("// gr\u{fc}n\n/* \u{e9} */ a"), [(Kind::Word, "a")]);
        let latin1 = b"// gr\xfcn\n/* \xe9 */ a \"\xe9\"";
        assert_eq!(pieces(latin1).filter(|p| matches!(p, Piece::Token(_))).count(), 2);
        let mut at = 0;
        for piece in pieces(text) {
            let span = match piece {
                Piece::Token(t) => t.span(),
                Piece::Gap(s) => s,
            };
            assert_eq!(span.start, at);
            assert!(span.end > at);
            at = span.end;
        }
        assert_eq!(at as usize, text.len());
    }
}
