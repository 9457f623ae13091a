//! The rank of a dense matrix.

/// How many rows (or columns) of a matrix are independent, by elimination with the largest pivot. A
/// pivot up to `nothing` counts as zero: the caller knows the size of the entries and their errors.
///
/// ```
/// use appell_numeric::rank::rank;
///
/// assert_eq!(rank(vec![vec![1.0, 2.0, 3.0], vec![2.0, 4.0, 6.0], vec![0.0, 1.0, 1.0]], 1e-12), 2);
/// ```
pub fn rank(mut matrix: Vec<Vec<f64>>, nothing: f64) -> usize {
    let columns = matrix.first().map_or(0, Vec::len);
    let mut rank = 0;
    while rank < columns.min(matrix.len()) {
        let places = (rank..matrix.len()).flat_map(|i| (rank..columns).map(move |j| (i, j)));
        let largest =
            places.max_by(|&(a, b), &(c, d)| matrix[a][b].abs().total_cmp(&matrix[c][d].abs()));
        let Some((i, j)) = largest.filter(|&(i, j)| matrix[i][j].abs() > nothing) else {
            break;
        };
        matrix.swap(rank, i);
        matrix.iter_mut().for_each(|row| row.swap(rank, j));
        let (above, below) = matrix.split_at_mut(rank + 1);
        let pivot = &above[rank];
        for row in below {
            let factor = row[rank] / pivot[rank];
            row.iter_mut().zip(pivot).skip(rank).for_each(|(entry, head)| *entry -= factor * head);
        }
        rank += 1;
    }
    rank
}
