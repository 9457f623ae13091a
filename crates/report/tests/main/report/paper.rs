//! The part on a paper: counterparts and corrections.

use std::collections::BTreeSet;

use appell_model::Robot;
use appell_proof::{NOTATIONS, Notation, Options, Verdict, check};
use appell_report::{Block, CheckedPaper, Inline, Part, ReportOptions, Text};

use super::{EQUATIONS, words};

#[test]
fn every_equation_of_a_paper_has_its_counterpart_and_what_is_wrong_is_corrected() {
    let robot = Robot::bundled("rttrr").unwrap();
    let notation = NOTATIONS.iter().find(|it| it.name == "rttrr-dynamics-2016").unwrap();
    let notation = Notation::read(notation.text).unwrap();
    let paper = include_str!("../../../../proof/papers/rttrr-dynamics-2016.tex");
    let found = check(paper, &robot, Some(&notation), &Options::default()).unwrap();
    let refuted = found.findings.iter().filter(|it| it.refutation().is_some()).count();
    let checked = CheckedPaper { name: "rttrr".to_owned(), findings: found.findings };
    let parts = [Part::Robot].into_iter().chain(EQUATIONS);
    let document = ReportOptions::new().parts(parts).paper(checked).document(&robot).unwrap();
    let section = document.sections.last().unwrap();
    assert_eq!(section.id, "paper");
    let Some(Block::Table(table)) = section.blocks.get(1) else { panic!("no table of verdicts") };
    let without: Vec<String> = table
        .rows
        .iter()
        .filter(|row| words(&row[2]).is_empty())
        .map(|row| words(&row[1]))
        .collect();
    assert_eq!(without, Vec::<String>::new());
    let printed: BTreeSet<String> = table.rows.iter().map(|row| words(&row[0])).collect();
    for number in 1..=37 {
        assert!(printed.contains(&format!("({number})")), "({number}) of the paper");
    }
    let marked = table.rows.iter().filter(|row| words(&row[3]) == "REFUTED").count();
    assert_eq!(marked, refuted);
    let corrected: Vec<String> = document
        .equations()
        .filter(|it| it.id.starts_with("paper-"))
        .map(|it| format!("\\[ {} \\]\n", it.latex()))
        .collect();
    assert_eq!(corrected.len(), refuted);
    // LaTeX of the print is quoted, not words
    let is_quoted = |block: &Block| match block {
        Block::Text(Text(pieces)) => {
            let is_latex = |it: &Inline| matches!(it, Inline::Plain(words) if words.contains('\\'));
            !pieces.iter().any(is_latex)
        }
        _ => true,
    };
    assert!(section.blocks.iter().all(is_quoted));
    // and they are right
    let own = Notation::appell(&robot);
    let again = check(&corrected.concat(), &robot, Some(&own), &Options::default()).unwrap();
    assert!(again.findings.iter().all(|it| matches!(it.verdict, Verdict::Proved(_))));
    assert_eq!(again.findings.len(), refuted);
}
