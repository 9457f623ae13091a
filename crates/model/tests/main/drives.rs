//! Motors, springs, friction and coupled joints in files: read, written, and refused where they make no
//! sense.
#![allow(clippy::unwrap_used, reason = "a test")]

use appell_algebra::{Budget, Poly};
use appell_diagnostic::{Diagnostic, Severity};
use appell_model::{
    Convention, Format, JointId, Options, Robot, lint, read, strategy, write_csv, write_mjcf,
    write_sdf, write_toml, write_urdf,
};
use proptest::prelude::*;

/// Two joints on each other and one on the base, with lines added to each, and after them.
fn robot(lines: [&str; 3], after: &str) -> String {
    let joint = |more: &str| {
        format!(
            "[[joint]]\ntype = \"rotation\"\naxis = \"z\"\n{more}\nlink = {{ mass = 1, centre = [1, 0, 0] }}\n"
        )
    };
    let [first, second, third] = lines.map(joint);
    let third = third.replace("axis", "parent = \"base\"\naxis");
    format!("name = \"three\"\ngravity = 9.81\n{first}{second}{third}{after}")
}

fn codes(text: &str) -> Vec<&'static str> {
    let reading = read(text.as_bytes(), Format::Toml, &Options::default());
    let errors = reading.findings.iter().filter(|it| it.severity == Severity::Error);
    errors.map(|it| it.code).collect()
}

