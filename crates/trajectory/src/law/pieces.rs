//! Polynomials one after the other.

use std::sync::Arc;

use crate::polynomial::Polynomial;

/// Polynomials one after the other, each for a length of time.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Pieces {
    /// When each begins.
    starts: Vec<f64>,
    lengths: Vec<f64>,
    /// In the time since its start, over its length. Shared: stretching changes lengths only.
    polynomials: Arc<[Polynomial]>,
    duration: f64,
    /// Where it ends.
    end: f64,
}

impl Pieces {
    /// From lengths and polynomials; a piece without length is left out.
    pub(crate) fn new(pieces: impl IntoIterator<Item = (f64, Polynomial)>) -> Self {
        let pieces = pieces.into_iter().filter(|(length, _)| *length > 0.0);
        let (lengths, polynomials): (Vec<f64>, Vec<Polynomial>) = pieces.unzip();
        Self::of(lengths, polynomials.into())
    }

    fn of(lengths: Vec<f64>, polynomials: Arc<[Polynomial]>) -> Self {
        let mut duration = 0.0;
        let mut starts = Vec::with_capacity(lengths.len());
        for length in &lengths {
            starts.push(duration);
            duration += length;
        }
        let end = polynomials.last().map_or(0.0, |last| last.value(1.0));
        Self { starts, lengths, polynomials, duration, end }
    }

    /// Phases of constant jerk, from rest: their lengths, the acceleration at the start of each,
    /// and the jerk.
    pub(crate) fn of_phases(from: f64, phases: &[(f64, f64, f64)]) -> Self {
        let (mut q, mut v) = (from, 0.0);
        Self::new(phases.iter().map(|&(h, a, j)| {
            let polynomial = Polynomial::new(&[q, v * h, a * h * h / 2.0, j * h * h * h / 6.0]);
            q = polynomial.value(1.0);
            v += (a + j * h / 2.0) * h;
            (h, polynomial)
        }))
    }

    /// The same with its end as it is known, without the rounding of the way there.
    pub(crate) fn ending(self, end: f64) -> Self {
        Self { end, ..self }
    }

    pub(crate) fn duration(&self) -> f64 {
        self.duration
    }

    /// When pieces meet, ends included.
    pub(crate) fn breaks(&self) -> Vec<f64> {
        self.starts.iter().copied().chain([self.duration]).collect()
    }

    /// The value and its time derivatives, as many as there is room for. Where two pieces meet, the
    /// later one counts.
    pub(crate) fn derivatives(&self, t: f64, out: &mut [f64]) {
        let piece = self.starts.partition_point(|&start| start <= t).saturating_sub(1);
        let Some(&(mut polynomial)) = self.polynomials.get(piece) else {
            out.fill(0.0);
            return;
        };
        let length = self.lengths[piece];
        let u = ((t - self.starts[piece]) / length).clamp(0.0, 1.0);
        let mut scale = 1.0;
        for entry in out.iter_mut() {
            *entry = polynomial.value(u) * scale;
            polynomial = polynomial.derivative();
            scale /= length;
        }
        if t >= self.duration {
            out[..1].fill(self.end);
        }
    }

    /// The sum of two of the same duration: its pieces end where one of either ends.
    pub(crate) fn plus(&self, other: &Self) -> Self {
        let mut breaks = self.breaks();
        breaks.extend(other.breaks());
        breaks.sort_by(f64::total_cmp);
        // what rounding makes of one time is one time
        breaks.dedup_by(|a, b| (*a - *b).abs() <= 1e-12 * self.duration);
        Self::new(breaks.windows(2).map(|pair| {
            let [start, end] = [pair[0], pair[1]];
            (end - start, self.part(start, end).plus(&other.part(start, end)))
        }))
    }

    /// The polynomial from one time to another that no piece ends between.
    fn part(&self, start: f64, end: f64) -> Polynomial {
        let middle = f64::midpoint(start, end);
        let piece = self.starts.partition_point(|&start| start <= middle).saturating_sub(1);
        let [from, length] = [self.starts[piece], self.lengths[piece]];
        self.polynomials[piece].over((start - from) / length, (end - start) / length)
    }

    /// The largest magnitude of a derivative.
    pub(crate) fn peak(&self, order: u32) -> f64 {
        let of_piece = |(polynomial, length): (&Polynomial, &f64)| {
            let slope = (0..order).fold(*polynomial, |slope, _| slope.derivative());
            slope.peak() / length.powi(order as i32)
        };
        self.polynomials.iter().zip(&self.lengths).map(of_piece).fold(0.0, f64::max)
    }

    /// The smallest and the largest value.
    pub(crate) fn range(&self) -> (f64, f64) {
        let stops = |polynomial: &Polynomial| {
            let inner = polynomial.derivative().roots().into_iter().chain([0.0, 1.0]);
            inner.map(|u| polynomial.value(u)).collect::<Vec<f64>>()
        };
        let values = self.polynomials.iter().flat_map(stops);
        values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
            (low.min(value), high.max(value))
        })
    }

    pub(crate) fn stretched(&self, factor: f64) -> Self {
        let lengths = self.lengths.iter().map(|length| length * factor).collect();
        Self::of(lengths, Arc::clone(&self.polynomials)).ending(self.end)
    }
}
