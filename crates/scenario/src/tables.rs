//! Tables that a scenario names: motions, and forces.

use std::ops::Range;

use appell_code::{Axis, CompiledRobot};
use appell_diagnostic::Diagnostic;
use appell_output::Table;
use appell_trajectory::{Error, Law, Series};
use appell_units::{JOINT_ACCELERATION, JOINT_EFFORT, JOINT_POSITION, JOINT_VELOCITY, TIME};

use super::prepare::{Files, budget_left, placed};

/// What the numbers of a table are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    Coordinates,
    Forces,
}

/// A table with its columns found.
pub(super) struct Rows {
    table: Table,
    time: usize,
    /// The column of each axis.
    axes: Vec<usize>,
}

impl Rows {
    fn values(&self, axis: usize) -> &[f64] {
        &self.table.columns[self.axes[axis]].values
    }

    fn times(&self) -> &[f64] {
        &self.table.columns[self.time].values
    }

    /// The coordinates of the axes in the first row.
    pub(super) fn first(&self) -> Vec<f64> {
        (0..self.axes.len()).filter_map(|axis| self.values(axis).first().copied()).collect()
    }

    /// The column of a derivative of an axis, if it is there: `dq1` beside `q1`.
    fn derivative_column(&self, axis: usize, before: &str) -> Option<usize> {
        let name = format!("{before}{}", self.table.columns[self.axes[axis]].name);
        self.table.columns.iter().position(|column| column.name == name)
    }

    /// The derivatives of an axis of which a column is there.
    fn derivative(&self, axis: usize, before: &str) -> Option<&[f64]> {
        self.derivative_column(axis, before).map(|column| &self.table.columns[column].values[..])
    }
}

/// Reads a table. Columns are found by their names, or else taken in their order. A result of a
/// simulation has both kinds: coordinates are named `q1`, forces `Q_q1`. The name of a joint is good
/// for either.
fn found(
    machine: &CompiledRobot,
    meaning: Meaning,
    name: &str,
    span: &Range<usize>,
    files: &Files<'_>,
) -> Result<Rows, Vec<Diagnostic>> {
    let bytes = files(name).map_err(|problem| vec![problem.at(span.clone())])?;
    let table = Table::read(name, &bytes).map_err(|findings| {
        let named = |finding: Diagnostic| finding.fact("file", name);
        placed(findings.into_iter().map(named).collect(), span)
    })?;
    let coordinates = machine.coordinates();
    let axes = machine.axes();
    let own = |axis: &Axis| match meaning {
        Meaning::Coordinates => coordinates[axis.coordinate].name.clone(),
        Meaning::Forces => format!("Q_{}", coordinates[axis.coordinate].name),
    };
    let place = |wanted: &str| table.columns.iter().position(|column| column.name == wanted);
    let named = |axis: &Axis| place(&own(axis)).or_else(|| place(&axis.name));
    let by_name: Option<Vec<usize>> = axes.iter().map(named).collect();
    // a table whose time has no name has it in front
    let time = place("t").or_else(|| place("time")).unwrap_or(0);
    let is_time = axes.iter().any(|axis| named(axis) == Some(time));
    // a column whose name says something else is not taken for an axis
    let other = |k: &usize| means_something(machine, &table.columns[*k].name);
    let in_order = || -> Option<Vec<usize>> {
        let all = (0..table.columns.len()).filter(|&k| k != time).collect::<Vec<_>>();
        (all.len() == axes.len() && !all.iter().any(other)).then_some(all)
    };
    let Some(places) = by_name.or_else(in_order).filter(|_| !is_time) else {
        let own: Vec<String> = axes.iter().map(own).collect();
        let names: Vec<&str> = table.columns.iter().map(|column| column.name.as_str()).collect();
        let problem = Diagnostic::error("wrong-columns", format!("unexpected columns in `{name}`"))
            .fact("found", names.join(", "))
            .hint(format!("a column for the time, then {}", own.join(", ")));
        return Err(vec![problem.at(span.clone())]);
    };
    let found = Rows { time, axes: places, table };
    if let Some(row) = found.times().windows(2).position(|pair| pair[1] <= pair[0]) {
        let problem = Diagnostic::error("bad-times", format!("times in `{name}` must increase"))
            .fact("row", row + 2)
            .hint("every row must have a later time than the row before");
        return Err(vec![problem.at(span.clone())]);
    }
    found.in_si(axes, meaning).map_err(|problem| vec![problem.fact("file", name).at(span.clone())])
}

