//! The fuzz target for bytes, a little of it under `cargo test`.

use rayon::prelude::*;
use std::panic::catch_unwind;
use tally_tests::corpus::{File, VALID, files};
use tally_tests::fuzz_bytes::{Random, fuzz_bytes, mutate};

const SEED: u64 = 0x7461_6c6c_7900;
const MUTATIONS: u64 = 4000;

fn seeds() -> Vec<File> {
    let folders = VALID.iter().chain(&["reject"]);
    // Large files cost much and teach little.
    folders.flat_map(|folder| files(folder)).filter(|f| f.bytes.len() < 5000).collect()
}

#[test]
fn mutated_files_hold_the_invariants() {
    let seeds = seeds();
    assert!(seeds.len() > 150);
    let failures: Vec<String> = (0..MUTATIONS)
        .into_par_iter()
        .filter_map(|i| {
            let mut random = Random(SEED + i);
            let seed = random.pick(&seeds);
            let mut data = seed.bytes.clone();
            mutate(&mut data, &mut random);
            let failed = catch_unwind(|| fuzz_bytes(&data)).err()?;
            let why = failed.downcast_ref::<String>().cloned().unwrap_or_default();
            let kept = format!("{}/seed-{}.ptx", env!("CARGO_TARGET_TMPDIR"), SEED + i);
            std::fs::write(&kept, &data).expect("cargo made this folder");
            Some(format!("{} made {kept}: {why}", seed.name))
        })
        .collect();
    let shown = failures.iter().take(20).cloned().collect::<Vec<_>>().join("\n");
    assert!(failures.is_empty(), "{} of {MUTATIONS} mutations fail:\n{shown}", failures.len());
}

#[test]
fn files_hold_the_invariants() {
    seeds().par_iter().for_each(|file| fuzz_bytes(&file.bytes));
}
