//! Sparse symmetric matrices, and the solution of systems with positive definite ones.
//!
//! The rows may come in any order: for the factor they are ordered anew. By default this is the
//! order of Cuthill and McKee with the factor in its envelope. With the feature
//! `meshes`, large matrices are ordered by approximate minimum degree and factored in dense blocks,
//! by the library `faer`.

use crate::envelope::{self, Envelope};
#[cfg(feature = "meshes")]
use crate::large::LargeFactor;
use crate::ordering::reverse_cuthill_mckee;

/// A symmetric matrix by its entries on and below the diagonal.
///
/// ```
/// use appell_numeric::sparse::Sparse;
///
/// let matrix = Sparse::new(2, &[(0, 0, 4.0), (1, 0, 2.0), (1, 1, 5.0)]);
/// let mut x = [6.0, 7.0];
/// matrix.factor()?.solve(&mut x);
/// assert_eq!(x, [1.0, 1.0]);
/// # Ok::<(), appell_numeric::sparse::FactorError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sparse {
    /// Of every row the columns up to the diagonal, rising, with their values.
    rows: Vec<Vec<(usize, f64)>>,
}

impl Sparse {
    /// The matrix of these entries: row, column, value. An entry above the diagonal stands for its
    /// mirror image below; entries of one place add up.
    pub fn new(size: usize, entries: &[(usize, usize, f64)]) -> Self {
        let mut rows: Vec<Vec<(usize, f64)>> = vec![Vec::new(); size];
        for &(i, j, value) in entries {
            rows[i.max(j)].push((i.min(j), value));
        }
        for row in &mut rows {
            // stable: entries of one place add up in the order in which they came
            row.sort_by_key(|(column, _)| *column);
            row.dedup_by(|next, kept| {
                let same = next.0 == kept.0;
                if same {
                    kept.1 += next.1;
                }
                same
            });
        }
        Self { rows }
    }

    /// The number of rows.
    pub fn size(&self) -> usize {
        self.rows.len()
    }

    /// The entries on and below the diagonal, by rows and columns: row, column, value.
    pub fn entries(&self) -> impl Iterator<Item = (usize, usize, f64)> {
        let rows = self.rows.iter().enumerate();
        rows.flat_map(|(i, row)| row.iter().map(move |&(j, value)| (i, j, value)))
    }

    /// The matrix of some of its rows and columns: `place` has the new number of every row that
    /// stays, below `size`.
    pub fn part(&self, size: usize, place: &[Option<usize>]) -> Self {
        let kept = self.entries().filter_map(|(i, j, value)| Some((place[i]?, place[j]?, value)));
        Self::new(size, &kept.collect::<Vec<_>>())
    }

    /// The product with a vector.
    pub fn times(&self, x: &[f64]) -> Vec<f64> {
        let mut result = vec![0.0; x.len()];
        for (i, row) in self.rows.iter().enumerate() {
            let own: f64 = row.iter().map(|&(j, value)| value * x[j]).sum();
            result[i] += own;
            for &(j, value) in row.iter().filter(|(j, _)| *j < i) {
                result[j] += value * x[i];
            }
        }
        result
    }

    /// Cholesky's factor, of at most [`MAX_NUMBERS`] numbers.
    pub fn factor(&self) -> Result<Factor, FactorError> {
        let given: Vec<usize> = (0..self.size()).collect();
        let narrow = reverse_cuthill_mckee(&self.neighbours());
        let [extent, narrower] = [&given, &narrow].map(|order| self.extent(&placed(order)));
        let (order, extent) = if narrower < extent { (narrow, narrower) } else { (given, extent) };
        #[cfg(feature = "meshes")]
        if extent > LARGE {
            match LargeFactor::new(self) {
                Ok(factor) => return Ok(Factor(Kind::Large(Box::new(factor)))),
                // the envelope names the row
                Err(FactorError::NotPositive(None)) if extent <= MAX_NUMBERS => {}
                Err(error) => return Err(error),
            }
        }
        match extent <= MAX_NUMBERS {
            true => self.in_envelope(order),
            false => Err(FactorError::TooLarge(extent)),
        }
    }

