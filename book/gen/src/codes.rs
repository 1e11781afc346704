//! The lists of codes: of the front end, and of refusals.

use crate::Page;
use crate::md::NOTE;
use ptx_grammar::diag::{self, Code};
use tally_passes::refusal;

fn list(codes: &[&Code]) -> String {
    let mut out = String::new();
    for code in codes {
        out += &format!("| [`{}`](#{}) | {} |\n", code.id, code.id.to_lowercase(), code.title);
    }
    format!("| code | meaning |\n| :-- | :-- |\n{out}")
}

fn entries(codes: &[&Code]) -> String {
    let mut out = String::new();
    for Code { id, title, explanation, example } in codes {
        out += &format!("\n<a id=\"{}\"></a>\n\n## {id}: {title}\n\n{explanation}\n", id.to_lowercase());
        if !example.is_empty() {
            out += &format!("\n```ptx\n{example}\n```\n");
        }
    }
    out
}

/// Codes of the front end.
pub fn diagnostics() -> Page {
    let intro = "# Diagnostics\n\n\
        Messages about the input. A code that begins with E is an error: the statement, and with it the function \
        around it, is kept but never rewritten. A code that begins with W is a warning. Codes are stable. The examples are \
        fragments that show the point; dots stand for what is left out.\n\n";
    let text = format!("{NOTE}\n{intro}{}{}", list(diag::CODES), entries(diag::CODES));
    Page { file: "diagnostics.md".into(), text }
}

/// Codes of refusals.
pub fn refusals() -> Page {
    let intro = "# Refusals\n\n\
        A refusal is a result, not a failure: the kernel gets no variant under a scheme, stays as it was, and the \
        manifest says why and where. Codes are stable. The examples are fragments that show the point.\n\n";
    let text = format!("{NOTE}\n{intro}{}{}", list(refusal::CODES), entries(refusal::CODES));
    Page { file: "refusals.md".into(), text }
}
