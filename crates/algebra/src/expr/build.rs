//! Canonical constructors: they fold constants, collect like terms and move signs and numbers
//! outward. None distributes a product over a sum: what is factored stays factored.

use super::{Expr, Node};
use crate::error::Error;
use crate::function::Function;
use crate::poly::check_exponent;
use crate::rational::Rational;
use crate::symbol::Symbol;

impl<'g> Expr<'g> {
    /// A number and what it multiplies; a number alone multiplies one.
    fn split_coefficient(self) -> (Rational, Self) {
        match self.node() {
            Node::Constant(value) => (value, self.graph.one()),
            Node::Scale(factor, rest) => (factor, rest),
            _ => (Rational::ONE, self),
        }
    }

    /// A base and its exponent.
    fn split_power(self) -> (Self, i64) {
        match self.node() {
            Node::Power(base, exponent) => (base, exponent.into()),
            _ => (self, 1),
        }
    }

    /// The number, when this is one.
    pub fn as_constant(self) -> Option<Rational> {
        match self.node() {
            Node::Constant(value) => Some(value),
            _ => None,
        }
    }

    /// Whether this is the number zero.
    pub fn is_zero(self) -> bool {
        self == self.graph.zero()
    }

    /// A number times this.
    #[must_use]
    pub fn scale(self, factor: &Rational) -> Self {
        if self.is_undefined() {
            return self;
        }
        let (own, rest) = self.split_coefficient();
        let factor = &own * factor;
        if factor.is_zero() {
            self.graph.zero()
        } else if rest == self.graph.one() {
            self.graph.constant(factor)
        } else if factor.is_one() {
            rest
        } else {
            self.graph.make(&Node::Scale(factor, rest))
        }
    }

    pub(super) fn plus(self, other: Self) -> Self {
        self.assert_same_graph(other);
        if self.is_zero() {
            return other;
        }
        if other.is_zero() {
            return self;
        }
        let ((a, x), (b, y)) = (self.split_coefficient(), other.split_coefficient());
        if x == y {
            return x.scale(&(&a + &b));
        }
        if let Some(sum) = collect_terms(self, other) {
            return sum;
        }
        // The operand made first comes first, a number last.
        let one = self.graph.one();
        let swapped = x == one || (y != one && y.id < x.id);
        let ((a, x), (b, y)) = if swapped { ((b, y), (a, x)) } else { ((a, x), (b, y)) };
        // What multiplies both goes outside, and so does the sign of the first.
        let outside = if a.abs() == b.abs() { a.clone() } else { a.signum() };
        let inside = |k: &Rational, z: Self| match k.checked_div(&outside) {
            Ok(k) => z.scale(&k),
            Err(error) => self.graph.fail(error),
        };
        let sum = self.graph.make(&Node::Add(inside(&a, x), inside(&b, y)));
        sum.scale(&outside)
    }

    pub(super) fn times(self, other: Self) -> Self {
        self.assert_same_graph(other);
        let one = self.graph.one();
        let ((a, x), (b, y)) = (self.split_coefficient(), other.split_coefficient());
        let factor = &a * &b;
        if x == one || y == one {
            return (if x == one { y } else { x }).scale(&factor);
        }
        let product = collect_factors(x, y).unwrap_or_else(|| {
            let (x, y) = if y.id < x.id { (y, x) } else { (x, y) };
            self.graph.make(&Node::Mul(x, y))
        });
        product.scale(&factor)
    }

    /// This to an integer power.
    #[must_use]
    pub fn pow(self, exponent: i32) -> Self {
        self.power(i64::from(exponent))
    }

    fn power(self, exponent: i64) -> Self {
        if self.is_undefined() {
            return self;
        }
        let (factor, rest) = self.split_coefficient();
        if exponent < 0 && matches!(rest.node(), Node::Mul(..)) {
            return self.reciprocal_of_product(exponent);
        }
        let (base, inner) = rest.split_power();
        let result = check_exponent(exponent).and_then(|exponent| {
            Ok((factor.pow(exponent)?, check_exponent(inner * i64::from(exponent))?))
        });
        match result {
            Ok((factor, exponent)) => {
                let power = match exponent {
                    0 => self.graph.one(),
                    1 => base,
                    _ if base == self.graph.one() => base,
                    _ => self.graph.make(&Node::Power(base, exponent)),
                };
                power.scale(&factor)
            }
            Err(error) => self.graph.fail(error),
        }
    }

    /// A negative power of a product: that of each factor, so that a factored denominator stays
    /// factored when it is expanded.
    fn reciprocal_of_product(self, exponent: i64) -> Self {
        let mut result = self.graph.one();
        let mut open = vec![self];
        while let Some(expr) = open.pop() {
            match expr.node() {
                Node::Mul(a, b) => open.extend([a, b]),
                Node::Scale(factor, a) => {
                    open.extend([self.graph.constant(factor), a]);
                }
                _ => result = result.times(expr.power(exponent)),
            }
        }
        result
    }

    pub(super) fn over(self, other: Self) -> Self {
        if other.is_zero() {
            return self.graph.fail(Error::DivisionByZero);
        }
        self.times(other.pow(-1))
    }

    /// The sine.
    #[must_use]
    pub fn sin(self) -> Self {
        self.apply(Function::Sin)
    }

