//! Forward dynamics at one instant: the accelerations that forces cause, friction included.

use appell_algebra::Error as AlgebraError;
use appell_code::Error as CodeError;
use appell_code::{CompiledRobot, Function};
use appell_mechanics::Error as MechanicsError;
use appell_mechanics::Kind;
use appell_model::{Friction, Robot};
use appell_numeric::cholesky;
use appell_numeric::lu::Lu;

use crate::error::Error;

/// How an axis with dry friction moves: the sign of its velocity, or not at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrictionState {
    /// It slides forward.
    SlidingForward,
    /// It slides backward.
    SlidingBackward,
    /// Friction holds it.
    Sticking,
}

/// A velocity for the sign of friction only.
const CREEP: f64 = 1e-12;

impl FrictionState {
    /// How an axis with this velocity moves, before forces decide whether one at rest is held.
    pub(crate) fn of_velocity(velocity: f64) -> Self {
        match velocity {
            rate if rate > 0.0 => Self::SlidingForward,
            rate if rate < 0.0 => Self::SlidingBackward,
            _ => Self::Sticking,
        }
    }

    /// The sign of the velocity.
    pub fn sign(self) -> f64 {
        match self {
            Self::SlidingForward => 1.0,
            Self::SlidingBackward => -1.0,
            Self::Sticking => 0.0,
        }
    }

    /// The velocity on its side of zero: what lies beyond is seen only on the way to the moment at
    /// which the velocity is zero.
    fn on_side(self, velocity: f64) -> f64 {
        match self {
            Self::SlidingForward => velocity.max(CREEP),
            Self::SlidingBackward => velocity.min(-CREEP),
            Self::Sticking => 0.0,
        }
    }
}

/// Dry friction in numbers.
struct Dry {
    /// Of sliding, at break-away, by the connection force.
    sizes: [f64; 3],
    /// The velocity that makes its sign smooth.
    smooth: f64,
}

impl Dry {
    fn of(friction: &Friction, robot: &Robot) -> Result<Self, AlgebraError> {
        let Friction { constant, breakaway, coulomb, smooth, .. } = friction;
        let [constant, breakaway, coulomb, smooth] =
            [constant, breakaway, coulomb, smooth].map(|entry| robot.evaluate(entry));
        Ok(Self { sizes: [constant?, breakaway?, coulomb?], smooth: smooth? })
    }

    /// Whether it can hold a joint at rest.
    fn sticks(&self) -> bool {
        self.sizes.iter().any(|size| *size != 0.0) && self.smooth == 0.0
    }
}

/// Forward dynamics of a robot, with friction that sticks and slides.
pub struct Dynamics {
    /// q'' of q, q' and the driving forces, where it has a closed form and few coordinates.
    closed: Option<Function>,
    mass_matrix: Function,
    forces: Function,
    friction: Option<Function>,
    /// The coordinates that dry friction can hold.
    dry: Vec<usize>,
    /// Whether forces have derivatives everywhere and dQ/dq'' is M: no friction jumps, none depends on the load.
    is_differentiable: bool,
    /// Whether friction depends on the connection forces, or on those that gears pass on.
    loaded: bool,
    /// dQ/dq''; `None` without gears that have losses.
    force_slopes: Option<Function>,
    names: Vec<String>,
    /// Room for the velocities that friction sees, for residuals, for the mass matrix.
    seen: Vec<f64>,
    matrix: Vec<f64>,
    right: Vec<f64>,
    free: Vec<usize>,
}

/// The most rounds of the iterations for accelerations, and the relative change at which they end.
const ROUNDS: usize = 200;
const NEAR: f64 = 1e-13;

/// With more coordinates the mass matrix is factored by a loop instead of straight-line code, which
/// grows with the cube.
const CLOSED: usize = 12;

