//! Exact factors of units.

use std::f64::consts::PI;

/// How many SI units a unit has: numerator / denominator * 10^decimal * pi^pi.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Factor {
    pub(crate) numerator: u64,
    pub(crate) denominator: u64,
    pub(crate) decimal: i32,
    pub(crate) pi: i32,
}

impl Factor {
    pub(crate) const ONE: Self = Self::decimal(1, 0);

    /// So many times a power of ten.
    pub(crate) const fn decimal(numerator: u64, decimal: i32) -> Self {
        Self { numerator, denominator: 1, decimal, pi: 0 }
    }

    /// A fraction.
    pub(crate) const fn fraction(numerator: u64, denominator: u64) -> Self {
        Self { numerator, denominator, decimal: 0, pi: 0 }
    }

    /// A fraction of pi.
    pub(crate) const fn of_pi(numerator: u64, denominator: u64) -> Self {
        Self { numerator, denominator, decimal: 0, pi: 1 }
    }

    /// This factor times a power of another one, unless numbers become too large.
    pub(crate) fn times(self, other: Self, power: i32) -> Option<Self> {
        let [above, below] = match power < 0 {
            false => [other.numerator, other.denominator],
            true => [other.denominator, other.numerator],
        };
        let [above, below] = [above, below].map(|part| part.checked_pow(power.unsigned_abs()));
        let (numerator, denominator) =
            (self.numerator.checked_mul(above?)?, self.denominator.checked_mul(below?)?);
        let common = greatest_common_divisor(numerator, denominator);
        Some(Self {
            numerator: numerator / common,
            denominator: denominator / common,
            decimal: self.decimal + power * other.decimal,
            pi: self.pi + power * other.pi,
        })
    }
}

fn greatest_common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// A number in SI units and radians, exactly: decimal * numerator / denominator * pi^pi.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exact {
    /// A decimal number such as `-2.5e-3`.
    pub decimal: String,
    /// The numerator of the fraction that multiplies it.
    pub numerator: u64,
    /// The denominator.
    pub denominator: u64,
    /// The exponent of pi.
    pub pi: i32,
}

impl Exact {
    /// The number as an expression in `pi`: `90*1/180*pi`.
    pub fn expression(&self) -> String {
        let Self { decimal, numerator, denominator, pi } = self;
        let sign = if *pi < 0 { "/pi" } else { "*pi" };
        format!("{decimal}*{numerator}/{denominator}{}", sign.repeat(pi.unsigned_abs() as usize))
    }

    /// The number in floating point; it may be infinite.
    ///
    /// ```
    /// # use appell_units::{LENGTH, read};
    /// // a power of ten moves the point and rounds once: as if 0.0001 had been written
    /// let length = read("0.1 mm").ok_or("no unit")??.si("a", &LENGTH)?;
    /// assert_eq!(length.to_f64(), 0.0001);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_f64(&self) -> f64 {
        // the reader has checked the digits
        let decimal: f64 = self.decimal.parse().unwrap_or(f64::NAN);
        let rational = decimal * self.numerator as f64 / self.denominator as f64;
        match self.pi {
            0 => rational,
            _ => rational * PI.powi(self.pi),
        }
    }
}
