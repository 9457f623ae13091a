//! Names that different books use for different things: a reading is tried, and taken for the whole
//! document where an equation holds by it, or nearly does.

mod readings;

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use appell_algebra::{Atom, Poly};
use appell_diagnostic::Diagnostic;
use appell_mechanics::{Error, Kind};

use super::Unknown;
use super::definition::lone_name;
use super::equation::{Checker, Refuted};
use crate::explain::Slip;
use crate::latex::{Ink, InkKind, Operator};
use crate::meaning::Meaning;
use crate::meaning::evaluate::value;
use crate::name::Name;
use crate::report::{Finding, VerdictKind};
use readings::{is_some_point, is_total_energy};

/// How many readings of one equation are tried.
const MOST_TRIALS: usize = 64;

/// How long an equation may be whose names are tried, in bytes.
const LONGEST: usize = 20_000;

/// Names that differ in their numbers alone, and what each may mean, by the number of the reading.
#[derive(Default)]
struct Family {
    names: Vec<(Name, Vec<Option<Meaning>>)>,
    readings: usize,
}

impl Checker<'_, '_> {
    /// The findings of one equation, with nothing about its number.
    pub(crate) fn equation(
        &self,
        inks: &[Ink],
        notes: &mut Vec<Diagnostic>,
        unknown: &mut Unknown,
    ) -> Result<Vec<Finding>, Error> {
        let refuted = self.refuted.borrow().len();
        let (mut own_notes, mut own_unknown) = (notes.clone(), unknown.clone());
        let as_read = self.equation_as_read(inks, &mut own_notes, &mut own_unknown)?;
        let is_defined = self.has_notation && all(&as_read, &[VerdictKind::Defined]);
        if !is_defined && !all(&as_read, &[VerdictKind::Proved]) {
            let of_reading = self.refuted.borrow_mut().split_off(refuted);
            if let Some(findings) = self.guessed(inks, &as_read, notes, unknown)? {
                return Ok(findings);
            }
            if let Some(findings) = self.near_name(inks, &as_read)? {
                return Ok(findings);
            }
            if let Some(findings) = self.elsewhere(inks, &as_read)? {
                return Ok(findings);
            }
            self.refuted.borrow_mut().extend(of_reading);
        }
        (*notes, *unknown) = (own_notes, own_unknown);
        Ok(as_read)
    }

