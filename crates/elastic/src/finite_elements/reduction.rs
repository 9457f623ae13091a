//! The shapes in which a mesh is reduced. The root is clamped. The space has the lowest vibrations with
//! the tip free, and the static shapes of forces and moments on the tip and on every other interface, so that
//! whatever sits there deforms the link as it should (attachment modes: MacNeal, A hybrid method of component mode synthesis,
//! Computers & Structures 1, 1971; Rubin, Improved component-mode representation for structural dynamic
//! analysis, AIAA Journal 13(8), 1975). In this space the shapes are made orthogonal in mass and stiffness.

use appell_diagnostic::Diagnostic;
use appell_numeric::sparse::{FactorError, Sparse};
use appell_numeric::subspace::{Mode, lowest, within};

use super::FiniteElementModel;
use super::partition::Partition;
use super::tip::Tip;

/// With few modes, so many of them are vibrations: a body on the tip makes the static shapes more
/// important than the third vibration without it.
const LEAST_VIBRATIONS: usize = 2;

/// The `kept` lowest shapes over all rows of the mesh, of norm 1 in mass.
pub(super) fn shapes(
    model: &FiniteElementModel,
    partition: &Partition,
    interfaces: &[&Tip],
    kept: usize,
) -> Result<Vec<Mode>, Diagnostic> {
    let mass = partition.moving(&model.mass);
    check_mass(&mass, partition)?;
    let stiffness = partition.moving(&model.stiffness);
    let factor = stiffness.factor().map_err(|error| match error {
        FactorError::NotPositive(row) => at(
            row,
            partition,
            Diagnostic::error(
                "stiffness-singular",
                "this stiffness lets a part move freely when the root is clamped",
            ),
        )
        .hint("clamp more nodes as the root; or check units and signs of the stiffness"),
        FactorError::TooLarge(numbers) => too_large(numbers),
    })?;
    let forces = interfaces.iter().flat_map(|interface| interface.unit_forces(model));
    let statics: Vec<Vec<f64>> = forces
        .map(|force| {
            let mut shape = partition.gather(&force);
            factor.solve(&mut shape);
            shape
        })
        .collect();
    let size = partition.free();
    let with = |vibrations: usize| {
        let found = lowest(vibrations, size, |x| factor.solve(x), |x| mass.times(x));
        let shapes = found.into_iter().map(|(_, shape)| shape).chain(statics.iter().cloned());
        within(shapes.collect(), |x| stiffness.times(x), |x| mass.times(x))
    };
    let mut modes = with(kept.saturating_sub(statics.len()).max(kept.min(LEAST_VIBRATIONS)));
    if modes.len() < kept {
        // static shapes that have no mass: a thin bar that is twisted
        modes = with(kept);
    }
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

/// With the row, where it is known.
fn at(row: Option<usize>, partition: &Partition, problem: Diagnostic) -> Diagnostic {
    match row {
        Some(row) => problem.fact("first at", partition.name(row)),
        None => problem,
    }
}

fn too_large(numbers: usize) -> Diagnostic {
    const NUMBERS_A_GIB: f64 = (1 << 27) as f64;
    Diagnostic::error("mesh-too-large", "the factor of this matrix is too large")
        .fact("it would take", format!("{:.1} GiB", numbers as f64 / NUMBERS_A_GIB))
        .hint("use a program that was built with the feature `meshes`, which needs far less memory")
        .hint("or use a coarser mesh")
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
        Err(FactorError::TooLarge(numbers)) => Err(too_large(numbers)),
        Err(FactorError::NotPositive(row)) => Err(at(
            row,
            partition,
            Diagnostic::error("mass-not-positive", "this mass matrix is not positive definite"),
        )
        .hint("check signs, nodes without mass, and that this is the mass and not the stiffness")),
    }
}
