//! What a feature of a robot file costs in generated code: the tables of `benches/README.md`.
//! `UPDATE_GOLDEN=1` writes them anew.

use std::sync::{Mutex, PoisonError};

use appell_code::{Coder, Parameters};
use appell_mechanics::{Kind, Quantity};
use appell_model::{BUNDLED, Robot, read_toml};
use appell_program::Count;

const README: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../benches/README.md");

/// A feature: its name, what joint 3 gets, and what comes at the end of the file.
const FEATURES: [(&str, &str, &str); 17] = [
    ("none", "", ""),
    ("`rotor`, on the link before", "rotor = { inertia = 2e-4, ratio = 50 }", ""),
    (
        "`rotor` with `on = \"base\"` (armature)",
        "rotor = { inertia = 2e-4, ratio = 50, on = \"base\" }",
        "",
    ),
    (
        "`rotor` with `efficiency`",
        "rotor = { inertia = 2e-4, ratio = 50, on = \"base\", efficiency = 0.8 }",
        "",
    ),
    ("`friction`: `viscous`", "friction = { viscous = 2 }", ""),
    ("`constant`", "friction = { constant = 5 }", ""),
    (
        "`constant`, `static`, `stribeck`",
        "friction = { constant = 5, static = 7, stribeck = 0.05 }",
        "",
    ),
    ("`constant`, `smooth`", "friction = { constant = 5, smooth = 0.01 }", ""),
    ("`coulomb`, by the load", "friction = { coulomb = 0.1, diameter = 0.05 }", ""),
    ("`spring`", "spring = { stiffness = 100, rest = 0.2 }", ""),
    (
        "`compensator`",
        "compensator = { stiffness = 100, from = [0, 0, 0.3], to = [0.2, 0, 0] }",
        "",
    ),
    ("`mimic`", "mimic = { of = \"joint2\", ratio = -0.5 }", ""),
    (
        "`[[coupling]]` of two joints",
        "",
        "[[coupling]]\njoint = \"joint3\"\nof = { joint1 = 0.5, joint2 = -1 }\n",
    ),
    (
        "`elastic` joint",
        "rotor = { inertia = 2e-4, ratio = 50, on = \"base\" }\nelastic = { stiffness = 1000, damping = 1 }",
        "",
    ),
    ("`[base]`, tilted", "", "[base]\nrotation = { rpy = [0.3, 0.2, 0] }\n"),
    (
        "`[[frame]]`",
        "",
        "[[frame]]\nname = \"camera\"\nparent = \"joint3\"\noffset = [0.1, 0, 0]\n",
    ),
    (
        "`[[frame]]` with `force`",
        "",
        "[[frame]]\nname = \"camera\"\nparent = \"joint3\"\noffset = [0.1, 0, 0]\nforce = [1, 2, 3]\n",
    ),
];

const QUANTITIES: [Kind; 4] =
    [Kind::DrivingForce, Kind::MassMatrix, Kind::JointAcceleration, Kind::DrivingForceByVelocity];

/// A bundled robot with a feature.
fn with(name: &str, of_joint: &str, at_end: &str) -> Robot {
    let file = BUNDLED.iter().find(|file| file.name == name).unwrap();
    let (place, head) = file.text.match_indices("[[joint]]\n").nth(2).unwrap();
    let (before, after) = file.text.split_at(place + head.len());
    let text = format!("{before}{of_joint}\n{after}\n{at_end}");
    let reading = read_toml(&text, &Default::default());
    reading.robot.unwrap_or_else(|| panic!("{of_joint}{at_end}: {:?}", reading.findings))
}

fn counted(robot: &Robot, kind: Kind) -> Count {
    let coder = Coder::new(robot, Parameters::Values, &Default::default()).unwrap();
    coder.program(Quantity::of_robot(kind).unwrap()).unwrap().count()
}

/// Products and sums, then what else there is.
fn shown(count: Count) -> String {
    let Count { multiplications, additions, divisions, roots, others, .. } = count;
    let mut text = format!("{multiplications}/{additions}");
    for (number, unit) in [(divisions, "÷"), (roots, "√"), (others, "±")] {
        if number > 0 {
            text += &format!(" {number}{unit}");
        }
    }
    text
}

fn table(name: &str) -> String {
    let mut text = "| joint 3 has | Q | M | qdd | dQ/dqd |\n|---|---|---|---|---|\n".to_owned();
    for (feature, of_joint, at_end) in FEATURES {
        let robot = with(name, of_joint, at_end);
        let cells = QUANTITIES.map(|kind| shown(counted(&robot, kind)));
        text += &format!("| {feature} | {} |\n", cells.join(" | "));
    }
    text
}

/// Holds the table of a robot against that between its marks.
fn check(name: &str) {
    /// Both tables are in one file, and tests run at the same time.
    static FILE: Mutex<()> = Mutex::new(());
    let found = table(name);
    let _guard = FILE.lock().unwrap_or_else(PoisonError::into_inner);
    let readme = std::fs::read_to_string(README).unwrap();
    let [begin, end] = ["", "/"].map(|slash| format!("<!-- {slash}features of {name} -->\n"));
    let (before, rest) = readme.split_once(&begin).unwrap();
    let (given, after) = rest.split_once(&end).unwrap();
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(README, format!("{before}{begin}{found}{end}{after}")).unwrap();
        return;
    }
    assert_eq!(given, found, "UPDATE_GOLDEN=1 writes it");
}

/// Without a feature a robot keeps its counts, whatever another one has.
#[test]
fn cost_of_features_of_ttrt() {
    check("ttrt");
}

#[test]
fn cost_of_features_of_puma560() {
    check("puma560");
}
