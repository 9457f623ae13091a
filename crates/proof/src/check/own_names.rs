//! Names that a paper defines itself, though they have a customary meaning: `y = I_2 + h l_{c2}` is no
//! coordinate of the tool. Before anything is refuted, such names are taken for the paper's own; they are
//! where equations that use them hold then.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use appell_algebra::Error as AlgebraError;
use appell_mechanics::Error;
use appell_model::Robot;

use super::definition::lone_name;
use super::paper::equations as by_equation;
use super::{Judged, Mode, Paper, wanted};
use crate::latex::{Document, Operator, equations};
use crate::name::Name;
use crate::notation::{Names, guesses};
use crate::report::{Doubt, Finding, Report, Verdict, VerdictKind};

const AMBIGUOUS: &str = "it differs from what was derived, but other equations hold by it: a misprint, or a letter of \
                         the paper's own, which a file for --notation can say";
/// With so few slips a line is a misprint of the customary quantity, not another one.
const NEAR: usize = 2;
/// The quantities that are evidence for the meaning of a name: sums of energies hold whatever their parts are.
const EVIDENCE: [&str; 7] = ["M", "C", "G", "Q", "c", "J", "T"];

impl Paper<'_> {
    /// The names that usually mean vectors or matrices and that the paper uses for scalars,
    /// `a_1 = m_1 l_{c1}^2 + I_1`, and the names of angles that it sets equal to something with a unit,
    /// `\theta_1 = m_1 l_{c1}^2`.
    pub(super) fn own_scalars(&self, plain: &Judged) -> BTreeSet<Name> {
        let (angles, plain) = (plain.stated.angles_with_units(self.robot), &plain.report);
        let findings = by_equation(plain);
        let is_scalar = |it: &Finding| matches!(&it.verdict, Verdict::Unreadable(problem) if problem.code == "scalar");
        let is_own =
            |index: &usize| findings.get(index).is_some_and(|own| own.iter().all(is_scalar));
        let has_scalars = plain.findings.iter().any(is_scalar);
        if self.notation.is_some() || !has_scalars && angles.is_empty() {
            return BTreeSet::new();
        }
        let names = Names::new(self.robot, self.notation, &Rc::default());
        let is_angle = |name: &Name| {
            let is_own = || names.alias(name).is_some_and(|it| angles.contains(&it));
            !angles.is_empty() && !names.is_settled(name) && is_own()
        };
        let lines = self.named_lines().into_iter();
        // N_1 is a force in other books
        let is_free = |name: &Name| guesses(name, self.robot).is_empty();
        let is_its = |(at, name): &(usize, Name)| is_own(at) && is_free(name) || is_angle(name);
        lines.filter(is_its).map(|(_, name)| name).collect()
    }

    /// The report with names that are the paper's own; none where custom explains as much.
    pub(super) fn by_own_names(
        &self,
        second: &Robot,
        plain: &Report,
    ) -> Result<Option<Report>, Error> {
        let is_wrong = |it: &Finding| it.verdict.kind() == VerdictKind::Refuted;
        if !plain.findings.iter().any(is_wrong) {
            return Ok(None);
        }
        let (lines, near) = self.open_lines(plain);
        let own: BTreeSet<Name> = lines.values().cloned().collect();
        let mut found = None;
        if !own.is_empty() && self.gain(plain, &own, &lines)?.is_some() {
            let all = self.own_names | &own;
            let paper = Paper { own_names: &all, ..*self };
            let judged = paper.judged(second, Mode { explains: true, ..Mode::default() })?;
            let report = paper.by_other_conventions(second, &judged)?;
            found = Some(report.unwrap_or(judged.report));
        }
        // a coordinate of the tool with another sign may be a misprint, or a letter of the paper's own
        let is_coordinate = |name: &Name| ["x", "y", "z"].contains(&name.latex().as_str());
        let letters = near.values().filter(|name| is_coordinate(name)).cloned();
        let own: BTreeSet<Name> = own.into_iter().chain(letters).collect();
        let lines: BTreeMap<usize, Name> = lines.into_iter().chain(near).collect();
        let report = found.as_ref().unwrap_or(plain);
        if report.findings.iter().any(is_wrong)
            && let Some(other) = self.gain(report, &own, &lines)?
        {
            let mut report = report.clone();
            let others = by_equation(&other);
            for finding in report.findings.iter_mut().filter(|it| is_wrong(it)) {
                let same = others.get(&finding.index).copied().unwrap_or_default();
                if !same.iter().any(is_wrong) {
                    finding.verdict = Verdict::undecided(Doubt::TooUnlike, AMBIGUOUS);
                }
            }
            found = Some(report);
        }
        Ok(found)
    }

    /// The lines that define names and do not hold by custom: those that are no misprint of what is customary,
    /// and those that may be one.
    fn open_lines(&self, plain: &Report) -> (BTreeMap<usize, Name>, BTreeMap<usize, Name>) {
        let findings = by_equation(plain);
        let of = |index: &usize| findings.get(index).copied().unwrap_or_default();
        let is_open =
            |index: &usize| !of(index).iter().any(|it| it.verdict.kind() == VerdictKind::Proved);
        let names = Names::new(self.robot, self.notation, &Rc::default());
        let derived = derived_names(self.text);
        let is_derived = |name: &str| {
            derived.range(name..).next().is_some_and(|behind| behind.starts_with(name))
        };
        let mut lines = self.named_lines();
        lines.retain(|index, name| {
            // without the backslash of a Greek letter
            let latex = name.latex();
            let is_derived = is_derived(latex.trim_start_matches('\\'));
            is_open(index) && !names.is_settled(name) && !is_derived
        });
        let is_near = |index: &usize| {
            let refutations = of(index).iter().filter_map(Finding::refutation);
            refutations.into_iter().any(|it| it.slips.len() <= NEAR)
        };
        lines.into_iter().partition(|(index, _)| !is_near(index))
    }

    /// The report when names are the paper's own, where equations hold then that do not hold by custom, less is
    /// refuted, and nothing holds by custom only. The lines of the names themselves do not count.
    fn gain(
        &self,
        plain: &Report,
        own_names: &BTreeSet<Name>,
        lines: &BTreeMap<usize, Name>,
    ) -> Result<Option<Report>, Error> {
        let all = self.own_names | own_names;
        let trial = Paper { own_names: &all, ..*self }.judged(self.robot, Mode::default());
        self.options.budget.check().map_err(AlgebraError::from)?;
        let Ok(Judged { report: other, .. }) = trial else { return Ok(None) };
        let count = |report: &Report, kind: VerdictKind| {
            report.findings.iter().filter(|it| it.verdict.kind() == kind).count()
        };
        let fewer = count(&other, VerdictKind::Refuted) < count(plain, VerdictKind::Refuted);
        if other.stopped.is_some() || !fewer {
            return Ok(None);
        }
        let (others, mut gain) = (by_equation(&other), 0);
        for (index, plain) in by_equation(plain) {
            if lines.get(&index).is_some_and(|name| own_names.contains(name)) {
                continue;
            }
            let is_proved = |it: &&Finding| it.verdict.kind() == VerdictKind::Proved;
            let other = others.get(&index).copied().unwrap_or_default();
            let before = plain.iter().filter(is_proved).count();
            let after = other.iter().filter(is_proved).count();
            // the quantity itself or an entry of it; `T + U` is none
            let is_evidence = |it: &Finding| {
                let entry = |name: &&str| it.quantity.strip_prefix(*name);
                it.quantity.starts_with("\\ddot")
                    || EVIDENCE
                        .iter()
                        .filter_map(entry)
                        .any(|rest| rest.is_empty() || rest.starts_with(['[', '.']))
            };
            if after < before || after > before && !other.iter().all(is_evidence) {
                return Ok(None);
            }
            gain += after - before;
        }
        drop(others);
        Ok(Some(other).filter(|_| gain > 0))
    }

    /// The equations that say what a name is: by their numbers, counted as [`Finding::index`] does.
    fn named_lines(&self) -> BTreeMap<usize, Name> {
        let mut lines = BTreeMap::new();
        let mut count = 0;
        for block in Document::new(self.text).flatten() {
            if !block.inline && !wanted(&block.number, self.options.only) {
                continue;
            }
            let Ok(inks) = block.inks else {
                count += 1;
                continue;
            };
            for equation in equations(inks, &mut Vec::new()) {
                let sides: Vec<_> = equation.split(|ink| ink.is(Operator::Equal)).collect();
                if let [left, _] = sides.as_slice()
                    && let Some(name) = lone_name(left)
                    && name == name.bare().undotted()
                {
                    lines.insert(count, name);
                }
                count += 1;
            }
        }
        lines
    }
}

/// What a paper takes derivatives of, each with some of the text behind it: quantities of the motion, such as a
/// Lagrangian, whose derivatives would hold whatever they are.
fn derived_names(text: &str) -> BTreeSet<&str> {
    const MARKS: [&str; 6] = ["\\partial", "\\dot", "\\ddot", "\\delta", "\\nabla", "d"];
    /// No name that is looked for is longer.
    const LONGEST: usize = 40;
    let marks = MARKS.into_iter().flat_map(|mark| text.match_indices(mark));
    let is_mark = |(at, mark): &(usize, &str)| {
        let is_word = text[..*at].ends_with(|c: char| c.is_alphabetic() || c == '\\');
        mark.starts_with('\\') || !is_word
    };
    let behind = marks.filter(is_mark).map(|(at, mark)| {
        let rest = text[at + mark.len()..].trim_start_matches([' ', '{', '}', '(', '\\', ',', '!']);
        let end = rest.char_indices().nth(LONGEST).map_or(rest.len(), |(end, _)| end);
        &rest[..end]
    });
    behind.collect()
}
