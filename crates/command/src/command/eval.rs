//! `appell eval ROBOT QUANTITY... [--at STATE] [--q ...] [--states TABLE]`: numbers.

mod states;

use std::io::Read;

use appell::diagnostic::Diagnostic;
use appell::model::MAX_BYTES;
use appell::{Robot, State, files};

use super::Outcome;
use super::findings::{Failure, tell_findings};
use super::pose::listed;
use super::quantities;

/// The arguments of `appell eval`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The robot: a bundled name or a file
    robot: String,
    #[arg(required = true, value_name = "QUANTITY", help = quantities::help("What to evaluate"))]
    quantities: Vec<String>,
    /// The state: a file, `-` for the standard input, or JSON itself: {"q": [...], "qd": [...],
    /// "qdd": [...], "tau": [...], "payload": {"f": [x, y, z], "n": [x, y, z]}, "parameters": {"l2":
    /// 0.3}}; a list may be an object with names of joints: {"q": {"cart": 0.1}}; what is absent is zero
    #[arg(long, value_name = "STATE")]
    at: Option<String>,
    /// Coordinates, such as 0.3,pi/2,-1 or by joint cart=0.1,pole=0 (rad, m); instead of those of the
    /// state
    #[arg(long, value_name = "Q1,Q2,...", allow_hyphen_values = true)]
    q: Option<String>,
    /// Velocities (rad/s, m/s)
    #[arg(long, value_name = "V1,V2,...", allow_hyphen_values = true)]
    qd: Option<String>,
    /// Accelerations (rad/s^2, m/s^2)
    #[arg(long, value_name = "A1,A2,...", allow_hyphen_values = true)]
    qdd: Option<String>,
    /// Joint torques and forces, for qdd (N m, N)
    #[arg(long, value_name = "T1,T2,...", allow_hyphen_values = true)]
    tau: Option<String>,
    #[command(flatten)]
    states: states::Table,
    /// Answer in JSON, with all digits
    #[arg(long, conflicts_with = "states")]
    json: bool,
    #[command(flatten)]
    reading: super::Reading,
}

impl Arguments {
    pub(crate) fn run(self) -> Result<Outcome, Failure> {
        self.states.check()?;
        let robot = self.reading.load_warned(&self.robot)?;
        let state = self.state(&robot)?;
        if self.states.is_asked_for() {
            return self.states.run(&robot, &self.quantities, &state);
        }
        let values = robot.evaluate_available(&self.quantities, &state)?;
        tell_findings(values.remarks());
        let text = if self.json { values.json() } else { values.text() };
        if values.missing().is_empty() {
            return Ok(text.into());
        }
        let missing: Vec<Diagnostic> =
            values.missing().iter().flat_map(|(name, error)| named(name, error)).collect();
        Ok(Outcome::partial(text, Failure::of(&missing)))
    }

    /// The state that was asked for; lists of the command line take the place of those in it.
    fn state(&self, robot: &Robot) -> Result<State, Failure> {
        let mut state = match self.at.as_deref() {
            None => State::new(),
            Some("-") => State::read_json(&standard_input()?, robot)?,
            Some(json) if json.trim_start().starts_with('{') => State::read_json(json, robot)?,
            Some(file) => State::read(file, robot)?,
        };
        let list = |option: &str, list: &Option<String>| {
            list.as_deref().map(|list| listed(robot, option, list)).transpose()
        };
        if let Some(q) = list("--q", &self.q)? {
            state = state.q(q);
        }
        if let Some(qd) = list("--qd", &self.qd)? {
            state = state.qd(qd);
        }
        if let Some(qdd) = list("--qdd", &self.qdd)? {
            state = state.qdd(qdd);
        }
        if let Some(tau) = list("--tau", &self.tau)? {
            state = state.tau(tau);
        }
        Ok(state)
    }
}

/// Why a quantity could not be evaluated, with its name.
fn named(name: &str, error: &appell::Error) -> Vec<Diagnostic> {
    let mut findings = error.findings();
    for finding in &mut findings {
        finding.message = format!("{name} was not evaluated: {}", finding.message);
    }
    findings
}

/// What is given on the standard input, no more than a file may have.
fn standard_input() -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let input = std::io::stdin().lock().take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes);
    input.map_err(|error| files::unreadable("standard input", error))?;
    files::check_size(&bytes, MAX_BYTES)?;
    Ok(files::utf8(&bytes)?.to_owned())
}
