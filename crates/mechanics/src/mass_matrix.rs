//! The mass matrix, by composite bodies: what is behind a joint moves as one body when only this
//! joint moves (Walker, Orin 1982). When only a mode moves, its link answers as a body that deforms,
//! and all that sits on the tip, or on a station, as one body.

use appell_model::JointKind;
use appell_spatial::{MassMoments, Scalar, Transform, Twist, Vector, Wrench};

use crate::coupling::Share;
use crate::elastic::Deformed;
use crate::higher_order::acceleration_energy;
use crate::mechanism::{Mechanism, Seat};
use crate::rotor::add_rotor_masses;
use crate::state::State;

/// What is behind each joint, its link and all that sits on it, as one body.
pub(crate) struct CompositeBodies<S> {
    /// In the frame of the joint.
    pub(crate) own: Vec<MassMoments<S>>,
    /// In the frame of the parent.
    in_parent: Vec<MassMoments<S>>,
}

pub(crate) fn composite_bodies<S: Scalar>(
    mechanism: &Mechanism<S>,
    state: &State<S>,
    in_parent: &[Transform<S>],
) -> CompositeBodies<S> {
    let nothing = vec![MassMoments::none(&mechanism.zero()); mechanism.joints.len()];
    let mut bodies = CompositeBodies { own: nothing.clone(), in_parent: nothing };
    for (index, joint) in mechanism.joints.iter().enumerate().rev() {
        bodies.own[index] = &bodies.own[index] + &joint.moments_in(state);
        if let Some(parent) = joint.parent {
            let moved = bodies.own[index].moved(&in_parent[index]);
            bodies.own[parent] = &bodies.own[parent] + &moved;
            bodies.in_parent[index] = moved;
        }
    }
    bodies
}

/// What sits on a point of an elastic link.
struct OnPoint<S> {
    station: Option<usize>,
    /// How it moves with the modes.
    twists: Vec<Twist<S>>,
    /// As one body in the frame of the link.
    carried: MassMoments<S>,
}

/// The points of an elastic link with all that sits on them.
fn points<S: Scalar>(
    mechanism: &Mechanism<S>,
    state: &State<S>,
    bodies: &CompositeBodies<S>,
    link: usize,
) -> Vec<OnPoint<S>> {
    let Some(elastic) = &mechanism.joints[link].elastic else { return Vec::new() };
    let point = |station: Option<usize>| {
        let seat = Seat { link: Some(link), station };
        let there = mechanism.joints.iter().zip(&bodies.in_parent);
        let there = there.rev().filter(|(joint, _)| joint.seat() == seat);
        let none = MassMoments::none(&mechanism.zero());
        let carried = there.fold(none, |sum, (_, body)| &sum + body);
        OnPoint { station, twists: Deformed::at(elastic, state, station).twists(), carried }
    };
    mechanism.seats(link).into_iter().map(point).collect()
}

