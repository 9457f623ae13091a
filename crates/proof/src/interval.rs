//! Intervals that contain a real number for certain: what is calculated with their bounds is
//! rounded outward (Moore, Kearfott, Cloud: Introduction to Interval Analysis, 2009).

use appell_algebra::{Error, Number, Rational};
use appell_spatial::{Scalar, base_scalar};

/// All real numbers from one bound to another. Without bounds nothing is known of the number: a
/// root of what may be negative, a quotient by what may be zero. What is calculated from such an
/// interval has no bounds either.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Interval {
    low: f64,
    high: f64,
}

impl Interval {
    pub(crate) const UNKNOWN: Self = Self { low: f64::NEG_INFINITY, high: f64::INFINITY };
    /// The double PI lies below the number pi, by less than one step.
    pub(crate) const PI: Self =
        Self { low: std::f64::consts::PI, high: std::f64::consts::PI.next_up() };

    fn exactly(number: f64) -> Self {
        Self { low: number, high: number }
    }

    /// Bounds that were rounded to nearest, one step outward; unknown where they overflow.
    fn outward(low: f64, high: f64) -> Self {
        let (low, high) = (low.next_down(), high.next_up());
        if low.is_finite() && high.is_finite() { Self { low, high } } else { Self::UNKNOWN }
    }

    /// Whether the number has bounds.
    pub(crate) fn is_known(self) -> bool {
        self.low.is_finite() && self.high.is_finite()
    }

    /// Whether two numbers are different for certain.
    pub(crate) fn is_apart_from(self, other: Self) -> bool {
        self.is_known() && other.is_known() && (self.high < other.low || other.high < self.low)
    }

    /// The smallest magnitude that the number may have.
    pub(crate) fn least_magnitude(self) -> f64 {
        self.low.max(-self.high).max(0.0)
    }

    pub(crate) fn reciprocal(self) -> Self {
        match self.is_known() && self.least_magnitude() > 0.0 {
            true => Self::outward(1.0 / self.high, 1.0 / self.low),
            false => Self::UNKNOWN,
        }
    }

    /// The square root, which IEEE 754 rounds to nearest.
    pub(crate) fn root(self) -> Self {
        if self.is_zero() {
            return self;
        }
        if !self.is_known() || self.low < 0.0 {
            return Self::UNKNOWN;
        }
        let root = Self::outward(self.low.sqrt(), self.high.sqrt());
        Self { low: root.low.max(0.0), ..root }
    }

    pub(crate) fn magnitude(self) -> Self {
        match self.is_known() {
            true => Self { low: self.least_magnitude(), high: self.high.max(-self.low) },
            false => Self::UNKNOWN,
        }
    }

    /// -1, 0 or 1 by the sign.
    pub(crate) fn sign(self) -> Self {
        if self.is_zero() {
            self
        } else if self.is_known() && self.least_magnitude() > 0.0 {
            Self::exactly(self.low.signum())
        } else {
            Self::UNKNOWN
        }
    }

    /// Cosine and sine: of the angle halved until it is small by their series, then doubled back.
    pub(crate) fn cos_sin(self) -> (Self, Self) {
        // every doubling makes the intervals up to four times as wide
        const MOST_DOUBLINGS: usize = 12;
        let mut angle = self;
        let mut doublings = 0;
        while angle.low < -1.0 || angle.high > 1.0 {
            if doublings == MOST_DOUBLINGS {
                return (Self::UNKNOWN, Self::UNKNOWN);
            }
            angle = angle.over(2);
            doublings += 1;
        }
        let (mut cos, mut sin) = angle.series();
        for _ in 0..doublings {
            let (square, product) = (sin.mul(&sin), sin.mul(&cos));
            // cos 2x = 1 - 2 sin^2 x, sin 2x = 2 sin x cos x
            cos = Self::exactly(1.0).sub(&square.add(&square));
            sin = product.add(&product);
        }
        (cos, sin)
    }

    /// Cosine and sine of an angle from -1 to 1 by Taylor's series. Its terms alternate and fall,
    /// so that what is left out is less than the first term that is left out.
    fn series(self) -> (Self, Self) {
        const TERMS: i64 = 22;
        let mut sums = [Self::exactly(0.0); 2];
        let mut term = Self::exactly(1.0);
        for order in 0..TERMS {
            let sum = &mut sums[(order % 2) as usize];
            *sum = if order % 4 < 2 { sum.add(&term) } else { sum.sub(&term) };
            term = term.mul(&self).over(order + 1);
        }
        let rest = term.magnitude().high;
        let rest = Self { low: -rest, high: rest };
        (sums[0].add(&rest), sums[1].add(&rest))
    }
}

