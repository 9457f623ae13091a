//! What the formats of other programs share when a robot is written: numbers instead of symbols, rigid
//! links and joints, no joint that follows several.

use std::borrow::Cow;

use appell_algebra::Budget;
use appell_diagnostic::Diagnostic;

use crate::build::joint_path;
use crate::draft::Draft;
use crate::elastic::refuse_elastic;
use crate::joint::Joint;
use crate::losses::Losses;
use crate::robot::Robot;

/// A format that has numbers only.
#[derive(Clone, Copy)]
pub(crate) struct NumericFormat {
    /// Its name in messages.
    pub(crate) name: &'static str,
    /// The code of what it has no place for.
    pub(crate) code: &'static str,
}

impl NumericFormat {
    /// The robot as the format can have it, with notes on what had to be changed; or why it cannot.
    pub(crate) fn admit<'r>(
        self,
        robot: &'r Robot,
        budget: &Budget,
    ) -> Result<(Cow<'r, Robot>, Vec<Diagnostic>), Vec<Diagnostic>> {
        if let Some(problem) = refuse_elastic(robot, self.name) {
            return Err(vec![problem]);
        }
        let several = |joint: &Joint| joint.coupling.as_ref().is_some_and(|it| it.of.len() > 1);
        if let Some(index) = robot.given_joints().iter().position(several) {
            let name = self.name;
            let message = format!("{name} has no place for a joint that follows several others");
            let problem = Diagnostic::error(self.code, message);
            let problem = problem.on([joint_path(index).as_str(), "mimic"]);
            return Err(vec![problem.hint("write this robot as TOML")]);
        }
        self.check_values(robot)?;
        with_rigid_joints(robot, self.code, budget)
    }

    /// Refuses a robot whose parameters have no values.
    fn check_values(self, robot: &Robot) -> Result<(), Vec<Diagnostic>> {
        let missing = robot
            .parameters()
            .iter()
            .filter(|parameter| robot.uses(parameter.symbol) && parameter.value.is_none());
        let missing: Vec<Diagnostic> = missing
            .map(|parameter| {
                let (name, format) = (&parameter.name, self.name);
                let message = format!("`{name}` has no value, and {format} has no symbols");
                Diagnostic::error("parameter-without-value", message)
                    .on(["parameters", name])
                    .hint(format!("give it its value under [parameters]: {name} = ..."))
            })
            .collect();
        if missing.is_empty() { Ok(()) } else { Err(missing) }
    }
}

/// The robot with rigid joints in the place of elastic ones, and a warning for each.
pub(crate) fn with_rigid_joints<'r>(
    robot: &'r Robot,
    code: &'static str,
    budget: &Budget,
) -> Result<(Cow<'r, Robot>, Vec<Diagnostic>), Vec<Diagnostic>> {
    let mut losses = Losses::new(code);
    for (index, joint) in robot.given_joints().iter().enumerate() {
        if joint.elastic.is_some() {
            losses.rigid_joint(index);
        }
    }
    let findings = losses.findings();
    if findings.is_empty() {
        return Ok((Cow::Borrowed(robot), findings));
    }
    let mut draft = Draft::from(robot);
    draft.joints.iter_mut().for_each(|joint| joint.elastic = None);
    let (rigid, _) = draft.build(budget)?;
    Ok((Cow::Owned(rigid), findings))
}
