//! What the library refuses: with all findings, and never with a number.

#![allow(clippy::unwrap_used, reason = "a test")]

use appell::axis::Z;
use appell::model::Format;
use appell::{CompileOptions, Error, ReadOptions, Robot, State, States};

fn codes(error: &Error) -> Vec<&'static str> {
    error.findings().iter().map(|finding| finding.code).collect()
}

#[test]
fn a_state_that_does_not_fit_is_refused_with_all_that_is_wrong() {
    let robot = Robot::bundled("2r").unwrap();
    let state = State::new().q([0.1]).tau([1.0, 2.0, 3.0]).parameter("M9", 1.0);
    let mut compiled = robot.compile("Q").unwrap();
    let refused =
        [robot.evaluate("Q", &state).unwrap_err(), compiled.evaluate("Q", &state).unwrap_err()];
    assert_eq!(codes(&refused[0]), ["wrong-length", "wrong-length", "unknown-name"]);
    assert!(codes(&refused[1]).starts_with(&codes(&refused[0])));
    assert!(refused[0].to_string().contains("state / q"), "{}", refused[0]);
    let not_finite = robot.evaluate("Q", &State::new().q([f64::NAN, 0.0])).unwrap_err();
    assert_eq!(codes(&not_finite), ["not-finite"]);
}

#[test]
fn compiled_code_does_not_pass_over_what_it_cannot_change() {
    let robot = Robot::bundled("2r").unwrap();
    let mut compiled = robot.compile("Q").unwrap();
    let pushed = State::new().payload([1.0, 0.0, 0.0], [0.0; 3]);
    assert_eq!(codes(&compiled.evaluate("Q", &pushed).unwrap_err()), ["fixed-payload"]);
    let heavier = State::new().parameter("M2", 9.0);
    assert_eq!(codes(&compiled.evaluate("Q", &heavier).unwrap_err()), ["fixed-parameter"]);
    let mut open =
        robot.compile_with("Q", &CompileOptions::new().parameters_as_arguments()).unwrap();
    let expected = robot.evaluate("Q", &heavier).unwrap().list("Q").unwrap();
    let found = open.evaluate("Q", &heavier).unwrap();
    assert!(found.iter().zip(&expected).all(|(found, expected)| (found - expected).abs() < 1e-9));
    assert_eq!(codes(&compiled.evaluate("M", &State::new()).unwrap_err()), ["not-compiled"]);
    let short = compiled.batch("Q", &States::new(3).q([0.0; 5])).unwrap_err();
    assert!(short.to_string().contains("`q`: expected 6 numbers, got 5"), "{short}");
}

#[test]
fn wrenches_on_frames_are_those_of_the_payload_there() {
    let frames = "[[frame]]\nname = 'hand'\noffset = [0.4, 0, 0]\n\
        [[frame]]\nname = 'rail'\nparent = 'base'\n[tool]\nframe = 'hand'\n";
    let arm = "name = 'arm'\ngravity = 9.81\n[[joint]]\ntype = 'revolute'\naxis = 'y'\n\
        link = { mass = 1, com = [0.2, 0, 0] }\n";
    let robot = ReadOptions::new().parse(&format!("{arm}{frames}"), Format::Toml).unwrap();
    let (force, moment) = ([1.0, 2.0, 3.0], [0.1, 0.2, 0.3]);
    let names = ["Q", "qdd", "f[1]", "n[1]"];
    let expected = robot.evaluate(names, &State::new().payload(force, moment)).unwrap();
    let json = r#"{"wrenches": {"hand": {"f": [1, 2, 3], "n": [0.1, 0.2, 0.3]}}}"#;
    let read = State::read_json(json, &robot).unwrap();
    assert_eq!(read, State::new().wrench("hand", force, moment));
    let found = robot.evaluate(names, &read).unwrap();
    for name in names {
        assert_eq!(found.list(name).unwrap(), expected.list(name).unwrap(), "{name}");
    }
    assert_eq!(robot.evaluate("f[hand]", &read).unwrap().list("f[hand]").unwrap(), force);
    let refused = |state: &State| codes(&robot.evaluate("Q", state).unwrap_err());
    assert_eq!(refused(&State::new().wrench("hnd", force, moment)), ["unknown-frame"]);
    assert_eq!(refused(&State::new().wrench("rail", force, moment)), ["wrench-on-base"]);
    let wrong = r#"{"wrenches": {"rail": {}, "hand": {"f": [1, 2], "m": 1}}}"#;
    let wrong = State::read_json(wrong, &robot).unwrap_err();
    assert_eq!(codes(&wrong), ["unknown-key", "wrong-length", "wrench-on-base"]);
    let mut compiled = robot.compile("Q").unwrap();
    assert_eq!(codes(&compiled.evaluate("Q", &read).unwrap_err()), ["fixed-payload"]);
}

