//! Scalars, vectors and matrices of one scalar, as formulas mix them.

use appell_spatial::{Scalar, Vector};

/// The largest matrix whose determinant is calculated: the Jacobian of an arm with six joints.
const LARGEST_DETERMINANT: usize = 6;

/// Entries in rows; a scalar is one row of one entry, a vector three rows of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tensor<S> {
    rows: Vec<Vec<S>>,
}

impl<S> Tensor<S> {
    /// Entries row by row; all rows have the same length.
    pub(crate) fn new(rows: Vec<Vec<S>>) -> Self {
        Self { rows }
    }

    pub(crate) fn scalar(entry: S) -> Self {
        Self { rows: vec![vec![entry]] }
    }

    pub(crate) fn vector(Vector(entries): Vector<S>) -> Self {
        Self { rows: entries.into_iter().map(|entry| vec![entry]).collect() }
    }

    /// How many rows and columns.
    pub(crate) fn shape(&self) -> (usize, usize) {
        (self.rows.len(), self.rows.first().map_or(0, Vec::len))
    }

    pub(crate) fn get(&self, row: usize, column: usize) -> Option<&S> {
        self.rows.get(row)?.get(column)
    }

    /// The entry, when there is only one.
    pub(crate) fn as_scalar(&self) -> Option<&S> {
        if self.shape() == (1, 1) { self.get(0, 0) } else { None }
    }

    /// All entries with their places.
    pub(crate) fn entries(&self) -> impl Iterator<Item = ((usize, usize), &S)> {
        let row = |(i, row): (usize, &'_ Vec<S>)| (i, row.len());
        let places = self.rows.iter().enumerate().map(row).collect::<Vec<_>>();
        places
            .into_iter()
            .flat_map(|(i, columns)| (0..columns).map(move |j| (i, j)))
            .filter_map(|(i, j)| Some(((i, j), self.get(i, j)?)))
    }

    /// Blocks beside each other; none when they are not equally high.
    pub(crate) fn beside(blocks: Vec<Self>) -> Option<Self> {
        let mut blocks = blocks.into_iter();
        let mut whole = blocks.next()?;
        for block in blocks {
            if block.rows.len() != whole.rows.len() {
                return None;
            }
            whole.rows.iter_mut().zip(block.rows).for_each(|(row, more)| row.extend(more));
        }
        Some(whole)
    }

    /// Blocks below each other; none when they are not equally wide.
    pub(crate) fn below(blocks: Vec<Self>) -> Option<Self> {
        let width = blocks.first()?.shape().1;
        let equal = blocks.iter().all(|block| block.shape().1 == width);
        let rows = blocks.into_iter().flat_map(|block| block.rows).collect();
        equal.then_some(Self { rows })
    }

    /// The same with other entries, or the first error.
    pub(crate) fn try_map<E>(&self, change: impl Fn(&S) -> Result<S, E>) -> Result<Self, E> {
        let row = |row: &Vec<S>| row.iter().map(&change).collect::<Result<Vec<S>, E>>();
        Ok(Self { rows: self.rows.iter().map(row).collect::<Result<_, E>>()? })
    }

    fn map_with<T>(&self, change: impl Fn(&S) -> T) -> Tensor<T> {
        let rows = self.rows.iter().map(|row| row.iter().map(&change).collect());
        Tensor { rows: rows.collect() }
    }
}

impl<S: Scalar> Tensor<S> {
    /// The sum; none when the shapes are not the same.
    pub(crate) fn add(&self, other: &Self) -> Option<Self> {
        if self.shape() != other.shape() {
            return None;
        }
        let sum = |(a, b): (&Vec<S>, &Vec<S>)| a.iter().zip(b).map(|(a, b)| a.add(b)).collect();
        Some(Self { rows: self.rows.iter().zip(&other.rows).map(sum).collect() })
    }

    pub(crate) fn neg(&self) -> Self {
        self.map_with(Scalar::neg)
    }

    pub(crate) fn transpose(&self) -> Self {
        let (rows, columns) = self.shape();
        let row = |j: usize| (0..rows).filter_map(|i| self.get(i, j).cloned()).collect();
        Self { rows: (0..columns).map(row).collect() }
    }

