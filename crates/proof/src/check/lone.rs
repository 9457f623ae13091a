//! Conventions that explain a single equation. They are assumed if the paper names them in words. Without such words,
//! an equation with several slips that one convention explains is undecided instead of refuted.

use std::collections::BTreeSet;
use std::rc::Rc;

use appell_algebra::{BudgetedPoly, Error as AlgebraError};
use appell_mechanics::{Error, PolynomialArithmetic};

use super::context::{find_words, has_words, is_denied, start_of_sentence};
use super::paper::{Weight, assumption, differs, equations, is_right, weight};
use super::{Judged, Mode, Paper, Refuted, slope};
use crate::defined::DefinedNames;
use crate::hypothesis::Hypothesis;
use crate::report::{Doubt, Finding, Proof, Report, Verdict, VerdictKind};
use crate::truth::{Convention, Truth};

/// Conventions by their names, and the words by which papers say that they follow them.
const WORDS: [(&str, &[&str]); 5] = [
    ("rods", &["uniform", "homogeneous", "slender", "thin rod", "thin rods"]),
    ("mass-centre", &["uniform", "homogeneous", "midpoint", "midpoints", "middle of", "halfway"]),
    ("point-masses", &["point mass", "point masses", "massless", "concentrated"]),
    ("no-inertia", &["point mass", "point masses", "massless", "concentrated"]),
    ("inertia", &["about the joint", "about the joints", "about its joint", "about the pivot"]),
];

/// What these words must be about.
const LINKS: [&str; 6] = ["link", "links", "rod", "rods", "bar", "bars"];

/// In a paper with more that differs, no equation is alone.
const MOST_WRONG: usize = 40;

impl Paper<'_> {
    /// Decides equations that a convention explains and a single slip does not: each is proved if the paper names the
    /// convention in words, else undecided.
    pub(super) fn by_lone_conventions(
        &self,
        report: &mut Report,
        plain: &Judged,
    ) -> Result<(), Error> {
        let is_wrong = |it: &Finding| it.refutation().is_some();
        let wrong = report.findings.iter().filter(|it| is_wrong(it)).count();
        if wrong == 0 || wrong > MOST_WRONG {
            return Ok(());
        }
        let said = self.said();
        let hypotheses = self.hypotheses()?;
        let polynomials = PolynomialArithmetic::new(self.robot, self.options.budget.clone());
        let defined = Rc::new(DefinedNames::new(self.robot)?);
        let mut truth = Truth::new(self.robot, defined, &polynomials)?.with_slopes(slope);
        for hypothesis in &hypotheses {
            self.options.budget.check().map_err(AlgebraError::from)?;
            // in a single equation a term that is left out, or an exchanged index, is a slip
            let is_slip = |name: &&str| ["no-gravity", "no-friction", "order"].contains(name);
            if hypothesis.names.len() > 1 || hypothesis.names.iter().any(is_slip) {
                continue;
            }
            let is_said = hypothesis.names.iter().all(|name| said.contains(name));
            truth.set_convention(Convention { hypothesis, poly: BudgetedPoly::poly });
            // right under the convention, as far as its scalars were compared
            let is_explained = |own: &[Finding]| {
                let slips = own.iter().filter_map(Finding::refutation).map(|it| it.slips.len());
                let case = |it: &Finding| {
                    let is_it = |case: &&Refuted| Some(&case.printed) == it.value.as_ref();
                    plain.refuted.iter().filter(is_it).any(|case| is_right(case, &truth))
                };
                own.iter().any(is_wrong)
                    && slips.sum::<usize>() > 1
                    && own.iter().filter(|it| differs(it)).all(case)
            };
            let mut own = report.findings.chunk_by(|a, b| a.index == b.index);
            if !own.any(is_explained) {
                continue;
            }
            let Some(other) = self.under_trial(hypothesis, &plain.report)? else { continue };
            let others = equations(&other);
            for own in report.findings.chunk_by_mut(|a, b| a.index == b.index) {
                let other = own.first().and_then(|it| others.get(&it.index).copied());
                let is_right = |it: &Finding| it.verdict.kind() == VerdictKind::Proved;
                if is_explained(own) && other.is_some_and(|it| it.iter().all(is_right)) {
                    own.iter_mut().filter(|it| differs(it)).for_each(|finding| {
                        finding.verdict = verdict(hypothesis, is_said);
                    });
                }
            }
            // a paper follows one convention: no second one may prove anything
            if is_said {
                break;
            }
        }
        Ok(())
    }

    /// The report under a convention; none if it contradicts something that holds.
    fn under_trial(
        &self,
        hypothesis: &Hypothesis,
        plain: &Report,
    ) -> Result<Option<Report>, Error> {
        let trial = Mode { hypothesis: Some(hypothesis), ..Mode::default() };
        let judged = self.judged(self.robot, trial);
        self.options.budget.check().map_err(AlgebraError::from)?;
        let report = judged.ok().map(|judged| judged.report);
        Ok(report.filter(|it| !matches!(weight(plain, it), Weight::Contradicts)))
    }

    /// The conventions that the paper names in words, in a sentence about links.
    fn said(&self) -> BTreeSet<&'static str> {
        let text = self.text;
        let is_it = |at: usize| {
            let start = start_of_sentence(text, at);
            let end = text[at..].find(". ").map_or(text.len(), |end| at + end);
            let sentence = &text[start..text.floor_char_boundary(end.min(at + LONGEST))];
            LINKS.iter().any(|word| has_words(sentence, word)) && !is_denied(sentence)
        };
        let is_said = |words: &[&str]| words.iter().any(|it| find_words(text, it).any(is_it));
        WORDS.iter().filter(|(_, words)| is_said(words)).map(|(name, _)| *name).collect()
    }
}

/// How long the rest of a sentence may be, in bytes.
const LONGEST: usize = 300;

fn verdict(hypothesis: &Hypothesis, is_said: bool) -> Verdict {
    if is_said {
        let assumptions = vec![assumption(hypothesis)];
        return Verdict::Proved(Proof { assumptions, ..Proof::default() });
    }
    let reason =
        format!("it is right if {}, which nothing else in the paper shows", hypothesis.words);
    Verdict::undecided(Doubt::Convention, reason)
}
