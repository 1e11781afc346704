//! Layouts: the launch descriptor and the manifest. What a field means is the doc comment above it in the source.

use crate::Page;
use crate::md::{NOTE, code, prose, table};
use tally_abi::FIELDS;

const ABI: &str = include_str!("../../../runtime-lib/abi/src/lib.rs");
const MANIFEST: &str = include_str!("../../../compiler/lib/src/manifest.rs");

/// The doc comment that ends right above line `at`, as one line.
fn doc_above(lines: &[&str], at: usize) -> String {
    let doc = lines[..at].iter().rev().map(|l| l.trim()).take_while(|l| l.starts_with("///") || l.starts_with("#["));
    let mut doc: Vec<&str> = doc.filter_map(|l| l.strip_prefix("///")).map(str::trim).collect();
    doc.reverse();
    prose(&doc.join(" "))
}

/// Fields of the launch descriptor.
pub fn descriptor() -> Page {
    let lines: Vec<&str> = ABI.lines().collect();
    let meaning = |name: &str| {
        let at = lines.iter().position(|l| l.contains(&format!("= \"{name}\",")));
        doc_above(&lines, at.expect("each field stands on a line of its own"))
    };
    let row = |f: &tally_abi::Field| [f.offset.to_string(), f.size.to_string(), code(f.name), meaning(f.name)];
    let rows: Vec<_> = FIELDS.iter().map(row).collect();
    let text = format!("{NOTE}\n{}", table(["offset", "bytes", "field", "meaning"], &rows));
    Page { file: "descriptor.md".into(), text }
}

/// Fields of the manifest, by object.
pub fn manifest() -> Page {
    let mut text = NOTE.to_string();
    let lines: Vec<&str> = MANIFEST.lines().collect();
    let is_struct = |l: &&str| l.starts_with("pub struct ");
    for (at, line) in lines.iter().enumerate().filter(|(_, l)| is_struct(l)) {
        let name = line.trim_start_matches("pub struct ").trim_end_matches(" {");
        let doc = doc_above(&lines, at);
        let end = at + lines[at..].iter().position(|l| *l == "}").expect("a struct ends");
        let fields = (at + 1..end).filter_map(|n| Some((n, lines[n].trim().strip_prefix("pub ")?.split_once(": ")?)));
        let rows: Vec<_> = fields
            .map(|(n, (field, ty))| [code(field), json_type(ty.trim_end_matches(',')), doc_above(&lines, n)])
            .collect();
        text += &format!("\n**{name}**: {}\n\n{}", lower_first(&doc), table(["field", "type", "meaning"], &rows));
    }
    Page { file: "manifest.md".into(), text }
}

fn lower_first(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |c| c.to_lowercase().chain(chars).collect())
}

/// A Rust type in the words of JSON.
fn json_type(ty: &str) -> String {
    match ty {
        "String" => "string".into(),
        "u8" | "u16" | "u32" | "u64" | "usize" => "number".into(),
        "bool" => "boolean".into(),
        _ => match (ty.strip_prefix("Vec<").and_then(|t| t.strip_suffix('>')), ty.strip_prefix("Option<")) {
            (Some(item), _) => format!("list of {}", json_type(item)),
            (None, Some(inner)) => format!("{}, or absent", json_type(inner.trim_end_matches('>'))),
            (None, None) => ty.into(),
        },
    }
}
