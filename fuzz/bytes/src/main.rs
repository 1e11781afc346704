//! Runs the fuzz target for bytes on files, or on standard input when none is named: the interface of AFL, honggfuzz and
//! `xargs`. `--mutate SEED COUNT FILE…` changes the files at random instead, without any fuzzer; an input that fails is
//! left in `fuzz-bytes-failed.ptx`.

use std::io::Read;
use std::process::ExitCode;
use tally_tests::fuzz_bytes::{Random, fuzz_bytes, mutate};

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let result = match args.as_slice() {
        [] => stdin(),
        [flag, seed, count, files @ ..] if flag == "--mutate" && !files.is_empty() => mutations(seed, count, files),
        files => files.iter().try_for_each(|path| read(path).map(|data| fuzz_bytes(&data))),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

fn stdin() -> Result<(), String> {
    let mut data = Vec::new();
    std::io::stdin().read_to_end(&mut data).map_err(|e| format!("<stdin>: {e}"))?;
    fuzz_bytes(&data);
    Ok(())
}

fn read(path: &str) -> Result<Vec<u8>, String> {
    std::fs::read(path).map_err(|e| format!("{path}: {e}"))
}

fn mutations(seed: &str, count: &str, files: &[String]) -> Result<(), String> {
    let number = |text: &str| text.parse::<u64>().map_err(|e| format!("`{text}`: {e}"));
    let (seed, count) = (number(seed)?, number(count)?);
    let seeds = files.iter().map(|f| read(f)).collect::<Result<Vec<_>, _>>()?;
    for i in 0..count {
        let mut random = Random(seed.wrapping_add(i));
        let mut data = random.pick(&seeds).clone();
        mutate(&mut data, &mut random);
        if std::panic::catch_unwind(|| fuzz_bytes(&data)).is_err() {
            std::fs::write("fuzz-bytes-failed.ptx", &data).map_err(|e| e.to_string())?;
            return Err(format!("seed {} fails; its input is in fuzz-bytes-failed.ptx", seed.wrapping_add(i)));
        }
    }
    println!("{count} mutations, no failure");
    Ok(())
}
