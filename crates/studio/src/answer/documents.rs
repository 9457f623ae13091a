//! Documents to keep: the report of the robot, and a page that needs no server.

use appell::Error;
use appell::report::{Provenance, ReportOptions};
use serde_json::{Value, json};

use crate::desk::Work;
use crate::page::page_without_scene;

/// The report of the robot as HTML.
pub(super) fn report(work: &Work<'_>) -> Result<Value, Error> {
    let robot = work.desk.robot()?;
    let options = ReportOptions::new()
        .provenance(Provenance {
            name: robot.source_name().to_owned(),
            text: robot.source_text().to_owned(),
            command: format!("appell report {} --out report.html", robot.source_name()),
        })
        .budget(&work.budget)
        .on_progress(|what| (work.progress)(0.0, what));
    Ok(json!({ "html": options.document(robot.model())?.html() }))
}

/// One file with the page, into which the tab puts its scene: meshes make it longer than a message.
pub(super) fn share() -> Value {
    json!({ "html": page_without_scene() })
}
