//! The mass matrix, by composite bodies: what is behind a joint moves as one body when only this
//! joint moves (Walker, Orin 1982).

use appell_model::JointKind;
use appell_spatial::{MassMoments, Scalar, Transform, Wrench};

use crate::mechanism::Mechanism;

/// What is behind each joint, as one body in the frame of the joint.
pub(crate) fn composite_bodies<S: Scalar>(
    mechanism: &Mechanism<S>,
    in_parent: &[Transform<S>],
) -> Vec<MassMoments<S>> {
    let mut composite: Vec<MassMoments<S>> =
        mechanism.joints.iter().map(|joint| joint.moments.clone()).collect();
    for (index, joint) in mechanism.joints.iter().enumerate().rev() {
        if let Some(parent) = joint.parent {
            composite[parent] = &composite[parent] + &composite[index].moved(&in_parent[index]);
        }
    }
    composite
}

/// M, a row for each coordinate.
pub fn mass_matrix<S: Scalar>(mechanism: &Mechanism<S>, in_parent: &[Transform<S>]) -> Vec<Vec<S>> {
    let count = mechanism.coordinates();
    let mut matrix = vec![vec![mechanism.zero(); count]; count];
    let composite = composite_bodies(mechanism, in_parent);
    for (index, joint) in mechanism.joints.iter().enumerate().rev() {
        let Some(column) = joint.coordinate else { continue };
        let MassMoments { mass, first, inertia } = &composite[index];
        let axis = &joint.axis;
        // what a unit of acceleration in this joint needs, at its origin
        let mut wrench = match joint.kind {
            JointKind::Rotation => Wrench { force: axis.cross(first), moment: inertia * axis },
            _ => Wrench { force: axis.scale(mass), moment: first.cross(axis) },
        };
        let mut at = index;
        loop {
            let carrier = &mechanism.joints[at];
            if let Some(row) = carrier.coordinate {
                let entry = carrier.along(&wrench);
                matrix[row][column] = entry.clone();
                matrix[column][row] = entry;
            }
            match carrier.parent {
                Some(parent) => {
                    wrench = wrench.moved(&in_parent[at]);
                    at = parent;
                }
                None => break,
            }
        }
    }
    matrix
}
