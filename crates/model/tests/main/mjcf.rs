//! MJCF: numbers of MuJoCo for files of our own, what is refused, includes, writing and reading back.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]
#![allow(clippy::needless_range_loop, reason = "indices as in the formulas")]

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::common::{
    Mat4, assert_near, assert_same_frame, codes, frames, point, product, robot, shift, turn, value,
};
use appell_algebra::Budget;
use appell_diagnostic::{Diagnostic, Place, Severity};
use appell_model::{
    BUNDLED, Files, Format, JointKind, MeshUse, Options, Reading, Robot, read, read_mjcf,
    write_mjcf,
};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/main/mjcf")
}

fn read_file(name: &str, tool: Option<&str>) -> Robot {
    let path = folder().join(name);
    let text = std::fs::read_to_string(&path).unwrap();
    let options = Options {
        files: Files::beside(&path),
        tool: tool.map(str::to_owned),
        snap: false,
        ..Options::default()
    };
    robot(read_mjcf(&text, &options), &text)
}

fn read_text(text: &str) -> Reading {
    read_mjcf(text, &Options::default())
}

fn turned(frame: &Mat4, v: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|i| (0..3).map(|j| frame[i][j] * v[j]).sum())
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// The mass matrix over all joints that move, those that follow others, too: the sum over the links of
/// m v.v + w.I w, with the velocities that every joint gives them; and the rotors on the diagonal.
fn mass_matrix(robot: &Robot, q: &[f64]) -> Vec<Vec<f64>> {
    let frames = frames(robot, q);
    let moving: Vec<usize> =
        (0..robot.joints().len()).filter(|&i| robot.joints()[i].kind != JointKind::Fixed).collect();
    let mut mass = vec![vec![0.0; moving.len()]; moving.len()];
    for (index, link) in robot.joints().iter().enumerate() {
        let numbers = link.body.try_map(|entry| robot.evaluate(entry)).unwrap();
        let centre = point(&frames[index], numbers.centre.0);
        let mut carriers = vec![false; robot.joints().len()];
        let mut at = Some(index);
        while let Some(joint) = at {
            carriers[joint] = true;
            at = robot.joints()[joint].parent.map(|parent| parent.index());
        }
        let velocity = |joint: usize| -> ([f64; 3], [f64; 3]) {
            let axis = robot.joints()[joint].axis.try_map(|entry| robot.evaluate(entry)).unwrap();
            let axis = turned(&frames[joint], axis.0);
            let origin = point(&frames[joint], [0.0; 3]);
            let arm = std::array::from_fn(|i| centre[i] - origin[i]);
            match robot.joints()[joint].kind {
                _ if !carriers[joint] => ([0.0; 3], [0.0; 3]),
                JointKind::Rotation => (cross(axis, arm), axis),
                _ => (axis, [0.0; 3]),
            }
        };
        // the angular velocity in the axes of the link
        let own = |w: [f64; 3]| -> [f64; 3] {
            std::array::from_fn(|i| (0..3).map(|j| frames[index][j][i] * w[j]).sum())
        };
        for (row, &i) in moving.iter().enumerate() {
            for (column, &j) in moving.iter().enumerate() {
                let ((vi, wi), (vj, wj)) = (velocity(i), velocity(j));
                let (wi, wj) = (own(wi), own(wj));
                let linear: f64 = (0..3).map(|k| vi[k] * vj[k]).sum();
                let angular: f64 =
                    (0..9).map(|k| wi[k / 3] * numbers.inertia.0[k / 3][k % 3] * wj[k % 3]).sum();
                mass[row][column] += numbers.mass * linear + angular;
            }
        }
    }
    for (row, &i) in moving.iter().enumerate() {
        if let Some(rotor) = &robot.joints()[i].rotor {
            let ratio = value(robot, &rotor.ratios[0].1);
            mass[row][row] += value(robot, &rotor.inertia) * ratio * ratio;
        }
    }
    mass
}

