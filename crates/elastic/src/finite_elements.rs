//! Finite-element models of links, and their reduction to a few modes: the lowest vibrations and the
//! static shapes of the tip and of other points that carry something.
//!
//! | module | what |
//! |---|---|
//! | `partition` | which rows are clamped, which move |
//! | `reduction` | the shapes that are kept |
//! | `rigid` | motions of the mesh as a rigid body: its mass, and whether its stiffness fits its nodes |
//! | `nodal_bodies` | the nodes as small bodies, for what is of second order in the modes |
//! | `tip` | how the frame at the tip moves |
//! | `integrals` | the integrals of the shapes |
//! | `stiffening` | geometric stiffness, by displacements of second order |
//! | `reduced` | the result, as numbers and as the exact decimals that a robot has |

mod integrals;
mod nodal_bodies;
mod partition;
mod reduced;
mod reduction;
mod rigid;
mod stiffening;
mod tip;

use appell_diagnostic::Diagnostic;
use appell_numeric::sparse::Sparse;

use partition::Partition;
pub use reduced::{ReducedMode, ReducedModel, ReducedStation};
use rigid::RigidMotions;
pub use stiffening::{ReducedPair, UnitLoad};
use tip::Tip;

/// A finite-element model: nodes in the frame of the link; of every node three displacements and,
/// where the matrices have six rows a node, three rotations. SI units.
#[derive(Clone, Debug)]
pub struct FiniteElementModel {
    /// Where the nodes are, m.
    pub nodes: Vec<[f64; 3]>,
    /// The mass matrix, lumped or consistent.
    pub mass: Sparse,
    /// The stiffness matrix of the free link, without supports.
    pub stiffness: Sparse,
    /// The nodes that are clamped, counted from 0.
    pub root: Vec<usize>,
    /// The nodes with which the tip moves, counted from 0.
    pub tip: Vec<usize>,
    /// Further points on which something sits.
    pub stations: Vec<MeshPoint>,
    /// Geometric stiffness matrices under unit loads; loads that are not among them do not stiffen the link.
    pub geometric: Vec<(UnitLoad, Sparse)>,
}

/// A point of a mesh beside its tip.
#[derive(Clone, Debug)]
pub struct MeshPoint {
    /// The nodes with which it moves, counted from 0.
    pub nodes: Vec<usize>,
    /// Whether it carries something, so that forces and moments act there: then it is an interface, as the tip.
    pub carries: bool,
}

impl FiniteElementModel {
    /// Rows of the matrices for every node: 3 or 6.
    fn per_node(&self) -> usize {
        self.mass.size() / self.nodes.len()
    }

    /// The model in `kept` modes: of the space of vibrations with the tip free and of the static shapes of forces
    /// and moments on the tip and on other points that carry something, the lowest. Six modes for each of these
    /// are static shapes, the others vibrations, but at least two. What is wrong with nodes or matrices comes
    /// back with its code.
    pub fn reduce(&self, kept: usize) -> Result<ReducedModel, Diagnostic> {
        self.check()?;
        let partition = Partition::new(self);
        let tip = Tip::new(self, &self.tip)?;
        let stations = self.stations.iter().map(|point| Tip::new(self, &point.nodes));
        let stations = stations.collect::<Result<Vec<_>, _>>()?;
        let carrying = stations.iter().zip(&self.stations).filter(|(_, point)| point.carries);
        let interfaces: Vec<&Tip> =
            std::iter::once(&tip).chain(carrying.map(|(it, _)| it)).collect();
        let modes = reduction::shapes(self, &partition, &interfaces, kept)?;
        let motions = RigidMotions::new(self);
        let mass = motions.mass(&self.mass)?;
        rigid::check_stiffness(self)?;
        integrals::integrals(self, &motions, mass, (&tip, &stations), modes)
    }

    /// Whether the matrices belong to the nodes, and the interface nodes exist.
    fn check(&self) -> Result<(), Diagnostic> {
        let count = self.nodes.len();
        let sizes = [self.mass.size(), self.stiffness.size()];
        if count == 0 || (sizes != [3 * count; 2] && sizes != [6 * count; 2]) {
            let message = "the matrices do not belong to these nodes";
            return Err(Diagnostic::error("mesh-size", message)
                .fact("nodes", count)
                .fact("rows of the mass", sizes[0])
                .fact("rows of the stiffness", sizes[1])
                .hint("a node has three rows (x, y, z) or six (x, y, z and the rotations about them), node by node"));
        }
        let stations = self.stations.iter().map(|point| ("point", &point.nodes));
        for (name, nodes) in [("root", &self.root), ("tip", &self.tip)].into_iter().chain(stations)
        {
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
                .hint("name different nodes: the root is clamped, the tip moves"));
        }
        stiffening::check(self)
    }
}

/// Displacement and rotation of a node in a shape with `per` rows a node; without rows of its own the
/// rotation is zero.
fn node_motion(shape: &[f64], node: usize, per: usize) -> ([f64; 3], [f64; 3]) {
    let at = |k: usize| shape[node * per + k];
    let turn = if per == 6 { [at(3), at(4), at(5)] } else { [0.0; 3] };
    ([at(0), at(1), at(2)], turn)
}
