//! The comments at the head of a corpus file: what to launch, and what may be varied.
//!
//! `corpus/README.md` describes them. They end at the first line that is no comment; an unknown word is an error.

use crate::inputs::{Init, Type};
use serde::{Deserialize, Serialize};

/// Everything that the head of a file says.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Header {
    /// Who wrote it, and why.
    pub provenance: String,
    /// What it exercises.
    pub covers: Vec<String>,
    /// Launches to try, in order.
    pub launches: Vec<Launch>,
    /// What may be varied.
    pub vary: Vary,
    /// The code with which the rewriter must refuse it.
    pub decline: Option<String>,
    /// Why it must not run, if so.
    pub not_on_gpu: Option<String>,
}

/// Is the kernel correct for any grid, for any CTA shape?
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Vary {
    /// For any grid.
    pub grid: bool,
    /// For any CTA shape.
    pub cta: bool,
}

/// A shape along x, y and z.
pub type Dim = [u32; 3];

/// A launch.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Launch {
    /// The kernel.
    pub entry: String,
    /// CTAs.
    pub grid: Dim,
    /// Threads of a CTA.
    pub cta: Dim,
    /// Bytes of dynamic shared memory.
    pub dynamic: u32,
    /// Arguments, one per parameter.
    pub args: Vec<Arg>,
    /// Line in the file, from 1.
    pub line: usize,
}

/// An argument.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Arg {
    /// Device memory of its own.
    Buffer {
        /// Type of an element.
        ty: Type,
        /// Elements.
        count: u32,
        /// What it holds before the launch.
        init: Init,
    },
    /// A value, as the bytes of the parameter.
    Bytes(Vec<u8>),
}

/// What is wrong with a head, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpecError {
    /// Line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub message: String,
}

impl std::fmt::Display for SpecError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for SpecError {}

/// Reads the head of a file.
pub fn parse(text: &str) -> Result<Header, SpecError> {
    let mut header = Header::default();
    for (index, line) in text.lines().enumerate() {
        let Some(comment) = line.strip_prefix("//") else { break };
        let line = index + 1;
        directive(&mut header, comment.trim(), line).map_err(|message| SpecError { line, message })?;
    }
    Ok(header)
}

fn directive(header: &mut Header, comment: &str, line: usize) -> Result<(), String> {
    let (word, rest) = comment.split_once(':').ok_or_else(|| format!("no directive: `{comment}`"))?;
    let rest = rest.trim();
    match word {
        "provenance" if header.provenance.is_empty() && !rest.is_empty() => header.provenance = rest.into(),
        "covers" => header.covers.extend(rest.split_whitespace().map(str::to_string)),
        "launch" => header.launches.push(launch(rest, line)?),
        "vary" => header.vary = vary(rest)?,
        "decline" => header.decline = Some(rest.into()),
        "error" => {} // For `reject/`, where nothing is launched.
        "gpu" => header.not_on_gpu = Some(not_on_gpu(rest)?),
        _ => return Err(format!("unknown or repeated directive `{word}`")),
    }
    Ok(())
}

fn not_on_gpu(rest: &str) -> Result<String, String> {
    let reason = rest.strip_prefix("no").map(str::trim).ok_or("`gpu:` takes only `no`")?;
    Ok(reason.trim_start_matches('(').trim_end_matches(')').into())
}

fn vary(rest: &str) -> Result<Vary, String> {
    let mut vary = Vary::default();
    for word in rest.split_whitespace() {
        match word {
            "grid" => vary.grid = true,
            "cta" => vary.cta = true,
            _ => return Err(format!("`vary:` takes `grid` and `cta`, not `{word}`")),
        }
    }
    Ok(vary)
}

fn launch(rest: &str, line: usize) -> Result<Launch, String> {
    let (head, args) = rest.split_once("args:").ok_or("a launch needs `args:`, also when there are none")?;
    let mut words = head.split_whitespace();
    let entry = words.next().ok_or("a launch begins with the kernel's name")?.to_string();
    let (mut grid, mut cta, mut dynamic) = (None, None, 0);
    for word in words {
        match word.split_once('=') {
            Some(("grid", v)) => grid = Some(dim(v)?),
            Some(("cta", v)) => cta = Some(dim(v)?),
            Some(("dynamic", v)) => dynamic = v.parse().map_err(|_| format!("no number of bytes: `{v}`"))?,
            _ => return Err(format!("unknown word `{word}` in a launch")),
        }
    }
    let args = args.split_whitespace().map(arg).collect::<Result<_, _>>()?;
    let (grid, cta) = (grid.ok_or("a launch needs `grid=`")?, cta.ok_or("a launch needs `cta=`")?);
    if cta.iter().product::<u32>() > 1024 {
        return Err("a CTA has at most 1024 threads".into());
    }
    Ok(Launch { entry, grid, cta, dynamic, args, line })
}

