//! A controller at run time.

use appell_code::{CompiledRobot, Function, Load};
use appell_mechanics::Kind;
use appell_trajectory::Motion;

use crate::controller::{Asked, Controller, ControllerModel};
use crate::error::Error;
use crate::hold::Hold;
use crate::simulate::Setup;

/// A controller at work: what it follows, what it believes, what its drives can give.
pub(crate) struct Drive {
    controller: Controller,
    reference: Motion,
    /// What the controller calculates with its model of the robot.
    function: Option<Function>,
    model: ControllerModel,
    /// What the function takes besides the state, for the load that the controller knows of.
    arguments: Vec<f64>,
    /// Limits of effort, where they are kept.
    most: Option<Vec<f64>>,
    /// The numbers of the coordinates of the axes.
    places: Vec<usize>,
    /// Link and motor of elastic joints, by the numbers of their axes.
    elastic: Vec<(usize, usize)>,
    /// The reference now: coordinates, velocities, accelerations of the axes.
    wanted: [Vec<f64>; 3],
    command: Vec<f64>,
    /// The forces that were asked for last, before effort limits, by axis.
    asked: Vec<f64>,
    /// Where the controller runs at the beat of a clock.
    hold: Option<Hold>,
}

impl Drive {
    /// The controller of a simulation; without a motion it holds the axes where they start.
    pub(crate) fn new(robot: &CompiledRobot, setup: &Setup) -> Result<Self, Error> {
        let controller = setup.controller.clone();
        let kind = match controller {
            Controller::Feedforward | Controller::ComputedTorque { .. } => Kind::DrivingForce,
            _ => Kind::GravityForce,
        };
        let axes = robot.axes();
        let start = || Motion::at(axes.iter().map(|axis| setup.q[axis.coordinate]).collect());
        let elastic = axes.iter().enumerate().filter_map(|(k, axis)| Some((k, axis.motor?)));
        let model = setup.model.clone();
        let believed = model.robot.as_ref().unwrap_or(robot);
        let mut drive = Self {
            function: match controller.has_model() {
                true => Some(believed.function_of(&[kind])?),
                false => None,
            },
            arguments: Vec::new(),
            reference: setup.motion.clone().unwrap_or_else(start),
            most: setup.saturates.then(|| axes.iter().map(|axis| axis.limits.effort).collect()),
            places: axes.iter().map(|axis| axis.coordinate).collect(),
            elastic: elastic.collect(),
            wanted: [(); 3].map(|()| vec![0.0; axes.len()]),
            command: vec![0.0; robot.coordinates().len()],
            asked: vec![0.0; axes.len()],
            hold: setup.sampling.map(|sampling| Hold::new(sampling, axes.len())),
            controller,
            model,
        };
        drive.takes(&setup.loads.at(0.0), robot);
        Ok(drive)
    }

    /// What is carried changes, of which the controller may know.
    pub(crate) fn takes(&mut self, load: &Load, robot: &CompiledRobot) {
        let known = if self.model.knows_loads { *load } else { Load::default() };
        self.arguments = self.model.robot.as_ref().unwrap_or(robot).arguments(&known);
    }

    /// How many integrals of errors are states of the simulation.
    pub(crate) fn integrals(&self) -> usize {
        match self.hold {
            Some(_) => 0,
            None => self.controller.integral_gains().len(),
        }
    }

    /// Whether the forces on an axis are linear in its own coordinate and rate, or do not depend on the
    /// state at all.
    pub(crate) fn is_linear(&self) -> bool {
        match &self.controller {
            _ if self.hold.is_some() => true,
            Controller::ProportionalDerivative { .. } if !self.elastic.is_empty() => false,
            Controller::Free | Controller::Forces(_) | Controller::Feedforward => true,
            Controller::ProportionalDerivative { gravity, ki, .. } => !gravity && ki.is_empty(),
            Controller::ComputedTorque { .. }
            | Controller::StateFeedback { .. }
            | Controller::Law(_)
            | Controller::Own(_) => false,
        }
    }

