//! What the operands of an instruction do, and which registers it reads and writes.
//!
//! [`assign`] matches operands to the slots of a table row. From that, [`RegUses`] says for every instruction:
//!
//! - the guard is read;
//! - registers inside `[…]` are read, wherever the operand stands;
//! - in a `Def` slot registers are written, one by one in `{…}` and `a|b`; `_` is nothing;
//! - a write *kills* the old value unless a guard may suppress it or it changes only a part (`v.x`);
//! - an instruction that the table does not know, or whose operands do not fit its row, may read and may write every
//!   register it names.
//!
//! Registers that an asynchronous instruction fills later count as written where it stands.

use super::Frozen;
use cranelift_entity::EntityRef;
use ptx_grammar::ir::{Group, Inst, Operand, Reg, each_operand, is_group, split_first};
use ptx_grammar::isa::{Role, Slot};

/// More slots than any row has; a longer row is treated as one whose operands don't fit.
pub const MAX_SLOTS: usize = 32;

/// Which slot each operand of an instruction fills.
#[derive(Debug, Clone, Copy)]
pub struct Assignment<'s> {
    slots: &'s [Slot],
    chosen: [u8; MAX_SLOTS],
    len: usize,
}

impl<'s> Assignment<'s> {
    /// For each operand, the place of its slot in the row and the slot.
    pub fn iter(&self) -> impl Iterator<Item = (usize, Slot)> + '_ {
        self.chosen[..self.len].iter().map(|i| (usize::from(*i), self.slots[usize::from(*i)]))
    }

    /// The roles of the operands.
    pub fn roles(&self) -> impl Iterator<Item = Role> + use<'s> {
        let (slots, chosen) = (self.slots, self.chosen);
        (0..self.len).map(move |i| slots[usize::from(chosen[i])].role)
    }
}

/// Assigns operands (in prefix order) to slots; `None` when they do not fit.
///
/// Operands keep the order of their slots, every required slot is filled, and shapes agree. Where several assignments
/// do, an optional slot further left is filled first. Rows where `[…]` stands in a slot for values are taken too, but only
/// when nothing else fits.
pub fn assign<'s>(slots: &'s [Slot], operands: &[Operand]) -> Option<Assignment<'s>> {
    if slots.len() > MAX_SLOTS {
        return None;
    }
    let mut fits = [(0u64, 0u64); MAX_SLOTS];
    let mut len = 0;
    for operand in each_operand(operands) {
        if len == slots.len() {
            return None;
        }
        for (slot, (strict, loose)) in slots.iter().zip(&mut fits) {
            let fit = shape(slot.role, operand);
            *strict |= u64::from(fit == Fit::Good) << len;
            *loose |= u64::from(fit != Fit::Bad) << len;
        }
        len += 1;
    }
    choose(slots, len, |j| fits[j].0).or_else(|| choose(slots, len, |j| fits[j].1))
}

/// `fits(j)` has a bit for every operand that slot `j` can take.
fn choose(slots: &[Slot], len: usize, fits: impl Fn(usize) -> u64) -> Option<Assignment<'_>> {
    // Bit i of `rest[j]`: the operands from i on can be assigned to the slots from j on.
    let mut rest = [0u64; MAX_SLOTS + 1];
    rest[slots.len()] = 1 << len;
    for (j, slot) in slots.iter().enumerate().rev() {
        let skipped = if slot.optional { rest[j + 1] } else { 0 };
        rest[j] = skipped | (rest[j + 1] >> 1 & fits(j));
    }
    if rest[0] & 1 == 0 {
        return None;
    }
    let mut chosen = [0; MAX_SLOTS];
    let mut operand = 0;
    for j in 0..slots.len() {
        let taken = fits(j) >> operand & 1 == 1 && rest[j + 1] >> (operand + 1) & 1 == 1;
        if operand < len && taken {
            chosen[operand] = j as u8;
            operand += 1;
        }
    }
    Some(Assignment { slots, chosen, len })
}

/// How well an operand's shape suits a role.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fit {
    Good,
    Loose,
    Bad,
}

fn shape(role: Role, operand: &[Operand]) -> Fit {
    let address = is_group(operand, Group::Address) || is_group(operand, Group::Juxtaposed);
    let tuple = is_group(operand, Group::Tuple);
    let good = match role {
        Role::Returns | Role::Arguments => tuple,
        Role::Address => address,
        Role::Label => matches!(operand, [Operand::Label(_)]),
        Role::Table => matches!(operand, [Operand::Table(_)]),
        Role::Prototype => matches!(operand, [Operand::Table(_) | Operand::Global(_) | Operand::Local(_)]),
        Role::Callee => matches!(operand, [Operand::Func(_) | Operand::Reg(_) | Operand::Added(_)]),
        Role::Def | Role::Use | Role::DefUse | Role::Symbol if address => return Fit::Loose,
        Role::Def | Role::Use | Role::DefUse | Role::Symbol => !tuple,
    };
    if good { Fit::Good } else { Fit::Bad }
}

/// The operands of an instruction with their roles; `None` for an unknown instruction or operands that don't fit.
pub fn roles<'a>(f: Frozen<'a>, inst: Inst) -> Option<impl Iterator<Item = (Role, &'a [Operand])>> {
    let nodes = f.body.operand_nodes(inst);
    let assignment = assign(f.row(inst)?.slots, nodes)?;
    Some(assignment.roles().zip(each_operand(nodes)))
}

