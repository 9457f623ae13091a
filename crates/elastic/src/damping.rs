//! Damping of the modes of a link.

use appell_algebra::{Error, Poly};

/// Damping of modes: C = `mass` M + `stiffness` K (Rayleigh), and on the diagonal 2 `ratio` sqrt(K M) of the
/// link with its root clamped. What is zero has no share.
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

    /// The matrix C, of the masses and the stiffness of modes. `value` gives their values, which the ratio
    /// needs.
    pub fn matrix(
        &self,
        mass: &[Vec<Poly>],
        stiffness: &[Vec<Poly>],
        value: impl Fn(&Poly) -> Result<f64, Error>,
    ) -> Result<Vec<Vec<Poly>>, Error> {
        let mut rows: Vec<Vec<Poly>> = Vec::with_capacity(mass.len());
        for (j, (masses, stiff)) in mass.iter().zip(stiffness).enumerate() {
            let entry = |(m, k): (&Poly, &Poly)| &(m * &self.mass) + &(k * &self.stiffness);
            let mut row: Vec<Poly> = masses.iter().zip(stiff).map(entry).collect();
            if !self.ratio.is_zero() {
                let critical = 2.0 * (value(&masses[j])? * value(&stiff[j])?).max(0.0).sqrt();
                row[j] = &row[j] + &(&self.ratio * &Poly::rounded(critical)?);
            }
            rows.push(row);
        }
        Ok(rows)
    }
}
