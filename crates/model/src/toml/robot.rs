//! The file as a whole, and its joints.

use std::ops::Range;

use appell_algebra::{Poly, Symbol};
use appell_diagnostic::{Diagnostic, excerpt};
use appell_spatial::Vector;
use appell_toml::{DeValue, Fields, Key, Read, Table, Value, whole};
use appell_units::{
    ACCELERATION, ANY, JOINT_EFFORT, JOINT_POSITION, JOINT_VELOCITY, Measure, Unit,
};

use crate::build::{
    MAX_FRAMES, MAX_JOINTS, check_joint_count, coordinate_name, joint_name, joint_path,
};
use crate::dh::{Convention, DhRow, DhTable, missing_convention};
use crate::draft::{Draft, JointDraft, Parent};
use crate::elastic_joint::SIDES;
use crate::joint::{JointKind, Limits};
use crate::parameter::Parameter;
use crate::placement::unit;
use crate::read::Options;
use crate::reader::Reader;

/// More parameters than this are no robot.
const MAX_PARAMETERS: usize = 50_000;

/// Joints as they are read, with the rows of those that have one.
pub(crate) type Joints = Vec<(JointDraft, Option<DhRow>)>;

/// The joints of a TOML file.
pub(crate) fn joints_of(fields: &mut Fields<'_>, reader: &mut Reader<'_>) -> Option<Joints> {
    let value = fields.demand("joint", "add a [[joint]]", reader)?;
    let list = reader.list(value, "joints are written [[joint]]")?;
    if let Some(problem) = check_joint_count(list.len()) {
        reader.report(problem, value.span());
        return None;
    }
    let joints: Vec<_> = list.iter().enumerate().map(|(i, joint)| reader.joint(i, joint)).collect();
    // all are read before one that is wrong counts
    joints.into_iter().collect()
}

/// Makes the nodes known on which joints and frames sit before any mesh is reduced.
fn declare_points(file: &Table<'_>, reader: &mut Reader<'_>) {
    for (key, most) in [("frame", MAX_FRAMES), ("joint", MAX_JOINTS)] {
        let list = file.get_ref().get(key).and_then(|list| list.get_ref().as_array());
        for item in list.into_iter().flatten().take(most) {
            let Some(table) = item.get_ref().as_table() else { continue };
            let Some(value) = table.get("node") else { continue };
            let list = value.get_ref().as_array();
            let nodes = list.map_or_else(|| vec![value], |list| list.iter().collect());
            let label = |node: &&Value<'_>| u64::try_from(whole(node)?).ok();
            let labels: Option<Vec<u64>> = nodes.iter().map(label).collect();
            let Some(labels) = labels else { continue };
            let loaded = |key: &str| {
                let entries = table.get(key).and_then(|it| it.get_ref().as_array());
                entries.is_some_and(|list| list.iter().any(|it| whole(it) != Some(0)))
            };
            let carries = key == "joint" || ["force", "moment"].iter().any(|it| loaded(it));
            *reader.mesh_points.entry(labels).or_default() |= carries;
        }
    }
}

/// Makes the coordinates known before any entry is read, so that one that stands in an entry is
/// told from a parameter.
fn declare_coordinates(file: &Table<'_>, reader: &Reader<'_>) {
    let joints = file.get_ref().get("joint").and_then(|joints| joints.get_ref().as_array());
    for (index, joint) in joints.into_iter().flatten().take(MAX_JOINTS).enumerate() {
        let text = |key| joint.get_ref().as_table()?.get(key)?.get_ref().as_str();
        if text("type").and_then(JointKind::of_name) != Some(JointKind::Fixed) {
            let own = text("coordinate").map_or_else(|| coordinate_name(index), str::to_owned);
            let is_elastic =
                joint.get_ref().as_table().is_some_and(|it| it.contains_key("elastic"));
            let sides = SIDES.iter().filter(|_| is_elastic).map(|side| format!("{own}{side}"));
            sides.for_each(|name| reader.declare_coordinate(&name));
            reader.declare_coordinate(&own);
        }
    }
}

