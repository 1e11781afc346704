//! What the rewriter and the launcher must agree on: names of variants and the layout of the launch descriptor.
//!
//! This crate depends on nothing, so that both sides can use it and neither can drift.

#![no_std]

extern crate alloc;
use alloc::format;
use alloc::string::String;

/// A way to make a kernel stoppable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scheme {
    /// A launch runs a window of the virtual grid, from a base index on.
    Slice,
}

impl Scheme {
    /// Every scheme that this version writes.
    pub const ALL: &'static [Scheme] = &[Scheme::Slice];

    /// The word for it on command lines, in manifests and in the names of variants.
    pub const fn word(self) -> &'static str {
        match self {
            Scheme::Slice => "slice",
        }
    }

    /// The scheme with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|s| s.word() == word)
    }
}

/// The name of a kernel's variant: `NAME$tally_SCHEME`.
pub fn variant_name(kernel: &str, scheme: Scheme) -> String {
    format!("{kernel}$tally_{}", scheme.word())
}

/// Version of everything in this crate that ends up in a module or manifest.
pub const ABI_VERSION: u32 = 1;

/// The shape of a grid in CTAs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Grid {
    /// CTAs along x; at most 2³¹ - 1.
    pub x: u32,
    /// CTAs along y; at most 65,535.
    pub y: u32,
    /// CTAs along z; at most 65,535.
    pub z: u32,
}

impl Grid {
    /// Number of CTAs; below 2⁶³ for any grid that CUDA takes.
    pub const fn total(self) -> u64 {
        self.x as u64 * self.y as u64 * self.z as u64
    }

    /// Would CUDA take it?
    pub const fn is_valid(self) -> bool {
        self.x > 0 && self.y > 0 && self.z > 0 && self.x < 1 << 31 && self.y < 1 << 16 && self.z < 1 << 16
    }
}

/// A field of the launch descriptor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Field {
    /// Its name, as in manifests.
    pub name: &'static str,
    /// Offset in bytes.
    pub offset: u32,
    /// Size in bytes: 4 or 8.
    pub size: u32,
}

