//! Plain numbers of a robot become parameters, so that a scenario can give them other values.

use std::ops::Range;

use appell_diagnostic::{Diagnostic, Severity, excerpt};
use appell_toml::{DeValue, Table, Value, find, steps};
use appell_units::{Dimension, Measure};

use super::{read_toml, write_toml};
use crate::read::Options;
use crate::robot::Robot;

/// The only number at the head of a file.
const GRAVITY: &str = "gravity";

/// The name of the parameter that the number at a path becomes; `None` for the plain name of a parameter.
///
/// ```
/// use appell_model::parameter_at;
/// assert_eq!(parameter_at("joint[4].link.mass").as_deref(), Some("joint_4_link_mass"));
/// assert_eq!(parameter_at("M4"), None);
/// ```
pub fn parameter_at(path: &str) -> Option<String> {
    if path != GRAVITY && !path.contains(['.', '[']) {
        return None;
    }
    let words = path.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    Some(words.collect::<Vec<_>>().join("_"))
}

impl Robot {
    /// The robot with some of its numbers as parameters that have the same values. `numbers` has the path of each
    /// number in the file that [`write_toml`] writes, and the dimension of the unit in which its new value is
    /// written, if there is one. [`parameter_at`] gives the names of the parameters. An error comes with the index
    /// of the path that caused it.
    ///
    /// ```
    /// let robot = appell_model::Robot::bundled("panda")?;
    /// let open = robot.with_numbers_as_parameters(&[("joint[4].link.mass", None)]).map_err(|it| it.1)?;
    /// let parameter = open.parameters().iter().find(|it| it.name == "joint_4_link_mass").ok_or("none")?;
    /// assert_eq!(open.joints()[3].body.mass.text(open.symbols()), "joint_4_link_mass");
    /// assert_eq!(open.value(parameter.symbol), robot.evaluate(&robot.joints()[3].body.mass).ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_numbers_as_parameters(
        &self,
        numbers: &[(&str, Option<Dimension>)],
    ) -> Result<Self, Box<(usize, Diagnostic)>> {
        let text = write_toml(self);
        let file = appell_toml::table(&text, &[], &mut appell_toml::Reader::default());
        let Some(file) = file.filter(|_| !numbers.is_empty()) else { return Ok(self.clone()) };
        let mut edits: Vec<(Range<usize>, String)> = Vec::new();
        let mut declared = String::new();
        for (index, (path, dimension)) in numbers.iter().enumerate() {
            let refused = |problem: Diagnostic| Box::new((index, problem));
            let value = number_at(path, &file).map_err(refused)?;
            let name = parameter_at(path).unwrap_or_else(|| (*path).to_owned());
            if value.get_ref().as_str() == Some(&name) {
                continue;
            }
            if self.parameters().iter().any(|it| it.name == name) {
                let message = format!(
                    "`{path}` would become the parameter `{name}`, which the robot has already"
                );
                let problem = Diagnostic::error("name-taken", message);
                return Err(refused(problem.hint("rename the parameter of the robot")));
            }
            if edits.iter().any(|(span, other)| *span == value.span() || *other == name) {
                let message = format!("two paths lead to the same number or name, `{name}`");
                let problem = Diagnostic::error("name-taken", message);
                return Err(refused(problem.hint("leave one path out")));
            }
            let unit = dimension.map(Measure::si_unit);
            let unit = unit.map_or_else(String::new, |unit| format!(", unit = \"{unit}\""));
            declared.push_str(&format!("{name} = {{ value = {}{unit} }}\n", &text[value.span()]));
            edits.push((value.span(), name));
        }
        if edits.is_empty() {
            return Ok(self.clone());
        }
        let changed = with_parameters(&text, edits, &declared);
        let reading = read_toml(&changed, &Options { snap: false, ..Options::default() });
        reading.robot.ok_or_else(|| Box::new(refusal(numbers, &reading.findings)))
    }
}

/// The value at a path: a number, or a text that may be a number with a unit or a formula.
fn number_at<'v>(path: &str, file: &'v Table<'v>) -> Result<&'v Value<'v>, Diagnostic> {
    let hint = "paths are those of the file that `appell convert ROBOT robot.toml` writes";
    let Some(steps) = steps(path) else {
        let message =
            format!("expected a path such as joint[2].link.mass, found `{}`", excerpt(path));
        return Err(Diagnostic::error("bad-path", message)
            .hint("entries are counted from 1, or named: joint[elbow].offset[3]"));
    };
    let value = find(&steps, file, &[]).map_err(|mut problem| {
        problem.hints.retain(|it| !it.contains("into the file"));
        problem.hint(hint)
    })?;
    match value.get_ref() {
        DeValue::Integer(_) | DeValue::Float(_) | DeValue::String(_) => Ok(value),
        other => {
            let message = format!("`{}` of the robot is no number", excerpt(path));
            let problem = Diagnostic::error("no-number", message);
            Err(match other {
                DeValue::Array(_) => problem.hint(format!("name an entry: {}[1]", excerpt(path))),
                _ => problem.hint(hint),
            })
        }
    }
}

/// The file with names of parameters in place of numbers, and the declarations of these parameters.
fn with_parameters(text: &str, mut edits: Vec<(Range<usize>, String)>, declared: &str) -> String {
    const HEADER: &str = "\n[parameters]\n";
    let (place, header) = match text.find(HEADER) {
        Some(place) => (place + HEADER.len(), ""),
        None => (text.find("\n[").unwrap_or(text.len()), HEADER),
    };
    edits.push((place..place, format!("{header}{declared}")));
    edits.sort_by_key(|(span, _)| span.start);
    let (mut changed, mut end) = (String::with_capacity(text.len()), 0);
    for (span, new) in edits {
        changed.push_str(&text[end..span.start]);
        match span.is_empty() {
            true => changed.push_str(&new),
            false => changed.push_str(&format!("\"{new}\"")),
        }
        end = span.end;
    }
    changed + &text[end..]
}

/// The error of a file that cannot be read with its new parameters, and the index of the path that it is about: the
/// first one if the error names none.
fn refusal(numbers: &[(&str, Option<Dimension>)], findings: &[Diagnostic]) -> (usize, Diagnostic) {
    let error = findings.iter().find(|it| it.severity == Severity::Error);
    let why = error.map_or_else(String::new, |it| format!("{}: {}", it.code, it.message));
    let named = |(path, _): &(&str, _)| parameter_at(path).is_some_and(|it| why.contains(&it));
    let index = numbers.iter().position(named).unwrap_or(0);
    let message = format!("`{}` of the robot cannot have another value", excerpt(numbers[index].0));
    let problem = Diagnostic::error("no-number", message).fact("why", why);
    (index, problem.hint("if the number is a formula, give values to its parameters instead"))
}
