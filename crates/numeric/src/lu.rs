//! Dense systems of linear equations, by two triangles with exchange of rows (Golub, Van Loan,
//! Matrix Computations, 3.4).

/// A square matrix as the product of a lower and an upper triangle, rows exchanged.
///
/// ```
/// use appell_numeric::lu::Lu;
///
/// let factors = Lu::new(2, vec![0.0, 2.0, 1.0, 0.0]).ok_or("singular")?;
/// assert_eq!(factors.solve(&[4.0, 3.0]), [3.0, 2.0]);
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Debug)]
pub struct Lu {
    size: usize,
    entries: Vec<f64>,
    rows: Vec<usize>,
}

impl Lu {
    /// Factors a matrix that is given row by row. None for a singular one: a column whose largest
    /// entry is zero or not finite. There is no limit but zero, because entries of one row may have
    /// other units than those of the next.
    pub fn new(size: usize, mut entries: Vec<f64>) -> Option<Self> {
        let mut rows: Vec<usize> = (0..size).collect();
        for k in 0..size {
            let largest = (k..size).max_by(|&i, &j| {
                entries[i * size + k].abs().total_cmp(&entries[j * size + k].abs())
            })?;
            let pivot = entries[largest * size + k];
            if pivot == 0.0 || !pivot.is_finite() {
                return None;
            }
            if largest != k {
                rows.swap(k, largest);
                for j in 0..size {
                    entries.swap(k * size + j, largest * size + j);
                }
            }
            let (above, below) = entries.split_at_mut((k + 1) * size);
            let top = &above[k * size..];
            for row in below.chunks_exact_mut(size) {
                let factor = row[k] / pivot;
                if factor != 0.0 {
                    row[k] = factor;
                    for j in k + 1..size {
                        row[j] -= factor * top[j];
                    }
                }
            }
        }
        Some(Self { size, entries, rows })
    }

    /// The solution of A x = b.
    pub fn solve(&self, right: &[f64]) -> Vec<f64> {
        let n = self.size;
        let mut x: Vec<f64> = self.rows.iter().map(|&row| right[row]).collect();
        for i in 0..n {
            let known: f64 = (0..i).map(|k| self.entries[i * n + k] * x[k]).sum();
            x[i] -= known;
        }
        for i in (0..n).rev() {
            let known: f64 = (i + 1..n).map(|k| self.entries[i * n + k] * x[k]).sum();
            x[i] = (x[i] - known) / self.entries[i * n + i];
        }
        x
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solves_and_refuses() {
        let matrix = [0.0, 1.0, 0.5, 7.0, 3.0, -1.0, 0.5, -1.0, 5.0];
        let known = [1.0, -2.0, 3.0];
        let right: Vec<f64> = matrix.chunks(3).map(|row| crate::dot(row, &known)).collect();
        let x = Lu::new(3, matrix.to_vec()).map(|factors| factors.solve(&right));
        let error = |x: &Vec<f64>| (0..3).map(|k| (x[k] - known[k]).abs()).fold(0.0, f64::max);
        assert!(x.is_some_and(|x| error(&x) < 1e-14));
        assert!(Lu::new(2, vec![1.0, 2.0, 2.0, 4.0]).is_none());
        assert!(Lu::new(1, vec![f64::NAN]).is_none());
    }
}
