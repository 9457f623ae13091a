//! `appell robots`: what is bundled.

use appell::model::{BUNDLED, Bundled, JointKind, Robot};
use serde_json::json;

use super::table::wrapped;

/// The arguments of `appell robots`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Names, sources and joints as JSON
    #[arg(long)]
    json: bool,
}

impl Arguments {
    pub(crate) fn run(self) -> String {
        let robots = BUNDLED.iter().filter_map(|file| Some((file, file.read().robot?)));
        if self.json {
            let list: Vec<_> = robots.map(|(file, robot)| as_json(file, &robot)).collect();
            return format!("{:#}\n", json!({ "robots": list }));
        }
        let mut out = String::new();
        for (file, robot) in robots {
            out.push_str(&format!("{} ({})\n", file.name, structure(&robot)));
            let source = format!("Source: {}", robot.source().unwrap_or("none"));
            for line in [file.description(), source].iter().flat_map(|text| wrapped(text, 94)) {
                out.push_str(&format!("    {line}\n"));
            }
        }
        out
    }
}

/// The joints by their letters, as in the papers: R, T, and F for fixed.
pub(crate) fn structure(robot: &Robot) -> String {
    let letters = robot.joints().iter().map(|joint| match joint.kind {
        JointKind::Rotation => 'R',
        JointKind::Translation => 'T',
        JointKind::Fixed => 'F',
    });
    letters.collect()
}

fn as_json(file: &Bundled, robot: &Robot) -> serde_json::Value {
    json!({
        "name": file.name,
        "title": robot.name(),
        "description": file.description(),
        "source": robot.source(),
        "structure": structure(robot),
        "joints": robot.joints().iter().map(|joint| &joint.name).collect::<Vec<_>>(),
    })
}
