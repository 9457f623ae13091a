//! Slips in the structure of a formula: a sum of sines for the sine of a sum, a plus for a product,
//! a product for a plus, products of sines and of velocities.

use appell_algebra::Poly;

use super::edit::{Change, Edit, Wanted, powered};
use super::occurrence::{Occurrences, Term, part};
use super::slip::Kind;
use super::{Candidate, Search, angle};
use crate::meaning::Meaning;
use crate::meaning::write::symbol_latex;

impl Search<'_, '_> {
    /// A sum of sines for the sine of a sum, a plus for a product, a product for a sum.
    pub(super) fn structural(
        &self,
        formula: &Meaning,
        occurrences: &Occurrences,
        suspicious: &dyn Fn(&Poly) -> bool,
    ) -> Vec<Candidate> {
        let mut out = Vec::new();
        let edit = |change| Edit { kind: Kind::Structural, change };
        for (index, first) in occurrences.terms.iter().enumerate() {
            let Some((at, sum)) = first.path.split_last() else { continue };
            let Some(a) = part(formula, &first.path) else { continue };
            let doubtful = suspicious(&first.whole());
            for second in &occurrences.terms[index + 1..] {
                let Some((other, other_sum)) = second.path.split_last() else { continue };
                let Some(b) = part(formula, &second.path).filter(|_| other_sum == sum) else {
                    continue;
                };
                // where one square of a sine hides in the other term, only one of them differs
                if !doubtful && !suspicious(&second.whole()) {
                    continue;
                }
                // a x + b for a x b, where the second begins with a plus
                let product = || (*other == at + 1).then(|| product_of(a, b));
                let alike = || merged(a, b).filter(|_| second.context == first.context);
                let minus = second.context != first.context;
                let angle = angle::swallowed(a, minus, b).filter(|_| *other == at + 1);
                let meant = [
                    (Kind::AngleSum, angle),
                    (Kind::AngleSum, alike()),
                    (Kind::Structural, product()),
                ];
                for (kind, with) in meant {
                    let Some(with) = with else { continue };
                    let Some(value) = (self.value)(&with) else { continue };
                    let before = &first.whole() + &second.whole();
                    let change = &(&first.context * &value) - &before;
                    let merge = Change::Merge(first.path.clone(), *other, with);
                    out.push(Candidate { edit: Edit { kind, change: merge }, change, before });
                }
            }
            if let Meaning::Product(factors) = a
                && doubtful
            {
                out.extend(self.bracketed_products(first, factors));
                for [left, right] in cuts(factors) {
                    let (Some(x), Some(y)) = ((self.value)(&left), (self.value)(&right)) else {
                        continue;
                    };
                    for minus in [false, true] {
                        let y = if minus { -&y } else { y.clone() };
                        let before = first.whole();
                        let change = &(&first.context * &(&x + &y)) - &before;
                        let terms = [left.clone(), right.clone()];
                        let edit = edit(Change::Split(first.path.clone(), terms, minus));
                        out.push(Candidate { edit, change, before });
                    }
                }
            }
        }
        out
    }

    /// (a b) c for (a + b) c.
    fn bracketed_products(&self, term: &Term, factors: &[Meaning]) -> Vec<Candidate> {
        let mut out = Vec::new();
        for (index, factor) in factors.iter().enumerate() {
            let Meaning::Product(inside) = factor else { continue };
            for halves in cuts(inside) {
                let sum = Meaning::Sum(halves.map(|half| (false, half)).to_vec());
                let mut changed = factors.to_vec();
                changed[index] = sum.clone();
                let Some(value) = (self.value)(&Meaning::Product(changed)) else { continue };
                let path = [term.path.as_slice(), &[index]].concat();
                let edit = Edit { kind: Kind::Structural, change: Change::Replace(path, sum) };
                let change = &term.context * &(&value - &term.value);
                out.push(Candidate { edit, change, before: term.whole() });
            }
        }
        out
    }

    /// Products of sines for the sine of a sum, of velocities for squares, and sums without their square.
    pub(super) fn products(
        &self,
        formula: &Meaning,
        occurrences: &Occurrences,
        wanted: &Wanted,
        suspicious: &dyn Fn(&Poly) -> bool,
    ) -> Vec<Candidate> {
        let mut out = Vec::new();
        for node in &occurrences.products {
            let Some(product @ Meaning::Product(factors)) = part(formula, &node.path) else {
                continue;
            };
            let Some(value) = (self.value)(product) else { continue };
            let before = &node.context * &value;
            // of c_1 c_2 for c_{12} it is s_1 s_2 that is missing
            let waves = factors.iter().filter(|it| matches!(it, Meaning::Wave(..))).count();
            if !suspicious(&before) && waves < 2 {
                continue;
            }
            let waves = angle::joined(factors).into_iter().map(|it| (Kind::AngleSum, it));
            let rates = self.rates(factors, wanted).into_iter().map(|it| (Kind::Rates, it));
            let squares = squared(factors).into_iter().map(|it| (Kind::LostSquare, it));
            for (kind, meant) in waves.chain(rates).chain(squares) {
                let Some(value) = (self.value)(&meant) else { continue };
                let change = &(&node.context * &value) - &before;
                let replace = Change::Replace(node.path.clone(), meant);
                out.push(Candidate {
                    edit: Edit { kind, change: replace },
                    change,
                    before: before.clone(),
                });
            }
        }
        out
    }

