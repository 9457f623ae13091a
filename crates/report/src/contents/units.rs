//! Units as they are printed: upright, with powers.

use crate::document::{Math, Text};

/// A unit of a robot file, as `kg*m^2`. What is no product or quotient of powers is left as it is.
pub(super) fn unit(unit: &str) -> Text {
    let is_power = |power: &str| {
        let (name, exponent) = power.split_once('^').unwrap_or((power, "1"));
        !name.is_empty()
            && name.bytes().all(|it| it.is_ascii_alphabetic())
            && exponent.bytes().all(|it| it.is_ascii_digit())
    };
    if unit == "1" || !unit.split(['*', '/']).all(is_power) {
        return Text::new(unit);
    }
    let (mut latex, mut typst) = (String::new(), String::new());
    let mut rest = unit;
    while !rest.is_empty() {
        let end = rest.find(['*', '/']).unwrap_or(rest.len());
        let (power, after) = rest.split_at(end);
        match power.split_once('^') {
            Some((name, exponent)) => {
                latex.push_str(&format!("\\mathrm{{{name}}}^{{{exponent}}}"));
                typst.push_str(&format!("upright(\"{name}\")^{exponent}"));
            }
            None => {
                latex.push_str(&format!("\\mathrm{{{power}}}"));
                typst.push_str(&format!("upright(\"{power}\")"));
            }
        }
        match after.chars().next() {
            Some('*') => {
                latex.push_str("\\,");
                typst.push_str(" thin ");
            }
            Some(_) => {
                latex.push('/');
                typst.push_str(" upright(\"/\") ");
            }
            None => {}
        }
        rest = after.get(1..).unwrap_or_default();
    }
    Math::new(latex, typst).into()
}
