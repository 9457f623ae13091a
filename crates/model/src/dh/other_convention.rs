//! The same table of Denavit-Hartenberg parameters, read by the other convention.

use appell_diagnostic::Diagnostic;

use super::{Convention, DhTable};
use crate::draft::Draft;
use crate::read::entry_budget;
use crate::robot::Robot;

impl Convention {
    /// The other one.
    ///
    /// ```
    /// use appell_model::Convention;
    /// assert_eq!(Convention::Standard.other(), Convention::Modified);
    /// ```
    pub fn other(self) -> Self {
        match self {
            Self::Standard => Self::Modified,
            Self::Modified => Self::Standard,
        }
    }
}

impl Robot {
    /// The robot that the file describes if its table of Denavit-Hartenberg parameters follows the
    /// other convention, and which that is; all else is as it was read. None where no joint has a
    /// row of a table. Fails where the other convention gives no robot: the frames of a standard
    /// table have no elastic links.
    ///
    /// ```
    /// let file = "name = 'arm'\ngravity = 0\nconvention = 'standard'\n\
    ///     [[joint]]\ntype = 'revolute'\ndh = { a = 'l1', alpha = 0, d = 0, theta = 0 }\n\
    ///     [[joint]]\ntype = 'revolute'\ndh = { a = 'l2', alpha = 0, d = 0, theta = 0 }\n";
    /// let robot = appell_model::read_toml(file, &Default::default()).robot.ok_or("no robot")?;
    /// let (convention, other) = robot.other_convention().ok_or("no table")?.map_err(|_| "no robot")?;
    /// assert_eq!(convention.name(), "modified");
    /// let shift = |robot: &appell_model::Robot| robot.joints()[1].placement.offset.0[0].clone();
    /// assert_eq!(shift(&robot).text(robot.symbols()), "l1");
    /// assert_eq!(shift(&other).text(other.symbols()), "l2");
    /// # Ok::<(), &str>(())
    /// ```
    pub fn other_convention(&self) -> Option<Result<(Convention, Self), Vec<Diagnostic>>> {
        let mut draft: Draft = self.tabled.as_deref()?.clone();
        let table = draft.table.take()?;
        let convention = table.convention.other();
        draft.table = Some(DhTable { convention, ..table });
        Some(draft.build(&entry_budget()).map(|(robot, _)| (convention, robot)))
    }
}
