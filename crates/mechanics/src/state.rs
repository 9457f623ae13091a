//! Where a robot is and how it moves, in a scalar.

use std::borrow::Cow;

use appell_spatial::{Jet, Scalar, Varied};

use crate::coupling::Relation;
use crate::mechanism::{Body, Mechanism};

/// The coordinates of a robot with their time derivatives.
#[derive(Clone, Debug)]
pub struct State<S> {
    /// The coordinates: that of each joint that moves, followed by the modal coordinates of its
    /// link.
    pub coordinates: Vec<Coordinate<S>>,
    /// The angles by which the tips of elastic links turn, and the angles and lengths of joints that
    /// follow others, in the order of [`Mechanism::turns`].
    pub turns: Vec<Turn<S>>,
}

/// An angle or a length that is a sum of coordinates, each times a constant, and an offset.
#[derive(Clone, Debug)]
pub struct Turn<S> {
    /// The coordinates, by their numbers, with their factors.
    pub shares: Vec<(usize, S)>,
    /// What is added to the sum.
    pub offset: S,
    /// The cosine of the angle; of a length it is not used.
    pub cos: S,
    /// The sine of the angle; of a length it is not used.
    pub sin: S,
}

impl<S: Scalar> Turn<S> {
    /// The same sum of other things, one for each coordinate; nothing where there are none.
    fn sum(&self, of: impl Fn(usize) -> S) -> Option<S> {
        let terms = self.shares.iter().map(|(k, share)| share.mul(&of(*k)));
        terms.reduce(|sum, term| sum.add(&term))
    }
}

/// A coordinate at an instant. Sine and cosine are kept beside the angle: then mechanics needs sums
/// and products only.
#[derive(Clone, Debug)]
pub struct Coordinate<S> {
    /// The coordinate.
    pub q: S,
    /// Its cosine.
    pub cos: S,
    /// Its sine.
    pub sin: S,
    /// q', q'', q''', as far as they are known.
    pub rates: Vec<S>,
}

impl<S: Scalar> Coordinate<S> {
    /// The derivative of an order from 1; zero where it is not known.
    pub fn rate(&self, order: usize) -> S {
        self.rates.get(order - 1).cloned().unwrap_or_else(|| self.q.integer(0))
    }
}

impl<S: Scalar> State<S> {
    /// The state of these coordinates; cosine and sine of an angle that follows from them are asked
    /// for by its number and its value.
    pub fn new<E>(
        mechanism: &Mechanism<S>,
        coordinates: Vec<Coordinate<S>>,
        mut circle: impl FnMut(usize, &S) -> Result<(S, S), E>,
    ) -> Result<Self, E> {
        let mut turns = Vec::new();
        for (number, relation) in mechanism.turns().into_iter().enumerate() {
            let Relation { shares, offset, is_angle } = relation;
            let terms = shares.iter().map(|(k, share)| share.mul(&coordinates[*k].q));
            let sum = terms.fold(offset.clone(), |sum, term| sum.add(&term));
            let (cos, sin) = match is_angle {
                true => circle(number, &sum)?,
                false => (sum.integer(1), sum.integer(0)),
            };
            turns.push(Turn { shares, offset, cos, sin });
        }
        Ok(Self { coordinates, turns })
    }