/// The mass matrix and the tool frame, as MuJoCo has them.
#[test]
fn golden_numbers() {
    let golden = std::fs::read_to_string(folder().join("golden.txt")).unwrap();
    for line in golden.lines() {
        let mut words = line.split_whitespace();
        let name = words.next().unwrap();
        let mut parts: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
        let mut part = "";
        for word in words {
            match word.parse() {
                Ok(number) => parts.get_mut(part).unwrap().push(number),
                Err(_) => {
                    part = word;
                    parts.insert(part, Vec::new());
                }
            }
        }
        let tool = (name == "orientations").then_some("e");
        let robot = read_file(&format!("{name}.xml"), tool);
        let q = &parts["q"];
        let found = mass_matrix(&robot, q).concat();
        assert_eq!(found.len(), parts["M"].len(), "{name}");
        for (found, expected) in found.iter().zip(&parts["M"]) {
            assert_near(*found, *expected, 1e-12, name);
        }
        let tool = frames(&robot, q).pop().unwrap();
        for i in 0..3 {
            assert_near(tool[i][3], parts["position"][i], 1e-12, name);
            for j in 0..3 {
                assert_near(tool[i][j], parts["rotation"][3 * i + j], 1e-12, name);
            }
        }
    }
}

/// Springs, friction, limits and couplings of a file, in degrees and by default classes.
#[test]
fn what_joints_have() {
    let robot = read_file("arm.xml", None);
    let joint = |name: &str| robot.joints().iter().find(|joint| joint.name == name).unwrap();
    let degree = std::f64::consts::PI / 180.0;
    let limits = |name: &str| {
        let limits = &joint(name).limits;
        [&limits.lower, &limits.upper, &limits.effort].map(|it| Some(value(&robot, it.as_ref()?)))
    };
    assert_near(limits("pan")[1].unwrap(), 170.0 * degree, 1e-15, "pan");
    assert_eq!(limits("reach"), [Some(0.0), Some(0.4), None]);
    assert_eq!(limits("bend"), [None, None, Some(30.0)]);
    let lift = joint("lift");
    assert_eq!(value(&robot, &lift.spring.stiffness), 3.0);
    assert_near(value(&robot, &lift.spring.rest), 20.0 * degree, 1e-15, "rest");
    let friction = |name: &str| {
        let friction = &joint(name).friction;
        [&friction.viscous, &friction.constant].map(|entry| value(&robot, entry))
    };
    assert_eq!(friction("bend"), [0.5, 0.3]);
    // the damping of its actuator times the square of the gear
    assert_eq!(friction("roll"), [0.5 + 0.1 * 16.0, 0.0]);
    let right = joint("right").coupling.as_ref().unwrap();
    assert_eq!(value(&robot, &right.of[0].1), -0.5);
    assert_near(value(&robot, &right.offset), 0.01 + 10.0 * degree, 1e-15, "offset");
    assert_eq!(robot.coordinates().len(), 6);
    assert_eq!(robot.parameters()[0].name, "g");
}

fn model(bodies: &str) -> String {
    format!("<mujoco><worldbody>{bodies}</worldbody></mujoco>")
}

/// A pendulum with something in the body, and something after the world.
fn pendulum(body: &str, after: &str) -> String {
    format!(
        "<mujoco><worldbody><body name=\"rod\"><joint name=\"a\" axis=\"0 1 0\"/><geom size=\"0.1\" pos=\"0 0 1\"/>{body}</body></worldbody>{after}</mujoco>"
    )
}

