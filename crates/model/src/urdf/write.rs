//! Writing a robot as URDF: numbers only, so every parameter needs its value.

use std::collections::BTreeSet;
use std::fmt::Write;

use appell_algebra::{Budget, Error, Poly};
use appell_diagnostic::Diagnostic;
use appell_spatial::{CentralInertia, Matrix, Vector};

use crate::build::joint_path;
use crate::joint::{Joint, JointId, JointKind};
use crate::link::{Mesh, compose};
use crate::placement::{Placement, Rotation};
use crate::robot::{Payload, Robot};
use crate::toml::as_roll_pitch_yaw;

/// The robot as URDF, and notes on what URDF has no place for.
pub fn write_urdf(
    robot: &Robot,
    budget: &Budget,
) -> Result<(String, Vec<Diagnostic>), Vec<Diagnostic>> {
    let missing: Vec<Diagnostic> = robot
        .parameters()
        .iter()
        .filter(|parameter| robot.uses(parameter.symbol) && parameter.value.is_none())
        .map(|parameter| {
            let message = format!("`{}` has no value, and URDF has no symbols", parameter.name);
            Diagnostic::error("parameter-without-value", message)
                .on(["parameters", &parameter.name])
                .hint(format!("below [parameters] write {} = 1", parameter.name))
        })
        .collect();
    if !missing.is_empty() {
        return Err(missing);
    }
    let writer = Writer { robot, budget, names: LinkNames::new(robot) };
    match writer.robot() {
        Ok(text) => Ok((text, left_out(robot))),
        Err(error) => Err(error.diagnostics()),
    }
}

/// What the file does not say.
fn left_out(robot: &Robot) -> Vec<Diagnostic> {
    let mut notes = Vec::new();
    let mut note = |message: &str, path: Vec<String>| {
        notes.push(
            Diagnostic::note("not-in-urdf", message).on(path).hint("keep the TOML beside it"),
        );
    };
    if robot.parameters().iter().any(|parameter| robot.uses(parameter.symbol)) {
        note("parameters became numbers", vec!["parameters".into()]);
    }
    note("gravity is not part of URDF", vec!["gravity".into()]);
    if *robot.payload() != Payload::default() {
        note("the payload is left out", vec!["payload".into()]);
    }
    for (index, joint) in robot.joints().iter().enumerate() {
        if !joint.friction.coulomb.is_zero() {
            let path = vec![joint_path(index), "friction".into()];
            note("Coulomb friction by the connection force is left out", path);
        }
        let limits = &joint.limits;
        let bounded = limits.lower.is_some() || joint.kind == JointKind::Translation;
        if bounded && (limits.effort.is_none() || limits.velocity.is_none()) {
            let path = vec![joint_path(index), "limits".into()];
            note("other readers want limits of effort and velocity here", path);
        }
    }
    notes
}

/// A name for every link, each once.
struct LinkNames {
    base: String,
    links: Vec<String>,
    tool: String,
}

impl LinkNames {
    fn new(robot: &Robot) -> Self {
        let mut taken = BTreeSet::new();
        let mut free = |wanted: String| {
            let mut name = wanted.clone();
            let mut count = 1;
            while !taken.insert(name.clone()) {
                count += 1;
                name = format!("{wanted}_{count}");
            }
            name
        };
        let links = robot.joints().iter().enumerate().map(|(index, joint)| {
            free(joint.link.name.clone().unwrap_or_else(|| format!("link{}", index + 1)))
        });
        let links = links.collect();
        Self { base: free("base".into()), links, tool: free("tool".into()) }
    }

    fn of(&self, id: Option<JointId>) -> &str {
        id.map_or(&self.base, |id| &self.links[id.index()])
    }
}

struct Writer<'r> {
    robot: &'r Robot,
    budget: &'r Budget,
    names: LinkNames,
}

