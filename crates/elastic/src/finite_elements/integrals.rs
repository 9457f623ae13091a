//! The integrals of shapes over a mesh.
//!
//! What is linear in the modes is exact: mass, first moment and inertia of the mesh, the momentum
//! and angular momentum of every mode, and the products of modes follow from the mass matrix and the
//! motions of a rigid body. The rest comes from [small bodies](super::nodal_bodies), and is put right
//! where the exact sums are known.

use appell_diagnostic::Diagnostic;
use appell_numeric::dot;
use appell_numeric::subspace::Mode;
use appell_spatial::Matrix;

use super::nodal_bodies::NodalBodies;
use super::rigid::RigidMotions;
use super::tip::Tip;
use super::{FiniteElementModel, ReducedMode, ReducedModel, ReducedStation, stiffening};

/// The integrals of modes of norm 1, scaled to the norm of the whole mass. Fails where a geometric stiffness is
/// none.
pub(super) fn integrals(
    model: &FiniteElementModel,
    motions: &RigidMotions,
    mass: f64,
    (tip, stations): (&Tip, &[Tip]),
    shapes: Vec<Mode>,
) -> Result<ReducedModel, Diagnostic> {
    let bodies = NodalBodies::new(model);
    let mut modes = Vec::with_capacity(shapes.len());
    let mut fields = Vec::with_capacity(shapes.len());
    let still = |it: &Tip| ReducedStation { place: it.place, ..ReducedStation::default() };
    let mut reduced: Vec<ReducedStation> = stations.iter().map(still).collect();
    for (lambda, mut shape) in shapes {
        let (shift, slope) = tip.motion(&shape);
        let factor = mass.sqrt().copysign(direction(shift, slope, tip.reach));
        shape.iter_mut().for_each(|entry| *entry *= factor);
        for (station, reduced) in stations.iter().zip(&mut reduced) {
            let (shift, slope) = station.motion(&shape);
            reduced.shifts.push(shift);
            reduced.slopes.push(slope);
        }
        modes.push(ReducedMode {
            lambda,
            shift: shift.map(|entry| entry * factor),
            slope: slope.map(|entry| entry * factor),
            first: motions.shifts.each_ref().map(|motion| dot(&motion.heavy, &shape)),
            mixed: lever(&bodies, motions, &shape),
        });
        fields.push(shape);
    }
    let products = products(&bodies, &fields, mass);
    let (first, inertia) = (motions.first_moment(), motions.inertia());
    stiffening::check_alone(model, mass, (&modes, &fields))?;
    let pairs = stiffening::pairs(model, &fields);
    let stations = reduced;
    Ok(ReducedModel { mass, first, inertia, tip: tip.place, stations, modes, products, pairs })
}

/// A component of a vector takes the place of one before it only if it is larger by more than
/// rounding, so that the choice is the same on every machine.
const LARGER: f64 = 1.001;

/// Where the shift of the tip is smaller than this share of its rotation times the length of the
/// link, the shift is rounding: the mode twists.
const TWISTS: f64 = 1e-6;

/// A number whose sign says to which side a mode moves the tip: that of the largest displacement, or
/// of the largest rotation where the tip stays in place.
fn direction(shift: [f64; 3], slope: [f64; 3], reach: f64) -> f64 {
    let largest = |vector: [f64; 3]| {
        vector.into_iter().fold(0.0f64, |a, b| if b.abs() > LARGER * a.abs() { b } else { a })
    };
    let (shift, slope) = (largest(shift), largest(slope));
    if shift.abs() / TWISTS > slope.abs() * reach { shift } else { slope }
}

/// The integral of r d^T. Its skew part, the angular momentum, is known exactly.
fn lever(bodies: &NodalBodies, motions: &RigidMotions, shape: &[f64]) -> Matrix<f64> {
    let mut mixed = bodies.lever(shape);
    for (axis, turn) in motions.turns.iter().enumerate() {
        let (i, j) = ((axis + 1) % 3, (axis + 2) % 3);
        let rest = dot(&turn.heavy, shape) - (mixed.0[i][j] - mixed.0[j][i]);
        mixed.0[i][j] += 0.5 * rest;
        mixed.0[j][i] -= 0.5 * rest;
    }
    mixed
}

/// The integrals of d_j d_k^T. Their traces are known: the modes are orthogonal, and their norm is
/// the mass. What lumping has lost is given to the directions in which they move.
fn products(bodies: &NodalBodies, fields: &[Vec<f64>], mass: f64) -> Vec<Vec<Matrix<f64>>> {
    let own: Vec<Matrix<f64>> = fields.iter().map(|field| bodies.product(field, field)).collect();
    let product = |j: usize, k: usize| {
        let mut product = bodies.product(&fields[j], &fields[k]);
        let norm = if j == k { mass } else { 0.0 };
        let rest = norm - product.trace();
        let shares = [0, 1, 2].map(|i| own[j].0[i][i] + own[k].0[i][i]);
        let sum: f64 = shares.iter().sum();
        for (i, share) in shares.into_iter().enumerate() {
            product.0[i][i] += rest * if sum > 0.0 { share / sum } else { 1.0 / 3.0 };
        }
        product
    };
    let count = fields.len();
    (0..count).map(|j| (0..count).map(|k| product(j, k)).collect()).collect()
}
