//! Friction: Qf = b q' + Coulomb, with c (d/2) |k x f| sgn q' in a rotation and
//! c |k x f| sgn q' in a translation; f is the connection force (as the
//! papers of the bundled robots have it).

use appell_model::JointKind;
use appell_spatial::{Scalar, Wrench};

use crate::arithmetic::Arithmetic;
use crate::mechanism::{Body, Mechanism};
use crate::state::State;

/// The viscous friction of a joint, or with a higher order its time derivatives: b q^(order).
pub(crate) fn viscous<S: Scalar>(joint: &Body<S>, state: &State<S>, order: usize) -> S {
    let [b, ..] = &joint.friction;
    joint.coordinate.map_or_else(|| b.integer(0), |k| b.mul(&state.0[k].rate(order)))
}

/// What multiplies the lateral connection force: c in a translation, c d/2 in a rotation.
pub(crate) fn dry_coefficient<S: Scalar>(joint: &Body<S>) -> S {
    let [_, coulomb, diameter] = &joint.friction;
    match joint.kind {
        JointKind::Rotation => coulomb.mul(diameter).over(2),
        _ => coulomb.clone(),
    }
}

/// The friction of every drive.
pub fn friction_forces<A: Arithmetic>(
    arithmetic: &A,
    mechanism: &Mechanism<A::Scalar>,
    state: &State<A::Scalar>,
    wrenches: &[Wrench<A::Scalar>],
) -> Vec<A::Scalar> {
    let force = |(index, joint): (usize, &Body<A::Scalar>)| {
        let rate = joint.coordinate.map_or_else(|| mechanism.zero(), |k| state.0[k].rate(1));
        let viscous = viscous(joint, state, 1);
        let dry = dry_coefficient(joint);
        if dry.is_zero() {
            return viscous;
        }
        let lateral = arithmetic.length(&joint.axis.cross(&wrenches[index].force));
        viscous.add(&dry.mul(&lateral).mul(&arithmetic.sign(&rate)))
    };
    mechanism.moving().map(force).collect()
}
