//! Sums and products over links: `\sum_{i=1}^{n} m_i v_i^2`, `\prod_{i=1}^{n} A_i`. They are written out for
//! the joints of the robot; what is under them reaches to the next plus or minus, or to the last term that
//! has their letter as an index.

use super::Meaning;
use super::read::{Problem, Read, Understanding, flat, foreign};
use crate::latex::{Ink, InkKind, Operator, Script, has, integer_of};
use crate::name::{General, Name, index_at};

/// Whether terms are added or multiplied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Series {
    Sum,
    Product,
}

/// The most terms that are written out.
const MOST_TERMS: usize = 64;

/// Whether terms are added or multiplied, and the letter, where a sum or product over links begins.
fn series_of(ink: &Ink) -> Option<(Series, &Script)> {
    let InkKind::Script(script) = &ink.kind else { return None };
    match &script.base.kind {
        InkKind::Unknown(sign) if sign == "\\sum" => Some((Series::Sum, script)),
        InkKind::Unknown(sign) if sign == "\\prod" => Some((Series::Product, script)),
        _ => None,
    }
}

/// The letter that a sum or product binds.
fn letter_of(script: &Script) -> Option<&str> {
    match &flat(&script.sub).first()?.kind {
        InkKind::Letter(letter) => Some(letter),
        _ => None,
    }
}

/// How much belongs to a sum over links that stands in the first of several terms: the terms behind it, too,
/// as far as they have its letter as an index. None where there is no sum.
pub(super) fn end_of_series(inks: &[&Ink], first: usize) -> Option<usize> {
    let (_, script) = inks[..first].iter().find_map(|ink| series_of(ink))?;
    let letter = letter_of(script)?;
    let (mut end, mut at) = (first, first);
    while at < inks.len() {
        let next = inks[at + 1..].iter().position(|ink| ink.is_sign());
        let next = next.map_or(inks.len(), |length| at + 1 + length);
        let term = &inks[at..next];
        let binds =
            |ink: &&&Ink| series_of(ink).is_some_and(|(_, it)| letter_of(it) == Some(letter));
        if term.iter().find(binds).is_none() && term.iter().any(|ink| has_index(ink, letter)) {
            end = next;
        }
        at = next;
    }
    Some(end)
}

/// Whether a letter stands as an index anywhere in what is printed.
fn has_index(ink: &Ink, letter: &str) -> bool {
    let is_named = |ink: &Ink| Name::of(ink, None).is_some_and(|name| name.has_index(letter));
    has(std::slice::from_ref(ink), &is_named)
}

impl Understanding<'_, '_> {
    /// A sum or product over links, with what stands before it as a factor; none where there is none.
    pub(super) fn series(&mut self, inks: &[&Ink]) -> Read<Option<Meaning>> {
        let found = inks.iter().enumerate().find_map(|(at, ink)| Some((at, series_of(ink)?)));
        let Some((at, (series, script))) = found else { return Ok(None) };
        let sum = self.written_out(series, script, inks[at], &inks[at + 1..])?;
        let mut before = &inks[..at];
        let mut is_cross = false;
        while let [rest @ .., last] = before
            && (last.kind == InkKind::Space || last.is(Operator::Times) || last.is(Operator::Cross))
        {
            is_cross |= last.is(Operator::Cross);
            before = rest;
        }
        if before.is_empty() {
            return Ok(Some(sum));
        }
        let factor = self.cross(before)?;
        Ok(Some(match is_cross {
            true => Meaning::Cross(Box::new(factor), Box::new(sum)),
            false => Meaning::Product(vec![factor, sum]),
        }))
    }

    /// The terms or factors of a sum or product over links.
    fn written_out(
        &mut self,
        series: Series,
        script: &Script,
        ink: &Ink,
        behind: &[&Ink],
    ) -> Read<Meaning> {
        let all = self.general.unwrap_or(General::of(self.names.robot.joints().len()));
        let (letter, first) = match flat(&script.sub)[..] {
            [Ink { kind: InkKind::Letter(letter), .. }] if script.sup.is_empty() => (letter, 1),
            [Ink { kind: InkKind::Letter(letter), .. }, equal, ..] if equal.is(Operator::Equal) => {
                let Some(at) = script.sub.iter().position(|it| it.is(Operator::Equal)) else {
                    return Err(foreign("the bounds of this sum are not understood", ink));
                };
                (letter, self.bound(&script.sub[at + 1..], all, ink)?)
            }
            _ => return Err(foreign("the bounds of this sum are not understood", ink)),
        };
        let last = match script.sup.is_empty() {
            true => self.names.robot.joints().len(),
            false => self.bound(&script.sup, all, ink)?,
        };
        let mut chars = letter.chars();
        let (Some(letter), None) = (chars.next(), chars.next()) else {
            return Err(foreign("the index of this sum is not understood", ink));
        };
        // print does not say whether it counts down or is empty
        if last + 1 < first {
            return Err(foreign(
                "the upper bound of this sum or product is below the lower one",
                ink,
            ));
        }
        if last > first + MOST_TERMS {
            return Err(foreign("a sum of too many terms", ink));
        }
        let outside = self.general;
        let mut terms = Vec::new();
        for value in first..=last {
            let Some(inside) = all.with(letter, value) else {
                return Err(foreign("too many sums in one another", ink));
            };
            self.general = Some(inside);
            let term = self.sum(behind);
            self.general = outside;
            terms.push(term?);
        }
        Ok(match series {
            Series::Sum => Meaning::Sum(terms.into_iter().map(|term| (false, term)).collect()),
            Series::Product => Meaning::Product(terms),
        })
    }

    /// A bound: a number, n, or a letter that is bound outside. One that is not is the index of a formula
    /// for every link.
    fn bound(&self, inks: &[Ink], all: General, sum: &Ink) -> Read<usize> {
        if let Some(number) = integer_of(inks) {
            return Ok(number as usize);
        }
        if let Some((value, taken)) = index_at(inks, all)
            && taken == inks.len()
        {
            return Ok(value);
        }
        match inks.first().map(|ink| &ink.kind) {
            Some(InkKind::Letter(letter)) if ["i", "j", "k"].contains(&letter.as_str()) => {
                Err(Problem::Unmapped(Name::of_index(letter), sum.span.clone()))
            }
            _ => Err(foreign("the bounds of this sum are not understood", sum)),
        }
    }
}
