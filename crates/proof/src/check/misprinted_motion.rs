//! Misprints in equations that are solved for an acceleration, or combined of several equations of motion: such an
//! equation is wrong where one usual slip, undone, makes it follow. Slips are tried in numbers first.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use appell_algebra::{Poly, Symbol};
use appell_mechanics::{Error, Kind, Of};

use super::compared::reason_of;
use super::equation::Checker;
use super::side::Side;
use super::statement::Motion;
use crate::defined::has_followers;
use crate::explain::{Edit, Slip, single_edits};
use crate::known::Known;
use crate::meaning::write::{latex, latex_in_one_line};
use crate::meaning::{Meaning, Wave};
use crate::point::small_value;
use crate::report::{Finding, Refutation, Verdict, VerdictKind};

/// The largest number of coordinates for which slips are looked for.
const MOST_COORDINATES: usize = 3;

/// How many changes are tried on one equation.
const MOST_TRIED: usize = 20_000;

/// How many of those that hold in numbers are tried exactly.
const MOST_EXACT: usize = 8;

/// How near to each other, relative to their sizes, two sides must be.
const NEAR: f64 = 1e-9;

/// A state of motion: numbers for symbols, and for the driving forces that cause it.
struct MovingState {
    values: BTreeMap<Symbol, f64>,
    forces: Vec<f64>,
    /// Other quantities in it, as far as they were asked for.
    known: RefCell<Vec<(Known, Option<f64>)>>,
    /// The values of names that the document defines, as far as they were asked for.
    defined: RefCell<BTreeMap<Symbol, Option<f64>>>,
}

impl Checker<'_, '_> {
    /// The refutation of an equation about motions that does not follow, and does with one slip undone; none where no
    /// slip explains it.
    pub(super) fn misprinted_motion(&self, sides: &[Side]) -> Result<Option<Finding>, Error> {
        let coordinates = self.robot.coordinates().len();
        let has_relations = has_followers(self.robot);
        let is_simple =
            coordinates <= MOST_COORDINATES && !self.robot.is_elastic() && !has_relations;
        if !self.explains.get() || !is_simple {
            return Ok(None);
        }
        let Some((left, right)) = self.about_motion(sides) else { return Ok(None) };
        let Some(motion) = self.motion()? else { return Ok(None) };
        let states = self.moving_states(&motion, &left, &right);
        if !states.iter().any(|it| self.holds_in(it, &left, &right) == Some(false)) {
            return Ok(None);
        }
        let symbols = self.symbols_of_motion();
        let mut exact = 0;
        for is_left in [false, true] {
            let formula = if is_left { &left } else { &right };
            let edits = single_edits(formula, &symbols, self.names, &self.dimensions);
            for edit in edits.into_iter().take(MOST_TRIED) {
                let Some(changed) = edit.applied(formula) else { continue };
                let both = if is_left { (&changed, &right) } else { (&left, &changed) };
                let holds = |it: &MovingState| self.holds_in(it, both.0, both.1) == Some(true);
                if !states.iter().all(holds) {
                    continue;
                }
                exact += 1;
                if exact > MOST_EXACT {
                    return Ok(None);
                }
                let mended = [both.0, both.1].map(|side| Side::Formula(Ok(side.clone())));
                let Some(findings) = self.statement(&mended)? else { continue };
                if findings.iter().all(|it| it.verdict.kind() == VerdictKind::Proved) {
                    return Ok(Some(refuted(formula, &edit, (&left, &right), both)));
                }
            }
        }
        Ok(None)
    }

    /// Whether an equation is seen not to hold as the robot moves.
    pub(super) fn fails_in_motion(&self, left: &Meaning, right: &Meaning) -> Result<bool, Error> {
        let Some(motion) = self.motion()? else { return Ok(false) };
        let states = self.moving_states(&motion, left, right);
        Ok(states.iter().any(|it| self.holds_in(it, left, right) == Some(false)))
    }

    fn moving_states(&self, motion: &Motion, left: &Meaning, right: &Meaning) -> Vec<MovingState> {
        (31..34).filter_map(|seed| self.moving_state(motion, seed, left, right)).collect()
    }

    /// The symbols that may be meant: parameters, coordinates and their rates.
    fn symbols_of_motion(&self) -> BTreeSet<Symbol> {
        let mut all: BTreeSet<Symbol> =
            self.robot.parameters().iter().map(|parameter| parameter.symbol).collect();
        let rates = self.robot.coordinates().into_iter();
        all.extend(rates.flat_map(|q| (0..=2).filter_map(move |order| q.derivative(order).ok())));
        all
    }

    /// A state in which joints whose forces the equation does not name are free.
    fn moving_state(
        &self,
        motion: &Motion,
        seed: u64,
        left: &Meaning,
        right: &Meaning,
    ) -> Option<MovingState> {
        let symbols = self.robot.symbols();
        let mut values: BTreeMap<Symbol, f64> = BTreeMap::new();
        for poly in motion.forces.iter().chain(motion.masses.iter().flatten()) {
            for symbol in poly.symbols(symbols) {
                values.insert(symbol, small_value(seed, symbol, symbols).to_f64());
            }
        }
        for q in self.robot.coordinates() {
            for order in 0..2 {
                let symbol = q.derivative(order).ok()?;
                values.insert(symbol, small_value(seed, symbol, symbols).to_f64());
            }
        }
        for acceleration in &motion.accelerations {
            values.insert(*acceleration, 0.0);
        }
        let n = motion.forces.len();
        let forces: Vec<f64> = (0..n)
            .map(|i| match self.names_force_of(i, left, right) {
                true => 0.7 + 0.9 * i as f64 + 0.1 * seed as f64,
                false => 0.0,
            })
            .collect();
        let at = |poly: &Poly| poly.evaluate(symbols, |it| values.get(&it).copied()).ok();
        let mut rows: Vec<Vec<f64>> = Vec::new();
        for (i, force) in forces.iter().enumerate() {
            let masses = motion.masses[i].iter().map(at);
            let mut row = masses.collect::<Option<Vec<f64>>>()?;
            row.push(force - at(&motion.forces[i])?);
            rows.push(row);
        }
        let accelerations = solved(rows)?;
        values.extend(motion.accelerations.iter().copied().zip(accelerations));
        let (known, defined) = (RefCell::default(), RefCell::default());
        Some(MovingState { values, forces, known, defined })
    }

