//! Formulas as sums of products of pieces, where a piece may be a sum again.

use appell_diagnostic::broken_invariant;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::monomial::{Monomial, Piece};
use crate::angle::Angle;
use crate::atom::{Atom, AtomKind};
use crate::budget::Budget;
use crate::error::Error;
use crate::expr::{Expr, Node};
use crate::function::Function;
use crate::poly::Poly;
use crate::print::DisplayTerm;
use crate::rational::Rational;
use crate::symbol::{Symbol, SymbolKind, Symbols};

/// What a piece of a product is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Content {
    /// A symbol, or the sine or cosine of one.
    Atom(Atom),
    /// A function of a sum, by its number.
    Call(Function, usize),
    /// A sum, by its number: in brackets, or under a name.
    Part(usize),
}

/// Terms, sorted by monomial, one of each, none zero.
pub(super) type Sum = Vec<(Monomial, Rational)>;

/// The formulas of a document, as a network of sums.
#[derive(Clone, Debug, Default)]
pub(super) struct Network {
    pub(super) pieces: Vec<Content>,
    numbers: HashMap<Content, Piece, FxBuildHasher>,
    pub(super) sums: Vec<Sum>,
    /// The sums that are printed, in the order of the formulas.
    pub(super) roots: Vec<usize>,
}

impl Network {
    /// The piece of a content.
    pub(super) fn piece(&mut self, content: Content) -> Piece {
        if let Some(&piece) = self.numbers.get(&content) {
            return piece;
        }
        let piece = self.pieces.len() as Piece;
        self.pieces.push(content.clone());
        self.numbers.insert(content, piece);
        piece
    }

    /// A sum of terms in any order.
    pub(super) fn sum(&mut self, terms: impl IntoIterator<Item = (Monomial, Rational)>) -> usize {
        self.sums.push(collected(terms));
        self.sums.len() - 1
    }

    /// The number of terms in all sums.
    pub(super) fn term_count(&self) -> usize {
        self.sums.iter().map(Vec::len).sum()
    }

    /// Polynomials, with the terms that a function gives for each; their sines may be squared.
    pub(super) fn of_polynomials(
        polynomials: &[Poly],
        terms: &dyn Fn(&Poly) -> Result<Vec<DisplayTerm>, Error>,
        symbols: &Symbols,
    ) -> Result<Self, Error> {
        let mut network = Self::default();
        for poly in polynomials {
            let root = network.sum_of(poly, terms, symbols)?;
            network.roots.push(root);
        }
        Ok(network)
    }

    fn sum_of(
        &mut self,
        poly: &Poly,
        terms: &dyn Fn(&Poly) -> Result<Vec<DisplayTerm>, Error>,
        symbols: &Symbols,
    ) -> Result<usize, Error> {
        let mut sum = Vec::new();
        for (coefficient, factors) in terms(poly)? {
            let mut monomial = Monomial::default();
            for factor in factors {
                let (content, exponent) = match symbols.function_of(factor.atom) {
                    None => (Content::Atom(factor.atom), factor.exponent),
                    Some((function, argument)) => {
                        let argument = self.sum_of(&argument, terms, symbols)?;
                        let argument = self.same_sum(argument);
                        match function {
                            Function::Reciprocal => (Content::Part(argument), -factor.exponent),
                            function => (Content::Call(function, argument), factor.exponent),
                        }
                    }
                };
                monomial = monomial.times(&Monomial::of(self.piece(content)), exponent);
            }
            sum.push((monomial, coefficient));
        }
        Ok(self.sum(sum))
    }

    /// The same with every formula that has quotients as one: a product of powers times a sum without
    /// any quotient.
    pub(super) fn over_one_bar(mut self) -> Option<Self> {
        let mut any = false;
        for root in self.roots.clone() {
            let sum = &self.sums[root];
            let below = |monomial: &Monomial| {
                Monomial(monomial.0.iter().copied().filter(|&(_, exponent)| exponent < 0).collect())
            };
            let all = sum.iter().fold(Monomial::default(), |all, (monomial, _)| {
                let own = below(monomial);
                let more = own.times(&all.common(&own), -1);
                all.times(&more, 1)
            });
            if all.0.is_empty() || sum.len() < 2 {
                continue;
            }
            any = true;
            let above = sum.iter().map(|(term, value)| (term.times(&all, -1), value.clone()));
            let (part, number) = self.part(collected(above.collect::<Vec<_>>()));
            self.sums[root] = vec![(part.times(&all, 1), number)];
        }
        any.then_some(self)
    }

    /// The number under which a sum that was made last is known already, if it is.
    fn same_sum(&mut self, last: usize) -> usize {
        match self.sums[..last].iter().position(|sum| *sum == self.sums[last]) {
            Some(known) => {
                self.sums.truncate(last);
                known
            }
            None => last,
        }
    }

