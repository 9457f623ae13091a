//! `appell scenarios`: what is bundled.

use appell::scenario::{BUNDLED, Bundled, Scenario};
use serde_json::json;

use super::listing::{Entry, list};

/// The arguments of `appell scenarios`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Names, robots and descriptions as JSON
    #[arg(long)]
    json: bool,
}

impl Arguments {
    pub(crate) fn run(self) -> String {
        let scenarios = BUNDLED
            .iter()
            .filter_map(|file| Some(entry(file, Scenario::read(file.text).ok()?.robot.value)));
        list(scenarios, "scenarios", self.json)
    }
}

fn entry(file: &Bundled, robot: String) -> Entry {
    let json = json!({ "name": file.name, "robot": robot, "description": file.description() });
    Entry { name: file.name, what: robot, texts: vec![file.description()], json }
}
