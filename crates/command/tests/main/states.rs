//! `appell eval`: the ways to say a state.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::fs::File;
use std::process::Command;

use appell::output::{Table, read_csv};
use serde_json::Value;

use crate::support::{appell, file, folder, refusal_of, text_of};

/// A state comes from a file, the standard input, the command line as JSON, or from lists; they all
/// mean the same, and the answer is in the order of the question.
#[test]
fn states_of_eval() {
    let folder = folder("states");
    let json = "{\"q\": [0.5, -1.5], \"qd\": [1, 2], \"tau\": [3, 4]}";
    let state = file(&folder, "state.json", json);
    let expected = text_of(&["eval", "2r", "qdd", "M", "G", "--json", "--at", &state]);
    let places: Vec<usize> = ["qdd", "M", "G", "joints"]
        .iter()
        .map(|name| expected.find(&format!("\"{name}\":")).unwrap())
        .collect();
    assert!(places.is_sorted(), "{expected}");
    assert_eq!(text_of(&["eval", "2r", "qdd", "M", "G", "--json", "--at", json]), expected);
    let lists = ["--q", "0.5,-3/2", "--qd", "1,2", "--tau", "3,4"];
    assert_eq!(
        text_of(&[&["eval", "2r", "qdd", "M", "G", "--json"], &lists[..]].concat()),
        expected
    );
    let other = json.replace("0.5", "7");
    let lists = ["--at", &other, "--q", "0.5,-1.5"];
    assert_eq!(
        text_of(&[&["eval", "2r", "qdd", "M", "G", "--json"], &lists[..]].concat()),
        expected
    );
    let mut command = Command::new(env!("CARGO_BIN_EXE_appell"));
    command
        .args(["eval", "2r", "qdd", "M", "G", "--json", "--at", "-"])
        .stdin(File::open(&state).unwrap());
    assert_eq!(command.output().unwrap().stdout, expected.as_bytes());
    assert!(
        refusal_of(&["eval", "2r", "Q", "--q", "1"]).contains("--q: expected 2 values, found 1")
    );
    assert!(refusal_of(&["eval", "2r", "Q", "--tau", "1,x"]).contains("--tau 0.3,pi/2,-1"));
    let spaces = refusal_of(&["eval", "2r", "Q", "--q", "0.1 -0.2"]);
    assert!(spaces.contains("write --q 0.1,-0.2"), "{spaces}");
    let list = refusal_of(&["eval", "2r", "Q", "--at", "[0.1, 0.2]"]);
    assert!(list.contains("expected a file or an object, found a list"), "{list}");
    // units are those of the joints
    let radians = text_of(&["eval", "2r", "M", "G", "--q", "pi/2,-0.5", "--qd", "100*pi,0"]);
    let degrees = ["--q", "90deg,-500 mrad", "--qd", "3000 rpm,0"];
    assert_eq!(text_of(&[&["eval", "2r", "M", "G"], &degrees[..]].concat()), radians);
    let refusal = refusal_of(&["eval", "2r", "M", "--q", "90deg,20mm"]);
    assert!(refusal.contains("`--q` must be in rad or another unit of angle, got mm"), "{refusal}");
    // no minus before a zero
    let level = text_of(&["eval", "ur5", "G", "T[tool]", "--json", "--q", "0,0,0,0,0,0"]);
    assert!(!level.contains("-0.0,") && !level.contains("-0.0]"), "{level}");
}

