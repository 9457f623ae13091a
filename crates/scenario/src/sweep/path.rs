//! Paths of numbers in a scenario: `payload[1].mass`, `start.q[2]`, `motion[lift].speed`, `parameters.M4`,
//! `parameters.joint[4].link.mass`.

use std::ops::Range;

use appell_diagnostic::{Diagnostic, excerpt};
use appell_model::parameter_at;
use appell_toml::{DeValue, Read, Reader, Step, Table, Value, find, steps};
use appell_units::{ANY, Dimension};

/// A number of the file.
#[derive(Clone, Debug)]
pub(super) struct Target {
    pub(super) span: Range<usize>,
    /// In SI units.
    pub(super) value: f64,
    /// The dimension of its unit, if it has one.
    pub(super) dimension: Option<Dimension>,
}

/// The dimension of the unit with which a number is written.
pub(super) fn written_dimension(value: &Value<'_>) -> Option<Dimension> {
    let quantity = appell_units::read(value.get_ref().as_str()?)?.ok()?;
    Some(quantity.unit()?.dimension)
}

/// What a number is, as far as that matters for what must be calculated again when it changes.
#[derive(Clone, Debug, PartialEq)]
pub enum VariedKind {
    /// A number of what is carried, by the number of its `[[payload]]`: no motion changes.
    Payload(usize, PayloadEntry),
    /// A parameter of the robot.
    Parameter(String),
    /// Anything else.
    Other,
}

/// A number of a payload; of a vector, with the number of its entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PayloadEntry {
    /// Its mass.
    Mass,
    /// Its centre of mass.
    Centre(usize),
    /// The force on the tool.
    Force(usize),
    /// The moment on the tool.
    Moment(usize),
}

/// The tables that hold numbers of a motion or a simulation.
const TABLES: [&str; 9] = [
    "parameters",
    "start",
    "limits",
    "motion",
    "controller",
    "torques",
    "payload",
    "simulation",
    "output",
];

/// The numbers at a path: one, or with `scales` a list of them. What is wrong is reported.
pub(super) fn targets(
    path: &str,
    file: &Table<'_>,
    scales: bool,
    place: Range<usize>,
    reader: &mut Reader,
) -> Option<(VariedKind, Vec<Target>)> {
    let mut refuse = |problem: Diagnostic| {
        reader.report(problem, place.clone());
    };
    let Some(steps) = steps_of(path) else {
        let message = format!("expected a path such as payload[1].mass, found `{}`", excerpt(path));
        let problem = Diagnostic::error("bad-path", message)
            .hint("write a path such as payload[1].mass, start.q[2] or motion[lift].speed");
        refuse(problem);
        return None;
    };
    let value = match find(&steps, file, &TABLES) {
        Ok(value) => value,
        Err(problem) => {
            refuse(match path.strip_prefix("robot.") {
                Some(rest) => of_the_robot(rest),
                None => problem,
            });
            return None;
        }
    };
    let values: Vec<&Value<'_>> = match value.get_ref() {
        DeValue::Array(entries) if scales => entries.iter().collect(),
        _ => vec![value],
    };
    let is_number = |value: &Value<'_>| {
        let plain = matches!(value.get_ref(), DeValue::Integer(_) | DeValue::Float(_));
        plain || written_dimension(value).is_some()
    };
    if let Some(other) = values.iter().find(|value| !is_number(value)) {
        let message = format!("`{}` is {}, not a number", excerpt(path), kind_of(other));
        let problem = Diagnostic::error("no-number", message);
        refuse(match other.get_ref() {
            DeValue::Array(_) if !scales => problem
                .hint(format!("name one of its numbers: {}[1]", excerpt(path)))
                .hint("or vary all of them by a factor: scale = [0.5, 1.5]"),
            _ => problem.hint("name a number, such as payload[1].mass"),
        });
        return None;
    }
    let targets = values.into_iter().map(|value| {
        let dimension = written_dimension(value);
        Some(Target { span: value.span(), value: reader.number(value, path, &ANY)?, dimension })
    });
    Some((kind(&steps, scales), targets.collect::<Option<_>>()?))
}

/// The steps of a path. What follows `parameters` is one key: the name of a parameter, or the path of a
/// number in the robot's file.
fn steps_of(path: &str) -> Option<Vec<Step>> {
    match path.split_once('.') {
        Some((table @ "parameters", name)) if parameter_at(name).is_some() => {
            Some([table, name].map(|key| Step::Key(key.to_owned())).to_vec())
        }
        _ => steps(path),
    }
}

/// The error of a path into the robot, with the key that varies its numbers.
fn of_the_robot(path: &str) -> Diagnostic {
    let path = excerpt(path);
    let message = format!("`robot.{path}` is not a number of this file");
    Diagnostic::error("unknown-path", message).hint(format!(
        "write [parameters], then \"{path}\" = ..., with the value of the robot, and vary parameters.{path}"
    ))
}

fn kind_of(value: &Value<'_>) -> &'static str {
    match value.get_ref() {
        DeValue::String(_) => "a text",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
        _ => "something else",
    }
}

/// What the number at a path is.
fn kind(steps: &[Step], scales: bool) -> VariedKind {
    let Step::Key(table) = &steps[0] else { return VariedKind::Other };
    match (table.as_str(), &steps[1..]) {
        ("parameters", [Step::Key(name)]) => {
            VariedKind::Parameter(parameter_at(name).unwrap_or_else(|| name.clone()))
        }
        ("payload", [Step::Entry(number), Step::Key(key), entry @ ..]) if !scales => {
            let entry = match (key.as_str(), entry) {
                ("mass", []) => PayloadEntry::Mass,
                ("centre", [Step::Entry(k)]) => PayloadEntry::Centre(*k),
                ("force", [Step::Entry(k)]) => PayloadEntry::Force(*k),
                ("moment", [Step::Entry(k)]) => PayloadEntry::Moment(*k),
                _ => return VariedKind::Other,
            };
            VariedKind::Payload(*number, entry)
        }
        _ => VariedKind::Other,
    }
}
