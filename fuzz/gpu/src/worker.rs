//! The child: runs the cases of one file from a given one on, and says before and after each where it is.
//!
//! What it says are lines of JSON on standard output. Kernels that print would disturb them, so standard output is
//! moved aside first.

use crate::bundle::{Form, cubin_path, ptx_path, read_list};
use crate::case::{Case, CaseFile, Shaped};
use crate::exec::{Executor, Failure, Output, PhysicalLaunch, Program, Value};
use crate::inputs::fill;
use crate::spec::Arg;
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::Write;
use std::path::Path;
use tally_abi::{Grid, LaunchDescriptor};

/// A line from a worker.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Message {
    /// It is ready, on this device.
    Ready(String),
    /// It runs the original for this case.
    Original(usize),
    /// It runs the variant for this case.
    Variant(usize),
    /// What became of this case.
    End(usize, Verdict),
    /// It can't work at all.
    Unfit(String),
}

/// What became of a case.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Verdict {
    /// Every byte is equal.
    Equal,
    /// Bytes differ: where, and how many.
    Different(String),
    /// The original differs from itself.
    Nondeterministic(String),
    /// The driver refuses the original in a shape that the file does not name.
    Inapplicable(String),
    /// The driver refuses a launch, or a kernel faulted.
    Error(String),
}

/// Where a worker says what it does.
pub type Say<'a> = dyn FnMut(&Message) -> Result<()> + 'a;

/// Status of a worker that ended behind a fault.
pub const FAULTED: i32 = 3;

/// What the original left in the cases of a group.
struct Reference {
    group: usize,
    memory: Vec<u8>,
    output: Result<Output, Verdict>,
}

/// Runs the cases of the file `name` from the one numbered `from` on; false behind a fault.
pub fn work(bundle: &Path, name: &str, from: usize, executor: &mut dyn Executor, say: &mut Say<'_>) -> Result<bool> {
    let list = read_list(bundle)?;
    let file = list.files.iter().find(|f| f.name == name).with_context(|| format!("no file `{name}`"))?;
    let mut reference: Option<Reference> = None;
    for (index, case) in file.cases().iter().enumerate().skip(from) {
        let known = reference.take().filter(|r| r.group == case.group);
        let known = match known {
            Some(known) => known,
            None => {
                say(&Message::Original(index))?;
                match run_original(bundle, file, case, executor)? {
                    Ok(known) => known,
                    Err(fault) => {
                        say(&Message::End(index, Verdict::Error(format!("the original: {fault}"))))?;
                        return Ok(false);
                    }
                }
            }
        };
        let verdict = match &known.output {
            Err(verdict) => verdict.clone(),
            Ok(expected) => {
                say(&Message::Variant(index))?;
                let launches = launches(file, case, Form::Rewritten);
                match run_program(bundle, file, case, &launches, &known.memory, Form::Rewritten, executor)? {
                    Ok(output) => match difference(file, case, expected, &output) {
                        None => Verdict::Equal,
                        Some(what) => Verdict::Different(what),
                    },
                    Err(Failure::Refused(what)) => Verdict::Error(format!("the variant: {what}")),
                    Err(Failure::Fault(what)) => {
                        say(&Message::End(index, Verdict::Error(format!("the variant: {what}"))))?;
                        return Ok(false);
                    }
                }
            }
        };
        say(&Message::End(index, verdict))?;
        reference = Some(known);
    }
    Ok(true)
}

/// Runs the original twice. The outer result is about the bundle, the inner one holds a fault's message.
fn run_original(
    bundle: &Path,
    file: &CaseFile,
    case: &Case,
    executor: &mut dyn Executor,
) -> Result<Result<Reference, String>> {
    let memory = memory(file, case);
    let launches = launches(file, case, Form::Original);
    let mut outputs = Vec::new();
    for _ in 0..2 {
        match run_program(bundle, file, case, &launches, &memory, Form::Original, executor)? {
            Ok(output) => outputs.push(output),
            Err(Failure::Fault(what)) => return Ok(Err(what)),
            Err(Failure::Refused(what)) => {
                let what = format!("the original: {what}");
                let verdict = if case.varied { Verdict::Inapplicable(what) } else { Verdict::Error(what) };
                return Ok(Ok(Reference { group: case.group, memory, output: Err(verdict) }));
            }
        }
    }
    let output = match difference(file, case, &outputs[0], &outputs[1]) {
        None => Ok(outputs.swap_remove(0)),
        Some(what) => Err(Verdict::Nondeterministic(what)),
    };
    Ok(Ok(Reference { group: case.group, memory, output }))
}

fn run_program(
    bundle: &Path,
    file: &CaseFile,
    case: &Case,
    launches: &[PhysicalLaunch],
    memory: &[u8],
    form: Form,
    executor: &mut dyn Executor,
) -> Result<Result<Output, Failure>> {
    let path = match file.cubins {
        true => cubin_path(bundle, &file.name, form, case.level),
        false => ptx_path(bundle, &file.name, form),
    };
    let code = std::fs::read(&path).with_context(|| format!("cannot read `{}`", path.display()))?;
    Ok(executor.run(&Program { code: &code, level: case.level, launches, memory, globals: &file.globals }))
}

/// Room around buffers, so that a kernel that writes beside one is found out.
const GUARD: usize = 256;
const GUARD_BYTE: u8 = 0xa5;

