//! `+`, `-`, `*` on plain values, for work whose size is known to be small.
//!
//! Work of unknown size takes a budget: see the `checked_` methods and [`BudgetedPoly`](super::BudgetedPoly).

use std::ops::{Add, Mul, Neg, Sub};

use super::Poly;
use crate::budget::Budget;
use crate::error::Error;
use crate::rational::Rational;

/// Without a budget only an exponent or a number beyond every use can fail; like an integer
/// overflow, that is a fault of the program.
#[allow(clippy::panic)]
fn without_limit(result: Result<Poly, Error>) -> Poly {
    match result {
        Ok(poly) => poly,
        Err(error) => panic!("polynomial operator: {error}"),
    }
}

/// An operator on all four combinations of values and references.
macro_rules! operator {
    ($operation:ident $method:ident $checked:ident) => {
        /// # Panics
        /// When an exponent outgrows 2^24 or a coefficient a million bits.
        impl $operation<&Poly> for &Poly {
            type Output = Poly;

            fn $method(self, other: &Poly) -> Poly {
                without_limit(self.$checked(other, &Budget::unlimited()))
            }
        }

        impl $operation<Poly> for Poly {
            type Output = Poly;

            fn $method(self, other: Poly) -> Poly {
                (&self).$method(&other)
            }
        }

        impl $operation<&Poly> for Poly {
            type Output = Poly;

            fn $method(self, other: &Poly) -> Poly {
                (&self).$method(other)
            }
        }

        impl $operation<Poly> for &Poly {
            type Output = Poly;

            fn $method(self, other: Poly) -> Poly {
                self.$method(&other)
            }
        }
    };
}
operator!(Add add checked_add);
operator!(Sub sub checked_sub);
operator!(Mul mul checked_mul);

impl Neg for Poly {
    type Output = Poly;

    fn neg(self) -> Poly {
        self.scaled(&Rational::MINUS_ONE)
    }
}

impl Neg for &Poly {
    type Output = Poly;

    fn neg(self) -> Poly {
        self.scale(&Rational::MINUS_ONE)
    }
}
