//! Robots, formulas, numbers and papers: the commands as a user meets them.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

use std::path::Path;
use std::process::{Command, Output};

use appell::proof::NOTATIONS;
use serde_json::Value;

use crate::support::{appell, file, folder, refusal_of, text_of};

#[test]
fn the_tour_derives_and_proves() {
    let output = appell(&[]);
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        text.contains("  Q2 = q2''*(M2 + M3 + M4 + M5) + q5''*(-M5*r5x*c5 - M5*r5z*s5)"),
        "{text}"
    );
    // one refutation is meant: the equation with a misprint
    assert_eq!(text.matches("refuted").count(), 1, "{text}");
    assert!(text.contains("printed minus derived: -M3*q1''*l2 + M3*q1'*l2"), "{text}");
    assert_eq!(text.matches("proved").count(), 2, "{text}");
}

#[test]
fn the_output_is_the_same_on_every_run() {
    assert_eq!(appell(&[]).stdout, appell(&[]).stdout);
}

#[test]
fn what_cannot_run_exits_with_2() {
    let output = appell(&["--nonsense"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("--nonsense"));
}

#[test]
fn robots_lists_every_bundled_robot_with_its_source() {
    let text = text_of(&["robots"]);
    let list: Value = serde_json::from_str(&text_of(&["robots", "--json"])).unwrap();
    let robots = list["robots"].as_array().unwrap();
    assert_eq!(robots.len(), appell::model::BUNDLED.len());
    for robot in robots {
        let name = robot["name"].as_str().unwrap();
        assert!(text.contains(&format!("{name} (")), "{name}");
        assert!(robot["source"].as_str().is_some_and(|source| source.len() > 20), "{name}");
    }
}

#[test]
fn show_has_joints_links_symbols_frames_sketch_and_findings() {
    let text = text_of(&["show", "2r", "--q", "pi/2,-pi/2"]);
    for part in [
        "2 joints, RR, a chain",
        "  2  joint2  1   revolute  q2  z     (l1, 0, 0)",
        "  2  M2    (r2x, 0, 0)  zz = J2z",
        "gravity: (0, -g, 0)",
        "No findings.",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    let puma = text_of(&["show", "puma560"]);
    assert!(puma.contains("warning[inertia-triangle]") && puma.contains("puma560:"), "{puma}");
}

#[test]
fn show_says_where_the_frames_are() {
    // upright, then the forearm level: the tool at (l2, l1)
    let json: Value =
        serde_json::from_str(&text_of(&["show", "2r", "--q", "pi/2,-pi/2", "--json"])).unwrap();
    let value = |name: &str| {
        let parameters = json["parameters"].as_array().unwrap();
        parameters.iter().find(|p| p["name"] == name).unwrap()["value"].as_f64().unwrap()
    };
    let tool: Vec<f64> = json["frames"]["tool"]["position"]
        .as_array()
        .unwrap()
        .iter()
        .map(|x| x.as_f64().unwrap())
        .collect();
    for (found, expected) in tool.iter().zip([value("l2"), value("l1"), 0.0]) {
        assert!((found - expected).abs() < 1e-12, "{tool:?}");
    }
}

#[test]
fn the_sketch_shows_the_chain_upright_or_level() {
    let sketch = |q: &str| {
        let text = text_of(&["show", "2r", "--q", q]);
        let lines = text.lines().skip_while(|line| !line.contains("from above"));
        lines.skip(1).take(16).map(str::to_owned).collect::<Vec<_>>()
    };
    // from above, x to the right and y up: upright, the tool stands over the base in one column
    let upright = sketch("pi/2,0");
    let row = |lines: &[String], letter: char| {
        lines.iter().position(|line| line.contains(letter)).unwrap_or_else(|| panic!("{lines:?}"))
    };
    assert!(row(&upright, 'T') < row(&upright, '2') && row(&upright, '2') < row(&upright, '0'));
    let level = sketch("0,0");
    assert_eq!(row(&level, 'T'), row(&level, '0'));
}

#[test]
fn convert_goes_round_and_never_writes_over_a_file() {
    let folder = folder("convert");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (toml, urdf, csv) = (path("a.toml"), path("a.urdf"), path("a.csv"));
    text_of(&["convert", "puma560", &toml]);
    text_of(&["convert", &toml, &urdf]);
    text_of(&["convert", &toml, &csv, "--convention", "modified"]);
    text_of(&["convert", &csv, &path("b.toml")]);
    assert_eq!(std::fs::read(&toml).unwrap(), std::fs::read(path("b.toml")).unwrap());
    text_of(&["convert", &urdf, &path("c.toml")]);

    let before = std::fs::read(&toml).unwrap();
    assert!(refusal_of(&["convert", "2r", &toml]).contains("--force"));
    assert_eq!(std::fs::read(&toml).unwrap(), before);
    text_of(&["convert", "2r", &toml, "--force"]);
    assert_ne!(std::fs::read(&toml).unwrap(), before);
    assert!(refusal_of(&["convert", "2r", &path("x.csv")]).contains("--convention"));
    assert!(refusal_of(&["convert", "2r", &path("x.step")]).contains(".urdf"));
}

#[test]
fn a_fault_in_a_file_is_shown_with_its_line_and_a_caret() {
    let folder = folder("faults");
    let text = "name = \"arm\"\ngravity = 9.81\n\n[[joint]]\ntype = \"rotation\"\naxis = \"z\"\nofset = [0, 0, 1]\nlink = { mass = \"M1*\" }\n";
    let shown = refusal_of(&["show", &file(&folder, "arm.toml", text)]);
    assert!(shown.contains("arm.toml:7:1") && shown.contains("did you mean `offset`?"), "{shown}");
    assert!(shown.contains("arm.toml:8:") && shown.contains("2 errors"), "{shown}");
    assert!(refusal_of(&["show", "no-such.toml"]).contains("no-such.toml"));
    assert!(refusal_of(&["show", "rtrr"]).contains("did you mean `rttrr`?"));
    assert!(
        refusal_of(&["show", folder.join("../faults").to_str().unwrap()]).contains("is a folder")
    );
    assert!(refusal_of(&["show", "2r", "--q", "1"]).contains("joint1, joint2"));
    assert!(refusal_of(&["show", "2r", "--q", "1,x"]).contains("unknown-name"));
}

#[test]
fn strict_refuses_what_deserves_a_look() {
    assert!(refusal_of(&["show", "puma560", "--strict"]).contains("error[inertia-triangle]"));
    text_of(&["show", "rttrr", "--strict"]);
}

/// Newton's law of a plumb bob: Q = m l^2 q'' + m g l sin q, with the state's own parameters.
const PENDULUM: &str = "name = \"pendulum\"\ngravity = \"g\"\n[parameters]\ng = 10\nm = 2\n[[joint]]\ntype = \"rotation\"\naxis = \"y\"\nlink = { mass = \"m\", centre = [0, 0, \"-l\"] }\n";

#[test]
fn derive_writes_formulas_in_every_form_and_language() {
    let folder = folder("derive");
    let pendulum = file(&folder, "pendulum.toml", PENDULUM);
    assert_eq!(
        text_of(&["derive", &pendulum, "Q", "Ek", "M"]),
        "Q[1] = m*q1''*l^2 + m*g*l*sin(q1)\nEk = 1/2*m*q1'^2*l^2\nM[1,1] = m*l^2\n"
            .replace("m*q1''*l^2", "q1''*l^2*m")
            .replace("m*g*l*sin(q1)", "g*l*m*sin(q1)")
            .replace("m*q1'^2*l^2", "q1'^2*l^2*m")
            .replace("m*l^2\n", "l^2*m\n")
    );
    let latex = text_of(&["derive", &pendulum, "omega[1]@0", "Q", "--as", "latex"]);
    assert!(
        latex.contains("\\[ {}^{0}\\omega_{1} = \\begin{bmatrix}\n0 \\\\\n\\dot{q}_1 \\\\\n0\n"),
        "{latex}"
    );
    assert!(latex.contains("\\[ Q_{1} = \\ddot{q}_1 l^{2} m + g l m \\sin q_1 \\]"), "{latex}");
    let typst = text_of(&["derive", &pendulum, "Q", "--as", "typst"]);
    assert!(typst.contains("$ Q_(\"1\") = dot.double(q)_1"), "{typst}");
    let json: Value = serde_json::from_str(&text_of(&[
        "derive", &pendulum, "T[tool]", "Q", "--as", "json", "--form", "nested",
    ]))
    .unwrap();
    assert_eq!(json["T[tool]"].as_array().unwrap().len(), 4);
    assert_eq!(json["joints"][0], "joint1");
}

#[test]
fn eval_answers_in_json_and_names_what_is_missing() {
    let folder = folder("eval");
    let pendulum = file(&folder, "pendulum.toml", PENDULUM);
    let state = |text: &str| file(&folder, "state.json", text);
    assert!(refusal_of(&["eval", &pendulum, "Q"]).contains("there is no value for `l`"));
    let at = state("{\"q\": [0.5], \"qdd\": [3], \"tau\": [1], \"parameters\": {\"l\": 0.5}}");
    let json: Value = serde_json::from_str(&text_of(&[
        "eval", &pendulum, "Q", "Ek", "T[tool]", "qdd", "--at", &at, "--json",
    ]))
    .unwrap();
    let near = |value: &Value, expected: f64| {
        assert!((value.as_f64().unwrap() - expected).abs() < 1e-12, "{value} {expected}");
    };
    near(&json["Q"][0], 2.0 * 0.25 * 3.0 + 10.0 * 0.5f64.sin());
    near(&json["qdd"][0], (1.0 - 10.0 * 0.5f64.sin()) / 0.5);
    near(&json["T[tool]"][0][2], 0.5f64.sin());
    assert_eq!(json["Ek"], 0.0);
    assert_eq!(json["joints"][0], "joint1");
    // a payload of 2 N along x of the tool does nothing about the axis; a moment does
    let at = state(
        "{\"q\": [0.5], \"payload\": {\"n\": [0, 7, 0], \"f\": [2, 0, 0]}, \"parameters\": {\"l\": 0.5}}",
    );
    let json: Value =
        serde_json::from_str(&text_of(&["eval", &pendulum, "Q[1]", "--at", &at, "--json"]))
            .unwrap();
    near(&json["Q[1]"], 7.0 + 10.0 * 0.5f64.sin());
    for (text, code) in [
        ("{\"q\": [1, 2]}", "wrong-length"),
        ("{\"q\": [\"a\"]}", "bad-number"),
        ("{\"qq\": [1]}", "unknown-key"),
        ("{\"parameters\": {\"k\": 1}}", "unknown-name"),
        ("{\"payload\": {\"force\": 1}}", "unknown-key"),
        ("{", "json"),
        ("[]", "wrong-type"),
    ] {
        let at = state(text);
        assert!(refusal_of(&["eval", &pendulum, "Q", "--at", &at]).contains(code), "{text}");
    }
}

#[test]
fn a_quantity_that_is_none_is_refused_with_a_hint() {
    for (name, hint) in [
        ("omga[1]", "omega"),
        ("Q[7]", "from 1 to 2"),
        ("M[1]", "no-index"),
        ("Q@0", "no-axes"),
        ("T[2", "brackets"),
    ] {
        let shown = refusal_of(&["derive", "2r", name]);
        assert!(shown.contains(hint), "{name}: {shown}");
    }
}

/// What is too large ends by its budget, with what was derived before and a word on what to do.
#[test]
fn a_formula_without_end_is_stopped() {
    let output = appell(&["derive", "chain20", "omega[2]", "Q", "--terms", "5000"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stdout).unwrap().contains("omega[2].x = "));
    let shown = String::from_utf8(output.stderr).unwrap();
    assert!(shown.contains("Q was not derived") && shown.contains("--form nested"), "{shown}");
    assert!(text_of(&["derive", "chain20", "Q[20]", "--form", "nested"]).contains("Q[20] = "));
}

/// Runs in the root of the project, so that names of files in the output are short.
fn at_root(arguments: &[&str]) -> Output {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut command = Command::new(env!("CARGO_BIN_EXE_appell"));
    command.current_dir(root).args(arguments).output().unwrap()
}

#[test]
fn the_checks_of_the_papers_are_those_on_file() {
    let bundled = NOTATIONS.map(|it| (it.name, it.robot.to_owned(), None));
    // about robots that stand beside them
    let own =
        ["elastodynamics-affine-2019", "elastodynamics-link-2019", "elastodynamics-order-2019"]
            .map(|paper| {
                let file = |kind: &str| format!("crates/proof/papers/{paper}.{kind}");
                (paper, file("robot.toml"), Some(file("toml")))
            });
    for (paper, robot, notation) in bundled.into_iter().chain(own) {
        let tex = format!("crates/proof/papers/{paper}.tex");
        let mut arguments = vec!["check", &tex, "--robot", &robot];
        arguments.extend(notation.iter().flat_map(|it| ["--notation", it]));
        let output = at_root(&arguments);
        // all have misprints
        assert_eq!(output.status.code(), Some(1), "{paper}");
        let text = String::from_utf8(output.stdout).unwrap();
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../proof/papers");
        let golden = std::fs::read_to_string(file.join(format!("{paper}.check.txt"))).unwrap();
        let first = text.lines().zip(golden.lines()).find(|(now, before)| now != before);
        assert_eq!(first, None, "{paper}");
        assert_eq!(text.lines().count(), golden.lines().count(), "{paper}");
    }
}

#[test]
fn a_check_answers_programs() {
    let paper = "crates/proof/papers/rttrr-dynamics-2016.tex";
    let output = at_root(&["check", paper, "--robot", "rttrr", "--only", "19", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    let equations = answer["equations"].as_array().unwrap();
    let y = equations.iter().find(|equation| equation["component"] == "y").unwrap();
    assert_eq!(y["equation"], "19");
    assert_eq!(y["quantity"], "F[4].y");
    assert_eq!(y["verdict"], "refuted");
    assert_eq!(y["slips"][0]["kind"], "missing-dot");
    assert_eq!(y["slips"][1]["kind"], "sign");
    assert_eq!(y["difference"], "-M4*q1''*r4x - 2*M4*q1''*q3*sin(q4) + M4*q1'*r4x");
    assert_eq!(answer["counts"]["refuted"], 2);
    assert_eq!(answer["counts"]["proved"], 1);
}

/// Exit 0: something is proved and nothing refuted; 1: refuted; 3: nothing decided.
#[test]
fn what_is_undecided_is_called_undecided() {
    let folder = folder("undecided");
    let undecided = r"$$ G_2 = (\sqrt{l_1}\sqrt{l_1} - l_1 + 1) G_2 \tag{4} $$";
    let proved = r"$$ M_{22} = J_{2z} + M_2 r_{2x}^2 \tag{5} $$";
    let refuted = r"$$ M_{22} = J_{2z} + M_2 r_{2x} \tag{6} $$";
    for (name, code, equations) in [
        ("open.tex", 3, vec![undecided]),
        ("mixed.tex", 0, vec![undecided, proved]),
        ("wrong.tex", 1, vec![undecided, proved, refuted]),
        ("unread.tex", 3, vec![r"$$ G_2 = x_9 $$"]),
    ] {
        let paper = file(&folder, name, &equations.join("\n"));
        assert_eq!(appell(&["check", &paper, "--robot", "2r"]).status.code(), Some(code), "{name}");
    }
    let paper = file(&folder, "two.tex", &[undecided, proved].join("\n"));
    let answer: Value =
        serde_json::from_str(&text_of(&["check", &paper, "--robot", "2r", "--json"])).unwrap();
    let [open, right] = [0, 1].map(|at| &answer["equations"][at]);
    assert_eq!((&open["equation"], &open["verdict"]), (&"4".into(), &"undecided".into()));
    assert!(open["agrees_at"].as_u64().unwrap() > 1, "{open}");
    assert_eq!(open["second_route"], "none");
    assert!(open.get("assumptions").is_none());
    assert_eq!(
        (&right["verdict"], &right["assumptions"]),
        (&"proved".into(), &Value::Array(vec![]))
    );
    assert_eq!(right["second_route"], "exact values");
    assert_eq!(answer["counts"]["undecided"], 1);
    let text = text_of(&["check", &paper, "--robot", "2r"]);
    assert!(
        text.lines().any(|line| line.starts_with("4 ") && line.contains("undecided")),
        "{text}"
    );
    assert!(
        text.ends_with("1 proved, 0 refuted, 1 undecided, 0 unreadable, 0 unmapped\n"),
        "{text}"
    );
    let page = text_of(&["check", &paper, "--robot", "2r", "--as", "html"]);
    assert!(page.contains("<td class=\"undecided\">undecided</td>"), "{page}");
}

#[test]
fn a_check_makes_a_page() {
    let paper = "crates/proof/papers/ttrt-dynamics-2012.tex";
    let page = at_root(&["check", paper, "--robot", "ttrt", "--as", "html"]).stdout;
    let page = String::from_utf8(page).unwrap();
    assert!(page.starts_with("<!DOCTYPE html>"));
    assert_eq!(page.matches("<h4>").count(), 12);
    // every formula could be set
    assert!(!page.contains("<code>\\"), "{page}");
    assert!(page.contains("class=\"term wrong\"") && page.contains("class=\"term right\""));
}

#[test]
fn our_own_equations_are_proved() {
    let folder = folder("own_equations");
    for (robot, quantities) in [("2r", "Q omega aC M G"), ("rttrr", "Q F N f"), ("scara", "Q v a")]
    {
        let mut arguments = vec!["derive", robot];
        arguments.extend(quantities.split(' '));
        arguments.extend(["--as", "latex"]);
        let paper = folder.join(format!("{robot}.tex"));
        std::fs::write(&paper, text_of(&arguments)).unwrap();
        let text = text_of(&["check", paper.to_str().unwrap(), "--robot", robot]);
        assert!(
            text.ends_with(" proved, 0 refuted, 0 undecided, 0 unreadable, 0 unmapped\n"),
            "{text}"
        );
    }
}

#[test]
fn a_wrong_robot_or_range_is_told() {
    let paper = "crates/proof/papers/rttrr-dynamics-2016.tex";
    let refusal = |arguments: &[&str]| {
        let output = at_root(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(refusal(&["check", paper, "--robot", "rttr"]).contains("did you mean `rttrr`"));
    assert!(refusal(&["check", paper, "--robot", "rttrr", "--only", "x"]).contains("bad-range"));
    assert!(refusal(&["check", "nothing.tex", "--robot", "rttrr"]).contains("cannot read"));
    assert!(
        refusal(&["check", "Cargo.toml", "--robot", "rttrr"]).contains("no displayed equation")
    );
}

#[test]
fn a_check_that_is_stopped_says_so() {
    let paper = Path::new(env!("CARGO_TARGET_TMPDIR")).join("stopped.md");
    std::fs::write(&paper, "$$Q_1 = 0$$").unwrap();
    let output = appell(&["check", paper.to_str().unwrap(), "--robot", "2r", "--time", "0"]);
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("error[stopped]") && !said.contains("no-equations"), "{said}");
}