// Not inlined: all of mechanics is compiled for intervals.
impl Scalar for Interval {
    base_scalar!();

    #[inline(never)]
    fn integer(&self, value: i64) -> Self {
        Self::from_rational(&value.into())
    }

    #[inline(never)]
    fn add(&self, other: &Self) -> Self {
        if self.is_zero() {
            return *other;
        }
        if other.is_zero() {
            return *self;
        }
        Self::outward(self.low + other.low, self.high + other.high)
    }

    fn sub(&self, other: &Self) -> Self {
        self.add(&other.neg())
    }

    #[inline(never)]
    fn mul(&self, other: &Self) -> Self {
        if !self.is_known() || !other.is_known() {
            return Self::UNKNOWN;
        }
        if self.is_zero() || other.is_zero() {
            return Self::exactly(0.0);
        }
        let products = [
            self.low * other.low,
            self.low * other.high,
            self.high * other.low,
            self.high * other.high,
        ];
        let low = products.iter().fold(f64::INFINITY, |low, product| low.min(*product));
        let high = products.iter().fold(f64::NEG_INFINITY, |high, product| high.max(*product));
        Self::outward(low, high)
    }

    fn neg(&self) -> Self {
        Self { low: -self.high, high: -self.low }
    }

    #[inline(never)]
    fn over(&self, divisor: i64) -> Self {
        self.mul(&self.integer(divisor).reciprocal())
    }

    fn is_zero(&self) -> bool {
        self.low == 0.0 && self.high == 0.0
    }
}

impl Number for Interval {
    fn from_rational(value: &Rational) -> Self {
        // the nearest double; an integer below 2^53 is one
        let nearest = value.to_f64();
        match value.is_integer() && nearest.abs() < (1i64 << 53) as f64 {
            true => Self::exactly(nearest),
            false => Self::outward(nearest, nearest),
        }
    }

    fn plus(&self, other: &Self) -> Self {
        self.add(other)
    }

    fn times(&self, other: &Self) -> Self {
        self.mul(other)
    }

