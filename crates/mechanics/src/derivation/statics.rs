//! Where the modes come to rest while the joints are held.

use appell_model::{Joint, ModeSource, Root};
use appell_spatial::Scalar;

use super::{Derivation, related_names};
use crate::arithmetic::Arithmetic;
use crate::error::Error;
use crate::forward::{required_forces, solve};
use crate::geometry::in_parent;
use crate::lagrange::tangent_stiffness;
use crate::state::{Coordinate, State};

impl<A: Arithmetic> Derivation<'_, A> {
    /// The coordinates at rest under gravity and payload, with the joints held where they are:
    /// Newton's iteration on the modal forces, with the second derivatives of the potential energy.
    pub(crate) fn static_deflection(&self) -> Result<Vec<A::Scalar>, Error> {
        let pinned = |joint: &Joint| {
            let source = joint.link.elastic.as_ref().map(|elastic| &elastic.source);
            matches!(source, Some(ModeSource::Beam(beam)) if beam.root == Root::Pinned)
        };
        if let Some(joint) = self.robot.joints().iter().position(pinned) {
            return Err(Error::PinnedRoot { joint });
        }
        let zero = self.mechanism.zero();
        let modal: Vec<usize> = self
            .mechanism
            .drives()
            .enumerate()
            .filter_map(|(k, drive)| drive.mode.map(|_| k))
            .collect();
        let mut q: Vec<A::Scalar> = self.state.coordinates.iter().map(|at| at.q.clone()).collect();
        modal.iter().for_each(|&k| q[k] = zero.clone());
        let mut distance = f64::INFINITY;
        /// The most rounds of the iteration.
        const ROUNDS: usize = 200;
        /// The relative change at which the iteration ends.
        const NEAR: f64 = 1e-13;
        for _ in 0..ROUNDS {
            let state = self.at_rest(&q)?;
            let forces =
                required_forces(&self.mechanism, &state, &in_parent(&self.mechanism, &state));
            let tangent = tangent_stiffness(&self.mechanism, &state);
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

    /// The state at rest at other coordinates; the joints are where they are.
    fn at_rest(&self, q: &[A::Scalar]) -> Result<State<A::Scalar>, Error> {
        let coordinates = self.state.coordinates.iter().zip(q).map(|(at, q)| Coordinate {
            q: q.clone(),
            rates: Vec::new(),
            ..at.clone()
        });
        let angles = related_names(self.robot);
        let circle = |turn: usize, angle: &_| self.arithmetic.turn(angles[turn], angle);
        Ok(State::new(&self.mechanism, coordinates.collect(), circle)?)
    }
}
