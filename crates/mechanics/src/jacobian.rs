//! Jacobians: how velocities follow from the rates of the coordinates.

use appell_model::JointKind;
use appell_spatial::{Matrix, Scalar, Vector};

use crate::geometry::Frames;
use crate::mechanism::Mechanism;

/// Of one coordinate: the velocity that a unit of its rate gives to a point, and the angular
/// velocity of the link that the point is fixed to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column<S> {
    /// The velocity of the point.
    pub linear: Vector<S>,
    /// The angular velocity.
    pub angular: Vector<S>,
}

/// The Jacobian of a point that is fixed to the link of a joint, in base axes, a column for each
/// coordinate. The point is given in the base.
pub fn jacobian<S: Scalar>(
    mechanism: &Mechanism<S>,
    frames: &Frames<S>,
    link: usize,
    point: &Vector<S>,
) -> Vec<Column<S>> {
    let still = || mechanism.still();
    let mut columns: Vec<Column<S>> =
        mechanism.moving().map(|_| Column { linear: still(), angular: still() }).collect();
    let mut at = Some(link);
    while let Some(index) = at {
        let joint = &mechanism.joints[index];
        if let Some(k) = joint.coordinate {
            let frame = &frames.in_base[index];
            let axis = &frame.rotation * &joint.axis;
            columns[k] = match joint.kind {
                JointKind::Rotation => {
                    let linear = axis.cross(&(point - &frame.position));
                    Column { linear, angular: axis }
                }
                _ => Column { linear: axis, angular: still() },
            };
        }
        at = joint.parent;
    }
    columns
}

/// The Jacobian of the tool's origin, in base axes.
pub fn tool_jacobian<S: Scalar>(mechanism: &Mechanism<S>, frames: &Frames<S>) -> Vec<Column<S>> {
    jacobian(mechanism, frames, mechanism.tool_parent, &frames.tool.position)
}

impl<S: Scalar> Column<S> {
    /// The same in other axes, given by the rotation that leads into them.
    pub fn turned(&self, rotation: &Matrix<S>) -> Self {
        Self { linear: rotation * &self.linear, angular: rotation * &self.angular }
    }
}

/// What the payload wrench asks of every drive: J^T (f, n).
pub fn payload_forces<S: Scalar>(mechanism: &Mechanism<S>, frames: &Frames<S>) -> Vec<S> {
    let force = &frames.tool.rotation * &mechanism.payload.force;
    let moment = &frames.tool.rotation * &mechanism.payload.moment;
    let columns = tool_jacobian(mechanism, frames);
    columns.iter().map(|at| at.linear.dot(&force).add(&at.angular.dot(&moment))).collect()
}
