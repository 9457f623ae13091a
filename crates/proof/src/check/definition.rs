//! Definitions: an equation whose left side is a name that is known to nobody, and whose right side is
//! a formula in the symbols of the robot and in names that were defined before.

use std::collections::BTreeMap;

use appell_algebra::{Poly, Symbol};
use appell_diagnostic::Diagnostic;
use appell_mechanics::Error;

use super::Unknown;
use super::equation::{Checker, unmapped, unreadable};
use super::side::Side;
use crate::abbreviation::Defined;
use crate::known::Known;
use crate::latex::{Ink, InkKind, Operator};
use crate::meaning::Meaning;
use crate::meaning::evaluate::NoValue;
use crate::meaning::read::Problem;
use crate::meaning::write::latex;
use crate::name::Name;
use crate::report::{Finding, Proof, Report, Verdict};

impl Checker<'_, '_> {
    /// Remembers which abbreviations an equation uses: all that stand in it, but for one that is its
    /// left side.
    pub(super) fn mark_used(&self, sides: &[Side]) {
        for (index, side) in sides.iter().enumerate() {
            match side {
                Side::Formula(Ok(Meaning::Symbol(..))) if index == 0 => {}
                Side::Formula(formula) => {
                    formula.iter().for_each(|it| self.defined.abbreviations.mark_used(it));
                }
                Side::Cells(rows) => {
                    let cells = rows.iter().flatten().flatten();
                    cells.for_each(|it| self.defined.abbreviations.mark_used(it));
                }
            }
        }
    }

    /// Remembers where the document says what it means by the letter pi, which is then not the number.
    pub(super) fn look_for_own_pi(&self, inks: &[Ink]) {
        let sides: Vec<&[Ink]> = inks.split(|ink| ink.is(Operator::Equal)).collect();
        let is_pi = |side: &&[Ink]| lone_name(side).is_some_and(|it| it.bare().letters() == "pi");
        let is_number = |side: &[Ink]| {
            side.iter().all(|ink| matches!(ink.kind, InkKind::Number(_) | InkKind::Space))
        };
        // `q_2 = \pi` says what q_2 is
        if sides.first().is_some_and(is_pi) && !sides.iter().any(|side| is_number(side)) {
            self.defined.has_own_pi.set(true);
        }
    }

    /// Whether one side of an equation is nothing but a name that may have several meanings.
    pub(super) fn says_what_is_meant(&self, inks: &[Ink]) -> bool {
        let is_open = |name: &Name| {
            let is_quantity = self.names.quantity(name).is_some();
            let is_settled = is_quantity && self.readings(name).is_empty();
            self.names.symbol(name).is_none() && !is_settled
        };
        let mut names = inks.split(|ink| ink.is(Operator::Equal)).filter_map(lone_name);
        names.any(|name| is_open(&name))
    }

    /// What an equation without a quantity defines, if it defines something.
    pub(super) fn definition(
        &self,
        sides: &[&[Ink]],
        read: &[Side],
    ) -> Result<Option<Finding>, Error> {
        let (left, defined, meaning) = match (sides, read) {
            ([left, _], [defined, Side::Formula(Ok(meaning))]) => (left, defined, meaning),
            // `\dot\phi = \Omega`
            ([_, right], [Side::Formula(Ok(rate @ Meaning::Symbol(symbol, _))), name])
                if symbol.order() > 0 =>
            {
                (right, name, rate)
            }
            _ => return Ok(None),
        };
        let Some(name) = lone_name(left) else { return Ok(None) };
        let Some(lone) = left.iter().find(|ink| ink.kind != InkKind::Space) else {
            return Ok(None);
        };
        let is_free = match defined {
            Side::Formula(Err(Problem::Unmapped(unknown, _))) => *unknown == name,
            // defined before, and now again
            Side::Formula(Ok(Meaning::Symbol(symbol, _))) => {
                self.defined.abbreviations.meaning(*symbol).is_some()
            }
            _ => false,
        };
        if !is_free {
            return Ok(None);
        }
        let value = match self.poly(meaning) {
            Ok(value) => value,
            Err(NoValue::Stopped(error)) => return Err(error),
            Err(NoValue::Shape(_) | NoValue::Unavailable(_)) => return Ok(None),
        };
        let (known, symbols) = (&self.defined.abbreviations, self.robot.symbols());
        let finding = match known.define(&name, meaning.clone(), value, symbols) {
            Defined::Now => Finding::new(Verdict::Defined { name: name.latex() }),
            Defined::Differently => {
                let message = format!("{} is defined twice, in different ways", name.latex());
                unreadable(Diagnostic::error("defined-twice", message))
            }
            Defined::Not => return Ok(None),
        };
        Ok(Some(Finding { printed: latex(meaning), span: lone.span.clone(), ..finding }))
    }

