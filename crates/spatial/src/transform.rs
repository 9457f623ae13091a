//! Where one frame lies in another.

use std::ops::Mul;

use crate::matrix::Matrix;
use crate::scalar::Scalar;
use crate::vector::Vector;

/// Where a frame lies in another: `outer_from_inner`, so that products chain
/// (`base_from_link * link_from_tool`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transform<S> {
    /// The inner axes, as columns in the outer frame.
    pub rotation: Matrix<S>,
    /// The inner origin, in the outer frame.
    pub position: Vector<S>,
}

impl<S> Transform<S> {
    /// The frame of these axes at this place.
    pub fn new(rotation: Matrix<S>, position: Vector<S>) -> Self {
        Self { rotation, position }
    }

    /// The same with every entry changed.
    pub fn map<'a, T>(&'a self, mut change: impl FnMut(&'a S) -> T) -> Transform<T> {
        let rotation = self.rotation.map(&mut change);
        Transform { rotation, position: self.position.map(change) }
    }

    /// The same with every entry changed, or the first error.
    pub fn try_map<'a, T, E>(
        &'a self,
        mut change: impl FnMut(&'a S) -> Result<T, E>,
    ) -> Result<Transform<T>, E> {
        let rotation = self.rotation.try_map(&mut change)?;
        Ok(Transform { rotation, position: self.position.try_map(change)? })
    }
}

impl<S: Scalar> Transform<S> {
    /// The frame itself; the scalar says of which kind.
    pub fn identity(like: &S) -> Self {
        let zero = like.integer(0);
        let position = Vector::new(zero.clone(), zero.clone(), zero);
        Self { rotation: Matrix::diagonal(&like.integer(1)), position }
    }

    /// A point of the inner frame, in the outer one.
    pub fn point(&self, inner: &Vector<S>) -> Vector<S> {
        &self.position + &(&self.rotation * inner)
    }

    /// The frame after it has turned about an axis of its own.
    pub fn turned(&self, axis: &Vector<S>, cos: &S, sin: &S) -> Self {
        let rotation = &self.rotation * &Matrix::turn(axis, cos, sin);
        Self { rotation, position: self.position.clone() }
    }

    /// The frame after it has moved so far along an axis of its own.
    pub fn shifted(&self, axis: &Vector<S>, distance: &S) -> Self {
        let position = self.point(&axis.scale(distance));
        Self { rotation: self.rotation.clone(), position }
    }

    /// The outer frame in the inner one.
    pub fn inverse(&self) -> Self {
        let rotation = self.rotation.transpose();
        let position = -&(&rotation * &self.position);
        Self { rotation, position }
    }
}

impl<S: Scalar> Mul for &Transform<S> {
    type Output = Transform<S>;

    fn mul(self, inner: Self) -> Transform<S> {
        Transform {
            rotation: &self.rotation * &inner.rotation,
            position: self.point(&inner.position),
        }
    }
}
