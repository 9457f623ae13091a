//! Quantities at the states of a table.

use appell::files;
use appell::output;
use appell::{EvaluatedTable, Robot, State, StateTable};

use crate::command::findings::{Failure, tell_findings};
use crate::command::motion_output::{Written, check_name, table_text, write_table};
use crate::command::{End, Outcome, watch};

/// A table of states, and where the result goes.
#[derive(clap::Args)]
pub(super) struct Table {
    /// Evaluate at every row of a table, .csv or .parquet, with columns q1, q2, ..., qd1 (or dq1), qdd1,
    /// tau1, or by joint: cart, qd_cart, tau_cart. What has no column is taken from --at, --q, ... The
    /// result is the same table with a column more for each entry: M[1,1], M[1,2], ...
    #[arg(long = "states", id = "states", value_name = "FILE")]
    file: Option<String>,
    /// Write the result of --states to this file, .csv or .parquet, instead of printing it as CSV
    #[arg(long, value_name = "FILE", requires = "states")]
    out: Option<String>,
    /// Replace the file if it exists
    #[arg(long, requires = "out")]
    force: bool,
}

/// Tables are no larger than this, in bytes.
const MAX_TABLE: usize = 256 << 20;

impl Table {
    pub(super) fn is_asked_for(&self) -> bool {
        self.file.is_some()
    }

    /// Refuses a file that cannot be written before the work begins.
    pub(super) fn check(&self) -> Result<(), Failure> {
        let endings: &[&str] = if cfg!(feature = "data") { &["csv", "parquet"] } else { &["csv"] };
        self.out.as_ref().map_or(Ok(()), |name| check_name(name, endings, self.force))
    }

    /// Evaluates quantities at all rows; what has no column is that of a state.
    pub(super) fn run(
        &self,
        robot: &Robot,
        quantities: &[String],
        base: &State,
    ) -> Result<Outcome, Failure> {
        let name = self.file.as_deref().unwrap_or_default();
        let bytes = files::bytes(name, MAX_TABLE)?;
        let table = output::Table::read(name, &bytes)
            .map_err(|findings| Failure::about(&findings, name, ""))?;
        drop(bytes);
        let states = StateTable::new(table, robot, base)?;
        let budget = watch::budget(usize::MAX);
        let EvaluatedTable { table, missing, remarks } =
            robot.evaluate_table(quantities, &states, &budget)?;
        tell_findings(&remarks);
        let Written { log, is_cut } = match &self.out {
            None => table_text(&table),
            Some(out) => write_table(&table, out, self.force)?,
        };
        match missing.is_empty() {
            true if is_cut => Ok(Outcome { text: log, end: End::CutShort }),
            true => Ok(log.into()),
            false => Ok(Outcome::partial(log, Failure::of(&missing))),
        }
    }
}
