//! Cases run in child processes, one file at a time in each, under a watchdog.
//!
//! The parent writes one JSON line per [`Task`] to a child and reads one per [`Message`]. A child that hangs, faults or
//! dies costs the case that it was at: it is killed, and a new one goes on with the next case. A file that does so
//! [`STRIKES`] times is given up; its other cases count as errors.

use crate::bundle::Bundle;
use crate::case::{Case, Memo, Verdict, run as run_case};
use crate::driver::Gpu;
use crate::exec::{Executor, Failure, Fake};
use crate::report::{CaseResult, Status};
use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// A file that kills its child this often is given up.
pub const STRIKES: usize = 6;

/// Of which hangs: each costs the whole time limit.
pub const HANGS: usize = 2;

/// Cases that a child is given at a time.
const BATCH: usize = 48;

/// How long a child may take until it is ready.
const START: Duration = Duration::from_secs(90);

/// What runs the launches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Backend {
    /// The first GPU.
    Cuda,
    /// A stand-in, which tries the machinery out.
    Fake,
}

/// Work for a child.
#[derive(Debug, Serialize, Deserialize)]
struct Task {
    file: usize,
    cases: Vec<usize>,
}

/// What a child says.
#[derive(Debug, Serialize, Deserialize)]
enum Message {
    /// It has a device, of this name.
    Ready(String),
    /// It has none, and why.
    Unusable(String),
    /// A case begins.
    Begin(usize),
    /// A case ended.
    End(usize, Verdict, f64),
    /// So did the task.
    Done,
}

/// The child's side: reads tasks until its input ends.
pub fn serve(dir: &Path, backend: Backend, limit: Duration) -> Result<()> {
    let mut out = take_stdout()?;
    let bundle = Bundle::read(dir)?;
    let opened: Result<Box<dyn Executor>, Failure> = match backend {
        Backend::Cuda => Gpu::open(limit).map(|gpu| Box::new(gpu) as Box<dyn Executor>),
        Backend::Fake => Ok(Box::new(Fake)),
    };
    let mut executor = match opened {
        Ok(executor) => executor,
        Err(failure) => return send(&mut out, &Message::Unusable(format!("{failure:?}"))),
    };
    send(&mut out, &Message::Ready(executor.name()))?;
    for line in std::io::stdin().lock().lines() {
        let task: Task = serde_json::from_str(&line?)?;
        let file = bundle.files.get(task.file).context("no such file in the bundle")?;
        let mut memo = Memo::default();
        for index in task.cases {
            let case = file.cases.get(index).context("no such case in the file")?;
            send(&mut out, &Message::Begin(index))?;
            let start = Instant::now();
            let verdict = run_case(&mut *executor, dir, file, case, &mut memo);
            let fatal = verdict.status.is_fatal();
            send(&mut out, &Message::End(index, verdict, start.elapsed().as_secs_f64() * 1000.0))?;
            if fatal {
                // The parent kills this process: leaving by itself could wait for a kernel that never ends.
                loop {
                    std::thread::park();
                }
            }
        }
        send(&mut out, &Message::Done)?;
    }
    Ok(())
}

fn send(out: &mut impl Write, message: &impl Serialize) -> Result<()> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    Ok(out.write_all(&line)?)
}

/// Standard output, for us alone: what kernels print goes to nowhere.
fn take_stdout() -> Result<std::fs::File> {
    let mine = rustix::io::dup(rustix::stdio::stdout())?;
    let nowhere = std::fs::OpenOptions::new().write(true).open("/dev/null")?;
    rustix::stdio::dup2_stdout(&nowhere)?;
    Ok(mine.into())
}

/// How to run a bundle.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The bundle's folder.
    pub dir: PathBuf,
    /// This program.
    pub program: PathBuf,
    /// What runs the launches.
    pub backend: Backend,
    /// Children at a time.
    pub jobs: usize,
    /// Only files whose path holds this.
    pub only: Option<String>,
    /// No batch starts later than this.
    pub seconds: f64,
    /// A case that takes longer is hung.
    pub case_limit: Duration,
}

/// A running child.
struct Worker {
    child: Child,
    to: ChildStdin,
    from: Receiver<Message>,
    device: String,
}

