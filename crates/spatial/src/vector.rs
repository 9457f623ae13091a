//! Vectors of three entries.

use std::ops::{Add, Neg, Sub};

use crate::scalar::Scalar;

/// A vector of three entries: x, y, z.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Vector<S>(pub [S; 3]);

impl<S> Vector<S> {
    /// The vector of three entries.
    pub fn new(x: S, y: S, z: S) -> Self {
        Self([x, y, z])
    }

    /// The first entry.
    pub fn x(&self) -> &S {
        &self.0[0]
    }

    /// The second entry.
    pub fn y(&self) -> &S {
        &self.0[1]
    }

    /// The third entry.
    pub fn z(&self) -> &S {
        &self.0[2]
    }

    /// The same with every entry changed.
    pub fn map<'a, T>(&'a self, mut change: impl FnMut(&'a S) -> T) -> Vector<T> {
        let [x, y, z] = &self.0;
        Vector([change(x), change(y), change(z)])
    }

    /// The same with every entry changed, or the first error.
    pub fn try_map<'a, T, E>(
        &'a self,
        mut change: impl FnMut(&'a S) -> Result<T, E>,
    ) -> Result<Vector<T>, E> {
        let [x, y, z] = &self.0;
        Ok(Vector([change(x)?, change(y)?, change(z)?]))
    }
}

impl<S: Scalar> Vector<S> {
    /// The scalar product.
    pub fn dot(&self, other: &Self) -> S {
        let [a, b] = [&self.0, &other.0];
        a[0].mul(&b[0]).add(&a[1].mul(&b[1])).add(&a[2].mul(&b[2]))
    }

    /// The vector product, this one first.
    pub fn cross(&self, other: &Self) -> Self {
        let [a, b] = [&self.0, &other.0];
        let entry = |i: usize, j: usize| a[i].mul(&b[j]).sub(&a[j].mul(&b[i]));
        Self([entry(1, 2), entry(2, 0), entry(0, 1)])
    }

    /// So many times as long.
    pub fn scale(&self, factor: &S) -> Self {
        self.map(|entry| entry.mul(factor))
    }
}

impl<S: Scalar> Add for &Vector<S> {
    type Output = Vector<S>;

    fn add(self, other: Self) -> Vector<S> {
        let [[a, b, c], [x, y, z]] = [&self.0, &other.0];
        Vector([a.add(x), b.add(y), c.add(z)])
    }
}

impl<S: Scalar> Sub for &Vector<S> {
    type Output = Vector<S>;

    fn sub(self, other: Self) -> Vector<S> {
        let [[a, b, c], [x, y, z]] = [&self.0, &other.0];
        Vector([a.sub(x), b.sub(y), c.sub(z)])
    }
}

impl<S: Scalar> Neg for &Vector<S> {
    type Output = Vector<S>;

    fn neg(self) -> Vector<S> {
        self.map(S::neg)
    }
}
