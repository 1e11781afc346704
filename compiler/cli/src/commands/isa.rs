//! `isa`: the instruction table and the special registers.

use crate::cli::Isa;
use crate::exit::Status;
use crate::files;
use anyhow::{Result, bail};
use ptx_grammar::isa::sregs::{SpecialRegister, special_registers};
use ptx_grammar::isa::{self, Row, Target};
use serde_json::{Value, json};

/// Prints the rows asked for.
pub fn run(args: &Isa) -> Result<Status> {
    let text: String = if args.sregs {
        let wanted = |r: &&SpecialRegister| args.head.as_ref().is_none_or(|h| r.name.contains(h.as_str()));
        let registers = special_registers().iter().filter(wanted);
        registers.map(|r| if args.json { register_json(r).to_string() + "\n" } else { register_line(r) }).collect()
    } else {
        let rows = rows(args.head.as_deref());
        rows.iter().map(|r| if args.json { row_json(r).to_string() + "\n" } else { row_lines(r) }).collect()
    };
    if text.is_empty() {
        bail!("the table has nothing that begins with `{}`", args.head.as_deref().unwrap_or(""));
    }
    files::print(text.as_bytes())?;
    Ok(Status::Ok)
}

/// The one row that an instruction with this head has, or all rows whose key begins like it.
fn rows(head: Option<&str>) -> Vec<&'static Row> {
    let Some(head) = head else { return isa::all_rows().collect() };
    let found = isa::lookup(head).filter(|_| head.contains('.'));
    found.map_or_else(|| isa::all_rows().filter(|r| r.key.starts_with(head)).collect(), |row| vec![row])
}

fn target(t: &Target) -> String {
    match t {
        Target::Sm(n) => format!("sm_{n}+"),
        Target::Arch(n) => format!("sm_{n}a"),
        Target::Family(n) => format!("sm_{n}f"),
    }
}

fn targets(targets: &[Target]) -> String {
    targets.iter().map(target).collect::<Vec<_>>().join(" ")
}

fn slots(row: &Row) -> Vec<String> {
    let word = |s: &isa::Slot| format!("{:?}{}", s.role, if s.optional { "?" } else { "" }).to_lowercase();
    row.slots.iter().map(word).collect()
}

fn row_lines(row: &Row) -> String {
    let Row { key, allows, slots: _, flow, uniform, converge, effects, since, targets: t, section, example } = row;
    format!(
        "{key}\n  allows    {allows}\n  operands  {}\n  flow      {flow:?}\n  uniform   {uniform:?}\n  converge  {converge:?}\n  \
         effects   {effects:?}\n  since     PTX {}.{}, {}\n  section   {section}\n  example   {example}\n",
        slots(row).join(" "),
        since.major,
        since.minor,
        targets(t),
    )
}

fn row_json(row: &Row) -> Value {
    let Row { key, allows, slots: _, flow, uniform, converge, effects, since, targets, section, example } = row;
    json!({
        "key": key,
        "allows": allows.split_ascii_whitespace().collect::<Vec<_>>(),
        "operands": slots(row),
        "flow": format!("{flow:?}"),
        "uniform": format!("{uniform:?}"),
        "converge": format!("{converge:?}"),
        "effects": effects.iter().map(|e| format!("{e:?}")).collect::<Vec<_>>(),
        "since": format!("{}.{}", since.major, since.minor),
        "targets": targets.iter().map(target).collect::<Vec<_>>(),
        "section": section,
        "example": example,
    })
}

fn register_line(r: &SpecialRegister) -> String {
    let roles = r.roles;
    format!(
        "{:<28} {:>3} bits  {:<7} {:<7} PTX {}.{}  {:<14} slice {:?}, gate {:?}, drain {:?}, ptb {:?}, yield {:?}\n",
        r.name,
        r.bits,
        format!("{:?}", r.shape),
        format!("{:?}", r.extent),
        r.since.major,
        r.since.minor,
        targets(r.targets),
        roles.slice,
        roles.gate,
        roles.drain,
        roles.ptb,
        roles.yield_
    )
}

fn register_json(r: &SpecialRegister) -> Value {
    json!({
        "name": r.name,
        "bits": r.bits,
        "shape": format!("{:?}", r.shape),
        "extent": format!("{:?}", r.extent),
        "since": format!("{}.{}", r.since.major, r.since.minor),
        "targets": r.targets.iter().map(target).collect::<Vec<_>>(),
        "roles": {
            "slice": format!("{:?}", r.roles.slice),
            "gate": format!("{:?}", r.roles.gate),
            "drain": format!("{:?}", r.roles.drain),
            "ptb": format!("{:?}", r.roles.ptb),
            "yield": format!("{:?}", r.roles.yield_),
        },
    })
}
