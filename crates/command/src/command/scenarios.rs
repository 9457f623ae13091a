//! `appell scenarios`: what is bundled.

use appell::scenario::{BUNDLED, Bundled, Scenario};
use serde_json::json;

use super::table::wrapped;

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
            .filter_map(|file| Some((file, Scenario::read(file.text).ok()?.robot.value)));
        if self.json {
            let list: Vec<_> = scenarios.map(|(file, robot)| as_json(file, &robot)).collect();
            return format!("{:#}\n", json!({ "scenarios": list }));
        }
        let mut out = String::new();
        for (file, robot) in scenarios {
            out.push_str(&format!("{} ({robot})\n", file.name));
            for line in wrapped(&file.description(), 94) {
                out.push_str(&format!("    {line}\n"));
            }
        }
        out
    }
}

fn as_json(file: &Bundled, robot: &str) -> serde_json::Value {
    json!({ "name": file.name, "robot": robot, "description": file.description() })
}
