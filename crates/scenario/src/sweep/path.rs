//! Paths of numbers in a scenario: `payload[1].mass`, `start.q[2]`, `motion[lift].speed`, `parameters.M4`.

use std::ops::Range;

use appell_diagnostic::{Diagnostic, excerpt};
use appell_toml::{DeValue, Read, Reader, Table, Value};
use appell_units::PURE_NUMBER;

/// A number of the file.
#[derive(Clone, Debug)]
pub(super) struct Target {
    pub(super) span: Range<usize>,
    pub(super) value: f64,
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

/// A step of a path.
#[derive(Clone, Debug, PartialEq)]
enum Step {
    Key(String),
    /// An entry of a list, from 0.
    Entry(usize),
    /// The entry of a list of tables that has this name.
    Named(String),
}

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
    let Some(steps) = steps(path) else {
        let message = format!("`{}` is no path of a number", excerpt(path));
        let problem = Diagnostic::error("bad-path", message)
            .hint("write a path such as payload[1].mass, start.q[2] or motion[lift].speed");
        refuse(problem);
        return None;
    };
    let value = match find(&steps, file) {
        Ok(value) => value,
        Err(problem) => {
            refuse(problem);
            return None;
        }
    };
    let values: Vec<&Value<'_>> = match value.get_ref() {
        DeValue::Array(entries) if scales => entries.iter().collect(),
        _ => vec![value],
    };
    let is_number =
        |value: &&&Value<'_>| matches!(value.get_ref(), DeValue::Integer(_) | DeValue::Float(_));
    if let Some(other) = values.iter().find(|value| !is_number(value)) {
        let message = format!("`{}` is {}, not a number", excerpt(path), kind_of(other));
        let problem = Diagnostic::error("no-number", message);
        refuse(match other.get_ref() {
            DeValue::String(_) => problem
                .hint("a number with a unit cannot vary: write it in SI units, without quotes"),
            DeValue::Array(_) if !scales => problem
                .hint(format!("name one of its numbers: {}[1]", excerpt(path)))
                .hint("or vary all of them by a factor: scale = [0.5, 1.5]"),
            _ => problem.hint("name a number, such as payload[1].mass"),
        });
        return None;
    }
    let targets = values.into_iter().map(|value| {
        Some(Target { span: value.span(), value: reader.number(value, path, &PURE_NUMBER)? })
    });
    Some((kind(&steps, scales), targets.collect::<Option<_>>()?))
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
        ("parameters", [Step::Key(name)]) => VariedKind::Parameter(name.clone()),
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

/// The steps of a path, unless it is none.
fn steps(path: &str) -> Option<Vec<Step>> {
    let mut steps = Vec::new();
    for part in path.split('.') {
        let (key, mut rest) = part.split_at(part.find('[').unwrap_or(part.len()));
        if key.is_empty() {
            return None;
        }
        steps.push(Step::Key(key.to_owned()));
        while !rest.is_empty() {
            let (inside, after) = rest.strip_prefix('[')?.split_once(']')?;
            steps.push(match inside.parse::<usize>() {
                Ok(number) => Step::Entry(number.checked_sub(1)?),
                Err(_) if inside.is_empty() => return None,
                Err(_) => Step::Named(inside.to_owned()),
            });
            rest = after;
        }
    }
    Some(steps)
}

/// The value to which steps lead.
fn find<'v>(steps: &[Step], file: &'v Table<'v>) -> Result<&'v Value<'v>, Diagnostic> {
    let missing = |message: String| Diagnostic::error("unknown-path", message);
    let mut table = Some(file.get_ref());
    let mut at: Option<&Value<'_>> = None;
    let mut walked = String::new();
    for step in steps {
        let next = match step {
            Step::Key(key) => {
                let Some(table) = table else {
                    return Err(missing(format!("`{}` has no keys", excerpt(&walked)))
                        .hint("leave out what follows it"));
                };
                let inside = if walked.is_empty() { "the file" } else { &walked };
                let keys: Vec<&str> = match walked.is_empty() {
                    true => TABLES.to_vec(),
                    false => table.keys().map(|key| key.get_ref().as_ref()).collect(),
                };
                let value = table.get(key.as_str()).filter(|_| keys.contains(&key.as_str()));
                value.ok_or_else(|| {
                    let message = format!("`{}` has no number `{}`", excerpt(inside), excerpt(key));
                    let otherwise = match keys.is_empty() {
                        true => "write the number into the file first".to_owned(),
                        false => format!(
                            "write it into the file first, or use one of: {}",
                            keys.join(", ")
                        ),
                    };
                    missing(message).did_you_mean(key, keys, otherwise)
                })?
            }
            Step::Entry(number) => {
                let entries = at.and_then(|value| value.get_ref().as_array());
                let Some(entries) = entries else {
                    return Err(missing(format!("`{}` is no list", excerpt(&walked)))
                        .hint("leave out the number in brackets"));
                };
                entries.get(*number).ok_or_else(|| {
                    let message = format!("`{}` has no entry {}", excerpt(&walked), number + 1);
                    missing(message).fact("entries", entries.len()).hint("the first entry is [1]")
                })?
            }
            Step::Named(name) => {
                let entries = at.and_then(|value| value.get_ref().as_array());
                let name_of = |entry: &'v Value<'v>| {
                    entry.get_ref().as_table()?.get("name")?.get_ref().as_str()
                };
                let mut entries = entries.into_iter().flatten();
                let named = entries.find(|entry| name_of(entry) == Some(name));
                named.ok_or_else(|| {
                    let message = format!(
                        "`{}` has no entry with the name `{}`",
                        excerpt(&walked),
                        excerpt(name)
                    );
                    missing(message).hint("count from 1, or write name = \"...\" into the entry")
                })?
            }
        };
        table = next.get_ref().as_table();
        at = Some(next);
        match step {
            Step::Key(key) if walked.is_empty() => walked.push_str(key),
            Step::Key(key) => walked.push_str(&format!(".{key}")),
            Step::Entry(number) => walked.push_str(&format!("[{}]", number + 1)),
            Step::Named(name) => walked.push_str(&format!("[{name}]")),
        }
    }
    at.ok_or_else(|| missing("an empty path".to_owned()))
}
