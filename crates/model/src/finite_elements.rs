//! A finite-element model as the source of modes.

use appell_algebra::Poly;
use appell_elastic::{Damping, GivenModes, UnitLoad};
use appell_spatial::Vector;

use crate::elastic::ModeSource;
use crate::link::Part;
use crate::robot::Robot;

/// A finite-element model of a link, and the few modes to which it was reduced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FiniteElements {
    /// Where its nodes are, in the frame of the link.
    pub nodes: Nodes,
    /// The file with its mass matrix.
    pub mass: String,
    /// The file with its stiffness matrix.
    pub stiffness: String,
    /// The file with the names of the rows of matrices, where they do not go node by node.
    pub rows: Option<String>,
    /// The files with its geometric stiffness under unit loads.
    pub geometric: Vec<(UnitLoad, String)>,
    /// The nodes that are clamped, by their labels: without any in the file, their numbers from 1.
    pub root: Vec<u64>,
    /// The nodes with which the tip moves, by their labels.
    pub tip: Vec<u64>,
    /// How many modes are kept.
    pub modes: usize,
    /// The damping of its modes.
    pub damping: Damping,
    /// The points on which joints and frames sit, by the labels of their nodes; the modes have them as stations.
    pub points: Vec<Vec<u64>>,
    /// The modes.
    pub reduced: GivenModes,
    /// The undeformed body.
    pub body: Part,
}

/// Where the nodes of a mesh are given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Nodes {
    /// In a file: three numbers a line, or a label and three numbers.
    File(String),
    /// In the robot file.
    List(Vec<Vector<Poly>>),
}

impl FiniteElements {
    /// The files that it names.
    pub fn files(&self) -> Vec<&str> {
        let nodes = match &self.nodes {
            Nodes::File(name) => Some(name.as_str()),
            Nodes::List(_) => None,
        };
        let matrices = [self.mass.as_str(), self.stiffness.as_str()];
        let geometric = self.geometric.iter().map(|(_, name)| name.as_str());
        nodes.into_iter().chain(matrices).chain(self.rows.as_deref()).chain(geometric).collect()
    }
}

impl Robot {
    /// The files that its links of finite elements name.
    pub fn files(&self) -> Vec<&str> {
        let elastic = self.joints().iter().filter_map(|joint| joint.link.elastic.as_ref());
        let sources = elastic.filter_map(|elastic| match &elastic.source {
            ModeSource::FiniteElements(it) => Some(it.files()),
            _ => None,
        });
        sources.flatten().collect()
    }
}
