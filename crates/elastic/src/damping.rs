//! Damping of the modes of a link.

use appell_algebra::{Error, Poly};
use appell_numeric::dot;
use appell_numeric::pencil::pencil;

/// Damping of modes, the sum of two terms:
///
/// - Rayleigh's damping, `mass` M + `stiffness` K;
/// - `ratio` times the critical damping of the link with its root clamped. Without a load this is the diagonal
///   2 sqrt(K M); with a load at the tip it is the matrix that damps each vibration of link and load critically.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Damping {
    /// Damping over stiffness, s: material damping.
    pub stiffness: Poly,
    /// Damping over mass, 1/s.
    pub mass: Poly,
    /// The damping ratio of every mode: 1 is critical.
    pub ratio: Poly,
}

impl Damping {
    /// Its entries, by their names.
    pub fn entries(&self) -> [(&'static str, &Poly); 3] {
        [("damping", &self.stiffness), ("mass_damping", &self.mass), ("damping_ratio", &self.ratio)]
    }

    /// The damping matrix C, from the mass matrix and the stiffness matrix of modes; `load` is what the body for
    /// which the modes are made adds to the mass matrix. `value` gives the values of entries, which the ratio needs.
    pub fn matrix(
        &self,
        mass: &[Vec<Poly>],
        stiffness: &[Vec<Poly>],
        load: Option<&[Vec<f64>]>,
        value: impl Fn(&Poly) -> Result<f64, Error>,
    ) -> Result<Vec<Vec<Poly>>, Error> {
        let mut rows: Vec<Vec<Poly>> = Vec::with_capacity(mass.len());
        for (masses, stiff) in mass.iter().zip(stiffness) {
            let entry = |(m, k): (&Poly, &Poly)| &(m * &self.mass) + &(k * &self.stiffness);
            rows.push(masses.iter().zip(stiff).map(entry).collect());
        }
        if self.ratio.is_zero() {
            return Ok(rows);
        }
        let Some(load) = load else {
            for (j, row) in rows.iter_mut().enumerate() {
                let critical =
                    2.0 * (value(&mass[j][j])? * value(&stiffness[j][j])?).max(0.0).sqrt();
                row[j] = &row[j] + &(&self.ratio * &Poly::rounded(critical)?);
            }
            return Ok(rows);
        };
        let values = |rows: &[Vec<Poly>]| -> Result<Vec<Vec<f64>>, Error> {
            rows.iter().map(|row| row.iter().map(&value).collect()).collect()
        };
        let mut loaded = values(mass)?;
        for (entry, more) in loaded.iter_mut().flatten().zip(load.iter().flatten()) {
            *entry += more;
        }
        let critical = critical(&loaded, &values(stiffness)?);
        for (entry, critical) in rows.iter_mut().flatten().zip(critical.into_iter().flatten()) {
            if critical != 0.0 {
                *entry = &*entry + &(&self.ratio * &Poly::rounded(critical)?);
            }
        }
        Ok(rows)
    }
}

/// The matrix that damps every vibration of M and K critically: the sum of 2 omega M x x^T M over the shapes x with
/// x^T M x = 1. If M is not positive definite, the entries are NaN, which the caller refuses.
fn critical(mass: &[Vec<f64>], stiffness: &[Vec<f64>]) -> Vec<Vec<f64>> {
    /// An entry that is smaller than this, relative to the diagonal, is a rounding error of zero.
    const NOTHING: f64 = 1e-10;
    let Ok(vibrations) = pencil(stiffness, mass) else {
        return vec![vec![f64::NAN; mass.len()]; mass.len()];
    };
    let mut sum = vec![vec![0.0; mass.len()]; mass.len()];
    for (lambda, shape) in vibrations {
        let momentum: Vec<f64> = mass.iter().map(|row| dot(row, &shape)).collect();
        let omega = lambda.max(0.0).sqrt();
        for (row, one) in sum.iter_mut().zip(&momentum) {
            for (entry, other) in row.iter_mut().zip(&momentum) {
                *entry += 2.0 * omega * one * other;
            }
        }
    }
    let diagonal: Vec<f64> = (0..sum.len()).map(|j| sum[j][j]).collect();
    for (row, one) in sum.iter_mut().zip(&diagonal) {
        for (entry, other) in row.iter_mut().zip(&diagonal) {
            if entry.abs() < NOTHING * (one * other).sqrt() {
                *entry = 0.0;
            }
        }
    }
    sum
}
