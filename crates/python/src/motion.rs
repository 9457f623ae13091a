//! Scenarios: simulation, inverse dynamics of motions, motors, motions of least cost.

use std::sync::Arc;

use appell::actuation::{self, Catalogue, bundled_catalogue};
use appell::algebra::Budget;
use appell::diagnostic::Diagnostic;
use appell::diagnostic::Findings;
use appell::files::{self, Folder};
use appell::model::{self, MAX_BYTES};
use appell::output::Table;
use appell::scenario::{BUNDLED, Files, Prepared, Scenario, bundled};
use appell::simulation::{self, Stopped};
use appell::sweep::Study;
use appell::{Robot, choices_json, efforts_json};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::{Value, json};

use crate::callback::Callback;
use crate::convert::python;
use crate::error::exception;
use crate::interrupt::interruptible;
use crate::robot::Robot as PythonRobot;

/// Files that a scenario names are no larger than this.
const MAX_TABLE: usize = 256 << 20;

/// The names of the bundled scenarios.
#[pyfunction]
pub(crate) fn scenarios() -> Vec<String> {
    BUNDLED.iter().map(|scenario| scenario.name.to_owned()).collect()
}

/// A scenario, its robot and its text.
pub(crate) struct Loaded {
    scenario: Scenario,
    name: String,
    text: String,
    robot: Arc<Robot>,
    folder: Folder,
}

type Prepare<P> =
    fn(&Scenario, &model::Robot, &Budget, &Files<'_>) -> Result<Prepared<P>, Vec<Diagnostic>>;

impl Loaded {
    /// A bundled scenario, a file, or a text, with the robot that it names or with `other` in its place.
    pub(crate) fn new(given: &str, other: Option<Arc<Robot>>) -> Result<Self, appell::Error> {
        let (name, text, folder) = match bundled(given) {
            Some(file) => (given, file.text.to_owned(), Folder::default()),
            None if given.contains('\n') => ("scenario", given.to_owned(), Folder::default()),
            None => (given, files::text(given, MAX_BYTES)?, Folder::beside(given)),
        };
        let read = Scenario::read(&text);
        let scenario = read.map_err(|findings| Findings::about(name, &text, findings))?;
        let robot = &scenario.robot.value;
        let robot = match other {
            Some(other) => other,
            None if robot.contains('.') => Robot::read(folder.find(robot)?)?.into(),
            None => Robot::bundled(robot)?.into(),
        };
        Ok(Self { scenario, name: name.to_owned(), text, robot, folder })
    }

    /// The scenario with all its variants.
    pub(crate) fn study(&self, budget: &Budget) -> Result<Study, appell::Error> {
        let files = |name: &str| self.folder.bytes(name, MAX_TABLE);
        let study = Study::new(&self.text, self.robot.model(), budget, &files);
        Ok(study.map_err(|findings| Findings::about(&self.name, &self.text, findings))?)
    }

    fn prepare<P>(
        &self,
        budget: &Budget,
        prepare: Prepare<P>,
    ) -> Result<Prepared<P>, appell::Error> {
        let files = |name: &str| self.folder.bytes(name, MAX_TABLE);
        let prepared = prepare(&self.scenario, self.robot.model(), budget, &files);
        Ok(prepared.map_err(|findings| Findings::about(&self.name, &self.text, findings))?)
    }
}

/// A table of numbers with the names and units of its columns.
type Answer = (Table, Value);

/// Columns as arrays, their units, and a summary.
type Columns<'py> = (Bound<'py, PyDict>, Bound<'py, PyDict>, Bound<'py, PyAny>);

fn answered<'py>(
    py: Python<'py>,
    answer: PyResult<Result<Answer, appell::Error>>,
) -> PyResult<Columns<'py>> {
    let (table, summary) = answer?.map_err(|error| exception(py, &error))?;
    let (columns, units) = (PyDict::new(py), PyDict::new(py));
    for column in table.columns {
        units.set_item(&column.name, column.unit)?;
        columns.set_item(&column.name, PyArray1::from_vec(py, column.values))?;
    }
    Ok((columns, units, python(py, &summary)?))
}

