//! Matrices of three rows and columns: rotations and inertia tensors.

use std::ops::{Add, Mul, Sub};

use crate::scalar::Scalar;
use crate::vector::Vector;

/// A matrix of three rows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Matrix<S>(pub [[S; 3]; 3]);

impl<S> Matrix<S> {
    /// The same with every entry changed.
    pub fn map<'a, T>(&'a self, mut change: impl FnMut(&'a S) -> T) -> Matrix<T> {
        let mut row = |[a, b, c]: &'a [S; 3]| [change(a), change(b), change(c)];
        let [a, b, c] = &self.0;
        Matrix([row(a), row(b), row(c)])
    }

    /// The same with every entry changed, or the first error.
    pub fn try_map<'a, T, E>(
        &'a self,
        mut change: impl FnMut(&'a S) -> Result<T, E>,
    ) -> Result<Matrix<T>, E> {
        let mut row = |[a, b, c]: &'a [S; 3]| Ok::<_, E>([change(a)?, change(b)?, change(c)?]);
        let [a, b, c] = &self.0;
        Ok(Matrix([row(a)?, row(b)?, row(c)?]))
    }
}

impl<S: Clone> Matrix<S> {
    /// Rows and columns exchanged.
    pub fn transpose(&self) -> Self {
        let [a, b, c] = &self.0;
        let column = |j: usize| [a[j].clone(), b[j].clone(), c[j].clone()];
        Self([column(0), column(1), column(2)])
    }
}

impl<S: Scalar> Matrix<S> {
    fn from_fn(entry: impl Fn(usize, usize) -> S) -> Self {
        let row = |i: usize| [entry(i, 0), entry(i, 1), entry(i, 2)];
        Self([row(0), row(1), row(2)])
    }

    /// The unit matrix times a scalar.
    pub fn diagonal(entry: &S) -> Self {
        let zero = entry.integer(0);
        Self::from_fn(|i, j| if i == j { entry.clone() } else { zero.clone() })
    }

    /// The symmetric matrix of its entries xx, yy, zz, xy, xz, yz.
    pub fn symmetric([xx, yy, zz, xy, xz, yz]: [S; 6]) -> Self {
        Self([[xx, xy.clone(), xz.clone()], [xy, yy, yz.clone()], [xz, yz, zz]])
    }

    /// The column a times the row b.
    pub fn outer(a: &Vector<S>, b: &Vector<S>) -> Self {
        Self::from_fn(|i, j| a.0[i].mul(&b.0[j]))
    }

    /// The matrix with which `a.cross(b)` is a product.
    pub fn cross(a: &Vector<S>) -> Self {
        let [x, y, z] = &a.0;
        let zero = || x.integer(0);
        Self([
            [zero(), z.neg(), y.clone()],
            [z.clone(), zero(), x.neg()],
            [y.neg(), x.clone(), zero()],
        ])
    }

    /// The rotation about a unit axis by the angle of this cosine and sine (Rodrigues):
    /// `R = c 1 + s [k]x + (1 - c) k k^T`.
    pub fn turn(axis: &Vector<S>, cos: &S, sin: &S) -> Self {
        let rest = cos.integer(1).sub(cos);
        let along = Self::outer(axis, axis);
        let across = Self::cross(axis);
        Self::from_fn(|i, j| {
            let entry = along.0[i][j].mul(&rest).add(&across.0[i][j].mul(sin));
            if i == j { entry.add(cos) } else { entry }
        })
    }

    /// Every entry times a scalar.
    pub fn scale(&self, factor: &S) -> Self {
        self.map(|entry| entry.mul(factor))
    }

    /// The sum of the diagonal.
    pub fn trace(&self) -> S {
        self.0[0][0].add(&self.0[1][1]).add(&self.0[2][2])
    }

    /// The determinant.
    pub fn determinant(&self) -> S {
        let [a, b, c] = self.0.clone();
        Vector(a).dot(&Vector(b).cross(&Vector(c)))
    }

    /// A tensor in the axes into which this rotation leads: R J R^T.
    pub fn rotate_tensor(&self, tensor: &Self) -> Self {
        &(self * tensor) * &self.transpose()
    }
}

impl<S: Scalar> Mul for &Matrix<S> {
    type Output = Matrix<S>;

    fn mul(self, other: Self) -> Matrix<S> {
        let [a, b] = [&self.0, &other.0];
        Matrix::from_fn(|i, j| {
            a[i][0].mul(&b[0][j]).add(&a[i][1].mul(&b[1][j])).add(&a[i][2].mul(&b[2][j]))
        })
    }
}

impl<S: Scalar> Mul<&Vector<S>> for &Matrix<S> {
    type Output = Vector<S>;

    fn mul(self, vector: &Vector<S>) -> Vector<S> {
        let [x, y, z] = &vector.0;
        let entry = |[a, b, c]: &[S; 3]| a.mul(x).add(&b.mul(y)).add(&c.mul(z));
        let [a, b, c] = &self.0;
        Vector([entry(a), entry(b), entry(c)])
    }
}

impl<S: Scalar> Add for &Matrix<S> {
    type Output = Matrix<S>;

    fn add(self, other: Self) -> Matrix<S> {
        Matrix::from_fn(|i, j| self.0[i][j].add(&other.0[i][j]))
    }
}

impl<S: Scalar> Sub for &Matrix<S> {
    type Output = Matrix<S>;

    fn sub(self, other: Self) -> Matrix<S> {
        Matrix::from_fn(|i, j| self.0[i][j].sub(&other.0[i][j]))
    }
}
