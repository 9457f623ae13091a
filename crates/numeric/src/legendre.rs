//! Series of Legendre's polynomials on [-1, 1].

/// sum_k a_k P_k(t).
#[derive(Clone, Debug, Default)]
pub struct Series(pub Vec<f64>);

impl Series {
    /// Its value, by (k + 1) P_(k+1) = (2 k + 1) t P_k - k P_(k-1).
    pub fn at(&self, t: f64) -> f64 {
        let (mut before, mut now) = (0.0, 1.0);
        let mut sum = 0.0;
        for (k, a) in self.0.iter().enumerate() {
            sum += a * now;
            let k = k as f64;
            let next = ((2.0 * k + 1.0) * t * now - k * before) / (k + 1.0);
            (before, now) = (now, next);
        }
        sum
    }

    /// Its derivative, by P'_(k+1) = (2 k + 1) P_k + P'_(k-1).
    pub fn derivative(&self) -> Self {
        let mut rest = self.0.clone();
        let mut result = vec![0.0; rest.len().saturating_sub(1)];
        for k in (1..rest.len()).rev() {
            result[k - 1] = (2 * k - 1) as f64 * rest[k];
            if k >= 2 {
                rest[k - 2] += rest[k];
            }
        }
        Self(result)
    }

    /// The integral of the product of two.
    pub fn inner(&self, other: &Self) -> f64 {
        let products = self.0.iter().zip(&other.0).enumerate();
        products.map(|(k, (a, b))| 2.0 * a * b / (2 * k + 1) as f64).sum()
    }

    /// Adds another, so many times.
    pub fn add(&mut self, factor: f64, other: &Self) {
        self.0.resize(self.0.len().max(other.0.len()), 0.0);
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a += factor * b);
    }

    /// P_k, integrated so many times, from -1: zero at both ends, with all derivatives below, for
    /// k at least the number of times. By (2 k + 1) P_k = P'_(k+1) - P'_(k-1).
    pub fn integrated(k: usize, times: usize) -> Self {
        let mut series = vec![0.0; k + 1];
        series[k] = 1.0;
        for _ in 0..times {
            let mut next = vec![0.0; series.len() + 1];
            for (k, a) in series.iter().enumerate() {
                let share = a / (2 * k + 1) as f64;
                next[k + 1] += share;
                match k {
                    0 => next[0] += share,
                    _ => next[k - 1] -= share,
                }
            }
            series = next;
        }
        Self(series)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The polynomials as the tables have them, and their derivatives and integrals.
    #[test]
    fn polynomials_of_the_tables() {
        let t: f64 = 0.3;
        let fourth = Series::integrated(4, 0);
        let value = (35.0 * t.powi(4) - 30.0 * t * t + 3.0) / 8.0;
        assert!((fourth.at(t) - value).abs() < 1e-15);
        let slope = (140.0 * t.powi(3) - 60.0 * t) / 8.0;
        assert!((fourth.derivative().at(t) - slope).abs() < 1e-15);
        assert!((fourth.inner(&fourth) - 2.0 / 9.0).abs() < 1e-15);
        let twice = Series::integrated(4, 2);
        assert!((twice.derivative().derivative().at(t) - value).abs() < 1e-14);
        for end in [-1.0, 1.0] {
            assert!(twice.at(end).abs() < 1e-16 && twice.derivative().at(end).abs() < 1e-16);
        }
    }
}
