//! An expression as a formula: factored as it was built.

use appell_diagnostic::broken_invariant;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::formula::Formula;
use crate::budget::Stop;
use crate::error::Error;
use crate::expr::{Expr, Node};
use crate::rational::Rational;

/// Formulas nested deeper than this are not written out.
const MAX_DEPTH: usize = 1000;

/// What is known of a part before it is written.
#[derive(Clone, Copy)]
struct Measure {
    /// The nodes of its tree, shared parts counted as often as they are used.
    size: usize,
    /// How deep brackets and functions are nested in it.
    depth: usize,
    /// How often it is used directly.
    uses: usize,
}

impl Formula {
    /// Writes an expression out as a tree, shared parts as often as they are used. A graph can
    /// stand for a tree far larger than itself, so the budget of its graph counts the nodes of
    /// the tree before any of it is made.
    pub fn nested<'g>(expr: Expr<'g>) -> Result<Self, Error> {
        let graph = expr.graph();
        graph.check()?;
        let order = graph.topological(&[expr]);
        let mut measures: HashMap<Expr<'g>, Measure, FxBuildHasher> = HashMap::default();
        for &part in &order {
            let node = part.node();
            let mut measure = Measure { size: 1, depth: 1, uses: 0 };
            for operand in node.operands() {
                if let Some(inner) = measures.get_mut(&operand) {
                    inner.uses += 1;
                    measure.size = measure.size.saturating_add(inner.size);
                    // a sum in a sum, a product in a product need no brackets
                    let flat = matches!(
                        (&node, operand.node()),
                        (Node::Add(..), Node::Add(..)) | (Node::Mul(..), Node::Mul(..))
                    );
                    measure.depth = measure.depth.max(inner.depth + usize::from(!flat));
                }
            }
            measures.insert(part, measure);
        }
        let whole = measures[&expr];
        graph.budget().check_nodes(whole.size)?;
        if whole.depth > MAX_DEPTH {
            return Err(Stop::Depth { limit: MAX_DEPTH }.into());
        }

        let mut written: HashMap<Expr<'g>, Self, FxBuildHasher> = HashMap::default();
        for part in order {
            // The last use takes the part itself, earlier ones a copy.
            let mut of = |operand: Expr<'g>| -> Self {
                let last = measures.get_mut(&operand).is_none_or(|measure| {
                    measure.uses -= 1;
                    measure.uses == 0
                });
                let found =
                    if last { written.remove(&operand) } else { written.get(&operand).cloned() };
                found.unwrap_or_else(|| broken_invariant("an operand not written"))
            };
            let formula = match part.node() {
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
                    let power = match exponent.abs() {
                        1 => of(a),
                        magnitude => Self::Power(Box::new(of(a)), magnitude),
                    };
                    match exponent {
                        1.. => power,
                        _ => Self::product(Rational::ONE, Vec::new(), vec![power]),
                    }
                }
                Node::Call(function, a) => Self::Call(function, Box::new(of(a))),
                Node::Undefined(failure) => return Err(*failure),
            };
            written.insert(part, formula);
        }
        Ok(written.remove(&expr).unwrap_or_else(|| broken_invariant("an expression not written")))
    }

    /// A number times something, its sign outside.
    fn signed(factor: Rational, rest: Option<Self>) -> Self {
        if factor.is_zero() {
            return Self::Sum(Vec::new());
        }
        // A sum behind a minus needs no brackets: -(a - b) is b - a.
        if factor == Rational::MINUS_ONE
            && let Some(Self::Sum(mut terms)) = rest
        {
            terms.iter_mut().for_each(|(minus, _)| *minus = !*minus);
            terms.sort_by_key(|(minus, _)| *minus);
            return Self::Sum(terms);
        }
        let (above, below) = rest.map_or((Vec::new(), Vec::new()), Self::into_factors);
        let product = Self::product(factor.abs(), above, below);
        if factor.is_negative() { Self::Sum(vec![(true, product)]) } else { product }
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
