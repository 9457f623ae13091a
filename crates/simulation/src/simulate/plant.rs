//! The robot as a system of differential equations.

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use appell_code::{CompiledRobot, Error as CodeError, Function, Load};
use appell_mechanics::Quantity;
use appell_model::{FrameName, Payload};

use crate::acceleration_derivatives::{AccelerationDerivatives, At};
use crate::drive::Drive;
use crate::dynamics::{Dynamics, FrictionState};
use crate::error::Error;
use crate::integrate::System;
use crate::loads::{Loading, Loads};
use crate::piece::Piece;
use crate::simulate::{Method, Setup};

/// A frame at which the robot pushes.
struct Pushing {
    /// The frame in the base, and its Jacobian.
    function: Function,
    wrench: PushingWrench,
}

/// Force and moment in the axes of a frame.
#[derive(Clone, Copy)]
enum PushingWrench {
    /// Those of the robot's file.
    Fixed([[f64; 3]; 2]),
    /// Those of the load, while it is at this named frame, or at the tool.
    OfLoad(Option<FrameName>),
}

impl Pushing {
    fn at(frame: &str, wrench: PushingWrench, machine: &CompiledRobot) -> Result<Self, Error> {
        let quantity = |letter: &str| {
            Quantity::read_one(&format!("{letter}[{frame}]"), machine.robot())
                .map_err(CodeError::from)
        };
        let function = machine.function(vec![quantity("T")?, quantity("J")?])?;
        Ok(Self { function, wrench })
    }

    /// The power that a wrench in the axes of the frame takes.
    fn power(
        &mut self,
        [q, qd]: [&[f64]; 2],
        arguments: &[f64],
        [force, moment]: [[f64; 3]; 2],
    ) -> Result<f64, Error> {
        let [frame, jacobian] = [0, 1].map(|number| self.function.section(number));
        let entries = self.function.call(&[q, arguments])?;
        let (frame, jacobian) = (&entries[frame], &entries[jacobian]);
        let turned = |part: [f64; 3], row: usize| -> f64 {
            (0..3).map(|k| frame[4 * row + k] * part[k]).sum()
        };
        let wrench = [0, 1, 2].map(|row| turned(force, row)).into_iter();
        let wrench: Vec<f64> = wrench.chain([0, 1, 2].map(|row| turned(moment, row))).collect();
        let count = qd.len();
        let speed =
            |row: usize| -> f64 { (0..count).map(|k| jacobian[row * count + k] * qd[k]).sum() };
        Ok((0..6).map(|row| wrench[row] * speed(row)).sum())
    }
}

/// The robot with its drives. Its state: coordinates, rates, the integrals of errors that the
/// controller keeps, and last the work that drives did and friction and loads took.
pub(crate) struct Plant {
    pub(super) dynamics: Dynamics,
    drive: Drive,
    loads: Loads,
    /// The entry of the loads that counts now.
    loading: Option<Loading>,
    load: Load,
    pub(super) arguments: Vec<f64>,
    /// Where the robot pushes: at the tool, or at named frames.
    pushing: Vec<Pushing>,
    /// For the Jacobian, where it is asked for and exact.
    derivatives: Option<AccelerationDerivatives>,
    /// The time now at work: the drives do in it what they do inside it.
    pub(super) piece: Piece,
    pub(super) friction_states: Vec<FrictionState>,
    /// Room for the forces of the drives.
    pub(super) tau: Vec<f64>,
    pub(super) count: usize,
    integrals: usize,
}

