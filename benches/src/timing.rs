//! Best of several runs.

use std::time::{Duration, Instant};

/// A measured case.
pub struct Figure {
    pub case: &'static str,
    pub seconds: f64,
    pub runs: usize,
    /// The size of the result, to be compared with the rivals'.
    pub terms: usize,
}

impl Figure {
    /// A line of the table.
    pub fn print(&self) {
        let milliseconds = self.seconds * 1e3;
        println!("{:<16} {milliseconds:>10.3} ms  {:>8} terms", self.case, self.terms);
    }
}

/// Runs until a second has passed, at least five times, and keeps the best time.
pub fn time(case: &'static str, mut work: impl FnMut() -> usize) -> Figure {
    let mut figure = Figure { case, seconds: f64::INFINITY, runs: 0, terms: 0 };
    let start = Instant::now();
    while figure.runs < 5 || start.elapsed() < Duration::from_secs(1) {
        let begun = Instant::now();
        figure.terms = std::hint::black_box(work());
        figure.seconds = figure.seconds.min(begun.elapsed().as_secs_f64());
        figure.runs += 1;
    }
    figure
}
