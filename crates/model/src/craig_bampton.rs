//! A finite-element model reduced to a few modes (Craig, Bampton, Coupling of substructures for
//! dynamic analyses, AIAA Journal 6(7), 1968), and the integrals of these.
//!
//! The root is clamped. The basis has the static shapes of unit displacements of the tip, and the
//! lowest vibrations with the tip held; of the vibrations in this basis the lowest are kept.
//!
//! What is linear in the modes is exact: mass, first moment and inertia of the mesh, the momentum
//! and angular momentum of every mode, and the products of modes follow from the mass matrix and the
//! motions of a rigid body. What is of second order (how the inertia changes as the link bends)
//! needs the mass by places: every node is a small body with the mass and inertia of its rows, which
//! is exact for a lumped mass matrix and converges with the mesh for a consistent one.

mod tip;

use crate::matrix_market::Symmetric;
use appell_diagnostic::{Diagnostic, shown};
use appell_numeric::dot;
use appell_numeric::envelope::Envelope;
use appell_numeric::pencil::pencil;
use appell_numeric::subspace::lowest;
use appell_spatial::{Matrix, Vector};
use tip::{Tip, cross, motion};

/// A mesh: nodes in the frame of the link; of every node three displacements and, where the
/// matrices have six rows a node, three rotations.
pub(crate) struct Mesh {
    pub(crate) nodes: Vec<[f64; 3]>,
    pub(crate) mass: Symmetric,
    pub(crate) stiffness: Symmetric,
    /// The nodes that are clamped.
    pub(crate) root: Vec<usize>,
    /// The nodes with which the tip moves.
    pub(crate) tip: Vec<usize>,
}

/// A mesh in a few modes.
pub(crate) struct Reduced {
    pub(crate) mass: f64,
    /// The integral of r.
    pub(crate) first: [f64; 3],
    /// About the origin.
    pub(crate) inertia: [[f64; 3]; 3],
    /// Where the tip is.
    pub(crate) tip: [f64; 3],
    pub(crate) modes: Vec<ReducedMode>,
    /// The integrals of d_j d_k^T.
    pub(crate) products: Vec<Vec<Matrix<f64>>>,
}

/// A mode; its norm in mass is the mass of the mesh, so that its coordinate is a length.
pub(crate) struct ReducedMode {
    /// The square of its frequency.
    pub(crate) lambda: f64,
    /// Displacement and small rotation of the tip.
    pub(crate) shift: [f64; 3],
    pub(crate) slope: [f64; 3],
    /// The integral of d.
    pub(crate) first: [f64; 3],
    /// The integral of r d^T.
    pub(crate) mixed: Matrix<f64>,
}

/// Envelopes of more numbers than this are refused: they take long.
const MAX_EXTENT: usize = 2_000_000;

impl Mesh {
    /// Rows of the matrices for every node.
    fn per_node(&self) -> usize {
        self.mass.size / self.nodes.len()
    }

    /// Whether the matrices belong to the nodes, and the interface nodes are there.
    fn check(&self) -> Result<(), Diagnostic> {
        let count = self.nodes.len();
        let sizes = [self.mass.size, self.stiffness.size];
        if count == 0 || (sizes != [3 * count; 2] && sizes != [6 * count; 2]) {
            let message = "the matrices do not belong to these nodes";
            return Err(Diagnostic::error("mesh-size", message)
                .fact("nodes", count)
                .fact("rows of the mass", sizes[0])
                .fact("rows of the stiffness", sizes[1])
                .hint("a node has three rows (x, y, z) or six (x, y, z and the rotations about them), node by node"));
        }
        for (name, nodes) in [("root", &self.root), ("tip", &self.tip)] {
            let missing = nodes.iter().find(|node| **node >= count);
            if nodes.is_empty() || missing.is_some() {
                let node = missing.map_or_else(|| "none".to_owned(), |node| (node + 1).to_string());
                let message = format!("the mesh has no such node for the {name}");
                return Err(Diagnostic::error("no-interface-node", message)
                    .fact("node", node)
                    .fact("nodes", format!("1 to {count}"))
                    .hint("nodes are counted from 1, in the order in which they are given"));
            }
        }
        if let Some(node) = self.root.iter().find(|node| self.tip.contains(node)) {
            return Err(Diagnostic::error("root-is-tip", "a node is both root and tip")
                .fact("node", node + 1)
                .hint("the root is clamped, the tip moves"));
        }
        Ok(())
    }