    /// The product of matrices, a scalar with anything, or the dot product of two vectors; none
    /// when the shapes do not fit.
    pub(crate) fn multiply(&self, other: &Self) -> Option<Self> {
        if let Some(factor) = self.as_scalar() {
            return Some(other.map_with(|entry| factor.mul(entry)));
        }
        if let Some(factor) = other.as_scalar() {
            return Some(self.map_with(|entry| entry.mul(factor)));
        }
        let ((rows, inner), (matching, columns)) = (self.shape(), other.shape());
        if inner == 1 && columns == 1 && rows == matching {
            return self.transpose().multiply(other);
        }
        if inner != matching {
            return None;
        }
        let entry = |i: usize, j: usize| {
            let products = (0..inner).filter_map(|k| Some(self.get(i, k)?.mul(other.get(k, j)?)));
            products.reduce(|sum, product| sum.add(&product))
        };
        let row = |i: usize| (0..columns).map(|j| entry(i, j)).collect::<Option<Vec<S>>>();
        Some(Self { rows: (0..rows).map(row).collect::<Option<_>>()? })
    }

    /// A square matrix as it is; of a Jacobian with fewer coordinates than rows, the rows of the velocity
    /// that are not zero, and as many of the angular velocity as are needed. None where these are not as
    /// many as columns.
    pub(crate) fn square(&self) -> Option<Self> {
        let (height, width) = self.shape();
        if height == width {
            return Some(self.clone());
        }
        if height != 6 {
            return None;
        }
        let moves = |row: &&Vec<S>| !row.iter().all(Scalar::is_zero);
        let (linear, angular) = self.rows.split_at(3);
        let mut rows: Vec<Vec<S>> = linear.iter().filter(moves).cloned().collect();
        if rows.len() < width {
            rows.extend(angular.iter().filter(moves).cloned());
        }
        (rows.len() == width).then_some(Self { rows })
    }

    /// The determinant, by the rows below and the columns that are left; none where it is not square, or
    /// large.
    pub(crate) fn determinant(&self) -> Option<S> {
        let (height, width) = self.shape();
        if height != width || !(1..=LARGEST_DETERMINANT).contains(&height) {
            return None;
        }
        // of each choice of columns, the minor of the last rows
        let one = self.rows[0][0].integer(1);
        let mut minors: Vec<Option<S>> = vec![None; 1 << height];
        minors[0] = Some(one);
        for columns in 1..1usize << height {
            let row = &self.rows[height - columns.count_ones() as usize];
            let own = (0..height).filter(|column| columns >> column & 1 == 1);
            let terms = own.enumerate().filter_map(|(at, column)| {
                let minor = minors[columns & !(1 << column)].as_ref()?;
                let term = row[column].mul(minor);
                Some(if at.is_multiple_of(2) { term } else { term.neg() })
            });
            minors[columns] = terms.reduce(|sum, term| sum.add(&term));
        }
        minors.pop().flatten()
    }

    /// The matrix of cofactors, transposed: the inverse times the determinant.
    pub(crate) fn adjugate(&self) -> Option<Self> {
        let (height, width) = self.shape();
        if height != width || height < 2 {
            return None;
        }
        let minor = |i: usize, j: usize| {
            let rows = self.rows.iter().enumerate().filter(|(row, _)| *row != i);
            let cells = |row: &Vec<S>| {
                let own = row.iter().enumerate().filter(|(column, _)| *column != j);
                own.map(|(_, cell)| cell.clone()).collect()
            };
            Self { rows: rows.map(|(_, row)| cells(row)).collect() }.determinant()
        };
        let entry = |i: usize, j: usize| {
            let minor = minor(j, i)?;
            Some(if (i + j).is_multiple_of(2) { minor } else { minor.neg() })
        };
        let row = |i: usize| (0..width).map(|j| entry(i, j)).collect::<Option<Vec<S>>>();
        Some(Self { rows: (0..height).map(row).collect::<Option<_>>()? })
    }

    /// The vector, when this is one.
    pub(crate) fn as_vector(&self) -> Option<Vector<S>> {
        match self.shape() {
            (3, 1) => Some(Vector([0, 1, 2].map(|i| self.rows[i][0].clone()))),
            _ => None,
        }
    }
}
