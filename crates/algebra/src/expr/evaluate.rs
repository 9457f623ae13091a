//! The value of an expression: a number, or the polynomial that it expands to.

use hashbrown::{HashMap, HashSet};
use rustc_hash::FxBuildHasher;

use super::{Expr, Node};
use crate::budget::Budget;
use crate::error::Error;
use crate::poly::Poly;
use crate::rational::Rational;
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
        let mut plan = Plan::new(&order);
        let mut known: Known<'_> = HashMap::default();
        for expr in order {
            budget.check()?;
            let (value, operands) = match expr.node() {
                _ if plan.is_deferred(expr) => continue,
                Node::Constant(value) => (Poly::constant(value), vec![]),
                Node::Symbol(x) => (Poly::symbol(x), vec![]),
                Node::Add(..) | Node::Scale(..) => {
                    let addends = plan.addends(expr);
                    let parts = addends.iter().map(|(factor, part)| known[part].scale(factor));
                    let sum = Poly::checked_sum(parts.collect(), budget)?;
                    (sum, addends.into_iter().map(|(_, part)| part).collect())
                }
                Node::Mul(a, b) => (known[&a].checked_mul(&known[&b], budget)?, vec![a, b]),
                Node::Power(a, n) => (symbols.power(&known[&a], n, budget)?, vec![a]),
                Node::Call(f, a) => (symbols.apply(f, &known[&a], budget)?, vec![a]),
            };
            for operand in operands {
                if plan.was_last_use(operand) {
                    known.remove(&operand);
                }
            }
            known.insert(expr, value);
        }
        Ok(known.remove(&self).unwrap_or_default())
    }
}

type Known<'g> = HashMap<Expr<'g>, Poly, FxBuildHasher>;

/// What is needed how often, so that an intermediate polynomial is freed after its last use; and
/// which sums are only parts of larger sums. These are not calculated by themselves: adding a
/// thousand terms one after the other would copy the growing sum a thousand times.
struct Plan<'g> {
    uses: HashMap<Expr<'g>, usize, FxBuildHasher>,
    /// The sums and multiples that occur once, in another sum or multiple.
    deferred: HashSet<Expr<'g>, FxBuildHasher>,
}

impl<'g> Plan<'g> {
    fn new(order: &[Expr<'g>]) -> Self {
        let mut uses: HashMap<Expr<'g>, usize, FxBuildHasher> = HashMap::default();
        let mut deferred: HashSet<Expr<'g>, FxBuildHasher> = HashSet::default();
        for expr in order {
            let node = expr.node();
            for operand in node.operands() {
                let count = uses.entry(operand).or_insert(0);
                *count += 1;
                if *count == 1 && node.is_linear() && operand.node().is_linear() {
                    deferred.insert(operand);
                } else {
                    deferred.remove(&operand);
                }
            }
        }
        Self { uses, deferred }
    }

    fn is_deferred(&self, expr: Expr<'g>) -> bool {
        self.deferred.contains(&expr)
    }

    /// What a sum consists of, deferred parts resolved.
    fn addends(&self, sum: Expr<'g>) -> Vec<(Rational, Expr<'g>)> {
        let mut addends = Vec::new();
        let mut open = vec![(Rational::ONE, sum)];
        while let Some((factor, expr)) = open.pop() {
            match expr.node() {
                _ if expr != sum && !self.is_deferred(expr) => addends.push((factor, expr)),
                Node::Add(a, b) => open.extend([(factor.clone(), a), (factor, b)]),
                Node::Scale(own, a) => open.push((&factor * &own, a)),
                _ => addends.push((factor, expr)),
            }
        }
        addends
    }

    fn was_last_use(&mut self, expr: Expr<'g>) -> bool {
        self.uses.get_mut(&expr).is_some_and(|left| {
            *left -= 1;
            *left == 0
        })
    }
}
