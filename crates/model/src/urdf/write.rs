//! Writing a robot as URDF: numbers only, so every parameter needs its value.

use std::fmt::Write;

use appell_algebra::{Budget, Error, Poly, Rational};
use appell_diagnostic::Diagnostic;
use appell_spatial::{CentralInertia, Matrix, Vector};

use super::limits;
use crate::build::joint_path;
use crate::coupling::Coupling;
use crate::frame::BASE_FRAME;
use crate::joint::{Joint, JointId, JointKind};
use crate::link::{BASE, Form, Mesh, Solid, compose};
use crate::losses::Losses;
use crate::numeric_format::NumericFormat;
use crate::placement::{Placement, Rotation, roll_pitch_yaw_of};
use crate::robot::Robot;
use crate::toml::as_roll_pitch_yaw;
use crate::xml::{escape, unique};

/// The robot as URDF, and notes on what URDF has no place for.
pub fn write_urdf(
    robot: &Robot,
    budget: &Budget,
) -> Result<(String, Vec<Diagnostic>), Vec<Diagnostic>> {
    let format = NumericFormat { name: "URDF", code: "not-in-urdf" };
    let (robot, mut notes) = format.admit(robot, budget)?;
    let robot = robot.as_ref();
    let writer = Writer { robot, budget, names: Names::new(robot) };
    let written = writer.robot().and_then(|text| Ok((text, left_out(robot)?)));
    let (text, lost) = written.map_err(|error| error.diagnostics())?;
    notes.extend(lost);
    let Names { tool, links, .. } = &writer.names;
    if tool != "tool" || links.iter().any(|link| link == "tool0") {
        let message = format!("the tool frame is the link `{tool}`");
        let note = Diagnostic::note("tool-frame", message).on(["tool"]);
        notes.push(note.hint(format!("read the file back with --tool {tool}")));
    }
    Ok((text, notes))
}

/// What the file does not say.
fn left_out(robot: &Robot) -> Result<Vec<Diagnostic>, Error> {
    let mut losses = Losses::of(robot, "not-in-urdf");
    losses.gravity(robot, "URDF")?;
    losses.placed_base(robot, "the root link of URDF");
    for (index, joint) in robot.joints().iter().enumerate() {
        let path = joint_path(index);
        let friction = &joint.friction;
        if !friction.coulomb.is_zero() {
            let message = "Coulomb friction by the joint reaction force is left out";
            losses.changed(message, "Q and qdd", &[&path, "friction"]);
        }
        if [&friction.breakaway, &friction.smooth].iter().any(|entry| !entry.is_zero()) {
            let message = "static friction and the smooth sign are left out";
            losses.changed(message, "Q and qdd", &[&path, "friction"]);
        }
        if !joint.spring.stiffness.is_zero() {
            losses.changed("the spring is left out", "Q and qdd", &[&path, "spring"]);
        }
        if joint.rotor.is_some() {
            losses.changed("the rotor of the motor is left out", "Q and M", &[&path, "rotor"]);
        }
    }
    let links = robot.joints().iter().flat_map(|joint| &joint.link.meshes);
    if links.chain(robot.base_meshes()).any(is_ellipsoid) {
        losses.note("ellipsoids of links are left out", &["link", "meshes"]);
    }
    losses.coordinate_names(robot);
    Ok(losses.findings())
}

/// Whether a mesh is a ball with different radii, which URDF does not have.
fn is_ellipsoid(mesh: &Mesh) -> bool {
    mesh.form == Form::Solid(Solid::Sphere)
        && !mesh.scale.iter().all(|radius| *radius == mesh.scale[0])
}

/// Names for links and joints as XML can hold them, each once.
pub(crate) struct Names {
    base: String,
    pub(crate) links: Vec<String>,
    pub(crate) joints: Vec<String>,
    pub(crate) tool: String,
    tool_joint: String,
    /// Where the base stands: the link and its joint.
    outer: [String; 2],
    /// The named frames: their links and the joints of these.
    pub(crate) frames: Vec<[String; 2]>,
}

impl Names {
    pub(crate) fn new(robot: &Robot) -> Self {
        let mut free_link = unique();
        let links = robot.joints().iter().enumerate().map(|(index, joint)| {
            free_link(joint.link.name.as_deref().unwrap_or(&format!("link{}", index + 1)))
        });
        let links = links.collect();
        let mut free_joint = unique();
        let base = robot.base_link().name.as_deref().unwrap_or(BASE);
        let [base, tool] = [base, "tool"].map(&mut free_link);
        let joints = robot.joints().iter().map(|joint| free_joint(&joint.name)).collect();
        let tool_joint = free_joint("tool_joint");
        let outer = [free_link(BASE_FRAME), free_joint("base_joint")];
        let frames = robot.frames().iter().map(|frame| {
            let name = frame.name.as_str();
            [free_link(name), free_joint(&format!("{name}_joint"))]
        });
        let frames = frames.collect();
        Self { links, base, joints, tool, tool_joint, outer, frames }
    }

    fn of(&self, id: Option<JointId>) -> &str {
        id.map_or(&self.base, |id| &self.links[id.index()])
    }
}

