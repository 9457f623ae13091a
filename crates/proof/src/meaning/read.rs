//! From print to meaning: products without a sign, `sq_2`, names, powers.

use std::ops::Range;

use appell_algebra::Rational;
use appell_diagnostic::Diagnostic;

use super::angle::{is_capital_cosine, is_capital_sine, wave_of};
use super::script::{MOST_POWER, power_of, powered};
use super::series::end_of_series;
use super::{Meaning, Style};
use crate::latex::{Accent, Ink, InkKind, Operator, contradiction, has, joined};
use crate::name::{General, Name};
use crate::notation::Names;

/// What could not be given a meaning.
#[derive(Clone, Debug)]
pub(crate) enum Problem {
    /// The print itself.
    Unreadable(Diagnostic),
    /// A name that nobody knows, and where it is.
    Unmapped(Name, Range<usize>),
}

/// Reads formulas of one paper.
pub(crate) struct Understanding<'n, 'r> {
    pub(crate) names: &'n Names<'r>,
    /// For which index a general formula is read.
    pub(crate) general: Option<General>,
    /// Whether `C_{12}` is a cosine here, as it is where `S_{12}` or `S_1` is a sine.
    pub(crate) capital_waves: bool,
    /// What is to be said about how it was read.
    pub(crate) notes: Vec<Diagnostic>,
}

pub(crate) type Read<T> = Result<T, Problem>;

impl<'n, 'r> Understanding<'n, 'r> {
    /// Reads the sides of one equation.
    pub(crate) fn new(names: &'n Names<'r>, equation: &[Ink]) -> Self {
        let is_own = matches!(equation, [first, second, ..]
            if is_capital_cosine(first) && second.is(Operator::Equal));
        let in_document = names.has_capital_sines() && !is_own;
        let capital_waves = in_document || has(equation, &is_capital_sine);
        Self { names, general: None, capital_waves, notes: Vec::new() }
    }

    /// A formula.
    pub(crate) fn formula(&mut self, inks: &[Ink]) -> Read<Meaning> {
        self.sum(&flat(inks))
    }

    /// Terms with signs between them.
    pub(super) fn sum(&mut self, inks: &[&Ink]) -> Read<Meaning> {
        let Some(first) = inks.first() else {
            let problem = Diagnostic::error("unreadable", "an empty expression");
            return Err(Problem::Unreadable(problem));
        };
        let mut terms = Vec::new();
        let mut at = 0;
        while at < inks.len() {
            let mut minus = false;
            if inks[at].is_sign() {
                minus = inks[at].is(Operator::Minus);
                at += 1;
            } else if at > 0 {
                break;
            }
            let end =
                inks[at..].iter().position(|ink| ink.is_sign()).map_or(inks.len(), |end| at + end);
            if end == at {
                let place = inks.get(at).or(inks.get(at - 1)).unwrap_or(first);
                let what =
                    if at == inks.len() { "a sign at the end" } else { "two signs in a row" };
                return Err(unreadable(what, place));
            }
            let end = end_of_series(&inks[at..], end - at).map_or(end, |length| at + length);
            let term = match self.series(&inks[at..end])? {
                Some(series) => series,
                None => self.cross(&inks[at..end])?,
            };
            terms.push((minus, term));
            at = end;
        }
        Ok(match terms.as_slice() {
            [(false, _)] => terms.swap_remove(0).1,
            _ => Meaning::Sum(terms),
        })
    }

    /// Products with a cross between them; those without bind tighter.
    pub(super) fn cross(&mut self, inks: &[&Ink]) -> Read<Meaning> {
        let parts: Vec<&[&Ink]> = inks.split(|ink| ink.is(Operator::Cross)).collect();
        if let (true, Some(first)) = (parts.len() > MOST_IN_ROW, inks.first()) {
            return Err(unreadable("too many cross products in a row", first));
        }
        let mut result: Option<Meaning> = None;
        for part in parts.iter().rev() {
            let place = inks
                .first()
                .ok_or(())
                .map_err(|()| Problem::Unreadable(Diagnostic::error("latex", "nothing to read")))?;
            if part.iter().all(|ink| ink.kind == InkKind::Space) {
                return Err(unreadable("a cross product without one of its factors", place));
            }
            let product = self.product(part)?;
            // numbers before the cross multiply the whole
            result = Some(match result {
                None => product,
                Some(right) => Meaning::Cross(Box::new(product), Box::new(right)),
            });
        }
        Ok(result.unwrap_or_else(Meaning::zero))
    }

