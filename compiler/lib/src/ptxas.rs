//! Runs `ptxas` as a child, always under a time and a memory limit.
//!
//! `ptxas` is the oracle of the whole project and has faults of its own: a register bank of 2 000 000 000 entries
//! keeps it busy for ever. So it never runs without limits, never through a shell, and its output is bounded.

use std::io::{Read, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// What a child may use.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Wall-clock time.
    pub time: Duration,
    /// Address space in bytes.
    pub memory: u64,
    /// Bytes of standard output and of standard error that are kept.
    pub output: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { time: Duration::from_secs(600), memory: 16 << 30, output: 1 << 20 }
    }
}

/// Why there is no answer from a child.
#[derive(Debug)]
pub enum RunError {
    /// It could not be started or talked to.
    Io(PathBuf, std::io::Error),
    /// It ran longer than [`Limits::time`] and was killed.
    TimedOut(Duration),
}

impl std::fmt::Display for RunError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            RunError::Io(path, e) => write!(f, "cannot run `{}`: {e}", path.display()),
            RunError::TimedOut(t) => write!(f, "gave no answer within {} s", t.as_secs()),
        }
    }
}

impl std::error::Error for RunError {}

/// How a child ended.
#[derive(Debug)]
pub struct Outcome {
    /// Did it exit with status 0?
    pub success: bool,
    /// Its exit status, unless a signal ended it.
    pub status: Option<i32>,
    /// Standard output and standard error, in this order, each cut at [`Limits::output`].
    pub stdout: Vec<u8>,
    /// See `stdout`.
    pub stderr: Vec<u8>,
    /// Wall-clock time.
    pub time: Duration,
}

/// Runs `command` with `stdin` under `limits`.
pub fn run_limited(mut command: Command, stdin: &[u8], limits: &Limits) -> Result<Outcome, RunError> {
    let program = PathBuf::from(command.get_program());
    let io = |e| RunError::Io(program.clone(), e);
    let start = Instant::now();
    command.process_group(0);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().map_err(io)?;
    limit_memory(&child, limits.memory);
    let mut to = child.stdin.take().expect("stdin is piped");
    let out = child.stdout.take().expect("stdout is piped");
    let err = child.stderr.take().expect("stderr is piped");
    std::thread::scope(|scope| {
        // A child that stops reading its input closes the pipe; that is no error of ours.
        scope.spawn(move || drop(to.write_all(stdin)));
        let out = scope.spawn(move || read_bounded(out, limits.output));
        let err = scope.spawn(move || read_bounded(err, limits.output));
        let status = wait(&mut child, start, limits.time);
        let stdout = out.join().expect("the reader does not panic");
        let stderr = err.join().expect("the reader does not panic");
        let status = status.map_err(io)?.ok_or(RunError::TimedOut(limits.time))?;
        Ok(Outcome { success: status.success(), status: status.code(), stdout, stderr, time: start.elapsed() })
    })
}

fn limit_memory(child: &Child, bytes: u64) {
    use rustix::process::{Pid, Resource, Rlimit, prlimit};
    let limit = Rlimit { current: Some(bytes), maximum: Some(bytes) };
    if let Some(pid) = Pid::from_raw(child.id() as i32) {
        // It fails only when the child is gone already.
        let _ = prlimit(Some(pid), Resource::As, limit);
    }
}

fn wait(child: &mut Child, start: Instant, limit: Duration) -> std::io::Result<Option<std::process::ExitStatus>> {
    let mut pause = Duration::from_millis(1);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if start.elapsed() > limit {
            kill_group(child);
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

/// Kills the child and everything that it started: a wrapper's own children hold its pipes open.
fn kill_group(child: &Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(pid) = Pid::from_raw(child.id() as i32) {
        let _ = kill_process_group(pid, Signal::KILL);
    }
}

fn read_bounded(mut from: impl Read, limit: usize) -> Vec<u8> {
    let mut kept = Vec::new();
    let mut buffer = [0u8; 8192];
    while let Ok(n @ 1..) = from.read(&mut buffer) {
        let room = limit.saturating_sub(kept.len());
        kept.extend_from_slice(&buffer[..n.min(room)]);
    }
    kept
}

/// A `ptxas` on this machine.
#[derive(Debug, Clone)]
pub struct Ptxas {
    /// The executable.
    pub path: PathBuf,
    /// Limits of every run.
    pub limits: Limits,
}

impl Ptxas {
    /// The `ptxas` at `path`, with default limits.
    pub fn at(path: impl AsRef<Path>) -> Self {
        Ptxas { path: path.as_ref().to_path_buf(), limits: Limits::default() }
    }

    /// Looks at `$TALLY_PTXAS`, then on the `PATH`.
    pub fn find() -> Option<Self> {
        if let Some(path) = std::env::var_os("TALLY_PTXAS") {
            return Some(Ptxas::at(path));
        }
        let path = std::env::var_os("PATH")?;
        std::env::split_paths(&path).map(|dir| dir.join("ptxas")).find(|p| p.is_file()).map(Ptxas::at)
    }

    /// The text of `--version`; an error when there is none, or when the program fails.
    pub fn version(&self) -> Result<String, RunError> {
        let mut command = Command::new(&self.path);
        command.arg("--version");
        let out = run_limited(command, b"", &Limits { time: Duration::from_secs(20), ..self.limits })?;
        if !out.success {
            let failed = std::io::Error::other("`--version` fails");
            return Err(RunError::Io(self.path.clone(), failed));
        }
        Ok(String::from_utf8_lossy(&out.stdout).trim().to_string())
    }

    /// Assembles the file `input` for `arch` into `output` with further options.
    pub fn assemble(&self, input: &Path, arch: &str, output: &Path, options: &[&str]) -> Result<Outcome, RunError> {
        let mut command = Command::new(&self.path);
        command.arg(format!("-arch={arch}")).args(options).arg(input).arg("-o").arg(output);
        run_limited(command, b"", &self.limits)
    }
}