    /// The derivatives of linear forces by coordinates and by rates, of all coordinates, where the
    /// forces were asked for last: each by its own. A drive at its effort limit stays there.
    pub(crate) fn gains(&self) -> [Vec<f64>; 2] {
        let mut gains = [(); 2].map(|()| vec![0.0; self.command.len()]);
        if self.hold.is_some() {
            return gains;
        }
        if let Controller::ProportionalDerivative { kp, kd, .. } = &self.controller {
            for (i, &k) in self.places.iter().enumerate() {
                let is_free = self.most.as_ref().is_none_or(|most| self.asked[i].abs() < most[i]);
                if is_free {
                    gains[0][k] = -kp[i];
                    gains[1][k] = -kd[i];
                }
            }
        }
        gains
    }

    /// The forces that were asked for last, before effort limits, by axis.
    pub(crate) fn asked(&self) -> &[f64] {
        &self.asked
    }

    /// The coordinates of the axes that the controller should bring about at a time; none where it
    /// follows nothing.
    pub(crate) fn reference(&mut self, t: f64) -> Option<&[f64]> {
        self.controller.follows().then(|| {
            self.reference.derivatives(t, &mut [&mut self.wanted[0]]);
            &self.wanted[0][..]
        })
    }

    /// When the forces may jump or bend, up to a time.
    pub(crate) fn stops(&self, duration: f64) -> Vec<f64> {
        let mut stops = match &self.controller {
            Controller::Free => Vec::new(),
            Controller::Forces(series) => series.times().to_vec(),
            _ => self.reference.breaks(),
        };
        stops.extend(self.hold.iter().flat_map(|hold| hold.stops(duration)));
        stops
    }

    /// Where the controller runs at the beat of a clock: looks at the state if that is due, and lets
    /// act what is due. `inside` is the same time, on the right side of jumps of the reference; the
    /// state is that of [`Drive::forces`].
    pub(crate) fn beat(&mut self, t: f64, inside: f64, state: [&[f64]; 3]) -> Result<(), Error> {
        let Some(mut hold) = self.hold.take() else { return Ok(()) };
        let mut beat = || -> Result<(), Error> {
            while hold.looks(t) {
                self.law(inside, state, &hold.integrals)?;
                hold.ask(t, self.asked.clone());
                let period = hold.period();
                for (i, integral) in hold.integrals.iter_mut().enumerate() {
                    *integral += period * self.integral_rate(i, state[0]);
                }
            }
            hold.act(t);
            Ok(())
        };
        let result = beat();
        self.hold = Some(hold);
        result
    }

    /// The forces on all coordinates at a time and a state, with the integrals of the errors; modes
    /// have none. The state: coordinates, velocities, and the velocities that dry friction sees, by
    /// which the controller takes its sign. Otherwise an axis that breaks loose would get no
    /// compensation of its friction at the velocity zero, and all of it just beside.
    pub(crate) fn forces(
        &mut self,
        t: f64,
        state: [&[f64]; 3],
        integrals: &[f64],
        out: &mut [f64],
    ) -> Result<(), Error> {
        match &self.hold {
            Some(hold) => self.asked.copy_from_slice(&hold.held),
            None => self.law(t, state, integrals)?,
        }
        out.fill(0.0);
        for (i, &k) in self.places.iter().enumerate() {
            out[k] = self.given(i);
        }
        Ok(())
    }

    /// What the drive of an axis gives of what it was last asked for.
    fn given(&self, axis: usize) -> f64 {
        let asked = self.asked[axis];
        self.most.as_ref().map_or(asked, |most| asked.min(most[axis]).max(-most[axis]))
    }

