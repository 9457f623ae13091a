//! Sines and cosines in all their spellings: `sq_2`, `c^2q_5`, `\\sin(q_2 + q_3)`, `s_{23}`.

use appell_algebra::SymbolKind;

use super::read::{Read, Understanding, flat, is_time};
use super::script::{power_of, powered};
use super::{Meaning, Style, Wave};
use crate::latex::{Ink, InkKind, Operator, integer_of};
use crate::name::General;

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
                let known = super::evaluate::linear(&angle, 1, &mut Vec::new());
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

    /// `s_{23}`: the sine of q_2 + q_3; with an exponent, its power.
    pub(super) fn indexed_wave(&self, ink: &Ink) -> Read<Option<Meaning>> {
        let Some((wave, digits)) = indexed(ink, self.general) else { return Ok(None) };
        let has_power = matches!(&ink.kind, InkKind::Script(script) if !script.sup.is_empty());
        let power = if has_power { power_of(ink)? } else { Some(1) };
        let angle = self.sum_of(&digits);
        Ok(power.zip(angle).map(|(power, angle)| {
            powered(Meaning::Wave(wave, Box::new(angle), Style::Index), power)
        }))
    }

    /// The sum of the coordinates with these numbers: `23` is q_2 + q_3.
    fn sum_of(&self, digits: &str) -> Option<Meaning> {
        let coordinates = self.names.robot.coordinates();
        let joints = digits.chars().map(|digit| digit.to_digit(10).map(|digit| digit as usize));
        let mut terms = Vec::new();
        for joint in joints {
            let symbol = joint?.checked_sub(1).and_then(|at| coordinates.get(at).copied())?;
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
    let capital = matches!(&ink.kind, InkKind::Script(script)
        if script.base.kind == InkKind::Letter("S".to_owned()));
    capital && indexed(ink, None).is_some()
}

/// A sine or cosine that waits for its angle, with its power: `s`, `c^2`, `\sin`, `\sin^2`.
pub(super) fn wave_of(ink: &Ink) -> Option<(Wave, u32, Style)> {
    let (base, power) = match &ink.kind {
        InkKind::Script(script) => {
            let plain = script.sub.is_empty()
                && script.before_sub.is_empty()
                && script.before_sup.is_empty();
            (&script.base, integer_of(&script.sup).filter(|_| plain)?)
        }
        _ => (ink, 1),
    };
    let (wave, style) = match &base.kind {
        InkKind::Letter(letter) if letter == "s" => (Wave::Sin, Style::Letter),
        InkKind::Letter(letter) if letter == "c" => (Wave::Cos, Style::Letter),
        InkKind::Function(name) if name == "sin" => (Wave::Sin, Style::Full),
        InkKind::Function(name) if name == "cos" => (Wave::Cos, Style::Full),
        _ => return None,
    };
    Some((wave, power, style))
}
