//! Geometric stiffness of a mesh: how loads make its modes stiffer or softer.
//!
//! A load that stresses a link changes its stiffness by a matrix that is linear in the load. In the modes, its
//! entry (j, k) is minus the work of the load in a displacement d_jk of second order, which belongs to the
//! product q_j q_k: what a beam loses of its length as it bends. So the matrices of unit loads give all that
//! mechanics needs of d_jk (Wallrapp, Schwertassek, Representation of geometric stiffening in multibody system
//! simulation, Int. J. Numer. Methods Eng. 32, 1991): under an acceleration a of the frame of the link, an
//! angular velocity w, an angular acceleration e and a force F on the tip
//!
//! ```text
//! G_jk = (1 + [j = k]) (a.first + tr(([e]x + [w]x^2) mixed) - F.shift)
//! ```

use appell_diagnostic::Diagnostic;
use appell_numeric::dot;
use appell_numeric::sparse::Sparse;
use appell_spatial::Matrix;

use super::{FiniteElementModel, ReducedMode};

/// A load of 1 under which a link has a geometric stiffness; axes are those of the frame of the link, 0 to 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnitLoad {
    /// The frame of the link accelerates along an axis by 1 m/s^2.
    Acceleration(usize),
    /// The link rotates at 1 rad/s about an axis; about two, at 1 rad/s about each.
    Rotation(usize, usize),
    /// The link has an angular acceleration of 1 rad/s^2 about an axis.
    AngularAcceleration(usize),
    /// A force of 1 N acts on the tip along an axis.
    Force(usize),
}

impl UnitLoad {
    /// All, with their names in files.
    pub const ALL: [(&'static str, Self); 15] = [
        ("acceleration_x", Self::Acceleration(0)),
        ("acceleration_y", Self::Acceleration(1)),
        ("acceleration_z", Self::Acceleration(2)),
        ("rotation_x", Self::Rotation(0, 0)),
        ("rotation_y", Self::Rotation(1, 1)),
        ("rotation_z", Self::Rotation(2, 2)),
        ("rotation_xy", Self::Rotation(0, 1)),
        ("rotation_xz", Self::Rotation(0, 2)),
        ("rotation_yz", Self::Rotation(1, 2)),
        ("angular_acceleration_x", Self::AngularAcceleration(0)),
        ("angular_acceleration_y", Self::AngularAcceleration(1)),
        ("angular_acceleration_z", Self::AngularAcceleration(2)),
        ("force_x", Self::Force(0)),
        ("force_y", Self::Force(1)),
        ("force_z", Self::Force(2)),
    ];

    /// Its name in files.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, load)| *load == self).map_or("", |(name, _)| name)
    }
}

/// A displacement of second order, which belongs to the product of two modal coordinates.
#[derive(Clone, Debug)]
pub struct ReducedPair {
    /// The modes, counted from 0, the lower one first.
    pub modes: [usize; 2],
    /// That of the tip.
    pub shift: [f64; 3],
    /// Its integral over the mass.
    pub first: [f64; 3],
    /// The integral of r d^T with it.
    pub mixed: Matrix<f64>,
}

/// The displacements of second order of modes, of which the shapes over all rows of the mesh are given.
pub(super) fn pairs(model: &FiniteElementModel, shapes: &[Vec<f64>]) -> Vec<ReducedPair> {
    if model.geometric.is_empty() {
        return Vec::new();
    }
    let stressed = |(load, matrix): &(UnitLoad, Sparse)| {
        let forces = shapes.iter().map(|shape| matrix.times(shape)).collect();
        (*load, forces)
    };
    let stressed: Vec<(UnitLoad, Vec<Vec<f64>>)> = model.geometric.iter().map(stressed).collect();
    let pair = |j: usize, k: usize| {
        let factor = if j == k { 0.5 } else { 1.0 };
        let given = |load: UnitLoad| {
            let (_, forces) = stressed.iter().find(|(it, _)| *it == load)?;
            Some(factor * dot(&shapes[j], &forces[k]))
        };
        let entry = |load| given(load).unwrap_or_default();
        ReducedPair {
            modes: [j, k],
            shift: [0, 1, 2].map(|axis| -entry(UnitLoad::Force(axis))),
            first: [0, 1, 2].map(|axis| entry(UnitLoad::Acceleration(axis))),
            mixed: lever(given),
        }
    };
    let count = shapes.len();
    (0..count).flat_map(|j| (j..count).map(move |k| (j, k))).map(|(j, k)| pair(j, k)).collect()
}

