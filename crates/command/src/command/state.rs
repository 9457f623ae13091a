//! The state of a robot from the command line: a file, JSON, or lists.

use std::io::Read;

use appell::diagnostic::Diagnostic;
use appell::model::MAX_BYTES;
use appell::{Robot, State, files};

use super::findings::Failure;
use super::pose::listed;

/// Where a robot is, how fast it moves, and what drives it.
#[derive(clap::Args)]
pub(crate) struct StateArguments {
    /// The state: a file, `-` for the standard input, or JSON itself: {"q": [...], "qd": [...],
    /// "qdd": [...], "tau": [...], "payload": {"f": [x, y, z], "n": [x, y, z]}, "wrenches": {"camera":
    /// {"f": [x, y, z]}}, "parameters": {"l2": 0.3}}; a list may be an object with names of joints: {"q": {"cart": 0.1}}; what is absent is zero
    #[arg(long, value_name = "STATE")]
    at: Option<String>,
    /// Coordinates, such as 0.3,pi/2,-1 or by joint cart=0.1,pole=0 (rad, m); instead of those of the
    /// state
    #[arg(long, value_name = "Q1,Q2,...", allow_hyphen_values = true)]
    q: Option<String>,
    /// Velocities (rad/s, m/s)
    #[arg(long, value_name = "V1,V2,...", allow_hyphen_values = true)]
    qd: Option<String>,
    /// Joint torques and forces, for qdd (N m, N)
    #[arg(long, value_name = "T1,T2,...", allow_hyphen_values = true)]
    tau: Option<String>,
}

impl StateArguments {
    /// Whether the state comes from the standard input.
    pub(crate) fn is_standard_input(&self) -> bool {
        self.at.as_deref() == Some("-")
    }

    /// The state that was asked for; lists of the command line take the place of those in it.
    pub(crate) fn read(&self, robot: &Robot) -> Result<State, Failure> {
        let mut state = match self.at.as_deref() {
            None => State::new(),
            Some("-") => State::read_json(files::utf8(&standard_input(MAX_BYTES)?)?, robot)?,
            Some(json) if json.trim_start().starts_with('{') => State::read_json(json, robot)?,
            Some(list) if list.trim_start().starts_with('[') => {
                let message = "--at: expected a file or an object, found a list";
                let hint = "write coordinates as --q 0.1,0.2 or as --at '{\"q\": [0.1, 0.2]}'";
                return Err(Diagnostic::error("wrong-type", message).hint(hint).into());
            }
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
        if let Some(tau) = list("--tau", &self.tau)? {
            state = state.tau(tau);
        }
        Ok(state)
    }
}

/// The bytes of the standard input; an error if there are more than `most`.
pub(crate) fn standard_input(most: usize) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let input = std::io::stdin().lock().take(most as u64 + 1).read_to_end(&mut bytes);
    input.map_err(|error| files::unreadable("standard input", error))?;
    files::check_size(&bytes, most)?;
    Ok(bytes)
}
