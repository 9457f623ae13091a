//! Polynomials as expressions.

use appell_diagnostic::broken_invariant;

use super::{Expr, Graph};
use crate::atom::AtomKind;
use crate::poly::Poly;
use crate::symbol::Symbol;

impl Graph {
    /// A polynomial as an expression: the sum of its terms.
    ///
    /// ```
    /// use appell_algebra::{Budget, Graph, Poly, Symbols};
    /// let symbols = Symbols::new();
    /// symbols.parameter("l1")?;
    /// let poly = Poly::parse("l1^2*cos(0.3) - 2/l1 + sqrt(l1)", &symbols, &Budget::default())?;
    /// let graph = Graph::new(&symbols);
    /// assert_eq!(graph.poly(&poly).expand(&Budget::default())?, poly);
    /// # Ok::<(), appell_algebra::Error>(())
    /// ```
    pub fn poly(&self, poly: &Poly) -> Expr<'_> {
        let mut sum = self.zero();
        for term in poly.terms() {
            let mut product = self.one();
            for factor in term.factors {
                let atom = match factor.atom.kind() {
                    AtomKind::Symbol(symbol) => self.symbol(symbol),
                    AtomKind::Cos(angle) => self.angle(angle).cos(),
                    AtomKind::Sin(angle) => self.angle(angle).sin(),
                    // functions are nested no deeper than their table allows
                    AtomKind::Function(_) => match self.symbols().function_of(factor.atom) {
                        Some((function, argument)) => self.poly(&argument).apply(function),
                        None => broken_invariant("a function of another table of symbols"),
                    },
                };
                product = product * atom.pow(factor.exponent);
            }
            sum = sum + product.scale(term.coefficient);
        }
        sum
    }

    /// The angle that a symbol under a sine or cosine stands for.
    fn angle(&self, symbol: Symbol) -> Expr<'_> {
        match self.symbols().angle_of(symbol) {
            Some(angle) => self.poly(&angle),
            None => self.symbol(symbol),
        }
    }
}
