//! Names of equations by the lines of their files.

use appell_paper::{Paper, Position};
use appell_proof::Report;

/// Gives equations without a number, which go by their line in the text of the paper, the line of their
/// file.
pub fn name_lines(paper: &Paper, report: &mut Report) {
    let Some(main) = paper.files().first() else { return };
    if paper.text() == main.text() {
        return;
    }
    let starts = std::iter::once(0).chain(paper.text().match_indices('\n').map(|(at, _)| at + 1));
    let starts: Vec<usize> = starts.collect();
    for finding in &mut report.findings {
        let line = finding.equation.strip_prefix("line ").and_then(|it| it.parse::<usize>().ok());
        let Some(start) = line.and_then(|line| starts.get(line.checked_sub(1)?)) else { continue };
        let rest = &paper.text()[*start..];
        let rest = &rest[..rest.find('\n').unwrap_or(rest.len())];
        // the line may begin in the file that names the one of the display
        let display = ["$$", "\\[", "\\begin{"].iter().filter_map(|open| rest.find(open)).min();
        let Position { file, line, .. } = paper.position(start + display.unwrap_or_default());
        let is_main = file == main.name();
        let file = file.rsplit(['/', '\\']).next().unwrap_or(file);
        finding.equation =
            if is_main { format!("line {line}") } else { format!("{file} line {line}") };
    }
}
