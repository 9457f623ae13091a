//! A plain number followed by a unit.

use std::ops::Range;

use appell_diagnostic::{Diagnostic, excerpt, nearest};

use crate::factor::Exact;
use crate::measure::{ANY, Measure};
use crate::table::UNITS;
use crate::unit::{Fault, Unit};

/// A plain number and its unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quantity<'t> {
    /// The digits before an exponent, with their sign.
    mantissa: &'t str,
    exponent: i32,
    /// The unit as it was written.
    pub written: &'t str,
    unit: Result<Unit, Fault>,
}

/// The number and the unit of a text such as `90 deg`; nothing where the text is not a plain number
/// followed by a name. A decimal comma is an error.
///
/// ```
/// use appell_units::read;
/// assert!(read("2").is_none() && read("l1").is_none() && read("2*deg").is_none());
/// assert!(read("2 deg").is_some() && read("-1.5e3mm").is_some());
/// let refused = read("1,5 mm").ok_or("no number")?.unwrap_err();
/// assert_eq!(refused.message, "expected a decimal point, found a comma in `1,5`");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read(text: &str) -> Option<Result<Quantity<'_>, Diagnostic>> {
    let text = text.trim();
    let number = number(text)?;
    let rest = &text[number.end..];
    if let Some(problem) = decimal_comma(text, number.end) {
        return Some(Err(problem));
    }
    let written = rest.trim_start();
    let begins = |c: char| c.is_alphabetic() || c == '°' || c == '%';
    // `1 1/s` is not a number with a unit
    if !written.starts_with(begins) {
        return None;
    }
    let digits = &text[..number.end];
    let (mantissa, exponent) = match number.exponent {
        Some(at) => (&digits[..at], digits[at + 1..].parse().unwrap_or(i32::MAX / 2)),
        None => (digits, 0),
    };
    Some(Ok(Quantity { mantissa, exponent, written, unit: Unit::parse(written) }))
}

impl Quantity<'_> {
    /// The unit, if it is known.
    pub fn unit(&self) -> Option<Unit> {
        self.unit.as_ref().ok().copied()
    }

    /// The number in SI units and radians, where the unit is one of this measure; `key` is what the
    /// number is the value of.
    pub fn si(&self, key: &str, measure: &Measure) -> Result<Exact, Diagnostic> {
        self.si_of(key, &[measure]).map(|(exact, _)| exact)
    }

    /// The number in SI units and radians, and which of the measures the unit fits.
    pub fn si_of(&self, key: &str, measures: &[&Measure]) -> Result<(Exact, usize), Diagnostic> {
        let unit = match &self.unit {
            Ok(unit) => unit,
            Err(Fault::Unknown(name)) => return Err(self.unknown(name, measures)),
            Err(Fault::Form) => return Err(self.malformed()),
        };
        match measures.iter().position(|measure| measure.fits(unit.dimension)) {
            Some(fitting) => Ok((self.exact(unit), fitting)),
            None => Err(self.misfit(key, measures)),
        }
    }

    fn exact(&self, unit: &Unit) -> Exact {
        let factor = unit.factor;
        let exponent = self.exponent.saturating_add(factor.decimal);
        // `+.5` and `5.` as every reader of numbers takes them
        let (sign, digits) = match self.mantissa.strip_prefix('-') {
            Some(digits) => ("-", digits),
            None => ("", self.mantissa.trim_start_matches('+')),
        };
        let zero = if digits.starts_with('.') { "0" } else { "" };
        let digits = digits.trim_end_matches('.');
        let decimal = match exponent {
            0 => format!("{sign}{zero}{digits}"),
            _ => format!("{sign}{zero}{digits}e{exponent}"),
        };
        let (numerator, denominator) = (factor.numerator, factor.denominator);
        Exact { decimal, numerator, denominator, pi: factor.pi }
    }

    fn misfit(&self, key: &str, measures: &[&Measure]) -> Diagnostic {
        let written = excerpt(self.written);
        let units: Vec<&str> =
            measures.iter().filter_map(|measure| measure.units.first().copied()).collect();
        let names: Vec<&str> = measures.iter().map(|measure| measure.name).collect();
        let message = match units.is_empty() {
            true => format!("`{key}` must be a number without a unit, got {written}"),
            false => {
                let (units, names) = (units.join(", "), names.join(" or "));
                format!("`{key}` must be in {units} or another unit of {names}, got {written}")
            }
        };
        with_units(Diagnostic::error("wrong-unit", message), measures, &self.digits())
    }

    fn unknown(&self, name: &str, measures: &[&Measure]) -> Diagnostic {
        let message = match name == self.written {
            true => format!("unknown unit `{}`", excerpt(name)),
            false => format!("unknown unit `{}` in `{}`", excerpt(name), excerpt(self.written)),
        };
        let mut problem = Diagnostic::error("unknown-unit", message);
        if let Some(symbol) = symbol_of(name) {
            problem = problem.hint(format!("did you mean `{symbol}`?"));
        }
        with_units(problem, measures, &self.digits())
    }

    fn malformed(&self) -> Diagnostic {
        let message = format!("expected a unit, found `{}`", excerpt(self.written));
        let problem = Diagnostic::error("bad-unit", message)
            .hint("write products, quotients and powers of units: kg m^2, m/s^2, N m s/rad");
        match self.written.contains(['+', '-', '(', ')']) {
            true => problem.hint(PARAMETER_HINT),
            false => problem,
        }
    }

    /// The number as it was written, without its unit.
    fn digits(&self) -> String {
        match self.exponent {
            0 => self.mantissa.to_owned(),
            exponent => format!("{}e{exponent}", self.mantissa),
        }
    }
}