    fn in_envelope(&self, order: Vec<usize>) -> Result<Factor, FactorError> {
        let place = placed(&order);
        let moved = self.entries().map(|(i, j, value)| {
            let [i, j] = [place[i], place[j]];
            (i.max(j), i.min(j), value)
        });
        let envelope = Envelope::new(self.size(), &moved.collect::<Vec<_>>());
        let named = |row: usize| FactorError::NotPositive(Some(order[row]));
        let factor = envelope.factor().map_err(named)?;
        Ok(Factor(Kind::Envelope { order, factor }))
    }

    /// With which others every row has an entry.
    fn neighbours(&self) -> Vec<Vec<usize>> {
        let mut neighbours = vec![Vec::new(); self.size()];
        for (i, j, _) in self.entries().filter(|(i, j, _)| i != j) {
            neighbours[i].push(j);
            neighbours[j].push(i);
        }
        neighbours
    }

    /// How many numbers the envelope has when every row goes to a place.
    fn extent(&self, place: &[usize]) -> usize {
        let mut widths = vec![1; self.size()];
        for (i, j, _) in self.entries() {
            let [i, j] = [place[i].max(place[j]), place[i].min(place[j])];
            widths[i] = widths[i].max(i - j + 1);
        }
        widths.iter().sum()
    }
}

/// Where every row is in an order of rows.
fn placed(order: &[usize]) -> Vec<usize> {
    let mut place = vec![0; order.len()];
    order.iter().enumerate().for_each(|(k, &row)| place[row] = k);
    place
}

/// From so many numbers in the envelope on, the other method is faster.
#[cfg(feature = "meshes")]
const LARGE: usize = 2_000_000;

/// Factors of more numbers than this are refused: 4 GiB.
pub const MAX_NUMBERS: usize = 1 << 29;

/// Why a matrix has no factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FactorError {
    /// It is not positive definite, which shows first at this row, see [`pivot`](crate::pivot); of a large
    /// matrix the row is not known.
    NotPositive(Option<usize>),
    /// The factor would have so many numbers, more than [`MAX_NUMBERS`].
    TooLarge(usize),
}

impl std::fmt::Display for FactorError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NotPositive(_) => f.write_str("the matrix is not positive definite"),
            Self::TooLarge(numbers) => write!(f, "the factor would have {numbers} numbers"),
        }
    }
}

impl std::error::Error for FactorError {}

/// A matrix ready to solve systems with.
#[derive(Debug)]
pub struct Factor(Kind);

#[derive(Debug)]
enum Kind {
    /// With the row at every place.
    Envelope { order: Vec<usize>, factor: envelope::Factor },
    #[cfg(feature = "meshes")]
    Large(Box<LargeFactor>),
}

