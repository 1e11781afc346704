//! `explain`: the long form of a code.

use crate::cli::Explain;
use crate::exit::Status;
use crate::files;
use anyhow::{Result, bail};
use ptx_grammar::diag::{self, Code};
use tally_passes::refusal;

/// Explains one code, or lists them all.
pub fn run(args: &Explain) -> Result<Status> {
    let text = match &args.code {
        None => diag::CODES.iter().chain(refusal::CODES).map(|c| format!("{}  {}\n", c.id, c.title)).collect(),
        Some(id) => match diag::code(id).or_else(|| refusal::code(id)) {
            Some(code) => long(code),
            None => bail!("no code `{id}`; `tally-ptxc explain` lists them"),
        },
    };
    files::print(text.as_bytes())?;
    Ok(Status::Ok)
}

fn long(code: &Code) -> String {
    let mut text = format!("{}: {}\n\n{}\n", code.id, code.title, code.explanation);
    if !code.example.is_empty() {
        text += &format!("\nExample:\n\n    {}\n", code.example);
    }
    text
}