impl Dynamics {
    /// Compiles what is needed.
    pub fn new(machine: &CompiledRobot) -> Result<Self, Error> {
        let count = machine.coordinates().len();
        let robot = machine.robot();
        let motors = robot.joints().iter().filter_map(|joint| joint.rotor.as_ref());
        let everything =
            robot.joints().iter().map(|joint| &joint.friction).chain(motors.map(|it| &it.friction));
        let mut rough = false;
        let (mut is_differentiable, mut loaded) = (true, false);
        for friction in everything {
            rough |= !friction.is_none();
            let by_load = robot.evaluate(&friction.coulomb)? != 0.0;
            is_differentiable &= !(by_load || Dry::of(friction, robot)?.sticks());
            loaded |= by_load;
        }
        let has_losses = |id| robot.gear_efficiency(id).is_some();
        let mut force_slopes = None;
        if robot.joint_ids().any(has_losses) {
            force_slopes = Some(machine.function_of(&[Kind::DrivingForceByAcceleration])?);
            (rough, is_differentiable, loaded) = (true, false, true);
        }
        let mut dry = Vec::new();
        let moving = robot.joint_ids().filter(|&id| robot.joint(id).coordinate.is_some());
        for (id, axis) in moving.zip(machine.axes()) {
            let mut sticks = has_losses(id);
            for friction in robot.rubbing_on(id) {
                sticks |= Dry::of(friction, robot)?.sticks();
            }
            if sticks {
                dry.push(axis.coordinate);
            }
        }
        let closed = match dry.is_empty() && !loaded && count <= CLOSED {
            true => match machine.function_of(&[Kind::JointAcceleration]) {
                Ok(function) => Some(function),
                // found again below, with the name of the coordinate
                Err(CodeError::Mechanics(MechanicsError::Algebra(
                    AlgebraError::DivisionByZero,
                ))) => None,
                Err(error) => return Err(error.into()),
            },
            false => None,
        };
        Ok(Self {
            closed,
            mass_matrix: machine.function_of(&[Kind::MassMatrix])?,
            forces: machine.function_of(&[Kind::DrivingForce])?,
            friction: (rough || machine.is_elastic())
                .then(|| machine.function_of(&[Kind::Friction]))
                .transpose()?,
            dry,
            is_differentiable,
            loaded,
            force_slopes,
            names: machine.coordinates().iter().map(|it| it.name.clone()).collect(),
            seen: vec![0.0; count],
            matrix: Vec::with_capacity(count * count),
            right: Vec::with_capacity(count),
            free: Vec::with_capacity(count),
        })
    }

    /// The coordinates that dry friction can hold.
    pub fn dry(&self) -> &[usize] {
        &self.dry
    }

    /// Whether the derivatives of forces know all friction.
    pub(crate) fn is_differentiable(&self) -> bool {
        self.is_differentiable
    }

    /// The driving forces of a motion.
    pub fn forces(
        &mut self,
        [q, qd, qdd]: [&[f64]; 3],
        arguments: &[f64],
    ) -> Result<&[f64], Error> {
        Ok(self.forces.call(&[q, qd, qdd, arguments])?)
    }

    /// The mass matrix, row by row.
    pub(crate) fn mass(&mut self, q: &[f64], arguments: &[f64]) -> Result<&[f64], Error> {
        Ok(self.mass_matrix.call(&[q, arguments])?)
    }

    /// Solves M x = b in place.
    pub(crate) fn solve_mass(
        &mut self,
        q: &[f64],
        arguments: &[f64],
        x: &mut [f64],
    ) -> Result<(), Error> {
        self.matrix.clear();
        self.matrix.extend_from_slice(self.mass_matrix.call(&[q, arguments])?);
        cholesky::solve(&mut self.matrix, x)
            .map_err(|row| Error::SingularMass { coordinate: self.names[row].clone() })
    }

    /// Refuses coordinates at which the mass matrix is singular up to rounding. Only the closed form
    /// needs this, which divides by whatever is left of a pivot; otherwise every acceleration is
    /// found by a factorisation that has the same test.
    pub(crate) fn check_mass(&mut self, q: &[f64], arguments: &[f64]) -> Result<(), Error> {
        if self.closed.is_none() {
            return Ok(());
        }
        self.matrix.clear();
        self.matrix.extend_from_slice(self.mass_matrix.call(&[q, arguments])?);
        cholesky::factor(q.len(), &mut self.matrix)
            .map_err(|row| Error::SingularMass { coordinate: self.names[row].clone() })
    }

