//! Literals and constant expressions (PTX ISA "Constants", "Constant Expressions").

use crate::lex::Kind;

/// A constant: 64 bits, as PTX computes them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Value {
    Signed(i64),
    Unsigned(u64),
    /// `0f…`: bits of a 32-bit float.
    F32(u32),
    /// Any other float.
    F64(f64),
}

/// Reads an integer literal; `None` when it does not fit 64 bits.
pub(super) fn integer(text: &[u8]) -> Option<Value> {
    let (text, unsigned) = match text.split_last() {
        Some((b'U', rest)) => (rest, true),
        _ => (text, false),
    };
    let (digits, radix) = match text {
        [b'0', b'x' | b'X', rest @ ..] => (rest, 16),
        [b'0', b'b' | b'B', rest @ ..] => (rest, 2),
        [b'0', rest @ ..] if !rest.is_empty() => (rest, 8),
        _ => (text, 10),
    };
    let mut value = 0u64;
    for byte in digits {
        let digit = char::from(*byte).to_digit(radix)?;
        value = value.checked_mul(u64::from(radix))?.checked_add(u64::from(digit))?;
    }
    Some(match i64::try_from(value) {
        Ok(v) if !unsigned => Value::Signed(v),
        _ => Value::Unsigned(value),
    })
}

/// Reads a floating-point literal.
pub(super) fn float(text: &[u8]) -> Option<Value> {
    let text = std::str::from_utf8(text).ok()?;
    match text.as_bytes() {
        [b'0', b'f' | b'F', ..] => u32::from_str_radix(&text[2..], 16).ok().map(Value::F32),
        [b'0', b'd' | b'D', ..] => u64::from_str_radix(&text[2..], 16).ok().map(|b| Value::F64(f64::from_bits(b))),
        _ => text.parse().ok().map(Value::F64),
    }
}

/// A part of a constant expression.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Part {
    Value(Value),
    Op(Kind),
    /// A cast; is it to an unsigned type?
    Cast {
        unsigned: bool,
    },
    Open,
    Close,
}

/// Evaluates an expression, or `None` when it is no constant (or divides by zero).
///
/// Precedence climbing without recursion on the length of the expression; the nesting of parentheses is limited.
pub(super) fn evaluate(parts: &[Part]) -> Option<Value> {
    let mut parser = Evaluator { parts, at: 0, depth: 0 };
    let value = parser.ternary()?;
    (parser.at == parts.len()).then_some(value)
}

/// Parentheses of a constant may be nested this deep: each takes a dozen stack frames, one for each precedence.
const MAX_NESTED: u32 = 64;

struct Evaluator<'p> {
    parts: &'p [Part],
    at: usize,
    depth: u32,
}

fn precedence(op: Kind) -> Option<u8> {
    Some(match op {
        Kind::Star | Kind::Slash | Kind::Percent => 10,
        Kind::Plus | Kind::Minus => 9,
        Kind::Shl | Kind::Shr => 8,
        Kind::Less | Kind::Greater | Kind::LessEq | Kind::GreaterEq => 7,
        Kind::EqEq | Kind::NotEq => 6,
        Kind::And => 5,
        Kind::Xor => 4,
        Kind::Pipe => 3,
        Kind::AndAnd => 2,
        Kind::OrOr => 1,
        _ => return None,
    })
}

impl Evaluator<'_> {
    fn peek(&self) -> Option<Part> {
        self.parts.get(self.at).copied()
    }

    fn take(&mut self, part: Part) -> bool {
        let found = self.peek() == Some(part);
        self.at += usize::from(found);
        found
    }

    fn ternary(&mut self) -> Option<Value> {
        // `a ? b : c ? d : e` nests to the right; the chosen arm is kept, the rest evaluated for its syntax.
        let condition = self.binary(1)?;
        if !self.take(Part::Op(Kind::Question)) {
            return Some(condition);
        }
        let yes = self.binary(1)?;
        if !self.take(Part::Op(Kind::Colon)) {
            return None;
        }
        let no = self.binary(1)?;
        (self.peek() != Some(Part::Op(Kind::Question))).then_some(())?;
        Some(if truth(condition)? { yes } else { no })
    }

    fn binary(&mut self, least: u8) -> Option<Value> {
        let mut left = self.unary()?;
        while let Some(Part::Op(op)) = self.peek() {
            let Some(level) = precedence(op).filter(|p| *p >= least) else { break };
            self.at += 1;
            let right = self.binary(level + 1)?;
            left = apply(op, left, right)?;
        }
        Some(left)
    }

    fn unary(&mut self) -> Option<Value> {
        let start = self.at;
        while matches!(
            self.peek(),
            Some(Part::Op(Kind::Minus | Kind::Plus | Kind::Bang | Kind::Tilde) | Part::Cast { .. })
        ) {
            self.at += 1;
        }
        let end = self.at;
        let mut value = match self.peek()? {
            Part::Value(v) => {
                self.at += 1;
                v
            }
            Part::Open => {
                self.at += 1;
                self.depth += 1;
                let v = (self.depth <= MAX_NESTED).then(|| self.ternary())??;
                self.depth -= 1;
                self.take(Part::Close).then_some(v)?
            }
            Part::Op(_) | Part::Cast { .. } | Part::Close => return None,
        };
        for part in self.parts[start..end].iter().rev() {
            value = prefix(*part, value)?;
        }
        Some(value)
    }
}

