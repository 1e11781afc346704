//! How the tests run the program, and the modules that they give it.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;
use tally_compiler::ptxas::{Limits, run_limited};
use tempfile::TempDir;

pub const HEADER: &str = ".version 8.0\n.target sm_90\n.address_size 64\n";

/// A module with one kernel that every scheme can take.
pub const GOOD: &str = "\
.version 8.0
.target sm_90
.address_size 64

.visible .entry good(.param .u64 p)
{
	.reg .b32 %r<3>;
	.reg .b64 %rd<3>;
	ld.param.u64 %rd1, [p];
	mov.u32 %r1, %ctaid.x;
	mul.wide.u32 %rd2, %r1, 4;
	add.s64 %rd1, %rd1, %rd2;
	st.global.u32 [%rd1], %r1;
	ret;
}
";

/// A kernel that no scheme can take: R0104 in its third line.
pub const REFUSED_KERNEL: &str = "\
.visible .entry refused()
{
	.reg .b64 %rd<2>; mov.u64 %rd1, %gridid;
	ret;
}
";

/// A module that does not follow the language: E0201 in line 6.
pub const BAD: &str = "\
.version 8.0
.target sm_90
.address_size 64
.visible .entry bad()
{
	mov.u32 nowhere, 1;
	ret;
}
";

/// [`GOOD`] and [`REFUSED_KERNEL`].
pub fn mixed() -> String {
    format!("{GOOD}{REFUSED_KERNEL}")
}

/// How the program ended.
#[derive(Debug)]
pub struct Ended {
    pub status: i32,
    pub out: Vec<u8>,
    pub err: String,
    pub time: Duration,
}

impl Ended {
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.out).expect("the output is UTF-8")
    }

    #[track_caller]
    pub fn expect(self, status: i32) -> Self {
        assert_eq!(self.status, status, "standard error: {}", self.err);
        self
    }
}

/// A run of the program that is being put together.
#[derive(Debug)]
pub struct Call {
    command: Command,
    stdin: Vec<u8>,
}

/// A run with these arguments, separated by blanks, without `ptxas` and with nothing of our own environment that matters.
pub fn ptxc(arguments: &str) -> Call {
    // Before anything is spawned: a child must not inherit the script while it is open for writing.
    fake_ptxas();
    let mut command = Command::new(env!("CARGO_BIN_EXE_tally-ptxc"));
    command.args(arguments.split_ascii_whitespace()).env("PATH", "/nonexistent");
    command.env_remove("NO_COLOR").env_remove("TALLY_PTXAS");
    Call { command, stdin: Vec::new() }
}

impl Call {
    pub fn arg(mut self, argument: impl AsRef<OsStr>) -> Self {
        self.command.arg(argument);
        self
    }

    pub fn stdin(mut self, bytes: impl AsRef<[u8]>) -> Self {
        self.stdin = bytes.as_ref().to_vec();
        self
    }

    pub fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.command.env(name, value);
        self
    }

    pub fn dir(mut self, folder: &Path) -> Self {
        self.command.current_dir(folder);
        self
    }

    pub fn command(self) -> Command {
        self.command
    }

    /// Runs it; more than two minutes count as a hang, more than 4 GiB as unbounded.
    pub fn run(self) -> Ended {
        let limits = Limits { time: Duration::from_secs(120), memory: 4 << 30, output: 256 << 20 };
        let ended = run_limited(self.command, &self.stdin, &limits).expect("the program ends");
        Ended {
            status: ended.status.expect("no signal ends the program"),
            out: ended.stdout,
            err: String::from_utf8(ended.stderr).expect("messages are UTF-8"),
            time: ended.time,
        }
    }
}

/// A folder of a test with these files.
pub fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = TempDir::new().expect("there is room for temporary files");
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).expect("the folder can be written");
    }
    folder
}

/// Names of everything in a folder, sorted.
pub fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let name = |e: std::io::Result<std::fs::DirEntry>| e.expect("the folder can be read").file_name();
    let mut names: Vec<String> = entries.map(|e| name(e).to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

pub fn text(path: impl AsRef<Path>) -> String {
    std::fs::read_to_string(path).expect("the file is there")
}

/// A `ptxas` that does what `$FAKE` says.
pub fn fake_ptxas() -> &'static Path {
    static PATH: OnceLock<PathBuf> = OnceLock::new();
    PATH.get_or_init(|| {
        use std::io::Write;
        use std::os::unix::fs::PermissionsExt;
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let mut file = tempfile::NamedTempFile::new_in(folder).expect("the target folder can be written");
        file.write_all(FAKE.as_bytes()).expect("the target folder can be written");
        file.as_file().set_permissions(PermissionsExt::from_mode(0o755)).expect("it is our file");
        let path = folder.join("fake-ptxas");
        file.persist(&path).expect("the target folder can be written");
        path
    })
}

/// Its calls: `--version`, or `-arch=ARCH INPUT -o OUTPUT`.
const FAKE: &str = r#"#!/bin/sh
PATH=/usr/bin:/bin
if [ "$1" = --version ]; then
    echo "ptxas: NVIDIA (R) Ptx optimizing assembler"
    echo "Cuda compilation tools, release 99.9, V99.9.99"
    exit 0
fi
case "$FAKE" in
    fail) echo "ptxas $2, line 7; error : no such thing" >&2; exit 255 ;;
    hang) exec sleep 600 ;;
    nothing) exit 0 ;;
    half) printf half > "$4"; exit 1 ;;
    *) { printf 'cubin for %s\n' "$1"; cat "$2"; } > "$4" ;;
esac
"#;
