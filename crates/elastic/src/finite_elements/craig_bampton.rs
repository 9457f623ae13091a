//! The shapes in which a mesh is reduced. The root is clamped. The basis has the static shapes of
//! unit displacements of the tip, and the lowest vibrations with the tip held; of the vibrations in
//! this basis the lowest are kept.

use appell_diagnostic::Diagnostic;
use appell_numeric::dot;
use appell_numeric::pencil::pencil;
use appell_numeric::sparse::{Factor, Sparse};
use appell_numeric::subspace::{Mode, lowest};

use super::FiniteElementModel;
use super::partition::Partition;

/// The `kept` lowest vibrations over all rows of the mesh, of norm 1 in mass.
pub(super) fn modes(
    model: &FiniteElementModel,
    partition: &Partition,
    kept: usize,
    fixed: usize,
) -> Result<Vec<Mode>, Diagnostic> {
    let mass = partition.moving(&model.mass);
    check_mass(&mass, partition)?;
    let stiffness = partition.moving(&model.stiffness);
    let singular = |row: usize| {
        Diagnostic::error(
            "stiffness-singular",
            "this stiffness lets a part move freely when the root is clamped",
        )
        .fact("first at", partition.name(row))
        .hint("clamp more nodes as the root; or check units and signs of the stiffness")
    };
    stiffness.factor().map_err(singular)?;
    let held = partition.inner(&stiffness).factor().map_err(singular)?;
    let mut basis = static_shapes(&stiffness, &held, partition);
    let inner_mass = partition.inner(&mass);
    let inner = lowest(fixed, inner_mass.size(), |x| held.solve(x), |x| inner_mass.times(x));
    basis.extend(inner.into_iter().map(|(_, mut shape)| {
        shape.resize(partition.free(), 0.0);
        shape
    }));
    let modes =
        vibrations(&basis, &mass, &stiffness).map_err(|_| singular(partition.free() - 1))?;
    if modes.len() < kept {
        return Err(Diagnostic::error(
            "too-few-modes",
            "this mesh has fewer modes than were asked for",
        )
        .fact("asked", kept)
        .fact("found", modes.len())
        .hint("ask for fewer modes, or give rotations or more nodes their mass"));
    }
    let modes = modes.into_iter().take(kept);
    Ok(modes.map(|(lambda, shape)| (lambda, partition.spread(shape))).collect())
}

/// A mass matrix is positive definite, but for rows that have no mass at all.
fn check_mass(mass: &Sparse, partition: &Partition) -> Result<(), Diagnostic> {
    let size = mass.size();
    let mut empty = vec![true; size];
    mass.entries().for_each(|(i, j, _)| (empty[i], empty[j]) = (false, false));
    let fill = (0..size).filter(|k| empty[*k]).map(|k| (k, k, 1.0));
    let filled: Vec<_> = mass.entries().chain(fill).collect();
    match Sparse::new(size, &filled).factor() {
        Ok(_) => Ok(()),
        Err(row) => Err(Diagnostic::error("mass-not-positive", "this mass matrix is not positive definite")
            .fact("first at", partition.name(row))
            .hint("every motion has a positive kinetic energy; check signs, and that this is the mass and not the stiffness")),
    }
}

/// For a unit displacement of every row of the tip: K_ii x_i = -K_ib.
fn static_shapes(stiffness: &Sparse, held: &Factor, partition: &Partition) -> Vec<Vec<f64>> {
    let (inside, free) = (partition.inside, partition.free());
    let mut shapes = vec![vec![0.0; inside]; free - inside];
    for (row, column, value) in stiffness.entries() {
        if row >= inside && column < inside {
            shapes[row - inside][column] = -value;
        }
    }
    for (k, shape) in shapes.iter_mut().enumerate() {
        held.solve(shape);
        shape.resize(free, 0.0);
        shape[inside + k] = 1.0;
    }
    shapes
}

/// The vibrations in a basis, by rising lambda, of norm 1 in mass. Fails where the stiffness is not
/// positive definite in it.
fn vibrations(basis: &[Vec<f64>], mass: &Sparse, stiffness: &Sparse) -> Result<Vec<Mode>, usize> {
    let within = |matrix: &Sparse, sign: f64| -> Vec<Vec<f64>> {
        let moved: Vec<Vec<f64>> = basis.iter().map(|shape| matrix.times(shape)).collect();
        let entry = |i: usize, j: usize| {
            sign * 0.5 * (dot(&basis[i], &moved[j]) + dot(&basis[j], &moved[i]))
        };
        (0..basis.len()).map(|i| (0..basis.len()).map(|j| entry(i, j)).collect()).collect()
    };
    // -M x = -(1/lambda) K x: the lowest are found best
    let solutions = pencil(&within(mass, -1.0), &within(stiffness, 1.0))?;
    let mixed = |z: &[f64], factor: f64| -> Vec<f64> {
        let entry =
            |i: usize| basis.iter().zip(z).map(|(shape, z)| shape[i] * z).sum::<f64>() * factor;
        (0..mass.size()).map(entry).collect()
    };
    let moving = solutions.iter().take_while(|(value, _)| *value < 0.0);
    Ok(moving.map(|(value, z)| (-1.0 / value, mixed(z, (-1.0 / value).sqrt()))).collect())
}
