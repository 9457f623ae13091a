//! Reports as files: every format, PDF by Typst, LaTeX without a line that is too wide.

#![allow(clippy::unwrap_used, reason = "a test")]

use std::path::Path;
use std::process::Command;

use appell_test_tools::available;

use crate::support::{folder, refusal_of, text_of};

/// Robots whose reports are typeset in every run of the tests; the others in `./test full`.
const SOME: [&str; 4] = ["2r", "rttrr", "flex1r", "gripper_arm"];

#[test]
fn the_ending_says_the_format() {
    let folder = folder("report-formats");
    for (ending, start) in [
        ("html", "<!DOCTYPE html>"),
        ("tex", "\\documentclass"),
        ("typ", "#set document"),
        ("md", "# Equations of motion"),
    ] {
        let file = folder.join(format!("r.{ending}"));
        text_of(&["report", "2r", "--out", file.to_str().unwrap()]);
        assert!(std::fs::read_to_string(&file).unwrap().starts_with(start), "{ending}");
    }
    assert!(refusal_of(&["report", "2r", "--out", "r.doc"]).contains("unknown-format"));
}

#[test]
fn a_report_says_where_it_comes_from() {
    let folder = folder("report-origin");
    let file = folder.join("r.md");
    let path = file.to_str().unwrap();
    text_of(&["report", "2r", "--out", path, "--parts", "torques"]);
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains("`appell report 2r --out r.md --parts torques`"), "{text}");
    // as `sha256sum crates/model/robots/2r.toml` says
    let robot = Path::new(env!("CARGO_MANIFEST_DIR")).join("../model/robots/2r.toml");
    let sum = Command::new("sha256sum").arg(robot).output().unwrap().stdout;
    let sum = String::from_utf8_lossy(&sum);
    assert!(text.contains(sum.split_whitespace().next().unwrap()), "{sum}");
}

#[test]
fn numbers_of_a_report_are_those_of_eval() {
    let folder = folder("report-numbers");
    let file = folder.join("r.md");
    let path = file.to_str().unwrap();
    text_of(&["report", "rttrr", "--out", path, "--parts", "numbers"]);
    let text = std::fs::read_to_string(&file).unwrap();
    let state = text.split('`').find(|piece| piece.starts_with("--q=")).unwrap();
    let mut arguments = vec!["eval", "rttrr", "Q", "Ek", "Ep", "--json"];
    arguments.extend(state.split(' '));
    let answer: serde_json::Value = serde_json::from_str(&text_of(&arguments)).unwrap();
    let mut expected: Vec<f64> =
        answer["Q"].as_array().unwrap().iter().map(|it| it.as_f64().unwrap()).collect();
    expected.extend(["Ek", "Ep"].map(|name| answer[name].as_f64().unwrap()));
    for number in expected {
        let shown = appell::diagnostic::significant(number, 9);
        assert!(text.contains(&format!("| {shown} |")), "{shown} in\n{text}");
    }
}

/// The PDF of a report, by the package of Python.
fn pdf(robot: &str, folder: &Path) -> Vec<u8> {
    let file = folder.join(format!("{robot}.pdf"));
    text_of(&["report", robot, "--out", file.to_str().unwrap(), "--force"]);
    std::fs::read(&file).unwrap()
}

#[test]
fn typst_makes_a_pdf_the_same_each_time() {
    if !available("python:typst") {
        return;
    }
    let folder = folder("report-pdf");
    for robot in SOME {
        let first = pdf(robot, &folder);
        assert!(first.starts_with(b"%PDF"), "{robot}");
        assert!(first == pdf(robot, &folder), "{robot} differs on a second run");
    }
}

/// Compiles the LaTeX of a report and reads its log.
fn typeset(robot: &str, folder: &Path) {
    let file = folder.join(format!("{robot}.tex"));
    text_of(&["report", robot, "--out", file.to_str().unwrap()]);
    let latex = Command::new("pdflatex")
        .args(["-interaction=nonstopmode", "-halt-on-error"])
        .arg(&file)
        .current_dir(folder)
        .output()
        .unwrap();
    let log = String::from_utf8_lossy(&latex.stdout);
    assert!(latex.status.success(), "{robot}: {}", &log[log.len().saturating_sub(2000)..]);
    let wide: Vec<&str> = log.lines().filter(|line| is_too_wide(line)).collect();
    assert!(wide.is_empty(), "{robot}: {wide:#?}");
}

