//! What holds for every text, and what holds for every valid one. Each function panics with the reason.

use ptx_grammar::diag::{Diagnostic, Severity};
use ptx_grammar::ir::{Body, Module, StmtKind};
use ptx_grammar::lex::{Piece, pieces};
use ptx_grammar::print::{self, Style};
use ptx_grammar::source::{Source, Span};
use ptx_grammar::{Parsed, parse};
use tally_compiler::{Artifact, CompileError, Request, compile};
use tally_passes::refusal;

/// The modules' text without errors?
pub fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|d| d.severity == Severity::Error)
}

/// Tokens and gaps cover every byte once, in order.
pub fn tokens_tile(text: &[u8]) {
    let spans = pieces(text).map(|p| match p {
        Piece::Token(t) => t.span(),
        Piece::Gap(gap) => gap,
    });
    tile(spans, Span::new(0, text.len() as u32), "tokens and gaps");
}

fn tile(spans: impl Iterator<Item = Span>, whole: Span, what: &str) {
    let mut at = whole.start;
    for span in spans {
        assert_eq!(span.start, at, "{what} leave a hole or overlap");
        assert!(span.end >= span.start, "{what}: a span that ends before it begins");
        at = span.end;
    }
    assert_eq!(at, whole.end, "{what} do not reach the end");
}

/// Items tile the source, statements tile their body, and every span lies within the text.
pub fn module_tiles(module: &Module) {
    let all = Span::new(0, module.source.bytes().len() as u32);
    tile(module.items.iter().map(|i| i.span).chain([module.tail]), all, "items");
    for func in module.funcs.values() {
        assert!(func.span.start <= func.span.end && func.span.end <= all.end, "a function outside the text");
        if let Some(body) = &func.body {
            body_tiles(body);
        }
    }
}

fn body_tiles(body: &Body) {
    let begin = body.span.start + 1;
    let end = body.layout.last().map_or(begin, |s| s.span.end);
    tile(body.layout.iter().map(|s| s.span), Span::new(begin, end), "statements");
    assert!(end <= body.span.end, "statements behind their body");
    if body.broken == 0 {
        assert!(end < body.span.end, "a body without its `}}` counts as whole");
        assert!(
            !body.layout.iter().any(|s| s.kind == StmtKind::Broken),
            "a body with a broken statement counts as whole"
        );
    }
}

/// Printing what was read gives it back, byte for byte.
pub fn prints_back(module: &Module) {
    let printed = print::module(module, Style::Copy);
    assert!(printed == module.source.bytes(), "the printed module differs from what was read");
}

/// Everything that holds for any text, valid or not.
pub fn any_text(text: &[u8]) -> Parsed {
    tokens_tile(text);
    let parsed = parse(Source::new("input", text));
    module_tiles(&parsed.module);
    prints_back(&parsed.module);
    ordered(&parsed.diagnostics, text.len());
    print::module(&parsed.module, Style::Format);
    for func in parsed.module.funcs.values() {
        if let Some(body) = func.body.as_ref().filter(|b| b.broken == 0) {
            let violations = ptx_grammar::verify::body(&parsed.module, body);
            assert!(violations.is_empty(), "the IR of `{}` is not well-formed: {violations:?}", func.display_name());
        }
    }
    parsed
}

fn ordered(diagnostics: &[Diagnostic], len: usize) {
    assert!(diagnostics.is_sorted_by_key(|d| d.span.start), "diagnostics are not in the order of their places");
    for d in diagnostics {
        assert!(d.span.start <= d.span.end && d.span.end as usize <= len, "a diagnostic outside the text: {d:?}");
        assert!(
            !d.message.is_empty() && !d.message.ends_with('.'),
            "a message without text or with a full stop: {d:?}"
        );
    }
}

/// The formatted text of a valid module is valid, and formatting it again changes nothing.
pub fn formats(module: &Module) -> Vec<u8> {
    let once = print::module(module, Style::Format);
    let again = parse(Source::new("formatted", once.clone()));
    assert!(!has_errors(&again.diagnostics), "formatted to invalid text: {}", messages(&again));
    let twice = print::module(&again.module, Style::Format);
    assert_same(&twice, &once, "formatting twice differs from formatting once");
    once
}

fn assert_same(a: &[u8], b: &[u8], what: &str) {
    if a != b {
        let at = a.iter().zip(b).position(|(x, y)| x != y).unwrap_or(a.len().min(b.len()));
        let near = |t: &[u8]| String::from_utf8_lossy(&t[at.saturating_sub(40)..(at + 40).min(t.len())]).into_owned();
        panic!("{what} at byte {at}: {:?} against {:?}", near(a), near(b));
    }
}

/// All messages, one a line.
pub fn messages(parsed: &Parsed) -> String {
    parsed.diagnostics.iter().map(|d| d.short(&parsed.module.source)).collect::<Vec<_>>().join("\n")
}

/// Compiles with every scheme and checks the result. `errors`: does the input have any?
pub fn compiles(text: &[u8], errors: bool) -> Artifact {
    let request = Request { schemes: tally_abi::Scheme::ALL.to_vec(), ..Request::default() };
    let artifact = run(text, &request);
    assert!(artifact.ptx.starts_with(text), "the output does not begin with the input");
    let changed = artifact.rewritten.variants().next().is_some();
    assert_eq!(changed, artifact.ptx.len() > text.len(), "the output is longer exactly when there are variants");
    for (_, _, refused) in artifact.rewritten.refusals() {
        assert!(refusal::CODES.iter().any(|c| std::ptr::eq(*c, refused.code)), "an unknown refusal code");
        assert!(refused.span.end as usize <= text.len() && !refused.message.is_empty(), "{refused:?}");
    }
    if !errors && changed {
        let output = any_text(&artifact.ptx);
        assert!(!has_errors(&output.diagnostics), "rewritten to invalid text: {}", messages(&output));
        formats(&output.module);
    }
    artifact
}

/// The same request twice gives the same bytes.
pub fn deterministic(text: &[u8], first: &Artifact) {
    let request = Request { schemes: tally_abi::Scheme::ALL.to_vec(), ..Request::default() };
    assert_same(&run(text, &request).ptx, &first.ptx, "compiling twice differs");
}

/// `--replace`, for each scheme alone: the output is valid where the input is, and has the same kernels.
pub fn replaces(text: &[u8], errors: bool) {
    for scheme in tally_abi::Scheme::ALL {
        let artifact = run(text, &Request { schemes: vec![*scheme], replace: true, ..Request::default() });
        let output = any_text(&artifact.ptx);
        if errors {
            continue;
        }
        assert!(!has_errors(&output.diagnostics), "replaced with invalid text: {}", messages(&output));
        let names = |m: &Module| m.kernels().map(|(_, k)| k.name.clone()).collect::<Vec<_>>();
        assert_eq!(names(&output.module), names(&artifact.module), "other kernels than before");
    }
}

fn run(text: &[u8], request: &Request) -> Artifact {
    match compile(Source::new("input", text), request) {
        Ok(artifact) => artifact,
        Err(CompileError::Internal(what)) => panic!("internal error: {what}"),
        Err(e @ (CompileError::ReplaceNeedsOneScheme | CompileError::NoSuchKernel(_))) => {
            panic!("a wrong request: {e}")
        }
    }
}