#[test]
fn compiled_functions_take_coordinates_velocities_and_forces_in_their_places() {
    let robot = Robot::bundled("rttrr").unwrap();
    let list = |start: f64| -> Vec<f64> { (0..5).map(|i| start + 0.1 * f64::from(i)).collect() };
    let state = State::new().q(list(0.2)).qd(list(-0.3)).qdd(list(1.1)).tau(list(5.0));
    let names = ["Q", "qdd", "M", "T[tool]", "dQ/dqd"];
    let values = robot.evaluate(names, &state).unwrap();
    let mut compiled = robot.compile(names).unwrap();
    let rows = |list: &[f64]| list.iter().flat_map(|value| [0.0, *value]).collect::<Vec<_>>();
    let states = States::new(2)
        .q(rows(&list(0.2)))
        .qd(rows(&list(-0.3)))
        .qdd(rows(&list(1.1)))
        .tau(rows(&list(5.0)));
    for name in names {
        let expected = values.list(name).unwrap();
        let one = compiled.evaluate(name, &state).unwrap();
        let second: Vec<f64> =
            compiled.batch(name, &states).unwrap().into_iter().skip(1).step_by(2).collect();
        for found in [one, second] {
            assert_eq!(found.len(), expected.len(), "{name}");
            let near = |(found, expected): (&f64, &f64)| (found - expected).abs() < 1e-9;
            assert!(found.iter().zip(&expected).all(near), "{name}: {found:?} {expected:?}");
        }
    }
}

#[test]
fn an_unknown_format_or_broken_text_is_named() {
    assert_eq!(codes(&Robot::read("arm.step").unwrap_err()), ["unknown-format"]);
    let broken = "name = 3\n[[joint]]\ntype = 'rotatoin'\naxis = 'z'\n";
    let error = ReadOptions::new().parse(broken, Format::Toml).unwrap_err();
    assert!(error.findings().len() >= 2, "{error}");
    assert!(error.to_string().contains("robot:3:"), "{error}");
}

#[test]
fn a_robot_that_cannot_be_built_says_everything() {
    let wrong = Robot::builder("arm")
        .link(1.0, (0, 0, 0), (0, 0, 0))
        .revolute("shoulder", Z, (0, "l1 +", 0))
        .link(f64::INFINITY, (0, 0, 0), (0, 0, 0))
        .build()
        .unwrap_err();
    assert_eq!(wrong.findings().len(), 3, "{wrong}");
    assert_eq!(codes(&Robot::builder("nothing").build().unwrap_err()), ["no-joints"]);
    // as in a file
    let long = Robot::builder("arm").revolute("shoulder", Z, (0, 0, 0)).link(
        "(a+b)^10000",
        (0, 0, 0),
        (0, 0, 0),
    );
    assert_eq!(codes(&long.build().unwrap_err()), ["stopped"]);
    // a friction, a parent and a rotation reach the model
    let robot = Robot::builder("tree")
        .revolute("trunk", Z, (0, 0, 1))
        .link(1.0, (0, 0, 0), (1, 1, 1))
        .viscous_friction("b")
        .revolute("left", Z, (1, 0, 0))
        .rotated(("pi/2", 0, 0))
        .link(1.0, (0, 0, 0), (1, 1, 1))
        .revolute("right", Z, (-1, 0, 0))
        .on("trunk")
        .link(1.0, (0, 0, 0), (1, 1, 1))
        .build()
        .unwrap();
    assert_eq!(robot.model().joints()[2].parent, robot.model().joints()[1].parent);
    assert_eq!(robot.derive("Qf[trunk]").unwrap().text(), "Qf[1] = q1'*b\n");
    assert!(robot.derive("T[left]").unwrap().text().contains("T[2][2,3] = -1"));
}
