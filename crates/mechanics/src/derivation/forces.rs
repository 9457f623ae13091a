//! Forces and accelerations of the coordinates: inverse dynamics, friction, gravity, Coriolis forces,
//! forward dynamics, and their derivatives.

use appell_algebra::Rational;
use appell_spatial::{Scalar, Varied, Wrench};

use super::Derivation;
use crate::appell::driving_forces_by_appell;
use crate::arithmetic::Arithmetic;
use crate::error::Error;
use crate::forward::{
    required_forces, solve, solve_columns, solve_unsymmetric, solve_unsymmetric_columns,
};
use crate::friction::{friction_rates, unloaded_friction};
use crate::gear::{all_friction, all_friction_rates};
use crate::higher_order::driving_force_jets;
use crate::kinematics::{Motion, motions};
use crate::lagrange::gravity_forces;
use crate::mechanism::{Drive, Mechanism};
use crate::newton_euler::{connection_wrenches, driving_forces};
use crate::slopes::driving_force_slopes;
use crate::state::State;

/// The relative change of the accelerations at which an iteration for them ends.
const NEAR: f64 = 1e-13;

impl<A: Arithmetic> Derivation<'_, A> {
    /// The inertia forces without accelerations and without gravity.
    pub(crate) fn coriolis_forces(&self) -> Result<Vec<A::Scalar>, Error> {
        let mut free = self.mechanism.free();
        free.relax();
        let still = vec![self.mechanism.zero(); self.state.coordinates.len()];
        self.forces_at(&free, &self.state.with_accelerations(&still))
    }

    /// The forces by which gravity pulls at the coordinates.
    pub(crate) fn gravity_forces(&self) -> Result<Vec<A::Scalar>, Error> {
        Ok(gravity_forces(&self.mechanism, &self.state))
    }

    /// Whether friction depends on the forces: on those of connections, or on those that gears pass on.
    pub(super) fn is_loaded(&self) -> bool {
        self.mechanism.has_load_friction()
    }

    /// The friction of every drive; of a mode, its damping.
    pub fn friction(&self) -> Result<Vec<A::Scalar>, Error> {
        match (self.mechanism.is_affine(), self.is_loaded()) {
            (true, true) => Err(Error::AffineFriction),
            (true, false) => self.unloaded_friction(),
            _ => self.friction_with(&self.state, self.motions()?, self.wrenches()?),
        }
    }

    /// The same at a state, by its motions and connection wrenches.
    fn friction_with(
        &self,
        state: &State<A::Scalar>,
        motions: &[Motion<A::Scalar>],
        wrenches: &[Wrench<A::Scalar>],
    ) -> Result<Vec<A::Scalar>, Error> {
        let mechanism = &self.mechanism;
        let needed = match mechanism.has_gear_losses() {
            true => driving_forces(mechanism, state, &self.frames()?.in_parent, motions, wrenches),
            false => Vec::new(),
        };
        Ok(all_friction(&self.arithmetic, mechanism, state, motions, wrenches, &needed)?)
    }

    /// The driving forces, friction in them.
    pub fn driving_forces(&self) -> Result<Vec<A::Scalar>, Error> {
        let forces = match self.mechanism.is_affine() {
            true => driving_forces_by_appell(&self.mechanism, &self.state),
            false => {
                let (in_parent, motions) = (&self.frames()?.in_parent, self.motions()?);
                driving_forces(&self.mechanism, &self.state, in_parent, motions, self.wrenches()?)
            }
        };
        let forces = forces.iter().zip(self.friction()?);
        let forces = forces.map(|(force, friction)| force.add(&friction)).collect();
        self.check()?;
        Ok(forces)
    }

    /// What inertia alone asks of the drives, of joints and of modes.
    pub(crate) fn generalised_inertia_forces(&self) -> Result<Vec<A::Scalar>, Error> {
        let mut free = self.mechanism.free();
        free.relax();
        self.forces_at(&free, &self.state)
    }

    /// Time derivatives of the driving forces, friction in them; the derivative of a sign is zero.
    pub(crate) fn driving_force_rates(&self, order: usize) -> Result<Vec<A::Scalar>, Error> {
        let jets = driving_force_jets(&self.mechanism, &self.state, order);
        self.with_friction_rates(&jets, order, false)
    }

    /// The time derivatives of an order of forces, and those of friction; `for_code` says whether code is
    /// made of them.
    pub(super) fn with_friction_rates(
        &self,
        jets: &[Varied<A::Scalar>],
        order: usize,
        for_code: bool,
    ) -> Result<Vec<A::Scalar>, Error> {
        let (arithmetic, mechanism, state) = (&self.arithmetic, &self.mechanism, &self.state);
        let friction = match (self.is_loaded(), mechanism.is_affine()) {
            (true, true) => return Err(Error::AffineFriction),
            (true, false) => all_friction_rates(arithmetic, mechanism, state, order, for_code)?,
            (false, _) => friction_rates(arithmetic, mechanism, state, order)?,
        };
        let rates = jets.iter().map(|jet| jet.at::<A::Scalar>(order)).zip(&friction);
        Ok(rates.map(|(rate, friction)| rate.add(friction)).collect())
    }

    /// The derivatives of the driving forces by the coordinates (order 0), their rates (1) or their
    /// accelerations (2).
    pub(crate) fn driving_force_slopes(&self, order: usize) -> Result<Vec<Vec<A::Scalar>>, Error> {
        match (order, self.is_loaded()) {
            (2, false) => Ok(self.mass_matrix()?.to_vec()),
            _ => self.slopes_at(&self.state, order, false),
        }
    }

    /// The same at a state; `for_code` says whether code is made of it.
    pub(super) fn slopes_at(
        &self,
        state: &State<A::Scalar>,
        order: usize,
        for_code: bool,
    ) -> Result<Vec<Vec<A::Scalar>>, Error> {
        if self.is_loaded() && self.mechanism.is_affine() {
            return Err(Error::AffineFriction);
        }
        let (arithmetic, mechanism) = (&self.arithmetic, &self.mechanism);
        Ok(driving_force_slopes(arithmetic, mechanism, state, order, for_code)?)
    }

    fn forces_at(
        &self,
        mechanism: &Mechanism<A::Scalar>,
        state: &State<A::Scalar>,
    ) -> Result<Vec<A::Scalar>, Error> {
        Ok(required_forces(mechanism, state, &self.frames()?.in_parent))
    }

    fn friction_at(&self, state: &State<A::Scalar>) -> Result<Vec<A::Scalar>, Error> {
        let (mechanism, in_parent) = (&self.mechanism, &self.frames()?.in_parent);
        let motions = motions(mechanism, state, in_parent);
        let wrenches = connection_wrenches(mechanism, state, in_parent, &motions);
        self.friction_with(state, &motions, &wrenches)
    }

    /// The accelerations that the driving forces cause. Friction that depends on the load depends on the
    /// accelerations, which are then found by iteration, beginning without this friction. With gears that have losses,
    /// Newton's method takes over.
    pub(crate) fn accelerations(&self) -> Result<Vec<A::Scalar>, Error> {
        let count = self.state.coordinates.len();
        let driving = self.given_forces()?;
        let still = vec![self.mechanism.zero(); count];
        let resistance = self.forces_at(&self.mechanism, &self.state.with_accelerations(&still))?;
        let loaded = self.is_loaded();
        if loaded && self.mechanism.is_affine() {
            return Err(Error::AffineFriction);
        }
        let mut accelerations = still;
        let mut distance = f64::INFINITY;
        /// The most rounds of the iteration.
        const ROUNDS: usize = 200;
        // with much friction a full step overshoots: then shorter steps are taken
        let mut share = Rational::ONE;
        for round in 0..ROUNDS {
            let friction = match round {
                0 => self.unloaded_friction()?,
                _ => self.friction_at(&self.state.with_accelerations(&accelerations))?,
            };
            let right: Vec<A::Scalar> =
                (0..count).map(|k| driving[k].sub(&resistance[k]).sub(&friction[k])).collect();
            let next = solve(&self.arithmetic, self.mass_matrix()?, &right)?;
            next.iter().try_for_each(|entry| self.arithmetic.check_result(entry))?;
            if !loaded {
                return Ok(next);
            }
            let before = distance;
            distance = self.distance(&next, &accelerations)?;
            if self.mechanism.has_gear_losses() {
                return self.accelerations_behind_gears(&driving, next);
            }
            if round > 0 && distance < NEAR {
                return Ok(next);
            }
            if distance.is_infinite() {
                return Err(Error::NotSettled { rounds: round, distance });
            }
            if round > 1 && distance >= before {
                share = &share * &Rational::new(1, 2)?;
            }
            accelerations = match share == Rational::ONE {
                true => next,
                false => {
                    let share = self.arithmetic.entry(&share.clone().into())?;
                    let shorter = next.iter().zip(&accelerations);
                    shorter.map(|(next, last)| last.add(&share.mul(&next.sub(last)))).collect()
                }
            };
        }
        Err(Error::NotSettled { rounds: ROUNDS, distance })
    }

    /// The accelerations with gears that have losses, by Newton's method.
    ///
    /// Q is piecewise linear in the accelerations: it bends where the load of a gear changes its sign. On each piece
    /// dQ/dq'' is the mass matrix without rotors, its rows times e or 1/e (e the efficiency), plus the rotors. With
    /// rotors on the base, all principal minors of these matrices are positive, so that there is exactly one
    /// solution, whatever the efficiencies.
    ///
    /// Full steps may cycle between pieces, and friction by joint reaction forces makes the pieces curved. So a step
    /// that does not make the residual smaller is halved.
    fn accelerations_behind_gears(
        &self,
        driving: &[A::Scalar],
        start: Vec<A::Scalar>,
    ) -> Result<Vec<A::Scalar>, Error> {
        /// The most steps, and how often one is halved before it is taken as it is.
        const STEPS: usize = 100;
        const HALVINGS: usize = 30;
        /// If a relative step is smaller than this and no part of it makes the residual smaller, the residual is a
        /// rounding error.
        const ROUNDING: f64 = 1e-10;
        let half = self.arithmetic.entry(&Rational::new(1, 2)?.into())?;
        let mut accelerations = start;
        let mut lacking = self.lacking(driving, &accelerations)?;
        let mut distance = f64::INFINITY;
        for _ in 0..STEPS {
            let state = self.state.with_accelerations(&accelerations);
            let slopes = self.slopes_at(&state, 2, false)?;
            let step = solve_unsymmetric(&self.arithmetic, &slopes, &lacking)?;
            let whole = added(&accelerations, &step);
            distance = self.distance(&whole, &accelerations)?;
            if distance < NEAR {
                return Ok(whole);
            }
            let size = self.weighed(&lacking)?;
            let lacking_of_whole = self.lacking(driving, &whole)?;
            let (mut next, mut shorter) = ((whole, lacking_of_whole), step);
            let mut is_nearer = self.weighed(&next.1)? < size;
            for _ in 0..HALVINGS {
                if is_nearer {
                    break;
                }
                shorter = shorter.iter().map(|entry| entry.mul(&half)).collect();
                let tried = added(&accelerations, &shorter);
                let lacking = self.lacking(driving, &tried)?;
                is_nearer = self.weighed(&lacking)? < size;
                if is_nearer {
                    next = (tried, lacking);
                }
            }
            if !is_nearer && distance < ROUNDING {
                return Ok(accelerations);
            }
            (accelerations, lacking) = next;
        }
        Err(Error::NotSettled { rounds: STEPS, distance })
    }

    /// The residual of the equations of motion: the given driving forces minus those that these accelerations need,
    /// friction included.
    fn lacking(
        &self,
        driving: &[A::Scalar],
        accelerations: &[A::Scalar],
    ) -> Result<Vec<A::Scalar>, Error> {
        let state = self.state.with_accelerations(accelerations);
        let needed = self.forces_at(&self.mechanism, &state)?;
        let forces = driving.iter().zip(needed).zip(self.friction_at(&state)?);
        Ok(forces.map(|((tau, force), friction)| tau.sub(&force).sub(&friction)).collect())
    }

    /// The sum of the squares of forces, each divided by its entry on the diagonal of the mass matrix, so that torques
    /// and forces can be added; an error for symbols, which cannot be compared.
    fn weighed(&self, forces: &[A::Scalar]) -> Result<f64, Error> {
        let mass = self.mass_matrix()?;
        let squares = forces.iter().enumerate().map(|(k, force)| {
            Some(self.arithmetic.size(force)?.powi(2) / self.arithmetic.size(&mass[k][k])?)
        });
        squares.sum::<Option<f64>>().ok_or(Error::ImplicitFriction)
    }

    /// The largest relative difference of two accelerations; an error for symbols, which cannot be compared.
    fn distance(&self, next: &[A::Scalar], last: &[A::Scalar]) -> Result<f64, Error> {
        let far = next.iter().zip(last).try_fold(0.0f64, |largest, (a, b)| {
            let size = self.arithmetic.size(a)?.max(1.0);
            let change = self.arithmetic.size(&a.sub(b))? / size;
            // NaN must not count as a small change: `max` would ignore it
            Some(if change.is_finite() { largest.max(change) } else { f64::INFINITY })
        });
        far.ok_or(Error::ImplicitFriction)
    }

    /// The driving forces that are given.
    pub(super) fn given_forces(&self) -> Result<Vec<A::Scalar>, Error> {
        let names = self.driving_force_names();
        let force = |(k, name): (usize, &String)| Ok(self.arithmetic.driving_force(k, name)?);
        names.iter().enumerate().map(force).collect()
    }

    /// The friction that does not depend on the connection forces.
    pub(super) fn unloaded_friction(&self) -> Result<Vec<A::Scalar>, Error> {
        Ok(unloaded_friction(&self.arithmetic, &self.mechanism, &self.state)?)
    }

    /// The derivatives of the accelerations by the coordinates (order 0) or their rates (1), the
    /// driving forces given: by Q(q, q', q'') = tau it is dq''/dq = -(dQ/dq'')^-1 dQ/dq, taken at the
    /// accelerations that the forces cause. Without friction that depends on the load, dQ/dq'' is M.
    pub(crate) fn acceleration_slopes(&self, order: usize) -> Result<Vec<Vec<A::Scalar>>, Error> {
        if self.is_loaded() {
            let state = self.state.with_accelerations(&self.accelerations()?);
            let negative = negated(&self.slopes_at(&state, order, false)?);
            let resistance = self.slopes_at(&state, 2, false)?;
            return solve_unsymmetric_columns(&self.arithmetic, &resistance, &negative);
        }
        let still = vec![self.mechanism.zero(); self.state.coordinates.len()];
        let resistance = self.forces_at(&self.mechanism, &self.state.with_accelerations(&still))?;
        let friction = self.unloaded_friction()?;
        let accelerations =
            self.accelerations_against(self.mass_matrix()?, &resistance, &friction)?;
        let state = self.state.with_accelerations(&accelerations);
        self.minus_solved(self.mass_matrix()?, &self.slopes_at(&state, order, false)?)
    }

    /// The derivatives of the accelerations by the driving forces: the inverse of the mass matrix, or where
    /// friction depends on the load, of dQ/dq'' at the accelerations that the forces cause.
    pub fn accelerations_by_forces(&self) -> Result<Vec<Vec<A::Scalar>>, Error> {
        if !self.is_loaded() {
            return self.inverse_mass_matrix();
        }
        let state = self.state.with_accelerations(&self.accelerations()?);
        let resistance = self.slopes_at(&state, 2, false)?;
        solve_unsymmetric_columns(&self.arithmetic, &resistance, &self.unit_matrix())
    }

    /// The accelerations, by the forces that no acceleration needs and by friction.
    fn accelerations_against(
        &self,
        matrix: &[Vec<A::Scalar>],
        resistance: &[A::Scalar],
        friction: &[A::Scalar],
    ) -> Result<Vec<A::Scalar>, Error> {
        solve(&self.arithmetic, matrix, &self.accelerating_forces(resistance, friction)?)
    }

    /// What the given forces leave for accelerations, by the forces that no acceleration needs and by
    /// friction.
    pub(super) fn accelerating_forces(
        &self,
        resistance: &[A::Scalar],
        friction: &[A::Scalar],
    ) -> Result<Vec<A::Scalar>, Error> {
        let forces = self.given_forces()?.into_iter().zip(resistance).zip(friction);
        Ok(forces.map(|((tau, force), friction)| tau.sub(force).sub(friction)).collect())
    }

    /// -M^-1 times a matrix.
    pub(super) fn minus_solved(
        &self,
        matrix: &[Vec<A::Scalar>],
        right: &[Vec<A::Scalar>],
    ) -> Result<Vec<Vec<A::Scalar>>, Error> {
        solve_columns(&self.arithmetic, matrix, &negated(right))
    }

    /// The unit matrix, as large as the mass matrix.
    pub(super) fn unit_matrix(&self) -> Vec<Vec<A::Scalar>> {
        let zero = self.mechanism.zero();
        let count = self.mechanism.coordinates();
        let row = |i: usize| (0..count).map(|j| zero.integer(i64::from(i == j))).collect();
        (0..count).map(row).collect()
    }

    pub(crate) fn inverse_mass_matrix(&self) -> Result<Vec<Vec<A::Scalar>>, Error> {
        solve_columns(&self.arithmetic, self.mass_matrix()?, &self.unit_matrix())
    }

    /// The names of the symbols of the given driving forces, by coordinates: `tau1` for joint 1, or
    /// with underscores where a parameter is called so.
    pub fn driving_force_names(&self) -> Vec<String> {
        self.mechanism.drives().map(|drive| self.driving_force_name(drive)).collect()
    }

    /// `tau1` for joint 1, `tau1_2` for the second mode of its link, or
    /// with underscores where a parameter is called so.
    fn driving_force_name(&self, drive: Drive) -> String {
        let number = drive.label().replace(',', "_");
        let taken = |name: &String| self.robot.parameters().iter().any(|it| it.name == *name);
        let mut stem = "tau".to_owned();
        while taken(&format!("{stem}{number}")) {
            stem.push('_');
        }
        format!("{stem}{number}")
    }
}

pub(super) fn negated<S: Scalar>(matrix: &[Vec<S>]) -> Vec<Vec<S>> {
    matrix.iter().map(|row| row.iter().map(Scalar::neg).collect()).collect()
}

/// Sums, entry by entry.
fn added<S: Scalar>(accelerations: &[S], step: &[S]) -> Vec<S> {
    accelerations.iter().zip(step).map(|(x, step)| x.add(step)).collect()
}
