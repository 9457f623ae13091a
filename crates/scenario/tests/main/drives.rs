//! Controllers and payloads of scenarios: what runs, and what is said of those that cannot.

use appell_algebra::Budget;
use appell_diagnostic::{Diagnostic, Place};
use appell_model::{Robot, read_toml};
use appell_scenario::{Prepared, Scenario};
use appell_simulation::{InverseDynamicsProblem, Setup, Simulation, simulate};

fn no_file(_: &str) -> Result<Vec<u8>, Diagnostic> {
    Err(Diagnostic::error("file", "none"))
}

fn two_links() -> Robot {
    Robot::bundled("2r").unwrap()
}

/// A mass of 2 kg on a rail, without gravity.
fn slider() -> Robot {
    let text = "name = \"sl\"\ngravity = 0\n[[joint]]\ntype = \"translation\"\naxis = \"x\"\nlink = { mass = 2 }";
    read_toml(text, &Default::default()).robot.unwrap()
}

fn simulation(robot: &Robot, text: &str) -> Result<Prepared<Setup>, Vec<Diagnostic>> {
    Scenario::read(text)?.simulation(robot, &Budget::default(), &no_file)
}

fn inverse(robot: &Robot, text: &str) -> Result<Prepared<InverseDynamicsProblem>, Vec<Diagnostic>> {
    Scenario::read(text)?.inverse_dynamics(robot, &Budget::default(), &no_file)
}

fn run(robot: &Robot, text: &str) -> Simulation {
    let prepared = simulation(robot, text).unwrap_or_else(|found| panic!("{text}: {found:?}"));
    simulate(&prepared.machine, &prepared.problem, &mut |_| ()).unwrap()
}

/// The code of each finding, with the text at its place.
fn placed(findings: &[Diagnostic], text: &str) -> Vec<(&'static str, String)> {
    let told = |it: &Diagnostic| match &it.place {
        Place::Span(span) => (it.code, text[span.clone()].to_owned()),
        _ => (it.code, String::new()),
    };
    findings.iter().map(told).collect()
}

fn refused(text: &str) -> Vec<(&'static str, String)> {
    placed(&simulation(&two_links(), text).err().unwrap_or_default(), text)
}

fn end(found: &Simulation) -> f64 {
    found.q.last().unwrap()[0]
}

/// A motor that is not named starts where its joint does: the joint is not stretched.
#[test]
fn the_motor_of_an_elastic_joint_starts_with_its_joint() {
    let text = "name = \"sea\"\ngravity = 0\n[[joint]]\ntype = \"revolute\"\naxis = \"z\"\n\
                rotor = { inertia = 1e-4, ratio = 80 }\nelastic = { stiffness = 300 }\n\
                link = { mass = 2, centre = [0.4, 0, 0] }";
    let robot = read_toml(text, &Default::default()).robot.unwrap();
    for (q, known) in [
        ("{ joint1 = 0.3 }", [0.3, 0.3]),
        ("{ joint1 = 0.3, joint1_motor = 0.1 }", [0.3, 0.1]),
        ("[0.3, 0]", [0.3, 0.0]),
    ] {
        let text = format!(
            "robot = \"sea\"\n[start]\nq = {q}\n[torques]\nconstant = [0, 0]\n[simulation]\nduration = 0.1"
        );
        assert_eq!(run(&robot, &text).q[0], known, "{q}");
    }
}

#[test]
fn a_controller_without_a_motion_holds_the_start_against_an_error() {
    let text = "robot = \"sl\"\n[start]\nq = [0.5]\nerror = [0.2]\n[controller]\nkind = \"state-feedback\"\ngains = [[50, 1.6]]\n[simulation]\nduration = 3\ntolerance = 1e-11";
    let found = run(&slider(), text);
    let omega = (25.0f64 - 0.16).sqrt();
    for (t, q) in found.times.iter().zip(&found.q) {
        let (sin, cos) = (omega * t).sin_cos();
        let known = 0.5 + 0.2 * (-0.4 * t).exp() * (cos + 0.4 / omega * sin);
        assert!((q[0] - known).abs() < 1e-9, "{t}: {} {known}", q[0]);
    }
    assert!(found.reference.iter().all(|row| row[0] == 0.5));
}

