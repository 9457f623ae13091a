//! Writing a robot as SDF: a model on the world, with numbers only.

use appell_algebra::{Budget, Error, Poly, Rational};
use appell_diagnostic::Diagnostic;
use appell_spatial::{CentralInertia, Matrix, Vector};

use crate::build::{frame_path, joint_path};
use crate::coupling::Coupling;
use crate::joint::{Joint, JointId, JointKind};
use crate::link::{Form, Mesh, Solid, compose};
use crate::losses::Losses;
use crate::numeric_format::NumericFormat;
use crate::placement::Placement;
use crate::robot::Robot;
use crate::urdf::limits::has_position;
use crate::urdf::write::{push, roll_pitch_yaw};
use crate::xml::{escape, unique};

use super::frames::{MODEL, WORLD};

/// The robot as SDF, and notes on what SDF has no place for.
pub fn write_sdf(
    robot: &Robot,
    budget: &Budget,
) -> Result<(String, Vec<Diagnostic>), Vec<Diagnostic>> {
    let format = NumericFormat { name: "SDF", code: "not-in-sdf" };
    let (robot, mut notes) = format.admit(robot, budget)?;
    let robot = robot.as_ref();
    let writer = Writer { robot, budget, names: Names::new(robot) };
    let written = writer.robot().and_then(|text| Ok((text, left_out(robot, &writer.names)?)));
    let (text, lost) = written.map_err(|error| error.diagnostics())?;
    notes.extend(lost);
    Ok((text, notes))
}

/// What the file does not say.
fn left_out(robot: &Robot, names: &Names) -> Result<Vec<Diagnostic>, Error> {
    let mut losses = Losses::of(robot, "not-in-sdf");
    losses.gravity(robot, "a model of SDF")?;
    losses.base_link(robot);
    losses.placed_base(robot, "the world of SDF");
    for (index, joint) in robot.joints().iter().enumerate() {
        let path = joint_path(index);
        for (what, own, written) in [
            ("joint", Some(joint.name.as_str()), &names.joints[index]),
            ("link", joint.link.name.as_deref(), &names.links[index]),
        ] {
            if let Some(own) = own.filter(|own| own != written) {
                losses.note(&format!("the {what} `{own}` is called `{written}`"), &[&path]);
            }
        }
        let friction = &joint.friction;
        let lost = [&friction.coulomb, &friction.breakaway, &friction.smooth];
        if lost.iter().any(|entry| !entry.is_zero()) {
            let message = "friction by load, static friction and the smooth sign are left out";
            losses.changed(message, "Q and qdd", &[&path, "friction"]);
        }
        if joint.rotor.is_some() {
            losses.changed("the rotor of the motor is left out", "Q and M", &[&path, "rotor"]);
        }
        if joint.moments.mass.is_zero() {
            losses.note("other programs refuse a link without mass", &[&path, "link"]);
        }
    }
    for (index, (frame, written)) in robot.frames().iter().zip(&names.frames).enumerate() {
        let own = frame.name.as_str();
        if own != written {
            let message = format!("the frame `{own}` is called `{written}`");
            losses.note(&message, &[&frame_path(index)]);
        }
    }
    losses.coordinate_names(robot);
    Ok(losses.findings())
}

/// The names in the file. Joints, links and frames of SDF must have different names, and some names are reserved.
struct Names {
    joints: Vec<String>,
    links: Vec<String>,
    tool: String,
    frames: Vec<String>,
}

impl Names {
    fn new(robot: &Robot) -> Self {
        let mut unused = unique();
        unused(WORLD);
        // SDF reserves names that begin and end with two underscores
        let mut free = |name: &str| {
            let own = name.starts_with("__") && name.ends_with("__");
            unused(if own { name.trim_matches('_') } else { name })
        };
        let joints = robot.joints().iter().map(|joint| free(&joint.name)).collect();
        let link = |(index, joint): (usize, &Joint)| {
            free(joint.link.name.as_deref().unwrap_or(&format!("link{}", index + 1)))
        };
        let links = robot.joints().iter().enumerate().map(link).collect();
        let tool = free("tool");
        let frames = robot.frames().iter().map(|frame| free(frame.name.as_str())).collect();
        Self { joints, links, tool, frames }
    }
}

struct Writer<'r> {
    robot: &'r Robot,
    budget: &'r Budget,
    names: Names,
}

