//! Cholesky's factor of large sparse matrices, by the library `faer`: rows ordered by approximate
//! minimum degree, columns with the same pattern factored together as dense blocks (supernodes).

use faer::dyn_stack::{MemBuffer, MemStack};
use faer::sparse::linalg::SupernodalThreshold;
use faer::sparse::linalg::cholesky::supernodal::SupernodalLltRef;
use faer::sparse::linalg::cholesky::{
    CholeskySymbolicParams, LltRef, SymbolicCholesky, SymbolicCholeskyRaw, SymmetricOrdering,
    factorize_symbolic_cholesky,
};
use faer::sparse::{SparseColMat, Triplet};
use faer::{Conj, MatMut, Par, Side, Spec};

use crate::pivot::is_lost;
use crate::sparse::{FactorError, MAX_NUMBERS, Sparse};

/// The factor with its pattern.
#[derive(Debug)]
pub(crate) struct LargeFactor {
    pattern: SymbolicCholesky<usize>,
    values: Vec<f64>,
}

impl LargeFactor {
    /// A matrix that is not positive definite has no row here: the one that the library names is wrong in
    /// blocks of several columns. Where the library has not enough memory, the factor is too large.
    pub(crate) fn new(matrix: &Sparse) -> Result<Self, FactorError> {
        let size = matrix.size();
        let entries: Vec<_> =
            matrix.entries().map(|(i, j, value)| Triplet::new(i, j, value)).collect();
        let columns = SparseColMat::<usize, f64>::try_new_from_triplets(size, size, &entries)
            .map_err(|_| FactorError::TooLarge(entries.len()))?;
        // blocks also where they are small, so that there is one form in which pivots are looked at
        let blocks = CholeskySymbolicParams {
            supernodal_flop_ratio_threshold: SupernodalThreshold::FORCE_SUPERNODAL,
            ..CholeskySymbolicParams::default()
        };
        let order = SymmetricOrdering::Amd;
        let pattern = factorize_symbolic_cholesky(columns.symbolic(), Side::Lower, order, blocks)
            .map_err(|_| FactorError::TooLarge(entries.len()))?;
        if pattern.len_val() > MAX_NUMBERS {
            return Err(FactorError::TooLarge(pattern.len_val()));
        }
        let mut values = vec![0.0; pattern.len_val()];
        let scratch = pattern.factorize_numeric_llt_scratch::<f64>(Par::Seq, Spec::default());
        pattern
            .factorize_numeric_llt(
                &mut values,
                columns.as_ref(),
                Side::Lower,
                Default::default(),
                Par::Seq,
                MemStack::new(&mut MemBuffer::new(scratch)),
                Spec::default(),
            )
            .map_err(|_| FactorError::NotPositive(None))?;
        let factor = Self { pattern, values };
        match factor.keeps_pivots(matrix) {
            true => Ok(factor),
            false => Err(FactorError::NotPositive(None)),
        }
    }

    /// Whether elimination has left enough of every diagonal entry.
    fn keeps_pivots(&self, matrix: &Sparse) -> bool {
        let mut entries = vec![0.0; matrix.size()];
        matrix.entries().filter(|(i, j, _)| i == j).for_each(|(i, _, value)| entries[i] = value);
        let SymbolicCholeskyRaw::Supernodal(blocks) = self.pattern.raw() else { return false };
        let factor = SupernodalLltRef::new(blocks, &self.values);
        let row = |place: usize| self.pattern.perm().map_or(place, |order| order.arrays().0[place]);
        (0..blocks.n_supernodes()).map(|number| factor.supernode(number)).all(|block| {
            let values = block.val();
            (0..values.ncols())
                .all(|k| !is_lost(values[(k, k)].powi(2), entries[row(block.start() + k)]))
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
