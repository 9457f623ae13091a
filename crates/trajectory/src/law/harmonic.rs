//! Laws made of a sine.

use std::f64::consts::PI;

/// From one value to another along a sine, at rest before and after.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Harmonic {
    pub(crate) from: f64,
    pub(crate) to: f64,
    pub(crate) duration: f64,
    pub(crate) shape: Shape,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// s = (1 - cos(pi u)) / 2: half a wave; the acceleration jumps at the ends.
    Sinusoidal,
    /// s = u - sin(2 pi u) / (2 pi): the point of a rolling circle; the acceleration is a sine.
    Cycloidal,
}

impl Harmonic {
    pub(crate) fn derivatives(&self, t: f64, out: &mut [f64]) {
        let u = (t / self.duration).clamp(0.0, 1.0);
        let mut scale = self.to - self.from;
        for (order, entry) in out.iter_mut().enumerate() {
            *entry = scale * self.shape.derivative(order, u);
            if order == 0 {
                *entry += self.from;
            }
            scale /= self.duration;
        }
        if t >= self.duration {
            // without the rounding of the way there
            out[..1].fill(self.to);
        }
    }

    pub(crate) fn peak(&self, order: u32) -> f64 {
        match order {
            0 => self.from.abs().max(self.to.abs()),
            _ => {
                let scale = self.duration.powi(order as i32);
                (self.to - self.from).abs() * self.shape.peak(order) / scale
            }
        }
    }
}

impl Shape {
    /// A derivative by u, at u; the sine's follow in a circle of four.
    fn derivative(self, order: usize, u: f64) -> f64 {
        let (rate, size) = match self {
            Self::Sinusoidal => (PI, -0.5),
            Self::Cycloidal => (2.0 * PI, -0.5 / PI),
        };
        let turns = match self {
            Self::Sinusoidal => order + 1,
            Self::Cycloidal => order,
        };
        let wave = match turns % 4 {
            0 => (rate * u).sin(),
            1 => (rate * u).cos(),
            2 => -(rate * u).sin(),
            _ => -(rate * u).cos(),
        };
        let straight = match (self, order) {
            (Self::Sinusoidal, 0) => 0.5,
            (Self::Cycloidal, 0) => u,
            (Self::Cycloidal, 1) => 1.0,
            _ => 0.0,
        };
        straight + size * rate.powi(order as i32) * wave
    }

    /// The largest magnitude of a derivative by u.
    pub(crate) fn peak(self, order: u32) -> f64 {
        match (self, order) {
            (_, 0) => 1.0,
            (Self::Sinusoidal, _) => PI.powi(order as i32) / 2.0,
            (Self::Cycloidal, 1) => 2.0,
            (Self::Cycloidal, _) => (2.0 * PI).powi(order as i32) / (2.0 * PI),
        }
    }
}