    /// Whether both sides are equal in a state; none where one has no value.
    fn holds_in(&self, state: &MovingState, left: &Meaning, right: &Meaning) -> Option<bool> {
        let (a, b) = (self.number(left, state)?, self.number(right, state)?);
        Some((a - b).abs() <= NEAR * (a.abs() + b.abs() + 1e-3))
    }

    /// The value of a scalar formula in a state.
    fn number(&self, formula: &Meaning, state: &MovingState) -> Option<f64> {
        let of = |part: &Meaning| self.number(part, state);
        Some(match formula {
            Meaning::Number(number) => number.to_f64(),
            Meaning::Symbol(Symbol::PI, _) => std::f64::consts::PI,
            Meaning::Symbol(symbol, _) => match self.defined.abbreviations.meaning(*symbol) {
                Some(meaning) => {
                    let kept = state.defined.borrow().get(symbol).copied();
                    let value = kept.unwrap_or_else(|| of(&meaning));
                    state.defined.borrow_mut().insert(*symbol, value);
                    value?
                }
                None => match state.values.get(symbol) {
                    Some(value) => *value,
                    // a parameter that the equations of motion do not have
                    None if symbol.order() == 0 => {
                        small_value(29, *symbol, self.robot.symbols()).to_f64()
                    }
                    None => return None,
                },
            },
            Meaning::Wave(Wave::Sin, angle, _) => of(angle)?.sin(),
            Meaning::Wave(Wave::Cos, angle, _) => of(angle)?.cos(),
            Meaning::Sum(terms) => {
                let signed = |(minus, term): &(bool, Meaning)| {
                    of(term).map(|it| if *minus { -it } else { it })
                };
                terms.iter().map(signed).sum::<Option<f64>>()?
            }
            Meaning::Product(factors) => factors.iter().map(of).product::<Option<f64>>()?,
            Meaning::Quotient(above, below) => of(above)? / of(below)?,
            Meaning::Power(base, power) => of(base)?.powi(i32::try_from(*power).ok()?),
            Meaning::Root(inside) => of(inside)?.sqrt(),
            Meaning::Known(known, _) if known.quantity.kind() == Kind::DrivingForce => {
                let joints = self.robot.joint_ids();
                let mut moving = joints.filter(|it| self.robot.joint(*it).coordinate.is_some());
                match known.quantity.of() {
                    Of::Joint(id) => *state.forces.get(moving.position(|it| it == id)?)?,
                    _ if state.forces.len() == 1 => state.forces[0],
                    _ => return None,
                }
            }
            Meaning::Known(known, _) => {
                let kept = state.known.borrow().iter().find(|(it, _)| it == known).map(|it| it.1);
                match kept {
                    Some(value) => value?,
                    None => {
                        let value = self.number_of(known, state);
                        state.known.borrow_mut().push((*known, value));
                        value?
                    }
                }
            }
            _ => return None,
        })
    }

    /// The value of a scalar quantity in a state.
    fn number_of(&self, known: &Known, state: &MovingState) -> Option<f64> {
        let value = self.truth.value(known).ok()??;
        let poly = value.as_scalar()?.poly().ok()?;
        poly.evaluate(self.robot.symbols(), |it| state.values.get(&it).copied()).ok()
    }
}

/// The refutation of an equation by the slip that is undone in it.
fn refuted(
    formula: &Meaning,
    edit: &Edit,
    (left, right): (&Meaning, &Meaning),
    mended: (&Meaning, &Meaning),
) -> Finding {
    let (printed, correct) = edit.words(formula);
    let slip = Slip { kind: edit.kind, printed, correct, dimension: None, whole: None };
    let refutation = Refutation {
        reason: reason_of(std::slice::from_ref(&slip)),
        slips: vec![slip],
        corrected: format!("{} = {}", latex(mended.0), latex(mended.1)),
        ..Refutation::default()
    };
    Finding {
        quantity: latex_in_one_line(left),
        printed: latex(right),
        ..Finding::new(Verdict::Refuted(Box::new(refutation)))
    }
}

/// The solution of linear equations, the last column being their right sides; none where there is none.
fn solved(mut rows: Vec<Vec<f64>>) -> Option<Vec<f64>> {
    let n = rows.len();
    for k in 0..n {
        let best = (k..n).max_by(|a, b| rows[*a][k].abs().total_cmp(&rows[*b][k].abs()))?;
        rows.swap(k, best);
        if rows[k][k].abs() < 1e-12 {
            return None;
        }
        for i in (0..n).filter(|i| *i != k) {
            let factor = rows[i][k] / rows[k][k];
            let pivot = rows[k].clone();
            for (entry, own) in rows[i].iter_mut().zip(pivot) {
                *entry -= factor * own;
            }
        }
    }
    Some((0..n).map(|k| rows[k][n] / rows[k][k]).collect())
}
