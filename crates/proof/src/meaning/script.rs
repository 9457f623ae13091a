//! Brackets and matrices with a power, a transpose or a component.

use appell_algebra::{Rational, Symbol};

use super::Meaning;
use super::read::{MOST_DIGITS, Read, Understanding, flat, foreign, unreadable};
use super::write::entry_latex;
use crate::latex::{Ink, InkKind, Operator, Script, integer_of};

impl Understanding<'_, '_> {
    /// Brackets and matrices with a power or a transpose.
    pub(super) fn scripted(&mut self, script: &Script, ink: &Ink) -> Read<Meaning> {
        let bare = script.before_sub.is_empty() && script.before_sup.is_empty();
        let component = component_of(&script.sub);
        let has_base = matches!(
            script.base.kind,
            InkKind::Fenced { .. }
                | InkKind::Matrix { .. }
                | InkKind::Number(_)
                | InkKind::Group(_)
                | InkKind::Fraction(..)
                | InkKind::Root(_)
        );
        if let Some(angle) = degrees(ink) {
            return Ok(angle);
        }
        if !bare || !has_base || (!script.sub.is_empty() && component.is_none()) {
            return Err(self.unknown(ink));
        }
        let mut base = match &script.base.kind {
            // braces do not print: of {a b}^2 only the b is squared, though more may be meant
            InkKind::Group(inside) => match self.formula(inside)? {
                wave @ Meaning::Wave(..) => wave,
                _ => return Err(unreadable("a script on braces, which do not print", ink)),
            },
            // only a quantity has components: (J_3)_{1,2} is none of a parameter J_3
            InkKind::Fenced { inside, .. } if component.is_some() => match self.quantity(inside) {
                Some(quantity) => quantity,
                None => self.factor(&[&script.base])?.0,
            },
            _ => self.factor(&[&script.base])?.0,
        };
        if let Some(entry) = component {
            // one entry: \left({}^4\bar{F}_4\right)_y, \left([T]_1^0\right)_{2,4}
            base = match base {
                Meaning::Known(known, latex) if known.entry.is_none() => {
                    if is_letter(&script.sub) && !known.is_vector() {
                        return Err(unreadable("only a vector has components x, y and z", ink));
                    }
                    let printed = entry_latex(&known, entry, &latex);
                    Meaning::Known(known.at(entry), printed)
                }
                _ => return Err(unreadable("only a quantity has components", ink)),
            };
        }
        if script.sup.is_empty() {
            Ok(base)
        } else if let Some(power) = power_of(ink)? {
            Ok(powered(base, power))
        } else if is_transpose(&script.sup) {
            Ok(Meaning::Transpose(Box::new(base)))
        } else if is_inverse(&script.sup) {
            Ok(Meaning::Inverse(Box::new(base)))
        } else {
            Err(foreign("an exponent that is not understood", ink))
        }
    }
}

/// `90^\circ` as a multiple of pi.
pub(super) fn degrees(ink: &Ink) -> Option<Meaning> {
    let InkKind::Script(script) = &ink.kind else { return None };
    let bare = [&script.sub, &script.before_sub, &script.before_sup].iter().all(|it| it.is_empty());
    let [Ink { kind: InkKind::Letter(mark), .. }] = flat(&script.sup)[..] else { return None };
    let [Ink { kind: InkKind::Number(digits), .. }] = flat(std::slice::from_ref(&script.base))[..]
    else {
        return None;
    };
    let degrees = digits.parse::<Rational>().ok().filter(|_| digits.len() <= MOST_DIGITS)?;
    let turns = &degrees * &Rational::new(1, 180).ok()?;
    let pi = Meaning::Symbol(Symbol::PI, "\\pi".to_owned());
    let is_degree = matches!(mark.as_str(), "\\circ" | "\\degree" | "°");
    (bare && is_degree).then(|| Meaning::Product(vec![Meaning::Number(turns), pi]))
}

/// The largest exponent that is read; those of mechanics are small.
pub(super) const MOST_POWER: u32 = 64;

/// The integer that stands above something.
pub(super) fn power_of(ink: &Ink) -> Read<Option<u32>> {
    match &ink.kind {
        InkKind::Script(script) => match integer_of(&script.sup) {
            Some(power) if power > MOST_POWER => {
                Err(unreadable("an exponent that is too large", ink))
            }
            power => Ok(power),
        },
        _ => Ok(None),
    }
}

pub(super) fn powered(base: Meaning, power: u32) -> Meaning {
    match power {
        1 => base,
        _ => Meaning::Power(Box::new(base), power),
    }
}

fn is_letter(script: &[Ink]) -> bool {
    matches!(flat(script)[..], [Ink { kind: InkKind::Letter(_), .. }])
}

/// `y`, or row and column from 1: `2,4`.
fn component_of(script: &[Ink]) -> Option<(usize, usize)> {
    match flat(script)[..] {
        [Ink { kind: InkKind::Letter(letter), .. }] => {
            let row = crate::known::COMPONENTS.iter().position(|component| component == letter)?;
            Some((row, 0))
        }
        [row, comma, column] if comma.is(Operator::Comma) => {
            let index = |ink: &Ink| ink.as_integer()?.checked_sub(1).map(|index| index as usize);
            Some((index(row)?, index(column)?))
        }
        _ => None,
    }
}

pub(super) fn is_transpose(script: &[Ink]) -> bool {
    match flat(script)[..] {
        [Ink { kind: InkKind::Letter(letter), .. }] => {
            letter == "T" || letter == "\\top" || letter == "\\intercal"
        }
        [Ink { kind: InkKind::Text(text), .. }] => text == "T",
        _ => false,
    }
}

pub(super) fn is_inverse(script: &[Ink]) -> bool {
    match flat(script)[..] {
        [minus, one] => minus.is(Operator::Minus) && one.as_integer() == Some(1),
        _ => false,
    }
}