/// By the names of joints: in JSON, on the command line, of `show`, too.
#[test]
fn states_by_joint_name() {
    let eval = ["eval", "2r", "M", "G", "--json"];
    let with = |more: &[&str]| text_of(&[&eval[..], more].concat());
    let expected = with(&["--q", "0,-1.5", "--qd", "1,0"]);
    assert_eq!(with(&["--at", "{\"q\": {\"joint2\": -1.5}, \"qd\": {\"q1\": 1}}"]), expected);
    assert_eq!(with(&["--q", "joint2=-3/2", "--qd", "q1=1"]), expected);
    assert!(text_of(&["show", "2r", "--q", "joint2=1"]).contains("q = (0, 1)"));
    for (list, code) in [
        ("joint9=1", "unknown-joint"),
        ("joint1=1,2", "mixed-list"),
        ("joint1=1,q1=2", "given-twice"),
        ("joint1=x", "unknown-name"),
    ] {
        let said = refusal_of(&["eval", "2r", "M", "--q", list]);
        assert!(said.contains(code), "{list}: {said}");
    }
    for (state, code) in [
        ("{\"q\": {\"joint9\": 1}}", "unknown-joint"),
        ("{\"q\": {\"joint1\": 1, \"q1\": 1}}", "given-twice"),
        ("{\"q\": {\"joint1\": \"a\"}}", "bad-number"),
    ] {
        let said = refusal_of(&["eval", "2r", "M", "--at", state]);
        assert!(said.contains(code), "{state}: {said}");
    }
}

/// A table for people: every quantity with its meaning and its unit.
#[test]
fn eval_prints_a_table() {
    let text = text_of(&["eval", "2r", "M", "G", "Ek", "--qd", "1,0"]);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("M: mass matrix") && lines[0].ends_with("[kg m^2, kg m, kg]"));
    assert_eq!(lines[1].split_whitespace().collect::<Vec<_>>(), ["1", "2"]);
    assert_eq!(lines[2].split_whitespace().count(), 3);
    assert!(text.contains(
        "\nG: gravity forces, with those of gravity compensators [N m (revolute), N (prismatic)]\n"
    ));
    assert!(text.contains("\n\nEk: ") && lines.last().unwrap().starts_with("  Ek  "));
}

/// What fails does not suppress the others; it is named, and the exit code says so.
#[test]
fn a_quantity_that_fails_does_not_suppress_the_others() {
    let output = appell(&["eval", "flex1r", "M", "Y", "G", "--json"]);
    assert_eq!(output.status.code(), Some(2));
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(answer["M"].is_array() && answer["G"].is_array() && answer["Y"].is_null());
    assert_eq!(answer["errors"]["Y"][0]["code"], "elastic-link");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("error[elastic-link]: Y was not evaluated: "), "{said}");
    let output = appell(&["eval", "flex1r", "M", "Y", "G"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("M: ") && text.contains("G: ") && !text.contains("Y: "));
    // nor does a name that the robot does not have
    for command in ["eval", "derive"] {
        let output = appell(&[command, "2r", "M", "foo", "T[9]", "G"]);
        assert_eq!(output.status.code(), Some(2));
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains('M') && text.contains('G'), "{text}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains("unknown quantity `foo`") && said.contains("called `9`"), "{said}");
    }
    // in JSON and in tables too; twice the same is once
    let output = appell(&["eval", "2r", "M", "foo", "M", "--json"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.code() == Some(2) && text.matches("\"M\":").count() == 1, "{text}");
    let answer: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(answer["errors"]["foo"][0]["code"], "unknown-quantity");
    let states = file(&folder("unknown-names"), "states.csv", "q1\n0.5\n");
    let output = appell(&["eval", "2r", "G", "foo", "--states", &states]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.code() == Some(2) && text.starts_with("q1,G[1] [N m],"), "{text}");
    let answer = appell(&["eval", "2r", "G", "foo", "--states", &states, "--json"]);
    let answer: Value = serde_json::from_slice(&answer.stdout).unwrap();
    assert_eq!(answer["errors"]["foo"][0]["code"], "unknown-quantity");
    assert!(answer["G"][0].is_array());
    let refused = appell(&["eval", "2r", "foo", "--states", &states]);
    assert!(refused.status.code() == Some(2) && refused.stdout.is_empty());
    for form in ["expanded", "grouped"] {
        let output = appell(&["derive", "2r", "M", "qdd", "G", "--form", form]);
        assert_eq!(output.status.code(), Some(2));
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains("M[1,1] = ") && text.contains("G[2] = ") && !text.contains("qdd"));
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains("qdd was not derived") && said.contains("--form nested"), "{said}");
    }
}

