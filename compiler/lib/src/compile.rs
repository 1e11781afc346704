//! One module in, one module out. No files, no processes: see [`crate::ptxas`] for those.

use crate::manifest::{DescriptorLayout, KernelEntry, Manifest, RefusalEntry, VariantEntry, sha256};
use ptx_grammar::diag::{Diagnostic, Severity};
use ptx_grammar::ir::{FuncId, ItemKind, Module};
use ptx_grammar::source::Source;
use ptx_grammar::verify;
use rustc_hash::FxHashMap;
use tally_abi::{ABI_VERSION, Scheme};
use tally_passes::{Answer, Options, Rewritten, Variant, refusal::Refusal};

/// What to do with a module.
#[derive(Debug, Clone, Default)]
pub struct Request {
    /// Schemes to write.
    pub schemes: Vec<Scheme>,
    /// Only these kernels; all when empty.
    pub kernels: Vec<String>,
    /// Keep only the variant, under the original's name. Takes exactly one scheme.
    pub replace: bool,
}

/// A rewritten module.
#[derive(Debug)]
pub struct Artifact {
    /// The module that was read; diagnostics and refusals point into its source.
    pub module: Module,
    /// Messages about the input.
    pub diagnostics: Vec<Diagnostic>,
    /// What became of each kernel.
    pub rewritten: Rewritten,
    /// For launchers.
    pub manifest: Manifest,
    /// The new text; that of the input when no kernel has a variant.
    pub ptx: Vec<u8>,
}

impl Artifact {
    /// Does the input hold no error?
    pub fn is_valid(&self) -> bool {
        !self.diagnostics.iter().any(|d| d.severity == Severity::Error)
    }
}

/// Why there is no artifact.
#[derive(Debug)]
pub enum CompileError {
    /// `--replace` takes exactly one scheme: a name can mean only one variant.
    ReplaceNeedsOneScheme,
    /// No kernel of the module has this name.
    NoSuchKernel(String),
    /// What was written can't be read again: a fault of this tool.
    Internal(String),
}

impl std::fmt::Display for CompileError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            CompileError::ReplaceNeedsOneScheme => f.write_str("--replace takes exactly one scheme"),
            CompileError::NoSuchKernel(name) => write!(f, "the module has no kernel `{name}`"),
            CompileError::Internal(what) => write!(f, "internal error: {what}"),
        }
    }
}

impl std::error::Error for CompileError {}

/// Reads a module, rewrites the kernels asked for, and writes it again.
///
/// Errors of the input are no error here: what could be understood is rewritten, the rest is kept, and
/// [`Artifact::diagnostics`] says so.
pub fn compile(source: Source, request: &Request) -> Result<Artifact, CompileError> {
    if request.replace && request.schemes.len() != 1 {
        return Err(CompileError::ReplaceNeedsOneScheme);
    }
    let input_sha256 = sha256(source.bytes());
    let parsed = ptx_grammar::parse(source);
    let (mut module, diagnostics) = (parsed.module, parsed.diagnostics);
    let known = |name: &String| module.kernels().any(|(_, k)| &*k.name == name.as_bytes());
    if let Some(name) = request.kernels.iter().find(|k| !known(k)) {
        return Err(CompileError::NoSuchKernel(name.clone()));
    }
    tally_passes::prepare(&mut module);
    let options =
        Options { schemes: request.schemes.clone(), kernels: request.kernels.clone(), keep_name: request.replace };
    let rewritten = tally_passes::rewrite(&module, &options);
    let manifest = manifest(&module, &rewritten, input_sha256);
    check_variants(&module, &rewritten)?;
    let ptx = write(&module, &rewritten, &manifest, request.replace);
    Ok(Artifact { module, diagnostics, rewritten, manifest, ptx })
}

