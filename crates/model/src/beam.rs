//! The bending of a uniform clamped beam: the shapes in which it vibrates, and their integrals.
//!
//! Euler and Bernoulli, dimensionless: x in [0, 1], phi'''' = b^4 phi, clamped at 0; at 1 a load of
//! mass mu rhoA L and inertia j rhoA L^3: phi'' = j b^4 phi', phi''' = -mu b^4 phi. The angular
//! frequency is b^2 sqrt(E I/(rhoA L^4)). Every shape is
//!
//! ```text
//! phi = a cos bx + d sin bx + p e^(-bx) + g e^(-b(1-x)),   a = -p - g e^-b,   d = p - g e^-b,
//! ```
//!
//! which has no large terms that cancel, however large b is. The norm is int phi^2 + mu phi(1)^2 +
//! j phi'(1)^2 = 1; in it different shapes are orthogonal, and int phi_j'' phi_k'' = b_j^4 delta_jk.

use crate::quadrature::{GAUSS, gauss};

/// A shape in which the beam vibrates.
#[derive(Clone, Debug)]
pub(crate) struct Bending {
    /// The wave number times the length.
    pub(crate) b: f64,
    amplitudes: [f64; 4],
}

impl Bending {
    /// The shape of these p and g.
    fn new(b: f64, [p, g]: [f64; 2]) -> Self {
        let far = (-b).exp();
        Self { b, amplitudes: [-p - g * far, p - g * far, p, g] }
    }

    /// The derivative of an order at x, over b to this order.
    fn scaled(&self, order: usize, x: f64) -> f64 {
        let [a, d, p, g] = self.amplitudes;
        let (sin, cos) = (self.b * x).sin_cos();
        let (wave_cos, wave_sin) = match order % 4 {
            0 => (cos, sin),
            1 => (-sin, cos),
            2 => (-cos, -sin),
            _ => (sin, -cos),
        };
        let falling = p * (-self.b * x).exp();
        let falling = if order.is_multiple_of(2) { falling } else { -falling };
        a * wave_cos + d * wave_sin + falling + g * (-self.b * (1.0 - x)).exp()
    }

    /// The derivative of an order at x.
    pub(crate) fn at(&self, order: usize, x: f64) -> f64 {
        self.scaled(order, x) * self.b.powi(order as i32)
    }

    /// What is left of the conditions at the tip: moment and shear force.
    fn tip_conditions(&self, [mu, j]: [f64; 2]) -> [f64; 2] {
        let [value, slope, moment, shear] = [0, 1, 2, 3].map(|order| self.scaled(order, 1.0));
        [moment - j * self.b.powi(3) * slope, shear + mu * self.b * value]
    }

    /// The first shapes of vibration under a load [mu, j], by rising frequency.
    pub(crate) fn shapes(count: usize, load: [f64; 2]) -> Vec<Self> {
        let conditions =
            |b: f64| [[1.0, 0.0], [0.0, 1.0]].map(|pg| Self::new(b, pg).tip_conditions(load));
        let determinant = |b: f64| {
            let [[m0, s0], [m1, s1]] = conditions(b);
            m0 * s1 - m1 * s0
        };
        /// Wave numbers of a beam are about pi apart, and never closer than this.
        const STEP: f64 = 0.005;
        let mut found = Vec::with_capacity(count);
        let mut low = STEP;
        while found.len() < count {
            let high = low + STEP;
            if determinant(low) * determinant(high) <= 0.0 {
                let b = bisect(determinant, [low, high]);
                // the row that says more
                let [[m0, s0], [m1, s1]] = conditions(b);
                let pg = if m0.hypot(m1) > s0.hypot(s1) { [-m1, m0] } else { [-s1, s0] };
                found.push(Self::new(b, pg).normalised(load));
            }
            low = high;
        }
        found
    }

    /// With norm 1 and a tip that moves to the positive side.
    fn normalised(mut self, [mu, j]: [f64; 2]) -> Self {
        let square: f64 = gauss().map(|(x, weight)| weight * self.at(0, x).powi(2)).sum();
        let norm = square + mu * self.at(0, 1.0).powi(2) + j * self.at(1, 1.0).powi(2);
        let factor = norm.sqrt().recip().copysign(self.at(0, 1.0));
        self.amplitudes = self.amplitudes.map(|amplitude| amplitude * factor);
        self
    }

    /// The integral of phi.
    pub(crate) fn mean(&self) -> f64 {
        gauss().map(|(x, weight)| weight * self.at(0, x)).sum()
    }

    /// The integral of x phi.
    pub(crate) fn lever(&self) -> f64 {
        gauss().map(|(x, weight)| weight * x * self.at(0, x)).sum()
    }
}

/// The zero between two places where the signs differ.
fn bisect(f: impl Fn(f64) -> f64, [mut low, mut high]: [f64; 2]) -> f64 {
    let sign = f(low).is_sign_positive();
    loop {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            return middle;
        }
        match f(middle).is_sign_positive() == sign {
            true => low = middle,
            false => high = middle,
        }
    }
}

/// By how much a beam becomes shorter up to each node of the quadrature, and up to its tip, when it
/// bends in two shapes at once: the integral of phi_j' phi_k' from 0 to x.
pub(crate) struct Shortening {
    /// At the nodes.
    pub(crate) at_nodes: Vec<f64>,
    /// At the tip.
    pub(crate) at_tip: f64,
}

