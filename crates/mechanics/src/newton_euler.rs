//! Newton-Euler: inertia forces outward, connection forces inward, driving forces (Luh, Walker,
//! Paul 1980).
//!
//! ```text
//! F_i = M aC,  N_i = J eps + omega x J omega            (about the mass centre C, J about it)
//! f_i = F_i + sum over children R_j f_j,
//! n_i = N_i + rC x F_i + sum over children (R_j n_j + r_j x R_j f_j)   (at the origin of {i})
//! Q_i = k_i . n_i in a rotation, k_i . f_i in a translation.
//! ```
//!
//! The payload wrench, which the robot exerts on its surroundings, comes in at the tool as that
//! of a further child. Friction is added in `friction`.

use appell_spatial::{Scalar, Transform, Vector, Wrench};

use crate::kinematics::Motion;
use crate::mechanism::{Body, Mechanism};

/// The inertia force of a link and its moment about the origin of the frame, by the moments of
/// mass about the origin: m a + B h and I eps + omega x I omega + h x a. This is F_i and
/// N_i + rC x F_i, without a product of a mass with a mass centre.
pub fn inertia_wrench<S: Scalar>(body: &Body<S>, motion: &Motion<S>) -> Wrench<S> {
    let moments = &body.moments;
    let force = &motion.a.scale(&moments.mass) + &(&motion.spin * &moments.first);
    let momentum = &moments.inertia * &motion.omega;
    let moment = &(&moments.inertia * &motion.eps) + &motion.omega.cross(&momentum);
    Wrench { force, moment: &moment + &moments.first.cross(&motion.a) }
}

/// The inertia force M aC of a link.
pub fn inertia_force<S: Scalar>(body: &Body<S>, motion: &Motion<S>) -> Vector<S> {
    motion.acceleration_at(&body.central.centre).scale(&body.central.mass)
}

/// The inertia moment J eps + omega x J omega of a link, about its mass centre.
pub fn inertia_moment<S: Scalar>(body: &Body<S>, motion: &Motion<S>) -> Vector<S> {
    let tensor = &body.central.inertia;
    &(tensor * &motion.eps) + &motion.omega.cross(&(tensor * &motion.omega))
}

/// The connection wrench of every joint: what the link before it exerts on the link after it, at
/// the origin and in the axes of {i}.
pub fn connection_wrenches<S: Scalar>(
    mechanism: &Mechanism<S>,
    in_parent: &[Transform<S>],
    motions: &[Motion<S>],
) -> Vec<Wrench<S>> {
    let bodies = mechanism.joints.iter().zip(motions);
    let mut wrenches: Vec<Wrench<S>> =
        bodies.map(|(body, motion)| inertia_wrench(body, motion)).collect();
    let payload = mechanism.payload.moved(&mechanism.parent_from_tool);
    let carrier = mechanism.tool_parent;
    wrenches[carrier] = &wrenches[carrier] + &payload;
    for (index, joint) in mechanism.joints.iter().enumerate().rev() {
        if let Some(parent) = joint.parent {
            wrenches[parent] = &wrenches[parent] + &wrenches[index].moved(&in_parent[index]);
        }
    }
    wrenches
}

/// The part of the connection wrenches that the drives must give, by coordinates; friction is
/// not in it.
pub fn driving_forces<S: Scalar>(mechanism: &Mechanism<S>, wrenches: &[Wrench<S>]) -> Vec<S> {
    mechanism.moving().map(|(index, joint)| joint.along(&wrenches[index])).collect()
}