impl Worker {
    fn start(settings: &Settings) -> Result<Self> {
        // The child notices a hung launch by itself a little earlier than we do.
        let seconds = (settings.case_limit.as_secs_f64() * 0.8).to_string();
        let mut command = Command::new(&settings.program);
        command.arg("worker").arg("--bundle").arg(&settings.dir).args(["--launch-seconds", &seconds]);
        command.args(["--executor", if settings.backend == Backend::Fake { "fake" } else { "cuda" }]);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().context("no child")?;
        let to = child.stdin.take().expect("stdin is piped");
        let out = child.stdout.take().expect("stdout is piped");
        let (sender, from) = channel();
        std::thread::spawn(move || {
            let lines = BufReader::new(out).lines().map_while(Result::ok);
            let messages = lines.filter_map(|line| serde_json::from_str(&line).ok());
            // The parent no longer listens to a child that it killed.
            drop(messages.map(|m: Message| sender.send(m)).take_while(Result::is_ok).count());
        });
        let mut worker = Worker { child, to, from, device: String::new() };
        match worker.from.recv_timeout(START) {
            Ok(Message::Ready(device)) => worker.device = device,
            Ok(Message::Unusable(why)) => {
                worker.kill();
                bail!("no usable GPU: {why}");
            }
            Ok(_) | Err(_) => bail!("a child did not get ready: {}", worker.kill()),
        }
        Ok(worker)
    }

