//! The virtual grid: gives every read of the grid's special registers its meaning in the grid that the application
//! launched. The only code that knows how; the schemes choose a [`Supply`] and delegate.

pub mod emit;
pub mod needs;
pub mod subst;
pub mod supply;

use crate::analysis::Layout;
use crate::legality::Reach;
use crate::refusal::Refusal;
use cranelift_entity::SecondaryMap;
use emit::{Emitter, fresh_prefix};
use needs::{Needs, Value};
use ptx_grammar::ir::*;
use ptx_grammar::isa::sregs::{Grid, SpecialRegister};
use ptx_grammar::print;
use rustc_hash::{FxHashMap, FxHashSet};
pub use supply::{Supply, Values};
use tally_abi::{DESCRIPTOR_SIZE, Scheme, variant_name};

/// What to write; made by [`plan`], which may refuse.
#[derive(Debug)]
pub struct Plan {
    /// The kernel.
    pub kernel: FuncId,
    /// The scheme.
    pub scheme: Scheme,
    supply: Supply,
    role: fn(&SpecialRegister) -> Grid,
    /// Functions with a body that are reached, without the kernel.
    functions: Vec<FuncId>,
    /// The definition of each function that is reached by a prototype.
    definitions: FxHashMap<FuncId, FuncId>,
    needs: SecondaryMap<FuncId, Needs>,
}

/// A rewritten copy of a kernel.
#[derive(Debug, Clone)]
pub struct Variant {
    /// The original.
    pub kernel: FuncId,
    /// The scheme.
    pub scheme: Scheme,
    /// Its name.
    pub name: String,
    /// Offset of the launch descriptor in the parameter buffer.
    pub parameter_offset: u64,
    /// Names of the functions that were cloned for it.
    pub functions: Vec<String>,
    /// The clones, then the kernel, as PTX.
    pub text: Vec<u8>,
}

/// Decides what a variant needs. What no scheme can do is checked by [`crate::legality`] before.
pub fn plan(
    reach: Reach<'_>,
    scheme: Scheme,
    supply: Supply,
    role: fn(&SpecialRegister) -> Grid,
) -> Result<Plan, Refusal> {
    let needs = needs::closure(reach, role);
    crate::legality::indirect_calls(reach, |f| !needs[f].is_empty())?;
    let functions = reach.funcs[1..].to_vec();
    let prototypes = reach.module.funcs.keys().map(|f| (f, reach.calls.definition(f)));
    let definitions = prototypes.filter(|(f, d)| f != d && functions.contains(d)).collect();
    Ok(Plan { kernel: reach.kernel, scheme, supply, role, functions, definitions, needs })
}

/// Writes the variant under `name`, or under its own name; labels that debug sections name are renamed.
pub fn apply(module: &Module, plan: &Plan, name: Option<&str>, debug_names: &FxHashSet<Vec<u8>>) -> Variant {
    let kernel = &module.funcs[plan.kernel];
    let original = kernel.display_name();
    let variant = variant_name(&original, plan.scheme);
    let name = name.unwrap_or(&variant).to_string();
    let clone_name = |f: FuncId| {
        let func = module.funcs[f].display_name();
        format!("{func}$tally_{}_{original}", plan.scheme.word())
    };
    let mut text = Vec::new();
    let mut functions = Vec::new();
    let clones: Vec<FuncId> = plan.functions.iter().copied().filter(|f| !plan.needs[*f].is_empty()).collect();
    // Prototypes first, so that clones may call each other in any order.
    for func in &clones {
        functions.push(clone_name(*func));
        write_clone(module, plan, *func, &clone_name, Part::Prototype, debug_names, &mut text);
    }
    for func in &clones {
        write_clone(module, plan, *func, &clone_name, Part::Definition, debug_names, &mut text);
    }
    write_kernel(module, plan, &name, &clone_name, debug_names, &mut text);
    let parameter_offset = descriptor_offset(kernel);
    Variant { kernel: plan.kernel, scheme: plan.scheme, name, parameter_offset, functions, text }
}

fn write_kernel(
    module: &Module,
    plan: &Plan,
    name: &str,
    clone_name: &impl Fn(FuncId) -> String,
    debug_names: &FxHashSet<Vec<u8>>,
    out: &mut Vec<u8>,
) {
    let kernel = &module.funcs[plan.kernel];
    let Some(original) = &kernel.body else { return };
    let mut body = original.clone();
    let prefix = fresh_prefix(&body);
    let launch_name = format!("{}_launch", prefix.replace('%', ""));
    let mut e = Emitter::new(module, &mut body, &prefix, original.span);
    let launch = e.local(launch_parameter(&launch_name));
    let values = plan.supply.emit(&mut e, launch, plan.needs[plan.kernel]);
    let prologue = e.finish();
    edit_body(module, plan, &mut body, &values, prologue, clone_name, debug_names);
    let extra = format!(".param .align 8 .b8 {launch_name}[{DESCRIPTOR_SIZE}]");
    let copy = print::Copy { name: name.to_string(), extra_params: vec![extra], intro: None };
    write_function(module, kernel, &copy, &body, out);
}

