//! Special registers: what each means under each scheme.

use crate::Page;
use crate::isa::{targets, version};
use crate::md::{NOTE, code};
use ptx_grammar::isa::sregs::{Extent, Grid, Roles, Shape, SpecialRegister, special_registers};
use tally_abi::Scheme;

fn role(roles: &Roles, scheme: Scheme) -> Grid {
    match scheme {
        Scheme::Slice => roles.slice,
    }
}

fn grid(grid: Grid) -> &'static str {
    match grid {
        Grid::Identity => "virtual index",
        Grid::Shape => "virtual shape",
        Grid::Harmless => "left alone",
        Grid::Forbidden => "refused",
    }
}

fn extent(extent: Extent) -> &'static str {
    match extent {
        Extent::Thread => "thread",
        Extent::Warp => "warp",
        Extent::Cta => "CTA",
        Extent::Cluster => "cluster",
        Extent::Grid => "grid",
    }
}

fn cells(register: &SpecialRegister) -> Vec<String> {
    let shape = match register.shape {
        Shape::Scalar => "scalar",
        Shape::Vector => "vector",
    };
    let fixed = [
        format!("{shape}, {} bit", register.bits),
        extent(register.extent).into(),
        version(register.since),
        targets(register.targets),
    ];
    let schemes = Scheme::ALL.iter().map(|s| grid(role(&register.roles, *s)).to_string());
    fixed.into_iter().chain(schemes).collect()
}

/// The page; registers that differ in name only share a line.
pub fn page() -> Page {
    let mut rows: Vec<(Vec<&str>, Vec<String>)> = Vec::new();
    for register in special_registers() {
        let cells = cells(register);
        match rows.iter_mut().find(|(_, c)| *c == cells) {
            Some((names, _)) => names.push(register.name),
            None => rows.push((vec![register.name], cells)),
        }
    }
    let schemes: Vec<String> = Scheme::ALL.iter().map(|s| code(s.word())).collect();
    let columns = 5 + schemes.len();
    let mut text = format!(
        "{NOTE}\n# Special registers\n\n{INTRO}\n| registers | shape | equal in a | since | targets | {} |\n|{}\n",
        schemes.join(" | "),
        " :-- |".repeat(columns)
    );
    for (names, cells) in rows {
        let names: Vec<String> = names.iter().map(|n| code(n)).collect();
        text += &format!("| {} | {} |\n", names.join(" "), cells.join(" | "));
    }
    Page { file: "special-registers.md".into(), text }
}

const INTRO: &str = "\
For each register the table answers one question per scheme: what does a read mean once the grid that runs is not the \
grid that the application launched? A register without an answer does not compile.

| answer | meaning |
| :-- | :-- |
| virtual index | the read is replaced by the index of the virtual CTA |
| virtual shape | the read is replaced by the shape of the virtual grid |
| left alone | the value is one that the original could have seen |
| refused | the scheme would change what the program observes; the kernel gets no variant ([R0104](refusals.md#r0104)) |

*Equal in a* names the largest group of threads in which all reads agree. A register that the table does not hold \
refuses too ([R0103](refusals.md#r0103)). Registers that differ in name only share a line.
";
