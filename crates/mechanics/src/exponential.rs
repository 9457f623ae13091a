//! The second route to the frames: matrix exponentials of the screws at q = 0 (Brockett 1984;
//! Negrean 2019, eqs 32-39, where b_j is printed with k k^T in place of the square of `[k]x`).
//!
//! With the axes k_j and the points p_j of the configuration q = 0, in base axes:
//!
//! ```text
//! T0_i = prod_{j <= i} exp(A_j q_j) T0_i(0),   A_j = [[k_j]x D_j, v_j; 0, 0]
//! v_j  = D_j p_j x k_j + (1 - D_j) k_j
//! ```
//!
//! The exponential of a rotation is Rodrigues' R with the
//! shift (1 - R) p_j, which leaves the axis where it is; that of a translation is a shift. The tip of
//! an elastic link moves by a shift, then by rotations about axes through its undeformed place
//! (eqs 68-72, corrected: a product over the links, not a sum of two products).

use appell_model::JointKind;
use appell_spatial::{Matrix, Scalar, Transform, Varied, Vector};

use crate::elastic::Deformed;
use crate::mechanism::Mechanism;
use crate::state::State;

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

/// The frames in the base, then the tool, as products of exponentials; tips turn, also where the
/// robot says that they are affine.
pub fn frames_by_exponentials<S: Scalar>(
    mechanism: &Mechanism<S>,
    state: &State<S>,
) -> Vec<Transform<S>> {
    let like = mechanism.zero();
    // the configuration q = 0
    let mut at_zero: Vec<Transform<S>> = Vec::new();
    // the product of the exponentials from the base to every joint
    let mut products: Vec<Transform<S>> = Vec::new();
    // the same up to what is placed on every link, which is more where the link deforms
    let mut carried: Vec<Transform<S>> = Vec::new();
    for joint in &mechanism.joints {
        let rest = match joint.parent {
            Some(parent) => &at_zero[parent] * &joint.parent_from_rest,
            None => joint.parent_from_rest.clone(),
        };
        let axis = &rest.rotation * &joint.axis;
        let about = |axis: &Vector<S>, point: &Vector<S>, cos: &S, sin: &S| {
            let turn = Matrix::turn(axis, cos, sin);
            let shift = point - &(&turn * point);
            Transform::new(turn, shift)
        };
        let along = |shift: Vector<S>| Transform::new(Matrix::diagonal(&like.integer(1)), shift);
        let own = match (joint.kind, state.of(joint)) {
            (JointKind::Rotation, Some(at)) => about(&axis, &rest.position, &at.cos, &at.sin),
            (JointKind::Translation, Some(at)) => along(axis.scale(&at.q)),
            _ => Transform::identity(&like),
        };
        products.push(match joint.parent {
            Some(parent) => &carried[parent] * &own,
            None => own,
        });
        let mut tip = products[products.len() - 1].clone();
        if let Some(elastic) = &joint.elastic {
            let point = rest.point(&elastic.body.tip);
            let shift = elastic.body.tip_shift(Deformed::new(elastic, state).coefficients());
            tip = &tip * &along(&rest.rotation * &shift);
            for (axis, turn) in &elastic.turns {
                let axis = Vector(rest.rotation.transpose().0[*axis].clone());
                let turn = &state.turns[*turn];
                tip = &tip * &about(&axis, &point, &turn.cos, &turn.sin);
            }
        }
        carried.push(tip);
        at_zero.push(rest);
    }
    let tool = &at_zero[mechanism.tool_parent] * &mechanism.parent_from_tool;
    let tool = &carried[mechanism.tool_parent] * &tool;
    products.iter().zip(&at_zero).map(|(product, rest)| product * rest).chain([tool]).collect()
}
