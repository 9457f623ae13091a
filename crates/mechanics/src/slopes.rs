//! Derivatives of the driving forces by coordinates, rates and accelerations.

use appell_algebra::Error;
use appell_spatial::{Scalar, Varied};

use crate::arithmetic::Arithmetic;
use crate::elastic::assembled;
use crate::forward::required_forces;
use crate::friction::add_friction_slopes;
use crate::functions::OfJets;
use crate::gear::all_friction;
use crate::geometry::in_parent;
use crate::kinematics::motions;
use crate::mechanism::Mechanism;
use crate::newton_euler::{connection_wrenches, driving_forces};
use crate::state::State;

/// dQ/dq (order 0), dQ/dq' (1) or dQ/dq'' (2): a row for each driving force, a column for each
/// coordinate. Damping and friction are in it; the derivative of a sign is zero. `for_code` says whether
/// code is made of it.
pub(crate) fn driving_force_slopes<A: Arithmetic>(
    arithmetic: &A,
    mechanism: &Mechanism<A::Scalar>,
    state: &State<A::Scalar>,
    order: usize,
    for_code: bool,
) -> Result<Vec<Vec<A::Scalar>>, Error> {
    let varied = mechanism.constant();
    if mechanism.has_load_friction() {
        let functions = OfJets { arithmetic, for_code };
        return slopes(state, order, |state| {
            let in_parent = in_parent(&varied, state);
            let motions = motions(&varied, state, &in_parent);
            let wrenches = connection_wrenches(&varied, state, &in_parent, &motions);
            let needed = driving_forces(&varied, state, &in_parent, &motions, &wrenches);
            let friction = all_friction(&functions, &varied, state, &motions, &wrenches, &needed)?;
            Ok(needed.iter().zip(&friction).map(|(force, friction)| force.add(friction)).collect())
        });
    }
    let forces = |state: &State<Varied<A::Scalar>>| {
        required_forces(&varied, state, &in_parent(&varied, state))
    };
    slopes_of(arithmetic, mechanism, state, order, forces)
}

/// The derivatives of forces that are calculated from a state, and those of friction and damping; no
/// friction depends on the load.
pub(crate) fn slopes_of<A: Arithmetic>(
    arithmetic: &A,
    mechanism: &Mechanism<A::Scalar>,
    state: &State<A::Scalar>,
    order: usize,
    forces: impl Fn(&State<Varied<A::Scalar>>) -> Vec<Varied<A::Scalar>>,
) -> Result<Vec<Vec<A::Scalar>>, Error> {
    let mut rows = slopes(state, order, |state| Ok(forces(state)))?;
    if order == 1 {
        let mut resistance = assembled(mechanism, |elastic| &elastic.body.damping);
        add_friction_slopes(arithmetic, mechanism, state, &mut resistance)?;
        for (row, resistance) in rows.iter_mut().zip(&resistance) {
            row.iter_mut().zip(resistance).for_each(|(entry, more)| *entry = entry.add(more));
        }
    }
    Ok(rows)
}

/// The derivatives of what is calculated from a state, a column for each coordinate.
fn slopes<S: Scalar>(
    state: &State<S>,
    order: usize,
    forces: impl Fn(&State<Varied<S>>) -> Result<Vec<Varied<S>>, Error>,
) -> Result<Vec<Vec<S>>, Error> {
    let count = state.coordinates.len();
    let mut rows = vec![Vec::<S>::with_capacity(count); count];
    for k in 0..count {
        for (row, force) in rows.iter_mut().zip(forces(&state.varied(k, order))?) {
            row.push(force.slope());
        }
    }
    Ok(rows)
}