struct Writer<'r> {
    robot: &'r Robot,
    budget: &'r Budget,
    names: Names,
}

impl Writer<'_> {
    fn robot(&self) -> Result<String, Error> {
        let mut out =
            format!("<?xml version=\"1.0\"?>\n<robot name=\"{}\">\n", escape(self.robot.name()));
        if let Some(base) = self.robot.base() {
            let [outer, joint] = &self.names.outer;
            push(&mut out, format_args!("  <link name=\"{}\"/>\n", escape(outer)));
            self.fixed(&mut out, [outer, &self.names.base, joint], &base.placement)?;
        }
        self.base(&mut out)?;
        for (id, joint) in self.robot.joint_ids().zip(self.robot.joints()) {
            self.link(&mut out, id, joint)?;
            self.joint(&mut out, id, joint)?;
        }
        let tool = self.robot.tool();
        let last = self.robot.joints().len() == tool.parent.number() && self.robot.is_chain();
        // the only end of a chain is the tool
        let only_end = last && self.robot.frames().is_empty();
        if !only_end || !tool.placement.is_identity() {
            let Names { tool: name, tool_joint, .. } = &self.names;
            let parent = self.names.of(Some(tool.parent));
            self.frame(&mut out, [parent, name, tool_joint], &tool.placement)?;
        }
        for (frame, [name, joint]) in self.robot.frames().iter().zip(&self.names.frames) {
            let parent = self.names.of(frame.parent);
            self.frame(&mut out, [parent, name, joint], &frame.placement)?;
        }
        out.push_str("</robot>\n");
        Ok(out)
    }

    /// A link without mass that is fixed to another one.
    fn frame(
        &self,
        out: &mut String,
        [parent, name, joint]: [&str; 3],
        placement: &Placement,
    ) -> Result<(), Error> {
        push(out, format_args!("  <link name=\"{}\"/>\n", escape(name)));
        self.fixed(out, [parent, name, joint], placement)
    }

    /// A joint that does not move.
    fn fixed(
        &self,
        out: &mut String,
        [parent, name, joint]: [&str; 3],
        placement: &Placement,
    ) -> Result<(), Error> {
        push(out, format_args!("  <joint name=\"{}\" type=\"fixed\">\n", escape(joint)));
        self.ends(out, parent, name);
        self.origin(out, "    ", placement)?;
        out.push_str("  </joint>\n");
        Ok(())
    }

    /// The link of the base: what can be seen of it.
    fn base(&self, out: &mut String) -> Result<(), Error> {
        let (name, meshes) = (escape(&self.names.base), self.robot.base_meshes());
        if meshes.is_empty() {
            push(out, format_args!("  <link name=\"{name}\"/>\n"));
            return Ok(());
        }
        push(out, format_args!("  <link name=\"{name}\">\n"));
        meshes.iter().try_for_each(|mesh| self.mesh(out, mesh))?;
        out.push_str("  </link>\n");
        Ok(())
    }

    fn value(&self, entry: &Poly) -> Result<f64, Error> {
        self.robot.evaluate(entry)
    }

    fn triple(&self, vector: &Vector<Poly>) -> Result<String, Error> {
        Ok(vector.try_map(|entry| self.value(entry))?.map(f64::to_string).0.join(" "))
    }

    fn link(&self, out: &mut String, id: JointId, joint: &Joint) -> Result<(), Error> {
        let name = escape(self.names.of(Some(id)));
        if joint.link.parts.is_empty() && joint.link.meshes.is_empty() {
            push(out, format_args!("  <link name=\"{name}\"/>\n"));
            return Ok(());
        }
        push(out, format_args!("  <link name=\"{name}\">\n"));
        if !joint.link.parts.is_empty() {
            // without what the tool carries, which is no part of the link
            let (_, body) = compose(&joint.link.parts, self.robot.symbols(), self.budget)?;
            self.inertial(out, &body)?;
        }
        for mesh in &joint.link.meshes {
            self.mesh(out, mesh)?;
        }
        out.push_str("  </link>\n");
        Ok(())
    }

    fn inertial(&self, out: &mut String, body: &CentralInertia<Poly>) -> Result<(), Error> {
        let tensor = body.inertia.try_map(|entry| self.value(entry))?;
        let Matrix([[xx, xy, xz], [_, yy, yz], [_, _, zz]]) = tensor;
        out.push_str("    <inertial>\n");
        push(out, format_args!("      <origin xyz=\"{}\"/>\n", self.triple(&body.centre)?));
        push(out, format_args!("      <mass value=\"{}\"/>\n", self.value(&body.mass)?));
        push(
            out,
            format_args!(
                "      <inertia ixx=\"{xx}\" iyy=\"{yy}\" izz=\"{zz}\" ixy=\"{xy}\" ixz=\"{xz}\" iyz=\"{yz}\"/>\n"
            ),
        );
        out.push_str("    </inertial>\n");
        Ok(())
    }

    fn mesh(&self, out: &mut String, mesh: &Mesh) -> Result<(), Error> {
        if is_ellipsoid(mesh) {
            return Ok(()); // `left_out` says so
        }
        let tag = mesh.purpose.name();
        push(out, format_args!("    <{tag}>\n"));
        self.origin(out, "      ", &mesh.at)?;
        let sizes = mesh.scale.each_ref().map(Rational::to_f64);
        let [radius, _, length] = sizes;
        let triple = sizes.map(|size| size.to_string()).join(" ");
        let geometry = match &mesh.form {
            Form::File(name) => {
                let is_scaled = !mesh.scale.iter().all(|scale| scale.is_one());
                let scale = if is_scaled { format!(" scale=\"{triple}\"") } else { String::new() };
                format!("<mesh filename=\"{}\"{scale}/>", escape(name))
            }
            Form::Solid(Solid::Box) => format!("<box size=\"{triple}\"/>"),
            Form::Solid(Solid::Cylinder) => {
                format!("<cylinder radius=\"{radius}\" length=\"{length}\"/>")
            }
            Form::Solid(Solid::Sphere) => format!("<sphere radius=\"{radius}\"/>"),
            Form::Solid(Solid::Capsule) => {
                format!("<capsule radius=\"{radius}\" length=\"{length}\"/>")
            }
        };
        push(out, format_args!("      <geometry>{geometry}</geometry>\n"));
        push(out, format_args!("    </{tag}>\n"));
        Ok(())
    }

    fn joint(&self, out: &mut String, id: JointId, joint: &Joint) -> Result<(), Error> {
        let kind = match joint.kind {
            JointKind::Fixed => "fixed",
            JointKind::Translation => "prismatic",
            JointKind::Rotation if limits::has_position(&joint.limits) => "revolute",
            JointKind::Rotation => "continuous",
        };
        let name = escape(&self.names.joints[id.index()]);
        push(out, format_args!("  <joint name=\"{name}\" type=\"{kind}\">\n"));
        self.ends(out, self.names.of(joint.parent), self.names.of(Some(id)));
        self.origin(out, "    ", &joint.placement)?;
        if joint.kind != JointKind::Fixed {
            push(out, format_args!("    <axis xyz=\"{}\"/>\n", self.triple(&joint.axis)?));
        }
        let limits = limits::written(joint, |entry| self.value(entry))?;
        if !limits.is_empty() {
            let attributes: String =
                limits.iter().map(|(name, limit)| format!(" {name}=\"{limit}\"")).collect();
            push(out, format_args!("    <limit{attributes}/>\n"));
        }
        let friction =
            [("damping", &joint.friction.viscous), ("friction", &joint.friction.constant)];
        if friction.iter().any(|(_, entry)| !entry.is_zero()) {
            let mut attributes = String::new();
            for (name, entry) in friction.iter().filter(|(_, entry)| !entry.is_zero()) {
                attributes.push_str(&format!(" {name}=\"{}\"", self.value(entry)?));
            }
            push(out, format_args!("    <dynamics{attributes}/>\n"));
        }
        if let Some(Coupling { of, offset, .. }) = &joint.coupling {
            // `write_urdf` has refused those that follow several
            for (followed, ratio) in of {
                let name = escape(&self.names.joints[followed.index()]);
                let (multiplier, offset) = (self.value(ratio)?, self.value(offset)?);
                push(
                    out,
                    format_args!(
                        "    <mimic joint=\"{name}\" multiplier=\"{multiplier}\" offset=\"{offset}\"/>\n"
                    ),
                );
            }
        }
        out.push_str("  </joint>\n");
        Ok(())
    }

    fn ends(&self, out: &mut String, parent: &str, child: &str) {
        push(out, format_args!("    <parent link=\"{}\"/>\n", escape(parent)));
        push(out, format_args!("    <child link=\"{}\"/>\n", escape(child)));
    }

    fn origin(&self, out: &mut String, indent: &str, placement: &Placement) -> Result<(), Error> {
        if placement.is_identity() {
            return Ok(());
        }
        let offset = self.triple(&placement.offset)?;
        let angles = roll_pitch_yaw(&placement.rotation, self.robot, self.budget)?;
        let angles = angles.map(|angle| angle.to_string());
        push(
            out,
            format_args!("{indent}<origin xyz=\"{offset}\" rpy=\"{}\"/>\n", angles.join(" ")),
        );
        Ok(())
    }
}

/// Roll, pitch and yaw of a rotation, as numbers.
pub(crate) fn roll_pitch_yaw(
    rotation: &Rotation,
    robot: &Robot,
    budget: &Budget,
) -> Result<[f64; 3], Error> {
    if let Rotation::Turns(turns) = rotation
        && let Some(angles) = as_roll_pitch_yaw(turns)
    {
        return Ok(angles.try_map(|angle| robot.evaluate(angle))?.0);
    }
    let matrix = rotation.matrix(robot.symbols(), budget)?;
    Ok(roll_pitch_yaw_of(&matrix.try_map(|entry| robot.evaluate(entry))?))
}

pub(crate) fn push(out: &mut String, text: std::fmt::Arguments<'_>) {
    // writing into a string cannot fail
    let _ = out.write_fmt(text);
}
