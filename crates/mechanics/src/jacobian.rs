//! Jacobians: how velocities follow from the rates of the coordinates. A column is the twist that a
//! unit of one rate gives.

use appell_model::JointKind;
use appell_spatial::{Scalar, Twist, Vector};

use crate::elastic::Deformed;
use crate::geometry::Frames;
use crate::mechanism::Mechanism;
use crate::state::State;

/// Of which point a Jacobian is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Point<S> {
    /// The origin of the tool frame.
    Tool,
    /// The origin of the frame of a link, counted from 0.
    Origin(usize),
    /// The mass centre of a link, undeformed.
    Centre(usize),
    /// A place that is fixed in the frame of a link.
    Fixed(usize, Vector<S>),
}

/// In which axes a Jacobian is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resolved {
    /// Those of the base.
    InBase,
    /// Those of the frame that the point belongs to: of its link, or of the tool.
    InOwnFrame,
}

/// The Jacobian of a point, a column for each coordinate.
pub fn jacobian<S: Scalar>(
    mechanism: &Mechanism<S>,
    state: &State<S>,
    frames: &Frames<S>,
    point: &Point<S>,
    axes: Resolved,
) -> Vec<Twist<S>> {
    let in_base = |link: usize| &frames.in_base[link];
    let on_tip = matches!(point, Point::Tool);
    let (link, frame, place) = match point {
        Point::Tool => (mechanism.tool_parent, &frames.tool, frames.tool.position.clone()),
        Point::Origin(link) => (*link, in_base(*link), in_base(*link).position.clone()),
        Point::Centre(link) => {
            let centre = &mechanism.joints[*link].central.centre;
            (*link, in_base(*link), in_base(*link).point(centre))
        }
        Point::Fixed(link, place) => (*link, in_base(*link), in_base(*link).point(place)),
    };
    let columns = in_base_axes(mechanism, state, frames, (link, on_tip), &place);
    match axes {
        Resolved::InBase => columns,
        Resolved::InOwnFrame => {
            let back = frame.rotation.transpose();
            columns.iter().map(|column| column.turned(&back)).collect()
        }
    }
}

/// The columns for a point on a link, or on its tip.
fn in_base_axes<S: Scalar>(
    mechanism: &Mechanism<S>,
    state: &State<S>,
    frames: &Frames<S>,
    (link, on_tip): (usize, bool),
    point: &Vector<S>,
) -> Vec<Twist<S>> {
    let still = || mechanism.still();
    let mut columns: Vec<Twist<S>> =
        mechanism.drives().map(|_| Twist { linear: still(), angular: still() }).collect();
    let mut at = Some(link);
    while let Some(index) = at {
        let joint = &mechanism.joints[index];
        let moved = joint.elastic.as_ref().filter(|_| on_tip || index != link);
        if let Some(elastic) = moved {
            let frame = &frames.in_base[index];
            for (j, twist) in Deformed::new(elastic, state).twists().iter().enumerate() {
                let Twist { linear, angular } = twist.turned(&frame.rotation);
                let lever = angular.cross(&(point - &frame.position));
                columns[elastic.first + j] = Twist { linear: &linear + &lever, angular };
            }
        }
        if joint.moves() {
            let frame = &frames.in_base[index];
            let axis = &frame.rotation * &joint.axis;
            let Twist { linear, angular } = match joint.kind {
                JointKind::Rotation => {
                    let linear = axis.cross(&(point - &frame.position));
                    Twist { linear, angular: axis }
                }
                _ => Twist { linear: axis, angular: still() },
            };
            for (k, share) in joint.shares() {
                columns[k].linear = &columns[k].linear + &share.scaled(&linear);
                columns[k].angular = &columns[k].angular + &share.scaled(&angular);
            }
        }
        at = joint.parent;
    }
    columns
}

/// The Jacobian of the tool's origin, in base axes.
pub fn tool_jacobian<S: Scalar>(
    mechanism: &Mechanism<S>,
    state: &State<S>,
    frames: &Frames<S>,
) -> Vec<Twist<S>> {
    jacobian(mechanism, state, frames, &Point::Tool, Resolved::InBase)
}

/// What the payload wrench asks of every drive: J^T (f, n).
pub fn payload_forces<S: Scalar>(
    mechanism: &Mechanism<S>,
    state: &State<S>,
    frames: &Frames<S>,
) -> Vec<S> {
    let force = &frames.tool.rotation * &mechanism.payload.force;
    let moment = &frames.tool.rotation * &mechanism.payload.moment;
    let columns = tool_jacobian(mechanism, state, frames);
    columns.iter().map(|at| at.linear.dot(&force).add(&at.angular.dot(&moment))).collect()
}