/// The robot that stands in a file, as far as it can be read. All of the file is looked at.
pub(crate) fn draft_of(
    file: &Table<'_>,
    reader: &mut Reader<'_>,
    options: &Options,
    joints: impl FnOnce(&mut Fields<'_>, &mut Reader<'_>) -> Option<Joints>,
) -> Option<Draft> {
    let mut fields = Fields::of(file);
    declare_coordinates(file, reader);
    declare_points(file, reader);
    let parameters = fields.read("parameters", reader, |reader, value| reader.parameters(value));
    reader.remember_units(parameters.as_deref().unwrap_or_default());
    let name = fields.require("name", "write name = \"my robot\"", reader, |reader, value| {
        reader.text(value).map(str::to_owned)
    });
    let source = fields.text("source", reader);
    let gravity_hint = "write gravity = \"g\", gravity = 9.81, a vector, or gravity = 0";
    let gravity =
        fields.require("gravity", gravity_hint, reader, |reader, value| reader.gravity(value));
    let names_convention = fields.has("convention");
    let convention = fields.read("convention", reader, |reader, value| reader.convention(value));
    let joints = joints(&mut fields, reader);
    let known = joints.as_deref().unwrap_or_default();
    let couplings = fields.read("coupling", reader, |reader, value| reader.couplings(value, known));
    let tool = fields.read("tool", reader, |reader, value| reader.tool(value));
    let frames = fields.get("frame").and_then(|value| reader.frames(value));
    let base = fields.read("base", reader, |reader, value| reader.base(value));
    let (base, base_link) = base.unwrap_or_default();
    let payload = fields.read("payload", reader, |reader, value| reader.payload(value));
    fields.finish(reader);

    let (mut joints, rows): (Vec<JointDraft>, Vec<Option<DhRow>>) = joints?.into_iter().unzip();
    reader.couple(couplings.unwrap_or_default(), &mut joints);
    let mut draft = Draft {
        name: name?,
        source,
        parameters: parameters.unwrap_or_default(),
        gravity: gravity?,
        joints,
        frames: frames.unwrap_or_default(),
        base,
        base_link,
        payload: payload.unwrap_or_default(),
        ..Draft::new(&reader.symbols)
    };
    if let Some(tool) = tool {
        reader.place_tool(tool, &mut draft);
    }
    reader.choose_tool(&mut draft, options);
    if rows.iter().any(Option::is_some) {
        match convention {
            Some(convention) => draft.table = Some(DhTable { convention, rows }),
            None if names_convention => {}
            None => reader.findings.push(missing_convention(&rows, &draft, &reader.budget)),
        }
    } else if let Some(value) = file.get_ref().get("convention").filter(|_| convention.is_some()) {
        let problem = Diagnostic::warning("unused-convention", "no joint has `dh`")
            .hint("leave `convention` out, or give the joints a row: dh = { a = 0, ... }");
        reader.report(problem, value.span());
    }
    Some(draft)
}

/// The unit of a value such as "20 mm".
fn written_unit(value: &Value<'_>) -> Option<Unit> {
    appell_units::read(value.get_ref().as_str()?)?.ok()?.unit()
}

