//! Changes of a printed formula, one for each kind of slip.

use std::ops::Range;

use appell_algebra::{AtomKind, Poly, Rational, Symbol, SymbolKind};

use super::angle;
use super::occurrence::{Path, part, part_mut};
use super::slip::Kind;
use crate::meaning::write::{latex, symbol_latex};
use crate::meaning::{Meaning, Style, Wave};
use crate::notation::Names;

/// A change at one place, by which a printed formula becomes another.
#[derive(Clone, Debug)]
pub(crate) struct Edit {
    pub(crate) kind: Kind,
    pub(crate) change: Change,
}

#[derive(Clone, Debug)]
pub(crate) enum Change {
    /// A leaf or a term becomes something else.
    Replace(Path, Meaning),
    /// The sign of a term is turned.
    Turn(Path),
    /// A term is multiplied by a number or a further factor.
    Multiply(Path, Meaning),
    /// A term is divided by a number.
    Halve(Path, Rational),
    /// A factor is taken out of its product.
    Drop(Path),
    /// A term is taken out of its sum.
    Remove(Path),
    /// Two terms of a sum, the second behind the first, become one.
    Merge(Path, usize, Meaning),
    /// A term becomes two, the second with a minus where it says so, relative to the first.
    Split(Path, [Meaning; 2], bool),
    /// Terms of the sum at a place, from an index on, become others.
    Regroup(Path, Range<usize>, Vec<(bool, Meaning)>),
    /// Terms are added at the end.
    Append(Vec<(bool, Meaning)>),
}

impl Edit {
    /// The path of the term or leaf that is changed.
    pub(crate) fn path(&self) -> &[usize] {
        match &self.change {
            Change::Replace(path, _)
            | Change::Turn(path)
            | Change::Multiply(path, _)
            | Change::Halve(path, _)
            | Change::Drop(path)
            | Change::Remove(path)
            | Change::Merge(path, ..)
            | Change::Regroup(path, ..)
            | Change::Split(path, ..) => path,
            Change::Append(_) => &[],
        }
    }

    /// The formula after the change.
    pub(crate) fn applied(&self, meaning: &Meaning) -> Option<Meaning> {
        let mut changed = meaning.clone();
        match &self.change {
            Change::Replace(path, with) => *part_mut(&mut changed, path)? = with.clone(),
            Change::Turn(path) => {
                let (terms, index) = sum_of(&mut changed, path)?;
                let (minus, _) = terms.get_mut(index)?;
                *minus = !*minus;
            }
            Change::Multiply(path, factor) => {
                let term = part_mut(&mut changed, path)?;
                let mut factors = factors_of(std::mem::replace(term, Meaning::zero()));
                let number = matches!(factor, Meaning::Number(_));
                factors.insert(if number { 0 } else { factors.len() }, factor.clone());
                *term = Meaning::Product(factors);
            }
            Change::Halve(path, number) => {
                let term = part_mut(&mut changed, path)?;
                let mut factors = factors_of(std::mem::replace(term, Meaning::zero()));
                match factors.iter_mut().find(|factor| matches!(factor, Meaning::Number(_))) {
                    Some(Meaning::Number(own)) => {
                        *own = own.checked_div(number).ok()?;
                        let one = own.is_one() && factors.len() > 1;
                        factors.retain(|factor| !(one && is_one(factor)));
                    }
                    _ => factors.insert(0, Meaning::Number(number.recip().ok()?)),
                }
                *term = Meaning::Product(factors);
            }
            Change::Drop(path) => {
                let (index, product) = path.split_last()?;
                match part_mut(&mut changed, product)? {
                    Meaning::Product(factors) if *index < factors.len() => {
                        factors.remove(*index);
                    }
                    _ => return None,
                }
            }
            Change::Remove(path) => {
                let (terms, index) = sum_of(&mut changed, path)?;
                (index < terms.len()).then(|| terms.remove(index))?;
            }
            Change::Merge(path, second, with) => {
                let (terms, index) = sum_of(&mut changed, path)?;
                (*second < terms.len() && index < *second).then(|| terms.remove(*second))?;
                terms[index].1 = with.clone();
            }
            Change::Split(path, [first, second], minus) => {
                let (terms, index) = sum_of(&mut changed, path)?;
                let (sign, term) = terms.get_mut(index)?;
                *term = first.clone();
                let second = (*sign != *minus, second.clone());
                terms.insert(index + 1, second);
            }
            Change::Regroup(path, range, with) => match part_mut(&mut changed, path)? {
                Meaning::Sum(terms) if range.end <= terms.len() => {
                    terms.splice(range.clone(), with.iter().cloned());
                }
                _ => return None,
            },
            Change::Append(more) => match &mut changed {
                Meaning::Sum(terms) => terms.extend(more.iter().cloned()),
                _ => return None,
            },
        }
        Some(changed)
    }

