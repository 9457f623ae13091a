//! Reports as files: every format, PDF by Typst, LaTeX without a line that is too wide.

#![allow(clippy::unwrap_used, reason = "a test")]

use std::path::{Path, PathBuf};
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

/// The numbers of the matrices of a report, matrix by matrix.
fn matrices(text: &str) -> Vec<Vec<f64>> {
    let inside = text.split("\\begin{bmatrix}").skip(1);
    let inside = inside.map(|rest| rest.split("\\end{bmatrix}").next().unwrap());
    let number = |cell: &str| -> f64 {
        let cell = cell.trim().replace(" \\cdot 10^{", "e").replace('}', "");
        cell.parse().unwrap()
    };
    let cells = |matrix: &str| matrix.replace("\\\\", "&").split('&').map(number).collect();
    inside.map(cells).collect()
}

/// All numbers in an answer, in order.
fn flat(value: &serde_json::Value) -> Vec<f64> {
    match value {
        serde_json::Value::Array(items) => items.iter().flat_map(flat).collect(),
        serde_json::Value::Object(items) => items.values().flat_map(flat).collect(),
        number => vec![number.as_f64().unwrap()],
    }
}

/// Every number of the parts `numbers` and `elastic` of every bundled robot.
#[test]
fn numbers_of_a_report_are_those_of_eval() {
    let folder = folder("report-numbers");
    let file = folder.join("r.md");
    let path = file.to_str().unwrap();
    for robot in appell::model::BUNDLED.iter().map(|it| it.name) {
        text_of(&["report", robot, "--out", path, "--parts", "numbers,elastic", "--force"]);
        let text = std::fs::read_to_string(&file).unwrap();
        let (elastic, numbers) = text.split_once("## Numbers").unwrap();
        let state = numbers.split('`').find(|piece| piece.starts_with("--q=")).unwrap();
        let eval = |quantities: &[&str]| -> serde_json::Value {
            let mut arguments = vec!["eval", robot, "--json"];
            arguments.extend(quantities);
            arguments.extend(state.split(' '));
            serde_json::from_str(&text_of(&arguments)).unwrap()
        };
        let answer = eval(&["T0[tool]", "J", "M", "G", "Q", "Ek", "Ep"]);
        for number in ["G", "Q", "Ek", "Ep"].iter().flat_map(|name| flat(&answer[name])) {
            let shown = appell::diagnostic::significant(number, 9);
            assert!(numbers.contains(&format!("| {shown} |")), "{robot}: {shown} in\n{numbers}");
        }
        let widest = 7;
        let columns = |name: &&str| answer[name][0].as_array().unwrap().len();
        let expected = ["T0[tool]", "J", "M"].into_iter().filter(|name| columns(name) <= widest);
        let shown = matrices(numbers);
        assert_eq!(shown.len(), expected.clone().count(), "{robot}");
        for (name, shown) in expected.zip(shown) {
            let digits = if columns(&name) > 4 { 4 } else { 6 };
            let expected = flat(&answer[name]);
            assert_eq!(shown.len(), expected.len(), "{robot}: {name}");
            for (shown, expected) in shown.iter().zip(&expected) {
                let rounding = 0.501 * 10f64.powi(1 - digits) * expected.abs() + 1e-12;
                assert!((shown - expected).abs() <= rounding, "{robot}: {name} {shown} {expected}");
            }
        }
        let links = elastic.lines().filter_map(|line| line.strip_prefix("Link "));
        let links: Vec<&str> = links.filter_map(|rest| rest.split(':').next()).collect();
        for link in links {
            let name = format!("integrals[{link}]");
            for number in flat(&eval(&[&name])[&name]) {
                let shown = appell::diagnostic::significant(number, 6);
                assert!(elastic.contains(&format!("| {shown} |")), "{robot}: {name} {shown}");
            }
        }
    }
}

