//! Which parameters the driving forces feel at all, and which they feel alike: found with numbers
//! at some states.

use appell_algebra::{Atom, AtomKind, Budget, Error};
use appell_model::Robot;
use appell_numeric::random::evenly_spread;
use appell_spatial::Scalar;

use super::motion::Motion;
use super::{Economical, SecondMoments};
use crate::mechanism::Mechanism;
use crate::state::{Coordinate, State};

/// What becomes of a parameter.
pub(super) enum Fate {
    /// It stays.
    Felt,
    /// No driving force feels it.
    Zero,
    /// It is felt as an earlier one is, or as its negative.
    Like { column: usize, negative: bool },
}

/// The robot in numbers, and the driving forces that every parameter alone gives.
pub(super) struct Columns {
    pub(super) robot: Economical<f64>,
    columns: Vec<Vec<f64>>,
}

/// How many states are tried.
const STATES: usize = 12;
/// What is smaller than this against what it is compared with is nothing.
const NOTHING: f64 = 1e-9;

impl Columns {
    /// Every symbol and every constant angle gets a value that is as good as any: its own may be
    /// special, say zero or a quarter turn nearly, and would hide what is felt.
    pub(super) fn of(robot: &Robot, budget: &Budget) -> Result<Self, Error> {
        let mut seen: Vec<AtomKind> = Vec::new();
        let mut place = |kind: AtomKind| {
            seen.iter().position(|&other| other == kind).unwrap_or_else(|| {
                seen.push(kind);
                seen.len() - 1
            })
        };
        let mut value = |atom: Atom| {
            let angle = |place: usize| 0.31 + 0.47 * evenly_spread(1 + place);
            Ok::<f64, Error>(match atom.kind() {
                AtomKind::Cos(symbol) => angle(place(AtomKind::Symbol(symbol))).cos(),
                AtomKind::Sin(symbol) => angle(place(AtomKind::Symbol(symbol))).sin(),
                other => angle(place(other)),
            })
        };
        let mut robot = Economical::new(robot, |entry| entry.evaluate_atoms(&mut value))?;
        robot.mechanism.unload();
        // of the bodies alone
        robot.mechanism.rotors.clear();
        robot.mechanism.compensators.clear();
        robot.mechanism.relax();
        let states = (0..STATES).map(|sample| state(sample, &robot.mechanism));
        let states: Vec<State<f64>> = states.collect::<Result<_, _>>()?;
        let states: Vec<(&State<f64>, Vec<Motion<f64>>)> =
            states.iter().map(|state| (state, robot.motions(state))).collect();
        let mut single = robot.clone();
        let mut columns = Vec::new();
        for at in 0..10 * robot.bodies.len() {
            budget.check()?;
            for (link, body) in single.bodies.iter_mut().enumerate() {
                let unit = |which| if 10 * link + which == at { 1.0 } else { 0.0 };
                *body = SecondMoments::from_parameters(&std::array::from_fn(unit));
            }
            let forces = |(state, motions): &(&State<f64>, Vec<Motion<f64>>)| {
                single.wrenches_and_forces_of(state, motions).1
            };
            columns.push(states.iter().flat_map(forces).collect());
        }
        // a body of which no parameter is zero, so that what vanishes does so by its place
        for (link, body) in robot.bodies.iter_mut().enumerate() {
            let some = |which| 1.0 + evenly_spread(1 + 10 * link + which);
            *body = SecondMoments::from_parameters(&std::array::from_fn(some));
        }
        Ok(Self { robot, columns })
    }

    /// What becomes of every parameter, the outermost first.
    pub(super) fn fates(
        &self,
        bodies: &[SecondMoments<f64>],
        budget: &Budget,
    ) -> Result<Vec<(usize, Fate)>, Error> {
        let there: Vec<bool> =
            bodies.iter().flat_map(|body| body.parameters().map(|it| !it.is_zero())).collect();
        let fate = |at: usize| {
            let column = &self.columns[at];
            let size = largest(column.iter().copied());
            if size < NOTHING {
                return Fate::Zero;
            }
            for earlier in (0..at).filter(|&earlier| there[earlier]) {
                for negative in [false, true] {
                    let sign = if negative { -1.0 } else { 1.0 };
                    let mut pairs = column.iter().zip(&self.columns[earlier]);
                    // most columns differ in their first entries
                    if pairs.all(|(a, b)| (a - sign * b).abs() < NOTHING * size) {
                        return Fate::Like { column: earlier, negative };
                    }
                }
            }
            Fate::Felt
        };
        let checked = |at: usize| {
            budget.check()?;
            Ok((at, fate(at)))
        };
        (0..self.columns.len()).rev().map(checked).collect()
    }
}

fn largest(numbers: impl Iterator<Item = f64>) -> f64 {
    numbers.fold(0.0, |largest, number| largest.max(number.abs()))
}

fn state(sample: usize, mechanism: &Mechanism<f64>) -> Result<State<f64>, Error> {
    let count = mechanism.coordinates();
    let number =
        |k: usize, order: usize| 2.0 * evenly_spread(1 + sample * 3 * count + 3 * k + order) - 1.0;
    let coordinate = |k: usize| {
        let q = 3.0 * number(k, 0);
        Coordinate { q, cos: q.cos(), sin: q.sin(), rates: vec![number(k, 1), number(k, 2)] }
    };
    let circle = |_, angle: &f64| Ok((angle.cos(), angle.sin()));
    State::new(mechanism, (0..count).map(coordinate).collect(), circle)
}
