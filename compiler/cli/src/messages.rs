//! Messages on standard error, in the form asked for.

use crate::cli::{Color, MessageFormat, MessageOptions};
use ptx_grammar::diag::{self, Diagnostic, Severity};
use ptx_grammar::source::{Source, Span};
use serde_json::{Value, json};
use std::io::{IsTerminal, Write};
use tally_passes::Refusal;

/// Where messages go.
#[derive(Debug, Clone, Copy)]
pub struct Messages {
    format: MessageFormat,
    color: bool,
}

impl Messages {
    /// As the command line says, and `NO_COLOR`.
    pub fn new(options: MessageOptions) -> Self {
        let color = match options.color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty()) && std::io::stderr().is_terminal(),
        };
        Messages { format: options.message_format, color }
    }

    /// Writes diagnostics about a source.
    pub fn diagnostics(self, source: &Source, diagnostics: &[Diagnostic]) {
        let text = match self.format {
            MessageFormat::Human => self.human(source, diagnostics),
            MessageFormat::Short => diagnostics.iter().map(|d| d.short(source) + "\n").collect(),
            MessageFormat::Json => diagnostics.iter().map(|d| format!("{}\n", to_json(source, d))).collect(),
        };
        self.write(&text);
    }

    /// With the lines that they are about, except where a line is too long to be shown.
    fn human(self, source: &Source, diagnostics: &[Diagnostic]) -> String {
        let chunks = diagnostics.chunk_by(|a, b| can_show(source, a) == can_show(source, b));
        let text = chunks.map(|chunk| match can_show(source, &chunk[0]) {
            true => diag::render(source, chunk, self.color),
            false => chunk.iter().map(|d| without_lines(source, d)).collect(),
        });
        text.collect()
    }

    /// Writes an error that has no place.
    pub fn error(self, message: &str) {
        let message = diag::escape(message);
        let text = match self.format {
            MessageFormat::Human if self.color => format!("\u{1b}[1;31merror\u{1b}[0m: {message}\n"),
            MessageFormat::Human | MessageFormat::Short => format!("error: {message}\n"),
            MessageFormat::Json => format!("{}\n", without_place("error", &message)),
        };
        self.write(&text);
    }

    /// Passes on what another tool said.
    pub fn verbatim(self, tool: &str, text: &str) {
        let text = match self.format {
            _ if text.trim().is_empty() => return,
            MessageFormat::Human | MessageFormat::Short => text.to_string(),
            MessageFormat::Json => format!("{}\n", without_place("note", &format!("{tool}: {}", text.trim_end()))),
        };
        self.write(&text);
    }

    fn write(self, text: &str) {
        // There is nobody to tell when standard error is gone.
        drop(std::io::stderr().lock().write_all(text.as_bytes()));
    }
}

/// A refusal as a message: an error where it must not be, else a note.
pub fn refusal(kernel: &str, scheme: tally_abi::Scheme, refusal: &Refusal, severity: Severity) -> Diagnostic {
    let message = format!("`{kernel}` gets no `{}` variant: {}", scheme.word(), refusal.message);
    let span = if refusal.span.is_empty() { Span::new(0, 0) } else { refusal.span };
    Diagnostic::new(severity, refusal.code, span, message)
        .with_label(refusal.code.title)
        .with_help(format!("`tally-ptxc explain {}` says more", refusal.code.id))
}

/// Lines of more bytes than this are not shown: generated modules may be one line of megabytes.
const MAX_SHOWN_LINE: usize = 1000;

/// Are the lines at both ends of its places short enough to be shown?
fn can_show(source: &Source, d: &Diagnostic) -> bool {
    let spans = [Some(d.span), d.related.as_ref().map(|(span, _)| *span)];
    spans.into_iter().flatten().all(|s| has_short_line(source, s.start) && has_short_line(source, s.end))
}

fn has_short_line(source: &Source, offset: u32) -> bool {
    let (before, after) = source.bytes().split_at((offset as usize).min(source.bytes().len()));
    let before = before.iter().rev().take(MAX_SHOWN_LINE).take_while(|b| **b != b'\n').count();
    let after = after.iter().take(MAX_SHOWN_LINE).take_while(|b| **b != b'\n').count();
    before + after < MAX_SHOWN_LINE
}

fn without_lines(source: &Source, d: &Diagnostic) -> String {
    let mut text = d.short(source) + "\n";
    for (what, detail) in [("", Some(&d.label)), ("help: ", d.help.as_ref())] {
        if let Some(detail) = detail.filter(|t| !t.is_empty()) {
            text += &format!("  = {what}{}\n", diag::escape(detail));
        }
    }
    text
}

/// Every JSON message has the same keys.
fn without_place(severity: &str, message: &str) -> Value {
    json!({
        "severity": severity,
        "code": null,
        "message": message,
        "file": null,
        "at": null,
        "label": "",
        "related": null,
        "help": null,
    })
}

fn place(source: &Source, span: Span) -> Value {
    let (line, column) = source.line_column(span.start);
    let (end_line, end_column) = source.line_column(span.end);
    json!({ "line": line, "column": column, "end_line": end_line, "end_column": end_column })
}

fn to_json(source: &Source, d: &Diagnostic) -> Value {
    let severity = match d.severity {
        Severity::Note => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
    };
    json!({
        "severity": severity,
        "code": d.code.id,
        "message": d.message,
        "file": source.name(),
        "at": place(source, d.span),
        "label": d.label,
        "related": d.related.as_ref().map(|(span, label)| json!({ "at": place(source, *span), "label": label })),
        "help": d.help,
    })
}
