//! Springs in joints: Ep has 1/2 k (q - q0)^2, and Q has k (q - q0); of a joint that follows others, by
//! the coordinates that it follows.

use appell_algebra::Poly;
use appell_spatial::Scalar;

use crate::mechanism::Mechanism;
use crate::state::State;

/// A spring in a joint.
#[derive(Clone, Debug)]
pub struct Spring<S> {
    /// k: moment over angle, or force over length.
    pub stiffness: S,
    /// q0: where it is relaxed.
    pub rest: S,
}

impl<S> Spring<S> {
    pub(crate) fn new<E>(
        spring: &appell_model::Spring,
        mut entry: impl FnMut(&Poly) -> Result<S, E>,
    ) -> Result<Self, E> {
        Ok(Self { stiffness: entry(&spring.stiffness)?, rest: entry(&spring.rest)? })
    }

    pub(crate) fn map<T>(&self, mut change: impl FnMut(&S) -> T) -> Spring<T> {
        Spring { stiffness: change(&self.stiffness), rest: change(&self.rest) }
    }
}

/// The springs that there are: the joint, its spring, and how far it is stretched.
fn stretched<S: Scalar>(
    mechanism: &Mechanism<S>,
    state: &State<S>,
) -> impl Iterator<Item = (usize, S)> {
    let joints = mechanism.joints.iter().enumerate();
    joints.filter(|(_, joint)| !joint.spring.stiffness.is_zero()).filter_map(|(index, joint)| {
        let stretch = state.of(joint)?.q.sub(&joint.spring.rest);
        Some((index, stretch))
    })
}

/// The energy in the springs.
pub(crate) fn spring_energy<S: Scalar>(mechanism: &Mechanism<S>, state: &State<S>) -> S {
    let energy = |(index, stretch): (usize, S)| {
        let joint: &crate::mechanism::Body<S> = &mechanism.joints[index];
        joint.spring.stiffness.mul(&stretch).mul(&stretch).over(2)
    };
    stretched(mechanism, state).map(energy).fold(mechanism.zero(), |sum, energy| sum.add(&energy))
}

/// Adds what the springs ask of the drives.
pub(crate) fn add_spring_forces<S: Scalar>(
    mechanism: &Mechanism<S>,
    state: &State<S>,
    forces: &mut [S],
) {
    for (index, stretch) in stretched(mechanism, state) {
        let joint = &mechanism.joints[index];
        joint.add_force(|| joint.spring.stiffness.mul(&stretch), forces);
    }
}

/// Adds the stiffness of the springs to a matrix of all coordinates.
pub(crate) fn add_spring_stiffness<S: Scalar>(mechanism: &Mechanism<S>, matrix: &mut [Vec<S>]) {
    for joint in mechanism.joints.iter().filter(|joint| !joint.spring.stiffness.is_zero()) {
        for (row, by_row) in joint.shares() {
            for (column, by_column) in joint.shares() {
                let entry = by_row.times(&by_column.times(&joint.spring.stiffness));
                matrix[row][column] = matrix[row][column].add(&entry);
            }
        }
    }
}