/// Whether a column of results has this name.
fn means_something(machine: &CompiledRobot, name: &str) -> bool {
    let stems = ["", "d", "dd", "ddd", "Q_", "dQ_", "P_", "ref_", "e_"];
    let of = |coordinate: &str| stems.iter().any(|stem| name == format!("{stem}{coordinate}"));
    ["Ek", "Ep", "W"].contains(&name) || machine.coordinates().iter().any(|it| of(&it.name))
}

impl Rows {
    /// The same rows in SI units, whatever the units of the headings are.
    fn in_si(mut self, axes: &[Axis], meaning: Meaning) -> Result<Self, Diagnostic> {
        let mut columns = vec![(self.time, &TIME)];
        for (k, axis) in axes.iter().enumerate() {
            let place = self.axes[k];
            match meaning {
                Meaning::Forces => columns.push((place, JOINT_EFFORT.of(axis.translates))),
                Meaning::Coordinates => {
                    columns.push((place, JOINT_POSITION.of(axis.translates)));
                    for (before, measure) in [("d", JOINT_VELOCITY), ("dd", JOINT_ACCELERATION)] {
                        let place = self.derivative_column(k, before);
                        columns.extend(place.map(|place| (place, measure.of(axis.translates))));
                    }
                }
            }
        }
        for (place, measure) in columns {
            let column = &mut self.table.columns[place];
            column.values = column.in_si(measure)?.into_owned();
            column.unit.clear();
        }
        Ok(self)
    }
}

/// Coordinates from a table.
pub(super) fn coordinates(
    machine: &CompiledRobot,
    name: &str,
    span: &Range<usize>,
    files: &Files<'_>,
) -> Result<Rows, Vec<Diagnostic>> {
    found(machine, Meaning::Coordinates, name, span, files)
}

/// Forces from a table.
pub(super) fn forces(
    machine: &CompiledRobot,
    name: &str,
    span: &Range<usize>,
    files: &Files<'_>,
) -> Result<Series, Vec<Diagnostic>> {
    let found = found(machine, Meaning::Forces, name, span, files)?;
    budget_left(machine)?;
    let row = |k: usize| (0..machine.axes().len()).map(|axis| found.values(axis)[k]).collect();
    let rows = (0..found.table.rows()).map(row).collect();
    Series::new(found.times().to_vec(), rows).map_err(|error| placed(error.diagnostics(), span))
}

/// A motion from a table. It must begin where the axes are, and stay inside their limits.
pub(super) fn motion(
    machine: &CompiledRobot,
    name: &str,
    found: &Rows,
    from: &[f64],
    span: &Range<usize>,
) -> Result<Vec<Law>, Vec<Diagnostic>> {
    /// As far as numbers are rounded in files.
    const ROUNDING: f64 = 1e-6;
    /// The rows of a simulation are as exact as its tolerance: by such a part of a limit what is
    /// between them may be beyond it.
    const SLACK: f64 = 0.02;
    for (k, (axis, &here)) in machine.axes().iter().zip(from).enumerate() {
        let there = found.values(k)[0];
        if (there - here).abs() > ROUNDING {
            let message = format!("`{name}` does not begin at the position of `{}`", axis.name);
            let problem = Diagnostic::error("jump", message)
                .fact("table", there)
                .fact("axis", here)
                .hint("move there first, or write the first row as [start]");
            return Err(vec![problem.at(span.clone())]);
        }
    }
    let law = |axis: usize| -> Result<Law, Error> {
        let (times, values) = (found.times(), found.values(axis));
        let law = match found.derivative(axis, "d") {
            Some(rates) => Law::through_rows(times, values, rates, found.derivative(axis, "dd"))?,
            None => Law::through(times, values, false)?,
        };
        law.check_limits_within(&machine.axes()[axis], SLACK)?;
        Ok(law)
    };
    let mut laws = Vec::with_capacity(from.len());
    for axis in 0..from.len() {
        // of millions of rows each takes its time
        budget_left(machine)?;
        laws.push(law(axis).map_err(|error| placed(error.diagnostics(), span))?);
    }
    Ok(laws)
}
