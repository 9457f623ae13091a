//! Robots in TOML: `docs/robot-file.md` describes the file.

mod body;
mod elastic;
mod entry;
mod fields;
mod finite_elements;
mod geometry;
mod robot;
mod write;

use robot::joints_of;
pub(crate) use robot::{Joints, draft_of, read_table};
pub use write::write_toml;
pub(crate) use write::{as_roll_pitch_yaw, write_head, write_payload, write_placement};

use crate::read::{Options, Reading};
use crate::reader::Reader;

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
    let draft = read_table(text, "see toml.io for how TOML is written", &mut reader);
    let draft = draft.and_then(|table| draft_of(&table, &mut reader, joints_of));
    reader.finish(draft, options)
}
