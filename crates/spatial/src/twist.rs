//! A velocity with an angular velocity.

use crate::matrix::Matrix;
use crate::scalar::Scalar;
use crate::vector::Vector;

/// The velocity of a point and the angular velocity of the body that it belongs to, in the axes of
/// one frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Twist<S> {
    /// The velocity of the point.
    pub linear: Vector<S>,
    /// The angular velocity.
    pub angular: Vector<S>,
}

impl<S> Twist<S> {
    /// The same with every entry changed.
    pub fn map<'a, T>(&'a self, mut change: impl FnMut(&'a S) -> T) -> Twist<T> {
        Twist { linear: self.linear.map(&mut change), angular: self.angular.map(change) }
    }
}

impl<S: Scalar> Twist<S> {
    /// The same in other axes, given by the rotation that leads into them.
    pub fn turned(&self, rotation: &Matrix<S>) -> Self {
        Self { linear: rotation * &self.linear, angular: rotation * &self.angular }
    }
}
