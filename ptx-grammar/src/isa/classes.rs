//! Classes of modifiers, so that a row can say `@int` instead of six words.

/// Name and members of every class; a member is a modifier without its point.
pub fn classes() -> &'static [(&'static str, &'static str)] {
    CLASSES
}

const CLASSES: &[(&str, &str)] = &[
    ("bits", "b8 b16 b32 b64 b128"),
    ("cache", "ca cg cs lu cv wb wt"),
    (
        "evict",
        "L1::evict_normal L1::evict_unchanged L1::evict_first L1::evict_last L1::no_allocate \
         L2::evict_normal L2::evict_first L2::evict_last L2::cache_hint L2::64B L2::128B L2::256B",
    ),
    ("float", "f16 f16x2 bf16 bf16x2 f32 f64"),
    ("int", "u16 u32 u64 s16 s32 s64"),
    ("order", "weak relaxed acquire release acq_rel sc volatile mmio"),
    ("round", "rn rz rm rp rna rni rzi rmi rpi rs"),
    ("scope", "cta cluster gpu sys"),
    ("space", "const global local param param::entry param::func shared shared::cta shared::cluster"),
    ("type", "b8 b16 b32 b64 b128 u8 u16 u32 u64 s8 s16 s32 s64 f16 f16x2 bf16 bf16x2 f32 f64 pred"),
    ("vec", "v2 v4 v8"),
];

/// The members of a class.
pub fn class(name: &str) -> Option<&'static str> {
    CLASSES.iter().find(|(n, _)| *n == name).map(|(_, members)| *members)
}

/// Does the list `allows` (of a row) hold `modifier`?
pub(super) fn allows(allows: &str, modifier: &str) -> bool {
    allows.split_ascii_whitespace().any(|word| match word.strip_prefix('@') {
        Some(name) => class(name).is_some_and(|m| m.split_ascii_whitespace().any(|x| x == modifier)),
        None => word == modifier,
    })
}
