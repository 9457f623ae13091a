//! The tip of a mesh, what the rest of the robot sits on, and other points like it.

use appell_diagnostic::Diagnostic;
use appell_numeric::cholesky;

use super::rigid::{cross, unit};
use super::{FiniteElementModel, node_motion};

/// What moves as the tip: one node with rotations, or the rigid body nearest to several nodes.
pub(super) struct Tip {
    pub(super) place: [f64; 3],
    /// Its distance from the origin of the link.
    pub(super) reach: f64,
    nodes: Vec<(usize, [f64; 3])>,
    per_node: usize,
    /// Cholesky's factor of the inertia of several nodes of mass 1, which gives their rotation.
    inertia: Option<[f64; 9]>,
}

impl Tip {
    pub(super) fn new(model: &FiniteElementModel, nodes: &[usize]) -> Result<Self, Diagnostic> {
        let count = nodes.len() as f64;
        let place = [0, 1, 2]
            .map(|axis| nodes.iter().map(|node| model.nodes[*node][axis]).sum::<f64>() / count);
        let arm = |node: &usize| {
            let r = model.nodes[*node];
            (*node, [0, 1, 2].map(|axis| r[axis] - place[axis]))
        };
        let nodes: Vec<(usize, [f64; 3])> = nodes.iter().map(arm).collect();
        let reach = place.iter().map(|x| x * x).sum::<f64>().sqrt();
        let per_node = model.per_node();
        let inertia = match nodes.len() == 1 && per_node == 6 {
            true => None,
            false => Some(factored_inertia(&nodes)?),
        };
        Ok(Self { place, reach, nodes, per_node, inertia })
    }

    /// Its displacement and rotation in a shape.
    pub(super) fn motion(&self, shape: &[f64]) -> ([f64; 3], [f64; 3]) {
        let Some(inertia) = &self.inertia else {
            return node_motion(shape, self.nodes[0].0, self.per_node);
        };
        let count = self.nodes.len() as f64;
        let mut shift = [0.0; 3];
        let mut moment = [0.0; 3];
        for (node, r) in &self.nodes {
            let (u, _) = node_motion(shape, *node, self.per_node);
            let turning = cross(*r, u);
            for axis in 0..3 {
                shift[axis] += u[axis] / count;
                moment[axis] += turning[axis];
            }
        }
        cholesky::solve_lower(inertia, &mut moment);
        cholesky::solve_upper(inertia, &mut moment);
        (shift, moment)
    }

    /// Unit forces along and unit moments about x, y, z on the tip, over all rows of the mesh: they do the
    /// work of the tip's motion, so that they are the transpose of [`motion`](Self::motion).
    pub(super) fn unit_forces(&self, model: &FiniteElementModel) -> [Vec<f64>; 6] {
        std::array::from_fn(|kind| {
            let mut force = vec![0.0; model.mass.size()];
            let axis = unit(kind % 3);
            let count = self.nodes.len() as f64;
            let mut turn = axis;
            if let Some(inertia) = &self.inertia {
                cholesky::solve_lower(inertia, &mut turn);
                cholesky::solve_upper(inertia, &mut turn);
            }
            for (node, r) in &self.nodes {
                let row = node * self.per_node;
                match (kind < 3, &self.inertia) {
                    (true, _) => (0..3).for_each(|i| force[row + i] = axis[i] / count),
                    (false, None) => (0..3).for_each(|i| force[row + 3 + i] = axis[i]),
                    (false, Some(_)) => {
                        let pull = cross(turn, *r);
                        (0..3).for_each(|i| force[row + i] = pull[i]);
                    }
                }
            }
            force
        })
    }
}

/// Cholesky's factor of the inertia of nodes of mass 1 about their centre.
fn factored_inertia(nodes: &[(usize, [f64; 3])]) -> Result<[f64; 9], Diagnostic> {
    let mut inertia = [0.0; 9];
    for (_, r) in nodes {
        let square: f64 = r.iter().map(|x| x * x).sum();
        for i in 0..3 {
            for j in 0..3 {
                inertia[3 * i + j] += f64::from(u8::from(i == j)) * square - r[i] * r[j];
            }
        }
    }
    cholesky::factor(3, &mut inertia).map_err(|_| {
        Diagnostic::error("tip-does-not-turn", "these nodes do not say how the tip turns")
            .fact("nodes of the tip", nodes.len())
            .hint("name at least three nodes that are not on one line, or one that has rotations")
    })?;
    Ok(inertia)
}
