//! `appell eval ROBOT QUANTITY... [--at STATE] [--q ...] [--states TABLE]`: numbers.

mod states;

use appell::diagnostic::Diagnostic;

use super::Outcome;
use super::derive::known_names;
use super::findings::{Failure, tell_findings};
use super::formalism::FormalismName;
use super::pose::listed;
use super::quantities;
use super::state::StateArguments;

/// The arguments of `appell eval`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The robot: a bundled name or a file
    robot: String,
    #[arg(required = true, value_name = "QUANTITY", help = quantities::help("What to evaluate"))]
    quantities: Vec<String>,
    #[command(flatten)]
    state: StateArguments,
    /// Accelerations (rad/s^2, m/s^2)
    #[arg(long, value_name = "A1,A2,...", allow_hyphen_values = true)]
    qdd: Option<String>,
    /// The formalism by which to evaluate; what it does not give is refused
    #[arg(long, value_enum, value_name = "FORMALISM", conflicts_with = "states")]
    by: Option<FormalismName>,
    #[command(flatten)]
    states: states::Table,
    /// Answer in JSON, with all digits
    #[arg(long, conflicts_with = "out")]
    json: bool,
    #[command(flatten)]
    reading: super::Reading,
}

impl Arguments {
    pub(crate) fn run(self) -> Result<Outcome, Failure> {
        self.states.check(&self.state)?;
        let robot = self.reading.load_warned(&self.robot)?;
        let mut state = self.state.read(&robot)?;
        if let Some(qdd) = self.qdd.as_deref() {
            state = state.qdd(listed(&robot, "--qdd", qdd)?);
        }
        if self.states.is_asked_for() {
            return self.states.run(&robot, &self.quantities, &state, self.json);
        }
        let names = known_names(&self.quantities, &robot)?;
        let values = match self.by {
            Some(formalism) => robot.evaluate_by(&names.known, &state, formalism.into())?,
            None => robot.evaluate_available(&names.known, &state)?,
        };
        tell_findings(values.remarks());
        let mut missing = names.findings();
        missing.extend(values.missing().iter().flat_map(|(name, error)| named(name, error)));
        let values = values.with_missing(names.unknown);
        let text = if self.json { values.json() } else { values.text() };
        if missing.is_empty() {
            return Ok(text.into());
        }
        Ok(Outcome::partial(text, Failure::of(&missing)))
    }
}

/// The parameters without values because of which there is no number.
fn without_value(error: &appell::Error) -> Option<Vec<&str>> {
    use appell::{algebra, mechanics};
    match error {
        appell::Error::Mechanics(mechanics::Error::Algebra(algebra::Error::NoValue { name })) => {
            Some(name.split("`, `").collect())
        }
        _ => None,
    }
}

/// Why a quantity could not be evaluated, with its name.
fn named(name: &str, error: &appell::Error) -> Vec<Diagnostic> {
    let mut findings = error.findings();
    for finding in &mut findings {
        finding.message = format!("{name} was not evaluated: {}", finding.message);
        if let Some(parameters) = without_value(error) {
            let under: Vec<String> = parameters.iter().map(|it| format!("{it} = ...")).collect();
            let at: Vec<String> = parameters.iter().map(|it| format!("\"{it}\": ...")).collect();
            finding.hints = vec![
                format!("write under [parameters] of the robot file: {}", under.join(", ")),
                format!("or give it here: --at '{{\"parameters\": {{{}}}}}'", at.join(", ")),
            ];
        }
    }
    findings
}
