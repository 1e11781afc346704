//! `inspect`: per kernel which schemes are possible, or why not, and what it uses.

use crate::cli::Inspect;
use crate::exit::Status;
use crate::files;
use crate::messages::Messages;
use anyhow::Result;
use ptx_grammar::ir::Module;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use tally_abi::Scheme;
use tally_compiler::{Artifact, Request, compile};
use tally_passes::analysis::{CallGraph, Layout, Resources};
use tally_passes::{Answer, KernelAnswers};

/// Inspects every kernel of a module.
pub fn run(args: &Inspect, messages: Messages) -> Result<Status> {
    let source = files::read(&args.input.input)?;
    let request = Request { schemes: Scheme::ALL.to_vec(), ..Request::default() };
    let artifact = compile(source, &request)?;
    messages.diagnostics(&artifact.module.source, &artifact.diagnostics);
    let text = if args.json { to_json(&artifact).to_string() + "\n" } else { to_text(&artifact) };
    files::print(text.as_bytes())?;
    Ok(if artifact.is_valid() { Status::Ok } else { Status::Invalid })
}

fn to_text(artifact: &Artifact) -> String {
    let calls = CallGraph::compute(&artifact.module);
    artifact.rewritten.kernels.iter().map(|k| kernel_text(&artifact.module, &calls, k)).collect()
}

fn kernel_text(module: &Module, calls: &CallGraph, kernel: &KernelAnswers) -> String {
    let mut text = format!("{}\n", module.funcs[kernel.kernel].display_name());
    for (scheme, answer) in &kernel.answers {
        text += &match answer {
            Answer::Variant(_) => format!("  {:<10} yes\n", scheme.word()),
            Answer::Refused(r) => {
                let line = module.source.line_column(r.span.start).0;
                format!("  {:<10} {} at line {line}: {}\n", scheme.word(), r.code.id, r.message)
            }
        };
    }
    if let Some(r) = Resources::compute(module, calls, kernel.kernel) {
        let size = |layout: &Option<Layout>| layout.as_ref().map_or("unknown".into(), |l| format!("{} bytes", l.size));
        let dynamic = if r.dynamic_shared { ", and dynamic" } else { "" };
        text += &format!("  shared     {}{dynamic}\n  local      {}\n", size(&r.shared), size(&r.local));
        text += &format!("  parameters {}\n", size(&r.params));
        let registers: Vec<String> = r.registers.iter().map(|(ty, n)| format!("{} {ty}", n.used)).collect();
        text += &format!("  registers  {}\n", registers.join(", "));
        text += &format!("  barriers   {}\n", r.barriers.len());
        let features: Vec<String> = r.features.keys().map(|f| format!("{f:?}")).collect();
        if !features.is_empty() {
            text += &format!("  uses       {}\n", features.join(" "));
        }
    }
    text
}

fn to_json(artifact: &Artifact) -> Value {
    let calls = CallGraph::compute(&artifact.module);
    let kernels: Vec<Value> = artifact
        .rewritten
        .kernels
        .iter()
        .zip(&artifact.manifest.kernels)
        .map(|(kernel, entry)| {
            let resources = Resources::compute(&artifact.module, &calls, kernel.kernel);
            let resources = resources.map(|r| {
                json!({
                    "shared_bytes": r.shared.as_ref().map(|l| l.size),
                    "dynamic_shared": r.dynamic_shared,
                    "local_bytes": r.local.as_ref().map(|l| l.size),
                    "parameter_bytes": r.params.as_ref().map(|l| l.size),
                    "registers": r.registers.iter().map(|(ty, n)| (ty.to_string(), n.used)).collect::<BTreeMap<_, _>>(),
                    "barriers": r.barriers.len(),
                    "max_threads": r.bounds.max_threads(),
                    "features": r.features.keys().map(|f| format!("{f:?}")).collect::<Vec<_>>(),
                })
            });
            json!({ "name": entry.name, "variants": entry.variants, "refused": entry.refused, "resources": resources })
        })
        .collect();
    json!({ "file": artifact.module.source.name(), "target": artifact.manifest.target, "kernels": kernels })
}
