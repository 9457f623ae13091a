//! Exact derivatives of accelerations by coordinates and rates, for the implicit method.
//!
//! The driving forces of a motion are those that drive it: Q(q, q', q'') = tau. So
//! dq''/dq = M^-1 (dtau/dq - dQ/dq), and the same with q', where dQ/dq and dQ/dq' are compiled. This
//! holds where no friction depends on the load: else dQ/dq'' is not M. The slope of a sign that jumps is zero.

use appell_code::{CompiledRobot, Function};
use appell_mechanics::Kind;
use appell_numeric::cholesky;

use crate::error::Error;

/// The derivatives of the accelerations of some coordinates, while the others follow their trajectories.
pub(crate) struct AccelerationDerivatives {
    /// dQ/dq, then dQ/dq'.
    force_derivatives: Function,
    /// The numbers of these coordinates, and their names.
    free: Vec<usize>,
    names: Vec<String>,
}

/// Where the derivatives are taken.
pub(crate) struct At<'a> {
    /// All coordinates, their rates and their accelerations.
    pub(crate) state: [&'a [f64]; 3],
    /// What the functions take besides.
    pub(crate) arguments: &'a [f64],
    /// The mass matrix of all coordinates.
    pub(crate) mass: &'a [f64],
    /// dtau/dq and dtau/dq' of all coordinates; each drive sees its own alone.
    pub(crate) drives: [&'a [f64]; 2],
}

impl AccelerationDerivatives {
    pub(crate) fn new(machine: &CompiledRobot, free: Vec<usize>) -> Result<Self, Error> {
        let name = |&k: &usize| machine.coordinates()[k].name.clone();
        Ok(Self {
            force_derivatives: machine
                .function_of(&[Kind::DrivingForceByPosition, Kind::DrivingForceByVelocity])?,
            names: free.iter().map(name).collect(),
            free,
        })
    }

    /// Writes the Jacobian of y' = (q', q'') for y = (q, q') of the free coordinates into the upper left
    /// of a matrix with rows of a width.
    pub(crate) fn write(
        &mut self,
        At { state: [q, qd, qdd], arguments, mass, drives }: At<'_>,
        width: usize,
        out: &mut [f64],
    ) -> Result<(), Error> {
        let (all, count) = (q.len(), self.free.len());
        let part = |matrix: &[f64], column: usize| -> Vec<f64> {
            self.free.iter().map(|&row| matrix[row * all + column]).collect()
        };
        // symmetric: columns are rows
        let mut factors: Vec<f64> =
            self.free.iter().flat_map(|&column| part(mass, column)).collect();
        cholesky::factor(count, &mut factors)
            .map_err(|row| Error::SingularMass { coordinate: self.names[row].clone() })?;
        for k in 0..count {
            out[k * width..][..2 * count].fill(0.0);
            out[k * width + count + k] = 1.0;
        }
        let sections = [0, 1].map(|number| self.force_derivatives.section(number));
        let entries = self.force_derivatives.call(&[q, qd, qdd, arguments])?;
        let forces = sections.map(|section| &entries[section]);
        for (order, (forces, drives)) in forces.into_iter().zip(drives).enumerate() {
            for (j, &column) in self.free.iter().enumerate() {
                let mut entries = part(forces, column);
                entries.iter_mut().for_each(|entry| *entry = -*entry);
                entries[j] += drives[column];
                cholesky::solve_lower(&factors, &mut entries);
                cholesky::solve_upper(&factors, &mut entries);
                for (i, entry) in entries.into_iter().enumerate() {
                    out[(count + i) * width + order * count + j] = entry;
                }
            }
        }
        Ok(())
    }
}
