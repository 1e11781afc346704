//! From IR to text: untouched statements are copied from the source, the others are formatted.

use crate::ir::*;
use crate::isa::sregs::special_registers;
use crate::source::Span;
use std::fmt::Write;

/// How an instruction's text is obtained.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Instructions that stand in the source as they are: copied with the blank space before them.
    Copy,
    /// Every instruction is formatted from its operands, to show that the IR holds all of it.
    Format,
}

/// The whole module: with [`Style::Copy`] byte for byte what was read.
pub fn module(module: &Module, style: Style) -> Vec<u8> {
    let mut out = Vec::with_capacity(module.source.bytes().len());
    write_module(module, style, &mut out).expect("writing to memory does not fail");
    out
}

/// Writes the whole module, without holding its text a second time.
pub fn write_module(module: &Module, style: Style, to: &mut dyn std::io::Write) -> std::io::Result<()> {
    for item in &module.items {
        match (item.kind, style) {
            (ItemKind::Function(func), Style::Format) => {
                let mut text = Vec::new();
                format_function(module, &module.funcs[func], item.span, &mut text);
                to.write_all(&text)?;
            }
            _ => to.write_all(module.source.slice(item.span))?,
        }
    }
    to.write_all(module.source.slice(module.tail))
}

fn format_function(module: &Module, func: &Function, span: Span, out: &mut Vec<u8>) {
    match &func.body {
        Some(body) if !body.layout.is_empty() => {
            out.extend_from_slice(module.source.slice(Span::new(span.start, body.span.start + 1)));
            self::body(module, body, Style::Format, out);
            out.push(b'}');
        }
        Some(_) | None => out.extend_from_slice(module.source.slice(span)),
    }
}

/// The statements of a body, without its outer braces.
pub fn body(module: &Module, body: &Body, style: Style, out: &mut Vec<u8>) {
    let mut copied = body.span.start + 1;
    for stmt in &body.layout {
        let text = match stmt.kind {
            StmtKind::Inst(inst) => match (body.insts[inst].origin, style) {
                (Origin::Source(_), Style::Copy) => None,
                (Origin::Source(_), Style::Format) if holds_text(body.operand_nodes(inst)) => None,
                (Origin::Source(_) | Origin::Derived(_) | Origin::Inserted(_), _) => {
                    Some(instruction(module, body, inst))
                }
            },
            StmtKind::Label(label) if stmt.span.is_empty() => {
                Some(format!("{}:", String::from_utf8_lossy(&body.labels[label].name)))
            }
            StmtKind::Snippet(i) => Some(body.snippets[i as usize].to_string()),
            StmtKind::Label(_)
            | StmtKind::Open
            | StmtKind::Close
            | StmtKind::Reg
            | StmtKind::Var
            | StmtKind::Table(_)
            | StmtKind::Loc
            | StmtKind::Pragma
            | StmtKind::Directive
            | StmtKind::Broken => None,
        };
        match text {
            None => out.extend_from_slice(module.source.slice(stmt.span)),
            Some(text) => {
                // What stood before a formatted statement stays: comments belong to the reader.
                let gap = leading_gap(module.source.slice(stmt.span));
                match gap {
                    [] => out.extend_from_slice(b"\n\t"),
                    gap => out.extend_from_slice(gap),
                }
                out.extend_from_slice(text.as_bytes());
            }
        }
        copied = copied.max(stmt.span.end);
    }
    let tail = Span::new(copied, body.span.end.saturating_sub(1));
    if !tail.is_empty() {
        out.extend_from_slice(module.source.slice(tail));
    }
}

/// Blank space and comments at the beginning of a statement's text.
fn leading_gap(text: &[u8]) -> &[u8] {
    match crate::lex::pieces(text).next() {
        Some(crate::lex::Piece::Gap(gap)) => &text[gap.range()],
        Some(crate::lex::Piece::Token(_)) | None => &[],
    }
}

/// Does an operand refer to its text (an expression that could not be made a tree)?
fn holds_text(operands: &[Operand]) -> bool {
    operands.iter().any(|o| matches!(o, Operand::Group(Group::Expr, _)))
}

/// One instruction, formatted.
pub fn instruction(module: &Module, body: &Body, inst: Inst) -> String {
    let data = &body.insts[inst];
    let mut out = String::new();
    if let Some(guard) = data.guard {
        let bang = if guard.negated { "!" } else { "" };
        out += &format!("@{bang}{} ", body.reg_name(guard.reg));
    }
    out += &module.heads[data.head].text;
    for (i, operand) in body.operands(inst).enumerate() {
        out += if i == 0 { " \t" } else { ", " };
        write_operand(module, body, operand, &mut out);
    }
    out.push(';');
    out
}

/// One operand, formatted.
pub fn operand(module: &Module, body: &Body, nodes: &[Operand]) -> String {
    let mut out = String::new();
    write_operand(module, body, nodes, &mut out);
    out
}

/// A group that is being written: how many members are left, and what stands between and behind them.
struct Open {
    left: u16,
    between: &'static str,
    close: &'static str,
}

