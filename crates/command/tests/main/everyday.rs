//! What makes the command fit the hand: lists, explanations, completions, manual pages, quiet runs, long
//! lists of findings, colours.

#![allow(clippy::unwrap_used, reason = "a test")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use appell_test_tools::available;
use serde_json::Value;

use crate::support::{appell, file, folder, refusal_of, text_of};

#[test]
fn scenarios_are_listed() {
    let text = text_of(&["scenarios"]);
    let json: Value = serde_json::from_str(&text_of(&["scenarios", "--json"])).unwrap();
    let names: Vec<&str> = appell::scenario::BUNDLED.iter().map(|file| file.name).collect();
    let listed = json["scenarios"].as_array().unwrap();
    assert_eq!(listed.len(), names.len());
    for (name, listed) in names.into_iter().zip(listed) {
        let robot = listed["robot"].as_str().unwrap();
        assert!(text.contains(&format!("{name} ({robot})\n    ")), "{name} in\n{text}");
        assert!(listed["description"].as_str().unwrap().contains(". "), "{listed}");
    }
}

#[test]
fn a_code_is_explained() {
    let text = text_of(&["explain", "unknown-key"]);
    assert!(text.starts_with("unknown-key\n    meaning") && text.contains("what to do"), "{text}");
    assert_eq!(text_of(&["explain", "error[unknown-key]"]), text);
    assert!(refusal_of(&["explain", "unknwn-key"]).contains("did you mean `unknown-key`?"));
    assert!(text_of(&["explain"]).lines().count() > 200);
    let json: Value = serde_json::from_str(&text_of(&["explain", "json", "--json"])).unwrap();
    assert!(json["messages"][0]["remedy"].as_str().unwrap().len() > 10, "{json}");
}

/// Every code that a source writes is explained, and none is that no source writes.
#[test]
fn all_codes_are_explained() {
    let json: Value = serde_json::from_str(&text_of(&["explain", "--json"])).unwrap();
    let explained = json["messages"].as_array().unwrap();
    let explained: Vec<&str> = explained.iter().map(|it| it["code"].as_str().unwrap()).collect();
    let unique: BTreeSet<&str> = explained.iter().copied().collect();
    assert_eq!(unique.len(), explained.len(), "a code is explained twice");
    let codes = codes();
    let missing: Vec<_> = codes.iter().filter(|it| !unique.contains(it.0.as_str())).collect();
    assert!(missing.is_empty(), "not in explain/messages.md: {missing:?}");
    // `size` writes the word for what is missing into the code
    let composed = ["no-screw"];
    let known = |code: &&&str| codes.contains_key(**code) || composed.contains(*code);
    let gone: Vec<_> = unique.iter().filter(|code| !known(code)).collect();
    assert!(gone.is_empty(), "in explain/messages.md, and nowhere else: {gone:?}");
}

/// All codes in the sources, with a file that has it.
fn codes() -> BTreeMap<String, PathBuf> {
    let mut codes = BTreeMap::new();
    let mut carriers = BTreeSet::new();
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for source in sources(&crates) {
        let text = std::fs::read_to_string(&source).unwrap();
        let text = text.split("#[cfg(test)]\nmod tests").next().unwrap();
        let code_lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        let text = code_lines.collect::<Vec<_>>().join("\n");
        let name = source.strip_prefix(&crates).unwrap().display().to_string();
        let by_hand = ["Diagnostic::error(", "Diagnostic::warning(", "Diagnostic::note("];
        let mut calls = by_hand.iter().flat_map(|call| text.match_indices(call));
        if calls.any(|(at, call)| !text[at + call.len()..].trim_start().starts_with('"')) {
            carriers.insert(name.clone());
        }
        let mut starts: Vec<&str> =
            vec!["error(", "warning(", "note(", "Failure::new(", "single(", "problem("];
        starts.extend(["Losses::new(", "Losses::of(robot,"]);
        match name.as_str() {
            "algebra/src/error.rs" => starts.push("=>"),
            "algebra/src/parse/reader.rs" => starts.push("("),
            "units/src/doubt.rs" => starts.push("code:"),
            _ => {}
        }
        for start in starts {
            for (at, _) in text.match_indices(start) {
                let is_attribute = text[..at].ends_with("#[");
                let rest = text[at + start.len()..].trim_start();
                let literal = rest.strip_prefix('"').and_then(|rest| rest.split('"').next());
                if let Some(code) = literal.filter(|it| is_code(it) && !is_attribute) {
                    codes.insert(code.to_owned(), source.clone());
                }
            }
        }
        for start in ["\"error[", "\"warning[", "\"note["] {
            for (at, _) in text.match_indices(start) {
                let code = text[at + start.len()..].split(']').next().unwrap();
                codes.extend(is_code(code).then(|| (code.to_owned(), source.clone())));
            }
        }
    }
    // whoever takes a code from elsewhere is searched in a way of its own, or by the name of a function
    let known = [
        "actuation/src/error.rs",
        "algebra/src/error.rs",
        "algebra/src/parse/reader.rs",
        "appell/src/error.rs",
        "appell/src/state/read.rs",
        "code/src/error.rs",
        "command/src/command/findings.rs",
        "linear/src/error.rs",
        "model/src/axis.rs",
        "model/src/losses.rs",
        "model/src/numeric_format.rs",
        "model/src/toml/entry.rs",
        "simulation/src/error.rs",
        "trajectory/src/error.rs",
        "units/src/doubt.rs",
    ];
    let carriers: Vec<&str> = carriers.iter().map(String::as_str).collect();
    assert_eq!(carriers, known, "let the search above know how this file writes codes");
    codes
}

