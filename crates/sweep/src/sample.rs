//! The numbers of a variant, from the number of its row alone.

use appell_numeric::counter::{philox, unit};
use appell_numeric::normal::quantile;
use appell_numeric::sobol::Sobol;
use appell_scenario::{Distribution, Sweep, SweepMethod};

/// How the numbers of rows are found.
#[derive(Clone, Debug)]
pub(crate) struct Sample {
    sweep: Sweep,
    /// The points of Sobol, and what moves them, by the seed: the same bits are turned over in all
    /// coordinates of a dimension, which keeps them as even as they are.
    sobol: Option<(Sobol, Vec<u64>)>,
}

impl Sample {
    /// Of a sweep.
    pub(crate) fn new(sweep: &Sweep) -> Self {
        let points = match sweep.method {
            SweepMethod::Sobol => Sobol::new(sweep.varied.len()),
            SweepMethod::Grid | SweepMethod::Random => None,
        };
        // the counters of rows never come so far
        let shift = |k: usize| philox([u64::MAX, k as u64, 0, 0], [sweep.seed, 0])[0];
        let sobol = points.map(|points| (points, (0..sweep.varied.len()).map(shift).collect()));
        Self { sweep: sweep.clone(), sobol }
    }

    /// The numbers of a row, in the order of the file.
    pub(crate) fn values(&self, row: u64) -> Vec<f64> {
        let mut left = row;
        let numbered = self.sweep.varied.iter().enumerate();
        let value = |(k, varied): (usize, &appell_scenario::Varied)| {
            if self.sweep.method == SweepMethod::Grid {
                return grid_point(&varied.distribution, &mut left);
            }
            let bits = match &self.sobol {
                Some((points, shifts)) => points.bits(row, k) ^ shifts[k],
                None => philox([row, k as u64, 0, 0], [self.sweep.seed, 0])[0],
            };
            at(&varied.distribution, unit(bits))
        };
        numbered.map(value).collect()
    }
}

/// The number below which a part of all values lies.
fn at(distribution: &Distribution, part: f64) -> f64 {
    match distribution {
        Distribution::Uniform { from, to, .. } => from + (to - from) * part,
        Distribution::Values(values) => {
            values[((part * values.len() as f64) as usize).min(values.len() - 1)]
        }
        Distribution::Normal { mean, deviation } => mean + deviation * quantile(part),
    }
}

/// The next digit of the number of a point, with as many values as the range has; the first range varies
/// fastest.
fn grid_point(distribution: &Distribution, left: &mut u64) -> f64 {
    let mut digit = |count: u64| {
        let digit = *left % count;
        *left /= count;
        digit
    };
    match distribution {
        Distribution::Uniform { from, points: 1, .. } => *from,
        Distribution::Uniform { from, to, points } => match digit(*points) {
            // both ends are met exactly
            k if k == points - 1 => *to,
            k => from + (to - from) * (k as f64 / (points - 1) as f64),
        },
        Distribution::Values(values) => values[digit(values.len() as u64) as usize],
        Distribution::Normal { mean, .. } => *mean,
    }
}