/// Whether a line of the log says that a line of the page is more than a point too wide.
fn is_too_wide(line: &str) -> bool {
    let width = line.strip_prefix("Overfull \\hbox (").and_then(|rest| rest.split("pt").next());
    width.and_then(|width| width.parse::<f64>().ok()).is_some_and(|width| width > 1.0)
}

#[test]
fn latex_sets_a_report_without_a_line_that_is_too_wide() {
    if !available("pdflatex") {
        return;
    }
    let folder = folder("report-latex");
    SOME.iter().for_each(|robot| typeset(robot, &folder));
}

#[test]
#[ignore = "takes minutes: run by ./test full"]
fn latex_sets_the_reports_of_all_bundled_robots() {
    if !available("pdflatex") {
        return;
    }
    let folder = folder("report-latex-all");
    appell::model::BUNDLED.iter().for_each(|robot| typeset(robot.name, &folder));
}

#[test]
fn without_typst_the_refusal_says_how_to_get_it() {
    let folder = folder("report-no-typst");
    let file = folder.join("r.pdf");
    let output = Command::new(env!("CARGO_BIN_EXE_appell"))
        .args(["report", "2r", "--parts", "frames", "--out", file.to_str().unwrap()])
        // neither `typst` nor `python3`
        .env("PATH", &folder)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr);
    for expected in ["no-typst", "pip install typst", "cargo install typst-cli"] {
        assert!(said.contains(expected), "{said}");
    }
    assert!(!file.exists());
}

#[test]
fn the_report_of_sixty_joints_ends_with_what_can_be_printed() {
    let folder = folder("report-sixty");
    let joint = "[[joint]]\ntype = \"rotation\"\naxis = \"z\"\noffset = [1, 0, 0]\n\
                 link = { mass = 1, centre = [0.5, 0, 0], inertia = { zz = 1 } }\n";
    let robot = folder.join("sixty.toml");
    std::fs::write(&robot, format!("name = \"sixty\"\ngravity = \"g\"\n{}", joint.repeat(60)))
        .unwrap();
    let file = folder.join("sixty.md");
    let parts = "conventions,robot,symbols,frames,velocities";
    let arguments =
        ["report", robot.to_str().unwrap(), "--out", file.to_str().unwrap(), "--parts", parts];
    text_of(&arguments);
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains("J is too long to be printed here"), "6 x 60 entries");
}

/// The numbers of a scenario are those of `appell inverse` and `appell simulate`, and the curves are drawn.
#[test]
fn results_of_a_scenario_are_those_of_the_commands() {
    let folder = folder("report-scenario");
    for (robot, scenario, verb, curves) in [
        ("2r", "fall", "simulate", "Plot: coordinates [rad]"),
        ("ur5", "welding-line", "inverse", "Plot: driving forces [N m]"),
    ] {
        let file = folder.join(format!("{scenario}.html"));
        let path = file.to_str().unwrap();
        text_of(&[
            "report",
            robot,
            "--scenario",
            scenario,
            "--parts",
            "conventions",
            "--out",
            path,
        ]);
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(text.contains(&format!("--scenario {scenario}")), "the command");
        assert!(text.contains(curves), "{scenario}: no {curves}");
        // the rows of the table on the terminal: name and numbers, two spaces or more between them
        let printed = text_of(&[verb, scenario]);
        let rows = printed.lines().skip_while(|line| !line.starts_with("axis")).skip(1);
        let rows: Vec<&str> = rows.take_while(|line| !line.is_empty()).collect();
        assert!(rows.len() >= 2, "{printed}");
        let cells = rows.iter().flat_map(|row| row.split("  ")).map(str::trim);
        for cell in cells.filter(|cell| !cell.is_empty()) {
            assert!(text.contains(&format!("<td>{cell}</td>")), "{scenario}: `{cell}`\n{printed}");
        }
    }
    let other = folder.join("other.html");
    let refused = refusal_of(&[
        "report",
        "2r",
        "--scenario",
        "welding-line",
        "--out",
        other.to_str().unwrap(),
    ]);
    assert!(refused.contains("scenario-robot"), "{refused}");
}
