//! Springs in joints: Ep has 1/2 k (q - q0)^2, and Q has k (q - q0); of a joint that follows others, by
//! the coordinates that it follows.

use appell_algebra::Poly;
use appell_spatial::Scalar;

use crate::mechanism::{Body, Mechanism};
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

    pub(crate) fn map<T>(&self, change: &mut dyn FnMut(&S) -> T) -> Spring<T> {
        Spring { stiffness: change(&self.stiffness), rest: change(&self.rest) }
    }
}

/// The joints that have springs, and how far these are stretched.
fn stretched<'m, S: Scalar>(
    mechanism: &'m Mechanism<S>,
    state: &State<S>,
) -> impl Iterator<Item = (&'m Body<S>, S)> {
    let springs = mechanism.joints.iter().filter(|joint| !joint.spring.stiffness.is_zero());
    springs.filter_map(|joint| Some((joint, state.of(joint)?.q.sub(&joint.spring.rest))))
}

/// The energy in the springs.
pub(crate) fn spring_energy<S: Scalar>(mechanism: &Mechanism<S>, state: &State<S>) -> S {
    let energy = |(joint, stretch): (&Body<S>, S)| {
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
    for (joint, stretch) in stretched(mechanism, state) {
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
