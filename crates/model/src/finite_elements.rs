//! A finite-element model as the source of modes.

use appell_algebra::{Error, Poly, Rational};
use appell_spatial::{Matrix, Vector};

use crate::craig_bampton::Reduced;
use crate::elastic::{GivenMode, GivenModes, ModePair, ModeSource};
use crate::link::{Inertia, Part};
use crate::placement::rounded;
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
    /// The nodes that are clamped, counted from 0.
    pub root: Vec<usize>,
    /// The nodes with which the tip moves, counted from 0.
    pub tip: Vec<usize>,
    /// How many modes are kept.
    pub modes: usize,
    /// From how many vibrations with the tip held, beside the static shapes.
    pub fixed: usize,
    /// Material damping: damping over stiffness, a time.
    pub damping: Poly,
    /// The modes.
    pub reduced: GivenModes,
    /// The undeformed body.
    pub body: Part,
}

/// Where the nodes of a mesh are given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Nodes {
    /// In a file: three numbers a line.
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
        nodes.into_iter().chain([self.mass.as_str(), self.stiffness.as_str()]).collect()
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

/// What is smaller than the largest of its kind by this factor is rounding.
const NOISE: f64 = 1e-9;

/// Numbers of a kind as decimals, without what is rounding.
struct Kind(f64);

impl Kind {
    fn new<'n>(numbers: impl Iterator<Item = &'n f64>) -> Self {
        Self(numbers.fold(0.0, |largest, number| number.abs().max(largest)))
    }

    fn number(&self, value: f64) -> Result<Poly, Error> {
        if value.abs() <= NOISE * self.0 { Ok(Poly::ZERO) } else { rounded(value) }
    }

    fn vector(&self, vector: &[f64; 3]) -> Result<Vector<Poly>, Error> {
        Vector(*vector).try_map(|entry| self.number(*entry))
    }

    fn matrix(&self, matrix: &Matrix<f64>) -> Result<Matrix<Poly>, Error> {
        matrix.try_map(|entry| self.number(*entry))
    }
}

impl Reduced {
    /// Modes and body as a robot has them.
    pub(crate) fn given(&self, damping: &Poly) -> Result<(GivenModes, Part), Error> {
        let shifts = Kind::new(self.modes.iter().flat_map(|mode| &mode.shift));
        let slopes = Kind::new(self.modes.iter().flat_map(|mode| &mode.slope));
        let firsts = Kind::new(self.modes.iter().flat_map(|mode| &mode.first));
        let levers = Kind::new(self.modes.iter().flat_map(|mode| mode.mixed.0.as_flattened()));
        let overlaps = Kind(self.mass);
        let mut modes = Vec::with_capacity(self.modes.len());
        let mut pairs = Vec::new();
        for (j, mode) in self.modes.iter().enumerate() {
            modes.push(GivenMode {
                shift: shifts.vector(&mode.shift)?,
                slope: slopes.vector(&mode.slope)?,
                first: firsts.vector(&mode.first)?,
                mixed: levers.matrix(&mode.mixed)?,
            });
            for k in j..self.modes.len() {
                let stiffness = if j == k { rounded(self.mass * mode.lambda)? } else { Poly::ZERO };
                // orthogonal also after rounding
                let numbers = &self.products[j][k].0;
                let mut product = overlaps.matrix(&self.products[j][k])?;
                let size = |i: usize| numbers[i][i].abs();
                let last = (0..3).fold(0, |last, i| if size(i) > size(last) { i } else { last });
                let norm = if j == k { rounded(self.mass)? } else { Poly::ZERO };
                let others = (0..3).filter(|i| *i != last);
                product.0[last][last] = others.fold(norm, |rest, i| &rest - &product.0[i][i]);
                pairs.push(ModePair {
                    modes: [j, k],
                    product,
                    damping: &stiffness * damping,
                    stiffness,
                });
            }
        }
        Ok((
            GivenModes { tip: Vector(self.tip).try_map(|x| rounded(*x))?, modes, pairs },
            self.body()?,
        ))
    }

    /// Mass, centre, and inertia about it.
    fn body(&self) -> Result<Part, Error> {
        let centre = self.first.map(|first| first / self.mass);
        let square: f64 = centre.iter().map(|x| x * x).sum();
        let central = |i: usize, j: usize| {
            let shifted = if i == j { square } else { 0.0 } - centre[i] * centre[j];
            self.inertia[i][j] - self.mass * shifted
        };
        let arms = Kind(self.tip.iter().chain(&centre).fold(0.0, |a, b| b.abs().max(a)));
        let tensor = Kind::new(self.inertia.as_flattened().iter());
        let entry = |i: usize, j: usize| tensor.number(central(i, j));
        let minus = |i: usize, j: usize| Ok::<_, Error>(entry(i, j)?.scale(&Rational::from(-1)));
        Ok(Part {
            mass: rounded(self.mass)?,
            centre: arms.vector(&centre)?,
            inertia: Inertia {
                xx: entry(0, 0)?,
                yy: entry(1, 1)?,
                zz: entry(2, 2)?,
                xy: minus(0, 1)?,
                xz: minus(0, 2)?,
                yz: minus(1, 2)?,
            },
            ..Part::default()
        })
    }
}
