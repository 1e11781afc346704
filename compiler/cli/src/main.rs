//! `tally-ptxc`: the command line of the toolchain.

mod cli;
mod commands;
mod exit;
mod files;
mod messages;

use clap::Parser;
use cli::{Cli, Command};
use exit::Status;
use messages::Messages;
use std::any::Any;
use std::ffi::OsString;
use std::process::ExitCode;
use std::sync::OnceLock;

/// Where the first panic happened, for the message about it.
static PANIC_PLACE: OnceLock<String> = OnceLock::new();

fn main() -> ExitCode {
    let cli = Cli::parse_from(arguments());
    let messages = Messages::new(cli.messages);
    std::panic::set_hook(Box::new(|info| {
        PANIC_PLACE.get_or_init(|| info.location().map(ToString::to_string).unwrap_or_default());
    }));
    let status = match std::panic::catch_unwind(|| run(&cli, messages)) {
        Ok(Ok(status)) => status,
        Ok(Err(error)) => failed(&error, messages),
        Err(panic) => {
            let place = PANIC_PLACE.get().map_or("", String::as_str);
            messages.error(&format!("internal error: {} at {place}{PLEASE}", panic_text(&*panic)));
            Status::Internal
        }
    };
    status.into()
}

const PLEASE: &str = "; please report it with the input";

fn failed(error: &anyhow::Error, messages: Messages) -> Status {
    let status = Status::of(error);
    let please = if status == Status::Internal { PLEASE } else { "" };
    messages.error(&format!("{error:#}{please}"));
    status
}

/// The arguments, with the spelling of compilers for dependency files: `-MD`, `-MF`.
fn arguments() -> impl Iterator<Item = OsString> {
    std::env::args_os().map(|arg| match arg.to_str() {
        Some("-MD") => "--MD".into(),
        Some("-MF") => "--MF".into(),
        _ => arg,
    })
}

fn panic_text(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}

fn run(cli: &Cli, messages: Messages) -> anyhow::Result<Status> {
    match &cli.command {
        Command::Rewrite(args) => commands::rewrite::run(args, messages),
        Command::Check(args) => commands::check::run(args, messages),
        Command::Print(args) => commands::print::run(args, messages),
        Command::Inspect(args) => commands::inspect::run(args, messages),
        Command::Explain(args) => commands::explain::run(args),
        Command::Isa(args) => commands::isa::run(args),
        Command::Passes => commands::passes::run(),
        Command::Doctor(args) => commands::doctor::run(args),
        Command::Completions(args) => commands::generate::completions(args),
        Command::Man(args) => commands::generate::man(args),
        Command::MarkdownHelp => commands::generate::markdown(),
        Command::InternalError => panic!("asked for"),
    }
}
