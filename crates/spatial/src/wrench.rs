//! A force with a moment.

use std::ops::Add;

use crate::scalar::Scalar;
use crate::transform::Transform;
use crate::vector::Vector;

/// A force and a moment about the origin of the frame in whose axes both are given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrench<S> {
    /// The force.
    pub force: Vector<S>,
    /// The moment about the origin.
    pub moment: Vector<S>,
}

impl<S> Wrench<S> {
    /// The same with every entry changed.
    pub fn map<'a, T>(&'a self, mut change: impl FnMut(&'a S) -> T) -> Wrench<T> {
        Wrench { force: self.force.map(&mut change), moment: self.moment.map(change) }
    }
}

impl<S: Scalar> Wrench<S> {
    /// The same in the outer frame, about the outer origin.
    pub fn moved(&self, outer_from_inner: &Transform<S>) -> Self {
        let force = &outer_from_inner.rotation * &self.force;
        let moment = &outer_from_inner.rotation * &self.moment;
        let lever = outer_from_inner.position.cross(&force);
        Self { force, moment: &moment + &lever }
    }
}

impl<S: Scalar> Add for &Wrench<S> {
    type Output = Wrench<S>;

    fn add(self, other: Self) -> Wrench<S> {
        Wrench { force: &self.force + &other.force, moment: &self.moment + &other.moment }
    }
}
