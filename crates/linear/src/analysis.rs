//! Poles of a linear system, its controllability and its observability.

use appell_algebra::Budget;
use appell_numeric::controllability::unreached;
use appell_numeric::dot;
use appell_numeric::eigenvalues::{Complex, balance, eigenvalues};
use appell_numeric::lu::Lu;

use crate::error::Error;
use crate::system::LinearSystem;

/// How a deviation along a pole goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stability {
    /// A deviation along it decays.
    Stable,
    /// The pole lies on the imaginary axis, as far as rounding lets one see: the linear model does not
    /// decide.
    Marginal,
    /// A deviation along it grows.
    Unstable,
}

impl Stability {
    /// A word for it: `stable`, `marginal`, `unstable`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Stable => "stable",
            Self::Marginal => "marginal",
            Self::Unstable => "unstable",
        }
    }
}

/// An eigenvalue of A.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pole {
    /// The eigenvalue, in 1/s.
    pub value: Complex,
    /// How a deviation along it goes on.
    pub stability: Stability,
}

impl Pole {
    /// The natural frequency |s|, in rad/s.
    pub fn frequency(&self) -> f64 {
        self.value.abs()
    }

    /// The damping ratio -Re s/|s|, from -1 to 1; none for a pole at zero.
    pub fn damping(&self) -> Option<f64> {
        let frequency = self.frequency();
        // marginal: what rounding left of the real part says nothing
        let re = if self.stability == Stability::Marginal { 0.0 } else { self.value.re };
        (frequency > 0.0).then(|| 0.0 - re / frequency)
    }
}

/// Poles, controllability and observability of a linear system.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis {
    /// The poles, by rising real part.
    pub poles: Vec<Pole>,
    /// The poles that no input moves; none: the system is controllable.
    pub uncontrollable: Vec<Complex>,
    /// The poles that no output sees; none: the system is observable.
    pub unobservable: Vec<Complex>,
}

impl Analysis {
    /// Poles, controllability and observability of a system.
    pub fn of(system: &LinearSystem, budget: &Budget) -> Result<Self, Error> {
        let transposed = |rows: &[Vec<f64>]| -> Vec<Vec<f64>> {
            (0..system.a.len()).map(|j| rows.iter().map(|row| row[j]).collect()).collect()
        };
        let values = |matrix: &[Vec<f64>]| eigenvalues(matrix).ok_or(Error::NoPoles);
        budget.check()?;
        let axis = ImaginaryAxis::of(&system.a);
        let mut poles = Vec::new();
        for value in values(&system.a)? {
            budget.check()?;
            let stability = axis.stability(value);
            poles.push(Pole { value: axis.without_rounding(value), stability });
        }
        let values = |matrix: &[Vec<f64>]| -> Result<Vec<Complex>, Error> {
            let values = values(matrix)?.into_iter();
            Ok(values.map(|value| axis.without_rounding(value)).collect())
        };
        budget.check()?;
        let uncontrollable = values(&unreached(&system.a, &system.b))?;
        budget.check()?;
        let unobservable = values(&unreached(&transposed(&system.a), &transposed(&system.c)))?;
        Ok(Self { poles, uncontrollable, unobservable })
    }

    /// The stability of the whole: that of its worst pole.
    pub fn stability(&self) -> Stability {
        let worst = self.poles.iter().map(|pole| pole.stability).max();
        worst.unwrap_or(Stability::Stable)
    }
}

/// Decides on which side of the imaginary axis a pole lies. A pole that rounding could have moved over
/// the axis is on it: when a matrix as near to A as rounding makes one has a pole at the foot of this
/// one on the axis. So a twofold pole at zero, which rounding splits far, is seen as what it is.
struct ImaginaryAxis {
    /// A in units in which its rows and columns are about equally large.
    balanced: Vec<Vec<f64>>,
    norm: f64,
    /// How far apart two matrices are that rounding does not tell from each other.
    rounding: f64,
    /// Whether a matrix as near to A as rounding makes one has a pole at zero.
    has_zero: bool,
}

/// Farther away than this, of the norm of A, a fourfold pole is not split.
const FAR: f64 = 1e-3;

impl ImaginaryAxis {
    fn of(a: &[Vec<f64>]) -> Self {
        let scales = balance(a);
        let row = |i: usize| a[i].iter().zip(&scales).map(|(it, d)| it * d / scales[i]).collect();
        let balanced: Vec<Vec<f64>> = (0..a.len()).map(row).collect();
        let norm = balanced.iter().map(|row| dot(row, row)).sum::<f64>().sqrt();
        let rounding = 100.0 * a.len() as f64 * f64::EPSILON * norm;
        let mut axis = Self { balanced, norm, rounding, has_zero: false };
        axis.has_zero = axis.distance_to_pole(Complex { re: 0.0, im: 0.0 }) <= rounding;
        axis
    }