    /// The accelerations that driving forces cause, while the dry axes slide or stick as said.
    ///
    /// With friction by load, which depends on the accelerations, they are
    /// found by M (x' - x) = tau - Q(q, q', x), again and again; without, once is enough. With gears that
    /// have losses, dQ/dq'' replaces M.
    pub fn accelerations(
        &mut self,
        [q, qd, tau]: [&[f64]; 3],
        friction_states: &[FrictionState],
        arguments: &[f64],
        out: &mut [f64],
    ) -> Result<(), Error> {
        if let Some(closed) = &mut self.closed {
            out.copy_from_slice(closed.call(&[q, qd, tau, arguments])?);
            if out.iter().all(|x| x.is_finite()) {
                return Ok(());
            }
        }
        self.see(qd, friction_states);
        let held = |k: usize| {
            self.dry
                .iter()
                .zip(friction_states)
                .any(|(&at, state)| at == k && *state == FrictionState::Sticking)
        };
        self.free.clear();
        self.free.extend((0..q.len()).filter(|&k| !held(k)));
        out.fill(0.0);
        let mass = self.mass_matrix.call(&[q, arguments])?;
        let n = q.len();
        // a step that is tried and overflows ends at no state: it will be refused, and a shorter one
        // tried
        let given = [q, qd, tau, mass];
        if !given.into_iter().flatten().all(|entry| entry.is_finite()) {
            out.fill(f64::NAN);
            return Ok(());
        }
        fill_free(&mut self.matrix, &self.free, mass, n);
        if self.force_slopes.is_some() {
            let diagonal = (0..n).map(|k| mass[k * n + k]).collect::<Vec<f64>>();
            return self.accelerations_behind_gears([q, tau], &diagonal, arguments, out);
        }
        let rounds = if self.dry.is_empty() && !self.loaded { 1 } else { ROUNDS };
        // with much friction a full step overshoots: then shorter steps are taken
        let (mut share, mut before) = (1.0, f64::INFINITY);
        for round in 0..rounds {
            let needed = self.forces.call(&[q, &self.seen, out, arguments])?;
            self.right.clear();
            self.right.extend(self.free.iter().map(|&k| tau[k] - needed[k]));
            fill_free(&mut self.matrix, &self.free, mass, n);
            cholesky::solve(&mut self.matrix, &mut self.right).map_err(|row| {
                Error::SingularMass { coordinate: self.names[self.free[row]].clone() }
            })?;
            let mut change = 0.0f64;
            let mut size = f64::MIN_POSITIVE;
            for (&k, step) in self.free.iter().zip(&self.right) {
                out[k] += share * step;
                change = change.max(step.abs());
                // forces that cancel leave rounding behind
                let forces = (tau[k].abs() + needed[k].abs()) / mass[k * n + k];
                size = size.max(out[k].abs()).max(forces);
            }
            if change <= NEAR * size || rounds == 1 {
                return Ok(());
            }
            if round > 1 && change >= before {
                share /= 2.0;
            }
            before = change;
        }
        Err(Error::NotSettled { time: 0.0 })
    }

    /// The accelerations of the free coordinates with gears that have losses, by Newton's method.
    ///
    /// Q is piecewise linear in them, except for friction by joint reaction forces: it bends where the load of a
    /// gear changes its sign. Full steps may cycle between the pieces, so a step that does not make the residual
    /// smaller is halved. `diagonal` is that of the mass matrix; `matrix` holds the rows and columns of the mass
    /// matrix that belong to free coordinates.
    fn accelerations_behind_gears(
        &mut self,
        [q, tau]: [&[f64]; 2],
        diagonal: &[f64],
        arguments: &[f64],
        out: &mut [f64],
    ) -> Result<(), Error> {
        /// How often a step is halved before it is taken as it is.
        const HALVINGS: usize = 30;
        let Self { forces, force_slopes, seen, matrix, right, free, names, .. } = self;
        let Some(slopes) = force_slopes else { return Ok(()) };
        cholesky::factor(free.len(), matrix)
            .map_err(|row| Error::SingularMass { coordinate: names[free[row]].clone() })?;
        // puts the residual into `right`; returns the sum of its squares, each over its entry of the diagonal, and
        // the size of accelerations to which rounding errors are relative
        let mut lack = |x: &[f64], right: &mut Vec<f64>| -> Result<[f64; 2], Error> {
            let needed = forces.call(&[q, seen, x, arguments])?;
            right.clear();
            right.extend(free.iter().map(|&k| tau[k] - needed[k]));
            let squares = free.iter().zip(&*right).map(|(&k, it)| it * it / diagonal[k]).sum();
            // forces that cancel leave rounding behind
            let forces = |&k: &usize| (tau[k].abs() + needed[k].abs()) / diagonal[k];
            Ok([squares, free.iter().map(forces).fold(f64::MIN_POSITIVE, f64::max)])
        };
        let [mut lacking, mut size] = lack(out, right)?;
        for _ in 0..ROUNDS {
            let by_acceleration = slopes.call(&[q, seen, out, arguments])?;
            fill_free(matrix, free, by_acceleration, q.len());
            let factors = Lu::new(free.len(), matrix.clone());
            let step = factors.ok_or(Error::NotSettled { time: 0.0 })?.solve(right);
            let last = out.to_vec();
            let go = |share: f64, out: &mut [f64]| {
                free.iter().zip(&step).for_each(|(&k, step)| out[k] = last[k] + share * step);
            };
            go(1.0, out);
            let change = step.iter().fold(0.0f64, |largest, it| largest.max(it.abs()));
            let largest = out.iter().fold(size, |largest, it| largest.max(it.abs()));
            if change <= NEAR * largest {
                return Ok(());
            }
            let mut share = 1.0;
            let mut now = lack(out, right)?;
            for _ in 0..HALVINGS {
                if now[0] < lacking {
                    break;
                }
                share /= 2.0;
                go(share, out);
                now = lack(out, right)?;
            }
            if now[0] >= lacking {
                go(1.0, out);
                now = lack(out, right)?;
            }
            [lacking, size] = now;
        }
        Err(Error::NotSettled { time: 0.0 })
    }