/// The symbol of a unit that was written as a word, in the singular or the plural, perhaps with a slip.
fn symbol_of(name: &str) -> Option<&'static str> {
    const WORDS: [(&str, &str); 20] = [
        ("meter", "m"),
        ("metre", "m"),
        ("millimeter", "mm"),
        ("millimetre", "mm"),
        ("centimeter", "cm"),
        ("centimetre", "cm"),
        ("inch", "in"),
        ("inches", "in"),
        ("kilogram", "kg"),
        ("gram", "g"),
        ("second", "s"),
        ("millisecond", "ms"),
        ("minute", "min"),
        ("hour", "h"),
        ("radian", "rad"),
        ("degree", "deg"),
        ("newton", "N"),
        ("joule", "J"),
        ("watt", "W"),
        ("hertz", "Hz"),
    ];
    let lower = name.to_lowercase();
    let singular = lower.strip_suffix('s').unwrap_or(&lower);
    let known = || WORDS.iter().filter(|(_, symbol)| names().any(|known| known == *symbol));
    let word = known().find(|(word, _)| *word == lower || *word == singular).map(|(word, _)| *word);
    // short words are alike: `grad` is no slip of `gram`
    let near = || nearest(singular, known().map(|(word, _)| *word)).filter(|_| lower.len() > 5);
    let word = word.or_else(near)?;
    known().find(|(known, _)| *known == word).map(|(_, symbol)| *symbol)
}

/// Adds the units that may be written; a number that has none is written alone.
fn with_units(problem: Diagnostic, measures: &[&Measure], digits: &str) -> Diagnostic {
    let units = |measure: &&Measure| match (measure.units, **measure == ANY) {
        ([], _) => format!("write the number alone: {digits}"),
        (_, true) => format!("known units: {}", names().collect::<Vec<_>>().join(", ")),
        (units, false) => format!("units of {}: {}", measure.name, units.join(", ")),
    };
    measures.iter().map(units).fold(problem, Diagnostic::hint)
}

/// What to do with a unit in an expression.
const PARAMETER_HINT: &str =
    "give the number with its unit a name under [parameters], such as l0 = \"20 mm\", and write l0";

/// Reports a unit behind a number inside a longer expression, such as `l1 + 20 mm`, and where it is.
/// For texts that are no expression: in one, a name never follows a number without an operator.
///
/// ```
/// use appell_units::unit_in_expression;
/// let (problem, place) = unit_in_expression("l1 + 20 mm").ok_or("nothing found")?;
/// assert_eq!((problem.code, place), ("unit-in-expression", 5..10));
/// assert!(unit_in_expression("l1 + 20*m").is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn unit_in_expression(text: &str) -> Option<(Diagnostic, Range<usize>)> {
    let mut at = 0;
    while let Some(offset) = text[at..].find(|c: char| c.is_ascii_digit() || c == '.') {
        let start = at + offset;
        // a digit inside a name, as in l1
        let inside = text[..start].ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let number = number(&text[start..]).filter(|_| !inside);
        let Some(number) = number else {
            at = start + 1;
            continue;
        };
        let end = start + number.end;
        let rest = &text[end..];
        let name_at = end + rest.len() - rest.trim_start().len();
        let name: &str =
            text[name_at..].split(|c: char| !c.is_alphanumeric() && c != '°').next()?;
        if names().any(|known| known == name) {
            let message = "a number with a unit is not available inside an expression";
            let problem = Diagnostic::error("unit-in-expression", message).hint(PARAMETER_HINT);
            return Some((problem, start..name_at + name.len()));
        }
        at = end;
    }
    None
}

fn names() -> impl Iterator<Item = &'static str> {
    UNITS.iter().map(|(name, ..)| *name)
}

/// Where a plain decimal number at the start of a text ends, and where its `e` is.
struct Number {
    end: usize,
    exponent: Option<usize>,
}

fn number(text: &str) -> Option<Number> {
    let bytes = text.as_bytes();
    let digits = |from: usize| bytes[from..].iter().take_while(|it| it.is_ascii_digit()).count();
    let sign = usize::from(matches!(bytes.first(), Some(b'+' | b'-')));
    let whole = digits(sign);
    let mut end = sign + whole;
    let mut count = whole;
    if bytes.get(end) == Some(&b'.') {
        let decimals = digits(end + 1);
        count += decimals;
        end += 1 + decimals;
    }
    if count == 0 {
        return None;
    }
    // an exponent, unless the e begins a name
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let signed = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        let exponent = digits((end + 1 + signed).min(bytes.len()));
        if exponent > 0 {
            return Some(Number { end: end + 1 + signed + exponent, exponent: Some(end) });
        }
    }
    Some(Number { end, exponent: None })
}

/// Reports a comma between digits, at the end of the digits before it.
fn decimal_comma(text: &str, end: usize) -> Option<Diagnostic> {
    let decimals = text[end..].strip_prefix(',')?;
    let count = decimals.bytes().take_while(u8::is_ascii_digit).count();
    // of more than one comma it is not clear what they separate
    if count == 0 || decimals[count..].starts_with(',') {
        return None;
    }
    let (whole, decimals) = (&text[..end], &decimals[..count]);
    let message = format!("expected a decimal point, found a comma in `{whole},{decimals}`");
    Some(Diagnostic::error("decimal-comma", message).hint(format!("write {whole}.{decimals}")))
}
