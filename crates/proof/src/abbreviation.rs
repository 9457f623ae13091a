//! Names that a document defines: `h = -m_2 l_1 l_{c2} \sin q_2`.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use appell_algebra::{Poly, Symbol, Symbols};
use appell_mechanics::Kind;

use crate::known::Known;
use crate::meaning::Meaning;
use crate::name::Name;

/// The abbreviations of one document, as far as it was read.
#[derive(Debug, Default)]
pub(crate) struct Abbreviations {
    by_name: RefCell<BTreeMap<Name, Abbreviation>>,
    meanings: RefCell<BTreeMap<Symbol, Rc<Meaning>>>,
    /// Symbols that stand for quantities of the robot, and of these for momenta.
    of_quantities: RefCell<BTreeSet<Symbol>>,
    of_momenta: RefCell<BTreeSet<Symbol>>,
    /// Symbols of names that stand in formulas.
    used: RefCell<BTreeSet<Symbol>>,
}

#[derive(Debug)]
struct Abbreviation {
    /// What stands for it in formulas: a symbol that the robot does not have.
    symbol: Symbol,
    value: Poly,
    /// Whether it was defined again, as something else: then nobody knows which is meant.
    is_ambiguous: bool,
}

/// What became of a definition.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Defined {
    /// It is known from now on.
    Now,
    /// It was defined before, in another way.
    Differently,
    /// The table of symbols has no place for it.
    Not,
}

impl Abbreviations {
    /// Makes a name known. `value` is what it stands for, in normal form.
    pub(crate) fn define(
        &self,
        name: &Name,
        meaning: Meaning,
        value: Poly,
        symbols: &Symbols,
    ) -> Defined {
        let mut by_name = self.by_name.borrow_mut();
        if let Some(known) = by_name.get_mut(name) {
            known.is_ambiguous |= known.value != value;
            return if known.is_ambiguous { Defined::Differently } else { Defined::Now };
        }
        let Ok(symbol) =
            symbols.parameter(&format!("abbreviation{}", self.meanings.borrow().len() + 1))
        else {
            return Defined::Not;
        };
        let has = |names: &BTreeSet<Symbol>, is_it: &dyn Fn(&Known) -> bool| {
            meaning.any(&|part| match part {
                Meaning::Known(known, _) => is_it(known),
                Meaning::Symbol(own, _) => names.contains(own),
                _ => false,
            })
        };
        let is_momentum = |it: &Known| it.quantity.kind() == Kind::Momentum;
        if has(&self.of_quantities.borrow(), &|_| true) {
            self.of_quantities.borrow_mut().insert(symbol);
        }
        if has(&self.of_momenta.borrow(), &is_momentum) {
            self.of_momenta.borrow_mut().insert(symbol);
        }
        self.meanings.borrow_mut().insert(symbol, Rc::new(meaning));
        let abbreviation = Abbreviation { symbol, value, is_ambiguous: false };
        by_name.insert(name.clone(), abbreviation);
        Defined::Now
    }

    /// How many names are defined.
    pub(crate) fn count(&self) -> usize {
        self.by_name.borrow().len()
    }

    /// Forgets names that are defined in different ways: each definition holds from its place on.
    pub(crate) fn forget_ambiguous(&self) {
        self.by_name.borrow_mut().retain(|_, known| !known.is_ambiguous);
    }

    /// The symbol of a name that was defined, also with its arguments: what `\Delta(\theta)` is, is `\Delta` too.
    pub(crate) fn symbol(&self, name: &Name) -> Option<Symbol> {
        let by_name = self.by_name.borrow();
        let known = by_name.get(name).or_else(|| by_name.get(&name.applied()));
        known.filter(|known| !known.is_ambiguous).map(|known| known.symbol)
    }

    /// Remembers that the names in a formula are used.
    pub(crate) fn mark_used(&self, formula: &Meaning) {
        let meanings = self.meanings.borrow();
        formula.any(&|part| {
            if let Meaning::Symbol(symbol, _) = part
                && meanings.contains_key(symbol)
            {
                self.used.borrow_mut().insert(*symbol);
            }
            false
        });
    }

    /// Whether a symbol stands for something with quantities of the robot in it.
    pub(crate) fn rests_on_quantity(&self, symbol: Symbol) -> bool {
        self.of_quantities.borrow().contains(&symbol)
    }

    /// Whether a symbol stands for something with momenta in it.
    pub(crate) fn has_momenta(&self, symbol: Symbol) -> bool {
        self.of_momenta.borrow().contains(&symbol)
    }

    /// What a symbol stands for; nothing for a symbol of the robot.
    pub(crate) fn meaning(&self, symbol: Symbol) -> Option<Rc<Meaning>> {
        self.meanings.borrow().get(&symbol).cloned()
    }

    /// The names that were defined and never used.
    pub(crate) fn unused(&self) -> Vec<Name> {
        let (by_name, used) = (self.by_name.borrow(), self.used.borrow());
        let unused = by_name.iter().filter(|(_, it)| !used.contains(&it.symbol));
        unused.map(|(name, _)| name.clone()).collect()
    }
}
