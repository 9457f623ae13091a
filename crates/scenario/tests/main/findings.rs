//! What is said of scenarios that cannot run: the code, the place, the values.

use appell_algebra::Budget;
use appell_diagnostic::{Diagnostic, Place};
use appell_model::Robot;
use appell_scenario::Scenario;

fn two_links() -> Robot {
    appell_model::bundled("2r").unwrap().read().robot.unwrap()
}

fn no_file(_: &str) -> Result<Vec<u8>, Diagnostic> {
    Err(Diagnostic::error("file", "none"))
}

/// What is said of a scenario beside what it runs: its simulation, or else its inverse problem.
fn warnings(scenario: &Scenario, robot: &Robot) -> Result<Vec<Diagnostic>, Vec<Diagnostic>> {
    let budget = Budget::default();
    match scenario.can_be_simulated() {
        true => scenario.simulation(robot, &budget, &no_file).map(|it| it.warnings),
        false => scenario.inverse_dynamics(robot, &budget, &no_file).map(|it| it.warnings),
    }
}

fn findings(text: &str) -> Vec<Diagnostic> {
    let robot = two_links();
    let prepared = Scenario::read(text).and_then(|scenario| warnings(&scenario, &robot));
    prepared.err().unwrap_or_default()
}

/// The one finding of a scenario, with the text at its place.
fn finding(text: &str) -> (Diagnostic, &str) {
    let mut all = findings(text);
    let one = all.pop().unwrap_or_else(|| panic!("{text} is fine"));
    assert!(all.is_empty(), "{text}: {all:?} {one:?}");
    let Place::Span(span) = one.place.clone() else { panic!("{one}") };
    (one, &text[span])
}

const HEAD: &str = "robot = \"2r\"\n[start]\nq = [0.3, 0.8]\n[limits]\nvelocity = 2\n";

#[test]
fn a_circle_has_a_centre_and_an_axis_with_a_direction() {
    let circle = |inside: &str| format!("{HEAD}[[motion]]\ncircle = {{ {inside} }}");
    for axis in ["[0, 0, 0]", "[0, -0.0, 0]", "[1e-200, 0, 0]", "[1e200, 0, 0]"] {
        let text = circle(&format!("centre = [0.4, 0.3, 0], axis = {axis}"));
        let (found, place) = finding(&text);
        assert_eq!((found.code, place), ("zero-axis", axis));
    }
    let text = circle("axis = [0, 0, 1]");
    let (found, place) = finding(&text);
    assert_eq!((found.code, place), ("missing-key", "{ axis = [0, 0, 1] }"));
    assert!(found.message.contains("`centre`"), "{found}");
    let (found, _) = finding(&circle("centre = [0.4, 0.3, 0]")).clone();
    assert!(found.message.contains("`axis`"), "{found}");
    assert_eq!(findings(&circle("centre = [0.4, 0.3, 0], axis = [0, 0, 2], angle = 0.2")), []);
}

#[test]
fn the_same_point_twice_needs_times() {
    let through = |points: &str| format!("{HEAD}[[motion]]\nthrough = {points}");
    for (points, number) in [
        ("[[0.3, 0.8], [0.5, 0.5]]", 1),
        ("[[0.5, 0.5], [0.5, 0.5]]", 2),
        ("[[0.5, 0.5], [0.6, 0.4], [0.6, 0.4]]", 3),
    ] {
        let text = through(points);
        let (found, place) = finding(&text);
        assert_eq!(found.code, "same-point");
        assert_eq!(place, points);
        assert!(found.message.contains(&format!("point {number} ")), "{found}");
        let times: Vec<String> = (1..=number + 1).map(|k| k.to_string()).collect();
        let count = points.matches("], [").count() + 1;
        let timed = format!("{text}\ntimes = [{}]", times[..count.min(times.len())].join(", "));
        assert_eq!(findings(&timed), [], "{timed}");
    }
}