    /// Ends the child; how it ended if it did by itself.
    fn kill(&mut self) -> String {
        let by_itself = self.child.try_wait().ok().flatten();
        drop(self.child.kill());
        // A process can stay while the driver cleans up after it. We do not wait for that for ever.
        for _ in 0..1000 {
            if let Ok(Some(_)) = self.child.try_wait() {
                break;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        by_itself.map_or("killed".into(), |status| status.to_string())
    }
}

/// Batches of cases. Those as the files have them come first, so that a short run has seen every file.
fn tasks(bundle: &Bundle, only: Option<&str>) -> VecDeque<Task> {
    let mut first = VecDeque::new();
    let mut later = VecDeque::new();
    for (file, entry) in bundle.files.iter().enumerate() {
        if only.is_some_and(|only| !entry.name.contains(only)) {
            continue;
        }
        let sequences = entry.cases.iter().take_while(|c| c.shapes == entry.cases[0].shapes).count();
        first.push_back(Task { file, cases: (0..sequences).collect() });
        let rest: Vec<usize> = (sequences..entry.cases.len()).collect();
        later.extend(rest.chunks(BATCH).map(|cases| Task { file, cases: cases.to_vec() }));
    }
    first.append(&mut later);
    first
}

/// What the children of all threads share.
struct Shared<'a> {
    settings: &'a Settings,
    bundle: &'a Bundle,
    tasks: Mutex<VecDeque<Task>>,
    results: Mutex<Vec<CaseResult>>,
    /// By file: how often its child died, and how often by a hang.
    strikes: Mutex<Vec<(usize, usize)>>,
    device: Mutex<String>,
    deadline: Instant,
}

/// Runs a bundle: results, and the name of the device.
pub fn run(settings: &Settings, bundle: &Bundle) -> Result<(Vec<CaseResult>, String)> {
    let shared = Shared {
        settings,
        bundle,
        tasks: Mutex::new(tasks(bundle, settings.only.as_deref())),
        results: Mutex::default(),
        strikes: Mutex::new(vec![(0, 0); bundle.files.len()]),
        device: Mutex::default(),
        deadline: Instant::now() + Duration::from_secs_f64(settings.seconds),
    };
    let ended: Result<()> = std::thread::scope(|scope| {
        let jobs: Vec<_> = (0..settings.jobs.max(1)).map(|_| scope.spawn(|| job(&shared))).collect();
        jobs.into_iter().try_for_each(|job| job.join().expect("a job does not panic"))
    });
    let mut results = shared.results.into_inner().expect("no job panicked");
    if let Err(error) = ended {
        // One child less is no reason to lose what the others did; no child at all is.
        if results.is_empty() {
            return Err(error);
        }
        eprintln!("tally-gpu: {error:#}");
    }
    results.sort_by(|a, b| (&a.file, a.case).cmp(&(&b.file, b.case)));
    Ok((results, shared.device.into_inner().expect("no job panicked")))
}

fn job(shared: &Shared<'_>) -> Result<()> {
    let mut worker = None;
    let ended = loop {
        let Some(task) = lock(&shared.tasks).pop_front() else { break Ok(()) };
        if Instant::now() > shared.deadline {
            skip(shared, &task.cases, task.file, Status::Skipped, "no time left");
            continue;
        }
        if let Err(error) = finish(shared, &mut worker, task) {
            break Err(error);
        }
    };
    if let Some(mut worker) = worker {
        worker.kill();
    }
    ended
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().expect("no job panicked")
}

/// Runs a task to its end, with as many children as it takes.
fn finish(shared: &Shared<'_>, slot: &mut Option<Worker>, mut task: Task) -> Result<()> {
    while !task.cases.is_empty() {
        let (deaths, hangs) = lock(&shared.strikes)[task.file];
        if deaths >= STRIKES || hangs >= HANGS {
            skip(shared, &task.cases, task.file, Status::Error, "not run: the file's other cases hung or faulted");
            return Ok(());
        }
        let worker = match slot {
            Some(worker) => worker,
            None => {
                let worker = Worker::start(shared.settings)?;
                lock(&shared.device).clone_from(&worker.device);
                slot.insert(worker)
            }
        };
        let Some((case, verdict, millis)) = converse(shared, worker, &mut task) else { return Ok(()) };
        let hung = verdict.status == Status::Hang;
        record(shared, task.file, case, verdict, millis);
        task.cases.retain(|c| *c != case);
        let mut strikes = lock(&shared.strikes);
        strikes[task.file].0 += 1;
        strikes[task.file].1 += usize::from(hung);
        drop(strikes);
        if let Some(mut dead) = slot.take() {
            dead.kill();
        }
    }
    Ok(())
}

/// Gives a child the task and listens. `None` when it is done; else the case at which the child was lost.
fn converse(shared: &Shared<'_>, worker: &mut Worker, task: &mut Task) -> Option<(usize, Verdict, f64)> {
    let lost = |status, detail: String| Verdict { status, detail, slices: 0 };
    let mut current = task.cases[0];
    let asked = send(&mut worker.to, &*task);
    let mut start = Instant::now();
    if asked.is_err() {
        return Some((current, lost(Status::Fault, format!("the child died: {}", worker.kill())), 0.0));
    }
    loop {
        match worker.from.recv_timeout(shared.settings.case_limit) {
            Ok(Message::Begin(case)) => (current, start) = (case, Instant::now()),
            Ok(Message::End(case, verdict, millis)) if verdict.status.is_fatal() => return Some((case, verdict, millis)),
            Ok(Message::End(case, verdict, millis)) => {
                record(shared, task.file, case, verdict, millis);
                task.cases.retain(|c| *c != case);
                if let Some(next) = task.cases.first() {
                    current = *next;
                }
            }
            Ok(Message::Done) => return None,
            Ok(Message::Ready(_) | Message::Unusable(_)) => {}
            Err(RecvTimeoutError::Timeout) => {
                let seconds = shared.settings.case_limit.as_secs_f64();
                let detail = format!("no answer within {seconds} s");
                return Some((current, lost(Status::Hang, detail), start.elapsed().as_secs_f64() * 1000.0));
            }
            Err(RecvTimeoutError::Disconnected) => {
                // Its output ended, so its exit status is about to be there.
                std::thread::sleep(Duration::from_millis(100));
                let detail = format!("the child died: {}", worker.kill());
                return Some((current, lost(Status::Fault, detail), start.elapsed().as_secs_f64() * 1000.0));
            }
        }
    }
}

fn record(shared: &Shared<'_>, file: usize, case: usize, verdict: Verdict, millis: f64) {
    let result = result(shared.bundle, file, case, verdict, millis);
    lock(&shared.results).push(result);
}

fn skip(shared: &Shared<'_>, cases: &[usize], file: usize, status: Status, why: &str) {
    for case in cases {
        record(shared, file, *case, Verdict { status, detail: why.into(), slices: 0 }, 0.0);
    }
}

fn result(bundle: &Bundle, file: usize, index: usize, verdict: Verdict, millis: f64) -> CaseResult {
    let entry = &bundle.files[file];
    let case: &Case = &entry.cases[index];
    let Verdict { status, detail, slices } = verdict;
    let (launches, plan) = (case.describe(&entry.launches), case.plan.to_string());
    CaseResult { file: entry.name.clone(), case: index, launches, plan, status, detail, slices, millis }
}
