//! What comes out of a derivation: entries in a shape, with the frame in whose axes they are.

use appell_model::JointId;
use appell_spatial::{Scalar, Transform, Vector};

/// The frame in whose axes the entries of a quantity are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axes {
    /// No axes: scalars, and what belongs to coordinates.
    None,
    /// Those of the base.
    Base,
    /// Those of a link.
    Link(JointId),
}

/// The entries of a quantity, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value<S> {
    /// The rows; a scalar has one of one entry, a vector rows of one entry.
    pub rows: Vec<Vec<S>>,
    /// What it is.
    pub shape: Shape,
    /// The axes of its entries.
    pub axes: Axes,
    /// Names of the rows, where they have any: the numbers of the joints that move, or labels.
    pub row_labels: Vec<String>,
    /// Names of the columns, where they have any.
    pub column_labels: Vec<String>,
}

/// The shape of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A single entry.
    Scalar,
    /// Three entries: x, y, z.
    Vector,
    /// One entry for each coordinate.
    PerCoordinate,
    /// Rows of entries.
    Matrix,
    /// Entries with names.
    List,
}

impl<S: Scalar> Value<S> {
    fn new(rows: Vec<Vec<S>>, shape: Shape, axes: Axes) -> Self {
        Self { rows, shape, axes, row_labels: Vec::new(), column_labels: Vec::new() }
    }

    /// With names for the rows.
    pub(crate) fn with_rows(mut self, labels: Vec<String>) -> Self {
        self.row_labels = labels;
        self
    }

    /// With names for the columns.
    pub(crate) fn with_columns(mut self, labels: Vec<String>) -> Self {
        self.column_labels = labels;
        self
    }

    /// Entries with names.
    pub(crate) fn list(entries: Vec<(String, S)>) -> Self {
        let (labels, rows) = entries.into_iter().map(|(label, entry)| (label, vec![entry])).unzip();
        Self::new(rows, Shape::List, Axes::None).with_rows(labels)
    }

    pub(crate) fn scalar(entry: S) -> Self {
        Self::new(vec![vec![entry]], Shape::Scalar, Axes::None)
    }

    pub(crate) fn vector(Vector(entries): Vector<S>, axes: Axes) -> Self {
        Self::new(entries.map(|entry| vec![entry]).into(), Shape::Vector, axes)
    }

    pub(crate) fn per_coordinate(entries: Vec<S>) -> Self {
        let rows = entries.into_iter().map(|entry| vec![entry]).collect();
        Self::new(rows, Shape::PerCoordinate, Axes::None)
    }

    pub(crate) fn matrix(rows: Vec<Vec<S>>, axes: Axes) -> Self {
        Self::new(rows, Shape::Matrix, axes)
    }

    /// A frame as its homogeneous matrix.
    pub(crate) fn frame(frame: &Transform<S>, axes: Axes) -> Self {
        let zero = frame.position.x().integer(0);
        let mut rows: Vec<Vec<S>> = (0..3)
            .map(|i| {
                let mut row = frame.rotation.0[i].to_vec();
                row.push(frame.position.0[i].clone());
                row
            })
            .collect();
        rows.push(vec![zero.clone(), zero.clone(), zero.clone(), zero.integer(1)]);
        Self::matrix(rows, axes)
    }
}

impl<S> Value<S> {
    /// The same with every entry changed, or the first error.
    pub fn try_map<T, E>(&self, mut change: impl FnMut(&S) -> Result<T, E>) -> Result<Value<T>, E> {
        let rows = self.rows.iter().map(|row| row.iter().map(&mut change).collect());
        Ok(Value {
            rows: rows.collect::<Result<_, _>>()?,
            shape: self.shape,
            axes: self.axes,
            row_labels: self.row_labels.clone(),
            column_labels: self.column_labels.clone(),
        })
    }

    /// The names of all entries, row by row, given that of the quantity: `Q[1]`, `omega[2].x`,
    /// `M[1,2]`.
    pub fn entry_names(&self, quantity: &str) -> Vec<String> {
        let label = |labels: &[String], at: usize| {
            labels.get(at).cloned().unwrap_or_else(|| (at + 1).to_string())
        };
        // `K[1,1;2]`: a mode has two indices
        let pairs = self.row_labels.iter().chain(&self.column_labels).any(|it| it.contains(','));
        let between = if pairs { ';' } else { ',' };
        let mut names = Vec::new();
        for (i, row) in self.rows.iter().enumerate() {
            let of_row = label(&self.row_labels, i);
            names.extend((0..row.len()).map(|j| match self.shape {
                Shape::Scalar => quantity.to_owned(),
                Shape::Vector => format!("{quantity}.{}", ["x", "y", "z"][i.min(2)]),
                Shape::PerCoordinate | Shape::List => format!("{quantity}[{of_row}]"),
                Shape::Matrix => {
                    format!("{quantity}[{of_row}{between}{}]", label(&self.column_labels, j))
                }
            }));
        }
        names
    }

    /// All entries, row by row.
    pub fn entries(&self) -> impl Iterator<Item = &S> {
        self.rows.iter().flatten()
    }
}
