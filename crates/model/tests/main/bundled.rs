//! The robots that come with Appell.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

use std::path::Path;

use crate::common::{self, Mat4, assert_near, codes, frames, robot};
use appell_model::{BUNDLED, JointKind, Options, Robot, bundled, read_toml, write_toml};

fn named(name: &str) -> Robot {
    let file = bundled(name).unwrap();
    robot(file.read(), file.text)
}

#[test]
fn the_folder_and_the_list_are_the_same() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("robots");
    let mut files: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter_map(|name| name.strip_suffix(".toml").map(str::to_owned))
        .collect();
    files.sort();
    let mut listed: Vec<&str> = BUNDLED.iter().map(|file| file.name).collect();
    listed.sort();
    assert_eq!(files, listed);
}

#[test]
fn every_robot_is_sound_complete_and_written_back() {
    for file in BUNDLED {
        let reading = file.read();
        // the published inertia of link 3 of the PUMA is that of no body; its file says so
        let expected: &[&str] =
            if file.name.starts_with("puma560") { &["inertia-triangle"] } else { &[] };
        assert_eq!(codes(&reading), expected, "{}", file.name);
        let robot = robot(reading, file.text);
        assert!(robot.source().is_some() && !file.description().is_empty(), "{}", file.name);
        let written = write_toml(&robot);
        let options = Options { files: file.files(), ..Options::default() };
        let again = common::robot(read_toml(&written, &options), &written);
        assert_eq!(write_toml(&again), written, "{}", file.name);
    }
}

/// The structures, axes and offsets of the papers' robots.
#[test]
fn the_robots_of_the_papers() {
    type Row = (char, &'static str, [&'static str; 3]);
    let tables: [(&str, &[Row], [&str; 3]); 4] = [
        (
            "rttrr",
            &[
                ('R', "z", ["x1", "y1", "z1"]),
                ('T', "z", ["0", "0", "z2"]),
                ('T', "y", ["l2", "l3", "z3"]),
                ('R', "z", ["0", "l4", "z4"]),
                ('R', "y", ["0", "0", "z5"]),
            ],
            ["x6", "y6", "z6"],
        ),
        (
            "trttrr1",
            &[
                ('T', "y", ["x1", "y1", "z1"]),
                ('R', "z", ["0", "0", "z2"]),
                ('T', "z", ["0", "0", "z3"]),
                ('T', "x", ["l4", "0", "z4"]),
                ('R', "x", ["l5", "0", "z5"]),
                ('R', "y", ["l6", "0", "0"]),
            ],
            ["l7", "0", "0"],
        ),
        (
            "ttrt",
            &[
                ('T', "y", ["0", "0", "z1"]),
                ('T', "x", ["0", "0", "z2"]),
                ('T', "z", ["0", "0", "z3"]),
                ('R', "z", ["0", "0", "z4"]),
            ],
            ["0", "0", "l3 + l4"],
        ),
        (
            "6r",
            &[
                ('R', "z", ["0", "0", "l0"]),
                ('R', "x", ["0", "0", "l1"]),
                ('R', "x", ["0", "0", "l2"]),
                ('R', "z", ["0", "0", "l3"]),
                ('R', "x", ["0", "0", "0"]),
                ('R', "z", ["0", "0", "0"]),
            ],
            ["0", "0", "l4"],
        ),
    ];
    for (name, joints, tool) in tables {
        let robot = named(name);
        let text = |entry: &appell_algebra::Poly| entry.text(robot.symbols());
        assert_eq!(robot.joints().len(), joints.len());
        for (joint, (kind, axis, offset)) in robot.joints().iter().zip(joints) {
            let letter = if joint.kind == JointKind::Rotation { 'R' } else { 'T' };
            assert_eq!(
                (letter, appell_model::axis_name(&joint.axis)),
                (*kind, Some(*axis)),
                "{name}"
            );
            assert_eq!(joint.placement.offset.map(text).0, *offset, "{name}");
            assert!(joint.placement.rotation.is_identity());
        }
        assert_eq!(robot.tool().placement.offset.map(text).0, tool, "{name}");
    }
    // the mass model of RTTRR is general, that of TRTTRR1 is not
    let rttrr = named("rttrr");
    let text = |entry: &appell_algebra::Poly| entry.text(rttrr.symbols());
    let body = &rttrr.joints()[4].body;
    assert_eq!(text(&body.mass), "M5");
    assert_eq!(body.centre.map(text).0, ["r5x", "r5y", "r5z"]);
    assert_eq!(body.inertia.map(text).0[0], ["J5x", "-J5xy", "-J5xz"]);
}

fn assert_tool(name: &str, q: &[f64], expected: [[f64; 4]; 3]) {
    let found: Mat4 = frames(&named(name), q).pop().unwrap();
    for (row, expected) in found.iter().zip(expected) {
        for (a, b) in row.iter().zip(expected) {
            assert_near(*a, b, 1e-9, name);
        }
    }
}

/// Poses at q = 0 as their makers and textbooks give them.
#[test]
fn the_industrial_arms_stand_where_they_should() {
    let flipped = [[1.0, 0.0, 0.0, 0.088], [0.0, -1.0, 0.0, 0.0], [0.0, 0.0, -1.0, 0.926]];
    assert_tool("panda", &[0.0; 7], flipped);
    // a2 + a3, -(d4 + d6), d1 - d5, facing -y
    let ur5 = [[1.0, 0.0, 0.0, -0.81725], [0.0, 0.0, -1.0, -0.19145], [0.0, 1.0, 0.0, -0.005491]];
    assert_tool("ur5", &[0.0; 6], ur5);
    let puma = [[1.0, 0.0, 0.0, 0.4115], [0.0, 1.0, 0.0, 0.1501], [0.0, 0.0, 1.0, 0.4331]];
    assert_tool("puma560", &[0.0; 6], puma);
}

#[test]
fn every_entry_has_a_value() {
    for file in BUNDLED {
        let robot = named(file.name);
        for joint in robot.joints() {
            let entries =
                joint.moments.inertia.0.as_flattened().iter().chain(&joint.moments.first.0);
            for entry in entries.chain([&joint.friction.viscous, &joint.friction.coulomb]) {
                assert!(robot.evaluate(entry).unwrap().is_finite(), "{}", file.name);
            }
        }
    }
}
