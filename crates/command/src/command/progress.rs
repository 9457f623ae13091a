//! Long work: it can be stopped, and says how far it is.

use std::io::IsTerminal;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use appell::algebra::Budget;

use super::findings::steer;
use super::watch;

/// How large formulas may become.
#[derive(clap::Args)]
pub(crate) struct Limits {
    /// Limit on the number of terms of a formula while it is derived (a million take about 2 GB)
    #[arg(long, value_name = "COUNT", default_value_t = 500_000)]
    terms: usize,
}

impl Limits {
    /// The budget of this run; a signal such as Ctrl+C pulls its cancel token.
    pub(crate) fn budget(&self) -> Budget {
        watch::budget(self.terms)
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
                        steer(&format!("\r\x1b[K{what} ... ({seconds:.1} s so far; Ctrl+C stops)"));
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
            steer("\r\x1b[K");
        }
    }
}
