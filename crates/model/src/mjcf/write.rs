//! Writing a robot as MJCF: numbers only, so every parameter needs its value.
//!
//! MuJoCo refuses moving bodies without mass. So joints whose links have none are written into the
//! body of the joint after them, as MJCF has several joints of a body.

mod lost;

use std::fmt::Write;

use appell_algebra::{Budget, Error, Poly};
use appell_diagnostic::Diagnostic;
use appell_spatial::{CentralInertia, Matrix, Transform, Vector};

use super::joint::UNLIMITED;
use crate::coupling::Rotor;
use crate::joint::{Joint, JointId, JointKind};
use crate::link::compose;
use crate::numeric_format::NumericFormat;
use crate::placement::{Placement, Rotation, roll_pitch_yaw_of};
use crate::robot::Robot;
use crate::toml::as_roll_pitch_yaw;
use crate::xml::{escape, unique};

/// The robot as MJCF, and notes on what MJCF has no place for.
pub fn write_mjcf(
    robot: &Robot,
    budget: &Budget,
) -> Result<(String, Vec<Diagnostic>), Vec<Diagnostic>> {
    let format = NumericFormat { name: "MJCF", code: "not-in-mjcf" };
    let (robot, mut notes) = format.admit(robot, budget)?;
    let robot = robot.as_ref();
    let written = Writer::new(robot, budget);
    let written = written.and_then(|writer| Ok((writer.robot()?, lost::findings(robot, &writer))));
    let (text, lost) = written.map_err(|error| error.diagnostics())?;
    notes.extend(lost);
    Ok((text, notes))
}

struct Writer<'r> {
    robot: &'r Robot,
    budget: &'r Budget,
    joints: Vec<String>,
    links: Vec<String>,
    /// The joints on the base, then those on every joint.
    children: Vec<Vec<JointId>>,
    /// Mass, centre and inertia of every link, without what the tool carries.
    masses: Vec<CentralInertia<f64>>,
}

/// What is still to be written.
enum Step {
    Open(JointId, usize),
    Close(usize),
}

impl<'r> Writer<'r> {
    fn new(robot: &'r Robot, budget: &'r Budget) -> Result<Self, Error> {
        let mut free = unique();
        let joints = robot.joints().iter().map(|joint| free(&joint.name)).collect();
        let mut free = unique();
        free("world"); // the body of the base
        let link = |(index, joint): (usize, &Joint)| {
            free(joint.link.name.as_deref().unwrap_or(&format!("link{}", index + 1)))
        };
        let links = robot.joints().iter().enumerate().map(link).collect();
        let masses = robot.joints().iter().map(|joint| {
            let (_, body) = compose(&joint.link.parts, robot.symbols(), budget)?;
            body.try_map(|entry| robot.evaluate(entry))
        });
        let masses = masses.collect::<Result<Vec<_>, _>>()?;
        let mut children = vec![Vec::new(); robot.joints().len() + 1];
        for (id, joint) in robot.joint_ids().zip(robot.joints()) {
            children[joint.parent.map_or(0, JointId::number)].push(id);
        }
        Ok(Self { robot, budget, joints, links, children, masses })
    }

    /// The joints on a joint, or on the base.
    fn children(&self, id: Option<JointId>) -> &[JointId] {
        &self.children[id.map_or(0, JointId::number)]
    }

    /// The joint into whose body this one is written, because its own link has no mass.
    fn joined_to(&self, id: JointId) -> Option<JointId> {
        let moves = |id: JointId| self.robot.joint(id).kind != JointKind::Fixed;
        let is_empty = moves(id) && !self.has_mass(id) && self.robot.tool().parent != id;
        match self.children(Some(id)) {
            &[next] if is_empty && moves(next) => Some(next),
            _ => None,
        }
    }

    fn has_mass(&self, id: JointId) -> bool {
        let CentralInertia { mass, inertia, .. } = &self.masses[id.index()];
        *mass != 0.0 || inertia.0.as_flattened().iter().any(|entry| *entry != 0.0)
    }

