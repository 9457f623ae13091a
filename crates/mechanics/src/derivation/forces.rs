//! Forces at other accelerations than those of the state: Coriolis forces, forward dynamics.

use appell_spatial::{Scalar, Wrench};

use super::Derivation;
use crate::arithmetic::Arithmetic;
use crate::error::Error;
use crate::forward::{required_forces, solve};
use crate::friction::{dry_coefficient, friction_forces, viscous_forces};
use crate::kinematics::motions;
use crate::mechanism::Mechanism;
use crate::newton_euler::connection_wrenches;
use crate::state::State;

impl<A: Arithmetic> Derivation<'_, A> {
    /// The inertia forces without accelerations and without gravity.
    pub(super) fn coriolis_forces(&self) -> Vec<A::Scalar> {
        let mut free = self.mechanism.free();
        free.relax();
        let still = vec![self.mechanism.zero(); self.state.coordinates.len()];
        self.forces_at(&free, &self.state.with_accelerations(&still))
    }

    fn forces_at(
        &self,
        mechanism: &Mechanism<A::Scalar>,
        state: &State<A::Scalar>,
    ) -> Vec<A::Scalar> {
        required_forces(mechanism, state, &self.frames().in_parent)
    }

    fn wrenches_at(
        &self,
        mechanism: &Mechanism<A::Scalar>,
        state: &State<A::Scalar>,
    ) -> Vec<Wrench<A::Scalar>> {
        let in_parent = &self.frames().in_parent;
        connection_wrenches(mechanism, state, in_parent, &motions(mechanism, state, in_parent))
    }

    /// The accelerations that the driving forces cause. Coulomb friction depends on the connection
    /// forces and so on the accelerations: it is found by iteration, from the frictionless value.
    pub(super) fn accelerations(&self) -> Result<Vec<A::Scalar>, Error> {
        let count = self.state.coordinates.len();
        let driving: Vec<A::Scalar> = (0..count)
            .map(|k| self.arithmetic.driving_force(k, &self.driving_force_name(k)))
            .collect::<Result<_, _>>()?;
        let still = vec![self.mechanism.zero(); count];
        let resistance = self.forces_at(&self.mechanism, &self.state.with_accelerations(&still));
        let dry = !self.mechanism.is_affine()
            && self.mechanism.joints.iter().any(|joint| !dry_coefficient(joint).is_zero());
        let mut accelerations = still;
        let mut distance = f64::INFINITY;
        /// How often the friction is found anew before it is given up.
        const ROUNDS: usize = 200;
        /// How near two rounds must be, against their size.
        const NEAR: f64 = 1e-13;
        for round in 0..ROUNDS {
            let friction = match round {
                0 => viscous_forces(&self.mechanism, &self.state, 1),
                _ => {
                    let state = self.state.with_accelerations(&accelerations);
                    let wrenches = self.wrenches_at(&self.mechanism, &state);
                    friction_forces(&self.arithmetic, &self.mechanism, &self.state, &wrenches)
                }
            };
            let right: Vec<A::Scalar> =
                (0..count).map(|k| driving[k].sub(&resistance[k]).sub(&friction[k])).collect();
            let next = solve(&self.arithmetic, self.mass_matrix(), &right)?;
            next.iter().try_for_each(|entry| self.arithmetic.check_result(entry))?;
            if !dry {
                return Ok(next);
            }
            let far = next.iter().zip(&accelerations).try_fold(0.0f64, |largest, (a, b)| {
                let size = self.arithmetic.size(a)?.max(1.0);
                let change = self.arithmetic.size(&a.sub(b))? / size;
                // a number that is none must not pass for a small one
                Some(if change.is_finite() { largest.max(change) } else { f64::INFINITY })
            });
            // symbols cannot be compared
            distance = far.ok_or(Error::ImplicitFriction)?;
            if round > 0 && distance < NEAR {
                return Ok(next);
            }
            if distance.is_infinite() {
                return Err(Error::NotSettled { rounds: round, distance });
            }
            accelerations = next;
        }
        Err(Error::NotSettled { rounds: ROUNDS, distance })
    }

    /// `tau1` for joint 1, `tau1_2` for the second mode of its link, or with underscores where a parameter is called so.
    fn driving_force_name(&self, coordinate: usize) -> String {
        let drive = self.mechanism.drives().nth(coordinate);
        let number = drive.map_or_else(String::new, |drive| drive.label().replace(',', "_"));
        let taken = |name: &String| self.robot.parameters().iter().any(|it| it.name == *name);
        let mut stem = "tau".to_owned();
        while taken(&format!("{stem}{number}")) {
            stem.push('_');
        }
        format!("{stem}{number}")
    }
}
