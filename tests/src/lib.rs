//! What holds for every module: the invariants, the corpus that they are checked on, and the filetests.

pub mod corpus;
pub mod filetest;
pub mod fuzz_bytes;
pub mod invariants;

use std::path::PathBuf;

/// The root of the repository.
pub fn root() -> PathBuf {
    let package = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    package.parent().expect("this package lies in a folder of the repository").to_path_buf()
}