fn manifest(module: &Module, rewritten: &Rewritten, input_sha256: String) -> Manifest {
    let kernels = rewritten.kernels.iter().map(|k| {
        let kernel = &module.funcs[k.kernel];
        let parameter = kernel.arguments().len() as u32;
        let mut entry =
            KernelEntry { name: kernel.display_name().into_owned(), variants: Vec::new(), refused: Vec::new() };
        for (scheme, answer) in &k.answers {
            match answer {
                Answer::Variant(v) => entry.variants.push(VariantEntry {
                    scheme: scheme.word().into(),
                    name: v.name.clone(),
                    parameter,
                    offset: v.parameter_offset,
                }),
                Answer::Refused(r) => entry.refused.push(refusal_entry(module, *scheme, r)),
            }
        }
        entry
    });
    Manifest {
        abi: ABI_VERSION,
        tool: format!("tally-ptxc {}", env!("CARGO_PKG_VERSION")),
        input_sha256,
        target: module.targets.iter().map(|t| t.to_string()).collect(),
        descriptor: DescriptorLayout::current(),
        kernels: kernels.collect(),
    }
}

fn refusal_entry(module: &Module, scheme: Scheme, refusal: &Refusal) -> RefusalEntry {
    RefusalEntry {
        scheme: scheme.word().into(),
        code: refusal.code.id.into(),
        line: module.source.line_column(refusal.span.start).0 as u32,
        message: refusal.message.clone(),
    }
}

/// The module's text with the variants appended, or in place of their kernels.
fn write(module: &Module, rewritten: &Rewritten, manifest: &Manifest, replace: bool) -> Vec<u8> {
    let variants: Vec<&Variant> = rewritten.variants().collect();
    let source = module.source.bytes();
    if variants.is_empty() {
        return source.to_vec();
    }
    let embedded = manifest.to_ptx();
    let added: usize = variants.iter().map(|v| v.text.len()).sum();
    let mut out = Vec::with_capacity(source.len() + added + embedded.len() + 16);
    if replace {
        replace_kernels(module, &variants, &mut out);
    } else {
        out.extend_from_slice(source);
        end_line(&mut out);
        for variant in variants {
            out.extend_from_slice(&variant.text);
        }
    }
    end_line(&mut out);
    out.extend_from_slice(embedded.as_bytes());
    out
}

fn replace_kernels(module: &Module, variants: &[&Variant], out: &mut Vec<u8>) {
    let by_kernel: FxHashMap<FuncId, &Variant> = variants.iter().map(|v| (v.kernel, *v)).collect();
    for item in &module.items {
        match item.kind {
            ItemKind::Function(func) if by_kernel.contains_key(&func) => {
                let mut gap = item.span;
                gap.end = module.funcs[func].span.start;
                out.extend_from_slice(module.source.slice(gap));
                out.extend_from_slice(&by_kernel[&func].text);
            }
            _ => out.extend_from_slice(module.source.slice(item.span)),
        }
    }
    out.extend_from_slice(module.source.slice(module.tail));
}

/// A comment at the end of the input must not swallow what follows.
fn end_line(out: &mut Vec<u8>) {
    if out.last() != Some(&b'\n') {
        out.push(b'\n');
    }
}

/// What was written must be readable behind the module, without an error, and obey the rules of the IR.
fn check_variants(module: &Module, rewritten: &Rewritten) -> Result<(), CompileError> {
    let text: Vec<u8> = rewritten.variants().flat_map(|v| v.text.iter().copied()).collect();
    let parsed = ptx_grammar::parse_behind(module, Source::new("the variants", text));
    if let Some(first) = parsed.diagnostics.iter().find(|d| d.severity == Severity::Error) {
        return Err(CompileError::Internal(first.short(&parsed.module.source)));
    }
    for func in parsed.module.funcs.values() {
        let Some(body) = &func.body else { continue };
        if let Some(violation) = verify::body(&parsed.module, body).first() {
            return Err(CompileError::Internal(format!("`{}`: {violation}", func.display_name())));
        }
    }
    Ok(())
}