#[test]
fn what_makes_no_sense_is_refused() {
    for (lines, after, code) in [
        (["mimic = { of = \"joint1\" }", "", ""], "", "coupling-loop"),
        (["mimic = { of = \"joint2\" }", "mimic = { of = \"joint1\" }", ""], "", "coupling-loop"),
        (["", "mimic = { of = \"joint1\", ratio = 0 }", ""], "", "zero-ratio"),
        (["", "mimic = { of = \"joint7\" }", ""], "", "unknown-joint"),
        (["", "mimic = { ratio = 2 }", ""], "", "missing-key"),
        (["", "mimic = { of = \"joint1\", times = 2 }", ""], "", "unknown-key"),
        (["", "", ""], "[[coupling]]\njoint = \"joint2\"\nof = { joint1 = 0 }\n", "zero-ratio"),
        (["", "", ""], "[[coupling]]\njoint = \"joint9\"\nof = { joint1 = 1 }\n", "unknown-joint"),
        (["", "", ""], "[[coupling]]\njoint = \"joint2\"\nof = {}\n", "missing-key"),
        (
            ["", "mimic = { of = \"joint1\" }", ""],
            "[[coupling]]\njoint = \"joint2\"\nof = { joint3 = 1 }\n",
            "duplicate-key",
        ),
        (["rotor = { inertia = 1, ratio = 0 }", "", ""], "", "zero-ratio"),
        (["rotor = { inertia = 1 }", "", ""], "", "missing-key"),
        (["rotor = { ratio = 10 }", "", ""], "", "missing-key"),
        (
            ["rotor = { inertia = 1, ratio = 10, on = \"joint3\" }", "", ""],
            "",
            "rotor-without-axis",
        ),
        (
            ["rotor = { inertia = 1, ratio = 10, on = \"joint9\", axis = \"z\" }", "", ""],
            "",
            "unknown-joint",
        ),
        (
            ["rotor = { inertia = 1, ratio = { joint1 = 1, joint9 = 1 } }", "", ""],
            "",
            "unknown-joint",
        ),
        (
            ["rotor = { inertia = 1, ratio = 9, friction = { coulomb = 0.1 } }", "", ""],
            "",
            "motor-friction",
        ),
        (
            [
                "rotor = { inertia = 1, ratio = { joint1 = 1, joint2 = 1 }, friction = { constant = 0.1 } }",
                "",
                "",
            ],
            "",
            "friction-of-several",
        ),
        (
            ["", "friction = { constant = 1 }", ""],
            "[[coupling]]\njoint = \"joint2\"\nof = { joint1 = 1, joint3 = 1 }\n",
            "friction-of-several",
        ),
        (["friction = { static = 2 }", "", ""], "", "missing-key"),
        (["friction = { constant = 1, stribeck = 2 }", "", ""], "", "missing-key"),
        (["rotor = { inertia = 1, ratio = 9, efficiency = 0 }", "", ""], "", "bad-value"),
        (["rotor = { inertia = 1, ratio = 9, efficiency = 1.2 }", "", ""], "", "bad-value"),
        (
            [
                "rotor = { inertia = 1, ratio = { joint1 = 9, joint2 = 1 }, efficiency = 0.9 }",
                "",
                "",
            ],
            "",
            "efficiency-of-several",
        ),
        (
            [
                "rotor = { inertia = 1, ratio = 9, efficiency = 0.9 }",
                "rotor = { inertia = 1, ratio = { joint1 = 3 } }",
                "",
            ],
            "",
            "efficiency-of-several",
        ),
        (
            [
                "compensator = { stiffness = 9, from = [0, 0, 1], to = [1, 0, 0], length = 0.2 }",
                "",
                "",
            ],
            "",
            "compensator-length",
        ),
        (
            [
                "",
                "compensator = { stiffness = 9, from = [0, 0, 1], to = [1, 0, 0], on = \"joint3\" }",
                "",
            ],
            "",
            "compensator-on",
        ),
        (["compensator = { stiffness = 9, from = [0, 0, 1] }", "", ""], "", "missing-key"),
        (["elastic = { stiffness = 9 }", "", ""], "", "elastic-joint"),
        (
            ["rotor = { inertia = 1, ratio = 9 }\nelastic = { stiffness = 0 }", "", ""],
            "",
            "elastic-joint",
        ),
        (
            ["rotor = { inertia = 1, ratio = 9 }\nelastic = { damping = 1 }", "", ""],
            "",
            "missing-key",
        ),
        (
            [
                "",
                "mimic = { of = \"joint1\" }\nrotor = { inertia = 1, ratio = 9 }\nelastic = { stiffness = 9 }",
                "",
            ],
            "",
            "elastic-joint",
        ),
        (["rotor = { inertia = 1, ratio = \"N\" }", "", ""], "[parameters]\nN = 0\n", "zero-ratio"),
        (
            ["", "mimic = { of = \"joint1\", ratio = \"N - 2\" }", ""],
            "[parameters]\nN = 2\n",
            "zero-ratio",
        ),
        (
            ["friction = { constant = 1, static = 2, stribeck = \"vs\" }", "", ""],
            "[parameters]\nvs = 0\n",
            "bad-value",
        ),
        (
            [
                "rotor = { inertia = 1, ratio = 9, friction = { constant = 1, smooth = \"w\" } }",
                "",
                "",
            ],
            "[parameters]\nw = 0\n",
            "bad-value",
        ),
        (
            ["rotor = { inertia = 1, ratio = 9 }\nelastic = { stiffness = \"k\" }", "", ""],
            "[parameters]\nk = 0\n",
            "bad-value",
        ),
        (
            ["rotor = { inertia = 1, ratio = 9, efficiency = \"e\" }", "", ""],
            "[parameters]\ne = 1.5\n",
            "bad-value",
        ),
        (["spring = { rest = 1 }", "", ""], "", "missing-key"),
        (["spring = { stiffness = \"3 kg\" }", "", ""], "", "wrong-unit"),
    ] {
        assert_eq!(codes(&robot(lines, after)), [code], "{lines:?} {after}");
    }
    let fixed = |more: &str| {
        robot(["", more, ""], "").replacen("type = \"rotation\"", "type = \"fixed\"", 1)
    };
    let following = fixed("mimic = { of = \"joint1\" }");
    assert_eq!(codes(&following), ["coupled-fixed-joint"]);
    let first = |more: &str| {
        robot([more, "", ""], "").replacen("type = \"rotation\"", "type = \"fixed\"", 1)
    };
    assert_eq!(codes(&first("rotor = { inertia = 1, ratio = 10 }")), ["rotor-of-fixed-joint"]);
    assert_eq!(codes(&first("mimic = { of = \"joint2\" }")), ["coupled-fixed-joint"]);
    // with a smooth sign nothing sticks
    let smooth = "friction = { constant = 1, smooth = 0.01 }";
    let several = "[[coupling]]\njoint = \"joint2\"\nof = { joint1 = 1, joint3 = 1 }\n";
    assert_eq!(codes(&robot(["", smooth, ""], several)), [""; 0]);
}

