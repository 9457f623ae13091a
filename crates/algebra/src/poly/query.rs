//! Questions about a polynomial: degrees, coefficients, groups, differences.

use std::collections::BTreeSet;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::monomial::{Factor, compare, multiply_into};
use super::{Builder, Poly, Term};
use crate::atom::{Atom, AtomKind};
use crate::budget::Budget;
use crate::error::Error;
use crate::rational::Rational;
use crate::symbol::{Symbol, Symbols};

/// What multiplies one monomial of the chosen atoms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The monomial in the chosen atoms; empty for what is free of them.
    pub factors: Vec<Factor>,
    /// What it is multiplied by, free of the chosen atoms.
    pub coefficient: Poly,
}

/// A monomial whose coefficient differs between two polynomials.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The monomial.
    pub factors: Vec<Factor>,
    /// Its coefficient on the left; zero where it does not occur.
    pub left: Rational,
    /// Its coefficient on the right; zero where it does not occur.
    pub right: Rational,
}

impl Difference {
    /// How much the left is more than the right, to be printed.
    pub fn excess(&self) -> Poly {
        let mut poly = Poly::ZERO;
        poly.push(&self.left - &self.right, &self.factors);
        poly
    }
}

impl Group {
    /// The monomial in the chosen atoms, to be printed.
    pub fn monomial(&self) -> Poly {
        let mut poly = Poly::ZERO;
        poly.push(Rational::ONE, &self.factors);
        poly
    }
}

impl Poly {
    /// The atoms that occur, sorted.
    pub fn atoms(&self) -> Vec<Atom> {
        super::layout::Ranges::of(self).atoms()
    }

    /// The symbols that occur, also under sines, cosines and functions; pi aside.
    ///
    /// ```
    /// use appell_algebra::{Budget, Poly, Symbols};
    /// let symbols = Symbols::new();
    /// let [x, y] = [symbols.parameter("x")?, symbols.parameter("y")?];
    /// let p = Poly::parse("pi*cos(x) + sqrt(x + y)", &symbols, &Budget::default())?;
    /// assert!(p.symbols(&symbols).into_iter().eq([x, y]));
    /// # Ok::<(), appell_algebra::Error>(())
    /// ```
    pub fn symbols(&self, symbols: &Symbols) -> BTreeSet<Symbol> {
        let mut found = BTreeSet::new();
        let mut pending = vec![self.clone()];
        while let Some(poly) = pending.pop() {
            for atom in poly.atoms() {
                match atom.kind() {
                    AtomKind::Symbol(x) | AtomKind::Cos(x) | AtomKind::Sin(x) => {
                        match symbols.angle_of(x) {
                            Some(angle) => pending.push(angle),
                            None if x == Symbol::PI => {}
                            None => {
                                found.insert(x);
                            }
                        }
                    }
                    AtomKind::Function(_) => {
                        pending.extend(symbols.function_of(atom).map(|(_, argument)| argument));
                    }
                }
            }
        }
        found
    }

    /// The highest exponent with which a symbol itself occurs, sines and cosines of it not counted.
    pub fn degree(&self, symbol: Symbol) -> i32 {
        let exponents = self.terms().map(|term| exponent_of(term.factors, Atom::symbol(symbol)));
        exponents.max().unwrap_or(0)
    }

    /// The highest sum of the exponents in a term.
    pub fn total_degree(&self) -> i64 {
        let degrees =
            self.terms().map(|t| t.factors.iter().map(|f| i64::from(f.exponent)).sum::<i64>());
        degrees.max().unwrap_or(0)
    }

    /// What multiplies the given power of a symbol: of `3*x^2*y + x`, the coefficient of `x^2`
    /// is `3*y`.
    pub fn coefficient(&self, symbol: Symbol, exponent: i32) -> Self {
        let atom = Atom::symbol(symbol);
        let mut coefficient = Self::ZERO;
        for term in self.terms().filter(|term| exponent_of(term.factors, atom) == exponent) {
            let rest: Vec<Factor> =
                term.factors.iter().filter(|factor| factor.atom != atom).copied().collect();
            coefficient.push(term.coefficient.clone(), &rest);
        }
        coefficient
    }

