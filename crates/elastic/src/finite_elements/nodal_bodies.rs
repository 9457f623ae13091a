//! The nodes of a mesh as small bodies, with the mass and inertia of their rows.
//!
//! What is of second order in the modes (how the inertia changes as the link bends) needs the mass
//! by places, which matrices do not tell. Small bodies are exact for a lumped mass matrix, and
//! converge with the mesh for a consistent one.

use appell_spatial::{Matrix, Vector};

use super::rigid::{rows, unit};
use super::{FiniteElementModel, node_motion};

/// A node as a small body.
struct Body {
    node: usize,
    place: [f64; 3],
    mass: f64,
    /// The integral of r r^T about the node.
    spread: Matrix<f64>,
}

/// All nodes.
pub(super) struct NodalBodies {
    bodies: Vec<Body>,
    per_node: usize,
}

impl NodalBodies {
    pub(super) fn new(model: &FiniteElementModel) -> Self {
        let per_node = model.per_node();
        let heavy = |moved: Vec<f64>| model.mass.times(&moved);
        let shifts = [0, 1, 2].map(|axis| heavy(rows(model, |_| unit(axis), [0.0; 3])));
        let turns = [0, 1, 2].map(|axis| heavy(rows(model, |_| [0.0; 3], unit(axis))));
        let body = |(node, place): (usize, &[f64; 3])| {
            let row = node * per_node;
            let mass = (0..3).map(|axis| shifts[axis][row + axis]).sum::<f64>() / 3.0;
            let entry =
                |i: usize, j: usize| if per_node == 6 { turns[i][row + 3 + j] } else { 0.0 };
            let inertia: [[f64; 3]; 3] =
                std::array::from_fn(|i| std::array::from_fn(|j| 0.5 * (entry(i, j) + entry(j, i))));
            let half = 0.5 * (inertia[0][0] + inertia[1][1] + inertia[2][2]);
            let spread = &Matrix::diagonal(&half) - &Matrix(inertia);
            Body { node, place: *place, mass, spread }
        };
        Self { bodies: model.nodes.iter().enumerate().map(body).collect(), per_node }
    }

    /// The integral of r d^T over the displacements d of a shape.
    pub(super) fn lever(&self, shape: &[f64]) -> Matrix<f64> {
        let mut sum = Matrix([[0.0; 3]; 3]);
        for body in &self.bodies {
            let (u, turn) = node_motion(shape, body.node, self.per_node);
            sum = &sum + &Matrix::outer(&Vector(body.place), &Vector(u)).scale(&body.mass);
            sum = &sum + &(&body.spread * &skew(turn).transpose());
        }
        sum
    }

    /// The integral of d e^T over the displacements d and e of two shapes.
    pub(super) fn product(&self, one: &[f64], other: &[f64]) -> Matrix<f64> {
        let mut sum = Matrix([[0.0; 3]; 3]);
        for body in &self.bodies {
            let [(u, turn), (v, other)] =
                [one, other].map(|shape| node_motion(shape, body.node, self.per_node));
            sum = &sum + &Matrix::outer(&Vector(u), &Vector(v)).scale(&body.mass);
            sum = &sum + &(&(&skew(turn) * &body.spread) * &skew(other).transpose());
        }
        sum
    }
}

/// The matrix of a x b by b.
fn skew(a: [f64; 3]) -> Matrix<f64> {
    Matrix::cross(&Vector(a))
}
