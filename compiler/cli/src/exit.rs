//! Exit statuses: part of the program's interface.

use std::process::ExitCode;

/// How a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Everything asked for was done.
    Ok,
    /// The input is invalid, or a kernel was refused that must not be.
    Invalid,
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
            Status::Tool => 3,
            Status::Internal => 70,
        })
    }
}

/// The table of exit statuses for help texts. 2 comes from the parser of the command line.
pub const HELP: &str = "\
Exit status:
  0   done
  1   the input is invalid, or a kernel was refused that must not be
  2   the command line is wrong
  3   a tool such as ptxas is missing or failed
  4   only a part of a batch was done
  70  internal error";