    /// Groups by the powers of the chosen symbols; the groups add up to the whole.
    ///
    /// ```
    /// use appell_algebra::{Poly, Symbols};
    /// let symbols = Symbols::new();
    /// let (x, y) = (symbols.parameter("x")?, symbols.parameter("y")?);
    /// let p = Poly::from(x) * Poly::from(y) + Poly::from(x) + Poly::from(y);
    /// let groups = p.collect(&[x]);
    /// assert_eq!(groups.len(), 2);                               // y + x*(y + 1)
    /// assert_eq!(groups[1].coefficient, Poly::from(y) + Poly::one());
    /// # Ok::<(), appell_algebra::Error>(())
    /// ```
    pub fn collect(&self, symbols: &[Symbol]) -> Vec<Group> {
        self.group_by(|atom| symbols.iter().any(|&symbol| atom == Atom::symbol(symbol)))
    }

    /// Groups by the powers of the atoms chosen by a rule, in the order of the normal form.
    pub fn group_by(&self, chosen: impl Fn(Atom) -> bool) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        let mut place: HashMap<Vec<Factor>, usize, FxBuildHasher> = HashMap::default();
        for term in self.terms() {
            let (factors, rest): (Vec<Factor>, Vec<Factor>) =
                term.factors.iter().partition(|factor| chosen(factor.atom));
            let at = place.get(&factors).copied().unwrap_or_else(|| {
                place.insert(factors.clone(), groups.len());
                groups.push(Group { factors, coefficient: Self::ZERO });
                groups.len() - 1
            });
            // Within a group the chosen factors are the same, so the order of the rest stays.
            groups[at].coefficient.push(term.coefficient.clone(), &rest);
        }
        groups.sort_by(|a, b| compare(&a.factors, &b.factors));
        groups
    }

    /// The monomials in which two polynomials differ, with both coefficients; empty exactly when
    /// they are the same.
    ///
    /// ```
    /// use appell_algebra::{Poly, Symbols};
    /// let symbols = Symbols::new();
    /// let (x, y) = (Poly::from(symbols.parameter("x")?), Poly::from(symbols.parameter("y")?));
    /// let differences = (&x + &x + &y).difference(&(&x + &y));
    /// assert_eq!(differences.len(), 1);
    /// assert_eq!((&differences[0].left, &differences[0].right), (&2.into(), &1.into()));
    /// assert_eq!(differences[0].excess(), x);
    /// # Ok::<(), appell_algebra::Error>(())
    /// ```
    pub fn difference(&self, other: &Self) -> Vec<Difference> {
        let mut differences = Vec::new();
        let (mut left, mut right) = (self.terms().peekable(), other.terms().peekable());
        let missing = Rational::ZERO;
        loop {
            let order = match (left.peek(), right.peek()) {
                (None, None) => return differences,
                (Some(_), None) => std::cmp::Ordering::Less,
                (None, Some(_)) => std::cmp::Ordering::Greater,
                (Some(l), Some(r)) => compare(l.factors, r.factors),
            };
            let l = if order.is_le() { left.next() } else { None };
            let r = if order.is_ge() { right.next() } else { None };
            let coefficient =
                |term: Option<Term<'_>>| term.map_or(&missing, |t| t.coefficient).clone();
            let (on_left, on_right) = (coefficient(l), coefficient(r));
            if on_left != on_right {
                let factors = l.or(r).map_or(&[][..], |term| term.factors).to_vec();
                differences.push(Difference { factors, left: on_left, right: on_right });
            }
        }
    }

    /// The positive rational of which every coefficient is an integer multiple, the multiples
    /// having no common divisor; zero for zero.
    pub fn content(&self) -> Rational {
        let mut content = Rational::ZERO;
        for coefficient in &self.coefficients {
            content = content.common_divisor(coefficient);
        }
        content
    }

    /// The largest monomial that divides every term, and what is left of the terms.
    pub(crate) fn split_monomial(&self, budget: &Budget) -> Result<(Vec<Factor>, Self), Error> {
        let mut divisor = Vec::new();
        for atom in self.atoms() {
            let exponents = self.terms().map(|term| exponent_of(term.factors, atom));
            match exponents.min() {
                None | Some(0) => {}
                Some(exponent) => divisor.push(Factor { atom, exponent }),
            }
        }
        let mut rest = Builder::new();
        for term in self.terms() {
            let mut factors = Vec::with_capacity(term.factors.len());
            let inverse = divisor.iter().map(|f| Factor { exponent: -f.exponent, ..*f });
            multiply_into(&mut factors, term.factors, &inverse.collect::<Vec<_>>())?;
            rest.add(term.coefficient.clone(), &factors, budget)?;
        }
        Ok((divisor, rest.finish(budget)?))
    }
}

fn exponent_of(factors: &[Factor], atom: Atom) -> i32 {
    factors.iter().find(|factor| factor.atom == atom).map_or(0, |factor| factor.exponent)
}
