//! What a printed name stands for among the quantities of a robot: `aC[4]`, `R[3,4]`, `F[5].y`.

use std::fmt;

use appell_mechanics::Quantity;
use appell_model::Robot;

/// A quantity of the robot, or one entry of it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Known {
    pub(crate) what: What,
    /// The axes in which a vector is given, by the number of the frame; its own when not said.
    pub(crate) axes: Option<usize>,
    /// One entry: row and column, from 0.
    pub(crate) entry: Option<(usize, usize)>,
}

/// Frames are numbered: 0 is the base, n + 1 the tool.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum What {
    /// A vector of a link or the tool: omega, eps, v, a, vC, aC, F, N, f, n.
    Vector(Motion, usize),
    /// `T[j,i]`: frame {i} in frame {j}.
    Frame(usize, usize),
    /// `R[j,i]`: the axes of {i} in those of {j}.
    Rotation(usize, usize),
    /// `r[j,i]`: the origin of {i} in {j}.
    Position(usize, usize),
    /// `k[i]`: the axis of a joint.
    Axis(usize),
    /// `rC[i]`: the mass centre.
    Centre(usize),
    /// `I[i]`: the tensor of inertia about the mass centre.
    Inertia(usize),
    /// `m[i]`: the mass.
    Mass(usize),
    /// `Delta[i]`: one for a rotation, zero for a translation.
    Rotates(usize),
    /// A quantity without index or of one drive, by its name: Q[2], M, G, Ek.
    Whole(String),
}

/// The vectors of links.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Motion {
    Omega,
    Eps,
    V,
    A,
    CentreV,
    CentreA,
    InertiaForce,
    InertiaMoment,
    Force,
    Moment,
}

impl Motion {
    pub(crate) const ALL: [Self; 10] =
        [Omega, Eps, V, A, CentreV, CentreA, InertiaForce, InertiaMoment, Force, Moment];
}

use Motion::*;

const VECTORS: [(&str, Motion); 10] = [
    ("omega", Omega),
    ("eps", Eps),
    ("v", V),
    ("a", A),
    ("vC", CentreV),
    ("aC", CentreA),
    ("F", InertiaForce),
    ("N", InertiaMoment),
    ("f", Force),
    ("n", Moment),
];

/// The names of components.
pub(crate) const COMPONENTS: [&str; 3] = ["x", "y", "z"];

impl Known {
    /// Reads a name with its numbers in place; none when the robot has no such thing.
    pub(crate) fn read(text: &str, robot: &Robot) -> Option<Self> {
        let frames = robot.joints().len() + 1;
        let (rest, entry) = match text.rsplit_once('.') {
            Some((rest, entry)) => (rest, Some(entry_of(entry)?)),
            None => (text, None),
        };
        let (rest, axes) = match rest.split_once('@') {
            Some((rest, axes)) => (rest, Some(axes.parse().ok().filter(|it| *it <= frames)?)),
            None => (rest, None),
        };
        let (name, index) = match rest.split_once('[') {
            Some((name, index)) => (name, Some(index.strip_suffix(']')?)),
            None => (rest, None),
        };
        let frame = |text: &str| match text {
            "tool" => Some(frames),
            number => number.parse().ok().filter(|number| *number <= frames),
        };
        let link = |text: &str| frame(text).filter(|number| (1..frames).contains(number));
        let pair = || {
            let (outer, inner) = index?.split_once(',')?;
            Some((frame(outer)?, frame(inner)?))
        };
        let vector = VECTORS.iter().find(|(known, _)| *known == name).map(|(_, motion)| *motion);
        let what = match (name, vector) {
            (_, Some(motion)) => What::Vector(motion, of_vector(motion, frame(index?)?, frames)?),
            ("T", _) if rest.contains(',') => pair().map(|(j, i)| What::Frame(j, i))?,
            ("R", _) => pair().map(|(j, i)| What::Rotation(j, i))?,
            ("r", _) => pair().map(|(j, i)| What::Position(j, i))?,
            ("k", _) => What::Axis(link(index?)?),
            ("rC", _) => What::Centre(link(index?)?),
            ("I", _) => What::Inertia(link(index?)?),
            ("m", _) => What::Mass(link(index?)?),
            ("Delta", _) => What::Rotates(link(index?)?),
            _ => {
                Quantity::read(rest, robot).ok().filter(|found| found.len() == 1)?;
                What::Whole(rest.to_owned())
            }
        };
        match what {
            // a vector in its own axes is just itself
            What::Vector(_, own) => {
                Some(Self { what, axes: axes.filter(|axes| *axes != own), entry })
            }
            _ => axes.is_none().then_some(Self { what, axes, entry }),
        }
    }

    /// Whether its components are x, y and z.
    pub(crate) fn is_vector(&self) -> bool {
        matches!(self.what, What::Vector(..) | What::Position(..) | What::Axis(_) | What::Centre(_))
    }

    /// The same, with one entry of it picked out.
    pub(crate) fn at(&self, entry: (usize, usize)) -> Self {
        Self { entry: Some(entry), ..self.clone() }
    }
}

/// Which frames have a vector: the base and the tool move, and the tool is pushed.
fn of_vector(motion: Motion, frame: usize, frames: usize) -> Option<usize> {
    let allowed = match motion {
        Omega | Eps | V | A => true,
        Force | Moment => frame > 0,
        _ => (1..frames).contains(&frame),
    };
    allowed.then_some(frame)
}

/// `x`, `y`, `z`, or row and column from 1: `1,2`.
fn entry_of(text: &str) -> Option<(usize, usize)> {
    if let Some(row) = COMPONENTS.iter().position(|component| *component == text) {
        return Some((row, 0));
    }
    let (row, column) = text.split_once(',')?;
    Some((
        row.parse::<usize>().ok()?.checked_sub(1)?,
        column.parse::<usize>().ok()?.checked_sub(1)?,
    ))
}

impl fmt::Display for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.what {
            What::Vector(motion, i) => {
                let name = VECTORS.iter().find(|(_, known)| known == motion).map_or("", |it| it.0);
                write!(f, "{name}[{i}]")?;
            }
            What::Frame(j, i) => write!(f, "T[{j},{i}]")?,
            What::Rotation(j, i) => write!(f, "R[{j},{i}]")?,
            What::Position(j, i) => write!(f, "r[{j},{i}]")?,
            What::Axis(i) => write!(f, "k[{i}]")?,
            What::Centre(i) => write!(f, "rC[{i}]")?,
            What::Inertia(i) => write!(f, "I[{i}]")?,
            What::Mass(i) => write!(f, "m[{i}]")?,
            What::Rotates(i) => write!(f, "Delta[{i}]")?,
            What::Whole(name) => f.write_str(name)?,
        }
        if let Some(axes) = self.axes {
            write!(f, "@{axes}")?;
        }
        match self.entry {
            Some((row, 0)) if self.is_vector() => write!(f, ".{}", COMPONENTS[row.min(2)]),
            Some((row, column)) => write!(f, ".{},{}", row + 1, column + 1),
            None => Ok(()),
        }
    }
}
