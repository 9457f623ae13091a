//! Where findings are in the files of a paper.

use appell::diagnostic::{Diagnostic, Place};
use appell::paper::{Paper, Position, SourceFile};
use appell::proof::{Finding, Report};

/// File, line and column at which a finding begins.
pub(super) fn position<'p>(paper: &'p Paper, finding: &Finding) -> Position<'p> {
    paper.position(finding.span.start)
}

/// Gives equations without a number, which go by their line in the text of the paper, the line of their
/// file.
pub(super) fn name_lines(paper: &Paper, report: &mut Report) {
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

/// Diagnostics about the text of a paper by the files that they are about, with their places there.
pub(super) fn in_files<'p>(
    paper: &'p Paper,
    diagnostics: &[Diagnostic],
) -> Vec<(&'p SourceFile, Vec<Diagnostic>)> {
    let mut out: Vec<(&SourceFile, Vec<Diagnostic>)> = Vec::new();
    for diagnostic in diagnostics {
        let span = match &diagnostic.place {
            Place::Span(span) => span.clone(),
            _ => 0..0,
        };
        let (file, span) = paper.origin(span);
        let mut diagnostic = diagnostic.clone();
        if matches!(diagnostic.place, Place::Span(_)) {
            diagnostic = diagnostic.at(span);
        }
        match out.iter_mut().find(|(known, _)| std::ptr::eq(*known, file)) {
            Some((_, list)) => list.push(diagnostic),
            None => out.push((file, vec![diagnostic])),
        }
    }
    out
}
