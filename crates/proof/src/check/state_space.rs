//! Systems of the first order: the state of a paper, `z = [x, \theta, \dot x, \dot\theta]^T`, and what it prints for
//! `\dot z = A z + B u` or `\dot z = f(z) + g(z) u`. Each row of A and f is a statement about the robot without driving
//! forces; a column of B or g is what one driving force does.

use appell_algebra::{AtomKind, Poly, Rational, Symbol};
use appell_mechanics::Error;

use super::definition::lone_name;
use super::equation::Checker;
use super::evidence::Trust;
use super::side::{Left, Side};
use crate::known::Known;
use crate::latex::Ink;
use crate::meaning::Meaning;
use crate::meaning::evaluate::value;
use crate::meaning::read::Problem;
use crate::meaning::write::latex;
use crate::report::{Assumption, Doubt, Finding, Proof, Refutation, Verdict, VerdictKind};

/// What the only row of a system is that does not hold.
const WRONG_ROW: &str =
    "this row does not follow from the equations of motion of the robot, and all others do";

/// What a row of a system is that neither follows nor is nearly right.
const FOLLOWS_NOT: &str = "this row does not follow from the equations of motion of the robot";

impl Checker<'_, '_> {
    /// A name for a column of coordinates and their rates: the state.
    pub(super) fn state_definition(&self, sides: &[&[Ink]], read: &[Side]) -> Option<Finding> {
        let ([left, _], [Side::Formula(named), Side::Cells(rows)]) = (sides, read) else {
            return None;
        };
        let name = lone_name(left).filter(|_| !self.has_notation)?;
        let cells: Option<Vec<&Meaning>> =
            rows.iter().flatten().map(|it| it.as_ref().ok()).collect();
        let is_line = rows.len() == 1 || rows.iter().all(|row| row.len() == 1);
        let state: Vec<Meaning> =
            cells.filter(|_| is_line)?.into_iter().flat_map(rows_of).collect();
        let rates = state.iter().filter(|row| self.rate_of(row).is_some()).count();
        // rates alone are a velocity
        if !(1..state.len()).contains(&rates) || !state.iter().all(|row| self.is_of_state(row)) {
            return None;
        }
        let column = column(&state);
        match named {
            Err(Problem::Unmapped(unknown, _)) if *unknown == name => {}
            Ok(known) if *known == column => {}
            _ => return None,
        }
        let rates = state.iter().map(|row| Meaning::Rate(Box::new(row.clone())));
        let rates: Vec<Meaning> = rates.collect();
        let mut guesses = self.defined.guesses.borrow_mut();
        let found = Finding::new(Verdict::Defined { name: name.latex() });
        guesses.entry(name.dotted()).or_insert_with(|| self::column(&rates));
        guesses.entry(name).or_insert(column);
        let mut states = self.defined.states.borrow_mut();
        if !states.contains(&state) {
            states.push(state);
        }
        let span = left.first().map_or(0..0, |ink| ink.span.clone());
        Some(Finding { span, ..found })
    }

