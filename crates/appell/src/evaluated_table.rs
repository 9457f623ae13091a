//! Quantities at the states of a table.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value as Json, json};

use crate::algebra::Budget;
use crate::diagnostic::{Diagnostic, excerpt};
use crate::mechanics::{Derivation, Form, Kind, Numbers, Value};
use crate::model::JointKind;
use crate::output::{Heading, Table};
use crate::quantities::named_once;
use crate::report::{errors_json, json_of};
use crate::robot::finite;
use crate::{Error, Quantities, Quantity, Robot, State, StateTable, static_friction};

/// A table of states with a column for each entry of the quantities, beside those that it had.
#[derive(Clone, Debug)]
pub struct EvaluatedTable {
    /// The columns of the states, then `M[1,1]`, `M[1,2]`, ... Where a quantity could not be evaluated
    /// at a row, its entries are NaN there; where it could not at any, it has no columns. When the budget stopped
    /// the work, it ends after the rows that were done.
    pub table: Table,
    /// The quantities that could not be evaluated at some row, for want of time too: their names, each with
    /// the first such row and the reason.
    pub missing: Vec<(String, Vec<Diagnostic>)>,
    /// Warnings about the states.
    pub remarks: Vec<Diagnostic>,
    /// The quantities that have columns: their names, those of their columns, and their shapes.
    shapes: Vec<(String, Vec<String>, Value<f64>)>,
    /// The joints or modes of the coordinates, in order.
    coordinates: Vec<String>,
}

impl EvaluatedTable {
    /// The quantities that were evaluated at one row at least, in the order in which they were asked for.
    ///
    /// ```
    /// # use appell::algebra::Budget;
    /// # use appell::output::Table;
    /// # use appell::{Robot, State, StateTable};
    /// let robot = Robot::bundled("2r")?;
    /// let states = StateTable::new(Table::read("states.csv", b"q1\n0\n")?, &robot, &State::new())?;
    /// let result = robot.evaluate_table(["M", "Ek", "M"], &states, &Budget::default())?;
    /// assert_eq!(result.names().collect::<Vec<_>>(), ["M", "Ek"]);
    /// # Ok::<(), appell::Error>(())
    /// ```
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.shapes.iter().map(|(name, ..)| name.as_str())
    }

    /// JSON: `{"rows": 2, "Q": [[...], [...]], "M": [[[...]], [[...]]], ..., "joints": [names in order]}`:
    /// under each quantity a list with its value at every row, or `null` where it could not be
    /// evaluated. What is missing is under `"errors"`, as in [`Values::json`](crate::Values::json).
    ///
    /// ```
    /// # use appell::algebra::Budget;
    /// # use appell::output::Table;
    /// # use appell::{Robot, State, StateTable};
    /// let robot = Robot::bundled("2r")?;
    /// let table = Table::read("states.csv", b"qd1\n0\n0\n")?;
    /// let states = StateTable::new(table, &robot, &State::new())?;
    /// let result = robot.evaluate_table("Ek", &states, &Budget::default())?;
    /// let json = "{\"rows\":2,\"Ek\":[0.0,0.0],\"joints\":[\"joint1\",\"joint2\"]}\n";
    /// assert_eq!(result.json(), json);
    /// # Ok::<(), appell::Error>(())
    /// ```
    pub fn json(&self) -> String {
        let rows = self.table.rows();
        let mut text = format!("{{\"rows\":{rows}");
        for (name, headings, shape) in &self.shapes {
            let columns: Vec<&[f64]> =
                headings.iter().filter_map(|it| self.table.column(it)).collect();
            text += &format!(",{}:[", json!(name));
            for row in 0..rows {
                let mut entries = columns.iter().map(|column| column[row]);
                let mut value = shape.clone();
                for (entry, number) in value.rows.iter_mut().flatten().zip(&mut entries) {
                    *entry = number;
                }
                let separator = if row > 0 { "," } else { "" };
                let value = match columns.iter().any(|column| column[row].is_nan()) {
                    true => Json::Null,
                    false => json_of(&value, &|entry| json!(entry)),
                };
                text += &format!("{separator}{value}");
            }
            text.push(']');
        }
        text += &format!(",\"joints\":{}", json!(self.coordinates));
        if !self.missing.is_empty() {
            let errors = self.missing.iter().map(|(name, findings)| (name, errors_json(findings)));
            text += &format!(
                ",\"errors\":{}",
                errors.map(|(name, it)| (name.clone(), it)).collect::<Json>()
            );
        }
        text + "}\n"
    }
}

