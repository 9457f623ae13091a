//! Sparse symmetric matrices by their envelope, and Cholesky's factor, which stays in it
//! (George, Liu, Computer Solution of Large Sparse Positive Definite Systems, 1981, chapter 4).

use crate::dot;
use crate::pivot::is_lost;

/// A symmetric matrix: of every row what is between its first entry and the diagonal.
#[derive(Clone, Debug)]
pub struct Envelope {
    rows: Vec<Vec<f64>>,
}

impl Envelope {
    /// The matrix of these entries below and on the diagonal: row, column, value. Those of one place
    /// add up.
    pub fn new(size: usize, entries: &[(usize, usize, f64)]) -> Self {
        let mut widths = vec![1; size];
        for &(i, j, _) in entries {
            widths[i] = widths[i].max(i - j + 1);
        }
        let mut rows: Vec<Vec<f64>> = widths.iter().map(|width| vec![0.0; *width]).collect();
        for &(i, j, value) in entries {
            let first = i + 1 - rows[i].len();
            rows[i][j - first] += value;
        }
        Self { rows }
    }

    /// The number of rows.
    pub fn size(&self) -> usize {
        self.rows.len()
    }

    /// An entry.
    pub fn at(&self, i: usize, j: usize) -> f64 {
        let (i, j) = (i.max(j), i.min(j));
        let first = self.first(i);
        j.checked_sub(first).map_or(0.0, |k| self.rows[i][k])
    }

    /// The first column of a row.
    fn first(&self, i: usize) -> usize {
        i + 1 - self.rows[i].len()
    }

    /// The product with a vector.
    pub fn times(&self, x: &[f64]) -> Vec<f64> {
        let mut result = vec![0.0; x.len()];
        for (i, row) in self.rows.iter().enumerate() {
            let (first, below) = (self.first(i), row.len() - 1);
            result[i] += dot(row, &x[first..=i]);
            let upper = result[first..i].iter_mut().zip(&row[..below]);
            upper.for_each(|(entry, value)| *entry += value * x[i]);
        }
        result
    }

    /// The sum with so many times another.
    pub fn plus(mut self, factor: f64, other: &Self) -> Self {
        for (mine, row) in self.rows.iter_mut().zip(&other.rows) {
            if mine.len() < row.len() {
                mine.splice(0..0, vec![0.0; row.len() - mine.len()]);
            }
            let start = mine.len() - row.len();
            mine[start..].iter_mut().zip(row).for_each(|(a, b)| *a += factor * b);
        }
        self
    }

    /// Cholesky's factor; when the matrix is not positive definite, the first row at which that
    /// shows.
    pub fn factor(mut self) -> Result<Factor, usize> {
        for i in 0..self.rows.len() {
            let (above, rest) = self.rows.split_at_mut(i);
            let row = &mut rest[0];
            let first = i + 1 - row.len();
            for j in first..i {
                let other = &above[j];
                let other_first = j + 1 - other.len();
                let common = first.max(other_first);
                let known = dot(&row[common - first..j - first], &other[common - other_first..]);
                row[j - first] = (row[j - first] - known) / other[other.len() - 1];
            }
            let last = row.len() - 1;
            let left = row[last] - dot(&row[..last], &row[..last]);
            if is_lost(left, row[last]) {
                return Err(i);
            }
            row[last] = left.sqrt();
        }
        Ok(Factor(self))
    }
}

/// The lower factor L of L L^T.
#[derive(Clone, Debug)]
pub struct Factor(Envelope);

impl Factor {
    /// Solves L L^T x = b, in place.
    pub fn solve(&self, x: &mut [f64]) {
        let rows = &self.0.rows;
        for (i, row) in rows.iter().enumerate() {
            let (first, last) = (self.0.first(i), row.len() - 1);
            x[i] = (x[i] - dot(&row[..last], &x[first..i])) / row[last];
        }
        for (i, row) in rows.iter().enumerate().rev() {
            let (first, last) = (self.0.first(i), row.len() - 1);
            x[i] /= row[last];
            let value = x[i];
            x[first..i].iter_mut().zip(row).for_each(|(entry, l)| *entry -= l * value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A x = b is solved for a matrix with an uneven envelope; one that is not positive definite is
    /// an error.
    #[test]
    fn solves() {
        let entries = [
            (0, 0, 4.0),
            (1, 0, 1.0),
            (1, 1, 3.0),
            (2, 2, 5.0),
            (3, 1, -1.0),
            (3, 3, 6.0),
            (4, 0, 0.5),
            (4, 3, 2.0),
            (4, 4, 1.0),
            (4, 4, 6.0),
        ];
        let matrix = Envelope::new(5, &entries);
        assert_eq!([matrix.at(4, 4), matrix.at(1, 3), matrix.at(2, 0)], [7.0, -1.0, 0.0]);
        let x = [1.0, -2.0, 3.0, 0.5, 4.0];
        let mut found = matrix.times(&x);
        assert_eq!(found, [4.0, -5.5, 15.0, 13.0, 29.5]);
        matrix.clone().factor().unwrap_or_else(|row| unreachable!("{row}")).solve(&mut found);
        found.iter().zip(x).for_each(|(a, b)| assert!((a - b).abs() < 1e-14));
        let shifted = matrix.plus(1.0, &Envelope::new(5, &[(3, 0, 1.0), (2, 2, -6.0)]));
        assert_eq!(shifted.at(0, 3), 1.0);
        assert_eq!(shifted.factor().err(), Some(2));
    }
}
