//! Forward dynamics for generated code: by the mass matrix or by articulated bodies, whichever has
//! fewer operations.

use super::Derivation;
use super::economical::Load;
use crate::arithmetic::Arithmetic;
use crate::economical::supports_articulated;
use crate::error::Error;
use crate::forward::{solve, solve_columns};
use crate::mechanism::Mechanism;
use crate::state::State;

impl<A: Arithmetic> Derivation<'_, A> {
    /// The accelerations by the route that takes fewer operations. The mass matrix serves short
    /// arms; what it takes to eliminate grows with the square of the joints before each joint.
    pub(super) fn cheapest_accelerations(&self) -> Result<Vec<A::Scalar>, Error> {
        if !supports_articulated(&self.mechanism) {
            return self.light_accelerations();
        }
        let by_bodies = self.accelerations_by_bodies()?;
        let Some(count) = self.arithmetic.operations(&by_bodies) else {
            return self.light_accelerations();
        };
        // without even making the matrix
        if elimination(&self.mechanism) >= count {
            return Ok(by_bodies);
        }
        let by_matrix = self.light_accelerations()?;
        let fewer = self.arithmetic.operations(&by_matrix).is_none_or(|other| other <= count);
        Ok(if fewer { by_matrix } else { by_bodies })
    }

    fn accelerations_by_bodies(&self) -> Result<Vec<A::Scalar>, Error> {
        let right = self.light_forces()?;
        let robot = self.regrouped(Load::None)?;
        let invert = |pivot: &A::Scalar| self.arithmetic.reciprocal(pivot);
        let found = robot.accelerations(&self.state, &right, invert)?;
        self.arithmetic.check()?;
        Ok(found)
    }

    pub(super) fn light_accelerations(&self) -> Result<Vec<A::Scalar>, Error> {
        let right = self.light_forces()?;
        self.outermost_first(&self.light_mass_matrix()?, &right, |matrix, right| {
            solve(&self.arithmetic, matrix, right)
        })
    }

    /// What the given forces leave for accelerations.
    fn light_forces(&self) -> Result<Vec<A::Scalar>, Error> {
        self.accelerating_forces(&self.forces_under(Load::All, 1)?, &self.unloaded_friction()?)
    }

    /// The state with the accelerations that the forces cause, friction by the load left out.
    pub(super) fn light_accelerated_state(&self) -> Result<State<A::Scalar>, Error> {
        Ok(self.state.with_accelerations(&self.light_accelerations()?))
    }

    pub(super) fn light_inverse(&self) -> Result<Vec<Vec<A::Scalar>>, Error> {
        self.outermost_first(&self.light_mass_matrix()?, &self.unit_matrix(), |matrix, right| {
            solve_columns(&self.arithmetic, matrix, right)
        })
    }

    pub(super) fn light_acceleration_slopes(
        &self,
        order: usize,
    ) -> Result<Vec<Vec<A::Scalar>>, Error> {
        let state = self.light_accelerated_state()?;
        let slopes = self.light_slopes(&state, order)?;
        self.outermost_first(&self.light_mass_matrix()?, &slopes, |matrix, slopes| {
            self.minus_solved(matrix, slopes)
        })
    }

    /// Solves with the coordinates from the last to the first, where the robot branches: joints of
    /// different branches, which are strangers in the mass matrix, then remain so (Featherstone
    /// 2005).
    fn outermost_first<T: Clone>(
        &self,
        matrix: &[Vec<A::Scalar>],
        right: &[T],
        solve: impl Fn(&[Vec<A::Scalar>], &[T]) -> Result<Vec<T>, Error>,
    ) -> Result<Vec<T>, Error> {
        if !branches(&self.mechanism) {
            return solve(matrix, right);
        }
        let reversed = |row: &Vec<A::Scalar>| row.iter().rev().cloned().collect();
        let matrix: Vec<Vec<A::Scalar>> = matrix.iter().rev().map(reversed).collect();
        let right: Vec<T> = right.iter().rev().cloned().collect();
        let mut found = solve(&matrix, &right).map_err(|error| match error {
            Error::SingularMass { coordinate } => {
                Error::SingularMass { coordinate: matrix.len() - 1 - coordinate }
            }
            other => other,
        })?;
        found.reverse();
        Ok(found)
    }
}

/// How many joints that move stand before each joint that moves.
fn depths<S>(mechanism: &Mechanism<S>) -> Vec<usize> {
    let mut behind: Vec<usize> = Vec::with_capacity(mechanism.joints.len());
    let mut depths = Vec::new();
    for joint in &mechanism.joints {
        let before = joint.parent.map_or(0, |parent| behind[parent]);
        if joint.coordinate.is_some() {
            depths.push(before);
        }
        behind.push(before + usize::from(joint.coordinate.is_some()));
    }
    depths
}

/// Whether two joints that move stand on different branches.
fn branches<S>(mechanism: &Mechanism<S>) -> bool {
    depths(mechanism).into_iter().enumerate().any(|(number, before)| before != number)
}

/// How many products and sums it takes to eliminate the mass matrix: those of all pairs of joints
/// before each joint.
fn elimination<S>(mechanism: &Mechanism<S>) -> usize {
    depths(mechanism).into_iter().map(|before| before * (before + 1)).sum()
}
