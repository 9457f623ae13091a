//! Tables that a scenario names: motions, and forces.

use std::ops::Range;

use appell_diagnostic::Diagnostic;

use super::prepare::{Files, placed};
use crate::error::Error;
use crate::law::Law;
use crate::machine::{Axis, Machine};
use crate::series::Series;
use crate::table::Table;

/// What the numbers of a table are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    Coordinates,
    Forces,
}

/// A table with its columns found.
struct Found {
    table: Table,
    time: usize,
    /// The column of each axis.
    axes: Vec<usize>,
}

impl Found {
    fn values(&self, axis: usize) -> &[f64] {
        &self.table.columns[self.axes[axis]].values
    }

    fn times(&self) -> &[f64] {
        &self.table.columns[self.time].values
    }

    /// The derivatives of an axis of which a column is there: `dq1` beside `q1`.
    fn derivative(&self, axis: usize, before: &str) -> Option<&[f64]> {
        let name = &self.table.columns[self.axes[axis]].name;
        self.table.column(&format!("{before}{name}"))
    }
}

/// Reads a table. Columns are found by their names, or else taken in their order. A result of a
/// simulation has both kinds: coordinates are named `q1`, forces `Q_q1`. The name of a joint is good
/// for either.
fn found(
    machine: &Machine,
    meaning: Meaning,
    name: &str,
    span: &Range<usize>,
    files: &Files<'_>,
) -> Result<Found, Vec<Diagnostic>> {
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
    let time = place("t").unwrap_or(0);
    let named = |axis: &Axis| place(&own(axis)).or_else(|| place(&axis.name));
    let by_name: Option<Vec<usize>> = axes.iter().map(named).collect();
    let in_order = || -> Option<Vec<usize>> {
        let all = (0..table.columns.len()).filter(|&k| k != time).collect::<Vec<_>>();
        (all.len() == axes.len()).then_some(all)
    };
    let Some(places) = by_name.or_else(in_order) else {
        let own: Vec<String> = axes.iter().map(own).collect();
        let names: Vec<&str> = table.columns.iter().map(|column| column.name.as_str()).collect();
        let problem = Diagnostic::error("wrong-columns", format!("`{name}` has other columns"))
            .fact("found", names.join(", "))
            .hint(format!("a column for the time, then {}", own.join(", ")));
        return Err(vec![problem.at(span.clone())]);
    };
    let found = Found { time, axes: places, table };
    if let Some(row) = found.times().windows(2).position(|pair| pair[1] <= pair[0]) {
        let problem = Diagnostic::error("bad-times", format!("the times of `{name}` do not grow"))
            .fact("row", row + 2)
            .hint("every row has a later time than the one before");
        return Err(vec![problem.at(span.clone())]);
    }
    let units = axes.iter().zip(&found.axes).map(|(axis, &k)| match meaning {
        Meaning::Coordinates => (axis.unit(), k),
        Meaning::Forces => (axis.force_unit(), k),
    });
    match std::iter::once(("s", time)).chain(units).find_map(|(unit, k)| found.wrong_unit(unit, k))
    {
        Some(problem) => Err(vec![problem.fact("file", name).at(span.clone())]),
        None => Ok(found),
    }
}

impl Found {
    /// What is said of a column in another unit; where no unit stands, it is taken for the right one.
    fn wrong_unit(&self, unit: &str, column: usize) -> Option<Diagnostic> {
        let column = &self.table.columns[column];
        let plain = |unit: &str| unit.replace([' ', '*'], "");
        let right = column.unit.is_empty() || plain(&column.unit) == plain(unit);
        (!right).then(|| {
            let message = format!("`{}` is in [{}], not in [{unit}]", column.name, column.unit);
            Diagnostic::error("wrong-unit", message).hint("SI units, radians, everywhere")
        })
    }
}

/// The coordinates of the axes in the first row of a table, where it can be read.
pub(super) fn first_row(
    machine: &Machine,
    name: &str,
    span: &Range<usize>,
    files: &Files<'_>,
) -> Option<Vec<f64>> {
    let found = found(machine, Meaning::Coordinates, name, span, files).ok()?;
    (0..machine.axes().len()).map(|axis| found.values(axis).first().copied()).collect()
}

/// Forces from a table.
pub(super) fn forces(
    machine: &Machine,
    name: &str,
    span: &Range<usize>,
    files: &Files<'_>,
) -> Result<Series, Vec<Diagnostic>> {
    let found = found(machine, Meaning::Forces, name, span, files)?;
    let row = |k: usize| (0..machine.axes().len()).map(|axis| found.values(axis)[k]).collect();
    let rows = (0..found.table.rows()).map(row).collect();
    Series::new(found.times().to_vec(), rows).map_err(|error| placed(error.diagnostics(), span))
}

/// A motion from a table. It must begin where the axes are, and stay inside their limits.
pub(super) fn motion(
    machine: &Machine,
    name: &str,
    from: &[f64],
    span: &Range<usize>,
    files: &Files<'_>,
) -> Result<Vec<Law>, Vec<Diagnostic>> {
    let found = found(machine, Meaning::Coordinates, name, span, files)?;
    /// As far as numbers are rounded in files.
    const ROUNDING: f64 = 1e-6;
    /// The rows of a simulation are as exact as its tolerance: by such a part of a limit what is
    /// between them may be beyond it.
    const SLACK: f64 = 0.02;
    for (k, (axis, &here)) in machine.axes().iter().zip(from).enumerate() {
        let there = found.values(k)[0];
        if (there - here).abs() > ROUNDING {
            let message = format!("`{name}` begins where `{}` is not", axis.name);
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
        machine.axes()[axis].check_within(&law, SLACK)?;
        Ok(law)
    };
    let laws: Result<Vec<Law>, Error> = (0..from.len()).map(law).collect();
    laws.map_err(|error| placed(error.diagnostics(), span))
}
