//! Cholesky's factor of large sparse matrices, by the library `faer`: rows ordered by approximate
//! minimum degree, columns with the same pattern factored together as dense blocks (supernodes).

use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::cholesky::llt::factor::LltError;
use faer::sparse::linalg::SupernodalThreshold;
use faer::sparse::linalg::cholesky::supernodal::{SupernodalLltRef, SymbolicSupernodalCholesky};
use faer::sparse::linalg::cholesky::{
    CholeskySymbolicParams, LltRef, SymbolicCholesky, SymbolicCholeskyRaw, SymmetricOrdering,
    factorize_symbolic_cholesky,
};
use faer::sparse::{SparseColMat, Triplet};
use faer::{Conj, MatMut, Par, Side, Spec};

use crate::pivot::is_lost;
use crate::sparse::Sparse;

/// The factor with its pattern.
#[derive(Debug)]
pub(crate) struct LargeFactor {
    pattern: SymbolicCholesky<usize>,
    values: Vec<f64>,
}

impl LargeFactor {
    /// Fails with a row at which the matrix is not positive definite; none where the library has
    /// not enough memory.
    pub(crate) fn new(matrix: &Sparse) -> Result<Option<Self>, usize> {
        let size = matrix.size();
        let entries: Vec<_> =
            matrix.entries().map(|(i, j, value)| Triplet::new(i, j, value)).collect();
        let Ok(columns) = SparseColMat::<usize, f64>::try_new_from_triplets(size, size, &entries)
        else {
            return Ok(None);
        };
        // blocks also where they are small, so that there is one form in which pivots are looked at
        let blocks = CholeskySymbolicParams {
            supernodal_flop_ratio_threshold: SupernodalThreshold::FORCE_SUPERNODAL,
            ..CholeskySymbolicParams::default()
        };
        let order = SymmetricOrdering::Amd;
        let Ok(pattern) =
            factorize_symbolic_cholesky(columns.symbolic(), Side::Lower, order, blocks)
        else {
            return Ok(None);
        };
        let mut values = vec![0.0; pattern.len_val()];
        let scratch = pattern.factorize_numeric_llt_scratch::<f64>(Par::Seq, Spec::default());
        let outcome = pattern.factorize_numeric_llt(
            &mut values,
            columns.as_ref(),
            Side::Lower,
            Default::default(),
            Par::Seq,
            MemStack::new(&mut MemBuffer::new(scratch)),
            Spec::default(),
        );
        match outcome {
            Ok(_) => {}
            Err(LltError::NonPositivePivot { index }) => return Err(row(&pattern, index)),
        }
        let factor = Self { pattern, values };
        // in another form than that which was asked for, pivots cannot be looked at
        let SymbolicCholeskyRaw::Supernodal(blocks) = factor.pattern.raw() else {
            return Ok(None);
        };
        match factor.lost(blocks, matrix) {
            Some(row) => Err(row),
            None => Ok(Some(factor)),
        }
    }

    /// The first row of which elimination has left nothing.
    fn lost(&self, blocks: &SymbolicSupernodalCholesky<usize>, matrix: &Sparse) -> Option<usize> {
        let mut entries = vec![0.0; matrix.size()];
        matrix.entries().filter(|(i, j, _)| i == j).for_each(|(i, _, value)| entries[i] = value);
        let factor = SupernodalLltRef::new(blocks, &self.values);
        let mut blocks = (0..blocks.n_supernodes()).map(|number| factor.supernode(number));
        blocks.find_map(|block| {
            let values = block.val();
            (0..values.ncols()).find_map(|k| {
                let row = row(&self.pattern, block.start() + k);
                is_lost(values[(k, k)].powi(2), entries[row]).then_some(row)
            })
        })
    }

    /// Solves A x = b, in place.
    pub(crate) fn solve(&self, x: &mut [f64]) {
        let scratch = self.pattern.solve_in_place_scratch::<f64>(1, Par::Seq);
        let size = x.len();
        LltRef::new(&self.pattern, &self.values).solve_in_place_with_conj(
            Conj::No,
            MatMut::from_column_major_slice_mut(x, size, 1),
            Par::Seq,
            MemStack::new(&mut MemBuffer::new(scratch)),
        );
    }
}

/// The row at a place of the new order.
fn row(pattern: &SymbolicCholesky<usize>, place: usize) -> usize {
    pattern.perm().map_or(place, |order| order.arrays().0[place])
}
