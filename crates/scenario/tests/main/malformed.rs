//! Whatever is written in a scenario, in its table or in the limits of its robot, reading, preparing and
//! running it ends, and never in a panic.

use std::time::Duration;

use appell_actuation::{Catalogue, bundled_catalogue, demands, optimise, size};
use appell_algebra::Budget;
use appell_model::Robot;
use appell_output::read_csv;
use appell_scenario::{BUNDLED, Scenario};
use appell_simulation::{inverse, simulate};
use proptest::prelude::*;

const SCENARIO: &str = r#"
robot = "2r"
[parameters]
M1 = 3
[limits]
lower = [-3, -3]
upper = 3
velocity = 2
acceleration = 10
jerk = 200
[start]
q = [0.1, 0.2]
[[motion]]
to = [0.5, 0.7]
law = "s-curve"
[[motion]]
through = [[0.2, 0.6], [0.1, 0.1]]
times = [0.5, 1.5]
[[motion]]
position = [0.5, 0.3, 0]
duration = 2
[[motion]]
line = [0.55, 0.3, 0]
speed = 0.5
[[motion]]
wait = 0.2
[controller]
kind = "pd"
kp = 10
kd = [1, 2]
[[payload]]
from = 0.5
mass = 1
[simulation]
tolerance = 1e-6
[output]
step = 0.01
[optimise]
time = 1.5
knots = 2
"#;

const ODD: [&str; 14] = [
    "1e300",
    "-1",
    "0",
    "nan",
    "-inf",
    "1e-300",
    "\"x\"",
    "[]",
    "{}",
    "[[]]",
    "[1e300, -1e300]",
    "true",
    "1979-05-27",
    "",
];

/// A slide with friction; what it may do is put in its place.
const SLIDE: &str = include_str!("slide.toml");

const TABLE: &str = "t,q1,q2\n0,0,0\n1,0.1,0.2\n2,0.2,0.1\n";

fn bundled(name: &str) -> Robot {
    appell_model::bundled(name).unwrap().read().robot.unwrap()
}

/// What a scenario asks for, in a time that is short: it ends, however it ends.
fn runs(text: &str, robot: &Robot, table: &str) {
    let scenario = match Scenario::read(text) {
        Ok(scenario) => scenario,
        Err(findings) => {
            assert!(!findings.is_empty(), "a refusal has a reason");
            findings.iter().for_each(|finding| assert!(!finding.render("s", text).is_empty()));
            return;
        }
    };
    let budget = || Budget::default().with_time(Duration::from_millis(300));
    let table = |_: &str| Ok(table.as_bytes().to_vec());
    match scenario.simulation(robot, &Budget::default(), &table) {
        Ok(prepared) => {
            let machine = prepared.machine.with_budget(&budget());
            if let Ok(found) = simulate(&machine, &prepared.problem, &mut |_| ()) {
                let result = found.table(&machine);
                assert!(result.columns.iter().all(|column| column.values.len() == result.rows()));
            }
        }
        Err(findings) => assert!(!findings.is_empty(), "a refusal has a reason"),
    }
    let prepared = match scenario.inverse_dynamics(robot, &Budget::default(), &table) {
        Ok(prepared) => prepared,
        Err(findings) => {
            assert!(!findings.is_empty(), "a refusal has a reason");
            return;
        }
    };
    let (machine, problem) = (prepared.machine, prepared.problem);
    let _ = inverse(&machine.with_budget(&budget()), &problem);
    if let Ok(demands) = demands(&machine.with_budget(&budget()), &problem) {
        let choices = size(&demands, &bundled_catalogue(), &scenario.margins, &budget());
        let _ =
            appell_actuation::clouds(&choices.into_iter().flatten().flatten().collect::<Vec<_>>());
    }
    let machine = machine.with_budget(&budget());
    let _ =
        optimise(&machine, &problem.motion, &problem.loads, &scenario.optimisation, &mut |_| ());
}

