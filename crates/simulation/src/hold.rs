//! A sampled controller: reads the state once a period, and holds its forces in between.

use std::collections::VecDeque;

use crate::controller::Sampling;

/// What a sampled controller holds, and what is still on its way.
pub(crate) struct Hold {
    sampling: Sampling,
    /// The number of the next look.
    next: usize,
    /// The forces that will be asked for, by axis, with the time from which on.
    pending: VecDeque<(f64, Vec<f64>)>,
    /// The forces that are asked for now, by axis.
    pub(crate) held: Vec<f64>,
    /// The sums of the errors times the period, by axis.
    pub(crate) integrals: Vec<f64>,
}

impl Hold {
    pub(crate) fn new(sampling: Sampling, axes: usize) -> Self {
        Self {
            sampling,
            next: 0,
            pending: VecDeque::new(),
            held: vec![0.0; axes],
            integrals: vec![0.0; axes],
        }
    }

    /// When it looks, and when what it asks for changes, up to a time.
    pub(crate) fn stops(&self, duration: f64) -> Vec<f64> {
        let Sampling { period, delay } = self.sampling;
        let looks = (0..).map(|k| k as f64 * period).take_while(|&time| time <= duration);
        looks.flat_map(|time| [time, time + delay]).collect()
    }

    /// Whether a look is due; it is then taken as done.
    pub(crate) fn looks(&mut self, t: f64) -> bool {
        let due = self.next as f64 * self.sampling.period <= t + self.hair();
        self.next += usize::from(due);
        due
    }

    /// Keeps what a look at a time asks for until it acts.
    pub(crate) fn ask(&mut self, t: f64, forces: Vec<f64>) {
        self.pending.push_back((t + self.sampling.delay, forces));
    }

    /// Asks for what acts from a time on.
    pub(crate) fn act(&mut self, t: f64) {
        let hair = self.hair();
        while let Some((_, forces)) = self.pending.pop_front_if(|(time, _)| *time <= t + hair) {
            self.held = forces;
        }
    }

    pub(crate) fn period(&self) -> f64 {
        self.sampling.period
    }

    /// More than rounding makes of one time.
    fn hair(&self) -> f64 {
        1e-6 * self.sampling.period
    }
}
