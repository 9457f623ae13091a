//! Frames by matrix exponentials of the screws at q = 0 (Brockett 1984; Negrean 2019, eqs 32-39, where
//! b_j is printed with k k^T in place of the square of `[k]x`).
//!
//! With the axes k_j and the points p_j of the configuration q = 0, in base axes:
//!
//! ```text
//! T0_i = prod_{j <= i} exp(A_j q_j) T0_i(0),   A_j = [[k_j]x D_j, v_j; 0, 0]
//! v_j  = D_j p_j x k_j + (1 - D_j) k_j
//! ```
//!
//! The exponential of a rotation is Rodrigues' R with the shift (1 - R) p_j, which leaves the axis where
//! it is; that of a translation is a shift. The tip of an elastic link moves by a shift, then by rotations
//! about axes through its undeformed place; or by the exponentials of its modes (eqs 68-72, corrected: a
//! product over the links, not a sum of two products).

use appell_diagnostic::broken_invariant;
use appell_model::{JointKind, TipMap};
use appell_spatial::{Coefficient, Matrix, Scalar, Shape, Transform, Varied, Vector};

use crate::elastic::Deformed;
use crate::mechanism::{Body, Elastic, Mechanism, Seat, TipTurn};
use crate::state::State;

/// A robot at a state, by exponentials.
#[derive(Clone, Debug)]
pub struct Exponentials<S> {
    /// The frames at q = 0, in the base.
    at_zero: Vec<Transform<S>>,
    /// Of every joint its exponential, exp(A_i q_i).
    factors: Vec<Transform<S>>,
    /// The products of the exponentials from the base to every joint.
    products: Vec<Transform<S>>,
    /// The same up to what is placed on every link, which is more where the link deforms: on its tip, then on
    /// its stations.
    carried: Vec<Vec<Transform<S>>>,
}

/// The place of a station in the list of what a link carries; the tip comes first.
fn slot(station: Option<usize>) -> usize {
    station.map_or(0, |station| station + 1)
}

/// A rotation about an axis through a point.
fn about<S: Scalar>(axis: &Vector<S>, point: &Vector<S>, cos: &S, sin: &S) -> Transform<S> {
    let turn = Matrix::turn(axis, cos, sin);
    let shift = point - &(&turn * point);
    Transform::new(turn, shift)
}

/// A translation.
fn along<S: Scalar>(shift: Vector<S>) -> Transform<S> {
    Transform::new(Matrix::diagonal(&shift.x().integer(1)), shift)
}

/// The factor of a joint, given its frame at q = 0.
fn factor<S: Scalar>(joint: &Body<S>, state: &State<S>, rest: &Transform<S>) -> Transform<S> {
    let axis = &rest.rotation * &joint.axis;
    match (joint.kind, state.of(joint)) {
        (JointKind::Rotation, Some(at)) => about(&axis, &rest.position, &at.cos, &at.sin),
        (JointKind::Translation, Some(at)) => along(axis.scale(&at.q)),
        _ => Transform::identity(axis.x()),
    }
}

/// The motion of the tip of a link, or of a station of it, given the frame of the link at q = 0: a shift, then
/// turns; or the product of the exponentials of its modes.
fn tip<S: Scalar>(
    elastic: &Elastic<S>,
    station: Option<usize>,
    state: &State<S>,
    rest: &Transform<S>,
) -> Transform<S> {
    let body = &elastic.body;
    let axis = |axis: usize| Vector(rest.rotation.transpose().0[axis].clone());
    let turned = |turn: &TipTurn<S>, place: &Vector<S>| {
        let angle = &state.turns[turn.angle];
        about(&axis(turn.axis), &rest.point(place), &angle.cos, &angle.sin)
    };
    if elastic.tip_map != TipMap::Exponential {
        let shift = body.shift_at(station, Deformed::new(elastic, state).coefficients());
        let to_tip = along(&rest.rotation * &shift);
        let turns = elastic.turns.iter().filter(|turn| turn.station == station);
        let turns = turns.map(|turn| turned(turn, body.place(station)));
        return turns.fold(to_tip, |tip, turn| &tip * &turn);
    }
    // exp(q_j A_j) of one mode after the other: a screw, or a shift where the mode has no slope
    let mut tip = Transform::identity(rest.position.x());
    for Shape { coefficient, shift, .. } in &body.shapes {
        let Coefficient::Mode(mode) = *coefficient else { continue };
        let q = &state.coordinates[elastic.first + mode].q;
        let screw = elastic
            .turns
            .iter()
            .find_map(|turn| Some((turn, turn.screw.as_ref().filter(|(of, _)| *of == mode)?)));
        let motion = match screw {
            Some((turn, (_, pivot))) => {
                let pitch = axis(turn.axis).scale(&shift.0[turn.axis].mul(q));
                &turned(turn, &(&body.tip + pivot)) * &along(pitch)
            }
            None => along((&rest.rotation * shift).scale(q)),
        };
        tip = &tip * &motion;
    }
    tip
}