/// What is wrong, or not supported, is refused with its own code and at its place.
#[test]
fn refusals() {
    let default = |text: &str| format!("<mujoco><default>{text}</default><worldbody/></mujoco>");
    let joint = |text: &str| model(&format!("<body><joint {text}/><geom size=\"1\"/></body>"));
    let geom = |text: &str| model(&format!("<body><joint/><geom {text}/></body>"));
    let equality = |text: &str| {
        let other = "<body><joint name=\"b\"/><geom size=\"1\"/></body>";
        pendulum(other, &format!("<equality>{text}</equality>"))
    };
    let cases = [
        ("not-mjcf", "<mujocoinclude/>".to_owned()),
        ("xml", "<mujoco>".to_owned()),
        ("no-joints", model("<body><geom size=\"1\"/></body>")),
        ("duplicate-name", model("<body name=\"a\"><joint/><geom size=\"1\"/></body><body name=\"a\"/>")),
        ("duplicate-name", default("<default class=\"a\"/><default class=\"a\"/>")),
        ("default-class", default("<default/>")),
        ("default-class", "<mujoco><default class=\"a\"/><worldbody/></mujoco>".to_owned()),
        ("unknown-class", joint("class=\"none\"")),
        ("unknown-class", model("<body childclass=\"none\"><joint/><geom size=\"1\"/></body>")),
        ("joint-type", joint("type=\"free\"")),
        ("joint-type", joint("type=\"ball\"")),
        ("joint-type", joint("type=\"hing\"")),
        ("joint-type", model("<body><freejoint/><geom size=\"1\"/></body>")),
        ("joint-on-world", model("<joint/>")),
        ("bad-number", joint("damping=\"nan\"")),
        ("bad-number", joint("damping=\"1/2\"")),
        ("wrong-length", joint("axis=\"0 1\"")),
        ("zero-axis", joint("axis=\"0 0 0\"")),
        ("negative-number", joint("armature=\"-1\"")),
        ("not-in-model", joint("stiffness=\"1 2\"")),
        ("not-in-model", joint("springdamper=\"1 1\"")),
        ("not-in-model", joint("springyield=\"1\"")),
        ("unknown-name", joint("dampin=\"1\"")),
        ("unknown-word", joint("limited=\"yes\"")),
        ("negative-number", geom("size=\"1\" mass=\"-1\"")),
        ("negative-number", model("<body><joint/><inertial pos=\"0 0 0\" mass=\"-1\"/></body>")),
        ("missing-attribute", model("<body><joint/><inertial mass=\"1\"/></body>")),
        ("missing-attribute", geom("type=\"box\"")),
        ("bad-number", geom("size=\"-1\"")),
        ("wrong-length", geom("size=\"1\" type=\"box\"")),
        ("mesh-inertia", geom("type=\"mesh\" mesh=\"m\"")),
        ("not-in-model", geom("type=\"ellipsoid\" size=\"1 1 1\" shellinertia=\"true\"")),
        ("not-in-model", geom("type=\"capsule\" size=\"1\" fromto=\"0 0 0 1 0 0\" pos=\"0 0 0\"")),
        ("not-a-rotation", geom("type=\"capsule\" size=\"1\" fromto=\"1 0 0 1 0 0\"")),
        ("not-a-rotation", geom("size=\"1\" quat=\"0 0 0 0\"")),
        ("rotation-ways", geom("size=\"1\" quat=\"1 0 0 0\" euler=\"0 0 0\"")),
        ("not-in-model", model("<body gravcomp=\"1\"><joint/><geom size=\"1\"/></body>")),
        ("not-in-model", pendulum("<attach model=\"x\" body=\"y\"/>", "")),
        ("not-in-model", pendulum("<replicate count=\"3\"/>", "")),
        ("unknown-name", pendulum("<boddy/>", "")),
        ("unknown-name", pendulum("", "<actuators/>")),
        ("unknown-name", pendulum("", "<actuator><motor armatur=\"1\"/></actuator>")),
        ("unknown-name", pendulum("", "<actuator><mottor/></actuator>")),
        ("unknown-name", pendulum("", "<default><motor armatur=\"1\"/></default>")),
        ("not-in-model", equality("<weld body1=\"rod\"/>")),
        ("not-in-model", equality("<connect body1=\"rod\" anchor=\"0 0 0\"/>")),
        ("not-in-model", equality("<joint joint1=\"a\"/>")),
        ("not-in-model", equality("<joint joint1=\"a\" joint2=\"b\" polycoef=\"0 1 1\"/>")),
        ("not-in-model", equality("<joint joint1=\"a\" joint2=\"b\"/><joint joint1=\"a\" joint2=\"b\"/>")),
        ("unknown-joint", equality("<joint joint1=\"a\" joint2=\"c\"/>")),
        ("coupling-loop", equality("<joint joint1=\"a\" joint2=\"b\"/><joint joint1=\"b\" joint2=\"a\"/>")),
        ("not-in-model", pendulum("", "<tendon><fixed armature=\"1\"/></tendon>")),
        ("not-in-model", pendulum("", "<actuator><motor tendon=\"t\" armature=\"1\"/></actuator>")),
        ("not-in-model", "<mujoco><compiler coordinate=\"global\"/><worldbody/></mujoco>".to_owned()),
        (
            "not-in-model",
            "<mujoco><compiler boundmass=\"1\"/><worldbody><body><joint/></body></worldbody></mujoco>"
                .to_owned(),
        ),
        ("not-in-model", "<mujoco><compiler settotalmass=\"1\" fusestatic=\"true\"/></mujoco>".to_owned()),
    ];
    for (code, text) in cases {
        let reading = read_text(&text);
        assert!(reading.robot.is_none(), "{code}: {text}");
        let errors = reading.findings.iter().filter(|it| it.severity == Severity::Error);
        let errors: Vec<&Diagnostic> = errors.collect();
        assert!(errors.iter().any(|it| it.code == code), "{code}: {text}\n{errors:?}");
        for error in errors {
            assert!(!error.hints.is_empty() && matches!(error.place, Place::Span(_)), "{error:?}");
        }
    }
}