    /// What is printed at the place, and what it should be.
    pub(crate) fn words(&self, before: &Meaning) -> (String, String) {
        let after = self.applied(before);
        let term = |meaning: &Meaning, index: Option<&usize>| match (meaning, index) {
            (Meaning::Sum(terms), Some(index)) => {
                terms.get(*index).map(|(minus, term)| signed(*minus, term)).unwrap_or_default()
            }
            (other, _) => latex(other),
        };
        let empty = String::new;
        match (&self.change, after) {
            (Change::Append(terms), _) => (empty(), latex(&Meaning::Sum(terms.clone()))),
            (Change::Regroup(path, range, with), _) => match part(before, path) {
                Some(Meaning::Sum(terms)) => {
                    let printed = terms.get(range.clone()).unwrap_or_default().to_vec();
                    (latex(&Meaning::Sum(printed)), latex(&Meaning::Sum(with.clone())))
                }
                _ => (empty(), empty()),
            },
            (Change::Remove(path), _) => (innermost(before, path).unwrap_or_default(), empty()),
            (Change::Merge(path, second, _), Some(after)) => {
                let both = path.split_last().and_then(|(_, sum)| part(before, sum));
                let second = both.map(|sum| term(sum, Some(second))).unwrap_or_default();
                let first = innermost(before, path).unwrap_or_default();
                (format!("{first} {second}"), innermost(&after, path).unwrap_or_default())
            }
            (Change::Split(path, ..), Some(after)) => {
                let next = |path: &Path| {
                    let (last, sum) = path.split_last()?;
                    innermost(&after, &[sum, &[last + 1]].concat())
                };
                let first = innermost(&after, path).unwrap_or_default();
                let both = format!("{first} {}", next(path).unwrap_or_default());
                (innermost(before, path).unwrap_or_default(), both)
            }
            (change, Some(after)) => {
                let path = match change {
                    Change::Drop(path) => path.split_last().map_or(&path[..], |(_, rest)| rest),
                    _ => self.path(),
                };
                let printed = innermost(before, path).unwrap_or_else(|| latex(before));
                (printed, innermost(&after, path).unwrap_or_else(|| latex(&after)))
            }
            _ => (empty(), empty()),
        }
    }
}

/// The term in which a place lies, with its sign: that of the innermost sum around it.
fn innermost(meaning: &Meaning, path: &[usize]) -> Option<String> {
    for length in (1..=path.len()).rev() {
        if let Some(Meaning::Sum(terms)) = part(meaning, &path[..length - 1]) {
            let (minus, term) = terms.get(path[length - 1])?;
            return Some(signed(*minus, term));
        }
    }
    None
}

fn signed(minus: bool, term: &Meaning) -> String {
    let text = latex(&Meaning::Product(vec![term.clone()]));
    if minus { format!("-{text}") } else { format!("+{text}") }
}

fn is_one(meaning: &Meaning) -> bool {
    matches!(meaning, Meaning::Number(number) if number.is_one())
}

