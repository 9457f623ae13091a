//! `appell check` on papers as they are: folders, archives, other formats; and what it answers.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

use serde_json::Value;

use super::support::{appell, folder, refusal_of, text_of};

const RIGHT: &str = r"G_2 = M_2 g r_{2x}\cos(q_1+q_2)";
const WRONG: &str = r"G_2 = M_2 g r_{2x}\sin(q_1+q_2)";

fn json(arguments: &[&str]) -> Value {
    let output = appell(arguments);
    let errors = String::from_utf8(output.stderr).unwrap();
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{arguments:?}: {errors}"))
}

/// File, line, column and verdict of all equations.
fn places(paper: &str) -> Vec<(String, u64, u64, String)> {
    let answer = json(&["check", paper, "--robot", "2r", "--json"]);
    let place = |it: &Value| {
        let file = it["file"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
        let [line, column] = ["line", "column"].map(|key| it[key].as_u64().unwrap());
        (file, line, column, it["verdict"].as_str().unwrap().to_owned())
    };
    answer["equations"].as_array().unwrap().iter().map(place).collect()
}

fn found(file: &str, line: u64, column: u64, verdict: &str) -> (String, u64, u64, String) {
    (file.to_owned(), line, column, verdict.to_owned())
}

#[test]
fn every_format_with_the_place_of_its_equations() {
    let folder = folder("formats");
    let escaped = |latex: &str| latex.replace('\\', "\\\\");
    let mathml = "<math display='block'><msub><mi>G</mi><mn>2</mn></msub><mo>=</mo><msub><mi>M</mi><mn>2</mn></msub>\
        <mi>g</mi><msub><mi>r</mi><mrow><mn>2</mn><mi>x</mi></mrow></msub><mi>cos</mi><mo>(</mo><msub><mi>q</mi><mn>1</mn></msub>\
        <mo>+</mo><msub><mi>q</mi><mn>2</mn></msub><mo>)</mo></math>";
    for (name, text, expected) in [
        ("a.rst", format!("A\n\n.. math::\n\n   {RIGHT}\n"), found("a.rst", 5, 1, "proved")),
        (
            "a.ipynb",
            format!(
                "{{\"cells\": [\n{{\"cell_type\": \"markdown\", \"source\": [\n\"$$ {} $$\"]}}]}}",
                escaped(RIGHT)
            ),
            found("a.ipynb", 3, 2, "proved"),
        ),
        ("b.html", format!("<p>\n  $$ {WRONG} $$"), found("b.html", 2, 3, "refuted")),
        ("c.html", format!("<p>\n{mathml}"), found("c.html", 2, 1, "proved")),
        (
            "d.html",
            format!("<script type='math/tex; mode=display'>{RIGHT}</script>"),
            found("d.html", 1, 1, "proved"),
        ),
        ("a.md", format!("\n\n $$ {WRONG} $$"), found("a.md", 3, 2, "refuted")),
    ] {
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        assert_eq!(places(path.to_str().unwrap()), [expected], "{name}");
    }
}

#[test]
fn a_folder_with_inputs() {
    let folder = folder("inputs");
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).unwrap();
    write(
        "main.tex",
        "\\documentclass{article}\\input{macros}\n\\begin{document}\n\\input{one}\n\\input{two}\\input{gone}\n\\end{document}",
    );
    write("macros.tex", "\\newcommand{\\grav}[1]{M_{#1} g}");
    write("one.tex", r"\[ G_2 = \grav{2} r_{2x}\cos(q_1+q_2) \]");
    write("two.tex", "\n\\[ G_2 = \\grav{2}\n + \\]");
    let path = folder.to_str().unwrap();
    let expected = [found("one.tex", 1, 1, "proved"), found("two.tex", 3, 2, "unreadable")];
    assert_eq!(places(path), expected);
    let output = appell(&["check", path, "--robot", "2r"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("warning[missing-input]") && said.contains("main.tex line 4"), "{said}");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("one.tex line 1") && text.contains("two.tex line 2"), "{text}");
}

/// The parts of SARIF 2.1.0 that are required, and the rule that only failures have a level.
#[test]
fn sarif_has_what_the_format_requires() {
    let folder = folder("sarif");
    let path = folder.join("a paper.md");
    std::fs::write(
        &path,
        format!("$$ {RIGHT} $$\n\n  $$ {WRONG} $$\n\n$$ E = m c^2 $$\n$$ ( = 1 $$"),
    )
    .unwrap();
    let log = json(&["check", path.to_str().unwrap(), "--robot", "2r", "--as", "sarif"]);
    assert_eq!(log["version"], "2.1.0");
    assert!(log["$schema"].as_str().unwrap().ends_with("sarif-schema-2.1.0.json"));
    let run = &log["runs"][0];
    assert_eq!(run["tool"]["driver"]["name"], "Appell");
    assert_eq!(run["columnKind"], "unicodeCodePoints");
    assert_eq!(run["invocations"][0]["executionSuccessful"], true);
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    let results = run["results"].as_array().unwrap();
    let verdicts: Vec<&str> = results.iter().map(|it| it["ruleId"].as_str().unwrap()).collect();
    assert_eq!(verdicts, ["proved", "refuted", "unmapped", "unreadable"]);
    for result in results {
        let rule = &rules[usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap()];
        assert_eq!(rule["id"], result["ruleId"]);
        assert!(!result["message"]["text"].as_str().unwrap().is_empty());
        let kinds = ["pass", "fail", "open", "review", "informational", "notApplicable"];
        assert!(kinds.contains(&result["kind"].as_str().unwrap()));
        assert_eq!(result["kind"] == "fail", result["level"] != "none", "{result}");
        let place = &result["locations"][0]["physicalLocation"];
        assert!(place["artifactLocation"]["uri"].as_str().unwrap().ends_with("/a%20paper.md"));
        let number = |key: &str| place["region"][key].as_u64().unwrap();
        assert!(number("startLine") <= number("endLine"));
        assert!(number("startColumn") >= 1 && number("endColumn") >= 1);
    }
    let region = &results[1]["locations"][0]["physicalLocation"]["region"];
    assert_eq!((&region["startLine"], &region["startColumn"]), (&3.into(), &3.into()));
    assert_eq!(region["endColumn"].as_u64().unwrap() as usize, 3 + 6 + WRONG.len());
}

