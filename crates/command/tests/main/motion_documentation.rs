//! docs/motion.md: its lists are complete, and its examples run.

#![allow(clippy::unwrap_used, reason = "a test")]

use std::process::Command;

use crate::support::{appell, file, folder, text_of};

const DOCUMENT: &str = include_str!("../../../../docs/motion.md");

/// The quantities that the page lists are those that columns are asked for by.
#[test]
fn the_page_tells_all_quantities_of_columns() {
    let list = DOCUMENT.split("by the letters before the names (").nth(1).unwrap();
    let list: Vec<&str> = list.split(')').next().unwrap().split('`').skip(1).step_by(2).collect();
    let folder = folder("quantities");
    let csv = format!("{}/all.csv", folder.display());
    let rigid = "robot = \"2r\"\n[[motion]]\nto = [1, 0]\nduration = 1\n";
    let elastic = "robot = \"flex1r\"\n[[motion]]\nto = [1]\nduration = 1\n";
    let mut written = Vec::new();
    let inverse = "[inverse]\nrates = true\nwrenches = true\n";
    let direct = "[controller]\nkind = \"feedforward\"\n";
    let vibrations = "[inverse]\nvibrations = true\nwrenches = true\n";
    // what the one problem has, and the other not
    for (verb, motion, problem, others) in [
        ("inverse", rigid, inverse, &["Ek", "Ep", "W", "ref", "e", "omega", "zeta"][..]),
        ("inverse", elastic, vibrations, &["Ek", "Ep", "W", "ref", "e", "dddq", "dQ"][..]),
        ("simulate", rigid, direct, &["dddq", "dQ", "P", "f", "n", "omega", "zeta"][..]),
    ] {
        let text = format!("{motion}{problem}");
        text_of(&[verb, &file(&folder, "all.toml", &text), "--out", &csv, "--force"]);
        let all = std::fs::read_to_string(&csv).unwrap();
        // asked for by all names that are its own, it is all of it
        let names: Vec<&&str> = list.iter().filter(|name| !others.contains(name)).collect();
        let text = format!("{text}[output]\ncolumns = {names:?}\n");
        text_of(&[verb, &file(&folder, "some.toml", &text), "--out", &csv, "--force"]);
        assert_eq!(std::fs::read_to_string(&csv).unwrap(), all, "{names:?}");
        written.extend(names.into_iter().copied());
    }
    assert!(list.len() == 16 && list.iter().all(|name| written.contains(name)), "{list:?}");
}

/// The scenarios of the page are read, and its commands answer what stands below them.
#[test]
fn the_examples_of_the_page_run() {
    let folder = folder("motion-page");
    let blocks: Vec<(&str, &str)> = DOCUMENT
        .split("```")
        .skip(1)
        .step_by(2)
        .map(|block| block.split_once('\n').unwrap())
        .collect();
    let mut examples = 0;
    for pair in blocks.windows(2) {
        if let [("toml", scenario), ("sh", _)] = pair {
            file(&folder, "move.toml", scenario);
        }
        let [("sh", command), ("text", printed)] = pair else { continue };
        let words: Vec<&str> = command.trim().split(' ').skip(1).collect();
        let output = Command::new(env!("CARGO_BIN_EXE_appell"))
            .args(&words)
            .current_dir(&folder)
            .output()
            .unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(String::from_utf8(output.stdout).unwrap(), *printed, "{command}{said}");
        examples += 1;
    }
    assert!(examples >= 3, "{examples}");
    assert!(appell(&["simulate", "--help"]).status.success());
}
