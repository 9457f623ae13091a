//! The places of a printed formula that a slip can be in, and what each is multiplied by.
//!
//! A formula is linear in each of its terms and in each of its factors. So a change at one place
//! changes the whole by (what the place is multiplied by) times (new - old), and no change needs
//! the whole to be calculated again.

use appell_algebra::Poly;

use crate::meaning::Meaning;

/// A way from the formula to a part of it: which term, which factor, ...
pub(crate) type Path = Vec<usize>;

/// A term of a sum somewhere in the formula.
#[derive(Clone, Debug)]
pub(crate) struct Term {
    pub(crate) path: Path,
    /// What it is multiplied by, its sign included.
    pub(crate) context: Poly,
    /// What it is, without its sign.
    pub(crate) value: Poly,
}

impl Term {
    /// What it adds to the whole formula.
    pub(crate) fn whole(&self) -> Poly {
        &self.context * &self.value
    }
}

/// A factor that is no sum: a symbol, a sine, a power of one.
#[derive(Clone, Debug)]
pub(crate) struct Leaf {
    pub(crate) path: Path,
    pub(crate) context: Poly,
    pub(crate) value: Poly,
}

/// A sum or a product somewhere in the formula.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) path: Path,
    /// What it is multiplied by.
    pub(crate) context: Poly,
}

/// All terms and leaves of a formula, and the sums and products that they are in.
#[derive(Default)]
pub(crate) struct Occurrences {
    pub(crate) terms: Vec<Term>,
    pub(crate) leaves: Vec<Leaf>,
    pub(crate) sums: Vec<Node>,
    pub(crate) products: Vec<Node>,
}

impl Occurrences {
    /// Those of a formula whose parts have the values that a rule gives.
    pub(crate) fn of(meaning: &Meaning, value: &dyn Fn(&Meaning) -> Option<Poly>) -> Option<Self> {
        let mut found = Self::default();
        found.walk(meaning, Vec::new(), Poly::one(), value)?;
        Some(found)
    }

    fn walk(
        &mut self,
        meaning: &Meaning,
        path: Path,
        context: Poly,
        value: &dyn Fn(&Meaning) -> Option<Poly>,
    ) -> Option<()> {
        let child = |index: usize| {
            let mut path = path.clone();
            path.push(index);
            path
        };
        match meaning {
            Meaning::Sum(terms) => {
                self.sums.push(Node { path: path.clone(), context: context.clone() });
                for (index, (minus, term)) in terms.iter().enumerate() {
                    let context = if *minus { -&context } else { context.clone() };
                    let path = child(index);
                    let value_of_term = value(term)?;
                    self.terms.push(Term {
                        path: path.clone(),
                        context: context.clone(),
                        value: value_of_term,
                    });
                    self.walk(term, path, context, value)?;
                }
            }
            Meaning::Product(factors) => {
                self.products.push(Node { path: path.clone(), context: context.clone() });
                let values = factors.iter().map(value).collect::<Option<Vec<Poly>>>()?;
                for (index, factor) in factors.iter().enumerate() {
                    let others = values.iter().enumerate().filter(|(other, _)| *other != index);
                    let context = others.fold(context.clone(), |all, (_, value)| &all * value);
                    self.walk(factor, child(index), context, value)?;
                }
            }
            Meaning::Symbol(..) | Meaning::Wave(..) | Meaning::Power(..) | Meaning::Number(_) => {
                self.leaves.push(Leaf { path, context, value: value(meaning)? });
            }
            // what stands under a bar, a root or a vector is not taken apart
            _ => {}
        }
        Some(())
    }
}

/// The part of a formula at the end of a path.
pub(crate) fn part<'m>(meaning: &'m Meaning, path: &[usize]) -> Option<&'m Meaning> {
    let Some((first, rest)) = path.split_first() else { return Some(meaning) };
    match meaning {
        Meaning::Sum(terms) => part(&terms.get(*first)?.1, rest),
        Meaning::Product(factors) => part(factors.get(*first)?, rest),
        Meaning::Cross(a, b) | Meaning::Quotient(a, b) => part([a, b].get(*first)?, rest),
        Meaning::Power(base, _) => part(base, rest),
        Meaning::Transpose(inside) | Meaning::Inverse(inside) => part(inside, rest),
        _ => None,
    }
}

/// The part of a formula at the end of a path, to be changed.
pub(crate) fn part_mut<'m>(meaning: &'m mut Meaning, path: &[usize]) -> Option<&'m mut Meaning> {
    let Some((first, rest)) = path.split_first() else { return Some(meaning) };
    match meaning {
        Meaning::Sum(terms) => part_mut(&mut terms.get_mut(*first)?.1, rest),
        Meaning::Product(factors) => part_mut(factors.get_mut(*first)?, rest),
        Meaning::Cross(a, b) | Meaning::Quotient(a, b) => {
            part_mut(if *first == 0 { a } else { b }, rest)
        }
        Meaning::Power(base, _) => part_mut(base, rest),
        Meaning::Transpose(inside) | Meaning::Inverse(inside) => part_mut(inside, rest),
        _ => None,
    }
}