fn sum_of<'m>(
    meaning: &'m mut Meaning,
    path: &[usize],
) -> Option<(&'m mut Vec<(bool, Meaning)>, usize)> {
    let (index, sum) = path.split_last()?;
    match part_mut(meaning, sum)? {
        Meaning::Sum(terms) => Some((terms, *index)),
        _ => None,
    }
}

fn factors_of(term: Meaning) -> Vec<Meaning> {
    match term {
        Meaning::Product(factors) => factors,
        other => vec![other],
    }
}

/// A leaf as a base and its power.
fn base_and_power(leaf: &Meaning) -> (&Meaning, u32) {
    match leaf {
        Meaning::Power(base, power) => (base, *power),
        other => (other, 1),
    }
}

pub(super) fn powered(base: Meaning, power: u32) -> Meaning {
    if power == 1 { base } else { Meaning::Power(Box::new(base), power) }
}

/// What could have been meant by a leaf, given what is missing in the formula.
pub(crate) fn meant_by(leaf: &Meaning, wanted: &Wanted, names: &Names<'_>) -> Vec<(Kind, Meaning)> {
    let (base, power) = base_and_power(leaf);
    let mut out = Vec::new();
    let powers: [u32; 3] = [power + 1, power.saturating_sub(1), power];
    match base {
        Meaning::Symbol(symbol, _) => {
            for other in &wanted.powers {
                let (candidate, candidate_power) = *other;
                if !powers.contains(&candidate_power) && candidate_power != power {
                    continue;
                }
                if let Some(kind) =
                    kind_of_symbols(*symbol, power, candidate, candidate_power, names)
                {
                    let latex = symbol_latex(candidate, names);
                    out.push((kind, powered(Meaning::Symbol(candidate, latex), candidate_power)));
                }
            }
            for new_power in powers {
                if new_power != power && new_power > 0 {
                    let kind = if new_power > power { Kind::LostSquare } else { Kind::ExtraSquare };
                    out.push((kind, powered(base.clone(), new_power)));
                }
            }
            // the derivative of the same coordinate, even where it stands in other terms too
            if symbol.kind() == SymbolKind::Coordinate {
                for order in 0..=4u32 {
                    let Ok(candidate) = symbol.base().derivative(order) else { continue };
                    for new_power in powers {
                        if (candidate, new_power) == (*symbol, power) || new_power == 0 {
                            continue;
                        }
                        let kind = kind_of_symbols(*symbol, power, candidate, new_power, names);
                        let latex = symbol_latex(candidate, names);
                        let meant = powered(Meaning::Symbol(candidate, latex), new_power);
                        out.extend(kind.map(|kind| (kind, meant)));
                    }
                }
            }
        }
        Meaning::Wave(wave, angle, style) => {
            let other = Meaning::Wave(wave.other(), angle.clone(), *style);
            out.push((Kind::SineCosine, powered(other, power)));
            for (kind, angle) in angle::meant_by(angle, wanted, names) {
                let wave = Meaning::Wave(*wave, Box::new(angle), *style);
                out.push((kind, powered(wave, power)));
            }
            let products = angle::torn(*wave, angle, *style).into_iter().filter(|_| power == 1);
            out.extend(products.map(|product| (Kind::AngleSum, product)));
            for new_power in powers {
                if new_power != power && new_power > 0 {
                    let kind = if new_power > power { Kind::LostSquare } else { Kind::ExtraSquare };
                    out.push((kind, powered(base.clone(), new_power)));
                }
            }
        }
        Meaning::Sum(_) => {
            for new_power in [power + 1, power - 1].into_iter().filter(|power| *power > 0) {
                let kind = if new_power > power { Kind::LostSquare } else { Kind::ExtraSquare };
                out.push((kind, powered(base.clone(), new_power)));
            }
        }
        Meaning::Number(number) => {
            for other in [1i64, 2, 3, 4] {
                if Rational::from(other) != *number {
                    out.push((Kind::Factor, Meaning::Number(other.into())));
                }
            }
        }
        _ => {}
    }
    out
}

