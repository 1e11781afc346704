//! The manual page of each rewrite: the doc comment of its file.

use crate::Page;
use crate::md::{NOTE, doc_lines, prose};
use tally_passes::PASSES;

/// All rewrites.
pub fn page() -> Page {
    let mut text = format!("{NOTE}\n# Passes\n\nEach section is the doc comment at the head of the pass's file.\n");
    for pass in PASSES {
        text += &format!("\n## {}\n\n", pass.scheme.word());
        let mut fenced = false;
        for (n, line) in doc_lines(pass.doc, "//!").enumerate() {
            fenced ^= line.starts_with("```");
            let line = if n == 0 { without_name(line, pass.scheme.word()) } else { line.to_string() };
            match line.strip_prefix("# ") {
                Some(title) if !fenced => text += &format!("### {title}\n\n"),
                _ => text += &format!("{}\n", if fenced { line } else { prose(&line) }),
            }
        }
    }
    Page { file: "passes.md".into(), text: spaced(&text) }
}

/// `` `slice`: a launch … `` without the name, which the heading says already.
fn without_name(line: &str, word: &str) -> String {
    let rest = line.strip_prefix(&format!("`{word}`: ")).unwrap_or(line);
    let mut chars = rest.chars();
    chars.next().map_or(String::new(), |c| c.to_uppercase().chain(chars).collect())
}

/// A blank line before headings that follow a fence.
fn spaced(text: &str) -> String {
    text.replace("```\n### ", "```\n\n### ")
}