/// Where the launch descriptor stands in the parameter buffer.
pub fn descriptor_offset(kernel: &Function) -> u64 {
    // Opaque parameters have no size in the language; the driver passes them as 64-bit handles.
    let mut layout = Layout::default();
    for parameter in kernel.arguments() {
        if layout.push(parameter).is_none() {
            layout.size = layout.size.next_multiple_of(8) + 8;
        }
    }
    layout.size.next_multiple_of(8)
}

fn launch_parameter(name: &str) -> Variable {
    Variable {
        name: name.as_bytes().into(),
        space: VarSpace::Param,
        linkage: Linkage::Internal,
        align: Some(8),
        ty: "b8".into(),
        lanes: 1,
        dims: vec![Some(DESCRIPTOR_SIZE as u64)],
        initialised: false,
        pointer: false,
        span: Default::default(),
    }
}

/// Prototype or definition of a function's clone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Prototype,
    Definition,
}

fn write_clone(
    module: &Module,
    plan: &Plan,
    func: FuncId,
    clone_name: &impl Fn(FuncId) -> String,
    part: Part,
    debug_names: &FxHashSet<Vec<u8>>,
    out: &mut Vec<u8>,
) {
    let function = &module.funcs[func];
    let Some(original) = &function.body else { return };
    let mut body = original.clone();
    let prefix = fresh_prefix(&body);
    let mut e = Emitter::new(module, &mut body, &prefix, original.span);
    let needs = plan.needs[func];
    let mut values = Values::default();
    let mut extra_params = Vec::new();
    for value in needs.values() {
        let (slot, name) = match value {
            Value::Index(axis) => (&mut values.index[axis], format!("{prefix}_index{axis}")),
            Value::Shape(axis) => (&mut values.shape[axis], format!("{prefix}_shape{axis}")),
        };
        extra_params.push(format!(".reg .b32 {name}"));
        *slot = Some(e.register(name, "b32"));
    }
    supply::halves(&mut e, needs, &mut values);
    let prologue = e.finish();
    edit_body(module, plan, &mut body, &values, prologue, clone_name, debug_names);
    // A clone is private to its kernel, whatever the original's linkage.
    let copy = print::Copy { name: clone_name(func), extra_params, intro: Some(".func".into()) };
    match part {
        Part::Prototype => {
            out.push(b'\n');
            print::header(module, function, &copy, out);
            while out.last().is_some_and(u8::is_ascii_whitespace) {
                out.pop();
            }
            out.extend_from_slice(b"\n;\n");
        }
        Part::Definition => write_function(module, function, &copy, &body, out),
    }
}

fn edit_body(
    module: &Module,
    plan: &Plan,
    body: &mut Body,
    values: &Values,
    prologue: Vec<Stmt>,
    clone_name: &impl Fn(FuncId) -> String,
    debug_names: &FxHashSet<Vec<u8>>,
) {
    subst::grid_reads(module, body, values, plan.role);
    subst::calls(module, body, values, &plan.needs, |f| plan.definitions.get(&f).copied().unwrap_or(f), clone_name);
    rename_debug_labels(body, debug_names);
    body.layout.splice(0..0, prologue);
}

/// Labels that a `.section` names must stay unique in the module: the copy's get another name.
fn rename_debug_labels(body: &mut Body, debug_names: &FxHashSet<Vec<u8>>) {
    if debug_names.is_empty() {
        return;
    }
    let renamed: FxHashSet<Label> =
        body.labels.iter().filter(|(_, data)| debug_names.contains(&*data.name)).map(|(label, _)| label).collect();
    for label in &renamed {
        let name = [&*body.labels[*label].name, b"$tally"].concat();
        body.labels[*label].name = name.into();
    }
    for i in 0..body.layout.len() {
        match body.layout[i].kind {
            StmtKind::Label(label) if renamed.contains(&label) => {
                body.layout[i].span.end = body.layout[i].span.start;
            }
            StmtKind::Table(table) => {
                if let Some(text) = branch_table(body, table, &renamed) {
                    body.snippets.push(text.into());
                    body.layout[i].kind = StmtKind::Snippet(body.snippets.len() as u32 - 1);
                }
            }
            _ => {}
        }
    }
    let insts: Vec<Inst> = body.insts.keys().collect();
    for inst in insts {
        let uses = |n: &Operand| matches!(n, Operand::Label(l) if renamed.contains(l));
        if let Origin::Source(span) = body.insts[inst].origin
            && body.operand_nodes(inst).iter().any(uses)
        {
            body.insts[inst].origin = Origin::Derived(span);
        }
    }
}

/// A `.branchtargets` list again, if one of its labels was renamed.
fn branch_table(body: &Body, table: Table, renamed: &FxHashSet<Label>) -> Option<String> {
    let TableKind::Branch(labels) = &body.tables[table].kind else { return None };
    if !labels.iter().any(|l| renamed.contains(l)) {
        return None;
    }
    let names: Vec<_> = labels.iter().map(|l| String::from_utf8_lossy(&body.labels[*l].name)).collect();
    let name = String::from_utf8_lossy(&body.tables[table].name);
    Some(format!("{name}: .branchtargets {};", names.join(", ")))
}

fn write_function(module: &Module, function: &Function, copy: &print::Copy, body: &Body, out: &mut Vec<u8>) {
    out.push(b'\n');
    print::header(module, function, copy, out);
    out.push(b'{');
    print::body(module, body, print::Style::Copy, out);
    out.extend_from_slice(b"}\n");
}
