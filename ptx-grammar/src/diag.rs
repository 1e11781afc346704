//! Diagnostics: coded, located messages, and the table of their codes.

use crate::source::{Source, Span};
use codespan_reporting::diagnostic as cs;
use codespan_reporting::files::SimpleFile;
use codespan_reporting::term;

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// An answer that the user may have wanted otherwise: a refusal, say.
    Note,
    /// Worth knowing; nothing is refused.
    Warning,
    /// The input, or a part of it, is invalid.
    Error,
}

/// A stable code, explained at length by `tally-ptxc explain`.
#[derive(Debug)]
pub struct Code {
    /// As printed: `E0101`.
    pub id: &'static str,
    /// One line, for lists.
    pub title: &'static str,
    /// The long form.
    pub explanation: &'static str,
    /// PTX that shows it.
    pub example: &'static str,
}

/// One message.
#[derive(Debug, Clone)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// Its code.
    pub code: &'static Code,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// The place that it is about.
    pub span: Span,
    /// What to say at that place; may be empty.
    pub label: String,
    /// Another place that explains it.
    pub related: Option<(Span, String)>,
    /// What to do about it, where that is known.
    pub help: Option<String>,
}

impl Diagnostic {
    /// A message at a place; see the `with_` functions for more.
    pub fn new(severity: Severity, code: &'static Code, span: Span, message: impl Into<String>) -> Self {
        Diagnostic { severity, code, message: message.into(), span, label: String::new(), related: None, help: None }
    }

    /// Says more at the place itself.
    pub fn with_label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// Points at a second place.
    pub fn with_related(mut self, span: Span, label: impl Into<String>) -> Self {
        self.related = Some((span, label.into()));
        self
    }

    /// Adds a suggestion.
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// `file:line:column: error[E0101]: message`.
    pub fn short(&self, source: &Source) -> String {
        let (line, column) = source.line_column(self.span.start);
        let severity = match self.severity {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        format!("{}:{line}:{column}: {severity}[{}]: {}", escape(source.name()), self.code.id, escape(&self.message))
    }

    fn to_codespan(&self) -> cs::Diagnostic<()> {
        let severity = match self.severity {
            Severity::Note => cs::Severity::Note,
            Severity::Warning => cs::Severity::Warning,
            Severity::Error => cs::Severity::Error,
        };
        let mut labels = vec![cs::Label::primary((), self.span.range()).with_message(escape(&self.label))];
        if let Some((span, label)) = &self.related {
            labels.push(cs::Label::secondary((), span.range()).with_message(escape(label)));
        }
        let notes = self.help.iter().map(|h| format!("help: {}", escape(h))).collect();
        cs::Diagnostic::new(severity)
            .with_code(self.code.id)
            .with_message(escape(&self.message))
            .with_labels(labels)
            .with_notes(notes)
    }
}

/// Control characters in names from the input must not reach a terminal.
pub fn escape(text: &str) -> String {
    text.chars().flat_map(|c| if c.is_control() { c.escape_default().collect() } else { vec![c] }).collect()
}

/// Renders diagnostics with the lines that they are about, as text for people.
pub fn render(source: &Source, diagnostics: &[Diagnostic], color: bool) -> String {
    let text = printable(source.bytes());
    let file = SimpleFile::new(escape(source.name()), text);
    let config = term::Config::default();
    let mut out = String::new();
    for diagnostic in diagnostics {
        let diagnostic = diagnostic.to_codespan();
        let result = if color {
            let mut buffer = term::termcolor::Buffer::ansi();
            let result = term::emit_to_write_style(&mut buffer, &config, &file, &diagnostic);
            out.push_str(&String::from_utf8_lossy(buffer.as_slice()));
            result
        } else {
            term::emit_to_string(&mut out, &config, &file, &diagnostic)
        };
        if result.is_err() {
            out.push_str(&format!("error: {}\n", diagnostic.message));
        }
    }
    out
}

/// The text with one printable character per byte that is none, so that offsets stay right.
fn printable(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) if !bytes.iter().any(|b| b.is_ascii_control() && !b.is_ascii_whitespace()) => text.to_string(),
        _ => bytes
            .iter()
            .map(|b| if b.is_ascii_graphic() || b.is_ascii_whitespace() { char::from(*b) } else { '?' })
            .collect(),
    }
}

