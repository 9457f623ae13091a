//! Coordinates that put the tool, or a link, at a pose.

use crate::algebra::{self, Budget};
use crate::code::{Axis, CompiledRobot};
use crate::diagnostic::{Diagnostic, shown};
use crate::model::{self, Draft, Friction, Parent, Payload, Placement, Spring, ToolDraft};
use crate::trajectory::{InverseKinematics, Pose, STARTS_FOR_ALL, Solutions};
use crate::{Error, Robot};

/// How solutions of inverse kinematics are searched for.
#[derive(Clone, Debug)]
pub struct InverseKinematicsOptions {
    /// What shall be at the pose: a named frame, or the frame of a link, by the name or the number of its
    /// joint or by its own name; none: the tool.
    pub of: Option<String>,
    /// From how many starting points the search goes.
    pub starts: usize,
    /// How many members are given of a family, where the robot has more axes than the pose needs.
    pub members: usize,
    /// Whether the search goes beyond the limits of the joints.
    pub ignore_limits: bool,
    /// The current coordinates of the robot, in rad and m: the solution nearest to them comes first.
    pub near: Option<Vec<f64>>,
}

impl Default for InverseKinematicsOptions {
    fn default() -> Self {
        Self { of: None, starts: STARTS_FOR_ALL, members: 8, ignore_limits: false, near: None }
    }
}

/// The coordinates that put the tool at a pose, as far as they were found: nothing proves that there are
/// no others.
#[derive(Clone, Debug, PartialEq)]
pub struct PoseSolutions {
    /// The names of the joints that move, in the order of the coordinates.
    pub joints: Vec<String>,
    /// The units of the coordinates: `rad` or `m`.
    pub units: Vec<&'static str>,
    /// What the search found.
    pub found: Solutions,
    /// Of each solution, whether it is inside the limits of all joints.
    pub inside_limits: Vec<bool>,
    /// What a reader should know beside the numbers.
    pub remarks: Vec<Diagnostic>,
}

impl Robot {
    /// Finds coordinates that put the tool at a pose: all that descents from many starting points lead
    /// to, without copies by whole turns, in a fixed order. An error where none was found.
    ///
    /// ```
    /// use appell::trajectory::Pose;
    /// use appell::{InverseKinematicsOptions, Robot, algebra::Budget};
    ///
    /// let robot = Robot::bundled("puma560")?;
    /// let rotation = [[0.0, 0.0, 1.0], [0.0, -1.0, 0.0], [1.0, 0.0, 0.0]];
    /// let target = Pose { position: [0.4, 0.2, 0.3], rotation: Some(rotation) };
    /// let options = InverseKinematicsOptions::default();
    /// let solutions = robot.inverse_kinematics(&target, &options, &Budget::default())?;
    /// assert_eq!(solutions.found.solutions.len(), 8);
    /// # Ok::<(), appell::Error>(())
    /// ```
    pub fn inverse_kinematics(
        &self,
        target: &Pose,
        options: &InverseKinematicsOptions,
        budget: &Budget,
    ) -> Result<PoseSolutions, Error> {
        let mut machine = CompiledRobot::new(&self.kinematic(options, budget)?, budget)?;
        let limits: Vec<_> = machine.axes().iter().map(|axis| axis.limits).collect();
        if options.ignore_limits {
            for axis in machine.axes_mut() {
                (axis.limits.lower, axis.limits.upper) = (f64::NEG_INFINITY, f64::INFINITY);
            }
        }
        let mut search = InverseKinematics::new(&machine)?;
        let (starts, members) = (options.starts, options.members);
        let found = match &options.near {
            Some(near) => {
                let near = self.of_axes(near, &machine)?;
                search.solutions_near(target, &near, starts, members)?
            }
            None => search.solutions(target, starts, members)?,
        };
        if found.solutions.is_empty() {
            return Err(match found.stopped {
                Some(stop) => algebra::Error::from(stop).into(),
                None => unreachable(target, &found, &machine, options.ignore_limits).into(),
            });
        }
        let inside = found.solutions.iter().map(|solution| {
            let mut axes = solution.q.iter().zip(&limits);
            axes.all(|(q, limits)| (limits.lower..=limits.upper).contains(q))
        });
        let joints: Vec<String> = machine.axes().iter().map(|axis| axis.name.clone()).collect();
        let mut remarks = Vec::new();
        if machine.is_elastic() {
            let note = "elastic links are taken as undeformed: their modes are zero";
            remarks.push(Diagnostic::note("undeformed", note));
        }
        if self.model().joints().iter().any(|joint| joint.elastic.is_some()) {
            let note = "the coordinates are those of the links; the motor of an elastic joint has the same one where \
                        the joint carries no load";
            remarks.push(Diagnostic::note("link-coordinates", note));
        }
        remarks.extend(idle_joints(target, &found, &joints));
        let units = machine.axes().iter().map(Axis::unit).collect();
        Ok(PoseSolutions { joints, units, inside_limits: inside.collect(), remarks, found })
    }

    /// The coordinates of the axes, out of all coordinates of the robot; those of modes and motors are left out.
    fn of_axes(&self, near: &[f64], machine: &CompiledRobot) -> Result<Vec<f64>, Error> {
        let model = self.model();
        let names: Vec<String> =
            model.coordinates().iter().map(|&symbol| model.symbols().name(symbol)).collect();
        if near.len() != names.len() {
            let message = format!("expected {} coordinates, found {}", names.len(), near.len());
            let problem = Diagnostic::error("wrong-length", message);
            return Err(problem.fact("coordinates", names.join(", ")).into());
        }
        if let Some(bad) = near.iter().find(|q| !q.is_finite()) {
            let message = format!("`{bad}` is not a finite number");
            return Err(Diagnostic::error("not-finite", message)
                .hint("give finite numbers")
                .into());
        }
        // the kinematic robot has some of the coordinates of the robot, under the same names
        let own = |axis: &Axis| {
            let name = &machine.coordinates()[axis.coordinate].name;
            names.iter().position(|known| known == name).map_or(0.0, |place| near[place])
        };
        Ok(machine.axes().iter().map(own).collect())
    }

