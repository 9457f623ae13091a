//! Small systems of linear equations.

/// Solves M x = b in place for a symmetric positive definite M, row by row, by M = L L^T. Without
/// it, the number of the row at which M is not positive.
pub fn cholesky_solve(matrix: &mut [f64], x: &mut [f64]) -> Result<(), usize> {
    /// What is left of a diagonal entry after elimination, against the entry itself.
    const NOTHING: f64 = 1e-12;
    let n = x.len();
    for j in 0..n {
        let whole = matrix[j * n + j];
        for i in j..n {
            let known: f64 = (0..j).map(|k| matrix[i * n + k] * matrix[j * n + k]).sum();
            let left = matrix[i * n + j] - known;
            if i == j {
                if left.is_nan() || left <= NOTHING * whole {
                    return Err(j);
                }
                matrix[j * n + j] = left.sqrt();
            } else {
                matrix[i * n + j] = left / matrix[j * n + j];
            }
        }
    }
    for i in 0..n {
        let known: f64 = (0..i).map(|k| matrix[i * n + k] * x[k]).sum();
        x[i] = (x[i] - known) / matrix[i * n + i];
    }
    for i in (0..n).rev() {
        let known: f64 = (i + 1..n).map(|k| matrix[k * n + i] * x[k]).sum();
        x[i] = (x[i] - known) / matrix[i * n + i];
    }
    Ok(())
}

/// A square matrix as the product of two triangles, rows exchanged.
pub struct Triangles {
    size: usize,
    entries: Vec<f64>,
    rows: Vec<usize>,
}

impl Triangles {
    /// From its size and its entries, row by row; nothing for a singular matrix.
    pub fn of(size: usize, mut entries: Vec<f64>) -> Option<Self> {
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

    /// Solves for a right side.
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
    #![allow(clippy::unwrap_used, reason = "a test")]
    use super::*;

    #[test]
    fn both_solve() {
        let matrix = [4.0, 1.0, 0.5, 1.0, 3.0, -1.0, 0.5, -1.0, 5.0];
        let known = [1.0, -2.0, 3.0];
        let right: Vec<f64> =
            (0..3).map(|i| (0..3).map(|j| matrix[3 * i + j] * known[j]).sum()).collect();
        let mut x = right.clone();
        cholesky_solve(&mut matrix.to_vec(), &mut x).unwrap();
        let y = Triangles::of(3, matrix.to_vec()).unwrap().solve(&right);
        for k in 0..3 {
            assert!((x[k] - known[k]).abs() < 1e-14 && (y[k] - known[k]).abs() < 1e-14);
        }
        assert_eq!(cholesky_solve(&mut [1.0, 1.0, 1.0, 1.0], &mut [1.0, 1.0]), Err(1));
        // a zero on the diagonal asks for an exchange of rows
        let turned = Triangles::of(2, vec![0.0, 2.0, 1.0, 0.0]).unwrap();
        assert_eq!(turned.solve(&[4.0, 3.0]), [3.0, 2.0]);
    }
}