/// Simulates a scenario, with a controller of the caller's own where there is one.
#[pyfunction]
#[pyo3(signature = (scenario, robot, time, controller, sample))]
pub(crate) fn simulate<'py>(
    py: Python<'py>,
    scenario: &str,
    robot: Option<PyRef<'py, PythonRobot>>,
    time: Option<f64>,
    controller: Option<Py<PyAny>>,
    sample: Option<f64>,
) -> PyResult<Columns<'py>> {
    let own = controller.map(Callback::new);
    let robot = robot.map(|it| it.robot.clone());
    let answer = interruptible(py, time, |budget| {
        let mut loaded = Loaded::new(scenario, robot)?;
        if let Some(own) = &own {
            loaded.scenario = loaded.scenario.driven_by(own.controller());
        }
        let mut prepared = loaded.prepare(budget, Scenario::simulation)?;
        if let Some(period) = sample {
            prepared.problem.sampling = Some(simulation::Sampling { period, delay: 0.0 });
        }
        let machine = &prepared.machine;
        let found = simulation::simulate(machine, &prepared.problem, &mut |_| {})?;
        let (stopped, why) = match &found.stopped {
            Stopped::Whole => ("end", None),
            Stopped::AtLimit => ("limit", None),
            Stopped::Early(why) => ("stopped", Some(why.to_string())),
            Stopped::Failed(error) => ("failed", Some(error.to_string())),
        };
        let events = found.events.iter();
        let mut summary = json!({
            "end": found.end,
            "stopped": stopped,
            "why": why,
            "steps": found.steps,
            "drift": found.drift,
            "peak_velocity": found.peak_velocity,
            "peak_force": found.peak_force,
            "events": events.map(|it| json!([it.time, it.kind.to_string()])).collect::<Vec<_>>(),
        });
        if let Some(own) = &own {
            let (calls, seconds) = own.cost();
            summary["controller"] = json!({ "calls": calls, "seconds": seconds });
        }
        Ok((prepared.selected(found.table(machine)), summary))
    });
    // an exception of the controller is the caller's own
    match own.and_then(|own| own.exception()) {
        Some(exception) => Err(exception),
        None => answered(py, answer),
    }
}

/// Forces, powers and energy that the motion of a scenario needs.
#[pyfunction]
#[pyo3(signature = (scenario, robot, time))]
pub(crate) fn inverse<'py>(
    py: Python<'py>,
    scenario: &str,
    robot: Option<PyRef<'py, PythonRobot>>,
    time: Option<f64>,
) -> PyResult<Columns<'py>> {
    let robot = robot.map(|it| it.robot.clone());
    let answer = interruptible(py, time, |budget| {
        let prepared = Loaded::new(scenario, robot)?.prepare(budget, Scenario::inverse_dynamics)?;
        let found = simulation::inverse(&prepared.machine, &prepared.problem)?;
        let summary = json!({
            "duration": prepared.problem.motion.duration(),
            "stopped": found.stopped.map(|why| why.to_string()),
            "axes": efforts_json(&prepared.machine, &found.efforts),
        });
        Ok((prepared.selected(found.table), summary))
    });
    answered(py, answer)
}

/// Motors and gears for the motion of a scenario.
#[pyfunction]
#[pyo3(signature = (scenario, robot, time))]
pub(crate) fn size<'py>(
    py: Python<'py>,
    scenario: &str,
    robot: Option<PyRef<'py, PythonRobot>>,
    time: Option<f64>,
) -> PyResult<Columns<'py>> {
    let robot = robot.map(|it| it.robot.clone());
    let answer = interruptible(py, time, |budget| {
        let loaded = Loaded::new(scenario, robot)?;
        let prepared = loaded.prepare(budget, Scenario::inverse_dynamics)?;
        let catalogue = match &loaded.scenario.catalogue {
            None => bundled_catalogue(),
            Some(name) => {
                let text = loaded.folder.text(&name.value, MAX_BYTES)?;
                let read = Catalogue::read(&text);
                read.map_err(|findings| Findings::about(&name.value, &text, findings))?
            }
        };
        let demands = actuation::demands(&prepared.machine, &prepared.problem)?;
        let margins = &loaded.scenario.margins;
        let choices = actuation::size(&demands, &catalogue, margins, budget)?;
        let choices: Vec<_> = choices.into_iter().flatten().collect();
        Ok((actuation::load_points(&choices), json!({ "axes": choices_json(&choices) })))
    });
    answered(py, answer)
}

/// The motion of least energy or heat of a scenario, and its forces.
#[pyfunction]
#[pyo3(signature = (scenario, robot, time))]
pub(crate) fn optimise<'py>(
    py: Python<'py>,
    scenario: &str,
    robot: Option<PyRef<'py, PythonRobot>>,
    time: Option<f64>,
) -> PyResult<Columns<'py>> {
    let robot = robot.map(|it| it.robot.clone());
    let answer = interruptible(py, time, |budget| {
        let loaded = Loaded::new(scenario, robot)?;
        let prepared = loaded.prepare(budget, Scenario::inverse_dynamics)?;
        let (machine, given) = (&prepared.machine, &prepared.problem);
        let settings = &loaded.scenario.optimisation;
        let optimum =
            actuation::optimise(machine, &given.motion, &given.loads, settings, &mut |_| {})?;
        let moves = optimum.moves.iter().map(|optimised| {
            let best = optimised.best();
            json!({
                "move": optimised.number,
                "start": optimised.start,
                "profile": best.name,
                "duration": best.duration,
                "cost": best.cost.as_ref().ok(),
            })
        });
        let summary = json!({
            "goal": settings.goal.name(),
            "moves": moves.collect::<Vec<_>>(),
            "stopped": optimum.stopped.map(|why| why.to_string()),
        });
        let best = given.along(optimum.motion.clone());
        let machine = &machine.with_budget(&Budget::default());
        Ok((prepared.selected(simulation::inverse(machine, &best)?.table), summary))
    });
    answered(py, answer)
}
