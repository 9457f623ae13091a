//! What comes out of a derivation: entries in a shape, with the frame in whose axes they are.

use appell_spatial::{Matrix, Scalar, Transform, Vector};

use crate::quantity::{EntryName, Frame, Position, Quantity};

/// The entries of a quantity, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value<S> {
    /// The rows; a scalar has one of one entry, a vector rows of one entry.
    pub rows: Vec<Vec<S>>,
    /// What it is.
    pub shape: Shape,
    /// The frame in whose axes the entries are given; nothing for scalars and for what belongs to
    /// coordinates.
    pub axes: Option<Frame>,
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
    fn new(rows: Vec<Vec<S>>, shape: Shape, axes: Option<Frame>) -> Self {
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
        Self::new(rows, Shape::List, None).with_rows(labels)
    }

    pub(crate) fn scalar(entry: S) -> Self {
        Self::new(vec![vec![entry]], Shape::Scalar, None)
    }

    pub(crate) fn vector(Vector(entries): Vector<S>, axes: Option<Frame>) -> Self {
        Self::new(entries.map(|entry| vec![entry]).into(), Shape::Vector, axes)
    }

    pub(crate) fn per_coordinate(entries: Vec<S>) -> Self {
        let rows = entries.into_iter().map(|entry| vec![entry]).collect();
        Self::new(rows, Shape::PerCoordinate, None)
    }

    pub(crate) fn matrix(rows: Vec<Vec<S>>, axes: Option<Frame>) -> Self {
        Self::new(rows, Shape::Matrix, axes)
    }

    /// A 3 x 3 matrix.
    pub(crate) fn tensor(Matrix(rows): Matrix<S>, axes: Option<Frame>) -> Self {
        Self::matrix(rows.into_iter().map(Vec::from).collect(), axes)
    }

    /// A frame as its homogeneous matrix.
    pub(crate) fn frame(frame: &Transform<S>, axes: Option<Frame>) -> Self {
        Self::homogeneous(frame, 1, axes)
    }

    /// A time derivative of a frame as that of its homogeneous matrix.
    pub(crate) fn frame_rate(rate: &Transform<S>, axes: Option<Frame>) -> Self {
        Self::homogeneous(rate, 0, axes)
    }

    fn homogeneous(frame: &Transform<S>, last: i64, axes: Option<Frame>) -> Self {
        let zero = frame.position.x().integer(0);
        let mut rows: Vec<Vec<S>> = (0..3)
            .map(|i| {
                let mut row = frame.rotation.0[i].to_vec();
                row.push(frame.position.0[i].clone());
                row
            })
            .collect();
        rows.push(vec![zero.clone(), zero.clone(), zero.clone(), zero.integer(last)]);
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

    /// The names of all entries, row by row, of the quantity whose value it is: `Q[1]`,
    /// `omega[2].x`, `M[1,2]`.
    pub fn entry_names(&self, quantity: Quantity) -> Vec<EntryName> {
        let label = |labels: &[String], at: usize| {
            labels.get(at).cloned().unwrap_or_else(|| (at + 1).to_string())
        };
        let position = |i: usize, j: usize| {
            let row = || label(&self.row_labels, i);
            match self.shape {
                Shape::Scalar => Position::Whole,
                Shape::Vector => Position::Component(i),
                Shape::PerCoordinate => Position::Coordinate(row()),
                Shape::List => Position::Item(row(), i + 1),
                Shape::Matrix => {
                    Position::Cell([row(), label(&self.column_labels, j)], [i + 1, j + 1])
                }
            }
        };
        let rows = self.rows.iter().enumerate();
        let places = rows.flat_map(|(i, row)| (0..row.len()).map(move |j| (i, j)));
        places.map(|(i, j)| EntryName { quantity, position: position(i, j) }).collect()
    }

    /// All entries, row by row.
    pub fn entries(&self) -> impl Iterator<Item = &S> {
        self.rows.iter().flatten()
    }
}
