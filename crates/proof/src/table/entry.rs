//! The entries of a table: sums of numbers and names, with the coordinate of the joint in one of them.

use appell_algebra::Rational;

use super::cells::Cell;
use super::heading::Unit;
use crate::latex::{DocumentMacros, Ink, InkKind, Operator};

/// An entry of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableEntry {
    /// As it is printed, without dollars.
    pub latex: String,
    /// What does not move, as an expression of a robot file: `l1`, `-pi/2`, `425 mm`.
    pub constant: String,
}

/// An entry as a sum, with what may be its coordinate.
pub(super) struct Reading {
    latex: String,
    terms: Vec<Term>,
    unit: Unit,
}

/// A term of a sum.
struct Term {
    minus: bool,
    text: String,
    /// The number, where the term is one; and whether a degree sign stands behind it.
    number: Option<(Rational, bool)>,
    /// Where the term is a name alone: as it is printed, and whether a star marks it as variable.
    name: Option<(String, bool)>,
}

impl Reading {
    /// The entry in a cell of the row of joint `number`; none where it cannot be read.
    pub(super) fn of(
        text: &str,
        cell: Cell,
        unit: Unit,
        macros: &mut DocumentMacros,
        number: usize,
        assumptions: &mut Vec<String>,
    ) -> Option<Self> {
        let latex = bare(&text[cell.clone()]);
        if matches!(latex.as_str(), "" | "-" | "--" | "---" | "—" | "–" | "−") {
            assumptions.push(format!("an empty entry in row {number} is zero"));
            return Some(Self { latex: "0".to_owned(), terms: Vec::new(), unit });
        }
        let inks = macros.read(text, cell)?;
        let terms = terms(&inks, text)?;
        let mut unit = unit;
        let large =
            |term: &Term| term.number.as_ref().is_some_and(|(value, _)| value.to_f64().abs() > 6.5);
        if unit == Unit::Angle && terms.iter().any(large) {
            unit = Unit::Degree;
            assumptions.push(format!("the angle {latex} in row {number} is in degrees"));
        }
        Some(Self { latex, terms, unit })
    }

    /// Whether a star marks one of its names as variable.
    pub(super) fn is_marked(&self) -> bool {
        self.names().any(|(_, marked)| *marked)
    }

    /// Whether it has a name by which coordinates go: that of joint `number`, of an angle or a length.
    pub(super) fn moves(&self, number: usize) -> bool {
        self.coordinate(number).is_some()
    }

    fn names(&self) -> impl Iterator<Item = &(String, bool)> {
        self.terms.iter().filter_map(|term| term.name.as_ref())
    }

    /// The coordinate, as it is printed and as a name: the one with a star, or the one that has the letter
    /// of coordinates. It counts in the sense of the table.
    pub(super) fn coordinate(&self, number: usize) -> Option<(String, String)> {
        let by = |is_it: &dyn Fn(&Term, &(String, bool)) -> bool| {
            let mut found =
                self.terms.iter().filter(|it| it.name.as_ref().is_some_and(|name| is_it(it, name)));
            let first = found.next().filter(|it| !it.minus)?;
            let latex = first.name.as_ref()?.0.clone();
            found.next().is_none().then(|| (latex, first.text.clone()))
        };
        let is_angle = matches!(self.unit, Unit::Radian | Unit::Degree | Unit::Angle);
        let marked = by(&|_, (_, marked)| *marked);
        marked.or_else(|| {
            by(&|term, _| {
                let letters = term.text.trim_end_matches(|c: char| c.is_ascii_digit());
                let index = &term.text[letters.len()..];
                let angle = ["theta", "vartheta", "q", "phi", "varphi"].contains(&letters);
                let length = ["q", "d", "r", "s"].contains(&letters);
                (index.is_empty() || index == number.to_string())
                    && if is_angle { angle } else { length }
            })
        })
    }

    /// The entry, with all of it but the coordinate as a constant.
    pub(super) fn entry(self, coordinate: Option<&str>) -> Option<TableEntry> {
        let fixed: Vec<&Term> = self
            .terms
            .iter()
            .filter(|term| coordinate.is_none_or(|name| term.name.is_none() || term.text != name))
            .collect();
        let mut constant = String::new();
        for term in &fixed {
            let text = self.in_unit(term, fixed.len() == 1)?;
            if text == "0" && fixed.len() > 1 {
                continue;
            }
            let sign = match (term.minus, constant.is_empty()) {
                (true, _) => "-",
                (false, true) => "",
                (false, false) => "+",
            };
            constant.push_str(sign);
            constant.push_str(&text);
        }
        if constant.is_empty() || constant == "-0" {
            constant.push('0');
            constant = constant.trim_start_matches('-').chars().take(1).collect();
        }
        Some(TableEntry { latex: self.latex, constant })
    }

