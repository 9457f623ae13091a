//! The second route to every verdict, and a state at which a refuted formula is wrong.

use std::collections::BTreeMap;

use appell_algebra::{Poly, Symbol, SymbolKind};
use appell_mechanics::Error;

use super::equation::{Checker, Left};
use crate::meaning::Meaning;
use crate::meaning::evaluate::value;
use crate::point::{Exact, mixed};
use crate::report::{CounterExample, SecondRoute};
use crate::tensor::Tensor;

impl Checker<'_, '_> {
    /// Whether both are equal at random states, and how that was found.
    pub(super) fn second(
        &self,
        left: &Left<'_>,
        entry: Option<(usize, usize)>,
        meaning: &Meaning,
        derived: &Poly,
        printed: &Poly,
    ) -> Result<(bool, SecondRoute), Error> {
        let mut exact = Vec::new();
        for truth in self.second.iter().flatten() {
            let scalar = |meaning: &Meaning, entry: Option<(usize, usize)>| {
                let value = value(meaning, truth).ok()?;
                match entry {
                    Some((i, j)) => value.get(i, j).cloned(),
                    None => value.as_scalar().cloned(),
                }
            };
            exact.push(scalar(left.meaning, entry).zip(scalar(meaning, None)));
        }
        if !exact.is_empty() && exact.iter().all(Option::is_some) {
            let equal = exact.iter().flatten().all(|(derived, printed)| exactly(derived, printed));
            return Ok((equal, SecondRoute::Exact));
        }
        // roots and constant angles have no exact value: numbers, to rounding
        let mut equal = true;
        for seed in [3, 4] {
            let values = self.values(seed, &[printed, derived]);
            let of = |poly: &Poly| {
                poly.evaluate(self.robot.symbols(), |symbol| values.get(&symbol).copied())
            };
            let (a, b) = (of(printed)?, of(derived)?);
            equal &= (a - b).abs() <= 1e-9 * (1.0 + a.abs().max(b.abs()));
        }
        Ok((equal, SecondRoute::Floating))
    }

    pub(super) fn second_of_tensors(
        &self,
        left: &Left<'_>,
        meaning: &Meaning,
        equal: bool,
    ) -> Result<SecondRoute, Error> {
        for truth in self.second.iter().flatten() {
            let (Ok(derived), Ok(printed)) = (value(left.meaning, truth), value(meaning, truth))
            else {
                return Ok(SecondRoute::None);
            };
            if exactly_same(&derived, &printed) != equal {
                return Ok(SecondRoute::None);
            }
        }
        Ok(SecondRoute::Exact)
    }

    /// Values for all symbols of polynomials: small numbers with one decimal.
    fn values(&self, seed: u64, polys: &[&Poly]) -> BTreeMap<Symbol, f64> {
        let symbols = self.robot.symbols();
        let mut values = BTreeMap::new();
        for symbol in polys.iter().flat_map(|poly| poly.symbols(symbols)) {
            let step = mixed(seed, &symbols.name(symbol)) % 29;
            let sign =
                if symbol.kind() == SymbolKind::Coordinate && step % 2 == 1 { -1.0 } else { 1.0 };
            values.insert(symbol, sign * (step + 2) as f64 / 10.0);
        }
        values
    }

    pub(super) fn counter_example(&self, printed: &Poly, derived: &Poly) -> Option<CounterExample> {
        let symbols = self.robot.symbols();
        (5..25).find_map(|seed| {
            let values = self.values(seed, &[printed, derived]);
            let of =
                |poly: &Poly| poly.evaluate(symbols, |symbol| values.get(&symbol).copied()).ok();
            let (printed, derived) = (of(printed)?, of(derived)?);
            ((printed - derived).abs() > 1e-3 * (1.0 + derived.abs())).then(|| CounterExample {
                values: values
                    .iter()
                    .map(|(symbol, value)| (symbols.name(*symbol), *value))
                    .collect(),
                printed,
                derived,
            })
        })
    }
}

/// Whether both have a value, and the same.
fn exactly(a: &Exact, b: &Exact) -> bool {
    matches!((a.value(), b.value()), (Ok(a), Ok(b)) if a == b)
}

/// Whether two tensors are the same at a state.
pub(super) fn exactly_same(a: &Tensor<Exact>, b: &Tensor<Exact>) -> bool {
    a.shape() == b.shape() && a.entries().zip(b.entries()).all(|((_, a), (_, b))| exactly(a, b))
}
