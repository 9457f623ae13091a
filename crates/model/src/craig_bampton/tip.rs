//! The tip of a mesh: what the rest of the robot sits on.

use appell_diagnostic::Diagnostic;
use appell_spatial::Vector;

use super::Mesh;
use appell_numeric::envelope::{Envelope, Factor};

/// What moves as the tip: one node with rotations, or the rigid body nearest to several nodes.
pub(super) struct Tip {
    pub(super) place: [f64; 3],
    /// How far the link reaches.
    pub(super) size: f64,
    nodes: Vec<(usize, [f64; 3])>,
    /// Solves for the rotation of several nodes.
    inertia: Option<Factor>,
}

impl Tip {
    pub(super) fn new(mesh: &Mesh) -> Result<Self, Diagnostic> {
        let count = mesh.tip.len() as f64;
        let place = [0, 1, 2]
            .map(|axis| mesh.tip.iter().map(|node| mesh.nodes[*node][axis]).sum::<f64>() / count);
        let arm = |node: &usize| {
            let r = mesh.nodes[*node];
            (*node, [0, 1, 2].map(|axis| r[axis] - place[axis]))
        };
        let nodes: Vec<(usize, [f64; 3])> = mesh.tip.iter().map(arm).collect();
        let size = place.iter().map(|x| x * x).sum::<f64>().sqrt();
        if nodes.len() == 1 && mesh.per_node() == 6 {
            return Ok(Self { place, size, nodes, inertia: None });
        }
        let mut entries = Vec::new();
        for (_, r) in &nodes {
            let square: f64 = r.iter().map(|x| x * x).sum();
            for i in 0..3 {
                for j in 0..=i {
                    entries.push((i, j, f64::from(u8::from(i == j)) * square - r[i] * r[j]));
                }
            }
        }
        let inertia = Envelope::new(3, &entries).factor().map_err(|_| {
            Diagnostic::error("tip-does-not-turn", "these nodes do not say how the tip turns")
                .fact("nodes of the tip", nodes.len())
                .hint(
                    "name at least three nodes that are not on one line, or one that has rotations",
                )
        })?;
        Ok(Self { place, size, nodes, inertia: Some(inertia) })
    }

    /// Its displacement and rotation.
    pub(super) fn motion(&self, shape: &[f64], per: usize) -> ([f64; 3], [f64; 3]) {
        let Some(inertia) = &self.inertia else {
            return motion(shape, self.nodes[0].0, per);
        };
        let count = self.nodes.len() as f64;
        let mut shift = [0.0; 3];
        let mut moment = [0.0; 3];
        for (node, r) in &self.nodes {
            let (u, _) = motion(shape, *node, per);
            let turning = cross(*r, u);
            for axis in 0..3 {
                shift[axis] += u[axis] / count;
                moment[axis] += turning[axis];
            }
        }
        inertia.solve(&mut moment);
        (shift, moment)
    }
}

/// Displacement and rotation of a node.
pub(super) fn motion(shape: &[f64], node: usize, per: usize) -> ([f64; 3], [f64; 3]) {
    let at = |k: usize| shape[node * per + k];
    let turn = if per == 6 { [at(3), at(4), at(5)] } else { [0.0; 3] };
    ([at(0), at(1), at(2)], turn)
}

pub(super) fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    Vector(a).cross(&Vector(b)).0
}