    /// Expressions as they were computed: what is used several times, and a sum that is a factor, is
    /// a part.
    pub(super) fn of_expressions(roots: &[Expr<'_>], budget: &Budget) -> Result<Self, Error> {
        let mut network = Self::default();
        let Some(first) = roots.first() else { return Ok(network) };
        let graph = first.graph();
        let order = graph.topological(roots);
        let mut uses: HashMap<Expr<'_>, usize, FxBuildHasher> = HashMap::default();
        for operand in order.iter().flat_map(|part| part.node().operands()) {
            *uses.entry(operand).or_default() += 1;
        }
        let mut sums: HashMap<Expr<'_>, Sum, FxBuildHasher> = HashMap::default();
        for part in order {
            budget.check()?;
            let of = |operand: Expr<'_>| -> Sum {
                let known = sums.get(&operand).cloned();
                known.unwrap_or_else(|| broken_invariant("an operand without its sum"))
            };
            let mut sum = match part.node() {
                Node::Constant(value) => collected([(Monomial::default(), value)]),
                Node::Symbol(x) => network.leaf(Atom::symbol(x)),
                Node::Scale(factor, a) => of(a)
                    .into_iter()
                    .map(|(monomial, value)| (monomial, &value * &factor))
                    .collect(),
                Node::Add(a, b) => collected(of(a).into_iter().chain(of(b))),
                Node::Mul(a, b) => {
                    let (left, right) = (network.term(of(a)), network.term(of(b)));
                    collected([(left.0.times(&right.0, 1), &left.1 * &right.1)])
                }
                Node::Power(a, exponent) => {
                    let (monomial, value) = network.term(of(a));
                    let monomial = Monomial::default().times(&monomial, exponent);
                    collected([(monomial, value.pow(exponent)?)])
                }
                Node::Call(function, a) => {
                    let symbols = graph.symbols();
                    let wave = match function {
                        Function::Sin | Function::Cos => wave(function, a, symbols, budget)?,
                        _ => None,
                    };
                    match wave {
                        Some(atom) => network.leaf(atom),
                        None => {
                            network.sums.push(of(a));
                            let argument = network.same_sum(network.sums.len() - 1);
                            let piece = network.piece(Content::Call(function, argument));
                            vec![(Monomial::of(piece), Rational::ONE)]
                        }
                    }
                }
                Node::Undefined(failure) => return Err(*failure),
            };
            let shared = uses.get(&part).is_some_and(|&uses| uses > 1);
            if shared && !is_plain(&sum) {
                let (monomial, value) = network.part(sum);
                sum = vec![(monomial, value)];
            }
            sums.insert(part, sum);
        }
        for root in roots {
            let sum = sums.get(root).cloned().unwrap_or_default();
            let root = network.sum(sum);
            network.roots.push(root);
        }
        Ok(network)
    }

    fn leaf(&mut self, atom: Atom) -> Sum {
        vec![(Monomial::of(self.piece(Content::Atom(atom))), Rational::ONE)]
    }

    /// A sum as a single term: itself, or a number times a part.
    fn term(&mut self, mut sum: Sum) -> (Monomial, Rational) {
        match sum.len() {
            0 => (Monomial::default(), Rational::ZERO),
            1 => sum.remove(0),
            _ => self.part(sum),
        }
    }

    /// A sum as a part, with the number before it.
    fn part(&mut self, sum: Sum) -> (Monomial, Rational) {
        let (number, body) = primitive(sum);
        self.sums.push(body);
        let body = self.same_sum(self.sums.len() - 1);
        (Monomial::of(self.piece(Content::Part(body))), number)
    }
}

/// The terms of a polynomial.
pub(super) fn terms_of(poly: &Poly) -> Vec<DisplayTerm> {
    poly.terms().map(|term| (term.coefficient.clone(), term.factors.to_vec())).collect()
}

/// Terms sorted, those of equal monomial added.
pub(super) fn collected(terms: impl IntoIterator<Item = (Monomial, Rational)>) -> Sum {
    let mut terms: Vec<(Monomial, Rational)> = terms.into_iter().collect();
    terms.sort_by(|a, b| a.0.cmp(&b.0));
    let mut sum: Sum = Vec::with_capacity(terms.len());
    for (monomial, value) in terms {
        match sum.last_mut() {
            Some((known, total)) if *known == monomial => *total += &value,
            _ => sum.push((monomial, value)),
        }
    }
    sum.retain(|(_, value)| !value.is_zero());
    sum
}

/// A sum as a number times one whose numbers are integers without a common divisor, the first of
/// them positive.
pub(super) fn primitive(mut sum: Sum) -> (Rational, Sum) {
    let content =
        sum.iter().fold(Rational::ZERO, |content, (_, value)| content.common_divisor(value));
    let sign = sum.first().map_or(Rational::ONE, |(_, value)| value.signum());
    let number = &content * &sign;
    let Ok(inverse) = number.recip() else { return (Rational::ONE, sum) };
    for (_, value) in &mut sum {
        *value = &*value * &inverse;
    }
    (number, sum)
}

/// A number times at most one piece: no name is shorter.
fn is_plain(sum: &Sum) -> bool {
    match sum.as_slice() {
        [] => true,
        [(monomial, _)] => match monomial.0.as_slice() {
            [] => true,
            [(_, exponent)] => *exponent == 1,
            _ => false,
        },
        _ => false,
    }
}

/// The sine or cosine of a sum of angles as one atom; nothing for what is no such sum.
fn wave(
    function: Function,
    argument: Expr<'_>,
    symbols: &Symbols,
    budget: &Budget,
) -> Result<Option<Atom>, Error> {
    let Some(angle) = Angle::of(&argument.expand(budget)?)? else { return Ok(None) };
    let alone = angle.pi.is_zero() && angle.number.is_zero();
    let angle: Symbol = match angle.terms.as_slice() {
        [(symbol, 1)] if alone => *symbol,
        // a number as an angle is brought into the first quarter by the algebra
        [] => return Ok(None),
        _ => symbols.angle_symbol(SymbolKind::AngleSum, angle)?,
    };
    Ok(Some(if function == Function::Sin { Atom::sin(angle) } else { Atom::cos(angle) }))
}

/// The atoms of a network that are sines or cosines.
pub(super) fn is_wave(atom: Atom) -> bool {
    matches!(atom.kind(), AtomKind::Cos(_) | AtomKind::Sin(_))
}