    /// The mesh in so many modes, out of so many vibrations with the tip held and all static shapes.
    pub(crate) fn reduce(&self, kept: usize, fixed: usize) -> Result<Reduced, Diagnostic> {
        self.check()?;
        let (size, per) = (self.mass.size, self.per_node());
        // inner rows first, then those of the tip; those of the root have no number
        let mut order: Vec<usize> = Vec::with_capacity(size);
        let rows = |node: usize| node * per..(node + 1) * per;
        let inner = (0..self.nodes.len())
            .filter(|node| !self.root.contains(node) && !self.tip.contains(node));
        order.extend(inner.flat_map(rows));
        let inside = order.len();
        order.extend(self.tip.iter().flat_map(|node| rows(*node)));
        let mut place = vec![None; size];
        order.iter().enumerate().for_each(|(k, row)| place[*row] = Some(k));
        let moved = |matrix: &Symmetric| -> Vec<(usize, usize, f64)> {
            let entry = |(i, j, value): &(usize, usize, f64)| {
                let (i, j) = (place[*i]?, place[*j]?);
                Some((i.max(j), i.min(j), *value))
            };
            matrix.entries.iter().filter_map(entry).collect()
        };
        let (mass, stiffness) = (moved(&self.mass), moved(&self.stiffness));
        let free = order.len();
        for entries in [&mass, &stiffness] {
            let extent = Envelope::extent(free, entries);
            if extent > MAX_EXTENT {
                return Err(Diagnostic::error("mesh-too-large", "this mesh is too large")
                    .fact("numbers in the envelope of a matrix", extent)
                    .fact("limit", MAX_EXTENT)
                    .hint("number the nodes along the link, so that neighbours have near numbers; or use a coarser mesh"));
            }
        }
        let name = |k: usize| {
            let row = order[k];
            format!("{} of node {}", ["x", "y", "z", "rx", "ry", "rz"][row % per], row / per + 1)
        };
        check_mass(free, &mass, &name)?;
        let inner_only = |entries: &[(usize, usize, f64)]| -> Vec<(usize, usize, f64)> {
            entries.iter().filter(|(i, ..)| *i < inside).copied().collect()
        };
        let singular = |k: usize| {
            Diagnostic::error(
                "stiffness-singular",
                "this stiffness lets a part move freely when the root is clamped",
            )
            .fact("first at", name(k))
            .hint("clamp more nodes as the root; or check units and signs of the stiffness")
        };
        Envelope::new(free, &stiffness).factor().map_err(&singular)?;
        let held = Envelope::new(inside, &inner_only(&stiffness)).factor().map_err(&singular)?;

        let [mass, stiffness] = [mass, stiffness].map(|entries| Envelope::new(free, &entries));
        let mut basis: Vec<Vec<f64>> = Vec::new();
        for row in inside..free {
            // static shape: K_ii x_i = -K_ib
            let mut shape: Vec<f64> = (0..inside).map(|i| -stiffness.at(i, row)).collect();
            held.solve(&mut shape);
            shape.resize(free, 0.0);
            shape[row] = 1.0;
            basis.push(shape);
        }
        let inner_mass = inner_only(&moved(&self.mass));
        for (_, mut shape) in lowest(fixed, &held, &Envelope::new(inside, &inner_mass)) {
            shape.resize(free, 0.0);
            basis.push(shape);
        }
        let found = vibrations(&basis, &mass, &stiffness).map_err(|_| singular(free - 1))?;
        let mut shapes = Vec::new();
        for (lambda, shape) in found.into_iter().take(kept) {
            let mut all = vec![0.0; size];
            order.iter().zip(shape).for_each(|(row, entry)| all[*row] = entry);
            shapes.push((lambda, all));
        }
        if shapes.len() < kept {
            return Err(Diagnostic::error("too-few-modes", "this mesh has not so many modes")
                .fact("asked", kept)
                .fact("found", shapes.len())
                .hint("ask for fewer modes, or give rotations or more nodes their mass"));
        }
        self.integrals(shapes)
    }

