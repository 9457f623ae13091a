//! Exact rational numbers: a pair of machine words in the common case, big when they must be.

mod arithmetic;
mod text;

use std::cmp::Ordering;

use dashu_base::BitTest;
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use crate::error::Error;

/// An exact rational number.
///
/// Always in lowest terms with a positive denominator, and small whenever it fits into machine
/// words: so two equal numbers have the same representation, and `==` and hashing are exact.
///
/// ```
/// use appell_algebra::Rational;
///
/// let tenth: Rational = "0.1".parse()?;
/// assert_eq!(tenth, Rational::new(1, 10)?);
/// assert_eq!((tenth.clone() + tenth).to_string(), "1/5");
/// # Ok::<(), appell_algebra::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Rational(Repr);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    /// `numerator / denominator`, the denominator positive, without common divisor.
    Small(i64, u64),
    /// A number that does not fit into `Small`.
    Big(Box<RBig>),
}
use Repr::{Big, Small};

/// Numbers longer than this many bits are refused in texts, powers, constants of expressions and
/// products of polynomials, so that a short input such as `9^99999*9^99999` cannot exhaust the
/// memory.
pub(crate) const MAX_BITS: usize = 1 << 20;

impl Rational {
    /// Zero.
    pub const ZERO: Self = Self(Small(0, 1));
    /// One.
    pub const ONE: Self = Self(Small(1, 1));
    /// Minus one.
    pub const MINUS_ONE: Self = Self(Small(-1, 1));

    /// The quotient of two integers.
    pub fn new(numerator: i64, denominator: i64) -> Result<Self, Error> {
        if denominator == 0 {
            return Err(Error::DivisionByZero);
        }
        let sign = if denominator < 0 { -1 } else { 1 };
        let numerator = i128::from(numerator) * sign;
        Ok(Self::reduced(numerator, u128::from(denominator.unsigned_abs())))
    }

    /// The quotient of two integers; the denominator is positive.
    #[inline]
    pub(crate) fn reduced(numerator: i128, denominator: u128) -> Self {
        debug_assert!(denominator > 0);
        match i64::try_from(numerator) {
            Ok(n) if denominator == 1 && n != i64::MIN => return Self(Small(n, 1)),
            _ => {}
        }
        let divisor = gcd(numerator.unsigned_abs(), denominator);
        Self::lowest(numerator < 0, numerator.unsigned_abs() / divisor, denominator / divisor)
    }

    /// The quotient of two integers without a common divisor.
    #[inline]
    fn lowest(is_negative: bool, magnitude: u128, denominator: u128) -> Self {
        match (i64::try_from(magnitude), u64::try_from(denominator)) {
            (Ok(0), _) => Self::ZERO,
            (Ok(n), Ok(d)) => Self(Small(if is_negative { -n } else { n }, d)),
            _ => {
                let sign = if is_negative { IBig::NEG_ONE } else { IBig::ONE };
                let numerator = sign * IBig::from(magnitude);
                Self::from_big(RBig::from_parts(numerator, UBig::from(denominator)))
            }
        }
    }

    fn from_big(big: RBig) -> Self {
        // `i64::MIN` stays big, so that a small number can always be negated.
        match (i64::try_from(big.numerator()), u64::try_from(big.denominator())) {
            (Ok(n), Ok(d)) if n != i64::MIN => Self(Small(n, d)),
            _ => Self(Big(Box::new(big))),
        }
    }

    fn to_big(&self) -> RBig {
        match &self.0 {
            Small(n, d) => RBig::from_parts(IBig::from(*n), UBig::from(*d)),
            Big(big) => (**big).clone(),
        }
    }

    /// The nearest floating-point number.
    pub fn to_f64(&self) -> f64 {
        match &self.0 {
            // Both exact in a double: one correctly rounded division.
            Small(n, d) if n.unsigned_abs() < 1 << 53 && *d < 1 << 53 => *n as f64 / *d as f64,
            _ => self.to_big().to_f64().value(),
        }
    }