/// The operands whose role satisfies a condition; none for an unknown instruction.
pub fn operands_with<'a>(
    f: Frozen<'a>,
    inst: Inst,
    wanted: impl Fn(Role) -> bool,
) -> impl Iterator<Item = &'a [Operand]> {
    roles(f, inst).into_iter().flatten().filter(move |(role, _)| wanted(*role)).map(|(_, operand)| operand)
}

/// The first operand with a role.
pub fn operand_with<'a>(f: Frozen<'a>, inst: Inst, role: Role) -> Option<&'a [Operand]> {
    operands_with(f, inst, |r| r == role).next()
}

/// A register that an instruction writes, or may write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Write {
    /// The register.
    pub reg: Reg,
    /// Is its old value certainly gone afterwards?
    pub kills: bool,
}

/// Registers read and written by every instruction of a body, in the order of the operands. A register that is named
/// twice is listed twice.
#[derive(Debug, Clone, Default)]
pub struct RegUses {
    reads: Lists<Reg>,
    writes: Lists<Write>,
}

#[derive(Debug, Clone)]
struct Lists<T> {
    start: Vec<u32>,
    items: Vec<T>,
}

impl<T> Default for Lists<T> {
    fn default() -> Self {
        Lists { start: vec![0], items: Vec::new() }
    }
}

impl<T> Lists<T> {
    fn end(&mut self) {
        self.start.push(self.items.len() as u32);
    }

    fn of(&self, inst: Inst) -> &[T] {
        let i = inst.index();
        match (self.start.get(i), self.start.get(i + 1)) {
            (Some(a), Some(b)) => &self.items[*a as usize..*b as usize],
            _ => &[],
        }
    }
}

impl RegUses {
    /// Looks at every instruction of a body, whether the layout holds it or not.
    pub fn compute(f: Frozen) -> Self {
        let mut uses = RegUses::default();
        for inst in f.body.insts.keys() {
            uses.instruction(f, inst);
            uses.reads.end();
            uses.writes.end();
        }
        uses
    }

    /// Registers that are read, or may be; the guard first.
    pub fn reads(&self, inst: Inst) -> &[Reg] {
        self.reads.of(inst)
    }

    /// Registers that are written, or may be.
    pub fn writes(&self, inst: Inst) -> &[Write] {
        self.writes.of(inst)
    }

    fn instruction(&mut self, f: Frozen, inst: Inst) {
        let guard = f.body.insts[inst].guard;
        self.reads.items.extend(guard.map(|g| g.reg));
        let sure = guard.is_none();
        match roles(f, inst) {
            Some(roles) => roles.for_each(|(role, operand)| self.operand(operand, access(role), sure)),
            None => self.operand(f.body.operand_nodes(inst), Access::Anything, false),
        }
    }

    fn operand(&mut self, nodes: &[Operand], access: Access, sure: bool) {
        // Inside the outermost group that changes the access, everything is accessed in that way.
        let mut inside = (0, access);
        for (i, node) in nodes.iter().enumerate() {
            let now = if i < inside.0 { inside.1 } else { access };
            if let Some(reg) = node.reg() {
                self.access(reg, now, sure);
            }
            let within = if let Operand::Group(group, _) = node { now.within(*group) } else { now };
            if now == access && within != access {
                let len = split_first(&nodes[i..]).map_or(nodes.len(), |(group, _)| group.len());
                inside = (i + len, within);
            }
        }
    }

    fn access(&mut self, reg: Reg, access: Access, sure: bool) {
        let (reads, kills) = match access {
            Access::Nothing => return,
            Access::Read => (true, None),
            Access::Write => (false, Some(sure)),
            Access::WritePart => (false, Some(false)),
            Access::Update => (true, Some(sure)),
            Access::Anything => (true, Some(false)),
        };
        if reads {
            self.reads.items.push(reg);
        }
        self.writes.items.extend(kills.map(|kills| Write { reg, kills }));
    }
}

/// How a register is accessed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Access {
    Nothing,
    Read,
    Write,
    WritePart,
    Update,
    Anything,
}

fn access(role: Role) -> Access {
    match role {
        Role::Def | Role::Returns => Access::Write,
        Role::DefUse => Access::Update,
        Role::Use | Role::Address | Role::Symbol | Role::Callee | Role::Arguments => Access::Read,
        Role::Label | Role::Table | Role::Prototype => Access::Nothing,
    }
}

impl Access {
    /// The access to registers inside a group that is accessed so.
    fn within(self, group: Group) -> Access {
        match (self, group) {
            (Access::Nothing | Access::Read | Access::Anything, _) => self,
            (Access::Write | Access::WritePart | Access::Update, Group::Address) => Access::Read,
            (Access::Write | Access::WritePart | Access::Update, Group::Vector | Group::Tuple | Group::Pair) => self,
            (Access::Write | Access::WritePart, Group::Select) => Access::WritePart,
            (Access::Update, Group::Select) => Access::Anything,
            (
                Access::Write | Access::WritePart | Access::Update,
                Group::Not | Group::Minus | Group::Plus | Group::Expr | Group::Juxtaposed,
            ) => Access::Anything,
        }
    }
}
