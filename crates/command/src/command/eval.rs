//! `appell eval ROBOT QUANTITY... [--at STATE] [--q ...]`: numbers.

use super::findings::{Failure, tell};
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
    /// The answer is JSON, with or without this option
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    reading: super::Reading,
}

impl Arguments {
    pub(crate) fn run(self) -> Result<String, Failure> {
        let robot = self.reading.load_warned(&self.robot)?;
        let mut state = self.state.read(&robot)?;
        if let Some(qdd) = self.qdd.as_deref() {
            state = state.qdd(listed(robot.model(), "--qdd", qdd)?);
        }
        let values = robot.evaluate(&self.quantities, &state)?;
        for remark in values.remarks() {
            tell(&format!("{remark}\n"));
        }
        Ok(values.json())
    }
}
