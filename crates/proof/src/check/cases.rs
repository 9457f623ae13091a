//! Special cases: an equation that differs from what was derived may be right in a state, or with values of parameters,
//! that the paper states. If its own sentence or display states them, it is proved under that assumption. If they are
//! stated elsewhere in the paragraph, or the equation is right in a special state that is not named, it is undecided.

use std::collections::BTreeSet;
use std::ops::Range;

use appell_algebra::{Poly, Rational, Symbol};
use appell_mechanics::Error;
use appell_model::JointKind;

use super::Paper;
use super::context::{
    end_of_text, has_words, is_denied, paragraph_before, sentence_before, start_of_sentence,
};
use super::evidence::{is_doubtful, too_unlike};
use super::paper::{all_proved, equations, replace};
use super::stated::{Stated, Statement, Values};
use crate::explain::{Kind, Slip};
use crate::hypothesis::Hypothesis;
use crate::report::{Assumption, Doubt, Finding, Proof, Report, Verdict, VerdictKind};

/// How many sets of values are tried on one equation.
const MOST_SETS: usize = 24;

/// The largest robot for which special states that nothing names are tried.
const LARGEST_ROBOT: usize = 3;

/// So many terms are not forgotten, but left out.
const MANY_TERMS: usize = 4;

/// Words before a value that is meant for what follows.
const INTRODUCTIONS: [&str; 18] = [
    "at",
    "for",
    "with",
    "when",
    "where",
    "if",
    "let",
    "set",
    "setting",
    "put",
    "position",
    "configuration",
    "posture",
    "case",
    "state",
    "and",
    "or",
    "rest",
];

/// Words before an equation that may say that terms are neglected.
const OMISSIONS: [&str; 24] = [
    "neglect",
    "neglected",
    "neglecting",
    "negligible",
    "ignoring",
    "ignored",
    "not considered",
    "without",
    "absence",
    "absent",
    "horizontal",
    "locked",
    "blocked",
    "perpendicular",
    "right angle",
    "right angles",
    "bent",
    "stretched",
    "massless",
    "part",
    "contribution",
    "share",
    "average",
    "alone",
];

/// Words before an equation by which it holds in a limit.
const LIMITS: [&str; 4] = ["in the limit", "limiting case", "rigid limit", "tends to infinity"];

