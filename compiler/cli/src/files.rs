//! Reading inputs with a bound, and writing outputs whole or not at all.

use anyhow::{Context, Result, bail};
use ptx_grammar::source::{MAX_SOURCE, Source};
use std::fs::{Metadata, Permissions};
use std::io::{ErrorKind, Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Is the path `-`?
pub fn is_dash(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Reads a file or standard input, at most one byte more than [`MAX_SOURCE`].
pub fn read(path: &Path) -> Result<Source> {
    let limit = MAX_SOURCE as u64 + 1;
    let mut bytes = Vec::new();
    if is_dash(path) {
        std::io::stdin().lock().take(limit).read_to_end(&mut bytes).context("cannot read standard input")?;
        return Ok(Source::new("<stdin>", bytes));
    }
    let name = path.display().to_string();
    let file = std::fs::File::open(path).with_context(|| format!("cannot open `{name}`"))?;
    file.take(limit).read_to_end(&mut bytes).with_context(|| format!("cannot read `{name}`"))?;
    Ok(Source::new(name, bytes))
}

/// Writes to standard output. A reader that is gone is no error.
pub fn print(bytes: &[u8]) -> Result<()> {
    let mut out = std::io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(e) if e.kind() == ErrorKind::BrokenPipe => Ok(()),
        other => other.context("cannot write to standard output"),
    }
}

/// A file to write.
#[derive(Debug, Clone, Copy)]
pub struct Output<'a> {
    /// Where; `-` is standard output.
    pub path: &'a Path,
    /// What.
    pub bytes: &'a [u8],
}

/// Writes files, each whole or not at all: all of them to temporary files beside them first, which then take their
/// names in order. What is no regular file (a device, a pipe) is written directly, in its turn.
pub fn write(outputs: &[Output]) -> Result<()> {
    let staged = outputs.iter().map(|o| stage(*o)).collect::<Result<Vec<_>>>()?;
    staged.into_iter().try_for_each(Staged::commit)
}

/// A file that is ready to be put in its place.
#[derive(Debug)]
enum Staged<'a> {
    Direct(Output<'a>),
    Beside(NamedTempFile, PathBuf),
}

fn stage(output: Output<'_>) -> Result<Staged<'_>> {
    let Output { path, bytes } = output;
    let existing = std::fs::metadata(path).ok();
    match &existing {
        _ if is_dash(path) => return Ok(Staged::Direct(output)),
        Some(meta) if meta.is_dir() => bail!("cannot write `{}`: it is a folder", path.display()),
        Some(meta) if !meta.is_file() => return Ok(Staged::Direct(output)),
        Some(_) | None => {}
    }
    let target = followed(path);
    let folder = target.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let write = || {
        let mut file = temporary(folder, existing.as_ref())?;
        file.write_all(bytes)?;
        Ok::<_, std::io::Error>(file)
    };
    let file = write().with_context(|| format!("cannot write `{}`", path.display()))?;
    Ok(Staged::Beside(file, target))
}

/// Through a symbolic link the file that it points to is replaced, not the link; also when that file is not there yet.
fn followed(path: &Path) -> PathBuf {
    const MAX_LINKS: usize = 40;
    let mut target = path.to_path_buf();
    for _ in 0..MAX_LINKS {
        let Ok(next) = std::fs::read_link(&target) else { break };
        target = target.parent().unwrap_or(Path::new("")).join(next);
    }
    target
}

/// With the permissions of the file that is replaced, else with those that a new file gets.
fn temporary(folder: &Path, existing: Option<&Metadata>) -> std::io::Result<NamedTempFile> {
    let new = Permissions::from_mode(0o666);
    let file = tempfile::Builder::new().prefix(".tally-ptxc-").permissions(new).tempfile_in(folder);
    // The message names what is wanted, not the temporary file.
    let file = file.map_err(|e| std::io::Error::from(e.kind()))?;
    if let Some(meta) = existing {
        file.as_file().set_permissions(meta.permissions())?;
    }
    Ok(file)
}

impl Staged<'_> {
    fn commit(self) -> Result<()> {
        match self {
            Staged::Direct(Output { path, bytes }) if is_dash(path) => print(bytes),
            Staged::Direct(Output { path, bytes }) => {
                std::fs::write(path, bytes).with_context(|| format!("cannot write `{}`", path.display()))
            }
            Staged::Beside(file, target) => {
                let persisted = file.persist(&target).map_err(|e| e.error);
                persisted.map(drop).with_context(|| format!("cannot write `{}`", target.display()))
            }
        }
    }
}

/// A dependency rule as Make and Ninja read it. Standard input is nothing that one can depend on.
pub fn dependency(output: &Path, input: &Path) -> Vec<u8> {
    let mut rule = escaped(output);
    rule.push(b':');
    if !is_dash(input) {
        rule.push(b' ');
        rule.extend(escaped(input));
    }
    rule.push(b'\n');
    rule
}

/// As compilers do it: a backslash is special only in front of a blank, where it is doubled.
fn escaped(path: &Path) -> Vec<u8> {
    let mut out = Vec::new();
    let mut backslashes = 0;
    for byte in path.as_os_str().as_bytes() {
        match byte {
            b' ' | b'\t' => out.extend(std::iter::repeat_n(b'\\', backslashes + 1)),
            b'#' => out.push(b'\\'),
            b'$' => out.push(b'$'),
            _ => {}
        }
        backslashes = if *byte == b'\\' { backslashes + 1 } else { 0 };
        out.push(*byte);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_as_compilers_do() {
        for (path, want) in
            [("a/b.ptx", "a/b.ptx"), ("a b", "a\\ b"), ("a\\b", "a\\b"), ("a\\ b", "a\\\\\\ b"), ("$a#b", "$$a\\#b")]
        {
            assert_eq!(String::from_utf8_lossy(&escaped(Path::new(path))), want);
        }
    }

    #[test]
    fn standard_input_is_no_dependency() {
        assert_eq!(dependency(Path::new("out"), Path::new("-")), b"out:\n");
        assert_eq!(dependency(Path::new("out"), Path::new("in")), b"out: in\n");
    }
}
