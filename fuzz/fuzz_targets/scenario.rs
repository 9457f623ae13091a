//! No bytes make the readers of scenarios, catalogues and tables panic or hang, nor what is prepared
//! and run from a scenario for small robots: rigid, with friction, elastic. What stands behind a line
//! of `---` is the table that the scenario names.

#![no_main]

use std::sync::LazyLock;
use std::time::Duration;

use appell_actuation::{Catalogue, bundled_catalogue, clouds, demands, optimise, size};
use appell_algebra::Budget;
use appell_model::Robot;
use appell_output::read_csv;
use appell_scenario::Scenario;
use appell_simulation::{inverse, simulate};
use libfuzzer_sys::fuzz_target;

/// Two axes with friction.
const SLIDE: &str = include_str!("../../crates/scenario/tests/main/slide.toml");

static ROBOTS: LazyLock<Vec<Robot>> = LazyLock::new(|| {
    let bundled = ["2r", "flex1r", "scara"].into_iter();
    let bundled = bundled.filter_map(|name| appell_model::bundled(name)?.read().robot);
    bundled.chain(appell_model::read_toml(SLIDE, &Default::default()).robot).collect()
});

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let (text, table) =
        text.split_once("\n---\n").unwrap_or((&*text, "0,0,0\n1,0.1,0.2\n2,0.2,0.1\n"));
    let catalogue = Catalogue::read(text).unwrap_or_else(|_| bundled_catalogue());
    let _ = read_csv(table);
    let scenario = match Scenario::read(text) {
        Ok(scenario) => scenario,
        Err(findings) => {
            findings.iter().for_each(|finding| drop(finding.render("scenario", text)));
            return;
        }
    };
    let budget = || Budget::default().with_time(Duration::from_millis(300));
    let table = |_: &str| Ok(table.as_bytes().to_vec());
    for robot in &*ROBOTS {
        if let Ok(prepared) = scenario.simulation(robot, &budget(), &table) {
            let machine = prepared.machine.with_budget(&budget());
            let _ = simulate(&machine, &prepared.problem, &mut |_| ());
        }
        let Ok(prepared) = scenario.inverse_dynamics(robot, &budget(), &table) else { continue };
        let problem = &prepared.problem;
        let machine = prepared.machine.with_budget(&budget());
        let _ = inverse(&machine, problem);
        if let Ok(demands) = demands(&machine, problem) {
            let choices = size(&demands, &catalogue, &scenario.margins, &budget());
            let _ = clouds(&choices.into_iter().flatten().flatten().collect::<Vec<_>>());
        }
        let machine = prepared.machine.with_budget(&budget());
        let _ = optimise(
            &machine,
            &problem.motion,
            &problem.loads,
            &scenario.optimisation,
            &mut |_| (),
        );
    }
});
