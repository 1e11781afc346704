//! What runs launches: a GPU, or a stand-in that makes the machinery around it testable.

use crate::inputs::mix;
use crate::spec::Dim;
use tally_abi::{BASE, DESCRIPTOR_SIZE, Field, GRID_X, GRID_Y, GRID_Z};

/// Launches, with all they need.
#[derive(Debug)]
pub struct Program<'a> {
    /// A cubin, or PTX that the driver assembles.
    pub code: &'a [u8],
    /// Level of optimization for PTX.
    pub level: u32,
    /// Launches, back to back on one stream.
    pub launches: &'a [PhysicalLaunch],
    /// Device memory before the first of them.
    pub memory: &'a [u8],
    /// Module-scope variables to read; those that the module lacks are passed over.
    pub globals: &'a [String],
}

/// A launch as the hardware sees it.
#[derive(Debug, Clone)]
pub struct PhysicalLaunch {
    /// The kernel.
    pub function: String,
    /// CTAs.
    pub grid: Dim,
    /// Threads of a CTA.
    pub cta: Dim,
    /// Bytes of dynamic shared memory.
    pub dynamic: u32,
    /// Arguments.
    pub args: Vec<Value>,
}

/// An argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// The address of this offset in device memory.
    Address(usize),
    /// The parameter's bytes.
    Bytes(Vec<u8>),
}

/// What a program left.
#[derive(Debug, Clone, PartialEq)]
pub struct Output {
    /// Device memory.
    pub memory: Vec<u8>,
    /// Module-scope variables, in the order asked for.
    pub globals: Vec<Option<Global>>,
}

/// A module-scope variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Global {
    /// Its bytes before the first launch.
    pub before: Vec<u8>,
    /// And after the last.
    pub after: Vec<u8>,
}

/// Why there is no output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// The driver refused the module or a launch; nothing is lost.
    Refused(String),
    /// A kernel faulted; the process can't go on.
    Fault(String),
}

/// Runs programs.
pub trait Executor {
    /// What it is, in words.
    fn name(&self) -> String;
    /// Runs a program in a module of its own.
    fn run(&mut self, program: &Program<'_>) -> Result<Output, Failure>;
}

/// A stand-in for a GPU. A kernel adds up a hash of every virtual CTA that it runs, in the first buffer it is given, so
/// that a set of slices equals the original only if it covers the grid once.
///
/// Variants with these words in their names misbehave in their first slice, if it has three CTAs: `fake_hang`,
/// `fake_crash`, `fake_fault`, `fake_refused` and `fake_differ`. With `fake_early_`, the original does too, in any
/// shape.
#[derive(Debug)]
pub struct Fake;

impl Executor for Fake {
    fn name(&self) -> String {
        "no GPU, a stand-in".into()
    }

    fn run(&mut self, program: &Program<'_>) -> Result<Output, Failure> {
        let mut memory = program.memory.to_vec();
        for launch in program.launches {
            fake_launch(launch, &mut memory)?;
        }
        Ok(Output { memory, globals: program.globals.iter().map(|_| None).collect() })
    }
}

fn fake_launch(launch: &PhysicalLaunch, memory: &mut [u8]) -> Result<(), Failure> {
    let says = |what: &str| launch.function.contains(what);
    let variant = says("$tally_");
    let count: u64 = launch.grid.iter().map(|n| u64::from(*n)).product();
    let (base, grid) = match launch.args.last() {
        Some(Value::Bytes(d)) if variant && d.len() == DESCRIPTOR_SIZE => {
            let get = |f: Field| d[f.offset as usize..][..f.size as usize].iter().rev();
            let get = |f: Field| get(f).fold(0u64, |sum, byte| sum << 8 | u64::from(*byte));
            (get(BASE), [get(GRID_X) as u32, get(GRID_Y) as u32, get(GRID_Z) as u32])
        }
        _ => (0, launch.grid),
    };
    let now = says("fake_early_") || variant && base == 0 && count == 3;
    let does = |what: &str| now && says(what);
    match () {
        () if does("hang") => loop {
            std::thread::park();
        },
        () if does("crash") => std::process::abort(),
        () if does("fault") => return Err(Failure::Fault("as told".into())),
        () if does("refused") => return Err(Failure::Refused("as told".into())),
        () => {}
    }
    let Some(at) = launch.args.iter().find_map(|a| match a {
        Value::Address(at) => Some(*at),
        Value::Bytes(_) => None,
    }) else {
        return Ok(());
    };
    let shape = grid.iter().fold(0, |sum, n| mix(sum ^ u64::from(*n)));
    let sum = (base..base + count).fold(0u64, |sum, v| sum.wrapping_add(mix(v ^ shape)));
    let sum = sum.wrapping_add(u64::from(does("differ"))) as u8;
    memory[at] = memory[at].wrapping_add(sum);
    Ok(())
}
