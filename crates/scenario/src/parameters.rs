//! The robot with the values that a scenario gives its parameters.

use appell_algebra::Budget;
use appell_diagnostic::{Diagnostic, Place};
use appell_model::{Robot, lint, parameter_at};
use appell_toml::NamedNumber;
use appell_units::Dimension;

use super::Placed;

/// A value that a scenario gives a parameter of the robot.
#[derive(Clone, Debug)]
pub(super) struct Given {
    /// The name of the parameter.
    pub(super) name: String,
    pub(super) value: f64,
    /// The path of the number in the robot's file; `None` for a parameter of the robot.
    path: Option<String>,
    /// The dimension of the unit that is written with the value, if there is one.
    dimension: Option<Dimension>,
}

impl Given {
    pub(super) fn of(number: NamedNumber) -> Placed<Self> {
        let NamedNumber { name, value, dimension, span } = number;
        let value = match parameter_at(&name) {
            Some(parameter) => Self { name: parameter, value, path: Some(name), dimension },
            None => Self { name, value, path: None, dimension },
        };
        Placed { value, span }
    }
}

/// A robot with other values of its parameters, and of plain numbers of its file by their paths. Names that it
/// does not have are findings.
pub(super) fn with_values(
    robot: &Robot,
    values: &[Placed<Given>],
    budget: &Budget,
    findings: &mut Vec<Diagnostic>,
) -> Result<Robot, Vec<Diagnostic>> {
    if values.is_empty() {
        return Ok(robot.clone());
    }
    let robot = opened(robot, values)?;
    for Placed { value: Given { name, .. }, span } in values {
        let names = || robot.parameters().iter().map(|it| it.name.as_str());
        if !names().any(|known| known == name) {
            let message = format!("the robot has no parameter `{name}`");
            let problem = Diagnostic::error("unknown-parameter", message).at(span.clone());
            let otherwise = "see `appell show ROBOT` for all of them";
            findings.push(problem.did_you_mean(name, names(), otherwise));
        }
    }
    robot.with_parameters(values.iter().map(|it| (it.value.name.as_str(), it.value.value)), budget)
}

/// The robot in which the numbers that are given by paths are parameters.
fn opened(robot: &Robot, values: &[Placed<Given>]) -> Result<Robot, Vec<Diagnostic>> {
    let by_path = |it: &&Placed<Given>| it.value.path.is_some();
    let values: Vec<&Placed<Given>> = values.iter().filter(by_path).collect();
    if values.is_empty() {
        return Ok(robot.clone());
    }
    let number =
        |it: &&Placed<Given>| (it.value.path.clone().unwrap_or_default(), it.value.dimension);
    let numbers: Vec<(String, Option<Dimension>)> = values.iter().map(number).collect();
    let numbers: Vec<_> =
        numbers.iter().map(|(path, dimension)| (path.as_str(), *dimension)).collect();
    let opened = robot.with_numbers_as_parameters(&numbers);
    opened.map_err(|refused| {
        let (index, problem) = *refused;
        vec![problem.at(values[index].span.clone())]
    })
}

/// Warnings about a robot because of these values, at the value that causes each.
pub(super) fn doubtful(
    robot: &Robot,
    values: &[Placed<Given>],
    budget: &Budget,
) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    let Ok(robot) = opened(robot, values) else { return findings };
    let mut known = lint(&robot);
    for count in 1..=values.len() {
        let Ok(changed) = with_values(&robot, &values[..count], budget, &mut Vec::new()) else {
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
