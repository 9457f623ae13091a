//! What generated code is called, and what its header says.

use appell_mechanics::{Kind, Quantity};
use appell_model::{Joint, JointKind, entry_text};
use appell_program::{Labels, Precision};

use super::{Coder, Parameters};

/// What the names of values mean, by their letters.
const MEANINGS: [(&str, &str); 18] = [
    ("s", "s2, s23: sine of q2, of q2 + q3"),
    ("c", "c2, c23: cosine of q2, of q2 + q3"),
    ("p", "p3x ..: origin of frame 3 in the base"),
    ("R", "R3xy ..: axes of frame 3 in those of the base"),
    ("w", "w3x ..: angular velocity of link 3"),
    ("e", "e3x ..: angular acceleration of link 3"),
    ("v", "v3x ..: velocity of the origin of frame 3"),
    ("a", "a3x ..: acceleration of the origin of frame 3, gravity in it"),
    ("A", "A3xy ..: acceleration tensor [e3]x + [w3]x [w3]x"),
    ("f", "f3x ..: connection force in joint 3"),
    ("n", "n3x ..: connection moment in joint 3, at a place on its axis"),
    ("m", "m3, of links with what is regrouped to them: mass"),
    ("hx hy hz", "hx3 hy3 hz3: first moments of mass"),
    ("kxx kyy kzz kxy kxz kyz", "kxx3 .. kyz3: second moments of mass"),
    ("mc", "mc3, of the links from 3 on as one body: mass"),
    ("hc", "hc3x ..: its first moments"),
    ("Ic", "Ic3xy ..: its inertia about the origin of frame 3"),
    ("_q", "w3x_q2, w3x_qd2: derivative of w3x by q2, by its rate"),
];

impl Coder<'_> {
    /// The name of the function and the lines of the header, for code of a quantity.
    pub fn labels(&self, robot: &str, quantity: Quantity, precision: Precision) -> Labels {
        Labels {
            name: name(robot, quantity),
            description: self.description(quantity),
            meanings: MEANINGS.to_vec(),
            precision,
        }
    }

    fn description(&self, quantity: Quantity) -> Vec<String> {
        let robot = self.given;
        let mut lines =
            vec![format!("{}: {quantity}, {}.", robot.name(), meaning(quantity.kind()))];
        lines.push("SI units: m, rad, kg, s, N, N m. Entries of a matrix stand row by row.".into());
        lines.push(
            "Vectors of link i are in the axes of frame i, with @0 in those of the base.".into(),
        );
        lines.push("Coordinates, in order:".into());
        let name = |q| robot.symbols().name(q);
        for joint in robot.joints() {
            lines.extend(joint.coordinate.map(|q| {
                format!("  {}: {} {}, {}", name(q), joint.kind.name(), joint.name, unit(joint))
            }));
            let modes = joint.modes.iter().flat_map(|modes| &modes.coordinates);
            lines.extend(modes.zip(1..).map(|(&q, mode)| {
                format!("  {}: mode {mode} of the link of {}", name(q), joint.name)
            }));
        }
        let valued = robot.parameters().iter().filter_map(|it| Some((it, it.value.as_ref()?)));
        let valued: Vec<String> = valued
            .map(|(parameter, value)| {
                let unit = parameter.unit.as_ref().map_or(String::new(), |unit| format!(" {unit}"));
                format!("{} = {}{unit}", parameter.name, entry_text(value, robot.symbols()))
            })
            .collect();
        if !valued.is_empty() {
            lines.push(match self.parameters {
                Parameters::Values => "Parameters, whose values are in the code:".into(),
                Parameters::Arguments => "Parameters are arguments; in the robot's file:".into(),
            });
            /// How many values stand in a line.
            const IN_LINE: usize = 5;
            lines.extend(valued.chunks(IN_LINE).map(|chunk| format!("  {}", chunk.join(", "))));
        }
        lines
    }
}

fn unit(joint: &Joint) -> &'static str {
    if joint.kind == JointKind::Translation { "m" } else { "rad" }
}

/// A name that every language takes, also where capitals and small letters are the same to the file
/// system: `panda_Q`, `panda_T_tool`, `panda_omega_3_base`.
fn name(robot: &str, quantity: Quantity) -> String {
    let word = match quantity.kind() {
        Kind::CoriolisForce => "coriolis",
        Kind::ConnectionForce => "force",
        Kind::ConnectionMoment => "moment",
        other => other.name(),
    };
    let text = quantity.to_string();
    let rest = text.strip_prefix(quantity.kind().name()).unwrap_or_default();
    let rest = rest.replace("@0", "_base").replace(']', "");
    let letter = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let name: String = format!("{robot}_{word}{rest}").chars().map(letter).collect();
    match name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        true => name,
        false => format!("robot_{name}"),
    }
}

/// What a quantity is, in words, with the units of its entries.
fn meaning(kind: Kind) -> String {
    const DRIVES: &str = "N m in rotations, N in translations";
    let words = match kind {
        Kind::Frame => "a frame in that of its parent (of the tool: in the base), 4 x 4",
        Kind::FrameInBase => "a frame in the base, 4 x 4",
        Kind::AngularVelocity => "angular velocity, rad/s",
        Kind::AngularAcceleration => "angular acceleration, rad/s^2",
        Kind::Velocity => "velocity of the origin, m/s",
        Kind::Acceleration => "acceleration of the origin, gravity in it, m/s^2",
        Kind::CentreVelocity => "velocity of the mass centre, m/s",
        Kind::CentreAcceleration => "acceleration of the mass centre, gravity in it, m/s^2",
        Kind::Jacobian => "Jacobian of the tool in base axes: velocity, then angular velocity",
        Kind::JacobianRate => "time derivative of the Jacobian of the tool, in base axes",
        Kind::InertiaForce => "inertia force, N",
        Kind::InertiaMoment => "inertia moment about the mass centre, N m",
        Kind::ConnectionForce => "connection force: the link before on this link, N",
        Kind::ConnectionMoment => "connection moment at the origin of the frame, N m",
        Kind::DrivingForce => return format!("driving forces, friction in them, {DRIVES}"),
        Kind::Friction => return format!("friction in the driving forces, {DRIVES}"),
        Kind::MassMatrix => "mass matrix",
        Kind::CoriolisMatrix => "Coriolis matrix by Christoffel's symbols",
        Kind::CoriolisForce => return format!("Coriolis and centrifugal forces, {DRIVES}"),
        Kind::GravityForce => return format!("gravity forces, {DRIVES}"),
        Kind::Stiffness => "stiffness of elastic links",
        Kind::Damping => "damping of elastic links",
        Kind::Vibrations => "small vibrations: angular frequencies and shapes",
        Kind::StaticDeflection => "coordinates at rest, the joints held",
        Kind::JointAcceleration => "accelerations for the driving forces tau",
        Kind::KineticEnergy => "kinetic energy, J",
        Kind::PotentialEnergy => "potential energy, zero at the origin of the base, J",
        Kind::AccelerationEnergy(_) => "acceleration energy",
        Kind::DrivingForceRate(_) => "time derivative of the driving forces, no Coulomb friction",
        Kind::DrivingForceBy(_) => "derivatives of the driving forces, no Coulomb friction",
        Kind::JointAccelerationBy(_) => {
            "derivatives of the accelerations for the driving forces tau"
        }
        Kind::InverseMassMatrix => "inverse of the mass matrix",
        Kind::Regressor => "regressor: columns m, hx, hy, hz, xx, yy, zz, xy, xz, yz of every link",
        Kind::BaseParameters => "base parameters",
    };
    words.to_owned()
}
