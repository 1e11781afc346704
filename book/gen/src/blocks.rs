//! Fenced blocks of the hand-written pages, and what their first line asks for.

use anyhow::{Context, Result};
use std::path::{Path, PathBuf};

/// A fenced block.
#[derive(Debug)]
pub struct Block {
    /// File it stands in.
    pub file: PathBuf,
    /// Line of its fence, from 1.
    pub line: usize,
    /// What follows the fence: `ptx,rewrite`.
    pub info: String,
    /// Its lines.
    pub text: String,
}

/// Every Markdown file below a folder, sorted.
pub fn pages_below(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut out = Vec::new();
    let entries = std::fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    for path in entries.map(|e| e.map(|e| e.path())).collect::<std::io::Result<Vec<_>>>()? {
        if path.is_dir() {
            out.extend(pages_below(&path)?);
        } else if path.extension().is_some_and(|e| e == "md") {
            out.push(path);
        }
    }
    out.sort();
    Ok(out)
}

/// The fenced blocks of a page.
pub fn blocks(file: &Path) -> Result<Vec<Block>> {
    let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
    let mut out = Vec::new();
    let mut open: Option<Block> = None;
    for (n, line) in text.lines().enumerate() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(info), None) => {
                open = Some(Block { file: file.into(), line: n + 1, info: info.trim().into(), text: String::new() });
            }
            (Some(_), Some(_)) => out.extend(open.take()),
            (None, Some(block)) => {
                block.text += line;
                block.text.push('\n');
            }
            (None, None) => {}
        }
    }
    anyhow::ensure!(open.is_none(), "{}: a fence is never closed", file.display());
    Ok(out)
}
