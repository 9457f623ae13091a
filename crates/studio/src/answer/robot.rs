//! The robot: read, described, written in other formats.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::OnceLock;

use appell::algebra::{Budget, Poly, Printer, Symbol};
use appell::diagnostic::Diagnostic;
use appell::files::Folder;
use appell::mechanics::TABLE;
use appell::model::{
    self, BUNDLED, Convention, Coupling, Files, Format, Joint, JointId, JointKind, Part, Placement,
    write_csv, write_mjcf, write_sdf, write_toml, write_urdf,
};
use appell::{Error, ReadOptions, Robot, State};
use serde_json::{Value, json};

use super::kinematics::frames;
use super::meshes::shown;
use super::{mathml, symbol_names};
use crate::desk::{Opened, Work};
use crate::message::{Message, bad, findings};

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
        (Some(name), None) => named(name, work)?,
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
            let folder = beside(&work.folder.find(name)?, work);
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
fn beside(path: &Path, work: &Work<'_>) -> Folder {
    work.allowed.iter().fold(Folder::beside(path), Folder::allow)
}

/// A bundled robot, or a file below the folders that may be read.
pub(super) fn named(name: &str, work: &Work<'_>) -> Result<Opened, Error> {
    if Format::of_name(name).is_none() {
        return Ok(Opened { robot: Robot::bundled(name)?, folder: None });
    }
    let path = work.folder.find(name)?;
    let options = work.allowed.iter().fold(ReadOptions::new(), ReadOptions::allow);
    let folder = beside(&path, work);
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
    let joints = model.joints().iter().map(|it| joint(robot, it));
    let (at_rest, tool) = frames(robot, &State::new())?;
    Ok(json!({
        "name": model.name(),
        "source_name": robot.source_name(),
        "source": model.source(),
        "text": robot.source_text(),
        "format": Format::of_name(robot.source_name()).map_or("toml", ending),
        "joints": joints.collect::<Vec<_>>(),
        "base": { "meshes": shown(model, model.base_meshes()) },
        "tool": { "parent": model.tool().parent.index() },
        "payload": model.payload().body.as_ref().and_then(|it| payload(model, it)),
        "coordinates": coordinates(model),
        "parameters": parameters.collect::<Vec<_>>(),
        "gravity": model.gravity().0.each_ref().map(|it| number(model, it)),
        "findings": findings(robot.findings(), robot.source_text()),
        "quantities": TABLE.iter().map(row).collect::<Vec<_>>(),
        "is_elastic": model.is_elastic(),
        "rest": { "frames": at_rest, "tool": tool },
    }))
}

pub(super) fn number(model: &model::Robot, entry: &Poly) -> Option<f64> {
    model.evaluate(entry).ok().filter(|it| it.is_finite())
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

fn joint(robot: &Robot, joint: &Joint) -> Value {
    let model = robot.model();
    let of = |entry: &Poly| number(model, entry);
    let coordinates = model.coordinates();
    let place = joint.coordinate.and_then(|q| coordinates.iter().position(|it| *it == q));
    let kind = match joint.kind {
        JointKind::Rotation => "revolute",
        JointKind::Translation => "prismatic",
        JointKind::Fixed => "fixed",
    };
    json!({
        "name": joint.name,
        "kind": kind,
        "parent": joint.parent.map_or(-1, |it| i64::try_from(it.index()).unwrap_or(-1)),
        "axis": joint.axis.0.each_ref().map(of),
        "coordinate": place,
        "follows": joint.coupling.as_ref().map(|it| follows(robot, it)),
        "elastic": joint.modes.is_some(),
        "link": {
            "name": joint.link.name,
            "mass": of(&joint.body.mass),
            "com": joint.body.centre.0.each_ref().map(of),
            "inertia": joint.body.inertia.0.each_ref().map(|row| row.each_ref().map(of)),
            "symbols": symbol_names(model, mass_symbols(model, joint)),
            "meshes": shown(model, &joint.link.meshes),
        },
    })
}

/// Where a joint is that follows others: the sum of their coordinates, each times its ratio, and an
/// offset.
fn follows(robot: &Robot, coupling: &Coupling) -> Value {
    let model = robot.model();
    let coordinates = model.coordinates();
    let share = |(id, ratio): &(JointId, Poly)| {
        let own = model.joint(*id).coordinate;
        let place = own.and_then(|q| coordinates.iter().position(|it| *it == q));
        json!({ "coordinate": place, "ratio": number(model, ratio) })
    };
    json!({
        "of": coupling.shares.iter().map(share).collect::<Vec<_>>(),
        "offset": number(model, &coupling.whole_offset),
    })
}

/// The mass that the robot always carries, with its centre in the frame of the tool.
fn payload(model: &model::Robot, body: &Part) -> Option<Value> {
    let mass = number(model, &body.mass).filter(|it| *it > 0.0)?;
    let centre = Placement::at(body.centre.clone());
    let at = body.at.then(&centre, model.symbols(), &Budget::default()).ok()?;
    let com = at.offset.0.iter().map(|it| number(model, it)).collect::<Option<Vec<_>>>()?;
    Some(json!({ "mass": mass, "com": com }))
}

/// The symbols of the mass properties of the link of a joint.
pub(super) fn mass_symbols(model: &model::Robot, joint: &Joint) -> Vec<Symbol> {
    let body = &joint.body;
    let entries = body.centre.0.iter().chain(body.inertia.0.iter().flatten()).chain([&body.mass]);
    entries.flat_map(|it| it.symbols(model.symbols())).collect()
}

fn coordinates(model: &model::Robot) -> Vec<Value> {
    let owners = model.coordinate_owners();
    let symbols = model.coordinates();
    let entry = |(symbol, owner): (&Symbol, &String)| {
        let joint = model.joints().iter().find(|it| it.coordinate == Some(*symbol));
        let (kind, unit) = match joint.map(|it| it.kind) {
            Some(JointKind::Translation) => ("length", "m"),
            Some(_) => ("angle", "rad"),
            None => ("mode", ""),
        };
        let limit = |of: fn(&model::Limits) -> &Option<Poly>| {
            joint.and_then(|it| of(&it.limits).as_ref()).and_then(|it| number(model, it))
        };
        json!({
            "name": model.symbols().name(*symbol),
            "owner": owner,
            "kind": kind,
            "unit": unit,
            "lower": limit(|it| &it.lower),
            "upper": limit(|it| &it.upper),
            "effort": limit(|it| &it.effort),
        })
    };
    symbols.iter().zip(&owners).map(entry).collect()
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