    /// What would have to hold a stuck axis besides its drive, and the least and the most that its
    /// friction can: gears hold against one direction more than against the other.
    pub fn holding(
        &mut self,
        [q, qd, tau]: [&[f64]; 3],
        friction_states: &[FrictionState],
        arguments: &[f64],
        axis: usize,
    ) -> Result<(f64, [f64; 2]), Error> {
        let mut accelerations = vec![0.0; q.len()];
        self.accelerations([q, qd, tau], friction_states, arguments, &mut accelerations)?;
        self.see(qd, friction_states);
        let k = self.dry[axis];
        let mut needed = |rate: f64| -> Result<f64, Error> {
            self.seen[k] = rate;
            Ok(self.forces.call(&[q, &self.seen, &accelerations, arguments])?[k])
        };
        let without = needed(0.0)?;
        let limits = [needed(-CREEP)? - without, needed(CREEP)? - without];
        Ok((tau[k] - without, limits))
    }

    /// Decides how an axis at rest goes on, by its number among the dry ones: friction holds it, or it
    /// goes where it is pushed.
    pub(crate) fn settle(
        &mut self,
        state: [&[f64]; 3],
        friction_states: &mut [FrictionState],
        arguments: &[f64],
        axis: usize,
    ) -> Result<(), Error> {
        friction_states[axis] = FrictionState::Sticking;
        let (needed, [least, most]) = self.holding(state, friction_states, arguments, axis)?;
        friction_states[axis] = match needed {
            needed if needed > most => FrictionState::SlidingForward,
            needed if needed < least => FrictionState::SlidingBackward,
            _ => FrictionState::Sticking,
        };
        Ok(())
    }

    /// How the dry axes move at these velocities; those at rest stick.
    pub(crate) fn states_of_velocities(&self, qd: &[f64]) -> Vec<FrictionState> {
        self.dry.iter().map(|&k| FrictionState::of_velocity(qd[k])).collect()
    }

    /// How all dry axes go on from a state: those that move slide on, those at rest stick or are
    /// pushed off.
    pub fn friction_states(
        &mut self,
        [q, qd, tau]: [&[f64]; 3],
        arguments: &[f64],
    ) -> Result<Vec<FrictionState>, Error> {
        let mut states = self.states_of_velocities(qd);
        for axis in 0..states.len() {
            if states[axis] == FrictionState::Sticking {
                self.settle([q, qd, tau], &mut states, arguments, axis)?;
            }
        }
        Ok(states)
    }

    /// The derivatives by the rates of the power that friction and damping take, without Coulomb
    /// friction: the power is q'^T B q' with a symmetric B, and the forces are B q'.
    pub(crate) fn lost_power_by_rates(
        &mut self,
        [q, qd, qdd]: [&[f64]; 3],
        arguments: &[f64],
    ) -> Result<Vec<f64>, Error> {
        let Some(friction) = &mut self.friction else { return Ok(vec![0.0; qd.len()]) };
        Ok(friction.call(&[q, qd, qdd, arguments])?.iter().map(|force| 2.0 * force).collect())
    }

    /// The power that friction and the damping of modes take.
    pub fn lost_power(
        &mut self,
        [q, qd, qdd]: [&[f64]; 3],
        friction_states: &[FrictionState],
        arguments: &[f64],
    ) -> Result<f64, Error> {
        self.see(qd, friction_states);
        let Some(friction) = &mut self.friction else { return Ok(0.0) };
        let friction = friction.call(&[q, &self.seen, qdd, arguments])?;
        Ok(friction.iter().zip(qd).map(|(force, rate)| force * rate).sum())
    }

    /// The velocities that friction sees: those of sliding axes on their side of zero.
    pub(crate) fn see(&mut self, qd: &[f64], friction_states: &[FrictionState]) -> &[f64] {
        self.seen.copy_from_slice(qd);
        for (&k, state) in self.dry.iter().zip(friction_states) {
            self.seen[k] = state.on_side(qd[k]);
        }
        &self.seen
    }
}

/// Fills a matrix with the rows and columns of another, n wide, that belong to free coordinates.
fn fill_free(matrix: &mut Vec<f64>, free: &[usize], of: &[f64], n: usize) {
    matrix.clear();
    for &i in free {
        matrix.extend(free.iter().map(|&j| of[i * n + j]));
    }
}
