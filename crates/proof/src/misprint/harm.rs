//! All the ways in which a slip of one kind can be made in a formula.

use appell_algebra::{Rational, Symbol, SymbolKind};
use appell_numeric::random::Random;

use crate::explain::{Change, Kind, Path, differ_in_index, part};
use crate::meaning::Meaning;
use crate::meaning::write::symbol_latex;
use crate::notation::Names;

/// One of the changes that are slips of a kind; none where there is no place for it. Terms too
/// many and terms in the wrong row need more than the formula, and are not made here.
pub(super) fn slip(
    kind: Kind,
    formula: &Meaning,
    names: &Names<'_>,
    random: &mut Random,
) -> Option<Change> {
    let mut places = Places::default();
    places.walk(formula, &mut Vec::new());
    let terms = places.terms.iter();
    let leaves = || {
        let leaf = |path: &'_ Path| Some((path.clone(), part(formula, path)?.clone()));
        places.leaves.iter().filter_map(leaf)
    };
    let replaced = |meant: &dyn Fn(&Meaning) -> Vec<Meaning>| -> Vec<Change> {
        leaves()
            .flat_map(|(path, leaf)| {
                let changes = meant(&leaf).into_iter();
                changes.map(move |with| Change::Replace(path.clone(), with)).collect::<Vec<_>>()
            })
            .collect()
    };
    let changes: Vec<Change> = match kind {
        Kind::Sign => terms.cloned().map(Change::Turn).collect(),
        Kind::MissingTerm => terms.cloned().map(Change::Remove).collect(),
        Kind::MissingDot => replaced(&|leaf| {
            powered(leaf, &|base| dotted(base, names, |order| order.checked_sub(1)))
        }),
        Kind::ExtraDot => replaced(&|leaf| {
            let more = |order| Some(order + 1).filter(|order| *order <= 3);
            powered(leaf, &|base| dotted(base, names, more))
        }),
        Kind::WrongIndex => replaced(&|leaf| powered(leaf, &|base| other_index(base, names))),
        Kind::SineCosine => replaced(&|leaf| powered(leaf, &other_wave)),
        Kind::LostSquare => replaced(&|leaf| match leaf {
            Meaning::Power(base, 2) => vec![(**base).clone()],
            _ => Vec::new(),
        }),
        Kind::ExtraSquare => replaced(&|leaf| match leaf {
            Meaning::Symbol(..) | Meaning::Wave(..) => {
                vec![Meaning::Power(Box::new(leaf.clone()), 2)]
            }
            _ => Vec::new(),
        }),
        Kind::Factor => terms.filter_map(|path| doubled(path, part(formula, path)?)).collect(),
        Kind::AngleSum => terms.flat_map(|path| spread(path, formula)).collect(),
        Kind::Structural => {
            let ways = [
                terms.clone().filter_map(|path| multiplied(path, formula)).collect::<Vec<_>>(),
                terms.clone().flat_map(|path| torn(path, formula)).collect(),
            ];
            let ways: Vec<_> = ways.into_iter().filter(|way| !way.is_empty()).collect();
            random.choose(&ways).cloned().unwrap_or_default()
        }
        _ => Vec::new(),
    };
    random.choose(&changes).cloned()
}

/// Where slips can be.
#[derive(Default)]
struct Places {
    terms: Vec<Path>,
    leaves: Vec<Path>,
}

impl Places {
    fn walk(&mut self, formula: &Meaning, path: &mut Path) {
        let children: Vec<&Meaning> = match formula {
            Meaning::Sum(terms) => terms.iter().map(|(_, term)| term).collect(),
            Meaning::Product(factors) => factors.iter().collect(),
            Meaning::Symbol(..) | Meaning::Wave(..) | Meaning::Power(..) => {
                self.leaves.push(path.clone());
                return;
            }
            _ => return,
        };
        for (index, child) in children.into_iter().enumerate() {
            path.push(index);
            if matches!(formula, Meaning::Sum(_)) {
                self.terms.push(path.clone());
            }
            self.walk(child, path);
            path.pop();
        }
    }
}

/// The same power of another base.
fn powered(leaf: &Meaning, other: &dyn Fn(&Meaning) -> Vec<Meaning>) -> Vec<Meaning> {
    match leaf {
        Meaning::Power(base, power) => {
            other(base).into_iter().map(|base| Meaning::Power(Box::new(base), *power)).collect()
        }
        base => other(base),
    }
}

/// A coordinate with another number of dots.
fn dotted(base: &Meaning, names: &Names<'_>, dots: impl Fn(u32) -> Option<u32>) -> Vec<Meaning> {
    let Meaning::Symbol(symbol, _) = base else { return Vec::new() };
    if symbol.kind() != SymbolKind::Coordinate {
        return Vec::new();
    }
    let other = dots(symbol.order()).and_then(|dots| symbol.base().derivative(dots).ok());
    other.into_iter().map(|other| Meaning::Symbol(other, symbol_latex(other, names))).collect()
}

