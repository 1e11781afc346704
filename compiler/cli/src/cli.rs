//! The command line. Help, completions and manual pages all come from here.

use crate::exit;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// Rewrites PTX kernels so that they can be stopped and resumed, without their source.
#[derive(Debug, Parser)]
#[command(name = "tally-ptxc", version, about, after_help = exit::HELP, propagate_version = true, max_term_width = 100)]
pub struct Cli {
    #[command(flatten)]
    pub messages: MessageOptions,
    #[command(subcommand)]
    pub command: Command,
}

/// How messages look.
#[derive(Debug, Clone, Copy, Args)]
pub struct MessageOptions {
    /// Form of messages on standard error
    #[arg(long, global = true, value_enum, default_value_t = MessageFormat::Human, value_name = "FORM")]
    pub message_format: MessageFormat,
    /// Colour in messages
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    pub color: Color,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum MessageFormat {
    /// With the lines that they are about
    Human,
    /// One line each: file:line:column: severity[code]: message
    Short,
    /// One JSON object per line
    Json,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Also into files and pipes
    Always,
    /// Nowhere
    Never,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Append stoppable variants of a module's kernels
    Rewrite(Rewrite),
    /// Report everything that is wrong with PTX files
    Check(Check),
    /// Print a module: as it is, or formatted
    Print(Print),
    /// Show per kernel which schemes are possible, or why not, and what it uses
    Inspect(Inspect),
    /// Explain an error, warning or refusal code
    Explain(Explain),
    /// Query the instruction table
    Isa(Isa),
    /// List the rewrites, what they do and when they refuse
    Passes,
    /// Show which tools and drivers are there
    Doctor(Doctor),
    /// Print a completion script for a shell
    Completions(Completions),
    /// Write manual pages into a folder
    Man(Man),
    /// Print the help of every command as a page of the book
    #[command(hide = true)]
    MarkdownHelp,
    /// End with an internal error, so that tests see what that looks like
    #[command(hide = true)]
    InternalError,
}

/// The input that most commands take.
#[derive(Debug, Clone, Args)]
pub struct Input {
    /// PTX file, or `-` for standard input
    #[arg(value_name = "FILE")]
    pub input: PathBuf,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  tally-ptxc rewrite kernel.ptx -o out.ptx
  tally-ptxc rewrite - --schemes slice --kernel saxpy < in.ptx > out.ptx
  tally-ptxc rewrite kernel.ptx -o kernel.cubin --emit cubin --arch sm_90")]
pub struct Rewrite {
    #[command(flatten)]
    pub input: Input,
    /// Output file, or `-` for standard output; written whole or not at all
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    pub output: PathBuf,
    /// Schemes to write, separated by commas; all when left out
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = scheme)]
    pub schemes: Vec<tally_abi::Scheme>,
    /// Rewrite only this kernel; may be given several times
    #[arg(long = "kernel", value_name = "NAME")]
    pub kernels: Vec<String>,
    /// Keep only the variant, under the original's name (takes one scheme)
    #[arg(long)]
    pub replace: bool,
    /// Write the manifest to this file
    #[arg(long, value_name = "FILE")]
    pub manifest: Option<PathBuf>,
    /// What to do when a kernel gets no variant
    #[arg(long, value_enum, default_value_t = OnRefuse::Keep, value_name = "WHAT")]
    pub on_refuse: OnRefuse,
    /// What to write
    #[arg(long, value_enum, default_value_t = Emit::Ptx, value_name = "KIND")]
    pub emit: Emit,
    /// Write a dependency file for Make or Ninja, named after the output with `.d` added (also -MD)
    #[arg(long = "MD")]
    pub depend: bool,
    /// Write the dependency file here; implies --MD (also -MF FILE)
    #[arg(long = "MF", value_name = "FILE")]
    pub depfile: Option<PathBuf>,
    #[command(flatten)]
    pub assembler: Assembler,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum OnRefuse {
    /// Fail, and write nothing
    Error,
    /// Keep the kernel as it is, and say so
    Keep,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Emit {
    /// The rewritten module
    Ptx,
    /// The rewritten module, assembled by ptxas
    Cubin,
    /// The statements of every function with what the analyses know
    Ir,
    /// Flow graphs of the kernels, for Graphviz
    CfgDot,
    /// The manifest
    Json,
}

/// Which assembler to use, and how.
#[derive(Debug, Clone, Args)]
pub struct Assembler {
    /// The ptxas to use; else $TALLY_PTXAS, else the first on the PATH
    #[arg(long, value_name = "PATH")]
    pub ptxas: Option<PathBuf>,
    /// Architecture to assemble for; else that of `.target`
    #[arg(long, value_name = "SM")]
    pub arch: Option<String>,
    /// Seconds that ptxas may take
    #[arg(long, value_name = "SECONDS", default_value_t = 600)]
    pub ptxas_timeout: u64,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  tally-ptxc check *.ptx
  tally-ptxc check --message-format json kernel.ptx")]
pub struct Check {
    /// PTX files; `-` for standard input
    #[arg(value_name = "FILE", required = true)]
    pub inputs: Vec<PathBuf>,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  tally-ptxc print --format kernel.ptx")]
pub struct Print {
    #[command(flatten)]
    pub input: Input,
    /// Format every instruction from what was understood of it
    #[arg(long)]
    pub format: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  tally-ptxc inspect kernel.ptx
  tally-ptxc inspect --json kernel.ptx")]
pub struct Inspect {
    #[command(flatten)]
    pub input: Input,
    /// As JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  tally-ptxc explain R0110")]
pub struct Explain {
    /// A code such as E0201 or R0110; all codes when left out
    #[arg(value_name = "CODE")]
    pub code: Option<String>,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  tally-ptxc isa ld.global.u32
  tally-ptxc isa cp.async --json
  tally-ptxc isa --sregs ctaid")]
pub struct Isa {
    /// An instruction (`ld.global.u32`), or the beginning of row keys (`ld`); the whole table when left out
    #[arg(value_name = "HEAD")]
    pub head: Option<String>,
    /// Show the special registers instead
    #[arg(long)]
    pub sregs: bool,
    /// As JSON, an object per line
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  tally-ptxc doctor --strict")]
pub struct Doctor {
    /// Exit with 3 when there is no ptxas
    #[arg(long)]
    pub strict: bool,
    /// As JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  tally-ptxc completions bash > ~/.local/share/bash-completion/completions/tally-ptxc")]
pub struct Completions {
    /// The shell
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  tally-ptxc man ~/.local/share/man/man1")]
pub struct Man {
    /// The folder; made when it is not there
    #[arg(value_name = "FOLDER")]
    pub folder: PathBuf,
}

fn scheme(word: &str) -> Result<tally_abi::Scheme, String> {
    let known = || tally_abi::Scheme::ALL.iter().map(|s| s.word()).collect::<Vec<_>>().join(", ");
    tally_abi::Scheme::from_word(word).ok_or_else(|| format!("no scheme `{word}`; there are: {}", known()))
}
