//! The robot: read, described, written in other formats.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use appell::algebra::{Printer, Symbol};
use appell::diagnostic::Diagnostic;
use appell::files::Folder;
use appell::mechanics::TABLE;
use appell::model::{
    self, BUNDLED, Convention, Files, Format, write_csv, write_mjcf, write_sdf, write_toml,
    write_urdf,
};
use appell::{Error, ReadOptions, Robot};
use serde_json::{Value, json};

use super::mathml;
use crate::desk::{Opened, Work};
use crate::message::{Message, bad, findings};
use crate::scene::scene;

/// The bundled robots; they are read once.
pub(super) fn bundled() -> Value {
    static LIST: OnceLock<Value> = OnceLock::new();
    LIST.get_or_init(read_bundled).clone()
}

fn read_bundled() -> Value {
    let entry = |file: &model::Bundled| {
        let robot = Robot::bundled(file.name).ok()?;
        let model = robot.model();
        Some(json!({
            "name": file.name,
            "title": model.name(),
            "about": model.source(),
            "joints": model.joints().len(),
        }))
    };
    json!({ "robots": BUNDLED.iter().filter_map(entry).collect::<Vec<_>>() })
}

/// Opens a robot by its name, or a text.
pub(super) fn open(message: &Message, work: &Work<'_>) -> Result<Value, Error> {
    let opened = match (message.optional_text("robot")?, message.optional_text("text")?) {
        (Some(name), None) => named(name, work.folder, work.allowed)?,
        (None, Some(text)) => typed(text, message, work)?,
        _ => return Err(bad("expected either `robot` or `text`").into()),
    };
    let description = describe(&opened.robot)?;
    work.desk.put_robot(opened);
    Ok(description)
}

/// A text: with the files of a folder that was dropped, or in the place of a file that may be read.
fn typed(text: &str, message: &Message, work: &Work<'_>) -> Result<Opened, Error> {
    let format = format(message.optional_text("format")?.unwrap_or("toml"))?;
    let (files, folder) = match message.optional_text("beside")? {
        Some(name) => {
            let folder = beside(&work.folder.find(name)?, work.allowed);
            (Files::Folder(folder.clone()), Some(folder))
        }
        None => (held(message)?, None),
    };
    let robot = ReadOptions::new().files(files).parse(text, format)?;
    Ok(Opened { robot, folder })
}

/// The files that came with a text, by their names from the folder that was dropped, and by those
/// from the folder of the main file: files name each other in both ways.
fn held(message: &Message) -> Result<Files, Error> {
    let files = message.named_texts("files")?;
    if files.is_empty() {
        return Ok(Files::Nowhere);
    }
    let main = message.optional_text("main")?.unwrap_or_default();
    let folders: Vec<&str> = main.split('/').collect();
    let folders = &folders[..folders.len() - 1];
    let mut held = BTreeMap::new();
    for (name, text) in files {
        let steps: Vec<&str> = name.split('/').collect();
        let shared = steps.iter().zip(folders).take_while(|(a, b)| a == b).count();
        let up = vec![".."; folders.len() - shared];
        held.insert([&up[..], &steps[shared..]].concat().join("/"), text.clone());
        held.insert(name, text);
    }
    Ok(Files::Held(held))
}

/// The folder of a robot file, with all that is allowed.
fn beside(path: &Path, allowed: &[PathBuf]) -> Folder {
    allowed.iter().fold(Folder::beside(path), Folder::allow)
}

/// A bundled robot, or a file below the folders that may be read.
pub(crate) fn named(name: &str, folder: &Folder, allowed: &[PathBuf]) -> Result<Opened, Error> {
    if Format::of_name(name).is_none() {
        return Ok(Opened { robot: Robot::bundled(name)?, folder: None });
    }
    let path = folder.find(name)?;
    let options = allowed.iter().fold(ReadOptions::new(), ReadOptions::allow);
    let folder = beside(&path, allowed);
    Ok(Opened { robot: options.read(path)?, folder: Some(folder) })
}

fn format(name: &str) -> Result<Format, Diagnostic> {
    Format::of_name(&format!("robot.{name}"))
        .ok_or_else(|| bad("`format` must be toml, urdf, mjcf, sdf, xacro or csv"))
}

/// The robot as the page needs it: numbers where they have values. An error where its frames cannot be
/// evaluated.
pub(super) fn describe(robot: &Robot) -> Result<Value, Error> {
    let model = robot.model();
    let printer = Printer::new(model.symbols()).with_notation(model.notation());
    let symbol = |symbol: Symbol| mathml(&printer.latex(&appell::algebra::Formula::Symbol(symbol)));
    let parameters = model.parameters().iter().map(|it| {
        json!({
            "name": it.name,
            "mathml": symbol(it.symbol),
            "value": model.value(it.symbol),
            "unit": it.unit,
            "note": it.note,
        })
    });
    let row = |row: &appell::mechanics::Row| {
        json!({
            "name": row.name,
            "index": row.form.index().text(),
            "about": row.about,
            "unit": row.unit,
            "synonyms": row.synonyms,
        })
    };
    let mut description = scene(robot)?;
    description["source_name"] = json!(robot.source_name());
    description["source"] = json!(model.source());
    description["text"] = json!(robot.source_text());
    description["format"] = json!(Format::of_name(robot.source_name()).map_or("toml", ending));
    description["parameters"] = parameters.collect();
    description["findings"] = findings(robot.findings(), robot.source_text());
    description["quantities"] = TABLE.iter().map(row).collect();
    Ok(description)
}

fn ending(format: Format) -> &'static str {
    match format {
        Format::Toml => "toml",
        Format::Csv => "csv",
        Format::Urdf => "urdf",
        Format::Mjcf => "mjcf",
        Format::Xacro => "xacro",
        Format::Sdf => "sdf",
    }
}

/// The robot in another format.
pub(super) fn convert(message: &Message, work: &Work<'_>) -> Result<Value, Error> {
    let robot = work.desk.robot()?;
    let (model, budget) = (robot.model(), &work.budget);
    let (text, notes) = match format(message.text("format")?)? {
        Format::Toml => (write_toml(model), Vec::new()),
        Format::Urdf => write_urdf(model, budget)?,
        Format::Mjcf => write_mjcf(model, budget)?,
        Format::Sdf => write_sdf(model, budget)?,
        Format::Csv => write_csv(model, Convention::Standard, budget)?,
        Format::Xacro => return Err(bad("a robot is written as URDF, not as xacro").into()),
    };
    Ok(json!({ "text": text, "findings": findings(&notes, "") }))
}
