//! No bytes make the readers of scenarios, catalogues and tables panic or hang, nor what is prepared
//! from a scenario for a small robot.

#![no_main]

use std::sync::LazyLock;
use std::time::Duration;

use appell_algebra::Budget;
use appell_model::Robot;
use appell_motion::scenario::Scenario;
use appell_motion::{Catalogue, read_csv};
use libfuzzer_sys::fuzz_target;

static ARM: LazyLock<Option<Robot>> =
    LazyLock::new(|| appell_model::bundled("2r").and_then(|file| file.read().robot));

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let _ = Catalogue::read(&text);
    let _ = read_csv(&text);
    let scenario = match Scenario::read(&text) {
        Ok(scenario) => scenario,
        Err(findings) => {
            findings.iter().for_each(|finding| drop(finding.render("scenario", &text)));
            return;
        }
    };
    let Some(robot) = &*ARM else { return };
    let budget = Budget::default().with_time(Duration::from_secs(2));
    let table = |_: &str| Ok(b"0,0,0\n1,0.1,0.2\n2,0.2,0.1\n".to_vec());
    let _ = scenario.prepare(robot, &budget, &table);
});