    /// Whether a formula is a coordinate, a rate, or a sum of such.
    fn is_of_state(&self, formula: &Meaning) -> bool {
        let coordinates = self.robot.coordinates();
        let is_its = |symbol: &Symbol| coordinates.contains(&symbol.base()) && symbol.order() < 2;
        let is_one = |term: appell_algebra::Term<'_>| match term.factors {
            [factor] => {
                matches!(factor.atom.kind(), AtomKind::Symbol(symbol) if is_its(&symbol))
                    && factor.exponent == 1
            }
            _ => false,
        };
        let poly = self.poly(formula).ok().filter(|it| !it.is_zero());
        !formula.has_quantity() && poly.is_some_and(|it| it.terms().all(is_one))
    }

    /// The coordinate of which a row of the state is the rate.
    fn rate_of(&self, row: &Meaning) -> Option<Symbol> {
        let poly = self.poly(row).ok()?;
        let occurring = poly.symbols(self.robot.symbols());
        let rate = occurring.iter().find(|it| it.order() == 1)?;
        (poly == Poly::symbol(*rate)).then_some(rate.base())
    }

    /// The findings about the matrices of a system of the first order; none where a matrix is none of these.
    pub(super) fn system(&self, read: &[Side]) -> Result<Option<Vec<Finding>>, Error> {
        let [Side::Formula(Err(Problem::Unmapped(name, _))), Side::Cells(rows)] = read else {
            return Ok(None);
        };
        let row = |row: &Vec<Result<Meaning, Problem>>| {
            row.iter().map(|cell| cell.as_ref().ok().cloned()).collect::<Option<Vec<_>>>()
        };
        let Some(rows) = rows.iter().map(row).collect::<Option<Vec<_>>>() else { return Ok(None) };
        let states = self.defined.states.borrow().clone();
        for state in states.iter().filter(|it| it.len() == rows.len()) {
            let n = state.len();
            let found = match rows.first().map_or(0, Vec::len) {
                width if width == n && n > 1 => {
                    let products = rows.iter().map(|row| scalar_product(row, state));
                    self.unforced(state, &products.collect::<Vec<_>>())?
                }
                1 => {
                    let entries: Vec<Meaning> = rows.iter().flatten().cloned().collect();
                    match self.unforced(state, &entries)? {
                        Some(found) => Some(found),
                        None => self.forced(state, &entries)?.map(|it| vec![it]),
                    }
                }
                _ => None,
            };
            let named = |it: Finding| Finding { quantity: name.latex(), ..it };
            if let Some(found) = found {
                return Ok(Some(found.into_iter().map(named).collect()));
            }
        }
        Ok(None)
    }

    /// The findings about the rates of a state as the robot without driving forces has them, row by row; none where
    /// no acceleration is right, nor nearly right.
    fn unforced(
        &self,
        state: &[Meaning],
        rates: &[Meaning],
    ) -> Result<Option<Vec<Finding>>, Error> {
        let is_proved = |it: &Finding| it.verdict.kind() == VerdictKind::Proved;
        let (mut findings, mut is_known) = (Vec::new(), false);
        for (at, (row, printed)) in state.iter().zip(rates).enumerate() {
            let left = accelerated(self.rate_of(row), row);
            let sides = [&left, printed].map(|side| Side::Formula(Ok(side.clone())));
            let is_of_motion = self.rate_of(row).is_some();
            let found = match is_of_motion {
                true => {
                    let proved = self.statement(&sides)?.and_then(|mut it| it.pop());
                    let finding = match proved {
                        Some(proved) => Some(proved),
                        None => self.misprinted_motion(&sides)?,
                    };
                    is_known |= finding.is_some();
                    finding
                }
                // how the position of a state changes is the state's own
                false => {
                    let Ok(derived) = value(&left, self.truth) else { return Ok(None) };
                    let Some(rate) = derived.as_scalar().and_then(|it| it.poly().ok()).cloned()
                    else {
                        return Ok(None);
                    };
                    let trust = Trust::Sure;
                    let whole = Left { shown: &left, meaning: &left, derived, trust };
                    Some(self.component(&whole, None, printed, &rate)?)
                }
            };
            let finding = found.unwrap_or_else(|| {
                let verdict = Verdict::undecided(Doubt::FollowsNot, FOLLOWS_NOT);
                Finding { printed: latex(printed), ..Finding::new(verdict) }
            });
            findings.push(Finding { component: (at + 1).to_string(), ..finding });
        }
        // what the rest of a matrix vouches for
        let wrong: Vec<usize> = (0..state.len()).filter(|at| !is_proved(&findings[*at])).collect();
        if let [at] = wrong.as_slice()
            && findings[*at].refutation().is_none()
            && state.len() > 2
            && self.explains.get()
        {
            let row = accelerated(self.rate_of(&state[*at]), &state[*at]);
            if self.fails_in_motion(&row, &rates[*at])? {
                let reason = WRONG_ROW.to_owned();
                let refutation = Refutation { reason, ..Refutation::default() };
                findings[*at].verdict = Verdict::Refuted(Box::new(refutation));
            }
        }
        let positions = findings.iter().zip(state).filter(|(_, row)| self.rate_of(row).is_none());
        let kinematics = positions.clone().filter(|(it, _)| is_proved(it)).count();
        // another state may be meant where none of its positions is right
        let is_meant = is_known && (kinematics > 0 || positions.count() == 0);
        Ok(is_meant.then_some(findings))
    }

    /// The finding about a column by which one driving force moves the state: M times its accelerations is one for
    /// that force and zero for the others. None where it is not so.
    fn forced(&self, state: &[Meaning], column: &[Meaning]) -> Result<Option<Finding>, Error> {
        let coordinates = self.robot.coordinates();
        let is_zero = |it: &Meaning| self.poly(it).is_ok_and(|it| it.is_zero());
        let mut accelerations = vec![None; coordinates.len()];
        for (row, entry) in state.iter().zip(column) {
            match self.rate_of(row).and_then(|it| coordinates.iter().position(|q| *q == it)) {
                Some(at) => accelerations[at] = Some(entry),
                None if is_zero(entry) => {}
                None => return Ok(None),
            }
        }
        let Some(accelerations) = accelerations.into_iter().collect::<Option<Vec<_>>>() else {
            return Ok(None);
        };
        let Some(masses) = Known::read("M", self.robot) else { return Ok(None) };
        let mut driven = Vec::new();
        for row in 0..coordinates.len() {
            let mass = |at: usize| Meaning::Known(masses.at((row, at)), String::new());
            let terms = accelerations.iter().enumerate();
            let force = Meaning::Sum(
                terms
                    .map(|(at, it)| (false, Meaning::Product(vec![mass(at), (*it).clone()])))
                    .collect(),
            );
            let is = |number: Rational| -> Result<bool, Error> {
                let difference = self.differences(&force, &Meaning::Number(number))?;
                Ok(difference.is_some_and(|it| matches!(it.as_slice(), [it] if it.is_zero())))
            };
            if is(Rational::ONE)? {
                driven.push(row);
            } else if !is(Rational::ZERO)? {
                return Ok(None);
            }
        }
        let [joint] = driven.as_slice() else { return Ok(None) };
        let words = format!("the input is Q[{}]", joint + 1);
        let assumptions = vec![Assumption { name: "input".to_owned(), words }];
        let verdict = Verdict::Proved(Proof { assumptions, ..Proof::default() });
        Ok(Some(Finding { printed: latex(&self::column(column)), ..Finding::new(verdict) }))
    }
}

