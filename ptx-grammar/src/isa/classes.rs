//! Classes of modifiers, so that a row can say `@int` instead of six words.

/// Name and members of every class; a member is a modifier without its point.
pub fn classes() -> &'static [(&'static str, &'static str)] {
    CLASSES
}

const CLASSES: &[(&str, &str)] = &[
    ("bits", "b8 b16 b32 b64 b128"),
    ("cache", "ca cg cs lu cv wb wt"),
    ("cmp", "eq ne lt le gt ge lo ls hi hs equ neu ltu leu gtu geu num nan"),
    ("collector_a", "collector::a::fill collector::a::use collector::a::lastuse collector::a::discard"),
    (
        "collector_b",
        "collector::b0::fill collector::b0::use collector::b0::lastuse collector::b0::discard collector::b1::fill \
         collector::b1::use collector::b1::lastuse collector::b1::discard collector::b2::fill collector::b2::use \
         collector::b2::lastuse collector::b2::discard collector::b3::fill collector::b3::use \
         collector::b3::lastuse collector::b3::discard",
    ),
    ("dim", "1d 2d 3d 4d 5d"),
    (
        "evict",
        "L1::evict_normal L1::evict_unchanged L1::evict_first L1::evict_last L1::no_allocate \
         L2::evict_normal L2::evict_first L2::evict_last L2::cache_hint L2::64B L2::128B L2::256B",
    ),
    ("float", "f16 f16x2 bf16 bf16x2 f32 f64"),
    ("ieee", "rn rz rm rp"),
    ("int", "u16 u32 u64 s16 s32 s64"),
    (
        "m64k16",
        "m64n8k16 m64n16k16 m64n24k16 m64n32k16 m64n40k16 m64n48k16 m64n56k16 m64n64k16 m64n72k16 m64n80k16 \
         m64n88k16 m64n96k16 m64n104k16 m64n112k16 m64n120k16 m64n128k16 m64n136k16 m64n144k16 m64n152k16 \
         m64n160k16 m64n168k16 m64n176k16 m64n184k16 m64n192k16 m64n200k16 m64n208k16 m64n216k16 m64n224k16 \
         m64n232k16 m64n240k16 m64n248k16 m64n256k16",
    ),
    (
        "m64k256",
        "m64n8k256 m64n16k256 m64n24k256 m64n32k256 m64n40k256 m64n48k256 m64n56k256 m64n64k256 m64n72k256 \
         m64n80k256 m64n88k256 m64n96k256 m64n104k256 m64n112k256 m64n120k256 m64n128k256 m64n136k256 m64n144k256 \
         m64n152k256 m64n160k256 m64n168k256 m64n176k256 m64n184k256 m64n192k256 m64n200k256 m64n208k256 \
         m64n216k256 m64n224k256 m64n232k256 m64n240k256 m64n248k256 m64n256k256",
    ),
    (
        "m64k32",
        "m64n8k32 m64n16k32 m64n24k32 m64n32k32 m64n40k32 m64n48k32 m64n56k32 m64n64k32 m64n72k32 m64n80k32 \
         m64n88k32 m64n96k32 m64n104k32 m64n112k32 m64n120k32 m64n128k32 m64n136k32 m64n144k32 m64n152k32 \
         m64n160k32 m64n168k32 m64n176k32 m64n184k32 m64n192k32 m64n200k32 m64n208k32 m64n216k32 m64n224k32 \
         m64n232k32 m64n240k32 m64n248k32 m64n256k32",
    ),
    (
        "m64k64",
        "m64n8k64 m64n16k64 m64n24k64 m64n32k64 m64n40k64 m64n48k64 m64n56k64 m64n64k64 m64n72k64 m64n80k64 \
         m64n88k64 m64n96k64 m64n104k64 m64n112k64 m64n120k64 m64n128k64 m64n136k64 m64n144k64 m64n152k64 \
         m64n160k64 m64n168k64 m64n176k64 m64n184k64 m64n192k64 m64n200k64 m64n208k64 m64n216k64 m64n224k64 \
         m64n232k64 m64n240k64 m64n248k64 m64n256k64",
    ),
    (
        "m64k8",
        "m64n8k8 m64n16k8 m64n24k8 m64n32k8 m64n40k8 m64n48k8 m64n56k8 m64n64k8 m64n72k8 m64n80k8 m64n88k8 \
         m64n96k8 m64n104k8 m64n112k8 m64n120k8 m64n128k8 m64n136k8 m64n144k8 m64n152k8 m64n160k8 m64n168k8 \
         m64n176k8 m64n184k8 m64n192k8 m64n200k8 m64n208k8 m64n216k8 m64n224k8 m64n232k8 m64n240k8 m64n248k8 \
         m64n256k8",
    ),
    ("order", "weak relaxed acquire release acq_rel sc volatile mmio"),
    ("redop", "add and dec inc max min or xor"),
    (
        "report",
        "mbarrier::report::disabled mbarrier::report::validity::per_16bytes::8 mbarrier::report::validity::per_16bytes::80 \
         mbarrier::report::validity::per_16bytes::8000 mbarrier::report::validity::per_16bytes::80000000 \
         mbarrier::report::validity::per_element::ff",
    ),
    ("rmw", "add and b32 b64 dec exch f16 f16x2 f32 f64 inc max min noftz or s32 s64 u32 u64 xor"),
    ("rmw_at", "cta global gpu shared shared::cta sys"),
    ("rmw_vec", "add bf16 bf16x2 f16 f16x2 f32 global max min noftz"),
    ("round", "rn rz rm rp rna rni rzi rmi rpi rs"),
    ("scope", "cta cluster gpu sys"),
    ("smem", "shared shared::cta"),
    ("space", "const global local param param::entry param::func shared shared::cta shared::cluster"),
    ("type", "b8 b16 b32 b64 b128 u8 u16 u32 u64 s8 s16 s32 s64 f16 f16x2 bf16 bf16x2 f32 f64 pred"),
    ("vec", "v2 v4 v8"),
    ("word", "b8 b16 b32 b64 u8 u16 u32 u64 s8 s16 s32 s64 f32 f64"),
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
