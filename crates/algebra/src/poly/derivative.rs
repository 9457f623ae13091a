//! Partial and total time derivatives.
//!
//! On packed monomials the derivative of a power is an addition of words, as a product is:
//! `c^e` becomes `-e c^(e-1) s q'`, whatever other factors the term has.

use super::accumulate::{Table, unpack};
use super::coefficient::{Coefficient, Integers};
use super::layout::{Key, Layout, Ranges, add_keys, shift_by, with_words};
use super::monomial::{self, Factor};
use super::packed::pack;
use super::{Builder, Poly};
use crate::atom::{Atom, AtomKind};
use crate::budget::Budget;
use crate::error::Error;
use crate::rational::Rational;
use crate::symbol::{Symbol, Symbols};

/// The differential of an atom: a sign times the product of some atoms.
struct Differential {
    sign: i32,
    factors: Vec<Atom>,
}

impl Differential {
    fn new(sign: i32, factors: impl IntoIterator<Item = Option<Atom>>) -> Self {
        Self { sign, factors: factors.into_iter().flatten().collect() }
    }

    /// The differential of an atom by the rule for symbols: `step(x)` is `Some(dx)` for a symbol
    /// that changes, dx itself being an atom or one.
    fn of(
        atom: Atom,
        step: &impl Fn(Symbol) -> Result<Option<Option<Atom>>, Error>,
    ) -> Result<Option<Self>, Error> {
        Ok(match atom.kind() {
            AtomKind::Symbol(x) => step(x)?.map(|dx| Self::new(1, [dx])),
            AtomKind::Cos(x) => step(x)?.map(|dx| Self::new(-1, [Some(Atom::sin(x)), dx])),
            AtomKind::Sin(x) => step(x)?.map(|dx| Self::new(1, [Some(Atom::cos(x)), dx])),
            AtomKind::Function(_) => None,
        })
    }
}

impl Poly {
    /// The partial derivative by a symbol, everything else held fixed (`q1'` does not depend on
    /// `q1` here).
    ///
    /// ```
    /// use appell_algebra::{Budget, Poly, Symbols};
    /// let symbols = Symbols::new();
    /// let q = symbols.coordinate("q1")?;
    /// let budget = Budget::default();
    /// assert_eq!(Poly::cos(q).derivative(q, &symbols, &budget)?, -Poly::sin(q));
    /// # Ok::<(), appell_algebra::Error>(())
    /// ```
    pub fn derivative(
        &self,
        by: Symbol,
        symbols: &Symbols,
        budget: &Budget,
    ) -> Result<Self, Error> {
        let step = |x: Symbol| Ok((x == by).then_some(None));
        let inner = |argument: &Self| argument.derivative(by, symbols, budget);
        self.differentiate(step, inner, symbols, budget)
    }

    /// The total time derivative: every coordinate moves, every parameter rests.
    ///
    /// ```
    /// use appell_algebra::{Budget, Poly, Symbols};
    /// let symbols = Symbols::new();
    /// let q = symbols.coordinate("q1")?;
    /// let rate = Poly::sin(q).time_derivative(&symbols, &Budget::default())?;
    /// assert_eq!(rate, Poly::cos(q) * Poly::symbol(q.derivative(1)?));
    /// # Ok::<(), appell_algebra::Error>(())
    /// ```
    pub fn time_derivative(&self, symbols: &Symbols, budget: &Budget) -> Result<Self, Error> {
        let step = |x: Symbol| Ok(x.time_derivative()?.map(|rate| Some(Atom::symbol(rate))));
        let inner = |argument: &Self| argument.time_derivative(symbols, budget);
        self.differentiate(step, inner, symbols, budget)
    }

    fn differentiate(
        &self,
        step: impl Fn(Symbol) -> Result<Option<Option<Atom>>, Error>,
        inner: impl Fn(&Self) -> Result<Self, Error>,
        symbols: &Symbols,
        budget: &Budget,
    ) -> Result<Self, Error> {
        let ranges = Ranges::of(self);
        let mut rules = Vec::new();
        let mut functions = Vec::new();
        for atom in ranges.atoms() {
            match atom.kind() {
                AtomKind::Function(index) => functions.push((atom, index)),
                _ => rules.extend(Differential::of(atom, &step)?.map(|rule| (atom, rule))),
            }
        }
        let mut total = self.apply(ranges, &rules, budget)?;
        // Chain rule for opaque functions: d p / d F * F'(u) * du
        for (atom, index) in functions {
            let application = symbols.application(index);
            let du = inner(&application.argument)?;
            if du.is_zero() {
                continue;
            }
            let by_function = [(atom, Differential::new(1, []))];
            let outer = self.apply(Ranges::of(self), &by_function, budget)?;
            let slope = application.derivative(symbols, budget)?;
            let part = outer.checked_mul(&slope, budget)?.checked_mul(&du, budget)?;
            total = total.checked_add(&part, budget)?;
        }
        Ok(total)
    }

