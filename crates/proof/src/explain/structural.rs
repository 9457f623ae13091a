//! Slips in the structure of a formula: a sum of sines for the sine of a sum, a plus for a product,
//! a product for a plus.

use appell_algebra::Poly;

use super::Search;
use super::edit::{Change, Edit};
use super::occurrence::{Occurrences, Term, part};
use super::slip::Kind;
use crate::meaning::Meaning;

impl Search<'_, '_> {
    /// A sum of sines for the sine of a sum, a plus for a product, a product for a sum.
    pub(super) fn structural(
        &self,
        formula: &Meaning,
        occurrences: &Occurrences,
        suspicious: &dyn Fn(&Poly) -> bool,
    ) -> Vec<(Edit, Poly)> {
        let mut out = Vec::new();
        let edit = |change| Edit { kind: Kind::Structural, change };
        for (index, first) in occurrences.terms.iter().enumerate() {
            let Some((at, sum)) = first.path.split_last() else { continue };
            let Some(a) = part(formula, &first.path) else { continue };
            let doubtful = suspicious(&(&first.context * &first.value));
            for second in &occurrences.terms[index + 1..] {
                let Some((other, other_sum)) = second.path.split_last() else { continue };
                let Some(b) = part(formula, &second.path).filter(|_| other_sum == sum) else {
                    continue;
                };
                // where one square of a sine hides in the other term, only one of them differs
                if !doubtful && !suspicious(&(&second.context * &second.value)) {
                    continue;
                }
                // a x + b for a x b, where the second begins with a plus
                let product = || (*other == at + 1).then(|| product_of(a, b));
                let alike = || merged(a, b).filter(|_| second.context == first.context);
                for with in [alike(), product()].into_iter().flatten() {
                    let Some(value) = (self.value)(&with) else { continue };
                    let before =
                        &(&first.context * &first.value) + &(&second.context * &second.value);
                    let change = &(&first.context * &value) - &before;
                    let merge = Change::Merge(first.path.clone(), *other, with);
                    out.push((edit(merge), change));
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
                        let change =
                            &(&first.context * &(&x + &y)) - &(&first.context * &first.value);
                        let terms = [left.clone(), right.clone()];
                        out.push((edit(Change::Split(first.path.clone(), terms, minus)), change));
                    }
                }
            }
        }
        out
    }

    /// (a b) c for (a + b) c.
    fn bracketed_products(&self, term: &Term, factors: &[Meaning]) -> Vec<(Edit, Poly)> {
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
                out.push((edit, &term.context * &(&value - &term.value)));
            }
        }
        out
    }
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