    fn product(&mut self, inks: &[&Ink]) -> Read<Meaning> {
        let mut factors: Vec<Meaning> = Vec::new();
        let mut divide = false;
        let mut divisions = 0;
        let mut at = 0;
        let mut awaits = None;
        while let Some(ink) = inks.get(at) {
            match &ink.kind {
                InkKind::Space => at += 1,
                kind if is_times(kind) => {
                    if factors.is_empty() || awaits.is_some() {
                        return Err(unreadable("a multiplication sign without a factor", ink));
                    }
                    awaits = Some(*ink);
                    at += 1;
                }
                InkKind::Operator(Operator::Over) if !factors.is_empty() => {
                    divisions += 1;
                    if divisions > MOST_IN_ROW {
                        return Err(unreadable("too many divisions in a row", ink));
                    }
                    divide = true;
                    awaits = Some(*ink);
                    at += 1;
                }
                InkKind::Operator(_) => return Err(unreadable("an operator out of place", ink)),
                _ => {
                    let (factor, taken) = self.factor(&inks[at..])?;
                    at += taken;
                    awaits = None;
                    match factors.last_mut().filter(|_| divide) {
                        // 1/2 \dot q is a half times it: the bar reaches over one factor
                        Some(before) => {
                            let above = std::mem::replace(before, Meaning::zero());
                            *before = Meaning::Quotient(Box::new(above), Box::new(factor));
                            divide = false;
                        }
                        None => factors.push(factor),
                    }
                }
            }
        }
        match (awaits, factors.len()) {
            (Some(sign), _) => Err(unreadable("a multiplication sign without a factor", sign)),
            (None, 1) => Ok(factors.swap_remove(0)),
            _ => Ok(Meaning::Product(factors)),
        }
    }

    /// The first factor, and how much of the print it takes.
    pub(super) fn factor(&mut self, inks: &[&Ink]) -> Read<(Meaning, usize)> {
        let Some((ink, rest)) = inks.split_first() else { return Ok((Meaning::zero(), 0)) };
        if let Some(applied) = self.applied(ink, rest)? {
            return Ok(applied);
        }
        if let Some((wave, power, style)) = wave_of(ink)
            && let Some((angle, more, taken)) = self.angle(rest, style)?
        {
            let wave = Meaning::Wave(wave, Box::new(angle), style);
            let power = power.checked_mul(more).filter(|power| *power <= MOST_POWER);
            let power = power.ok_or_else(|| unreadable("an exponent that is too large", ink))?;
            return Ok((powered(wave, power), 1 + taken));
        }
        if let Some(applied) = self.matrix_function(ink, rest)? {
            return Ok(applied);
        }
        if let Some(ratio) = self.ratio(ink, rest)? {
            return Ok(ratio);
        }
        if let Some(reading) = self.misplaced_index(inks) {
            return Ok((reading, 2));
        }
        if self.capital_waves
            && let Some(wave) = self.indexed_wave(ink)?
        {
            return Ok((wave, 1));
        }
        if let Some(known) = self.name(ink)? {
            // q_1(t) is q_1
            let of_time = rest.first().is_some_and(|next| is_time(next));
            return Ok((known, 1 + usize::from(of_time)));
        }
        if let Some(wave) = self.indexed_wave(ink)? {
            return Ok((wave, 1));
        }
        // s\theta with a \theta that nobody knows
        if let (Some((_, _, Style::Letter)), Some(angle)) = (wave_of(ink), rest.first()) {
            return Err(self.unknown(angle));
        }
        if let InkKind::Fraction(above, below) = &ink.kind
            && let Some(slope) = self.slope(above, below)?
        {
            return Ok((slope, 1));
        }
        if let Some(rate) = self.rate(ink, rest)? {
            return Ok(rate);
        }
        let meaning = match &ink.kind {
            InkKind::Number(digits) => Meaning::Number(number(digits, ink)?),
            // \vec{0}
            InkKind::Accent(Accent::Bar, on) if on.as_integer() == Some(0) => Meaning::zero(),
            InkKind::Fraction(above, below) => {
                let (above, below) = (self.formula(above)?, self.formula(below)?);
                Meaning::Quotient(Box::new(above), Box::new(below))
            }
            InkKind::Root(inside) => Meaning::Root(Box::new(self.formula(inside)?)),
            InkKind::Fenced { open: '|', inside } => {
                Meaning::Length(Box::new(self.formula(inside)?))
            }
            InkKind::Fenced { open, inside } => self.bracket(*open, inside)?,
            InkKind::Matrix { rows, rules } => self.matrix(rows, rules)?,
            // sgn^2 x
            InkKind::Script(script) if is_sign_function(&script.base) => {
                let Some(power) = power_of(ink)? else { return Err(self.unknown(ink)) };
                let (sign, taken) = self.sign_of(rest)?;
                return Ok((powered(sign, power), 1 + taken));
            }
            InkKind::Script(script) => return Ok((self.scripted(script, ink)?, 1)),
            InkKind::Function(name) if is_sign(name) => {
                let (sign, taken) = self.sign_of(rest)?;
                return Ok((sign, 1 + taken));
            }
            InkKind::Function(name) if name == "det" => {
                let spaces = rest.iter().take_while(|next| next.kind == InkKind::Space).count();
                let (inside, taken) = self.factor(&rest[spaces..])?;
                return Ok((Meaning::Determinant(Box::new(inside)), 1 + spaces + taken));
            }
            InkKind::Function(name) if name == "diag" => {
                let spaces = rest.iter().take_while(|next| next.kind == InkKind::Space).count();
                let bracket = rest.get(spaces).map(|next| &next.kind);
                let Some(InkKind::Fenced { inside, .. }) = bracket else {
                    return Err(unreadable("a list in brackets is missing behind `diag`", ink));
                };
                let entries: Vec<_> = inside.split(|it| it.is(Operator::Comma)).collect();
                if entries.len() > LARGEST_DIAGONAL {
                    return Err(unreadable("a matrix that is too large", ink));
                }
                let entries =
                    entries.iter().map(|it| self.formula(it)).collect::<Read<Vec<_>>>()?;
                return Ok((diagonal(&entries), 2 + spaces));
            }
            InkKind::Function(name) if wave_of(ink).is_some() => {
                return Err(foreign(&format!("the angle of `{name}` is not understood"), ink));
            }
            InkKind::Function(name) => {
                return Err(unreadable(&format!("the function `{name}` is not known"), ink));
            }
            InkKind::Unknown(what) => {
                return Err(foreign(&format!("`{what}` is not understood"), ink));
            }
            InkKind::Text(_) => return Err(unreadable("words inside a formula", ink)),
            InkKind::Lines(lines) => {
                let whole = joined(lines.iter().cloned());
                self.notes.extend(whole.contradictions.iter().map(contradiction));
                self.formula(&whole.inks)?
            }
            _ => return Err(self.unknown(ink)),
        };
        Ok((meaning, 1))
    }