/// The rate of a row of the state: an acceleration where it is the rate of a coordinate.
fn accelerated(coordinate: Option<Symbol>, row: &Meaning) -> Meaning {
    match coordinate.and_then(|it| it.derivative(2).ok()) {
        Some(acceleration) => {
            let printed = latex(row);
            let name = match printed.strip_prefix("\\dot") {
                Some(rest) => format!("\\ddot{rest}"),
                None => format!("\\dot{{{printed}}}"),
            };
            Meaning::Symbol(acceleration, name)
        }
        None => Meaning::Rate(Box::new(row.clone())),
    }
}

/// A cell of a column, row by row: `q^T` in `[q^T, \dot q^T]^T` has several.
fn rows_of(cell: &Meaning) -> Vec<Meaning> {
    match cell {
        Meaning::Transpose(inside) => rows_of(inside),
        Meaning::Matrix(rows) => rows.iter().flatten().cloned().collect(),
        other => vec![other.clone()],
    }
}

fn column(rows: &[Meaning]) -> Meaning {
    Meaning::Matrix(rows.iter().map(|row| vec![row.clone()]).collect())
}

/// The sum of products of two rows, without those that are printed as zero.
fn scalar_product(a: &[Meaning], b: &[Meaning]) -> Meaning {
    let pairs = a.iter().zip(b).filter(|(a, _)| **a != Meaning::zero());
    let terms: Vec<_> =
        pairs.map(|(a, b)| (false, Meaning::Product(vec![a.clone(), b.clone()]))).collect();
    Meaning::Sum(terms)
}

/// A formula of matrices and columns as a column of formulas, as far as it is printed so; none where it is not.
pub(super) fn spread(formula: &Meaning) -> Option<Vec<Meaning>> {
    match formula {
        Meaning::Matrix(rows) => rows
            .iter()
            .map(|row| match row.as_slice() {
                [only] => Some(only.clone()),
                _ => None,
            })
            .collect(),
        Meaning::Sum(terms) => {
            let mut sum: Option<Vec<Vec<(bool, Meaning)>>> = None;
            for (minus, term) in terms {
                let rows = spread(term)?;
                let sum = sum.get_or_insert_with(|| vec![Vec::new(); rows.len()]);
                if sum.len() != rows.len() {
                    return None;
                }
                sum.iter_mut().zip(rows).for_each(|(sum, row)| sum.push((*minus, row)));
            }
            Some(sum?.into_iter().map(Meaning::Sum).collect())
        }
        Meaning::Product(factors) => {
            let (Meaning::Matrix(rows), rest) = factors.split_first()? else { return None };
            let rest = match rest {
                [only] => only.clone(),
                several => Meaning::Product(several.to_vec()),
            };
            match (rows.first()?.len(), spread(&rest)) {
                (width, Some(column)) if width == column.len() => {
                    Some(rows.iter().map(|row| scalar_product(row, &column)).collect())
                }
                // a column times a scalar
                (1, None) => {
                    let row =
                        |row: &Vec<Meaning>| Some(scalar_product(row, std::slice::from_ref(&rest)));
                    rows.iter().map(row).collect()
                }
                _ => None,
            }
        }
        _ => None,
    }
}
