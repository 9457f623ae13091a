//! Where the frames of a robot are, in numbers.

use appell::algebra::{Budget, Error, Poly, Symbols};
use appell::diagnostic::Diagnostic;
use appell::model::{JointKind, Robot};
use appell::spatial::Transform;

use super::findings::Failure;

/// The frames of a robot in the base, at given coordinates.
pub(crate) struct Pose {
    /// One for every joint.
    pub(crate) frames: Vec<Transform<f64>>,
    pub(crate) tool: Transform<f64>,
}

impl Pose {
    /// The pose at the coordinates of the joints that move, in order.
    pub(crate) fn new(robot: &Robot, coordinates: &[f64]) -> Result<Self, Error> {
        let base = Transform::identity(&0.0);
        let mut coordinates = coordinates.iter();
        let mut frames: Vec<Transform<f64>> = Vec::new();
        for joint in robot.joints() {
            let parent = joint.parent.map_or(&base, |parent| &frames[parent.index()]);
            let frame = parent * &joint.parent_from_frame.try_map(|entry| robot.evaluate(entry))?;
            let axis = joint.axis.try_map(|entry| robot.evaluate(entry))?;
            let mut q = || coordinates.next().copied().unwrap_or_default();
            frames.push(match joint.kind {
                JointKind::Fixed => frame,
                JointKind::Translation => frame.shifted(&axis, &q()),
                JointKind::Rotation => {
                    let (sin, cos) = q().sin_cos();
                    frame.turned(&axis, &cos, &sin)
                }
            });
        }
        let tool = robot.tool();
        let in_parent = tool.parent_from_tool.try_map(|entry| robot.evaluate(entry))?;
        let tool = &frames[tool.parent.index()] * &in_parent;
        Ok(Self { frames, tool })
    }
}

/// Coordinates from a list of numbers or constants, `0.3,pi/2,-1`; without one all are zero.
pub(crate) fn coordinates(robot: &Robot, list: Option<&str>) -> Result<Vec<f64>, Failure> {
    let names: Vec<String> =
        robot.coordinates().into_iter().map(|q| robot.symbols().name(q)).collect();
    let Some(list) = list else { return Ok(vec![0.0; names.len()]) };
    let symbols = Symbols::new();
    let budget = Budget::default().with_terms(1000);
    let mut values = Vec::new();
    for text in list.split(',') {
        let value =
            Poly::parse(text, &symbols, &budget).and_then(|q| q.evaluate(&symbols, |_| None));
        match value {
            Ok(value) if value.is_finite() => values.push(value),
            Ok(_) => return Err(Failure::new("not-finite", format!("`{text}` is not finite"))),
            Err(error) => {
                let hint = "write numbers or constants: --q 0.3,pi/2,-1";
                let findings: Vec<Diagnostic> =
                    error.diagnostics().into_iter().map(|finding| finding.hint(hint)).collect();
                return Err(Failure::about(&findings, "--q", text));
            }
        }
    }
    if values.len() != names.len() {
        let message = format!("--q has {} values, the robot {}", values.len(), names.len());
        let problem = Diagnostic::error("wrong-length", message)
            .fact("coordinates", names.join(", "))
            .hint(format!("write --q {}", vec!["0"; names.len()].join(",")));
        return Err(Failure::of(&[problem]));
    }
    Ok(values)
}