impl Factor {
    /// Solves A x = b, in place.
    pub fn solve(&self, x: &mut [f64]) {
        match &self.0 {
            Kind::Envelope { order, factor } => {
                let mut moved: Vec<f64> = order.iter().map(|&row| x[row]).collect();
                factor.solve(&mut moved);
                order.iter().zip(moved).for_each(|(&row, value)| x[row] = value);
            }
            #[cfg(feature = "meshes")]
            Kind::Large(factor) => factor.solve(x),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// The stiffness of a square net of springs, its rows numbered as `names` says; the first row
    /// and the last are held.
    fn net(side: usize, names: &[usize]) -> Sparse {
        let mut entries = Vec::new();
        let mut spring = |a: usize, b: usize| {
            let [a, b] = [names[a], names[b]];
            entries.extend([(a, a, 1.0), (b, b, 1.0), (a, b, -1.0)]);
        };
        for at in 0..side * side {
            if at % side > 0 {
                spring(at, at - 1);
            }
            if at >= side {
                spring(at, at - side);
            }
        }
        entries.extend([
            (names[0], names[0], 1.0),
            (names[side * side - 1], names[side * side - 1], 1.0),
        ]);
        Sparse::new(side * side, &entries)
    }

    fn solves(side: usize, factor: impl Fn(&Sparse) -> Result<Factor, FactorError>) {
        let count = side * side;
        let mut names: Vec<usize> = (0..count).collect();
        let mut random = Random::new(3);
        let x: Vec<f64> = (0..count).map(|_| random.signed()).collect();
        for _ in 0..2 {
            let matrix = net(side, &names);
            let mut found = matrix.times(&x);
            match factor(&matrix) {
                Ok(factor) => factor.solve(&mut found),
                Err(error) => unreachable!("{error}"),
            }
            found.iter().zip(&x).for_each(|(a, b)| assert!((a - b).abs() < 1e-11, "{a} {b}"));
            random.shuffle(&mut names);
        }
    }

    #[test]
    fn in_any_order() {
        solves(20, Sparse::factor);
    }

    /// A matrix whose rows may move freely is refused, at a row of that part.
    fn refuses(factor: impl Fn(&Sparse) -> Result<Factor, FactorError>) {
        let free = [(0, 0, 3.0), (2, 2, 1.0), (4, 4, 1.0), (4, 2, -1.0), (1, 1, 1.0), (3, 3, 2.0)];
        let error = factor(&Sparse::new(5, &free)).err();
        let named = [2, 4].map(|row| Some(FactorError::NotPositive(Some(row))));
        assert!(named.contains(&error), "{error:?}");
        let negative = [(0, 0, 1.0), (1, 1, -1.0), (2, 2, 1.0)];
        assert_eq!(
            factor(&Sparse::new(3, &negative)).err(),
            Some(FactorError::NotPositive(Some(1)))
        );
    }

    #[test]
    fn not_positive_definite() {
        refuses(Sparse::factor);
    }

    #[cfg(feature = "meshes")]
    #[test]
    fn large_matrices() {
        let large = |matrix: &Sparse| match LargeFactor::new(matrix) {
            Ok(factor) => Ok(Factor(Kind::Large(Box::new(factor)))),
            Err(error) => {
                assert_eq!(error, FactorError::NotPositive(None));
                matrix.in_envelope((0..matrix.size()).collect())
            }
        };
        solves(20, |matrix| {
            let factor = large(matrix)?;
            assert!(matches!(factor.0, Kind::Large(_)));
            Ok(factor)
        });
        refuses(large);
    }

    /// A matrix whose every row meets the first, and whose factor is full, is refused before anything is
    /// kept: the numbers are counted.
    #[cfg(not(feature = "meshes"))]
    #[test]
    fn too_large() {
        let size = 200_000;
        let mut entries: Vec<_> = (0..size).map(|i| (i, i, 4.0)).collect();
        entries.extend((1..size / 2).flat_map(|i| [(i, 0, 1e-6), (size - 1, i, 1e-6)]));
        entries.extend((size / 2..size - 1).map(|i| (i, i - size / 2, 1e-6)));
        let error = Sparse::new(size, &entries).factor().err();
        assert!(matches!(error, Some(FactorError::TooLarge(n)) if n > MAX_NUMBERS), "{error:?}");
    }

    /// Entries of one place add up, wherever they stand; a part keeps its own.
    #[test]
    fn entries_and_parts() {
        let matrix = Sparse::new(3, &[(0, 1, 2.0), (1, 0, 0.5), (1, 1, 4.0), (2, 0, 7.0)]);
        let found: Vec<_> = matrix.entries().collect();
        assert_eq!(found, [(1, 0, 2.5), (1, 1, 4.0), (2, 0, 7.0)]);
        assert_eq!(matrix.times(&[1.0, 2.0, 3.0]), [26.0, 10.5, 7.0]);
        let part = matrix.part(2, &[Some(1), Some(0), None]);
        assert_eq!(part, Sparse::new(2, &[(0, 0, 4.0), (1, 0, 2.5)]));
    }
}