#[test]
fn a_pose_that_cannot_be_reached_is_told_in_few_digits() {
    let text = format!("{HEAD}[[motion]]\nposition = [1.23456789012345, 2e-17, 0.333333333333]");
    let (found, _) = finding(&text);
    assert_eq!(found.code, "unreachable-pose");
    let fact = |name: &str| found.facts.iter().find(|(it, _)| it == name).unwrap().1.clone();
    assert_eq!(fact("target"), "(1.235, 2e-17, 0.3333)");
    assert!(fact("missed by").len() < 20, "{}", fact("missed by"));
}

#[test]
fn more_steps_than_anyone_waits_for_are_refused() {
    let simulation = |lines: &str| format!("robot = \"2r\"\n[simulation]\n{lines}");
    for lines in [
        "duration = 10\nmethod = \"rk4\"\nstep = 1e-9",
        "duration = 1e6\nmethod = \"rk4\"\nstep = 1e-4",
        "duration = 1\nstep = 1e-300",
    ] {
        let text = simulation(lines);
        let (found, place) = finding(&text);
        assert_eq!(found.code, "too-many-steps");
        assert!(place.starts_with("[simulation]"), "{place}");
        let names: Vec<&str> = found.facts.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["duration", "step", "steps", "limit"]);
    }
    assert_eq!(findings(&simulation("duration = 10\nmethod = \"rk4\"\nstep = 1e-5")), []);
    let text = simulation("duration = 10\nmethod = \"rk4\"");
    let (found, place) = finding(&text);
    assert!(found.code == "missing-key" && place.starts_with("[simulation]"), "{found}");
}

#[test]
fn a_tolerance_is_from_what_rounding_leaves_to_what_is_still_a_motion() {
    let text = |tolerance: &str| {
        format!("robot = \"2r\"\n[simulation]\nduration = 1\ntolerance = {tolerance}")
    };
    for fine in ["1e-13", "1e-8", "0.1"] {
        assert_eq!(findings(&text(fine)), [], "{fine}");
    }
    for (bad, code) in [
        ("0.99e-13", "bad-value"),
        ("0.11", "bad-value"),
        ("0", "not-positive"),
        ("-1e-8", "not-positive"),
        ("\"fine\"", "wrong-type"),
    ] {
        let text = text(bad);
        let (found, place) = finding(&text);
        assert_eq!((found.code, place), (code, bad));
    }
}

#[test]
fn a_controller_without_a_kind_is_told_of_it_and_of_nothing_else() {
    let text = format!("{HEAD}[[motion]]\nto = [1, 1]\n[controller]\nkp = 1\nkd = 1");
    let (found, _) = finding(&text);
    assert!(found.code == "missing-key" && found.message.contains("`kind`"), "{found}");
}

#[test]
fn the_same_table_twice_is_told_of_two_brackets() {
    let text = "robot = \"2r\"\n[motion]\nwait = 1\n[motion]\nwait = 2";
    assert!(findings(text)[0].hints[0].contains("[[motion]]"));
}

#[test]
fn what_cannot_be_aimed_at_is_refused() {
    let aim = |line: &str| format!("{HEAD}[[motion]]\nto = [0.5, 0.5]\n[optimise]\n{line}\n");
    let text = aim("laws = []");
    let (found, place) = finding(&text);
    assert_eq!((found.code, place), ("bad-value", "[]"));
    for (time, fine) in [("1", true), ("1000", true), ("0.99", false), ("1000.1", false)] {
        let found = findings(&aim(&format!("time = {time}")));
        assert_eq!(found.is_empty(), fine, "{time}: {found:?}");
    }
}

#[test]
fn a_curve_with_times_keeps_the_limits_or_is_refused() {
    // from 0.3 to 0.5 in a second, as a quintic: its largest velocity is 15/8 of the mean
    let limited = |velocity: f64| {
        format!(
            "robot = \"2r\"\n[start]\nq = [0.3, 0]\n[limits]\nvelocity = {velocity}\n[[motion]]\nthrough = [[0.5, 0]]\ntimes = [1]"
        )
    };
    assert_eq!(findings(&limited(0.375 * (1.0 + 1e-9))), []);
    assert_eq!(finding(&limited(0.375 * (1.0 - 1e-9))).0.code, "contradictory-limits");
}

