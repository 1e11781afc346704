//! `book-gen`: writes the generated pages of the book; with `--check` compares them with the committed ones.

use anyhow::{Result, bail};

fn main() -> Result<()> {
    let check = match std::env::args().nth(1).as_deref() {
        None => false,
        Some("--check") => true,
        Some(other) => bail!("unknown argument `{other}`; usage: book-gen [--check]"),
    };
    if !check {
        return tally_book::write();
    }
    let stale = tally_book::stale();
    if stale.is_empty() {
        return Ok(());
    }
    for problem in &stale {
        println!("{problem}");
    }
    bail!("generated pages are not up to date: run `cargo run -p tally-book` and commit the result")
}
