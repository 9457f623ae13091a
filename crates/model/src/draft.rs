//! A robot before it is checked.

use appell_algebra::{Poly, Symbols};
use appell_spatial::Vector;

use crate::compensator::{Compensator, CompensatorDraft};
use crate::coupling::{Coupling, CouplingDraft, Rotor, RotorDraft, Shares, Spring};
use crate::dh::DhTable;
use crate::elastic_joint::{ElasticJoint, Elasticity};
use crate::frame::{FrameDraft, LinkPoint, NamedFrame};
use crate::friction::Friction;
use crate::joint::{Joint, JointId, JointKind, Limits};
use crate::link::{BaseLink, Link};
use crate::parameter::Parameter;
use crate::placement::Placement;
use crate::robot::{Payload, Robot};

/// A robot before it is checked: fill it in, then [`Draft::build`] it.
///
/// ```
/// use appell_algebra::{Budget, Poly, Symbols};
/// use appell_model::{Draft, JointDraft, JointKind, Link, Part};
/// use appell_spatial::Vector;
///
/// let symbols = Symbols::new();
/// let [mass, length, gravity] =
///     ["M", "l", "g"].map(|name| symbols.parameter(name).map(Poly::from));
/// let z = || Vector::new(Poly::ZERO, Poly::ZERO, Poly::one());
/// let draft = Draft {
///     name: "pendulum".to_owned(),
///     gravity: Vector::new(Poly::ZERO, -gravity?, Poly::ZERO),
///     joints: vec![JointDraft {
///         link: Link {
///             parts: vec![Part {
///                 mass: mass?,
///                 centre: Vector::new(length?, Poly::ZERO, Poly::ZERO),
///                 ..Part::default()
///             }],
///             ..Link::default()
///         },
///         ..JointDraft::new(JointKind::Rotation, z())
///     }],
///     ..Draft::new(&symbols)
/// };
/// let (robot, _notes) = draft.build(&Budget::default()).map_err(|findings| format!("{findings:?}"))?;
/// assert_eq!(robot.joints()[0].moments.inertia.0[2][2].text(&symbols), "M*l^2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Draft {
    /// The name of the robot.
    pub name: String,
    /// Where structure and numbers come from.
    pub source: Option<String>,
    /// The table of its symbols.
    pub symbols: Symbols,
    /// Parameters that are declared; others are found where they are used.
    pub parameters: Vec<Parameter>,
    /// Gravity, in base axes; with `base`, in those of B.
    pub gravity: Vector<Poly>,
    /// The joints; a parent before its children.
    pub joints: Vec<JointDraft>,
    /// The Denavit-Hartenberg parameters of the joints that are given by them: then their axis is z,
    /// and their placement follows from the row.
    pub table: Option<DhTable>,
    /// The tool frame.
    pub tool: ToolDraft,
    /// Further frames, each after the joints.
    pub frames: Vec<FrameDraft>,
    /// Where the base {0} lies in the frame B; nothing: there is no other frame than {0}.
    pub base: Option<Placement>,
    /// What the robot carries or pushes.
    pub payload: Payload,
    /// Name and meshes of the base.
    pub base_link: BaseLink,
}

/// A joint before it is checked.
#[derive(Clone, Debug)]
pub struct JointDraft {
    /// Its name; without one, `joint1`, `joint2`, ...
    pub name: Option<String>,
    /// On what it sits.
    pub parent: Parent,
    /// The point of an elastic link on which it sits; nothing: the tip.
    pub point: Option<LinkPoint>,
    /// The name of its coordinate; without one, q and the number of the joint.
    pub coordinate: Option<String>,
    /// How it moves.
    pub kind: JointKind,
    /// The direction of its axis, in its own frame, of any length.
    pub axis: Vector<Poly>,
    /// Where its frame lies in that of its parent, or from the point of the link, at q = 0.
    pub placement: Placement,
    /// The joints that it follows.
    pub coupling: Option<CouplingDraft>,
    /// Friction.
    pub friction: Friction,
    /// A spring.
    pub spring: Spring,
    /// A gravity compensator.
    pub compensator: Option<CompensatorDraft>,
    /// The rotor of its motor.
    pub rotor: Option<RotorDraft>,
    /// The elasticity between motor and link.
    pub elastic: Option<Elasticity>,
    /// Limits.
    pub limits: Limits,
    /// The link that it carries.
    pub link: Link,
}

/// On what a joint or the tool sits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Parent {
    /// The joint before it (the last one, for the tool), the base for the first.
    #[default]
    Before,
    /// The base.
    Base,
    /// The joint of this name.
    Joint(String),
}

