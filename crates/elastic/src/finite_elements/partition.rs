//! The rows of a mesh: clamped ones, inner ones, those of the tip.

use appell_numeric::sparse::Sparse;

use super::FiniteElementModel;

/// The rows that move: inner ones first, then those of the tip.
pub(super) struct Partition {
    /// The row of the mesh at every place.
    rows: Vec<usize>,
    /// How many of them are inner ones.
    pub(super) inside: usize,
    /// The place of every row of the mesh; those of the root have none.
    place: Vec<Option<usize>>,
    per_node: usize,
}

impl Partition {
    pub(super) fn new(model: &FiniteElementModel) -> Self {
        let per_node = model.per_node();
        let rows_of = |node: usize| node * per_node..(node + 1) * per_node;
        let inner = (0..model.nodes.len())
            .filter(|node| !model.root.contains(node) && !model.tip.contains(node));
        let mut rows: Vec<usize> = inner.flat_map(rows_of).collect();
        let inside = rows.len();
        rows.extend(model.tip.iter().flat_map(|node| rows_of(*node)));
        let mut place = vec![None; model.mass.size()];
        rows.iter().enumerate().for_each(|(k, row)| place[*row] = Some(k));
        Self { rows, inside, place, per_node }
    }

    /// How many rows move.
    pub(super) fn free(&self) -> usize {
        self.rows.len()
    }

    /// A matrix of the mesh without the clamped rows.
    pub(super) fn moving(&self, matrix: &Sparse) -> Sparse {
        matrix.part(self.free(), &self.place)
    }

    /// A matrix of the rows that move without those of the tip.
    pub(super) fn inner(&self, moving: &Sparse) -> Sparse {
        let place: Vec<Option<usize>> =
            (0..self.free()).map(|k| (k < self.inside).then_some(k)).collect();
        moving.part(self.inside, &place)
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