    /// A pole; zero where rounding does not tell it from zero: it is no larger than rounding, or
    /// matrices as near to A have poles at zero and on the way there, as those of a twofold pole at
    /// zero are that rounding splits.
    fn without_rounding(&self, pole: Complex) -> Complex {
        let at = |share: f64| Complex { re: share * pole.re, im: share * pole.im };
        let is_near = |share: f64| self.distance_to_pole(at(share)) <= self.rounding;
        let is_split = || self.has_zero && pole.abs() <= FAR * self.norm && is_near(0.5);
        if pole.abs() <= self.rounding || is_split() { at(0.0) } else { pole }
    }

    fn stability(&self, pole: Complex) -> Stability {
        let distance = pole.re.abs();
        let foot = Complex { re: 0.0, im: pole.im };
        let on_axis = distance <= self.rounding
            || (distance <= FAR * self.norm && self.distance_to_pole(foot) <= self.rounding);
        match (on_axis, pole.re < 0.0) {
            (true, _) => Stability::Marginal,
            (false, true) => Stability::Stable,
            (false, false) => Stability::Unstable,
        }
    }

    /// How far the nearest matrix is that has a pole at s: the least singular value of A - s, by a
    /// few inverse iterations; never less than that.
    fn distance_to_pole(&self, Complex { re, im: w }: Complex) -> f64 {
        let count = self.balanced.len();
        // the real form [A - re, w; -w, A - re], and its transpose
        let entry = |i: usize, j: usize| match (i / count, j / count) {
            (0, 1) if i == j - count => w,
            (1, 0) if i - count == j => -w,
            (above, left) if above == left => {
                self.balanced[i % count][j % count] - if i == j { re } else { 0.0 }
            }
            _ => 0.0,
        };
        let size = 2 * count;
        let places = || (0..size).flat_map(|i| (0..size).map(move |j| (i, j)));
        let factors = Lu::new(size, places().map(|(i, j)| entry(i, j)).collect());
        let transposed = Lu::new(size, places().map(|(i, j)| entry(j, i)).collect());
        let (Some(factors), Some(transposed)) = (factors, transposed) else { return 0.0 };
        // no direction is special
        let mut x: Vec<f64> = (1..=size).map(appell_numeric::random::evenly_spread).collect();
        let mut distance = f64::INFINITY;
        for _ in 0..4 {
            let length = dot(&x, &x).sqrt();
            let y = transposed.solve(&x.iter().map(|part| part / length).collect::<Vec<_>>());
            let stretched = dot(&y, &y).sqrt();
            if !stretched.is_finite() {
                return 0.0;
            }
            distance = distance.min(1.0 / stretched);
            x = factors.solve(&y.iter().map(|part| part / stretched).collect::<Vec<_>>());
            if x.iter().any(|part| !part.is_finite()) {
                return 0.0;
            }
        }
        distance
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stabilities(a: &[Vec<f64>]) -> Vec<Stability> {
        let axis = ImaginaryAxis::of(a);
        let poles = eigenvalues(a).unwrap_or_default();
        poles.into_iter().map(|pole| axis.stability(pole)).collect()
    }

    /// Two masses and a spring between them, in coordinates that hide it: a twofold pole at zero, split by
    /// rounding, beside a pair on the axis; with a little damping the pair is stable.
    #[test]
    fn a_free_pair_of_masses_is_marginal() {
        for damping in [0.0, 1e-6] {
            let (k, c) = (3.0, damping);
            let free = [
                vec![0.0, 0.0, 1.0, 0.0],
                vec![0.0, 0.0, 0.0, 1.0],
                vec![-k, k, -c, c],
                vec![k / 7.0, -k / 7.0, c / 7.0, -c / 7.0],
            ];
            let found = stabilities(&free);
            let marginal = found.iter().filter(|it| **it == Stability::Marginal).count();
            assert_eq!(marginal, if damping == 0.0 { 4 } else { 2 }, "{found:?}");
            assert!(!found.contains(&Stability::Unstable), "{found:?}");
        }
        let zeros = |a: &[Vec<f64>]| {
            let axis = ImaginaryAxis::of(a);
            let poles = eigenvalues(a).unwrap_or_default().into_iter();
            poles.filter(|pole| axis.without_rounding(*pole).abs() == 0.0).count()
        };
        // a b [1, a/b; -b/a, -1] with a = 0.3 and b = 0.7: rounding of its entries splits its twofold pole
        let split = [vec![0.21, 0.09, 0.0], vec![-0.49, -0.21, 0.0], vec![0.0, 0.0, -1.0]];
        let poles = eigenvalues(&split).unwrap_or_default();
        assert!(poles.iter().all(|pole| pole.abs() > 1e-12), "{poles:?}");
        assert_eq!(zeros(&split), 2);
        // a slow pole beside one at zero is another one
        let slow = [vec![0.0, 1.0, 0.0], vec![0.0, -1e-5, 1.0], vec![0.0, 0.0, -1.0]];
        assert_eq!(zeros(&slow), 1);
        let upright = [vec![0.0, 1.0], vec![9.81, 0.0]];
        assert_eq!(stabilities(&upright), [Stability::Stable, Stability::Unstable]);
    }
}
