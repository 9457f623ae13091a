//! The short form: all formulas of a document are shortened together, so that they share their
//! abbreviations.

use appell_algebra::{Expr, Graph, Poly, Printer, ShortForm, Symbol};
use appell_diagnostic::Diagnostic;
use appell_mechanics::{Derivation, PolynomialArithmetic, Quantity, TABLE, Value};

use crate::derive::{Work, in_shape, is_quotient, remark};
use crate::derived::{Content, MissingQuantity};
use crate::error::Error;
use crate::quotient::Quotients;

impl Work<'_, '_> {
    pub(crate) fn short(&self, quantities: &[Quantity]) -> Result<Content, Error> {
        let mut content = Content::default();
        let budget = &self.options.budget;
        let polynomials = PolynomialArithmetic::new(self.robot, budget.clone());
        let derivation = Derivation::new(self.robot, &polynomials)?;
        let graph = Graph::with_budget(self.robot.symbols(), budget.clone());
        let computing = Derivation::new(self.robot, &graph)?;
        let is_solved =
            quantities.iter().any(|it| is_quotient(*it) && self.check_form(*it).is_ok());
        let quotients = is_solved.then(|| Quotients::new(self.robot, &derivation, budget));
        let mut values: Vec<(Quantity, Value<Poly>)> = Vec::new();
        for (place, &quantity) in quantities.iter().enumerate() {
            self.starts(quantity);
            let value = self.check_form(quantity).and_then(|()| match &quotients {
                Some(quotients) if is_quotient(quantity) && self.options.formalism.is_none() => {
                    // the expressions say which shape it has, and why there may be none
                    let shape = computing.get(quantity)?;
                    let quotients = quotients.as_ref().map_err(Clone::clone)?;
                    Ok(quotients.value(quantity, &shape, self.robot)?)
                }
                _ => {
                    let value = self.value(quantity, &derivation)?;
                    Ok(value.try_map(|entry| entry.poly().cloned())?)
                }
            });
            match value {
                Ok(value) => {
                    values.push((quantity, value));
                    content.remarks.extend(remark(quantity, &derivation)?);
                }
                Err(error) => {
                    if content.lacks(&quantities[place..], &error) {
                        break;
                    }
                }
            }
        }
        let exact: Vec<Poly> =
            values.iter().flat_map(|(_, value)| value.entries().cloned()).collect();
        let derived: Vec<Quantity> = values.iter().map(|(quantity, _)| *quantity).collect();
        graph.take_failure();
        let quotients = quotients.and_then(Result::ok);
        let computed = self.computed(&derived, &computing, quotients.as_ref());
        let reserved = self.reserved(&derivation.driving_force_names());
        let symbols = self.robot.symbols();
        let printer = Printer::new(symbols).with_notation(self.robot.notation());
        let short = match ShortForm::of(&exact, &computed, &printer, &reserved, budget) {
            Ok(short) => short,
            Err(error) => {
                let missing = |quantity| MissingQuantity { quantity, error: error.clone().into() };
                content.missing.extend(derived.into_iter().map(missing));
                return Ok(content);
            }
        };
        if !short.complete {
            let message = "the time limit ended the search for a shorter form";
            let note = Diagnostic::note("short-form-stopped", message);
            content.remarks.push(
                note.hint("the formulas are right; a longer time limit may make them shorter"),
            );
        }
        let used: Vec<Symbol> = exact.iter().flat_map(|poly| poly.symbols(symbols)).collect();
        content.steps = self.meanings(&printer, &used)?;
        content.steps.extend(short.steps);
        content.quantities = in_shape(&values, short.results)?;
        Ok(content)
    }

    /// The ways in which the quantities are computed, as starting points; none where one of the
    /// quantities has no such way.
    fn computed<'g>(
        &self,
        quantities: &[Quantity],
        derivation: &Derivation<'_, &'g Graph>,
        quotients: Option<&Quotients<'_>>,
    ) -> Vec<Vec<Expr<'g>>> {
        let way = |is_economical: bool| -> Result<Vec<Expr<'g>>, appell_mechanics::Error> {
            let mut entries = Vec::new();
            for &quantity in quantities {
                match quotients {
                    Some(quotients) if is_quotient(quantity) => {
                        let graph = *derivation.arithmetic();
                        entries.extend(quotients.computed(quantity, graph, self.robot)?);
                    }
                    _ if is_economical => {
                        entries.extend(derivation.economical(quantity)?.value.entries());
                    }
                    _ => entries.extend(self.value(quantity, derivation)?.entries()),
                }
            }
            derivation.arithmetic().check()?;
            Ok(entries)
        };
        let ways = [false, true].map(|is_economical| way(is_economical).ok());
        ways.into_iter().flatten().collect()
    }

    /// The names that abbreviations must not have: those of the robot, of driving forces, and of
    /// quantities.
    pub(crate) fn reserved(&self, driving_forces: &[String]) -> Vec<String> {
        let symbols = self.robot.symbols();
        let parameters = self.robot.parameters().iter();
        let parameters = parameters.flat_map(|it| [Some(it.name.clone()), it.latex.clone()]);
        let parameters = parameters.flatten();
        let coordinates = self.robot.coordinates().into_iter().map(|q| symbols.name(q));
        let defined = self.names.iter().map(|(name, _)| symbols.name(*name));
        let angles = self
            .robot
            .related()
            .unwrap_or_default()
            .into_iter()
            .map(|(name, _)| symbols.name(name));
        // base parameters are called `base`, but printed as p
        let quantities = TABLE.iter().flat_map(|row| [row.name, row.latex]).map(str::to_owned);
        let names = parameters.chain(coordinates).chain(defined).chain(angles).chain(quantities);
        names.chain(driving_forces.iter().cloned()).collect()
    }
}