    /// The integrals of shapes with their lambda, of norm 1.
    fn integrals(&self, shapes: Vec<(f64, Vec<f64>)>) -> Result<Reduced, Diagnostic> {
        let (per, size) = (self.per_node(), self.mass.size);
        let mass = Envelope::new(size, &self.mass.entries);
        let heavy = |rigid: [Vec<f64>; 3]| rigid.map(|motion| (mass.times(&motion), motion));
        let shifts = heavy([0, 1, 2].map(|axis| self.rigid(|_| unit(axis), [0.0; 3])));
        let turns = heavy([0, 1, 2].map(|axis| self.rigid(|r| cross(unit(axis), r), unit(axis))));
        let masses = [0, 1, 2].map(|axis| dot(&shifts[axis].0, &shifts[axis].1));
        let whole = masses.iter().sum::<f64>() / 3.0;
        let sizes: f64 = self.mass.entries.iter().map(|(.., value)| value.abs()).sum();
        if masses.iter().all(|mass| mass.abs() <= 1e-9 * sizes) {
            return Err(Diagnostic::error(
                "mesh-mass",
                "this mesh has no mass: its mass matrix gives none to a shift",
            )
            .hint("is this the stiffness? exchange the files of `mass` and `stiffness`"));
        }
        if masses.iter().any(|mass| (mass - whole).abs() > 1e-6 * whole.abs()) || whole <= 0.0 {
            return Err(Diagnostic::error(
                "mesh-mass",
                "this mesh has another mass in every direction",
            )
            .fact("along x, y, z", masses.map(shown).join(", "))
            .hint(
                "rows of the matrices go node by node: x, y, z (and the rotations about x, y, z)",
            ));
        }
        self.check_rigid()?;
        // the moment of the first mass: about z of what moves along y, and so on
        let first = [0, 1, 2].map(|axis| {
            let (along, about) = ((axis + 1) % 3, (axis + 2) % 3);
            dot(&shifts[along].0, &turns[about].1)
        });
        let inertia = [0, 1, 2].map(|i| [0, 1, 2].map(|j| dot(&turns[i].0, &turns[j].1)));
        let bodies = self.bodies(&mass);
        let tip = Tip::new(self)?;

        let scale = whole.sqrt();
        let mut modes = Vec::with_capacity(shapes.len());
        let mut fields = Vec::with_capacity(shapes.len());
        for (lambda, mut shape) in shapes {
            let (shift, slope) = tip.motion(&shape, per);
            // towards the positive side
            let largest = |vector: [f64; 3]| {
                vector
                    .into_iter()
                    .fold(0.0f64, |a, b| if b.abs() > 1.001 * a.abs() { b } else { a })
            };
            let reach = largest(shift);
            let sign = if reach.abs() * 1e6 > largest(slope).abs() * tip.size {
                reach
            } else {
                largest(slope)
            };
            let factor = scale.copysign(sign);
            shape.iter_mut().for_each(|entry| *entry *= factor);
            let moment = [0, 1, 2].map(|axis| dot(&turns[axis].0, &shape));
            let mut mixed = Matrix([[0.0; 3]; 3]);
            for body in &bodies {
                let (u, turn) = body.motion(&shape, per);
                mixed = &mixed + &Matrix::outer(&Vector(body.place), &Vector(u)).scale(&body.mass);
                mixed = &mixed + &(&body.spread * &skew(turn).transpose());
            }
            // the angular momentum is known exactly
            for (axis, moment) in moment.into_iter().enumerate() {
                let (i, j) = ((axis + 1) % 3, (axis + 2) % 3);
                let rest = moment - (mixed.0[i][j] - mixed.0[j][i]);
                mixed.0[i][j] += 0.5 * rest;
                mixed.0[j][i] -= 0.5 * rest;
            }
            modes.push(ReducedMode {
                lambda,
                shift: shift.map(|entry| entry * factor),
                slope: slope.map(|entry| entry * factor),
                first: [0, 1, 2].map(|axis| dot(&shifts[axis].0, &shape)),
                mixed,
            });
            fields.push(shape);
        }
        let lumped = |one: &[f64], other: &[f64]| {
            let mut sum = Matrix([[0.0; 3]; 3]);
            for body in &bodies {
                let [(u, turn), (v, other)] = [body.motion(one, per), body.motion(other, per)];
                sum = &sum + &Matrix::outer(&Vector(u), &Vector(v)).scale(&body.mass);
                sum = &sum + &(&(&skew(turn) * &body.spread) * &skew(other).transpose());
            }
            sum
        };
        let own: Vec<Matrix<f64>> = fields.iter().map(|field| lumped(field, field)).collect();
        let mut products = vec![vec![Matrix([[0.0; 3]; 3]); fields.len()]; fields.len()];
        for j in 0..fields.len() {
            for k in 0..fields.len() {
                let mut product = lumped(&fields[j], &fields[k]);
                // the modes are orthogonal, of norm `whole`; what lumping has lost is given to the
                // directions in which they move
                let norm = if j == k { whole } else { 0.0 };
                let rest = norm - product.trace();
                let share = [0, 1, 2].map(|i| own[j].0[i][i] + own[k].0[i][i]);
                let sum: f64 = share.iter().sum();
                for (i, share) in share.into_iter().enumerate() {
                    product.0[i][i] += rest * if sum > 0.0 { share / sum } else { 1.0 / 3.0 };
                }
                products[j][k] = product;
            }
        }
        Ok(Reduced { mass: whole, first, inertia, tip: tip.place, modes, products })
    }

