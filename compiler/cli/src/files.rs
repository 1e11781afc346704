//! Reading inputs with a bound, and writing outputs whole or not at all.

use anyhow::{Context, Result, bail};
use ptx_grammar::source::{MAX_SOURCE, Source};
use std::io::{ErrorKind, Read, Write};
use std::path::Path;

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

/// Writes a file whole or not at all: to a temporary file beside it, which then takes its name. What is no regular file
/// (a device, a pipe) is written directly.
pub fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    if is_dash(path) {
        return print(bytes);
    }
    let name = path.display();
    let existing = std::fs::metadata(path).ok();
    match &existing {
        Some(meta) if meta.is_dir() => bail!("`{name}` is a folder"),
        Some(meta) if !meta.is_file() => {
            return std::fs::write(path, bytes).with_context(|| format!("cannot write `{name}`"));
        }
        Some(_) | None => {}
    }
    // Through a symbolic link the file that it points to is replaced, not the link.
    let target = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let folder = target.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = tempfile::Builder::new()
        .prefix(".tally-ptxc-")
        .tempfile_in(folder)
        .with_context(|| format!("cannot write into `{}`", folder.display()))?;
    file.write_all(bytes).with_context(|| format!("cannot write `{name}`"))?;
    set_permissions(file.as_file(), existing.as_ref()).with_context(|| format!("cannot write `{name}`"))?;
    file.persist(&target).map_err(|e| e.error).with_context(|| format!("cannot write `{name}`"))?;
    Ok(())
}

/// Those of the file that is replaced, else those that a new file gets.
fn set_permissions(file: &std::fs::File, existing: Option<&std::fs::Metadata>) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let permissions = match existing {
        Some(meta) => meta.permissions(),
        None => std::fs::Permissions::from_mode(0o666 & !umask()),
    };
    file.set_permissions(permissions)
}

fn umask() -> u32 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|l| l.strip_prefix("Umask:"));
    line.and_then(|l| u32::from_str_radix(l.trim(), 8).ok()).unwrap_or(0o022)
}

/// A dependency rule as Make and Ninja read it.
pub fn dependency(output: &Path, input: &Path) -> String {
    let escape = |path: &Path| {
        let text = path.display().to_string();
        text.replace('\\', "\\\\").replace(' ', "\\ ").replace('#', "\\#").replace('$', "$$")
    };
    format!("{}: {}\n", escape(output), escape(input))
}