/// A text of which the value of one key is another.
fn changed(text: &str, line: usize, odd: usize) -> String {
    let keyed = text.lines().enumerate().filter(|(_, it)| it.contains('=')).map(|(k, _)| k);
    let keyed: Vec<usize> = keyed.collect();
    let chosen = keyed[line % keyed.len()];
    let lines = text.lines().enumerate().map(|(k, it)| match (k == chosen, it.split_once('=')) {
        (true, Some((key, _))) => format!("{key}= {}", ODD[odd]),
        _ => it.to_owned(),
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn the_scenario_is_fine_as_it_stands() {
    let scenario = Scenario::read(SCENARIO).unwrap();
    let robot = bundled("2r");
    let table = |_: &str| Err(appell_diagnostic::Diagnostic::error("file", "none"));
    scenario.simulation(&robot, &Budget::default(), &table).unwrap();
    scenario.inverse_dynamics(&robot, &Budget::default(), &table).unwrap();
}

/// What the slide may do.
const LIMITS: [&str; 7] = [
    "lower = -1",
    "upper = 1",
    "velocity = 2",
    "effort = 50",
    "coulomb = 0.2",
    "mass = 1",
    "g = 9.81",
];

#[test]
fn what_has_friction_or_bends_or_stays_runs_too() {
    let slide = appell_model::read_toml(SLIDE, &Default::default()).robot.unwrap();
    let drives = [
        "",
        "[controller]\nkind = \"pd\"\nkp = 40\nkd = 4\n",
        "[controller]\nkind = \"computed-torque\"\nkp = 40\nkd = 4\nsaturate = true\n",
        "[controller]\nkind = \"pd\"\nkp = 10\nkd = 1\n[simulation]\nduration = 0.1\n",
    ];
    for drive in drives {
        for (robot, to) in [
            (&slide, "[0.5, 0.2]"),
            (&slide, "[0, 0]"),
            (&bundled("flex1r"), "[0.4]"),
            (&bundled("scara"), "[0.2, 0.3, 0.1, 0]"),
        ] {
            let motion = "[[motion]]\nduration = 0.5\nto = ";
            let limits = "[limits]\nacceleration = 20\n";
            runs(&format!("robot = \"x\"\n{limits}{motion}{to}\n{drive}"), robot, TABLE);
            let still = format!("robot = \"x\"\n{limits}[[motion]]\nto = {to}\n{drive}");
            runs(&still, robot, TABLE);
        }
    }
}

#[test]
fn a_robot_may_be_anything() {
    let motion = "robot = \"slide\"\n[[motion]]\nto = [0.5, 0.2]\nduration = 1\n";
    let drive = "[controller]\nkind = \"feedforward\"\nsaturate = true\n";
    let scenarios =
        [format!("{motion}{drive}"), motion.replace("to = [0.5, 0.2]", "position = [0.5, 0, 0]")];
    for limit in LIMITS {
        for odd in ODD {
            let key = limit.split('=').next().unwrap();
            let text = SLIDE.replacen(limit, &format!("{key}= {odd}"), 1);
            let robot = appell_model::read_toml(&text, &Default::default()).robot;
            let Some(robot) = robot else { continue };
            scenarios.iter().for_each(|scenario| runs(scenario, &robot, TABLE));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_value_may_be_anything(line in 0..40usize, odd in 0..ODD.len(), slides in any::<bool>()) {
        let robot = match slides {
            true => appell_model::read_toml(SLIDE, &Default::default()).robot.unwrap(),
            false => bundled("2r"),
        };
        // the slide has other parameters
        let text = if slides { SCENARIO.replace("M1 = 3", "g = 9.8") } else { SCENARIO.to_owned() };
        runs(&changed(&text, line, odd), &robot, TABLE);
    }

    #[test]
    fn a_table_may_be_anything(from in 0..40usize, length in 0..6usize, put in "[\\PC\\n,0-9.e-]{0,8}") {
        let to = (from + length).min(TABLE.len());
        let table = format!("{}{put}{}", &TABLE[..from.min(to)], &TABLE[to..]);
        let text = "robot = \"2r\"\n[[motion]]\ntable = \"a.csv\"\n";
        runs(text, &bundled("2r"), &table);
        let torques = "robot = \"2r\"\n[torques]\ntable = \"a.csv\"\n[simulation]\nduration = 0.1";
        runs(torques, &bundled("2r"), &table);
    }

    #[test]
    fn a_text_may_be_cut_and_turned(file in 0..BUNDLED.len(), from in 0..2000usize, length in 0..60usize, put in "[\\PC\\n]{0,8}") {
        let text = BUNDLED[file].text;
        let from = text.floor_char_boundary(from.min(text.len()));
        let to = text.floor_char_boundary((from + length).min(text.len()));
        let changed = format!("{}{put}{}", &text[..from], &text[to..]);
        if let Err(findings) = Scenario::read(&changed) {
            prop_assert!(!findings.is_empty());
        }
        let _ = Catalogue::read(&changed);
        let _ = read_csv(&changed);
    }
}
