//! Long work: it can be stopped, and says how far it is.

use std::io::IsTerminal;
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

/// Says on a terminal what is being worked on.
pub(crate) struct Progress {
    start: Instant,
    shown: bool,
}

impl Progress {
    pub(crate) fn new() -> Self {
        Self { start: Instant::now(), shown: std::io::stderr().is_terminal() }
    }

    /// Says what comes next; the line is overwritten by what comes after.
    pub(crate) fn next(&self, what: &str) {
        if self.shown {
            tell(&format!(
                "\r\x1b[K{what} ... ({:.1} s so far)",
                self.start.elapsed().as_secs_f64()
            ));
        }
    }

    /// Clears the line.
    pub(crate) fn done(&self) {
        if self.shown {
            tell("\r\x1b[K");
        }
    }
}