/// The same letter with another index: of a symbol, or of one of the angles of a sine.
fn other_index(base: &Meaning, names: &Names<'_>) -> Vec<Meaning> {
    match base {
        Meaning::Symbol(symbol, _) => siblings(*symbol, names)
            .map(|other| Meaning::Symbol(other, symbol_latex(other, names)))
            .collect(),
        Meaning::Wave(wave, angle, style) => {
            let angles: Vec<Meaning> = match &**angle {
                Meaning::Sum(terms) => (0..terms.len())
                    .flat_map(|at| {
                        other_index(&terms[at].1, names).into_iter().map(move |other| {
                            let mut terms = terms.clone();
                            terms[at].1 = other;
                            Meaning::Sum(terms)
                        })
                    })
                    .collect(),
                single => other_index(single, names),
            };
            angles.into_iter().map(|angle| Meaning::Wave(*wave, Box::new(angle), *style)).collect()
        }
        _ => Vec::new(),
    }
}

/// The symbols of the robot that differ from one in their index only.
fn siblings(symbol: Symbol, names: &Names<'_>) -> impl Iterator<Item = Symbol> {
    let robot = names.robot;
    let parameters = robot.parameters().iter().map(|parameter| parameter.symbol);
    let all = parameters.filter(|parameter| robot.uses(*parameter)).chain(robot.coordinates());
    all.filter_map(move |other| other.derivative(symbol.order()).ok())
        .filter(move |other| differ_in_index(symbol, *other, names))
}

fn other_wave(base: &Meaning) -> Vec<Meaning> {
    match base {
        Meaning::Wave(wave, angle, style) => {
            vec![Meaning::Wave(wave.other(), angle.clone(), *style)]
        }
        _ => Vec::new(),
    }
}

/// A term with a factor 2 too many, or with its 2 forgotten.
fn doubled(path: &Path, term: &Meaning) -> Option<Change> {
    let two = Rational::from(2);
    let number = match term {
        Meaning::Number(number) => Some(number),
        Meaning::Product(factors) => match factors.first() {
            Some(Meaning::Number(number)) => Some(number),
            _ => None,
        },
        _ => None,
    };
    Some(match number {
        Some(number) if *number == two => Change::Halve(path.clone(), two),
        // 3 for 6 and 6 for 3 would be wrong numbers, not lost twos
        Some(_) => return None,
        None => Change::Multiply(path.clone(), Meaning::Number(two)),
    })
}

/// a b for a + b.
fn multiplied(path: &Path, formula: &Meaning) -> Option<Change> {
    let (at, sum) = path.split_last()?;
    let Meaning::Sum(terms) = part(formula, sum)? else { return None };
    let ((_, first), (false, second)) = (terms.get(*at)?, terms.get(at + 1)?) else {
        return None;
    };
    let factors = |term: &Meaning| match term {
        Meaning::Product(factors) => factors.clone(),
        other => vec![other.clone()],
    };
    let product = Meaning::Product([factors(first), factors(second)].concat());
    Some(Change::Merge(path.clone(), at + 1, product))
}

/// a + b for a b.
fn torn(path: &Path, formula: &Meaning) -> Vec<Change> {
    let Some(Meaning::Product(factors)) = part(formula, path) else { return Vec::new() };
    let cut = |at: usize| {
        let halves = [&factors[..at], &factors[at..]];
        let halves = halves.map(|half| Meaning::Product(half.to_vec()));
        Change::Split(path.clone(), halves, false)
    };
    (1..factors.len()).map(cut).collect()
}

/// sin a + sin b for sin(a + b).
fn spread(path: &Path, formula: &Meaning) -> Vec<Change> {
    let Some(term) = part(formula, path) else { return Vec::new() };
    let factors = match term {
        Meaning::Product(factors) => factors.as_slice(),
        other => std::slice::from_ref(other),
    };
    let mut out = Vec::new();
    for (at, factor) in factors.iter().enumerate() {
        let Meaning::Wave(wave, angle, style) = factor else { continue };
        let Meaning::Sum(angles) = &**angle else { continue };
        let [(false, first), (minus, second)] = angles.as_slice() else { continue };
        let halves = [first, second].map(|angle| {
            let mut factors = factors.to_vec();
            factors[at] = Meaning::Wave(*wave, Box::new(angle.clone()), *style);
            Meaning::Product(factors)
        });
        out.push(Change::Split(path.clone(), halves, *minus));
    }
    out
}
