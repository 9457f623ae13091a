//! `appell robots`: what is bundled.

use appell::model::{BUNDLED, Bundled, JointKind, Robot};
use serde_json::json;

use super::listing::{Entry, list};

/// The arguments of `appell robots`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Names, sources and joints as JSON
    #[arg(long)]
    json: bool,
}

impl Arguments {
    pub(crate) fn run(self) -> String {
        let robots = BUNDLED.iter().filter_map(|file| Some(entry(file, &file.read().robot?)));
        list(robots, "robots", self.json)
    }
}

/// The joints by their letters, as in the papers: R, T, and F for fixed. An elastic joint is one.
pub(crate) fn structure(robot: &Robot) -> String {
    let letters = robot.given_joints().iter().map(|joint| match joint.kind {
        JointKind::Rotation => 'R',
        JointKind::Translation => 'T',
        JointKind::Fixed => 'F',
    });
    letters.collect()
}

fn entry(file: &Bundled, robot: &Robot) -> Entry {
    let source = format!("Source: {}", robot.source().unwrap_or("none"));
    Entry {
        name: file.name,
        what: structure(robot),
        texts: vec![file.description(), source],
        json: json!({
            "name": file.name,
            "title": robot.name(),
            "description": file.description(),
            "source": robot.source(),
            "structure": structure(robot),
            "joints": robot.joints().iter().map(|joint| &joint.name).collect::<Vec<_>>(),
        }),
    }
}