    /// An equation that holds by what its names stand for: `\dot x_1 = x_2` of state variables.
    pub(super) fn identity_of_names(&self, read: &[Side]) -> Option<Finding> {
        let [Side::Formula(Ok(left)), Side::Formula(Ok(right))] = read else { return None };
        let is_rate = matches!(left, Meaning::Rate(_));
        let holds = is_rate && left != right && self.poly(left).ok()? == self.poly(right).ok()?;
        let proved = || Finding::new(Verdict::Proved(Proof::default()));
        holds.then(|| Finding { quantity: latex(left), printed: latex(right), ..proved() })
    }

    /// Takes sides that are nothing but an unknown name out of a chain that says what they stand for:
    /// `c_{121} = \frac12 \partial d_{11} / \partial q_2 = -m_2 \ell_1 \sin q_2 =: h`.
    pub(super) fn named_by_chain(&self, sides: &mut Vec<&[Ink]>, read: &mut Vec<Side>) {
        let name_at = |at: usize, side: &Side| match side {
            Side::Formula(Err(Problem::Unmapped(unknown, _))) => {
                lone_name(sides[at]).filter(|name| name == unknown)
            }
            _ => None,
        };
        let free: Vec<Option<Name>> =
            read.iter().enumerate().map(|(at, side)| name_at(at, side)).collect();
        let names: Vec<&Name> = free.iter().flatten().collect();
        let is_vouched = read
            .iter()
            .any(|side| matches!(side, Side::Formula(Ok(meaning)) if meaning.has_quantity()));
        if names.is_empty() || read.len() < names.len() + 2 || !is_vouched {
            return;
        }
        // by the quantity: what is written out may be misprinted
        let scalar = read.iter().find_map(|side| match side {
            Side::Formula(Ok(meaning)) if meaning.has_quantity() => Some(meaning),
            _ => None,
        });
        let value = scalar.and_then(|it| self.poly(it).ok());
        // a name with a usual meaning is no name for anything else
        let is_other = |name: &&Name| {
            let momentum = name.letters().strip_prefix('p').map(|index| format!("p[{index}]"));
            let momentum = momentum.and_then(|it| Known::read(&it, self.robot));
            let momentum = momentum.map(|it| Meaning::Known(it, name.latex()));
            let usual = self.readings(name).into_iter().chain(momentum);
            let mut usual: Vec<Option<Poly>> = usual.map(|it| self.poly(&it).ok()).collect();
            if name.christoffel().is_some() {
                self.settle_order(name, &mut usual, value.as_ref());
            }
            // vectors are no scalars
            usual.retain(Option::is_some);
            value.is_some() && !usual.is_empty() && !usual.contains(&value)
        };
        if let Some(name) = names.iter().copied().find(is_other) {
            let at = free.iter().position(|it| it.as_ref() == Some(name));
            let usual = name.christoffel().and_then(|_| self.readings(name).into_iter().next());
            if let (Some(at), Some(usual)) = (at, usual) {
                read[at] = Side::Formula(Ok(usual));
            }
            return;
        }
        if let (Some(meaning), Some(value)) = (scalar, value) {
            let (known, symbols) = (&self.defined.abbreviations, self.robot.symbols());
            for name in names {
                known.define(name, meaning.clone(), value.clone(), symbols);
            }
        }
        let mut is_free = free.iter().map(Option::is_some);
        sides.retain(|_| !is_free.next().unwrap_or_default());
        let mut is_free = free.iter().map(Option::is_some);
        read.retain(|_| !is_free.next().unwrap_or_default());
    }