/// A CSV of so many random states, of a robot with this many coordinates.
fn random_states(rows: usize, coordinates: usize) -> String {
    let columns = ["q", "qd", "tau"].into_iter();
    let columns: Vec<String> =
        columns.flat_map(|list| (1..=coordinates).map(move |k| format!("{list}{k}"))).collect();
    let mut text = format!("t [s],{}\n", columns.join(","));
    // the additive sequence of the golden section: spread well, and the same on every run
    let mut number = 0.5f64;
    for row in 0..rows {
        let cells = columns.iter().map(|_| {
            number = (number + 0.618_033_988_749_894_9).fract();
            format!("{:?}", 3.0 * (number - 0.5))
        });
        text += &format!("{},{}\n", row as f64 * 0.01, cells.collect::<Vec<_>>().join(","));
    }
    text
}

/// The rows of a table are those of single calls, to the bit: all of them those of the library, and every
/// so many also those of the command.
fn rows_are_single_calls(robot: &str, coordinates: usize, rows: usize, stride: usize) {
    const ASKED: [&str; 3] = ["M", "G", "qdd"];
    let folder = folder(&format!("rows-{rows}"));
    let states = file(&folder, "states.csv", &random_states(rows, coordinates));
    let out = format!("{}/result.csv", folder.display());
    let said = text_of(&["eval", robot, "M", "G", "qdd", "--states", &states, "--out", &out]);
    assert!(said.starts_with("wrote ") && said.contains(&format!(": {rows} rows, ")), "{said}");
    let given = read_csv(&std::fs::read_to_string(states).unwrap()).unwrap();
    let result = read_csv(&std::fs::read_to_string(out).unwrap()).unwrap();
    assert_eq!(result.columns[..given.columns.len()], given.columns[..]);
    assert_eq!(result.rows(), rows);
    let columns = ["q", "qd", "tau"].map(|name| -> Vec<&[f64]> {
        (1..=coordinates).map(|k| given.column(&format!("{name}{k}")).unwrap()).collect()
    });
    let library = appell::Robot::bundled(robot).unwrap();
    for row in 0..rows {
        let [q, qd, tau] =
            columns.each_ref().map(|it| it.iter().map(|column| column[row]).collect::<Vec<f64>>());
        let cells = result.columns[given.columns.len()..].iter();
        let cells: Vec<u64> = cells.map(|column| column.values[row].to_bits()).collect();
        let state = appell::State::new().q(q.clone()).qd(qd.clone()).tau(tau.clone());
        let single = library.evaluate(ASKED, &state).unwrap();
        let numbers = ASKED.iter().flat_map(|name| single.get(name).unwrap().entries());
        // a minus before zero is not written
        let numbers = numbers.map(|number| (number + 0.0).to_bits());
        assert!(numbers.eq(cells.iter().copied()), "row {row}");
        if row % stride == 0 {
            let list = |numbers: &[f64]| {
                numbers.iter().map(|number| format!("{number:?}")).collect::<Vec<_>>().join(",")
            };
            let [q, qd, tau] = [q, qd, tau].map(|it| list(&it));
            let state = ["--json", "--q", &q, "--qd", &qd, "--tau", &tau];
            let single = text_of(&[&["eval", robot], &ASKED[..], &state[..]].concat());
            let single: Value = serde_json::from_str(&single).unwrap();
            let numbers = |value: &Value| -> Vec<f64> {
                let entries = value.as_array().unwrap().iter();
                entries
                    .flat_map(|it| it.as_array().cloned().unwrap_or_else(|| vec![it.clone()]))
                    .map(|it| it.as_f64().unwrap())
                    .collect()
            };
            let expected = ASKED.iter().flat_map(|name| numbers(&single[*name]));
            assert!(expected.map(f64::to_bits).eq(cells), "row {row}");
        }
    }
}

#[test]
fn a_table_of_states_has_the_numbers_of_single_calls() {
    rows_are_single_calls("2r", 2, 40, 1);
}

#[test]
#[ignore = "takes minutes: run by ./test full"]
fn a_hundred_thousand_states_have_the_numbers_of_single_calls() {
    rows_are_single_calls("panda", 7, 100_000, 5000);
}

