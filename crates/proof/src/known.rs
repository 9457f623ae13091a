//! What a printed name stands for among the quantities of a robot: `aC[4]`, `R[3,4]`, `F[5].y`.

use std::fmt;

use appell_mechanics::{Form, Quantity};
use appell_model::Robot;

/// A quantity of the robot, or one entry of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Known {
    pub(crate) quantity: Quantity,
    /// One entry: row and column, from 0.
    pub(crate) entry: Option<(usize, usize)>,
}

/// The names of components.
pub(crate) const COMPONENTS: [&str; 3] = ["x", "y", "z"];

impl Known {
    /// Reads a name with its numbers in place; none when the robot has no such thing.
    pub(crate) fn read(text: &str, robot: &Robot) -> Option<Self> {
        let (name, entry) = match text.rsplit_once('.') {
            Some((name, entry)) => (name, Some(entry_of(entry)?)),
            None => (text, None),
        };
        Some(Self { quantity: Quantity::read_one(name, robot).ok()?, entry })
    }

    /// Whether its components are x, y and z.
    pub(crate) fn is_vector(&self) -> bool {
        let form = self.quantity.kind().row().form;
        form.has_axes() || form == Form::RelativePosition
    }

    /// The same, with one entry of it picked out.
    pub(crate) fn at(self, entry: (usize, usize)) -> Self {
        Self { entry: Some(entry), ..self }
    }
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
        write!(f, "{}", self.quantity)?;
        match self.entry {
            Some((row @ 0..3, 0)) if self.is_vector() => write!(f, ".{}", COMPONENTS[row]),
            Some((row, column)) => write!(f, ".{},{}", row + 1, column + 1),
            None => Ok(()),
        }
    }
}
