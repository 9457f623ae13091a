//! Quantities of robots: one table, from which the command, the library, generated code and the
//! proof-reader take names, shapes, units and the functions that compute them.

mod left_out;
mod read;
mod row;
mod table;
mod typeset;

use std::fmt;

use appell_diagnostic::Diagnostic;
use appell_model::{BASE_FRAME, FrameName, JointId, Robot};

pub use row::{ClosedForm, ElasticSupport, Form, Index, Need, Row};
pub use table::{Kind, TABLE};
pub use typeset::{COMPONENTS, EntryName, Position};

impl Kind {
    /// Its row in the table.
    pub fn row(self) -> &'static Row {
        &TABLE[self as usize]
    }

    /// Its name: `M`.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// Of a time derivative of Q, its order.
    pub(crate) fn force_rate(self) -> Option<usize> {
        match self {
            Self::DrivingForceRate
            | Self::DrivingForceSecondRate
            | Self::DrivingForceThirdRate
            | Self::DrivingForceFourthRate
            | Self::DrivingForceFifthRate => Some(self.row().order as usize - 2),
            _ => None,
        }
    }

    /// The order of an acceleration energy.
    pub(crate) fn energy_order(self) -> Option<usize> {
        match self {
            Self::AccelerationEnergy1
            | Self::AccelerationEnergy2
            | Self::AccelerationEnergy3
            | Self::AccelerationEnergy4
            | Self::AccelerationEnergy5
            | Self::AccelerationEnergy6 => Some(self.row().order as usize - 1),
            _ => None,
        }
    }
}

/// A frame of a robot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Frame {
    /// The base.
    Base,
    /// The frame {i} of a joint and its link.
    Joint(JointId),
    /// The tool.
    Tool,
    /// A named frame.
    Named(FrameName),
    /// The frame B, in which the base is placed.
    Outer,
}

impl Frame {
    /// Its number: 0 is the base, 1 to n are the joints, n + 1 is the tool. Other frames have names
    /// only.
    pub fn number(self, robot: &Robot) -> Option<usize> {
        match self {
            Self::Base => Some(0),
            Self::Joint(id) => Some(id.number()),
            Self::Tool => Some(robot.joints().len() + 1),
            Self::Named(_) | Self::Outer => None,
        }
    }

    /// The frame of a number, if the robot has one.
    ///
    /// ```
    /// use appell_mechanics::Frame;
    /// let robot = appell_model::Robot::bundled("2r")?;
    /// assert_eq!(Frame::of_number(3, &robot), Some(Frame::Tool));
    /// assert_eq!(Frame::of_number(4, &robot), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_number(number: usize, robot: &Robot) -> Option<Self> {
        let joint = || robot.joint_ids().find(|id| id.number() == number).map(Self::Joint);
        match number {
            0 => Some(Self::Base),
            number if number == robot.joints().len() + 1 => Some(Self::Tool),
            _ => joint(),
        }
    }
}

impl fmt::Display for Frame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Base => f.write_str("0"),
            Self::Joint(id) => write!(f, "{}", id.number()),
            Self::Tool => f.write_str("tool"),
            Self::Named(name) => write!(f, "{name}"),
            Self::Outer => f.write_str(BASE_FRAME),
        }
    }
}

/// To which part of the robot a quantity belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Of {
    /// The robot as a whole.
    Robot,
    /// The coordinate of a joint.
    Joint(JointId),
    /// A mode of an elastic link, counted from 0.
    Mode(JointId, usize),
    /// A frame and what is fixed to it.
    Frame(Frame),
    /// The second frame as seen from the first.
    Between(Frame, Frame),
}

/// A quantity of a robot: `Q`, `omega[3]@0`, `T[tool]`.
///
/// ```
/// use appell_mechanics::{Frame, Kind, Of, Quantity};
///
/// let robot = appell_model::Robot::bundled("2r")?;
/// let elbow = robot.find_joint("joint2").ok_or("no such joint")?;
/// let velocity = Quantity::new(Kind::Velocity, Of::Frame(Frame::Joint(elbow)))?;
/// assert_eq!(velocity.in_axes_of(Frame::Base)?.to_string(), "v[2]@0");
/// assert_eq!(Quantity::of_robot(Kind::MassMatrix)?.to_string(), "M");
/// assert!(Quantity::of_robot(Kind::Velocity).is_err());        // it needs an index
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Quantity {
    kind: Kind,
    of: Of,
    /// The frame in whose axes a vector or Jacobian is given; none: a vector in its own axes, a Jacobian in base axes.
    axes: Option<Frame>,
}

impl Quantity {
    /// A quantity of a part of the robot; an error where the kind takes another index.
    pub fn new(kind: Kind, of: Of) -> Result<Self, Box<Diagnostic>> {
        let fits = match (kind.row().form.index(), of) {
            (
                Index::None | Index::Coordinate | Index::ToolOrOther | Index::WholeOrLink,
                Of::Robot,
            )
            | (Index::Coordinate, Of::Joint(_) | Of::Mode(..))
            | (Index::Frame, Of::Frame(_))
            | (
                Index::LinkOrTool | Index::ToolOrOther,
                Of::Frame(Frame::Joint(_) | Frame::Tool | Frame::Named(_)),
            )
            | (Index::Link | Index::WholeOrLink, Of::Frame(Frame::Joint(_)))
            | (Index::Pair, Of::Between(..)) => true,
            (
                Index::None
                | Index::Coordinate
                | Index::Frame
                | Index::LinkOrTool
                | Index::ToolOrOther
                | Index::WholeOrLink
                | Index::Link
                | Index::Pair,
                _,
            ) => false,
        };
        match fits {
            true => Ok(Self { kind, of, axes: None }),
            false => Err(Box::new(read::wrong_index(kind))),
        }
    }