    /// The differential by the given rules; atoms without a rule rest.
    fn apply(
        &self,
        mut ranges: Ranges,
        rules: &[(Atom, Differential)],
        budget: &Budget,
    ) -> Result<Self, Error> {
        if rules.is_empty() {
            return Ok(Self::ZERO);
        }
        for (atom, rule) in rules {
            ranges.lower(*atom);
            for &factor in &rule.factors {
                ranges.widen(factor, 0, 1);
            }
        }
        let Some(layout) = Layout::new(ranges) else {
            return self.apply_plainly(rules, budget);
        };
        let operation = Differentiate { poly: self, rules, layout: &layout, budget };
        let exponents = self.terms().map(|term| {
            term.factors.iter().map(|f| u128::from(f.exponent.unsigned_abs())).sum::<u128>()
        });
        let highest = exponents.max().unwrap_or(0);
        match Integers::of(self) {
            // One squared sine at the most doubles the sum of the magnitudes once.
            Some(own) => match own.sum.saturating_mul(2 * highest) {
                bound if i64::try_from(bound).is_ok() => operation.run::<i64>(own.denominator),
                bound if i128::try_from(bound).is_ok() => operation.run::<i128>(own.denominator),
                _ => operation.run::<Rational>(1),
            },
            None => operation.run::<Rational>(1),
        }
    }

    /// The same without packing, for more atoms than fit.
    fn apply_plainly(
        &self,
        rules: &[(Atom, Differential)],
        budget: &Budget,
    ) -> Result<Self, Error> {
        let mut meter = budget.meter();
        let mut sum = Builder::new();
        for term in self.terms() {
            for factor in term.factors {
                meter.step(1)?;
                let Ok(at) = rules.binary_search_by_key(&factor.atom, |rule| rule.0) else {
                    continue;
                };
                let rule = &rules[at].1;
                let mut factors = term.factors.to_vec();
                let lowered = std::iter::once(Factor { atom: factor.atom, exponent: -1 });
                let raised = rule.factors.iter().map(|&atom| Factor { atom, exponent: 1 });
                for step in lowered.chain(raised) {
                    let mut next = Vec::with_capacity(factors.len() + 1);
                    monomial::multiply_into(&mut next, &factors, &[step])?;
                    factors = next;
                }
                let weight = Rational::from(i64::from(factor.exponent) * i64::from(rule.sign));
                sum.add(term.coefficient * &weight, &factors, budget)?;
            }
        }
        sum.finish(budget)
    }
}

struct Differentiate<'a> {
    poly: &'a Poly,
    rules: &'a [(Atom, Differential)],
    layout: &'a Layout,
    budget: &'a Budget,
}

impl Differentiate<'_> {
    fn run<C: Coefficient>(&self, denominator: u64) -> Result<Poly, Error> {
        with_words!(self.layout, self.run_words::<C>(denominator))
    }

    fn run_words<const W: usize, C: Coefficient>(&self, denominator: u64) -> Result<Poly, Error> {
        // Each rule as words to add: one less of the atom, one more of each factor of its differential.
        let steps: Vec<(Atom, i32, Key<W>)> = self
            .rules
            .iter()
            .map(|(atom, rule)| {
                let mut step = [0u64; W];
                shift_by(&mut step, self.layout.slot(*atom), -1);
                for &factor in &rule.factors {
                    shift_by(&mut step, self.layout.slot(factor), 1);
                }
                (*atom, rule.sign, step)
            })
            .collect();
        let packed = pack::<W, C>(self.poly, self.layout, denominator, self.layout.one());
        let mut meter = self.budget.meter();
        let mut table = Table::new(4 * packed.len(), 0, self.budget);
        for (term, (key, value)) in self.poly.terms().zip(&packed) {
            meter.step(term.factors.len())?;
            for factor in term.factors {
                if let Ok(at) = steps.binary_search_by_key(&factor.atom, |step| step.0) {
                    let (_, sign, step) = &steps[at];
                    table.add(add_keys(key, step), &value.times_small(factor.exponent * sign))?;
                }
            }
        }
        table.reduce_squares(&self.layout.squares())?;
        unpack(table.into_sorted(), self.layout, denominator, self.budget)
    }
}
