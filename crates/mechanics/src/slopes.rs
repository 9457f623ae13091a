//! Derivatives of the driving forces by coordinates, rates and accelerations.

use appell_algebra::Error;
use appell_spatial::{Scalar, Varied};

use crate::arithmetic::Arithmetic;
use crate::elastic::assembled;
use crate::forward::required_forces;
use crate::friction::add_friction_slopes;
use crate::geometry::in_parent;
use crate::mechanism::Mechanism;
use crate::state::State;

/// dQ/dq (order 0), dQ/dq' (1) or dQ/dq'' (2): a row for each driving force, a column for each
/// coordinate. Damping and friction are in it, but for friction that depends on the load; the derivative
/// of a sign is zero.
pub fn driving_force_slopes<A: Arithmetic>(
    arithmetic: &A,
    mechanism: &Mechanism<A::Scalar>,
    state: &State<A::Scalar>,
    order: usize,
) -> Result<Vec<Vec<A::Scalar>>, Error> {
    let varied = mechanism.constant();
    let forces = |state: &State<Varied<A::Scalar>>| {
        required_forces(&varied, state, &in_parent(&varied, state))
    };
    slopes_of(arithmetic, mechanism, state, order, forces)
}

/// The derivatives of forces that are calculated from a state, and those of friction and damping.
pub(crate) fn slopes_of<A: Arithmetic>(
    arithmetic: &A,
    mechanism: &Mechanism<A::Scalar>,
    state: &State<A::Scalar>,
    order: usize,
    forces: impl Fn(&State<Varied<A::Scalar>>) -> Vec<Varied<A::Scalar>>,
) -> Result<Vec<Vec<A::Scalar>>, Error> {
    let count = state.coordinates.len();
    let mut rows = vec![Vec::<A::Scalar>::with_capacity(count); count];
    for k in 0..count {
        for (row, force) in rows.iter_mut().zip(forces(&state.varied(k, order))) {
            row.push(force.slope());
        }
    }
    if order == 1 {
        let mut resistance = assembled(mechanism, |elastic| &elastic.body.damping);
        add_friction_slopes(arithmetic, mechanism, state, &mut resistance)?;
        for (row, resistance) in rows.iter_mut().zip(&resistance) {
            row.iter_mut().zip(resistance).for_each(|(entry, more)| *entry = entry.add(more));
        }
    }
    Ok(rows)
}