    /// A term, its number in the unit of the column.
    fn in_unit(&self, term: &Term, alone: bool) -> Option<String> {
        let Some((value, degrees)) = &term.number else { return Some(term.text.clone()) };
        if value.is_zero() {
            return Some("0".to_owned());
        }
        let unit = match self.unit {
            Unit::Degree | Unit::Angle | Unit::Radian if *degrees => Unit::Degree,
            unit => unit,
        };
        match (unit, alone) {
            (Unit::Degree, _) => Some(turn(value)),
            (Unit::Millimetre, true) => Some(format!("{} mm", term.text)),
            (Unit::Centimetre, true) => Some(format!("{} cm", term.text)),
            // a unit in the middle of a sum cannot be written
            (Unit::Millimetre, false) => Some(format!("{}/1000", term.text)),
            (Unit::Centimetre, false) => Some(format!("{}/100", term.text)),
            (Unit::Metre | Unit::Radian | Unit::Angle, _) => Some(term.text.clone()),
        }
    }
}

/// Degrees as a multiple of pi.
fn turn(degrees: &Rational) -> String {
    let part = (degrees * &Rational::from(180).recip().unwrap_or_default()).to_string();
    let (above, below) = part.split_once('/').unwrap_or((&part, "1"));
    let above = if above == "1" { "pi".to_owned() } else { format!("{above}*pi") };
    if below == "1" { above } else { format!("{above}/{below}") }
}

/// What is printed, without dollars and marks of emphasis.
fn bare(cell: &str) -> String {
    let plain = cell.replace("\\(", "").replace("\\)", "").replace('$', "").replace("**", "");
    plain.trim().to_owned()
}

/// The terms of a sum.
fn terms(inks: &[Ink], text: &str) -> Option<Vec<Term>> {
    let mut terms = Vec::new();
    let mut minus = false;
    let mut factors: Vec<&Ink> = Vec::new();
    let mut end = |factors: &mut Vec<&Ink>, minus: bool| {
        let pieces = std::mem::take(factors);
        match pieces.is_empty() {
            // a sign before the first term
            true => terms.is_empty().then_some(()),
            false => term(&pieces, minus, text).map(|term| terms.push(term)),
        }
    };
    for ink in inks {
        match &ink.kind {
            InkKind::Space | InkKind::Tab => {}
            InkKind::Group(inside) if inside.is_empty() => {}
            InkKind::Operator(sign @ (Operator::Plus | Operator::Minus)) => {
                end(&mut factors, minus)?;
                minus = *sign == Operator::Minus;
            }
            _ => factors.push(ink),
        }
    }
    if factors.is_empty() {
        return None;
    }
    end(&mut factors, minus)?;
    Some(terms)
}

fn term(factors: &[&Ink], minus: bool, text: &str) -> Option<Term> {
    let mut out = Term { minus, text: String::new(), number: None, name: None };
    let (mut divides, mut glued) = (false, false);
    for (index, ink) in factors.iter().enumerate() {
        let piece = match &ink.kind {
            InkKind::Operator(Operator::Over) => {
                divides = true;
                continue;
            }
            InkKind::Operator(Operator::Times | Operator::Cross) => continue,
            // a star behind a name marks it, one between factors is a product
            InkKind::Letter(star) if star == "*" && index + 1 < factors.len() => continue,
            InkKind::Letter(star) if star == "*" => {
                out.name.as_mut()?.1 = true;
                continue;
            }
            InkKind::Unknown(sign) if sign == "°" => {
                out.number.as_mut()?.1 = true;
                continue;
            }
            InkKind::Letter(letter) if !letter.starts_with('\\') && is_glued(factors, index) => {
                // a word is not a product
                return None;
            }
            // θ1: an index without a mark
            InkKind::Number(digits) if is_glued(factors, index) => {
                out.text.push_str(digits);
                if let Some((latex, _)) = &mut out.name {
                    *latex = format!("{latex}_{digits}");
                }
                continue;
            }
            _ => factor(ink)?,
        };
        if index > 0 && !out.text.is_empty() {
            out.text.push(if divides { '/' } else { '*' });
            glued = true;
        }
        out.text.push_str(&piece.text);
        (out.number, out.name) = if glued {
            (None, None)
        } else {
            let name = |marked| (text.get(ink.span.clone()).unwrap_or_default().to_owned(), marked);
            (piece.number, piece.marked.map(name))
        };
        divides = false;
    }
    if let Some((latex, true)) = &mut out.name {
        *latex = unmarked(latex);
    }
    (!out.text.is_empty() && !divides).then_some(out)
}

