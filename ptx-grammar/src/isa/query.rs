//! Questions that follow from the columns of a row. Written over columns only, never over opcode names.

use super::{Converge, Effect, Flow, Row, Space};

/// The state space that a head names (`ld.shared::cta.u32`), or [`Space::Generic`].
pub fn named_space(head: &str) -> Space {
    super::split_head(head)
        .1
        .find_map(|m| match m {
            "const" => Some(Space::Const),
            "global" => Some(Space::Global),
            "local" => Some(Space::Local),
            "param" | "param::entry" | "param::func" => Some(Space::Param),
            "shared" | "shared::cta" => Some(Space::Shared),
            "shared::cluster" => Some(Space::Cluster),
            _ => None,
        })
        .unwrap_or(Space::Generic)
}

/// May it write memory that another thread can see, or that is read later by the same thread?
pub fn may_write_memory(row: &Row) -> bool {
    row.effects.iter().any(|e| matches!(e, Effect::Write(_) | Effect::Atomic(_) | Effect::Start(_) | Effect::Discard))
        || row.flow == Flow::Call
}

/// May it read memory?
pub fn may_read_memory(row: &Row) -> bool {
    row.effects.iter().any(|e| matches!(e, Effect::Read(_) | Effect::Atomic(_) | Effect::Start(_)))
        || row.flow == Flow::Call
}

/// Does control leave the straight line after it (when its guard holds)?
pub fn ends_block(row: &Row) -> bool {
    match row.flow {
        Flow::Next | Flow::Call => false,
        Flow::Branch | Flow::BranchTable | Flow::Return | Flow::Exit | Flow::Trap => true,
    }
}

/// Can control never reach the next instruction when its guard holds?
pub fn never_falls_through(row: &Row) -> bool {
    ends_block(row)
}

/// Does it wait for, or exchange values with, other threads of its warp, CTA or cluster?
pub fn is_cross_thread(row: &Row) -> bool {
    row.converge != Converge::Alone
}

/// Is it a barrier over the whole CTA or a counted part of it (also arriving only)?
pub fn is_cta_barrier(row: &Row) -> bool {
    row.effects.iter().any(|e| matches!(e, Effect::BarrierArrive | Effect::BarrierWait))
}

/// Is a memory access meant for communication: volatile, relaxed or stronger?
pub fn is_strong(head: &str) -> bool {
    super::split_head(head)
        .1
        .any(|m| matches!(m, "volatile" | "relaxed" | "acquire" | "release" | "acq_rel" | "sc" | "mmio"))
}

/// The operation of an atomic: `add` of `atom.global.add.u32`.
pub fn atomic_operation(head: &str) -> Option<&str> {
    const OPERATIONS: &[&str] = &["add", "and", "cas", "dec", "exch", "inc", "max", "min", "or", "xor"];
    super::split_head(head).1.find(|m| OPERATIONS.contains(m))
}
