//! `appell simulate` and `appell inverse` as a user meets them, and what all commands about scenarios share.

#![allow(clippy::unwrap_used, reason = "a test")]

use std::path::Path;

use crate::support::{appell, file, folder, refusal_of, text_of};
use appell::scenario::{BUNDLED, Scenario};
use serde_json::Value;

pub(crate) fn names_in(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_str().unwrap().to_owned())
        .collect();
    names.sort();
    names
}

/// The commands that solve the problems of a scenario.
fn verbs(text: &str) -> Vec<&'static str> {
    let simulates = Scenario::read(text).map_or(true, |it| it.can_be_simulated());
    let mut verbs = if simulates { vec!["simulate"] } else { Vec::new() };
    verbs.extend(text.contains("[[motion]]").then_some("inverse"));
    verbs
}

#[test]
fn every_bundled_scenario_runs_and_gives_the_same_files_again() {
    let folder = folder("bundled-scenarios");
    let all = |it: &'static appell::scenario::Bundled| {
        verbs(it.text).into_iter().map(move |verb| (it, verb))
    };
    let problems: Vec<_> = BUNDLED.iter().flat_map(all).collect();
    assert!(problems.len() > BUNDLED.len(), "some are good for both");
    for (scenario, verb) in problems {
        let path = |ending: &str| format!("{}/{}{ending}", folder.display(), scenario.name);
        let [numbers, picture, page] = [".csv", ".svg", ".html"].map(path);
        let write = || {
            text_of(&[
                verb,
                scenario.name,
                "--out",
                &numbers,
                "--plot",
                &picture,
                "--page",
                &page,
                "--force",
            ]);
            [&numbers, &picture, &page].map(|path| std::fs::read_to_string(path).unwrap())
        };
        let [csv, svg, html] = write();
        assert_eq!(write(), [csv.clone(), svg.clone(), html.clone()], "{}", scenario.name);
        let table = appell::output::read_csv(&csv).unwrap();
        assert!(table.rows() > 100 && table.columns[0].name == "t", "{}", scenario.name);
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
        assert!(html.starts_with("<!DOCTYPE html>") && html.ends_with("</html>\n"));
        // nothing is fetched from anywhere
        assert!(!html.contains("src=") && !html.contains("http"), "{}", scenario.name);
        let json: Value = serde_json::from_str(&text_of(&[verb, scenario.name, "--json"])).unwrap();
        assert!(json["robot"].is_string());
    }
}

#[test]
fn nothing_to_integrate_is_told_with_what_to_type() {
    let said = refusal_of(&["simulate", "pick-and-place"]);
    assert!(said.contains("nothing-to-integrate"), "{said}");
    assert!(said.contains("type `appell inverse pick-and-place`"), "{said}");
    assert!(refusal_of(&["inverse", "fall"]).contains("no-motion"));
}

#[test]
fn a_result_is_a_table_for_another_scenario() {
    let folder = folder("motion-table");
    let csv = format!("{}/way.csv", folder.display());
    let scenario = file(
        &folder,
        "first.toml",
        "robot = \"2r\"\n[[motion]]\nto = [1, -0.5]\nduration = 1.5\nlaw = \"septic\"\n[output]\nstep = 0.01\n",
    );
    text_of(&["inverse", &scenario, "--out", &csv]);
    let again = file(&folder, "second.toml", "robot = \"2r\"\n[[motion]]\ntable = \"way.csv\"\n");
    let [first, second] = [&scenario, &again].map(|name| -> Value {
        serde_json::from_str(&text_of(&["inverse", name, "--json"])).unwrap()
    });
    for axis in 0..2 {
        for key in ["peak_force", "rms_force", "work"] {
            let [a, b] = [&first, &second].map(|it| it["axes"][axis][key].as_f64().unwrap());
            // the second axis does next to no work
            assert!((a - b).abs() <= 1e-3 * a + 1e-9, "{key}: {a} {b}");
        }
    }
}