    /// The angle or length of a joint: its own coordinate, or what follows from others.
    pub fn of(&self, joint: &Body<S>) -> Option<Cow<'_, Coordinate<S>>> {
        let own = joint.coordinate.map(|k| Cow::Borrowed(&self.coordinates[k]));
        own.or_else(|| Some(Cow::Owned(self.turn(joint.coupling.as_ref()?.turn))))
    }

    /// An angle or a length that follows from coordinates, as if it were one.
    pub fn turn(&self, number: usize) -> Coordinate<S> {
        let turn = &self.turns[number];
        let sum = |of: &dyn Fn(usize) -> S| turn.sum(of).unwrap_or_else(|| turn.cos.integer(0));
        let known = turn.shares.iter().map(|(k, _)| self.coordinates[*k].rates.len()).max();
        let rates = (1..=known.unwrap_or(0)).map(|n| sum(&|k| self.coordinates[k].rate(n)));
        Coordinate {
            q: sum(&|k| self.coordinates[k].q.clone()).add(&turn.offset),
            cos: turn.cos.clone(),
            sin: turn.sin.clone(),
            rates: rates.collect(),
        }
    }

    /// The same place with other accelerations.
    pub fn with_accelerations(&self, accelerations: &[S]) -> Self {
        let coordinates = self.coordinates.iter().zip(accelerations);
        let coordinates = coordinates.map(|(coordinate, acceleration)| Coordinate {
            rates: vec![coordinate.rate(1), acceleration.clone()],
            ..coordinate.clone()
        });
        Self { coordinates: coordinates.collect(), turns: self.turns.clone() }
    }

    /// The state as functions of time, with derivatives up to an order. Of the rates as many are
    /// used as the order and the algorithm ask for: q has q', q'', ...; q' has q'', ...
    pub fn jets(&self, order: usize, rates: usize) -> State<Varied<S>> {
        let path = |coordinate: &Coordinate<S>| {
            let jet_of = |from: usize| {
                let value = if from == 0 { coordinate.q.clone() } else { coordinate.rate(from) };
                Jet::new(value, (1..=order).map(|k| coordinate.rate(from + k)))
            };
            let q = jet_of(0);
            let (cos, sin) = q.cos_sin(coordinate.cos.clone(), coordinate.sin.clone());
            Coordinate { q, cos, sin, rates: (1..=rates).map(jet_of).collect() }
        };
        let turn = |number: usize| {
            let Coordinate { cos, sin, .. } = path(&self.turn(number));
            let constant = |(k, share): &(usize, S)| (*k, Jet::constant(share.clone()));
            let turn = &self.turns[number];
            let offset = Jet::constant(turn.offset.clone());
            Turn { shares: turn.shares.iter().map(constant).collect(), offset, cos, sin }
        };
        State {
            coordinates: self.coordinates.iter().map(path).collect(),
            turns: (0..self.turns.len()).map(turn).collect(),
        }
    }

    /// The state with its derivative by the k-th coordinate's derivative of an order (0: by the
    /// coordinate itself).
    pub fn varied(&self, by: usize, order: usize) -> State<Varied<S>> {
        let circle = |cos: &S, sin: &S, slope: S| {
            let slopes = (sin.mul(&slope).neg(), cos.mul(&slope));
            (Jet::new(cos.clone(), [slopes.0]), Jet::new(sin.clone(), [slopes.1]))
        };
        let coordinate = |(k, coordinate): (usize, &Coordinate<S>)| {
            let pick = |at: usize, value: &S| match k == by && at == order {
                true => Jet::variable(value.clone()),
                false => Jet::constant(value.clone()),
            };
            let varied = coordinate.q.integer(i64::from(k == by && order == 0));
            let (cos, sin) = circle(&coordinate.cos, &coordinate.sin, varied);
            // as many rates as are needed for the one that is varied to be there
            let known = coordinate.rates.len().max(if k == by { order } else { 0 });
            let rates = (1..=known).map(|at| pick(at, &coordinate.rate(at))).collect();
            Coordinate { q: pick(0, &coordinate.q), cos, sin, rates }
        };
        let turn = |turn: &Turn<S>| {
            let one = |k: usize| turn.cos.integer(i64::from(k == by && order == 0));
            let slope = turn.sum(one).unwrap_or_else(|| turn.cos.integer(0));
            let (cos, sin) = circle(&turn.cos, &turn.sin, slope);
            let constant = |(k, share): &(usize, S)| (*k, Jet::constant(share.clone()));
            let offset = Jet::constant(turn.offset.clone());
            Turn { shares: turn.shares.iter().map(constant).collect(), offset, cos, sin }
        };
        State {
            coordinates: self.coordinates.iter().enumerate().map(coordinate).collect(),
            turns: self.turns.iter().map(turn).collect(),
        }
    }

    /// The state in a scalar that knows derivatives, without any.
    pub fn constant(&self) -> State<Varied<S>> {
        // by a derivative that is not there
        self.varied(self.coordinates.len(), 0)
    }
}