    /// The cosine.
    #[must_use]
    pub fn cos(self) -> Self {
        self.apply(Function::Cos)
    }

    /// The square root.
    #[must_use]
    pub fn sqrt(self) -> Self {
        self.apply(Function::Sqrt)
    }

    /// The magnitude.
    #[must_use]
    pub fn abs(self) -> Self {
        self.apply(Function::Abs)
    }

    /// -1, 0 or 1.
    #[must_use]
    pub fn sign(self) -> Self {
        self.apply(Function::Sign)
    }

    /// A function of this. Exact values at numbers and the sign of the argument are folded.
    #[must_use]
    pub fn apply(self, function: Function) -> Self {
        if function == Function::Reciprocal {
            return self.graph.one().over(self);
        }
        let graph = self.graph;
        let (factor, rest) = self.split_coefficient();
        if let Some(value) = exact_value(function, &factor, rest) {
            return graph.constant(value);
        }
        let call = |argument| graph.make(&Node::Call(function, argument));
        match function {
            Function::Cos | Function::Abs if factor.is_negative() => {
                self.scale(&Rational::MINUS_ONE).apply(function)
            }
            Function::Sin | Function::Sign if factor.is_negative() => {
                self.scale(&Rational::MINUS_ONE).apply(function).scale(&Rational::MINUS_ONE)
            }
            _ => call(self),
        }
    }

    fn assert_same_graph(self, other: Self) {
        // A fault of the program, as an index out of bounds is.
        assert!(std::ptr::eq(self.graph, other.graph), "expressions of two graphs were mixed");
    }
}

/// Of how many operands of a sum or product like ones are looked for.
const MOST_OPERANDS: usize = 32;

/// The sum of two sums that have like terms, collected; nothing when they have none.
fn collect_terms<'g>(left: Expr<'g>, right: Expr<'g>) -> Option<Expr<'g>> {
    let (mut sum, more) = (terms_of(left), terms_of(right));
    let mut alike = false;
    for (factor, expr) in more {
        match sum.iter_mut().find(|(_, known)| *known == expr) {
            Some((own, _)) => {
                *own = &*own + &factor;
                alike = true;
            }
            None => sum.push((factor, expr)),
        }
    }
    // Without like terms left, adding up again comes to its end.
    alike.then(|| {
        let terms = sum.into_iter().filter(|(factor, _)| !factor.is_zero());
        let scaled = terms.map(|(factor, expr)| expr.scale(&factor));
        scaled.fold(left.graph.zero(), Expr::plus)
    })
}

/// The terms of a sum with their numbers; a long sum counts as one term.
fn terms_of(sum: Expr<'_>) -> Vec<(Rational, Expr<'_>)> {
    let mut terms = Vec::new();
    let mut open = vec![(Rational::ONE, sum)];
    while let Some((outer, expr)) = open.pop() {
        let (own, rest) = expr.split_coefficient();
        let factor = &outer * &own;
        match rest.node() {
            Node::Add(a, b) => open.extend([(factor.clone(), b), (factor, a)]),
            _ => terms.push((factor, rest)),
        }
        if open.len() + terms.len() > MOST_OPERANDS {
            let (factor, rest) = sum.split_coefficient();
            return vec![(factor, rest)];
        }
    }
    terms
}

/// The product of two products that have powers of one base, collected; nothing when they have none.
fn collect_factors<'g>(left: Expr<'g>, right: Expr<'g>) -> Option<Expr<'g>> {
    let (mut product, more) = (factors_of(left), factors_of(right));
    let mut alike = false;
    for (base, exponent) in more {
        match product.iter_mut().find(|(known, _)| *known == base) {
            Some((_, own)) => {
                *own += exponent;
                alike = true;
            }
            None => product.push((base, exponent)),
        }
    }
    alike.then(|| {
        let powers = product.into_iter().map(|(base, exponent)| base.power(exponent));
        powers.fold(left.graph.one(), Expr::times)
    })
}

/// The bases of a product with their exponents; a long product counts as one factor.
fn factors_of(product: Expr<'_>) -> Vec<(Expr<'_>, i64)> {
    let mut factors = Vec::new();
    let mut open = vec![product];
    while let Some(expr) = open.pop() {
        match expr.node() {
            Node::Mul(a, b) => open.extend([b, a]),
            _ => factors.push(expr.split_power()),
        }
        if open.len() + factors.len() > MOST_OPERANDS {
            return vec![product.split_power()];
        }
    }
    factors
}

/// The value of a function at `factor * rest`, where it is rational.
fn exact_value(function: Function, factor: &Rational, rest: Expr<'_>) -> Option<Rational> {
    let is_number = rest == rest.graph.one();
    match function {
        Function::Sin | Function::Cos => {
            let quarters = if factor.is_zero() {
                0
            } else if rest.node() == Node::Symbol(Symbol::PI) {
                (factor + factor).to_i64()?
            } else {
                return None;
            };
            let sine = [0, 1, 0, -1];
            let shift = if function == Function::Cos { 1 } else { 0 };
            Some(sine[(quarters.rem_euclid(4) as usize + shift) % 4].into())
        }
        Function::Sqrt if is_number => factor.sqrt(),
        Function::Abs if is_number => Some(factor.abs()),
        Function::Sign if is_number => Some(factor.signum()),
        _ => None,
    }
}
