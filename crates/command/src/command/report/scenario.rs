//! The results of a scenario for a report: inverse dynamics and simulation, those of them that it is good for.

use appell::Robot;
use appell::diagnostic::Diagnostic;
use appell::report::{ScenarioResults, SolvedProblem, Table, Text};
use appell::scenario::Scenario;
use appell::simulation::{Stopped, inverse, motion_figures, simulate};

use super::super::findings::Failure;
use super::super::inverse::efforts;
use super::super::motion_output::number;
use super::super::progress::{Limits, Progress};
use super::super::scenario::Loaded;
use super::super::simulate::axes;
use super::super::{Allowed, table};

/// Solves the problems of a scenario.
pub(super) fn solved(
    name: &str,
    robot: &Robot,
    allowed: &Allowed,
    limits: &Limits,
    progress: &Progress,
) -> Result<ScenarioResults, Failure> {
    let loaded = Loaded::new(name, allowed)?;
    if loaded.robot.source_text() != robot.source_text() {
        let message = format!(
            "the scenario `{name}` is about the robot `{}`, not about `{}`",
            loaded.scenario.robot.value,
            robot.source_name()
        );
        let hint = format!("appell report {} --scenario {name}", loaded.scenario.robot.value);
        return Err(Diagnostic::error("scenario-robot", message).hint(hint).into());
    }
    let budget = limits.budget();
    let mut problems = Vec::new();
    let along = loaded.prepare(&budget, Scenario::inverse_dynamics);
    if let Ok(prepared) = &along {
        progress.next("inverse dynamics");
        let found = inverse(&prepared.machine, &prepared.problem)?;
        let end = found.states.times.last().copied().unwrap_or_default();
        if let Some(why) = found.stopped {
            return Err(stopped(name, &why.to_string(), end));
        }
        let words =
            format!("Inverse dynamics: the joint torques of a motion of {} s.", number(end));
        let summary =
            shown("Joint torques and powers along the motion", &efforts(&prepared.machine, &found));
        let plots = motion_figures(&prepared.machine, &prepared.selected(found.table));
        problems.push(SolvedProblem { words, summary, plots });
    }
    match (loaded.prepare(&budget, Scenario::simulation), along) {
        (Ok(prepared), _) => {
            let (machine, setup) = (&prepared.machine, &prepared.problem);
            let found = simulate(machine, setup, &mut |part| progress.part("simulating", part))?;
            match &found.stopped {
                Stopped::Whole | Stopped::AtLimit => {}
                Stopped::Early(why) => return Err(stopped(name, &why.to_string(), found.end)),
                Stopped::Failed(why) => return Err(stopped(name, &why.to_string(), found.end)),
            }
            let words = format!(
                "Simulation by {}, from 0 to {} s: {} steps; energy drift {:.1e} J.",
                setup.method.name(),
                number(found.end),
                found.steps,
                found.drift
            );
            let summary = shown("The simulated motion", &axes(machine, &found));
            let plots = motion_figures(machine, &prepared.selected(found.table(machine)));
            problems.push(SolvedProblem { words, summary, plots });
        }
        // good for the one problem only
        (Err(_), Ok(_)) => {}
        (Err(failure), Err(_)) => return Err(failure),
    }
    Ok(ScenarioResults { name: name.to_owned(), problems })
}

fn stopped(name: &str, why: &str, end: f64) -> Failure {
    let message = format!("the scenario `{name}` ended at {} s: {why}", number(end));
    Diagnostic::error("stopped", message).hint("give --time more, or leave --scenario out").into()
}

/// A table of the terminal as one of a document.
fn shown<const N: usize>(caption: &str, table: &table::Table<N>) -> Table {
    let row = |cells: &[String; N]| cells.iter().map(Text::new).collect::<Vec<Text>>();
    let (head, rows) = match table.cells() {
        [head, rows @ ..] => (row(head), rows.iter().map(row).collect()),
        [] => (Vec::new(), Vec::new()),
    };
    Table { caption: caption.to_owned(), columns: head, rows }
}
