//! Sines and cosines in all their spellings: `sq_2`, `c^2q_5`, `\\sin(q_2 + q_3)`, `s_{23}`.

use appell_algebra::{Rational, SymbolKind};

use super::evaluate::LinearAngle;
use super::read::{Read, Understanding, flat, is_time};
use super::script::{MOST_POWER, degrees, power_of, powered};
use super::{Meaning, Style, Wave};
use crate::latex::{Ink, InkKind, Operator, integer_of};
use crate::name::{General, Name};
use crate::notation::offset_of_coordinates;

impl Understanding<'_, '_> {
    /// The angle behind `s`, `\sin`: a bracket, a coordinate, or a number and a coordinate; with the
    /// power that stands behind a bracket, and how much of the print was taken.
    pub(super) fn angle(
        &mut self,
        inks: &[&Ink],
        style: Style,
    ) -> Read<Option<(Meaning, u32, usize)>> {
        let spaces = inks.iter().take_while(|ink| ink.kind == InkKind::Space).count();
        let Some(next) = inks.get(spaces) else { return Ok(None) };
        // s(q_2)^2 is the square of the sine
        let (bracket, power) = match &next.kind {
            InkKind::Script(script) if script.sub.is_empty() => {
                (&script.base.kind, integer_of(&script.sup))
            }
            kind => (kind, Some(1)),
        };
        match (bracket, power) {
            (InkKind::Fenced { open, inside }, Some(power))
                if *open == '(' || (style == Style::Full && *open != '|') =>
            {
                let angle = self.formula(inside)?;
                let known = LinearAngle::of(&angle).is_some();
                Ok((known || style == Style::Full).then_some((angle, power, spaces + 1)))
            }
            (InkKind::Number(_), Some(1)) if style == Style::Full => {
                let (factor, _) = self.factor(&[next])?;
                let is_number = |ink: &&&Ink| matches!(ink.kind, InkKind::Number(_));
                if inks.get(spaces + 1).filter(is_number).is_some() {
                    return Ok(None);
                }
                let Some((angle, power, taken)) = self.angle(&inks[spaces + 1..], style)? else {
                    return Ok(None);
                };
                let angle = Meaning::Product(vec![factor, angle]);
                Ok(Some((angle, power, spaces + 1 + taken)))
            }
            // \sin\frac{\pi}{2}, \cos 90^\circ
            (InkKind::Fraction(..), Some(1)) if style == Style::Full => {
                let (angle, _) = self.factor(&[next])?;
                let known = LinearAngle::of(&angle).is_some();
                Ok(known.then_some((angle, 1, spaces + 1)))
            }
            _ if style == Style::Full && degrees(next).is_some() => {
                Ok(degrees(next).map(|angle| (angle, 1, spaces + 1)))
            }
            _ => match self.name(next)? {
                Some(angle @ Meaning::Symbol(symbol, _))
                    if symbol.order() == 0
                        && (symbol.kind() == SymbolKind::Coordinate || style == Style::Full) =>
                {
                    let of_time = inks.get(spaces + 1).is_some_and(|next| is_time(next));
                    Ok(Some((angle, 1, spaces + 1 + usize::from(of_time))))
                }
                _ => Ok(None),
            },
        }
    }

    /// `\tan q_1`, `\cot^2 q_1`: a quotient of sine and cosine, and how much of the print it takes; none
    /// where this is something else.
    pub(super) fn ratio(&mut self, ink: &Ink, rest: &[&Ink]) -> Read<Option<(Meaning, usize)>> {
        let Some((above, below, power)) = ratio_of(ink) else { return Ok(None) };
        let Some((angle, more, taken)) = self.angle(rest, Style::Full)? else { return Ok(None) };
        let of = |wave: Option<Wave>| match wave {
            Some(wave) => Meaning::Wave(wave, Box::new(angle.clone()), Style::Full),
            None => Meaning::Number(Rational::ONE),
        };
        let ratio = Meaning::Quotient(Box::new(of(above)), Box::new(of(Some(below))));
        let power = power.checked_mul(more).filter(|power| *power <= MOST_POWER);
        Ok(power.map(|power| (powered(ratio, power), 1 + taken)))
    }

    /// `s_{23}`: the sine of q_2 + q_3; with an exponent, its power.
    pub(super) fn indexed_wave(&self, ink: &Ink) -> Read<Option<Meaning>> {
        let Some((wave, digits)) = indexed(ink, self.general) else {
            return Ok(self.wave_of_index(ink));
        };
        let has_power = matches!(&ink.kind, InkKind::Script(script) if !script.sup.is_empty());
        let power = if has_power { power_of(ink)? } else { Some(1) };
        let angle = self.sum_of(&digits);
        Ok(power.zip(angle).map(|(power, angle)| {
            powered(Meaning::Wave(wave, Box::new(angle), Style::Index), power)
        }))
    }