/// The listing is the file that the command beside it writes, for bundled robots and for files.
#[test]
fn the_code_of_a_report_is_that_of_generate() {
    let folder = folder("report-code");
    let file = folder.join("my arm.toml");
    text_of(&["convert", "scara", file.to_str().unwrap(), "--force"]);
    for robot in ["rttrr", file.to_str().unwrap()] {
        let out = folder.join("report.html");
        let out = out.to_str().unwrap();
        text_of(&["report", robot, "--parts", "code", "--out", out, "--force"]);
        let html = std::fs::read_to_string(out).unwrap();
        let listing = html.split("<pre").nth(1).unwrap().split("<code>").nth(1).unwrap();
        let listing = listing.split("</code>").next().unwrap();
        let listing =
            [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
                .iter()
                .fold(listing.to_owned(), |text, (entity, c)| text.replace(entity, c));
        let code = folder.join("code");
        text_of(&[
            "generate",
            robot,
            "Q",
            "--lang",
            "c",
            "--out",
            code.to_str().unwrap(),
            "--force",
        ]);
        let files = std::fs::read_dir(&code).unwrap().map(|it| it.unwrap().path());
        let source = files.into_iter().find(|it| it.extension().is_some_and(|it| it == "c"));
        let generated = std::fs::read_to_string(source.unwrap()).unwrap();
        assert_eq!(listing.trim(), generated.trim(), "{robot}");
        std::fs::remove_dir_all(&code).unwrap();
    }
}

/// The PDF of a report, by the package of Python.
fn pdf(robot: &str, folder: &Path) -> PathBuf {
    let file = folder.join(format!("{robot}.pdf"));
    text_of(&["report", robot, "--out", file.to_str().unwrap(), "--force"]);
    file
}

/// The words of a PDF that stand more than a point outside of margins of 2 cm, by their boxes.
fn words_outside(pdf: &Path) -> Vec<String> {
    let output = Command::new("pdftotext").arg("-bbox").arg(pdf).arg("-").output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let boxes = String::from_utf8_lossy(&output.stdout).into_owned();
    let number = |line: &str, name: &str| -> f64 {
        let value = line.split(&format!("{name}=\"")).nth(1).unwrap();
        value.split('"').next().unwrap().parse().unwrap()
    };
    let (mut page, mut words, mut outside) = (0.0, 0, Vec::new());
    for line in boxes.lines().map(str::trim) {
        if line.starts_with("<page ") {
            page = number(line, "width");
        } else if line.starts_with("<word ") {
            words += 1;
            let margin = 72.0 * 2.0 / 2.54 - 1.0;
            if number(line, "xMin") < margin || number(line, "xMax") > page - margin {
                outside.push(line.to_owned());
            }
        }
    }
    assert!(words > 100, "{}: {words} words", pdf.display());
    outside
}

#[test]
fn typst_makes_a_pdf_the_same_each_time_and_nothing_leaves_the_page() {
    if !available("python:typst") || !available("pdftotext") {
        return;
    }
    let folder = folder("report-pdf");
    for robot in SOME {
        let file = pdf(robot, &folder);
        let first = std::fs::read(&file).unwrap();
        assert!(first.starts_with(b"%PDF"), "{robot}");
        assert_eq!(words_outside(&file), Vec::<String>::new(), "{robot}");
        let second = std::fs::read(pdf(robot, &folder)).unwrap();
        assert!(first == second, "{robot} differs on a second run");
    }
}

#[test]
#[ignore = "takes minutes: run by ./test full"]
fn nothing_leaves_the_page_in_the_reports_of_all_bundled_robots() {
    if !available("python:typst") || !available("pdftotext") {
        return;
    }
    let folder = folder("report-pdf-all");
    let mut wide = Vec::new();
    for robot in appell::model::BUNDLED {
        wide.extend(
            words_outside(&pdf(robot.name, &folder)).into_iter().map(|it| (robot.name, it)),
        );
    }
    assert!(wide.is_empty(), "{wide:#?}");
}

/// The program with Typst inside is found beside the command and needs nothing else; its pages have the words
/// that the package of Python sets.
#[test]
#[ignore = "needs pdf/, which ./test full builds"]
fn the_program_with_typst_inside_makes_the_same_pages() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let own = root.join("pdf/target/release/appell-pdf");
    assert!(own.exists(), "cargo build --release --locked --manifest-path pdf/Cargo.toml");
    let folder = folder("report-own-pdf");
    for (from, name) in [(Path::new(env!("CARGO_BIN_EXE_appell")), "appell"), (&own, "appell-pdf")]
    {
        std::fs::copy(from, folder.join(name)).unwrap();
    }
    for robot in SOME {
        let file = folder.join(format!("{robot}.pdf"));
        let make = || {
            let output = Command::new(folder.join("appell"))
                .args(["report", robot, "--force", "--out", file.to_str().unwrap()])
                // neither `typst` nor `python3`
                .env("PATH", "")
                .output()
                .unwrap();
            assert!(output.status.success(), "{output:?}");
            std::fs::read(&file).unwrap()
        };
        assert!(make() == make(), "{robot} differs on a second run");
        if available("python:typst") && available("pdftotext") {
            assert_eq!(words_outside(&file), Vec::<String>::new(), "{robot}");
            let words =
                |file: &Path| Command::new("pdftotext").arg(file).arg("-").output().unwrap().stdout;
            let others = folder.join("python");
            std::fs::create_dir_all(&others).unwrap();
            assert!(words(&file) == words(&pdf(robot, &others)), "{robot}: other words");
        }
    }
}