#[cfg(feature = "data")]
#[test]
fn parquet_is_written_and_read_like_csv() {
    let folder = folder("parquet");
    let path = |name: &str| format!("{}/{name}", folder.display());
    let first = "robot = \"2r\"\n[limits]\nvelocity = 3\nacceleration = 12\njerk = 200\n[[motion]]\nto = [1, -0.5]\nlaw = \"s-curve\"\n[output]\ncolumns = [\"q\", \"dq\", \"ddq\", \"Q\"]\n";
    let first = file(&folder, "first.toml", first);
    let [csv, parquet] = ["way.csv", "way.parquet"].map(path);
    text_of(&["inverse", &first, "--out", &csv]);
    text_of(&["inverse", &first, "--out", &parquet]);
    let read =
        |path: &str| appell::output::Table::read(path, &std::fs::read(path).unwrap()).unwrap();
    let [one, other] = [&csv, &parquet].map(|path| read(path));
    assert_eq!(one.columns.len(), 9);
    for (one, other) in one.columns.iter().zip(&other.columns) {
        assert_eq!((&one.name, &one.values), (&other.name, &other.values));
    }
    let limits = "[limits]\nvelocity = 3\nacceleration = 12\njerk = 200\n";
    let answers = ["csv", "parquet"].map(|ending| {
        let motion = format!("robot = \"2r\"\n{limits}[[motion]]\ntable = \"way.{ending}\"\n");
        let motion = text_of(&["inverse", &file(&folder, "motion.toml", &motion)]);
        let forces = format!(
            "robot = \"2r\"\n[torques]\ntable = \"way.{ending}\"\n[simulation]\nduration = 0.5\n"
        );
        (motion, text_of(&["simulate", &file(&folder, "forces.toml", &forces)]))
    });
    assert_eq!(answers[0], answers[1]);
    // a broken file is reported as one finding, without the panic of its reader
    let mut bytes = std::fs::read(&parquet).unwrap();
    bytes.truncate(bytes.len() / 2);
    std::fs::write(&parquet, &bytes).unwrap();
    let said = refusal_of(&["inverse", &path("motion.toml")]);
    assert!(said.contains("bad-parquet") && said.contains("way.parquet"), "{said}");
    assert!(!said.contains("panicked"), "{said}");
}

#[test]
fn pictures_are_of_dots_too() {
    let folder = folder("png");
    let path = format!("{}/fall.png", folder.display());
    let write = || {
        text_of(&["simulate", "fall", "--plot", &path, "--force"]);
        std::fs::read(&path).unwrap()
    };
    let bytes = write();
    assert_eq!(bytes, write(), "the same bytes again");
    assert!(bytes.starts_with(b"\x89PNG\r\n\x1a\n") && bytes.ends_with(b"IEND\xaeB`\x82"));
    let size = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
    // five figures: coordinates, velocities, accelerations, forces, energies
    assert_eq!((size(16), size(20)), (1680, 5 * 600));
    let refusal = refusal_of(&["simulate", "fall", "--plot", "fall.jpg"]);
    assert!(refusal.contains(".svg or .png"), "{refusal}");
}

