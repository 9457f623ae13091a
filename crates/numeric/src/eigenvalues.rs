//! Eigenvalues of any real square matrix: balancing, Hessenberg's form, and the QR algorithm with
//! double shifts (J. Francis, 1961; Golub, Van Loan, Matrix Computations, 7.4 and 7.5; the procedure
//! `hqr` of EISPACK).

/// A complex number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Complex {
    /// Its real part.
    pub re: f64,
    /// Its imaginary part.
    pub im: f64,
}

impl Complex {
    /// Its absolute value.
    pub fn abs(self) -> f64 {
        self.re.hypot(self.im)
    }
}

/// All eigenvalues of a matrix that is given by its rows, by rising real part, of a pair the one below
/// the real axis first. None where the matrix has an entry that is not finite, or where the iterations
/// do not converge.
///
/// ```
/// use appell_numeric::eigenvalues::{Complex, eigenvalues};
///
/// let turn = [vec![0.0, -2.0], vec![2.0, 0.0]];
/// let found = eigenvalues(&turn).ok_or("did not converge")?;
/// assert_eq!(found, [Complex { re: 0.0, im: -2.0 }, Complex { re: 0.0, im: 2.0 }]);
/// # Ok::<(), &str>(())
/// ```
pub fn eigenvalues(matrix: &[Vec<f64>]) -> Option<Vec<Complex>> {
    if matrix.iter().flatten().any(|entry| !entry.is_finite()) {
        return None;
    }
    let (mut values, left) = isolated(matrix);
    let mut inner: Vec<Vec<f64>> =
        left.iter().map(|&i| left.iter().map(|&j| matrix[i][j]).collect()).collect();
    let scales = balance(&inner);
    for (i, row) in inner.iter_mut().enumerate() {
        row.iter_mut().zip(&scales).for_each(|(entry, scale)| *entry *= scale / scales[i]);
    }
    to_hessenberg(&mut inner);
    values.extend(Iteration::of(inner).values()?);
    values.sort_by(|a, b| a.re.total_cmp(&b.re).then(a.im.total_cmp(&b.im)));
    Some(values)
}

/// Eigenvalues on the diagonal, where all other entries are zero in their row or in their
/// column, and the rows that are left when these are taken out, one after the other. So zeros of
/// coordinates on which nothing depends are exact.
fn isolated(matrix: &[Vec<f64>]) -> (Vec<Complex>, Vec<usize>) {
    let mut left: Vec<usize> = (0..matrix.len()).collect();
    let mut values = Vec::new();
    let alone = |i: usize, left: &[usize]| {
        let others = || left.iter().filter(|&&j| j != i);
        others().all(|&j| matrix[i][j] == 0.0) || others().all(|&j| matrix[j][i] == 0.0)
    };
    while let Some(place) = left.iter().position(|&i| alone(i, &left)) {
        let i = left.remove(place);
        values.push(Complex { re: matrix[i][i] + 0.0, im: 0.0 });
    }
    (values, left)
}