    fn robot(&self) -> Result<String, Error> {
        let name = escape(self.robot.name());
        let mut out = format!("<mujoco model=\"{name}\">\n");
        // Rz(yaw) Ry(pitch) Rx(roll)
        out.push_str("  <compiler angle=\"radian\" eulerseq=\"zyx\"/>\n");
        // the world is the frame B, in which the base is placed
        let gravity = self.triple(self.robot.given_gravity())?;
        push(&mut out, format_args!("  <option gravity=\"{gravity}\"/>\n  <worldbody>\n"));
        self.sites(&mut out, None, "  ")?;
        let open = |on: Option<JointId>, depth: usize| {
            self.children(on).iter().rev().map(move |id| Step::Open(*id, depth))
        };
        let mut steps: Vec<Step> = open(None, 2).collect();
        while let Some(step) = steps.pop() {
            match step {
                Step::Open(id, depth) => {
                    let last = self.body(&mut out, id, &"  ".repeat(depth.min(8)))?;
                    steps.push(Step::Close(depth));
                    steps.extend(open(Some(last), depth + 1));
                }
                Step::Close(depth) => {
                    push(&mut out, format_args!("{}</body>\n", "  ".repeat(depth.min(8))));
                }
            }
        }
        out.push_str("  </worldbody>\n");
        self.equality(&mut out)?;
        out.push_str("</mujoco>\n");
        Ok(out)
    }

    /// Writes a body without what sits on it; returns the joint that carries it.
    fn body(&self, out: &mut String, first: JointId, indent: &str) -> Result<JointId, Error> {
        let joints: Vec<JointId> =
            std::iter::successors(Some(first), |id| self.joined_to(*id)).collect();
        let last = joints.last().copied().unwrap_or(first);
        let on_base = self.robot.joint(first).parent.is_none();
        let mut placement = if on_base { self.base() } else { Placement::default() };
        for id in &joints {
            let next = &self.robot.joint(*id).placement;
            placement = placement.then(next, self.robot.symbols(), self.budget)?;
        }
        let name = escape(&self.links[last.index()]);
        push(out, format_args!("{indent}<body name=\"{name}\"{}>\n", self.placed(&placement)?));
        for (place, id) in joints.iter().enumerate() {
            self.joint(out, *id, &joints[place + 1..], indent)?;
        }
        if self.has_mass(last) {
            self.inertial(out, &self.masses[last.index()], indent);
        }
        let tool = self.robot.tool();
        if tool.parent == last {
            let placed = self.placed(&tool.placement)?;
            push(out, format_args!("{indent}  <site name=\"tool\"{placed}/>\n"));
        }
        self.sites(out, Some(last), indent)?;
        Ok(last)
    }

    /// Where the base is in the world.
    fn base(&self) -> Placement {
        self.robot.base().map_or_else(Placement::default, |base| base.placement.clone())
    }

    /// The named frames on the link of a joint, or on the base.
    fn sites(&self, out: &mut String, on: Option<JointId>, indent: &str) -> Result<(), Error> {
        for frame in self.robot.frames().iter().filter(|frame| frame.parent == on) {
            let placement = match on {
                None => self.base().then(&frame.placement, self.robot.symbols(), self.budget)?,
                Some(_) => frame.placement.clone(),
            };
            let (name, placed) = (escape(frame.name.as_str()), self.placed(&placement)?);
            push(out, format_args!("{indent}  <site name=\"{name}\"{placed}/>\n"));
        }
        Ok(())
    }

    fn inertial(&self, out: &mut String, body: &CentralInertia<f64>, indent: &str) {
        let CentralInertia { mass, centre: Vector([x, y, z]), inertia } = body;
        let Matrix([[xx, xy, xz], [_, yy, yz], [_, _, zz]]) = inertia;
        push(
            out,
            format_args!(
                "{indent}  <inertial pos=\"{x} {y} {z}\" mass=\"{mass}\" fullinertia=\"{xx} {yy} {zz} {xy} {xz} {yz}\"/>\n"
            ),
        );
    }

