//! The direct problem of a scenario: what drives the robot, and how it is integrated.

use appell_algebra::Budget;
use appell_code::CompiledRobot;
use appell_diagnostic::{Diagnostic, shown};
use appell_model::Robot;
use appell_simulation::{ControlLaw, Controller, ControllerModel, Loads, Method, Setup};
use appell_toml::OneOrEach;
use appell_trajectory::{Motion, Series, check_duration, check_position};

use super::controller::{Control, Drive, Gains, Law};
use super::limits::{counted, spread};
use super::parameters::with_values;
use super::prepare::{Files, placed};
use super::{Placed, Scenario, tables};

impl Scenario {
    /// The controller, if one drives the axes.
    pub(super) fn control(&self) -> Option<&Control> {
        match &self.drive.as_ref()?.value {
            Drive::Controller(control) => Some(control),
            Drive::Constant(_) | Drive::Table(_) | Drive::Own(_) => None,
        }
    }

    /// Whether drives keep their effort limits.
    fn saturates(&self) -> bool {
        self.simulation.saturates.as_ref().is_some_and(|it| it.value)
    }

    /// What drives.
    pub(super) fn controller_of(
        &self,
        machine: &CompiledRobot,
        files: &Files<'_>,
    ) -> Result<Controller, Vec<Diagnostic>> {
        let count = machine.axes().len();
        let Some(Placed { value, span }) = &self.drive else { return Ok(Controller::Free) };
        let counted = |given, expected, span| match counted(given, expected, span) {
            Some(problem) => Err(vec![problem]),
            None => Ok(()),
        };
        let each = |gain: &Placed<OneOrEach>| {
            spread(&gain.value, count, &gain.span).map_err(|problem| vec![*problem])
        };
        let both = |Gains { kp, kd }: &Gains| Ok::<_, Vec<Diagnostic>>((each(kp)?, each(kd)?));
        Ok(match value {
            Drive::Constant(forces) => {
                counted(forces.len(), count, span)?;
                Controller::Forces(Series::constant(forces.clone()))
            }
            Drive::Own(own) => Controller::Own(own.clone()),
            Drive::Table(name) => Controller::Forces(tables::forces(machine, name, span, files)?),
            Drive::Controller(control) => match &control.law {
                Law::Feedforward => Controller::Feedforward,
                Law::ProportionalDerivative { gains, ki, gravity } => {
                    let (kp, kd) = both(gains)?;
                    let integral = ki.as_ref().map(each).transpose()?.unwrap_or_default();
                    if let Some(ki) = ki.as_ref().filter(|_| self.saturates())
                        && kp.iter().zip(&integral).any(|(kp, ki)| *ki != 0.0 && *kp <= 0.0)
                    {
                        let message = "with `saturate`, an axis with `ki` needs `kp` above zero";
                        let problem = Diagnostic::error("bad-value", message).hint(
                            "anti-windup divides the missing effort of the drive by its `kp`",
                        );
                        return Err(vec![problem.at(ki.span.clone())]);
                    }
                    let ki = integral;
                    Controller::ProportionalDerivative { kp, kd, ki, gravity: *gravity }
                }
                Law::ComputedTorque { gains } => {
                    let (kp, kd) = both(gains)?;
                    Controller::ComputedTorque { kp, kd }
                }
                Law::StateFeedback { rows: Placed { value: rows, span }, gravity } => {
                    if rows.len() != count || rows.iter().any(|row| row.len() != 2 * count) {
                        let lengths: Vec<String> =
                            rows.iter().map(|row| row.len().to_string()).collect();
                        let message =
                            format!("`gains` must have {count} rows of {} numbers", 2 * count);
                        let problem = Diagnostic::error("wrong-length", message)
                            .fact("rows", rows.len())
                            .fact("numbers in them", lengths.join(", "))
                            .hint("a row for each joint that moves, with the gains of all coordinates, then those of all velocities; zeros where a joint is not driven");
                        return Err(vec![problem.at(span.clone())]);
                    }
                    Controller::StateFeedback { gains: rows.clone(), gravity: *gravity }
                }
                Law::Formulas(Placed { value: formulas, span }) => {
                    counted(formulas.len(), count, span)?;
                    let formulas: Vec<&str> = formulas.iter().map(String::as_str).collect();
                    let law = ControlLaw::new(machine, &formulas).map_err(|(axis, findings)| {
                        let formula = formulas.get(axis).copied().unwrap_or_default();
                        let of_axis = |it: Diagnostic| it.fact("formula", formula);
                        placed(findings.into_iter().map(of_axis).collect(), span)
                    })?;
                    Controller::Law(Box::new(law))
                }
            },
        })
    }

