//! The mesh as a rigid body: its six motions, its mass, and whether they strain it.

use appell_diagnostic::{Diagnostic, shown};
use appell_numeric::dot;
use appell_numeric::sparse::Sparse;
use appell_spatial::Vector;

use super::FiniteElementModel;

/// A motion of all rows, and the mass matrix times it.
pub(super) struct Motion {
    pub(super) moved: Vec<f64>,
    pub(super) heavy: Vec<f64>,
}

/// The shifts along x, y, z and the turns about them, at the origin of the link.
pub(super) struct RigidMotions {
    pub(super) shifts: [Motion; 3],
    pub(super) turns: [Motion; 3],
}

/// Rigid motions of a mesh that has any mass are beyond this share of the sum of all its entries;
/// of a stiffness, whose rows cancel, only rounding is left.
const NO_MASS: f64 = 1e-9;

/// By what share the masses along x, y and z may differ: files have few digits.
const UNEVEN_MASS: f64 = 1e-6;

impl RigidMotions {
    pub(super) fn new(model: &FiniteElementModel) -> Self {
        let heavy = |moved: Vec<f64>| Motion { heavy: model.mass.times(&moved), moved };
        Self {
            shifts: [0, 1, 2].map(|axis| heavy(rows(model, |_| unit(axis), [0.0; 3]))),
            turns: [0, 1, 2].map(|axis| heavy(rows(model, |r| cross(unit(axis), r), unit(axis)))),
        }
    }

    /// The mass of the mesh, kg: that which a shift moves, the same in every direction.
    pub(super) fn mass(&self, matrix: &Sparse) -> Result<f64, Diagnostic> {
        let masses = self.shifts.each_ref().map(|shift| dot(&shift.heavy, &shift.moved));
        let mass = masses.iter().sum::<f64>() / 3.0;
        let sizes: f64 = matrix.entries().map(|(.., value)| value.abs()).sum();
        if masses.iter().all(|mass| mass.abs() <= NO_MASS * sizes) {
            return Err(Diagnostic::error(
                "mesh-mass",
                "this mesh has no mass: its mass matrix gives none to a shift",
            )
            .hint("is this the stiffness? exchange the files of `mass` and `stiffness`"));
        }
        if masses.iter().any(|one| (one - mass).abs() > UNEVEN_MASS * mass.abs()) || mass <= 0.0 {
            return Err(Diagnostic::error(
                "mesh-mass",
                "the mass of this mesh differs between directions",
            )
            .fact("along x, y, z", masses.map(shown).join(", "))
            .hint(
                "rows of the matrices go node by node: x, y, z (and the rotations about x, y, z)",
            ));
        }
        Ok(mass)
    }

    /// The integral of r.
    pub(super) fn first_moment(&self) -> [f64; 3] {
        // about z of what moves along y, and so on
        [0, 1, 2].map(|axis| {
            let (along, about) = ((axis + 1) % 3, (axis + 2) % 3);
            dot(&self.shifts[along].heavy, &self.turns[about].moved)
        })
    }

    /// The tensor of inertia about the origin.
    pub(super) fn inertia(&self) -> [[f64; 3]; 3] {
        let turns = &self.turns;
        [0, 1, 2].map(|i| [0, 1, 2].map(|j| dot(&turns[i].heavy, &turns[j].moved)))
    }
}

/// The motion of all rows by displacements of the nodes and one rotation of all.
pub(super) fn rows(
    model: &FiniteElementModel,
    shift: impl Fn([f64; 3]) -> [f64; 3],
    turn: [f64; 3],
) -> Vec<f64> {
    let six = model.per_node() == 6;
    let node = |r: &[f64; 3]| shift(*r).into_iter().chain(turn.into_iter().filter(move |_| six));
    model.nodes.iter().flat_map(node).collect()
}

const NAMES: [&str; 6] = [
    "shift along x",
    "shift along y",
    "shift along z",
    "turn about x",
    "turn about y",
    "turn about z",
];

/// What a rigid motion may leave of the forces on a row, as a share of their sizes: files have few
/// digits, and elements may be short; wrong units and rows are far beyond.
const STRAIN: f64 = 1e-2;

/// Whether the nodes are those of the stiffness: a rigid motion strains nothing. Turns are taken
/// about the node of each row, so that only its neighbours count.
pub(super) fn check_stiffness(model: &FiniteElementModel) -> Result<(), Diagnostic> {
    let per = model.per_node();
    let forces = forces_of_rigid_motions(model);
    for (motion, name) in NAMES.iter().enumerate() {
        // forces and moments have other units
        for kind in 0..per / 3 {
            let (mut largest, mut scale, mut node) = (0.0, 0.0f64, 0);
            for row in (0..forces.len()).filter(|row| row % per / 3 == kind) {
                let (sum, size) = forces[row][motion];
                if sum.abs() > largest {
                    (largest, node) = (sum.abs(), row / per + 1);
                }
                scale = scale.max(size);
            }
            if largest > STRAIN * scale {
                let message =
                    "the stiffness does not belong to these nodes: a rigid motion strains the mesh";
                return Err(Diagnostic::error("mesh-not-rigid", message)
                    .fact("motion", name)
                    .fact("most at node", node)
                    .fact("force, over the sum of its parts", shown(largest / scale))
                    .hint("nodes are in metres and in the order of the rows, which go node by node: x, y, z (and the rotations about x, y, z)")
                    .hint("the stiffness is that of the free link, without supports"));
            }
        }
    }
    Ok(())
}

/// Of every row and every rigid motion: the force or moment, and the sizes of what adds up to it.
fn forces_of_rigid_motions(model: &FiniteElementModel) -> Vec<[(f64, f64); 6]> {
    let per = model.per_node();
    let mut forces = vec![[(0.0, 0.0); 6]; model.stiffness.size()];
    let mut add = |row: usize, column: usize, value: f64| {
        let (at, of) = (model.nodes[row / per], model.nodes[column / per]);
        let arm = [0, 1, 2].map(|axis| of[axis] - at[axis]);
        for (motion, (sum, size)) in forces[row].iter_mut().enumerate() {
            let axis = unit(motion % 3);
            let (shift, turn) =
                if motion < 3 { (axis, [0.0; 3]) } else { (cross(axis, arm), axis) };
            let moved = if column % per < 3 { shift } else { turn }[column % per % 3];
            *sum += value * moved;
            *size += (value * moved).abs();
        }
    };
    for (i, j, value) in model.stiffness.entries() {
        add(i, j, value);
        if i != j {
            add(j, i, value);
        }
    }
    forces
}

pub(super) fn unit(axis: usize) -> [f64; 3] {
    let mut unit = [0.0; 3];
    unit[axis] = 1.0;
    unit
}

pub(super) fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    Vector(a).cross(&Vector(b)).0
}