#[test]
fn warnings_of_the_robot_are_told_with_the_scenario() {
    let folder = folder("robot-warnings");
    file(
        &folder,
        "w.robot.toml",
        "name = \"w\"\ngravity = 0\n[parameters]\nunused = 3\n[[joint]]\n\
         type = \"translation\"\naxis = \"x\"\nlink = { mass = 1 }\n",
    );
    let text = "robot = \"w.robot.toml\"\n[simulation]\nduration = 0.1\n";
    let output = appell(&["simulate", &file(&folder, "s.toml", text)]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(said.contains("warning") && said.contains("unused"), "{said}");
}

#[test]
fn a_column_of_another_quantity_is_not_taken_for_an_axis() {
    let folder = folder("other-columns");
    let scenario = |name: &str, text: &str| file(&folder, name, text);
    scenario("rates.csv", "t,dq1,dq2\n0,0,0\n1,1,1\n2,0,0\n");
    let motion = scenario("motion.toml", "robot = \"2r\"\n[[motion]]\ntable = \"rates.csv\"\n");
    assert!(refusal_of(&["inverse", &motion]).contains("wrong-columns"));
    let torques = "robot = \"2r\"\n[torques]\ntable = \"rates.csv\"\n[simulation]\nduration = 1\n";
    let torques = scenario("torques.toml", torques);
    assert!(refusal_of(&["simulate", &torques]).contains("wrong-columns"));
}

#[test]
fn a_payload_that_hides_another_is_told() {
    let folder = folder("two-payloads");
    let text = "robot = \"2r\"\n[[motion]]\nto = [1, 0]\nduration = 2\n[[payload]]\nfrom = 0.5\nuntil = 1\nmass = 3\n[[payload]]\nmass = 1\n";
    let output = appell(&["inverse", &file(&folder, "two.toml", text)]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("warning[overlap]"), "{said}");
}

#[test]
fn a_simulation_that_runs_away_leaves_what_it_has_and_says_so() {
    let folder = folder("runs-away");
    let wrong = "robot = \"2r\"\n[[motion]]\nto = [0.1, 0]\nduration = 9\n[controller]\nkind = \"pd\"\nkp = -1e3\nkd = 0\n[simulation]\nmethod = \"rk4\"\nstep = 0.01\nlimits = \"ignore\"\n";
    let scenario = file(&folder, "wrong.toml", wrong);
    let out = format!("{}/wrong.csv", folder.display());
    let output = appell(&["simulate", &scenario, "--out", &out]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("diverged") && said.contains("the motion up to"), "{said}");
    let table = appell::output::read_csv(&std::fs::read_to_string(&out).unwrap()).unwrap();
    assert!(table.rows() > 1 && table.rows() < 200);
}

#[test]
fn forces_of_a_result_are_read_as_forces() {
    let folder = folder("torque-table");
    let csv = format!("{}/way.csv", folder.display());
    let first = file(
        &folder,
        "first.toml",
        "robot = \"2r\"\n[[motion]]\nto = [1, -0.5]\nduration = 1\n[output]\nstep = 0.001\n",
    );
    text_of(&["inverse", &first, "--out", &csv]);
    let second = file(
        &folder,
        "second.toml",
        "robot = \"2r\"\n[torques]\ntable = \"way.csv\"\n[simulation]\nduration = 1\n",
    );
    let json: Value = serde_json::from_str(&text_of(&["simulate", &second, "--json"])).unwrap();
    for (q, wanted) in json["q"].as_array().unwrap().iter().zip([1.0, -0.5]) {
        assert!((q.as_f64().unwrap() - wanted).abs() < 1e-3, "{json}");
    }
}

#[test]
fn the_end_of_a_simulation_is_a_row() {
    let folder = folder("end-row");
    let scenario = file(
        &folder,
        "fall.toml",
        "robot = \"2r\"\n[simulation]\nduration = 1\n[output]\nstep = 0.3\n",
    );
    let csv = format!("{}/fall.csv", folder.display());
    text_of(&["simulate", &scenario, "--out", &csv]);
    let table = appell::output::read_csv(&std::fs::read_to_string(csv).unwrap()).unwrap();
    assert_eq!(table.column("t"), Some(&[0.0, 0.3, 0.6, 0.8999999999999999, 1.0][..]));
}

#[test]
fn a_table_that_does_not_end_at_rest_has_no_move_behind_it() {
    let folder = folder("table-jump");
    let rows: String =
        (0..=20).map(|k| format!("{},{},0\n", k as f64 / 20.0, k as f64 / 20.0)).collect();
    file(&folder, "way.csv", &format!("t,q1,q2\n{rows}"));
    let text = "robot = \"2r\"\n[[motion]]\ntable = \"way.csv\"\n";
    text_of(&["inverse", &file(&folder, "alone.toml", text)]);
    let scenario = file(&folder, "both.toml", &format!("{text}[[motion]]\nwait = 1\n"));
    let said = refusal_of(&["inverse", &scenario]);
    assert!(said.contains("the velocity of `joint1` jumps"), "{said}");
}

#[test]
fn what_has_no_effect_and_what_is_too_much_is_told() {
    let folder = folder("warnings");
    let scenario = file(
        &folder,
        "both.toml",
        "robot = \"2r\"\n[limits]\neffort = 0.1\n[start]\nqd = [1, 0]\n[[motion]]\nto = [1, 0]\nduration = 1\n[simulation]\nduration = 9\n",
    );
    let output = appell(&["inverse", &scenario]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{said}");
    for words in ["`qd` under [start] has no effect", "[simulation] has no effect", "over-effort"] {
        assert!(said.contains(words), "{words}: {said}");
    }
}

#[test]
fn a_place_that_cannot_be_written_is_refused_before_the_work() {
    let folder = folder("no-place");
    let out = format!("{}/nowhere/way.csv", folder.display());
    let said = refusal_of(&["simulate", "fall", "--out", &out]);
    assert!(said.contains("missing folder"), "{said}");
}

#[test]
fn a_motion_that_goes_nowhere_is_told() {
    let folder = folder("nowhere");
    let scenario = file(&folder, "rest.toml", "robot = \"2r\"\n[[motion]]\nto = [0, 0]\n");
    let said = refusal_of(&["inverse", &scenario]);
    assert!(said.contains("every move of this motion ends where it begins"), "{said}");
}

/// A scenario that cannot run, and what is said of it.
struct Bad {
    text: &'static str,
    says: &'static [&'static str],
}

#[test]
fn bad_scenarios_are_refused_in_clear_words_and_leave_nothing_behind() {
    let cases = [
        Bad {
            text: "robot = \"2r\"\n[[motion]]\nto = [1, 0.5]\nlow = \"cubic\"",
            says: &["unknown-key", "did you mean `law`?", ":4:1"],
        },
        Bad { text: "[[motion]]\nto = [1]", says: &["missing-key", "`robot` is missing"] },
        Bad { text: "robot = \"pandda\"", says: &["unknown-robot", "did you mean"] },
        Bad {
            text: "robot = \"2r\"\n[parameters]\nl9 = 3\n[simulation]\nduration = 1",
            says: &["unknown-parameter", "appell show"],
        },
        Bad {
            text: "robot = \"2r\"\n[limits]\nvelocity = 1\n[[motion]]\nto = [1, 0.5]\nduration = 0.5",
            says: &["contradictory-limits", "at least 1.875", "duration = 0.5", ":6:12"],
        },
        Bad {
            text: "robot = \"2r\"\n[limits]\nlower = 1\nupper = -1\n[[motion]]\nto = [0, 0]",
            says: &["contradictory-limits", "must not be above the upper one"],
        },
        Bad {
            text: "robot = \"2r\"\n[limits]\nvelocity = 0\n[[motion]]\nto = [0, 0]",
            says: &["not-positive"],
        },
        Bad { text: "robot = \"2r\"\n[[motion]]\nto = [1, 0.5]", says: &["no-time", "duration"] },
        Bad {
            text: "robot = \"2r\"\n[[motion]]\nto = [1, 0.5, 2]\nduration = 1",
            says: &["wrong-length", "expected 2 numbers, got 3", ":3:6"],
        },
        Bad {
            text: "robot = \"2r\"\n[[motion]]\nto = [1, nan]\nduration = 1",
            says: &["not-finite", ":3:10"],
        },
        Bad {
            text: "robot = \"2r\"\n[start]\nq = [0.3, 0.4]\n[[motion]]\nline = [2, 0, 0]\nduration = 1",
            says: &["unreachable-pose", "end of the path = (2, 0, 0)", "missed by", ":5:8"],
        },
        Bad {
            text: "robot = \"2r\"\n[[motion]]\nposition = [2, 0, 0]\nduration = 1",
            says: &["unreachable-pose", "41"],
        },
        Bad {
            text: "robot = \"panda\"\n[simulation]\nduration = 1",
            says: &["outside-limits", "value = 0 rad, limits = -3.0718 to -0.0698 rad", "[start]"],
        },
        Bad {
            text: "robot = \"2r\"\n[parameters]\nM2 = 0\nJ2z = 0\n[simulation]\nduration = 1",
            says: &["singular-mass", "q2"],
        },
        Bad {
            text: "robot = \"2r\"\n[parameters]\nM2 = 1e300\n[[motion]]\nto = [1, 1]\nduration = 1",
            says: &["not-finite", "largest force"],
        },
        Bad {
            text: "robot = \"2r\"\n[[motion]]\ntable = \"bad.csv\"",
            says: &["not-finite", "line = 3", "column = 2", "bad.csv"],
        },
        Bad {
            text: "robot = \"2r\"\n[[motion]]\ntable = \"gone.csv\"",
            says: &["gone.csv", "No such file", "beside the scenario"],
        },
        Bad {
            text: "robot = \"2r\"\n[controller]\nkind = \"pd\"\nkp = 1\nkd = 1",
            says: &["no-time", "duration = 2"],
        },
        Bad {
            text: "robot = \"2r\"\n[simulation]\nduration = 1\nmethod = \"rk4\"",
            says: &["step = 0.001"],
        },
        Bad {
            text: "robot = \"2r\"\n[simulation]\nduration = 1e6\n[output]\nstep = 1e-6",
            says: &["too-many-rows"],
        },
        Bad {
            text: "robot = \"2r\"\n[[payload]]\nfrom = 2\nuntil = 1\nmass = 1",
            says: &["bad-payload"],
        },
        Bad {
            text: "robot = \"2r\"\n[limits]\nvelocity = 1\njerk = 5\n[[motion]]\nto = [1, 1]\nlaw = \"trapezoidal\"",
            says: &["jerk-without-limit", "s-curve"],
        },
        Bad { text: "robot = ", says: &["toml"] },
    ];
    let folder = folder("bad-scenarios");
    file(&folder, "bad.csv", "t,q1,q2\n0,0,0\n1,nan,0\n");
    let out = format!("{}/out.csv", folder.display());
    for bad in cases {
        let scenario = file(&folder, "bad.toml", bad.text);
        let refusal = refusal_of(&[verbs(bad.text)[0], &scenario, "--out", &out]);
        for part in bad.says {
            assert!(refusal.contains(part), "{part}\n{}\n{refusal}", bad.text);
        }
        assert_eq!(names_in(&folder), ["bad.csv", "bad.toml"]);
    }
}
