//! Where a robot is and how it moves, in a scalar.

use appell_spatial::{Dual, Jet, Scalar};

/// The coordinates of a robot with their time derivatives.
#[derive(Clone, Debug)]
pub struct State<S>(pub Vec<Coordinate<S>>);

/// A coordinate at an instant. Sine and cosine stand beside the angle: then mechanics needs sums
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
    /// The state in another scalar, coordinate by coordinate.
    pub fn map<T>(
        &self,
        mut change: impl FnMut(usize, &Coordinate<S>) -> Coordinate<T>,
    ) -> State<T> {
        State(self.0.iter().enumerate().map(|(k, coordinate)| change(k, coordinate)).collect())
    }

    /// The same place with other accelerations.
    pub fn with_accelerations(&self, accelerations: &[S]) -> Self {
        self.map(|k, coordinate| Coordinate {
            rates: vec![coordinate.rate(1), accelerations[k].clone()],
            ..coordinate.clone()
        })
    }

    /// The state as functions of time, with derivatives up to an order. Of the rates as many are
    /// used as the order and the algorithm ask for: q has q', q'', ...; q' has q'', ...
    pub fn jets(&self, order: usize, rates: usize) -> State<Jet<S>> {
        self.map(|_, coordinate| {
            let jet_of = |from: usize| {
                let value = if from == 0 { coordinate.q.clone() } else { coordinate.rate(from) };
                Jet::new(value, (1..=order).map(|k| coordinate.rate(from + k)))
            };
            let q = jet_of(0);
            let (cos, sin) = q.cos_sin(coordinate.cos.clone(), coordinate.sin.clone());
            Coordinate { q, cos, sin, rates: (1..=rates).map(jet_of).collect() }
        })
    }

    /// The state with its derivative by the k-th coordinate's derivative of an order (0: by the
    /// coordinate itself).
    pub fn varied(&self, by: usize, order: usize) -> State<Dual<S>> {
        self.map(|k, coordinate| {
            let pick = |at: usize, value: &S| match k == by && at == order {
                true => Dual::variable(value.clone()),
                false => Dual::constant(value.clone()),
            };
            let (cos, sin) = (&coordinate.cos, &coordinate.sin);
            let slopes = match k == by && order == 0 {
                true => (sin.neg(), cos.clone()),
                false => (cos.integer(0), cos.integer(0)),
            };
            // as many rates as are needed for the one that is varied to be there
            let known = coordinate.rates.len().max(if k == by { order } else { 0 });
            Coordinate {
                q: pick(0, &coordinate.q),
                cos: Dual { value: cos.clone(), slope: slopes.0 },
                sin: Dual { value: sin.clone(), slope: slopes.1 },
                rates: (1..=known).map(|at| pick(at, &coordinate.rate(at))).collect(),
            }
        })
    }
}
