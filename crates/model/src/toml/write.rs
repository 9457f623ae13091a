//! Writing a robot as TOML, so that reading it gives the same robot.

mod drive;
mod elastic;

use std::fmt::Write;

use appell_algebra::{Poly, Rational, Symbols};
use appell_spatial::Vector;
use toml_writer::{ToTomlValue, TomlStringBuilder};

use crate::axis::axis_name;
use crate::build::coordinate_name;
use crate::frame::LinkPoint;
use crate::joint::{Joint, JointKind};
use crate::link::{BaseLink, Form, Link, Mesh, Part, Sign};
use crate::parameter::{Parameter, entry_text};
use crate::placement::{Placement, Rotation, Turn, unit};
use crate::robot::{Payload, Robot};

/// The robot as a TOML file.
///
/// ```
/// let file = "name = \"slide\"\ngravity = 9.81\n\n[[joint]]\ntype = \"prismatic\"\naxis = \"x\"\nlink = { mass = 2.5 }\n";
/// let read = |text: &str| appell_model::read_toml(text, &Default::default()).robot.ok_or("no robot");
/// let written = appell_model::write_toml(&read(file)?);
/// assert_eq!(written, file);
/// assert_eq!(appell_model::write_toml(&read(&written)?), written);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_toml(robot: &Robot) -> String {
    let writer = Writer { symbols: robot.symbols() };
    let mut out = write_head(robot, "");
    for (index, joint) in robot.given_joints().iter().enumerate() {
        out.push_str("\n[[joint]]\n");
        writer.joint(&mut out, robot, index, joint);
    }
    writer.couplings(&mut out, robot);
    let last = robot.given_joints().len() - 1;
    let tool = robot.tool();
    if tool.parent.index() != last || !tool.placement.is_identity() {
        out.push_str("\n[tool]\n");
        if tool.parent.index() != last {
            line(&mut out, "parent", &quoted(&robot.joint(tool.parent).name));
        }
        writer
            .placement(&tool.placement)
            .iter()
            .for_each(|(key, value)| line(&mut out, key, value));
    }
    writer.frames(&mut out, robot);
    out.push_str(&write_base(robot));
    out.push_str(&write_payload(robot.payload(), robot.symbols()));
    out
}

/// What stands before the joints: name, source, more keys, gravity, parameters.
pub(crate) fn write_head(robot: &Robot, more: &str) -> String {
    let writer = Writer { symbols: robot.symbols() };
    let mut out = String::new();
    line(&mut out, "name", &quoted(robot.name()));
    if let Some(source) = robot.source() {
        line(&mut out, "source", &quoted(source));
    }
    out.push_str(more);
    let given = robot.given_gravity();
    let Vector([x, y, z]) = given;
    let gravity = match (x.is_zero(), y.is_zero()) {
        (true, true) => writer.entry(&-z),
        _ => writer.vector(given),
    };
    line(&mut out, "gravity", &gravity);
    let declared: Vec<&Parameter> = robot.parameters().iter().collect();
    if declared.iter().any(|parameter| is_declared(parameter)) {
        out.push_str("\n[parameters]\n");
        for parameter in declared {
            line(&mut out, &parameter.name, &writer.parameter(parameter));
        }
    }
    out
}

/// Whether more is known of a parameter than its name.
fn is_declared(parameter: &Parameter) -> bool {
    let Parameter { value, unit, note, latex, .. } = parameter;
    value.is_some() || unit.is_some() || note.is_some() || latex.is_some()
}

/// Where the base is, and which link it is, if that is given.
pub(crate) fn write_base(robot: &Robot) -> String {
    let BaseLink { name, meshes } = robot.base_link();
    let writer = Writer { symbols: robot.symbols() };
    let mut pairs: Vec<(&str, String)> = name.iter().map(|name| ("name", quoted(name))).collect();
    pairs.extend(writer.meshes(meshes));
    if robot.base().is_none() && pairs.is_empty() {
        return String::new();
    }
    let mut out = "\n[base]\n".to_owned();
    if let Some(base) = robot.base() {
        out.push_str(&write_placement(&base.placement, robot.symbols()));
        // a table with a link alone would place nothing
        if base.placement.is_identity() && !pairs.is_empty() {
            line(&mut out, "offset", "[0, 0, 0]");
        }
    }
    if !pairs.is_empty() {
        line(&mut out, "link", &inline(&pairs));
    }
    out
}

/// The payload, if there is one.
pub(crate) fn write_payload(payload: &Payload, symbols: &Symbols) -> String {
    let writer = Writer { symbols };
    let mut out = String::new();
    if *payload == Payload::default() {
        return out;
    }
    out.push_str("\n[payload]\n");
    writer.wrench(&mut out, &payload.force, &payload.moment);
    for (key, value) in payload.body.iter().flat_map(|body| writer.part(body)) {
        line(&mut out, key, &value);
    }
    out
}

/// The keys of a placement, for the head of a table.
pub(crate) fn write_placement(placement: &Placement, symbols: &Symbols) -> String {
    let mut out = String::new();
    for (key, value) in (Writer { symbols }).placement(placement) {
        line(&mut out, key, &value);
    }
    out
}