    /// The findings by another reading of names that are not known, or not known to fit.
    fn guessed(
        &self,
        inks: &[Ink],
        as_read: &[Finding],
        notes: &mut Vec<Diagnostic>,
        unknown: &mut Unknown,
    ) -> Result<Option<Vec<Finding>>, Error> {
        // what is this long has other faults than its names
        let length = inks
            .last()
            .zip(inks.first())
            .map_or(0, |(a, b)| a.span.end - b.span.start.min(a.span.end));
        if length > LONGEST || self.renames_drives(inks) {
            return Ok(None);
        }
        let refuted_as_read = all(as_read, &[VerdictKind::Proved, VerdictKind::Refuted]);
        let families = self.families(inks);
        let trials: usize = families
            .iter()
            .map(|family| family.readings + 1)
            .try_fold(1, usize::checked_mul)
            .unwrap_or(usize::MAX);
        if families.is_empty() || trials > MOST_TRIALS {
            return Ok(None);
        }
        let before = self.defined.guesses.borrow().clone();
        let explains = self.explains.replace(false);
        let refuted = self.refuted.borrow().len();
        let (mut near, mut perhaps): (Option<(usize, usize)>, Option<usize>) = (None, None);
        // the last trial is the near miss, where no reading holds
        for trial in (1..trials).map(Some).chain([None]) {
            let nearest = near.map(|(_, number)| number);
            let Some(number) = trial.or(nearest).or(perhaps.filter(|_| explains)) else { break };
            self.explains.set(explains && trial.is_none());
            let mut rest = number;
            let mut guesses = before.clone();
            // what may be a symbol by custom is no misprint of something else
            let mut has_custom = false;
            // whether names that differ in their numbers alone have the same meaning elsewhere
            let mut is_settled = true;
            // points and time derivatives are known by what holds alone
            let (mut is_place, mut is_point, mut is_elsewhere) = (false, false, false);
            for family in &families {
                let reading = (rest % (family.readings + 1)).checked_sub(1);
                for (name, readings) in &family.names {
                    let meaning = reading.and_then(|at| readings.get(at)?.as_ref());
                    // g(q) is not the acceleration g
                    let is_bare = *name == name.bare();
                    has_custom |= meaning.is_some()
                        && is_bare
                        && self.names.alias(&name.undotted()).is_some();
                    let is_open = || !before.keys().any(|it| it.family() == name.family());
                    has_custom |= meaning.is_some_and(|it| is_some_point(name, it)) && is_open();
                    let is_some =
                        |it: &Meaning| matches!(it, Meaning::Product(_) | Meaning::Rate(_));
                    is_point |= meaning.is_some_and(is_some) && name.centre().is_none();
                    is_elsewhere |= meaning.is_some_and(|it| self.may_be_elsewhere(name, it));
                    is_place |=
                        meaning.is_some() && (name.place_letter().is_some() || name.dots() > 0);
                    is_settled &= meaning.is_some_and(|it| is_sibling(name, it, &before));
                    guesses.extend(meaning.map(|meaning| (name.clone(), meaning.clone())));
                }
                rest /= family.readings + 1;
            }
            let letter = letter_of_two_meanings(&guesses);
            *self.defined.guesses.borrow_mut() = guesses;
            let (mut own_notes, mut own_unknown) = (notes.clone(), unknown.clone());
            let findings = self.equation_as_read(inks, &mut own_notes, &mut own_unknown)?;
            if let Some(letter) = letter {
                // the equation holds, but with two meanings of the letter: neither is taken
                if all(&findings, &[VerdictKind::Proved]) {
                    self.defined.ambiguous.borrow_mut().insert(letter);
                }
                self.refuted.borrow_mut().truncate(refuted);
                continue;
            }
            // E may be the energy of some of the bodies
            let is_energy = self
                .defined
                .guesses
                .borrow()
                .iter()
                .any(|(name, meaning)| !before.contains_key(name) && is_total_energy(meaning));
            let is_taken = near.is_some() && !is_energy || has_clear_slip(&findings);
            if all(&findings, &[VerdictKind::Proved]) || trial.is_none() && is_taken {
                if trial.is_some() {
                    self.remember_orders(&before);
                }
                self.with_other_coordinates(&mut self.defined.guesses.borrow_mut());
                self.explains.set(explains);
                (*notes, *unknown) = (own_notes, own_unknown);
                return Ok(Some(findings));
            }
            let decided = all(&findings, &[VerdictKind::Proved, VerdictKind::Refuted]);
            let wrong = self.refuted.borrow_mut().split_off(refuted);
            // z may be counted downwards
            let is_opposite = |it: &Refuted| (&it.printed + &it.derived).is_zero();
            let is_upside_down = is_place && wrong.iter().any(is_opposite);
            if has_custom || refuted_as_read || is_upside_down || is_elsewhere {
                continue;
            }
            let is_read = || {
                let unread = [VerdictKind::Unmapped, VerdictKind::Unreadable];
                !findings.iter().any(|it| unread.contains(&it.verdict.kind()))
            };
            let is_near = || decided && !is_point && self.is_near_miss(&findings, &wrong);
            if is_settled && is_read() || is_near() {
                // of several forces, that from which the least differs
                let is_force = self.defined.guesses.borrow().values().any(is_driving_force);
                let terms = wrong.iter().map(|it| (&it.printed - &it.derived).term_count());
                let rest = if is_force { terms.sum() } else { 0 };
                near = near.filter(|(least, _)| *least <= rest).or(Some((rest, number)));
            } else if perhaps.is_none() && decided && !is_place {
                perhaps = Some(number).filter(|_| self.may_be_misprint(&wrong));
            }
        }
        self.explains.set(explains);
        *self.defined.guesses.borrow_mut() = before;
        Ok(None)
    }

    /// Whether an equation says that two letters are the same drive, `u = \tau`, which does not say of which joints.
    fn renames_drives(&self, inks: &[Ink]) -> bool {
        let mut sides = inks.split(|ink| ink.is(Operator::Equal));
        let is_drive = |side: &[Ink]| {
            let name = lone_name(side);
            let known = name.as_ref().and_then(|it| self.names.quantity(it));
            let known = known.map(|it| Meaning::Known(it, String::new()));
            let readings = || name.map_or_else(Vec::new, |it| self.readings(&it));
            known.map_or_else(readings, |it| vec![it]).iter().any(is_driving_force)
        };
        self.robot.coordinates().len() > 1 && sides.all(is_drive)
    }

