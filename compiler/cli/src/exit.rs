//! Exit statuses: part of the program's interface.

use std::process::ExitCode;
use tally_compiler::CompileError;

/// How a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Everything asked for was done.
    Ok,
    /// The input is invalid, or a kernel was refused that must not be.
    Invalid,
    /// The command line asks for something that makes no sense.
    Usage,
    /// A tool of somebody else's is missing or failed.
    Tool,
    /// A fault of this program.
    Internal,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        ExitCode::from(match status {
            Status::Ok => 0,
            Status::Invalid => 1,
            Status::Usage => 2,
            Status::Tool => 3,
            Status::Internal => 70,
        })
    }
}

/// An error of the command line that the parser of the command line can't see.
#[derive(Debug)]
pub struct UsageError(pub String);

impl std::fmt::Display for UsageError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for UsageError {}

impl Status {
    /// The status that an error ends with.
    pub fn of(error: &anyhow::Error) -> Self {
        match error.downcast_ref::<CompileError>() {
            Some(CompileError::Internal(_)) => Status::Internal,
            Some(CompileError::ReplaceNeedsOneScheme) => Status::Usage,
            Some(CompileError::NoSuchKernel(_)) => Status::Invalid,
            None if error.is::<UsageError>() => Status::Usage,
            None => Status::Invalid,
        }
    }
}

/// The table of exit statuses for help texts.
pub const HELP: &str = "\
Exit status:
  0   done
  1   the input is invalid or can't be read, or a kernel was refused that must not be
  2   the command line is wrong
  3   a tool such as ptxas is missing or failed
  4   only a part of a batch was done
  70  internal error";
