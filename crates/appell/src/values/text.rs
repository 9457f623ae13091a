//! Quantities as a table for people.

use super::Values;
use crate::Quantity;
use crate::diagnostic::significant;
use crate::mechanics::{Shape, Value};

/// How many digits are shown: enough to compare by eye. JSON has all of them.
const DIGITS: usize = 6;

impl Values {
    /// A table for people, six digits: each quantity under its name, its meaning and its unit;
    /// vectors with the names of their entries, matrices in their shape.
    ///
    /// ```
    /// use appell::{Robot, State};
    /// let values = Robot::bundled("2r")?.evaluate(["M", "Ek"], &State::new().qd([1.0, 0.0]))?;
    /// let text = values.text();
    /// assert!(text.starts_with("M: mass matrix"), "{text}");
    /// assert_eq!(text.lines().filter(|line| line.starts_with("  ")).count(), 4);
    /// # Ok::<(), appell::Error>(())
    /// ```
    pub fn text(&self) -> String {
        let quantity = |(name, quantity, value): &(String, Quantity, Value<f64>)| {
            let row = quantity.kind().row();
            let lines = match value.shape {
                Shape::Matrix => matrix(value),
                _ => self.named_entries(*quantity, value),
            };
            format!("{name}: {} [{}]\n{}", row.about, row.unit, aligned(&lines))
        };
        self.values.iter().map(quantity).collect::<Vec<_>>().join("\n")
    }

    /// A line for each entry: its name, the joint that it belongs to, the number.
    fn named_entries(&self, quantity: Quantity, value: &Value<f64>) -> Vec<Vec<String>> {
        let names = value.entry_names(quantity);
        let of_all = value.shape == Shape::PerCoordinate && names.len() == self.coordinates.len();
        let line = |(k, (name, entry)): (usize, (String, &f64))| {
            let owner = self.coordinates.get(k).filter(|_| of_all).cloned();
            [name].into_iter().chain(owner).chain([number(*entry)]).collect()
        };
        let names = names.into_iter().map(|name| name.to_string());
        names.zip(value.entries()).enumerate().map(line).collect()
    }
}

/// A line for each row, with the names of rows and columns where they have some.
fn matrix(value: &Value<f64>) -> Vec<Vec<String>> {
    let label = |k: usize| value.row_labels.get(k).cloned();
    let row = |(k, row): (usize, &Vec<f64>)| {
        label(k).into_iter().chain(row.iter().copied().map(number)).collect()
    };
    let corner = value.row_labels.first().map(|_| String::new());
    let header: Vec<String> = corner.into_iter().chain(value.column_labels.clone()).collect();
    let header = (!value.column_labels.is_empty()).then_some(header);
    header.into_iter().chain(value.rows.iter().enumerate().map(row)).collect()
}

/// What rounding leaves of the sign of zero says nothing.
fn number(entry: f64) -> String {
    significant(entry + 0.0, DIGITS)
}

/// Lines of cells, each column as wide as its widest: numbers right under right, names from the left.
fn aligned(lines: &[Vec<String>]) -> String {
    let width = |column: usize| {
        lines.iter().filter_map(|line| line.get(column)).map(|cell| cell.chars().count()).max()
    };
    let mut out = String::new();
    for line in lines {
        let cells = line.iter().enumerate();
        let cells = cells.map(|(k, cell)| {
            let width = width(k).unwrap_or(0);
            match cell.parse::<f64>() {
                Ok(_) => format!("{cell:>width$}"),
                Err(_) => format!("{cell:<width$}"),
            }
        });
        out.push_str(&format!("  {}\n", cells.collect::<Vec<_>>().join("  ")));
    }
    out
}
