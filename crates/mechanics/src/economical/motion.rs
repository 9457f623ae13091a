//! How links move: angular velocities and accelerations, acceleration tensors.

use appell_spatial::{Matrix, Scalar, Vector};

/// How a link moves, in the axes of its frame.
pub(super) struct Motion<S> {
    pub(super) omega: Vector<S>,
    pub(super) eps: Vector<S>,
    /// The acceleration tensor A.
    pub(super) tensor: Matrix<S>,
    /// The diagonal of A, less one of its entries.
    pub(super) differences: [S; 3],
    pub(super) a: Vector<S>,
    /// Behind a rotation about an axis of the frame: how the run of parallel axes began.
    pub(super) run: Option<Run<S>>,
}

/// Rotations about parallel axes, one after the other: what is the same before all of them, and
/// the sum of their angles. Where it has few entries, turning it once by the sum is cheaper than
/// turning step by step.
#[derive(Clone)]
pub(super) struct Run<S> {
    pub(super) omega: Vector<S>,
    /// The column of the acceleration tensor that belongs to the axis.
    pub(super) column: Vector<S>,
    pub(super) cos: S,
    pub(super) sin: S,
    /// Whether this is not the first rotation of the run.
    pub(super) continued: bool,
}

impl<S: Scalar> Run<S> {
    /// The run with a further angle.
    pub(super) fn with(&self, cos: &S, sin: &S) -> Self {
        Self {
            cos: self.cos.mul(cos).sub(&self.sin.mul(sin)),
            sin: self.sin.mul(cos).add(&self.cos.mul(sin)),
            continued: true,
            ..self.clone()
        }
    }

    /// Whether it has one entry across the axis at the most, of each vector.
    pub(super) fn is_sparse(&self, axis: usize) -> bool {
        let entries =
            |vector: &Vector<S>| (0..3).filter(|&i| i != axis && !vector.0[i].is_zero()).count();
        entries(&self.omega) <= 1 && entries(&self.column) <= 1
    }
}

/// A tensor of the parent in axes that are exchanged; nothing is calculated.
pub(super) fn exchanged_tensor<S: Scalar>(back: &Matrix<S>, tensor: &Matrix<S>) -> Matrix<S> {
    back.rotate_tensor(tensor)
}

/// The entry of the parent that becomes the i-th when axes are exchanged.
pub(super) fn exchanged<S: Scalar>(back: &Matrix<S>, i: usize, entries: &[S; 3]) -> S {
    let from = (0..3).find(|&j| !back.0[i][j].is_zero()).unwrap_or(i);
    entries[from].clone()
}

/// The motion of a link behind a rotation about an axis of its frame, given this column of its
/// tensor and its angular acceleration about the axis.
pub(super) fn by_column<S: Scalar>(
    omega: Vector<S>,
    axis: usize,
    column: &Vector<S>,
    eps: S,
) -> Motion<S> {
    let (j, l, m) = (axis, (axis + 1) % 3, (axis + 2) % 3);
    let w = &omega.0;
    let zero = w[0].integer(0);
    let mut tensor = Matrix::diagonal(&zero);
    let mut turning = [zero.clone(), zero.clone(), zero.clone()];
    for (row, other) in [(l, m), (m, l)] {
        // A_lj = w_l w_j +- eps_m, A_jl = w_l w_j -+ eps_m
        let product = w[row].mul(&w[j]);
        let part = column.0[row].sub(&product);
        tensor.0[j][row] = product.sub(&part);
        tensor.0[row][j] = column.0[row].clone();
        turning[other] = if row == l { part } else { part.neg() };
    }
    let product = w[l].mul(&w[m]);
    tensor.0[l][m] = product.sub(&eps);
    tensor.0[m][l] = product.add(&eps);
    turning[j] = eps;
    // A_jj = -(w_l^2 + w_m^2) is known
    let (square, own) = (w[l].mul(&w[l]), w[j].mul(&w[j]));
    let difference = square.sub(&own);
    tensor.0[j][j] = column.0[j].clone();
    tensor.0[l][l] = column.0[j].add(&difference);
    tensor.0[m][m] = square.add(&own).neg();
    let mut differences = [zero.clone(), zero.clone(), zero];
    differences[l] = difference;
    differences[m] = tensor.0[m][m].sub(&column.0[j]);
    let a = Vector(differences.clone());
    Motion { eps: Vector(turning), omega, tensor, differences, a, run: None }
}

/// The motion of a link with this angular velocity and acceleration.
pub(super) fn by_vectors<S: Scalar>(omega: Vector<S>, eps: Vector<S>) -> Motion<S> {
    let w = &omega.0;
    let zero = w[0].integer(0);
    let mut tensor = Matrix::diagonal(&zero);
    let squares = [0, 1, 2].map(|i| w[i].mul(&w[i]));
    for i in 0..3 {
        let (k, l) = ((i + 1) % 3, (i + 2) % 3);
        let product = w[k].mul(&w[l]);
        tensor.0[k][l] = product.sub(&eps.0[i]);
        tensor.0[l][k] = product.add(&eps.0[i]);
        tensor.0[i][i] = squares[k].add(&squares[l]).neg();
    }
    let differences = [squares[0].sub(&squares[2]), squares[1].sub(&squares[2]), zero];
    let a = Vector(differences.clone());
    Motion { omega, eps, tensor, differences, a, run: None }
}
