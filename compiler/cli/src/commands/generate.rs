//! `completions` and `man`: from the same definitions as the command line.

use crate::cli::{Cli, Completions, Man};
use crate::exit::Status;
use crate::files;
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
    for sub in command.get_subcommands().filter(|s| s.get_name() != "help") {
        page(args, sub, &format!("tally-ptxc-{}", sub.get_name()))?;
    }
    Ok(Status::Ok)
}

fn page(args: &Man, command: &clap::Command, name: &str) -> Result<()> {
    let mut out = Vec::new();
    // The pages of subcommands are named after the whole command.
    let title: &'static str = name.to_string().leak();
    clap_mangen::Man::new(command.clone().name(title)).render(&mut out)?;
    files::write(&args.folder.join(format!("{name}.1")), &out)
}
