//! Christoffel symbols in print: their indices stand in one of two orders (Spong; Siciliano), and a document uses one.

use std::collections::BTreeMap;

use appell_algebra::Poly;

use super::equation::Checker;
use crate::known::Known;
use crate::meaning::Meaning;
use crate::name::Name;

impl Checker<'_, '_> {
    /// A Christoffel symbol by both orders of its indices: Spong's, Siciliano's.
    pub(super) fn orders_of_christoffel(&self, name: &Name) -> Option<[Poly; 2]> {
        let [i, j, k] = name.christoffel()?;
        Some([self.christoffel(i, j, k)?, self.christoffel(j, k, i)?])
    }

    /// The order of the indices of Christoffel symbols by which most of the document holds; Spong's, where as many
    /// speak for the other one; none where nothing does.
    pub(super) fn order_of_christoffel(&self) -> Option<usize> {
        let uses = self.defined.orders.borrow();
        match (uses[0].len(), uses[1].len()) {
            (0, 0) => None,
            (first, second) => Some(usize::from(first < second)),
        }
    }

    /// Remembers by which order of its indices a Christoffel symbol holds.
    pub(super) fn remember_orders(&self, before: &BTreeMap<Name, Meaning>) {
        let guesses = self.defined.guesses.borrow();
        for (name, meaning) in guesses.iter().filter(|(name, _)| !before.contains_key(name)) {
            let Some([first, second]) = self.orders_of_christoffel(name) else { continue };
            let Some(value) = self.poly(meaning).ok().filter(|_| first != second) else { continue };
            if let Some(order) = [first, second].iter().position(|it| *it == value) {
                self.defined.orders.borrow_mut()[order].insert(name.clone());
            }
        }
    }

    /// (dM_kj/dq_i + dM_ki/dq_j - dM_ij/dq_k)/2, indices counted from 1.
    fn christoffel(&self, i: usize, j: usize, k: usize) -> Option<Poly> {
        let masses = self.truth.value(&Known::read("M", self.robot)?).ok()??;
        let coordinates = self.robot.coordinates();
        let slope = |row: usize, column: usize, by: usize| {
            let q = *coordinates.get(by.checked_sub(1)?)?;
            let mass = masses.get(row.checked_sub(1)?, column.checked_sub(1)?)?.poly().ok()?;
            mass.derivative(q, self.robot.symbols(), self.budget).ok()
        };
        let sum = &(&slope(k, j, i)? + &slope(k, i, j)?) - &slope(i, j, k)?;
        let half = Poly::constant(appell_algebra::Rational::new(1, 2).ok()?);
        sum.checked_mul(&half, self.budget).ok()
    }
}
