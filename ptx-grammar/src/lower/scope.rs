//! Names inside a function: block-scoped, shadowing, with register ranges kept symbolic (PTX ISA "Parameterized Variable
//! Names").
//!
//! A range costs nothing until one of its names is used: `%r<2000000000>` is one entry. Names that are used get their
//! register from a dense table of the range, or from a hash map when their number is far beyond what was used so far.

use crate::ir::{Bank, Label, LocalVar, Reg, Table};
use rustc_hash::FxHashMap;

/// What a declared name means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Binding {
    Single(Bank),
    Local(LocalVar),
    Label(Label),
    Table(Table),
}

#[derive(Debug, Clone, Copy)]
struct Entry {
    binding: Binding,
    depth: u32,
}

/// A range of registers, innermost last.
#[derive(Debug)]
struct Range<'s> {
    prefix: &'s [u8],
    /// The prefix as a number, see [`packed`].
    packed: u64,
    count: u32,
    bank: Bank,
    depth: u32,
    dense: Vec<u32>,
    sparse: FxHashMap<u32, Reg>,
    used: u32,
}

/// What was found under a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Found {
    /// A declared name.
    Binding(Binding),
    /// Element `index` of the range with this number.
    Element { range: usize, index: u32 },
}

/// The names of one function.
#[derive(Debug, Default)]
pub(super) struct Names<'s> {
    singles: FxHashMap<&'s [u8], Entry>,
    ranges: Vec<Range<'s>>,
    /// Ranges by prefix, innermost last; looked at when there are more than [`FEW`].
    by_prefix: FxHashMap<&'s [u8], Vec<u32>>,
    undo: Vec<(&'s [u8], Option<Entry>)>,
    marks: Vec<Mark>,
    scopes: u32,
    /// Per prefix and scope, the lowest number of a single name that looks like an element of a range.
    numbered_singles: FxHashMap<(&'s [u8], u32), u32>,
    /// Was such a name that begins with `%` ever declared? Then a register's name may mean it.
    percent_singles: bool,
}

#[derive(Debug, Clone, Copy)]
struct Mark {
    undo: usize,
    ranges: usize,
    /// Unique in the function, unlike the depth.
    scope: u32,
}

/// Up to this many ranges are searched one by one, which is faster than hashing a prefix.
const FEW: usize = 16;

/// Splits `%r12` to `%r` and 12. A number does not begin with 0 unless it is 0.
pub(super) fn split_number(name: &[u8]) -> Option<(&[u8], u32)> {
    let mut number = 0u64;
    let mut scale = 1u64;
    let mut at = name.len();
    while at > 0 && name[at - 1].is_ascii_digit() && scale < 10_000_000_000 {
        at -= 1;
        number += u64::from(name[at] - b'0') * scale;
        scale *= 10;
    }
    let leading_zero = name.get(at) == Some(&b'0') && at + 1 < name.len();
    if at == 0 || at == name.len() || leading_zero {
        return None;
    }
    Some((&name[..at], u32::try_from(number).ok()?))
}

/// [`split_number`] in one walk, the prefix [`packed`]; `None` when that is not enough to tell.
fn split_packed(name: &[u8]) -> Option<(u64, u32)> {
    let prefix = name.iter().take(7).take_while(|b| !b.is_ascii_digit()).count();
    let (prefix, number) = name.split_at(prefix);
    if number.is_empty() || number.len() > 9 || (number[0] == b'0' && number.len() > 1) {
        return None;
    }
    let mut index = 0u32;
    for byte in number {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        index = index * 10 + u32::from(digit);
    }
    Some((packed(prefix), index))
}

/// A prefix of up to seven bytes as a number that no other prefix has; 0 for longer ones.
fn packed(prefix: &[u8]) -> u64 {
    if prefix.len() > 7 {
        return 0;
    }
    prefix.iter().fold(1, |n, b| n << 8 | u64::from(*b))
}

impl<'s> Names<'s> {
    pub(super) fn depth(&self) -> u32 {
        self.marks.len() as u32
    }

    pub(super) fn open(&mut self) {
        self.scopes += 1;
        self.marks.push(Mark { undo: self.undo.len(), ranges: self.ranges.len(), scope: self.scopes });
    }

    pub(super) fn close(&mut self) {
        let Some(mark) = self.marks.pop() else { return };
        for (name, old) in self.undo.drain(mark.undo..).rev() {
            match old {
                Some(entry) => self.singles.insert(name, entry),
                None => self.singles.remove(name),
            };
        }
        for range in self.ranges.drain(mark.ranges..) {
            self.by_prefix.get_mut(range.prefix).map(Vec::pop);
        }
    }

    fn scope(&self) -> u32 {
        self.marks.last().map_or(0, |m| m.scope)
    }

    /// Declares a name in the current scope; `false` when it is declared there already.
    pub(super) fn declare(&mut self, name: &'s [u8], binding: Binding) -> bool {
        let depth = self.depth();
        let mut clash = false;
        if let Some((prefix, index)) = split_number(name) {
            let lowest =
                self.numbered_singles.entry((prefix, self.marks.last().map_or(0, |m| m.scope))).or_insert(index);
            *lowest = index.min(*lowest);
            self.percent_singles |= name[0] == b'%';
            clash = self.range_here(prefix).is_some_and(|r| index < r.count);
        }
        let old = self.singles.insert(name, Entry { binding, depth });
        self.undo.push((name, old));
        !clash && old.is_none_or(|o| o.depth < depth)
    }

    /// Declares a range in the current scope; `false` when one of its names is declared there already.
    pub(super) fn declare_range(&mut self, prefix: &'s [u8], count: u32, bank: Bank) -> bool {
        // One range for each prefix and scope, so that looking a name up takes no more steps than scopes may be nested.
        if let Some(range) = self.range_here(prefix) {
            range.count = range.count.max(count);
            return false;
        }
        let clash = self.numbered_singles.get(&(prefix, self.scope())).is_some_and(|lowest| *lowest < count);
        self.by_prefix.entry(prefix).or_default().push(self.ranges.len() as u32);
        let depth = self.depth();
        let packed = packed(prefix);
        self.ranges.push(Range {
            prefix,
            packed,
            count,
            bank,
            depth,
            dense: Vec::new(),
            sparse: FxHashMap::default(),
            used: 0,
        });
        !clash
    }

    /// The range with this prefix in the current scope itself.
    fn range_here(&mut self, prefix: &[u8]) -> Option<&mut Range<'s>> {
        let last = *self.by_prefix.get(prefix)?.last()?;
        let depth = self.depth();
        Some(&mut self.ranges[last as usize]).filter(|r| r.depth == depth)
    }

    /// Looks a name up, innermost scope first.
    pub(super) fn find(&self, name: &[u8]) -> Option<Found> {
        // Most names are elements of ranges: `%rd12`.
        if name[0] == b'%'
            && !self.percent_singles
            && self.ranges.len() <= FEW
            && let Some((packed, index)) = split_packed(name)
            && let Some(range) = self.ranges.iter().rposition(|r| r.packed == packed && index < r.count)
        {
            return Some(Found::Element { range, index });
        }
        let last = *name.last()?;
        if !last.is_ascii_digit() {
            return self.singles.get(name).map(|e| Found::Binding(e.binding));
        }
        let element = self.element(name);
        match (self.singles.get(name), element) {
            (Some(e), Some((found, depth))) => Some(if e.depth >= depth { Found::Binding(e.binding) } else { found }),
            (Some(e), None) => Some(Found::Binding(e.binding)),
            (None, element) => element.map(|(found, _)| found),
        }
    }

    /// The labels of the current scope itself.
    pub(super) fn labels_here(&self) -> impl Iterator<Item = (&'s [u8], Label)> {
        let declared = &self.undo[self.marks.last().map_or(0, |m| m.undo)..];
        declared.iter().filter_map(|(name, _)| match self.singles.get(name)?.binding {
            Binding::Label(label) => Some((*name, label)),
            Binding::Single(_) | Binding::Local(_) | Binding::Table(_) => None,
        })
    }

    fn element(&self, name: &[u8]) -> Option<(Found, u32)> {
        let (prefix, index) = split_number(name)?;
        let range = if self.ranges.len() <= FEW {
            let packed = packed(prefix);
            self.ranges
                .iter()
                .rposition(|r| r.packed == packed && index < r.count && (packed != 0 || r.prefix == prefix))?
        } else {
            let same = self.by_prefix.get(prefix)?;
            *same.iter().rfind(|r| index < self.ranges[**r as usize].count)? as usize
        };
        Some((Found::Element { range, index }, self.ranges[range].depth))
    }

    /// The register of an element; `make` is called when it is used for the first time.
    pub(super) fn element_reg(&mut self, range: usize, index: u32, make: impl FnOnce(Bank, u32) -> Reg) -> Reg {
        let range = &mut self.ranges[range];
        let at = index as usize;
        if let Some(slot) = range.dense.get(at).filter(|s| **s != 0) {
            return Reg::from_u32(*slot - 1);
        }
        // A register far from all others is kept apart, so that memory follows use.
        if at >= range.dense.len() && u64::from(index) > 4 * u64::from(range.used) + 4096 {
            return *range.sparse.entry(index).or_insert_with(|| make(range.bank, index));
        }
        if let Some(reg) = range.sparse.get(&index) {
            return *reg;
        }
        let reg = make(range.bank, index);
        if at >= range.dense.len() {
            range.dense.resize((at + 1).next_power_of_two().min(range.count as usize), 0);
        }
        range.dense[at] = reg.as_u32() + 1;
        range.used += 1;
        reg
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_shadow_and_come_back() {
        let mut names = Names::default();
        names.open();
        assert!(names.declare_range(b"%r", 2_000_000_000, Bank::from_u32(0)));
        assert_eq!(names.find(b"%r1999999999"), Some(Found::Element { range: 0, index: 1_999_999_999 }));
        assert_eq!(names.find(b"%r2000000000"), None);
        assert_eq!(names.find(b"%r01"), None);
        names.open();
        assert!(names.declare(b"%r1", Binding::Single(Bank::from_u32(1))));
        assert_eq!(names.find(b"%r1"), Some(Found::Binding(Binding::Single(Bank::from_u32(1)))));
        assert_eq!(names.find(b"%r2"), Some(Found::Element { range: 0, index: 2 }));
        assert!(!names.declare_range(b"%r", 2, Bank::from_u32(2)));
        names.close();
        assert_eq!(names.find(b"%r1"), Some(Found::Element { range: 0, index: 1 }));
        assert!(!names.declare(b"%r3", Binding::Single(Bank::from_u32(3))));
    }

    #[test]
    fn registers_of_a_huge_range_cost_what_is_used() {
        let mut names = Names::default();
        names.open();
        names.declare_range(b"%r", 2_000_000_000, Bank::from_u32(0));
        let mut next = 0;
        let mut make = |_, _| {
            next += 1;
            Reg::from_u32(next)
        };
        let far = names.element_reg(0, 1_999_999_999, &mut make);
        let near = names.element_reg(0, 3, &mut make);
        assert_ne!(far, near);
        assert_eq!(names.element_reg(0, 1_999_999_999, &mut make), far);
        assert_eq!(names.element_reg(0, 3, &mut make), near);
        assert!(names.ranges[0].dense.len() <= 8192);
    }
}