fn prefix(part: Part, value: Value) -> Option<Value> {
    Some(match (part, value) {
        (Part::Op(Kind::Plus), v) => v,
        (Part::Op(Kind::Minus), Value::Signed(v)) => Value::Signed(v.wrapping_neg()),
        (Part::Op(Kind::Minus), Value::Unsigned(v)) => Value::Unsigned(v.wrapping_neg()),
        (Part::Op(Kind::Minus), Value::F64(v)) => Value::F64(-v),
        (Part::Op(Kind::Tilde), Value::Signed(v)) => Value::Signed(!v),
        (Part::Op(Kind::Tilde), Value::Unsigned(v)) => Value::Unsigned(!v),
        (Part::Op(Kind::Bang), v) => Value::Signed(i64::from(!truth(v)?)),
        (Part::Cast { unsigned: true }, v) => Value::Unsigned(bits(v)?),
        (Part::Cast { unsigned: false }, v) => Value::Signed(bits(v)? as i64),
        _ => return None,
    })
}

fn bits(value: Value) -> Option<u64> {
    match value {
        Value::Signed(v) => Some(v as u64),
        Value::Unsigned(v) => Some(v),
        Value::F32(_) | Value::F64(_) => None,
    }
}

fn truth(value: Value) -> Option<bool> {
    bits(value).map(|v| v != 0)
}

fn apply(op: Kind, a: Value, b: Value) -> Option<Value> {
    let (x, y) = (bits(a)?, bits(b)?);
    let signed = matches!((a, b), (Value::Signed(_), Value::Signed(_)));
    let (i, j) = (x as i64, y as i64);
    let number = |v: u64| if signed { Value::Signed(v as i64) } else { Value::Unsigned(v) };
    let flag = |v: bool| Value::Signed(i64::from(v));
    Some(match op {
        Kind::Plus => number(x.wrapping_add(y)),
        Kind::Minus => number(x.wrapping_sub(y)),
        Kind::Star => number(x.wrapping_mul(y)),
        Kind::Slash if signed => Value::Signed(i.checked_div(j)?),
        Kind::Slash => Value::Unsigned(x.checked_div(y)?),
        Kind::Percent if signed => Value::Signed(i.checked_rem(j)?),
        Kind::Percent => Value::Unsigned(x.checked_rem(y)?),
        Kind::And => number(x & y),
        Kind::Pipe => number(x | y),
        Kind::Xor => number(x ^ y),
        Kind::Shl => match a {
            Value::Signed(_) => Value::Signed((x.wrapping_shl(y as u32)) as i64),
            _ => Value::Unsigned(x.wrapping_shl(y as u32)),
        },
        Kind::Shr => match a {
            Value::Signed(_) => Value::Signed(i.wrapping_shr(y as u32)),
            _ => Value::Unsigned(x.wrapping_shr(y as u32)),
        },
        Kind::Less => flag(if signed { i < j } else { x < y }),
        Kind::Greater => flag(if signed { i > j } else { x > y }),
        Kind::LessEq => flag(if signed { i <= j } else { x <= y }),
        Kind::GreaterEq => flag(if signed { i >= j } else { x >= y }),
        Kind::EqEq => flag(x == y),
        Kind::NotEq => flag(x != y),
        Kind::AndAnd => flag(x != 0 && y != 0),
        Kind::OrOr => flag(x != 0 || y != 0),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(v: i64) -> Part {
        Part::Value(Value::Signed(v))
    }

    #[test]
    fn literals() {
        assert_eq!(integer(b"017"), Some(Value::Signed(15)));
        assert_eq!(integer(b"0x7fU"), Some(Value::Unsigned(127)));
        assert_eq!(integer(b"0b101"), Some(Value::Signed(5)));
        assert_eq!(integer(b"18446744073709551615"), Some(Value::Unsigned(u64::MAX)));
        assert_eq!(integer(b"18446744073709551616"), None);
        assert_eq!(integer(b"08"), None);
        assert_eq!(float(b"0f3F800000"), Some(Value::F32(0x3F80_0000)));
        assert_eq!(float(b"1."), Some(Value::F64(1.0)));
        assert_eq!(float(b".5"), Some(Value::F64(0.5)));
    }

    #[test]
    fn precedence_and_ternary() {
        use Kind::*;
        // (4+3)*2-1
        let e =
            [Part::Open, int(4), Part::Op(Plus), int(3), Part::Close, Part::Op(Star), int(2), Part::Op(Minus), int(1)];
        assert_eq!(evaluate(&e), Some(Value::Signed(13)));
        // 1+2*3 == 7 ? -1 : ~0
        let e = [
            int(1),
            Part::Op(Plus),
            int(2),
            Part::Op(Star),
            int(3),
            Part::Op(EqEq),
            int(7),
            Part::Op(Question),
            Part::Op(Minus),
            int(1),
            Part::Op(Colon),
            Part::Op(Tilde),
            int(0),
        ];
        assert_eq!(evaluate(&e), Some(Value::Signed(-1)));
        assert_eq!(evaluate(&[int(1), Part::Op(Slash), int(0)]), None);
    }
}