    /// Writes a joint in the frame of its body, which the joints after it lead to.
    fn joint(
        &self,
        out: &mut String,
        id: JointId,
        after: &[JointId],
        indent: &str,
    ) -> Result<(), Error> {
        let joint = self.robot.joint(id);
        let kind = match joint.kind {
            JointKind::Fixed => return Ok(()),
            JointKind::Rotation => "hinge",
            JointKind::Translation => "slide",
        };
        let mut body_from_joint = Transform::identity(&1.0);
        for id in after {
            let next = &self.robot.joint(*id).parent_from_frame;
            let next = next.try_map(|entry| self.value(entry))?;
            body_from_joint = &next.inverse() * &body_from_joint;
        }
        let axis = joint.axis.try_map(|entry| self.value(entry))?;
        let axis = numbers(&(&body_from_joint.rotation * &axis));
        let name = escape(&self.joints[id.index()]);
        push(out, format_args!("{indent}  <joint name=\"{name}\" type=\"{kind}\" axis=\"{axis}\""));
        let anchor = body_from_joint.position;
        if anchor.0.iter().any(|entry| *entry != 0.0) && joint.kind == JointKind::Rotation {
            push(out, format_args!(" pos=\"{}\"", numbers(&anchor)));
        }
        let limits = &joint.limits;
        let limit = |limit: &Option<Poly>, none: f64| {
            limit.as_ref().map_or(Ok(none), |entry| self.value(entry))
        };
        if limits.lower.is_some() || limits.upper.is_some() {
            let none = UNLIMITED as f64;
            let (lower, upper) = (limit(&limits.lower, -none)?, limit(&limits.upper, none)?);
            push(out, format_args!(" limited=\"true\" range=\"{lower} {upper}\""));
        }
        if limits.effort.is_some() {
            let effort = limit(&limits.effort, 0.0)?;
            push(
                out,
                format_args!(
                    " actuatorfrclimited=\"true\" actuatorfrcrange=\"{} {effort}\"",
                    -effort
                ),
            );
        }
        let armature = joint.rotor.as_ref().filter(|rotor| is_armature(rotor, id));
        let armature = armature.map_or(Ok(0.0), |rotor| self.armature(rotor))?;
        for (name, number) in [
            ("damping", self.value(&joint.friction.viscous)?),
            ("frictionloss", self.value(&joint.friction.constant)?),
            ("stiffness", self.value(&joint.spring.stiffness)?),
            ("springref", self.value(&joint.spring.rest)?),
            ("armature", armature),
        ] {
            if number != 0.0 {
                push(out, format_args!(" {name}=\"{number}\""));
            }
        }
        out.push_str("/>\n");
        Ok(())
    }

    /// The inertia of a rotor as the joint feels it.
    fn armature(&self, rotor: &Rotor) -> Result<f64, Error> {
        let mut armature = 0.0;
        for (_, ratio) in &rotor.ratios {
            armature += self.value(&rotor.inertia)? * self.value(ratio)?.powi(2);
        }
        Ok(armature)
    }

    fn equality(&self, out: &mut String) -> Result<(), Error> {
        let mut constraints = String::new();
        for (index, joint) in self.robot.joints().iter().enumerate() {
            let Some(coupling) = &joint.coupling else { continue };
            for (followed, ratio) in &coupling.of {
                let [follower, followed] =
                    [index, followed.index()].map(|index| escape(&self.joints[index]));
                let (offset, ratio) = (self.value(&coupling.offset)?, self.value(ratio)?);
                push(
                    &mut constraints,
                    format_args!(
                        "    <joint joint1=\"{follower}\" joint2=\"{followed}\" polycoef=\"{offset} {ratio} 0 0 0\"/>\n"
                    ),
                );
            }
        }
        if !constraints.is_empty() {
            push(out, format_args!("  <equality>\n{constraints}  </equality>\n"));
        }
        Ok(())
    }

    fn value(&self, entry: &Poly) -> Result<f64, Error> {
        self.robot.evaluate(entry)
    }

    fn triple(&self, vector: &Vector<Poly>) -> Result<String, Error> {
        Ok(numbers(&vector.try_map(|entry| self.value(entry))?))
    }

    /// The attributes of a place; nothing where the frames are one.
    fn placed(&self, placement: &Placement) -> Result<String, Error> {
        let mut attributes = String::new();
        if placement.offset.0.iter().any(|entry| !entry.is_zero()) {
            attributes += &format!(" pos=\"{}\"", self.triple(&placement.offset)?);
        }
        if !placement.rotation.is_identity() {
            let [roll, pitch, yaw] = self.roll_pitch_yaw(&placement.rotation)?;
            attributes += &format!(" euler=\"{yaw} {pitch} {roll}\"");
        }
        Ok(attributes)
    }

    fn roll_pitch_yaw(&self, rotation: &Rotation) -> Result<[f64; 3], Error> {
        if let Rotation::Turns(turns) = rotation
            && let Some(angles) = as_roll_pitch_yaw(turns)
        {
            return Ok(angles.try_map(|angle| self.value(angle))?.0);
        }
        let matrix = rotation.matrix(self.robot.symbols(), self.budget)?;
        Ok(roll_pitch_yaw_of(&matrix.try_map(|entry| self.value(entry))?))
    }
}

/// Whether a rotor turns with its own joint alone: then it is the armature of MJCF.
fn is_armature(rotor: &Rotor, own: JointId) -> bool {
    rotor.ratios.iter().all(|(id, _)| *id == own)
}

fn numbers(vector: &Vector<f64>) -> String {
    vector.map(f64::to_string).0.join(" ")
}

fn push(out: &mut String, text: std::fmt::Arguments<'_>) {
    // writing into a string cannot fail
    let _ = out.write_fmt(text);
}
