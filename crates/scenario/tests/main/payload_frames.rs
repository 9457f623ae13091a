//! Payloads on named frames, against robots that have the same body and wrench in their files.

use appell_algebra::Budget;
use appell_diagnostic::{Diagnostic, Place};
use appell_model::{Robot, read_toml};
use appell_scenario::Scenario;
use appell_simulation::{inverse, simulate};

/// Two arms on a torso; the tool is on the right hand.
const ARMS: &str = r#"
name = "arms"
gravity = 9.81
[[joint]]
name = "torso"
type = "revolute"
axis = "z"
limits = { lower = -3, upper = 3, velocity = 2, effort = 200 }
link = { mass = 20, inertia = { xx = 0.5, yy = 0.5, zz = 0.3 } }
[[joint]]
name = "left"
type = "revolute"
axis = "y"
offset = [0, 0.3, 0.5]
friction = { viscous = 0.3 }
limits = { lower = -3, upper = 3, velocity = 2, effort = 200 }
link = { parts = [{ mass = 3, centre = [0, 0, -0.2], inertia = { yy = 0.1 } }LEFT] }
[[joint]]
name = "right"
parent = "torso"
type = "revolute"
axis = "y"
offset = [0, -0.3, 0.5]
limits = { lower = -3, upper = 3, velocity = 2, effort = 200 }
link = { mass = 3, centre = [0, 0, -0.2], inertia = { yy = 0.1 } }
[tool]
parent = "right"
offset = [0, 0, -0.4]
[[frame]]
name = "left_hand"
parent = "left"
offset = [0.05, 0, -0.4]
rotation = { rpy = [0.3, "pi/2", -0.4] }
WRENCH
[[frame]]
name = "stand"
parent = "base"
"#;

/// The same with a body and a wrench on the left hand, or without.
fn arms(loaded: bool) -> Robot {
    let body = ", { mass = 2.5, centre = [0.1, -0.02, 0.05], at = { offset = [0.05, 0, -0.4], rotation = { rpy = [0.3, \"pi/2\", -0.4] } } }";
    let [body, wrench] = match loaded {
        true => [body, "force = [4, -3, 8]\nmoment = [0.2, 0.5, -0.1]"],
        false => ["", ""],
    };
    let text = ARMS.replace("LEFT", body).replace("WRENCH", wrench);
    let reading = read_toml(&text, &Default::default());
    reading.robot.unwrap_or_else(|| panic!("{:?}", reading.findings))
}

const PAYLOAD: &str = "[[payload]]\nframe = \"left_hand\"\nmass = 2.5\ncentre = [0.1, -0.02, 0.05]\nforce = [4, -3, 8]\nmoment = [0.2, 0.5, -0.1]\n";

fn no_file(_: &str) -> Result<Vec<u8>, Diagnostic> {
    Err(Diagnostic::error("file", "none"))
}

fn assert_same(found: &[Vec<f64>], expected: &[Vec<f64>], near: f64) {
    assert_eq!(found.len(), expected.len());
    for (a, b) in found.iter().flatten().zip(expected.iter().flatten()) {
        assert!((a - b).abs() <= near * (1.0 + b.abs()), "{a} is not {b}");
    }
}

#[test]
fn torques_of_a_motion_are_those_with_the_body_in_the_file() {
    let motion =
        "robot = \"arms\"\n[limits]\nacceleration = 6\n[[motion]]\nto = [0.6, 0.9, -0.7]\n";
    let torques = |robot: &Robot, payload: &str| {
        let scenario = Scenario::read(&format!("{motion}{payload}")).unwrap();
        let prepared = scenario.inverse_dynamics(robot, &Budget::default(), &no_file);
        let prepared = prepared.unwrap_or_else(|found| panic!("{found:?}"));
        assert_eq!(prepared.warnings, []);
        inverse(&prepared.machine, &prepared.problem).unwrap().forces
    };
    let found = torques(&arms(false), PAYLOAD);
    assert_same(&found, &torques(&arms(true), ""), 1e-12);
    // the body is heavy enough to be seen
    assert!((found[0][1] - torques(&arms(false), "")[0][1]).abs() > 1.0);
}

#[test]
fn a_simulation_is_that_with_the_body_in_the_file_and_keeps_its_energy() {
    let fall = "robot = \"arms\"\n[start]\nq = [0.1, 0.8, -0.5]\nqd = [0.5, 0, 0]\n[simulation]\nduration = 1\ntolerance = 1e-10\nlimits = \"ignore\"\n";
    let run = |robot: &Robot, payload: &str| {
        let scenario = Scenario::read(&format!("{fall}{payload}")).unwrap();
        let prepared = scenario.simulation(robot, &Budget::default(), &no_file);
        let prepared = prepared.unwrap_or_else(|found| panic!("{found:?}"));
        simulate(&prepared.machine, &prepared.problem, &mut |_| ()).unwrap()
    };
    let found = run(&arms(false), PAYLOAD);
    assert_same(&found.q, &run(&arms(true), "").q, 1e-8);
    let balance = |k: usize| found.kinetic[k] + found.potential[k] - found.work[k];
    let last = found.times.len() - 1;
    assert!((balance(last) - balance(0)).abs() < 1e-6, "{} {}", balance(0), balance(last));
}

#[test]
fn frames_that_cannot_carry_are_refused_at_their_key() {
    let said = |frame: &str| {
        let text = format!(
            "robot = \"arms\"\n[[payload]]\nframe = {frame}\nmass = 1\n[simulation]\nduration = 1\n"
        );
        let scenario = match Scenario::read(&text) {
            Ok(scenario) => scenario,
            Err(findings) => return findings[0].code,
        };
        let found = scenario.simulation(&arms(false), &Budget::default(), &no_file);
        let Err(findings) = found else { return "fine" };
        match &findings[0].place {
            Place::Span(span) => assert_eq!(&text[span.clone()], frame),
            other => panic!("{other:?}"),
        }
        findings[0].code
    };
    assert_eq!(said("\"left_hand\""), "fine");
    assert_eq!(said("\"lefthand\""), "unknown-frame");
    assert_eq!(said("\"not a name\""), "unknown-frame");
    assert_eq!(said("\"stand\""), "bad-payload");
}