/// What is left out is said: as a warning where it is a force.
#[test]
fn left_out() {
    let after = "<option density=\"1.2\"/><sensor><jointpos joint=\"a\"/></sensor>\
        <tendon><fixed stiffness=\"3\"><joint joint=\"a\" coef=\"1\"/></fixed></tendon>\
        <equality><weld body1=\"rod\" active=\"false\"/></equality>";
    let reading = read_text(&pendulum("<camera/><site name=\"s\"/>", after));
    assert!(reading.robot.is_some(), "{:?}", reading.findings);
    let warnings = reading.findings.iter().filter(|it| it.severity == Severity::Warning);
    let warnings: Vec<&str> = warnings.map(|it| it.code).collect();
    assert_eq!(warnings, ["forces-left-out", "forces-left-out"]);
    let notes: Vec<&Diagnostic> =
        reading.findings.iter().filter(|it| it.code == "not-read").collect();
    assert_eq!(notes.len(), 2);
    let listed = notes.iter().flat_map(|it| &it.facts).find(|(name, _)| name == "elements");
    assert_eq!(listed.unwrap().1, "camera (1), sensor (1), tendon (1)");
}

/// Files that include each other, in memory.
fn with_files(main: &str, files: &[(&str, &str)]) -> Reading {
    let held = files.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
    let options = Options { files: Files::Held(held.collect()), ..Options::default() };
    read_mjcf(main, &options)
}

