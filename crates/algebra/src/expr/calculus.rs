//! Derivatives and substitution: one sweep over the graph, each shared node once.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::{Expr, Node};
use crate::error::Error;
use crate::function::Function;
use crate::rational::Rational;
use crate::symbol::Symbol;

type Images<'g> = HashMap<Expr<'g>, Expr<'g>, FxBuildHasher>;

impl<'g> Expr<'g> {
    /// The partial derivative by a symbol, everything else held fixed.
    ///
    /// ```
    /// use appell_algebra::{Graph, Symbols};
    /// let symbols = Symbols::new();
    /// let graph = Graph::new(&symbols);
    /// let q = graph.coordinate("q1");
    /// let q1 = symbols.find("q1").ok_or(appell_algebra::Error::NotACoordinate)?;
    /// assert_eq!(q.sin().derivative(q1)?, q.cos());
    /// # Ok::<(), appell_algebra::Error>(())
    /// ```
    pub fn derivative(self, by: Symbol) -> Result<Self, Error> {
        let graph = self.graph;
        self.differentiate(|x| Ok(if x == by { graph.one() } else { graph.zero() }))
    }

    /// The total time derivative: every coordinate moves, every parameter rests.
    pub fn time_derivative(self) -> Result<Self, Error> {
        let graph = self.graph;
        self.differentiate(|x| {
            Ok(x.time_derivative()?.map_or(graph.zero(), |rate| graph.symbol(rate)))
        })
    }

    fn differentiate(
        self,
        rate: impl Fn(Symbol) -> Result<Expr<'g>, Error>,
    ) -> Result<Self, Error> {
        let graph = self.graph;
        let mut rates = Images::default();
        for expr in graph.topological(&[self]) {
            let d = match expr.node() {
                Node::Constant(_) => graph.zero(),
                Node::Symbol(x) => rate(x)?,
                Node::Add(a, b) => rates[&a] + rates[&b],
                Node::Mul(a, b) => rates[&a] * b + a * rates[&b],
                Node::Scale(factor, a) => rates[&a].scale(&factor),
                Node::Power(a, exponent) => {
                    a.pow(exponent - 1).scale(&Rational::from(i64::from(exponent))) * rates[&a]
                }
                Node::Call(function, a) => match rates[&a] {
                    resting if resting.is_zero() => resting,
                    moving => slope(function, a)? * moving,
                },
                Node::Undefined(failure) => return Err(*failure),
            };
            rates.insert(expr, d);
        }
        graph.check()?;
        Ok(rates[&self])
    }

    /// Puts expressions in the place of symbols, all at once.
    pub fn substitute(self, values: &[(Symbol, Expr<'g>)]) -> Result<Self, Error> {
        let graph = self.graph;
        let mut images = Images::default();
        for expr in graph.topological(&[self]) {
            let image = match expr.node() {
                Node::Constant(_) => expr,
                Node::Symbol(x) => {
                    values.iter().find(|(known, _)| *known == x).map_or(expr, |(_, value)| *value)
                }
                Node::Add(a, b) => images[&a] + images[&b],
                Node::Mul(a, b) => images[&a] * images[&b],
                Node::Scale(factor, a) => images[&a].scale(&factor),
                Node::Power(a, exponent) => images[&a].pow(exponent),
                Node::Call(function, a) => images[&a].apply(function),
                Node::Undefined(failure) => return Err(*failure),
            };
            images.insert(expr, image);
        }
        graph.check()?;
        let image = images[&self];
        image.check()?;
        Ok(image)
    }
}

/// The derivative of a function by its argument.
fn slope(function: Function, argument: Expr<'_>) -> Result<Expr<'_>, Error> {
    Ok(match function {
        Function::Sin => argument.cos(),
        Function::Cos => -argument.sin(),
        Function::Sqrt => argument.sqrt().pow(-1).scale(&Rational::new(1, 2)?),
        Function::Abs => argument.sign(),
        // Zero but at the jump, where there is none.
        Function::Sign => argument.graph.zero(),
        Function::Reciprocal => -argument.pow(-2),
        Function::Named(named) => argument.apply(Function::Named(named.slope())),
    })
}
