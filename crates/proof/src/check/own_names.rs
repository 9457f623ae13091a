//! Names that a paper defines itself, though they have a customary meaning: `y = I_2 + h l_{c2}` is no
//! coordinate of the tool. Before anything is refuted, such names are taken for the paper's own; they are
//! where equations that use them hold then.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use appell_algebra::Error as AlgebraError;
use appell_mechanics::Error;

use super::definition::lone_name;
use super::paper::equations as by_equation;
use super::{Judged, Mode, Paper, wanted};
use crate::latex::{Document, Operator, equations};
use crate::name::Name;
use crate::notation::Names;
use crate::report::{Finding, Report, VerdictKind};

/// How many names are looked at one by one.
const MOST_SINGLE: usize = 6;

impl Paper<'_> {
    /// The names that are the paper's own; none where custom explains as much.
    pub(super) fn own_names(&self, plain: &Report) -> Result<Option<BTreeSet<Name>>, Error> {
        let is_wrong = |it: &Finding| it.verdict.kind() == VerdictKind::Refuted;
        if !plain.findings.iter().any(is_wrong) {
            return Ok(None);
        }
        // what holds by custom is customary
        let findings = by_equation(plain);
        let is_open = |index: &usize| {
            let own = findings.get(index).copied().unwrap_or_default();
            !own.iter().any(|it| it.verdict.kind() == VerdictKind::Proved)
        };
        let names = Names::new(self.robot, self.notation, &Rc::default());
        let mut lines = self.named_lines();
        let derived = derived_names(self.text);
        let is_derived = |name: &str| {
            derived.range(name..).next().is_some_and(|behind| behind.starts_with(name))
        };
        lines.retain(|index, name| {
            // without the backslash of a Greek letter
            let latex = name.latex();
            let is_derived = is_derived(latex.trim_start_matches('\\'));
            is_open(index) && !names.is_settled(name) && !is_derived
        });
        let mut own: BTreeSet<Name> = lines.values().cloned().collect();
        if own.is_empty() || self.gain(plain, &own, &lines)? == 0 {
            return Ok(None);
        }
        // a coordinate of the tool that is misprinted, and of which nothing else follows, stays one
        let doubtful: BTreeSet<Name> = lines
            .iter()
            .filter(|(index, _)| findings.get(*index).is_some_and(|own| own.iter().any(is_wrong)))
            .map(|(_, name)| name.clone())
            .collect();
        for name in doubtful.into_iter().take(MOST_SINGLE) {
            let gain = self.gain(plain, &own, &lines)?;
            let mut fewer = own.clone();
            fewer.remove(&name);
            if !fewer.is_empty() && self.gain(plain, &fewer, &lines)? >= gain {
                own = fewer;
            }
        }
        Ok(Some(own))
    }

    /// How many equations hold when names are the paper's own that do not hold by custom; 0 where one holds
    /// by custom only, or where as much is refuted. The lines of the names themselves do not count.
    fn gain(
        &self,
        plain: &Report,
        own_names: &BTreeSet<Name>,
        lines: &BTreeMap<usize, Name>,
    ) -> Result<usize, Error> {
        let trial = Paper { own_names, ..*self }.judged(self.robot, Mode::default());
        self.options.budget.check().map_err(AlgebraError::from)?;
        let Ok(Judged { report: other, .. }) = trial else { return Ok(0) };
        let count = |report: &Report, kind: VerdictKind| {
            report.findings.iter().filter(|it| it.verdict.kind() == kind).count()
        };
        let fewer = count(&other, VerdictKind::Refuted) < count(plain, VerdictKind::Refuted);
        if other.stopped.is_some() || !fewer {
            return Ok(0);
        }
        let (others, mut gain) = (by_equation(&other), 0);
        for (index, plain) in by_equation(plain) {
            if lines.get(&index).is_some_and(|name| own_names.contains(name)) {
                continue;
            }
            let proved = |findings: &[Finding]| {
                findings.iter().filter(|it| it.verdict.kind() == VerdictKind::Proved).count()
            };
            let (before, after) = (proved(plain), proved(others.get(&index).unwrap_or(&&[][..])));
            if after < before {
                return Ok(0);
            }
            gain += after - before;
        }
        Ok(gain)
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
