//! Input shaping: a motion in several shares, so timed that their vibrations cancel (Singer, Seering,
//! Preshaping command inputs to reduce system vibration, J. Dyn. Sys. Meas. Control 112, 1990).
//!
//! With the damping ratio z, the damped frequency w = omega sqrt(1 - z^2) and K = exp(-pi z/sqrt(1 - z^2)), half
//! a period T = pi/w apart: ZV has the shares 1, K over 1 + K; ZVD, which bears errors of the frequency better,
//! 1, 2 K, K^2 over (1 + K)^2.

use std::f64::consts::PI;

/// How a motion is divided.
#[derive(Clone, Debug, PartialEq)]
pub struct Shaper {
    /// Times from zero on, and shares that add up to 1.
    impulses: Vec<(f64, f64)>,
}

/// How many conditions a shaper fulfils.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ShaperKind {
    /// No vibration: two shares.
    #[default]
    ZeroVibration,
    /// Neither vibration nor its derivative by the frequency: three shares.
    ZeroVibrationDerivative,
}

impl ShaperKind {
    /// All.
    pub const ALL: [Self; 2] = [Self::ZeroVibration, Self::ZeroVibrationDerivative];

    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::ZeroVibration => "zv",
            Self::ZeroVibrationDerivative => "zvd",
        }
    }

    /// The shaper for an undamped angular frequency and a damping ratio below 1.
    pub fn shaper(self, omega: f64, ratio: f64) -> Shaper {
        match self {
            Self::ZeroVibration => Shaper::zero_vibration(omega, ratio),
            Self::ZeroVibrationDerivative => Shaper::zero_vibration_derivative(omega, ratio),
        }
    }
}

impl Shaper {
    /// Two shares, half a period apart.
    pub fn zero_vibration(omega: f64, ratio: f64) -> Self {
        Self::of(omega, ratio, |k| vec![1.0, k])
    }

    /// Three shares, each half a period after the one before.
    pub fn zero_vibration_derivative(omega: f64, ratio: f64) -> Self {
        Self::of(omega, ratio, |k| vec![1.0, 2.0 * k, k * k])
    }

    fn of(omega: f64, ratio: f64, shares: impl Fn(f64) -> Vec<f64>) -> Self {
        let root = (1.0 - ratio * ratio).sqrt();
        let half = PI / (omega * root);
        let shares = shares((-PI * ratio / root).exp());
        let sum: f64 = shares.iter().sum();
        let impulses = shares.iter().enumerate().map(|(k, share)| (k as f64 * half, share / sum));
        Self { impulses: impulses.collect() }
    }

    /// Times from zero on, and shares.
    pub fn impulses(&self) -> &[(f64, f64)] {
        &self.impulses
    }

    /// By how much it makes a motion longer.
    pub fn duration(&self) -> f64 {
        self.impulses.last().map_or(0.0, |(time, _)| *time)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::law::LawKind;
    use appell_code::Limits;

    /// What an acceleration leaves of a vibration with the exponent -z w + i w sqrt(1 - z^2): the integral of
    /// a(t) e^(-s t), by Simpson's rule over every piece.
    fn left(shaper: Option<&Shaper>, omega: f64, ratio: f64) -> f64 {
        let limits = Limits { velocity: 2.0, acceleration: 9.0, ..Limits::default() };
        let law = LawKind::Trapezoidal.between(0.1, 1.3, &limits);
        let law = law.unwrap_or_else(|error| unreachable!("{error}"));
        let law = shaper.map_or_else(|| law.clone(), |shaper| law.shaped(shaper));
        let damped = omega * (1.0 - ratio * ratio).sqrt();
        let mut sum = [0.0; 2];
        const PARTS: usize = 200;
        for pair in law.breaks().windows(2) {
            let h = (pair[1] - pair[0]) / PARTS as f64;
            for k in 0..=PARTS {
                // inside a piece, where the acceleration does not jump
                let t = (pair[0] + h * k as f64).clamp(pair[0] + 1e-9, pair[1] - 1e-9);
                let weight = if k == 0 || k == PARTS { 1.0 } else { (2 + 2 * (k % 2)) as f64 };
                let size = weight * h / 3.0 * law.at(t, 2) * (ratio * omega * t).exp();
                sum[0] += size * (damped * t).cos();
                sum[1] += size * (damped * t).sin();
            }
        }
        sum[0].hypot(sum[1])
    }

    /// Both kinds leave nothing; the second kind hardly anything where the frequency is a little wrong.
    #[test]
    fn shaped_motions_leave_no_vibration() {
        for ratio in [0.0, 0.05, 0.3] {
            let omega = 7.0;
            let plain = left(None, omega, ratio);
            let [zv, zvd] = ShaperKind::ALL.map(|kind| kind.shaper(omega, ratio));
            assert!(left(Some(&zv), omega, ratio) < 1e-7 * plain, "{ratio}");
            assert!(left(Some(&zvd), omega, ratio) < 1e-7 * plain, "{ratio}");
            let [zv, zvd] = [zv, zvd].map(|it| left(Some(&it), 1.05 * omega, ratio));
            let plain = left(None, 1.05 * omega, ratio);
            assert!(zv > 0.02 * plain && zvd < 0.02 * plain, "{ratio}: {plain} {zv} {zvd}");
        }
    }

    /// Shares are positive and add up to 1, so that the law ends where it ended and no derivative grows.
    #[test]
    fn shares_are_parts_of_one() {
        for kind in ShaperKind::ALL {
            let shaper = kind.shaper(3.0, 0.1);
            assert!(shaper.impulses().iter().all(|(_, share)| *share > 0.0));
            let sum: f64 = shaper.impulses().iter().map(|(_, share)| share).sum();
            assert!((sum - 1.0).abs() < 1e-15);
            let limits = Limits { velocity: 1.0, ..Limits::default() };
            let law = LawKind::Septic.between(-0.4, 0.8, &limits);
            let law = law.unwrap_or_else(|error| unreachable!("{error}"));
            let shaped = law.shaped(&shaper);
            let end = shaped.duration();
            assert!((end - law.duration() - shaper.duration()).abs() < 1e-12);
            assert!(
                (shaped.at(end, 0) - 0.8).abs() < 1e-12 && (shaped.at(0.0, 0) + 0.4).abs() < 1e-12
            );
            for order in 1..4u32 {
                let at = |k: usize| shaped.at(end * k as f64 / 500.0, order as usize).abs();
                let largest = (0..=500).map(at).fold(0.0, f64::max);
                assert!(largest <= law.peak(order) * (1.0 + 1e-12));
            }
            let h = 1e-5;
            let slope = (shaped.at(0.5 * end + h, 0) - shaped.at(0.5 * end - h, 0)) / (2.0 * h);
            assert!((slope - shaped.at(0.5 * end, 1)).abs() < 1e-8);
        }
    }
}
