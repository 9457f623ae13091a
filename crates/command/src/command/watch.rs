//! The limits of a run: its time, its memory and the signals that end it.
//!
//! Long work looks at its budget and stops by itself with what it has. Where it does not do so in
//! time, the watch ends the program: a limit is kept by every command, whatever it is doing.

mod signals;
mod unfinished;

pub(crate) use unfinished::Unfinished;

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::{Duration, Instant};

use appell::algebra::{Budget, Cancel};
use appell::diagnostic::{Diagnostic, significant};

use super::findings::{Failure, tell};
use signals::Signals;

/// Limits that every command keeps.
#[derive(clap::Args)]
pub(crate) struct Watch {
    /// Time limit in seconds; a partial result is given if one exists
    #[arg(long, global = true, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// Memory limit in GiB
    #[arg(long, global = true, value_name = "GIB", default_value = "4", value_parser = gibibytes)]
    memory: usize,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|it| Duration::try_from_secs_f64(it).ok());
    seconds.ok_or_else(|| "write a number of seconds, such as 2.5".to_owned())
}

fn gibibytes(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|it: &f64| *it > 0.0 && it.is_finite());
    let bytes = number.map(|it| (it * f64::from(1 << 30)) as usize);
    bytes.ok_or_else(|| "write a number of GiB above 0, such as 8".to_owned())
}

/// How long work may go on after its time, until it looks at its budget.
const GRACE: Duration = Duration::from_millis(700);
/// The same after a signal: on a busy machine a result takes longer, and a second signal ends at once.
const GRACE_OF_SIGNAL: Duration = Duration::from_secs(3);
/// How long a result may be written after its time at least.
const WRITING: Duration = Duration::from_millis(200);
/// How often the watch looks.
const EVERY: Duration = Duration::from_millis(20);

/// Work that may be ended at any time.
const WORKING: u8 = 0;
/// Results are made ready and written to files: how much they are is known, and to end the program
/// would lose them. Tables, which may be long, ask whether they may go on.
const GIVING: u8 = 1;
/// Results are printed, at the pace of whoever reads them, and who may never come back.
const PRINTING: u8 = 2;

/// What is known of this run.
struct Run {
    start: Instant,
    time: Option<Duration>,
    cancel: Cancel,
    phase: AtomicU8,
    /// When results began to be given.
    giving: OnceLock<Instant>,
}

static RUN: OnceLock<Run> = OnceLock::new();

/// This run; without limits where none is watched.
fn this_run() -> &'static Run {
    RUN.get_or_init(|| Run::new(None))
}

impl Run {
    fn new(time: Option<Duration>) -> Self {
        let phase = AtomicU8::new(WORKING);
        Self { start: Instant::now(), time, cancel: Cancel::new(), phase, giving: OnceLock::new() }
    }

    /// Whether the time was up a while ago, and what was done since is no result.
    fn is_overdue(&self) -> Option<Duration> {
        let is_working = self.phase.load(Ordering::Relaxed) == WORKING;
        self.time.filter(|time| is_working && self.start.elapsed() > *time + GRACE)
    }
}

impl Watch {
    /// Begins to watch this process.
    pub(crate) fn begin(&self) -> Result<(), Failure> {
        let refused = |error: std::io::Error| {
            Failure::new("watch", format!("cannot monitor time and signals: {error}"))
        };
        RUN.get_or_init(|| Run::new(self.time));
        let signals = Signals::new().map_err(refused)?;
        let memory = self.memory;
        // with a stack of a known size: that which the environment asks for may not be had
        let thread = std::thread::Builder::new().stack_size(256 << 10);
        thread.spawn(move || watch(&signals, memory)).map_err(refused)?;
        Ok(())
    }
}

/// Looks at signals, time and memory until the program ends.
fn watch(signals: &Signals, memory: usize) {
    let run = this_run();
    let mut first: Option<(i32, Instant)> = None;
    loop {
        match (signals.came(), first) {
            (Some(signal), None) => {
                run.cancel.cancel();
                first = Some((signal, Instant::now()));
            }
            (Some(signal), Some(_)) => end(128 + signal),
            (None, Some((signal, came))) => {
                if came.elapsed() > GRACE_OF_SIGNAL && run.phase.load(Ordering::Relaxed) != GIVING {
                    end(128 + signal);
                }
            }
            (None, None) => {}
        }
        if let Some(limit) = run.is_overdue() {
            let seconds = limit.as_secs_f64();
            let message =
                format!("time limit of {seconds} s exceeded; nothing was finished by then");
            say_and_end(Diagnostic::error("time", message).hint("give --time more"));
        }
        let used = memory_stats::memory_stats().map_or(0, |stats| stats.physical_mem);
        if used > memory {
            let gib = significant(memory as f64 / f64::from(1 << 30), 3);
            let message = format!("memory limit of {gib} GiB exceeded");
            let hint = "ask for less at a time, or give --memory more";
            say_and_end(Diagnostic::error("memory", message).hint(hint));
        }
        std::thread::sleep(EVERY);
    }
}

fn say_and_end(why: Diagnostic) -> ! {
    tell(&format!("{why}\n"));
    end(2)
}

/// Ends the program and leaves no unfinished file behind.
#[expect(clippy::exit, reason = "the one place where a run is ended that does not end by itself")]
fn end(code: i32) -> ! {
    let _none_is_begun = unfinished::removed();
    std::process::exit(code)
}

/// A node of an expression takes far less memory than a term of a formula that is multiplied out: the
/// derivatives of a robot with 50 joints have a million nodes, in 200 MB.
const NODES_PER_TERM: usize = 8;

/// A budget with the limits of this run.
pub(crate) fn budget(terms: usize) -> Budget {
    let run = this_run();
    let budget = Budget::default().with_terms(terms).with_cancel(&run.cancel);
    let budget = budget.with_nodes(NODES_PER_TERM.saturating_mul(terms));
    match run.time {
        Some(time) => budget.with_time_since(run.start, time),
        None => budget,
    }
}

/// From now on results are made ready and written, and the program is not ended any more.
pub(crate) fn giving() {
    let run = this_run();
    run.giving.get_or_init(Instant::now);
    run.phase.store(GIVING, Ordering::Relaxed);
}

/// Whether a long result may go on to be written: as long as there is time, and a tenth of the
/// time limit after the work, since the work may have been stopped at it.
pub(crate) fn may_go_on_giving() -> bool {
    let run = this_run();
    let own = run.time.map_or(GRACE, |time| WRITING.max(time / 10));
    let is_time_up = run.time.is_some_and(|time| run.start.elapsed() > time);
    let is_own_time_up = run.giving.get().is_some_and(|begin| begin.elapsed() > own);
    !(is_own_time_up && (is_time_up || run.cancel.is_cancelled()))
}

/// From now on results are printed.
pub(crate) fn printing() {
    this_run().phase.store(PRINTING, Ordering::Relaxed);
}
