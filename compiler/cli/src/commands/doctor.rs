//! `doctor`: which tools and drivers are there.

use crate::cli::Doctor;
use crate::exit::Status;
use crate::files;
use anyhow::Result;
use ptx_grammar::isa::{self, Version};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use tally_compiler::ptxas::Ptxas;

/// Looks around; changes nothing and loads nothing.
pub fn run(args: &Doctor) -> Result<Status> {
    let ptxas = Ptxas::find();
    let version = ptxas.as_ref().map(Ptxas::version);
    let ptxas_works = matches!(&version, Some(Ok(text)) if !text.is_empty());
    let findings = [
        ("tally-ptxc", Some(env!("CARGO_PKG_VERSION").to_string())),
        ("instruction table", Some(table())),
        ("ptxas", ptxas.map(|p| p.path.display().to_string())),
        ("ptxas version", version.map(|v| v.map_or_else(|e| e.to_string(), |t| release(&t)))),
        ("nvcc", on_path("nvcc").map(|p| p.display().to_string())),
        ("cuobjdump", on_path("cuobjdump").map(|p| p.display().to_string())),
        ("driver library", driver_library().map(|p| p.display().to_string())),
        ("driver version", driver_version()),
    ];
    let text = if args.json {
        let object: serde_json::Map<String, Value> =
            findings.iter().map(|(name, value)| (name.to_string(), json!(value))).collect();
        Value::Object(object).to_string() + "\n"
    } else {
        findings.iter().map(|(n, v)| format!("{n:<18} {}\n", v.as_deref().unwrap_or("not found"))).collect()
    };
    files::print(text.as_bytes())?;
    Ok(if args.strict && !ptxas_works { Status::Tool } else { Status::Ok })
}

fn table() -> String {
    let newest = isa::all_rows().map(|r| r.since).max().unwrap_or(Version { major: 0, minor: 0 });
    format!("{} forms, up to PTX {}.{}", isa::all_rows().count(), newest.major, newest.minor)
}

/// The line of `ptxas --version` that names the release.
fn release(text: &str) -> String {
    let line = text.lines().find(|l| l.contains("release")).unwrap_or(text).trim();
    if line.is_empty() { "says nothing".into() } else { line.to_string() }
}

fn on_path(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|dir| dir.join(program)).find(|p| p.is_file())
}

/// Where distributions and container runtimes put the driver's library.
const LIBRARY_FOLDERS: &[&str] = &[
    "/usr/lib/x86_64-linux-gnu",
    "/usr/lib/aarch64-linux-gnu",
    "/usr/lib64",
    "/usr/lib",
    "/usr/local/nvidia/lib64",
    "/usr/local/cuda/compat",
    "/usr/lib/wsl/lib",
    "/run/opengl-driver/lib",
];

fn driver_library() -> Option<PathBuf> {
    let extra = std::env::var_os("LD_LIBRARY_PATH").unwrap_or_default();
    let folders = std::env::split_paths(&extra).collect::<Vec<_>>();
    let folders = folders.into_iter().chain(LIBRARY_FOLDERS.iter().map(PathBuf::from));
    folders.map(|dir| dir.join("libcuda.so.1")).find(|p| p.exists())
}

fn driver_version() -> Option<String> {
    let text = std::fs::read_to_string(Path::new("/proc/driver/nvidia/version")).ok()?;
    text.lines().next().map(|l| l.trim_start_matches("NVRM version:").trim().to_string())
}
