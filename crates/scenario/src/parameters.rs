//! The robot with the values that a scenario gives its parameters.

use appell_algebra::Budget;
use appell_diagnostic::{Diagnostic, Place};
use appell_model::{Robot, lint};

use super::Placed;

/// A robot with other values of its parameters; names that it does not have are findings.
pub(super) fn with_values(
    robot: &Robot,
    values: &[Placed<(String, f64)>],
    budget: &Budget,
    findings: &mut Vec<Diagnostic>,
) -> Result<Robot, Vec<Diagnostic>> {
    if values.is_empty() {
        return Ok(robot.clone());
    }
    for Placed { value: (name, _), span } in values {
        let names = || robot.parameters().iter().map(|it| it.name.as_str());
        if !names().any(|known| known == name) {
            let message = format!("the robot has no parameter `{name}`");
            let problem = Diagnostic::error("unknown-parameter", message).at(span.clone());
            let otherwise = "see `appell show ROBOT` for all of them";
            findings.push(problem.did_you_mean(name, names(), otherwise));
        }
    }
    robot.with_parameters(values.iter().map(|it| (it.value.0.as_str(), it.value.1)), budget)
}

/// Warnings about a robot because of these values, at the value that causes each.
pub(super) fn doubtful(
    robot: &Robot,
    values: &[Placed<(String, f64)>],
    budget: &Budget,
) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    let mut known = lint(robot);
    for count in 1..=values.len() {
        let Ok(changed) = with_values(robot, &values[..count], budget, &mut Vec::new()) else {
            continue;
        };
        let now = lint(&changed);
        for finding in now.iter().filter(|it| !known.contains(it)) {
            let mut finding = finding.clone();
            if let Place::Path(path) = &finding.place {
                finding.facts.insert(0, ("in the robot".to_owned(), path.join(" / ")));
            }
            findings.push(finding.at(values[count - 1].span.clone()));
        }
        known = now;
    }
    findings
}
