//! `tally-gpu`: see the library.

use anyhow::Result;
use clap::{Parser, Subcommand};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;
use tally_gpu::{bundle, parent, worker};

/// Checks rewritten kernels against their originals on a GPU.
#[derive(Debug, Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Packs the corpus for a machine with a GPU; needs none itself.
    Bundle {
        /// The corpus.
        #[arg(long)]
        corpus: PathBuf,
        /// A new or empty folder to write.
        #[arg(long)]
        out: PathBuf,
        /// Assembles cubins with this ptxas; else the driver assembles the PTX.
        #[arg(long)]
        ptxas: Option<PathBuf>,
    },
    /// Runs a bundle; the status is 1 when something is wrong.
    Run {
        /// The folder that `bundle` wrote.
        #[arg(long)]
        bundle: PathBuf,
        /// Results, a line of JSON each.
        #[arg(long)]
        out: PathBuf,
        /// Files at a time.
        #[arg(long, default_value_t = 4)]
        jobs: usize,
        /// Only files whose names contain this.
        #[arg(long)]
        only: Option<String>,
        /// Fewer cases are a failure.
        #[arg(long, default_value_t = 1)]
        min_cases: usize,
        /// Seconds that a case may take.
        #[arg(long, default_value_t = 20.0)]
        case_seconds: f32,
        /// Use a stand-in for the GPU, to test this program.
        #[arg(long, hide = true)]
        fake: bool,
    },
    /// What `run` starts for each file.
    #[command(hide = true)]
    Worker {
        #[arg(long)]
        bundle: PathBuf,
        #[arg(long)]
        file: String,
        #[arg(long)]
        from: usize,
        #[arg(long)]
        fake: bool,
    },
}

fn main() -> ExitCode {
    match execute(Arguments::parse().command) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("tally-gpu: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn execute(command: Command) -> Result<ExitCode> {
    match command {
        Command::Bundle { corpus, out, ptxas } => {
            let list = bundle::bundle(&bundle::Options { corpus, out, ptxas })?;
            for skipped in &list.skipped {
                println!("skipped: {}: {}", skipped.name, skipped.why.join(", "));
            }
            let cases: usize = list.files.iter().map(|f| f.cases().len()).sum();
            let launches: usize = list.files.iter().map(|f| f.launches.len()).sum();
            println!("{} files, {launches} launches, {cases} cases", list.files.len());
            Ok(ExitCode::SUCCESS)
        }
        Command::Run { bundle, out, jobs, only, min_cases, case_seconds, fake } => {
            let summary = parent::run(&parent::Options {
                bundle,
                out,
                jobs,
                only,
                min_cases,
                case_time: Duration::try_from_secs_f32(case_seconds)?,
                start_time: Duration::from_secs(90),
                program: std::env::current_exe()?,
                fake,
            })?;
            println!("{summary}");
            Ok(if summary.ok { ExitCode::SUCCESS } else { ExitCode::FAILURE })
        }
        Command::Worker { bundle, file, from, fake } => {
            let status = worker::main(&bundle, &file, from, fake)?;
            // Not through the driver's own leave-taking, which waits for kernels that never end.
            std::process::exit(status)
        }
    }
}
