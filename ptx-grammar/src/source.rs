//! Source text and places in it.

use std::ops::Range;
use std::sync::OnceLock;

/// The largest module that is taken, in bytes. Offsets are 32-bit.
pub const MAX_SOURCE: usize = 1 << 30;

/// A range of bytes of a [`Source`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// Behind the last byte.
    pub end: u32,
}

impl Span {
    /// The range from `start` to before `end`.
    pub const fn new(start: u32, end: u32) -> Self {
        Span { start, end }
    }

    /// As a range of `usize`.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The smallest span that holds both.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// Does it hold no byte?
    pub fn is_empty(self) -> bool {
        self.start >= self.end
    }
}

/// A named text. PTX is ASCII, but comments and strings may hold any bytes.
#[derive(Debug, Clone)]
pub struct Source {
    name: String,
    bytes: Vec<u8>,
    /// Offsets of line beginnings; made when a line is asked for.
    lines: OnceLock<Vec<u32>>,
}

impl Source {
    /// `name` is what messages call it: a path, or `<stdin>`.
    pub fn new(name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        Source { name: name.into(), bytes: bytes.into(), lines: OnceLock::new() }
    }

    /// See [`Source::new`].
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The bytes of a span.
    pub fn slice(&self, span: Span) -> &[u8] {
        &self.bytes[span.range()]
    }

    /// The text of a span for messages; bytes that are no UTF-8 are replaced.
    pub fn text(&self, span: Span) -> std::borrow::Cow<'_, str> {
        String::from_utf8_lossy(self.slice(span))
    }

    /// Line and column of an offset, both from 1; the column counts bytes.
    pub fn line_column(&self, offset: u32) -> (usize, usize) {
        let ends = || memchr::memchr_iter(b'\n', &self.bytes).map(|i| i as u32 + 1);
        let lines = self.lines.get_or_init(|| std::iter::once(0).chain(ends()).collect());
        let offset = offset.min(self.bytes.len() as u32);
        let line = lines.partition_point(|start| *start <= offset);
        (line, (offset - lines[line - 1]) as usize + 1)
    }
}
