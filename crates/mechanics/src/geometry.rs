//! Where the frames are: R_i = R0_i R(k_i, q_i), r_i = r0_i + q_i R0_i k_i (rotation,
//! translation), and their products.

use appell_model::JointKind;
use appell_spatial::{Scalar, Transform};

use crate::elastic::Deformed;
use crate::mechanism::{Body, Mechanism, Seat};
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

/// The frame of a joint in the frame on which it sits: that of its parent, or the point of an
/// elastic one.
pub(crate) fn joint_frame<S: Scalar>(joint: &Body<S>, state: &State<S>) -> Transform<S> {
    let rest = &joint.parent_from_rest;
    match (joint.kind, state.of(joint)) {
        (JointKind::Rotation, Some(at)) => rest.turned(&joint.axis, &at.cos, &at.sin),
        (JointKind::Translation, Some(at)) => rest.shifted(&joint.axis, &at.q),
        _ => rest.clone(),
    }
}

/// What is placed on a link, in the frame of the link: an elastic one has moved it.
fn on_link<S: Scalar>(
    link: &Body<S>,
    station: Option<usize>,
    state: &State<S>,
    placed: Transform<S>,
) -> Transform<S> {
    match &link.elastic {
        Some(elastic) => &Deformed::at(elastic, state, station).carrier() * &placed,
        None => placed,
    }
}

/// The frame of a joint in the frame of its parent.
pub fn frame<S: Scalar>(mechanism: &Mechanism<S>, index: usize, state: &State<S>) -> Transform<S> {
    let joint = &mechanism.joints[index];
    let own = joint_frame(joint, state);
    match joint.parent {
        Some(parent) => on_link(&mechanism.joints[parent], joint.station, state, own),
        None => own,
    }
}

/// The tool frame in the frame of the link that carries it.
pub fn tool_frame<S: Scalar>(mechanism: &Mechanism<S>, state: &State<S>) -> Transform<S> {
    mounted(mechanism, Seat::on(mechanism.tool_parent), state, &mechanism.parent_from_tool)
}

/// What is placed on a link or on the base, in its frame: an elastic link has moved it.
pub fn mounted<S: Scalar>(
    mechanism: &Mechanism<S>,
    seat: Seat,
    state: &State<S>,
    placed: &Transform<S>,
) -> Transform<S> {
    match seat.link {
        Some(link) => on_link(&mechanism.joints[link], seat.station, state, placed.clone()),
        None => placed.clone(),
    }
}

/// Every frame in the frame of its parent.
pub fn in_parent<S: Scalar>(mechanism: &Mechanism<S>, state: &State<S>) -> Vec<Transform<S>> {
    (0..mechanism.joints.len()).map(|index| frame(mechanism, index, state)).collect()
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
    let tool = &in_base[mechanism.tool_parent] * &tool_frame(mechanism, state);
    Frames { in_parent, in_base, tool }
}
