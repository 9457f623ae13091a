//! Elastic links, as they are given and as mechanics needs them.

use appell_algebra::{Poly, Symbol};
use appell_diagnostic::Diagnostic;
use appell_spatial::{Coefficient, Deformable, Matrix, Shape, Vector};

use crate::build::joint_path;
use crate::finite_elements::FiniteElements;
use crate::robot::Robot;

/// How a link was said to be elastic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Elastic {
    /// How the tip frame follows the modes.
    pub tip_map: TipMap,
    /// Where the modes come from.
    pub source: ModeSource,
}

/// How the rotation of the tip follows from its small rotation delta = sum_j q_j delta_j.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TipMap {
    /// Turns by the components of delta, about z, y and x: a rotation for any deformation. With
    /// one component it is the exponential of delta, else it is so to first order.
    #[default]
    Rotation,
    /// `1 + [delta]x` (Book 1984; Negrean 2019, eqs 64-67): a rotation to first order only.
    Affine,
}

impl TipMap {
    /// All.
    pub const ALL: [Self; 2] = [Self::Rotation, Self::Affine];

    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Rotation => "rotation",
            Self::Affine => "affine",
        }
    }
}

/// Where the modes of a link come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModeSource {
    /// From their integrals; mass, centre and inertia of the link are those of the whole link,
    /// undeformed.
    Given(Box<GivenModes>),
    /// From a beam, whose mass comes on top of what the link has.
    Beam(Box<Beam>),
    /// From a finite-element model, whose mass comes on top of what the link has.
    FiniteElements(Box<FiniteElements>),
}

/// Modes given by their integrals, as numbers or symbols.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GivenModes {
    /// Where the tip is, undeformed.
    pub tip: Vector<Poly>,
    /// What belongs to one mode.
    pub modes: Vec<GivenMode>,
    /// What belongs to two modes; what is left out is zero.
    pub pairs: Vec<ModePair>,
}

/// What belongs to one mode with the field of displacements d.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GivenMode {
    /// The displacement of the tip.
    pub shift: Vector<Poly>,
    /// The small rotation of the tip.
    pub slope: Vector<Poly>,
    /// The integral of d dm.
    pub first: Vector<Poly>,
    /// The integral of r d^T dm.
    pub mixed: Matrix<Poly>,
}

/// What belongs to two modes, or to one and itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ModePair {
    /// The modes, counted from 0.
    pub modes: [usize; 2],
    /// The integral of d_j d_k^T dm.
    pub product: Matrix<Poly>,
    /// The stiffness.
    pub stiffness: Poly,
    /// The damping.
    pub damping: Poly,
}

/// A beam along x of the link, from the origin of its frame.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Beam {
    /// Its parts from root to tip, each uniform; a uniform beam has one.
    pub segments: Vec<Segment>,
    /// Material damping: damping over stiffness, a time.
    pub damping: Poly,
    /// How many modes bend along y.
    pub bend_y: usize,
    /// How many modes bend along z.
    pub bend_z: usize,
    /// How many modes twist about x.
    pub twist: usize,
    /// How the root is held in the bending modes.
    pub root: Root,
    /// The moment of inertia that turns with a root that is not clamped.
    pub hub_inertia: Poly,
    /// The mass at the tip for which the bending modes are those of vibration.
    pub load_mass: Poly,
    /// The moment of inertia at the tip for which the bending modes are those of vibration.
    pub load_inertia: Poly,
    /// Whether the beam becomes shorter as it bends (geometric stiffening).
    pub stiffening: bool,
}

/// A uniform part of a beam.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Segment {
    /// Its length.
    pub length: Poly,
    /// Mass over volume.
    pub density: Poly,
    /// The area of the section.
    pub area: Poly,
    /// The modulus of elasticity E.
    pub young: Poly,
    /// The second moment of the section for bending along z, the integral of z^2.
    pub inertia_y: Poly,
    /// The second moment of the section for bending along y, the integral of y^2.
    pub inertia_z: Poly,
    /// The shear modulus G.
    pub shear: Poly,
    /// The torsion constant of the section.
    pub torsion: Poly,
}

/// How the root of a beam is held in its bending modes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Root {
    /// The root does not turn against the frame of the link: the joint moves its tangent.
    #[default]
    Clamped,
    /// The root turns against the frame of the link, with its hub: the modes are those of a beam on
    /// a free joint, and the joint moves the beam as a rigid body.
    Pinned,
}

impl Root {
    /// All.
    pub const ALL: [Self; 2] = [Self::Clamped, Self::Pinned];

    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Clamped => "clamped",
            Self::Pinned => "pinned",
        }
    }
}

