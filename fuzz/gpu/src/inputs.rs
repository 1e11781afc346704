//! What buffers hold before a launch. Nothing here depends on the machine, the time or the run.

use serde::{Deserialize, Serialize};

/// Type of an element or scalar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Type {
    U8,
    U16,
    U32,
    U64,
    S32,
    S64,
    F16,
    F32,
    F64,
}

impl Type {
    const ALL: [(Type, &'static str); 9] = [
        (Type::U8, "u8"),
        (Type::U16, "u16"),
        (Type::U32, "u32"),
        (Type::U64, "u64"),
        (Type::S32, "s32"),
        (Type::S64, "s64"),
        (Type::F16, "f16"),
        (Type::F32, "f32"),
        (Type::F64, "f64"),
    ];

    /// The type with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, w)| *w == word).map(|(t, _)| *t)
    }

    /// Bytes of an element.
    pub const fn size(self) -> usize {
        match self {
            Type::U8 => 1,
            Type::U16 | Type::F16 => 2,
            Type::U32 | Type::S32 | Type::F32 => 4,
            Type::U64 | Type::S64 | Type::F64 => 8,
        }
    }

    /// The bytes of the value that `text` says.
    pub fn parse(self, text: &str) -> Option<Vec<u8>> {
        Some(match self {
            Type::U8 => text.parse::<u8>().ok()?.to_le_bytes().to_vec(),
            Type::U16 => text.parse::<u16>().ok()?.to_le_bytes().to_vec(),
            Type::U32 => text.parse::<u32>().ok()?.to_le_bytes().to_vec(),
            Type::U64 => text.parse::<u64>().ok()?.to_le_bytes().to_vec(),
            Type::S32 => text.parse::<i32>().ok()?.to_le_bytes().to_vec(),
            Type::S64 => text.parse::<i64>().ok()?.to_le_bytes().to_vec(),
            Type::F16 | Type::F32 | Type::F64 => self.float(text.parse().ok()?),
        })
    }

    /// The bytes of an integer, or of a float of that value.
    fn integer(self, value: u64) -> Vec<u8> {
        match self {
            Type::F16 | Type::F32 | Type::F64 => self.float(value as f64),
            Type::U8 | Type::U16 | Type::U32 | Type::U64 | Type::S32 | Type::S64 => {
                value.to_le_bytes()[..self.size()].to_vec()
            }
        }
    }

    fn float(self, value: f64) -> Vec<u8> {
        match self {
            Type::F16 => half(value).to_le_bytes().to_vec(),
            Type::F32 => (value as f32).to_le_bytes().to_vec(),
            _ => value.to_le_bytes().to_vec(),
        }
    }
}

/// The nearest half-precision number, ties to even; beyond its range, infinity.
fn half(value: f64) -> u16 {
    let sign = if value.is_sign_negative() { 0x8000 } else { 0 };
    let size = value.abs();
    if size.is_nan() {
        return 0x7e00;
    }
    // The spacing of halves near `size`, at least that of subnormal ones.
    let exponent = ((size.to_bits() >> 52) as i32 - 1023).max(-14);
    let steps = (size / 2f64.powi(exponent - 10)).round_ties_even();
    // 1024 steps are the implicit bit: adding carries into the exponent by itself.
    let bits = ((exponent + 14) as f64) * 1024.0 + steps;
    sign | bits.min(f64::from(0x7c00)) as u16
}

/// What a buffer holds before the launch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Init {
    /// Zeros.
    Zero,
    /// 0, 1, 2, …
    Iota,
    /// Integers of all bits, or floats in [-1, 1] that are exact multiples of a power of two.
    Random,
    /// These bytes in every element.
    Const(Vec<u8>),
}

