//! `passes`: the rewrites.

use crate::exit::Status;
use crate::files;
use anyhow::Result;
use tally_passes::PASSES;

/// Prints the manual page of every rewrite.
pub fn run() -> Result<Status> {
    let pages: Vec<String> = PASSES.iter().map(|p| page(p.doc)).collect();
    files::print(pages.join("\n").as_bytes())?;
    Ok(Status::Ok)
}

/// The comment at the beginning of a pass's file.
fn page(doc: &str) -> String {
    let lines = doc.lines().map_while(|l| l.strip_prefix("//!"));
    lines.map(|l| l.strip_prefix(' ').unwrap_or(l).to_string() + "\n").collect()
}
