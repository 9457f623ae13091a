//! Why a refuted equation is wrong: the fewest and smallest changes that make it right.

mod angle;
mod bracket;
mod edit;
mod exchange;
mod occurrence;
mod remainder;
mod rewrite;
mod single;
mod slip;
mod structural;
mod vector;

use std::cell::Cell;

use appell_algebra::{Poly, Rational, Term as PolyTerm};

pub use slip::{Kind, Slip};

use crate::dimension::Dimensions;
use crate::meaning::{Meaning, Style};
use crate::notation::Names;
#[cfg(feature = "misprint")]
pub(crate) use edit::differ_in_index;
pub(crate) use edit::{Change, Edit};
use edit::{Wanted, meant_by};
#[cfg(feature = "misprint")]
pub(crate) use occurrence::Path;
pub(crate) use occurrence::part;
use occurrence::{Leaf, Occurrences, Term};
use remainder::Remainder;
#[cfg(feature = "misprint")]
pub(crate) use rewrite::arranged;
pub(crate) use rewrite::meaning_of;
pub(crate) use single::single_edits;
pub(crate) use vector::{Mended, Sides, mend};

/// An explanation: what was changed, and the formula after it.
pub(crate) struct Explanation {
    pub(crate) slips: Vec<Slip>,
    pub(crate) corrected: Meaning,
}

/// How many slips one equation is credited with; one with more is written anew.
const MOST_SLIPS: usize = 60;

/// How many changes are tried for one equation, so that one that is wrong throughout comes to an
/// end.
const MOST_TRIED: usize = 1_000_000;

/// Explains why a printed formula is not what was derived. The value of a part is none when the
/// search is to stop.
pub(crate) fn explain(
    printed: &Meaning,
    derived: &Poly,
    names: &Names<'_>,
    dimensions: &Dimensions,
    value: &dyn Fn(&Meaning) -> Option<Poly>,
) -> Explanation {
    let style = style_of(printed).unwrap_or(Style::Full);
    let search = Search { names, dimensions, value, style, tried: Cell::new(0) };
    let start = match printed {
        Meaning::Sum(_) => printed.clone(),
        Meaning::Number(number) if number.is_zero() => Meaning::Sum(Vec::new()),
        other => Meaning::Sum(vec![(false, other.clone())]),
    };
    search.run(start, derived).unwrap_or_else(|| {
        let corrected = meaning_of(derived, style, names);
        let slip = Slip {
            kind: Kind::Rewritten,
            printed: crate::meaning::write::latex(printed),
            correct: crate::meaning::write::latex(&corrected),
            dimension: None,
            whole: None,
        };
        Explanation { slips: vec![slip], corrected }
    })
}

/// A change that may have to be made, with what it does to the value of the formula.
struct Candidate {
    edit: Edit,
    change: Poly,
    /// The value of what is printed at its place.
    before: Poly,
}

struct Search<'s, 'r> {
    names: &'s Names<'r>,
    dimensions: &'s Dimensions,
    value: &'s dyn Fn(&Meaning) -> Option<Poly>,
    style: Style,
    tried: Cell<usize>,
}

impl Search<'_, '_> {
    fn run(&self, mut formula: Meaning, derived: &Poly) -> Option<Explanation> {
        let mut slips = Vec::new();
        let mut difference = derived - &(self.value)(&formula)?;
        while !difference.is_zero() {
            let edits = self.next(&formula, &difference, derived)?;
            let explains_all = |edit: &Edit| {
                let value = edit.applied(&formula).and_then(|it| (self.value)(&it));
                value.is_some_and(|value| value == *derived)
            };
            if slips.is_empty()
                && !matches!(edits.as_slice(), [edit] if explains_all(edit))
                && let Some(exchanged) = self.exchanged(&formula, derived)
            {
                return Some(exchanged);
            }
            if slips.len() + edits.len() > MOST_SLIPS {
                return None;
            }
            for edit in edits {
                let (printed, correct) = edit.words(&formula);
                let (dimension, whole) = self.around(&formula, &edit, derived);
                formula = edit.applied(&formula)?;
                slips.push(Slip { kind: edit.kind, printed, correct, dimension, whole });
            }
            let left = derived - &(self.value)(&formula)?;
            // every step must help, or there would be no end
            if left.term_count() >= difference.term_count() {
                return None;
            }
            difference = left;
        }
        Some(Explanation { slips, corrected: formula })
    }