/// A name as it is printed, without its star.
fn unmarked(latex: &str) -> String {
    let stars = ["^{*}", "^*", "^{\\ast}", "^\\ast", "^{\\star}", "^\\star", "*"];
    stars.iter().fold(latex.to_owned(), |latex, star| latex.replace(star, "")).trim().to_owned()
}

/// Whether digits or a letter stand right behind a letter.
fn is_glued(factors: &[&Ink], index: usize) -> bool {
    let before = index.checked_sub(1).and_then(|before| factors.get(before));
    before.is_some_and(|before| {
        matches!(before.kind, InkKind::Letter(_)) && before.span.end == factors[index].span.start
    })
}

/// A factor in the text form of expressions.
struct Factor {
    text: String,
    number: Option<(Rational, bool)>,
    /// Of a name: whether a star marks it.
    marked: Option<bool>,
}

fn factor(ink: &Ink) -> Option<Factor> {
    let plain = |text: String| Factor { text, number: None, marked: None };
    Some(match &ink.kind {
        InkKind::Number(digits) => {
            Factor { number: Some((digits.parse().ok()?, false)), ..plain(digits.clone()) }
        }
        InkKind::Letter(letter) if letter == "\\pi" => plain("pi".to_owned()),
        InkKind::Letter(letter) => Factor { marked: Some(false), ..plain(word(letter)?) },
        InkKind::Group(inside) => match inside.as_slice() {
            [only] => factor(only)?,
            _ => plain(format!("({})", expression(inside)?)),
        },
        InkKind::Fenced { open: '(' | '[', inside } => plain(format!("({})", expression(inside)?)),
        InkKind::Fraction(above, below) => {
            let side = |inks: &[Ink]| {
                let text = expression(inks)?;
                Some(if text.contains(['+', '-', '/', '*']) { format!("({text})") } else { text })
            };
            plain(format!("{}/{}", side(above)?, side(below)?))
        }
        InkKind::Script(script) if script.before_sub.is_empty() && script.before_sup.is_empty() => {
            let base = factor(&script.base)?;
            let above = match script.sup.as_slice() {
                [] => "",
                [Ink { kind: InkKind::Letter(letter), .. }] => letter,
                _ => return None,
            };
            match (above, base.number) {
                ("\\circ" | "\\degree", Some((value, _))) if script.sub.is_empty() => {
                    Factor { number: Some((value, true)), ..plain(base.text) }
                }
                ("" | "*" | "\\ast" | "\\star", None) if base.marked.is_some() => {
                    let mut name = base.text;
                    for ink in &script.sub {
                        match &ink.kind {
                            InkKind::Letter(letter) => name.push_str(&word(letter)?),
                            InkKind::Number(digits) => name.push_str(digits),
                            InkKind::Text(text) => name.push_str(&word(text)?),
                            InkKind::Operator(Operator::Comma) => name.push('_'),
                            InkKind::Group(inside) if inside.is_empty() => {}
                            _ => return None,
                        }
                    }
                    Factor { marked: Some(!above.is_empty()), ..plain(name) }
                }
                _ => return None,
            }
        }
        _ => return None,
    })
}

/// A sum inside brackets or of a fraction.
fn expression(inks: &[Ink]) -> Option<String> {
    let mut out = String::new();
    for term in terms(inks, "")? {
        if term.minus {
            out.push('-');
        } else if !out.is_empty() {
            out.push('+');
        }
        out.push_str(&term.text);
    }
    Some(out)
}

/// A letter as part of a name of a robot file.
fn word(letter: &str) -> Option<String> {
    match letter.trim_start_matches('\\') {
        "ell" => Some("l".to_owned()),
        // a name of a paper, and the number
        "pi" | "*" => None,
        plain => {
            let is_word = plain.chars().all(|c| c.is_ascii_alphanumeric()) && !plain.is_empty();
            is_word.then(|| plain.to_owned())
        }
    }
}
