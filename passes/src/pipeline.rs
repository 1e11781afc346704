//! The list of rewrites, and the loop that runs them over the kernels of a module.

use crate::analysis::CallGraph;
use crate::legality::Reach;
use crate::refusal::Refusal;
use crate::vgrid::{self, Plan, Variant};
use ptx_grammar::ir::*;
use ptx_grammar::lex::{Kind, Piece, pieces};
use rayon::prelude::*;
use rustc_hash::FxHashSet;
use tally_abi::Scheme;

/// A rewrite.
#[derive(Debug, Clone, Copy)]
pub struct Pass {
    /// The scheme that it writes.
    pub scheme: Scheme,
    /// Its manual page: what it does, when it refuses, before and after.
    pub doc: &'static str,
    /// Decides; may refuse.
    pub plan: fn(Reach<'_>) -> Result<Plan, Refusal>,
}

/// Every rewrite, in the order in which variants are written.
pub const PASSES: &[Pass] = &[crate::slice::PASS];

/// What to rewrite.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Schemes, in any order.
    pub schemes: Vec<Scheme>,
    /// Only kernels with these names; all when empty.
    pub kernels: Vec<String>,
    /// Give the variant the original's name, for `--replace`.
    pub keep_name: bool,
}

impl Options {
    fn wants(&self, kernel: &Function) -> bool {
        self.kernels.is_empty() || self.kernels.iter().any(|k| k.as_bytes() == &*kernel.name)
    }
}

/// What became of a kernel under a scheme.
#[derive(Debug)]
pub enum Answer {
    /// It has a variant.
    Variant(Variant),
    /// It has none, for this reason.
    Refused(Refusal),
}

/// What became of a kernel.
#[derive(Debug)]
pub struct KernelAnswers {
    /// The kernel.
    pub kernel: FuncId,
    /// An answer per scheme asked for.
    pub answers: Vec<(Scheme, Answer)>,
}

/// The result for a module: the kernels asked for, in source order.
#[derive(Debug)]
pub struct Rewritten {
    /// Per kernel.
    pub kernels: Vec<KernelAnswers>,
}

impl Rewritten {
    /// Every variant, in order.
    pub fn variants(&self) -> impl Iterator<Item = &Variant> {
        self.kernels.iter().flat_map(|k| &k.answers).filter_map(|(_, a)| match a {
            Answer::Variant(v) => Some(v),
            Answer::Refused(_) => None,
        })
    }

    /// Every refusal, in order.
    pub fn refusals(&self) -> impl Iterator<Item = (FuncId, Scheme, &Refusal)> {
        self.kernels.iter().flat_map(|k| k.answers.iter().map(move |(s, a)| (k.kernel, *s, a))).filter_map(
            |(k, s, a)| match a {
                Answer::Variant(_) => None,
                Answer::Refused(r) => Some((k, s, r)),
            },
        )
    }
}

/// Makes a module ready to be frozen: interns everything that rewrites write.
pub fn prepare(module: &mut Module) {
    for head in vgrid::emit::HEADS {
        module.heads.intern(head);
    }
}

/// Runs the rewrites asked for over the kernels of a prepared module, kernels in parallel.
pub fn rewrite(module: &Module, options: &Options) -> Rewritten {
    let calls = CallGraph::compute(module);
    let debug_names = debug_names(module);
    let taken = symbols(module);
    let kernels: Vec<FuncId> = module.kernels().filter(|(_, f)| options.wants(f)).map(|(id, _)| id).collect();
    let answers = |kernel: &FuncId| {
        let reachable = calls.reachable(module, *kernel);
        let reach = Reach::new(module, &calls, &reachable);
        let passes = PASSES.iter().filter(|p| options.schemes.contains(&p.scheme));
        let answers = passes.map(|pass| (pass.scheme, run(pass, reach, options, &debug_names, &taken))).collect();
        KernelAnswers { kernel: *kernel, answers }
    };
    Rewritten { kernels: kernels.par_iter().map(answers).collect() }
}

fn run(
    pass: &Pass,
    reach: Reach<'_>,
    options: &Options,
    debug_names: &FxHashSet<Vec<u8>>,
    taken: &FxHashSet<&[u8]>,
) -> Answer {
    let plan = match (pass.plan)(reach) {
        Ok(plan) => plan,
        Err(refusal) => return Answer::Refused(refusal),
    };
    let kernel = &reach.module.funcs[reach.kernel];
    let name = kernel.display_name();
    let variant = vgrid::apply(reach.module, &plan, options.keep_name.then_some(&*name), debug_names);
    let own = (!options.keep_name).then_some(&variant.name);
    match own.into_iter().chain(&variant.functions).find(|n| taken.contains(n.as_bytes())) {
        Some(name) => {
            let message = format!("the module has a `{name}` already");
            Answer::Refused(Refusal::new(&crate::refusal::NAME_TAKEN, kernel.header.name, message))
        }
        None => Answer::Variant(variant),
    }
}

/// Names of the module's scope.
fn symbols(module: &Module) -> FxHashSet<&[u8]> {
    module.funcs.values().map(|f| &*f.name).chain(module.globals.values().map(|g| &*g.name)).collect()
}

/// Names that stand in debug sections.
fn debug_names(module: &Module) -> FxHashSet<Vec<u8>> {
    let sections = module.items.iter().filter(|i| i.kind == ItemKind::Section);
    let words = sections.flat_map(|item| {
        let text = module.source.slice(item.span);
        pieces(text).filter_map(move |p| match p {
            Piece::Token(t) if t.kind == Kind::Word => Some(text[t.span().range()].to_vec()),
            Piece::Token(_) | Piece::Gap(_) => None,
        })
    });
    words.collect()
}