/// The point of an elastic link on which something sits.
fn link_point(out: &mut String, point: Option<&LinkPoint>) {
    match point {
        Some(LinkPoint::Along(share)) => line(out, "along", &share.to_string()),
        Some(LinkPoint::Nodes(nodes)) => line(out, "node", &format!("{nodes:?}")),
        None => {}
    }
}

fn line(out: &mut String, key: &str, value: &str) {
    // writing into a string cannot fail
    let _ = writeln!(out, "{} = {value}", bare_or_quoted(key));
}

/// A text in one line: tables of numbers have it behind `#`.
fn quoted(text: &str) -> String {
    TomlStringBuilder::new(text).as_basic().to_toml_value()
}

/// A key as it must be written: parameters may have letters that are not plain in TOML.
fn bare_or_quoted(key: &str) -> String {
    let bare = key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-');
    if bare && !key.is_empty() { key.to_owned() } else { quoted(key) }
}

type Pairs = Vec<(&'static str, String)>;

fn inline(pairs: &[(&'static str, String)]) -> String {
    let pairs: Vec<String> = pairs.iter().map(|(key, value)| format!("{key} = {value}")).collect();
    format!("{{ {} }}", pairs.join(", "))
}

/// A number as TOML has it: exact, in quotes where it is no decimal.
fn number(value: &Rational) -> String {
    const PLACES: usize = 30;
    match value.to_decimal(PLACES) {
        Some(decimal) if decimal.contains('.') || value.to_i64().is_some() => decimal,
        _ => quoted(&value.to_string()),
    }
}

struct Writer<'s> {
    symbols: &'s Symbols,
}

impl Writer<'_> {
    fn entry(&self, entry: &Poly) -> String {
        match entry.as_constant() {
            Some(value) => number(&value),
            None => quoted(&entry_text(entry, self.symbols)),
        }
    }

    fn vector(&self, vector: &Vector<Poly>) -> String {
        format!("[{}]", vector.map(|entry| self.entry(entry)).0.join(", "))
    }

    fn axis(&self, axis: &Vector<Poly>) -> String {
        axis_name(axis).map_or_else(|| self.vector(axis), quoted)
    }

    fn parameter(&self, parameter: &Parameter) -> String {
        let value = parameter.value.as_ref().map(|value| self.entry(value));
        let Parameter { unit, note, latex, .. } = parameter;
        let texts = [("unit", unit), ("latex", latex), ("note", note)];
        let mut pairs: Pairs = value.iter().map(|value| ("value", value.clone())).collect();
        pairs.extend(texts.iter().filter_map(|(key, text)| Some((*key, quoted(text.as_ref()?)))));
        match (value, pairs.as_slice()) {
            (Some(value), [_]) => value,
            (_, []) => "{}".to_owned(),
            _ => inline(&pairs),
        }
    }

    fn joint(&self, out: &mut String, robot: &Robot, index: usize, joint: &Joint) {
        if joint.name != format!("joint{}", index + 1) {
            line(out, "name", &quoted(&joint.name));
        }
        line(out, "type", &quoted(joint.kind.name()));
        match joint.parent {
            None if index > 0 => line(out, "parent", &quoted("base")),
            Some(parent) if parent.number() != index => {
                line(out, "parent", &quoted(&robot.joint(parent).name));
            }
            _ => {}
        }
        link_point(out, joint.point.as_ref());
        let followed = joint.coupling.as_ref().map(|coupling| coupling.symbol);
        if let Some(coordinate) = joint.coordinate.or(followed) {
            let name = self.symbols.name(coordinate);
            if name != coordinate_name(index) {
                line(out, "coordinate", &quoted(&name));
            }
        }
        if joint.kind != JointKind::Fixed {
            line(out, "axis", &self.axis(&joint.axis));
        }
        self.placement(&joint.placement).iter().for_each(|(key, value)| line(out, key, value));
        let friction = joint.friction.entries().into_iter().filter(|(_, entry)| !entry.is_zero());
        self.table(out, "friction", friction);
        let spring = joint.spring.entries().into_iter().filter(|(_, entry)| !entry.is_zero());
        self.table(out, "spring", spring);
        self.compensator(out, robot, joint);
        self.mimic(out, robot, joint);
        self.rotor(out, robot, index, joint);
        let elastic = joint.elastic.iter().flat_map(|it| it.elasticity.entries());
        self.table(out, "elastic", elastic.filter(|(_, entry)| !entry.is_zero()));
        let limits = joint.limits.entries().into_iter();
        self.table(out, "limits", limits.filter_map(|(key, limit)| Some((key, limit?))));
        let link = self.link(&joint.link);
        if !link.is_empty() {
            line(out, "link", &inline(&link));
        }
    }

    fn wrench(&self, out: &mut String, force: &Vector<Poly>, moment: &Vector<Poly>) {
        for (key, vector) in [("force", force), ("moment", moment)] {
            if *vector != Vector::default() {
                line(out, key, &self.vector(vector));
            }
        }
    }

    fn frames(&self, out: &mut String, robot: &Robot) {
        for frame in robot.frames() {
            out.push_str("\n[[frame]]\n");
            line(out, "name", &quoted(frame.name.as_str()));
            let parent = frame.parent.map_or("base", |parent| &robot.joint(parent).name);
            line(out, "parent", &quoted(parent));
            link_point(out, frame.point.as_ref());
            self.placement(&frame.placement).iter().for_each(|(key, value)| line(out, key, value));
            self.wrench(out, &frame.force, &frame.moment);
        }
    }

    fn table<'e>(
        &self,
        out: &mut String,
        key: &str,
        entries: impl Iterator<Item = (&'static str, &'e Poly)>,
    ) {
        let pairs: Pairs = entries.map(|(key, entry)| (key, self.entry(entry))).collect();
        if !pairs.is_empty() {
            line(out, key, &inline(&pairs));
        }
    }

    fn placement(&self, placement: &Placement) -> Pairs {
        let mut pairs = Pairs::new();
        if placement.offset != Vector::default() {
            pairs.push(("offset", self.vector(&placement.offset)));
        }
        if !placement.rotation.is_identity() {
            pairs.push(("rotation", self.rotation(&placement.rotation)));
        }
        pairs
    }

    fn rotation(&self, rotation: &Rotation) -> String {
        let turns = match rotation {
            Rotation::Matrix(matrix) => {
                let rows = matrix.0.each_ref().map(|row| self.vector(&Vector(row.clone())));
                return inline(&[("matrix", format!("[{}]", rows.join(", ")))]);
            }
            Rotation::Turns(turns) => turns,
        };
        if let Some(angles) = as_roll_pitch_yaw(turns) {
            return inline(&[("rpy", self.vector(&angles))]);
        }
        let turn =
            |turn: &Turn| [("axis", self.axis(&turn.axis)), ("angle", self.entry(&turn.angle))];
        match turns.as_slice() {
            [single] => inline(&turn(single)),
            _ => {
                let turns: Vec<String> = turns.iter().map(|each| inline(&turn(each))).collect();
                inline(&[("turns", format!("[{}]", turns.join(", ")))])
            }
        }
    }

    fn part(&self, part: &Part) -> Pairs {
        let mut pairs = Pairs::new();
        if part.sign == Sign::Removed {
            pairs.push(("sign", "-1".to_owned()));
        }
        pairs.push(("mass", self.entry(&part.mass)));
        if part.centre != Vector::default() {
            pairs.push(("centre", self.vector(&part.centre)));
        }
        let given = part.inertia.entries().into_iter().filter(|(_, entry)| !entry.is_zero());
        let given: Pairs = given.map(|(key, entry)| (key, self.entry(entry))).collect();
        if !given.is_empty() {
            pairs.push(("inertia", inline(&given)));
        }
        if !part.at.is_identity() {
            pairs.push(("at", inline(&self.placement(&part.at))));
        }
        pairs
    }

    fn link(&self, link: &Link) -> Pairs {
        let mut pairs = Pairs::new();
        if let Some(name) = &link.name {
            pairs.push(("name", quoted(name)));
        }
        match link.parts.as_slice() {
            [] => {}
            [part] if part.sign == Sign::Added => pairs.extend(self.part(part)),
            parts => {
                let parts: Vec<String> =
                    parts.iter().map(|part| inline(&self.part(part))).collect();
                pairs.push(("parts", format!("[{}]", parts.join(", "))));
            }
        }
        pairs.extend(self.meshes(&link.meshes));
        if let Some(elastic) = &link.elastic {
            pairs.push(("elastic", self.elastic(elastic)));
        }
        pairs
    }

    fn meshes(&self, meshes: &[Mesh]) -> Option<(&'static str, String)> {
        let meshes: Vec<String> = meshes.iter().map(|mesh| self.mesh(mesh)).collect();
        (!meshes.is_empty()).then(|| ("meshes", format!("[{}]", meshes.join(", "))))
    }

    fn mesh(&self, mesh: &Mesh) -> String {
        let form = match &mesh.form {
            Form::File(name) => ("file", quoted(name)),
            Form::Solid(solid) => ("form", quoted(solid.name())),
        };
        let mut pairs = vec![form, ("use", quoted(mesh.purpose.name()))];
        if !mesh.at.is_identity() {
            pairs.push(("at", inline(&self.placement(&mesh.at))));
        }
        if mesh.scale.iter().any(|scale| !scale.is_one()) {
            pairs.push(("scale", format!("[{}]", mesh.scale.each_ref().map(number).join(", "))));
        }
        inline(&pairs)
    }
}

/// Turns about z, y, x, in this order and each at most once, are yaw, pitch and roll.
pub(crate) fn as_roll_pitch_yaw(turns: &[Turn]) -> Option<Vector<Poly>> {
    let mut angles = Vector::default();
    let mut last = 3;
    for turn in turns {
        let axis = (0..last).rev().find(|&axis| turn.axis == unit(axis))?;
        angles.0[axis] = turn.angle.clone();
        last = axis;
    }
    Some(angles)
}
