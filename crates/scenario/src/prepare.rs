//! A scenario brought together with its robot, for the inverse problem or for a simulation.

use std::ops::Range;

use appell_algebra::Budget;
use appell_code::CompiledRobot;
use appell_diagnostic::Diagnostic;
use appell_model::Robot;
use appell_output::{Heading, Table};
use appell_simulation::{Error, InverseDynamicsProblem, Loads, OwnController, Setup};
use appell_trajectory::{Motion, check_position};

use super::{Move, Placed, Scenario, What};
use crate::controller::Drive;
use crate::moves::then;
use crate::parameters::{doubtful, with_values};
use crate::tables::{self, Rows};

/// A scenario ready to run, with the problem that was asked for: an [`InverseDynamicsProblem`] or the
/// [`Setup`] of a simulation.
#[derive(Clone, Debug)]
pub struct Prepared<P> {
    /// The robot.
    pub machine: CompiledRobot,
    /// What is to be solved.
    pub problem: P,
    /// The columns of results that are asked for, by their names or those of their quantities; all
    /// of them where nothing is said.
    pub columns: Option<Vec<String>>,
    /// Warnings: keys of the scenario without effect, values that are probably not meant.
    pub warnings: Vec<Diagnostic>,
}

impl<P> Prepared<P> {
    /// Of a result, the columns that are asked for.
    pub fn selected(&self, result: Table) -> Table {
        match &self.columns {
            Some(names) => result.selected(names),
            None => result,
        }
    }
}

/// What both problems start from.
struct Ready {
    /// The robot with the values of the scenario, before it is compiled.
    robot: Robot,
    machine: CompiledRobot,
    /// The coordinates of the axes.
    start: Vec<f64>,
    motion: Option<Motion>,
    loads: Loads,
    /// Warnings about the robot with these values.
    doubtful: Vec<Diagnostic>,
}

/// The bytes of a file that a scenario names.
pub type Files<'f> = dyn Fn(&str) -> Result<Vec<u8>, Diagnostic> + 'f;

impl Scenario {
    /// Whether there is something to integrate: something drives, or nothing says how to move.
    pub fn can_be_simulated(&self) -> bool {
        self.drive.is_some() || self.moves.is_empty()
    }

    /// The same with a controller of the caller's own, in the place of what drives in the file.
    #[must_use]
    pub fn driven_by(mut self, controller: OwnController) -> Self {
        self.drive = Some(Placed { value: Drive::Own(controller), span: 0..0 });
        self
    }