/// The tool frame before it is checked.
#[derive(Clone, Debug, Default)]
pub struct ToolDraft {
    /// The joint on whose link it sits.
    pub parent: Parent,
    /// Where it lies in the frame of this joint.
    pub placement: Placement,
}

impl Draft {
    /// A draft without joints, name and gravity.
    pub fn new(symbols: &Symbols) -> Self {
        Self {
            name: String::new(),
            source: None,
            symbols: symbols.clone(),
            parameters: Vec::new(),
            gravity: Vector::default(),
            joints: Vec::new(),
            table: None,
            tool: ToolDraft::default(),
            frames: Vec::new(),
            base: None,
            payload: Payload::default(),
            base_link: BaseLink::default(),
        }
    }
}

impl JointDraft {
    /// A joint on the one before it, with nothing but its motion.
    pub fn new(kind: JointKind, axis: Vector<Poly>) -> Self {
        Self {
            name: None,
            parent: Parent::Before,
            point: None,
            coordinate: None,
            kind,
            axis,
            placement: Placement::default(),
            coupling: None,
            friction: Friction::default(),
            spring: Spring::default(),
            compensator: None,
            rotor: None,
            elastic: None,
            limits: Limits::default(),
            link: Link::default(),
        }
    }
}

impl From<&Robot> for Draft {
    /// The draft of a robot, to change something and build it again.
    ///
    /// ```
    /// use appell_algebra::Budget;
    /// use appell_model::Draft;
    /// let robot = appell_model::Robot::bundled("tree")?;
    /// let mut draft = Draft::from(&robot);
    /// draft.name = "another tree".to_owned();
    /// let (again, _) = draft.build(&Budget::default()).map_err(|findings| format!("{findings:?}"))?;
    /// assert_eq!(again.coordinates(), robot.coordinates());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn from(robot: &Robot) -> Self {
        let parent = |id: JointId| Parent::Joint(robot.joint(id).name.clone());
        let named = |shares: &Shares| {
            let name =
                |(id, ratio): &(JointId, Poly)| (robot.joint(*id).name.clone(), ratio.clone());
            shares.iter().map(name).collect()
        };
        let coupling =
            |it: &Coupling| CouplingDraft { of: named(&it.of), offset: it.offset.clone() };
        let rotor = |it: &Rotor| RotorDraft {
            inertia: it.inertia.clone(),
            ratios: named(&it.ratios),
            axis: Some(it.axis.clone()),
            on: it.on.map_or(Parent::Base, parent),
            friction: it.friction.clone(),
            efficiency: it.efficiency.clone(),
        };
        let compensator = |it: &Compensator| CompensatorDraft {
            stiffness: it.stiffness.clone(),
            on: it.on.map_or(Parent::Base, parent),
            from: it.from.clone(),
            to: it.to.clone(),
        };
        let elasticity = |it: &ElasticJoint| it.elasticity.clone();
        let joint = |it: &Joint| JointDraft {
            name: Some(it.name.clone()),
            parent: it.parent.map_or(Parent::Base, parent),
            point: it.point.clone(),
            coordinate: it
                .coordinate
                .or(it.coupling.as_ref().map(|coupling| coupling.symbol))
                .map(|q| robot.symbols.name(q)),
            coupling: it.coupling.as_ref().map(coupling),
            spring: it.spring.clone(),
            compensator: it.compensator.as_ref().map(compensator),
            rotor: it.rotor.as_ref().map(rotor),
            elastic: it.elastic.as_ref().map(elasticity),
            kind: it.kind,
            axis: it.axis.clone(),
            placement: it.placement.clone(),
            friction: it.friction.clone(),
            limits: it.limits.clone(),
            link: it.link.clone(),
        };
        let frame = |it: &NamedFrame| FrameDraft {
            name: it.name.to_string(),
            parent: it.parent.map_or(Parent::Base, parent),
            point: it.point.clone(),
            placement: it.placement.clone(),
            force: it.force.clone(),
            moment: it.moment.clone(),
        };
        Self {
            name: robot.name.clone(),
            source: robot.source.clone(),
            symbols: robot.symbols.clone(),
            parameters: robot.parameters.clone(),
            gravity: robot.given_gravity().clone(),
            joints: robot.given_joints().iter().map(joint).collect(),
            // the joints have the frames that follow from it
            table: None,
            tool: ToolDraft {
                parent: parent(robot.tool.parent),
                placement: robot.tool.placement.clone(),
            },
            frames: robot.frames.iter().map(frame).collect(),
            base: robot.base.as_ref().map(|base| base.placement.clone()),
            payload: robot.payload.clone(),
            base_link: robot.base_link.clone(),
        }
    }
}
