//! Motion: scenarios, and what running them gives.

use appell::diagnostic::{Diagnostic, Findings, shown};
use appell::output::Table;
use appell::scenario::{BUNDLED, Prepared, Scenario, bundled as scenario_named};
use appell::simulation::{Loading, Loads, Stopped, inverse, simulate};
use appell::{Error, Robot};
use serde_json::{Value, json};

use super::robot::{describe, named};
use super::unknown;
use crate::desk::Work;
use crate::message::{Message, bad, findings};

/// How many rows of a result are sent to a page.
const MOST_ROWS: usize = 5000;
/// Files that a scenario names are no larger than this.
const MAX_TABLE: usize = 64 << 20;

/// The bundled scenarios.
pub(super) fn bundled() -> Value {
    let entry = |file: &appell::scenario::Bundled| {
        let robot = Scenario::read(file.text).ok()?.robot.value;
        Some(json!({ "name": file.name, "robot": robot, "about": file.description() }))
    };
    json!({ "scenarios": BUNDLED.iter().filter_map(entry).collect::<Vec<_>>() })
}

/// The text of a bundled scenario.
pub(super) fn text(message: &Message) -> Result<Value, Error> {
    let name = message.text("name")?;
    match scenario_named(name) {
        Some(file) => Ok(json!({ "text": file.text })),
        None => Err(unknown("scenario", name, BUNDLED.iter().map(|it| it.name)).into()),
    }
}

/// Runs a scenario; its robot becomes that of the tab.
pub(super) fn run(message: &Message, work: &Work<'_>) -> Result<Value, Error> {
    let text = match message.optional_text("name")? {
        Some(name) => match scenario_named(name) {
            Some(file) => file.text,
            None => return Err(unknown("scenario", name, BUNDLED.iter().map(|it| it.name)).into()),
        },
        None => message.text("text")?,
    };
    let about = |problems: Vec<Diagnostic>| Findings::about("scenario", text, problems);
    let scenario = Scenario::read(text).map_err(about)?;
    let opened = named(&scenario.robot.value, work.folder, work.allowed)?;
    let robot = &opened.robot;
    let files = |name: &str| work.folder.bytes(name, MAX_TABLE);
    let (model, budget) = (robot.model(), &work.budget);
    let (table, payloads, summary, mut warnings) = match message.text("what")? {
        "simulate" => {
            let prepared = scenario.simulation(model, budget, &files).map_err(about)?;
            let progress = &mut |part| (work.progress)(part, "simulating");
            let result = simulate(&prepared.machine, &prepared.problem, progress)?;
            let end = match &result.stopped {
                Stopped::Whole => "to its end".to_owned(),
                Stopped::AtLimit => "to the limit of a joint".to_owned(),
                Stopped::Early(why) => format!("partly: {why}"),
                Stopped::Failed(error) => format!("partly: {error}"),
            };
            let summary = format!(
                "simulated {end}, {} s: {} steps, energy drift {:.1e} J",
                shown(result.end),
                result.steps,
                result.drift
            );
            let warnings = result.drift_warning().into_iter().collect();
            (
                result.table(&prepared.machine),
                payloads(&prepared.problem.loads),
                summary,
                joined(&prepared, warnings),
            )
        }
        "inverse" => {
            let prepared = scenario.inverse_dynamics(model, budget, &files).map_err(about)?;
            (work.progress)(0.0, "inverse dynamics");
            let result = inverse(&prepared.machine, &prepared.problem)?;
            let duration = shown(prepared.problem.motion.duration());
            let summary = match &result.stopped {
                Some(why) => format!("inverse dynamics, partly: {why}"),
                None => format!("inverse dynamics of a motion of {duration} s"),
            };
            (
                result.table,
                payloads(&prepared.problem.loads),
                summary,
                joined(&prepared, Vec::new()),
            )
        }
        _ => return Err(bad("`what` must be simulate or inverse").into()),
    };
    warnings.extend(robot.findings().iter().cloned());
    let answer = json!({
        "robot": describe(robot)?,
        "columns": columns(&table),
        "coordinates": coordinates(robot, &table),
        "rows": table.rows(),
        "payloads": payloads,
        "summary": summary,
        "findings": findings(&warnings, text),
    });
    work.desk.put_robot(opened);
    Ok(answer)
}

fn joined<P>(prepared: &Prepared<P>, warnings: Vec<Diagnostic>) -> Vec<Diagnostic> {
    prepared.warnings.iter().cloned().chain(warnings).collect()
}

/// What is carried when, in the frame of the tool; of two at one time the later one counts.
fn payloads(loads: &Loads) -> Value {
    let entry = |it: &Loading| {
        json!({
            "from": it.from,
            // without an end, null
            "until": it.until,
            "mass": it.load.mass,
            "com": it.load.centre,
        })
    };
    loads.0.iter().map(entry).collect()
}

/// The columns of a table; of a long one, rows that are evenly chosen.
fn columns(table: &Table) -> Vec<Value> {
    let rows = table.rows();
    let chosen: Vec<usize> = match rows <= MOST_ROWS {
        true => (0..rows).collect(),
        false => (0..MOST_ROWS).map(|k| k * (rows - 1) / (MOST_ROWS - 1)).collect(),
    };
    let column = |it: &appell::output::Column| {
        let values: Vec<f64> = chosen.iter().map(|&row| it.values[row]).collect();
        json!({ "name": it.name, "unit": it.unit, "values": values })
    };
    table.columns.iter().map(column).collect()
}

/// Of each coordinate of the robot, the number of its column; -1 where it has none.
fn coordinates(robot: &Robot, table: &Table) -> Vec<i64> {
    let symbols = robot.model().symbols();
    let place = |coordinate| {
        let name = symbols.name(coordinate);
        let place = table.columns.iter().position(|it| it.name == name);
        place.map_or(-1, |it| i64::try_from(it).unwrap_or(-1))
    };
    robot.model().coordinates().into_iter().map(place).collect()
}
