//! Substitution.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::Poly;
use crate::atom::{Atom, AtomKind};
use crate::budget::Budget;
use crate::error::Error;
use crate::rational::Rational;
use crate::symbol::{Symbol, Symbols};

/// What stands for which atom.
pub(crate) type Replacements = HashMap<Atom, Poly, FxBuildHasher>;

impl Poly {
    /// Puts a polynomial in the place of a symbol, under sines, cosines and functions too. Time
    /// derivatives of the symbol are symbols of their own and stay.
    ///
    /// ```
    /// use appell_algebra::{Budget, Poly, Symbols};
    /// let symbols = Symbols::new();
    /// let (q1, q2) = (symbols.coordinate("q1")?, symbols.coordinate("q2")?);
    /// let sum = Poly::from(q1) + Poly::from(q2);
    /// let rotated = Poly::sin(q1).substitute(q1, &sum, &symbols, &Budget::default())?;
    /// assert_eq!(rotated, Poly::sin(q1) * Poly::cos(q2) + Poly::cos(q1) * Poly::sin(q2));
    /// # Ok::<(), appell_algebra::Error>(())
    /// ```
    pub fn substitute(
        &self,
        symbol: Symbol,
        value: &Self,
        symbols: &Symbols,
        budget: &Budget,
    ) -> Result<Self, Error> {
        self.substitute_all(&[(symbol, value.clone())], symbols, budget)
    }

    /// Puts a number in the place of a symbol.
    pub fn substitute_number(
        &self,
        symbol: Symbol,
        value: Rational,
        symbols: &Symbols,
        budget: &Budget,
    ) -> Result<Self, Error> {
        self.substitute(symbol, &Self::constant(value), symbols, budget)
    }

    /// Puts polynomials in the place of several symbols at once: what is put in is not touched
    /// by the other replacements.
    pub fn substitute_all(
        &self,
        values: &[(Symbol, Self)],
        symbols: &Symbols,
        budget: &Budget,
    ) -> Result<Self, Error> {
        let find = |symbol: Symbol| values.iter().find(|(known, _)| *known == symbol);
        let mut replacements = Replacements::default();
        for atom in self.atoms() {
            let replacement = match atom.kind() {
                AtomKind::Symbol(x) => find(x).map(|(_, value)| value.clone()),
                AtomKind::Cos(x) => {
                    find(x).map(|(_, angle)| symbols.cos(angle, budget)).transpose()?
                }
                AtomKind::Sin(x) => {
                    find(x).map(|(_, angle)| symbols.sin(angle, budget)).transpose()?
                }
                AtomKind::Function(index) => {
                    let application = symbols.application(index);
                    let argument = application.argument.substitute_all(values, symbols, budget)?;
                    let changed = argument != application.argument;
                    let applied = || symbols.apply(application.function, &argument, budget);
                    changed.then(applied).transpose()?
                }
            };
            replacements.extend(replacement.map(|value| (atom, value)));
        }
        self.replace(&replacements, symbols, budget)
    }

    /// Puts polynomials in the place of atoms.
    pub(crate) fn replace(
        &self,
        replacements: &Replacements,
        symbols: &Symbols,
        budget: &Budget,
    ) -> Result<Self, Error> {
        if replacements.is_empty() {
            return Ok(self.clone());
        }
        let mut powers: HashMap<(Atom, i32), Self, FxBuildHasher> = HashMap::default();
        let mut parts = Vec::new();
        for group in self.group_by(|atom| replacements.contains_key(&atom)) {
            budget.check()?;
            let mut part = group.coefficient;
            for factor in &group.factors {
                let key = (factor.atom, factor.exponent);
                if !powers.contains_key(&key) {
                    let power =
                        symbols.power(&replacements[&factor.atom], factor.exponent, budget)?;
                    powers.insert(key, power);
                }
                part = part.checked_mul(&powers[&key], budget)?;
            }
            parts.push(part);
        }
        Self::checked_sum(parts, budget)
    }
}
