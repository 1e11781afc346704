//! The corpus's files and the comments at their beginning (see `corpus/README.md`).

use std::path::{Path, PathBuf};

/// A file of the corpus.
#[derive(Debug, Clone)]
pub struct File {
    /// Its path below `corpus/`, with `/`.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// The comments at a file's beginning, each as word and value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    /// In order.
    pub lines: Vec<(String, String)>,
}

impl Header {
    /// The values of a word.
    pub fn get<'a>(&'a self, word: &'a str) -> impl Iterator<Item = &'a str> {
        self.lines.iter().filter(move |(w, _)| w == word).map(|(_, v)| v.as_str())
    }
}

impl File {
    /// Reads the comments that stand before anything else.
    pub fn header(&self) -> Header {
        let text = String::from_utf8_lossy(&self.bytes);
        let comments = text.lines().map_while(|l| l.trim_end().strip_prefix("// ").or(l.strip_prefix("//")));
        let pair = |l: &str| l.split_once(':').map(|(w, v)| (w.trim().to_string(), v.trim().to_string()));
        Header { lines: comments.filter_map(pair).collect() }
    }
}

/// The PTX files of a folder of the corpus, by name. An empty list when there is no such folder.
pub fn files(folder: &str) -> Vec<File> {
    let dir = crate::root().join("corpus").join(folder);
    let paths = below(&dir).into_iter().filter(|p| p.extension().is_some_and(|e| e == "ptx"));
    let file = |path: PathBuf| File {
        name: format!("{folder}/{}", path.strip_prefix(&dir).expect("it lies below").display()),
        bytes: std::fs::read(&path).expect("a file that was just listed can be read"),
    };
    paths.map(file).collect()
}

/// Every file below a folder, sorted.
pub fn below(dir: &Path) -> Vec<PathBuf> {
    let mut out = Vec::new();
    let mut todo = vec![dir.to_path_buf()];
    while let Some(dir) = todo.pop() {
        let Ok(entries) = std::fs::read_dir(&dir) else { continue };
        for path in entries.filter_map(|e| Some(e.ok()?.path())) {
            if path.is_dir() { todo.push(path) } else { out.push(path) }
        }
    }
    out.sort();
    out
}

/// Folders whose files are valid PTX.
pub const VALID: &[&str] = &["kernels", "hazards", "syntax", "regressions", "decline"];
