//! Names for constant angles of many digits, which oblique axes have: `beta1` for 0.9302740141154721.

use std::collections::{BTreeMap, BTreeSet};

use appell_algebra::{Formula, Symbol, SymbolKind, Symbols};
use appell_model::Robot;

use super::names::with_names;
use crate::derived::Derived;
use crate::error::Error;

/// An angle of more characters gets a name.
const LONGEST: usize = 6;

/// The angles that have names, as their symbols are called, each with its name.
#[derive(Default)]
pub(super) struct Angles(Vec<(String, String)>);

impl Angles {
    /// Names for the long angles in the formulas of a derivation; none that is taken.
    pub(super) fn of(derived: &Derived, taken: &BTreeSet<String>) -> Self {
        let symbols = derived.robot().symbols();
        let steps = derived.steps().iter().map(|(_, formula)| formula);
        let entries = derived.quantities().iter().flat_map(|it| it.value().entries());
        let all: BTreeSet<String> = steps
            .chain(entries)
            .flat_map(Formula::symbols)
            .filter(|symbol| symbol.kind() == SymbolKind::Constant)
            .map(|symbol| symbols.name(symbol))
            .filter(|angle| angle.len() > LONGEST)
            .collect();
        let is_free = |letter: &&str| !taken.iter().any(|name| name.starts_with(*letter));
        let letter = ["beta", "gamma", "delta"].into_iter().find(is_free).unwrap_or("angle");
        let names = (1..).map(|number| format!("{letter}{number}"));
        Self(all.into_iter().zip(names.filter(|name| !taken.contains(name))).collect())
    }

    /// The symbols of angles in a formula, each with the symbol of its name.
    fn in_formula(
        &self,
        formula: &Formula,
        symbols: &Symbols,
    ) -> Result<BTreeMap<Symbol, Symbol>, Error> {
        let constants = formula.symbols().into_iter();
        let constants = constants.filter(|symbol| symbol.kind() == SymbolKind::Constant);
        let named = constants.filter_map(|symbol| {
            let angle = symbols.name(symbol);
            let (_, name) = self.0.iter().find(|(known, _)| *known == angle)?;
            Some((symbol, name))
        });
        named.map(|(symbol, name)| Ok((symbol, symbols.parameter(name)?))).collect()
    }

    /// The formula with the names of its angles.
    pub(super) fn named(&self, formula: &Formula, symbols: &Symbols) -> Result<Formula, Error> {
        Ok(with_names(formula, &self.in_formula(formula, symbols)?))
    }

    /// The formulas of a derivation with these names, which are explained before all others.
    pub(super) fn put_into(&self, mut derived: Derived) -> Result<Derived, Error> {
        let robot: Robot = derived.robot().clone();
        let symbols = robot.symbols();
        let mut used: BTreeMap<Symbol, Symbol> = BTreeMap::new();
        let mut put = |formula: &Formula| {
            let names = self.in_formula(formula, symbols)?;
            let named = with_names(formula, &names);
            used.extend(names);
            Ok::<_, Error>(named)
        };
        for (_, formula) in &mut derived.content.steps {
            *formula = put(formula)?;
        }
        for quantity in &mut derived.content.quantities {
            quantity.value = quantity.value.try_map(&mut put)?;
        }
        // in the order of their names
        let place = |angle: Symbol| {
            let text = symbols.name(angle);
            self.0.iter().position(|(known, _)| *known == text)
        };
        let mut used: Vec<(Symbol, Symbol)> = used.into_iter().collect();
        used.sort_by_key(|(angle, _)| place(*angle));
        let meanings = used.into_iter().map(|(angle, name)| (name, Formula::Symbol(angle)));
        derived.content.steps.splice(..0, meanings);
        Ok(derived)
    }
}
