//! Sums and products of rationals: machine words first, big numbers on overflow.

use std::ops::{Add, AddAssign, Mul, Neg, Sub};

use super::Repr::{Big, Small};
use super::{Rational, gcd64};

impl Add for &Rational {
    type Output = Rational;

    #[inline]
    fn add(self, other: &Rational) -> Rational {
        if let (Small(a, b), Small(c, d)) = (&self.0, &other.0) {
            if *b == 1 && *d == 1 {
                return Rational::reduced(i128::from(*a) + i128::from(*c), 1);
            }
            // a/b + c/d = (a d + c b) / (b d); each product fits, their sum may not
            let (left, right) = (i128::from(*a) * i128::from(*d), i128::from(*c) * i128::from(*b));
            if let Some(sum) = left.checked_add(right) {
                return Rational::reduced(sum, u128::from(*b) * u128::from(*d));
            }
        }
        Rational::from_big(self.to_big() + other.to_big())
    }
}

impl Mul for &Rational {
    type Output = Rational;

    #[inline]
    fn mul(self, other: &Rational) -> Rational {
        if let (Small(a, b), Small(c, d)) = (&self.0, &other.0) {
            // a/b * c/d: both are in lowest terms, so only a and d, and c and b can share a divisor,
            // and it is found in machine words
            let (left, right) = (gcd64(a.unsigned_abs(), *d), gcd64(c.unsigned_abs(), *b));
            let wide = |x: u64, y: u64| u128::from(x) * u128::from(y);
            let magnitude = wide(a.unsigned_abs() / left, c.unsigned_abs() / right);
            let is_negative = (*a < 0) != (*c < 0);
            return Rational::lowest(is_negative, magnitude, wide(*b / right, *d / left));
        }
        Rational::from_big(self.to_big() * other.to_big())
    }
}

impl Neg for Rational {
    type Output = Rational;

    #[inline]
    fn neg(self) -> Rational {
        match self.0 {
            Small(n, d) => Rational(Small(-n, d)),
            Big(big) => Rational::from_big(-*big),
        }
    }
}

impl Sub for &Rational {
    type Output = Rational;

    fn sub(self, other: &Rational) -> Rational {
        self + &-other.clone()
    }
}

impl AddAssign<&Rational> for Rational {
    fn add_assign(&mut self, other: &Rational) {
        *self = &*self + other;
    }
}

/// The same operators on plain values.
macro_rules! by_value {
    ($($operation:ident $method:ident),*) => {$(
        impl $operation for Rational {
            type Output = Rational;

            fn $method(self, other: Rational) -> Rational {
                (&self).$method(&other)
            }
        }
    )*};
}
by_value!(Add add, Sub sub, Mul mul);
