//! How the mass of a body is spread: about an origin, where bodies simply add, and about the mass
//! centre, as people write it down.

use std::ops::Add;

use crate::matrix::Matrix;
use crate::scalar::Scalar;
use crate::transform::Transform;
use crate::vector::Vector;

/// Mass, first moment and inertia about the origin of a frame. These are integrals over the body:
/// the moments of two bodies in one frame add up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MassMoments<S> {
    /// The mass.
    pub mass: S,
    /// The integral of r dm: mass times the place of the centre of mass.
    pub first: Vector<S>,
    /// The tensor of inertia about the origin, integral of (r.r 1 - r r^T) dm.
    pub inertia: Matrix<S>,
}

/// Mass, centre of mass and inertia about the centre of mass, in the axes of a frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CentralInertia<S> {
    /// The mass.
    pub mass: S,
    /// The place of the centre of mass.
    pub centre: Vector<S>,
    /// The tensor of inertia about the centre of mass; off its diagonal stand the negative products.
    pub inertia: Matrix<S>,
}

impl<S> MassMoments<S> {
    /// The same with every entry changed.
    pub fn map<'a, T>(&'a self, mut change: impl FnMut(&'a S) -> T) -> MassMoments<T> {
        MassMoments {
            mass: change(&self.mass),
            first: self.first.map(&mut change),
            inertia: self.inertia.map(change),
        }
    }

    /// The same with every entry changed, or the first error.
    pub fn try_map<'a, T, E>(
        &'a self,
        mut change: impl FnMut(&'a S) -> Result<T, E>,
    ) -> Result<MassMoments<T>, E> {
        Ok(MassMoments {
            mass: change(&self.mass)?,
            first: self.first.try_map(&mut change)?,
            inertia: self.inertia.try_map(change)?,
        })
    }
}

impl<S> CentralInertia<S> {
    /// The same with every entry changed.
    pub fn map<'a, T>(&'a self, mut change: impl FnMut(&'a S) -> T) -> CentralInertia<T> {
        CentralInertia {
            mass: change(&self.mass),
            centre: self.centre.map(&mut change),
            inertia: self.inertia.map(change),
        }
    }

    /// The same with every entry changed, or the first error.
    pub fn try_map<'a, T, E>(
        &'a self,
        mut change: impl FnMut(&'a S) -> Result<T, E>,
    ) -> Result<CentralInertia<T>, E> {
        Ok(CentralInertia {
            mass: change(&self.mass)?,
            centre: self.centre.try_map(&mut change)?,
            inertia: self.inertia.try_map(change)?,
        })
    }
}

/// The tensor of inertia of a unit mass at r about the origin.
fn point_tensor<S: Scalar>(r: &Vector<S>) -> Matrix<S> {
    &Matrix::diagonal(&r.dot(r)) - &Matrix::outer(r, r)
}

impl<S: Scalar> CentralInertia<S> {
    /// The moments about the origin of the frame (Steiner).
    pub fn about_origin(&self) -> MassMoments<S> {
        MassMoments {
            mass: self.mass.clone(),
            first: self.centre.scale(&self.mass),
            inertia: &self.inertia + &point_tensor(&self.centre).scale(&self.mass),
        }
    }
}

impl<S: Scalar> MassMoments<S> {
    /// A frame without mass; the scalar says of which kind.
    pub fn none(like: &S) -> Self {
        let zero = like.integer(0);
        Self {
            mass: zero.clone(),
            first: Vector::new(zero.clone(), zero.clone(), zero.clone()),
            inertia: Matrix::diagonal(&zero),
        }
    }

    /// The same body in the outer frame, about the outer origin.
    pub fn moved(&self, outer_from_inner: &Transform<S>) -> Self {
        let (rotation, p) = (&outer_from_inner.rotation, &outer_from_inner.position);
        let first = rotation * &self.first;
        // r = p + R r': the integral of r.r 1 - r r^T has a part of each degree in p
        let turned = rotation.rotate_tensor(&self.inertia);
        let crossed = &Matrix::outer(p, &first) + &Matrix::outer(&first, p);
        let dot = p.dot(&first);
        let mixed = &Matrix::diagonal(&dot.add(&dot)) - &crossed;
        let steiner = point_tensor(p).scale(&self.mass);
        Self {
            mass: self.mass.clone(),
            first: &first + &p.scale(&self.mass),
            inertia: &(&turned + &mixed) + &steiner,
        }
    }

    /// The integral of r r^T dm about the origin, tr(I)/2 1 - I.
    pub fn second(&self) -> Matrix<S> {
        &Matrix::diagonal(&self.inertia.trace().over(2)) - &self.inertia
    }

    /// So many times the body; -1 for a part that is taken away.
    pub fn scale(&self, factor: &S) -> Self {
        Self {
            mass: self.mass.mul(factor),
            first: self.first.scale(factor),
            inertia: self.inertia.scale(factor),
        }
    }

    /// The same about the centre of mass, given one over the mass.
    pub fn about_centre(&self, inverse_mass: &S) -> CentralInertia<S> {
        let centre = self.first.scale(inverse_mass);
        // J = I - m (c.c 1 - c c^T), with m c = first
        let steiner =
            &Matrix::diagonal(&centre.dot(&self.first)) - &Matrix::outer(&centre, &self.first);
        CentralInertia { mass: self.mass.clone(), inertia: &self.inertia - &steiner, centre }
    }
}

impl<S: Scalar> Add for &MassMoments<S> {
    type Output = MassMoments<S>;

    fn add(self, other: Self) -> MassMoments<S> {
        MassMoments {
            mass: self.mass.add(&other.mass),
            first: &self.first + &other.first,
            inertia: &self.inertia + &other.inertia,
        }
    }
}