impl Segment {
    /// Its entries by their names.
    pub fn entries(&self) -> [(&'static str, &Poly); 8] {
        [
            ("length", &self.length),
            ("density", &self.density),
            ("area", &self.area),
            ("E", &self.young),
            ("Iy", &self.inertia_y),
            ("Iz", &self.inertia_z),
            ("G", &self.shear),
            ("It", &self.torsion),
        ]
    }
}

impl Beam {
    /// Its entries beside those of its segments, by their names.
    pub fn entries(&self) -> [(&'static str, &Poly); 4] {
        [
            ("damping", &self.damping),
            ("hub_inertia", &self.hub_inertia),
            ("load_mass", &self.load_mass),
            ("load_inertia", &self.load_inertia),
        ]
    }

    /// Its entries with their paths: those of a single segment stand in the beam itself.
    pub(crate) fn paths(&self) -> Vec<(Vec<String>, &Poly)> {
        let several = self.segments.len() > 1;
        let mut paths = Vec::new();
        for (index, segment) in self.segments.iter().enumerate() {
            for (name, entry) in segment.entries() {
                let place = several.then(|| ["segments".to_owned(), segment_path(index)]);
                let path = place.into_iter().flatten().chain([name.to_owned()]);
                paths.push((path.collect(), entry));
            }
        }
        paths.extend(self.entries().map(|(name, entry)| (vec![name.to_owned()], entry)));
        paths
    }

    /// Whether its modes need an entry, by its name; it is then positive.
    pub(crate) fn needs(&self, name: &str) -> bool {
        let twists = self.twist > 0;
        match name {
            "length" | "density" | "area" => true,
            "E" => self.bend_y + self.bend_z > 0,
            "Iy" => self.bend_z > 0 || twists,
            "Iz" => self.bend_y > 0 || twists,
            "G" | "It" => twists,
            _ => false,
        }
    }

    /// How many modes it has, by their names.
    pub fn counts(&self) -> [(&'static str, usize); 3] {
        [("bend_y", self.bend_y), ("bend_z", self.bend_z), ("twist", self.twist)]
    }
}

/// The path segment of a pair of modes.
pub(crate) fn pair_path(index: usize) -> String {
    format!("pair {}", index + 1)
}

/// The path segment of a segment of a beam.
pub(crate) fn segment_path(index: usize) -> String {
    format!("segment {}", index + 1)
}

/// The modes of an elastic link, worked out.
#[derive(Clone, Debug)]
pub struct Modes {
    /// The modal coordinates.
    pub coordinates: Vec<Symbol>,
    /// The angles by which the tip turns, with their axes: z (2), y (1), x (0); only those that are
    /// not always zero. Each is the sum of the slopes times the modal coordinates.
    pub angles: Vec<(usize, Symbol)>,
    /// How the tip frame follows the modes.
    pub tip_map: TipMap,
    /// Fields, integrals, stiffness and damping.
    pub body: Deformable<Poly>,
}

impl Modes {
    /// An angle by which the tip turns, in the modal coordinates.
    pub fn angle(&self, axis: usize) -> Poly {
        let shares = self.body.shapes.iter().filter_map(|shape| match shape.coefficient {
            Coefficient::Mode(j) => Some(&shape.slope.0[axis] * &self.coordinates[j].into()),
            Coefficient::Product(..) => None,
        });
        shares.fold(Poly::ZERO, |sum, share| &sum + &share)
    }
}

impl GivenModes {
    /// The fields with their integrals.
    pub(crate) fn body(&self) -> Deformable<Poly> {
        let count = self.modes.len();
        let mut body = Deformable {
            tip: self.tip.clone(),
            shapes: Vec::new(),
            products: vec![vec![Matrix::default(); count]; count],
            stiffness: vec![vec![Poly::ZERO; count]; count],
            damping: vec![vec![Poly::ZERO; count]; count],
        };
        for (j, GivenMode { shift, slope, first, mixed }) in self.modes.iter().enumerate() {
            body.shapes.push(Shape {
                coefficient: Coefficient::Mode(j),
                shift: shift.clone(),
                slope: slope.clone(),
                first: first.clone(),
                mixed: mixed.clone(),
            });
        }
        for pair in &self.pairs {
            let [j, k] = pair.modes;
            body.products[k][j] = transposed(&pair.product);
            body.products[j][k] = pair.product.clone();
            for (rows, entry) in
                [(&mut body.stiffness, &pair.stiffness), (&mut body.damping, &pair.damping)]
            {
                rows[j][k] = entry.clone();
                rows[k][j] = entry.clone();
            }
        }
        body
    }
}

/// Rows and columns exchanged.
pub(crate) fn transposed(Matrix(rows): &Matrix<Poly>) -> Matrix<Poly> {
    Matrix(std::array::from_fn(|i| std::array::from_fn(|j| rows[j][i].clone())))
}

/// A refusal to write an elastic robot in a format that has no place for it.
pub(crate) fn refuse_elastic(robot: &Robot, format: &str) -> Option<Diagnostic> {
    let index = robot.joints().iter().position(|joint| joint.modes.is_some())?;
    let problem = Diagnostic::error("elastic-link", format!("{format} has no elastic links"))
        .on([joint_path(index).as_str(), "link", "elastic"])
        .hint("write TOML; or leave `elastic` out to treat the link as rigid");
    Some(problem)
}
