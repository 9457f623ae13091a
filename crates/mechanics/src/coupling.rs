//! Joints that follow others: q = sum r_i q_i + c, so that a force Q along the joint is felt by the
//! coordinates that it follows as r_i Q, and a unit of their rate moves it by r_i. With the constant
//! matrix S of all ratios every quantity is reduced exactly: Q = S^T Q, M = S^T M S, J = J S.

use appell_spatial::{Scalar, Vector};

use crate::mechanism::Body;

/// How a joint follows others.
#[derive(Clone, Debug)]
pub struct Coupling<S> {
    /// The number of its angle or length among the turns of a state.
    pub turn: usize,
    /// The coordinates that it follows, by their numbers, with their ratios.
    pub shares: Vec<(usize, S)>,
    /// What is added.
    pub offset: S,
}

/// An angle or a length that is a sum of coordinates, each times a constant, and an offset.
#[derive(Clone, Debug)]
pub struct Relation<S> {
    /// The coordinates, by their numbers, with their factors.
    pub shares: Vec<(usize, S)>,
    /// What is added.
    pub offset: S,
    /// Whether it is an angle.
    pub is_angle: bool,
}

impl<S> Coupling<S> {
    /// The same in another scalar.
    pub(crate) fn map<T>(&self, change: &mut dyn FnMut(&S) -> T) -> Coupling<T> {
        Coupling {
            turn: self.turn,
            shares: self.shares.iter().map(|(k, share)| (*k, change(share))).collect(),
            offset: change(&self.offset),
        }
    }
}

/// The share of a coordinate in the motion of a joint; nothing where it is the joint's own.
#[derive(Clone, Debug)]
pub(crate) struct Share<S>(Option<S>);

impl<S: Scalar> Share<S> {
    /// That of a coordinate of its own.
    pub(crate) fn whole() -> Self {
        Self(None)
    }

    /// Those of a sum of coordinates.
    pub(crate) fn listed(shares: &[(usize, S)]) -> Vec<(usize, Self)> {
        shares.iter().map(|(k, share)| (*k, Self(Some(share.clone())))).collect()
    }

    /// The same with the factor changed.
    pub(crate) fn with(&self, change: impl FnOnce(&S) -> S) -> Self {
        Self(self.0.as_ref().map(change))
    }

    /// Its product with a number.
    pub(crate) fn times(&self, value: &S) -> S {
        self.0.as_ref().map_or_else(|| value.clone(), |share| share.mul(value))
    }

    /// Its product with a vector.
    pub(crate) fn scaled(&self, vector: &Vector<S>) -> Vector<S> {
        self.0.as_ref().map_or_else(|| vector.clone(), |share| vector.scale(share))
    }
}

impl<S: Scalar> Body<S> {
    /// The coordinates that move the joint, each with its share.
    pub(crate) fn shares(&self) -> Vec<(usize, Share<S>)> {
        let own = self.coordinate.map(|k| (k, Share(None)));
        let followed = self.coupling.iter().flat_map(|coupling| Share::listed(&coupling.shares));
        own.into_iter().chain(followed).collect()
    }

    /// Whether the joint moves.
    pub(crate) fn moves(&self) -> bool {
        self.coordinate.is_some() || self.coupling.is_some()
    }

    /// Adds a force along the joint to those of the coordinates that move it.
    pub(crate) fn add_force(&self, force: impl FnOnce() -> S, forces: &mut [S]) {
        if !self.moves() {
            return;
        }
        let force = force();
        for (k, share) in self.shares() {
            forces[k] = forces[k].add(&share.times(&force));
        }
    }
}