#[test]
fn a_reference_that_jumps_is_followed_from_its_time_on() {
    let step = "[[motion]]\nwait = 0.5\n[[motion]]\nstep = [1]\n";
    let text = format!(
        "robot = \"sl\"\n{step}[controller]\nkind = \"pd\"\nkp = 32\nkd = 16\n[simulation]\nduration = 2\ntolerance = 1e-11"
    );
    let found = run(&slider(), &text);
    // critical damping: 1 - (1 + 4 t) exp(-4 t), from half a second on
    for (t, q) in found.times.iter().zip(&found.q) {
        let since = (t - 0.5).max(0.0);
        let known = 1.0 - (1.0 + 4.0 * since) * (-4.0 * since).exp();
        assert!((q[0] - known).abs() < 1e-9, "{t}: {} {known}", q[0]);
    }
    let text = format!("robot = \"sl\"\n{step}");
    let findings = inverse(&slider(), &text).unwrap_err();
    assert_eq!(placed(&findings, &text), [("step-in-motion", "[1]".to_owned())]);
}

#[test]
fn formulas_drive_and_are_refused_at_their_place() {
    let drive = |formulas: &str| {
        format!(
            "robot = \"2r\"\n[controller]\nkind = \"formulas\"\nformulas = {formulas}\n[simulation]\nduration = 1"
        )
    };
    let slide = drive("[\"6*t\"]");
    assert!((end(&run(&slider(), &slide)) - 0.5).abs() < 1e-9);
    let weight =
        "[\"M2*g*r2x*cos(q1 + q2) + (M1*r1x + M2*l1)*g*cos(q1)\", \"M2*g*r2x*cos(q1 + q2)\"]";
    let held = run(&two_links(), &drive(weight));
    assert!(held.q.iter().flatten().all(|q| q.abs() < 1e-12), "the weight is balanced");
    for (formulas, code) in [
        ("[\"q1\", \"-5*qq2\"]", "unknown-name"),
        ("[\"q1\"]", "wrong-length"),
        ("[\"q1 +\", \"0\"]", "syntax"),
    ] {
        let found = refused(&drive(formulas));
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].0 == code || code == "syntax", "{found:?}");
        assert_eq!(found[0].1, formulas);
    }
}

#[test]
fn a_controller_may_believe_in_other_parameters_and_in_no_payload() {
    let hold = |lines: &str| {
        let text = format!(
            "robot = \"2r\"\n[start]\nq = [0.3, 0.8]\n[controller]\nkind = \"pd\"\nkp = 500\nkd = 100\ngravity = true\n{lines}[[payload]]\nmass = 1\n[simulation]\nduration = 20"
        );
        let found = run(&two_links(), &text);
        found.q.last().unwrap().clone()
    };
    let near = |q: &[f64]| (q[0] - 0.3).abs() < 1e-6 && (q[1] - 0.8).abs() < 1e-6;
    assert!(near(&hold("")) && near(&hold("payload = \"known\"\n")));
    // kp e = G(q) - what is believed, at rest
    for (lines, mass, payload) in
        [("payload = \"unknown\"\n", 4.0, 0.0), ("parameters = { M2 = 3 }\n", 3.0, 1.0)]
    {
        let q = hold(lines);
        assert!(!near(&q), "{lines}");
        let outer =
            |mass: f64, payload: f64| (mass * 0.18 + payload * 0.4) * 9.81 * (q[0] + q[1]).cos();
        let inner =
            |mass: f64, payload: f64| (6.0 * 0.24 + (mass + payload) * 0.5) * 9.81 * q[0].cos();
        let missing = outer(4.0, 1.0) - outer(mass, payload);
        assert!((500.0 * (0.8 - q[1]) - missing).abs() < 1e-4, "{lines}: {q:?}");
        let missing = missing + inner(4.0, 1.0) - inner(mass, payload);
        assert!((500.0 * (0.3 - q[0]) - missing).abs() < 1e-4, "{lines}: {q:?}");
    }
}

