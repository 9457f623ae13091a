//! A law in several shares, one after the other.

use super::Law;
use crate::shaper::Shaper;

/// The sum of a_k law(t - t_k), with shares a_k that are positive and add up to 1: no derivative is larger than
/// that of the law.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Shaped {
    pub(super) law: Law,
    /// The times t_k, from zero on, and the shares a_k.
    impulses: Vec<(f64, f64)>,
}

impl Shaped {
    pub(super) fn new(law: Law, shaper: &Shaper) -> Self {
        Self { law, impulses: shaper.impulses().to_vec() }
    }

    pub(super) fn duration(&self) -> f64 {
        self.law.duration() + self.impulses.last().map_or(0.0, |(time, _)| *time)
    }

    pub(super) fn stretched(&self, factor: f64) -> Self {
        Self {
            law: self.law.stretched(factor * self.law.duration()),
            impulses: self.impulses.iter().map(|(time, share)| (factor * time, *share)).collect(),
        }
    }

    pub(super) fn derivatives(&self, t: f64, out: &mut [f64]) {
        out.fill(0.0);
        let mut one = vec![0.0; out.len()];
        for (time, share) in &self.impulses {
            self.law.derivatives((t - time).clamp(0.0, self.law.duration()), &mut one);
            // before and after, the share rests
            let rests = t < *time || t > time + self.law.duration();
            let orders = if rests { 1 } else { one.len() };
            out.iter_mut().zip(&one).take(orders).for_each(|(sum, it)| *sum += share * it);
        }
    }

    pub(super) fn breaks(&self) -> Vec<f64> {
        let own = self.law.breaks();
        let mut all: Vec<f64> = self
            .impulses
            .iter()
            .flat_map(|(time, _)| own.iter().map(move |at| time + at))
            .collect();
        all.sort_by(f64::total_cmp);
        all
    }
}
