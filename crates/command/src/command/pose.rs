//! Where the frames of a robot are, in numbers.

use appell::algebra::{Budget, Error, Poly, Symbols};
use appell::diagnostic::{Diagnostic, excerpt};
use appell::mechanics::geometry::{Frames, frames, mounted};
use appell::mechanics::{Coordinate, Mechanism, State};
use appell::model::Robot;
use appell::spatial::Transform;
use appell::units::{
    self, ANY, JOINT_ACCELERATION, JOINT_EFFORT, JOINT_POSITION, JOINT_VELOCITY, Measure,
};

use super::findings::Failure;

/// The frames of a robot in numbers.
pub(crate) struct Pose {
    /// Those of the joints and of the tool.
    pub(crate) frames: Frames<f64>,
    /// The named frames in the base, in the order of the robot's.
    pub(crate) named: Vec<Transform<f64>>,
}

/// The frames of a robot, at the coordinates of the joints that move, in order.
pub(crate) fn pose(robot: &Robot, coordinates: &[f64]) -> Result<Pose, Error> {
    // masses and friction need no values here; what the frames need is asked for first
    for joint in robot.joints() {
        joint.parent_from_frame.try_map(|entry| robot.evaluate(entry))?;
        joint.axis.try_map(|entry| robot.evaluate(entry))?;
        if let Some(coupling) = &joint.coupling {
            let ratios = coupling.shares.iter().map(|(_, ratio)| ratio);
            ratios
                .chain([&coupling.whole_offset])
                .try_for_each(|it| robot.evaluate(it).map(drop))?;
        }
    }
    for frame in robot.frames() {
        frame.parent_from_frame.try_map(|entry| robot.evaluate(entry))?;
    }
    robot.tool().parent_from_tool.try_map(|entry| robot.evaluate(entry))?;
    let value = |entry: &Poly| Ok::<_, Error>(robot.evaluate(entry).unwrap_or(f64::NAN));
    let mechanism = Mechanism::new(robot, value)?;
    let at = |&q: &f64| Coordinate { q, cos: q.cos(), sin: q.sin(), rates: Vec::new() };
    let circle = |_, angle: &f64| Ok::<_, Error>((angle.cos(), angle.sin()));
    let state = State::new(&mechanism, coordinates.iter().map(at).collect(), circle)?;
    let mut frames = frames(&mechanism, &state);
    // the load on an elastic tip is a body of the mechanism, and no joint
    frames.in_base.truncate(robot.joints().len());
    let named = mechanism.frames.iter().map(|frame| {
        let placed = mounted(&mechanism, frame.seat, &state, &frame.parent_from_frame);
        match frame.seat.link {
            Some(parent) => &frames.in_base[parent] * &placed,
            None => placed,
        }
    });
    Ok(Pose { named: named.collect(), frames })
}

/// Coordinates from the option `--q`, such as `0.3,pi/2,-1` or `shoulder=0.3`; without it all are
/// zero.
pub(crate) fn coordinates(robot: &appell::Robot, list: Option<&str>) -> Result<Vec<f64>, Failure> {
    match list {
        Some(list) => listed(robot, "--q", list),
        None => Ok(vec![0.0; robot.model().coordinates().len()]),
    }
}

/// A number for each coordinate from the list of an option: numbers or constants in the order of the
/// coordinates, `0.3,pi/2,90deg`, or by the names of joints, `shoulder=0.3,wrist=-1`; those that are not
/// named are zero.
pub(crate) fn listed(robot: &appell::Robot, option: &str, list: &str) -> Result<Vec<f64>, Failure> {
    if list.contains('=') {
        return by_name(robot, option, list);
    }
    let owners = robot.model().coordinate_owners();
    separated_by_commas(option, list)?;
    let measures = measures(robot, option);
    let values: Vec<f64> = list
        .split(',')
        .enumerate()
        .map(|(k, text)| {
            let measure = measures.get(k).copied().unwrap_or(&ANY);
            number_or_quantity(option, owners.get(k), text, measure)
        })
        .collect::<Result<_, _>>()?;
    if values.len() != owners.len() {
        let message = format!("{option}: expected {} values, found {}", owners.len(), values.len());
        let problem = Diagnostic::error("wrong-length", message)
            .fact("coordinates", owners.join(", "))
            .hint(format!("write {option} {}", vec!["0"; owners.len()].join(",")))
            .hint(format!("or by name, the others are zero: {option} {}=0", owners[0]));
        let problem = match values.len() > owners.len() {
            true => problem.hint("write a decimal point, not a comma: 0.2 for 0,2"),
            false => problem,
        };
        return Err(Failure::of(&[problem]));
    }
    Ok(values)
}

