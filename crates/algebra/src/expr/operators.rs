//! `+`, `-`, `*`, `/` on plain values.

use std::ops::{Add, Div, Mul, Neg, Sub};

use super::Expr;
use crate::rational::Rational;

impl<'g> Add for Expr<'g> {
    type Output = Expr<'g>;

    fn add(self, other: Self) -> Self {
        self.plus(other)
    }
}

impl<'g> Sub for Expr<'g> {
    type Output = Expr<'g>;

    fn sub(self, other: Self) -> Self {
        self.plus(-other)
    }
}

impl<'g> Mul for Expr<'g> {
    type Output = Expr<'g>;

    fn mul(self, other: Self) -> Self {
        self.times(other)
    }
}

impl<'g> Div for Expr<'g> {
    type Output = Expr<'g>;

    fn div(self, other: Self) -> Self {
        self.over(other)
    }
}

impl<'g> Neg for Expr<'g> {
    type Output = Expr<'g>;

    fn neg(self) -> Self {
        self.scale(&Rational::MINUS_ONE)
    }
}
