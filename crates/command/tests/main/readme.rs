//! What the README shows can be typed.

use std::process::Command;

use crate::support::folder;

const README: &str = include_str!("../../../../README.md");

/// Files that the reader brings along.
const OWN_FILES: [&str; 4] = ["my_robot.urdf", "my_arm.urdf.xacro", "paper.tex", "states.csv"];

/// The text between two marks, each time they occur.
fn between(open: &'static str, close: &'static str) -> impl Iterator<Item = &'static str> {
    README.split(open).skip(1).filter_map(move |rest| rest.split_once(close)).map(|(text, _)| text)
}

#[test]
fn every_command_runs() {
    let folder = folder("readme");
    let files = between("```toml\n", "```");
    for (name, text) in ["arm.toml", "move.toml"].into_iter().zip(files) {
        std::fs::write(folder.join(name), text).unwrap();
    }
    let blocks = between("```sh\n", "```").flat_map(str::lines);
    let lines = blocks.chain(between("| `", "` |")).filter_map(|line| line.strip_prefix("appell "));
    let mut count = 0;
    for line in lines.filter(|line| OWN_FILES.iter().all(|file| !line.contains(file))) {
        let arguments = line.split(" #").next().unwrap_or_default();
        let mut command = Command::new(env!("CARGO_BIN_EXE_appell"));
        // it answers until it is stopped
        let studio: &[&str] = match arguments.starts_with("studio") {
            true => &["--no-browser", "--time", "1"],
            false => &[],
        };
        let output = command
            .args(arguments.split_whitespace())
            .args(studio)
            .current_dir(&folder)
            .output()
            .unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "appell {line}\n{errors}");
        count += 1;
    }
    assert!(count >= 14, "only {count} commands were found");
}