/// The integral of r d^T by the entries of unit loads. With the entries c_ij of w_i w_j in tr([w]x^2 mixed), its
/// symmetric part is c - tr(c)/2; the skew part is the moment of d, which an angular acceleration needs.
fn lever(given: impl Fn(UnitLoad) -> Option<f64>) -> Matrix<f64> {
    let entry = |load| given(load).unwrap_or_default();
    let mut mixed = Matrix([[0.0; 3]; 3]);
    let about = [0, 1, 2].map(|axis| entry(UnitLoad::Rotation(axis, axis)));
    let half = 0.5 * about.iter().sum::<f64>();
    for i in 0..3 {
        mixed.0[i][i] = about[i] - half;
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        // about both axes at once: the square of each, and twice their product
        let both = given(UnitLoad::Rotation(j.min(k), j.max(k)));
        let product = both.map_or(0.0, |both| 0.5 * (both - about[j] - about[k]));
        let moment = 0.5 * entry(UnitLoad::AngularAcceleration(i));
        mixed.0[j][k] = product + moment;
        mixed.0[k][j] = product - moment;
    }
    mixed
}

/// Whether the matrices belong to the mesh; a rotation about two axes needs those about each.
pub(super) fn check(model: &FiniteElementModel) -> Result<(), Diagnostic> {
    for (load, matrix) in &model.geometric {
        let name = load.name();
        if matrix.size() != model.stiffness.size() {
            let message = "this geometric stiffness has not as many rows as the stiffness";
            return Err(Diagnostic::error("mesh-size", message)
                .fact("load", name)
                .fact("rows of the geometric stiffness", matrix.size())
                .fact("rows of the stiffness", model.stiffness.size())
                .hint("give all rows, node by node, as of the stiffness; those of the root may be zero"));
        }
        let UnitLoad::Rotation(i, j) = *load else { continue };
        let has = |axis: usize| {
            model.geometric.iter().any(|(it, _)| *it == UnitLoad::Rotation(axis, axis))
        };
        if let Some(axis) = [i, j].into_iter().find(|axis| !has(*axis)) {
            let needed = UnitLoad::Rotation(axis, axis).name();
            let message = format!("`{name}` needs `{needed}` beside it");
            return Err(Diagnostic::error("geometric-incomplete", message)
                .hint(format!("`{name}` is a rotation about both axes at once: give the matrices of the rotations about each too")));
        }
    }
    Ok(())
}

/// A geometric stiffness that is as large as the stiffness, in every mode, to this share is that of the loaded
/// link: both together.
const ALIKE: f64 = 0.1;

/// Whether matrices are geometric stiffness alone, without the stiffness, given modes of a norm in mass and
/// their shapes.
pub(super) fn check_alone(
    model: &FiniteElementModel,
    norm: f64,
    (modes, shapes): (&[ReducedMode], &[Vec<f64>]),
) -> Result<(), Diagnostic> {
    for (load, matrix) in &model.geometric {
        let alike = modes.iter().zip(shapes).all(|(mode, shape)| {
            let stiffness = norm * mode.lambda;
            (dot(shape, &matrix.times(shape)) - stiffness).abs() < ALIKE * stiffness
        });
        if alike {
            let message = "this is the stiffness of the loaded link, not its geometric stiffness";
            return Err(Diagnostic::error("geometric-with-stiffness", message)
                .fact("load", load.name())
                .hint("take the stiffness without load off, and divide by the load"));
        }
    }
    Ok(())
}
