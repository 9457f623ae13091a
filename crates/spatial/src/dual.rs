//! Numbers with a derivative: for derivatives by one parameter or coordinate, without a formula.

use crate::scalar::{Field, Scalar};

/// A value and its derivative by something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dual<S> {
    /// The value.
    pub value: S,
    /// The derivative.
    pub slope: S,
}

impl<S: Scalar> Dual<S> {
    /// What does not depend on it.
    pub fn constant(value: S) -> Self {
        let slope = value.integer(0);
        Self { value, slope }
    }

    /// The thing itself by which is differentiated.
    pub fn variable(value: S) -> Self {
        let slope = value.integer(1);
        Self { value, slope }
    }
}

impl<S: Scalar> Scalar for Dual<S> {
    fn integer(&self, value: i64) -> Self {
        Self::constant(self.value.integer(value))
    }

    fn add(&self, other: &Self) -> Self {
        Self { value: self.value.add(&other.value), slope: self.slope.add(&other.slope) }
    }

    fn sub(&self, other: &Self) -> Self {
        Self { value: self.value.sub(&other.value), slope: self.slope.sub(&other.slope) }
    }

    fn mul(&self, other: &Self) -> Self {
        let [left, right] = [self.slope.mul(&other.value), self.value.mul(&other.slope)];
        Self { value: self.value.mul(&other.value), slope: left.add(&right) }
    }

    fn neg(&self) -> Self {
        Self { value: self.value.neg(), slope: self.slope.neg() }
    }

    fn over(&self, divisor: i64) -> Self {
        Self { value: self.value.over(divisor), slope: self.slope.over(divisor) }
    }

    fn is_zero(&self) -> bool {
        self.value.is_zero() && self.slope.is_zero()
    }
}

impl<S: Field> Field for Dual<S> {
    fn reciprocal(&self) -> Self {
        let value = self.value.reciprocal();
        let slope = self.slope.mul(&value.mul(&value)).neg();
        Self { value, slope }
    }
}