    /// The robot without masses, motors, springs, friction and payload, on which places do not depend, and with
    /// the tool frame at what shall be at the pose.
    fn kinematic(
        &self,
        options: &InverseKinematicsOptions,
        budget: &Budget,
    ) -> Result<model::Robot, Error> {
        let robot = self.model();
        let mut draft = Draft::from(robot);
        draft.payload = Payload::default();
        for frame in &mut draft.frames {
            (frame.force, frame.moment) = Default::default();
        }
        for joint in &mut draft.joints {
            joint.friction = Friction::default();
            joint.spring = Spring::default();
            joint.rotor = None;
            joint.elastic = None;
            joint.compensator = None;
            if joint.link.elastic.is_none() {
                joint.link.parts.clear();
            }
        }
        if let Some(name) = &options.of {
            match draft.frames.iter().any(|frame| frame.name == *name) {
                true => draft.use_as_tool(name)?,
                false => {
                    let parent = Parent::Joint(joint_of(robot, name)?);
                    draft.tool = ToolDraft { parent, placement: Placement::default() };
                }
            }
        }
        let (kinematic, _) = draft.build(budget)?;
        // a length without a value is named here, with a hint that fits
        for joint in kinematic.joints() {
            joint.parent_from_frame.try_map(|entry| robot.evaluate(entry))?;
            joint.axis.try_map(|entry| robot.evaluate(entry))?;
            for (_, ratio) in joint.coupling.iter().flat_map(|coupling| &coupling.shares) {
                robot.evaluate(ratio)?;
            }
        }
        kinematic.tool().parent_from_tool.try_map(|entry| robot.evaluate(entry))?;
        Ok(kinematic)
    }
}

/// The name of the joint that carries a link.
fn joint_of(robot: &model::Robot, name: &str) -> Result<String, Error> {
    let joints = robot.joints();
    let by_number = name.parse().ok().and_then(|number: usize| joints.get(number.checked_sub(1)?));
    let is_meant =
        |joint: &&model::Joint| joint.name == name || joint.link.name.as_deref() == Some(name);
    let joint = joints.iter().find(is_meant).or(by_number);
    joint.map(|joint| joint.name.clone()).ok_or_else(|| {
        let message = format!("the robot has no link, no joint and no frame called `{name}`");
        let links = joints.iter().filter_map(|joint| joint.link.name.as_deref());
        let frames = robot.frames().iter().map(|frame| frame.name.as_str());
        let names = joints.iter().map(|joint| joint.name.as_str()).chain(links).chain(frames);
        let problem = Diagnostic::error("unknown-link", message);
        problem.did_you_mean(name, names, "see `appell show ROBOT` for all of them").into()
    })
}

/// What is said of joints that do not change what the pose asks for.
fn idle_joints(target: &Pose, found: &Solutions, joints: &[String]) -> Option<Diagnostic> {
    let names: Vec<&str> = found.idle.iter().map(|&axis| joints[axis].as_str()).collect();
    let what = if target.rotation.is_some() { "the tool" } else { "the position of the tool" };
    let (verb, hold) = if names.len() == 1 { ("does", "it is") } else { ("do", "they are") };
    let home = match found.solutions.iter().any(|it| it.distance.is_some()) {
        true => "as given",
        false => "at zero",
    };
    let message = format!(
        "{} {verb} not move {what}: {hold} left {home}, or as near to it as limits allow",
        names.join(", ")
    );
    (!names.is_empty()).then(|| Diagnostic::note("idle-joints", message))
}

fn unreachable(
    target: &Pose,
    found: &Solutions,
    machine: &CompiledRobot,
    ignores_limits: bool,
) -> Diagnostic {
    let numbers =
        |numbers: &[f64]| numbers.iter().copied().map(shown).collect::<Vec<_>>().join(", ");
    let (q, [distance, angle]) = &found.nearest;
    let is_limited = |axis: &Axis| axis.limits.lower.is_finite() || axis.limits.upper.is_finite();
    let has_limits = machine.axes().iter().any(is_limited);
    let nearest: Vec<String> = machine
        .axes()
        .iter()
        .zip(q)
        .map(|(axis, &q)| {
            // a descent may have gone round many times; the same place within half a turn
            let turns = (q / std::f64::consts::TAU).round() * std::f64::consts::TAU;
            let q = if axis.translates || is_limited(axis) { q } else { q - turns };
            format!("{} {}", shown(q), axis.unit())
        })
        .collect();
    let problem = Diagnostic::error("unreachable-pose", "no coordinates were found for this pose")
        .fact("target", format!("({}) m", numbers(&target.position)))
        .fact("nearest", format!("missed by {} m, {} rad", shown(*distance), shown(*angle)))
        .fact("nearest q", nearest.join(", "))
        .fact("starting points tried", found.starts);
    let problem = match ignores_limits || !has_limits {
        true => problem,
        false => problem.hint("--ignore-limits searches beyond the limits of the joints"),
    };
    match target.rotation {
        Some(_) => problem.hint("--position x,y,z asks for the position only"),
        None => problem.hint("`appell show ROBOT --q ...` says where the tool is, in metres"),
    }
}
