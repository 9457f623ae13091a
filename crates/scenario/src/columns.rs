//! The columns of a result that a scenario asks for.

use appell_code::CompiledRobot;
use appell_diagnostic::{Diagnostic, nearest};
use appell_simulation::{inverse_headings, simulation_headings};

use super::{Placed, Scenario};

impl Scenario {
    /// Refuses a column that the result does not have.
    pub(super) fn unknown_column(
        &self,
        machine: &CompiledRobot,
        direct: bool,
    ) -> Option<Diagnostic> {
        let Placed { value: names, span } = self.output.columns.as_ref()?;
        let headings = match direct {
            true => simulation_headings(machine),
            false => inverse_headings(
                machine,
                self.inverse.rates() && !machine.is_elastic(),
                self.inverse.wrenches(),
            ),
        };
        let mut known: Vec<&str> = headings.iter().map(|it| it.kind.name()).collect();
        known.dedup();
        let quantities = known.join(", ");
        known.extend(headings.iter().map(|it| it.name.as_str()));
        let name = names.iter().find(|name| !known.contains(&name.as_str()))?;
        let shown: String = name.chars().take(60).collect();
        let problem = Diagnostic::error("unknown-column", format!("the result has no `{shown}`"));
        let problem = match nearest(name, known.iter().copied()) {
            Some(near) => problem.hint(format!("did you mean `{near}`?")),
            None => problem,
        };
        let problem = match name.as_str() {
            "dddq" | "dQ" if !direct => problem.hint("write rates = true under [inverse]"),
            "f" | "n" if !direct => problem.hint("write wrenches = true under [inverse]"),
            _ => problem,
        };
        let hint = format!("one of: {quantities}, or a column of them, such as q1 or Q_q1");
        Some(problem.hint(hint).at(span.clone()))
    }
}
