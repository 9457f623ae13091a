//! The robot as data for a viewer: joints, links, limits, meshes, frames at rest. Numbers that have no
//! value are null.

use std::path::Path;

use appell::algebra::{Budget, Poly, Symbol};
use appell::model::{
    self, Coupling, Form, Joint, JointId, JointKind, Mesh, MeshUse, Part, Placement,
};
use appell::{Error, Robot, State};
use serde_json::{Value, json};

/// What a viewer can read, by the endings of names.
pub(crate) const ENDINGS: [&str; 3] = ["stl", "obj", "dae"];

/// The robot as a viewer needs it; `PROTOCOL.md` describes it.
///
/// ```
/// let robot = appell::Robot::bundled("2r")?;
/// let scene = appell_studio::scene(&robot)?;
/// assert_eq!(scene["joints"][1]["parent"], 0);
/// assert_eq!(scene["rest"]["tool"][3], 0.9);
/// # Ok::<(), appell::Error>(())
/// ```
///
/// # Errors
/// Its frames cannot be evaluated.
pub fn scene(robot: &Robot) -> Result<Value, Error> {
    let model = robot.model();
    let joints = model.joints().iter().map(|it| joint(robot, it));
    let (at_rest, tool) = frames(robot, &State::new())?;
    let coordinates = coordinates(model);
    let home: Vec<f64> = coordinates.iter().map(home).collect();
    let (at_home, tool_at_home) = frames(robot, &State::new().q(home.clone()))?;
    Ok(json!({
        "name": model.name(),
        "joints": joints.collect::<Vec<_>>(),
        "base": { "meshes": meshes(model, model.base_meshes()) },
        "tool": { "parent": model.tool().parent.index() },
        "payload": model.payload().body.as_ref().and_then(|it| payload(model, it)),
        "coordinates": coordinates,
        "gravity": model.gravity().0.each_ref().map(|it| number(model, it)),
        "is_elastic": model.is_elastic(),
        "rest": { "frames": at_rest, "tool": tool },
        "home": { "q": home, "frames": at_home, "tool": tool_at_home },
    }))
}

/// The frames of the joints and of the tool in the base, row by row.
pub(crate) fn frames(robot: &Robot, state: &State) -> Result<(Vec<Vec<f64>>, Vec<f64>), Error> {
    let flat = |rows: &[Vec<f64>]| rows.iter().take(3).flatten().copied().collect::<Vec<_>>();
    let values = robot.evaluate(["T0", "T[tool]"], state)?;
    let of_joint = (1..=robot.model().joints().len())
        .map(|number| Ok(flat(values.rows(&format!("T0[{number}]"))?)));
    Ok((of_joint.collect::<Result<_, Error>>()?, flat(values.rows("T[tool]")?)))
}

fn number(model: &model::Robot, entry: &Poly) -> Option<f64> {
    model.evaluate(entry).ok().filter(|it| it.is_finite())
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
            "meshes": meshes(model, &joint.link.meshes),
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
pub(crate) fn mass_symbols(model: &model::Robot, joint: &Joint) -> Vec<Symbol> {
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
        let width = match kind {
            "angle" => std::f64::consts::PI,
            "length" => 1.0,
            _ => 0.2,
        };
        let limit = |of: fn(&model::Limits) -> &Option<Poly>| {
            joint.and_then(|it| of(&it.limits).as_ref()).and_then(|it| number(model, it))
        };
        let (lower, upper) = (limit(|it| &it.lower), limit(|it| &it.upper));
        json!({
            "name": model.symbols().name(*symbol),
            "owner": owner,
            "kind": kind,
            "unit": unit,
            "lower": lower,
            "upper": upper,
            "range": [lower.unwrap_or(-width), upper.unwrap_or(width)],
            "effort": limit(|it| &it.effort),
        })
    };
    symbols.iter().zip(&owners).map(entry).collect()
}

/// Where a coordinate is at first: zero where its range allows it, else the middle of the range.
fn home(coordinate: &Value) -> f64 {
    let range = [0, 1].map(|end| coordinate["range"][end].as_f64().unwrap_or_default());
    match range {
        [lower, upper] if lower <= 0.0 && upper >= 0.0 => 0.0,
        [lower, upper] => f64::midpoint(lower, upper),
    }
}

/// The meshes to look at: those for contacts only where there are no others that can be shown.
fn meshes(robot: &model::Robot, all: &[Mesh]) -> Value {
    let of = |purpose: MeshUse, readable: bool| {
        let chosen = all.iter().filter(move |it: &&Mesh| {
            it.purpose == purpose && (!readable || it.file().is_none_or(is_readable))
        });
        let chosen: Vec<Value> = chosen.filter_map(|it| mesh(robot, it)).collect();
        Some(chosen).filter(|it| !it.is_empty())
    };
    let visual = of(MeshUse::Visual, true).or_else(|| of(MeshUse::Collision, true));
    json!(visual.or_else(|| of(MeshUse::Visual, false)).unwrap_or_default())
}

pub(crate) fn is_readable(file: &str) -> bool {
    let ending = Path::new(file).extension().and_then(|it| it.to_str());
    ending.is_some_and(|it| ENDINGS.contains(&it.to_ascii_lowercase().as_str()))
}

/// A mesh: its file or its form, where it lies in the frame of the joint, and its scale.
fn mesh(robot: &model::Robot, mesh: &Mesh) -> Option<Value> {
    let at = mesh.at.transform(robot.symbols(), &Budget::default()).ok()?;
    let rows = at.rotation.0.iter().zip(&at.position.0);
    let entries = rows.flat_map(|(row, offset)| row.iter().chain([offset]));
    let at = entries.map(|it| number(robot, it)).collect::<Option<Vec<f64>>>()?;
    let scale = mesh.scale.each_ref().map(|it| it.to_f64());
    Some(match &mesh.form {
        Form::File(name) => json!({ "file": name, "at": at, "scale": scale }),
        Form::Solid(solid) => json!({ "form": solid.name(), "at": at, "scale": scale }),
    })
}

/// The names of symbols, each once, in order.
pub(crate) fn symbol_names(
    robot: &model::Robot,
    symbols: impl IntoIterator<Item = Symbol>,
) -> Vec<String> {
    let mut names: Vec<String> = symbols.into_iter().map(|it| robot.symbols().name(it)).collect();
    names.sort();
    names.dedup();
    names
}
