//! Why a kernel gets no variant: coded, located answers, never guesses.

use ptx_grammar::diag::Code;
use ptx_grammar::source::Span;

/// A kernel can't be rewritten under a scheme. This is a result, not a failure.
#[derive(Debug, Clone)]
pub struct Refusal {
    /// Its code; `tally-ptxc explain` knows more.
    pub code: &'static Code,
    /// The culprit.
    pub span: Span,
    /// What about it, in one sentence without a full stop.
    pub message: String,
}

impl Refusal {
    /// A refusal at a place.
    pub fn new(code: &'static Code, span: Span, message: impl Into<String>) -> Self {
        Refusal { code, span, message: message.into() }
    }
}

/// The refusal code with this id.
pub fn code(id: &str) -> Option<&'static Code> {
    CODES.iter().find(|c| c.id.eq_ignore_ascii_case(id)).copied()
}

macro_rules! codes {
    ($($name:ident = $id:literal, $title:literal, $explanation:literal, $example:literal;)*) => {
        $(
            #[doc = $title]
            pub static $name: Code = Code { id: $id, title: $title, explanation: $explanation, example: $example };
        )*
        /// Every refusal code, in order.
        pub static CODES: &[&Code] = &[$(&$name),*];
    };
}

codes! {
    BROKEN = "R0101", "the kernel has errors",
        "A statement of the kernel, or of a function that it calls, could not be understood. It is kept as it is; \
         rewriting around it would be a guess.",
        ".visible .entry k() { add.s32 %r1 %r2; ret; }";
    UNKNOWN = "R0102", "an instruction that the table does not know",
        "An instruction without a row may do anything: branch, synchronise, read the grid. Until the table knows it the \
         kernel is left alone.",
        "frobnicate.b32 %r1, %r2;";
    UNKNOWN_REGISTER = "R0103", "a special register that the table does not know",
        "Nobody can tell what the register means once one grid becomes several.", "mov.u32 %r1, %newreg;";
    FORBIDDEN_REGISTER = "R0104", "a special register that the scheme would change",
        "The value that the kernel reads there would be another one under this scheme, and the rewrite can't replace \
         it.",
        "mov.u64 %rd1, %gridid;";
    STATIC_IN_BODY = "R0105", "a global variable inside the kernel",
        "A `.global` or `.const` variable that is declared in a body belongs to that body: a copy of the kernel would \
         have a copy of the variable, and the two would disagree.",
        ".visible .entry k() { .global .u32 counter; ret; }";
    UNKNOWN_CALLEE = "R0106", "a call to code that is not in the module",
        "The callee is declared `.extern`: what it does is unknown. Some functions of the CUDA runtime are known and \
         allowed (`vprintf`, `malloc`, `free`, `__assertfail`).",
        ".extern .func f(); … call f;";
    INDIRECT = "R0107", "an indirect call that may reach a function that has to change",
        "A function whose address is taken reads the index of its CTA, so it needs a changed copy; but an indirect call \
         can't be told to take the copy.",
        "call %rd1, (a), P;";
    CLUSTER = "R0108", "thread block clusters",
        "The kernel is made for clusters. Schemes that re-index CTAs must move whole clusters, which this version does \
         not do.",
        ".reqnctapercluster 2, 1, 1";
    CLUSTER_LAUNCH = "R0109", "cluster launch control",
        "The kernel takes work from its own grid by cancelling CTAs that have not begun; under another grid it would \
         take the wrong work.",
        "clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128 [%r1], [%r2];";
    WAIT = "R0110", "a loop that may wait for another CTA",
        "The loop reads memory that other CTAs write, in a way that is meant for communication, and goes on until it \
         changes. When the CTA that it waits for runs in a later launch, it waits for ever.",
        "W: ld.acquire.gpu.global.u32 %r1, [%rd1]; setp.eq.u32 %p1, %r1, 0; @%p1 bra W;";
    PARAMETERS = "R0111", "no room for another parameter",
        "The kernel's parameters leave no room for the launch descriptor: they are limited to 4,352 bytes before PTX 8.1 \
         and to 32,764 from there on with sm_70 (PTX ISA \"Kernel Function Parameters\").",
        ".param .b8 p[4350]";
    ADDRESS_SIZE = "R0112", "32-bit addresses",
        "Modules with `.address_size 32` are not rewritten; no machine that this tool supports runs them.",
        ".address_size 32";
    UNKNOWN_DIRECTIVE = "R0113", "a directive that is not known",
        "What it asks of the compiler is unknown, so nobody can tell whether a copy of the kernel may have it.",
        ".frobnicate 3;";
    NAME_TAKEN = "R0114", "the variant's name is taken",
        "The module has something with the name that the variant, or its copy of a function, would get. Most often it is \
         the output of this tool: rewrite the original instead.",
        ".entry k() { ret; } .entry k$tally_slice() { ret; }";
}
