//! The steps of Lagrange's equations as quantities: L = Ek - Ep, the momenta p = dL/dq' with their time
//! derivatives, and the derivatives of the energies by the coordinates. Ep does not depend on q', so
//! p = dEk/dq'; and p' - dL/dq is what the drives give without friction and loads.

use appell_spatial::{Scalar, Varied};

use super::Derivation;
use crate::arithmetic::Arithmetic;
use crate::error::Error;
use crate::geometry::in_parent;
use crate::lagrange::{kinetic_slopes, potential_forces};
use crate::mass_matrix::mass_matrix;
use crate::state::State;

impl<A: Arithmetic> Derivation<'_, A> {
    /// L = Ek - Ep.
    pub(crate) fn lagrangian(&self) -> Result<A::Scalar, Error> {
        Ok(self.kinetic_energy(None)?.sub(&self.potential_energy()?))
    }

    /// p = M q'.
    pub(crate) fn momenta(&self) -> Result<Vec<A::Scalar>, Error> {
        Ok(along_rates(self.mass_matrix()?, &self.state))
    }

    /// p', by M q' as a function of time.
    pub(crate) fn momentum_rates(&self) -> Result<Vec<A::Scalar>, Error> {
        // q with q', and q' with q''
        let (moving, path) = (self.mechanism.constant(), self.state.jets(1, 1));
        let matrix = mass_matrix(&moving, &path, &in_parent(&moving, &path));
        let momenta: Vec<Varied<A::Scalar>> = along_rates(&matrix, &path);
        Ok(momenta.iter().map(|momentum| momentum.slope()).collect())
    }

    /// dEk/dq, the velocities held.
    pub(crate) fn kinetic_slopes(&self) -> Result<Vec<A::Scalar>, Error> {
        Ok(kinetic_slopes(&self.mechanism, &self.state, 0))
    }

    /// dEp/dq: gravity, strain, springs and compensators.
    pub(crate) fn potential_forces(&self) -> Result<Vec<A::Scalar>, Error> {
        Ok(potential_forces(&self.mechanism, &self.state))
    }

    /// dL/dq = dEk/dq - dEp/dq.
    pub(crate) fn lagrangian_slopes(&self) -> Result<Vec<A::Scalar>, Error> {
        let (kinetic, potential) = (self.kinetic_slopes()?, self.potential_forces()?);
        Ok(kinetic.iter().zip(&potential).map(|(kinetic, slope)| kinetic.sub(slope)).collect())
    }
}

/// The product of a matrix, by rows, and the velocities.
pub(super) fn along_rates<S: Scalar>(rows: &[Vec<S>], state: &State<S>) -> Vec<S> {
    let product = |row: &Vec<S>| {
        let terms = row.iter().zip(&state.coordinates).map(|(entry, at)| entry.mul(&at.rate(1)));
        terms.reduce(|sum, term| sum.add(&term))
    };
    rows.iter().filter_map(product).collect()
}