#[test]
fn without_a_robot_and_with_a_draft() {
    let folder = folder("draft");
    let paper = folder.join("paper.tex");
    let table = r"\begin{tabular}{cccc} $a_i$ & $\alpha_i$ & $d_i$ & $\theta_i$ \\
        $a_1$ & 0 & 0 & $\theta_1$ \\ $a_2$ & 0 & 0 & $\theta_2$ \end{tabular}";
    let equation = r"$$ G_2 = m_2 g l_{c2} \cos(\theta_1 + \theta_2) $$";
    std::fs::write(&paper, format!("{table}\n{equation}")).unwrap();
    let [paper, out] = [paper, folder.join("out")].map(|it| it.to_str().unwrap().to_owned());
    let said = refusal_of(&["check", &paper]);
    assert!(said.contains("error[no-robot]") && said.contains("--init DIR"), "{said}");
    let said = text_of(&["check", &paper, "--init", &out]);
    assert!(said.contains("standard convention") && !said.contains("proved"), "{said}");
    let [robot, notation] = ["robot.toml", "notation.toml"].map(|it| format!("{out}/{it}"));
    let text = text_of(&["check", &paper, "--robot", &robot, "--notation", &notation]);
    assert!(text.contains("1 proved, 0 refuted"), "{text}");
    assert!(refusal_of(&["check", &paper, "--init", &out]).contains("--force"));
    text_of(&["check", &paper, "--init", &out, "--force"]);
    std::fs::write(&paper, "nothing").unwrap();
    assert!(refusal_of(&["check", &paper, "--init", &out]).contains("no-draft"));
}

/// One line for what is not about the robot; all of it on request.
#[test]
fn what_is_not_about_the_robot_takes_one_line() {
    let folder = folder("off_topic");
    let path = folder.join("a.md");
    let noise = "$$ E = m c^2 $$\n\n$$ a < b $$\n\n$$ V = \\sum_i x_i $$\n\n".repeat(20);
    std::fs::write(&path, format!("{noise} $$ {RIGHT} $$")).unwrap();
    let path = path.to_str().unwrap();
    let text = text_of(&["check", path, "--robot", "2r"]);
    assert_eq!(text.lines().filter(|line| line.contains("no quantity of the robot")).count(), 1);
    assert!(text.lines().count() < 20, "{text}");
    let all = text_of(&["check", path, "--robot", "2r", "--findings", "all"]);
    assert!(all.lines().count() > 60, "{all}");
    std::fs::write(path, noise).unwrap();
    assert_eq!(appell(&["check", path, "--robot", "2r"]).status.code(), Some(3));
}

#[test]
fn the_page_is_a_report() {
    let folder = folder("report");
    let path = folder.join("a.md");
    let matrix = r"$$ M = \begin{bmatrix} J_{1z} & M_2 \\ M_2 & J_{2z} + M_2 r_{2x}^2 \end{bmatrix} \tag{3} $$";
    std::fs::write(&path, format!("{matrix}\n\n$$ {RIGHT} $$\n\n$$ E = m c^2 $$")).unwrap();
    let output = appell(&["check", path.to_str().unwrap(), "--robot", "2r", "--as", "html"]);
    let page = String::from_utf8(output.stdout).unwrap();
    for part in [
        "<h2>Model</h2>",
        "<h2 class=\"refuted\">Refuted</h2>",
        "M.1,2 and M.2,1",
        "Printed minus derived",
        "A state at which they differ",
        "to copy",
        "<h2>Proved and defined</h2>",
        "not about the robot",
        "prefers-color-scheme: dark",
        "@media print",
        "It names each row like the component here, for example <code>(3) M.",
        "--robot 2r --certify .</code>",
    ] {
        assert!(page.contains(part), "{part} in {page}");
    }
    assert!(!page.contains("<script"));
}

/// The ending of a file says its format; a file that exists is replaced by force only.
#[test]
fn verdicts_in_files() {
    let folder = folder("verdicts");
    let paper = folder.join("a.md");
    std::fs::write(&paper, format!("$$ {WRONG} $$")).unwrap();
    let check = ["check", paper.to_str().unwrap(), "--robot", "2r"];
    for (name, form) in
        [("a.json", "json"), ("a.sarif", "sarif"), ("a.html", "html"), ("a.txt", "text")]
    {
        let path = folder.join(name);
        let out = ["--out", path.to_str().unwrap()];
        let output = appell(&[&check[..], &out[..]].concat());
        assert_eq!(output.status.code(), Some(1), "refuted");
        assert!(String::from_utf8(output.stdout).unwrap().starts_with("wrote "));
        let printed = appell(&[&check[..], &["--as", form]].concat()).stdout;
        assert_eq!(std::fs::read(&path).unwrap(), printed, "{name}");
        assert_eq!(appell(&[&check[..], &out[..]].concat()).status.code(), Some(2), "it exists");
    }
}
