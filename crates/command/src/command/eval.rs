//! `appell eval ROBOT QUANTITY... --at STATE.json`: numbers.

use appell::State;

use super::findings::{Failure, tell};
use super::quantities;

/// The arguments of `appell eval`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The robot: a bundled name or a file
    robot: String,
    #[arg(required = true, value_name = "QUANTITY", help = quantities::help("What to evaluate"))]
    quantities: Vec<String>,
    /// The state: {"q": [...], "qd": [...], "qdd": [...], "tau": [...], "payload": {"f": [x, y, z],
    /// "n": [x, y, z]}, "parameters": {"l2": 0.3}}; what is absent is zero
    #[arg(long, value_name = "STATE.json")]
    at: Option<String>,
    /// Answer in JSON, as it always does
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    reading: super::Reading,
}

impl Arguments {
    pub(crate) fn run(self) -> Result<String, Failure> {
        let robot = self.reading.load_warned(&self.robot)?;
        let state = match &self.at {
            Some(file) => State::read(file, &robot)?,
            None => State::new(),
        };
        let values = robot.evaluate(&self.quantities, &state)?;
        for remark in values.remarks() {
            tell(&format!("{remark}\n"));
        }
        Ok(values.json())
    }
}
