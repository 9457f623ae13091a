//! Documents to keep: the report of the robot, and a page that needs no server.

use appell::Error;
use appell::report::{Provenance, ReportOptions};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value, json};

use crate::desk::Work;
use crate::message::{Message, bad};
use crate::page;

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

/// One file with the modules of the page and a scene: the import map leads to the modules as data, so
/// that it opens without a server.
pub(super) fn share(message: &Message) -> Result<Value, Error> {
    let broken = |what: &str| bad(format!("the page has no {what}"));
    let index = page::text("index.html").ok_or_else(|| broken("index.html"))?;
    let map = page::import_map(&index).ok_or_else(|| broken("import map"))?;
    let map: Map<String, Value> =
        serde_json::from_str(map).map_err(|error| broken(&format!("import map: {error}")))?;
    let mut modules = Map::new();
    for (name, path) in map.get("imports").and_then(Value::as_object).into_iter().flatten() {
        let path = path.as_str().unwrap_or_default().trim_start_matches("/page/");
        let text = page::text(path).ok_or_else(|| broken(path))?;
        let data = format!("data:text/javascript;base64,{}", STANDARD.encode(text));
        modules.insert(name.clone(), json!(data));
    }
    // a closing tag inside the data would end the script
    let scene = message.any("scene").to_string().replace('<', "\\u003c");
    let shared = page::text("shared.html").ok_or_else(|| broken("shared.html"))?;
    let html = shared
        .replace("{{importmap}}", &json!({ "imports": modules }).to_string())
        .replace("{{style}}", &page::text("style.css").unwrap_or_default())
        .replace("{{plot-style}}", &page::text("vendor/uPlot.min.css").unwrap_or_default())
        .replace("{{scene}}", &scene);
    Ok(json!({ "html": html }))
}
