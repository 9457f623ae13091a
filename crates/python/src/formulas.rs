//! Formulas of quantities.

use std::collections::HashMap;
use std::sync::Arc;

use appell::algebra::{Budget, Form, Poly, Printer};
use appell::report::{Derived, mathml};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::error::exception;
use crate::interrupt::interruptible;

/// Formulas of quantities of a robot.
#[pyclass(frozen, module = "appell._appell")]
pub(crate) struct Formulas {
    robot: Arc<appell::Robot>,
    names: Vec<String>,
    derived: Derived,
}

impl Formulas {
    pub(crate) fn new(robot: Arc<appell::Robot>, names: Vec<String>, derived: Derived) -> Self {
        Self { robot, names, derived }
    }

    /// The entries as exact polynomials, in normal form.
    fn polynomials(&self, budget: &Budget) -> Result<Vec<(String, Poly)>, appell::Error> {
        let values = self.robot.polynomials(&self.names, budget)?;
        let mut entries = Vec::new();
        for ((name, value), derived) in values.iter().zip(self.derived.quantities()) {
            let names = derived.entries().into_iter().map(|(name, _)| name.to_string());
            debug_assert_eq!(*name, derived.quantity().to_string());
            entries.extend(names.zip(value.entries().cloned()));
        }
        Ok(entries)
    }
}

#[pymethods]
impl Formulas {
    fn text(&self) -> String {
        self.derived.text()
    }

    fn latex(&self) -> String {
        self.derived.latex()
    }

    fn typst(&self) -> String {
        self.derived.typst()
    }

    /// The formulas as JSON, for programs.
    fn json(&self) -> String {
        self.derived.json()
    }

    /// Names that the formulas use, each with its formula: as text.
    fn steps(&self) -> Vec<(String, String)> {
        let symbols = self.derived.robot().symbols();
        let printer = Printer::new(symbols);
        let steps = self.derived.steps().iter();
        steps.map(|(name, formula)| (symbols.name(*name), printer.text(formula))).collect()
    }

    /// The entries: name and formula, as text.
    fn entries(&self) -> Vec<(String, String)> {
        let printer = Printer::new(self.derived.robot().symbols());
        let quantities = self.derived.quantities().iter();
        let entries = quantities.flat_map(|quantity| quantity.entries());
        entries.map(|(name, formula)| (name.to_string(), printer.text(formula))).collect()
    }

    /// The shapes of the quantities: name, rows, columns.
    fn shapes(&self) -> Vec<(String, usize, usize)> {
        let quantities = self.derived.quantities().iter();
        quantities
            .map(|it| {
                let rows = &it.value().rows;
                (it.quantity().to_string(), rows.len(), rows.first().map_or(0, Vec::len))
            })
            .collect()
    }

    /// The formulas as MathML, an element for each.
    fn mathml(&self) -> Vec<String> {
        let printer = Printer::new(self.derived.robot().symbols()).with_width(60);
        let quantities = self.derived.quantities().iter();
        let entries = quantities.flat_map(|quantity| quantity.entries());
        let latex = entries.map(|(name, formula)| {
            let lines = printer.latex_lines(formula);
            let lines = lines.join(" \\\\ & \\quad ");
            format!("\\begin{{aligned}} {} & = {lines} \\end{{aligned}}", name.latex())
        });
        latex.map(|latex| mathml(&latex)).collect()
    }

    /// How many terms there are in all entries, multiplied out.
    fn terms(&self, py: Python<'_>) -> PyResult<usize> {
        let entries = interruptible(py, None, |budget| self.polynomials(budget))?;
        let entries = entries.map_err(|error| exception(py, &error))?;
        Ok(entries.iter().map(|(_, poly)| poly.terms().len()).sum())
    }

    /// Whether all entries are equal: decided by the normal form. Formulas of other robots are
    /// compared by the names of their symbols.
    fn equals(&self, py: Python<'_>, other: &Self) -> PyResult<bool> {
        let decided = interruptible(py, None, |budget| {
            let (own, others) = (self.polynomials(budget)?, other.polynomials(budget)?);
            if own.len() != others.len() {
                return Ok(false);
            }
            let symbols = self.robot.model().symbols();
            let printer = Printer::new(other.robot.model().symbols());
            for ((_, own), (_, other)) in own.iter().zip(&others) {
                // symbols of another robot have other numbers: its formula is read by names
                let text = printer.text(&printer.arrange(other, &Form::Compact, budget)?);
                let unknown = symbols.unknown_names(&text);
                let read = match unknown.is_empty() {
                    true => Poly::parse(&text, symbols, budget)?,
                    false => return Ok(false),
                };
                if *own != read {
                    return Ok(false);
                }
            }
            Ok::<_, appell::Error>(true)
        })?;
        decided.map_err(|error| exception(py, &error))
    }

    /// The entries with numbers or formulas in the place of symbols: name and formula, as text and as
    /// LaTeX.
    fn substituted(
        &self,
        py: Python<'_>,
        values: HashMap<String, String>,
    ) -> PyResult<Vec<(String, String, String)>> {
        let symbols = self.robot.model().symbols();
        let mut unknown: Vec<&String> =
            values.keys().filter(|name| symbols.find(name).is_none()).collect();
        unknown.sort();
        if let Some(name) = unknown.first() {
            let message = format!("the formulas have no symbol `{name}`");
            return Err(PyValueError::new_err(message));
        }
        let replaced = interruptible(py, None, |budget| {
            let mut pairs = Vec::new();
            for (name, value) in &values {
                if let Some(symbol) = symbols.find(name) {
                    pairs.push((symbol, Poly::parse(value, symbols, budget)?));
                }
            }
            pairs.sort_by_key(|(symbol, _)| *symbol);
            let printer = Printer::new(symbols);
            let mut entries = Vec::new();
            for (name, poly) in self.polynomials(budget)? {
                let poly = poly.substitute_all(&pairs, symbols, budget)?;
                let formula = printer.arrange(&poly, &Form::Compact, budget)?;
                entries.push((name, printer.text(&formula), printer.latex(&formula)));
            }
            Ok::<_, appell::Error>(entries)
        })?;
        replaced.map_err(|error| exception(py, &error))
    }
}
