//! Units as they are printed: upright, with powers.

use appell_model::{JointKind, Robot};

use crate::document::{Math, Text};

/// The unit of the k-th coordinate, or of what belongs to it, out of one for revolute and one for prismatic
/// joints (`N m (revolute), N (prismatic)`); of a mode, both.
pub(super) fn of_coordinate(robot: &Robot, k: usize, both: &'static str) -> Text {
    let coordinate = robot.coordinates().get(k).copied();
    let joint = robot.joints().iter().find(|joint| joint.coordinate == coordinate);
    match (joint, both.split_once(", ")) {
        (Some(joint), Some((revolute, prismatic))) => {
            let is_prismatic = joint.kind == JointKind::Translation;
            let own = if is_prismatic { prismatic } else { revolute };
            unit(own.trim_end_matches(" (revolute)").trim_end_matches(" (prismatic)"))
        }
        _ => unit(both),
    }
}

/// A unit of a robot file, as `kg*m^2`. What is no product or quotient of powers is left as it is.
pub(super) fn unit(unit: &str) -> Text {
    let is_power = |power: &str| {
        let (name, exponent) = power.split_once('^').unwrap_or((power, "1"));
        !name.is_empty()
            && name.bytes().all(|it| it.is_ascii_alphabetic())
            && exponent.bytes().all(|it| it.is_ascii_digit())
    };
    if unit == "1" || !unit.split(['*', '/']).all(is_power) {
        return Text::new(unit);
    }
    let (mut latex, mut typst) = (String::new(), String::new());
    let mut rest = unit;
    while !rest.is_empty() {
        let end = rest.find(['*', '/']).unwrap_or(rest.len());
        let (power, after) = rest.split_at(end);
        match power.split_once('^') {
            Some((name, exponent)) => {
                latex.push_str(&format!("\\mathrm{{{name}}}^{{{exponent}}}"));
                typst.push_str(&format!("upright(\"{name}\")^{exponent}"));
            }
            None => {
                latex.push_str(&format!("\\mathrm{{{power}}}"));
                typst.push_str(&format!("upright(\"{power}\")"));
            }
        }
        match after.chars().next() {
            Some('*') => {
                latex.push_str("\\,");
                typst.push_str(" thin ");
            }
            Some(_) => {
                latex.push('/');
                typst.push_str(" class(\"normal\", \"/\") ");
            }
            None => {}
        }
        rest = after.get(1..).unwrap_or_default();
    }
    Math::new(latex, typst).into()
}
