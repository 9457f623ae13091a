//! The value of an expression: a number, or the polynomial that it expands to.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::{Expr, Node};
use crate::budget::Budget;
use crate::error::Error;
use crate::poly::Poly;
use crate::symbol::Symbol;

impl Expr<'_> {
    /// The value in floating point, given the values of the symbols. A symbol without one is an
    /// error that names it.
    pub fn evaluate(self, values: impl Fn(Symbol) -> Option<f64>) -> Result<f64, Error> {
        self.graph.check()?;
        let symbols = self.graph.symbols();
        let mut known: HashMap<Expr<'_>, f64, FxBuildHasher> = HashMap::default();
        for expr in self.graph.topological(&[self]) {
            let value = match expr.node() {
                Node::Constant(value) => value.to_f64(),
                Node::Symbol(x) => symbols.value(x, &values)?,
                Node::Add(a, b) => known[&a] + known[&b],
                Node::Mul(a, b) => known[&a] * known[&b],
                Node::Scale(factor, a) => factor.to_f64() * known[&a],
                Node::Power(a, exponent) => known[&a].powi(exponent),
                Node::Call(function, a) => function.value(known[&a], symbols)?,
            };
            known.insert(expr, value);
        }
        Ok(known[&self])
    }

    /// The polynomial in normal form. It can be far larger than the graph, so it takes a budget.
    pub fn expand(self, budget: &Budget) -> Result<Poly, Error> {
        self.graph.check()?;
        let symbols = self.graph.symbols();
        let order = self.graph.topological(&[self]);
        // How often each node is still needed: an intermediate polynomial is freed after its last use.
        let mut uses: HashMap<Expr<'_>, usize, FxBuildHasher> = HashMap::default();
        for expr in &order {
            for operand in expr.operands() {
                *uses.entry(operand).or_insert(0) += 1;
            }
        }
        let mut known: HashMap<Expr<'_>, Poly, FxBuildHasher> = HashMap::default();
        for expr in order {
            budget.check()?;
            let value = match expr.node() {
                Node::Constant(value) => Poly::constant(value),
                Node::Symbol(x) => Poly::symbol(x),
                Node::Add(a, b) => known[&a].checked_add(&known[&b], budget)?,
                Node::Mul(a, b) => known[&a].checked_mul(&known[&b], budget)?,
                Node::Scale(factor, a) => known[&a].scale(&factor),
                Node::Power(a, exponent) => symbols.power(&known[&a], exponent, budget)?,
                Node::Call(function, a) => symbols.apply(function, &known[&a], budget)?,
            };
            for operand in expr.operands() {
                if let Some(left) = uses.get_mut(&operand) {
                    *left -= 1;
                    if *left == 0 {
                        known.remove(&operand);
                    }
                }
            }
            known.insert(expr, value);
        }
        Ok(known.remove(&self).unwrap_or_default())
    }
}

impl<'g> Expr<'g> {
    fn operands(self) -> impl Iterator<Item = Expr<'g>> {
        let (first, second) = match self.node() {
            Node::Constant(_) | Node::Symbol(_) => (None, None),
            Node::Add(a, b) | Node::Mul(a, b) => (Some(a), Some(b)),
            Node::Scale(_, a) | Node::Power(a, _) | Node::Call(_, a) => (Some(a), None),
        };
        first.into_iter().chain(second)
    }
}