    /// The rate of the integral of the error of an axis, at the state at which forces were last asked
    /// for: the error, less what the drive could not give.
    pub(crate) fn integral_rate(&self, axis: usize, q: &[f64]) -> f64 {
        let Controller::ProportionalDerivative { kp, .. } = &self.controller else { return 0.0 };
        let error = self.wanted[0][axis] - q[self.places[axis]];
        let missing = self.asked[axis] - self.given(axis);
        if missing == 0.0 { error } else { error - missing / kp[axis] }
    }

    /// The forces that the controller asks for at a time and a state, by axis, into `asked`.
    fn law(&mut self, t: f64, [q, qd, seen]: [&[f64]; 3], integrals: &[f64]) -> Result<(), Error> {
        if self.controller.follows() {
            let [a, b, c] = &mut self.wanted;
            self.reference.derivatives(t, &mut [a, b, c]);
        }
        let [wanted, rates, accelerations] = &self.wanted;
        let lag = |i: usize, k: usize| (wanted[i] - q[k], rates[i] - qd[k]);
        let places = || self.places.iter().copied().enumerate();
        let asked = &mut self.asked;
        asked.fill(0.0);
        match &mut self.controller {
            Controller::Free => {}
            Controller::Forces(series) => series.at(t, asked),
            Controller::Feedforward => {
                let mut state = [(); 3].map(|()| vec![0.0; q.len()]);
                for (i, k) in places() {
                    state[0][k] = wanted[i];
                    state[1][k] = rates[i];
                    state[2][k] = accelerations[i];
                }
                if let Some(function) = &mut self.function {
                    let [q, qd, qdd] = &state;
                    let forces = function.call(&[q, qd, qdd, &self.arguments])?;
                    places().for_each(|(i, k)| asked[i] = forces[k]);
                }
            }
            Controller::ProportionalDerivative { kp, kd, ki, .. } => {
                for (i, k) in places() {
                    let (error, rate) = lag(i, k);
                    asked[i] = kp[i] * error + kd[i] * rate;
                }
                let integral = ki.iter().zip(integrals).map(|(gain, integral)| gain * integral);
                asked.iter_mut().zip(integral).for_each(|(asked, part)| *asked += part);
            }
            Controller::StateFeedback { gains, .. } => {
                for (asked, row) in asked.iter_mut().zip(gains) {
                    let (of_errors, of_rates) = row.split_at(self.places.len());
                    for (i, k) in places() {
                        let (error, rate) = lag(i, k);
                        *asked += of_errors[i] * error + of_rates[i] * rate;
                    }
                }
            }
            Controller::ComputedTorque { kp, kd } => {
                self.command.fill(0.0);
                for (i, k) in places() {
                    let (error, rate) = lag(i, k);
                    self.command[k] = accelerations[i] + kp[i] * error + kd[i] * rate;
                }
                if let Some(function) = &mut self.function {
                    let forces = function.call(&[q, seen, &self.command, &self.arguments])?;
                    places().for_each(|(i, k)| asked[i] = forces[k]);
                }
            }
            Controller::Law(law) => {
                asked.copy_from_slice(law.forces(t, [q, seen], &self.wanted)?);
            }
            Controller::Own(own) => {
                let of_axes =
                    |values: &[f64]| -> Vec<f64> { places().map(|it| values[it.1]).collect() };
                let (q, qd) = (of_axes(q), of_axes(seen));
                let reference = [&wanted[..], &rates[..], &accelerations[..]];
                own.forces(Asked { t, q: &q, qd: &qd, reference }, asked)?;
            }
        }
        if let Controller::ProportionalDerivative { .. } | Controller::StateFeedback { .. } =
            &self.controller
            && let Some(function) = &mut self.function
        {
            let gravity = function.call(&[q, &self.arguments])?;
            places().for_each(|(i, k)| asked[i] += gravity[k]);
        }
        // what is asked of the link of an elastic joint, its motor gives
        for &(link, motor) in &self.elastic {
            self.asked[motor] += std::mem::take(&mut self.asked[link]);
        }
        Ok(())
    }
}