impl Shortening {
    pub(crate) fn new(a: &Bending, b: &Bending) -> Self {
        let slopes = |x: f64| a.at(1, x) * b.at(1, x);
        let nodes: Vec<(f64, f64)> = gauss().collect();
        let mut at_nodes = Vec::with_capacity(nodes.len());
        let mut before = 0.0;
        for panel in nodes.chunks(GAUSS.len()) {
            let width: f64 = panel.iter().map(|(_, weight)| weight).sum();
            let start = panel[0].0 - GAUSS[0].0 * width;
            for (node, _) in panel {
                let part = node - start;
                let inner =
                    GAUSS.iter().map(|(x, weight)| weight * part * slopes(start + x * part));
                at_nodes.push(before + inner.sum::<f64>());
            }
            before += panel.iter().map(|(x, weight)| weight * slopes(*x)).sum::<f64>();
        }
        Self { at_nodes, at_tip: before }
    }

    /// Its integral with a weight.
    pub(crate) fn with(&self, weight: impl Fn(f64) -> f64) -> f64 {
        gauss().zip(&self.at_nodes).map(|((x, w), value)| w * weight(x) * value).sum()
    }

    /// The integral of the product of two.
    pub(crate) fn times(&self, other: &Self) -> f64 {
        let values = self.at_nodes.iter().zip(&other.at_nodes);
        gauss().zip(values).map(|((_, w), (a, b))| w * a * b).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wave_numbers(count: usize, load: [f64; 2]) -> Vec<f64> {
        Bending::shapes(count, load).iter().map(|shape| shape.b).collect()
    }

    #[track_caller]
    fn assert_near(found: f64, expected: f64, digits: i32) {
        let tolerance = expected.abs().max(1e-3) * 10f64.powi(-digits);
        assert!((found - expected).abs() < tolerance, "{found} and {expected}");
    }

    /// Wave numbers as the tables have them, to all their digits.
    #[test]
    fn wave_numbers_of_cantilevers() {
        let free = [
            1.875104068712,
            4.694091132974,
            7.854757438238,
            10.99554073488,
            14.13716839105,
            17.27875953209,
        ];
        let loaded: [(f64, [f64; 3]); 4] = [
            (0.1, [1.722741520593, 4.399522816156, 7.451056673304]),
            (0.5, [1.419964429768, 4.111133386424, 7.190335241961]),
            (1.0, [1.247917409606, 4.031139436715, 7.13413224094]),
            (10.0, [0.7357819193897, 3.938465833252, 7.075616367032]),
        ];
        let free = ([0.0, 0.0], free.to_vec());
        let loaded = loaded.map(|(mu, b)| ([mu, 0.0], b.to_vec()));
        for (load, expected) in loaded.into_iter().chain([free]) {
            for (found, expected) in wave_numbers(expected.len(), load).into_iter().zip(expected) {
                assert_near(found, expected, 12);
            }
        }
    }

    /// With mass and inertia at the tip, against the characteristic equation in the form with
    /// hyperbolic functions.
    #[test]
    fn wave_numbers_under_mass_and_inertia() {
        let (mu, j) = (0.7, 0.2);
        for b in wave_numbers(4, [mu, j]) {
            let (s, c, sh, ch) = (b.sin(), b.cos(), b.sinh(), b.cosh());
            let left =
                (1.0 + c * ch) - mu * b * (s * ch - c * sh) - j * b.powi(3) * (s * ch + c * sh)
                    + mu * j * b.powi(4) * (1.0 - c * ch);
            assert!(left.abs() < 1e-12 * mu * j * b.powi(4) * ch, "{b}: {left}");
        }
    }

    /// Orthogonality in mass and in stiffness, by quadrature; also of high shapes.
    #[test]
    fn shapes_are_orthogonal() {
        let load @ [mu, j] = [0.7, 0.2];
        let shapes = Bending::shapes(12, load);
        for (m, one) in shapes.iter().enumerate() {
            for (n, other) in shapes.iter().enumerate() {
                let expected = f64::from(u8::from(m == n));
                let mass: f64 = gauss().map(|(x, w)| w * one.at(0, x) * other.at(0, x)).sum();
                let mass = mass
                    + mu * one.at(0, 1.0) * other.at(0, 1.0)
                    + j * one.at(1, 1.0) * other.at(1, 1.0);
                assert!((mass - expected).abs() < 1e-11, "{m} {n}: {mass}");
                let strain: f64 = gauss().map(|(x, w)| w * one.at(2, x) * other.at(2, x)).sum();
                let scale = (one.b * other.b).powi(2);
                assert!((strain / scale - expected).abs() < 1e-11, "{m} {n}: {strain}");
            }
            assert!(one.at(0, 0.0).abs() < 1e-13 && one.at(1, 0.0).abs() < 1e-11);
        }
    }

    /// The integral of the first n slopes, by another order of integration:
    /// int_0^1 (int_0^x f) dx = int_0^1 (1 - x) f dx.
    #[test]
    fn shortening_is_an_integral() {
        let shapes = Bending::shapes(3, [0.3, 0.0]);
        let slopes = |x: f64| shapes[0].at(1, x) * shapes[2].at(1, x);
        let shortening = Shortening::new(&shapes[0], &shapes[2]);
        let by_parts: f64 = gauss().map(|(x, w)| w * (1.0 - x) * slopes(x)).sum();
        assert_near(shortening.with(|_| 1.0), by_parts, 13);
        let lever: f64 = gauss().map(|(x, w)| w * (1.0 - x * x) / 2.0 * slopes(x)).sum();
        assert_near(shortening.with(|x| x), lever, 13);
        assert_near(shortening.at_tip, gauss().map(|(x, w)| w * slopes(x)).sum(), 13);
    }
}