/// What kind of slip it is to print one symbol for another.
pub(crate) fn kind_of_symbols(
    printed: Symbol,
    printed_power: u32,
    meant: Symbol,
    meant_power: u32,
    names: &Names<'_>,
) -> Option<Kind> {
    if (printed, printed_power) == (meant, meant_power) {
        return None;
    }
    let same_base = printed.base() == meant.base();
    Some(if same_base && printed_power == meant_power {
        if meant.order() > printed.order() { Kind::MissingDot } else { Kind::ExtraDot }
    } else if same_base && printed.order() == meant.order() {
        if meant_power > printed_power { Kind::LostSquare } else { Kind::ExtraSquare }
    } else if same_base {
        Kind::WrongSymbol
    } else if printed_power == meant_power && differ_in_index(printed, meant, names) {
        Kind::WrongIndex
    } else {
        Kind::WrongSymbol
    })
}

/// Whether two symbols are the same letter with as many dots, and differ in their index: a number
/// or an axis behind the letter.
pub(crate) fn differ_in_index(a: Symbol, b: Symbol, names: &Names<'_>) -> bool {
    let letters = |symbol: Symbol| -> String {
        let name = names.robot.symbols().name(symbol.base());
        // m_c and m_p
        if let Some((letter, index)) = name.split_once('_')
            && index.chars().count() == 1
        {
            return letter.to_owned();
        }
        // the x of r5x is an index, the x of x1 is not
        let index = |c: char| c.is_ascii_digit() || matches!(c, 'x' | 'y' | 'z');
        name.char_indices().filter(|(at, c)| *at == 0 || !index(*c)).map(|(_, c)| c).collect()
    };
    a != b && a.order() == b.order() && a.kind() == b.kind() && letters(a) == letters(b)
}

/// What is missing in a formula: the symbols with their powers, and the angles.
#[derive(Default)]
pub(crate) struct Wanted {
    pub(crate) powers: Vec<(Symbol, u32)>,
    pub(crate) angles: Vec<Symbol>,
    pub(crate) waves: Vec<(Wave, Symbol, u32)>,
}

impl Wanted {
    pub(crate) fn of(difference: &Poly) -> Self {
        let mut wanted = Self::default();
        for factor in difference.terms().flat_map(|term| term.factors) {
            let Ok(power) = u32::try_from(factor.exponent) else { continue };
            match factor.atom.kind() {
                AtomKind::Symbol(symbol) => wanted.powers.push((symbol, power)),
                AtomKind::Cos(symbol) => wanted.waves.push((Wave::Cos, symbol, power)),
                AtomKind::Sin(symbol) => wanted.waves.push((Wave::Sin, symbol, power)),
                AtomKind::Function(_) => {}
            }
        }
        wanted.powers.sort_unstable();
        wanted.powers.dedup();
        wanted.waves.sort_unstable_by_key(|(wave, symbol, power)| (*symbol, *wave as u8, *power));
        wanted.waves.dedup();
        wanted.angles = wanted.waves.iter().map(|(_, symbol, _)| *symbol).collect();
        wanted.angles.dedup();
        wanted
    }

    /// The factors that a term may lack.
    pub(crate) fn factors(&self, style: Style, names: &Names<'_>) -> Vec<Meaning> {
        let symbols = self.powers.iter().map(|(symbol, power)| {
            powered(Meaning::Symbol(*symbol, symbol_latex(*symbol, names)), *power)
        });
        let waves = self.waves.iter().map(|(wave, symbol, power)| {
            let angle = Box::new(Meaning::Symbol(*symbol, symbol_latex(*symbol, names)));
            powered(Meaning::Wave(*wave, angle, style), *power)
        });
        symbols.chain(waves).collect()
    }
}