impl Plant {
    pub(super) fn new(
        machine: &CompiledRobot,
        drive: Drive,
        setup: &Setup,
        piece: Piece,
    ) -> Result<Self, Error> {
        let pushes =
            |[force, moment]: [[f64; 3]; 2]| force.iter().chain(&moment).any(|&it| it != 0.0);
        let number = |entry| machine.robot().evaluate(entry);
        let mut pushing = Vec::new();
        let pushed = setup.loads.0.iter().filter(|it| pushes([it.load.force, it.load.moment]));
        let pushed: BTreeSet<Option<FrameName>> = pushed.map(|it| it.load.frame).collect();
        for frame in pushed {
            let name = frame.as_ref().map_or("tool", FrameName::as_str);
            pushing.push(Pushing::at(name, PushingWrench::OfLoad(frame), machine)?);
        }
        // what the robot's own file says; where loads change, it is an argument without a value
        let Payload { force, moment, .. } = machine.robot().payload();
        let frames = machine.robot().frames().iter().filter(|frame| frame.is_loaded());
        let frames = frames.map(|frame| (frame.name.as_str(), &frame.force, &frame.moment));
        for (name, force, moment) in std::iter::once(("tool", force, moment)).chain(frames) {
            if let (Ok(force), Ok(moment)) = (force.try_map(number), moment.try_map(number))
                && pushes([force.0, moment.0])
            {
                let wrench = PushingWrench::Fixed([force.0, moment.0]);
                pushing.push(Pushing::at(name, wrench, machine)?);
            }
        }
        let dynamics = Dynamics::new(machine)?;
        let smooth = dynamics.is_differentiable() && drive.is_linear() && pushing.is_empty();
        let derivatives = match smooth && setup.method == Method::Radau5 {
            true => {
                let all = (0..machine.coordinates().len()).collect();
                Some(AccelerationDerivatives::new(machine, all)?)
            }
            false => None,
        };
        let load = setup.loads.at(0.0);
        Ok(Self {
            friction_states: vec![FrictionState::Sticking; dynamics.dry().len()],
            dynamics,
            integrals: drive.integrals(),
            drive,
            loading: setup.loads.loading_at(0.0).copied(),
            loads: setup.loads.clone(),
            arguments: machine.arguments(&load),
            load,
            pushing,
            derivatives,
            piece,
            tau: vec![0.0; machine.coordinates().len()],
            count: machine.coordinates().len(),
        })
    }

    /// How many numbers a state has.
    pub(super) fn size(&self) -> usize {
        2 * self.count + self.integrals + 1
    }

    /// The entry of the loads that counts now, and the one that counts from a time on.
    pub(super) fn loadings(&self, t: f64) -> [Option<Loading>; 2] {
        [self.loading, self.loads.loading_at(t).copied()]
    }

    /// Carries this from now on.
    pub(super) fn carry(&mut self, loading: Option<Loading>, machine: &CompiledRobot) {
        let load = loading.map(|it| it.load).unwrap_or_default();
        self.loading = loading;
        self.load = load;
        self.arguments = machine.arguments(&load);
        self.drive.takes(&load, machine);
    }

    /// The velocities after a body at rest was fixed to the tool: M+ q'+ = M- q'-, since no other
    /// force is large enough to act in no time. M- is that of the empty robot.
    pub(super) fn strike(&mut self, machine: &CompiledRobot, y: &mut [f64]) -> Result<(), Error> {
        let n = self.count;
        let (q, rates) = y.split_at_mut(n);
        let rates = &mut rates[..n];
        let empty = self.dynamics.mass(q, &machine.arguments(&Load::default()))?;
        let momentum = |row: &[f64]| row.iter().zip(&*rates).map(|(m, rate)| m * rate).sum();
        let mut momenta: Vec<f64> = empty.chunks_exact(n).map(momentum).collect();
        self.dynamics.solve_mass(q, &self.arguments, &mut momenta)?;
        rates.copy_from_slice(&momenta);
        Ok(())
    }

    /// Refuses a state at which the mass matrix is singular up to rounding.
    pub(super) fn check_mass(&mut self, y: &[f64]) -> Result<(), Error> {
        self.dynamics.check_mass(&y[..self.count], &self.arguments)
    }