    /// Leaves the one of the two orders of the indices of a Christoffel symbol that the document uses.
    fn settle_order(&self, name: &Name, orders: &mut Vec<Option<Poly>>, value: Option<&Poly>) {
        let [first, second] = orders.as_slice() else { return };
        let order = match (first.as_ref() == value, second.as_ref() == value) {
            (true, false) => 0,
            (false, true) => 1,
            _ => return,
        };
        self.defined.orders.borrow_mut()[order].insert(name.clone());
        let other = usize::from(self.order_of_christoffel() == Some(0));
        orders.swap_remove(other);
    }

    /// Whether a formula says something about quantities of the robot, also by names that it defines.
    pub(super) fn rests_on_quantity(&self, formula: &Meaning) -> bool {
        formula.any(&|part| match part {
            Meaning::Known(..) => true,
            Meaning::Symbol(symbol, _) => self.defined.abbreviations.rests_on_quantity(*symbol),
            _ => false,
        })
    }

    /// A name that stands for a matrix of numbers: `B = [1, 0]^T`.
    pub(super) fn matrix_definition(&self, sides: &[&[Ink]], read: &[Side]) -> Option<Finding> {
        let ([left, _], [Side::Formula(named), Side::Cells(rows)]) = (sides, read) else {
            return None;
        };
        // a notation says all that is known
        let name = lone_name(left).filter(|_| !self.has_notation)?;
        let row = |row: &Vec<Result<Meaning, Problem>>| {
            let cell = |cell: &Result<Meaning, Problem>| match cell {
                Ok(number @ Meaning::Number(_)) => Some(number.clone()),
                _ => None,
            };
            row.iter().map(cell).collect::<Option<Vec<_>>>()
        };
        let matrix = Meaning::Matrix(rows.iter().map(row).collect::<Option<_>>()?);
        match named {
            Err(Problem::Unmapped(unknown, _)) if *unknown == name => {}
            Ok(known) if *known == matrix => {}
            _ => return None,
        }
        let span = left.first().map_or(0..0, |ink| ink.span.clone());
        let latex = name.latex();
        self.defined.guesses.borrow_mut().entry(name).or_insert(matrix);
        Some(Finding { span, ..Finding::new(Verdict::Defined { name: latex }) })
    }

    /// A name that is defined and never used may be the paper's name of a quantity: it is reported as
    /// one that is not known. A sum of coordinates is an angle or a length, and no quantity.
    pub(super) fn report_unused(&self, report: &mut Report, unknown: &mut Unknown) {
        let coordinates = self.robot.coordinates();
        let is_quantity = |name: &Name| {
            let symbol = self.names.symbol(name).filter(|it| self.names.is_sum_of_symbols(*it));
            let value = symbol.and_then(|it| self.poly(&Meaning::Symbol(it, name.latex())).ok());
            let occurring = value.map(|it| it.symbols(self.robot.symbols()));
            let moves = |own: &Symbol| coordinates.contains(&own.base());
            !occurring.is_some_and(|it| !it.is_empty() && it.iter().all(moves))
        };
        let unused = self.defined.abbreviations.unused().into_iter().filter(is_quantity);
        let unused: BTreeMap<String, Name> = unused.map(|name| (name.latex(), name)).collect();
        for finding in &mut report.findings {
            let Verdict::Defined { name } = &finding.verdict else { continue };
            if let Some(unused) = unused.get(name) {
                finding.verdict = unmapped(unused, finding.span.clone());
                finding.printed.clear();
                unknown.insert(unused.clone());
            }
        }
    }
}

/// The name that stands alone on a side, with its arguments where it has some.
pub(super) fn lone_name(side: &[Ink]) -> Option<Name> {
    let solid: Vec<&Ink> = side.iter().filter(|ink| ink.kind != InkKind::Space).collect();
    match solid.as_slice() {
        [only] => Name::of(only, None),
        [name, Ink { kind: InkKind::Fenced { open: '(', .. }, .. }] => {
            Name::of(name, None).map(|name| name.applied())
        }
        _ => None,
    }
}