fn is_code(text: &str) -> bool {
    let letters = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    text.len() > 2
        && text.starts_with(|c: char| c.is_ascii_lowercase())
        && text.chars().all(letters)
}

/// The sources of all crates, without their tests.
fn sources(crates: &Path) -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> =
        std::fs::read_dir(crates).unwrap().map(|it| it.unwrap().path().join("src")).collect();
    let mut sources = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => folders.push(path),
                false if path.extension().is_some_and(|it| it == "rs") => sources.push(path),
                false => {}
            }
        }
    }
    sources
}

/// What bash offers behind a line that is typed.
#[cfg(unix)]
fn offered(folder: &Path, words: &[&str]) -> Vec<String> {
    let script = text_of(&["completions", "bash"]);
    let last = words.len() - 1;
    let list: String = words.iter().map(|word| format!("'{word}' ")).collect();
    let program = format!(
        "{script}\nCOMP_WORDS=({list})\nCOMP_CWORD={last}\n_appell appell '{}' '{}'\nprintf '%s\\n' \"${{COMPREPLY[@]}}\"\ncomplete -p appell\n",
        words[last],
        words[last - 1],
    );
    let mut bash = Command::new("bash");
    let output = bash.args(["--norc", "-c", &program]).current_dir(folder).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    // where nothing is offered, bash itself offers files
    assert!(text.lines().last().unwrap().contains("-o default"), "{text}");
    text.lines().rev().skip(1).map(str::to_owned).collect()
}

#[cfg(unix)]
#[test]
fn completions_work_in_bash() {
    if !available("bash") {
        return;
    }
    let folder = folder("completions");
    file(&folder, "state.json", "{}");
    assert_eq!(offered(&folder, &["appell", "de"]), ["derive"]);
    assert_eq!(offered(&folder, &["appell", "eval", "2r", "M", "--at", "sta"]), ["state.json"]);
    assert_eq!(offered(&folder, &["appell", "eval", "2r", "M", "--sta"]), ["--states"]);
    let mut forms = offered(&folder, &["appell", "derive", "2r", "M", "--form", ""]);
    forms.sort_unstable();
    assert!(forms.contains(&"grouped".to_owned()) && forms.contains(&"nested".to_owned()));
    assert_eq!(offered(&folder, &["appell", "eval", "pan"]), ["panda"]);
    assert_eq!(offered(&folder, &["appell", "eval", "panda", "dQ/dqd"]), ["dQ/dqdd", "dQ/dqd"]);
    assert_eq!(offered(&folder, &["appell", "check", "a.tex", "--robot", "stan"]), ["stanford"]);
    assert_eq!(offered(&folder, &["appell", "simulate", "bal"]), ["balance"]);
    assert_eq!(offered(&folder, &["appell", "explain", "unknown-rob"]), ["unknown-robot"]);
    assert_eq!(offered(&folder, &["appell", "man", "der"]), ["derive"]);
    assert_eq!(offered(&folder, &["appell", "quantities", "dQ/dqdd"]), ["dQ/dqdd"]);
    assert_eq!(offered(&folder, &["appell", "convert", "pan"]), ["panda"]);
    // a quantity is offered behind the robot only: `p` is one
    let robots = offered(&folder, &["appell", "derive", "p"]);
    assert!(robots.contains(&"panda".to_owned()) && !robots.contains(&"p".to_owned()));
    assert!(offered(&folder, &["appell", "derive", "panda", "p"]).contains(&"p".to_owned()));
    // names of joints are no files
    let script = text_of(&["completions", "bash"]);
    let inputs = script.split("--inputs)").nth(1).unwrap().split(";;").next().unwrap();
    assert!(!inputs.contains("compgen -f"), "{inputs}");
    // a robot may be a file: nothing is offered, so bash offers files
    assert_eq!(offered(&folder, &["appell", "eval", "stat"]), [""]);
    for shell in ["zsh", "fish"] {
        let script = text_of(&["completions", shell]);
        assert!(["derive", " panda ", " balance ", "dQ/dqd"].iter().all(|it| script.contains(it)));
    }
    // the names are offered, not required
    assert!(refusal_of(&["eval", "no_such", "M"]).contains("unknown-robot"));
    for swapped in
        [["derive", "Q", "panda"], ["eval", "J[3]", "panda"], ["eval", "mass_matrix", "2r"]]
    {
        let said = refusal_of(&swapped);
        assert!(
            said.contains(&format!("`{}` is a quantity; the robot comes before", swapped[1])),
            "{said}"
        );
    }
}

