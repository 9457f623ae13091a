//! What drives the axes: given torques, or a controller that follows a reference.

use std::fmt;
use std::sync::Arc;

use appell_code::CompiledRobot;
use appell_trajectory::Series;

use crate::control_law::ControlLaw;
use crate::error::Error;

/// What drives the axes. Controllers see the error e = q* - q of each axis, with q* the reference.
#[derive(Clone, Debug, Default)]
pub enum Controller {
    /// Nothing.
    #[default]
    Free,
    /// Forces and moments over time.
    Forces(Series),
    /// The joint torques of the reference, whatever the axes do.
    Feedforward,
    /// tau = kp e + kd e' + ki z with z' = e; with the gravity forces on top where they are
    /// compensated. Where the drive is at its effort limit, z' = e - (asked - given) / kp, so that z
    /// does not wind up.
    ProportionalDerivative {
        /// The gains of the error.
        kp: Vec<f64>,
        /// The gains of its rate.
        kd: Vec<f64>,
        /// The gains of its integral; empty for none.
        ki: Vec<f64>,
        /// Whether gravity is compensated.
        gravity: bool,
    },
    /// The joint torques of the acceleration q*'' + kd e' + kp e, at the actual state: every axis
    /// then follows like a mass on a spring, whatever the others do.
    ComputedTorque {
        /// The gains of the error.
        kp: Vec<f64>,
        /// The gains of its rate.
        kd: Vec<f64>,
    },
    /// tau = -K x with x = (q - q*, q' - q*') of all axes; with the gravity forces on top where they
    /// are compensated.
    StateFeedback {
        /// K: a row for each axis, with the gains of all coordinates, then those of all velocities.
        gains: Vec<Vec<f64>>,
        /// Whether gravity is compensated.
        gravity: bool,
    },
    /// Formulas of the state, the reference and the time.
    Law(Box<ControlLaw>),
    /// A function of the caller's own.
    Own(OwnController),
}

/// What a controller of the caller's own is asked: the time, and coordinates and velocities of the axes.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// The time, in seconds.
    pub t: f64,
    /// The coordinates of the axes.
    pub q: &'a [f64],
    /// Their velocities.
    pub qd: &'a [f64],
    /// The reference: coordinates, velocities, accelerations of the axes.
    pub reference: [&'a [f64]; 3],
}

/// A function that gives the forces of all axes, or says why it cannot.
type OwnForces = dyn Fn(Asked<'_>) -> Result<Vec<f64>, String> + Send + Sync;

/// A controller of the caller's own. With [`Sampling`] it is asked at the beat of a clock; without, whenever
/// the integrator needs a force, also at times and states that it then rejects.
#[derive(Clone)]
pub struct OwnController(Arc<OwnForces>);

impl OwnController {
    /// From a function of the state to the forces of all axes.
    ///
    /// ```
    /// use appell_code::CompiledRobot;
    /// use appell_simulation::{Controller, OwnController, Setup, simulate};
    ///
    /// let robot = appell_model::Robot::bundled("2r")?;
    /// let machine = CompiledRobot::new(&robot, &Default::default())?;
    /// let brake = OwnController::new(|asked| Ok(asked.qd.iter().map(|qd| -5.0 * qd).collect()));
    /// let setup = Setup::at(&machine, vec![0.1, 0.2], 0.5);
    /// let setup = Setup { controller: Controller::Own(brake), ..setup };
    /// assert_eq!(simulate(&machine, &setup, &mut |_| {})?.end, 0.5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(
        forces: impl Fn(Asked<'_>) -> Result<Vec<f64>, String> + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(forces))
    }

    pub(crate) fn forces(&self, asked: Asked<'_>, out: &mut [f64]) -> Result<(), Error> {
        let failed = |reason: String| Error::Controller { time: asked.t, reason };
        let forces = (self.0)(asked).map_err(failed)?;
        if forces.len() != out.len() {
            let (expected, given) = (out.len(), forces.len());
            return Err(failed(format!("expected {expected} forces, got {given}")));
        }
        if forces.iter().any(|force| !force.is_finite()) {
            return Err(failed("a force is not a finite number".to_owned()));
        }
        out.copy_from_slice(&forces);
        Ok(())
    }
}

impl fmt::Debug for OwnController {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("OwnController")
    }
}

impl Controller {
    /// Whether it follows a reference.
    pub fn follows(&self) -> bool {
        !matches!(self, Self::Free | Self::Forces(_))
    }

    /// Whether it calculates with a model of the robot.
    pub fn has_model(&self) -> bool {
        match self {
            Self::Feedforward | Self::ComputedTorque { .. } => true,
            Self::ProportionalDerivative { gravity, .. } | Self::StateFeedback { gravity, .. } => {
                *gravity
            }
            Self::Free | Self::Forces(_) | Self::Law(_) | Self::Own(_) => false,
        }
    }

    /// The gains of the integral of the error; empty where there is none.
    pub(crate) fn integral_gains(&self) -> &[f64] {
        match self {
            Self::ProportionalDerivative { ki, .. } => ki,
            _ => &[],
        }
    }

    /// How many numbers each list of gains has, and should have for so many axes.
    pub(crate) fn counts(&self, axes: usize) -> Vec<(usize, usize)> {
        match self {
            Self::ProportionalDerivative { kp, kd, ki, .. } => {
                let integral = Some((ki.len(), axes)).filter(|(given, _)| *given > 0);
                [(kp.len(), axes), (kd.len(), axes)].into_iter().chain(integral).collect()
            }
            Self::ComputedTorque { kp, kd } => vec![(kp.len(), axes), (kd.len(), axes)],
            Self::StateFeedback { gains, .. } => {
                let rows = gains.iter().map(|row| (row.len(), 2 * axes));
                [(gains.len(), axes)].into_iter().chain(rows).collect()
            }
            Self::Law(law) => vec![(law.count(), axes)],
            Self::Free | Self::Forces(_) | Self::Feedforward | Self::Own(_) => Vec::new(),
        }
    }
}

/// A controller on a computer: it looks at the state every `period`, and what it asks for then acts
/// `delay` later, and is held until the next takes its place. Before the first one the drives give
/// nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sampling {
    /// The sampling period, in seconds.
    pub period: f64,
    /// The time from a sample until its forces act, in seconds.
    pub delay: f64,
}

/// The model of the robot with which its controller calculates.
#[derive(Clone, Debug)]
pub struct ControllerModel {
    /// The robot with the parameters that the controller believes in; the simulated one where
    /// nothing else is said.
    pub robot: Option<CompiledRobot>,
    /// Whether it knows what is carried, from the moment at which it is taken up.
    pub knows_loads: bool,
}

impl Default for ControllerModel {
    fn default() -> Self {
        Self { robot: None, knows_loads: true }
    }
}