/// What a scenario says without effect: each key, or the first line of a table.
fn idle(text: &str) -> Vec<String> {
    let robot = two_links();
    let scenario = Scenario::read(text).unwrap_or_else(|found| panic!("{found:?}"));
    let warnings = warnings(&scenario, &robot).unwrap_or_else(|found| panic!("{found:?}"));
    let told = |it: &Diagnostic| {
        assert_eq!(it.code, "no-effect");
        it.message.split(" has no").next().unwrap_or_default().to_owned()
    };
    warnings.iter().map(told).collect()
}

#[test]
fn what_has_no_effect_is_told() {
    let motion = |lines: &str| idle(&format!("{HEAD}[[motion]]\n{lines}"));
    let all = "law = \"septic\"\nduration = 5\nspeed = 1\norientation = \"free\"";
    let timed = "through = [[0.5, 0.5], [1, 1]]\ntimes = [2, 4]\n";
    assert_eq!(
        motion(&format!("{timed}{all}")),
        ["`law`", "`duration`", "`orientation`", "`speed`"]
    );
    assert_eq!(motion("through = [[0.5, 0.5]]\nduration = 5\nlaw = \"cubic\""), ["`law`"]);
    assert_eq!(motion(&format!("to = [1, 1]\n{all}")), ["`orientation`", "`speed`"]);
    assert_eq!(motion(&format!("line = [0.5, 0.5, 0]\n{all}")), [""; 0]);
    assert_eq!(motion("wait = 1\nduration = 9\ntimes = [3]"), ["`times`", "`duration`"]);
    let drive = |lines: &str| motion(&format!("to = [1, 1]\n[controller]\n{lines}"));
    assert_eq!(drive("kind = \"feedforward\"\nkp = 7\ngravity = true"), ["`kp`", "`gravity`"]);
    assert_eq!(drive("kind = \"pd\"\nkp = 7\nkd = 1\ngravity = true"), [""; 0]);
    // the scenario is good for both problems: what the other looks at is not without effect
    assert_eq!(drive("kind = \"feedforward\"\n[inverse]\nwrenches = true"), [""; 0]);
    let free = "[simulation]\nduration = 1\n[inverse]\nwrenches = true\nrates = false";
    assert_eq!(idle(&format!("{HEAD}{free}")), ["`wrenches` under [inverse]"]);
    assert_eq!(motion("to = [1, 1]\n[inverse]\nwrenches = true\nrates = true"), [""; 0]);
    assert_eq!(motion("to = [1, 1]\n[simulation]\ntolerance = 1e-6"), ["[simulation]"]);
    assert_eq!(motion("to = [1, 1]\n[simulation]\nlimits = \"ignore\""), ["[simulation]"]);
    let carried = |times: &str| motion(&format!("to = [1, 1]\n[[payload]]\nmass = 1\n{times}"));
    assert_eq!(carried("from = -2\nuntil = -1"), ["this [[payload]]"]);
    assert_eq!(carried("from = 1000"), ["this [[payload]]"]);
    assert_eq!(carried("from = -2"), [""; 0]);
    let sampled = "kind = \"pd\"\nkp = 7\nkd = 1\nsample = 0.01\n";
    assert_eq!(drive(&format!("{sampled}delay = 1e300")), ["this controller"]);
    assert_eq!(drive(&format!("{sampled}delay = 0.005")), [""; 0]);
}

#[test]
fn rows_are_counted_for_both_problems() {
    let drive = "[controller]\nkind = \"feedforward\"\n[simulation]\nduration = 0.001\n";
    let text = format!("{HEAD}[[motion]]\nwait = 1\n{drive}[output]\nstep = 1e-8");
    let long = text.replace("duration = 0.001", "duration = 1");
    assert_eq!(findings(&long)[0].code, "too-many-rows");
    // a short simulation along a long motion has few rows, its inverse problem many
    assert_eq!(findings(&text), []);
    let (scenario, robot) = (Scenario::read(&text).unwrap(), two_links());
    let refused = scenario.inverse_dynamics(&robot, &Budget::default(), &no_file).unwrap_err();
    assert_eq!(refused[0].code, "too-many-rows");
}

