//! Numbers of robot files as parameters.
#![allow(clippy::unwrap_used, reason = "a test")]

use appell_algebra::Budget;
use appell_model::{Options, Robot, parameter_at, read_toml, write_toml};
use appell_toml::{DeValue, Value};
use appell_units::Dimension;

/// The paths of all numbers under a value.
fn paths(value: &Value<'_>, path: &str, found: &mut Vec<String>) {
    match value.get_ref() {
        DeValue::Integer(_) | DeValue::Float(_) => found.push(path.to_owned()),
        DeValue::Array(entries) => {
            for (k, entry) in (1..).zip(entries.iter()) {
                paths(entry, &format!("{path}[{k}]"), found);
            }
        }
        DeValue::Table(table) => {
            for (key, entry) in table {
                paths(entry, &format!("{path}.{}", key.get_ref()), found);
            }
        }
        _ => {}
    }
}

fn numbers_of(robot: &Robot) -> Vec<String> {
    let text = write_toml(robot);
    let file = appell_toml::table(&text, &[], &mut appell_toml::Reader::default()).unwrap();
    let mut found = Vec::new();
    for (key, value) in file.get_ref().iter().filter(|(key, _)| key.get_ref() != "parameters") {
        paths(value, key.get_ref(), &mut found);
    }
    found
}

/// What the robot is, with the values of its parameters put in.
fn numbers(robot: &Robot) -> Vec<String> {
    let put = robot.with_values(&Budget::default()).unwrap();
    let of_joint = |joint: &appell_model::Joint| {
        let frame = &joint.parent_from_frame;
        let entries = frame.rotation.0.as_flattened().iter().chain(&frame.position.0);
        let entries = entries.chain(&joint.axis.0).chain(joint.moments.inertia.0.as_flattened());
        let entries = entries.chain(&joint.moments.first.0).chain([&joint.body.mass]);
        let mut all: Vec<String> = entries.map(|it| it.text(put.symbols())).collect();
        let friction = &joint.friction;
        all.extend([&friction.viscous, &friction.constant].map(|it| it.text(put.symbols())));
        all
    };
    put.joints()
        .iter()
        .flat_map(of_joint)
        .chain(put.gravity().0.iter().map(|it| it.text(put.symbols())))
        .collect()
}

/// Each number of these robots, by itself, and the robot stays the same.
#[test]
fn every_number_can_be_a_parameter() {
    for name in ["panda", "gripper_arm", "ur5", "elastic_joints"] {
        let robot = Robot::bundled(name).unwrap();
        let known = numbers(&robot);
        let mut refused = Vec::new();
        for path in numbers_of(&robot) {
            let open = match robot.with_numbers_as_parameters(&[(&path, None)]) {
                Ok(open) => open,
                Err(refusal) => {
                    let problem = refusal.1;
                    assert_eq!(problem.code, "no-number", "{path}: {problem:?}");
                    refused.push(path);
                    continue;
                }
            };
            let parameter = parameter_at(&path).unwrap();
            assert!(open.parameters().iter().any(|it| it.name == parameter), "{path}");
            assert_eq!(numbers(&open), known, "{name} {path}");
            // a second time nothing changes
            let again = open.with_numbers_as_parameters(&[(&path, None)]).unwrap();
            assert_eq!(write_toml(&again), write_toml(&open));
        }
        assert!(refused.is_empty(), "{name}: {refused:?}");
    }
}

#[test]
fn what_is_no_number_is_refused_with_its_path() {
    let file = "name = \"arm\"\ngravity = 9.81\n[parameters]\njoint_2_link_mass = 4\nM = 2\n[[joint]]\nname = \"hip\"\n\
         type = \"revolute\"\naxis = \"z\"\nlink = { mass = 3, centre = [\"M/8\", 0.1, 0] }\n[[joint]]\ntype = \"revolute\"\n\
         axis = \"z\"\noffset = [0.5, 0, 0]\nlink = { mass = 1, centre = [\"joint_2_link_mass/9\", 0, 0] }\n";
    let robot = read_toml(file, &Options::default()).robot.unwrap();
    let refused = |path: &str| {
        let (index, problem) = *robot.with_numbers_as_parameters(&[(path, None)]).unwrap_err();
        assert_eq!(index, 0);
        (problem.code, problem.hints.join("; "))
    };
    for (path, code, hint) in [
        ("joint[3].link.mass", "unknown-path", "the first entry is [1]"),
        ("joint[hip].link.mas", "unknown-path", "did you mean `mass`?"),
        ("joint[1].link.centre", "no-number", "name an entry: joint[1].link.centre[1]"),
        (
            "joint[1].type",
            "no-number",
            "if the number is a formula, give values to its parameters instead",
        ),
        (
            "joint[1].link.centre[1]",
            "no-number",
            "if the number is a formula, give values to its parameters instead",
        ),
        ("joint[2].link.mass", "name-taken", "rename the parameter"),
        ("joint..mass", "bad-path", "joint[elbow].offset[3]"),
    ] {
        let (found, hints) = refused(path);
        assert_eq!(found, code, "{path}");
        assert!(hints.contains(hint), "{path}: {hints}");
    }
    let twice = [("joint[1].link.mass", None), ("joint[hip].link.mass", None)];
    let (index, problem) = *robot.with_numbers_as_parameters(&twice).unwrap_err();
    assert_eq!((index, problem.code), (1, "name-taken"));
    // a unit must be one of the key
    let of_mass = |path| {
        robot.with_numbers_as_parameters(&[(
            path,
            Some(Dimension { mass: 1, ..Dimension::default() }),
        )])
    };
    assert!(of_mass("joint[hip].link.mass").is_ok());
    let (_, problem) = *of_mass("joint[hip].link.centre[2]").unwrap_err();
    assert!(problem.facts[0].1.starts_with("wrong-unit"), "{problem:?}");
}