    /// Whether no term of a polynomial has the dimension of the equation.
    fn never_fits(&self, poly: &Poly, derived: &Poly) -> bool {
        poly.terms().all(|term| !self.dimensions.fits(&Poly::from(term), derived))
    }

    /// None when enough was tried.
    fn goes_on(&self) -> Option<()> {
        (self.tried.get() < MOST_TRIED).then_some(())
    }

    /// What the dimension of the term in which a change lies says against it, and the value of a
    /// term that as a whole is too many or missing.
    fn around(
        &self,
        formula: &Meaning,
        edit: &Edit,
        derived: &Poly,
    ) -> (Option<String>, Option<Poly>) {
        if let Change::Append(terms) = &edit.change {
            return (None, (self.value)(&Meaning::Sum(terms.clone())));
        }
        let path = edit.path();
        let terms = Occurrences::of(formula, self.value).map_or(Vec::new(), |it| it.terms);
        let around = terms.iter().filter(|term| path.starts_with(&term.path));
        let Some(term) = around.max_by_key(|term| term.path.len()) else { return (None, None) };
        let value = &term.context * &term.value;
        let objection = self.dimensions.objection(&value, derived);
        (objection, Some(value).filter(|_| edit.kind == Kind::ExtraTerm))
    }

    /// The next changes: the single one that explains most at the least cost, else two in one
    /// term, else whole terms.
    fn next(&self, formula: &Meaning, difference: &Poly, derived: &Poly) -> Option<Vec<Edit>> {
        let occurrences = Occurrences::of(formula, self.value)?;
        // a term, perhaps a long bracket, that is all there is too many; else another index that
        // makes the bracket vanish, M (g - g), would look like a smaller change
        let remainder = Remainder::new(difference);
        let mut terms = occurrences.terms.iter();
        let extra = terms
            .find(|term| remainder.gain(&-&(&term.context * &term.value)) == remainder.count());
        if let Some(extra) = extra {
            let change = Change::Remove(extra.path.clone());
            return Some(vec![Edit { kind: Kind::ExtraTerm, change }]);
        }
        let wanted = Wanted::of(difference);
        let mut best: Option<(i64, Edit)> = None;
        let mut consider = |Candidate { edit, change, before }: Candidate| {
            self.tried.set(self.tried.get() + 1);
            let gain = remainder.gain(&change);
            if gain <= 0
                || !remainder.belongs(&change, &before, derived)
                || !self.dimensions.fits(&(&before + &change), derived)
            {
                return;
            }
            // what is regrouped is right then, or was something else
            let regroups = matches!(
                edit.kind,
                Kind::AngleSum | Kind::Bracket | Kind::Rates | Kind::Structural
            );
            if regroups && gain != remainder.count() {
                let left = difference - &change;
                if Remainder::new(&left).touches(&(&before + &change)) {
                    return;
                }
            }
            // what explains all that is wrong comes first, then what explains a part of it without
            // touching anything else
            let whole = if gain == remainder.count() { 1000 } else { 0 };
            let clean = if gain == change.term_count() as i64 { 500 } else { 0 };
            let score = whole + clean + if whole > 0 { 0 } else { 10 * gain } - edit.kind.cost();
            if best.as_ref().is_none_or(|(known, _)| score > *known) {
                best = Some((score, edit));
            }
        };
        let suspicious = |value: &Poly| remainder.touches(value);
        for term in &occurrences.terms {
            if suspicious(&(&term.context * &term.value)) {
                self.goes_on()?;
                self.of_term(term, &wanted).into_iter().for_each(&mut consider);
            }
        }
        for leaf in &occurrences.leaves {
            if suspicious(&(&leaf.context * &leaf.value)) {
                self.goes_on()?;
                self.of_leaf(leaf, formula, &wanted).into_iter().for_each(&mut consider);
            }
        }
        self.structural(formula, &occurrences, &suspicious).into_iter().for_each(&mut consider);
        let products = self.products(formula, &occurrences, &wanted, &suspicious);
        products.into_iter().for_each(&mut consider);
        self.brackets(formula, &occurrences, &suspicious).into_iter().for_each(&mut consider);
        self.of_formula(formula, &wanted).into_iter().for_each(&mut consider);
        // a change that explains both what is printed and what is missing; a sign or a number
        // changes one and the same term
        let single = |(score, edit): &(i64, Edit)| {
            *score > 10 || matches!(edit.kind, Kind::Sign | Kind::Factor)
        };
        if let Some((_, edit)) = best.filter(single) {
            return Some(vec![edit]);
        }
        if let Some(edits) = self.pair(formula, &occurrences, difference) {
            return Some(edits);
        }
        self.whole_terms(&occurrences, difference, derived)
    }

