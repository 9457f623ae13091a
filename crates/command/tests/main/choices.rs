//! `appell size` and `appell optimise` as a user meets them.

#![allow(clippy::unwrap_used, reason = "a test")]

use std::path::Path;

use crate::support::{appell, file, folder, last, refusal_of, text_of};
use serde_json::Value;

#[test]
fn sizing_and_optimising_answer() {
    let json: Value = serde_json::from_str(&text_of(&["size", "milling", "--json"])).unwrap();
    let axes = json["axes"].as_array().unwrap();
    assert_eq!(axes.len(), 3);
    assert!(axes.iter().all(|axis| axis["reason"].as_str().unwrap().len() > 20));
    let text = text_of(&["size", "milling"]);
    assert!(text.contains("made up"), "{text}");
    // its first move needs no force
    let text = text_of(&["optimise", "milling"]);
    assert!(text.contains("it costs nothing, like the trapezoidal profile"), "{text}");
    let folder = folder("optimise");
    let scenario = file(
        &folder,
        "move.toml",
        "robot = \"2r\"\n[limits]\nvelocity = 3\nacceleration = 10\n[[motion]]\nto = [1, -0.5]\n[optimise]\nknots = 2\n",
    );
    let csv = format!("{}/best.csv", folder.display());
    let json: Value =
        serde_json::from_str(&text_of(&["optimise", &scenario, "--json", "--out", &csv])).unwrap();
    assert!(json["moves"][0]["gain"].as_f64().unwrap() > 0.0, "{json}");
    assert_eq!(json["cost"], json["moves"][0]["best"]["cost"]);
    assert_eq!(json["cost_trapezoidal"], json["moves"][0]["trapezoidal"]["cost"]);
    let best = json["moves"][0]["best"]["duration"].as_f64().unwrap();
    let table = appell::output::read_csv(&std::fs::read_to_string(csv).unwrap()).unwrap();
    assert!((last(&table, "t") - best).abs() < 1e-9);
}

#[test]
fn there_are_no_motors_for_what_does_not_move() {
    let folder = folder("held");
    let held = "robot = \"2r\"\n[start]\nq = [-0.6, 1.2]\n[[motion]]\nto = [-0.6, 1.2]\n\
        [controller]\nkind = \"pd\"\nkp = 10\nkd = 1\n[simulation]\nduration = 0.1\n";
    let scenario = file(&folder, "held.toml", held);
    let out = format!("{}/held.svg", folder.display());
    let said = refusal_of(&["size", &scenario, "--plot", &out]);
    assert!(said.contains("no-motion"), "{said}");
    text_of(&["simulate", &scenario]);
}

#[test]
fn a_catalogue_is_read_whole_or_refused() {
    let folder = folder("catalogues");
    let motion = "robot = \"2r\"\n[[motion]]\nto = [1, 0]\nduration = 1\n";
    let motor = "[[motor]]\nname = \"M\"\nrated_torque = 1\npeak_torque = 2\nrated_speed = 1\n\
        max_speed = 2\ninertia = 1\nmass = 1\n";
    let catalogues = [
        (format!("{motor}#{}", "x".repeat(4 << 20)).into_bytes(), "file-too-large"),
        (b"source = \"\xff\"\n".to_vec(), "not-utf8"),
        // two rotations, and nothing between them and a motor
        (motor.as_bytes().to_vec(), "no-gear"),
    ];
    for (bytes, code) in catalogues {
        let catalogue = format!("{}/motors.toml", folder.display());
        std::fs::write(&catalogue, bytes).unwrap();
        let out = format!("{}/cloud.csv", folder.display());
        let named = format!("{motion}[size]\ncatalogue = \"motors.toml\"\n");
        let [plain, named] = [("plain.toml", motion), ("named.toml", &named)]
            .map(|(it, text)| file(&folder, it, text));
        let given = refusal_of(&["size", &plain, "--catalogue", &catalogue, "--out", &out]);
        let beside = refusal_of(&["size", &named, "--out", &out]);
        assert!(given.contains(code) && beside.contains(code), "{given} {beside}");
        assert!(!Path::new(&out).exists());
    }
}

/// The motors of the file are replaced: neither their inertia nor their losses are in what the joints need.
#[test]
fn the_energy_is_that_without_the_motors_of_the_file() {
    let folder = folder("size-energy");
    let energy = |name: &str, rotor: &str| {
        let arm = format!(
            "name = \"arm\"\ngravity = 0\n[[joint]]\ntype = \"revolute\"\naxis = \"z\"\n{rotor}\
             link = {{ mass = 2, com = [0.3, 0, 0] }}\n"
        );
        file(&folder, &format!("{name}.toml"), &arm);
        let motion = format!("robot = \"{name}.toml\"\n[[motion]]\nto = [1]\nduration = 1\n");
        let scenario = file(&folder, &format!("{name}-motion.toml"), &motion);
        let answer: Value =
            serde_json::from_slice(&appell(&["size", &scenario, "--json"]).stdout).unwrap();
        answer["energy_without_recuperation"].as_f64().unwrap()
    };
    let bare = energy("bare", "");
    let driven = energy("driven", "rotor = { inertia = 1e-3, ratio = 100, efficiency = 0.5 }\n");
    assert!(bare > 0.0 && (driven - bare).abs() < 1e-9 * bare, "{driven} {bare}");
}

