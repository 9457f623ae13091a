//! In what coefficients are added up: machine words where a bound shows that they suffice.

use super::Poly;
use crate::rational::Rational;

/// What the coefficients are added up in: machine words when a bound shows that they suffice.
pub(super) trait Coefficient: Clone {
    const ZERO: Self;
    fn from_rational(value: &Rational, denominator: u64) -> Self;
    fn into_rational(self, denominator: u64) -> Rational;
    fn add(&mut self, other: &Self);
    fn times(&self, other: &Self) -> Self;
    fn times_small(&self, factor: i32) -> Self;
    fn is_zero(&self) -> bool;
}

/// Integers over a common denominator. The caller has shown that no sum or product overflows.
macro_rules! integer_coefficient {
    ($type:ty) => {
        impl Coefficient for $type {
            const ZERO: Self = 0;

            fn from_rational(value: &Rational, denominator: u64) -> Self {
                let (n, d) = value.small_parts().unwrap_or((0, 1));
                n as $type * (denominator / d) as $type
            }

            fn into_rational(self, denominator: u64) -> Rational {
                Rational::reduced(i128::from(self), u128::from(denominator))
            }

            #[inline]
            fn add(&mut self, other: &Self) {
                *self += other;
            }

            #[inline]
            fn times(&self, other: &Self) -> Self {
                self * other
            }

            #[inline]
            fn times_small(&self, factor: i32) -> Self {
                self * <$type>::from(factor)
            }

            #[inline]
            fn is_zero(&self) -> bool {
                *self == 0
            }
        }
    };
}
integer_coefficient!(i64);
integer_coefficient!(i128);

/// Any rational; there is no common denominator then.
impl Coefficient for Rational {
    const ZERO: Self = Rational::ZERO;

    fn from_rational(value: &Rational, _: u64) -> Self {
        value.clone()
    }

    fn into_rational(self, _: u64) -> Rational {
        self
    }

    fn add(&mut self, other: &Self) {
        *self += other;
    }

    fn times(&self, other: &Self) -> Self {
        self * other
    }

    fn times_small(&self, factor: i32) -> Self {
        self * &Rational::from(i64::from(factor))
    }

    fn is_zero(&self) -> bool {
        Rational::is_zero(self)
    }
}

/// How the coefficients of a polynomial can be written as machine integers.
pub(super) struct Integers {
    /// The least common denominator.
    pub(super) denominator: u64,
    /// The sum of the magnitudes.
    pub(super) sum: u128,
    /// The largest magnitude.
    pub(super) largest: u128,
}

impl Integers {
    /// Nothing when a coefficient or the common denominator is too long.
    pub(super) fn of(poly: &Poly) -> Option<Self> {
        let mut denominator = 1u64;
        for coefficient in &poly.coefficients {
            let (_, d) = coefficient.small_parts()?;
            if !denominator.is_multiple_of(d) {
                let common = Rational::from(i64::try_from(denominator).ok()?)
                    .common_divisor(&Rational::from(i64::try_from(d).ok()?))
                    .to_i64()? as u64;
                denominator = denominator.checked_mul(d / common)?;
            }
        }
        let (mut sum, mut largest) = (0u128, 0u128);
        for coefficient in &poly.coefficients {
            let (n, d) = coefficient.small_parts()?;
            let magnitude = u128::from(n.unsigned_abs()) * u128::from(denominator / d);
            i64::try_from(magnitude).ok()?;
            sum = sum.saturating_add(magnitude);
            largest = largest.max(magnitude);
        }
        Some(Self { denominator, sum, largest })
    }
}