impl Paper<'_> {
    /// Proves what is right with the values that its display or its sentence states, or that hold throughout.
    pub(super) fn in_stated_cases(&self, report: &mut Report, stated: &Stated) {
        let printed = self.printed_in(report.findings.iter().filter(|it| is_proved(it)));
        let holds = |it: &&Statement| {
            it.proves && self.are_absent(&it.values, &printed) && !self.is_denied(it)
        };
        let throughout: Vec<&Statement> = stated.general().filter(holds).collect();
        for own in differing(report) {
            let Some(place) = own.first().map(|it| it.span.clone()) else { continue };
            let said = stated.near(&place).filter(|it| it.proves && self.introduces(it, &place));
            let all: Vec<&Statement> = throughout.iter().copied().chain(said).collect();
            let Some(values) = self.first_right(own, &sets(all.iter().map(|it| &it.values))) else {
                continue;
            };
            let others = all.iter().filter_map(|it| it.other.as_ref());
            if !others.into_iter().all(|it| self.is_right(own, &replaced(&values, it))) {
                continue;
            }
            let words = format!("where {}, as the paper says", self.words(&values));
            let assumption = Assumption { name: "case".to_owned(), words };
            for finding in own.iter_mut().filter(|it| deviates(it)) {
                let assumptions = vec![assumption.clone()];
                finding.verdict = Verdict::Proved(Proof { assumptions, ..Proof::default() });
            }
        }
    }

    /// Proves equations of motion that follow with the values that hold throughout: those of a solid sphere.
    pub(super) fn statements_in_stated_cases(
        &self,
        report: &mut Report,
        stated: &Stated,
    ) -> Result<(), Error> {
        let is_open = |it: &Finding| it.verdict.doubt() == Some(Doubt::FollowsNot);
        let printed = self.printed_in(report.findings.iter().filter(|it| is_proved(it)));
        let mut values = Values::new();
        for statement in stated.general().filter(|it| it.proves && !self.is_denied(it)) {
            let is_new =
                |(symbol, _): &&(Symbol, Poly)| !values.iter().any(|(own, _)| own == symbol);
            if self.are_absent(&statement.values, &printed) {
                let new: Values = statement.values.iter().filter(is_new).cloned().collect();
                values.extend(new);
            }
        }
        if values.is_empty() || !report.findings.iter().any(is_open) {
            return Ok(());
        }
        let words = format!("{}, as the paper says", self.words(&values));
        let hypothesis = Hypothesis::of_values("case", words, values);
        if let Some(other) = self.judged_under(&hypothesis, false)? {
            replace(report, &other, &hypothesis, |own, other| {
                own.iter().any(is_open) && all_proved(other)
            });
        }
        Ok(())
    }

    /// Decides equations in names that the paper introduces for parameters, `m` for `m_1 = m_2`.
    pub(super) fn in_introduced_names(
        &self,
        report: &mut Report,
        stated: &Stated,
    ) -> Result<(), Error> {
        let values = stated.introduced();
        let symbols = self.robot.symbols();
        let own: BTreeSet<Symbol> = values.iter().flat_map(|(_, it)| it.symbols(symbols)).collect();
        let is_in_them = |it: &Finding| {
            it.value
                .as_ref()
                .is_some_and(|it| it.symbols(symbols).iter().any(|it| own.contains(it)))
        };
        if !report.findings.iter().any(|it| deviates(it) && is_in_them(it)) {
            return Ok(());
        }
        let words = format!("{}, as the paper says", self.words(&values));
        let hypothesis = Hypothesis::of_values("case", words, values);
        let Some(other) = self.judged_under(&hypothesis, true)? else { return Ok(()) };
        let is_decided = |it: &Finding| is_proved(it) || it.refutation().is_some();
        let is_open = |own: &[Finding]| own.iter().any(|it| deviates(it) && is_in_them(it));
        let others = equations(&other);
        let mut groups =
            report.findings.chunk_by(|a, b| a.index == b.index).filter(|it| is_open(it));
        // where nothing holds in these names, more is different than a slip
        if groups.any(|own| others.get(&own[0].index).is_some_and(|it| all_proved(it))) {
            replace(report, &other, &hypothesis, |own, other| {
                is_open(own) && other.iter().all(is_decided)
            });
            return Ok(());
        }
        for finding in report.findings.iter_mut().filter(|it| is_in_them(it)) {
            if finding.refutation().is_some() {
                finding.verdict = too_unlike();
            }
        }
        Ok(())
    }

    /// The state of rest: no velocities and no accelerations.
    fn rest(&self) -> Result<Values, Error> {
        let mut values = Values::new();
        for coordinate in self.robot.coordinates() {
            for order in 1..=2 {
                values.push((coordinate.derivative(order)?, Poly::ZERO));
            }
        }
        Ok(values)
    }

    /// Makes undecided what is right with values that the paper states elsewhere, or in a special state, and equations
    /// with missing terms that the text before them may neglect.
    pub(super) fn in_unsaid_cases(
        &self,
        report: &mut Report,
        stated: &Stated,
    ) -> Result<(), Error> {
        let printed = self.printed_in(report.findings.iter().filter(|it| is_proved(it)));
        let mut special = self.special_states()?;
        special.retain(|values| self.are_absent(values, &printed));
        for own in differing(report) {
            let Some(place) = own.first().map(|it| it.span.clone()) else { continue };
            let near = stated.near(&place).filter(|it| self.is_one_paragraph(&it.span, &place));
            let near: Vec<&Statement> = near.chain(stated.general()).collect();
            let said = sets(near.iter().map(|it| &it.values));
            let said = self.first_right(own, &said).or_else(|| {
                // if all of it is zero there, that alone does not prove it
                let is_zero = |it: &Finding| it.value.as_ref().is_some_and(Poly::is_zero);
                let is_right = |values: &&Values| self.is_right(own, values);
                said.iter().find(is_right).filter(|_| own.iter().all(is_zero)).cloned()
            });
            let slips = || own.iter().filter_map(Finding::refutation).flat_map(|it| &it.slips);
            let found = said.or_else(|| {
                let is_one = slips().count() < 2;
                if is_one { None } else { self.first_right(own, &special) }
            });
            let is_omitted =
                |slip: &Slip| matches!(slip.kind, Kind::MissingTerm | Kind::MissingFactor);
            let words = paragraph_before(self.text, &place);
            // "and for the second link": the energy of a part under the name of the whole
            let is_energy = own.iter().any(|it| ["Ek", "Ep"].contains(&it.quantity.as_str()));
            let is_part = is_energy && ["link", "body"].iter().any(|word| has_words(words, word));
            let is_jacobian = own.iter().any(|it| it.quantity.starts_with('J'));
            let reason = match found {
                Some(values) => {
                    format!("it is right where {}, which may not be meant", self.words(&values))
                }
                None if slips().all(is_omitted)
                    && (is_part || OMISSIONS.iter().any(|word| has_words(words, word))) =>
                {
                    "terms are missing, which the text before it may neglect".to_owned()
                }
                None if !self.robot.is_elastic()
                    && slips().count() >= MANY_TERMS
                    && slips().all(|it| it.kind == Kind::MissingTerm)
                    && self.is_right(own, &self.rest()?) =>
                {
                    "many terms with velocities or accelerations are missing: it may be meant at rest, or with a joint \
                     locked"
                        .to_owned()
                }
                // which of its rows are printed is not known
                None if is_jacobian && near.iter().any(|it| !it.is_general) => {
                    "it is stated for a special position, in which it cannot be compared".to_owned()
                }
                None if is_limit(sentence_before(self.text, &place)) => {
                    "it may be meant for a limit, of which the sentence before it speaks".to_owned()
                }
                None => continue,
            };
            for finding in own.iter_mut().filter(|it| it.refutation().is_some()) {
                finding.verdict = Verdict::undecided(Doubt::Condition, &reason);
            }
        }
        Ok(())
    }

    /// Whether a statement is about the equation at a place: it is in the same display, or leads to it.
    fn introduces(&self, statement: &Statement, place: &Range<usize>) -> bool {
        let span = &statement.span;
        if span.start < place.end && place.start < span.end {
            return true;
        }
        let start = start_of_sentence(self.text, end_of_text(self.text, place.start));
        if span.start < start || span.start >= place.start || self.is_denied(statement) {
            return false;
        }
        let before = self.text.get(start..span.start).unwrap_or_default();
        // in apposition: "with the joint locked, $\dot q_2 = 0$"
        let is_apposition = before.trim_end().ends_with([',', '(', ':', ';']);
        // behind another value: "at $q_1 = 0$, $q_2 = 0$"
        let before = before.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '$');
        let word = before.rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
        let is_word = !self.text[span.clone()].starts_with('$');
        let is_led = INTRODUCTIONS.iter().any(|it| it.eq_ignore_ascii_case(word));
        is_word || is_led || is_apposition || before.ends_with('$')
    }

    /// Whether the sentence of a statement denies it, or speaks of where something is singular.
    fn is_denied(&self, statement: &Statement) -> bool {
        let (text, span) = (self.text, &statement.span);
        let start = start_of_sentence(text, span.start);
        let before = text.get(start..span.start).unwrap_or_default();
        let behind = text.get(span.end..).unwrap_or_default();
        let end = behind.find(['.', '$', '\n']).unwrap_or(behind.len());
        // "the base is at rest" is not about the joints
        is_denied(before)
            || is_denied(&behind[..end])
            || ["singular at", "singularities at", "base"].iter().any(|it| has_words(before, it))
    }

    /// The symbols in the printed formulas.
    fn printed_in<'f>(&self, findings: impl Iterator<Item = &'f Finding>) -> BTreeSet<Symbol> {
        let symbols = self.robot.symbols();
        findings.filter_map(|it| it.value.as_ref()).flat_map(|it| it.symbols(symbols)).collect()
    }

    fn are_absent(&self, values: &Values, printed: &BTreeSet<Symbol>) -> bool {
        values.iter().all(|(symbol, _)| !printed.contains(symbol))
    }

    /// The first values with which everything that differs is right.
    fn first_right(&self, own: &[Finding], sets: &[Values]) -> Option<Values> {
        let (symbols, budget) = (self.robot.symbols(), &self.options.budget);
        let is_right = |values: &&Values| self.is_right(own, values);
        // 0 = 0 is no evidence
        let says = |values: &&Values| {
            own.iter().filter_map(|it| it.value.as_ref()).any(|printed| {
                printed.substitute_all(values, symbols, budget).is_ok_and(|it| !it.is_zero())
            })
        };
        // a symbol whose value is inserted is not printed any more
        let printed = self.printed_in(own.iter());
        let is_absent = |values: &&Values| self.are_absent(values, &printed);
        sets.iter().filter(is_absent).filter(is_right).find(says).cloned()
    }

    /// Whether all that differs is right with some values.
    fn is_right(&self, own: &[Finding], values: &Values) -> bool {
        let (symbols, budget) = (self.robot.symbols(), &self.options.budget);
        own.iter().filter(|it| deviates(it)).all(|it| {
            let difference = it.difference.as_ref();
            let rest = difference.and_then(|it| it.substitute_all(values, symbols, budget).ok());
            rest.is_some_and(|rest| rest.is_zero())
        })
    }

    /// `q2 = 0, q2' = 0`.
    fn words(&self, values: &Values) -> String {
        let symbols = self.robot.symbols();
        let each = values.iter().map(|(symbol, value)| {
            format!("{} = {}", Poly::symbol(*symbol).text(symbols), value.text(symbols))
        });
        each.collect::<Vec<_>>().join(", ")
    }

    /// One coordinate at zero or one angle at a multiple of a quarter turn, one joint at rest, all coordinates at zero.
    fn special_states(&self) -> Result<Vec<Values>, Error> {
        let joints = self.robot.joints().iter();
        let moving: Vec<_> = joints.filter_map(|it| Some((it.coordinate?, it.kind))).collect();
        if moving.len() > LARGEST_ROBOT {
            return Ok(Vec::new());
        }
        let mut states = Vec::new();
        for (q, kind) in &moving {
            let quarters: &[i64] = if *kind == JointKind::Rotation { &[0, 1, -1, 2] } else { &[0] };
            for quarter in quarters {
                let turn = Rational::new(*quarter, 2)?;
                states.push(vec![(*q, Poly::symbol(Symbol::PI).scale(&turn))]);
            }
            let rates = [1, 2].into_iter().filter_map(|order| q.derivative(order).ok());
            states.push(rates.map(|rate| (rate, Poly::ZERO)).collect());
        }
        states.push(moving.iter().map(|(q, _)| (*q, Poly::ZERO)).collect());
        Ok(states)
    }

    /// The text between two places.
    fn between(&self, a: &Range<usize>, b: &Range<usize>) -> &str {
        let (start, end) = (a.end.min(b.end), a.start.max(b.start));
        self.text.get(start..end.max(start)).unwrap_or_default()
    }

    fn is_one_paragraph(&self, a: &Range<usize>, b: &Range<usize>) -> bool {
        let between = self.between(a, b);
        !between.lines().skip(1).any(|line| line.trim().is_empty())
            || a.start < b.end && b.start < a.end
    }
}

