//! Jacobians: how velocities follow from the rates of the coordinates. A column is the twist that a
//! unit of one rate gives.

use appell_model::JointKind;
use appell_spatial::{Matrix, Scalar, Transform, Twist, Vector, Wrench};

use crate::elastic::Deformed;
use crate::geometry::{Frames, mounted};
use crate::mechanism::{Mechanism, Mounted, is_zero};
use crate::state::State;

/// Of which point a Jacobian is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Point<S> {
    /// The origin of the tool frame.
    Tool,
    /// The origin of a named frame, by its place in the list of all of them.
    Named(usize),
    /// The origin of the frame of a link, counted from 0.
    Origin(usize),
    /// The centre of mass of a link, undeformed.
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
    let (columns, rotation) = columns(mechanism, state, frames, point);
    match axes {
        Resolved::InBase => columns,
        Resolved::InOwnFrame => {
            let back = rotation.transpose();
            columns.iter().map(|column| column.turned(&back)).collect()
        }
    }
}

/// The Jacobian of a point in base axes, and the axes of the frame that the point belongs to.
fn columns<S: Scalar>(
    mechanism: &Mechanism<S>,
    state: &State<S>,
    frames: &Frames<S>,
    point: &Point<S>,
) -> (Vec<Twist<S>>, Matrix<S>) {
    let on_link = |link: usize, place: Option<&Vector<S>>| {
        let Transform { rotation, position } = &frames.in_base[link];
        let place = place.map_or_else(|| position.clone(), |it| frames.in_base[link].point(it));
        (Some(link), rotation.clone(), place)
    };
    let (link, rotation, place) = match point {
        Point::Tool => {
            let Transform { rotation, position } = frames.tool.clone();
            (Some(mechanism.tool_parent), rotation, position)
        }
        Point::Named(index) => {
            let Mounted { seat, parent_from_frame, .. } = &mechanism.frames[*index];
            let placed = mounted(mechanism, *seat, state, parent_from_frame);
            let in_base = seat.link.map(|link| &frames.in_base[link] * &placed);
            let Transform { rotation, position } = in_base.unwrap_or(placed);
            (seat.link, rotation, position)
        }
        Point::Origin(link) => on_link(*link, None),
        Point::Centre(link) => on_link(*link, Some(&mechanism.joints[*link].central.centre)),
        Point::Fixed(link, place) => on_link(*link, Some(place)),
    };
    let own = match point {
        Point::Tool => OwnModes::Move(None),
        Point::Named(index) => OwnModes::Move(mechanism.frames[*index].seat.station),
        Point::Origin(_) | Point::Centre(_) | Point::Fixed(..) => OwnModes::Stay,
    };
    (in_base_axes(mechanism, state, frames, (link, own), &place), rotation)
}

/// What the modes of the link that carries a point do with it.
#[derive(Clone, Copy)]
enum OwnModes {
    /// Nothing: it is fixed in the frame of the link.
    Stay,
    /// They move it with a station of the link, or with its tip.
    Move(Option<usize>),
}

/// The columns for a point on a link; on the base they are zero.
fn in_base_axes<S: Scalar>(
    mechanism: &Mechanism<S>,
    state: &State<S>,
    frames: &Frames<S>,
    (link, own): (Option<usize>, OwnModes),
    point: &Vector<S>,
) -> Vec<Twist<S>> {
    let still = || mechanism.still();
    let mut columns: Vec<Twist<S>> =
        mechanism.drives().map(|_| Twist { linear: still(), angular: still() }).collect();
    let mut at = link;
    let mut moves = own;
    while let Some(index) = at {
        let joint = &mechanism.joints[index];
        if let (Some(elastic), OwnModes::Move(station)) = (&joint.elastic, moves) {
            let frame = &frames.in_base[index];
            for (j, twist) in Deformed::at(elastic, state, station).twists().iter().enumerate() {
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
        moves = OwnModes::Move(joint.station);
    }
    columns
}

/// The Jacobian of the centre of mass of a link, in base axes. Of a link that deforms one over its mass is
/// given; its own modes move the centre by (int d_j dm) / m.
pub(crate) fn centre_jacobian<S: Scalar>(
    mechanism: &Mechanism<S>,
    state: &State<S>,
    frames: &Frames<S>,
    link: usize,
    inverse_mass: Option<&S>,
) -> Vec<Twist<S>> {
    let body = &mechanism.joints[link];
    let (Some(elastic), Some(inverse)) = (&body.elastic, inverse_mass) else {
        return jacobian(mechanism, state, frames, &Point::Centre(link), Resolved::InBase);
    };
    let deformed = Deformed::new(elastic, state);
    let centre = deformed.moments(&body.moments).first.scale(inverse);
    let point = Point::Fixed(link, centre);
    let mut columns = jacobian(mechanism, state, frames, &point, Resolved::InBase);
    let rotation = &frames.in_base[link].rotation;
    for mode in 0..elastic.body.modes() {
        let moved = elastic.body.first(&deformed.by_mode(mode)).scale(inverse);
        let column = &mut columns[elastic.first + mode];
        column.linear = &column.linear + &(rotation * &moved);
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

/// What the wrenches that the robot exerts on its surroundings ask of every drive: the sum of
/// J^T (f, n) over the tool and the named frames, each in its own axes.
pub fn applied_forces<S: Scalar>(
    mechanism: &Mechanism<S>,
    state: &State<S>,
    frames: &Frames<S>,
) -> Vec<S> {
    let of = |point: &Point<S>, wrench: &Wrench<S>| -> Vec<S> {
        let (columns, rotation) = columns(mechanism, state, frames, point);
        let [force, moment] = [&wrench.force, &wrench.moment].map(|it| &rotation * it);
        let power = |at: &Twist<S>| at.linear.dot(&force).add(&at.angular.dot(&moment));
        columns.iter().map(power).collect()
    };
    let mut forces = of(&Point::Tool, &mechanism.payload);
    for (index, frame) in mechanism.frames.iter().enumerate().filter(|(_, it)| !is_zero(&it.wrench))
    {
        let more = of(&Point::Named(index), &frame.wrench);
        forces = forces.iter().zip(&more).map(|(a, b)| a.add(b)).collect();
    }
    forces
}
