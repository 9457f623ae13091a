//! How elastic links deform while the joints follow their trajectories.
//!
//! The forces on the modes are zero: nothing drives them. Without accelerations of their own this
//! says where they bend to (quasi-static); with them it is a differential equation for their
//! vibrations (full), M_mm y'' = - Q_m(q, q', y, y', q'', 0).

use appell_algebra::Stop;
use appell_code::{CompiledRobot, Function};
use appell_mechanics::Kind;
use appell_numeric::cholesky;
use appell_numeric::lu::Lu;
use appell_trajectory::Motion;

use crate::acceleration_derivatives::{AccelerationDerivatives, At};
use crate::defaults::TOLERANCE;
use crate::error::Error;
use crate::integrate::{Radau5, Step, System, Tolerance, stretch};
use crate::loads::Loads;
use crate::piece::Piece;
use crate::quadrature::moments;
use crate::states::States;

/// How elastic links deform in the inverse problem.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Elasticity {
    /// As far as the forces of the moment bend them, without vibrations.
    #[default]
    QuasiStatic,
    /// With their vibrations, from rest in the quasi-static shape.
    Full,
}

impl Elasticity {
    /// All.
    pub const ALL: [Self; 2] = [Self::QuasiStatic, Self::Full];

    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::QuasiStatic => "quasi-static",
            Self::Full => "full",
        }
    }
}

/// States of a machine along motions, with the shapes that elastic links take.
pub struct Shapes<'m> {
    machine: &'m CompiledRobot,
    /// None for rigid links.
    elastic: Option<Functions>,
}

struct Functions {
    forces: Function,
    mass_matrix: Function,
    /// Those of the accelerations of the modes, once vibrations are asked for.
    derivatives: Option<AccelerationDerivatives>,
    /// The numbers of the modal coordinates.
    modal: Vec<usize>,
}

impl<'m> Shapes<'m> {
    /// For a robot.
    pub fn new(machine: &'m CompiledRobot) -> Result<Self, Error> {
        if let Some(axis) = machine.axes().iter().find(|axis| axis.motor.is_some()) {
            return Err(Error::ElasticJoint { joint: axis.name.clone() });
        }
        let coordinates = machine.coordinates().iter().enumerate();
        let modal: Vec<usize> =
            coordinates.filter_map(|(k, it)| it.axis.is_none().then_some(k)).collect();
        let elastic = match modal.is_empty() {
            true => None,
            false => Some(Functions {
                forces: machine.function_of(&[Kind::DrivingForce])?,
                mass_matrix: machine.function_of(&[Kind::MassMatrix])?,
                derivatives: None,
                modal,
            }),
        };
        Ok(Self { machine, elastic })
    }

    /// Coordinates, rates and accelerations of a motion at times in order.
    pub fn states(
        &mut self,
        motion: &Motion,
        loads: &Loads,
        times: &[f64],
        elasticity: Elasticity,
    ) -> Result<States, Error> {
        match self.until_stopped(motion, loads, times, elasticity, 3)? {
            (states, None) => Ok(states),
            (_, Some(stop)) => Err(stop.into()),
        }
    }

    /// The same; where the work is stopped, at the times until then. Of rigid robots so many
    /// derivatives, the coordinates included, of elastic ones three.
    pub(crate) fn until_stopped(
        &mut self,
        motion: &Motion,
        loads: &Loads,
        times: &[f64],
        elasticity: Elasticity,
        orders: usize,
    ) -> Result<(States, Option<Stop>), Error> {
        let machine = self.machine;
        let Some(functions) = &mut self.elastic else {
            return Ok(States::of(machine, motion, times, orders));
        };
        let piece = Piece::new(0.0, motion.duration(), motion.duration());
        let mut modes = Modes { machine, motion, loads, functions, piece };
        let (found, stopped) = match elasticity {
            Elasticity::QuasiStatic => modes.bent(times)?,
            Elasticity::Full => modes.vibrating(times)?,
        };
        let count = machine.coordinates().len();
        let mut orders = vec![vec![Vec::with_capacity(times.len()); count]; 3];
        for state in &found {
            for (rows, values) in orders.iter_mut().zip(state) {
                rows.iter_mut().zip(values).for_each(|(row, value)| row.push(*value));
            }
        }
        Ok((States { times: times[..found.len()].to_vec(), orders }, stopped))
    }
}