impl Writer<'_> {
    fn robot(&self) -> Result<String, Error> {
        // mimic came with this version
        let follows = self.robot.joints().iter().any(|joint| joint.coupling.is_some());
        let version = if follows { "1.11" } else { "1.9" };
        let name = escape(self.robot.name());
        let mut out = format!(
            "<?xml version=\"1.0\"?>\n<sdf version=\"{version}\">\n  <model name=\"{name}\">\n"
        );
        if let Some(base) = self.robot.base() {
            self.pose(&mut out, "    ", "", &base.placement)?;
        }
        for (id, joint) in self.robot.joint_ids().zip(self.robot.joints()) {
            self.joint(&mut out, id, joint)?;
            self.link(&mut out, id, joint)?;
        }
        let tool = self.robot.tool();
        self.frame(&mut out, &self.names.tool, Some(tool.parent), &tool.placement)?;
        for (frame, name) in self.robot.frames().iter().zip(&self.names.frames) {
            self.frame(&mut out, name, frame.parent, &frame.placement)?;
        }
        out.push_str("  </model>\n</sdf>\n");
        Ok(out)
    }

    /// A frame that is fixed to the link of a joint, or to the model.
    fn frame(
        &self,
        out: &mut String,
        name: &str,
        on: Option<JointId>,
        placement: &Placement,
    ) -> Result<(), Error> {
        let link = on.map_or(MODEL.to_owned(), |id| escape(&self.names.links[id.index()]));
        let name = escape(name);
        push(out, format_args!("    <frame name=\"{name}\" attached_to=\"{link}\">\n"));
        self.pose(out, "      ", "", placement)?;
        out.push_str("    </frame>\n");
        Ok(())
    }

    fn value(&self, entry: &Poly) -> Result<f64, Error> {
        self.robot.evaluate(entry)
    }

    fn triple(&self, vector: &Vector<Poly>) -> Result<String, Error> {
        Ok(vector.try_map(|entry| self.value(entry))?.map(f64::to_string).0.join(" "))
    }

    /// The frame of a joint or of a link; the attribute says in which one.
    fn pose(
        &self,
        out: &mut String,
        indent: &str,
        attribute: &str,
        placement: &Placement,
    ) -> Result<(), Error> {
        let offset = self.triple(&placement.offset)?;
        let angles = roll_pitch_yaw(&placement.rotation, self.robot, self.budget)?;
        let angles = angles.map(|angle| angle.to_string()).join(" ");
        push(out, format_args!("{indent}<pose{attribute}>{offset} {angles}</pose>\n"));
        Ok(())
    }

    fn joint(&self, out: &mut String, id: JointId, joint: &Joint) -> Result<(), Error> {
        let kind = match joint.kind {
            JointKind::Fixed => "fixed",
            JointKind::Translation => "prismatic",
            JointKind::Rotation if has_position(&joint.limits) => "revolute",
            JointKind::Rotation => "continuous",
        };
        let name = escape(&self.names.joints[id.index()]);
        push(out, format_args!("    <joint name=\"{name}\" type=\"{kind}\">\n"));
        let parent = joint.parent.map(|parent| escape(&self.names.links[parent.index()]));
        let within = parent.as_deref().unwrap_or(MODEL);
        self.pose(out, "      ", &format!(" relative_to=\"{within}\""), &joint.placement)?;
        let parent = parent.as_deref().unwrap_or(WORLD);
        push(out, format_args!("      <parent>{parent}</parent>\n"));
        let child = escape(&self.names.links[id.index()]);
        push(out, format_args!("      <child>{child}</child>\n"));
        if joint.kind != JointKind::Fixed {
            self.axis(out, joint)?;
        }
        out.push_str("    </joint>\n");
        Ok(())
    }

    fn axis(&self, out: &mut String, joint: &Joint) -> Result<(), Error> {
        push(out, format_args!("      <axis>\n        <xyz>{}</xyz>\n", self.triple(&joint.axis)?));
        let limits = joint.limits.entries();
        let mut lines = String::new();
        for (name, limit) in limits.into_iter().filter_map(|(name, it)| Some((name, it?))) {
            push(&mut lines, format_args!("          <{name}>{}</{name}>\n", self.value(limit)?));
        }
        if !lines.is_empty() {
            push(out, format_args!("        <limit>\n{lines}        </limit>\n"));
        }
        let entries = [
            ("damping", &joint.friction.viscous),
            ("friction", &joint.friction.constant),
            ("spring_stiffness", &joint.spring.stiffness),
            ("spring_reference", &joint.spring.rest),
        ];
        let mut lines = String::new();
        for (name, entry) in entries.into_iter().filter(|(_, entry)| !entry.is_zero()) {
            push(&mut lines, format_args!("          <{name}>{}</{name}>\n", self.value(entry)?));
        }
        if !lines.is_empty() {
            push(out, format_args!("        <dynamics>\n{lines}        </dynamics>\n"));
        }
        if let Some(Coupling { of, offset, .. }) = &joint.coupling {
            // `write_sdf` has refused those that follow several
            for (followed, ratio) in of {
                let name = escape(&self.names.joints[followed.index()]);
                let (multiplier, offset) = (self.value(ratio)?, self.value(offset)?);
                push(
                    out,
                    format_args!(
                        "        <mimic joint=\"{name}\">\n          <multiplier>{multiplier}</multiplier>\n          <offset>{offset}</offset>\n          <reference>0</reference>\n        </mimic>\n"
                    ),
                );
            }
        }
        out.push_str("      </axis>\n");
        Ok(())
    }

    fn link(&self, out: &mut String, id: JointId, joint: &Joint) -> Result<(), Error> {
        let name = escape(&self.names.links[id.index()]);
        let frame = escape(&self.names.joints[id.index()]);
        push(out, format_args!("    <link name=\"{name}\">\n"));
        self.pose(out, "      ", &format!(" relative_to=\"{frame}\""), &Placement::default())?;
        // without what the tool carries, which is no part of the link
        let (_, body) = compose(&joint.link.parts, self.robot.symbols(), self.budget)?;
        self.inertial(out, &body)?;
        for (number, mesh) in joint.link.meshes.iter().enumerate() {
            self.mesh(out, number + 1, mesh)?;
        }
        out.push_str("    </link>\n");
        Ok(())
    }

    fn inertial(&self, out: &mut String, body: &CentralInertia<Poly>) -> Result<(), Error> {
        let tensor = body.inertia.try_map(|entry| self.value(entry))?;
        let Matrix([[xx, xy, xz], [_, yy, yz], [_, _, zz]]) = tensor;
        let (mass, centre) = (self.value(&body.mass)?, self.triple(&body.centre)?);
        push(
            out,
            format_args!(
                "      <inertial>\n        <pose>{centre} 0 0 0</pose>\n        <mass>{mass}</mass>\n        <inertia>\n"
            ),
        );
        let entries =
            [("ixx", xx), ("iyy", yy), ("izz", zz), ("ixy", xy), ("ixz", xz), ("iyz", yz)];
        for (name, entry) in entries {
            push(out, format_args!("          <{name}>{entry}</{name}>\n"));
        }
        out.push_str("        </inertia>\n      </inertial>\n");
        Ok(())
    }

    fn mesh(&self, out: &mut String, number: usize, mesh: &Mesh) -> Result<(), Error> {
        let tag = mesh.purpose.name();
        push(out, format_args!("      <{tag} name=\"{tag}{number}\">\n"));
        self.pose(out, "        ", "", &mesh.at)?;
        let sizes = mesh.scale.each_ref().map(Rational::to_f64);
        let [radius, _, length] = sizes;
        let triple = sizes.map(|size| size.to_string()).join(" ");
        let round = |name: &str| {
            format!("<{name}><radius>{radius}</radius><length>{length}</length></{name}>")
        };
        let geometry = match &mesh.form {
            Form::File(name) => {
                format!("<mesh><uri>{}</uri><scale>{triple}</scale></mesh>", escape(name))
            }
            Form::Solid(Solid::Box) => format!("<box><size>{triple}</size></box>"),
            Form::Solid(Solid::Cylinder) => round("cylinder"),
            Form::Solid(Solid::Capsule) => round("capsule"),
            Form::Solid(Solid::Sphere) => format!("<ellipsoid><radii>{triple}</radii></ellipsoid>"),
        };
        push(out, format_args!("        <geometry>{geometry}</geometry>\n"));
        push(out, format_args!("      </{tag}>\n"));
        Ok(())
    }
}
