//! What every algorithm of mechanics calculates with.

use appell_algebra::{BudgetedPoly, Expr, Rational};
use appell_diagnostic::broken_invariant;

use crate::jet::Jet;

/// A number, or something that calculates like one: a ring with integers in it.
///
/// The methods take references, because a polynomial is expensive to copy. A scalar of some kinds
/// belongs to something (an expression to its graph, a polynomial to its budget); so zero and one
/// are asked of a scalar that is there: `x.integer(0)` is the zero of the kind of `x`.
///
/// What cannot be calculated (a budget is hit, a division by zero) is poisoned, and so is all that
/// is calculated from it; only plain rationals have no such value, and panic.
pub trait Scalar: Clone {
    /// The scalar over which functions of this one are built: itself, unless it is a function already.
    /// [`base_scalar!`](crate::base_scalar) says so.
    type Base: Scalar<Base = Self::Base>;
    /// It as what does not vary, or as the function that it is.
    fn into_jet(self) -> Jet<Self::Base>;
    /// Back again.
    fn from_jet(jet: Jet<Self::Base>) -> Self;
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
    /// The same divided by a whole number that is not zero.
    fn over(&self, divisor: i64) -> Self;
    /// Whether this is zero for certain.
    fn is_zero(&self) -> bool;
}

/// In an `impl` of [`Scalar`]: it is no function of something else.
#[macro_export]
macro_rules! base_scalar {
    () => {
        type Base = Self;

        fn into_jet(self) -> $crate::Jet<Self> {
            $crate::Jet::plain(self)
        }

        fn from_jet(jet: $crate::Jet<Self>) -> Self {
            jet.into_plain()
        }
    };
}

/// A scalar by which can be divided.
pub trait Field: Scalar {
    /// One over it.
    fn reciprocal(&self) -> Self;
}

impl Field for f64 {
    fn reciprocal(&self) -> Self {
        1.0 / self
    }
}

impl Field for Expr<'_> {
    fn reciprocal(&self) -> Self {
        self.pow(-1)
    }
}

/// Sums, products and signs of what has operators on references.
macro_rules! by_operators {
    () => {
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
    };
}

impl Scalar for f64 {
    base_scalar!();

    fn integer(&self, value: i64) -> Self {
        value as f64
    }

    by_operators!();

    fn over(&self, divisor: i64) -> Self {
        self / divisor as f64
    }

    fn is_zero(&self) -> bool {
        *self == 0.0
    }
}

impl Scalar for Rational {
    base_scalar!();

    fn integer(&self, value: i64) -> Self {
        value.into()
    }

    by_operators!();

    fn over(&self, divisor: i64) -> Self {
        match Rational::new(1, divisor) {
            Ok(fraction) => self * &fraction,
            Err(error) => broken_invariant(error),
        }
    }

    fn is_zero(&self) -> bool {
        Rational::is_zero(self)
    }
}

impl Scalar for BudgetedPoly<'_> {
    base_scalar!();

    fn integer(&self, value: i64) -> Self {
        BudgetedPoly::integer(self, value)
    }

    by_operators!();

    fn over(&self, divisor: i64) -> Self {
        self.try_map(|poly, _| Ok(poly.scale(&Rational::new(1, divisor)?)))
    }

    fn is_zero(&self) -> bool {
        BudgetedPoly::is_zero(self)
    }
}

impl Scalar for Expr<'_> {
    base_scalar!();

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

    fn over(&self, divisor: i64) -> Self {
        match Rational::new(1, divisor) {
            Ok(fraction) => self.scale(&fraction),
            Err(_) => *self / self.graph().zero(),
        }
    }

    fn is_zero(&self) -> bool {
        Expr::is_zero(*self)
    }
}