/// The robot with its modes alone free to move.
struct Modes<'m> {
    machine: &'m CompiledRobot,
    motion: &'m Motion,
    loads: &'m Loads,
    functions: &'m mut Functions,
    /// The time now at work.
    piece: Piece,
}

/// All coordinates, their rates and accelerations.
type State = [Vec<f64>; 3];

impl Modes<'_> {
    /// The axes at a time, the modes as given.
    fn state(&self, t: f64, modes: &[f64], rates: &[f64]) -> State {
        let mut state = self.motion.state(t).map(|row| self.machine.spread(&row));
        for ((&k, y), rate) in self.functions.modal.iter().zip(modes).zip(rates) {
            state[0][k] = *y;
            state[1][k] = *rate;
        }
        state
    }

    /// The forces on the modes, which should be zero.
    fn rest(&mut self, t: f64, [q, qd, qdd]: &State) -> Result<Vec<f64>, Error> {
        let arguments = self.machine.arguments(&self.loads.at(t));
        let all = self.functions.forces.call(&[q, qd, qdd, &arguments])?;
        Ok(self.functions.modal.iter().map(|&k| all[k]).collect())
    }

    fn part(&self, matrix: &[f64]) -> Vec<f64> {
        let n = self.machine.coordinates().len();
        let entries = self
            .functions
            .modal
            .iter()
            .flat_map(|&i| self.functions.modal.iter().map(move |&j| (i, j)));
        entries.map(|(i, j)| matrix[i * n + j]).collect()
    }

    /// Where the modes bend to, from a guess or else from a straight link.
    fn bend(&mut self, t: f64, y: &mut [f64]) -> Result<(), Error> {
        if self.settle(t, y)? {
            return Ok(());
        }
        y.fill(0.0);
        match self.settle(t, y)? {
            true => Ok(()),
            false => Err(Error::NoDeflection { time: t }),
        }
    }

    /// Newton's iteration for the forces on the modes, with slopes by differences, since what the
    /// motion does to the links changes with their shape; whether it came to an end.
    fn settle(&mut self, t: f64, y: &mut [f64]) -> Result<bool, Error> {
        const ROUNDS: usize = 50;
        const NEAR: f64 = 1e-12;
        /// Modes are about as large as deflections of the tip, in metres.
        const NUDGE: f64 = 1e-6;
        const SMALL: f64 = 1e-3;
        let count = y.len();
        let still = vec![0.0; count];
        for _ in 0..ROUNDS {
            let rest = self.rest(t, &self.state(t, y, &still))?;
            let mut slopes = vec![0.0; count * count];
            for j in 0..count {
                let mut moved = y.to_vec();
                moved[j] += NUDGE;
                let there = self.rest(t, &self.state(t, &moved, &still))?;
                for i in 0..count {
                    slopes[i * count + j] = (there[i] - rest[i]) / NUDGE;
                }
            }
            let Some(factors) = Lu::new(count, slopes) else { break };
            let steps = factors.solve(&rest);
            let change = steps.iter().map(|step| step.abs()).fold(0.0, f64::max);
            y.iter_mut().zip(&steps).for_each(|(y, step)| *y -= step);
            let size = y.iter().map(|y| y.abs()).fold(0.0, f64::max);
            if steps.iter().any(|step| !step.is_finite()) {
                break;
            }
            if change <= NEAR * size.max(SMALL) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn bent(&mut self, times: &[f64]) -> Result<(Vec<State>, Option<Stop>), Error> {
        let mut y = vec![0.0; self.functions.modal.len()];
        let still = y.clone();
        let mut found = Vec::with_capacity(times.len());
        for &t in times {
            if let Err(stop) = self.machine.budget().check() {
                return Ok((found, Some(stop)));
            }
            self.bend(t, &mut y)?;
            found.push(self.state(t, &y, &still));
        }
        Ok((found, None))
    }

    fn vibrating(&mut self, times: &[f64]) -> Result<(Vec<State>, Option<Stop>), Error> {
        let count = self.functions.modal.len();
        if self.functions.derivatives.is_none() {
            let modal = self.functions.modal.clone();
            self.functions.derivatives = Some(AccelerationDerivatives::new(self.machine, modal)?);
        }
        let mut y = vec![0.0; 2 * count];
        self.bend(0.0, &mut y[..count])?;
        let tolerance =
            Tolerance { relative: TOLERANCE, absolute: TOLERANCE * 1e-4, counted: 2 * count };
        let mut method = Radau5::new(2 * count);
        let mut found = Vec::with_capacity(times.len());
        let end = times.last().copied().unwrap_or_default();
        let mut moments = moments(self.motion, self.loads);
        moments.retain(|&moment| moment > 0.0);
        let (mut t, mut step) = (0.0, end * 1e-4);
        let (mut next, mut passed) = (0, 0);
        let mut between = y.clone();
        while next < times.len() {
            passed += moments[passed..].iter().take_while(|&&moment| moment <= t).count();
            let from = passed.checked_sub(1).map_or(0.0, |last| moments[last]);
            let stop = moments.get(passed).copied().unwrap_or(end).min(end);
            self.piece = Piece::new(from, stop.max(from), end);
            if t >= times[next] {
                found.push(self.whole(times[next], &y)?);
                next += 1;
                continue;
            }
            if let Err(stop) = self.machine.budget().check() {
                return Ok((found, Some(stop)));
            }
            let reaches = step >= (stop - t) * (1.0 - 1e-9);
            let tried = if reaches { stop - t } else { step };
            let error = method.attempt(self, t, &y, tried, &tolerance)?;
            if error > 1.0 {
                step = tried * stretch(error, &method);
                if step < 1e-14 * end {
                    return Err(Error::StepTooSmall { time: t, step });
                }
                continue;
            }
            let until = if reaches { stop } else { t + tried };
            while next < times.len() && times[next] < until {
                method.between((times[next] - t) / tried, &mut between);
                found.push(self.whole(times[next], &between)?);
                next += 1;
            }
            y.copy_from_slice(method.end());
            t = until;
            if reaches {
                method.restart()
            } else {
                method.accept()
            }
            step = tried.max(if reaches { step } else { 0.0 }) * stretch(error, &method);
        }
        Ok((found, None))
    }

    /// The state with the accelerations of the modes.
    fn whole(&mut self, t: f64, y: &[f64]) -> Result<State, Error> {
        let count = self.functions.modal.len();
        let mut slope = vec![0.0; 2 * count];
        self.slope(t, y, &mut slope)?;
        let mut state = self.state(t, &y[..count], &y[count..]);
        for (&k, bend) in self.functions.modal.iter().zip(&slope[count..]) {
            state[2][k] = *bend;
        }
        Ok(state)
    }
}

impl System for Modes<'_> {
    fn slope(&mut self, t: f64, y: &[f64], slope: &mut [f64]) -> Result<(), Error> {
        let count = self.functions.modal.len();
        let t = self.piece.within(t);
        let state = self.state(t, &y[..count], &y[count..]);
        slope[..count].copy_from_slice(&y[count..]);
        let rest = self.rest(t, &state)?;
        let arguments = self.machine.arguments(&self.loads.at(t));
        let mass = self.functions.mass_matrix.call(&[&state[0], &arguments])?.to_vec();
        let mut right: Vec<f64> = rest.iter().map(|force| -force).collect();
        cholesky::solve(&mut self.part(&mass), &mut right).map_err(|row| Error::SingularMass {
            coordinate: self.machine.coordinates()[self.functions.modal[row]].name.clone(),
        })?;
        slope[count..].copy_from_slice(&right);
        Ok(())
    }

    fn jacobian(&mut self, t: f64, y: &[f64], jacobian: &mut [f64]) -> Result<bool, Error> {
        let t = self.piece.within(t);
        let state = self.whole(t, y)?;
        let arguments = self.machine.arguments(&self.loads.at(t));
        let Functions { derivatives, mass_matrix, .. } = &mut *self.functions;
        let Some(derivatives) = derivatives else { return Ok(false) };
        let mass = mass_matrix.call(&[&state[0], &arguments])?;
        // nothing drives the modes
        let none = vec![0.0; state[0].len()];
        let state = [&state[0][..], &state[1][..], &state[2][..]];
        let at = At { state, arguments: &arguments, mass, drives: [&none, &none] };
        derivatives.write(at, y.len(), jacobian)?;
        Ok(true)
    }
}