/// M, a row for each coordinate.
pub fn mass_matrix<S: Scalar>(
    mechanism: &Mechanism<S>,
    state: &State<S>,
    in_parent: &[Transform<S>],
) -> Vec<Vec<S>> {
    if mechanism.is_affine() {
        return by_energy(mechanism, state);
    }
    let count = mechanism.coordinates();
    let mut matrix = vec![vec![mechanism.zero(); count]; count];
    let bodies = composite_bodies(mechanism, state, in_parent);
    let points: Vec<Vec<OnPoint<S>>> =
        (0..mechanism.joints.len()).map(|link| points(mechanism, state, &bodies, link)).collect();
    for (index, joint) in mechanism.joints.iter().enumerate().rev() {
        // what a unit of acceleration of the joint, or of a mode, needs, at the origin of the link;
        // entries on the way inward
        let enter =
            |columns: Shares<S>, is_joint: bool, mut wrench: Wrench<S>, matrix: &mut [Vec<S>]| {
                let mut at = index;
                loop {
                    let carrier = &mechanism.joints[at];
                    if carrier.moves() {
                        let rows = carrier.shares();
                        let entry = carrier.along(&wrench);
                        match is_joint && at == index {
                            true => add(matrix, &rows, &columns, &entry),
                            false => add_both(matrix, &rows, &columns, &entry),
                        }
                    }
                    let Some(parent) = carrier.parent else { break };
                    wrench = wrench.moved(&in_parent[at]);
                    at = parent;
                    let on = points[at].iter().find(|point| point.station == carrier.station);
                    let (Some(elastic), Some(on)) = (&mechanism.joints[at].elastic, on) else {
                        continue;
                    };
                    for (j, twist) in on.twists.iter().enumerate() {
                        let mode = vec![(elastic.first + j, Share::whole())];
                        add_both(matrix, &mode, &columns, &power(twist, &wrench));
                    }
                }
            };
        if joint.moves() {
            let axis = &joint.axis;
            let still = || mechanism.still();
            let unit = match joint.kind {
                JointKind::Rotation => Twist { linear: still(), angular: axis.clone() },
                _ => Twist { linear: axis.clone(), angular: still() },
            };
            enter(joint.shares(), true, response(&bodies.own[index], &unit), &mut matrix);
        }
        if let (Some(elastic), Some(deformed)) = (&joint.elastic, joint.deformed(state)) {
            for j in 0..elastic.body.modes() {
                let (mut wrench, mut modal) = deformed.unit_response(j);
                for on in &points[index] {
                    let beyond = response(&on.carried, &on.twists[j]);
                    for (entry, other) in modal.iter_mut().zip(&on.twists) {
                        *entry = entry.add(&power(other, &beyond));
                    }
                    wrench = &wrench + &beyond;
                }
                for (l, entry) in modal.into_iter().enumerate() {
                    matrix[elastic.first + l][elastic.first + j] = entry;
                }
                let mode = vec![(elastic.first + j, Share::whole())];
                enter(mode, false, wrench, &mut matrix);
            }
        }
    }
    add_rotor_masses(mechanism, state, in_parent, &mut matrix);
    matrix
}

/// The coordinates of a row or a column of the matrix of all joints, each with its share.
type Shares<S> = Vec<(usize, Share<S>)>;

/// Adds an entry of the matrix of all joints to those of the coordinates that move them.
fn add<S: Scalar>(
    matrix: &mut [Vec<S>],
    rows: &[(usize, Share<S>)],
    columns: &[(usize, Share<S>)],
    entry: &S,
) {
    for (row, by_row) in rows {
        for (column, by_column) in columns {
            let more = by_row.times(&by_column.times(entry));
            matrix[*row][*column] = matrix[*row][*column].add(&more);
        }
    }
}

/// The same off the diagonal of the matrix of all joints, which is symmetric.
fn add_both<S: Scalar>(
    matrix: &mut [Vec<S>],
    rows: &[(usize, Share<S>)],
    columns: &[(usize, Share<S>)],
    entry: &S,
) {
    add(matrix, rows, columns, entry);
    add(matrix, columns, rows, entry);
}

/// M from the energy of accelerations at rest, which is 1/2 q''.M q'': a way that takes no frame for a
/// rotation.
fn by_energy<S: Scalar>(mechanism: &Mechanism<S>, state: &State<S>) -> Vec<Vec<S>> {
    let varied = mechanism.constant();
    let count = state.coordinates.len();
    let entry = |row: usize, column: usize| {
        let mut still = state.clone();
        for (k, at) in still.coordinates.iter_mut().enumerate() {
            at.rates = vec![mechanism.zero(), at.q.integer(i64::from(k == column))];
        }
        acceleration_energy(&varied, &still.varied(row, 2), 1).slope()
    };
    (0..count).map(|row| (0..count).map(|column| entry(row, column)).collect()).collect()
}

/// The wrench for an acceleration of a body at rest, about the origin of its moments.
fn response<S: Scalar>(moments: &MassMoments<S>, twist: &Twist<S>) -> Wrench<S> {
    let MassMoments { mass, first, inertia } = moments;
    let Twist { linear, angular } = twist;
    // most twists turn only, or shift only
    let zero = |vector: &Vector<S>| vector.0.iter().all(S::is_zero);
    match (zero(linear), zero(angular)) {
        (true, _) => Wrench { force: angular.cross(first), moment: inertia * angular },
        (_, true) => Wrench { force: linear.scale(mass), moment: first.cross(linear) },
        _ => Wrench {
            force: &linear.scale(mass) + &angular.cross(first),
            moment: &(inertia * angular) + &first.cross(linear),
        },
    }
}

/// The power of a wrench in a twist.
pub(crate) fn power<S: Scalar>(twist: &Twist<S>, wrench: &Wrench<S>) -> S {
    twist.linear.dot(&wrench.force).add(&twist.angular.dot(&wrench.moment))
}
