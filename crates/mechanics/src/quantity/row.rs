//! The columns of the table of quantities.

use super::Kind;

/// What is known of a quantity before any robot is: one row of the table.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Row {
    /// Which quantity it is.
    pub kind: Kind,
    /// Its name: `M`. Two rows may share one: `T[i]` and `T[j,i]` differ by the number of indices.
    pub name: &'static str,
    /// Other names that are understood: `mass_matrix`.
    pub synonyms: &'static [&'static str],
    /// Its symbol in LaTeX; `#` marks where indices go, and they follow as a subscript where there
    /// is no mark.
    pub latex: &'static str,
    /// Its symbol in Typst, in the same way.
    pub typst: &'static str,
    /// Its index, its shape and its axes.
    pub form: Form,
    /// The unit of its entries.
    pub unit: &'static str,
    /// The highest time derivative of a coordinate that it depends on.
    pub order: u32,
    /// Whether it has a closed form.
    pub closed_form: ClosedForm,
    /// For which elastic links it is defined.
    pub elastic: ElasticSupport,
    /// What it depends on besides coordinates and parameters.
    pub needs: &'static [Need],
    /// What it is, in one sentence without a full stop.
    pub about: &'static str,
}

impl Row {
    /// Whether it depends on something besides coordinates and parameters.
    pub fn needs(&self, need: Need) -> bool {
        self.needs.contains(&need)
    }
}

/// The index, the shape and the axes of a quantity. `n` is the number of coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// A number that belongs to the whole robot.
    Scalar,
    /// A number that belongs to the whole robot; with an index, the part of one link.
    Parts,
    /// A number for each coordinate; with an index, that of one joint or mode.
    PerCoordinate,
    /// A matrix whose rows and columns belong to coordinates.
    Square,
    /// Rows x, y, z of a velocity, then of an angular velocity, in base axes; a column for each
    /// coordinate. Of the tool; with an index, of another frame.
    Twists,
    /// The same in the axes of the frame.
    BodyTwists,
    /// The same of a point of a link.
    LinkTwists,
    /// A matrix with names of its own for rows or columns.
    Table,
    /// Numbers with names.
    List,
    /// Numbers of a link, with names.
    LinkList,
    /// A vector of the base, a link, the tool or a named frame, in its own axes or others.
    FrameVector,
    /// A vector of a link, the tool or a named frame, in its own axes or others.
    JointVector,
    /// A vector of a link, in its own axes or others.
    LinkVector,
    /// A number that belongs to a link.
    LinkScalar,
    /// A 3 x 3 matrix of a link, in its own axes.
    LinkMatrix,
    /// A frame as a 4 x 4 matrix.
    Frame,
    /// A time derivative of a frame, as a 4 x 4 matrix.
    FrameRate,
    /// A motion that belongs to a joint, as a 4 x 4 matrix in base axes.
    LinkFrame,
    /// A rate of such a motion, as a 4 x 4 matrix in base axes.
    LinkFrameRate,
    /// A frame in another one, as a 4 x 4 matrix.
    RelativeFrame,
    /// The axes of a frame in those of another one, as a 3 x 3 matrix.
    RelativeRotation,
    /// The origin of a frame in another one.
    RelativePosition,
}

/// Which index a quantity takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Index {
    /// None.
    None,
    /// A joint that moves or a mode; without one, all of them.
    Coordinate,
    /// A link; without one, the whole robot.
    WholeOrLink,
    /// A link; without one, every link.
    Link,
    /// A link, the tool or a named frame; without one, every link.
    LinkOrTool,
    /// A link, the tool or a named frame; without one, the tool.
    ToolOrOther,
    /// The base, a link, the tool or a named frame; without one, every link.
    Frame,
    /// Two frames: the second in the first.
    Pair,
}

impl Form {
    /// Which index it takes.
    pub fn index(self) -> Index {
        match self {
            Self::Scalar | Self::Square | Self::Table | Self::List => Index::None,
            Self::Parts => Index::WholeOrLink,
            Self::Twists | Self::BodyTwists => Index::ToolOrOther,
            Self::PerCoordinate => Index::Coordinate,
            Self::FrameVector => Index::Frame,
            Self::JointVector | Self::Frame | Self::FrameRate => Index::LinkOrTool,
            Self::LinkVector
            | Self::LinkScalar
            | Self::LinkMatrix
            | Self::LinkList
            | Self::LinkTwists
            | Self::LinkFrame
            | Self::LinkFrameRate => Index::Link,
            Self::RelativeFrame | Self::RelativeRotation | Self::RelativePosition => Index::Pair,
        }
    }

    /// Whether it is a vector that can be given in the axes of any frame.
    pub fn has_axes(self) -> bool {
        matches!(self, Self::FrameVector | Self::JointVector | Self::LinkVector)
    }

    /// Its shape and axes in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Scalar | Self::Parts | Self::LinkScalar => "scalar",
            Self::PerCoordinate => "n",
            Self::Square => "n x n",
            Self::Twists | Self::LinkTwists => "6 x n, base axes",
            Self::BodyTwists => "6 x n, axes of {i}",
            Self::LinkFrame | Self::LinkFrameRate => "4 x 4, base axes",
            Self::Table => "table",
            Self::List | Self::LinkList => "list",
            Self::FrameVector | Self::JointVector | Self::LinkVector => "3, axes of {i}",
            Self::LinkMatrix => "3 x 3, axes of {i}",
            Self::Frame | Self::FrameRate => "4 x 4",
            Self::RelativeFrame => "4 x 4, axes of {j}",
            Self::RelativeRotation => "3 x 3, axes of {j}",
            Self::RelativePosition => "3, axes of {j}",
        }
    }
}

impl Index {
    /// The index as it is written behind the name.
    pub fn text(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Coordinate
            | Self::WholeOrLink
            | Self::Link
            | Self::LinkOrTool
            | Self::ToolOrOther
            | Self::Frame => "[i]",
            Self::Pair => "[j,i]",
        }
    }
}

/// Whether a quantity has a closed form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClosedForm {
    /// A polynomial in the parameters, the coordinates, their rates, sines and cosines.
    Polynomial,
    /// A quotient of such polynomials: too long to multiply out, given nested.
    Quotient,
    /// None: it is found by iteration, in numbers.
    None,
}

/// For which elastic links a quantity is defined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ElasticSupport {
    /// For all.
    All,
    /// For those whose tip turns by a rotation, not for `tip_map = "affine"`.
    RotatingTips,
    /// For all; with `tip_map = "affine"` in base axes only, as `v[2]@0`.
    BaseAxes,
    /// For none: it is a quantity of rigid links.
    RigidOnly,
}

/// What a quantity may depend on besides coordinates and parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Need {
    /// Given driving forces tau.
    DrivingForces,
    /// The wrenches at the tool and on named frames.
    Payload,
}