    /// Forgets the meanings of letters that have two of them; whether there were any.
    pub(super) fn forget_ambiguous(&self) -> bool {
        let ambiguous = self.defined.ambiguous.borrow();
        let other_order = self.order_of_christoffel().map(|order| {
            let mut orders = self.defined.orders.borrow_mut();
            std::mem::take(&mut orders[1 - order])
        });
        let mut guesses = self.defined.guesses.borrow_mut();
        let before = guesses.len();
        guesses.retain(|name, _| {
            let is_of_other_order = other_order.as_ref().is_some_and(|it| it.contains(name));
            !ambiguous.contains(letter(&name.bare().letters())) && !is_of_other_order
        });
        guesses.len() < before
    }

    /// The names that may be guessed, those that differ in their numbers alone together: they are read
    /// alike.
    fn families(&self, inks: &[Ink]) -> Vec<Family> {
        let names = self.open_names(inks);
        // that something is zero is no evidence for what it is, beside another guess
        let alone = names.len() == 1;
        let is_zero = |meaning: &Meaning| match value(meaning, self.truth) {
            Ok(value) => value.entries().all(|(_, entry)| appell_spatial::Scalar::is_zero(entry)),
            Err(_) => false,
        };
        let known = self.defined.guesses.borrow();
        let mut families: BTreeMap<Name, Family> = BTreeMap::new();
        for name in names {
            let family = name.family();
            let is_settled = || known.keys().any(|known| known.family() == family);
            let counts_zero = alone || is_settled();
            let readings = self.readings(&name).into_iter();
            let readings: Vec<Option<Meaning>> =
                readings.map(|it| Some(it).filter(|it| counts_zero || !is_zero(it))).collect();
            let family = families.entry(family).or_default();
            family.readings = family.readings.max(readings.len());
            family.names.push((name, readings));
        }
        families.into_values().collect()
    }

    /// Names in an equation that may be guessed: those that no notation and no robot has, and those of
    /// quantities that have other meanings too.
    fn open_names(&self, inks: &[Ink]) -> BTreeSet<Name> {
        let mut names = BTreeSet::new();
        collect(inks, &mut names);
        // those of sums, and of formulas for every link
        let links = self.robot.joints().len().min(9);
        let written_out = |name: &Name| -> Vec<Name> {
            let letters = ["i", "j", "k"].into_iter().filter(|letter| name.has_index(letter));
            let of = |letter| (1..=links).map(move |i| name.with_number(letter, &i.to_string()));
            letters.flat_map(of).collect()
        };
        names.extend(names.iter().flat_map(written_out).collect::<Vec<_>>());
        let known = self.defined.guesses.borrow();
        names.retain(|name| {
            let bare = name.bare();
            let known_symbol = self.names.symbol(&bare.undotted());
            let is_free = known_symbol.is_none_or(|it| self.names.is_abbreviation(it))
                || self.other_symbol(name).is_some();
            (is_free || *name != bare)
                && !known.contains_key(name)
                && !self.defined.ambiguous.borrow().contains(letter(&bare.letters()))
                && !self.names.is_own_name(name)
                && !self.names.is_given(name)
                && !self.readings(name).is_empty()
        });
        names
    }
}

pub(super) fn is_driving_force(meaning: &Meaning) -> bool {
    matches!(meaning, Meaning::Known(known, _) if known.quantity.kind() == Kind::DrivingForce)
}

/// Whether another name that differs in its numbers alone means the same kind of quantity.
fn is_sibling(name: &Name, meaning: &Meaning, known: &BTreeMap<Name, Meaning>) -> bool {
    let kind = |it: &Meaning| match it {
        Meaning::Known(known, _) => Some(known.quantity.kind()),
        _ => None,
    };
    let family = name.family();
    let mut others = known.iter().filter(|(other, _)| other.family() == family);
    kind(meaning).is_some() && others.any(|(_, other)| kind(other) == kind(meaning))
}

/// Whether one usual slip explains all that is wrong.
pub(super) fn has_clear_slip(findings: &[Finding]) -> bool {
    use crate::explain::Kind;
    let is_clear = |it: &Slip| {
        matches!(
            it.kind,
            Kind::Sign
                | Kind::SineCosine
                | Kind::LostSquare
                | Kind::ExtraSquare
                | Kind::Factor
                | Kind::WrongIndex
                | Kind::MissingDot
                | Kind::ExtraDot
        )
    };
    let mut slips = findings.iter().filter_map(Finding::refutation).flat_map(|it| &it.slips);
    let decided = all(findings, &[VerdictKind::Proved, VerdictKind::Refuted]);
    decided && matches!((slips.next(), slips.next()), (Some(slip), None) if is_clear(slip))
}

