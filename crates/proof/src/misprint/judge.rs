//! Whether the proof-reader found what was done to a page.

use appell_mechanics::Error;

use super::{Page, Press};
use crate::check::{Options, check};
use crate::explain::Kind;
use crate::report::{Finding, Report, VerdictKind};

/// What a report says about one page.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Whether the harmed components are refuted and all others proved.
    pub decided: bool,
    /// The kinds of slips that are named, in all harmed components, as often as they are named.
    pub named: Vec<Kind>,
    /// Whether what is offered as correct is proved when it is printed.
    pub corrected: bool,
}

impl Outcome {
    /// Whether just this kind of slip is named. A bracket that is missing, or moved, may be missed
    /// term by term: what is missing is the same. Every other slip must be named once.
    pub fn names(&self, kind: Kind) -> bool {
        let once = match kind {
            Kind::MissingTerm | Kind::MovedRow => true,
            _ => self.named.len() == 1,
        };
        once && !self.named.is_empty() && self.named.iter().all(|named| *named == kind)
    }
}

/// Pages as a paper, numbered from 1.
pub fn paper(pages: &[Page]) -> String {
    numbered(pages.iter().map(|page| page.latex.as_str()))
}

fn numbered<'l>(equations: impl Iterator<Item = &'l str>) -> String {
    let equation = |(index, latex)| format!("$$\n{latex} \\tag{{{}}}\n$$\n\n", index + 1);
    equations.enumerate().map(equation).collect()
}

impl Press<'_> {
    /// Compares what was done to pages with the report about their paper.
    pub fn judge(&self, pages: &[Page], report: &Report) -> Result<Vec<Outcome>, Error> {
        let refuted = |finding| Some((finding, Finding::refutation(finding)?));
        let corrected: Vec<_> = report.findings.iter().filter_map(refuted).collect();
        let again = numbered(corrected.iter().map(|(_, refutation)| refutation.corrected.as_str()));
        let again = check(&again, self.names.robot, self.notation.as_ref(), &Options::default())?;
        let right = |number: usize| {
            let number = number.to_string();
            let mut findings = again.findings.iter().filter(|it| it.equation == number).peekable();
            findings.peek().is_some() && findings.all(|it| it.verdict.kind() == VerdictKind::Proved)
        };
        let outcome = |(index, page): (usize, &Page)| {
            let number = (index + 1).to_string();
            let own = || report.findings.iter().filter(|finding| finding.equation == number);
            let decided = |finding: &Finding| {
                let harmed = page.harmed.contains(&finding.quantity);
                let expected = if harmed { VerdictKind::Refuted } else { VerdictKind::Proved };
                finding.verdict.kind() == expected
            };
            let mut offered =
                corrected.iter().enumerate().filter(|(_, (finding, _))| finding.equation == number);
            Outcome {
                decided: own().count() == page.components && own().all(decided),
                named: own()
                    .filter_map(Finding::refutation)
                    .flat_map(|refutation| &refutation.slips)
                    .map(|slip| slip.kind)
                    .collect(),
                corrected: offered.all(|(at, _)| right(at + 1)),
            }
        };
        Ok(pages.iter().enumerate().map(outcome).collect())
    }
}
