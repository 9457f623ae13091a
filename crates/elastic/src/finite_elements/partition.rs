//! The rows of a mesh: clamped ones, and those that move.

use appell_numeric::sparse::Sparse;

use super::FiniteElementModel;

/// The rows that move.
pub(super) struct Partition {
    /// The row of the mesh at every place.
    rows: Vec<usize>,
    /// The place of every row of the mesh; those of the root have none.
    place: Vec<Option<usize>>,
    per_node: usize,
}

impl Partition {
    pub(super) fn new(model: &FiniteElementModel) -> Self {
        let per_node = model.per_node();
        let mut clamped = vec![false; model.nodes.len()];
        model.root.iter().for_each(|node| clamped[*node] = true);
        let rows: Vec<usize> =
            (0..model.mass.size()).filter(|row| !clamped[row / per_node]).collect();
        let mut place = vec![None; model.mass.size()];
        rows.iter().enumerate().for_each(|(k, row)| place[*row] = Some(k));
        Self { rows, place, per_node }
    }

    /// How many rows move.
    pub(super) fn free(&self) -> usize {
        self.rows.len()
    }

    /// A matrix of the mesh without the clamped rows.
    pub(super) fn moving(&self, matrix: &Sparse) -> Sparse {
        matrix.part(self.free(), &self.place)
    }

    /// The rows that move, of a vector over all rows of the mesh.
    pub(super) fn gather(&self, all: &[f64]) -> Vec<f64> {
        self.rows.iter().map(|row| all[*row]).collect()
    }

    /// A shape of the rows that move, over all rows of the mesh.
    pub(super) fn spread(&self, shape: Vec<f64>) -> Vec<f64> {
        let mut all = vec![0.0; self.place.len()];
        self.rows.iter().zip(shape).for_each(|(row, entry)| all[*row] = entry);
        all
    }

    /// What a row is called in messages: `ry of node 3`.
    pub(super) fn name(&self, place: usize) -> String {
        let row = self.rows[place];
        let direction = ["x", "y", "z", "rx", "ry", "rz"][row % self.per_node];
        format!("{direction} of node {}", row / self.per_node + 1)
    }
}
