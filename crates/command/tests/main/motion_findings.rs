//! What `appell simulate`, `inverse`, `size`, `optimise` and `eval` say where numbers are doubtful, as a
//! user meets it.

#![allow(clippy::unwrap_used, reason = "a test")]

use std::path::Path;

use crate::support::{appell, file, folder, refusal_of, text_of};
use serde_json::Value;

/// What a command writes to its two streams, and its exit code.
fn all_of(arguments: &[&str]) -> (String, String, Option<i32>) {
    let output = appell(arguments);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr), output.status.code())
}

/// Two coaxial links, of which the first has this inertia about the axis.
fn coaxial(folder: &Path, inertia: &str) -> String {
    let robot = format!(
        "name = \"x\"\ngravity = 9.81\n[[joint]]\ntype = \"rotation\"\naxis = \"z\"\nlink = {{ mass = 1, inertia = {{ xx = 1e-8, yy = 1e-8, zz = {inertia} }} }}\n[[joint]]\ntype = \"rotation\"\naxis = \"z\"\nlink = {{ mass = 1, centre = [0.1, 0, 0], inertia = {{ xx = 0.01, yy = 0.01, zz = 0.01 }} }}\n"
    );
    file(folder, "coaxial.toml", &robot)
}

#[test]
fn eval_and_simulate_refuse_the_same_mass_matrices() {
    let folder = folder("near-singular");
    let state = file(&folder, "state.json", "{\"tau\": [1, 1]}");
    let scenario = "robot = \"coaxial.toml\"\n[torques]\nconstant = [1, 1]\n[simulation]\nduration = 0.1\n[output]\nstep = 0.05\n";
    let scenario = file(&folder, "scenario.toml", scenario);
    for (inertia, fine) in [("1e-9", true), ("1e-13", true), ("1e-15", false), ("1e-18", false)] {
        let robot = coaxial(&folder, inertia);
        let (_, said, code) = all_of(&["eval", &robot, "qdd", "--at", &state]);
        assert_eq!(code == Some(0), fine, "{inertia}: {said}");
        let (text, said, code) = all_of(&["simulate", &scenario]);
        assert_eq!(code == Some(0), fine, "{inertia}: {said}");
        assert_eq!(said.contains("singular-mass"), !fine, "{inertia}: {said}");
        // 50 rad/s^2 for a tenth of a second
        assert!(!fine || text.contains("joint2  0 rad  0.25 rad"), "{text}");
    }
}

#[test]
fn an_energy_that_drifts_is_a_warning_with_its_figures() {
    let folder = folder("drift");
    let scenario = |step: &str| {
        let text = format!(
            "robot = \"2r\"\n[start]\nq = [0.5, 0.8]\n[simulation]\nduration = 5\nmethod = \"rk4\"\nstep = {step}\n"
        );
        file(&folder, "drift.toml", &text)
    };
    let (_, said, code) = all_of(&["simulate", &scenario("0.05")]);
    assert_eq!(code, Some(0));
    assert!(said.contains("warning[energy-drift]") && said.contains("drift = "), "{said}");
    let (_, said, _) = all_of(&["simulate", &scenario("0.001")]);
    assert_eq!(said, "");
}