fn dim(text: &str) -> Result<Dim, String> {
    let parts: Vec<u32> = text.split(',').filter_map(|p| p.parse().ok()).collect();
    match <Dim>::try_from(parts) {
        Ok(dim) if dim.iter().all(|n| *n > 0) && text.split(',').count() == 3 => Ok(dim),
        _ => Err(format!("`{text}` is no shape like 16,1,1")),
    }
}

fn arg(word: &str) -> Result<Arg, String> {
    let (kind, rest) = word.split_once(':').ok_or_else(|| format!("`{word}` is no argument"))?;
    match kind {
        "buf" => buffer(rest).ok_or_else(|| format!("`{word}` is not like buf:f32[4096]=random")),
        "bytes" => hex(rest).map(Arg::Bytes).ok_or_else(|| format!("`{rest}` is no hexadecimal text")),
        _ => {
            let ty = Type::from_word(kind).ok_or_else(|| format!("unknown type `{kind}`"))?;
            ty.parse(rest).map(Arg::Bytes).ok_or_else(|| format!("`{rest}` is no {kind}"))
        }
    }
}

fn buffer(text: &str) -> Option<Arg> {
    let (ty, rest) = text.split_once('[')?;
    let (count, init) = rest.split_once("]=")?;
    let ty = Type::from_word(ty)?;
    let count: u32 = count.parse().ok().filter(|n| (1..=1 << 24).contains(n))?;
    let init = match init {
        "zero" => Init::Zero,
        "iota" => Init::Iota,
        "random" => Init::Random,
        _ => Init::Const(ty.parse(init.strip_prefix("const(")?.strip_suffix(')')?)?),
    };
    Some(Arg::Buffer { ty, count, init })
}

fn hex(text: &str) -> Option<Vec<u8>> {
    let digits = text.as_bytes();
    if digits.is_empty() || !digits.len().is_multiple_of(2) {
        return None;
    }
    let digit = |d: u8| char::from(d).to_digit(16);
    digits.chunks(2).map(|pair| Some((digit(pair[0])? * 16 + digit(pair[1])?) as u8)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_every_directive() {
        let text = "// provenance: ours\n// covers: a b\n// launch: k grid=1,2,3 cta=4,5,6 dynamic=7 \
                    args: buf:u32[9]=iota f32:1.5 bytes:00ff buf:u8[3]=const(255)\n// vary: grid cta\n\
                    // gpu: no (why: so)\n// decline: R0001\n.version 8.0\n// not: read\n";
        let header = parse(text).unwrap();
        assert_eq!((header.provenance.as_str(), header.covers.len()), ("ours", 2));
        assert_eq!(header.vary, Vary { grid: true, cta: true });
        assert_eq!((header.not_on_gpu.as_deref(), header.decline.as_deref()), (Some("why: so"), Some("R0001")));
        let launch = &header.launches[0];
        assert_eq!((launch.grid, launch.cta, launch.dynamic, launch.line), ([1, 2, 3], [4, 5, 6], 7, 3));
        assert_eq!(launch.args[1..3], [Arg::Bytes(vec![0, 0, 0xc0, 0x3f]), Arg::Bytes(vec![0, 255])]);
        assert_eq!(launch.args[3], Arg::Buffer { ty: Type::U8, count: 3, init: Init::Const(vec![255]) });
    }

    #[test]
    fn points_at_the_wrong_line() {
        for (bad, what) in [
            ("// launch: k grid=1,1 cta=1,1,1 args:", "no shape"),
            ("// launch: k grid=1,1,1,1 cta=1,1,1 args:", "no shape"),
            ("// launch: k grid=1,1,0 cta=1,1,1 args:", "no shape"),
            ("// launch: k grid=1,1,1 args:", "cta="),
            ("// launch: k grid=1,1,1 cta=1,1,1", "args:"),
            ("// launch: k grid=1,1,1 cta=1,1,1 args: u32:x", "no u32"),
            ("// launch: k grid=1,1,1 cta=1,1,1 args: u8:256", "no u8"),
            ("// launch: k grid=1,1,1 cta=1,1,1 args: q32:1", "unknown type"),
            ("// launch: k grid=1,1,1 cta=1,1,1 args: bytes:0", "hexadecimal"),
            ("// launch: k grid=1,1,1 cta=1,1,1 args: buf:u32[4]=ones", "not like"),
            ("// launch: k grid=1,1,1 cta=1025,1,1 args:", "1024"),
            ("// vary: block", "grid"),
            ("// gpu: yes", "no"),
            ("// expects: nothing", "unknown"),
            ("// provenance: twice", "repeated"),
        ] {
            let error = parse(&format!("// provenance: x\n{bad}\n")).unwrap_err();
            assert_eq!(error.line, 2, "{bad}");
            assert!(error.message.contains(what), "{bad}: {error}");
        }
    }
}
