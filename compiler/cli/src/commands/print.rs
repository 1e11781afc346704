//! `print`: a module as it is, or formatted.

use crate::cli::Print;
use crate::exit::Status;
use crate::files;
use crate::messages::Messages;
use anyhow::Result;
use ptx_grammar::print::{self, Style};

/// Prints what was read; errors are reported, and what could not be understood is printed as it is.
pub fn run(args: &Print, messages: Messages) -> Result<Status> {
    let parsed = ptx_grammar::parse(files::read(&args.input.input)?);
    messages.diagnostics(&parsed.module.source, &parsed.diagnostics);
    let style = if args.format { Style::Format } else { Style::Copy };
    files::print(&print::module(&parsed.module, style))?;
    Ok(if parsed.is_valid() { Status::Ok } else { Status::Invalid })
}