    /// A quantity of the whole robot: `M`; or `Q` of all coordinates.
    pub fn of_robot(kind: Kind) -> Result<Self, Box<Diagnostic>> {
        Self::new(kind, Of::Robot)
    }

    /// A quantity of a frame and its link: `omega[2]`.
    pub fn of_frame(kind: Kind, frame: Frame) -> Result<Self, Box<Diagnostic>> {
        Self::new(kind, Of::Frame(frame))
    }

    /// The same vector or Jacobian in the axes of another frame; an error for what has no axes to choose.
    pub fn in_axes_of(self, frame: Frame) -> Result<Self, Box<Diagnostic>> {
        let is_jacobian = matches!(self.kind, Kind::Jacobian | Kind::JacobianRate);
        if !(is_jacobian || self.kind.row().form.has_axes()) {
            return Err(Box::new(read::no_axes(self)));
        }
        // a vector in its own axes is just itself, and so is a Jacobian in those of the base
        let own = match is_jacobian {
            true => frame == Frame::Base,
            false => self.of == Of::Frame(frame),
        };
        Ok(Self { axes: (!own).then_some(frame), ..self })
    }

    /// What it is.
    pub fn kind(self) -> Kind {
        self.kind
    }

    /// Of which part of the robot it is.
    pub fn of(self) -> Of {
        self.of
    }

    /// The frame in whose axes a vector is given; nothing: its own.
    pub fn axes(self) -> Option<Frame> {
        self.axes
    }

    /// Whether it is a vector in base axes.
    pub(crate) fn is_in_base_axes(self) -> bool {
        self.axes == Some(Frame::Base) || self.axes.is_none() && self.of == Of::Frame(Frame::Base)
    }

    /// The same with another part of the robot, if its kind allows that.
    pub fn with_of(self, of: Of) -> Option<Self> {
        let other = Self::new(self.kind, of).ok()?;
        self.axes.map_or(Some(other), |axes| other.in_axes_of(axes).ok())
    }

    /// The same of another kind, if that takes such an index.
    pub fn with_kind(self, kind: Kind) -> Option<Self> {
        let other = Self::new(kind, self.of).ok()?;
        self.axes.map_or(Some(other), |axes| other.in_axes_of(axes).ok())
    }

    /// All quantities that a robot has: every row with every index, in own axes; of pairs, the
    /// neighbours. Some may not be available for this robot: asking for them says why.
    ///
    /// ```
    /// use appell_mechanics::Quantity;
    /// let robot = appell_model::Robot::bundled("2r")?;
    /// let names: Vec<String> = Quantity::all(&robot).iter().map(ToString::to_string).collect();
    /// assert!(names.contains(&"M".to_owned()) && names.contains(&"T[0,1]".to_owned()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn all(robot: &Robot) -> Vec<Self> {
        let joints = || robot.joint_ids().map(Frame::Joint);
        let named = robot.frames().iter().map(|frame| Frame::Named(frame.name));
        let tool = std::iter::once(Frame::Tool).chain(named);
        let of_kind = |kind: Kind| -> Vec<Of> {
            match kind.row().form.index() {
                Index::None => vec![Of::Robot],
                Index::Coordinate => vec![Of::Robot],
                Index::WholeOrLink => {
                    std::iter::once(Of::Robot).chain(joints().map(Of::Frame)).collect()
                }
                Index::Link => {
                    let ids = robot.joint_ids().filter(|id| read::is_of_joint(kind, *id, robot));
                    ids.map(|id| Of::Frame(Frame::Joint(id))).collect()
                }
                Index::LinkOrTool => joints().chain(tool.clone()).map(Of::Frame).collect(),
                Index::ToolOrOther => {
                    let others = joints().chain(tool.clone().skip(1)).map(Of::Frame);
                    std::iter::once(Of::Robot).chain(others).collect()
                }
                Index::Frame => {
                    let base = std::iter::once(Frame::Base);
                    base.chain(joints()).chain(tool.clone()).map(Of::Frame).collect()
                }
                Index::Pair => {
                    let parent = |frame| match frame {
                        Frame::Base | Frame::Outer => Frame::Base,
                        Frame::Named(name) => {
                            let index = robot.find_frame(name);
                            let parent = index.and_then(|index| robot.frames()[index].parent);
                            parent.map_or(Frame::Base, Frame::Joint)
                        }
                        Frame::Joint(id) => {
                            robot.joint(id).parent.map_or(Frame::Base, Frame::Joint)
                        }
                        Frame::Tool => Frame::Joint(robot.tool().parent),
                    };
                    let pair = |frame| Of::Between(parent(frame), frame);
                    joints().chain(tool.clone()).map(pair).collect()
                }
            }
        };
        let kinds = TABLE.iter().map(|row| row.kind);
        kinds
            .flat_map(|kind| of_kind(kind).into_iter().map(move |of| Self { kind, of, axes: None }))
            .collect()
    }
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.name())?;
        match self.of {
            Of::Robot => {}
            Of::Joint(id) => write!(f, "[{}]", id.number())?,
            Of::Mode(id, mode) => write!(f, "[{},{}]", id.number(), mode + 1)?,
            Of::Frame(frame) => write!(f, "[{frame}]")?,
            Of::Between(outer, inner) => write!(f, "[{outer},{inner}]")?,
        }
        match self.axes {
            Some(frame) => write!(f, "@{frame}"),
            None => Ok(()),
        }
    }
}