/// Names of columns, units, what the state adds, Parquet, what is refused.
#[test]
fn tables_of_states() {
    let folder = folder("state-tables");
    let states = |text: &str| file(&folder, "states.csv", text);
    let read = |arguments: &[&str]| -> Table { read_csv(&text_of(arguments)).unwrap() };
    let expected =
        read(&["eval", "2r", "Q", "M", "--states", &states("q1,q2,qd1,qd2\n0.1,0.2,3,4\n")]);
    let names: Vec<&str> = expected.columns.iter().map(|it| it.name.as_str()).collect();
    let entries = ["Q[1]", "Q[2]", "M[1,1]", "M[1,2]", "M[2,1]", "M[2,2]"];
    assert_eq!(names, [&["q1", "q2", "qd1", "qd2"], &entries[..]].concat());
    assert_eq!([&expected.columns[4].unit, &expected.columns[6].unit], ["N m", "kg m^2"]);
    let of_entries = |table: &Table| entries.map(|name| table.column(name).unwrap()[0]);
    // as simulations write them, by joints, and from the state
    for text in [
        "t [s],q1 [rad],q2 [rad],dq1 [rad/s],dq2 [rad/s]\n0,0.1,0.2,3,4\n",
        "joint2,qd_joint1,q_joint1,qd_joint2\n0.2,3,0.1,4\n",
    ] {
        let table = read(&["eval", "2r", "Q", "M", "--states", &states(text)]);
        assert_eq!(of_entries(&table), of_entries(&expected), "{text}");
    }
    let from_state = ["--q", "7,0.2", "--at", "{\"qd\": [3, 4]}", "--states", &states("q1\n0.1\n")];
    assert_eq!(
        of_entries(&read(&[&["eval", "2r", "Q", "M"], &from_state[..]].concat())),
        of_entries(&expected)
    );
    for (text, code) in [
        ("q1 [mm]\n1\n", "wrong-unit"),
        ("q1 [grad]\n1\n", "unknown-unit"),
        ("q1 [3]\n1\n", "bad-unit"),
        ("qdddd1 [deg/s^4]\n1\n", "wrong-unit"),
        ("a,b\n1,2\n", "wrong-columns"),
        ("1,2\n", "wrong-columns"),
        ("q1,joint1\n1,2\n", "given-twice"),
        ("q1,q3\n1,2\n", "no coordinate for the column `q3`"),
        ("q1,tau_q7\n1,2\n", "no coordinate for the column `tau_q7`"),
        ("q1 (deg),q2\n1,2\n", "write `q1 [deg]`"),
        ("q1 deg,q2\n1,2\n", "write `q1 [deg]`"),
        ("q1\nnan\n", "not-finite"),
        ("q1\n", "empty-table"),
    ] {
        let said = refusal_of(&["eval", "2r", "M", "--states", &states(text)]);
        assert!(said.contains(code), "{text}: {said}");
    }
    let output = appell(&["eval", "2r", "M", "--states", &states("q1,dd1\n90,1\n")]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        said.contains("warning[unknown-column]") && said.contains("warning[state-far]"),
        "{said}"
    );
    // a column that a result replaces is said to be
    let output = appell(&["eval", "2r", "Q", "--states", &states("q1,Q[1],q1_old\n0,1,2\n")]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("the column `Q[1]` is replaced by the evaluated one"), "{said}");
    assert!(said.contains("the column `q1_old` is not part of a state") && output.status.success());
    assert!(!said.contains("copied"), "{said}");
    // what is already there stays; what is known by another program's file is not replaced
    let out = file(&folder, "there.csv", "mine");
    let said = refusal_of(&["eval", "2r", "M", "--states", &states("q1\n1\n"), "--out", &out]);
    assert!(said.contains("--force"), "{said}");
    let parquet = format!("{}/result.parquet", folder.display());
    text_of(&["eval", "2r", "G", "--states", &states("q1\n0.5\n"), "--out", &parquet]);
    let again = read(&["eval", "2r", "M", "--states", &parquet]);
    assert_eq!(again.column("q1"), Some(&[0.5][..]));
    assert!(again.column("G[1]").is_some() && again.column("M[2,1]").is_some());
}

