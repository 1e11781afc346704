//! The fuzz target for bytes: a library function, so that any fuzzer and `cargo test` run the same thing.

use crate::invariants;

/// Reads, prints and rewrites any bytes, and panics when an invariant does not hold.
pub fn fuzz_bytes(data: &[u8]) {
    let parsed = invariants::any_text(data);
    let errors = invariants::has_errors(&parsed.diagnostics);
    if !errors {
        invariants::formats(&parsed.module);
    }
    invariants::compiles(data, errors);
    invariants::replaces(data, errors);
}

/// A small generator of pseudo-random numbers (SplitMix64): tests must not depend on a crate's stream.
#[derive(Debug, Clone)]
pub struct Random(pub u64);

impl Random {
    /// The next number.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `limit`; 0 when that is 0.
    pub fn below(&mut self, limit: usize) -> usize {
        if limit == 0 { 0 } else { (self.number() % limit as u64) as usize }
    }

    /// One of these.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

/// Text that is likely to break something when it is put anywhere.
const FRAGMENTS: &[&[u8]] = &[
    b"{",
    b"}",
    b";",
    b"(",
    b")",
    b"[",
    b"]",
    b"<",
    b">",
    b",",
    b":",
    b"@",
    b"@!",
    b"!",
    b"-",
    b"|",
    b"+",
    b"=",
    b"_",
    b"%",
    b"\0",
    b"\xff",
    b"\"",
    b"/*",
    b"*/",
    b"//",
    b"\n",
    b"#",
    b"@@",
    b".",
    b"..",
    b"::",
    b".reg .b32 %r<4>;",
    b".param",
    b".entry",
    b".func",
    b".visible",
    b"0x",
    b"0f",
    b"1e",
    b"4294967296",
    b"18446744073709551616",
    b".global .u32 g;",
    b"%ctaid.x",
    b"%nctaid",
    b"%tid.y",
    b"bra L;",
    b"L:",
    b"call f;",
    b"ret;",
    b"{ .reg .b32 x; }",
    b".section .d {}",
    b".version 7.0",
    b"T: .branchtargets L;",
    b"P: .callprototype _;",
    b".pragma \"x\";",
    b".loc 1 1 1",
    b"WARP_SZ",
    b"\r",
];

/// Changes a text in one to four places.
pub fn mutate(text: &mut Vec<u8>, random: &mut Random) {
    for _ in 0..1 + random.below(4) {
        let at = random.below(text.len() + 1);
        let end = (at + random.below(24)).min(text.len());
        match random.below(6) {
            0 => drop(text.drain(at..end)),
            1 => drop(text.splice(at..at, random.pick(FRAGMENTS).iter().copied())),
            2 => drop(text.splice(at..end, random.pick(FRAGMENTS).iter().copied())),
            3 => {
                let part = text[at..end].to_vec();
                let to = random.below(text.len() + 1);
                drop(text.splice(to..to, part));
            }
            4 if at < text.len() => text[at] ^= 1 << random.below(8),
            _ => text.truncate(at.max(text.len() / 2)),
        }
    }
}
