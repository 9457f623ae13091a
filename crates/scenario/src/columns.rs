//! The columns of a result that a scenario asks for.

use appell_code::CompiledRobot;
use appell_diagnostic::{Diagnostic, nearest};
use appell_output::Heading;
use appell_simulation::{inverse_headings, simulation_headings};

use super::{Placed, Scenario};

impl Scenario {
    /// The columns of the inverse problem.
    pub(super) fn inverse_columns(&self, machine: &CompiledRobot) -> Vec<Heading> {
        inverse_headings(machine, self.inverse.extras())
    }

    /// The columns of a simulation.
    pub(super) fn simulation_columns(&self, machine: &CompiledRobot) -> Vec<Heading> {
        simulation_headings(machine, self.control().is_some())
    }

    /// Refuses a column that the result does not have. Where the scenario is good for both problems,
    /// a column of the other is none of this result.
    pub(super) fn unknown_column(
        &self,
        machine: &CompiledRobot,
        headings: &[Heading],
    ) -> Option<Diagnostic> {
        let Placed { value: names, span } = self.output.columns.as_ref()?;
        let both = self.can_be_simulated() && !self.moves.is_empty();
        let mut others = self.simulation_columns(machine);
        others.extend(self.inverse_columns(machine));
        let is =
            |heading: &Heading, name: &str| heading.name == name || heading.kind.name() == name;
        let known = |name: &str| {
            headings.iter().any(|it| is(it, name)) || both && others.iter().any(|it| is(it, name))
        };
        let name = names.iter().find(|name| !known(name))?;
        let mut known: Vec<&str> = headings.iter().map(|it| it.kind.name()).collect();
        known.dedup();
        let quantities = known.join(", ");
        known.extend(headings.iter().map(|it| it.name.as_str()));
        let shown: String = name.chars().take(60).collect();
        let problem = Diagnostic::error("unknown-column", format!("the result has no `{shown}`"));
        let problem = match nearest(name, known.iter().copied()) {
            Some(near) => problem.hint(format!("did you mean `{near}`?")),
            None => problem,
        };
        let problem = match name.as_str() {
            "dddq" | "dQ" if !self.moves.is_empty() => {
                problem.hint("write rates = true under [inverse]")
            }
            "f" | "n" if !self.moves.is_empty() => {
                problem.hint("write wrenches = true under [inverse]")
            }
            "omega" | "zeta" if !self.moves.is_empty() => {
                problem.hint("write vibrations = true under [inverse]")
            }
            _ => problem,
        };
        let hint = format!("one of: {quantities}, or a column of them, such as q1 or Q_q1");
        Some(problem.hint(hint).at(span.clone()))
    }
}
