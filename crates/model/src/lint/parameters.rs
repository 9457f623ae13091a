//! Parameters that nobody uses, or that have no value.

use appell_diagnostic::{Diagnostic, nearest};

use crate::robot::Robot;

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
                format!("the parameter `{name}` stands nowhere in the robot"),
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
                format!("`{name}` has no value: it stays a symbol, and numbers cannot be had"),
            )
            .on(["parameters", name]);
            findings.push(match nearest(name, near.map(|other| other.name.as_str())) {
                Some(near) => problem.hint(format!(
                    "did you mean `{near}`? If not, give it a value under [parameters]: {name} = 1"
                )),
                None => problem.hint(format!("give it one under [parameters]: {name} = 1")),
            });
        }
    }
    findings
}
