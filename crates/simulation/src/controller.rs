//! What drives the axes: given torques, or a controller that follows a motion.

use appell_code::{CompiledRobot, Function};
use appell_mechanics::Kind;
use appell_trajectory::{Motion, Series};

use crate::error::Error;

/// What drives the axes.
#[derive(Clone, Debug, Default)]
pub enum Controller {
    /// Nothing.
    #[default]
    Free,
    /// Forces and moments over time.
    Forces(Series),
    /// The driving forces of the motion, whatever the axes do.
    Feedforward,
    /// tau = kp e + kd e', with e the distance to the motion; with the gravity forces on top where
    /// they are compensated.
    ProportionalDerivative {
        /// The gains of the distance.
        kp: Vec<f64>,
        /// The gains of its rate.
        kd: Vec<f64>,
        /// Whether gravity is compensated.
        gravity: bool,
    },
    /// The driving forces of the acceleration q'' + kd e' + kp e, at the state that is there: every
    /// axis then follows like a mass on a spring, whatever the others do.
    ComputedTorque {
        /// The gains of the distance.
        kp: Vec<f64>,
        /// The gains of its rate.
        kd: Vec<f64>,
    },
}

impl Controller {
    /// Whether it follows a motion.
    pub fn follows(&self) -> bool {
        !matches!(self, Self::Free | Self::Forces(_))
    }
}

/// A controller at work on a machine.
pub(crate) struct Drive {
    controller: Controller,
    motion: Motion,
    function: Option<Function>,
    /// Limits of effort, where they are kept.
    most: Option<Vec<f64>>,
    /// The numbers of the coordinates of the axes.
    places: Vec<usize>,
    /// The motion now: coordinates, rates, accelerations of the axes.
    wanted: [Vec<f64>; 3],
    command: Vec<f64>,
    /// The forces that were asked for last, before effort limits, by axis.
    asked: Vec<f64>,
}

impl Drive {
    pub(crate) fn new(
        machine: &CompiledRobot,
        controller: Controller,
        motion: Motion,
        saturates: bool,
    ) -> Result<Self, Error> {
        let function = match &controller {
            Controller::Feedforward | Controller::ComputedTorque { .. } => Some(Kind::DrivingForce),
            Controller::ProportionalDerivative { gravity: true, .. } => Some(Kind::GravityForce),
            _ => None,
        };
        let axes = machine.axes();
        Ok(Self {
            function: function.map(|kind| machine.function_of(&[kind])).transpose()?,
            controller,
            motion,
            most: saturates.then(|| axes.iter().map(|axis| axis.limits.effort).collect()),
            places: axes.iter().map(|axis| axis.coordinate).collect(),
            wanted: [(); 3].map(|()| vec![0.0; axes.len()]),
            command: vec![0.0; machine.coordinates().len()],
            asked: vec![0.0; axes.len()],
        })
    }

    /// Whether the forces on an axis are linear in its own coordinate and rate, or do not depend on the
    /// state at all.
    pub(crate) fn is_linear(&self) -> bool {
        match self.controller {
            Controller::Free | Controller::Forces(_) | Controller::Feedforward => true,
            Controller::ProportionalDerivative { gravity, .. } => !gravity,
            Controller::ComputedTorque { .. } => false,
        }
    }

    /// The derivatives of linear forces by coordinates and by rates, of all coordinates, where the
    /// forces were asked for last: each by its own. A drive at its effort limit stays there.
    pub(crate) fn gains(&self) -> [Vec<f64>; 2] {
        let mut gains = [(); 2].map(|()| vec![0.0; self.command.len()]);
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

    /// When the forces may jump or bend.
    pub(crate) fn stops(&self) -> Vec<f64> {
        match &self.controller {
            Controller::Free => Vec::new(),
            Controller::Forces(series) => series.times().to_vec(),
            _ => self.motion.breaks(),
        }
    }

    /// The forces on all coordinates at a time and a state; modes have none.
    pub(crate) fn forces(
        &mut self,
        t: f64,
        q: &[f64],
        qd: &[f64],
        arguments: &[f64],
        out: &mut [f64],
    ) -> Result<(), Error> {
        out.fill(0.0);
        if self.controller.follows() {
            let [a, b, c] = &mut self.wanted;
            self.motion.derivatives(t, &mut [a, b, c]);
        }
        let [wanted, rates, accelerations] = &self.wanted;
        let lag = |i: usize, k: usize| (wanted[i] - q[k], rates[i] - qd[k]);
        let places = self.places.iter().copied().enumerate();
        match &self.controller {
            Controller::Free => {}
            Controller::Forces(series) => {
                series.at(t, &mut self.command[..self.places.len()]);
                for (i, k) in places {
                    out[k] = self.command[i];
                }
            }
            Controller::Feedforward => {
                let mut state = [(); 3].map(|()| vec![0.0; q.len()]);
                for (i, k) in places {
                    state[0][k] = wanted[i];
                    state[1][k] = rates[i];
                    state[2][k] = accelerations[i];
                }
                if let Some(function) = &mut self.function {
                    let forces = function.call(&[&state[0], &state[1], &state[2], arguments])?;
                    self.places.iter().for_each(|&k| out[k] = forces[k]);
                }
            }
            Controller::ProportionalDerivative { kp, kd, .. } => {
                for (i, k) in places {
                    let (distance, rate) = lag(i, k);
                    out[k] = kp[i] * distance + kd[i] * rate;
                }
                if let Some(function) = &mut self.function {
                    let gravity = function.call(&[q, arguments])?;
                    self.places.iter().for_each(|&k| out[k] += gravity[k]);
                }
            }
            Controller::ComputedTorque { kp, kd } => {
                self.command.fill(0.0);
                for (i, k) in places {
                    let (distance, rate) = lag(i, k);
                    self.command[k] = accelerations[i] + kp[i] * distance + kd[i] * rate;
                }
                if let Some(function) = &mut self.function {
                    let forces = function.call(&[q, qd, &self.command, arguments])?;
                    self.places.iter().for_each(|&k| out[k] = forces[k]);
                }
            }
        }
        for (asked, &k) in self.asked.iter_mut().zip(&self.places) {
            *asked = out[k];
        }
        if let Some(most) = &self.most {
            for (&k, &most) in self.places.iter().zip(most) {
                out[k] = out[k].min(most).max(-most);
            }
        }
        Ok(())
    }
}
