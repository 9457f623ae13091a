//! An expression as a formula: factored as it was built.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::formula::Formula;
use crate::budget::Stop;
use crate::error::Error;
use crate::expr::{Expr, Node};
use crate::rational::Rational;

/// Formulas nested deeper than this are not written out.
const MAX_DEPTH: usize = 1000;

impl Formula {
    /// Writes an expression out as a tree, shared parts as often as they are used. A graph can
    /// stand for a tree far larger than itself, so the budget of its graph counts the nodes of
    /// the tree.
    pub fn nested(expr: Expr<'_>) -> Result<Self, Error> {
        let graph = expr.graph();
        graph.check()?;
        let mut written = 0usize;
        let mut known: HashMap<Expr<'_>, (Self, usize, usize), FxBuildHasher> = HashMap::default();
        for part in graph.topological(&[expr]) {
            let of = |operand: Expr<'_>| known[&operand].0.clone();
            let measure = |operands: &[Expr<'_>]| {
                let parts = operands.iter().map(|operand| &known[operand]);
                parts.fold((1usize, 1usize), |(size, depth), part| {
                    (size.saturating_add(part.1), depth.max(part.2 + 1))
                })
            };
            let node = part.node();
            let (size, depth) = match &node {
                Node::Constant(_) | Node::Symbol(_) => (1, 1),
                Node::Add(a, b) | Node::Mul(a, b) => measure(&[*a, *b]),
                Node::Scale(_, a) | Node::Power(a, _) | Node::Call(_, a) => measure(&[*a]),
            };
            written = written.saturating_add(size);
            graph.budget().check_nodes(written)?;
            if depth > MAX_DEPTH {
                return Err(Stop::Depth { limit: MAX_DEPTH }.into());
            }
            let formula = match node {
                Node::Constant(value) => Self::signed(value, None),
                Node::Symbol(x) => Self::Symbol(x),
                Node::Scale(factor, a) => Self::signed(factor, Some(of(a))),
                Node::Add(a, b) => {
                    let mut terms = of(a).into_terms();
                    terms.extend(of(b).into_terms());
                    Self::Sum(terms)
                }
                Node::Mul(a, b) => {
                    let (mut above, mut below) = of(a).into_factors();
                    let (more_above, more_below) = of(b).into_factors();
                    above.extend(more_above);
                    below.extend(more_below);
                    Self::product(Rational::ONE, above, below)
                }
                Node::Power(a, exponent) => {
                    let power = |exponent| match exponent {
                        1 => of(a),
                        _ => Self::Power(Box::new(of(a)), exponent),
                    };
                    if exponent > 0 {
                        power(exponent)
                    } else {
                        Self::product(Rational::ONE, Vec::new(), vec![power(-exponent)])
                    }
                }
                Node::Call(function, a) => Self::Call(function, Box::new(of(a))),
            };
            known.insert(part, (formula, size, depth));
        }
        Ok(known.remove(&expr).map_or(Self::Sum(Vec::new()), |(formula, ..)| formula))
    }

    /// A number times something, its sign outside.
    fn signed(factor: Rational, rest: Option<Self>) -> Self {
        if factor.is_zero() {
            return Self::Sum(Vec::new());
        }
        let negative = factor.is_negative();
        // A sum behind a minus keeps its brackets only where they are needed: -(a - b) is b - a.
        if let (Some(Self::Sum(terms)), true) = (&rest, factor == Rational::MINUS_ONE) {
            let mut flipped: Vec<_> =
                terms.iter().map(|(minus, term)| (!minus, term.clone())).collect();
            flipped.sort_by_key(|(minus, _)| *minus);
            return Self::Sum(flipped);
        }
        let (above, below) = rest.map_or((Vec::new(), Vec::new()), Self::into_factors);
        let product = Self::product(factor.abs(), above, below);
        if negative { Self::Sum(vec![(true, product)]) } else { product }
    }

    pub(super) fn into_terms(self) -> Vec<(bool, Self)> {
        match self {
            Self::Sum(terms) => terms,
            single => vec![(false, single)],
        }
    }

    fn into_factors(self) -> (Vec<Self>, Vec<Self>) {
        match self {
            Self::Product { coefficient, numerator, denominator } if coefficient.is_one() => {
                (numerator, denominator)
            }
            single => (vec![single], Vec::new()),
        }
    }
}