impl Robot {
    /// Evaluates quantities at all states of a table, on all cores. The numbers are those of
    /// [`Robot::evaluate`] to the last bit: every row is the same computation, only the robot's own
    /// numbers are prepared once. [`Robot::compile`] is faster for millions of states; its numbers
    /// differ in the last digits. When the budget stops the work, the table ends after the rows that are
    /// done, and [`EvaluatedTable::missing`] counts the others.
    ///
    /// ```
    /// use appell::algebra::Budget;
    /// use appell::output::Table;
    /// use appell::{Robot, State, StateTable};
    ///
    /// let robot = Robot::bundled("2r")?;
    /// let table = Table::read("states.csv", b"q1,q2\n0.1,0.2\n0.3,0.4\n")?;
    /// let states = StateTable::new(table, &robot, &State::new())?;
    /// let result = robot.evaluate_table(["G", "Ep"], &states, &Budget::default())?;
    /// let names: Vec<&str> = result.table.columns.iter().map(|it| it.name.as_str()).collect();
    /// assert_eq!(names, ["q1", "q2", "G[1]", "G[2]", "Ep"]);
    /// let single = robot.evaluate("Ep", &State::new().q([0.3, 0.4]))?.scalar("Ep")?;
    /// assert_eq!(result.table.column("Ep").map(|column| column[1]), Some(single));
    /// # Ok::<(), appell::Error>(())
    /// ```
    pub fn evaluate_table(
        &self,
        quantities: impl Quantities,
        states: &StateTable,
        budget: &Budget,
    ) -> Result<EvaluatedTable, Error> {
        let named = named_once(quantities, self.model())?;
        let all_rows = states.table().rows();
        let (cells, stop) = self.rows_in_time(&named, states, budget)?;
        let rows = cells.len();
        let mut table = states.table().clone();
        table.columns.iter_mut().for_each(|column| column.values.truncate(rows));
        let mut result = EvaluatedTable {
            table,
            missing: Vec::new(),
            remarks: self.remarks_on(&named, states),
            shapes: Vec::new(),
            coordinates: self.model().coordinate_owners(),
        };
        for (place, (name, quantity)) in named.iter().enumerate() {
            let at = |row: usize| &cells[row][place];
            let failed = (0..rows).filter(|&row| at(row).is_err());
            let count = failed.clone().count();
            let mut findings = Vec::new();
            if let Some(Err(error)) = failed.clone().next().map(at) {
                let first = failed.clone().next().unwrap_or_default();
                findings = missing_rows(name, error, [first, count, all_rows]);
            }
            if let Some(stop) = &stop {
                findings.extend(missing_rows(name, stop, [rows, all_rows - rows, all_rows]));
            }
            if !findings.is_empty() {
                result.missing.push((name.clone(), findings));
            }
            if let Some(row) = (0..rows).find(|&row| at(row).is_ok()) {
                let value = finite(*quantity, &states.state(row).derivation(self)?)?;
                let entry = |row: usize, k: usize| at(row).as_ref().map_or(f64::NAN, |it| it[k]);
                let headings = self.headings(*quantity, &value);
                let names = headings.iter().map(|heading| heading.name.clone()).collect();
                result.shapes.push((name.clone(), names, value));
                for (k, heading) in headings.into_iter().enumerate() {
                    let values = (0..rows).map(|row| entry(row, k)).collect();
                    if result.table.column(&heading.name).is_some() {
                        result.remarks.push(replaced(&heading.name));
                        result.table.columns.retain(|column| column.name != heading.name);
                    }
                    result.table.push(&heading.name, &heading.unit, values);
                }
            }
        }
        Ok(result)
    }

