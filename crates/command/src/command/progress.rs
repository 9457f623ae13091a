//! Long work: it can be stopped, and says how far it is.

use std::io::IsTerminal;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use appell::algebra::{Budget, Cancel};

use super::findings::{Failure, tell};

/// Limits that a user may give.
#[derive(clap::Args)]
pub(crate) struct Limits {
    /// The most terms that a formula may have while it is derived (a million take about 2 GB)
    #[arg(long, value_name = "COUNT", default_value_t = 500_000)]
    terms: usize,
    /// The most time to take, in seconds
    #[arg(long, value_name = "SECONDS")]
    time: Option<f64>,
}

impl Limits {
    /// The budget; Ctrl+C pulls its cancel token.
    pub(crate) fn budget(&self) -> Result<Budget, Failure> {
        let cancel = Cancel::new();
        let token = cancel.clone();
        // a second Ctrl+C ends the program at once
        let handler = move || match token.is_cancelled() {
            true => std::process::exit(130),
            false => token.cancel(),
        };
        ctrlc::set_handler(handler)
            .map_err(|error| Failure::new("signal", format!("cannot wait for Ctrl+C: {error}")))?;
        let budget = Budget::default().with_terms(self.terms).with_nodes(self.terms);
        let budget = budget.with_cancel(&cancel);
        Ok(match self.time.map(Duration::try_from_secs_f64) {
            None => budget,
            Some(Ok(time)) => budget.with_time(time),
            Some(Err(_)) => {
                return Err(Failure::new("bad-time", "--time is a number of seconds"));
            }
        })
    }
}

/// Says on a terminal what is being worked on, and for how long.
pub(crate) struct Progress {
    work: Arc<Mutex<String>>,
    shown: bool,
    start: Instant,
}

impl Progress {
    pub(crate) fn new() -> Self {
        let work = Arc::new(Mutex::new(String::new()));
        let shown = std::io::stderr().is_terminal();
        if shown {
            let (start, work) = (Instant::now(), Arc::clone(&work));
            // it ends with the program
            std::thread::spawn(move || {
                loop {
                    std::thread::sleep(Duration::from_millis(200));
                    let what = work.lock().unwrap_or_else(PoisonError::into_inner);
                    if !what.is_empty() {
                        let seconds = start.elapsed().as_secs_f64();
                        tell(&format!("\r\x1b[K{what} ... ({seconds:.1} s so far; Ctrl+C stops)"));
                    }
                }
            });
        }
        Self { work, shown, start: Instant::now() }
    }

    /// Says what comes next.
    pub(crate) fn next(&self, what: &str) {
        what.clone_into(&mut self.work.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// Says how much of some work is done, and how long the rest will take if it goes on like that.
    pub(crate) fn part(&self, what: &str, part: f64) {
        if !self.shown {
            return;
        }
        const WIDTH: usize = 24;
        let done = (part.clamp(0.0, 1.0) * WIDTH as f64) as usize;
        let bar = format!("{}{}", "#".repeat(done), ".".repeat(WIDTH - done));
        let left = self.start.elapsed().as_secs_f64() * (1.0 / part.max(1e-6) - 1.0);
        self.next(&format!("{what} [{bar}] {:.0}%, about {left:.0} s left", 100.0 * part));
    }

    /// Says no more, and clears the line.
    pub(crate) fn done(&self) {
        let mut what = self.work.lock().unwrap_or_else(PoisonError::into_inner);
        what.clear();
        if self.shown {
            tell("\r\x1b[K");
        }
    }
}
