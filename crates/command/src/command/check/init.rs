//! `appell check PAPER --init DIR`: a robot file and a notation to go on from.

use std::path::Path;

use appell::paper::Paper;
use appell::proof::draft;

use crate::command::findings::Failure;
use crate::command::{End, Outcome, output};

/// Writes the drafts into a folder, and says what was assumed.
pub(super) fn init(
    name: &str,
    paper: &Paper,
    folder: &str,
    force: bool,
) -> Result<Outcome, Failure> {
    let draft = draft(paper.text())?;
    let folder = Path::new(folder);
    let [robot, notation] = ["robot.toml", "notation.toml"].map(|file| folder.join(file));
    std::fs::create_dir_all(folder).map_err(|error| output::refused(folder, &error))?;
    let files = [
        (robot.as_path(), draft.robot.as_bytes()),
        (notation.as_path(), draft.notation.as_bytes()),
    ];
    output::write_all(&files, force)?;
    let mut text = format!("drafted {} and {}\n", robot.display(), notation.display());
    text.push_str("\nassumed, and written at the top of the robot file:\n");
    for assumption in &draft.assumptions {
        text.push_str(&format!("  - {assumption}\n"));
    }
    text.push_str(&format!(
        "\ncorrect them, then: appell check {name} --robot {} --notation {}\n",
        robot.display(),
        notation.display()
    ));
    Ok(Outcome { text, end: End::Fine })
}