    /// The entries of all quantities at the rows, from the first on: at all of them, or at those that were done
    /// when the budget stopped the work, and then the reason.
    fn rows_in_time(
        &self,
        named: &[(String, Quantity)],
        states: &StateTable,
        budget: &Budget,
    ) -> Result<(Vec<Vec<Cells>>, Option<Error>), Error> {
        /// How many rows a thread takes at a time: few, so that all are equally far when the time is over.
        const ROWS_AT_A_TIME: usize = 16;
        let rows = states.table().rows();
        let threads = std::thread::available_parallelism().map_or(1, NonZero::get);
        let next = AtomicUsize::new(0);
        let work = || -> Result<BTreeMap<usize, Vec<Vec<Cells>>>, Error> {
            let mut blocks = BTreeMap::new();
            let mut start = None;
            loop {
                let first = next.fetch_add(ROWS_AT_A_TIME, Ordering::Relaxed);
                if first >= rows || budget.check().is_err() {
                    return Ok(blocks);
                }
                let start = match &mut start {
                    Some(start) => start,
                    none => none.insert(states.state(first).derivation(self)?),
                };
                let block = first..(first + ROWS_AT_A_TIME).min(rows);
                let block = block
                    .take_while(|_| budget.check().is_ok())
                    .map(|row| cells(start, named, &states.state(row)))
                    .collect::<Result<_, _>>()?;
                blocks.insert(first, block);
            }
        };
        let parts: Vec<Result<_, Error>> = std::thread::scope(|scope| {
            let count = threads.min(rows.div_ceil(ROWS_AT_A_TIME));
            let handles: Vec<_> = (0..count).map(|_| scope.spawn(work)).collect();
            handles
                .into_iter()
                .map(|it| it.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
                .collect()
        });
        let mut blocks = BTreeMap::new();
        for part in parts {
            blocks.extend(part?);
        }
        let mut done: Vec<Vec<Cells>> = Vec::with_capacity(rows);
        for (first, block) in blocks {
            // behind a gap nothing is kept: a table that ends early has its rows in order
            if first == done.len() {
                done.extend(block);
            }
        }
        let stop = match (done.len() < rows, budget.check()) {
            (true, Err(stop)) => Some(crate::algebra::Error::from(stop).into()),
            _ => None,
        };
        Ok((done, stop))
    }

    /// Warnings about the columns and the states, each once.
    fn remarks_on(&self, named: &[(String, Quantity)], states: &StateTable) -> Vec<Diagnostic> {
        let mut remarks = states.remarks().to_vec();
        for row in states.extreme_rows() {
            for remark in states.state(row).doubts(self.model()) {
                if !remarks.iter().any(|known| known.message == remark.message) {
                    remarks.push(remark.fact("row", row + 1));
                }
            }
        }
        let accelerations = |it: &&(String, Quantity)| it.1.kind() == Kind::JointAcceleration;
        let friction = |&(_, quantity): &(String, Quantity)| {
            (0..states.table().rows()).find_map(|row| {
                let remark = static_friction::remark(self, quantity, &states.state(row))?;
                Some(remark.fact("first row", row + 1))
            })
        };
        remarks.extend(named.iter().filter(accelerations).filter_map(friction));
        remarks
    }

    /// The names and units of the columns of a quantity.
    fn headings(&self, quantity: Quantity, value: &Value<f64>) -> Vec<Heading> {
        let names = value.entry_names(quantity).into_iter().map(|name| name.to_string());
        let columns = value.rows.first().map_or(1, Vec::len);
        let unit = |k: usize| self.unit(quantity, [k / columns, k % columns]);
        names.enumerate().map(|(k, name)| Heading::new(Default::default(), name, unit(k))).collect()
    }

    /// The unit of an entry: of a quantity of coordinates that of its joints, where the table of
    /// quantities has one for revolute and one for prismatic joints, or one for each pair; of a
    /// Jacobian that of its row and its joint; of a transform that of its column.
    fn unit(&self, quantity: Quantity, [row, column]: [usize; 2]) -> String {
        let all = quantity.kind().row().unit;
        let model = self.model();
        let symbols = model.coordinates();
        let translates = |k: usize| {
            let joint = model.joints().iter().find(|it| it.coordinate == symbols.get(k).copied());
            joint.map(|joint| usize::from(joint.kind == JointKind::Translation))
        };
        if let Some((linear, angular)) = all.split_once(" (linear rows); ") {
            let rows = if row < 3 { linear } else { angular.trim_end_matches(" (angular rows)") };
            let of_joint = translates(column).and_then(|it| rows.split(", ").nth(it));
            return of_joint.unwrap_or(all).to_owned();
        }
        let parts: Vec<&str> = all.split(", ").collect();
        let chosen = match (quantity.kind().row().form, parts.as_slice()) {
            (Form::PerCoordinate, [revolute, prismatic]) if value_of_all(quantity) => {
                translates(row).map(|it| [revolute, prismatic][it])
            }
            (Form::Square, [_, _, _]) => {
                translates(row).zip(translates(column)).map(|(row, column)| &parts[row + column])
            }
            (
                Form::Frame | Form::FrameRate | Form::LinkFrame | Form::RelativeFrame,
                [turn, place],
            ) => Some(if column == 3 && row < 3 { place } else { turn }),
            _ => None,
        };
        let plain = |unit: &str| unit.replace(" (revolute)", "").replace(" (prismatic)", "");
        chosen.map_or_else(|| all.to_owned(), |unit| plain(unit))
    }
}

/// The entries of all quantities at a state, from the robot at another state of the table.
fn cells<'r>(
    start: &Derivation<'r, Numbers<'r>>,
    named: &[(String, Quantity)],
    state: &State,
) -> Result<Vec<Cells>, Error> {
    let derivation = state.derivation_after(start)?;
    let entries = |(_, quantity): &(String, Quantity)| -> Cells {
        // what rounding leaves of the sign of zero says nothing
        Ok(finite(*quantity, &derivation)?.entries().map(|entry| entry + 0.0).collect())
    };
    Ok(named.iter().map(entries).collect())
}

/// Whether a quantity of coordinates is asked for all of them, not for one.
fn value_of_all(quantity: Quantity) -> bool {
    !quantity.to_string().contains('[')
}

/// The entries of a quantity at a row, or why there are none.
type Cells = Result<Vec<f64>, Error>;

/// The warning about a column of the states that has the name of a result.
fn replaced(name: &str) -> Diagnostic {
    let message = format!("the column `{}` is replaced by the evaluated one", excerpt(name));
    Diagnostic::warning("column-replaced", message)
        .hint("give it another name in the table of states if you need its numbers")
}

/// What is said of a quantity that could not be evaluated at some rows.
fn missing_rows(name: &str, error: &Error, [first, count, rows]: [usize; 3]) -> Vec<Diagnostic> {
    let mut findings = error.findings();
    for finding in &mut findings {
        let place = match count == rows {
            true => "at any row".to_owned(),
            false => format!("at {count} of {rows} rows, first at row {}", first + 1),
        };
        finding.message = format!("{name} was not evaluated {place}: {}", finding.message);
    }
    findings
}