#[test]
fn a_motion_that_runs_away_is_stopped_and_what_it_has_is_written() {
    let folder = folder("runaway");
    let text = "robot = \"2r\"\n[[motion]]\nto = [1, 1]\nduration = 1\n[controller]\nkind = \"pd\"\nkp = 100\nkd = -500\n[simulation]\nduration = 5\n[output]\nstep = 1e-4\n";
    let out = format!("{}/out.csv", folder.display());
    let (text, said, code) = all_of(&["simulate", &file(&folder, "a.toml", text), "--out", &out]);
    assert_eq!(code, Some(2));
    for part in ["warning[negative-gain]", "a.toml:8:6", "error[diverged]", "up to 0.00"] {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert!(text.contains("simulated motion, 0 to 0.00"), "{text}");
    let table = appell::output::read_csv(&std::fs::read_to_string(&out).unwrap()).unwrap();
    assert!(table.rows() > 5, "{}", table.rows());
}

#[test]
fn a_motion_longer_than_any_is_refused_by_every_command() {
    let folder = folder("endless");
    let limits =
        "robot = \"2r\"\n[limits]\nvelocity = 3\nacceleration = 12\njerk = 200\n[[motion]]\n";
    for law in ["s-curve", "quintic"] {
        for to in ["[0, 1e308]", "[1e300, 1]", "[9e8, 0]"] {
            let text = format!("{limits}to = {to}\nlaw = \"{law}\"\n");
            let scenario = file(&folder, "endless.toml", &text);
            for verb in ["inverse", "size", "optimise"] {
                let said = refusal_of(&[verb, &scenario]);
                assert!(said.contains("endless.toml:7:6"), "{verb}: {said}");
                assert!(said.contains("too-far") || said.contains("too-long"), "{verb}: {said}");
            }
        }
    }
}

/// A pendulum that friction of up to 1.2 N m holds against a weight of 0.12 N m.
#[test]
fn eval_warns_where_simulate_lets_a_joint_stick() {
    let folder = folder("stiction");
    let robot = "name = \"pend\"\ngravity = 9.81\n[[joint]]\ntype = \"rotation\"\naxis = \"y\"\nfriction = { coulomb = 0.3, diameter = 0.4 }\nlink = { mass = 2, centre = [0, 0, -0.3], inertia = { xx = 0.02, yy = 0.02, zz = 0.02 } }\n";
    let robot = file(&folder, "pend.toml", robot);
    let eval = |state: &str| {
        let state = file(&folder, "state.json", state);
        let (text, said, code) = all_of(&["eval", &robot, "qdd", "--at", &state, "--json"]);
        assert_eq!(code, Some(0), "{said}");
        let value: Value = serde_json::from_str(&text).unwrap();
        (value["qdd"][0].as_f64().unwrap(), said)
    };
    let (frictionless, said) = eval("{\"q\": [0.02]}");
    assert!((frictionless + 0.5886).abs() < 1e-4, "{frictionless}");
    assert!(said.contains("warning[static-friction]"), "{said}");
    assert!(said.contains("qdd with static friction = 0\n"), "{said}");
    // a push that breaks it loose: sliding friction is taken off, as in a simulation
    let (_, said) = eval("{\"q\": [0.02], \"tau\": [3]}");
    let told = said.split("qdd with static friction = ").nth(1).unwrap();
    let told: f64 = told.lines().next().unwrap().parse().unwrap();
    let push = "robot = \"pend.toml\"\n[start]\nq = [0.02]\n[torques]\nconstant = [3]\n[simulation]\nduration = 0.001\n";
    let csv = format!("{}/push.csv", folder.display());
    text_of(&["simulate", &file(&folder, "push.toml", push), "--out", &csv]);
    let table = appell::output::read_csv(&std::fs::read_to_string(&csv).unwrap()).unwrap();
    assert!((table.column("ddq1").unwrap()[0] - told).abs() < 1e-3 * told, "{told}");
    // one that moves has a direction
    assert_eq!(eval("{\"q\": [0.02], \"qd\": [0.1]}").1, "");
    let rest = "robot = \"pend.toml\"\n[start]\nq = [0.02]\n[simulation]\nduration = 1\n";
    let text = text_of(&["simulate", &file(&folder, "rest.toml", rest)]);
    assert!(text.contains("joint1  0.02 rad  0.02 rad  0 rad/s"), "{text}");
}

#[test]
fn no_peak_is_below_a_row_of_the_table() {
    let folder = folder("peaks");
    let csv = format!("{}/all.csv", folder.display());
    for scenario in ["pick-and-place", "milling"] {
        let json = text_of(&["inverse", scenario, "--json", "--out", &csv, "--force"]);
        let json: Value = serde_json::from_str(&json).unwrap();
        let table = appell::output::read_csv(&std::fs::read_to_string(&csv).unwrap()).unwrap();
        for (axis, effort) in json["axes"].as_array().unwrap().iter().enumerate() {
            for (letter, key) in [("Q", "peak_force"), ("P", "peak_power")] {
                let column = table.column(&format!("{letter}_q{}", axis + 1)).unwrap();
                let largest = column.iter().fold(0.0f64, |most, value| most.max(value.abs()));
                let peak = effort[key].as_f64().unwrap();
                assert!(peak >= largest, "{scenario} {axis} {key}: {peak} {largest}");
            }
        }
    }
}

/// The force of the cut acts while the carriage cuts: the quill bears its 40 N then, and only then.
#[test]
fn the_force_of_the_mill_acts_during_the_cut() {
    let folder = folder("milling");
    let csv = format!("{}/milling.csv", folder.display());
    let json = text_of(&["inverse", "milling", "--json", "--out", &csv]);
    let json: Value = serde_json::from_str(&json).unwrap();
    let [start, end] = [1, 2].map(|k| json["moves_begin"][k].as_f64().unwrap());
    let table = appell::output::read_csv(&std::fs::read_to_string(&csv).unwrap()).unwrap();
    let [t, force, rate] = ["t", "Q_q3", "ddq3"].map(|name| table.column(name).unwrap());
    let mut cutting = 0;
    for k in 0..t.len() {
        // what is left when weight and inertia are taken off is the force of the cut, and friction
        let still = rate[k].abs() < 1e-9 && (k == 0 || (t[k] - start).abs() > 0.02);
        if still && t[k] > start && t[k] < end - 1e-9 {
            cutting += 1;
            assert!((force[k] - force[t.len() / 2]).abs() < 1e-6, "{}: {}", t[k], force[k]);
        }
    }
    assert!(cutting > 150, "{cutting}");
    let before = force[t.iter().position(|time| *time > start).unwrap() - 1];
    assert!((before - force[t.len() / 2]).abs() > 10.0, "{before}");
}

#[test]
fn reference_and_error_are_columns_and_curves() {
    let folder = folder("reference");
    let [csv, svg] = ["csv", "svg"].map(|it| format!("{}/balance.{it}", folder.display()));
    let text = text_of(&["simulate", "balance", "--out", &csv, "--plot", &svg]);
    assert!(text.contains("joint2"), "{text}");
    let table = appell::output::read_csv(&std::fs::read_to_string(&csv).unwrap()).unwrap();
    let column = |name: &str| table.column(name).unwrap();
    for axis in ["q1", "q2"] {
        let [q, reference, error] =
            [axis, &format!("ref_{axis}"), &format!("e_{axis}")].map(column);
        assert!((0..table.rows()).all(|k| (reference[k] - q[k] - error[k]).abs() < 1e-12));
        assert!(error[0].abs() > 0.01 && error.last().unwrap().abs() < 1e-3, "it is balanced");
    }
    // the first joint is not driven
    assert!(column("Q_q1").iter().all(|force| *force == 0.0));
    let picture = std::fs::read_to_string(&svg).unwrap();
    for word in ["ref_q1", "e_q2", "tracking errors"] {
        assert!(picture.contains(word), "{word}");
    }
}

#[test]
fn a_payload_that_comes_while_the_tool_moves_is_a_warning_and_an_event() {
    let folder = folder("moving-payload");
    file(
        &folder,
        "sl.toml",
        "name = \"sl\"\ngravity = 0\n[[joint]]\ntype = \"translation\"\naxis = \"x\"\nlink = { mass = 2 }\n",
    );
    let slide = |taken: &str| {
        let text = format!(
            "robot = \"sl.toml\"\n[start]\nqd = [1]\n[[payload]]\nfrom = 1\nuntil = 2\nmass = 2\ntaken = \"{taken}\"\n[simulation]\nduration = 3\n[output]\nstep = 0.25\n"
        );
        all_of(&["simulate", &file(&folder, "pay.toml", &text)])
    };
    for (taken, end, event) in [
        ("moving", "3 m", "it brings 1 J kinetic"),
        ("at-rest", "2 m", "the impact takes 0.5 J kinetic energy"),
    ] {
        let (text, said, code) = slide(taken);
        assert_eq!(code, Some(0), "{said}");
        assert!(text.contains(event) && text.contains(end), "{text}");
        assert!(text.contains("energy drift 0.0e0 J"), "{text}");
        assert_eq!(said.matches("warning[moving-payload]").count(), 2, "{said}");
    }
}