    /// Coordinates and rates of a state.
    pub(super) fn parts<'y>(&self, y: &'y [f64]) -> (&'y [f64], &'y [f64]) {
        (&y[..self.count], &y[self.count..2 * self.count])
    }

    /// The forces of the drives at a state, into `tau`.
    pub(super) fn push(&mut self, t: f64, y: &[f64]) -> Result<(), Error> {
        let (q, qd) = self.parts(y);
        let integrals = &y[2 * self.count..][..self.integrals];
        let seen = self.dynamics.see(qd, &self.friction_states);
        self.drive.forces(self.piece.within(t), [q, qd, seen], integrals, &mut self.tau)
    }

    /// Lets a controller that runs at the beat of a clock do what is due.
    pub(super) fn beat(&mut self, t: f64, y: &[f64]) -> Result<(), Error> {
        let (q, qd) = self.parts(y);
        self.drive.beat(t, self.piece.within(t), [q, qd, qd])
    }

    /// The coordinates of the axes that the controller should bring about, if it follows something.
    pub(super) fn reference(&mut self, t: f64) -> Option<&[f64]> {
        self.drive.reference(self.piece.within(t))
    }

    /// What the drives were asked for when they last pushed, before effort limits, by axis.
    pub(super) fn asked(&self) -> &[f64] {
        self.drive.asked()
    }

    /// The power that the robot gives to its surroundings where it pushes.
    fn pushing_power(&mut self, q: &[f64], qd: &[f64]) -> Result<f64, Error> {
        let Load { frame, force, moment, .. } = self.load;
        let arguments = &self.arguments;
        let powers = self.pushing.iter_mut().map(|it| match it.wrench {
            PushingWrench::Fixed(wrench) => it.power([q, qd], arguments, wrench),
            PushingWrench::OfLoad(at) if at == frame => {
                it.power([q, qd], arguments, [force, moment])
            }
            PushingWrench::OfLoad(_) => Ok(0.0),
        });
        powers.sum()
    }
}

impl System for Plant {
    fn slope(&mut self, t: f64, y: &[f64], slope: &mut [f64]) -> Result<(), Error> {
        self.push(t, y)?;
        let n = self.count;
        let (q, qd) = self.parts(y);
        slope[..n].copy_from_slice(qd);
        let accelerations = &mut slope[n..2 * n];
        let state = [q, qd, &self.tau];
        self.dynamics
            .accelerations(state, &self.friction_states, &self.arguments, accelerations)
            .map_err(|error| match error {
            Error::NotSettled { .. } => Error::NotSettled { time: t },
            other => other,
        })?;
        let given: f64 = self.tau.iter().zip(qd).map(|(force, rate)| force * rate).sum();
        let state = [q, qd, &slope[n..2 * n]];
        let lost = self.dynamics.lost_power(state, &self.friction_states, &self.arguments)?;
        let (integrals, work) = slope[2 * n..].split_at_mut(self.integrals);
        for (axis, rate) in integrals.iter_mut().enumerate() {
            *rate = self.drive.integral_rate(axis, q);
        }
        work[0] = given - lost - self.pushing_power(q, qd)?;
        Ok(())
    }

    /// Exact where nothing jumps and all derivatives are known: no dry friction but with a smooth sign, a
    /// linear controller, nothing that is pushed.
    fn jacobian(&mut self, t: f64, y: &[f64], jacobian: &mut [f64]) -> Result<bool, Error> {
        let n = self.count;
        let mut slope = vec![0.0; 2 * n + 1];
        if self.derivatives.is_none() {
            return Ok(false);
        }
        self.slope(t, y, &mut slope)?;
        let (q, qd) = self.parts(y);
        let state = [q, qd, &slope[n..2 * n]];
        let [by_q, by_qd] = &self.drive.gains();
        let width = 2 * n + 1;
        if let Some(derivatives) = &mut self.derivatives {
            let mass = self.dynamics.mass(q, &self.arguments)?;
            let drives = [&by_q[..], &by_qd[..]];
            let at = At { state, arguments: &self.arguments, mass, drives };
            derivatives.write(at, width, jacobian)?;
        }
        // the work acts on nothing; its own rate is that of the drives, less what is lost
        (0..2 * n).for_each(|row| jacobian[row * width + 2 * n] = 0.0);
        let lost = self.dynamics.lost_power_by_rates(state, &self.arguments)?;
        let work = &mut jacobian[2 * n * width..];
        for k in 0..n {
            work[k] = by_q[k] * qd[k];
            work[n + k] = self.tau[k] + by_qd[k] * qd[k] - lost[k];
        }
        work[2 * n] = 0.0;
        Ok(true)
    }
}
