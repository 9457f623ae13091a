//! The names of quantities, one for the command, the library, Python and the studio.

use std::fmt;

use appell_diagnostic::{Diagnostic, excerpt};
use appell_model::{JointId, Robot};

/// What can be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// `T[i]`: frame {i} in its parent; `T[tool]`: the tool in the base.
    Frame,
    /// `T0[i]`: frame {i} in the base.
    FrameInBase,
    /// `omega[i]`: angular velocity.
    AngularVelocity,
    /// `eps[i]`: angular acceleration.
    AngularAcceleration,
    /// `v[i]`: velocity of the origin.
    Velocity,
    /// `a[i]`: acceleration of the origin, gravity in it.
    Acceleration,
    /// `vC[i]`: velocity of the mass centre.
    CentreVelocity,
    /// `aC[i]`: acceleration of the mass centre, gravity in it.
    CentreAcceleration,
    /// `J`: Jacobian of the tool, in base axes.
    Jacobian,
    /// `Jdot`: its time derivative.
    JacobianRate,
    /// `F[i]`: inertia force.
    InertiaForce,
    /// `N[i]`: inertia moment about the mass centre.
    InertiaMoment,
    /// `f[i]`: connection force.
    ConnectionForce,
    /// `n[i]`: connection moment.
    ConnectionMoment,
    /// `Q`, `Q[i]`: driving forces, friction in them.
    DrivingForce,
    /// `Qf`, `Qf[i]`: the friction in them.
    Friction,
    /// `M`: mass matrix.
    MassMatrix,
    /// `C`: Coriolis matrix, by Christoffel's symbols.
    CoriolisMatrix,
    /// `c`: Coriolis and centrifugal forces.
    CoriolisForce,
    /// `G`: gravity forces.
    GravityForce,
    /// `K`: stiffness of elastic links.
    Stiffness,
    /// `D`: damping of the modes of elastic links.
    Damping,
    /// `modes`: small vibrations about the state, at rest: angular frequencies and shapes.
    Vibrations,
    /// `sag`: the coordinates at rest under gravity and payload, with the joints held.
    StaticDeflection,
    /// `qdd`: accelerations for given driving forces.
    JointAcceleration,
    /// `Ek`: kinetic energy.
    KineticEnergy,
    /// `Ep`: potential energy.
    PotentialEnergy,
    /// `EA1`, `EA2`, `EA3`: acceleration energies.
    AccelerationEnergy(u8),
    /// `dQ`, `ddQ`: time derivatives of the driving forces, without Coulomb friction.
    DrivingForceRate(u8),
    /// `dQ/dq`, `dQ/dqd`, `dQ/dqdd`: derivatives of the driving forces by q, q', q'', without
    /// Coulomb friction.
    DrivingForceBy(u8),
    /// `dqdd/dq`, `dqdd/dqd`: derivatives of the accelerations for given driving forces by q, q',
    /// without Coulomb friction.
    JointAccelerationBy(u8),
    /// `dqdd/dtau`: by the driving forces, the inverse of the mass matrix.
    InverseMassMatrix,
    /// `Y`: regressor of the inertial parameters.
    Regressor,
    /// `base`: base parameters, the combinations of inertial parameters that Q can see.
    BaseParameters,
}

/// To what a quantity belongs, and so which index it takes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Index {
    /// A frame: of one joint or the tool; without an index, of every joint.
    Place,
    /// A vector of one link, in its own or in base axes; without an index, of every link.
    Link,
    /// One joint that moves, or one mode of a link; without an index, all of them as a vector.
    Drive,
    /// The robot: no index.
    None,
}

use Index::{Drive, Link, None as Whole, Place};
use Kind::*;

