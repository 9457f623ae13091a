//! Where the frames are: R_i = R0_i R(k_i, q_i), r_i = r0_i + q_i R0_i k_i (rotation,
//! translation), and their products.

use appell_model::JointKind;
use appell_spatial::{Scalar, Transform};

use crate::mechanism::{Body, Mechanism};
use crate::state::State;

/// The frames of a robot.
#[derive(Clone, Debug)]
pub struct Frames<S> {
    /// Frame {i} in the frame of its parent.
    pub in_parent: Vec<Transform<S>>,
    /// Frame {i} in the base.
    pub in_base: Vec<Transform<S>>,
    /// The tool frame in the base.
    pub tool: Transform<S>,
}

/// The frame of a joint in the frame of its parent.
pub fn frame<S: Scalar>(joint: &Body<S>, state: &State<S>) -> Transform<S> {
    let rest = &joint.parent_from_rest;
    match (joint.kind, joint.coordinate.map(|k| &state.0[k])) {
        (JointKind::Rotation, Some(at)) => rest.turned(&joint.axis, &at.cos, &at.sin),
        (JointKind::Translation, Some(at)) => rest.shifted(&joint.axis, &at.q),
        _ => rest.clone(),
    }
}

/// Every frame in the frame of its parent.
pub fn in_parent<S: Scalar>(mechanism: &Mechanism<S>, state: &State<S>) -> Vec<Transform<S>> {
    mechanism.joints.iter().map(|joint| frame(joint, state)).collect()
}

/// Every frame in the frame of its parent, and in the base.
pub fn frames<S: Scalar>(mechanism: &Mechanism<S>, state: &State<S>) -> Frames<S> {
    let in_parent = in_parent(mechanism, state);
    let mut in_base: Vec<Transform<S>> = Vec::with_capacity(in_parent.len());
    for (joint, frame) in mechanism.joints.iter().zip(&in_parent) {
        in_base.push(match joint.parent {
            Some(parent) => &in_base[parent] * frame,
            None => frame.clone(),
        });
    }
    let tool = &in_base[mechanism.tool_parent] * &mechanism.parent_from_tool;
    Frames { in_parent, in_base, tool }
}
