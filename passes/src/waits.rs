//! Finds waits for other CTAs.
use ptx_grammar::ir::*;
/// An instruction that a loop reads until another CTA changes it.
pub fn find(_module: &Module, _body: &Body) -> Option<Inst> {
    None
}