    fn power(&self, exponent: i32) -> Result<Self, Error> {
        let base = if exponent < 0 { self.reciprocal() } else { *self };
        let power = (0..exponent.unsigned_abs()).fold(Self::exactly(1.0), |all, _| all.mul(&base));
        Ok(power)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A double as the rational number that it is.
    fn exact(number: f64) -> Rational {
        let bits = number.abs().to_bits();
        let (exponent, fraction) = ((bits >> 52) as i32, (bits & ((1 << 52) - 1)) as i64);
        let (mantissa, exponent) =
            if exponent == 0 { (fraction, -1074) } else { (fraction | 1 << 52, exponent - 1075) };
        let magnitude = Rational::from(mantissa) * Rational::from(2).pow(exponent).unwrap();
        if number < 0.0 { -magnitude } else { magnitude }
    }

    fn contains(interval: Interval, value: &Rational) -> bool {
        assert!(interval.is_known(), "{interval:?} around {value}");
        exact(interval.low) <= *value && *value <= exact(interval.high)
    }

    /// How wide an interval is against its largest bound.
    fn width(interval: Interval) -> f64 {
        (interval.high - interval.low) / interval.magnitude().high.max(1.0)
    }

    fn rational() -> impl Strategy<Value = Rational> {
        (-1_000_000_000_000i64..1_000_000_000_000, 1i64..1_000_000_007)
            .prop_map(|(above, below)| Rational::new(above, below).unwrap())
    }

    proptest! {
        #[test]
        fn the_true_value_is_inside(a in rational(), b in rational(), divisor in 1i64..1000) {
            let [x, y] = [&a, &b].map(Interval::from_rational);
            prop_assert!(contains(x, &a));
            prop_assert!(contains(x.add(&y), &(&a + &b)));
            prop_assert!(contains(x.sub(&y), &(&a - &b)));
            prop_assert!(contains(x.mul(&y), &(&a * &b)));
            prop_assert!(contains(x.neg(), &-a.clone()));
            prop_assert!(contains(x.over(-divisor), &(&a * &Rational::new(-1, divisor).unwrap())));
            prop_assert!(contains(x.magnitude(), &a.abs()));
            prop_assert!(contains(x.power(3).unwrap(), &a.pow(3).unwrap()));
            prop_assert!(contains(x.mul(&x).root(), &a.abs()));
            if !a.is_zero() {
                prop_assert!(contains(x.reciprocal(), &a.recip().unwrap()));
                prop_assert!(contains(x.power(-2).unwrap(), &a.pow(-2).unwrap()));
                prop_assert!(contains(x.sign(), &a.signum()));
            }
        }

        /// The points of the circle with rational coordinates are cosine and sine of angles that
        /// are not rational; but sums of squares and sines of sums are known of every angle.
        #[test]
        fn cosine_and_sine_are_inside(a in -3000i64..3000, b in -3000i64..3000) {
            let [a, b] = [a, b].map(|x| Interval::from_rational(&Rational::new(x, 100).unwrap()));
            let ((cos_a, sin_a), (cos_b, sin_b)) = (a.cos_sin(), b.cos_sin());
            let one = cos_a.mul(&cos_a).add(&sin_a.mul(&sin_a));
            prop_assert!(contains(one, &Rational::ONE) && width(one) < 1e-9);
            let (cos, sin) = a.add(&b).cos_sin();
            prop_assert!(!cos.is_apart_from(cos_a.mul(&cos_b).sub(&sin_a.mul(&sin_b))));
            prop_assert!(!sin.is_apart_from(sin_a.mul(&cos_b).add(&cos_a.mul(&sin_b))));
            // the library of the machine is right to a few steps
            let angle = a.low.midpoint(a.high);
            let near = |x: Interval, y: f64| x.low - 1e-12 <= y && y <= x.high + 1e-12;
            prop_assert!(near(cos_a, angle.cos()) && near(sin_a, angle.sin()));
        }
    }

    #[test]
    fn known_angles_have_known_sines() {
        let part = |above, below| {
            Interval::PI.mul(&Interval::from_rational(&Rational::new(above, below).unwrap()))
        };
        let (cos, sin) = part(1, 6).cos_sin();
        assert!(contains(sin, &Rational::new(1, 2).unwrap()) && width(sin) < 1e-14);
        assert!(contains(cos.mul(&cos), &Rational::new(3, 4).unwrap()));
        let (cos, sin) = part(7, 1).cos_sin();
        assert!(contains(cos, &Rational::MINUS_ONE) && contains(sin, &Rational::ZERO));
        assert!(!Interval::exactly(1e9).cos_sin().0.is_known());
    }

    #[test]
    fn what_is_not_known_stays_unknown() {
        let (zero, one) = (Interval::exactly(0.0), Interval::exactly(1.0));
        let around_zero = Interval { low: -1e-9, high: 1e-9 };
        let unknown = [
            Interval::UNKNOWN.neg(),
            Interval::UNKNOWN.mul(&zero),
            zero.mul(&Interval::UNKNOWN),
            Interval::UNKNOWN.add(&zero),
            Interval::UNKNOWN.sub(&Interval::UNKNOWN),
            Interval::UNKNOWN.reciprocal(),
            Interval::UNKNOWN.root(),
            Interval::UNKNOWN.magnitude(),
            Interval::UNKNOWN.sign(),
            Interval::UNKNOWN.cos_sin().1,
            zero.reciprocal(),
            around_zero.reciprocal(),
            one.neg().root(),
            around_zero.root(),
            around_zero.sign(),
            one.over(0),
            Interval::exactly(1e200).mul(&Interval::exactly(1e200)),
        ];
        for (number, interval) in unknown.into_iter().enumerate() {
            assert!(!interval.is_known(), "{number}: {interval:?}");
            assert!(!interval.is_apart_from(one) && !one.is_apart_from(interval), "{number}");
        }
        assert!(zero.root().is_zero() && zero.sign().is_zero());
    }

    #[test]
    fn intervals_that_touch_are_not_apart() {
        let at = |low, high| Interval { low, high };
        assert!(
            at(0.0, 1.0).is_apart_from(at(1.5, 2.0)) && at(1.5, 2.0).is_apart_from(at(0.0, 1.0))
        );
        assert!(
            !at(0.0, 1.0).is_apart_from(at(1.0, 2.0)) && !at(1.0, 2.0).is_apart_from(at(0.0, 1.0))
        );
        assert_eq!(at(-3.0, -2.0).least_magnitude(), 2.0);
        assert_eq!(at(-3.0, 2.0).least_magnitude(), 0.0);
    }
}
