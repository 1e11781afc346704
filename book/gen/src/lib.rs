//! The generated pages of the book, and what its examples are held against.
//!
//! Every page is a pure function of the tables, code lists and doc comments that the tool itself uses, so the book
//! can't say something else. Pages are committed; [`stale`] compares them with what would be written now.

pub mod blocks;
mod codes;
mod isa;
mod layout;
mod md;
mod passes;
mod sregs;

use anyhow::{Context, Result};
use std::path::{Path, PathBuf};

/// A generated page.
#[derive(Debug)]
pub struct Page {
    /// File name in `generated/`.
    pub file: String,
    /// Markdown.
    pub text: String,
}

/// The folder `book/src`.
pub fn source_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../src")
}

/// Every generated page.
pub fn pages() -> Vec<Page> {
    let mut out = vec![codes::diagnostics(), codes::refusals()];
    out.extend(isa::pages());
    out.extend([sregs::page(), passes::page(), layout::descriptor(), layout::manifest()]);
    out
}

/// Writes every page.
pub fn write() -> Result<()> {
    let folder = source_folder().join("generated");
    std::fs::create_dir_all(&folder)?;
    for page in pages() {
        let path = folder.join(&page.file);
        std::fs::write(&path, page.text).with_context(|| path.display().to_string())?;
    }
    Ok(())
}

/// The first difference of each page that is not as it would be written.
pub fn stale() -> Vec<String> {
    pages().iter().filter_map(difference).collect()
}

fn difference(page: &Page) -> Option<String> {
    let path = source_folder().join("generated").join(&page.file);
    let Ok(old) = std::fs::read_to_string(path) else { return Some(format!("{}: missing", page.file)) };
    if old == page.text {
        return None;
    }
    let pairs = old.lines().map(Some).chain(std::iter::repeat(None)).zip(page.text.lines());
    let at = pairs.take_while(|(old, new)| *old == Some(*new)).count();
    let (old, new) = (old.lines().nth(at).unwrap_or(""), page.text.lines().nth(at).unwrap_or(""));
    Some(format!("{}:{}:\n  committed: {old}\n  should be: {new}", page.file, at + 1))
}