#[test]
fn manual_pages_are_written() {
    let page = text_of(&["man"]);
    assert!(page.contains(".TH appell 1") && page.contains("derive"), "{page}");
    let page = text_of(&["man", "derive"]);
    assert!(page.contains(".SH OPTIONS") && page.contains("form"), "{page}");
    assert!(refusal_of(&["man", "drive"]).contains("did you mean `derive`?"));
}

/// A robot with many findings of one kind.
fn with_many_warnings(folder: &Path) -> String {
    let names = (1..=7).map(|k| format!("spare{k} = 1\n"));
    let text =
        format!("name = \"arm\"\ngravity = 9.81\n[parameters]\n{}", names.collect::<String>());
    let joint = "[[joint]]\ntype = \"rotation\"\naxis = \"z\"\nlink = { mass = 1, centre = [1, 0, 0], inertia = { xx = 1, yy = 1, zz = 1 } }\n";
    file(folder, "arm.toml", &format!("{text}{joint}"))
}

#[test]
fn findings_are_cut_listed_or_left_out() {
    let folder = folder("findings");
    let robot = with_many_warnings(&folder);
    let said = |options: &[&str]| {
        let output = appell(&[&["eval", &robot, "M"], options].concat());
        assert_eq!(output.status.code(), Some(0));
        String::from_utf8(output.stderr).unwrap()
    };
    let count = |said: &str| said.matches("warning[unused-parameter]: the parameter").count();
    assert_eq!(count(&said(&[])), 4);
    assert!(said(&[]).contains("and 3 more like this; --findings all lists them"));
    assert_eq!(count(&said(&["--findings", "all"])), 7);
    assert_eq!(count(&said(&["--findings", "2"])), 2);
    assert!(!said(&["--findings", "7"]).contains("more like this"));
    assert_eq!(said(&["-q"]), "");
    // errors are never left out
    let output = appell(&["eval", &robot, "Mm", "--quiet"]);
    assert!(String::from_utf8(output.stderr).unwrap().starts_with("error["));
}

/// On a terminal, which `script` provides: colours, unless NO_COLOR is set; never in a file.
#[cfg(target_os = "linux")]
#[test]
fn colours_are_for_terminals() {
    if !available("script") {
        return;
    }
    let folder = folder("colours");
    let paper = file(&folder, "paper.tex", "$$ G_2 = M_2 g r_{2x} \\cos(q_1 + q_2) \\tag{1} $$\n");
    let program = env!("CARGO_BIN_EXE_appell");
    let shown = |arguments: &str, variables: &[(&str, &str)]| {
        let mut script = Command::new("script");
        script.args(["-qec", &format!("{program} {arguments}"), "/dev/null"]);
        script.env_remove("NO_COLOR").env("TERM", "xterm").envs(variables.iter().copied());
        String::from_utf8(script.output().unwrap().stdout).unwrap()
    };
    let unknown = "show no-such-robot";
    assert!(shown(unknown, &[]).contains("\x1b[1;31merror[unknown-robot]\x1b[0m"));
    let check = format!("check {paper} --robot 2r");
    assert!(shown(&check, &[]).contains("\x1b[32mproved\x1b[0m"), "{}", shown(&check, &[]));
    for variables in [[("NO_COLOR", "1")], [("TERM", "dumb")]] {
        for arguments in [unknown, check.as_str()] {
            let text = shown(arguments, &variables);
            assert!(!text.contains("\x1b[1;31m") && !text.contains("\x1b[32m"), "{text}");
        }
    }
    assert!(!text_of(&["check", &paper, "--robot", "2r"]).contains('\x1b'));
    assert!(!refusal_of(&["show", "no-such-robot"]).contains('\x1b'));
}
