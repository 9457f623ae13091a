//! Results: columns of numbers over time, each with its unit.

mod csv;
#[cfg(feature = "data")]
mod parquet;

pub use csv::{NumberTable, read_csv};

use crate::machine::Machine;
use crate::simulate::Simulation;
use crate::states::States;

/// Columns of numbers, all of the same length.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// The columns; the first is the time.
    pub columns: Vec<Column>,
}

/// A column.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// Its unit.
    pub unit: String,
    /// Its numbers.
    pub values: Vec<f64>,
}

impl Table {
    /// Adds a column.
    pub fn push(&mut self, name: &str, unit: &str, values: Vec<f64>) {
        self.columns.push(Column { name: name.to_owned(), unit: unit.to_owned(), values });
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.columns.first().map_or(0, |column| column.values.len())
    }

    /// The column of a name.
    pub fn column(&self, name: &str) -> Option<&[f64]> {
        self.columns.iter().find(|it| it.name == name).map(|it| &it.values[..])
    }

    /// The first number that is none: its column and row.
    pub(crate) fn first_bad(&self) -> Option<(&str, usize)> {
        let bad = |column: &Column| column.values.iter().position(|value| !value.is_finite());
        self.columns.iter().find_map(|column| Some((column.name.as_str(), bad(column)?)))
    }

    /// Time, coordinates, velocities and accelerations of a motion.
    pub(crate) fn motion(machine: &Machine, states: &States) -> Self {
        let mut table = Self::default();
        table.push("t", "s", states.times.clone());
        for (order, (stem, per)) in NAMES.iter().enumerate().take(states.orders.len()) {
            for (coordinate, values) in machine.coordinates().iter().zip(&states.orders[order]) {
                let unit = coordinate.axis.map_or("1", |axis| machine.axes()[axis].unit());
                table.push(
                    &format!("{stem}{}", coordinate.name),
                    &format!("{unit}{per}"),
                    values.clone(),
                );
            }
        }
        table
    }

    /// A simulation.
    pub fn of_simulation(machine: &Machine, found: &Simulation) -> Self {
        let columns = |rows: &[Vec<f64>]| -> Vec<Vec<f64>> {
            (0..machine.coordinates().len())
                .map(|k| rows.iter().map(|row| row[k]).collect())
                .collect()
        };
        let orders = [&found.q, &found.qd, &found.qdd].map(|rows| columns(rows)).into();
        let mut table = Self::motion(machine, &States { times: found.times.clone(), orders });
        let forces = columns(&found.tau);
        for axis in machine.axes() {
            let name = &machine.coordinates()[axis.coordinate].name;
            table.push(&format!("Q_{name}"), axis.force_unit(), forces[axis.coordinate].clone());
        }
        table.push("Ek", "J", found.kinetic.clone());
        table.push("Ep", "J", found.potential.clone());
        table.push("W", "J", found.work.clone());
        table
    }
}

/// The derivatives of coordinates: what stands before their names, and behind their units.
const NAMES: [(&str, &str); 4] = [("", ""), ("d", "/s"), ("dd", "/s^2"), ("ddd", "/s^3")];