const NAMES: [(&str, Kind, Index); 40] = [
    ("T", Frame, Place),
    ("T0", FrameInBase, Place),
    ("omega", AngularVelocity, Link),
    ("eps", AngularAcceleration, Link),
    ("v", Velocity, Link),
    ("a", Acceleration, Link),
    ("vC", CentreVelocity, Link),
    ("aC", CentreAcceleration, Link),
    ("J", Jacobian, Whole),
    ("Jdot", JacobianRate, Whole),
    ("F", InertiaForce, Link),
    ("N", InertiaMoment, Link),
    ("f", ConnectionForce, Link),
    ("n", ConnectionMoment, Link),
    ("Q", DrivingForce, Drive),
    ("Qf", Friction, Drive),
    ("M", MassMatrix, Whole),
    ("C", CoriolisMatrix, Whole),
    ("c", CoriolisForce, Drive),
    ("G", GravityForce, Drive),
    ("K", Stiffness, Whole),
    ("D", Damping, Whole),
    ("modes", Vibrations, Whole),
    ("sag", StaticDeflection, Drive),
    ("qdd", JointAcceleration, Drive),
    ("Ek", KineticEnergy, Whole),
    ("Ep", PotentialEnergy, Whole),
    ("EA1", AccelerationEnergy(1), Whole),
    ("EA2", AccelerationEnergy(2), Whole),
    ("EA3", AccelerationEnergy(3), Whole),
    ("dQ", DrivingForceRate(1), Drive),
    ("ddQ", DrivingForceRate(2), Drive),
    ("dQ/dq", DrivingForceBy(0), Whole),
    ("dQ/dqd", DrivingForceBy(1), Whole),
    ("dQ/dqdd", DrivingForceBy(2), Whole),
    ("dqdd/dq", JointAccelerationBy(0), Whole),
    ("dqdd/dqd", JointAccelerationBy(1), Whole),
    ("dqdd/dtau", InverseMassMatrix, Whole),
    ("Y", Regressor, Whole),
    ("base", BaseParameters, Whole),
];

impl Kind {
    /// Its name.
    pub fn name(self) -> &'static str {
        NAMES.iter().find(|(_, kind, _)| *kind == self).map_or("", |(name, ..)| name)
    }

    /// The highest time derivative of a coordinate that it depends on.
    pub fn order(self) -> u32 {
        match self {
            Frame | FrameInBase | Jacobian | MassMatrix | GravityForce | PotentialEnergy
            | InverseMassMatrix | BaseParameters | Stiffness | Damping | Vibrations
            | StaticDeflection | DrivingForceBy(2..) => 0,
            AngularVelocity
            | Velocity
            | CentreVelocity
            | JacobianRate
            | CoriolisMatrix
            | CoriolisForce
            | KineticEnergy
            | JointAcceleration
            | JointAccelerationBy(_)
            | DrivingForceBy(1) => 1,
            AngularAcceleration | Acceleration | CentreAcceleration | InertiaForce
            | InertiaMoment | ConnectionForce | ConnectionMoment | DrivingForce | Friction
            | Regressor | DrivingForceBy(0) => 2,
            AccelerationEnergy(order) => 1 + u32::from(order),
            DrivingForceRate(order) => 2 + u32::from(order),
        }
    }

    /// Whether it follows from given driving forces.
    pub fn is_forward(self) -> bool {
        matches!(self, JointAcceleration | JointAccelerationBy(_))
    }
}

/// To which part of the robot a quantity belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Of {
    /// The robot as a whole.
    Robot,
    /// A joint and its link.
    Joint(JointId),
    /// A mode of an elastic link, counted from 0.
    Mode(JointId, usize),
    /// The tool.
    Tool,
}

/// A quantity of a robot: `Q`, `omega[3]@0`, `T[tool]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Quantity {
    pub(crate) kind: Kind,
    pub(crate) of: Of,
    /// In base axes instead of those of the link.
    pub(crate) in_base_axes: bool,
}

impl Quantity {
    /// What it is.
    pub fn kind(self) -> Kind {
        self.kind
    }

    /// Of which part of the robot it is.
    pub fn of(self) -> Of {
        self.of
    }