    /// The robot in which the controller believes.
    pub(super) fn controller_model(
        &self,
        robot: &Robot,
        budget: &Budget,
    ) -> Result<ControllerModel, Vec<Diagnostic>> {
        let Some(control) = self.control() else { return Ok(ControllerModel::default()) };
        let knows_loads = control.knows_loads.as_ref().is_none_or(|it| it.value);
        if control.parameters.is_empty() {
            return Ok(ControllerModel { robot: None, knows_loads });
        }
        let mut findings = Vec::new();
        let robot = with_values(robot, &control.parameters, budget, &mut findings)?;
        if !findings.is_empty() {
            return Err(findings);
        }
        let robot = self.compiled_with(&robot, &[], budget)?;
        Ok(ControllerModel { robot: Some(robot), knows_loads })
    }

    /// Where the robot starts: where its motion begins, and an error besides.
    fn start_with_error(
        &self,
        machine: &CompiledRobot,
        start: &[f64],
    ) -> Result<Vec<f64>, Vec<Diagnostic>> {
        let Some(given) = &self.start.error else {
            return Ok(start.to_vec());
        };
        let errors = given.of(machine.axes())?;
        let start: Vec<f64> = start.iter().zip(errors).map(|(q, error)| q + error).collect();
        let check = |(axis, &q)| check_position(axis, q);
        let checked = machine.axes().iter().zip(&start).try_for_each(check);
        checked.map_err(|error| placed(error.diagnostics(), &given.span))?;
        Ok(start)
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
        if let Some(Placed { value, span }) = &given.duration {
            check_duration(*value).map_err(|error| placed(error.diagnostics(), span))?;
        }
        let own = motion.as_ref().map(Motion::duration);
        let Some(duration) = given.duration.as_ref().map(|it| it.value).or(own) else {
            let problem = Diagnostic::error("no-time", "the duration of the simulation is missing")
                .hint("write [simulation], then duration = 2");
            return Err(vec![problem.at(self.robot.span.clone())]);
        };
        let motion = motion.or_else(|| controller.follows().then(|| Motion::at(start.to_vec())));
        let start = self.start_with_error(machine, start)?;
        let q = match &self.start.modes {
            Some(modes) => modes.bend(machine, &start, &loads)?,
            None => machine.spread(&start),
        };
        let usual = Setup::at(machine, q, duration);
        let method = given.method.unwrap_or(usual.method);
        let step = match (method, given.step) {
            (Method::Rk4, None) => {
                let problem =
                    Diagnostic::error("missing-key", "`step` is missing: rk4 uses a fixed step")
                        .hint("write [simulation], then step = 0.001");
                return Err(vec![problem.at(place.clone())]);
            }
            (_, step) => step.unwrap_or(usual.step),
        };
        /// So many steps take a quarter of an hour of a small robot.
        const MOST_STEPS: f64 = 1e9;
        if duration / step > MOST_STEPS {
            let problem =
                Diagnostic::error("too-many-steps", "the simulation would take too many steps")
                    .fact("duration", format!("{} s", shown(duration)))
                    .fact("step", format!("{} s", shown(step)))
                    .fact("steps", shown(duration / step))
                    .fact("limit", shown(MOST_STEPS))
                    .hint("write a longer `step` under [simulation]")
                    .hint("method = \"dopri5\" without a step finds its own");
            return Err(vec![problem.at(place.clone())]);
        }
        let rates = self.start.qd.as_ref().map(|qd| qd.of(machine.axes())).transpose()?;
        // a motion that begins with a velocity is begun with it
        let rates = rates.or_else(|| Some(motion.as_ref()?.state(0.0)[1].clone()));
        Ok(Setup {
            qd: machine.spread(&rates.unwrap_or_default()),
            controller,
            saturates: self.saturates(),
            sampling: self.control().and_then(|it| it.sampling.as_ref()).map(|it| it.value),
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