    /// The inverse problem along the motion of the scenario: the forces that it needs. Tables that the
    /// scenario names are asked for by their names.
    ///
    /// ```
    /// use appell_scenario::{Scenario, bundled};
    /// let file = bundled("pick-and-place").ok_or("no scenario")?;
    /// let scenario = Scenario::read(file.text).map_err(|_| "refused")?;
    /// let robot = appell_model::Robot::bundled("panda")?;
    /// let no_file = |_: &str| Ok(Vec::new());
    /// let prepared = scenario.inverse_dynamics(&robot, &Default::default(), &no_file);
    /// let prepared = prepared.map_err(|_| "cannot be prepared")?;
    /// assert_eq!(prepared.problem.motion.axes(), 7);
    /// // its motion is given: there is nothing to integrate
    /// let refused = scenario.simulation(&robot, &Default::default(), &no_file).unwrap_err();
    /// assert_eq!(refused[0].code, "nothing-to-integrate");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn inverse_dynamics(
        &self,
        robot: &Robot,
        budget: &Budget,
        files: &Files<'_>,
    ) -> Result<Prepared<InverseDynamicsProblem>, Vec<Diagnostic>> {
        self.inverse_dynamics_by(|scenario| scenario.ready(robot, budget, files))
    }

    /// The same with a robot that is compiled already: its parameters that are arguments take the values
    /// of this scenario, the others have those that they were compiled with.
    pub fn inverse_dynamics_of(
        &self,
        compiled: &CompiledRobot,
        files: &Files<'_>,
    ) -> Result<Prepared<InverseDynamicsProblem>, Vec<Diagnostic>> {
        self.inverse_dynamics_by(|scenario| scenario.ready_again(compiled, files))
    }

    fn inverse_dynamics_by(
        &self,
        ready: impl FnOnce(&Self) -> Result<Ready, Vec<Diagnostic>>,
    ) -> Result<Prepared<InverseDynamicsProblem>, Vec<Diagnostic>> {
        if let Some(step) = self.moves.iter().find(|it| matches!(it.value.what, What::Step(_))) {
            let message = "`step` is not available for inverse dynamics: the reference jumps";
            let problem = Diagnostic::error("step-in-motion", message)
                .hint("write `to` instead, or simulate how a [controller] follows the step");
            return Err(vec![problem.at(step.value.place.clone())]);
        }
        let Ready { machine, motion, loads, doubtful, .. } = ready(self)?;
        let Some(motion) = motion else {
            let problem = Diagnostic::error("no-motion", "the scenario has no motion")
                .hint("add a [[motion]] that goes somewhere");
            return Err(vec![problem.at(self.robot.span.clone())]);
        };
        if motion.duration() <= 0.0 {
            return Err(vec![self.goes_nowhere()]);
        }
        let mut warnings = doubtful;
        warnings.extend(self.odd_payloads(&loads, Some(&motion), motion.duration()));
        let usual = InverseDynamicsProblem::of(motion);
        let problem = InverseDynamicsProblem {
            output_step: self.output.step.unwrap_or(usual.output_step),
            loads,
            extras: self.inverse.extras(),
            elasticity: self.inverse.elasticity,
            ..usual
        };
        if let Some(found) = too_many_rows(problem.motion.duration(), problem.output_step) {
            return Err(vec![found]);
        }
        let columns = self.inverse_columns(&machine);
        self.prepared(machine, problem, &columns, warnings)
    }

    /// The simulation of the scenario: the motion that its drives cause. Tables that the scenario names
    /// are asked for by their names.
    pub fn simulation(
        &self,
        robot: &Robot,
        budget: &Budget,
        files: &Files<'_>,
    ) -> Result<Prepared<Setup>, Vec<Diagnostic>> {
        self.simulation_by(files, |scenario| scenario.ready(robot, budget, files))
    }

    /// The same with a robot that is compiled already: see [`Scenario::inverse_dynamics_of`].
    pub fn simulation_of(
        &self,
        compiled: &CompiledRobot,
        files: &Files<'_>,
    ) -> Result<Prepared<Setup>, Vec<Diagnostic>> {
        self.simulation_by(files, |scenario| scenario.ready_again(compiled, files))
    }

    fn simulation_by(
        &self,
        files: &Files<'_>,
        ready: impl FnOnce(&Self) -> Result<Ready, Vec<Diagnostic>>,
    ) -> Result<Prepared<Setup>, Vec<Diagnostic>> {
        if !self.can_be_simulated() {
            let message = "the motion is given, and nothing drives the robot";
            let problem = Diagnostic::error("nothing-to-integrate", message)
                .hint("add a [controller] to simulate how the robot follows the motion");
            let place = self.moves.first().map_or(0..0, |it| it.span.clone());
            return Err(vec![problem.at(place)]);
        }
        let ready = ready(self)?;
        let Ready { robot, machine, start, motion, loads, doubtful } = ready;
        let controller = self.controller_of(&machine, files)?;
        let model = self.controller_model(&robot, machine.budget())?;
        let problem = self.setup_of(&machine, &start, motion, controller, loads)?;
        let problem = Setup { model, ..problem };
        if problem.duration <= 0.0 {
            return Err(vec![self.goes_nowhere()]);
        }
        if let Some(found) = too_many_rows(problem.duration, problem.output_step) {
            return Err(vec![found]);
        }
        let mut warnings = doubtful;
        let Setup { loads, motion, duration, .. } = &problem;
        warnings.extend(self.odd_payloads(loads, motion.as_ref(), *duration));
        warnings.extend(self.doubtful_control(&machine, &problem.controller, *duration));
        let columns = self.simulation_columns(&machine);
        self.prepared(machine, problem, &columns, warnings)
    }

    /// The robot with the values and limits of the scenario, where it starts, how it moves.
    fn ready(
        &self,
        robot: &Robot,
        budget: &Budget,
        files: &Files<'_>,
    ) -> Result<Ready, Vec<Diagnostic>> {
        let mut findings = Vec::new();
        let mut doubtful = doubtful(robot, &self.parameters, budget);
        let robot = with_values(robot, &self.parameters, budget, &mut findings)?;
        let machine = self.compiled_with(&robot, &[], budget)?;
        findings.extend(self.misfit_units(&robot, &machine));
        let mut ready = self.ready_with(machine, findings, files)?;
        doubtful.append(&mut ready.doubtful);
        Ok(Ready { robot, doubtful, ..ready })
    }

    /// Warnings about the robot with the values of this scenario.
    pub fn doubtful_values(&self, robot: &Robot, budget: &Budget) -> Vec<Diagnostic> {
        doubtful(robot, &self.parameters, budget)
    }

    /// Whether a move depends on the geometry of the robot: the tool goes somewhere.
    pub fn moves_by_kinematics(&self) -> bool {
        self.moves.iter().any(|it| matches!(it.value.what, What::Position(_) | What::Along(_)))
    }

    /// The robot compiled for a scenario some of whose parameters change from one variant to the next.
    pub fn compiled(
        &self,
        robot: &Robot,
        changing: &[String],
        budget: &Budget,
    ) -> Result<CompiledRobot, Vec<Diagnostic>> {
        let mut findings = Vec::new();
        let robot = with_values(robot, &self.parameters, budget, &mut findings)?;
        if !findings.is_empty() {
            return Err(findings);
        }
        self.compiled_with(&robot, changing, budget)
    }

    /// A robot with the values of the scenario, compiled so that its payloads and some parameters change.
    pub(super) fn compiled_with(
        &self,
        robot: &Robot,
        changing: &[String],
        budget: &Budget,
    ) -> Result<CompiledRobot, Vec<Diagnostic>> {
        let loads_at = self.loads_at(robot)?;
        let compiled = CompiledRobot::with_changing(robot, &loads_at, changing, budget);
        compiled.map_err(|error| error.diagnostics())
    }

    /// The same with a robot that is compiled already.
    fn ready_again(
        &self,
        compiled: &CompiledRobot,
        files: &Files<'_>,
    ) -> Result<Ready, Vec<Diagnostic>> {
        let values = self.parameters.iter().map(|it| (it.value.name.as_str(), it.value.value));
        let values: Vec<(&str, f64)> =
            values.filter(|(name, _)| compiled.has_argument(name)).collect();
        let machine = match values.is_empty() {
            true => Ok(compiled.clone()),
            false => compiled.with_parameters(&values),
        };
        let machine = machine.map_err(|error| error.diagnostics())?;
        self.ready_with(machine, Vec::new(), files)
    }

    fn ready_with(
        &self,
        mut machine: CompiledRobot,
        mut findings: Vec<Diagnostic>,
        files: &Files<'_>,
    ) -> Result<Ready, Vec<Diagnostic>> {
        self.set_limits(&mut machine, &mut findings);
        let doubtful = self.doubtful_units(&machine);
        let first = self.first_table(&machine, files, &mut findings);
        if !findings.is_empty() {
            return Err(findings);
        }
        let start = self.start_of(&machine, first.as_ref())?;
        let motion = self.motion_of(&machine, start.clone(), first, files)?;
        let loads = self.loads_along(motion.as_ref())?;
        let robot = machine.robot().clone();
        Ok(Ready { robot, machine, start, motion, loads, doubtful })
    }

    fn prepared<P>(
        &self,
        machine: CompiledRobot,
        problem: P,
        headings: &[Heading],
        mut warnings: Vec<Diagnostic>,
    ) -> Result<Prepared<P>, Vec<Diagnostic>> {
        if let Some(found) = self.unknown_column(&machine, headings) {
            return Err(vec![found]);
        }
        let columns = self.output.columns.as_ref().map(|it| it.value.clone());
        warnings.extend(self.without_effect(&machine));
        Ok(Prepared { machine, problem, columns, warnings })
    }

    fn goes_nowhere(&self) -> Diagnostic {
        let place = self.moves.first().map_or(0..0, |it| it.span.clone());
        Diagnostic::error("no-motion", "every move of this motion ends where it begins")
            .hint("change `to`, or write wait = 1")
            .at(place)
    }

    /// Refuses a motion whose velocity jumps from one move to the next, as only a table can make it.
    fn jump(&self, motion: &Motion, machine: &CompiledRobot) -> Option<Diagnostic> {
        /// A table is known at its rows only: what it may be off, against its largest velocity.
        const ROUNDING: f64 = 0.02;
        let placed = motion.moves().windows(2).zip(self.moves.windows(2));
        placed
            .flat_map(|(pair, places)| {
                machine.axes().iter().enumerate().filter_map(move |(k, axis)| {
                    let [before, after] = [&pair[0].laws[k], &pair[1].laws[k]];
                    let [end, start] = [before.at(before.duration(), 1), after.at(0.0, 1)];
                    let largest = before.peak(1).max(after.peak(1));
                    ((end - start).abs() > ROUNDING * largest).then(|| {
                        let table = matches!(places[1].value.what, What::Table(_));
                        let message =
                            format!("the velocity of `{}` jumps between two moves", axis.name);
                        Diagnostic::error("jump", message)
                            .fact("before", format!("{end:.6}"))
                            .fact("after", format!("{start:.6}"))
                            .hint("a table beside another move begins and ends at rest")
                            .at(places[usize::from(table)].span.clone())
                    })
                })
            })
            .next()
    }

    /// The table that the motion begins with, where its first row says where the axes start.
    fn first_table(
        &self,
        machine: &CompiledRobot,
        files: &Files<'_>,
        findings: &mut Vec<Diagnostic>,
    ) -> Option<Rows> {
        let first = self.moves.first().filter(|_| self.start.q.is_none())?;
        let Move { what: What::Table(name), place, .. } = &first.value else { return None };
        match tables::coordinates(machine, name, place, files) {
            Ok(rows) => Some(rows),
            Err(problems) => {
                findings.extend(problems);
                None
            }
        }
    }

    /// The coordinates of the axes at the start: those given, those of the first row of a table
    /// that the motion begins with, or zero.
    fn start_of(
        &self,
        machine: &CompiledRobot,
        first: Option<&Rows>,
    ) -> Result<Vec<f64>, Vec<Diagnostic>> {
        let count = machine.axes().len();
        let mut findings = Vec::new();
        for given in self.start.qd.iter().chain(&self.start.error) {
            findings.extend(given.of(machine.axes()).err().unwrap_or_default());
        }
        let (start, span) = match (&self.start.q, first, self.moves.first()) {
            (Some(q), ..) => match q.of(machine.axes()) {
                Ok(start) => (start, &q.span),
                Err(problems) => {
                    findings.extend(problems);
                    return Err(findings);
                }
            },
            (None, Some(rows), Some(step)) => (rows.first(), &step.value.place),
            _ => (vec![0.0; count], &self.robot.span),
        };
        for (axis, &q) in machine.axes().iter().zip(&start) {
            if let Err(error) = check_position(axis, q) {
                let hint = "write [start], then q = [...] with coordinates inside";
                findings.extend(
                    error.diagnostics().into_iter().map(|it| it.hint(hint).at(span.clone())),
                );
            }
        }
        if findings.is_empty() { Ok(start) } else { Err(findings) }
    }

    fn motion_of(
        &self,
        machine: &CompiledRobot,
        start: Vec<f64>,
        mut first: Option<Rows>,
        files: &Files<'_>,
    ) -> Result<Option<Motion>, Vec<Diagnostic>> {
        if self.moves.is_empty() {
            return Ok(None);
        }
        let mut motion = Motion::at(start);
        for step in &self.moves {
            budget_left(machine)?;
            motion = then(machine, motion, step, first.take(), files)?;
        }
        match self.jump(&motion, machine) {
            Some(problem) => Err(vec![problem]),
            None => Ok(Some(motion)),
        }
    }
}

/// Refuses to go on where the time is up or the work was stopped.
pub(super) fn budget_left(machine: &CompiledRobot) -> Result<(), Vec<Diagnostic>> {
    machine.budget().check().map_err(|stop| Error::Stopped(stop).diagnostics())
}

/// Refuses results that no disk holds: of a time, in such steps.
pub fn too_many_rows(duration: f64, output_step: f64) -> Option<Diagnostic> {
    const MOST: f64 = 1e6;
    let rows = duration / output_step;
    (rows > MOST || rows.is_nan()).then(|| {
        Diagnostic::error("too-many-rows", "the result would have too many rows")
            .fact("rows", format!("{rows:.3e}"))
            .fact("limit", MOST)
            .hint("write [output], then a larger step")
    })
}

pub(super) fn placed(findings: Vec<Diagnostic>, span: &Range<usize>) -> Vec<Diagnostic> {
    findings.into_iter().map(|finding| finding.at(span.clone())).collect()
}