impl<S: Scalar> Exponentials<S> {
    /// The exponentials at a state; tips turn, also where the robot says that they are affine.
    pub fn new(mechanism: &Mechanism<S>, state: &State<S>) -> Self {
        let count = mechanism.joints.len();
        let (mut at_zero, mut factors) = (Vec::with_capacity(count), Vec::with_capacity(count));
        let (mut products, mut carried) = (Vec::with_capacity(count), Vec::with_capacity(count));
        for joint in &mechanism.joints {
            let rest: Transform<S> = match joint.parent {
                Some(parent) => &at_zero[parent] * &joint.parent_from_rest,
                None => joint.parent_from_rest.clone(),
            };
            let own = factor(joint, state, &rest);
            let product: Transform<S> = match joint.parent {
                Some(parent) => {
                    let on: &Vec<Transform<S>> = &carried[parent];
                    &on[slot(joint.station)] * &own
                }
                None => own.clone(),
            };
            carried.push(match &joint.elastic {
                Some(elastic) => {
                    let stations = (0..elastic.body.stations.len()).map(Some);
                    let seats = std::iter::once(None).chain(stations);
                    seats.map(|it| &product * &tip(elastic, it, state, &rest)).collect()
                }
                None => vec![product.clone()],
            });
            products.push(product);
            factors.push(own);
            at_zero.push(rest);
        }
        Self { at_zero, factors, products, carried }
    }

    /// The exponential of a joint, exp(A_i q_i).
    pub fn factor(&self, joint: usize) -> &Transform<S> {
        &self.factors[joint]
    }

    /// The product of the exponentials from the base to a joint.
    pub fn product(&self, joint: usize) -> &Transform<S> {
        &self.products[joint]
    }

    /// The same to what sits on a link, which is more where the link deforms, or on the base.
    pub fn carried(&self, seat: Seat) -> Option<&Transform<S>> {
        Some(&self.carried[seat.link?][slot(seat.station)])
    }

    /// The frame of a joint in the base.
    pub fn frame(&self, joint: usize) -> Transform<S> {
        &self.products[joint] * &self.at_zero[joint]
    }

    /// What is placed on a link, or on the base, in the base.
    pub fn mounted(&self, seat: Seat, placed: &Transform<S>) -> Transform<S> {
        let at_zero = self.at_zero(seat.link, Some(placed));
        self.carried(seat).map_or_else(|| at_zero.clone(), |carried| carried * &at_zero)
    }

    /// The frame of a link, or what is placed on it or on the base, in the base at q = 0.
    pub(crate) fn at_zero(
        &self,
        link: Option<usize>,
        placed: Option<&Transform<S>>,
    ) -> Transform<S> {
        match (link.map(|link| &self.at_zero[link]), placed) {
            (Some(frame), Some(placed)) => frame * placed,
            (Some(only), None) | (None, Some(only)) => only.clone(),
            (None, None) => broken_invariant("a frame that is neither a link nor placed"),
        }
    }

    /// The exponent A_i of a joint as a rate of a transform: `[k]x D` and v; a fixed joint has none.
    pub fn exponent(&self, mechanism: &Mechanism<S>, joint: usize) -> Option<Transform<S>> {
        let Transform { rotation, position } = &self.at_zero[joint];
        let axis = rotation * &mechanism.joints[joint].axis;
        match mechanism.joints[joint].kind {
            JointKind::Rotation => {
                Some(Transform::new(Matrix::cross(&axis), position.cross(&axis)))
            }
            JointKind::Translation => {
                Some(Transform::new(Matrix::diagonal(&mechanism.zero()), axis))
            }
            JointKind::Fixed => None,
        }
    }
}

/// The frames in the base, then the tool, as functions of time with derivatives up to an order: all
/// velocities and accelerations, by products of exponentials.
pub fn moving_frames_by_exponentials<S: Scalar>(
    mechanism: &Mechanism<S>,
    state: &State<S>,
    order: usize,
) -> Vec<Transform<Varied<S>>> {
    let moving = mechanism.constant();
    frames_by_exponentials(&moving, &state.jets(order, 0))
}

/// The frames in the base, then the tool, as products of exponentials.
pub fn frames_by_exponentials<S: Scalar>(
    mechanism: &Mechanism<S>,
    state: &State<S>,
) -> Vec<Transform<S>> {
    let exponentials = Exponentials::new(mechanism, state);
    let frames = (0..mechanism.joints.len()).map(|joint| exponentials.frame(joint));
    let tool = exponentials.mounted(Seat::on(mechanism.tool_parent), &mechanism.parent_from_tool);
    frames.chain([tool]).collect()
}