#[test]
fn the_verb_decides_which_problem_is_solved() {
    let robot = two_links();
    let codes = |text: &str| {
        let scenario = Scenario::read(&format!("{HEAD}{text}")).unwrap();
        let simulation = scenario.simulation(&robot, &Budget::default(), &no_file);
        let inverse = scenario.inverse_dynamics(&robot, &Budget::default(), &no_file);
        [simulation.err().map(|it| it[0].code), inverse.err().map(|it| it[0].code)]
    };
    let motion = "[[motion]]\nto = [1, 1]\n";
    let drive = "[controller]\nkind = \"feedforward\"\n";
    assert_eq!(codes(&format!("{motion}{drive}")), [None, None]);
    assert_eq!(codes(motion), [Some("nothing-to-integrate"), None]);
    assert_eq!(codes("[simulation]\nduration = 1"), [None, Some("no-motion")]);
    assert_eq!(codes("[torques]\nconstant = [1, 1]"), [Some("no-time"), Some("no-motion")]);
}

#[test]
fn a_motion_that_takes_no_time_asks_for_no_forces() {
    let stays = format!("{HEAD}[[motion]]\nto = [0.3, 0.8]\n");
    assert_eq!(findings(&stays)[0].code, "no-motion");
    // a controller may hold the robot there all the same
    let held = "[controller]\nkind = \"pd\"\nkp = 10\nkd = 1\n[simulation]\nduration = 1";
    let scenario = Scenario::read(&format!("{stays}{held}")).unwrap();
    let (robot, budget) = (two_links(), Budget::default());
    assert!(scenario.simulation(&robot, &budget, &no_file).is_ok());
    let refused = scenario.inverse_dynamics(&robot, &budget, &no_file).unwrap_err();
    assert_eq!(refused[0].code, "no-motion");
}

#[test]
fn knots_are_counted() {
    for bad in ["0.9", "-1", "21", "2.0"] {
        let text = format!("{HEAD}[optimise]\nknots = {bad}");
        let (found, place) = finding(&text);
        assert_eq!((found.code, place), ("bad-value", bad));
    }
}

/// A slide whose limits are those of a robot's file.
fn slide(limits: &str, scenario: &str) -> Vec<Diagnostic> {
    let file = format!(
        "name = \"slide\"\ngravity = 0\n[[joint]]\nname = \"axis\"\ntype = \"translation\"\n\
         axis = \"x\"\nlimits = {{ {limits} }}\nlink = {{ mass = 1 }}"
    );
    let robot = appell_model::read_toml(&file, &appell_model::Options::default()).robot.unwrap();
    let prepared = Scenario::read(scenario).and_then(|scenario| warnings(&scenario, &robot));
    prepared.err().unwrap_or_default()
}

#[test]
fn limits_of_the_robot_are_looked_at_like_those_of_the_scenario() {
    let moves =
        "robot = \"slide\"\n[limits]\nacceleration = 4\n[[motion]]\nposition = [0.5, 0, 0]\n";
    let saturated = "[controller]\nkind = \"feedforward\"\nsaturate = true\n";
    let text = format!("{moves}{saturated}");
    for (limits, code, words) in [
        ("velocity = 0", "not-positive", "velocity limit of `axis`"),
        ("velocity = -1", "not-positive", "velocity limit of `axis`"),
        ("effort = 0", "not-positive", "effort limit of `axis`"),
        ("effort = -3", "not-positive", "effort limit of `axis`"),
        ("lower = 1, upper = -1", "contradictory-limits", "lower limit of `axis`"),
    ] {
        let found = slide(limits, &text);
        assert_eq!((found.len(), found[0].code), (1, code), "{limits}: {found:?}");
        assert!(found[0].message.contains(words), "{}", found[0]);
        assert_eq!(found[0].place, Place::Span(8..15));
    }
    // what is not known can be said in the scenario
    let said = text.replace("acceleration", "velocity = 1\neffort = 9\nacceleration");
    assert_eq!(slide("velocity = 0, effort = 0", &said), []);
    assert!(slide("velocity = 0", &text)[0].hints[1].contains("[limits]"));
}
