//! `check`: everything that is wrong with PTX files.

use crate::cli::Check;
use crate::exit::Status;
use crate::files;
use crate::messages::Messages;
use anyhow::Result;
use std::path::Path;

/// Checks every file, also behind a bad one.
pub fn run(args: &Check, messages: Messages) -> Result<Status> {
    let mut status = Status::Ok;
    for input in &args.inputs {
        if !file(input, messages) {
            status = Status::Invalid;
        }
    }
    Ok(status)
}

fn file(input: &Path, messages: Messages) -> bool {
    match files::read(input) {
        Ok(source) => {
            let parsed = ptx_grammar::parse(source);
            messages.diagnostics(&parsed.module.source, &parsed.diagnostics);
            parsed.is_valid()
        }
        Err(error) => {
            messages.error(&format!("{error:#}"));
            false
        }
    }
}