    /// Whether the nodes are those of the stiffness: a rigid motion strains nothing. Turns are taken
    /// about the node of each row, so that only its neighbours count.
    fn check_rigid(&self) -> Result<(), Diagnostic> {
        /// Files have few digits, and elements may be short; wrong units and rows are far beyond.
        const TOLERANCE: f64 = 1e-2;
        let per = self.per_node();
        let names = [
            "shift along x",
            "shift along y",
            "shift along z",
            "turn about x",
            "turn about y",
            "turn about z",
        ];
        // of every motion, force or moment on every row, and the sizes of what adds up to it
        let mut sums = vec![[(0.0, 0.0); 6]; self.stiffness.size];
        let mut add = |row: usize, column: usize, value: f64| {
            let (at, of) = (self.nodes[row / per], self.nodes[column / per]);
            let arm = [0, 1, 2].map(|axis| of[axis] - at[axis]);
            for (motion, (sum, size)) in sums[row].iter_mut().enumerate() {
                let axis = unit(motion % 3);
                let (shift, turn) =
                    if motion < 3 { (axis, [0.0; 3]) } else { (cross(axis, arm), axis) };
                let moved = if column % per < 3 { shift } else { turn }[column % per % 3];
                *sum += value * moved;
                *size += (value * moved).abs();
            }
        };
        for &(i, j, value) in &self.stiffness.entries {
            add(i, j, value);
            if i != j {
                add(j, i, value);
            }
        }
        for (motion, name) in names.iter().enumerate() {
            // forces and moments have other units
            for kind in 0..per / 3 {
                let rows = (0..sums.len()).filter(|row| row % per / 3 == kind);
                let (mut largest, mut scale, mut node) = (0.0, 0.0f64, 0);
                for row in rows {
                    let (sum, size) = sums[row][motion];
                    if sum.abs() > largest {
                        (largest, node) = (sum.abs(), row / per + 1);
                    }
                    scale = scale.max(size);
                }
                if largest > TOLERANCE * scale {
                    let message = "the stiffness does not belong to these nodes: a rigid motion strains the mesh";
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

    /// The motion of all rows by displacements of the nodes and one rotation of all.
    fn rigid(&self, shift: impl Fn([f64; 3]) -> [f64; 3], turn: [f64; 3]) -> Vec<f64> {
        let six = self.per_node() == 6;
        let node =
            |r: &[f64; 3]| shift(*r).into_iter().chain(turn.into_iter().filter(move |_| six));
        self.nodes.iter().flat_map(node).collect()
    }

    /// The nodes as small bodies.
    fn bodies(&self, mass: &Envelope) -> Vec<Body> {
        let per = self.per_node();
        let shifts = [0, 1, 2].map(|axis| mass.times(&self.rigid(|_| unit(axis), [0.0; 3])));
        let turns = [0, 1, 2].map(|axis| mass.times(&self.rigid(|_| [0.0; 3], unit(axis))));
        let body = |(node, place): (usize, &[f64; 3])| {
            let row = node * per;
            let mass = (0..3).map(|axis| shifts[axis][row + axis]).sum::<f64>() / 3.0;
            let entry = |i: usize, j: usize| if per == 6 { turns[i][row + 3 + j] } else { 0.0 };
            let inertia: [[f64; 3]; 3] =
                std::array::from_fn(|i| std::array::from_fn(|j| 0.5 * (entry(i, j) + entry(j, i))));
            let half = 0.5 * (inertia[0][0] + inertia[1][1] + inertia[2][2]);
            let spread = &Matrix::diagonal(&half) - &Matrix(inertia);
            Body { node, place: *place, mass, spread }
        };
        self.nodes.iter().enumerate().map(body).collect()
    }
}

/// A node as a small body.
struct Body {
    node: usize,
    place: [f64; 3],
    mass: f64,
    /// The integral of r r^T about the node.
    spread: Matrix<f64>,
}

impl Body {
    /// Displacement and rotation.
    fn motion(&self, shape: &[f64], per: usize) -> ([f64; 3], [f64; 3]) {
        motion(shape, self.node, per)
    }
}

/// The vibrations in a basis, by rising lambda, of norm 1 in mass.
fn vibrations(
    basis: &[Vec<f64>],
    mass: &Envelope,
    stiffness: &Envelope,
) -> Result<Vec<(f64, Vec<f64>)>, usize> {
    let within = |matrix: &Envelope, sign: f64| -> Vec<Vec<f64>> {
        let moved: Vec<Vec<f64>> = basis.iter().map(|shape| matrix.times(shape)).collect();
        let entry = |i: usize, j: usize| {
            sign * 0.5 * (dot(&basis[i], &moved[j]) + dot(&basis[j], &moved[i]))
        };
        (0..basis.len()).map(|i| (0..basis.len()).map(|j| entry(i, j)).collect()).collect()
    };
    // -M x = -(1/lambda) K x: the lowest are found best
    let found = pencil(&within(mass, -1.0), &within(stiffness, 1.0))?;
    let mixed = |z: &[f64], factor: f64| -> Vec<f64> {
        let entry =
            |i: usize| basis.iter().zip(z).map(|(shape, z)| shape[i] * z).sum::<f64>() * factor;
        (0..mass.size()).map(entry).collect()
    };
    let moving = found.iter().take_while(|(value, _)| *value < 0.0);
    Ok(moving.map(|(value, z)| (-1.0 / value, mixed(z, (-1.0 / value).sqrt()))).collect())
}

/// A mass matrix is positive definite, but for rows that have no mass at all.
fn check_mass(
    size: usize,
    entries: &[(usize, usize, f64)],
    name: &impl Fn(usize) -> String,
) -> Result<(), Diagnostic> {
    let mut empty = vec![true; size];
    entries.iter().for_each(|(i, j, _)| (empty[*i], empty[*j]) = (false, false));
    let fill = (0..size).filter(|k| empty[*k]).map(|k| (k, k, 1.0));
    let filled: Vec<_> = entries.iter().copied().chain(fill).collect();
    match Envelope::new(size, &filled).factor() {
        Ok(_) => Ok(()),
        Err(k) => Err(Diagnostic::error("mass-not-positive", "this mass matrix is not positive definite")
            .fact("first at", name(k))
            .hint("every motion has a positive kinetic energy; check signs, and that this is the mass and not the stiffness")),
    }
}

fn unit(axis: usize) -> [f64; 3] {
    let mut unit = [0.0; 3];
    unit[axis] = 1.0;
    unit
}

/// The matrix of a x b by b.
fn skew(a: [f64; 3]) -> Matrix<f64> {
    Matrix([[0.0, -a[2], a[1]], [a[2], 0.0, -a[0]], [-a[1], a[0], 0.0]])
}
