//! Numbers that are given at some times, and straight lines between.

use crate::error::Error;

/// Numbers of several columns at growing times.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    times: Vec<f64>,
    rows: Vec<Vec<f64>>,
}

impl Series {
    /// A row for every time.
    pub fn new(times: Vec<f64>, rows: Vec<Vec<f64>>) -> Result<Self, Error> {
        let grows = times.windows(2).all(|pair| pair[0] < pair[1]);
        let numbers = rows.iter().flatten().chain(&times).all(|number| number.is_finite());
        match times.len() == rows.len() && !times.is_empty() && grows && numbers {
            true => Ok(Self { times, rows }),
            false => Err(Error::BadPoints { reason: "finite numbers at times that grow" }),
        }
    }

    /// The same numbers at all times.
    pub fn constant(row: Vec<f64>) -> Self {
        Self { times: vec![0.0], rows: vec![row] }
    }

    /// The times.
    pub fn times(&self) -> &[f64] {
        &self.times
    }

    /// The numbers at a time; before the first and after the last they stay.
    pub fn at(&self, t: f64, out: &mut [f64]) {
        let next = self.times.partition_point(|&time| time <= t);
        let (Some(before), after) = (self.rows.get(next.saturating_sub(1)), self.rows.get(next))
        else {
            return;
        };
        match after {
            Some(after) if next > 0 => {
                let (start, end) = (self.times[next - 1], self.times[next]);
                let part = (t - start) / (end - start);
                for (out, (a, b)) in out.iter_mut().zip(before.iter().zip(after)) {
                    *out = a + part * (b - a);
                }
            }
            _ => out.iter_mut().zip(before).for_each(|(out, value)| *out = *value),
        }
    }
}
