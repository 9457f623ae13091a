//! Named frames: cameras, flanges, further tools, points of links; and the frame in which the base
//! stands.

use std::fmt;

use appell_algebra::Poly;
use appell_spatial::{Transform, Vector};

use crate::draft::Parent;
use crate::joint::JointId;
use crate::placement::Placement;

/// The name of a frame. It is short enough to be copied, so that names of quantities can be.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FrameName([u8; FrameName::LONGEST]);

impl FrameName {
    /// The most bytes that a name has.
    pub const LONGEST: usize = 40;

    /// What a name may be, in words.
    pub(crate) const RULE: &str =
        "a letter or `_`, then letters, digits, `_` and `-`, at most 40 in all";

    /// A name, if it is one: a letter or `_`, then letters, digits, `_` and `-`, at most 40 in
    /// all, so that it can stand in the name of a quantity.
    ///
    /// ```
    /// use appell_model::FrameName;
    /// assert_eq!(FrameName::new("tool0").map(|name| name.to_string()).as_deref(), Some("tool0"));
    /// assert!(FrameName::new("2nd").is_none() && FrameName::new("a,b").is_none());
    /// ```
    pub fn new(text: &str) -> Option<Self> {
        let first = |c: char| c.is_ascii_alphabetic() || c == '_';
        let other = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
        let mut name = [0; Self::LONGEST];
        name.get_mut(..text.len())?.copy_from_slice(text.as_bytes());
        (text.starts_with(first) && text.chars().all(other)).then_some(Self(name))
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        let end = self.0.iter().position(|&byte| byte == 0).unwrap_or(Self::LONGEST);
        // `new` takes plain letters only
        std::str::from_utf8(&self.0[..end]).unwrap_or_default()
    }
}

impl fmt::Display for FrameName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for FrameName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

/// A point of an elastic link beside its tip, as it is given.
#[derive(Clone, Debug, PartialEq)]
pub enum LinkPoint {
    /// On a beam: the share of its length, from 0 at the root to 1 at the tip.
    Along(f64),
    /// On a mesh: the nodes with which it moves, by their labels.
    Nodes(Vec<u64>),
}

impl LinkPoint {
    /// The share of the length of a beam.
    pub(crate) fn share(&self) -> Option<f64> {
        match self {
            Self::Along(share) => Some(*share),
            Self::Nodes(_) => None,
        }
    }
}

/// A frame that is fixed on a link or on the base. On an elastic link it sits on the tip, as the
/// tool does, or on another point of the link.
#[derive(Clone, Debug)]
pub struct NamedFrame {
    /// Its name.
    pub name: FrameName,
    /// The joint on whose link it sits; nothing: the base.
    pub parent: Option<JointId>,
    /// The point of an elastic link on which it sits; nothing: the tip.
    pub point: Option<LinkPoint>,
    /// This point, as a station of the link's modes.
    pub station: Option<usize>,
    /// Where it lies in the frame of its parent, or from the point of the link, as it was given.
    pub placement: Placement,
    /// Where it lies in the frame of its parent, on an undeformed link.
    pub parent_from_frame: Transform<Poly>,
    /// The force that the robot exerts on its surroundings there, in the axes of the frame.
    pub force: Vector<Poly>,
    /// The moment that the robot exerts there, about the origin of the frame.
    pub moment: Vector<Poly>,
}

impl NamedFrame {
    /// Whether the robot exerts a wrench there.
    pub fn is_loaded(&self) -> bool {
        [&self.force, &self.moment].iter().any(|it| **it != Vector::default())
    }
}

/// A named frame before it is checked.
#[derive(Clone, Debug, Default)]
pub struct FrameDraft {
    /// Its name.
    pub name: String,
    /// On what it sits; [`Parent::Before`] is the last joint.
    pub parent: Parent,
    /// The point of an elastic link on which it sits; nothing: the tip.
    pub point: Option<LinkPoint>,
    /// Where it lies in the frame of its parent, or from the point of the link.
    pub placement: Placement,
    /// The force that the robot exerts on its surroundings there, in the axes of the frame.
    pub force: Vector<Poly>,
    /// The moment that the robot exerts there, about the origin of the frame.
    pub moment: Vector<Poly>,
}

/// The placement of the base {0} of a robot in a frame B, in whose axes gravity is given.
#[derive(Clone, Debug)]
pub struct Base {
    /// Where {0} lies in B, as it was given.
    pub placement: Placement,
    /// The same as a transform.
    pub outer_from_base: Transform<Poly>,
    /// Gravity, in the axes of B.
    pub gravity: Vector<Poly>,
}

/// The name of the frame in which the base is placed.
pub const BASE_FRAME: &str = "B";