/// Compiles the LaTeX of a report and gives the lines of the log about lines that are too wide.
fn too_wide(robot: &str, columns: &str, folder: &Path) -> Vec<String> {
    let file = folder.join(format!("{robot}-{columns}.tex"));
    text_of(&["report", robot, "--columns", columns, "--out", file.to_str().unwrap()]);
    let text = std::fs::read_to_string(&file).unwrap();
    assert_eq!(text.contains("\\begin{multicols}{2}"), columns == "2", "{robot}");
    let latex = Command::new("pdflatex")
        .args(["-interaction=nonstopmode", "-halt-on-error"])
        .arg(&file)
        .current_dir(folder)
        .output()
        .unwrap();
    let log = String::from_utf8_lossy(&latex.stdout);
    assert!(latex.status.success(), "{robot}: {}", &log[log.len().saturating_sub(2000)..]);
    let wide = log.lines().filter(|line| is_too_wide(line));
    wide.map(|line| format!("{robot}, {columns}: {line}")).collect()
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
    let wide = SOME.iter().flat_map(|robot| too_wide(robot, "1", &folder));
    let narrow = ["rttrr", "flex1r"].iter().flat_map(|robot| too_wide(robot, "2", &folder));
    assert_eq!(wide.chain(narrow).collect::<Vec<_>>(), Vec::<String>::new());
}

#[test]
#[ignore = "takes minutes: run by ./test full"]
fn latex_sets_the_reports_of_all_bundled_robots() {
    if !available("pdflatex") {
        return;
    }
    let folder = folder("report-latex-all");
    let robots = appell::model::BUNDLED.iter();
    let wide: Vec<String> = robots
        .flat_map(|robot| ["1", "2"].map(|columns| too_wide(robot.name, columns, &folder)))
        .flatten()
        .collect();
    assert!(wide.is_empty(), "{wide:#?}");
}

#[test]
fn only_latex_has_two_columns() {
    let refused = refusal_of(&["report", "2r", "--columns", "2", "--out", "r.html"]);
    assert!(refused.contains("two-columns"), "{refused}");
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
    for expected in ["no-typst", "pip install typst", "cargo install typst-cli", "--path pdf"] {
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
    let parts =
        "conventions,robot,symbols,frames,velocities,torques,matrices,energies,proofs,numbers";
    let arguments =
        ["report", robot.to_str().unwrap(), "--out", file.to_str().unwrap(), "--parts", parts];
    text_of(&arguments);
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains("J is too long to be printed here"), "6 x 60 entries");
    assert!(text.contains("`appell prove"), "formalisms are not compared");
}

/// The numbers of a scenario are those of `appell inverse` and `appell simulate`, and the curves are drawn.
#[test]
fn results_of_a_scenario_are_those_of_the_commands() {
    let folder = folder("report-scenario");
    for (robot, scenario, verb, curves) in [
        ("2r", "fall", "simulate", "Plot: coordinates [rad]"),
        ("ur5", "welding-line", "inverse", "Plot: joint torques and forces [N m]"),
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