    /// Changes of a term as a whole: its sign, a number, a factor that it lacks.
    fn of_term(&self, term: &Term, wanted: &Wanted) -> Vec<Candidate> {
        let whole = &term.context * &term.value;
        let at = || term.path.clone();
        let mut out = Vec::new();
        let mut add = |kind, change, by: Poly| {
            out.push(Candidate { edit: Edit { kind, change }, change: by, before: whole.clone() });
        };
        add(Kind::Sign, Change::Turn(at()), whole.scale(&Rational::from(-2)));
        for number in [2i64, 3, 4] {
            let factor = Meaning::Number(number.into());
            let more = whole.scale(&Rational::from(number - 1));
            add(Kind::Factor, Change::Multiply(at(), factor), more);
            let part = Rational::new(1, number).unwrap_or(Rational::ONE);
            let less = whole.scale(&(part - Rational::ONE));
            add(Kind::Factor, Change::Halve(at(), number.into()), less);
        }
        for factor in wanted.factors(self.style, self.names) {
            let Some(value) = (self.value)(&factor) else { continue };
            let change = &(&whole * &value) - &whole;
            add(Kind::MissingFactor, Change::Multiply(at(), factor), change);
        }
        out
    }

    /// Changes of a factor: another symbol, sine or power, or none.
    fn of_leaf(&self, leaf: &Leaf, formula: &Meaning, wanted: &Wanted) -> Vec<Candidate> {
        let Some(printed) = part(formula, &leaf.path) else { return Vec::new() };
        let before = &leaf.context * &leaf.value;
        let mut out = Vec::new();
        for (kind, meant) in meant_by(printed, wanted, self.names) {
            let Some(value) = (self.value)(&meant) else { continue };
            let change = &leaf.context * &(&value - &leaf.value);
            let edit = Edit { kind, change: Change::Replace(leaf.path.clone(), meant) };
            out.push(Candidate { edit, change, before: before.clone() });
        }
        let product = leaf.path.split_last().and_then(|(_, path)| part(formula, path));
        if matches!(product, Some(Meaning::Product(factors)) if factors.len() > 1) {
            let change = &leaf.context - &before;
            let edit = Edit { kind: Kind::ExtraFactor, change: Change::Drop(leaf.path.clone()) };
            out.push(Candidate { edit, change, before });
        }
        out
    }

