//! Units: products, quotients and powers of the units in the table.

use crate::dimension::Dimension;
use crate::factor::{Exact, Factor};
use crate::table::UNITS;

/// A unit: its dimension, and how many SI units it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    /// The dimension.
    pub dimension: Dimension,
    pub(crate) factor: Factor,
}

/// Why a text is no unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// A name in it is not in the table.
    Unknown(String),
    /// It is no product of names with exponents.
    Form,
}

/// The largest exponent, and the most factors of a unit.
const MOST: usize = 9;

impl Unit {
    const ONE: Self = Self { dimension: Dimension::new(0, 0, 0), factor: Factor::ONE };

    /// Reads a unit such as `kg*m^2`, `kg m^2`, `N·m`, `m/s^2`, `1/s` or `1`. What follows a `/` is
    /// below the line up to the next operator: `N m/s rad` is refused, because it is read in two ways.
    ///
    /// ```
    /// use appell_units::Unit;
    /// let [newton, base] = ["N", "kg*m/s^2"].map(Unit::read);
    /// assert!(newton.is_some() && newton == base);
    /// assert!(Unit::read("furlong").is_none());
    /// ```
    pub fn read(text: &str) -> Option<Self> {
        Self::parse(text).ok()
    }

    /// Whether a number in this unit is the number in SI units and radians.
    pub fn is_si(self) -> bool {
        self.factor == Factor::ONE
    }

    /// How many SI units it is.
    pub fn si(self) -> Exact {
        let Factor { numerator, denominator, decimal, pi } = self.factor;
        Exact { decimal: format!("1e{decimal}"), numerator, denominator, pi }
    }

    pub(crate) fn parse(text: &str) -> Result<Self, Fault> {
        let mut unit = Self::ONE;
        let mut rest = text.trim();
        let mut sign = 1;
        let mut divided = false;
        for _ in 0..MOST {
            let (power, after) = power(rest)?;
            let (name, exponent) = power;
            unit = unit.times(named(name)?, sign * exponent).ok_or(Fault::Form)?;
            let spaced = after.trim_start();
            let Some(operator) = spaced.chars().next() else { return Ok(unit) };
            let below = &spaced[operator.len_utf8()..];
            (sign, rest) = match operator {
                '/' => {
                    divided = true;
                    (-1, below.trim_start())
                }
                '*' | '·' => (1, below.trim_start()),
                // only a blank is between them: after a line it would not be clear what is below
                _ if spaced.len() < after.len() && !divided => (1, spaced),
                _ => return Err(Fault::Form),
            };
        }
        Err(Fault::Form)
    }

    fn times(self, other: Self, power: i32) -> Option<Self> {
        Some(Self {
            dimension: self.dimension.times(other.dimension, power),
            factor: self.factor.times(other.factor, power)?,
        })
    }
}

/// The unit of a name.
fn named(name: &str) -> Result<Unit, Fault> {
    if name == "1" {
        return Ok(Unit::ONE);
    }
    let known = UNITS.iter().find(|(known, ..)| *known == name);
    let unit = known.map(|&(_, dimension, factor)| Unit { dimension, factor });
    unit.ok_or_else(|| Fault::Unknown(name.to_owned()))
}

/// A name with its exponent (`m^2`, `s^-1`, `mm²`), and what follows it.
fn power(text: &str) -> Result<((&str, i32), &str), Fault> {
    let ends = |c: char| !(c.is_alphabetic() || c == '°' || c == '_' || c == 'µ');
    let end = match text.starts_with('1') {
        true => 1,
        false => text.find(ends).unwrap_or(text.len()),
    };
    let (name, rest) = text.split_at(end);
    if name.is_empty() {
        return Err(Fault::Form);
    }
    for (raised, exponent) in [("²", 2), ("³", 3)] {
        if let Some(rest) = rest.strip_prefix(raised) {
            return Ok(((name, exponent), rest));
        }
    }
    let Some(raised) = rest.strip_prefix('^') else { return Ok(((name, 1), rest)) };
    let negative = raised.starts_with('-');
    let digits = if negative { &raised[1..] } else { raised };
    let length = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    let (digits, rest) = digits.split_at(length);
    let exponent = digits.parse().ok().filter(|exponent| (1..=MOST as i32).contains(exponent));
    let exponent = exponent.ok_or(Fault::Form)?;
    Ok(((name, if negative { -exponent } else { exponent }), rest))
}
