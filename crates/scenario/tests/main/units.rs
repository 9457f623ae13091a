//! Numbers with units in scenarios: the same problem as with numbers in SI units.

use appell_algebra::Budget;
use appell_diagnostic::Diagnostic;
use appell_model::{Options, Robot, read_toml};
use appell_scenario::Scenario;

const ROBOT: &str = r#"name = "arm"
gravity = 9.81
[parameters]
l1 = { value = 0.4, unit = "m" }
[[joint]]
type = "revolute"
axis = "z"
link = { mass = 2, centre = ["l1", 0, 0] }
[[joint]]
type = "prismatic"
axis = "x"
link = { mass = 1 }
"#;

const SI: &str = r#"robot = "arm"
parameters = { l1 = 0.3 }
start = { q = [-1.5707963267948966, 0.05] }
limits = { velocity = [100, 1.5], acceleration = [1000, 100], effort = [2000, 500] }
output = { step = 0.02 }
[[motion]]
to = [0.7853981633974483, 0.25]
duration = 2
[[motion]]
through = [[0, 0.1], [0.5, 0.2]]
times = [0.5, 1]
[[payload]]
from = 0.5
mass = 0.8
centre = [0, 0, 0.01]
force = [0, 0, -2000]
moment = [0, 0, 0.035]
"#;

const UNITS: &str = r#"robot = "arm"
parameters = { l1 = "300 mm" }
start = { q = ["-90 deg", "5 cm"] }
limits = { velocity = [100, "90 m/min"], acceleration = [1000, 100], effort = ["2 kNm", "0.5 kN"] }
output = { step = "20 ms" }
[[motion]]
to = ["45 deg", "250 mm"]
duration = "2 s"
[[motion]]
through = [["0 deg", "10 cm"], ["0.5 rad", 0.2]]
times = ["500 ms", 1]
[[payload]]
from = "500 ms"
mass = "800 g"
centre = [0, 0, "10 mm"]
force = [0, 0, "-2 kN"]
moment = [0, 0, "35 Nmm"]
"#;

fn robot() -> Robot {
    read_toml(ROBOT, &Options::default()).robot.unwrap()
}

/// The problem in all its numbers.
fn problem(text: &str) -> Result<String, Vec<Diagnostic>> {
    let no_file = |_: &str| Ok(Vec::new());
    let prepared =
        Scenario::read(text)?.inverse_dynamics(&robot(), &Budget::default(), &no_file)?;
    Ok(format!("{:?}", prepared.problem))
}

#[test]
fn units_are_the_same_problem_as_si() {
    let [si, units] = [SI, UNITS].map(|text| problem(text).unwrap());
    assert_eq!(si, units);
}

/// By name, in any order; those that are not named are zero.
#[test]
fn a_start_by_names_is_the_same_problem_as_by_a_list() {
    let start = |q: &str| problem(&UNITS.replacen("[\"-90 deg\", \"5 cm\"]", q, 1)).unwrap();
    assert_eq!(start("{ joint2 = \"5 cm\", joint1 = \"-90 deg\" }"), problem(SI).unwrap());
    assert_eq!(start("{ joint2 = 0.1 }"), start("[0, 0.1]"));
    assert_ne!(start("{ joint2 = 0.1 }"), start("[0.1, 0]"));
}

/// Degrees without a unit are a warning, where no limit refuses them; lengths may be long.
#[test]
fn positions_many_turns_from_zero_are_told() {
    let warnings = |to: &str| {
        let text = format!("robot = \"arm\"\n[[motion]]\n{to}\nduration = 2\n");
        let no_file = |_: &str| Ok(Vec::new());
        let scenario = Scenario::read(&text).unwrap();
        let prepared = scenario.inverse_dynamics(&robot(), &Budget::default(), &no_file).unwrap();
        prepared.warnings.iter().map(|it| it.code).collect::<Vec<_>>()
    };
    assert_eq!(warnings("to = [90, 0.25]"), ["state-far"]);
    for right in ["to = [\"5200 deg\", 0.25]", "to = [12, 0.25]", "to = [0, 0.25]"] {
        assert_eq!(warnings(right), Vec::<&str>::new(), "{right}");
    }
}

#[test]
fn a_unit_that_does_not_fit_is_refused() {
    for (from, to, code) in [
        ("[\"-90 deg\", \"5 cm\"]", "{ joint2 = \"5 deg\" }", "wrong-unit"),
        ("[\"-90 deg\", \"5 cm\"]", "{ joint3 = 0.1 }", "unknown-joint"),
        ("\"250 mm\"]", "\"20 deg\"]", "wrong-unit"),
        ("[\"45 deg\"", "[\"1 m\"", "wrong-unit"),
        ("\"10 cm\"]", "\"10 deg\"]", "wrong-unit"),
        ("[\"2 kNm\"", "[\"2 kN\"", "wrong-unit"),
        ("velocity = [100, \"90 m/min\"]", "velocity = \"90 m/min\"", "wrong-unit"),
        ("l1 = \"300 mm\"", "l1 = \"300 g\"", "wrong-unit"),
        ("duration = \"2 s\"", "duration = \"2 m\"", "wrong-unit"),
        ("duration = \"2 s\"", "duration = \"2 s\"\nname = \"500 ms\"", "bad-name"),
        ("from = \"500 ms\"", "from = \"500 mm\"", "wrong-unit"),
        ("from = \"500 ms\"", "from = \"grip\"", "unknown-move"),
    ] {
        let text = UNITS.replacen(from, to, 1);
        assert_ne!(text, UNITS, "{from}");
        let codes: Vec<&str> = problem(&text).unwrap_err().iter().map(|it| it.code).collect();
        assert_eq!(codes, [code], "{to}");
    }
}
