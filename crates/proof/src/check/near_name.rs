//! Names that nobody knows and that are nearly one that the equation has elsewhere: r_{2y} beside
//! r_{2x}, with which it holds. They are misprints.

use std::collections::BTreeSet;

use appell_algebra::Symbol;
use appell_diagnostic::Diagnostic;
use appell_mechanics::Error;

use super::Unknown;
use super::compared::reason_of;
use super::equation::Checker;
use super::guessing::collect;
use crate::explain::{Kind, Slip};
use crate::known::{COMPONENTS, Known};
use crate::latex::{Ink, InkKind};
use crate::meaning::Meaning;
use crate::meaning::write::{latex, symbol_latex};
use crate::name::Name;
use crate::report::{Finding, Refutation, Verdict};

impl Checker<'_, '_> {
    /// Remembers which names an equation of the document has.
    pub(super) fn count_names(&self, inks: &[Ink]) {
        let mut names = BTreeSet::new();
        collect(inks, &mut names);
        let mut uses = self.defined.uses.borrow_mut();
        names.into_iter().for_each(|name| *uses.entry(name).or_default() += 1);
    }

    /// The findings of an equation with one such name; none where it may be a name of its own.
    pub(super) fn near_name(
        &self,
        inks: &[Ink],
        as_read: &[Finding],
    ) -> Result<Option<Vec<Finding>>, Error> {
        let unmapped = |finding: &Finding| match &finding.verdict {
            Verdict::Unmapped { name, .. } => name.clone(),
            _ => None,
        };
        let unknown: BTreeSet<String> = as_read.iter().filter_map(unmapped).collect();
        let mut names = BTreeSet::new();
        collect(inks, &mut names);
        let mut own = names.iter().filter(|name| unknown.contains(&name.latex()));
        let (Some(name), None) = (own.next(), own.next()) else { return Ok(None) };
        let is_rare = self.defined.uses.borrow().get(name).is_none_or(|count| *count == 1);
        if !self.explains.get() || !is_rare || count(inks, name) != 1 {
            return Ok(None);
        }
        let printed = self.defined.printed.borrow().clone();
        for (symbol, other) in printed.into_iter().filter(|(_, other)| count(inks, other) > 1) {
            let Some((_, index)) = name.near_miss(&other) else { continue };
            let is_index = index.parse::<u32>().is_ok() || COMPONENTS.contains(&index);
            let kind = if is_index { Kind::WrongIndex } else { Kind::WrongSymbol };
            if let Some(findings) = self.with_name(inks, as_read, name, (symbol, kind))? {
                return Ok(Some(findings));
            }
        }
        Ok(None)
    }

    /// The findings where an equation holds with a name read as a symbol: what has the name is wrong.
    fn with_name(
        &self,
        inks: &[Ink],
        as_read: &[Finding],
        name: &Name,
        (symbol, kind): (Symbol, Kind),
    ) -> Result<Option<Vec<Finding>>, Error> {
        let correct = symbol_latex(symbol, self.names);
        let meaning = Meaning::Symbol(symbol, correct.clone());
        self.defined.guesses.borrow_mut().insert(name.clone(), meaning);
        let (mut notes, mut unknown) = (Vec::<Diagnostic>::new(), Unknown::new());
        let refuted = self.refuted.borrow().len();
        let findings = self.equation_as_read(inks, &mut notes, &mut unknown);
        self.defined.guesses.borrow_mut().remove(name);
        self.refuted.borrow_mut().truncate(refuted);
        let mut findings = findings?;
        let is_right = |it: &Finding| matches!(it.verdict, Verdict::Proved(_));
        if findings.len() != as_read.len() || !findings.iter().all(is_right) {
            return Ok(None);
        }
        let printed = name.latex();
        for (finding, before) in findings.iter_mut().zip(as_read) {
            let second_route = finding.verdict.second_route();
            if is_right(before) {
                continue;
            }
            let Some(left) = self.left_side(&finding.quantity) else { return Ok(None) };
            let slip = Slip {
                kind,
                printed: printed.clone(),
                correct: correct.clone(),
                dimension: None,
                whole: None,
            };
            let reason = format!(
                "{}; {printed} is no name of the robot",
                reason_of(std::slice::from_ref(&slip))
            );
            finding.verdict = Verdict::Refuted(Box::new(Refutation {
                reason,
                slips: vec![slip],
                corrected: format!("{left} = {}", finding.printed),
                second_route,
                ..Refutation::default()
            }));
        }
        Ok(Some(findings))
    }

    /// A quantity in the paper's way of writing.
    fn left_side(&self, quantity: &str) -> Option<String> {
        let known = Known::read(quantity, self.robot)?;
        let name = self.names.latex_of(&known, "")?;
        Some(latex(&Meaning::Known(known, name)))
    }
}

/// How often a name stands in what is printed; a square counts twice.
fn count(inks: &[Ink], name: &Name) -> usize {
    let of = |ink: &Ink| -> usize {
        if Name::of(ink, None).as_ref() == Some(name) {
            return 1;
        }
        match &ink.kind {
            InkKind::Group(inside) | InkKind::Root(inside) => count(inside, name),
            InkKind::Fenced { inside, .. } => count(inside, name),
            InkKind::Fraction(above, below) => count(above, name) + count(below, name),
            InkKind::Matrix { rows, .. } => {
                rows.iter().flatten().map(|cell| count(cell, name)).sum()
            }
            InkKind::Lines(lines) => lines.iter().map(|line| count(line, name)).sum(),
            InkKind::Script(script) => {
                let mut plain = script.clone();
                plain.sup.clear();
                let plain = Ink::new(InkKind::Script(plain), ink.span.clone());
                match Name::of(&plain, None).as_ref() == Some(name) {
                    true => 2,
                    false => count(std::slice::from_ref(&script.base), name),
                }
            }
            _ => 0,
        }
    };
    inks.iter().map(of).sum()
}
