//! All that a simulation starts from.

use appell_code::CompiledRobot;
use appell_trajectory::Motion;

use crate::controller::{Controller, ControllerModel, Sampling};
use crate::defaults;
use crate::error::Error;
use crate::loads::Loads;

/// How the equations are integrated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Explicit, order five, steps by the tolerance.
    Dopri5,
    /// Implicit, order five, steps by the tolerance: for stiff elastic links.
    Radau5,
    /// Explicit, order four, steps of one length.
    Rk4,
}

impl Method {
    /// All.
    pub const ALL: [Self; 3] = [Self::Dopri5, Self::Radau5, Self::Rk4];

    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Dopri5 => "dopri5",
            Self::Radau5 => "radau",
            Self::Rk4 => "rk4",
        }
    }
}

/// All that a simulation starts from.
#[derive(Clone, Debug)]
pub struct Setup {
    /// All coordinates at the start.
    pub q: Vec<f64>,
    /// Their rates.
    pub qd: Vec<f64>,
    /// What drives the axes: torques or a controller.
    pub controller: Controller,
    /// Whether drives keep the effort limits of their axes.
    pub saturates: bool,
    /// The reference of the controller; the start coordinates if `None`.
    pub motion: Option<Motion>,
    /// The model of the robot with which the controller calculates.
    pub model: ControllerModel,
    /// Sampling period and delay of the controller; continuous in time if `None`.
    pub sampling: Option<Sampling>,
    /// What is carried.
    pub loads: Loads,
    /// The simulated time, s.
    pub duration: f64,
    /// The time between the rows of the result, s.
    pub output_step: f64,
    /// How it is integrated.
    pub method: Method,
    /// The relative tolerance; the absolute one is a thousandth of it.
    pub tolerance: f64,
    /// The length of a step of [`Method::Rk4`], and the longest of the others.
    pub step: f64,
    /// Whether it ends where an axis reaches a limit.
    pub stops_at_limits: bool,
}

impl Setup {
    /// From rest at some coordinates, without drives. A result has 200 rows besides the first; steps are
    /// chosen by a relative tolerance of 1e-8, with [`Method::Dopri5`], or [`Method::Radau5`] for
    /// elastic robots; it ends where an axis reaches the end of its way. These are the defaults of
    /// scenarios too.
    pub fn at(machine: &CompiledRobot, q: Vec<f64>, duration: f64) -> Self {
        Self {
            qd: vec![0.0; q.len()],
            q,
            controller: Controller::Free,
            saturates: false,
            motion: None,
            model: ControllerModel::default(),
            sampling: None,
            loads: Loads::default(),
            duration,
            output_step: defaults::output_step(duration),
            method: defaults::method(machine),
            tolerance: defaults::TOLERANCE,
            step: f64::INFINITY,
            stops_at_limits: defaults::STOPS_AT_LIMITS,
        }
    }
}

impl Setup {
    /// Refuses what makes no simulation.
    pub(super) fn check(&self, machine: &CompiledRobot) -> Result<(), Error> {
        let (all, axes) = (machine.coordinates().len(), machine.axes().len());
        let of_axes = self.controller.counts(axes).into_iter();
        let of_axes = of_axes.chain(self.motion.as_ref().map(|motion| (motion.axes(), axes)));
        let believed = self.model.robot.as_ref().map(|robot| (robot.coordinates().len(), all));
        let counts = [(self.q.len(), all), (self.qd.len(), all)].into_iter().chain(believed);
        let mut counts = counts.chain(of_axes);
        if let Some((given, expected)) = counts.find(|(given, expected)| given != expected) {
            return Err(appell_code::Error::Count { given, expected }.into());
        }
        let endless = self.method == Method::Rk4 && self.step.is_infinite();
        let lengths = [
            ("duration", self.duration.is_finite() && self.duration > 0.0),
            ("output_step", self.output_step > 0.0),
            ("tolerance", self.tolerance > 0.0),
            ("step", self.step > 0.0 && !endless),
            ("sample", self.sampling.is_none_or(|it| it.period > 0.0 && it.delay >= 0.0)),
            ("kp", !self.winds_up()),
        ];
        if let Some((what, _)) = lengths.iter().find(|(_, sound)| !sound) {
            return Err(Error::NotPositive { what });
        }
        /// More would take more memory than a result has.
        const MOST_SAMPLES: f64 = 1e6;
        match self.sampling.map(|it| self.duration / it.period) {
            Some(count) if count > MOST_SAMPLES => {
                Err(Error::TooManySamples { count, limit: MOST_SAMPLES })
            }
            _ => Ok(()),
        }
    }

    /// Whether an integral would have nothing that unwinds it where its drive is at its limit.
    fn winds_up(&self) -> bool {
        match &self.controller {
            Controller::ProportionalDerivative { kp, ki, .. } if self.saturates => {
                kp.iter().zip(ki).any(|(kp, ki)| *ki != 0.0 && *kp <= 0.0)
            }
            _ => false,
        }
    }
}
