//! Quantities at the states of a table.

use appell::diagnostic::Diagnostic;
use appell::files;
use appell::output;
use appell::{Robot, State, StateTable};

use crate::command::derive::known_names;
use crate::command::findings::{Failure, tell_findings};
use crate::command::motion_output::{Written, check_name, table_text, write_table};
use crate::command::state::{StateArguments, standard_input};
use crate::command::{End, Outcome, watch};

/// A table of states, and where the result goes.
#[derive(clap::Args)]
pub(super) struct Table {
    /// Evaluate at every row of a table, .csv or .parquet, or `-` for CSV from the standard input, with
    /// columns q1, q2, ..., qd1 (or dq1), qdd1, tau1, or by joint: cart, qd_cart, tau_cart; units in
    /// brackets, such as `q1 [deg]`, else SI units. What has no column is taken from --at, --q, ... The
    /// result is the same table with one more column for each entry: M[1,1], M[1,2], ...
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

    /// Refuses a file that cannot be written, and a standard input that would be read twice, before
    /// the work begins.
    pub(super) fn check(&self, state: &StateArguments) -> Result<(), Failure> {
        if self.file.as_deref() == Some("-") && state.is_standard_input() {
            let message = "--at and --states both ask for the standard input";
            let hint = "put one of them into a file, or write the state as --at '{\"qd\": [0, 0]}'";
            return Err(Diagnostic::error("given-twice", message).hint(hint).into());
        }
        let endings: &[&str] = if cfg!(feature = "data") { &["csv", "parquet"] } else { &["csv"] };
        self.out.as_ref().map_or(Ok(()), |name| check_name(name, endings, self.force))
    }

    /// Evaluates quantities at all rows; what has no column is that of a state.
    pub(super) fn run(
        &self,
        robot: &Robot,
        quantities: &[String],
        base: &State,
        json: bool,
    ) -> Result<Outcome, Failure> {
        let (name, bytes) = match self.file.as_deref().unwrap_or_default() {
            "-" => ("standard input", standard_input(MAX_TABLE)?),
            name => (name, files::bytes(name, MAX_TABLE)?),
        };
        let table = output::Table::read(name, &bytes)
            .map_err(|findings| Failure::about(&findings, name, ""))?;
        drop(bytes);
        let states = StateTable::new(table, robot, base)?;
        let budget = watch::budget(usize::MAX);
        let names = known_names(quantities, robot)?;
        let mut result = robot.evaluate_table(&names.known, &states, &budget)?;
        watch::giving();
        let unknown = names.unknown.into_iter();
        result.missing.splice(..0, unknown.map(|(name, error)| (name, error.findings())));
        tell_findings(&result.remarks);
        let is_empty = result.names().next().is_none();
        let missing: Vec<Diagnostic> =
            result.missing.iter().flat_map(|(_, findings)| findings.clone()).collect();
        if is_empty && !json {
            // a copy of the states is no result
            return Err(Failure::of(&missing));
        }
        let Written { log, is_cut } = match &self.out {
            None if json => Written { log: result.json(), is_cut: false },
            None => table_text(&result.table),
            Some(out) => write_table(&result.table, out, self.force)?,
        };
        match missing.is_empty() {
            true if is_cut => Ok(Outcome { text: log, end: End::CutShort }),
            true => Ok(log.into()),
            false => Ok(Outcome::partial(log, Failure::of(&missing))),
        }
    }
}
