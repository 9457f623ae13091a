//! The value of an expression: a number, or the polynomial that it expands to.

use appell_diagnostic::broken_invariant;
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
                Node::Undefined(failure) => return Err(*failure),
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
            if plan.is_deferred(expr) {
                continue;
            }
            let value = match expr.node() {
                Node::Constant(value) => Poly::constant(value),
                Node::Symbol(x) => Poly::symbol(x),
                Node::Add(..) | Node::Scale(..) => {
                    let parts = plan.addends(expr).into_iter();
                    let parts =
                        parts.map(|(factor, part)| plan.take(part, &mut known).scaled(&factor));
                    Poly::checked_sum(parts.collect(), budget)?
                }
                Node::Mul(a, b) => {
                    let product = known[&a].checked_mul(&known[&b], budget)?;
                    plan.release([a, b], &mut known);
                    product
                }
                Node::Power(a, n) => symbols.power(&plan.take(a, &mut known), n, budget)?,
                Node::Call(f, a) => symbols.apply(f, &plan.take(a, &mut known), budget)?,
                Node::Undefined(failure) => return Err(*failure),
            };
            known.insert(expr, value);
        }
        Ok(known.remove(&self).unwrap_or_else(|| broken_invariant("an expression not expanded")))
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

    /// The value of an operand: moved out at its last use, copied before.
    fn take(&mut self, expr: Expr<'g>, known: &mut Known<'g>) -> Poly {
        let value =
            if self.is_last_use(expr) { known.remove(&expr) } else { known.get(&expr).cloned() };
        value.unwrap_or_else(|| broken_invariant("an operand not expanded"))
    }

    /// Frees operands that were used for the last time.
    fn release(&mut self, operands: [Expr<'g>; 2], known: &mut Known<'g>) {
        for operand in operands {
            if self.is_last_use(operand) {
                known.remove(&operand);
            }
        }
    }

    fn is_last_use(&mut self, expr: Expr<'g>) -> bool {
        self.uses.get_mut(&expr).is_some_and(|left| {
            *left -= 1;
            *left == 0
        })
    }
}
