//! Every file of the corpus has a head that reads, and launches enough.

use std::path::Path;
use tally_gpu::{bundle::corpus_files, spec};

fn corpus() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus"))
}

#[test]
fn every_head_reads() {
    let (mut launches, mut varied, mut buffers) = (0, 0, 0);
    let files = corpus_files(corpus()).unwrap();
    for path in &files {
        let text = std::fs::read_to_string(path).unwrap();
        let header = spec::parse(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let name = path.display();
        assert!(!header.provenance.is_empty() && !header.covers.is_empty(), "{name}");
        assert!(header.not_on_gpu.is_some() || !header.launches.is_empty(), "{name}: nothing to launch");
        launches += header.launches.len();
        varied += usize::from(header.vary.grid);
        let is_buffer = |a: &&spec::Arg| matches!(a, spec::Arg::Buffer { .. });
        buffers += header.launches.iter().flat_map(|l| &l.args).filter(is_buffer).count();
    }
    assert!(files.len() >= 150, "{} files", files.len());
    assert!(launches >= 250, "{launches} launches");
    assert!(varied >= 100, "{varied} files whose grid varies");
    assert!(buffers >= 300, "{buffers} buffers");
}

#[test]
fn the_other_folders_read_too() {
    let mut read = 0;
    for folder in ["decline", "syntax", "regressions"] {
        let Ok(entries) = corpus().join(folder).read_dir() else { continue };
        for path in entries.map(|e| e.unwrap().path()).filter(|p| p.extension().is_some_and(|e| e == "ptx")) {
            let text = std::fs::read(&path).unwrap();
            spec::parse(&String::from_utf8_lossy(&text)).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
            read += 1;
        }
    }
    assert!(read >= 10, "{read} files");
}