#[test]
fn what_deserves_a_second_look() {
    let warnings = |text: &str| -> Vec<&'static str> {
        let reading = read(text.as_bytes(), Format::Toml, &Options::default());
        reading.findings.iter().map(|it| it.code).collect()
    };
    let negative =
        robot(["spring = { stiffness = -1 }", "rotor = { inertia = -1, ratio = 3 }", ""], "");
    assert_eq!(warnings(&negative), ["negative-value"; 2]);
    let fixed = robot(["spring = { stiffness = 1 }", "", ""], "");
    let fixed = fixed.replacen("type = \"rotation\"", "type = \"fixed\"", 1);
    assert!(warnings(&fixed).contains(&"drive-of-fixed-joint"));
}

/// The motor side is a coordinate; the tool stays on the last joint, and a rotor turns with the motor.
#[test]
fn elastic_joints_have_two_coordinates() {
    let elastic = "rotor = { inertia = 1, ratio = 9 }\nelastic = { stiffness = 50, damping = 2 }";
    let robot = read_robot(&robot(["", elastic, ""], ""));
    let name = |&symbol: &_| robot.symbols().name(symbol);
    let names: Vec<String> = robot.coordinates().iter().map(name).collect();
    assert_eq!(names, ["q1", "q2", "q3", "q2_motor"]);
    assert_eq!(robot.tool().parent.number(), 3);
    assert_eq!(robot.given_joints().len(), 3);
    let rotor = robot.joints()[1].rotor.as_ref().unwrap();
    assert_eq!([rotor.ratios[0].0.number(), rotor.shares[0].0.number()], [2, 4]);
    // what is written has the key, and none of the joints that follow from it
    assert_eq!(write_toml(&robot).matches("[[joint]]").count(), 3);
    assert!(write_toml(&robot).contains("\nelastic = { stiffness = 50, damping = 2 }\n"));
    assert!(lint(&robot).is_empty());
}

/// Compensators and gears are written as they were read.
#[test]
fn compensators_and_gears_are_kept() {
    let lines = [
        "compensator = { stiffness = 9, from = [0, 0, 1], to = [0.5, 0, 0] }",
        "compensator = { stiffness = 7, from = [0, 0, 2], to = [1, 0, 0], on = \"base\" }",
        "rotor = { inertia = 1, ratio = 9, efficiency = 0.85 }",
    ];
    let written = write_toml(&read_robot(&robot(lines, "")));
    for line in lines {
        assert!(written.contains(&format!("\n{line}\n")), "{written}");
    }
    assert_eq!(write_toml(&read_robot(&written)), written);
}