    /// Reads a name. Without an index, a quantity of links means that of every link.
    ///
    /// ```
    /// use appell_mechanics::Quantity;
    /// let robot = appell_model::Robot::bundled("2r")?;
    /// let asked = Quantity::read("omega@0", &robot).map_err(|problem| problem.to_string())?;
    /// assert_eq!(asked[1].to_string(), "omega[2]@0");
    /// assert!(Quantity::read("omga[2]", &robot).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read(text: &str, robot: &Robot) -> Result<Vec<Self>, Box<Diagnostic>> {
        let shown = excerpt(text);
        let (rest, in_base_axes) = match text.strip_suffix("@0") {
            Some(rest) => (rest, true),
            None => (text, false),
        };
        let (name, index) = match rest.split_once('[') {
            Some((name, index)) => match index.strip_suffix(']') {
                Some(index) => (name, Some(index.trim())),
                None => return Err(Box::new(malformed(shown))),
            },
            None => (rest, None),
        };
        let found = NAMES.iter().find(|(known, ..)| *known == name);
        let Some(&(_, kind, indexed)) = found else { return Err(Box::new(unknown(name))) };
        if in_base_axes && indexed != Link {
            let problem = Diagnostic::error("no-axes", format!("`{shown}` has no axes to choose"))
                .hint("leave @0 out; it is for vectors of links, such as omega[2]@0");
            return Err(Box::new(problem));
        }
        let of = |of: Of| Self { kind, of, in_base_axes };
        let all = || robot.joint_ids().map(|id| of(Of::Joint(id))).collect();
        match (indexed, index) {
            (Link | Place, None) => Ok(all()),
            (_, None) => Ok(vec![of(Of::Robot)]),
            (Whole, Some(_)) => {
                let problem = Diagnostic::error("no-index", format!("`{name}` has no index"))
                    .hint(format!("ask for `{name}`"));
                Err(Box::new(problem))
            }
            (Place, Some("tool")) => Ok(vec![of(Of::Tool)]),
            (Drive, Some(index)) if index.contains(',') => {
                let mode = mode_of(index, robot).ok_or_else(|| Box::new(no_mode(index, robot)))?;
                Ok(vec![of(mode)])
            }
            (indexed, Some(index)) => {
                let id = joint_of(index, robot).ok_or_else(|| Box::new(no_joint(index, robot)))?;
                if indexed == Drive && robot.joint(id).coordinate.is_none() {
                    let message = format!("joint {index} is fixed and has no `{name}`");
                    let problem = Diagnostic::error("fixed-joint", message)
                        .hint("ask for a joint that moves");
                    return Err(Box::new(problem));
                }
                Ok(vec![of(Of::Joint(id))])
            }
        }
    }
}

/// A joint by its number from 1, or by its name.
fn joint_of(index: &str, robot: &Robot) -> Option<JointId> {
    match index.parse::<usize>() {
        Ok(number) => robot.joint_ids().find(|id| id.number() == number),
        Err(_) => robot.find_joint(index),
    }
}

/// A mode by the number or name of its joint, and its own number from 1: `2,1`.
fn mode_of(index: &str, robot: &Robot) -> Option<Of> {
    let (joint, mode) = index.split_once(',')?;
    let id = joint_of(joint.trim(), robot)?;
    let count = robot.joint(id).modes.as_ref()?.coordinates.len();
    let mode = mode.trim().parse::<usize>().ok().filter(|mode| (1..=count).contains(mode))?;
    Some(Of::Mode(id, mode - 1))
}

fn no_mode(index: &str, robot: &Robot) -> Diagnostic {
    let shown = excerpt(index);
    let problem = Diagnostic::error("unknown-mode", format!("there is no mode `{shown}`"));
    let elastic = robot.joint_ids().filter_map(|id| Some((id, robot.joint(id).modes.as_ref()?)));
    let known: Vec<String> = elastic
        .map(|(id, modes)| format!("{0},1 to {0},{1}", id.number(), modes.coordinates.len()))
        .collect();
    match known.is_empty() {
        true => problem.hint("no link of this robot is elastic"),
        false => problem.hint(format!("modes are {}", known.join("; "))),
    }
}

fn no_joint(index: &str, robot: &Robot) -> Diagnostic {
    let shown = excerpt(index);
    let problem = Diagnostic::error("unknown-joint", format!("there is no joint `{shown}`"));
    let names = robot.joints().iter().map(|joint| joint.name.as_str());
    let otherwise = format!("joints are numbered from 1 to {}", robot.joints().len());
    problem.did_you_mean(index, names, otherwise)
}

fn malformed(shown: &str) -> Diagnostic {
    Diagnostic::error("unknown-quantity", format!("`{shown}` is no quantity"))
        .hint("write an index in brackets: Q[2], omega[3]@0, T[tool]")
}

fn unknown(name: &str) -> Diagnostic {
    let shown = excerpt(name);
    let problem = Diagnostic::error("unknown-quantity", format!("there is no quantity `{shown}`"));
    let all: Vec<&str> = NAMES.iter().map(|(known, ..)| *known).collect();
    let otherwise = format!("one of: {}", all.join(" "));
    problem.did_you_mean(name, all, otherwise)
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.name())?;
        match self.of {
            Of::Robot => {}
            Of::Joint(id) => write!(f, "[{}]", id.number())?,
            Of::Mode(id, mode) => write!(f, "[{},{}]", id.number(), mode + 1)?,
            Of::Tool => f.write_str("[tool]")?,
        }
        if self.in_base_axes { f.write_str("@0") } else { Ok(()) }
    }
}