/// The equations of which something differs from what was derived, or may.
fn differing(report: &mut Report) -> impl Iterator<Item = &mut [Finding]> {
    let equations = report.findings.chunk_by_mut(|a, b| a.index == b.index);
    equations.filter(|own| own.iter().any(deviates))
}

fn is_proved(finding: &Finding) -> bool {
    finding.verdict.kind() == VerdictKind::Proved
}

/// Whether a finding differs from what was derived, or may.
fn deviates(finding: &Finding) -> bool {
    finding.refutation().is_some() || is_doubtful(&finding.verdict)
}

/// Whether a sentence speaks of a limit: `k \to \infty`.
fn is_limit(sentence: &str) -> bool {
    let has_arrow = sentence.contains("\\to") || sentence.contains("\\rightarrow");
    has_arrow && sentence.contains("\\infty") || LIMITS.iter().any(|it| has_words(sentence, it))
}

/// Values, some of them by others of the same symbols.
fn replaced(values: &Values, others: &Values) -> Values {
    let other = |symbol: &Symbol| others.iter().find(|(it, _)| it == symbol);
    values.iter().map(|it| other(&it.0).unwrap_or(it).clone()).collect()
}

/// Sets of values that do not contradict each other: all together, and each alone.
fn sets<'s>(stated: impl Iterator<Item = &'s Values>) -> Vec<Values> {
    let mut sets: Vec<Values> = Vec::new();
    let mut whole: Vec<Values> = vec![Vec::new()];
    for values in stated {
        let names: BTreeSet<Symbol> = values.iter().map(|(symbol, _)| *symbol).collect();
        if !sets.contains(values) {
            sets.push(values.clone());
        }
        let mut branches = Vec::new();
        for set in &mut whole {
            let others: Values =
                set.iter().filter(|(symbol, _)| !names.contains(symbol)).cloned().collect();
            let contradicts = others.len() < set.len();
            let merged: Values = others.into_iter().chain(values.iter().cloned()).collect();
            if contradicts { branches.push(merged) } else { *set = merged }
        }
        whole.extend(branches);
        whole.truncate(MOST_SETS);
    }
    sets.truncate(MOST_SETS);
    whole.retain(|set| !set.is_empty());
    sets.extend(whole);
    sets
}