macro_rules! fields {
    ($($(#[$doc:meta])* $konst:ident = $name:literal, $offset:literal, $size:literal;)*) => {
        $($(#[$doc])* pub const $konst: Field = Field { name: $name, offset: $offset, size: $size };)*
        /// Every field, in order.
        pub const FIELDS: &[Field] = &[$($konst),*];
    };
}

fields! {
    /// Linear index of the first virtual CTA of this launch.
    BASE = "base", 0, 8;
    /// The virtual grid along x.
    GRID_X = "grid_x", 8, 4;
    /// The virtual grid along y.
    GRID_Y = "grid_y", 12, 4;
    /// The virtual grid along z.
    GRID_Z = "grid_z", 16, 4;
    /// How many dimensions the kernel has to recover from the linear index: 1 or 3.
    DIMENSIONS = "dimensions", 20, 4;
    /// Multiplier for dividing by `grid_x`: ⌈2^(63+`shift_x`) / `grid_x`⌉.
    MAGIC_X = "magic_x", 24, 8;
    /// Multiplier for dividing by `grid_y`: ⌈2⁴⁸ / `grid_y`⌉.
    MAGIC_Y = "magic_y", 32, 8;
    /// Shift that goes with `magic_x`: ⌈log₂ `grid_x`⌉.
    SHIFT_X = "shift_x", 40, 4;
    /// Zero.
    RESERVED = "reserved", 44, 4;
}

/// Size of the launch descriptor in bytes; it is aligned to 8.
pub const DESCRIPTOR_SIZE: usize = 48;

/// Shift that goes with [`MAGIC_Y`].
pub const SHIFT_Y: u32 = 48;

/// The by-value parameter that a launcher appends to a variant's own parameters.
///
/// The kernel computes, for the linear index `v` of a virtual CTA,
/// `q = mulhi(2v, magic_x) >> shift_x` (= `v / grid_x`), `x = v - q * grid_x`,
/// `z = (q * magic_y) >> 48` (= `q / grid_y`) and `y = q - z * grid_y`.
/// Both quotients are exact: `v < 2⁶³`, and `q < grid_y * 2¹⁶`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LaunchDescriptor {
    /// Linear index of the first virtual CTA of this launch.
    pub base: u64,
    /// The virtual grid.
    pub grid: Grid,
}

impl LaunchDescriptor {
    /// The bytes of the parameter, little-endian.
    pub fn to_bytes(self) -> [u8; DESCRIPTOR_SIZE] {
        let mut out = [0; DESCRIPTOR_SIZE];
        let (magic_x, shift_x) = magic_x(self.grid.x);
        let one_dimensional = self.grid.y == 1 && self.grid.z == 1;
        for (field, value) in [
            (BASE, self.base),
            (GRID_X, u64::from(self.grid.x)),
            (GRID_Y, u64::from(self.grid.y)),
            (GRID_Z, u64::from(self.grid.z)),
            (DIMENSIONS, if one_dimensional { 1 } else { 3 }),
            (MAGIC_X, magic_x),
            (MAGIC_Y, magic_y(self.grid.y)),
            (SHIFT_X, u64::from(shift_x)),
        ] {
            let at = field.offset as usize;
            let size = field.size as usize;
            out[at..at + size].copy_from_slice(&value.to_le_bytes()[..size]);
        }
        out
    }
}

/// Multiplier and shift for dividing a number below 2⁶³ by `x`.
pub const fn magic_x(x: u32) -> (u64, u32) {
    let shift = x.next_power_of_two().trailing_zeros();
    ((1u128 << (63 + shift)).div_ceil(x as u128) as u64, shift)
}

/// Multiplier for dividing a number below `y` · 2¹⁶ by `y`.
pub const fn magic_y(y: u32) -> u64 {
    (1u64 << SHIFT_Y).div_ceil(y as u64)
}

/// What a kernel computes from its linear index; the reference for tests and interpreters.
pub const fn recover(v: u64, grid: Grid) -> (u32, u32, u32) {
    let (magic, shift) = magic_x(grid.x);
    let q = (((2 * v) as u128 * magic as u128) >> 64) as u64 >> shift;
    let x = v.wrapping_sub(q.wrapping_mul(grid.x as u64)) as u32;
    let z = (q.wrapping_mul(magic_y(grid.y)) >> SHIFT_Y) as u32;
    let y = (q as u32).wrapping_sub(z.wrapping_mul(grid.y));
    (x, y, z)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(v: u64, grid: Grid) {
        let (x, y) = (u64::from(grid.x), u64::from(grid.y));
        let want = ((v % x) as u32, (v / x % y) as u32, (v / (x * y)) as u32);
        assert_eq!(recover(v, grid), want, "{v} in {grid:?}");
    }

    #[test]
    fn recovers_every_index_of_small_grids() {
        for x in 1..=9 {
            for y in 1..=7 {
                for z in 1..=5 {
                    let grid = Grid { x, y, z };
                    (0..grid.total()).for_each(|v| check(v, grid));
                }
            }
        }
    }

    #[test]
    fn recovers_at_the_limits() {
        let mut seed = 1u64;
        for x in [1, 2, 3, 5, 7, 641, 65_535, 65_536, 65_537, 1 << 30, (1 << 31) - 2, (1 << 31) - 1] {
            for y in [1, 2, 3, 255, 32_768, 65_534, 65_535] {
                for z in [1, 2, 641, 65_535] {
                    let grid = Grid { x, y, z };
                    assert!(grid.is_valid());
                    for v in [0, 1, x as u64 - 1, x as u64, grid.total() / 2, grid.total() - 1] {
                        check(v.min(grid.total() - 1), grid);
                    }
                    for _ in 0..200 {
                        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                        check((seed >> 1) % grid.total(), grid);
                    }
                }
            }
        }
    }

    #[test]
    fn fields_tile_the_descriptor() {
        let end = FIELDS.iter().fold(0, |at, f| {
            assert_eq!(f.offset, at);
            assert_eq!(f.offset % f.size, 0);
            at + f.size
        });
        assert_eq!(end as usize, DESCRIPTOR_SIZE);
    }
}
