//! How far elastic links are bent while the joints are held, or move steadily.

use appell_model::{Joint, ModeSource, Root};
use appell_spatial::Scalar;

use super::{Derivation, related_names};
use crate::arithmetic::Arithmetic;
use crate::error::Error;
use crate::forward::{required_forces, solve};
use crate::geometry::in_parent;
use crate::lagrange::tangent_stiffness;
use crate::slopes::slopes_of;
use crate::state::{Coordinate, State};

impl<A: Arithmetic> Derivation<'_, A> {
    /// The coordinates with the modes as gravity, the payload and the motion of the joints bend them.
    pub(crate) fn static_deflection(&self) -> Result<Vec<A::Scalar>, Error> {
        self.deflection(true)
    }

    /// The same; with the joints held, or as they move. Newton's iteration on the modal forces.
    pub(super) fn deflection(&self, moving: bool) -> Result<Vec<A::Scalar>, Error> {
        let pinned = |joint: &Joint| {
            let source = joint.link.elastic.as_ref().map(|elastic| &elastic.source);
            matches!(source, Some(ModeSource::Beam(beam)) if beam.root == Root::Pinned)
        };
        if let Some(joint) = self.robot.joints().iter().position(pinned) {
            return Err(Error::PinnedRoot { joint });
        }
        let zero = self.mechanism.zero();
        let modal = self.modal();
        let varied = self.mechanism.constant();
        // where nothing moves, second derivatives of the potential energy: a mode without stiffness has none
        let still = |rate: &A::Scalar| self.arithmetic.size(rate).is_some_and(|size| size == 0.0);
        let is_held = !moving || self.state.coordinates.iter().flat_map(|at| &at.rates).all(still);
        let mut q: Vec<A::Scalar> = self.state.coordinates.iter().map(|at| at.q.clone()).collect();
        modal.iter().for_each(|&k| q[k] = zero.clone());
        let mut distance = f64::INFINITY;
        /// The most rounds of the iteration.
        const ROUNDS: usize = 200;
        /// The relative change at which the iteration ends.
        const NEAR: f64 = 1e-13;
        for _ in 0..ROUNDS {
            let state = self.steady(&q, moving)?;
            let forces =
                required_forces(&self.mechanism, &state, &in_parent(&self.mechanism, &state));
            let tangent = match is_held {
                true => tangent_stiffness(&self.mechanism, &state),
                false => slopes_of(&self.arithmetic, &self.mechanism, &state, 0, |state| {
                    required_forces(&varied, state, &in_parent(&varied, state))
                })?,
            };
            let row = |&i: &usize| modal.iter().map(|&j| tangent[i][j].clone()).collect();
            let matrix: Vec<Vec<A::Scalar>> = modal.iter().map(row).collect();
            let right: Vec<A::Scalar> = modal.iter().map(|&k| forces[k].neg()).collect();
            right.iter().try_for_each(|entry| self.arithmetic.check_result(entry))?;
            let step = solve(&self.arithmetic, &matrix, &right).map_err(|error| match error {
                Error::SingularMass { coordinate } => {
                    Error::SingularStiffness { coordinate: modal[coordinate] }
                }
                other => other,
            })?;
            let mut sizes = [0.0f64; 2];
            for (&k, step) in modal.iter().zip(&step) {
                q[k] = q[k].add(step);
                for (size, entry) in sizes.iter_mut().zip([step, &q[k]]) {
                    *size = size.max(self.arithmetic.size(entry).ok_or(Error::NumbersOnly)?);
                }
            }
            distance = sizes[0] / sizes[1].max(f64::MIN_POSITIVE);
            if sizes[0] == 0.0 || distance < NEAR {
                return Ok(q);
            }
        }
        Err(Error::NoRest { rounds: ROUNDS, distance })
    }

    /// The numbers of the modal coordinates.
    pub(super) fn modal(&self) -> Vec<usize> {
        let drives = self.mechanism.drives().enumerate();
        drives.filter_map(|(k, drive)| drive.mode.map(|_| k)).collect()
    }

    /// The state at other coordinates, with modes that do not move, and joints that are held or move as they do.
    pub(super) fn steady(&self, q: &[A::Scalar], moving: bool) -> Result<State<A::Scalar>, Error> {
        let drives = self.mechanism.drives().map(|drive| moving && drive.mode.is_none());
        let coordinates =
            self.state.coordinates.iter().zip(q).zip(drives).map(|((at, q), moves)| {
                let rates = if moves { at.rates.clone() } else { Vec::new() };
                Coordinate { q: q.clone(), rates, ..at.clone() }
            });
        let angles = related_names(self.robot);
        let circle = |turn: usize, angle: &_| self.arithmetic.turn(angles[turn], angle);
        Ok(State::new(&self.mechanism, coordinates.collect(), circle)?)
    }
}
