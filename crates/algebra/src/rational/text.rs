//! Rationals as text: `3`, `-7/2`, `0.1`, `1.5e-3`, each read as the exact number it is.

use std::fmt;
use std::str::FromStr;

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use super::Repr::{Big, Small};
use super::{MAX_BITS, Rational};
use crate::error::Error;

impl fmt::Display for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Small(n, 1) => write!(f, "{n}"),
            Small(n, d) => write!(f, "{n}/{d}"),
            Big(big) => write!(f, "{big}"),
        }
    }
}

impl fmt::Debug for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Reads an integer, a fraction or a decimal number. A decimal is the exact number it spells:
/// `0.1` is one tenth.
impl FromStr for Rational {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let (unsigned, negative) = match text.strip_prefix('-') {
            Some(rest) => (rest, true),
            None => (text.strip_prefix('+').unwrap_or(text), false),
        };
        let magnitude = match unsigned.split_once('/') {
            Some((numerator, denominator)) => {
                decimal(numerator)?.checked_div(&decimal(denominator)?)?
            }
            None => decimal(unsigned)?,
        };
        Ok(if negative { -magnitude } else { magnitude })
    }
}

impl Rational {
    /// The number as a decimal, where it has one of at most so many digits after the point.
    ///
    /// ```
    /// use appell_algebra::Rational;
    /// assert_eq!("-1.2500".parse::<Rational>()?.to_decimal(30).as_deref(), Some("-1.25"));
    /// assert_eq!(Rational::new(1, 3)?.to_decimal(30), None);
    /// # Ok::<(), appell_algebra::Error>(())
    /// ```
    pub fn to_decimal(&self, places: usize) -> Option<String> {
        let (scaled, shift) = self.abs().without_denominator(places)?;
        let mut text = scaled.to_string();
        if text.len() <= shift {
            text.insert_str(0, &"0".repeat(shift + 1 - text.len()));
        }
        if shift > 0 {
            text.insert(text.len() - shift, '.');
        }
        if self.is_negative() {
            text.insert(0, '-');
        }
        Some(text)
    }
}

impl Rational {
    /// The smallest product with a power of ten that is an integer, and the power: at most so many.
    fn without_denominator(&self, places: usize) -> Option<(Self, usize)> {
        if let Small(numerator, denominator) = self.0 {
            let (mut rest, mut fives) = (denominator >> denominator.trailing_zeros(), 0);
            while rest % 5 == 0 {
                (rest, fives) = (rest / 5, fives + 1);
            }
            let shift = fives.max(denominator.trailing_zeros());
            if rest != 1 || shift as usize > places {
                return None;
            }
            let power = 10i128.checked_pow(shift).map(|power| power / i128::from(denominator));
            let product = power.and_then(|power| power.checked_mul(i128::from(numerator)));
            if let Some(product) = product {
                return Some((Self::reduced(product, 1), shift as usize));
            }
        }
        let mut scaled = self.clone();
        for shift in 0..=places {
            if scaled.is_integer() {
                return Some((scaled, shift));
            }
            scaled = &scaled * &Self::from(10);
        }
        None
    }
}

/// `digits [. digits] [e [sign] digits]`, with a digit before the exponent.
fn decimal(text: &str) -> Result<Rational, Error> {
    let bad = || Error::BadNumber { text: text.chars().take(40).collect() };
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i64>().map_err(|_| bad())?),
        None => (text, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let all_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if (whole.is_empty() && fraction.is_empty()) || !all_digits(whole) || !all_digits(fraction) {
        return Err(bad());
    }
    // A digit has more than 3.32 bits: this refuses only what is too long for certain, before
    // any of it is calculated.
    let scale = exponent.saturating_sub(fraction.len() as i64);
    let digits = (whole.len() + fraction.len()) as u64 + scale.unsigned_abs();
    if digits.saturating_sub(1).saturating_mul(332) / 100 > MAX_BITS as u64 {
        return Err(Error::NumberTooLong { limit: MAX_BITS });
    }
    let digits = UBig::from_str_radix(&format!("0{whole}{fraction}"), 10).map_err(|_| bad())?;
    let power = UBig::from(10u8).pow(scale.unsigned_abs() as usize);
    let (numerator, denominator) =
        if scale < 0 { (digits, power) } else { (digits * power, UBig::ONE) };
    let value = Rational::from_big(RBig::from_parts(IBig::from(numerator), denominator));
    value.check_length()?;
    Ok(value)
}
