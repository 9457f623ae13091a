//! Where the frames of a robot are, in numbers.

use appell::algebra::{Budget, Error, Poly, Symbols};
use appell::diagnostic::Diagnostic;
use appell::mechanics::geometry::{Frames, frames};
use appell::mechanics::{Coordinate, Mechanism, State};
use appell::model::Robot;

use super::findings::Failure;

/// The frames of a robot, at the coordinates of the joints that move, in order.
pub(crate) fn pose(robot: &Robot, coordinates: &[f64]) -> Result<Frames<f64>, Error> {
    // masses and friction need no values here; what the frames need is asked for first
    for joint in robot.joints() {
        joint.parent_from_frame.try_map(|entry| robot.evaluate(entry))?;
        joint.axis.try_map(|entry| robot.evaluate(entry))?;
    }
    robot.tool().parent_from_tool.try_map(|entry| robot.evaluate(entry))?;
    let value = |entry: &Poly| Ok::<_, Error>(robot.evaluate(entry).unwrap_or(f64::NAN));
    let mechanism = Mechanism::new(robot, value)?;
    let at = |&q: &f64| Coordinate { q, cos: q.cos(), sin: q.sin(), rates: Vec::new() };
    let circle = |_, angle: &f64| Ok::<_, Error>((angle.cos(), angle.sin()));
    let state = State::new(&mechanism, coordinates.iter().map(at).collect(), circle)?;
    Ok(frames(&mechanism, &state))
}

/// Coordinates from the option `--q`, such as `0.3,pi/2,-1`; without it all are zero.
pub(crate) fn coordinates(robot: &Robot, list: Option<&str>) -> Result<Vec<f64>, Failure> {
    match list {
        Some(list) => listed(robot, "--q", list),
        None => Ok(vec![0.0; robot.coordinates().len()]),
    }
}

/// A number for each coordinate from the list of an option: numbers or constants, `0.3,pi/2,-1`.
pub(crate) fn listed(robot: &Robot, option: &str, list: &str) -> Result<Vec<f64>, Failure> {
    let names: Vec<String> =
        robot.coordinates().into_iter().map(|q| robot.symbols().name(q)).collect();
    let values: Vec<f64> =
        list.split(',').map(|text| number(option, text)).collect::<Result<_, _>>()?;
    if values.len() != names.len() {
        let message = format!("{option} has {} values, the robot {}", values.len(), names.len());
        let problem = Diagnostic::error("wrong-length", message)
            .fact("coordinates", names.join(", "))
            .hint(format!("write {option} {}", vec!["0"; names.len()].join(",")));
        return Err(Failure::of(&[problem]));
    }
    Ok(values)
}

/// A number or a constant, such as `pi/2`.
pub(crate) fn number(option: &str, text: &str) -> Result<f64, Failure> {
    let symbols = Symbols::new();
    let budget = Budget::default().with_terms(1000);
    let value = Poly::parse(text, &symbols, &budget).and_then(|q| q.evaluate(&symbols, |_| None));
    match value {
        Ok(value) if value.is_finite() => Ok(value),
        Ok(_) => Err(Failure::new("not-finite", format!("`{text}` is not finite"))),
        Err(error) => {
            let hint = format!("write numbers or constants: {option} 0.3,pi/2,-1");
            let findings: Vec<Diagnostic> =
                error.diagnostics().into_iter().map(|finding| finding.hint(&hint)).collect();
            Err(Failure::about(&findings, option, text))
        }
    }
}
