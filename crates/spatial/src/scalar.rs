//! What every algorithm of mechanics calculates with.

use appell_algebra::{Bounded, Expr};

/// A number, or something that calculates like one: a ring with integers in it.
///
/// The methods take references, because a polynomial is dear to copy. A scalar of some kinds
/// belongs to something (an expression to its graph, a polynomial to its budget); so zero and one
/// are asked of a scalar that is there: `x.integer(0)` is the zero of the kind of `x`.
pub trait Scalar: Clone {
    /// The integer of the same kind.
    fn integer(&self, value: i64) -> Self;
    /// The sum.
    fn add(&self, other: &Self) -> Self;
    /// The difference.
    fn sub(&self, other: &Self) -> Self;
    /// The product.
    fn mul(&self, other: &Self) -> Self;
    /// The negative.
    fn neg(&self) -> Self;
}

impl Scalar for f64 {
    fn integer(&self, value: i64) -> Self {
        value as f64
    }

    fn add(&self, other: &Self) -> Self {
        self + other
    }

    fn sub(&self, other: &Self) -> Self {
        self - other
    }

    fn mul(&self, other: &Self) -> Self {
        self * other
    }

    fn neg(&self) -> Self {
        -self
    }
}

impl Scalar for Bounded<'_> {
    fn integer(&self, value: i64) -> Self {
        Bounded::integer(self, value)
    }

    fn add(&self, other: &Self) -> Self {
        self + other
    }

    fn sub(&self, other: &Self) -> Self {
        self - other
    }

    fn mul(&self, other: &Self) -> Self {
        self * other
    }

    fn neg(&self) -> Self {
        -self.clone()
    }
}

impl Scalar for Expr<'_> {
    fn integer(&self, value: i64) -> Self {
        self.graph().integer(value)
    }

    fn add(&self, other: &Self) -> Self {
        *self + *other
    }

    fn sub(&self, other: &Self) -> Self {
        *self - *other
    }

    fn mul(&self, other: &Self) -> Self {
        *self * *other
    }

    fn neg(&self) -> Self {
        -*self
    }
}
