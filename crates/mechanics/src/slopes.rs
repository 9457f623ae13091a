//! Derivatives of the driving forces by coordinates, rates and accelerations.

use appell_spatial::{Dual, Scalar};

use crate::geometry::in_parent;
use crate::kinematics::motions;
use crate::mechanism::Mechanism;
use crate::newton_euler::{connection_wrenches, driving_forces};
use crate::state::State;

/// dQ/dq (order 0), dQ/dq' (1) or dQ/dq'' (2): a row for each driving force, a column for each
/// coordinate. Viscous friction is in it, Coulomb friction, which has no derivative where the motion
/// turns, is not.
pub fn driving_force_slopes<S: Scalar>(
    mechanism: &Mechanism<S>,
    state: &State<S>,
    order: usize,
) -> Vec<Vec<S>> {
    let varied = mechanism.map(|entry| Dual::constant(entry.clone()));
    let forces = |state: &State<Dual<S>>| {
        let in_parent = in_parent(&varied, state);
        let motions = motions(&varied, state, &in_parent);
        driving_forces(&varied, &connection_wrenches(&varied, &in_parent, &motions))
    };
    slopes_of(mechanism, state, order, forces)
}

/// The derivatives of forces that are calculated from a state, and those of viscous friction.
pub(crate) fn slopes_of<S: Scalar>(
    mechanism: &Mechanism<S>,
    state: &State<S>,
    order: usize,
    forces: impl Fn(&State<Dual<S>>) -> Vec<Dual<S>>,
) -> Vec<Vec<S>> {
    let count = state.0.len();
    let mut rows = vec![Vec::with_capacity(count); count];
    for k in 0..count {
        for (row, force) in rows.iter_mut().zip(forces(&state.varied(k, order))) {
            row.push(force.slope);
        }
    }
    if order == 1 {
        for (k, (_, joint)) in mechanism.moving().enumerate() {
            rows[k][k] = rows[k][k].add(&joint.friction[0]);
        }
    }
    rows
}