/// Other formats have rigid joints: what is written is the robot without elasticity, and a note says so.
#[test]
fn elastic_joints_become_rigid_in_other_formats() {
    let rotor = "rotor = { inertia = 1, ratio = 9, on = \"base\" }";
    let elastic = format!("{rotor}\nelastic = {{ stiffness = 50 }}");
    let chain = |lines| robot(lines, "").replace("parent = \"base\"\n", "");
    let elastic = read_robot(&chain(["", &elastic, ""]));
    let rigid = read_robot(&chain(["", rotor, ""]));
    type Written = Result<(String, Vec<Diagnostic>), Vec<Diagnostic>>;
    let table = |robot: &Robot, budget: &Budget| write_csv(robot, Convention::Modified, budget);
    type Write<'w> = &'w dyn Fn(&Robot, &Budget) -> Written;
    let writers: [Write<'_>; 4] = [&write_urdf, &write_sdf, &write_mjcf, &table];
    for write in writers {
        let (text, notes) = write(&elastic, &Budget::default()).unwrap();
        assert_eq!(text, write(&rigid, &Budget::default()).unwrap().0);
        assert!(notes.iter().any(|note| note.message.contains("became rigid")), "{notes:?}");
    }
}

fn read_robot(text: &str) -> Robot {
    read(text.as_bytes(), Format::Toml, &Options::default()).robot.unwrap()
}

/// In a row the ratios multiply, and what cancels is not followed.
#[test]
fn what_is_followed_in_the_end() {
    let text = robot(
        ["", "mimic = { of = \"joint1\", ratio = \"n\", offset = 3 }", ""],
        "[[coupling]]\njoint = \"joint3\"\nof = { joint2 = 2, joint1 = \"-2*n\" }\noffset = 1\n",
    );
    let robot = read_robot(&text);
    let follows = |index: usize| {
        let coupling = robot.joints()[index].coupling.as_ref().unwrap();
        coupling.rate(&robot, 0).unwrap().text(robot.symbols())
    };
    assert_eq!([follows(1), follows(2)], ["n*q1 + 3", "7"]);
    assert_eq!(robot.coordinates().len(), 1);
}

/// Dry friction of what follows, and of motors, holds the joint with which they move.
#[test]
fn what_sticks() {
    let dry = "friction = { constant = 1 }";
    let motor = "rotor = { inertia = 0, ratio = 10, friction = { constant = 1 } }";
    let sticking = |lines: [&str; 3]| -> Vec<usize> {
        read_robot(&robot(lines, "")).sticking().into_iter().map(JointId::number).collect()
    };
    let follows = format!("mimic = {{ of = \"joint1\" }}\n{dry}");
    assert_eq!(sticking(["", "", ""]), [0; 0]);
    assert_eq!(sticking([dry, "", motor]), [1, 3]);
    assert_eq!(sticking(["", &follows, "friction = { constant = 1, smooth = 1 }"]), [1]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Written and read again, a robot is the same to the letter.
    #[test]
    fn toml_keeps_what_drives_a_robot(first in strategy::driven_trees(1..=6)) {
        let text = write_toml(&first);
        let second = read_robot(&text);
        prop_assert_eq!(&text, &write_toml(&second));
        for (a, b) in first.joints().iter().zip(second.joints()) {
            let of = |robot: &Robot, entry: &Poly| entry.text(robot.symbols());
            prop_assert_eq!(of(&first, &a.spring.stiffness), of(&second, &b.spring.stiffness));
            prop_assert_eq!(of(&first, &a.spring.rest), of(&second, &b.spring.rest));
            let sum = |robot: &Robot, joint: &appell_model::Joint| {
                joint.coupling.as_ref().map(|it| of(robot, &it.rate(robot, 0).unwrap()))
            };
            prop_assert_eq!(sum(&first, a), sum(&second, b));
            prop_assert_eq!(a.rotor.is_some(), b.rotor.is_some());
            let pull = |robot: &Robot, joint: &appell_model::Joint| {
                let it = joint.compensator.as_ref()?;
                let texts = [&it.from, &it.to].map(|point| point.map(|entry| of(robot, entry)));
                Some((of(robot, &it.stiffness), texts, it.on))
            };
            prop_assert_eq!(pull(&first, a), pull(&second, b));
            let motor = |joint: &appell_model::Joint| joint.elastic.as_ref().map(|it| it.motor);
            prop_assert_eq!(motor(a), motor(b));
            if let (Some(x), Some(y)) = (&a.rotor, &b.rotor) {
                prop_assert_eq!(of(&first, &x.inertia), of(&second, &y.inertia));
                let loss = |robot: &Robot, rotor: &appell_model::Rotor| {
                    rotor.efficiency.as_ref().map(|it| of(robot, it))
                };
                prop_assert_eq!(loss(&first, x), loss(&second, y));
                prop_assert_eq!(x.on, y.on);
                let texts = |robot: &Robot, shares: &appell_model::Shares| -> Vec<(JointId, String)> {
                    shares.iter().map(|(id, ratio)| (*id, of(robot, ratio))).collect()
                };
                prop_assert_eq!(texts(&first, &x.shares), texts(&second, &y.shares));
                prop_assert_eq!(x.axis.map(|it| of(&first, it)), y.axis.map(|it| of(&second, it)));
            }
        }
    }
}
