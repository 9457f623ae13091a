//! Which part of a linear system x' = A x + B u the inputs reach, by the staircase form (P. Van Dooren,
//! The generalized eigenstructure problem in linear system theory, IEEE Trans. Automatic Control 26,
//! 1981). Reflections keep all errors at the size of rounding, which the products A^k B of Kalman's
//! matrix do not.

use crate::dot;
use crate::eigenvalues::balance;

type Rows = Vec<Vec<f64>>;

/// The part of A that no input reaches, as a square matrix; its eigenvalues are those that no input
/// changes. Empty for a system that is controllable. For the part that no output sees, give A^T and
/// C^T.
///
/// ```
/// use appell_numeric::controllability::unreached;
///
/// // two masses on a line, of which one is pushed
/// let a = [vec![0.0, 0.0, 1.0, 0.0], vec![0.0, 0.0, 0.0, 1.0], vec![0.0; 4], vec![0.0; 4]];
/// let b = [vec![0.0], vec![0.0], vec![2.0], vec![0.0]];
/// assert_eq!(unreached(&a, &b).len(), 2);
/// ```
pub fn unreached(a: &[Vec<f64>], b: &[Vec<f64>]) -> Rows {
    let count = a.len();
    let scales = balance(a);
    let mut a: Rows = a.to_vec();
    for (i, row) in a.iter_mut().enumerate() {
        row.iter_mut().zip(&scales).for_each(|(entry, scale)| *entry *= scale / scales[i]);
    }
    let norm = a.iter().map(|row| dot(row, row)).sum::<f64>().sqrt();
    let limit = 10.0 * count as f64 * f64::EPSILON * if norm == 0.0 { 1.0 } else { norm };
    let mut reached = 0;
    let mut block = scaled_inputs(b, &scales, norm);
    while reached < count {
        let found = reflected(&mut a, reached, block, limit);
        if found == 0 {
            break;
        }
        let columns = reached..reached + found;
        reached += found;
        block = a[reached..].iter().map(|row| row[columns.clone()].to_vec()).collect();
    }
    a[reached..].iter().map(|row| row[reached..].to_vec()).collect()
}

/// Inputs in the units of the balanced states, each as large as A: the size of an input is a choice of
/// units, too.
fn scaled_inputs(b: &[Vec<f64>], scales: &[f64], norm: f64) -> Rows {
    let mut rows: Rows = b
        .iter()
        .zip(scales)
        .map(|(row, scale)| row.iter().map(|entry| entry / scale).collect())
        .collect();
    for j in 0..rows.first().map_or(0, Vec::len) {
        let length = rows.iter().map(|row| row[j] * row[j]).sum::<f64>().sqrt();
        if length > 0.0 && length.is_finite() {
            let factor = if norm == 0.0 { 1.0 } else { norm } / length;
            rows.iter_mut().for_each(|row| row[j] *= factor);
        }
    }
    rows
}

/// Reflects the states from `first` on so that the columns of a block of their rows stand in a triangle
/// at its top; A is reflected from both sides. Gives the rank of the block.
fn reflected(a: &mut [Vec<f64>], first: usize, mut block: Rows, limit: f64) -> usize {
    let columns = block.first().map_or(0, Vec::len);
    let rows = block.len();
    for k in 0..columns.min(rows) {
        let length = |j: usize| block[k..].iter().map(|row| row[j] * row[j]).sum::<f64>().sqrt();
        let longest = (k..columns).max_by(|&i, &j| length(i).total_cmp(&length(j)));
        let Some(pivot) = longest.filter(|&j| length(j) > limit) else { return k };
        let size = length(pivot);
        block.iter_mut().for_each(|row| row.swap(k, pivot));
        // I - 2 v v^T / (v^T v) turns the column into a single entry
        let mut v: Vec<f64> = block[k..].iter().map(|row| row[k]).collect();
        v[0] += size.copysign(v[0]);
        let square = dot(&v, &v);
        for j in 0..columns {
            let weight: f64 = v.iter().zip(&block[k..]).map(|(v, row)| v * row[j]).sum();
            let weight = 2.0 * weight / square;
            v.iter().zip(&mut block[k..]).for_each(|(v, row)| row[j] -= weight * v);
        }
        let place = first + k;
        for j in 0..a.len() {
            let weight: f64 = v.iter().zip(&a[place..]).map(|(v, row)| v * row[j]).sum();
            let weight = 2.0 * weight / square;
            v.iter().zip(&mut a[place..]).for_each(|(v, row)| row[j] -= weight * v);
        }
        for row in a.iter_mut() {
            let weight = 2.0 * dot(&v, &row[place..]) / square;
            v.iter().zip(&mut row[place..]).for_each(|(v, entry)| *entry -= weight * v);
        }
    }
    columns.min(rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eigenvalues::eigenvalues;
    use crate::random::Random;

    /// A system with a part that no input reaches, hidden by a change of coordinates: the part has the
    /// same eigenvalues as before, also where both parts share some.
    #[test]
    fn a_hidden_part_is_found() {
        let mut random = Random::new(3);
        for (count, hidden) in [(4, 0), (4, 1), (6, 2), (8, 4)] {
            // whole numbers: the change of coordinates is exact
            let mut whole = || random.below(9) as f64 - 4.0;
            let mut a: Rows = (0..count).map(|_| (0..count).map(|_| whole()).collect()).collect();
            let mut b: Rows = (0..count).map(|_| vec![whole()]).collect();
            for i in count - hidden..count {
                b[i][0] = 0.0;
                a[i][..count - hidden].fill(0.0);
                // a triangle: the eigenvalues stand on its diagonal
                a[i][count - hidden..i].fill(0.0);
                a[i][i] = (i + hidden - count) as f64;
            }
            // x = T z by a product of shears: the inverse is known
            for _ in 0..10 {
                let sign = if random.coin() { 1.0 } else { -1.0 };
                let (i, j, factor) = (random.below(count), random.below(count), sign);
                if i == j {
                    continue;
                }
                let from = (a[j].clone(), b[j][0]);
                a[i].iter_mut().zip(&from.0).for_each(|(entry, other)| *entry += factor * other);
                b[i][0] += factor * from.1;
                a.iter_mut().for_each(|row| row[j] -= factor * row[i]);
            }
            let found = unreached(&a, &b);
            assert_eq!(found.len(), hidden);
            let values = eigenvalues(&found).unwrap_or_default();
            for (k, value) in values.iter().enumerate() {
                assert!((value.re - k as f64).hypot(value.im) < 1e-9, "{values:?}");
            }
        }
    }

    /// Units that differ by many powers of ten, and an input without effect.
    #[test]
    fn units_do_not_matter() {
        let spring = [vec![0.0, 1.0], vec![-1e10, -1e-3]];
        assert!(unreached(&spring, &[vec![0.0], vec![1e-9]]).is_empty());
        assert_eq!(unreached(&spring, &[vec![0.0], vec![0.0]]).len(), 2);
        assert!(unreached(&[], &[]).is_empty());
    }
}