    /// The sign function of what comes next, and how much that is.
    fn sign_of(&mut self, rest: &[&Ink]) -> Read<(Meaning, usize)> {
        let of_function = |next: &&&Ink| matches!(next.kind, InkKind::Function(_));
        if let Some(next) = rest.first().filter(of_function) {
            return Err(unreadable("a sign function without brackets", next));
        }
        let (argument, taken) = self.factor(rest)?;
        Ok((Meaning::Sign(Box::new(argument)), taken))
    }
}

/// How many entries a diagonal may have: no robot that is read has more coordinates in a formula.
const LARGEST_DIAGONAL: usize = 64;

/// The matrix with these entries on its diagonal.
fn diagonal(entries: &[Meaning]) -> Meaning {
    let entry = |i: usize, j: usize| if i == j { entries[i].clone() } else { Meaning::zero() };
    let row = |i: usize| (0..entries.len()).map(|j| entry(i, j)).collect();
    Meaning::Matrix((0..entries.len()).map(row).collect())
}

/// What is printed, groups opened.
pub(super) fn flat(inks: &[Ink]) -> Vec<&Ink> {
    let mut out = Vec::new();
    for ink in inks {
        match &ink.kind {
            InkKind::Group(inside) => out.extend(flat(inside)),
            _ => out.push(ink),
        }
    }
    out
}

/// What is printed wrongly, or in a way that is not read.
pub(crate) fn unreadable(message: &str, ink: &Ink) -> Problem {
    left_out(Diagnostic::error("unreadable", message), ink)
}

/// What formulas of robots do not have: a sum over links, an integral.
pub(super) fn foreign(message: &str, ink: &Ink) -> Problem {
    left_out(Diagnostic::error("not-understood", message), ink)
}

fn left_out(problem: Diagnostic, ink: &Ink) -> Problem {
    let hint = "the equation is left out; write this part in another way";
    Problem::Unreadable(problem.at(ink.span.clone()).hint(hint))
}

/// The longest number that is read.
pub(super) const MOST_DIGITS: usize = 40;

fn number(digits: &str, ink: &Ink) -> Read<Rational> {
    let too_long = || unreadable("a number that is too long", ink);
    if digits.len() > MOST_DIGITS {
        return Err(too_long());
    }
    digits.parse().map_err(|_| too_long())
}

/// How many operations of one kind may stand in a row that bind to one side: each is nested in the
/// one before.
const MOST_IN_ROW: usize = 50;

fn is_sign_function(ink: &Ink) -> bool {
    matches!(&ink.kind, InkKind::Function(name) if is_sign(name))
}

fn is_sign(name: &str) -> bool {
    name == "sgn" || name == "sign"
}

fn is_times(kind: &InkKind) -> bool {
    match kind {
        InkKind::Operator(operator) => *operator == Operator::Times,
        InkKind::Letter(letter) => letter == "*",
        _ => false,
    }
}

pub(super) fn is_time(ink: &Ink) -> bool {
    matches!(&ink.kind, InkKind::Fenced { open: '(', inside }
        if matches!(inside.as_slice(), [Ink { kind: InkKind::Letter(letter), .. }] if letter == "t"))
}