/// Contents of the buffer that is argument `position` of its launch.
///
/// `Random` depends on the type, the count, the argument's position and the element's alone.
pub fn fill(ty: Type, count: u32, init: &Init, position: usize) -> Vec<u8> {
    let mut out = Vec::with_capacity(count as usize * ty.size());
    let seed = mix(mix(ty as u64) ^ u64::from(count)) ^ mix(position as u64 + 1);
    for index in 0..u64::from(count) {
        match init {
            Init::Zero => out.extend_from_slice(&[0; 8][..ty.size()]),
            Init::Iota => out.extend_from_slice(&ty.integer(index)),
            Init::Random => out.extend_from_slice(&random(ty, mix(seed.wrapping_add(index)))),
            Init::Const(bytes) => out.extend_from_slice(bytes),
        }
    }
    out
}

fn random(ty: Type, bits: u64) -> Vec<u8> {
    // As many steps as the type can tell apart in [-1, 1].
    let steps = match ty {
        Type::F16 => 1u64 << 10,
        Type::F32 => 1 << 23,
        Type::F64 => 1 << 52,
        Type::U8 | Type::U16 | Type::U32 | Type::U64 | Type::S32 | Type::S64 => return ty.integer(bits),
    };
    ty.float((bits % (2 * steps + 1)) as f64 / steps as f64 - 1.0)
}

/// A good mixing of 64 bits (splitmix64).
pub fn mix(value: u64) -> u64 {
    let mut z = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves() {
        for (value, bits) in [
            (0.0, 0),
            (-0.0, 0x8000),
            (1.0, 0x3c00),
            (-1.0, 0xbc00),
            (0.5, 0x3800),
            (1.5, 0x3e00),
            (65504.0, 0x7bff),
            (65520.0, 0x7c00),
            (1e9, 0x7c00),
            (2f64.powi(-24), 1),
            (2f64.powi(-25), 0),
            (2f64.powi(-14), 0x0400),
            (1.0 + 1.0 / 2048.0, 0x3c00),
            (1.0 + 3.0 / 2048.0, 0x3c02),
        ] {
            assert_eq!(half(value), bits, "{value}");
        }
    }

    #[test]
    fn random_is_the_same_everywhere() {
        assert_eq!(fill(Type::U32, 2, &Init::Random, 0), fill(Type::U32, 2, &Init::Random, 0));
        let of = |ty, count, position| fill(ty, count, &Init::Random, position);
        assert_ne!(of(Type::U32, 4, 0), of(Type::U32, 4, 1));
        assert_ne!(of(Type::U32, 4, 0), of(Type::S32, 4, 0));
        assert_ne!(of(Type::U32, 4, 0)[..8], of(Type::U32, 5, 0)[..8]);
        // A change here makes results of different versions incomparable.
        assert_eq!(of(Type::U32, 1, 0), PINNED.to_le_bytes());
    }

    const PINNED: u32 = 0xcb54_56e6;

    #[test]
    fn random_floats_are_in_range() {
        let floats = fill(Type::F32, 10_000, &Init::Random, 0);
        let values: Vec<f32> = floats.chunks(4).map(|b| f32::from_le_bytes(b.try_into().unwrap())).collect();
        assert!(values.iter().all(|v| (-1.0..=1.0).contains(v)));
        assert!(values.iter().any(|v| *v < -0.9) && values.iter().any(|v| *v > 0.9));
        let halves = fill(Type::F16, 10_000, &Init::Random, 0);
        assert!(halves.chunks(2).all(|b| u16::from_le_bytes([b[0], b[1]]) & 0x7fff <= 0x3c00));
    }

    #[test]
    fn other_contents() {
        assert_eq!(fill(Type::U16, 3, &Init::Iota, 5), [0, 0, 1, 0, 2, 0]);
        assert_eq!(fill(Type::F32, 2, &Init::Iota, 0), [0, 0, 0, 0, 0, 0, 0x80, 0x3f]);
        assert_eq!(fill(Type::U8, 2, &Init::Const(vec![7]), 0), [7, 7]);
        assert_eq!(fill(Type::F64, 1, &Init::Zero, 0), [0; 8]);
    }
}