    /// Changes of a sum as a whole: all its signs, a factor that all its terms lack.
    fn of_formula(&self, formula: &Meaning, wanted: &Wanted) -> Vec<Candidate> {
        let (Meaning::Sum(terms), Some(before)) = (formula, (self.value)(formula)) else {
            return Vec::new();
        };
        if terms.len() < 2 {
            return Vec::new();
        }
        let mut out = Vec::new();
        let mut add = |kind, with, change| {
            let edit = Edit { kind, change: Change::Replace(Vec::new(), with) };
            out.push(Candidate { edit, change, before: before.clone() });
        };
        let turned = terms.iter().map(|(minus, term)| (!minus, term.clone())).collect();
        add(Kind::Sign, Meaning::Sum(turned), before.scale(&Rational::from(-2)));
        let times = |factor: &Meaning| {
            let product = Meaning::Product(vec![factor.clone(), formula.clone()]);
            Meaning::Sum(vec![(false, product)])
        };
        for factor in wanted.factors(self.style, self.names) {
            let Some(value) = (self.value)(&factor) else { continue };
            add(Kind::MissingFactor, times(&factor), &(&before * &value) - &before);
        }
        out
    }

    /// Two changes in one term, which turn it into a term that is missing.
    fn pair(
        &self,
        formula: &Meaning,
        occurrences: &Occurrences,
        difference: &Poly,
    ) -> Option<Vec<Edit>> {
        let mut best: Option<(i64, Vec<Edit>)> = None;
        let remainder = Remainder::new(difference);
        for term in &occurrences.terms {
            let whole = &term.context * &term.value;
            // the term as printed must be one that is too many
            if whole.term_count() != 1 || remainder.gain(&-&whole) != 1 {
                continue;
            }
            let left = difference + &whole;
            for missing in left.terms() {
                let Some(edits) = self.chain(formula, &term.path, &whole, missing) else {
                    continue;
                };
                let cost: i64 = edits.iter().map(|edit| edit.kind.cost()).sum();
                // more than this is another term
                let limit = Kind::MissingTerm.cost() + Kind::Sign.cost();
                if cost < limit && best.as_ref().is_none_or(|(known, _)| cost < *known) {
                    best = Some((cost, edits));
                }
            }
        }
        best.map(|(_, edits)| edits)
    }

    /// The changes that turn a term of single factors into a missing one, one after the other.
    fn chain(
        &self,
        formula: &Meaning,
        path: &[usize],
        whole: &Poly,
        missing: PolyTerm<'_>,
    ) -> Option<Vec<Edit>> {
        let target = Poly::from(missing);
        let mut edits = Vec::new();
        let mut current = formula.clone();
        let mut value = whole.clone();
        while value != target {
            if edits.len() == 2 {
                return None;
            }
            let step = self.step(&current, path, &value, &target)?;
            current = step.applied(&current)?;
            let occurrences = Occurrences::of(&current, self.value)?;
            let term = occurrences.terms.into_iter().find(|term| term.path == path)?;
            value = &term.context * &term.value;
            edits.push(step);
        }
        Some(edits)
    }

    /// The change of one term that brings it nearest to another.
    fn step(&self, formula: &Meaning, path: &[usize], value: &Poly, target: &Poly) -> Option<Edit> {
        let occurrences = Occurrences::of(formula, self.value)?;
        let wanted = Wanted::of(target);
        let from = distance(value, target)?;
        let mut best: Option<(i64, Edit)> = None;
        let mut consider = |edit: Edit, after: &Poly| {
            let Some(distance) = distance(after, target).filter(|distance| *distance < from) else {
                return;
            };
            let score = 10 * distance + edit.kind.cost();
            if best.as_ref().is_none_or(|(known, _)| score < *known) {
                best = Some((score, edit));
            }
        };
        consider(Edit { kind: Kind::Sign, change: Change::Turn(path.to_vec()) }, &-value);
        for number in [2i64, 3, 4] {
            let factor = Meaning::Number(number.into());
            let change = Change::Multiply(path.to_vec(), factor);
            consider(Edit { kind: Kind::Factor, change }, &value.scale(&number.into()));
            let part = Rational::new(1, number).unwrap_or(Rational::ONE);
            let change = Change::Halve(path.to_vec(), number.into());
            consider(Edit { kind: Kind::Factor, change }, &value.scale(&part));
        }
        for factor in wanted.factors(self.style, self.names) {
            let Some(more) = (self.value)(&factor) else { continue };
            let change = Change::Multiply(path.to_vec(), factor);
            consider(Edit { kind: Kind::MissingFactor, change }, &(value * &more));
        }
        for leaf in occurrences.leaves.iter().filter(|leaf| leaf.path.starts_with(path)) {
            let Some(printed) = part(formula, &leaf.path) else { continue };
            for (kind, meant) in meant_by(printed, &wanted, self.names) {
                let Some(new) = (self.value)(&meant) else { continue };
                let change = Change::Replace(leaf.path.clone(), meant);
                consider(Edit { kind, change }, &(&leaf.context * &new));
            }
            let change = Change::Drop(leaf.path.clone());
            if leaf.path.len() > path.len() {
                consider(Edit { kind: Kind::ExtraFactor, change }, &leaf.context);
            }
        }
        best.map(|(_, edit)| edit)
    }