/// Offsets and lengths of the buffers of a case, by launch and argument, and the length of all.
fn layout(file: &CaseFile, case: &Case) -> (Vec<(usize, usize, usize, usize)>, usize) {
    let mut at = GUARD;
    let mut places = Vec::new();
    for (index, shaped) in case.launches.iter().enumerate() {
        for (position, arg) in file.launches[shaped.launch].args.iter().enumerate() {
            if let Arg::Buffer { ty, count, .. } = arg {
                let length = *count as usize * ty.size();
                places.push((index, position, at, length));
                at = (at + length).next_multiple_of(GUARD) + GUARD;
            }
        }
    }
    if places.is_empty() { (places, 0) } else { (places, at) }
}

fn memory(file: &CaseFile, case: &Case) -> Vec<u8> {
    let (places, length) = layout(file, case);
    let mut memory = vec![GUARD_BYTE; length];
    for (index, position, at, length) in places {
        if let Arg::Buffer { ty, count, init } = &file.launches[case.launches[index].launch].args[position] {
            memory[at..at + length].copy_from_slice(&fill(*ty, *count, init, position));
        }
    }
    memory
}

fn launches(file: &CaseFile, case: &Case, form: Form) -> Vec<PhysicalLaunch> {
    let (places, _) = layout(file, case);
    let mut out = Vec::new();
    for (index, shaped) in case.launches.iter().enumerate() {
        let Shaped { launch, grid, cta } = *shaped;
        let spec = &file.launches[launch];
        let arg = |(position, arg): (usize, &Arg)| match arg {
            Arg::Bytes(bytes) => Value::Bytes(bytes.clone()),
            Arg::Buffer { .. } => {
                let place = places.iter().find(|p| (p.0, p.1) == (index, position));
                Value::Address(place.map_or(0, |p| p.2))
            }
        };
        let args: Vec<Value> = spec.args.iter().enumerate().map(arg).collect();
        let dynamic = spec.dynamic;
        let variant = file.kernel(launch).and_then(|k| k.variant.clone()).filter(|_| form == Form::Rewritten);
        let Some(variant) = variant else {
            out.push(PhysicalLaunch { function: spec.entry.clone(), grid, cta, dynamic, args });
            continue;
        };
        let virtual_grid = Grid { x: grid[0], y: grid[1], z: grid[2] };
        for (base, count) in case.split.cuts(virtual_grid.total()) {
            let mut args = args.clone();
            args.push(Value::Bytes(LaunchDescriptor { base, grid: virtual_grid }.to_bytes().to_vec()));
            out.push(PhysicalLaunch { function: variant.clone(), grid: [count as u32, 1, 1], cta, dynamic, args });
        }
    }
    out
}

/// Where two outputs differ, in words.
fn difference(file: &CaseFile, case: &Case, expected: &Output, output: &Output) -> Option<String> {
    if let Some(at) = first_difference(&expected.memory, &output.memory) {
        let count = expected.memory.iter().zip(&output.memory).filter(|(a, b)| a != b).count();
        let (places, _) = layout(file, case);
        let place = places.iter().find(|(_, _, start, length)| (*start..start + length).contains(&at));
        let place = match place {
            Some((index, position, start, _)) => {
                format!("argument {position} of launch {}, byte {}", case.launches[*index].launch, at - start)
            }
            None => format!("between buffers, byte {at}"),
        };
        let window = |bytes: &[u8]| format!("{:02x?}", &bytes[at..(at + 8).min(bytes.len())]);
        return Some(format!(
            "{count} bytes differ, first in {place}: {} instead of {}",
            window(&output.memory),
            window(&expected.memory)
        ));
    }
    for ((name, a), b) in file.globals.iter().zip(&expected.globals).zip(&output.globals) {
        // An initial value may hold addresses, which differ from module to module; what is written later may not.
        let (Some(a), Some(b)) = (a, b) else { continue };
        let unwritten = a.before == a.after && b.before == b.after;
        if !unwritten && a.after != b.after {
            let at = first_difference(&a.after, &b.after).unwrap_or(0);
            return Some(format!("variable `{name}` differs from byte {at} on"));
        }
    }
    None
}

fn first_difference(a: &[u8], b: &[u8]) -> Option<usize> {
    if a == b {
        return None;
    }
    Some(a.iter().zip(b).position(|(a, b)| a != b).unwrap_or(a.len().min(b.len())))
}

/// The whole of a child process; returns its exit status.
pub fn main(bundle: &Path, name: &str, from: usize, fake: bool) -> Result<i32> {
    let mut out = File::from(rustix::io::dup(rustix::stdio::stdout())?);
    rustix::stdio::dup2_stdout(File::options().write(true).open("/dev/null")?)?;
    let mut say = |message: &Message| {
        let mut line = serde_json::to_vec(message)?;
        line.push(b'\n');
        Ok(out.write_all(&line)?)
    };
    let mut executor: Box<dyn Executor> = match fake {
        true => Box::new(crate::exec::Fake),
        false => match crate::driver::Gpu::open() {
            Ok(gpu) => Box::new(gpu),
            Err(failure) => {
                say(&Message::Unfit(format!("{failure:?}")))?;
                return Ok(2);
            }
        },
    };
    say(&Message::Ready(executor.name()))?;
    let done = work(bundle, name, from, &mut *executor, &mut say);
    if let Err(error) = &done {
        say(&Message::Unfit(format!("{error:#}")))?;
    }
    Ok(if done? { 0 } else { FAULTED })
}
