//! Polynomials of low degree on the interval from 0 to 1: values, derivatives, extremes.

/// The most coefficients: up to the seventh power.
pub(crate) const COEFFICIENTS: usize = 8;

/// c0 + c1 u + c2 u^2 + ..., for u from 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Polynomial(pub(crate) [f64; COEFFICIENTS]);

impl Polynomial {
    /// From its first coefficients.
    pub(crate) fn new(coefficients: &[f64]) -> Self {
        let mut all = [0.0; COEFFICIENTS];
        for (entry, &given) in all.iter_mut().zip(coefficients) {
            *entry = given;
        }
        Self(all)
    }

    pub(crate) fn value(&self, u: f64) -> f64 {
        self.0.iter().rev().fold(0.0, |sum, c| sum * u + c)
    }

    /// The derivative by u.
    pub(crate) fn derivative(&self) -> Self {
        let mut slope = [0.0; COEFFICIENTS];
        for (power, entry) in slope.iter_mut().enumerate().take(COEFFICIENTS - 1) {
            *entry = (power + 1) as f64 * self.0[power + 1];
        }
        Self(slope)
    }

    /// The same over another interval: start + length u in the place of u.
    pub(crate) fn over(&self, start: f64, length: f64) -> Self {
        // Horner's scheme over polynomials
        self.0.iter().rev().fold(Self::default(), |sum, c| {
            let mut next = sum.scaled(start);
            for power in 1..COEFFICIENTS {
                next.0[power] += length * sum.0[power - 1];
            }
            next.0[0] += c;
            next
        })
    }

    pub(crate) fn scaled(mut self, factor: f64) -> Self {
        self.0.iter_mut().for_each(|c| *c *= factor);
        self
    }

    pub(crate) fn plus(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(c, other)| *c += other);
        self
    }

    pub(crate) fn minus(self, other: &Self) -> Self {
        self.plus(&other.scaled(-1.0))
    }

    /// Where it is zero between 0 and 1, in order: between two neighbouring extremes, which are the
    /// zeros of its derivative, there is one at most.
    pub(crate) fn roots(&self) -> Vec<f64> {
        if self.0[1..].iter().all(|&c| c == 0.0) {
            return Vec::new();
        }
        let mut stops = vec![0.0];
        stops.extend(self.derivative().roots());
        stops.push(1.0);
        let mut roots = Vec::new();
        for pair in stops.windows(2) {
            let (mut low, mut high) = (pair[0], pair[1]);
            let (at_low, at_high) = (self.value(low), self.value(high));
            if at_low == 0.0 {
                roots.push(low);
            } else if at_low * at_high < 0.0 {
                // bisection to the last bit: at most some sixty halvings
                while let middle = f64::midpoint(low, high)
                    && middle > low
                    && middle < high
                {
                    match self.value(middle) * at_low > 0.0 {
                        true => low = middle,
                        false => high = middle,
                    }
                }
                roots.push(low);
            }
        }
        if self.value(1.0) == 0.0 {
            roots.push(1.0);
        }
        roots
    }

    /// The largest magnitude between 0 and 1.
    pub(crate) fn peak(&self) -> f64 {
        let candidates = self.derivative().roots().into_iter().chain([0.0, 1.0]);
        candidates.map(|u| self.value(u).abs()).fold(0.0, f64::max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn over_another_interval() {
        let cubic = Polynomial::new(&[0.3, -1.0, 2.0, 0.7]);
        let part = cubic.over(-0.5, 3.0);
        for u in [0.0, 0.25, 1.0] {
            assert!((part.value(u) - cubic.value(-0.5 + 3.0 * u)).abs() < 1e-14);
        }
        assert_eq!(cubic.plus(&cubic), cubic.scaled(2.0));
        assert_eq!(cubic.minus(&cubic), Polynomial::default());
    }

    #[test]
    fn roots_and_peaks() {
        // (u - 0.2)(u - 0.5)(u - 0.9)
        let cubic = Polynomial::new(&[-0.09, 0.73, -1.6, 1.0]);
        for (found, known) in cubic.roots().iter().zip([0.2, 0.5, 0.9]) {
            assert!((found - known).abs() < 1e-14, "{found}");
        }
        assert_eq!(cubic.roots().len(), 3);
        // 4 u (1 - u)
        assert!((Polynomial::new(&[0.0, 4.0, -4.0]).peak() - 1.0).abs() < 1e-15);
        assert_eq!(Polynomial::new(&[-3.0]).peak(), 3.0);
    }
}
