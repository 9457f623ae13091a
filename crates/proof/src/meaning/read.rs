//! From print to meaning: products without a sign, `sq_2`, names, powers.

use std::ops::Range;

use appell_algebra::{Rational, Symbol, SymbolKind};
use appell_diagnostic::Diagnostic;

use super::angle::{is_capital_sine, wave_of};
use super::{Meaning, Style};
use crate::latex::{
    Accent, Ink, InkKind, Operator, Script, contradiction, has, integer_of, joined,
};
use crate::name::{General, Name};
use crate::notation::Names;

/// What could not be given a meaning.
#[derive(Clone, Debug)]
pub(crate) enum Problem {
    /// The print itself.
    Unreadable(Diagnostic),
    /// A name that nobody knows, and where it stands.
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
        let capital_waves = has(equation, &is_capital_sine);
        Self { names, general: None, capital_waves, notes: Vec::new() }
    }

    /// A formula.
    pub(crate) fn formula(&mut self, inks: &[Ink]) -> Read<Meaning> {
        let inks = flat(inks);
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
            terms.push((minus, self.cross(&inks[at..end])?));
            at = end;
        }
        Ok(match terms.as_slice() {
            [(false, _)] => terms.swap_remove(0).1,
            _ => Meaning::Sum(terms),
        })
    }

    /// Products with a cross between them; those without bind tighter.
    fn cross(&mut self, inks: &[&Ink]) -> Read<Meaning> {
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

    pub(super) fn unknown(&self, ink: &Ink) -> Problem {
        match Name::of(ink, self.general) {
            Some(name) => Problem::Unmapped(name, ink.span.clone()),
            None => foreign("this is not understood", ink),
        }
    }

    /// A symbol or a quantity.
    pub(super) fn name(&mut self, ink: &Ink) -> Read<Option<Meaning>> {
        let Some(name) = Name::of(ink, self.general) else { return Ok(None) };
        if let Some(guess) = self.names.guessed(&name) {
            return Ok(Some(guess));
        }
        if let Some(expression) = self.names.expression(&name) {
            return Ok(Some(expression));
        }
        if let Some(symbol) = self.names.symbol(&name) {
            self.names.remember(symbol, &name);
            return Ok(Some(Meaning::Symbol(symbol, name.latex())));
        }
        if let Some(symbol) = self.derivative(ink) {
            self.names.remember(symbol, &name);
            return Ok(Some(Meaning::Symbol(symbol, name.latex())));
        }
        let base = self.without_superscript(ink)?;
        // l_1^2 is a square, though a_1^2 may be an acceleration in other axes
        if let (Some(base @ Meaning::Symbol(..)), Some(power)) = (&base, power_of(ink)?) {
            return Ok(Some(powered(base.clone(), power)));
        }
        if let Some(known) = self.names.quantity(&name) {
            return Ok(Some(Meaning::Known(known, name.latex())));
        }
        if let Some(symbol) = self.names.alias(&name) {
            self.names.remember(symbol, &name);
            return Ok(Some(Meaning::Symbol(symbol, name.latex())));
        }
        if let Some(column) = self.column(ink) {
            return Ok(Some(column));
        }
        let (Some(base), InkKind::Script(script)) = (base, &ink.kind) else { return Ok(None) };
        if let Some(power) = power_of(ink)? {
            return Ok(Some(powered(base, power)));
        }
        if is_transpose(&script.sup) {
            return Ok(Some(Meaning::Transpose(Box::new(base))));
        }
        Ok(is_inverse(&script.sup).then(|| Meaning::Inverse(Box::new(base))))
    }

    /// The quantity whose name stands alone.
    pub(crate) fn quantity(&self, inks: &[Ink]) -> Option<Meaning> {
        let [ink] = flat(inks)[..] else { return None };
        let name = Name::of(ink, self.general)?;
        Some(Meaning::Known(self.names.quantity(&name)?, name.latex()))
    }

    /// What a name is without what stands above it; none where nothing does.
    fn without_superscript(&mut self, ink: &Ink) -> Read<Option<Meaning>> {
        let InkKind::Script(script) = &ink.kind else { return Ok(None) };
        if script.sup.is_empty() {
            return Ok(None);
        }
        let without = Script { sup: Vec::new(), ..(**script).clone() };
        let plain = without.sub.is_empty()
            && without.before_sub.is_empty()
            && without.before_sup.is_empty();
        self.name(&match plain {
            true => without.base,
            false => Ink::new(InkKind::Script(Box::new(without)), ink.span.clone()),
        })
    }

    /// A coordinate with dots, or with the number of its time derivative: `q_1^{(5)}`.
    fn derivative(&self, ink: &Ink) -> Option<Symbol> {
        let (dots, bare) = without_dots(ink).or_else(|| without_order(ink))?;
        let name = Name::of(&bare, self.general)?;
        let symbol = self.names.symbol(&name).or_else(|| self.names.alias(&name))?;
        let coordinate = symbol.kind() == SymbolKind::Coordinate;
        symbol.derivative(dots).ok().filter(|_| coordinate)
    }

    /// Brackets and matrices with a power or a transpose.
    fn scripted(&mut self, script: &Script, ink: &Ink) -> Read<Meaning> {
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
                    Meaning::Known(known.at(entry), latex)
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

    /// `\dot{q}_1^3 r_{C_{3y}}`: the 3 belongs to the r, whose frame it is.
    fn misplaced_index(&mut self, inks: &[&Ink]) -> Option<Meaning> {
        let [Ink { kind: InkKind::Script(script), .. }, next, ..] = inks else { return None };
        let before = Script { sup: Vec::new(), ..(**script).clone() };
        let before = Ink::new(InkKind::Script(Box::new(before)), inks[0].span.clone());
        let alone = self.name(next).ok()?;
        let next = with_frame(next, script.sup.clone()).filter(|_| alone.is_none())?;
        let first = self.name(&before).ok()??;
        let second = self.name(&next).ok()??;
        let note = Diagnostic::note(
            "frame-index",
            "the superscript is the frame of the name that follows",
        );
        self.notes.push(note.at(inks[0].span.clone()).hint("write {}^3r_x for r_x in frame 3"));
        Some(Meaning::Product(vec![first, second]))
    }
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

fn number(digits: &str, ink: &Ink) -> Read<Rational> {
    let too_long = || unreadable("a number that is too long", ink);
    if digits.len() > 40 {
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

/// The largest exponent that is read; those of mechanics are small.
const MOST_POWER: u32 = 64;

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

fn is_times(kind: &InkKind) -> bool {
    match kind {
        InkKind::Operator(operator) => *operator == Operator::Times,
        InkKind::Letter(letter) => letter == "*",
        _ => false,
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

pub(super) fn is_time(ink: &Ink) -> bool {
    matches!(&ink.kind, InkKind::Fenced { open: '(', inside }
        if matches!(inside.as_slice(), [Ink { kind: InkKind::Letter(letter), .. }] if letter == "t"))
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

/// The dots on a name, and the name without them.
pub(super) fn without_dots(ink: &Ink) -> Option<(u32, Ink)> {
    match &ink.kind {
        InkKind::Accent(Accent::Dots(dots), on) => Some((*dots, (**on).clone())),
        InkKind::Script(script) => {
            let (dots, base) = without_dots(&script.base)?;
            let script = Script { base, ..(**script).clone() };
            Some((dots, Ink::new(InkKind::Script(Box::new(script)), ink.span.clone())))
        }
        _ => None,
    }
}

/// The number of a time derivative in brackets above a name, and the name without it. Lower ones than
/// the fifth have dots, and the number means something else.
fn without_order(ink: &Ink) -> Option<(u32, Ink)> {
    let InkKind::Script(script) = &ink.kind else { return None };
    let [Ink { kind: InkKind::Fenced { open: '(', inside }, .. }] = flat(&script.sup)[..] else {
        return None;
    };
    let order = integer_of(inside)?;
    let bare = Script { sup: Vec::new(), ..(**script).clone() };
    let bare = Ink::new(InkKind::Script(Box::new(bare)), ink.span.clone());
    (order >= 5).then_some((order, bare))
}

/// The same with a frame index before it; none when it has one.
fn with_frame(ink: &Ink, frame: Vec<Ink>) -> Option<Ink> {
    integer_of(&frame)?;
    match &ink.kind {
        InkKind::Script(script) if script.before_sup.is_empty() => {
            let script = Script { before_sup: frame, ..(**script).clone() };
            Some(Ink::new(InkKind::Script(Box::new(script)), ink.span.clone()))
        }
        _ => None,
    }
}