fn write_operand(module: &Module, body: &Body, nodes: &[Operand], out: &mut String) {
    let mut open: Vec<Open> = Vec::new();
    for node in nodes {
        if let Operand::Group(group, n) = node {
            let (before, between, close) = brackets(*group);
            out.push_str(before);
            open.push(Open { left: *n, between, close });
        } else {
            write_leaf(module, body, *node, out);
            finish_member(&mut open, out);
            continue;
        }
        while open.last().is_some_and(|o| o.left == 0) {
            close_group(&mut open, out);
        }
    }
}

fn close_group(open: &mut Vec<Open>, out: &mut String) {
    if let Some(group) = open.pop() {
        out.push_str(group.close);
        finish_member(open, out);
    }
}

fn finish_member(open: &mut Vec<Open>, out: &mut String) {
    while let Some(group) = open.last_mut() {
        group.left = group.left.saturating_sub(1);
        if group.left > 0 {
            out.push_str(group.between);
            return;
        }
        out.push_str(group.close);
        open.pop();
    }
}

fn brackets(group: Group) -> (&'static str, &'static str, &'static str) {
    match group {
        Group::Address => ("[", ", ", "]"),
        Group::Vector => ("{", ", ", "}"),
        Group::Tuple => ("(", ", ", ")"),
        Group::Pair => ("", "|", ""),
        Group::Not => ("!", "", ""),
        Group::Minus => ("-", "", ""),
        Group::Plus => ("", "+", ""),
        Group::Select => ("", ".", ""),
        Group::Expr => ("(", " ", ")"),
        Group::Juxtaposed => ("", "[", "]"),
    }
}

fn write_leaf(module: &Module, body: &Body, leaf: Operand, out: &mut String) {
    let name = |out: &mut String, name: &[u8]| out.push_str(&String::from_utf8_lossy(name));
    match leaf {
        Operand::Group(..) => {}
        Operand::Reg(reg) => out.push_str(&body.reg_name(reg)),
        Operand::Special(index, component) => {
            out.push_str(special_registers()[index as usize].name);
            out.push_str(["", ".x", ".y", ".z", ".w"].get(component as usize).copied().unwrap_or(""));
        }
        Operand::Sink => out.push('_'),
        Operand::Int(v) => drop(write!(out, "{v}")),
        Operand::WideInt(i) => match body.wide[i as usize] as i64 {
            v if v >= i64::from(i32::MIN) && v < 0 => drop(write!(out, "{v}")),
            v => drop(write!(out, "0x{v:X}")),
        },
        Operand::F32(bits) => drop(write!(out, "0f{bits:08X}")),
        Operand::F64(i) => drop(write!(out, "0d{:016X}", body.wide[i as usize])),
        Operand::Label(label) => match body.labels.get(label) {
            Some(data) => name(out, &data.name),
            None => out.push('?'),
        },
        Operand::Local(local) => name(out, &body.locals[local].name),
        Operand::Global(global) => name(out, &module.globals[global].name),
        Operand::Func(func) => name(out, &module.funcs[func].name),
        Operand::Table(table) => name(out, &body.tables[table].name),
        Operand::WarpSize => out.push_str("WARP_SZ"),
        Operand::Selector(selector) => out.push_str(selector.text()),
        Operand::Name(id) => name(out, &module.names[id]),
        Operand::Added(i) => out.push_str(&body.snippets[i as usize]),
    }
}

fn last_token_end(text: &[u8]) -> u32 {
    let token = |p| if let crate::lex::Piece::Token(t) = p { Some(t.end) } else { None };
    crate::lex::pieces(text).filter_map(token).last().unwrap_or(0)
}

/// Other words for a function's copy.
#[derive(Debug, Clone, Default)]
pub struct Copy {
    /// Its name.
    pub name: String,
    /// A parameter to append, as declared: `.param .align 8 .b8 launch[48]`.
    pub extra_params: Vec<String>,
    /// The words before the name, when they are to change (`.visible .entry`).
    pub intro: Option<String>,
}

/// A function's header up to and without `{` or `;`, with the changes of `copy`.
pub fn header(module: &Module, func: &Function, copy: &Copy, out: &mut Vec<u8>) {
    let source = &module.source;
    let end = match &func.body {
        Some(body) => body.span.start,
        None => func.span.end - 1,
    };
    let HeaderSpans { name, params, intro } = func.header;
    match &copy.intro {
        Some(words) => out.extend_from_slice(words.as_bytes()),
        None => out.extend_from_slice(source.slice(intro)),
    }
    out.extend_from_slice(source.slice(Span::new(intro.end, name.start)));
    out.extend_from_slice(copy.name.as_bytes());
    let extra = copy.extra_params.join(",\n\t");
    let rest = match params {
        Some(list) => {
            // Behind the last token, not behind a comment that would swallow the comma.
            let last = name.end + last_token_end(source.slice(Span::new(name.end, list.end - 1)));
            out.extend_from_slice(source.slice(Span::new(name.end, last)));
            if !extra.is_empty() {
                out.extend_from_slice(if func.arguments().is_empty() { b"\n\t" } else { b",\n\t" });
                out.extend_from_slice(extra.as_bytes());
            }
            last
        }
        None => {
            if !extra.is_empty() {
                out.extend_from_slice(format!("(\n\t{extra}\n)").as_bytes());
            }
            name.end
        }
    };
    out.extend_from_slice(source.slice(Span::new(rest, end)));
}
