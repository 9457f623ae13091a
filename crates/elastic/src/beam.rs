//! Beams as they are described: uniform segments, how the root is held, what the tip carries.

mod body;
mod family;
mod integrals;
mod load;
mod mode_shape;
mod profile;
mod ritz;
mod shape;
mod station;

use appell_algebra::Poly;
use appell_spatial::Vector;

use crate::damping::Damping;

pub use body::BeamBody;
pub use mode_shape::{ModeDirection, ModeShape};

/// A beam along x of the link, from the origin of its frame. SI units; entries are numbers or symbols.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Beam {
    /// Its parts from root to tip, each uniform; a uniform beam has one.
    pub segments: Vec<Segment>,
    /// The damping of its modes.
    pub damping: Damping,
    /// How many modes bend along y.
    pub bend_y: usize,
    /// How many modes bend along z.
    pub bend_z: usize,
    /// How many modes twist about x.
    pub twist: usize,
    /// How many modes stretch along x.
    pub stretch: usize,
    /// How the root is held in the bending modes.
    pub root: Root,
    /// The moment of inertia that turns with a root that is not clamped.
    pub hub_inertia: Poly,
    /// The mass at the tip for which the modes are those of vibration.
    pub load_mass: Poly,
    /// The moments of inertia of this mass about its centre, along x, y, z.
    pub load_inertia: [Poly; 3],
    /// Where its centre is, from the tip. Beside the axis of the beam it couples modes of several kinds: then
    /// the modes of each kind have the static shapes of the tip in their space.
    pub load_centre: Vector<Poly>,
    /// Whether displacements of second order are in the model: the beam becomes shorter as it bends, and a
    /// beam that bends and twists moves out of the plane in which it bends (geometric stiffening).
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
    /// The shear coefficient of the section, its shear area over its area. Zero: it does not shear as it bends,
    /// and its rotation as it bends has no inertia.
    pub kappa: Poly,
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
    pub fn entries(&self) -> [(&'static str, &Poly); 9] {
        [
            ("length", &self.length),
            ("density", &self.density),
            ("area", &self.area),
            ("E", &self.young),
            ("Iy", &self.inertia_y),
            ("Iz", &self.inertia_z),
            ("G", &self.shear),
            ("It", &self.torsion),
            ("kappa", &self.kappa),
        ]
    }
}

impl Beam {
    /// Its entries beside those of its segments, by their names.
    pub fn entries(&self) -> Vec<(&'static str, &Poly)> {
        let load = [("hub_inertia", &self.hub_inertia), ("load_mass", &self.load_mass)];
        self.damping.entries().into_iter().chain(load).collect()
    }

    /// The moments of inertia of its load, by their names.
    pub fn load_moments(&self) -> [(&'static str, &Poly); 3] {
        let [xx, yy, zz] = &self.load_inertia;
        [("xx", xx), ("yy", yy), ("zz", zz)]
    }

    /// Its entries with their paths: those of a single segment stand in the beam itself.
    pub fn paths(&self) -> Vec<(Vec<String>, &Poly)> {
        let several = self.segments.len() > 1;
        let mut paths = Vec::new();
        for (index, segment) in self.segments.iter().enumerate() {
            for (name, entry) in segment.entries() {
                let place = several.then(|| ["segments".to_owned(), segment_path(index)]);
                let path = place.into_iter().flatten().chain([name.to_owned()]);
                paths.push((path.collect(), entry));
            }
        }
        let own = |(name, entry): (&'static str, _)| (vec![name.to_owned()], entry);
        paths.extend(self.entries().into_iter().map(own));
        let moment = |(name, entry): (&'static str, _)| {
            (vec!["load_inertia".to_owned(), name.to_owned()], entry)
        };
        paths.extend(self.load_moments().map(moment));
        paths
    }

    /// Whether its modes need an entry, by its name; it is then positive.
    pub fn needs(&self, name: &str) -> bool {
        let twists = self.twist > 0;
        match name {
            "length" | "density" | "area" => true,
            "E" => self.bend_y + self.bend_z + self.stretch > 0,
            "Iy" => self.bend_z > 0 || twists,
            "Iz" => self.bend_y > 0 || twists,
            "G" => twists || self.shears(),
            "It" => twists,
            "kappa" => self.shears(),
            _ => false,
        }
    }

    /// Whether it shears as it bends (Timoshenko's beam).
    pub fn shears(&self) -> bool {
        let bends = self.bend_y + self.bend_z > 0;
        bends && self.segments.iter().any(|segment| !segment.kappa.is_zero())
    }

    /// How many modes it has, by their names.
    pub fn counts(&self) -> [(&'static str, usize); 4] {
        [
            ("bend_y", self.bend_y),
            ("bend_z", self.bend_z),
            ("twist", self.twist),
            ("stretch", self.stretch),
        ]
    }
}

/// What a segment of a beam is called in a path, by its number from 0.
pub fn segment_path(index: usize) -> String {
    format!("segment {}", index + 1)
}