impl Writer<'_> {
    fn robot(&self) -> Result<String, Error> {
        let mut out =
            format!("<?xml version=\"1.0\"?>\n<robot name=\"{}\">\n", escape(self.robot.name()));
        let base = escape(&self.names.base);
        push(&mut out, format_args!("  <link name=\"{base}\"/>\n"));
        for (id, joint) in self.robot.joint_ids().zip(self.robot.joints()) {
            self.link(&mut out, id, joint)?;
            self.joint(&mut out, id, joint)?;
        }
        let tool = self.robot.tool();
        let last = self.robot.joints().len() == tool.parent.number() && self.robot.is_chain();
        if !last || !tool.placement.is_identity() {
            let name = escape(&self.names.tool);
            push(&mut out, format_args!("  <link name=\"{name}\"/>\n"));
            push(&mut out, format_args!("  <joint name=\"{name}_joint\" type=\"fixed\">\n"));
            self.ends(&mut out, self.names.of(Some(tool.parent)), &self.names.tool);
            self.origin(&mut out, "    ", &tool.placement)?;
            out.push_str("  </joint>\n");
        }
        out.push_str("</robot>\n");
        Ok(out)
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
        let tag = mesh.purpose.name();
        push(out, format_args!("    <{tag}>\n"));
        self.origin(out, "      ", &mesh.at)?;
        let scale = match mesh.scale.iter().all(|scale| scale.is_one()) {
            true => String::new(),
            false => {
                let scale = mesh.scale.each_ref().map(|scale| scale.to_f64().to_string());
                format!(" scale=\"{}\"", scale.join(" "))
            }
        };
        let file = escape(&mesh.file);
        push(out, format_args!("      <geometry><mesh filename=\"{file}\"{scale}/></geometry>\n"));
        push(out, format_args!("    </{tag}>\n"));
        Ok(())
    }

    fn joint(&self, out: &mut String, id: JointId, joint: &Joint) -> Result<(), Error> {
        let limits = &joint.limits;
        let kind = match joint.kind {
            JointKind::Fixed => "fixed",
            JointKind::Translation => "prismatic",
            JointKind::Rotation if limits.lower.is_some() || limits.upper.is_some() => "revolute",
            JointKind::Rotation => "continuous",
        };
        let name = escape(&joint.name);
        push(out, format_args!("  <joint name=\"{name}\" type=\"{kind}\">\n"));
        self.ends(out, self.names.of(joint.parent), self.names.of(Some(id)));
        self.origin(out, "    ", &joint.placement)?;
        if joint.kind != JointKind::Fixed {
            push(out, format_args!("    <axis xyz=\"{}\"/>\n", self.triple(&joint.axis)?));
        }
        let given = [
            ("lower", &limits.lower),
            ("upper", &limits.upper),
            ("effort", &limits.effort),
            ("velocity", &limits.velocity),
        ];
        let mut attributes = String::new();
        for (name, limit) in given {
            if let Some(limit) = limit {
                push(&mut attributes, format_args!(" {name}=\"{}\"", self.value(limit)?));
            }
        }
        if !attributes.is_empty() {
            push(out, format_args!("    <limit{attributes}/>\n"));
        }
        if !joint.friction.viscous.is_zero() {
            let damping = self.value(&joint.friction.viscous)?;
            push(out, format_args!("    <dynamics damping=\"{damping}\"/>\n"));
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
        let angles = self.roll_pitch_yaw(&placement.rotation)?.map(|angle| angle.to_string());
        push(
            out,
            format_args!("{indent}<origin xyz=\"{offset}\" rpy=\"{}\"/>\n", angles.join(" ")),
        );
        Ok(())
    }

    fn roll_pitch_yaw(&self, rotation: &Rotation) -> Result<[f64; 3], Error> {
        if let Rotation::Turns(turns) = rotation
            && let Some(angles) = as_roll_pitch_yaw(turns)
        {
            return Ok(angles.try_map(|angle| self.value(angle))?.0);
        }
        let matrix = rotation.matrix(self.robot.symbols(), self.budget)?;
        Ok(angles_of(&matrix.try_map(|entry| self.value(entry))?))
    }
}

/// Roll, pitch and yaw of a rotation; where pitch is a right angle, roll is zero.
fn angles_of(Matrix(r): &Matrix<f64>) -> [f64; 3] {
    let across = r[0][0].hypot(r[1][0]);
    let pitch = (-r[2][0]).atan2(across);
    match across > 1e-12 {
        true => [r[2][1].atan2(r[2][2]), pitch, r[1][0].atan2(r[0][0])],
        false => [0.0, pitch, (-r[0][1]).atan2(r[1][1])],
    }
}

fn push(out: &mut String, text: std::fmt::Arguments<'_>) {
    // writing into a string cannot fail
    let _ = out.write_fmt(text);
}

fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            // not allowed in XML at all
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}
