//! The direct problem of a scenario: what drives the robot, and how it is integrated.

use appell_code::CompiledRobot;
use appell_diagnostic::{Diagnostic, shown};
use appell_simulation::{Controller, Loads, Method, Setup};
use appell_trajectory::{Motion, Series};

use super::prepare::{Files, counted, spread};
use super::{Drive, Placed, Scenario, tables};

impl Scenario {
    /// What drives.
    pub(super) fn controller_of(
        &self,
        machine: &CompiledRobot,
        files: &Files<'_>,
    ) -> Result<Controller, Vec<Diagnostic>> {
        let count = machine.axes().len();
        let Some(Placed { value, span }) = &self.drive else { return Ok(Controller::Free) };
        let gains = |values: &[f64]| spread(values, count, span).map_err(|problem| vec![*problem]);
        Ok(match value {
            Drive::Constant(forces) => {
                let problem = counted(forces.len(), count, span);
                problem.map_or_else(
                    || Ok(Controller::Forces(Series::constant(forces.clone()))),
                    |it| Err(vec![it]),
                )?
            }
            Drive::Table(name) => Controller::Forces(tables::forces(machine, name, span, files)?),
            Drive::Feedforward => Controller::Feedforward,
            Drive::ProportionalDerivative { kp, kd, gravity } => {
                Controller::ProportionalDerivative {
                    kp: gains(kp)?,
                    kd: gains(kd)?,
                    gravity: *gravity,
                }
            }
            Drive::ComputedTorque { kp, kd } => {
                Controller::ComputedTorque { kp: gains(kp)?, kd: gains(kd)? }
            }
        })
    }

    /// All that the simulation starts from.
    pub(super) fn setup_of(
        &self,
        machine: &CompiledRobot,
        start: &[f64],
        motion: Option<Motion>,
        controller: Controller,
        loads: Loads,
    ) -> Result<Setup, Vec<Diagnostic>> {
        let given = &self.simulation;
        let place = given.span.clone().unwrap_or_default();
        if let (true, None, Some(drive)) = (controller.follows(), &motion, &self.drive) {
            let problem = Diagnostic::error("nothing-to-follow", "there is no motion to follow")
                .hint("add a [[motion]], such as to = [0.5, 0.2]");
            return Err(vec![problem.at(drive.span.clone())]);
        }
        let Some(duration) = given.duration.or(motion.as_ref().map(Motion::duration)) else {
            let problem =
                Diagnostic::error("no-time", "nothing says how long this shall be simulated")
                    .hint("write [simulation], then duration = 2");
            return Err(vec![problem.at(self.robot.span.clone())]);
        };
        let usual = Setup::at(machine, machine.spread(start), duration);
        let method = given.method.unwrap_or(usual.method);
        let step = match (method, given.step) {
            (Method::Rk4, None) => {
                let problem =
                    Diagnostic::error("missing-key", "the method rk4 has steps of one length")
                        .hint("write [simulation], then step = 0.001");
                return Err(vec![problem.at(place.clone())]);
            }
            (_, step) => step.unwrap_or(usual.step),
        };
        /// So many steps take a quarter of an hour of a small robot.
        const MOST_STEPS: f64 = 1e9;
        if duration / step > MOST_STEPS {
            let problem = Diagnostic::error("too-many-steps", "these would be too many steps")
                .fact("duration", format!("{} s", shown(duration)))
                .fact("step", format!("{} s", shown(step)))
                .fact("steps", shown(duration / step))
                .fact("limit", shown(MOST_STEPS))
                .hint("write a longer `step` under [simulation]")
                .hint("method = \"dopri5\" without a step finds its own");
            return Err(vec![problem.at(place.clone())]);
        }
        let rates = self.start.qd.as_ref().map(|qd| qd.value.clone());
        // a motion that begins with a velocity is begun with it
        let rates = rates.or_else(|| Some(motion.as_ref()?.state(0.0)[1].clone()));
        Ok(Setup {
            qd: machine.spread(&rates.unwrap_or_default()),
            controller,
            saturates: given.saturates,
            motion,
            loads,
            output_step: self.output.step.unwrap_or(usual.output_step),
            method,
            tolerance: given.tolerance.unwrap_or(usual.tolerance),
            step,
            stops_at_limits: given.stops_at_limits.unwrap_or(usual.stops_at_limits),
            ..usual
        })
    }
}
