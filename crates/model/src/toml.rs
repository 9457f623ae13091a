//! Robots in TOML: `docs/robot-file.md` describes the file.

mod body;
mod drive;
mod elastic;
mod entry;
mod finite_elements;
mod frame;
mod geometry;
mod numbers;
mod robot;
mod section;
mod write;

pub(crate) use body::{PRODUCTS_OF_URDF, two_signs};
pub use numbers::parameter_at;
use robot::joints_of;
pub(crate) use robot::{Joints, draft_of};
pub use write::write_toml;
pub(crate) use write::{as_roll_pitch_yaw, write_base, write_head, write_payload, write_placement};

use std::ops::Range;

use appell_diagnostic::Diagnostic;
use appell_toml::{Read, Table};

use crate::read::{Options, Reading};
use crate::reader::Reader;

/// A link has no more parts than this, a rotation no more turns, a list no more nodes.
const LONGEST: usize = 1000;

impl Read for Reader<'_> {
    fn report(&mut self, finding: Diagnostic, span: Range<usize>) {
        Self::report(self, finding, span);
    }

    fn inside<T>(
        &mut self,
        step: impl Into<String>,
        span: Range<usize>,
        work: impl FnOnce(&mut Self) -> T,
    ) -> T {
        Self::inside(self, step, span, work)
    }
}

/// Reads a robot from TOML.
///
/// ```
/// let reading = appell_model::read_toml("name = \"arm\"\ngravity = g", &Default::default());
/// assert!(reading.robot.is_none());
/// let finding = &reading.findings[0];
/// let shown = finding.render("arm.toml", "name = \"arm\"\ngravity = g");
/// assert!(shown.contains("arm.toml:2:11"), "{shown}");
/// ```
pub fn read_toml(text: &str, options: &Options) -> Reading {
    let mut reader = Reader::new(text);
    reader.files = options.files.clone();
    let file = appell_toml::table(text, &["joint", "frame"], &mut reader);
    let file = file.filter(|file| !is_scenario(file, &mut reader));
    let draft = file.and_then(|file| draft_of(&file, &mut reader, options, joints_of));
    reader.finish(draft, options)
}

/// Whether a file is a scenario, which names its robot; this is reported.
fn is_scenario(file: &Table<'_>, reader: &mut Reader<'_>) -> bool {
    let robot = file.get_ref().get("robot").filter(|_| !file.get_ref().contains_key("joint"));
    if let Some(robot) = robot {
        let problem = Diagnostic::error("not-a-robot", "expected a robot, found a scenario")
            .hint("use `appell inverse FILE` or `appell simulate FILE`")
            .hint("the robot is the one that its key `robot` names");
        reader.report(problem, robot.span());
    }
    robot.is_some()
}