#[test]
fn gains_and_samples_are_refused_at_their_keys() {
    let drive =
        |lines: &str| format!("robot = \"2r\"\n[controller]\n{lines}\n[simulation]\nduration = 1");
    for (lines, code, place) in [
        ("kind = \"pd\"\nkp = [1, 2, 3]\nkd = 1", "wrong-length", "[1, 2, 3]"),
        ("kind = \"pd\"\nkp = [300]\nkd = 1", "wrong-length", "[300]"),
        ("kind = \"pd\"\nkp = 1\nkd = 1\nki = [1]\nsample = -1", "not-positive", "-1"),
        ("kind = \"pd\"\nkp = 0\nkd = 1\nki = 3\nsaturate = true", "bad-value", "3"),
        ("kind = \"pd\"\nkp = 1\nkd = 1\ndelay = 0.1", "missing-key", "0.1"),
        ("kind = \"pd\"\nkp = 1\nkd = 1\nsample = 0.1\ndelay = -0.1", "bad-value", "-0.1"),
        ("kind = \"state-feedback\"\ngains = [[1, 2], [3, 4]]", "wrong-length", "[[1, 2], [3, 4]]"),
        (
            "kind = \"pd\"\nkp = 1\nkd = 1\ngravity = true\nparameters = { M9 = 3 }",
            "unknown-parameter",
            "3",
        ),
        (
            "kind = \"pd\"\nkp = 1\nkd = 1\ngravity = true\nparameters = { \"joint[3].link.mass\" = 3 }",
            "unknown-path",
            "3",
        ),
    ] {
        let text = drive(lines);
        assert_eq!(refused(&text), [(code, place.to_owned())], "{lines}");
    }
    for lines in ["kind = \"pd\"\nkp = 1", "kind = \"state-feedback\"", "kind = \"formulas\""] {
        assert_eq!(refused(&drive(lines))[0].0, "missing-key", "{lines}");
    }
}

#[test]
fn doubtful_controllers_are_warned_of() {
    let said = |lines: &str| {
        let text = format!("robot = \"2r\"\n[controller]\n{lines}\n[simulation]\nduration = 1");
        placed(&simulation(&two_links(), &text).unwrap().warnings, &text)
    };
    let own = |code, place: &str| vec![(code, place.to_owned())];
    assert_eq!(said("kind = \"pd\"\nkp = 100\nkd = -500"), own("negative-gain", "-500"));
    assert_eq!(said("kind = \"pd\"\nkp = [1, -1]\nkd = 5"), own("negative-gain", "[1, -1]"));
    assert_eq!(said("kind = \"pd\"\nkp = 1\nkd = 5\nsaturate = true"), own("no-effect", "true"));
    let blind = "kind = \"pd\"\nkp = 1\nkd = 5\npayload = \"unknown\"";
    assert_eq!(said(blind), own("no-effect", "\"unknown\""));
    assert_eq!(said("kind = \"computed-torque\"\nkp = 1\nkd = 5\nki = 1"), own("no-effect", "1"));
    assert_eq!(said("kind = \"pd\"\nkp = 1\nkd = 5\nki = 2\ngravity = true"), []);
}

const MOVES: &str = "robot = \"2r\"\n[limits]\nvelocity = 2\nacceleration = 8\n[[motion]]\nname = \"down\"\nto = [0.5, 0.5]\n[[motion]]\nname = \"grip\"\nwait = 0.2\n[[motion]]\nname = \"up\"\nto = [1, 1]\nlaw = \"trapezoidal\"\n";

#[test]
fn payloads_begin_and_end_with_moves() {
    let text = format!("{MOVES}[[payload]]\nfrom = \"grip\"\nuntil = \"up\"\nmass = 1\n");
    for (limits, slower) in [("velocity = 2", false), ("velocity = 0.5", true)] {
        let text = text.replace("velocity = 2", limits);
        let problem = inverse(&two_links(), &text).unwrap().problem;
        let moves = problem.motion.moves();
        let loading = problem.loads.0[0];
        assert_eq!(loading.from, moves[1].start);
        assert!((loading.until - problem.motion.duration()).abs() < 1e-12);
        assert_eq!(moves[1].start > 1.0, slower);
    }
    let prepared = inverse(&two_links(), &text).unwrap();
    assert_eq!(prepared.warnings, []);
}