#[test]
fn includes() {
    let main = "<mujoco>\n<include file=\"a/b.xml\"/>\n<worldbody><include file=\"a/c.xml\"/></worldbody></mujoco>";
    let options = "<mujocoinclude><option gravity=\"0 0 -3\"/></mujocoinclude>";
    let body = "<x><body><include file=\"d.xml\"/><geom size=\"1\"/></body></x>";
    let reading = with_files(
        main,
        &[("a/b.xml", options), ("a/c.xml", body), ("a/d.xml", "<x>\n<joint name=\"j\"/></x>")],
    );
    let found = robot(reading, main);
    assert_eq!(found.joints()[0].name, "j");
    assert_eq!(found.evaluate(&found.gravity().0[2]).unwrap(), -3.0);

    // a finding in an included file is at the <include> of the main file, and names the file
    let reading = with_files(
        main,
        &[
            ("a/b.xml", options),
            ("a/c.xml", body),
            ("a/d.xml", "<x>\n\n<joint damping=\"x\"/></x>"),
        ],
    );
    let finding = reading.findings.iter().find(|it| it.code == "bad-number").unwrap();
    assert!(finding.facts.contains(&("file".to_owned(), "a/d.xml:3".to_owned())), "{finding:?}");
    let Place::Span(span) = &finding.place else { panic!("{finding:?}") };
    assert_eq!(&main[span.clone()], "<include file=\"a/c.xml\"/>");

    let once = "<mujoco><include file=\"a.xml\"/></mujoco>";
    let twice = "<mujoco><include file=\"a.xml\"/><include file=\"b/../a.xml\"/></mujoco>";
    type Case<'c> = (&'c str, &'c str, &'c [(&'c str, &'c str)]);
    let cases: [Case<'_>; 6] = [
        ("include-loop", once, &[("a.xml", "<x><include file=\"a.xml\"/></x>")]),
        (
            "include-loop",
            once,
            &[
                ("a.xml", "<x><include file=\"b.xml\"/></x>"),
                ("b.xml", "<x><include file=\"./a.xml\"/></x>"),
            ],
        ),
        ("include-twice", twice, &[("a.xml", "<x/>")]),
        ("unreadable-file", once, &[]),
        ("xml", once, &[("a.xml", "<x>")]),
        ("missing-attribute", "<mujoco><include/></mujoco>", &[]),
    ];
    for (code, main, files) in cases {
        let reading = with_files(main, files);
        assert_eq!(codes(&reading), [code], "{main}");
        assert!(matches!(reading.findings[0].place, Place::Span(_)), "{code}");
    }
    let outside = "<mujoco><include file=\"../../../../Cargo.toml\"/></mujoco>";
    let files = Files::beside(folder().join("arm.xml"));
    let reading = read_mjcf(outside, &Options { files, ..Options::default() });
    assert_eq!(codes(&reading), ["outside-folder"]);
    assert_eq!(codes(&read_text(once)), ["no-folder"]);
}

/// Depth needs no stack.
#[test]
fn very_deep_files() {
    let depth = 100_000;
    let nested = |open: &str, close: &str, inside: &str| {
        format!("{}{inside}{}", open.repeat(depth), close.repeat(depth))
    };
    let bodies = model(&nested("<body>", "</body>", ""));
    let frames = pendulum(&nested("<frame>", "</frame>", ""), "");
    let joints = model(&nested("<body><joint/>", "</body>", ""));
    let classes: String = (0..depth).map(|class| format!("<default class=\"c{class}\">")).collect();
    let classes =
        format!("<mujoco><default>{classes}{}</default></mujoco>", "</default>".repeat(depth));
    for text in [bodies, frames, joints, classes] {
        let reading = read(text.as_bytes(), Format::Mjcf, &Options::default());
        let shown = &text[..60];
        assert!(reading.robot.is_some() || !reading.findings.is_empty(), "{shown}");
    }
}

/// Quarter turns are exact by any length of a quaternion; near ones are taken to be such, with a note.
#[test]
fn quarter_turns() {
    let read = |quat: &str, snap: bool| {
        let text = model(&format!("<body quat=\"{quat}\"><joint/><geom size=\"1\"/></body>"));
        let reading = read_mjcf(&text, &Options { snap, ..Options::default() });
        let noted = codes(&reading).contains(&"snapped-angle");
        let matrix = robot(reading, &text).joints()[0].parent_from_frame.rotation.clone();
        (matrix.0.as_flattened().iter().all(|entry| entry.as_constant().is_some()), noted)
    };
    assert_eq!(read("0.7071 0 0 0.7071", true), (true, false));
    assert_eq!(read("0.7071 0 0 0.7071", false), (true, false));
    assert_eq!(read("1 1 -1 1", false), (true, false));
    assert_eq!(read("0.707107 0 0 0.707106", true), (true, true));
    assert_eq!(read("0.707107 0 0 0.707106", false), (false, false));
}