    /// Terms that are too many, then those that are missing.
    fn whole_terms(
        &self,
        occurrences: &Occurrences,
        difference: &Poly,
        derived: &Poly,
    ) -> Option<Vec<Edit>> {
        let remainder = Remainder::new(difference);
        // terms that cannot be right by their dimension are all too many, however often they stand there
        let misfits = occurrences.terms.iter().rev().filter(|term| {
            let whole = &term.context * &term.value;
            term.path.len() == 1 && remainder.touches(&whole) && self.never_fits(&whole, derived)
        });
        let remove = |term: &Term| {
            let change = Change::Remove(term.path.clone());
            Edit { kind: Kind::ExtraTerm, change }
        };
        let misfits: Vec<Edit> = misfits.map(remove).collect();
        if !misfits.is_empty() {
            return Some(misfits);
        }
        let extra = occurrences.terms.iter().find(|term| {
            let whole = &term.context * &term.value;
            remainder.gain(&-&whole) == whole.term_count() as i64
        });
        if let Some(term) = extra {
            return Some(vec![remove(term)]);
        }
        let missing = match meaning_of(difference, self.style, self.names) {
            Meaning::Sum(terms) => terms,
            single => vec![(false, single)],
        };
        let edit = |term| Edit { kind: Kind::MissingTerm, change: Change::Append(vec![term]) };
        Some(missing.into_iter().map(edit).collect())
    }
}

/// How many factors two single terms differ by; a different coefficient counts as one.
fn distance(a: &Poly, b: &Poly) -> Option<i64> {
    let single = |poly: &'_ Poly| poly.term_count() == 1;
    if !single(a) || !single(b) {
        return None;
    }
    let (Some(a), Some(b)) = (a.terms().next(), b.terms().next()) else { return None };
    let mut distance = 0;
    if a.coefficient.is_negative() != b.coefficient.is_negative() {
        distance += 1;
    }
    if a.coefficient.abs() != b.coefficient.abs() {
        distance += 1;
    }
    let exponent = |factors: &[appell_algebra::Factor], atom| {
        factors.iter().find(|factor| factor.atom == atom).map_or(0, |factor| factor.exponent)
    };
    let mut atoms: Vec<_> = a.factors.iter().chain(b.factors).map(|factor| factor.atom).collect();
    atoms.sort_unstable();
    atoms.dedup();
    for atom in atoms {
        distance += i64::from((exponent(a.factors, atom) - exponent(b.factors, atom)).abs());
    }
    Some(distance)
}

/// The style of the first sine in a formula.
fn style_of(meaning: &Meaning) -> Option<Style> {
    match meaning {
        Meaning::Wave(_, _, style) => Some(*style),
        Meaning::Sum(terms) => terms.iter().find_map(|(_, term)| style_of(term)),
        Meaning::Product(factors) => factors.iter().find_map(style_of),
        Meaning::Power(inside, _) => style_of(inside),
        Meaning::Quotient(a, b) => style_of(a).or_else(|| style_of(b)),
        _ => None,
    }
}
