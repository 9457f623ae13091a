//! The JSON answers of the commands fit `docs/answers.schema.json`, which describes every one of them.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

use std::collections::BTreeSet;

use crate::support::{appell, file, folder, text_of};
use appell_test_tools::Schema;
use serde_json::Value;

const SCHEMA: &str = include_str!("../../../../docs/answers.schema.json");

/// A paper with a verdict of each kind.
const PAPER: &str = r"
$$ G_2 = G_2 $$
$$ G_2 = 2 G_2 $$
$$ G_2 = \left(\sqrt{l_1}\sqrt{l_1} - l_1 + 1\right) G_2 $$
$$ G_2 = W_{17} G_2 $$
$$ G_2 = \frac{1}{ $$
";

const SCENARIO: &str = "robot = \"2r\"\n[limits]\nvelocity = 3\nacceleration = 10\n[[motion]]\n\
    to = [1, -0.5]\n[optimise]\nknots = 0\nlaws = [\"quintic\", \"trapezoidal\"]\n";

const SWEEP: &str = "robot = \"2r\"\n[[motion]]\nto = [1, -0.5]\nduration = 2\n[sweep]\n\
    method = \"sobol\"\ncount = 8\n[[sweep.vary]]\npath = \"motion[1].duration\"\nfrom = -1\nto = 3\n";

/// What a command answers, whatever its exit code is.
fn answer(arguments: &[&str]) -> Value {
    let output = appell(arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{arguments:?}: {errors}"))
}

#[test]
fn every_json_answer_fits_its_schema() {
    let folder = folder("answers");
    let paper = file(&folder, "paper.tex", PAPER);
    let scenario = file(&folder, "scenario.toml", SCENARIO);
    let sweep = file(&folder, "sweep.toml", SWEEP);
    let states = file(&folder, "states.csv", "q1 [deg]\n10\n20\n");
    let [whole, share] = ["whole", "share"].map(|it| folder.join(it).with_extension("parquet"));
    let [whole, share] = [whole, share].map(|it| it.to_string_lossy().into_owned());
    let printed = concat!(env!("CARGO_MANIFEST_DIR"), "/../proof/papers/6r-kinematics-2012.tex");
    let without_values = file(
        &folder,
        "robot.toml",
        "name = \"a\"\ngravity = 9.81\n[parameters]\nl = {}\n[[joint]]\ntype = \"rotation\"\naxis = \"z\"\n\
         [[joint]]\ntype = \"fixed\"\noffset = [\"l\", 0, 0]\n",
    );
    let mut commands = vec![
        vec!["robots"],
        vec!["scenarios"],
        vec!["explain"],
        vec!["explain", "unknown-key"],
        vec!["quantities"],
        vec!["quantities", "M"],
        vec!["show", &without_values],
        vec!["derive", "2r", "Q", "Ek", "T[tool]", "qdd", "--as", "json"],
        vec!["derive", "flex1r", "Q", "--form", "nested", "--as", "json"],
        vec!["eval", "2r", "Q", "M", "Ek", "T[tool]", "Y"],
        vec!["eval", "flex1r", "M", "Y"],
        vec!["eval", "2r", "Q", "M", "Ek", "T[tool]", "Y", "--states", &states],
        vec!["linearise", "2r", "--q", "1,0.5"],
        vec!["linearise", "2r", "--q", "1,0.5", "--trim", "--sample", "0.01"],
        vec!["linearise", "gantry", "--inputs", "bridge"],
        vec!["ik", "2r", "--position", "0.3,0.3,0"],
        vec!["ik", "2r", "--position", "0.3,0.3,0", "--q", "0,1"],
        vec!["ik", "puma560", "--pose", "0.4,0.2,0.3,pi/2,0.3,-1", "--starts", "5"],
        vec!["prove", "2r", "Q", "Ep"],
        vec!["bench", "2r", "G", "M"],
        vec!["check", &paper, "--robot", "2r"],
        vec!["check", printed, "--robot", "6r"],
        vec!["inverse", "milling"],
        vec!["simulate", "fall"],
        vec!["simulate", "balance"],
        vec!["size", "milling"],
        vec!["optimise", &scenario],
        vec!["sweep", &sweep, "--out", &whole],
        vec!["sweep", &sweep, "--out", &share, "--shard", "1/2"],
    ];
    commands.extend(appell::model::BUNDLED.iter().map(|robot| vec!["show", robot.name]));
    let schema = Schema::read(SCHEMA);
    for arguments in &mut commands {
        if !arguments.contains(&"json") {
            arguments.push("--json");
        }
        let faults = schema.faults_by(arguments[0], &answer(arguments));
        assert!(faults.is_empty(), "{arguments:?}: {faults:#?}");
    }
    let counts = &answer(&["check", &paper, "--robot", "2r", "--json"])["counts"];
    assert!(
        counts
            .as_object()
            .unwrap()
            .iter()
            .all(|(kind, count)| *count == u64::from(kind != "defined")),
        "{counts}"
    );
    let tested: BTreeSet<&str> = commands.iter().map(|arguments| arguments[0]).collect();
    assert_eq!(tested, schema.alternatives().into_iter().collect());
}

#[test]
fn the_schema_describes_every_command_that_answers_in_json() {
    let help = text_of(&["--help"]);
    let commands = help.split_once("Commands:").unwrap().1.split_once("Options:").unwrap().0;
    let names = commands.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names: Vec<&str> = names.filter_map(|line| line.split_whitespace().next()).collect();
    let has_json = |name: &&str| *name != "help" && text_of(&[*name, "--help"]).contains("--json");
    let with_json: BTreeSet<&str> = names.into_iter().filter(has_json).chain(["derive"]).collect();
    assert_eq!(with_json, Schema::read(SCHEMA).alternatives().into_iter().collect());
}

/// The keys that only some answers have are those of the schema: they would pass for quantities.
#[test]
fn names_and_errors_stand_under_their_keys() {
    let nested = answer(&["derive", "flex1r", "Q", "--form", "nested", "--as", "json"]);
    assert!(nested["steps"].is_array(), "{nested}");
    let expanded = answer(&["derive", "2r", "qdd", "--as", "json"]);
    assert!(expanded["errors"]["qdd"].is_array(), "{expanded}");
}

/// The places of all keys of a value, as JSON pointers.
fn keys(value: &Value, path: &str, found: &mut Vec<(String, String)>) {
    match value {
        Value::Object(table) => {
            for (key, value) in table {
                found.push((path.to_owned(), key.clone()));
                keys(value, &format!("{path}/{key}"), found);
            }
        }
        Value::Array(list) => {
            for (number, value) in list.iter().enumerate() {
                keys(value, &format!("{path}/{number}"), found);
            }
        }
        _ => {}
    }
}

#[test]
fn an_answer_with_a_renamed_key_does_not_fit() {
    let schema = Schema::read(SCHEMA);
    for arguments in [
        ["show", "2r", "--json"],
        ["linearise", "2r", "--json"],
        ["inverse", "milling", "--json"],
        ["simulate", "fall", "--json"],
        ["size", "milling", "--json"],
    ] {
        let right = answer(&arguments);
        let mut places = Vec::new();
        keys(&right, "", &mut places);
        assert!(places.len() > 10, "{right}");
        for (path, key) in places {
            let mut wrong = right.clone();
            let table = wrong.pointer_mut(&path).unwrap().as_object_mut().unwrap();
            let value = table.remove(&key).unwrap();
            table.insert(format!("{key}_"), value);
            assert!(
                !schema.faults_by(arguments[0], &wrong).is_empty(),
                "{arguments:?}: {path}/{key}"
            );
        }
    }
}
