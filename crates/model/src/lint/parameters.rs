//! Parameters that nobody uses, or that have no value.

use appell_diagnostic::{Diagnostic, nearest};

use crate::robot::Robot;

/// Names that are likely units, and what to write instead.
const UNITS: [(&str, &str); 7] = [
    ("deg", "a unit follows its number without a star: \"130 deg\""),
    ("degree", "write \"130 deg\" for 130 degrees"),
    ("degrees", "write \"130 deg\" for 130 degrees"),
    ("rad", "a number without a unit is in radians: leave the unit out"),
    ("mm", "a unit follows its number without a star: \"100 mm\""),
    ("cm", "a unit follows its number without a star: \"10 cm\""),
    ("kg", "a number without a unit is in kilograms: leave the unit out"),
];

pub(super) fn lint(robot: &Robot) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    // among very many names a slip cannot be told
    let all = robot.parameters();
    let few = if all.len() <= 300 { all } else { &[] };
    for parameter in robot.parameters() {
        let name = &parameter.name;
        let others = || few.iter().filter(|other| other.symbol != parameter.symbol);
        if !robot.uses(parameter.symbol) {
            let near = others().filter(|other| robot.uses(other.symbol) && other.value.is_none());
            let problem = Diagnostic::warning(
                "unused-parameter",
                format!("the parameter `{name}` is not used"),
            )
            .on(["parameters", name]);
            findings.push(match nearest(name, near.map(|other| other.name.as_str())) {
                Some(near) => problem.hint(format!("did you mean `{near}`, which has no value?")),
                None => problem.hint("leave it out, or use it"),
            });
        } else if parameter.value.is_none() {
            // one that was declared is meant; one that only stands in an entry may be a slip
            let declared = parameter.unit.is_some() || parameter.note.is_some();
            let near = others().filter(|other| other.value.is_some() && !declared);
            let problem = Diagnostic::warning(
                "parameter-without-value",
                format!("`{name}` has no value: it stays a symbol in formulas"),
            )
            .on(["parameters", name]);
            let unit = UNITS.iter().find(|(unit, _)| unit == name).map(|(_, hint)| *hint);
            let near = nearest(name, near.map(|other| other.name.as_str()));
            findings.push(match near.filter(|_| unit.is_none()) {
                None if unit.is_some() => problem.hint(unit.unwrap_or_default()),
                Some(near) => problem.hint(format!(
                    "did you mean `{near}`? If not, give it a value under [parameters]: {name} = ..."
                )),
                None => problem.hint(format!("give it one under [parameters]: {name} = ...")),
            });
        }
    }
    findings
}
