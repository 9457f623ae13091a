//! What a printed name stands for among the quantities of a robot: `aC[4]`, `R[3,4]`, `F[5].y`. A
//! matrix has entries `M.1,2` by the numbers of joints and `M#1,2` by row and column.

use std::fmt;

pub(crate) use appell_mechanics::COMPONENTS;
use appell_mechanics::{Form, Quantity};
use appell_model::Robot;

/// A quantity of the robot, or one entry of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Known {
    pub(crate) quantity: Quantity,
    /// One entry: row and column, from 0.
    pub(crate) entry: Option<(usize, usize)>,
}

impl Known {
    /// Reads a name with its numbers in place; none when the robot has no such thing.
    pub(crate) fn read(text: &str, robot: &Robot) -> Option<Self> {
        let (name, entry) = match text.rsplit_once(['.', '#']) {
            Some((name, entry)) => (name, Some(entry)),
            None => (text, None),
        };
        let whole = Self { quantity: Quantity::read_one(name, robot).ok()?, entry: None };
        let Some(entry) = entry else { return Some(whole) };
        if let Some(row) = COMPONENTS.iter().position(|component| *component == entry) {
            return whole.is_vector().then_some(whole.at((row, 0)));
        }
        // `M.3,4` may mean joints or rows: where these are numbered otherwise, it means nothing
        let by_joints = !text.contains('#') && whole.has_rows_of_coordinates();
        let ambiguous = by_joints && !is_numbered_by_joints(robot);
        let (row, column) = row_and_column(entry).filter(|_| !ambiguous)?;
        // a matrix over the coordinates has no more rows and columns than these
        let is_square = whole.quantity.kind().row().form == Form::Square;
        let has_entry = !is_square || row.max(column) < robot.coordinates().len();
        has_entry.then(|| whole.at((row, column)))
    }

    /// Whether rows or columns belong to coordinates.
    fn has_rows_of_coordinates(&self) -> bool {
        matches!(self.quantity.kind().row().form, Form::Square | Form::Twists | Form::Table)
    }

    /// Whether its components are x, y and z.
    pub(crate) fn is_vector(&self) -> bool {
        let form = self.quantity.kind().row().form;
        form.has_axes() || form == Form::RelativePosition
    }

    /// The quantity of which this is an entry.
    pub(crate) fn whole(self) -> Self {
        Self { entry: None, ..self }
    }

    /// The same, with one entry of it picked out.
    pub(crate) fn at(self, entry: (usize, usize)) -> Self {
        Self { entry: Some(entry), ..self }
    }
}

/// Whether the coordinates have the numbers of their joints: no fixed joint lies before one that
/// moves, and no link has modes.
pub(crate) fn is_numbered_by_joints(robot: &Robot) -> bool {
    let moving = robot.joint_ids().filter(|id| robot.joint(*id).coordinate.is_some());
    let in_order = moving.zip(1..).all(|(id, number)| id.number() == number);
    in_order && robot.joints().iter().all(|joint| joint.modes.is_none())
}

/// Row and column, counted from 1: `1,2`; the rows of a rotation are also x, y and z.
fn row_and_column(text: &str) -> Option<(usize, usize)> {
    let (row, column) = text.split_once(',')?;
    let number = |text: &str| text.parse::<usize>().ok()?.checked_sub(1);
    let axis = COMPONENTS.iter().position(|component| *component == row);
    Some((axis.or_else(|| number(row))?, number(column)?))
}

impl fmt::Display for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.quantity)?;
        match self.entry {
            Some((row @ 0..3, 0)) if self.is_vector() => write!(f, ".{}", COMPONENTS[row]),
            Some((row, column)) => write!(f, ".{},{}", row + 1, column + 1),
            None => Ok(()),
        }
    }
}