/// A root `<robot>` in a file `.xml` is URDF.
#[test]
fn the_root_decides() {
    assert_eq!(Format::of_name("a.xml"), Some(Format::Mjcf));
    let text = "<?xml version=\"1.0\"?><!-- <mujoco> --><robot name=\"a\"/>";
    assert_eq!(codes(&read(text.as_bytes(), Format::Mjcf, &Options::default())), ["no-joints"]);
    let text = "<?xml version=\"1.0\"?><!-- <robot> --><mujoco/>";
    assert_eq!(codes(&read(text.as_bytes(), Format::Mjcf, &Options::default())), ["no-joints"]);
}

/// The bundled robots, and our own files, are the same robots after they were written and read.
#[test]
fn written_and_read_back() {
    // elastic joints become rigid
    let is_rigid = |robot: &Robot| robot.joints().iter().all(|joint| joint.elastic.is_none());
    let bundled = BUNDLED.iter().map(|file| file.read().robot.unwrap()).filter(is_rigid);
    let own = ["arm.xml", "orientations.xml", "compiler.xml"].map(|name| read_file(name, None));
    let mut count = 0;
    for first in bundled.chain(own) {
        let Ok((text, _)) = write_mjcf(&first, &Budget::default()) else { continue };
        let options = Options { snap: false, ..Options::default() };
        let second = robot(read_mjcf(&text, &options), &text);
        let moving = |robot: &Robot| {
            let moving = robot.joints().iter().filter(|joint| joint.kind != JointKind::Fixed);
            moving.map(|joint| joint.name.clone()).collect::<Vec<_>>()
        };
        let (names, again) = (moving(&first), moving(&second));
        let q = |name: &String| 0.3 + 0.2 * names.iter().position(|it| it == name).unwrap() as f64;
        let (q1, q2): (Vec<f64>, Vec<f64>) =
            (names.iter().map(q).collect(), again.iter().map(q).collect());
        let (m1, m2) = (mass_matrix(&first, &q1), mass_matrix(&second, &q2));
        let tools = [frames(&first, &q1), frames(&second, &q2)].map(|mut it| it.pop().unwrap());
        for (x, y) in tools[0].as_flattened().iter().zip(tools[1].as_flattened()) {
            assert_near(*x, *y, 1e-12, first.name());
        }
        for (i, one) in names.iter().enumerate() {
            for (j, other) in names.iter().enumerate() {
                let at = |name: &String| again.iter().position(|it| it == name).unwrap();
                assert_near(m1[i][j], m2[at(one)][at(other)], 1e-12, first.name());
            }
        }
        for joint in second.joints() {
            let before = first.joints().iter().find(|it| it.name == joint.name).unwrap();
            for ((_, a), (_, b)) in before.limits.entries().iter().zip(joint.limits.entries()) {
                // the limit of velocity is lost, and said so
                if let (Some(a), Some(b)) = (a, b) {
                    assert_near(value(&first, a), value(&second, b), 1e-12, "limits");
                }
            }
            let spring = |robot: &Robot, it: &appell_model::Joint| {
                it.spring.entries().map(|(_, entry)| value(robot, entry))
            };
            assert_eq!(spring(&first, before), spring(&second, joint));
            assert_eq!(before.coupling.is_some(), joint.coupling.is_some());
        }
        count += 1;
    }
    assert!(count >= 10, "{count}");
}

