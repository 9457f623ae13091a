//! Derivatives of the driving forces by coordinates, rates and accelerations.

use appell_spatial::{Scalar, Varied};

use crate::elastic::assembled;
use crate::forward::required_forces;
use crate::friction::add_viscous_slopes;
use crate::geometry::in_parent;
use crate::mechanism::Mechanism;
use crate::state::State;

/// dQ/dq (order 0), dQ/dq' (1) or dQ/dq'' (2): a row for each driving force, a column for each
/// coordinate. Viscous friction and damping are in it; dry friction, which has no derivative where the
/// motion turns, is not.
pub fn driving_force_slopes<S: Scalar>(
    mechanism: &Mechanism<S>,
    state: &State<S>,
    order: usize,
) -> Vec<Vec<S>> {
    let varied = mechanism.constant();
    let forces =
        |state: &State<Varied<S>>| required_forces(&varied, state, &in_parent(&varied, state));
    slopes_of(mechanism, state, order, forces)
}

/// The derivatives of forces that are calculated from a state, and those of viscous friction and damping.
pub(crate) fn slopes_of<S: Scalar>(
    mechanism: &Mechanism<S>,
    state: &State<S>,
    order: usize,
    forces: impl Fn(&State<Varied<S>>) -> Vec<Varied<S>>,
) -> Vec<Vec<S>> {
    let count = state.coordinates.len();
    let mut rows = vec![Vec::<S>::with_capacity(count); count];
    for k in 0..count {
        for (row, force) in rows.iter_mut().zip(forces(&state.varied(k, order))) {
            row.push(force.slope());
        }
    }
    if order == 1 {
        let mut resistance = assembled(mechanism, |elastic| &elastic.body.damping);
        add_viscous_slopes(mechanism, &mut resistance);
        for (row, resistance) in rows.iter_mut().zip(&resistance) {
            row.iter_mut().zip(resistance).for_each(|(entry, more)| *entry = entry.add(more));
        }
    }
    rows
}
