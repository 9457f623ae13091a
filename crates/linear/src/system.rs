//! The linear system: four matrices and the names of what they connect.

use appell_numeric::exponential::exponential;

use crate::error::Error;

/// x' = A x + B u, y = C x + D u. All are deviations from the operating point; SI units.
#[derive(Clone, Debug, PartialEq)]
pub struct LinearSystem {
    /// The names of the states: coordinates, then velocities.
    pub states: Vec<String>,
    /// The names of the inputs: the forces of driven joints.
    pub inputs: Vec<String>,
    /// The names of the outputs.
    pub outputs: Vec<String>,
    /// A, a row for each state.
    pub a: Vec<Vec<f64>>,
    /// B, a row for each state and a column for each input.
    pub b: Vec<Vec<f64>>,
    /// C, a row for each output and a column for each state.
    pub c: Vec<Vec<f64>>,
    /// D, a row for each output and a column for each input.
    pub d: Vec<Vec<f64>>,
}

/// A system whose inputs change at samples only: x(k + 1) = A x(k) + B u(k). C and D stay as they are.
#[derive(Clone, Debug, PartialEq)]
pub struct Sampled {
    /// The time between samples, in seconds.
    pub sample: f64,
    /// A of the sampled system.
    pub a: Vec<Vec<f64>>,
    /// B of the sampled system.
    pub b: Vec<Vec<f64>>,
}

impl LinearSystem {
    /// The system at samples, with inputs that are held between them (zero-order hold), exactly:
    /// the upper rows of exp([A B; 0 0] T) (C. Van Loan, Computing integrals involving the matrix
    /// exponential, 1978).
    pub fn sampled(&self, sample: f64) -> Result<Sampled, Error> {
        if !(sample.is_finite() && sample > 0.0) {
            return Err(Error::BadSample { sample });
        }
        let (states, inputs) = (self.a.len(), self.inputs.len());
        let scaled = |row: &[f64]| -> Vec<f64> { row.iter().map(|entry| entry * sample).collect() };
        let above = self.a.iter().zip(&self.b).map(|(a, b)| [scaled(a), scaled(b)].concat());
        let below = (0..inputs).map(|_| vec![0.0; states + inputs]);
        let both: Vec<Vec<f64>> = above.chain(below).collect();
        let mut power =
            exponential(&both).ok_or(Error::NotFinite { matrix: "the sampled system" })?;
        power.truncate(states);
        let b = power.iter().map(|row| row[states..].to_vec()).collect();
        power.iter_mut().for_each(|row| row.truncate(states));
        Ok(Sampled { sample, a: power, b })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A mass that is pushed: x(T) = x + T v + T^2/2 u, v(T) = v + T u.
    #[test]
    fn a_mass_is_sampled() {
        let name = |name: &str| vec![name.to_owned()];
        let mass = LinearSystem {
            states: vec!["x".to_owned(), "v".to_owned()],
            inputs: name("u"),
            outputs: name("x"),
            a: vec![vec![0.0, 1.0], vec![0.0, 0.0]],
            b: vec![vec![0.0], vec![1.0]],
            c: vec![vec![1.0, 0.0]],
            d: vec![vec![0.0]],
        };
        let sampled = mass.sampled(0.5).map(|it| (it.a.concat(), it.b.concat()));
        assert_eq!(sampled, Ok((vec![1.0, 0.5, 0.0, 1.0], vec![0.125, 0.5])));
        for sample in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert!(matches!(mass.sampled(sample), Err(Error::BadSample { .. })));
        }
    }
}
