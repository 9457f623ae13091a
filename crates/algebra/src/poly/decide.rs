//! Decides whether two formulas are equal, or reports why it is undecided.

use super::Poly;
use crate::atom::AtomKind;
use crate::symbol::SymbolKind;

/// The answer to the question whether two formulas are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// They are equal: their normal forms are the same.
    Equal,
    /// They are not: they differ for some values of the symbols.
    Different,
    /// Their normal forms differ, but by terms with opaque functions or constant angles, of which
    /// the normal form does not know every relation: `sqrt(x)^2` and `x`, `sin(pi/4)^2` and `1/2`.
    Undecided,
}

impl Poly {
    /// Decides whether two polynomials are equal for all values of their symbols.
    ///
    /// ```
    /// use appell_algebra::{Budget, Decision, Poly, Symbols};
    /// let symbols = Symbols::new();
    /// symbols.coordinate("q1")?;
    /// symbols.parameter("x")?;
    /// let read = |text: &str| Poly::parse(text, &symbols, &Budget::default());
    /// assert_eq!(read("cos(2*q1)")?.decide(&read("1 - 2*sin(q1)^2")?), Decision::Equal);
    /// assert_eq!(read("cos(2*q1)")?.decide(&read("1 - sin(q1)^2")?), Decision::Different);
    /// assert_eq!(read("sqrt(x)^2")?.decide(&read("x")?), Decision::Undecided);
    /// # Ok::<(), appell_algebra::Error>(())
    /// ```
    pub fn decide(&self, other: &Self) -> Decision {
        let differences = self.difference(other);
        let mut factors = differences.iter().flat_map(|difference| &difference.factors);
        if differences.is_empty() {
            Decision::Equal
        } else if factors.any(|factor| match factor.atom.kind() {
            AtomKind::Function(_) => true,
            AtomKind::Cos(x) | AtomKind::Sin(x) => x.kind() == SymbolKind::Constant,
            AtomKind::Symbol(_) => false,
        }) {
            Decision::Undecided
        } else {
            Decision::Different
        }
    }
}