    /// Whether this is zero.
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Small(0, _))
    }

    /// Whether this is one.
    pub fn is_one(&self) -> bool {
        matches!(self.0, Small(1, 1))
    }

    /// Whether this is below zero.
    pub fn is_negative(&self) -> bool {
        match &self.0 {
            Small(n, _) => *n < 0,
            Big(big) => big.numerator() < &IBig::ZERO,
        }
    }

    /// Whether the denominator is one.
    pub fn is_integer(&self) -> bool {
        match &self.0 {
            Small(_, d) => *d == 1,
            Big(big) => big.denominator() == &UBig::ONE,
        }
    }

    /// Whether the denominator is above a limit.
    pub(crate) fn has_denominator_above(&self, limit: u64) -> bool {
        match &self.0 {
            Small(_, d) => *d > limit,
            Big(big) => big.denominator() > &UBig::from(limit),
        }
    }

    /// The integer, when this is one that fits into a machine word.
    pub fn to_i64(&self) -> Option<i64> {
        match self.0 {
            Small(n, 1) => Some(n),
            _ => None,
        }
    }

    /// Numerator and denominator, when both fit into machine words.
    pub(crate) fn small_parts(&self) -> Option<(i64, u64)> {
        match self.0 {
            Small(n, d) => Some((n, d)),
            Big(_) => None,
        }
    }

    /// -1, 0 or 1.
    pub fn signum(&self) -> Self {
        if self.is_zero() {
            Self::ZERO
        } else if self.is_negative() {
            Self::MINUS_ONE
        } else {
            Self::ONE
        }
    }

    /// The magnitude.
    pub fn abs(&self) -> Self {
        if self.is_negative() { -self.clone() } else { self.clone() }
    }

    /// One over this.
    pub fn recip(&self) -> Result<Self, Error> {
        match &self.0 {
            Small(0, _) => Err(Error::DivisionByZero),
            Small(n, d) => {
                let sign = if *n < 0 { -1 } else { 1 };
                Ok(Self::reduced(sign * i128::from(*d), u128::from(n.unsigned_abs())))
            }
            Big(big) => {
                let (n, d) = (big.numerator().clone(), IBig::from(big.denominator().clone()));
                Ok(Self::from_big(RBig::from_parts_signed(d, n)))
            }
        }
    }

    /// This divided by another.
    pub fn checked_div(&self, divisor: &Self) -> Result<Self, Error> {
        Ok(self * &divisor.recip()?)
    }

    /// This to an integer power. Fails on a negative power of zero and on results too long to keep.
    pub fn pow(&self, exponent: i32) -> Result<Self, Error> {
        let base = if exponent < 0 { self.recip()? } else { self.clone() };
        let exponent = exponent.unsigned_abs();
        if let Small(n @ -1..=1, 1) = base.0 {
            let odd = exponent % 2 == 1;
            return Ok(Self::from(if exponent == 0 {
                1
            } else if odd {
                n
            } else {
                n * n
            }));
        }
        // A number of b bits is at least 2^(b-1): this refuses only what is too long for certain.
        if (base.bits() - 1).saturating_mul(exponent as usize) > MAX_BITS {
            return Err(Error::NumberTooLong { limit: MAX_BITS });
        }
        let power = Self::from_big(base.to_big().pow(exponent as isize));
        power.check_length()?;
        Ok(power)
    }

    /// The exact square root, when it is rational.
    pub fn sqrt(&self) -> Option<Self> {
        use dashu_base::SquareRoot;
        if self.is_negative() {
            return None;
        }
        let big = self.to_big();
        let exact = |x: &UBig| {
            let root = x.sqrt();
            (&root * &root == *x).then_some(root)
        };
        let numerator = exact(&UBig::try_from(big.numerator().clone()).ok()?)?;
        let denominator = exact(big.denominator())?;
        Some(Self::from_big(RBig::from_parts(IBig::from(numerator), denominator)))
    }

    /// The positive rational by which both numbers are integer multiples; their greatest
    /// common divisor extended to fractions.
    pub fn common_divisor(&self, other: &Self) -> Self {
        use dashu_base::Gcd;
        if let (Small(a, 1), Small(b, 1)) = (&self.0, &other.0) {
            return Self::reduced(gcd(a.unsigned_abs().into(), b.unsigned_abs().into()) as i128, 1);
        }
        let (a, b) = (self.to_big(), other.to_big());
        // gcd(a/b, c/d) = gcd(a d, c b) / (b d)
        let left = a.numerator() * IBig::from(b.denominator().clone());
        let right = b.numerator() * IBig::from(a.denominator().clone());
        let divisor = IBig::from(left.gcd(&right));
        Self::from_big(RBig::from_parts(divisor, a.denominator() * b.denominator()))
    }

    /// The largest integer that is not above this.
    pub fn floor(&self) -> Self {
        match &self.0 {
            Small(_, 1) => self.clone(),
            Small(n, d) => Self::reduced(i128::from(*n).div_euclid(i128::from(*d)), 1),
            Big(big) => Self::from_big(RBig::from(big.floor())),
        }
    }

    /// Fails for a number that is too long to be kept.
    pub(crate) fn check_length(&self) -> Result<(), Error> {
        match self.0 {
            Big(_) if self.bits() > MAX_BITS => Err(Error::NumberTooLong { limit: MAX_BITS }),
            _ => Ok(()),
        }
    }

    /// The length of the longer of numerator and denominator, in bits.
    pub fn bits(&self) -> usize {
        match &self.0 {
            Small(n, d) => (64 - n.unsigned_abs().leading_zeros().min(d.leading_zeros())) as usize,
            Big(big) => big.numerator().bit_len().max(big.denominator().bit_len()),
        }
    }
}

/// The greatest common divisor; in 64 bits as soon as both numbers fit, where division is cheap.
pub(crate) fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        if let (Ok(a), Ok(b)) = (u64::try_from(a), u64::try_from(b)) {
            return u128::from(gcd64(a, b));
        }
        (a, b) = (b, a % b);
    }
    a
}

pub(crate) fn gcd64(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl Ord for Rational {
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (Small(a, b), Small(c, d)) => {
                let left = i128::from(*a) * i128::from(*d);
                left.cmp(&(i128::from(*c) * i128::from(*b)))
            }
            _ => self.to_big().cmp(&other.to_big()),
        }
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Default for Rational {
    fn default() -> Self {
        Self::ZERO
    }
}

impl From<i64> for Rational {
    fn from(n: i64) -> Self {
        Self::reduced(i128::from(n), 1)
    }
}