/// The frame B, in which the base is placed, becomes the world: its pose is that of what is on the base.
#[test]
fn a_placed_base_is_the_pose_of_the_root() {
    let text = "name = \"arm\"\ngravity = 9.81\n[base]\noffset = [1, 2, 3]\nrotation = { rpy = [0.3, -0.5, 0.7] }\n\
        [[joint]]\ntype = \"rotation\"\naxis = \"z\"\noffset = [0.1, 0, 0]\nlink = { mass = 1, centre = [0.1, 0, 0], inertia = { xx = 1, yy = 1, zz = 1 } }\n\
        [[joint]]\ntype = \"rotation\"\naxis = \"y\"\noffset = [0.5, 0, 0.1]\nlink = { mass = 1, centre = [0.1, 0, 0], inertia = { xx = 1, yy = 1, zz = 1 } }\n\
        [[frame]]\nname = \"wall\"\nparent = \"base\"\noffset = [0, 0, 1]\n";
    let first = robot(appell_model::read_toml(text, &Options::default()), text);
    let (written, _) = write_mjcf(&first, &Budget::default()).unwrap();
    let options = Options { snap: false, ..Options::default() };
    let second = robot(read_mjcf(&written, &options), &written);
    let base = product(&[shift(1.0, 2.0, 3.0), turn(2, 0.7), turn(1, -0.5), turn(0, 0.3)]);
    let q = [0.4, -0.8];
    for (one, other) in frames(&first, &q).iter().zip(frames(&second, &q)) {
        assert_same_frame(&other, &product(&[base, *one]), "frame");
    }
    let wall = &second.frames().iter().find(|it| it.name.as_str() == "wall").unwrap();
    let position = wall.parent_from_frame.position.map(|entry| value(&second, entry));
    for (found, expected) in position.0.iter().zip(point(&base, [0.0, 0.0, 1.0])) {
        assert_near(*found, expected, 1e-12, "wall");
    }
    assert_eq!(value(&second, &second.gravity().0[2]), -9.81);
}

#[test]
fn meshes_are_kept_by_name() {
    let reading = read_text(
        r#"<mujoco><compiler meshdir="assets/"/>
        <default><geom group="2"/><mesh scale="0.001 0.001 0.001"/>
          <default class="contact"><geom group="3"/></default></default>
        <asset><mesh file="upper.obj"/><mesh name="base" file="sub/base.stl" scale="1 2 3"/>
          <mesh name="moved" file="a.stl" refpos="1 0 0"/><mesh name="wrong" file="b.stl" scale="1 x 1"/></asset>
        <worldbody>
          <geom type="mesh" mesh="base" pos="0 0 0.1"/>
          <body pos="0 0 1"><joint axis="0 0 1" pos="0 0.5 0"/>
            <inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>
            <geom type="mesh" mesh="upper" euler="0 0 90" pos="1 0 0"/>
            <geom type="mesh" mesh="upper" class="contact"/>
            <geom type="box" mesh="upper" mass="0"/>
            <geom type="mesh" mesh="moved"/><geom type="mesh" mesh="wrong"/><geom type="mesh" mesh="nobody"/>
            <geom type="mesh" mesh="upper" quat="0 0 0 0"/>
          </body></worldbody></mujoco>"#,
    );
    assert!(reading.findings.iter().all(|it| it.severity < Severity::Error), "{reading:?}");
    let robot = reading.robot.unwrap();
    let [visual, contact] = &robot.joints()[0].link.meshes[..] else { panic!("two meshes") };
    assert_eq!((visual.file(), visual.purpose), (Some("assets/upper.obj"), MeshUse::Visual));
    assert_eq!(contact.purpose, MeshUse::Collision);
    assert_eq!(visual.scale.each_ref().map(|it| it.to_f64()), [0.001; 3]);
    // the frame of the joint is on its axis, 0.5 beside the body
    let at = visual.at.transform(robot.symbols(), &Budget::default()).unwrap();
    let number = |entry: &appell_algebra::Poly| robot.evaluate(entry).unwrap();
    assert_eq!(at.position.map(number).0, [1.0, -0.5, 0.0]);
    assert_eq!(at.rotation.map(number).0[0], [0.0, -1.0, 0.0]);
    let [base] = robot.base_meshes() else { panic!("one mesh of the base") };
    assert_eq!((base.file(), base.scale[2].to_f64()), (Some("assets/sub/base.stl"), 3.0));
    assert_eq!(number(&base.at.offset.0[2]), 0.1);
}