/// Powers of two d with which the rows and columns of d^-1 A d are about equally large (Osborne; Parlett
/// and Reinsch). Rows of other units then do not spoil the digits of each other.
pub fn balance(matrix: &[Vec<f64>]) -> Vec<f64> {
    let count = matrix.len();
    let mut scales = vec![1.0; count];
    /// More than it takes; each round lowers the norm.
    const ROUNDS: usize = 100;
    for _ in 0..ROUNDS {
        let mut changed = false;
        for i in 0..count {
            let others = || (0..count).filter(|&j| j != i);
            let row: f64 = others().map(|j| (matrix[i][j] * scales[j] / scales[i]).abs()).sum();
            let column: f64 = others().map(|j| (matrix[j][i] * scales[i] / scales[j]).abs()).sum();
            if row == 0.0 || column == 0.0 || !(row + column).is_finite() {
                continue;
            }
            let factor = (row / column).sqrt().log2().round().exp2();
            if factor.is_normal() && column * factor + row / factor < 0.95 * (row + column) {
                scales[i] *= factor;
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    scales
}

/// Turns a matrix into Hessenberg's form by elimination with pivots.
fn to_hessenberg(a: &mut [Vec<f64>]) {
    let count = a.len();
    for m in 1..count.saturating_sub(1) {
        let largest = (m..count).max_by(|&i, &j| a[i][m - 1].abs().total_cmp(&a[j][m - 1].abs()));
        let Some(pivot) = largest.filter(|&i| a[i][m - 1] != 0.0) else { continue };
        a.swap(m, pivot);
        a.iter_mut().for_each(|row| row.swap(m, pivot));
        for i in m + 1..count {
            let factor = a[i][m - 1] / a[m][m - 1];
            if factor == 0.0 {
                continue;
            }
            let (above, below) = a.split_at_mut(i);
            below[0].iter_mut().zip(&above[m]).for_each(|(entry, head)| *entry -= factor * head);
            below[0][m - 1] = 0.0;
            a.iter_mut().for_each(|row| row[m] += factor * row[i]);
        }
    }
}

/// The QR algorithm at work on a matrix in Hessenberg's form, with what was found at its end.
struct Iteration {
    h: Vec<Vec<f64>>,
    /// What was taken from the diagonal so far.
    shift: f64,
    norm: f64,
    values: Vec<Complex>,
}

/// How often a single eigenvalue, or a pair, may be iterated.
const ITERATIONS: usize = 90;

impl Iteration {
    fn of(h: Vec<Vec<f64>>) -> Self {
        let norm = h.iter().flatten().map(|entry| entry.abs()).sum();
        Self { h, shift: 0.0, norm, values: Vec::new() }
    }

    fn values(mut self) -> Option<Vec<Complex>> {
        let mut count = self.h.len();
        let mut iterations = 0;
        while count > 0 {
            let last = count - 1;
            let first = self.first_of_block(last);
            if first == last {
                self.values.push(Complex { re: self.h[last][last] + self.shift, im: 0.0 });
                count -= 1;
            } else if first + 1 == last {
                self.pair(last);
                count -= 2;
            } else {
                if iterations == ITERATIONS {
                    return None;
                }
                self.sweep(first, last, iterations);
                iterations += 1;
                continue;
            }
            iterations = 0;
        }
        Some(self.values)
    }

    /// Where the block that ends at a row begins: below a negligible entry beside the diagonal.
    fn first_of_block(&self, last: usize) -> usize {
        let negligible = |&l: &usize| {
            let size = self.h[l - 1][l - 1].abs() + self.h[l][l].abs();
            let size = if size == 0.0 { self.norm } else { size };
            self.h[l][l - 1].abs() <= f64::EPSILON * size
        };
        (1..=last).rev().find(negligible).unwrap_or(0)
    }

    /// The eigenvalues of a block of two rows.
    fn pair(&mut self, last: usize) {
        let [x, y] = [self.h[last][last], self.h[last - 1][last - 1]];
        let product = self.h[last][last - 1] * self.h[last - 1][last];
        let half = (y - x) / 2.0;
        let square = half * half + product;
        let root = square.abs().sqrt();
        let x = x + self.shift;
        if square < 0.0 {
            for im in [-root, root] {
                self.values.push(Complex { re: x + half, im });
            }
            return;
        }
        let far = half + root.copysign(half);
        let near = if far == 0.0 { x } else { x - product / far };
        for re in [x + far, near] {
            self.values.push(Complex { re, im: 0.0 });
        }
    }

    /// A QR step with two shifts on the block from `first` to `last`.
    fn sweep(&mut self, first: usize, last: usize, iterations: usize) {
        let h = &mut self.h;
        let mut x = h[last][last];
        let mut y = h[last - 1][last - 1];
        let mut w = h[last][last - 1] * h[last - 1][last];
        if iterations % 10 == 9 {
            // a shift of another kind leaves a circle that the usual one may walk
            self.shift += x;
            (0..=last).for_each(|i| h[i][i] -= x);
            let size = h[last][last - 1].abs() + h[last - 1][last - 2].abs();
            (x, y, w) = (0.75 * size, 0.75 * size, -0.4375 * size * size);
        }
        // the first column of the product of both shifted matrices, begun where two small entries meet
        let mut m = last - 2;
        let mut column = [0.0; 3];
        loop {
            let z = h[m][m];
            let (r, s) = (x - z, y - z);
            let raw = [
                (r * s - w) / h[m + 1][m] + h[m][m + 1],
                h[m + 1][m + 1] - z - r - s,
                h[m + 2][m + 1],
            ];
            let size: f64 = raw.iter().map(|part| part.abs()).sum();
            column = if size == 0.0 { column } else { raw.map(|part| part / size) };
            if m == first {
                break;
            }
            let beside = h[m][m - 1].abs() * (column[1].abs() + column[2].abs());
            let around = h[m - 1][m - 1].abs() + z.abs() + h[m + 1][m + 1].abs();
            if beside <= f64::EPSILON * column[0].abs() * around {
                break;
            }
            m -= 1;
        }
        for i in m + 2..=last {
            h[i][i - 2] = 0.0;
            if i > m + 2 {
                h[i][i - 3] = 0.0;
            }
        }
        for k in m..last {
            let three = k + 1 != last;
            let mut size = 1.0;
            if k != m {
                column = [h[k][k - 1], h[k + 1][k - 1], if three { h[k + 2][k - 1] } else { 0.0 }];
                size = column.iter().map(|part| part.abs()).sum();
                if size == 0.0 {
                    continue;
                }
                column = column.map(|part| part / size);
            }
            let [p, q, r] = column;
            let length = (p * p + q * q + r * r).sqrt().copysign(p);
            if length == 0.0 {
                continue;
            }
            if k != m {
                h[k][k - 1] = -length * size;
            } else if first != m {
                h[k][k - 1] = -h[k][k - 1];
            }
            // Householder's reflection I - u v^T
            let u = [(p + length) / length, q / length, r / length];
            let v = [1.0, q / (p + length), r / (p + length)];
            let reach = if three { 3 } else { 2 };
            (k..=last).for_each(|j| {
                let product: f64 = (0..reach).map(|i| v[i] * h[k + i][j]).sum();
                (0..reach).for_each(|i| h[k + i][j] -= product * u[i]);
            });
            for row in &mut h[first..=last.min(k + 3)] {
                let product: f64 = (0..reach).map(|i| u[i] * row[k + i]).sum();
                (0..reach).for_each(|i| row[k + i] -= product * v[i]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(parts: &[(f64, f64)]) -> Vec<Complex> {
        parts.iter().map(|&(re, im)| Complex { re, im }).collect()
    }

    fn assert_near(matrix: &[Vec<f64>], expected: &[Complex], within: f64) {
        let found = eigenvalues(matrix).unwrap_or_default();
        assert_eq!(found.len(), expected.len());
        for (found, known) in found.iter().zip(expected) {
            let error = (found.re - known.re).hypot(found.im - known.im);
            assert!(error <= within * (1.0 + known.abs()), "{found:?} {known:?}");
        }
    }

    /// A companion matrix has the zeros of its polynomial: here 1, ..., 5, and one of a circle, on which
    /// plain shifts do not converge.
    #[test]
    fn zeros_of_polynomials() {
        let companion = |last: &[f64]| -> Vec<Vec<f64>> {
            let n = last.len();
            let entry = |i: usize, j: usize| match j + 1 == n {
                true => -last[i],
                false => f64::from(u8::from(i == j + 1)),
            };
            (0..n).map(|i| (0..n).map(|j| entry(i, j)).collect()).collect()
        };
        let five = companion(&[-120.0, 274.0, -225.0, 85.0, -15.0]);
        assert_near(&five, &known(&[1.0, 2.0, 3.0, 4.0, 5.0].map(|re| (re, 0.0))), 1e-12);
        let third = 3f64.sqrt() / 2.0;
        let roots = known(&[(-0.5, -third), (-0.5, third), (1.0, 0.0)]);
        assert_near(&companion(&[-1.0, 0.0, 0.0]), &roots, 1e-14);
    }

    /// Coordinates on which nothing depends have zeros that are exact, also twofold ones.
    #[test]
    fn what_stands_alone_is_exact() {
        let chain = vec![
            vec![0.0, 0.0, 1.0, 0.0],
            vec![0.0, 0.0, 0.0, 1.0],
            vec![0.0, -3.0, 0.0, 0.1],
            vec![0.0, 4.0, 0.0, 0.0],
        ];
        let expected = known(&[(-2.0, 0.0), (0.0, 0.0), (0.0, 0.0), (2.0, 0.0)]);
        assert_near(&chain, &expected, 1e-15);
        assert_eq!(eigenvalues(&chain).unwrap_or_default()[1..3], expected[1..3]);
    }

    #[test]
    fn entries_that_are_not_finite_have_none() {
        assert!(eigenvalues(&[vec![f64::NAN]]).is_none());
        assert!(eigenvalues(&[vec![1.0, 2.0], vec![f64::INFINITY, 1.0]]).is_none());
        assert_eq!(eigenvalues(&[]), Some(Vec::new()));
    }
}
