//! The document: quantities whose entries are formulas, and the names that these use.

use appell_algebra::{Formula, Symbol};
use appell_diagnostic::Diagnostic;
use appell_mechanics::{EntryName, Quantity, Value};
use appell_model::Robot;

use crate::error::Error;
use crate::layout::Layout;

/// Formulas of quantities of a robot. It writes itself as [text](Derived::text),
/// [LaTeX](Derived::latex), [Typst](Derived::typst) or [JSON](Derived::json).
#[derive(Clone, Debug)]
pub struct Derived {
    /// The robot, whose symbols the formulas are made of.
    pub(crate) robot: Robot,
    pub(crate) content: Content,
    pub(crate) layout: Layout,
    /// What quantities are called in JSON, where they have other names there than their own.
    pub(crate) names: Vec<(String, Quantity)>,
}

/// What stands in the document.
#[derive(Clone, Debug, Default)]
pub(crate) struct Content {
    pub(crate) steps: Vec<(Symbol, Formula)>,
    pub(crate) quantities: Vec<DerivedQuantity>,
    pub(crate) remarks: Vec<Diagnostic>,
    pub(crate) missing: Vec<MissingQuantity>,
}

/// A quantity whose entries are formulas.
#[derive(Clone, Debug)]
pub struct DerivedQuantity {
    pub(crate) quantity: Quantity,
    pub(crate) value: Value<Formula>,
}

/// A quantity that could not be derived, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct MissingQuantity {
    pub(crate) quantity: Quantity,
    pub(crate) error: Error,
}

impl Derived {
    /// The same formulas, laid out in another way.
    #[must_use]
    pub fn with_layout(mut self, layout: Layout) -> Self {
        self.layout = layout;
        self
    }

    /// The same formulas, in [JSON](Derived::json) under these names, such as those that were asked for:
    /// `J@0` beside `J`, `Q[shoulder]`.
    #[must_use]
    pub fn with_names(mut self, names: &[(String, Quantity)]) -> Self {
        self.names = names.to_vec();
        self
    }

    /// What a quantity is called in JSON.
    pub(crate) fn names_of(&self, quantity: Quantity) -> Vec<String> {
        let given = self.names.iter().filter(|(_, it)| *it == quantity);
        let names: Vec<String> = given.map(|(name, _)| name.clone()).collect();
        if names.is_empty() { vec![quantity.to_string()] } else { names }
    }

    /// The robot, with the symbols that stand in the formulas.
    pub fn robot(&self) -> &Robot {
        &self.robot
    }

    /// Names that the formulas use, each with what it stands for: subexpressions that several
    /// formulas share, integrals of elastic links, angles of their tips. A name is explained
    /// before it is used.
    pub fn steps(&self) -> &[(Symbol, Formula)] {
        &self.content.steps
    }

    /// The quantities, in the order in which they were asked for.
    pub fn quantities(&self) -> &[DerivedQuantity] {
        &self.content.quantities
    }

    /// What a reader should know beside the formulas.
    pub fn remarks(&self) -> &[Diagnostic] {
        &self.content.remarks
    }

    /// The quantities that were asked for and could not be derived. Where the time was over or the
    /// work was cancelled, those after the last one were not begun.
    pub fn missing(&self) -> &[MissingQuantity] {
        &self.content.missing
    }
}

impl DerivedQuantity {
    /// Which quantity.
    pub fn quantity(&self) -> Quantity {
        self.quantity
    }

    /// Its entries, with shape and axes.
    pub fn value(&self) -> &Value<Formula> {
        &self.value
    }

    /// Every entry with its name: `Q[1]`, `omega[2].x`, `M[1,2]`.
    pub fn entries(&self) -> Vec<(EntryName, &Formula)> {
        let names = self.value.entry_names(self.quantity);
        names.into_iter().zip(self.value.entries()).collect()
    }
}

impl Content {
    /// Lists the first of these quantities as missing; where the error ends all work, those after it
    /// too. Says whether it does.
    pub(crate) fn lacks(&mut self, quantities: &[Quantity], error: &Error) -> bool {
        let ends = error.ends_all_work();
        let count = if ends { quantities.len() } else { 1 };
        let missing = quantities.iter().take(count);
        self.missing
            .extend(missing.map(|&quantity| MissingQuantity { quantity, error: error.clone() }));
        ends
    }
}

impl MissingQuantity {
    /// The quantity that could not be derived.
    pub fn quantity(&self) -> Quantity {
        self.quantity
    }

    /// Why.
    pub fn error(&self) -> &Error {
        &self.error
    }

    /// The same as diagnostics, which name the quantity.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        let mut findings = self.error.diagnostics();
        for finding in &mut findings {
            finding.message = format!("{} was not derived: {}", self.quantity, finding.message);
        }
        findings
    }
}