/// Refuses a list with other separators than commas.
pub(crate) fn separated_by_commas(option: &str, list: &str) -> Result<(), Failure> {
    if list.contains(';') {
        let message = format!("{option}: expected values separated by commas, found semicolons");
        let hint = "separate values by commas, with a decimal point in each: 0.2,-0.5,1";
        return Err(Diagnostic::error("wrong-separator", message).hint(hint).into());
    }
    // `0.1 m` is a number with its unit, `0.1 0.2` are two numbers
    if !list.contains(',')
        && list.split_whitespace().filter(|part| part.parse::<f64>().is_ok()).count() > 1
    {
        let message = format!("{option}: expected values separated by commas, found spaces");
        let hint =
            format!("write {option} {}", list.split_whitespace().collect::<Vec<_>>().join(","));
        return Err(Diagnostic::error("wrong-separator", message).hint(excerpt(&hint)).into());
    }
    Ok(())
}

/// Numbers by the names of their joints.
fn by_name(robot: &appell::Robot, option: &str, list: &str) -> Result<Vec<f64>, Failure> {
    let owners = robot.model().coordinate_owners();
    let measures = measures(robot, option);
    let mut values = vec![None; owners.len()];
    for pair in list.split(',') {
        let Some((name, text)) = pair.split_once('=') else {
            let message = format!("`{}` in {option} has no name", excerpt(pair));
            let hint = "write names for all numbers, or for none";
            return Err(Diagnostic::error("mixed-list", message).hint(hint).into());
        };
        let name = name.trim();
        let Some(place) = robot.coordinate(name) else {
            let message = format!("the robot has no joint that moves called `{}`", excerpt(name));
            let names = owners.iter().map(String::as_str);
            let otherwise = format!("one of: {}", owners.join(", "));
            let problem = Diagnostic::error("unknown-joint", message);
            return Err(problem.did_you_mean(name, names, otherwise).into());
        };
        let value = number_or_quantity(option, owners.get(place), text, measures[place])?;
        if values[place].replace(value).is_some() {
            let message = format!("{option} has `{}` twice", excerpt(name));
            let hint = "leave one of them out";
            return Err(Diagnostic::error("given-twice", message).hint(hint).into());
        }
    }
    Ok(values.into_iter().map(Option::unwrap_or_default).collect())
}

/// What the numbers of an option stand for, for each coordinate.
fn measures(robot: &appell::Robot, option: &str) -> Vec<&'static Measure> {
    robot.model().coordinate_measures(match option {
        "--qd" => &JOINT_VELOCITY,
        "--qdd" => &JOINT_ACCELERATION,
        "--tau" => &JOINT_EFFORT,
        _ => &JOINT_POSITION,
    })
}

/// The number of an option, or of a joint in it, with a unit of the measure, such as `90deg`; else as
/// [`number`].
pub(crate) fn number_or_quantity(
    option: &str,
    joint: Option<&String>,
    text: &str,
    measure: &Measure,
) -> Result<f64, Failure> {
    let Some(quantity) = units::read(text) else { return number(option, text) };
    match quantity.and_then(|quantity| quantity.si(option, measure)) {
        Ok(number) if number.to_f64().is_finite() => Ok(number.to_f64()),
        Ok(_) => Err(not_finite(option, text)),
        Err(mut problem) => {
            if let Some(joint) = joint {
                problem = problem.fact("joint", joint);
            }
            Err(problem.fact("value", excerpt(text.trim())).into())
        }
    }
}

/// A number or a constant, such as `pi/2`.
pub(crate) fn number(option: &str, text: &str) -> Result<f64, Failure> {
    let example = || match option {
        "--sample" => "write a time: --sample 0.01 or --sample 10ms".to_owned(),
        _ => format!("write numbers or constants: {option} 0.3,pi/2,-1"),
    };
    if text.trim().is_empty() {
        let message = format!("{option}: expected a number, found nothing");
        return Err(Diagnostic::error("bad-number", message).hint(example()).into());
    }
    // `inf`, `nan`: the algebra would take them for symbols
    if text.trim().parse::<f64>().is_ok_and(|number| !number.is_finite()) {
        return Err(not_finite(option, text));
    }
    let symbols = Symbols::new();
    let budget = Budget::default().with_terms(1000);
    let value = Poly::parse(text, &symbols, &budget).and_then(|q| q.evaluate(&symbols, |_| None));
    match value {
        Ok(value) if value.is_finite() => Ok(value),
        Ok(_) => Err(not_finite(option, text)),
        Err(error) => {
            let findings: Vec<Diagnostic> =
                error.diagnostics().into_iter().map(|finding| finding.hint(example())).collect();
            Err(Failure::about(&findings, option, text))
        }
    }
}

fn not_finite(option: &str, text: &str) -> Failure {
    let message = format!("{option}: expected a finite number, found `{}`", excerpt(text.trim()));
    Failure::new("not-finite", message)
}