impl Reader<'_> {
    fn parameters(&mut self, value: &Value<'_>) -> Option<Vec<Parameter>> {
        let entries = self.entries(value, "write [parameters], then l1 = 0.4")?;
        if entries.len() > MAX_PARAMETERS {
            let message =
                format!("expected at most {MAX_PARAMETERS} parameters, found {}", entries.len());
            let problem = Diagnostic::error("too-many-parameters", message)
                .hint("leave out those that no entry uses");
            self.report(problem, value.span());
            return None;
        }
        let read = entries.into_iter().filter_map(|(key, value)| self.parameter(key, value));
        Some(read.collect())
    }

    fn parameter(&mut self, key: &Key<'_>, value: &Value<'_>) -> Option<Parameter> {
        let name = key.get_ref().to_string();
        let symbol = match self.symbols.parameter(&name) {
            Ok(Symbol::PI) => {
                let problem =
                    Diagnostic::error("name-taken", "`pi` is a constant and cannot be a parameter");
                self.report(problem.hint("choose another name"), key.span());
                return None;
            }
            Ok(symbol) => symbol,
            Err(error) => {
                for finding in error.diagnostics() {
                    self.report(finding, key.span());
                }
                return None;
            }
        };
        self.inside(name.clone(), key.span(), |reader| {
            if !matches!(value.get_ref(), DeValue::Table(_)) {
                let unit = written_unit(value).map(|unit| Measure::si_unit(unit.dimension));
                let value = reader.entry(value, &ANY);
                return Some(Parameter { symbol, name, value, unit, note: None, latex: None });
            }
            let mut fields = reader.fields(value, "write { value = 0.4, unit = \"m\" }")?;
            let unit = fields.read("unit", reader, |reader, value| reader.unit(value));
            let mut written = None;
            let value = fields.read("value", reader, |reader, value| {
                written = written_unit(value);
                if unit.is_some() && written.is_some() {
                    let message = "the unit is given twice: in `value` and by `unit`";
                    let problem = Diagnostic::error("duplicate-key", message);
                    reader.report(problem.hint("leave out `unit`"), value.span());
                    return None;
                }
                let number = reader.entry(value, &ANY)?;
                reader.in_si(number, unit.as_ref(), value.span())
            });
            let note = fields.text("note", reader);
            let latex = fields.text("latex", reader);
            fields.finish(reader);
            let unit = match unit {
                Some((text, unit)) if unit.is_si() => Some(text),
                Some((_, unit)) => Some(Measure::si_unit(unit.dimension)),
                None => written.map(|unit| Measure::si_unit(unit.dimension)),
            };
            Some(Parameter { symbol, name, value, unit, note, latex })
        })
    }

    /// The unit of a parameter, with its text.
    fn unit(&mut self, value: &Value<'_>) -> Option<(String, Unit)> {
        let text = self.text(value)?;
        let unit = Unit::read(text);
        if unit.is_none() {
            let message = format!("unknown unit `{}`", excerpt(text));
            let problem = Diagnostic::error("unknown-unit", message)
                .hint("write products, quotients and powers of units: kg*m^2, m/s^2, N*m*s/rad")
                .hint("write other remarks in `note`");
            self.report(problem, value.span());
        }
        unit.map(|unit| (text.to_owned(), unit))
    }

    /// A number of a parameter in SI units, from one in the unit that is named beside it.
    fn in_si(
        &mut self,
        number: Poly,
        unit: Option<&(String, Unit)>,
        span: Range<usize>,
    ) -> Option<Poly> {
        let Some((_, unit)) = unit.filter(|(_, unit)| !unit.is_si()) else { return Some(number) };
        let factor = self.exact(&unit.si(), span.clone())?;
        match number.checked_mul(&factor, &self.budget) {
            Ok(product) => self.finite(product, span),
            Err(error) => {
                for finding in error.diagnostics() {
                    self.report(finding, span.clone());
                }
                None
            }
        }
    }

    fn gravity(&mut self, value: &Value<'_>) -> Option<Vector<Poly>> {
        match value.get_ref() {
            DeValue::Array(_) => self.vector(value, &ACCELERATION),
            _ => Some(Vector::new(Poly::ZERO, Poly::ZERO, -self.entry(value, &ACCELERATION)?)),
        }
    }

    fn convention(&mut self, value: &Value<'_>) -> Option<Convention> {
        let conventions = Convention::ALL.map(|convention| (convention.name(), convention));
        self.choice(value, "convention", &conventions)
    }

    fn joint(&mut self, index: usize, value: &Value<'_>) -> Option<(JointDraft, Option<DhRow>)> {
        self.inside(joint_path(index), value.span(), |reader| {
            let mut fields = reader.fields(value, "joints are written [[joint]]")?;
            let kind =
                fields.require("type", "write type = \"revolute\"", reader, |reader, value| {
                    let name = reader.text(value)?;
                    reader.joint_kind(name, value.span())
                });
            let name = fields.text("name", reader);
            let parent = fields.read("parent", reader, |reader, value| reader.parent(value));
            let point = reader.link_point(&mut fields);
            let coordinate = fields.text("coordinate", reader);
            let row = fields.read("dh", reader, |reader, value| reader.dh_row(value));
            let axis = match (kind, fields.has("dh")) {
                (Some(JointKind::Rotation | JointKind::Translation), false) => {
                    let hint = "give the axis of the joint in its own frame: \"x\", \"-y\", \"z\" or a vector such as [0, 0, 1]";
                    fields.require("axis", hint, reader, |reader, value| reader.direction(value))
                }
                _ => fields.read("axis", reader, |reader, value| reader.direction(value)),
            };
            if row.is_some() {
                for key in ["axis", "offset", "rotation", "along", "node"] {
                    if let Some(value) = fields.get(key) {
                        let message = format!("`{key}` and `dh` both give the frame of the joint");
                        let problem = Diagnostic::error("dh-and-frame", message)
                            .hint(format!("leave out `{key}` or `dh`"));
                        reader.report(problem, value.span());
                    }
                }
            }
            let placement = reader.placement(&mut fields);
            let friction =
                fields.read("friction", reader, |reader, value| reader.friction(value, kind));
            let spring = fields.read("spring", reader, |reader, value| reader.spring(value, kind));
            let compensator =
                fields.read("compensator", reader, |reader, value| reader.compensator(value));
            let own_name = joint_name(index, name.as_deref());
            let rotor =
                fields.read("rotor", reader, |reader, value| reader.rotor(value, kind, &own_name));
            let elastic =
                fields.read("elastic", reader, |reader, value| reader.elastic_joint(value, kind));
            let coupling = fields.read("mimic", reader, |reader, value| reader.mimic(value, kind));
            let limits = fields.read("limits", reader, |reader, value| reader.limits(value, kind));
            let link = fields.read("link", reader, |reader, value| reader.link(value));
            fields.finish(reader);
            let draft = JointDraft {
                name,
                parent: parent.unwrap_or_default(),
                point: point?,
                coordinate,
                kind: kind?,
                axis: axis.unwrap_or_else(|| unit(2)),
                placement,
                coupling,
                friction: friction.unwrap_or_default(),
                spring: spring.unwrap_or_default(),
                compensator,
                rotor,
                elastic,
                limits: limits.unwrap_or_default(),
                link: link.unwrap_or_default(),
            };
            Some((draft, row))
        })
    }

    /// The kind of a joint by its name in a file.
    pub(crate) fn joint_kind(&mut self, name: &str, span: Range<usize>) -> Option<JointKind> {
        let kind = JointKind::of_name(name);
        if kind.is_none() {
            let message = format!(
                "unknown joint type `{}`; expected revolute (rotation), prismatic (translation) or fixed",
                excerpt(name)
            );
            let known = JointKind::SPELLINGS.map(|(spelling, _)| spelling);
            let problem = Diagnostic::error("unknown-value", message);
            let otherwise = "one of: revolute, prismatic, fixed";
            self.report(problem.did_you_mean(name, known, otherwise), span);
        }
        kind
    }

    pub(crate) fn parent(&mut self, value: &Value<'_>) -> Option<Parent> {
        Some(match self.text(value)? {
            "base" => Parent::Base,
            name => Parent::Joint(name.to_owned()),
        })
    }

    fn limits(&mut self, value: &Value<'_>, kind: Option<JointKind>) -> Option<Limits> {
        let hint = "write { lower = -3, upper = 3, velocity = 2, effort = 100 }";
        let mut fields = self.fields(value, hint)?;
        let mut entry = |(key, measure)| {
            let measures = JointKind::measures(kind, measure);
            fields.read(key, self, |reader, value| reader.entry_of(value, &measures))
        };
        let [lower, upper, velocity, effort] = [
            ("lower", &JOINT_POSITION),
            ("upper", &JOINT_POSITION),
            ("velocity", &JOINT_VELOCITY),
            ("effort", &JOINT_EFFORT),
        ]
        .map(&mut entry);
        fields.finish(self);
        Some(Limits { lower, upper, velocity, effort })
    }
}