#[test]
fn where_no_motor_fits_the_exit_code_says_so() {
    let folder = folder("no-motor");
    let heavy = "robot = \"2r\"\n[[motion]]\nto = [1, 0]\nduration = 1\n[size]\nsafety = 1000\n";
    let scenario = file(&folder, "heavy.toml", heavy);
    let output = appell(&["size", &scenario]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stdout).unwrap().contains("comes nearest"));
    assert_eq!(appell(&["size", &scenario, "--json"]).status.code(), Some(1));
}

#[test]
fn the_optimised_motion_carries_what_the_scenario_carries() {
    let folder = folder("optimise-payload");
    // the load comes in the middle of the move
    let scenario = file(
        &folder,
        "carry.toml",
        "robot = \"2r\"\n[limits]\nvelocity = 3\nacceleration = 10\n[[motion]]\nto = [1, -0.5]\nduration = 2\n[[payload]]\nfrom = 1\nmass = 5\n[optimise]\nknots = 0\nlaws = [\"quintic\"]\n",
    );
    let csv = format!("{}/best.csv", folder.display());
    let json: Value =
        serde_json::from_str(&text_of(&["optimise", &scenario, "--json", "--out", &csv])).unwrap();
    let cost = json["moves"][0]["best"]["cost"].as_f64().unwrap();
    let table = appell::output::read_csv(&std::fs::read_to_string(csv).unwrap()).unwrap();
    let end = last(&table, "t");
    assert!(end <= 2.0 + 1e-9, "the time that was stated: {end}");
    // the same law in the same time, with the load in the middle of it, costs as much
    let again = file(
        &folder,
        "again.toml",
        &format!(
            "robot = \"2r\"\n[[motion]]\nto = [1, -0.5]\nduration = {end:?}\n[[payload]]\nfrom = {:?}\nmass = 5\n",
            end / 2.0
        ),
    );
    let json: Value = serde_json::from_str(&text_of(&["inverse", &again, "--json"])).unwrap();
    let energy = json["energy_without_recuperation"].as_f64().unwrap();
    assert!((energy - cost).abs() < 1e-6 * cost, "{energy} {cost}");
    // and the rows that were written carry it
    let written = table.column("Q_q1").unwrap().iter().map(|force| force.abs()).fold(0.0, f64::max);
    let peak = json["axes"][0]["peak_force"].as_f64().unwrap();
    assert!((written - peak).abs() < 0.02 * peak, "{written} {peak}");
}

#[test]
fn no_law_is_called_best_where_none_keeps_the_limits() {
    let folder = folder("optimise-none");
    let scenario = file(
        &folder,
        "weak.toml",
        "robot = \"2r\"\n[limits]\nvelocity = 3\nacceleration = 10\neffort = 0.1\n[[motion]]\nto = [1, -0.5]\n",
    );
    let said = refusal_of(&["optimise", &scenario]);
    assert!(said.contains("no motion profile keeps the limits"), "{said}");
    let said = refusal_of(&["optimise", &scenario, "--json"]);
    assert!(said.contains("no motion profile keeps the limits"), "{said}");
}

#[test]
fn an_optimised_motion_has_no_more_rows_than_any_other_and_its_moves_have_numbers() {
    let folder = folder("optimise-rows");
    let scenario = |step: &str| {
        format!(
            "robot = \"2r\"\n[limits]\nvelocity = 3\nacceleration = 10\n[[motion]]\nwait = 0.5\n[[motion]]\nto = [1, -0.5]\n[optimise]\ngoal = \"heat\"\ntime = 4\nlaws = [\"quintic\"]\nknots = 0\n[output]\nstep = {step}\n[parameters]\ng = 0\n"
        )
    };
    // fewer than a million rows as it is given, more when it takes longer
    let fine = file(&folder, "fine.toml", &scenario("2e-6"));
    let said = refusal_of(&["optimise", &fine]);
    assert!(said.contains("too-many-rows"), "{said}");
    let rough = file(&folder, "rough.toml", &scenario("0.01"));
    let json: Value = serde_json::from_str(&text_of(&["optimise", &rough, "--json"])).unwrap();
    assert_eq!(json["moves"][0]["number"], 2, "{json}");
    assert!(text_of(&["optimise", &rough]).contains("move 2, from 0.5 s on"));
}