    /// `s_\theta`: the sine of a coordinate.
    fn wave_of_index(&self, ink: &Ink) -> Option<Meaning> {
        let InkKind::Script(script) = &ink.kind else { return None };
        let InkKind::Letter(letter) = &script.base.kind else { return None };
        let wave = match letter.as_str() {
            "s" => Wave::Sin,
            "c" => Wave::Cos,
            _ => return None,
        };
        let is_plain = script.before_sub.is_empty() && script.before_sup.is_empty();
        let [index] = flat(&script.sub)[..] else { return None };
        let name = Name::of(index, None).filter(|_| is_plain)?;
        let is_greek = matches!(&index.kind, InkKind::Letter(letter) if letter.starts_with('\\'));
        let symbol = self.names.symbol(&name).or_else(|| self.names.alias(&name))?;
        let is_angle = symbol.kind() == SymbolKind::Coordinate && is_greek;
        let power = if script.sup.is_empty() { Some(1) } else { integer_of(&script.sup) };
        let angle = Box::new(Meaning::Symbol(symbol, name.latex()));
        let power = power.filter(|it| is_angle && *it <= MOST_POWER)?;
        Some(powered(Meaning::Wave(wave, angle, Style::Full), power))
    }

    /// The sum of the coordinates with these numbers: `23` is q_2 + q_3.
    fn sum_of(&self, digits: &str) -> Option<Meaning> {
        let coordinates = self.names.robot.coordinates();
        let offset = offset_of_coordinates(self.names.robot);
        let joints = digits.chars().map(|digit| digit.to_digit(10).map(|digit| digit as usize));
        let mut terms = Vec::new();
        for joint in joints {
            let at = joint?.checked_sub(1 + offset)?;
            let symbol = coordinates.get(at).copied()?;
            let latex = self.names.name_of(symbol).map_or(String::new(), |name| name.latex());
            terms.push((false, Meaning::Symbol(symbol, latex)));
        }
        Some(if terms.len() == 1 { terms.swap_remove(0).1 } else { Meaning::Sum(terms) })
    }
}

/// A sine or cosine by its letter, with the digits of its index: `s_{23}`, `C_1`.
fn indexed(ink: &Ink, general: Option<General>) -> Option<(Wave, String)> {
    let InkKind::Script(script) = &ink.kind else { return None };
    let InkKind::Letter(letter) = &script.base.kind else { return None };
    let wave = match letter.as_str() {
        "s" | "S" => Wave::Sin,
        "c" | "C" => Wave::Cos,
        _ => return None,
    };
    let bare = script.before_sub.is_empty() && script.before_sup.is_empty();
    let mut all = String::new();
    for (at, ink) in flat(&script.sub).into_iter().enumerate() {
        match &ink.kind {
            InkKind::Number(digits) if at % 2 == 0 => all.push_str(digits),
            InkKind::Letter(letter) if at % 2 == 0 => {
                all.push_str(&general?.value(letter)?.to_string());
            }
            // s_{2+3}
            InkKind::Operator(Operator::Plus) if at % 2 == 1 => {}
            _ => return None,
        }
    }
    // c_{121} is no cosine
    let rises = all.bytes().zip(all.bytes().skip(1)).all(|(a, b)| a < b);
    (bare && rises && !all.is_empty()).then_some((wave, all))
}

/// `S_1`, `S_{12}`.
pub(super) fn is_capital_sine(ink: &Ink) -> bool {
    is_indexed_letter(ink, "S")
}

/// `C_1`, `C_{12}`.
pub(super) fn is_capital_cosine(ink: &Ink) -> bool {
    is_indexed_letter(ink, "C")
}

fn is_indexed_letter(ink: &Ink, letter: &str) -> bool {
    let has_letter = matches!(&ink.kind, InkKind::Script(script)
        if matches!(&script.base.kind, InkKind::Letter(own) if own == letter));
    has_letter && indexed(ink, None).is_some()
}

/// A function and the power above it: `\sin^2`.
fn with_power(ink: &Ink) -> Option<(&Ink, u32)> {
    match &ink.kind {
        InkKind::Script(script) => {
            let plain = script.sub.is_empty()
                && script.before_sub.is_empty()
                && script.before_sup.is_empty();
            Some((&script.base, integer_of(&script.sup).filter(|_| plain)?))
        }
        _ => Some((ink, 1)),
    }
}

/// What stands above and below the bar of a function that is a quotient of sine and cosine, with its power.
fn ratio_of(ink: &Ink) -> Option<(Option<Wave>, Wave, u32)> {
    let (base, power) = with_power(ink)?;
    let InkKind::Function(name) = &base.kind else { return None };
    let (above, below) = match name.as_str() {
        "tan" => (Some(Wave::Sin), Wave::Cos),
        "cot" => (Some(Wave::Cos), Wave::Sin),
        "sec" => (None, Wave::Cos),
        "csc" => (None, Wave::Sin),
        _ => return None,
    };
    Some((above, below, power))
}

/// A sine or cosine that waits for its angle, with its power: `s`, `c^2`, `\sin`, `\sin^2`.
pub(super) fn wave_of(ink: &Ink) -> Option<(Wave, u32, Style)> {
    let (base, power) = with_power(ink)?;
    let (wave, style) = match &base.kind {
        InkKind::Letter(letter) if letter == "s" => (Wave::Sin, Style::Letter),
        InkKind::Letter(letter) if letter == "c" => (Wave::Cos, Style::Letter),
        InkKind::Function(name) if name == "sin" => (Wave::Sin, Style::Full),
        InkKind::Function(name) if name == "cos" => (Wave::Cos, Style::Full),
        _ => return None,
    };
    Some((wave, power, style))
}
