//! `completions`, `man` and `markdown-help`: from the same definitions as the command line.

use crate::cli::{Cli, Completions, Man};
use crate::exit::Status;
use crate::files::{self, Output};
use anyhow::{Context, Result};
use clap::CommandFactory;

/// Prints a completion script.
pub fn completions(args: &Completions) -> Result<Status> {
    let mut out = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "tally-ptxc", &mut out);
    files::print(&out)?;
    Ok(Status::Ok)
}

/// Writes a manual page per command.
pub fn man(args: &Man) -> Result<Status> {
    std::fs::create_dir_all(&args.folder).with_context(|| format!("cannot make `{}`", args.folder.display()))?;
    let mut command = Cli::command();
    command.build();
    page(args, &command, "tally-ptxc")?;
    for sub in command.get_subcommands().filter(|s| s.get_name() != "help" && !s.is_hide_set()) {
        page(args, sub, &format!("tally-ptxc-{}", sub.get_name()))?;
    }
    Ok(Status::Ok)
}

fn page(args: &Man, command: &clap::Command, name: &str) -> Result<()> {
    let mut out = Vec::new();
    // The pages of subcommands are named after the whole command.
    let title: &'static str = name.to_string().leak();
    clap_mangen::Man::new(command.clone().name(title)).render(&mut out)?;
    files::write(&[Output { path: &args.folder.join(format!("{name}.1")), bytes: &out }])
}

/// Prints the help of every command as a page of the book.
pub fn markdown() -> Result<Status> {
    // A fixed width: the page must not depend on the terminal.
    let mut command = Cli::command().term_width(100);
    command.build();
    let mut page = String::from("# The command line\n\nMade by `tally-ptxc markdown-help`; do not edit.\n");
    page += &help("tally-ptxc", &mut command);
    for sub in command.get_subcommands_mut().filter(|s| s.get_name() != "help" && !s.is_hide_set()) {
        page += &help(&format!("tally-ptxc {}", sub.get_name()), sub);
    }
    files::print(page.as_bytes())?;
    Ok(Status::Ok)
}

fn help(title: &str, command: &mut clap::Command) -> String {
    let text = command.render_long_help().to_string();
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    format!("\n## {title}\n\n```text\n{}\n```\n", lines.join("\n").trim_end())
}