/// The code with this id.
pub fn code(id: &str) -> Option<&'static Code> {
    CODES.iter().find(|c| c.id.eq_ignore_ascii_case(id)).copied()
}

macro_rules! codes {
    ($($name:ident = $id:literal, $title:literal, $explanation:literal, $example:literal;)*) => {
        $(
            #[doc = $title]
            pub static $name: Code = Code { id: $id, title: $title, explanation: $explanation, example: $example };
        )*
        /// Every code of the front end, in order.
        pub static CODES: &[&Code] = &[$(&$name),*];
    };
}

codes! {
    BAD_BYTES = "E0001", "bytes that are no PTX",
        "PTX is ASCII outside comments and strings. These bytes belong to no token: a stray character, a NUL left over \
         from the padding of a fatbin, an accented letter in a name, a comment or a string that is never closed.",
        ".visible .entry k() { .reg .b32 é; }";
    TOO_LARGE = "E0002", "the input is too large",
        "Modules of more than 1 GiB are not read.", "";
    SYNTAX = "E0101", "syntax error",
        "The statement does not follow the grammar of PTX. The marked token is the first that can't stand where it \
         stands. The statement is kept as it is and the rest of the module is still read, but the function around it \
         is never rewritten.",
        "add.s32 %r1 %r2, %r3;";
    UNCLOSED = "E0102", "a `{` is never closed",
        "The file ends, or the next kernel begins, inside a body.", ".visible .entry k() { ret;";
    UNMATCHED = "E0103", "a `}` without a `{`", "There is no open scope here that it could close.", "} }";
    NO_VERSION = "E0104", "the module does not begin with `.version`",
        "The first statement of a PTX module is `.version`, and there is just one (PTX ISA \"PTX Module Directives\").",
        ".target sm_90";
    BODY_STATEMENT = "E0105", "an instruction outside a function",
        "Instructions and labels stand in the body of a kernel or function.", "mov.u32 %r1, 0;";
    NO_TARGET = "E0106", "the module has no `.target`",
        "`.target` stands behind `.version`, before everything else (PTX ISA \"PTX Module Directives\").",
        ".version 8.0 .visible .entry k() { ret; }";
    UNDECLARED = "E0201", "a name that is not declared",
        "Registers, variables and functions are declared before they are used; what an inner scope declares ends with \
         that scope.",
        ".visible .entry k() { mov.u32 %r1, 0; }";
    REDECLARED = "E0202", "a name that is declared twice",
        "In one scope a name is declared once; a range `%r<9>` declares `%r0` to `%r8`. Inner scopes may use the name \
         again.",
        ".reg .b32 %r<9>; .reg .b32 %r3;";
    NO_LABEL = "E0203", "a label that is not visible",
        "A branch goes to a label of its own scope or of one around it, never into an inner scope.",
        "bra IN; { IN: ret; }";
    TOO_DEEP = "E0301", "nested too deeply",
        "Scopes, brackets and initialisers may be nested 1,024 deep.", "";
    TOO_LONG = "E0302", "too long",
        "Names are limited to 65,536 bytes and instructions to 65,535 operand parts.", "";
    TARGET = "E0401", "not available for this target or version",
        "The instruction table knows this instruction, and it does not exist for the module's `.target` or `.version`.",
        ".version 7.0 .target sm_80 … wgmma.fence.sync.aligned;";
    UNKNOWN_INSTRUCTION = "W0501", "an instruction that the table does not know",
        "It is kept as it is and counts as able to do anything, which usually means that its kernel can't be rewritten.",
        "frobnicate.b32 %r1, %r2;";
    UNKNOWN_REGISTER = "W0502", "a special register that the table does not know",
        "It is kept as it is and counts as forbidden under every scheme.", "mov.u32 %r1, %newreg;";
    UNKNOWN_DIRECTIVE = "W0503", "a directive that is not known",
        "It is kept as it is; a kernel whose header or body holds one is never rewritten.", ".frobnicate 3;";
}