#[test]
fn payloads_that_cannot_be_or_are_odd_are_told_at_their_keys() {
    let said = |lines: &str| {
        let text = format!("{MOVES}[[payload]]\n{lines}\n");
        match inverse(&two_links(), &text) {
            Ok(prepared) => placed(&prepared.warnings, &text),
            Err(findings) => placed(&findings, &text),
        }
    };
    let own = |code, place: &str| vec![(code, place.to_owned())];
    assert_eq!(said("from = \"gripp\"\nmass = 1"), own("unknown-move", "\"gripp\""));
    assert_eq!(said("from = \"up\"\nuntil = \"down\"\nmass = 1"), own("bad-payload", "\"down\""));
    assert_eq!(said("from = 2\nuntil = 1\nmass = 1"), own("bad-payload", "1"));
    assert_eq!(said("mass = -1"), own("bad-payload", "-1"));
    assert_eq!(said("from = 50\nmass = 1"), own("no-effect", "50"));
    assert_eq!(said("from = 0.2\nmass = 1"), own("moving-payload", "0.2"));
    assert_eq!(said("until = 0.2\nmass = 1"), own("moving-payload", "0.2"));
    assert_eq!(said("mass = 1\ntaken = \"at-rest\""), own("no-effect", "\"at-rest\""));
    // what pushes and has no mass brings none
    assert_eq!(said("from = 0.2\nforce = [1, 0, 0]"), []);
    let twice = MOVES.replace("\"grip\"", "\"down\"");
    assert_eq!(refused(&twice)[0].0, "duplicate-name");
}

#[test]
fn a_part_at_rest_slows_a_slider_and_a_moving_one_does_not() {
    let slide = |lines: &str| {
        let text = format!(
            "robot = \"sl\"\n[start]\nqd = [1]\n[[payload]]\nfrom = 1\nuntil = 2\nmass = 2\n{lines}[simulation]\nduration = 3\n[output]\nstep = 0.25"
        );
        run(&slider(), &text)
    };
    for (lines, speed) in [("", 1.0), ("taken = \"moving\"\n", 1.0), ("taken = \"at-rest\"\n", 0.5)]
    {
        let found = slide(lines);
        assert!((found.qd.last().unwrap()[0] - speed).abs() < 1e-12, "{lines}");
        let balance = |k: usize| found.kinetic[k] - found.work[k];
        assert!((0..found.times.len()).all(|k| (balance(k) - 1.0).abs() < 1e-12), "{lines}");
    }
}

#[test]
fn times_and_coordinates_that_no_machine_has_are_refused_at_their_keys() {
    let limits = "[limits]\nvelocity = 3\nacceleration = 12\njerk = 200\n";
    for law in ["s-curve", "quintic"] {
        for (lines, code, place) in [
            ("to = [0, 1e308]", "too-far", "[0, 1e308]"),
            ("to = [1e300, 1]", "too-far", "[1e300, 1]"),
            ("through = [[0.1, 1e17]]", "too-long", "[[0.1, 1e17]]"),
            ("to = [9e8, 0]", "too-long", "[9e8, 0]"),
            ("wait = 1e8", "too-long", "1e8"),
            ("to = [1, 1]\nduration = 1e300", "too-long", "1e300"),
        ] {
            let law = match lines.starts_with("to") {
                true => format!("law = \"{law}\"\n"),
                false => String::new(),
            };
            let text = format!("robot = \"2r\"\n{limits}[[motion]]\n{lines}\n{law}");
            let findings = inverse(&two_links(), &text).map(|_| ()).unwrap_err();
            assert_eq!(placed(&findings, &text), [(code, place.to_owned())]);
        }
    }
    let text = "robot = \"2r\"\n[simulation]\nduration = 1e12";
    assert_eq!(refused(text), [("too-long", "1e12".to_owned())]);
    let text = "robot = \"2r\"\n[start]\nq = [1e17, 0.8]\n[simulation]\nduration = 1";
    assert_eq!(refused(text), [("too-far", "[1e17, 0.8]".to_owned())]);
}

#[test]
fn values_of_parameters_are_looked_at_like_those_of_the_file() {
    let text =
        "robot = \"2r\"\n[parameters]\nM1 = 6\nM2 = -40\n[[motion]]\nto = [1, 1]\nduration = 1";
    let prepared = inverse(&two_links(), text).unwrap();
    let found = placed(&prepared.warnings, text);
    assert!(found.contains(&("mass-not-positive", "-40".to_owned())), "{found:?}");
    let text = text.replace("-40", "3");
    assert_eq!(inverse(&two_links(), &text).unwrap().warnings, []);
}