/// The letter that stands for one force with an index and for another without: N_1 for gravity, N for all that
/// does not depend on accelerations.
fn letter_of_two_meanings(guesses: &BTreeMap<Name, Meaning>) -> Option<String> {
    let mut forces: BTreeMap<String, BTreeSet<Kind>> = BTreeMap::new();
    for (name, meaning) in guesses {
        let letters = name.bare().letters();
        let letter = letter(&letters);
        let Some(kinds) = forces_in(meaning).filter(|_| letters.len() <= letter.len() + 1) else {
            continue;
        };
        match forces.entry(letter.to_owned()) {
            Entry::Occupied(known) if *known.get() != kinds => return Some(letter.to_owned()),
            Entry::Occupied(_) => {}
            Entry::Vacant(free) => {
                free.insert(kinds);
            }
        }
    }
    None
}

/// Letters without the numbers behind them.
fn letter(letters: &str) -> &str {
    letters.trim_end_matches(|c: char| c.is_ascii_digit())
}

/// The forces of which a meaning is the sum; none where it is anything else.
fn forces_in(meaning: &Meaning) -> Option<BTreeSet<Kind>> {
    match meaning {
        Meaning::Known(known, _) => {
            let kind = known.quantity.kind();
            let is_force = matches!(kind, Kind::CoriolisForce | Kind::GravityForce);
            is_force.then(|| BTreeSet::from([kind]))
        }
        Meaning::Sum(terms) => {
            let kinds = terms.iter().map(|(_, term)| forces_in(term));
            kinds.collect::<Option<Vec<_>>>().map(|it| it.into_iter().flatten().collect())
        }
        _ => None,
    }
}

fn all(findings: &[Finding], kinds: &[VerdictKind]) -> bool {
    !findings.is_empty() && findings.iter().all(|it| kinds.contains(&it.verdict.kind()))
}

/// Whether two sums have most of their terms in common, whatever their coefficients.
pub(super) fn resembles(printed: &Poly, derived: &Poly) -> bool {
    let monomials = |poly: &Poly| -> BTreeSet<Vec<(Atom, i32)>> {
        let factors = |term: appell_algebra::Term<'_>| {
            term.factors.iter().map(|factor| (factor.atom, factor.exponent)).collect()
        };
        poly.terms().map(factors).collect()
    };
    let (printed, derived) = (monomials(printed), monomials(derived));
    let shared = printed.intersection(&derived).count();
    shared > 0 && 2 * shared >= printed.len().max(derived.len())
}

/// The names in what is printed, those with arguments marked.
pub(super) fn collect(inks: &[Ink], names: &mut BTreeSet<Name>) {
    for (at, ink) in inks.iter().enumerate() {
        match &ink.kind {
            InkKind::Group(inside) | InkKind::Root(inside) => collect(inside, names),
            InkKind::Fenced { inside, .. } => collect(inside, names),
            InkKind::Fraction(above, below) => {
                collect(above, names);
                collect(below, names);
            }
            InkKind::Matrix { rows, .. } => {
                rows.iter().flatten().for_each(|cell| collect(cell, names));
            }
            InkKind::Lines(lines) => lines.iter().for_each(|line| collect(line, names)),
            InkKind::Script(script) => match script.base.kind {
                InkKind::Fenced { .. } | InkKind::Matrix { .. } => {
                    collect(std::slice::from_ref(&script.base), names);
                }
                // D^{-1}, \dot q^T
                _ if !script.sup.is_empty() && script.sub.is_empty() => {
                    collect(std::slice::from_ref(&script.base), names);
                }
                _ => {}
            },
            _ => {}
        }
        let Some(name) = Name::of(ink, None) else { continue };
        match &ink.kind {
            // a bold letter
            InkKind::Group(inside) if inside.len() == 1 => {}
            InkKind::Group(_) | InkKind::Fenced { .. } => continue,
            _ => {}
        }
        let bracket = match inks.get(at + 1).map(|next| &next.kind) {
            Some(InkKind::Script(script)) => Some(&script.base.kind),
            kind => kind,
        };
        if matches!(bracket, Some(InkKind::Fenced { open: '(', .. })) {
            names.insert(name.applied());
        }
        names.insert(name);
    }
}
