//! Friction: Qf = b q' + Coulomb, with c (d/2) |k x f| sgn q' in a rotation and
//! c |k x f| sgn q' in a translation; f is the connection force (as the
//! papers of the bundled robots have it).

use appell_model::JointKind;
use appell_spatial::{Scalar, Wrench};

use crate::arithmetic::Arithmetic;
use crate::mechanism::{Body, Mechanism};
use crate::state::State;

/// The viscous friction of a joint, or with a higher order its time derivatives: b q^(order).
fn viscous<S: Scalar>(joint: &Body<S>, state: &State<S>, order: usize) -> S {
    let [b, ..] = &joint.friction;
    joint.coordinate.map_or_else(|| b.integer(0), |k| b.mul(&state.coordinates[k].rate(order)))
}

/// What multiplies the lateral connection force: c in a translation, c d/2 in a rotation.
pub(crate) fn dry_coefficient<S: Scalar>(joint: &Body<S>) -> S {
    let [_, coulomb, diameter] = &joint.friction;
    match joint.kind {
        JointKind::Rotation => coulomb.mul(diameter).over(2),
        _ => coulomb.clone(),
    }
}

/// Viscous friction and the damping of modes, by coordinates, or with a higher order their time
/// derivatives.
pub(crate) fn viscous_forces<S: Scalar>(
    mechanism: &Mechanism<S>,
    state: &State<S>,
    order: usize,
) -> Vec<S> {
    let mut forces = Vec::with_capacity(state.coordinates.len());
    for joint in &mechanism.joints {
        forces.extend(joint.coordinate.map(|_| viscous(joint, state, order)));
        forces.extend(joint.deformed(state).into_iter().flat_map(|it| it.damping_forces(order)));
    }
    forces
}

/// The friction of every drive; of a mode, its damping.
pub fn friction_forces<A: Arithmetic>(
    arithmetic: &A,
    mechanism: &Mechanism<A::Scalar>,
    state: &State<A::Scalar>,
    wrenches: &[Wrench<A::Scalar>],
) -> Vec<A::Scalar> {
    let mut forces = viscous_forces(mechanism, state, 1);
    for (index, joint) in mechanism.moving() {
        let dry = dry_coefficient(joint);
        if let Some(k) = joint.coordinate.filter(|_| !dry.is_zero()) {
            let rate = state.coordinates[k].rate(1);
            let lateral = arithmetic.length(&joint.axis.cross(&wrenches[index].force));
            forces[k] = forces[k].add(&dry.mul(&lateral).mul(&arithmetic.sign(&rate)));
        }
    }
    forces
}
