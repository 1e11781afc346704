//! The instruction table, a page per file of rows, and the classes of modifiers.

use crate::Page;
use crate::md::{NOTE, code, table};
use ptx_grammar::isa::{Converge, Effect, Flow, Role, Row, Slot, Target, Uniform, Version, classes, rows};

/// `8.0`.
pub fn version(v: Version) -> String {
    format!("{}.{}", v.major, v.minor)
}

/// `sm_80+`, `sm_90a`, `sm_100f`.
pub fn targets(targets: &[Target]) -> String {
    let word = |t: &Target| match t {
        Target::Sm(n) => format!("sm_{n}+"),
        Target::Arch(n) => format!("sm_{n}a"),
        Target::Family(n) => format!("sm_{n}f"),
    };
    targets.iter().map(word).collect::<Vec<_>>().join(" ")
}

fn role(slot: &Slot) -> String {
    let word = match slot.role {
        Role::Def => "def",
        Role::Use => "use",
        Role::DefUse => "defuse",
        Role::Address => "address",
        Role::Symbol => "symbol",
        Role::Label => "label",
        Role::Table => "table",
        Role::Callee => "callee",
        Role::Returns => "returns",
        Role::Arguments => "arguments",
        Role::Prototype => "prototype",
    };
    format!("{word}{}", if slot.optional { "?" } else { "" })
}

fn flow(flow: Flow) -> Option<&'static str> {
    match flow {
        Flow::Next => None,
        Flow::Branch => Some("branch"),
        Flow::BranchTable => Some("branch by table"),
        Flow::Call => Some("call"),
        Flow::Return => Some("return"),
        Flow::Exit => Some("exit"),
        Flow::Trap => Some("trap"),
    }
}

fn uniform(uniform: Uniform) -> &'static str {
    match uniform {
        Uniform::NoResult => "none",
        Uniform::Operands => "as operands",
        Uniform::Load => "load",
        Uniform::Warp => "warp",
        Uniform::Cta => "CTA",
        Uniform::Vary => "varies",
    }
}

fn converge(converge: Converge) -> Option<&'static str> {
    match converge {
        Converge::Alone => None,
        Converge::Mask => Some("mask"),
        Converge::Converged => Some("converged lanes"),
        Converge::WarpAligned => Some("warp, aligned"),
        Converge::WarpgroupAligned => Some("warpgroup, aligned"),
        Converge::Cta => Some("CTA"),
        Converge::CtaAligned => Some("CTA, aligned"),
        Converge::Cluster => Some("cluster"),
        Converge::ClusterAligned => Some("cluster, aligned"),
    }
}

/// `Read(Global)` as `read global`, `MbarrierInit` as `mbarrier init`.
fn effect(effect: &Effect) -> String {
    let debug = format!("{effect:?}");
    let mut out = String::new();
    for c in debug.chars() {
        match c {
            '(' => out.push(' '),
            ')' => {}
            c if c.is_uppercase() && !out.is_empty() && !out.ends_with(' ') => {
                out.push(' ');
                out.push(c.to_ascii_lowercase());
            }
            c => out.push(c.to_ascii_lowercase()),
        }
    }
    out
}

fn does(row: &Row) -> String {
    let flow = flow(row.flow).map(|f| format!("**{f}**"));
    let effects = row.effects.iter().map(effect);
    flow.into_iter().chain(effects).collect::<Vec<_>>().join(", ")
}

fn cells(row: &Row) -> [String; 9] {
    [
        code(row.key),
        code(row.allows),
        row.slots.iter().map(role).collect::<Vec<_>>().join(", "),
        does(row),
        uniform(row.uniform).into(),
        converge(row.converge).unwrap_or("").into(),
        version(row.since),
        targets(row.targets),
        code(row.example),
    ]
}

const HEADER: [&str; 9] = ["key", "allows", "operands", "does", "result", "together", "since", "targets", "example"];

fn file_page(name: &str, rows: &[Row]) -> Page {
    let mut sections: Vec<&str> = Vec::new();
    for row in rows {
        if !sections.contains(&row.section) {
            sections.push(row.section);
        }
    }
    let mut text = format!(
        "{NOTE}\n# Instructions: {name}\n\n{} rows, by section of the PTX manual. \
         [The instruction table](../instruction-table.md) says what the columns mean.\n",
        rows.len()
    );
    for section in sections {
        let of: Vec<_> = rows.iter().filter(|r| r.section == section).map(cells).collect();
        text += &format!("\n## {section}\n\n{}", table(HEADER, &of));
    }
    Page { file: format!("isa-{name}.md"), text }
}

fn classes_page() -> Page {
    let rows: Vec<_> = classes().iter().map(|(name, members)| [code(&format!("@{name}")), code(members)]).collect();
    let text = format!(
        "{NOTE}\n# Classes of modifiers\n\nA word with `@` in the column *allows* \
         stands for all modifiers of its class.\n\n{}",
        table(["class", "modifiers"], &rows)
    );
    Page { file: "isa-classes.md".into(), text }
}

/// A page per file, and the classes.
pub fn pages() -> Vec<Page> {
    let files = rows::FILES.iter().map(|(name, rows)| file_page(name, rows));
    files.chain([classes_page()]).collect()
}