/// Every column has its own unit: Jacobians and frames by row and joint.
#[test]
fn columns_have_units_of_their_own() {
    let folder = folder("column-units");
    let states = file(&folder, "states.csv", "q1\n0.5\n");
    let printed = text_of(&["eval", "cartpole", "J", "Jdot", "T[2]", "--states", &states]);
    let headings = printed.lines().next().unwrap();
    // joint 1 is prismatic, joint 2 revolute
    for heading in [
        "J[1,1] [1]",
        "J[1,2] [m]",
        "J[6,1] [1/m]",
        "J[6,2] [1]",
        "Jdot[1,1] [1/s]",
        "Jdot[1,2] [m/s]",
        "Jdot[6,1] [1/(m s)]",
        "T[2][1,1] [1]",
        "T[2][1,4] [m]",
        "T[2][4,4] [1]",
    ] {
        assert!(headings.contains(&format!("\"{heading}\"")), "{heading}: {headings}");
    }
}

/// Units of headings, the standard input and JSON: the numbers of single calls, to the bit.
#[test]
fn tables_in_other_units_from_the_standard_input_as_json() {
    let folder = folder("state-units");
    let csv = "q1 [deg],q2 [mrad],qd1 [rpm],tau2 [Nmm]\n90,-500,30,1500\n-12.3,0.1,0,7\n";
    let states = file(&folder, "states.csv", csv);
    let asked = ["eval", "2r", "M", "qdd", "Ek", "--states"];
    let printed = text_of(&[&asked[..], &[&states]].concat());
    assert!(printed.starts_with("q1 [deg],q2 [mrad],qd1 [rpm],tau2 [Nmm],\"M[1,1] [kg m^2]\","));
    let piped = |more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_appell"));
        command.args(asked).arg("-").args(more).stdin(File::open(&states).unwrap());
        command.output().unwrap()
    };
    assert_eq!(piped(&[]).stdout, printed.as_bytes());
    let answer: Value = serde_json::from_slice(&piped(&["--json"]).stdout).unwrap();
    assert_eq!((&answer["rows"], &answer["joints"][1]), (&2.into(), &"joint2".into()));
    for (row, [q, qd, tau]) in
        [["90deg,-500mrad", "30rpm,0", "0,1500Nmm"], ["-12.3deg,0.1mrad", "0,0", "0,7Nmm"]]
            .into_iter()
            .enumerate()
    {
        let state = ["--q", q, "--qd", qd, "--tau", tau, "--json"];
        let single = text_of(&[&asked[..5], &state[..]].concat());
        let single: Value = serde_json::from_str(&single).unwrap();
        for name in ["M", "qdd", "Ek"] {
            assert_eq!(answer[name][row], single[name], "{name}, row {row}");
        }
    }
    let twice = piped(&["--at", "-"]);
    assert!(String::from_utf8(twice.stderr).unwrap().contains("both ask for the standard input"));
    let failing = appell(&[
        "eval",
        "flex1r",
        "Y",
        "G",
        "--json",
        "--states",
        &file(&folder, "q.csv", "q1\n0.1\n"),
    ]);
    let answer: Value = serde_json::from_slice(&failing.stdout).unwrap();
    assert_eq!(
        (failing.status.code(), &answer["errors"]["Y"][0]["code"]),
        (Some(2), &"elastic-link".into())
    );
    assert!(answer["G"][0].is_array() && answer["Y"].is_null(), "{answer}");
}

/// Where a quantity fails at some rows, the others are there, and its cells say that they are none.
#[test]
fn rows_that_fail_are_named() {
    let folder = folder("failing-rows");
    let states = file(&folder, "states.csv", "q1\n0.1\n0.2\n");
    let output = appell(&["eval", "flex1r", "Y", "G", "--states", &states]);
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("Y was not evaluated at any row"), "{said}");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(read_csv(&text).unwrap().column("G[1]").is_some(), "{text}");
}