    /// A product with other velocities in it: squares for products, products for squares.
    fn rates(&self, factors: &[Meaning], wanted: &Wanted) -> Vec<Meaning> {
        let rate = |factor: &Meaning| match factor {
            Meaning::Symbol(symbol, _) if symbol.order() == 1 => Some((*symbol, 1)),
            Meaning::Power(base, 2) => match **base {
                Meaning::Symbol(symbol, _) if symbol.order() == 1 => Some((symbol, 2)),
                _ => None,
            },
            _ => None,
        };
        let own: Vec<usize> =
            (0..factors.len()).filter(|at| rate(&factors[*at]).is_some()).collect();
        let leaf = |symbol| Meaning::Symbol(symbol, symbol_latex(symbol, self.names));
        let with = |at: usize, new: Vec<Meaning>| {
            let mut changed = factors.to_vec();
            changed.splice(at..=at, new);
            changed
        };
        match own.as_slice() {
            [at] => {
                let Some((symbol, 2)) = rate(&factors[*at]) else { return Vec::new() };
                let rates = wanted.powers.iter().map(|(it, _)| *it);
                let others = rates.filter(|it| it.order() == 1 && *it != symbol);
                others
                    .map(|other| Meaning::Product(with(*at, vec![leaf(symbol), leaf(other)])))
                    .collect()
            }
            [a, b] => {
                let (Some((first, 1)), Some((second, 1))) =
                    (rate(&factors[*a]), rate(&factors[*b]))
                else {
                    return Vec::new();
                };
                let square = |symbol| {
                    let mut changed = with(*a, vec![powered(leaf(symbol), 2)]);
                    changed.remove(*b);
                    Meaning::Product(changed)
                };
                [first, second].map(square).to_vec()
            }
            _ => Vec::new(),
        }
    }
}

/// A product with one of its sums squared.
fn squared(factors: &[Meaning]) -> Vec<Meaning> {
    let sums = (0..factors.len()).filter(|at| matches!(factors[*at], Meaning::Sum(_)));
    let square = |at: usize| {
        let mut changed = factors.to_vec();
        changed[at] = powered(factors[at].clone(), 2);
        Meaning::Product(changed)
    };
    sums.map(square).collect()
}

/// Two terms that differ only in the angle of one sine, as one with the sum of the angles.
fn merged(a: &Meaning, b: &Meaning) -> Option<Meaning> {
    let factors = |term: &Meaning| match term {
        Meaning::Product(factors) => factors.clone(),
        other => vec![other.clone()],
    };
    let (a, mut b) = (factors(a), factors(b));
    if a.len() != b.len() {
        return None;
    }
    let mut rest = Vec::new();
    for factor in &a {
        match b.iter().position(|other| same(other, factor)) {
            Some(at) => {
                b.remove(at);
            }
            None => rest.push(factor),
        }
    }
    let ([Meaning::Wave(wave, x, style)], [Meaning::Wave(other, y, _)]) =
        (rest.as_slice(), b.as_slice())
    else {
        return None;
    };
    if wave != other {
        return None;
    }
    let angle = Meaning::Sum(vec![(false, (**x).clone()), (false, (**y).clone())]);
    let wave = Meaning::Wave(*wave, Box::new(angle), *style);
    let unchanged = a.iter().filter(|factor| !std::ptr::eq(*factor, rest[0])).cloned();
    Some(Meaning::Product(unchanged.chain([wave]).collect()))
}

/// All ways to cut a product in two.
fn cuts(factors: &[Meaning]) -> impl Iterator<Item = [Meaning; 2]> {
    (1..factors.len()).map(|at| {
        [&factors[..at], &factors[at..]].map(|factors| Meaning::Product(factors.to_vec()))
    })
}

fn product_of(a: &Meaning, b: &Meaning) -> Meaning {
    let mut factors = Vec::new();
    for term in [a, b] {
        match term {
            Meaning::Product(inside) => factors.extend(inside.iter().cloned()),
            other => factors.push(other.clone()),
        }
    }
    Meaning::Product(factors)
}

fn same(a: &Meaning, b: &Meaning) -> bool {
    match (a, b) {
        (Meaning::Symbol(a, _), Meaning::Symbol(b, _)) => a == b,
        _ => a == b,
    }
}
