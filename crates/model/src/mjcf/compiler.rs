//! `<compiler>` and `<option>`: how the rest of a file is to be read.

use appell_algebra::{Poly, Rational, Symbol};
use appell_spatial::Vector;
use roxmltree::Node;

use super::element::Element;
use crate::reader::Reader;

/// Which bodies have their inertia from their geoms.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum InertiaFromGeom {
    Always,
    /// Those without `<inertial>`.
    Auto,
    Never,
}

/// What `<compiler>` says.
pub(super) struct Compiler {
    pub(super) degrees: bool,
    /// The letters of `eulerseq`: x, y, z about the axes of the turned frame, X, Y, Z about those
    /// of the outer one.
    pub(super) euler: [char; 3],
    pub(super) inertia_from_geom: InertiaFromGeom,
    /// The groups of geoms that have mass.
    pub(super) groups: [Rational; 2],
    pub(super) least_mass: Rational,
    pub(super) least_inertia: Rational,
    /// Whether impossible moments of inertia are replaced by their mean.
    pub(super) balance: bool,
    /// Whether a range is a limit without `limited`.
    pub(super) autolimits: bool,
    /// What all bodies weigh together.
    pub(super) total_mass: Option<Rational>,
    /// The folder of meshes, relative to the main file.
    pub(super) mesh_folder: Option<String>,
    /// Whether names of files are taken without their folders.
    pub(super) strip_path: bool,
}

impl Compiler {
    /// An angle in radians: degrees become exact multiples of pi.
    pub(super) fn angle(&self, angle: Rational) -> Poly {
        match Rational::new(1, 180) {
            Ok(degree) if self.degrees => Poly::from(Symbol::PI).scale(&(&angle * &degree)),
            _ => Poly::constant(angle),
        }
    }
}

/// What `<option>` says of gravity, and what its flags switch off.
pub(super) struct Physics {
    pub(super) gravity: Vector<Poly>,
    pub(super) springs: bool,
    pub(super) dampers: bool,
    pub(super) friction: bool,
    pub(super) equality: bool,
}

/// Reads all sections; of an attribute that is given several times, the last one counts.
pub(super) fn read<'a, 'i: 'a>(
    sections: impl Iterator<Item = Node<'a, 'i>>,
    reader: &mut Reader<'_>,
) -> Option<Compiler> {
    let mut compiler = Compiler {
        degrees: true,
        euler: ['x', 'y', 'z'],
        inertia_from_geom: InertiaFromGeom::Auto,
        groups: [Rational::ZERO, Rational::from(5)],
        least_mass: Rational::ZERO,
        least_inertia: Rational::ZERO,
        balance: false,
        autolimits: true,
        total_mass: None,
        mesh_folder: None,
        strip_path: false,
    };
    let mut fused = None;
    for section in sections {
        let element = Element::plain(section);
        if let Some(angle) = element.word("angle", &["degree", "radian"], reader) {
            compiler.degrees = angle == "degree";
        }
        if element.word("coordinate", &["local", "global"], reader) == Some("global") {
            let hint = "load the file with MuJoCo 2.3.2, and save it: coordinates are then local";
            element.refuse("coordinate", "coordinate=\"global\"", hint, reader);
        }
        if let Some(letters) = element.text("eulerseq") {
            let letters: Vec<char> = letters.chars().take(4).collect();
            match <[char; 3]>::try_from(letters) {
                Ok(euler) if euler.iter().all(|c| "xyzXYZ".contains(*c)) => compiler.euler = euler,
                _ => {
                    let hint = "write three of x, y, z, X, Y, Z, such as eulerseq=\"xyz\"";
                    element.refuse("eulerseq", "this sequence of axes", hint, reader);
                }
            }
        }
        match element.word("inertiafromgeom", &["auto", "true", "false"], reader) {
            Some("true") => compiler.inertia_from_geom = InertiaFromGeom::Always,
            Some("false") => compiler.inertia_from_geom = InertiaFromGeom::Never,
            Some(_) => compiler.inertia_from_geom = InertiaFromGeom::Auto,
            None => {}
        }
        if let Some(groups) = element.exactly("inertiagrouprange", reader) {
            compiler.groups = groups;
        }
        if element.has("boundmass") {
            compiler.least_mass = element.size("boundmass", reader);
        }
        if element.has("boundinertia") {
            compiler.least_inertia = element.size("boundinertia", reader);
        }
        if let Some(balance) = element.flag("balanceinertia", reader) {
            compiler.balance = balance;
        }
        if let Some(autolimits) = element.flag("autolimits", reader) {
            compiler.autolimits = autolimits;
        }
        // the folder of meshes takes the place of that of all assets
        let folder = element.text("meshdir").or(element.text("assetdir")).map(str::to_owned);
        compiler.mesh_folder = folder.or(compiler.mesh_folder);
        compiler.strip_path |= element.text("strippath") == Some("true");
        // a number that is not positive switches it off
        if let Some(mass) = element.number("settotalmass", reader) {
            let is_positive = !mass.is_negative() && !mass.is_zero();
            compiler.total_mass = is_positive.then_some(mass);
        }
        if let Some(fuse) = element.flag("fusestatic", reader) {
            fused = fuse.then_some(element);
        }
    }
    if let Some(element) = fused.filter(|_| compiler.total_mass.is_some()) {
        let hint = "take `fusestatic` out: it changes what bodies weigh together";
        element.refuse("fusestatic", "`fusestatic` with `settotalmass`", hint, reader);
        return None;
    }
    Some(compiler)
}

/// Reads gravity and the flags of all sections `<option>`.
pub(super) fn read_option<'a, 'i: 'a>(
    sections: impl Iterator<Item = Node<'a, 'i>>,
    reader: &mut Reader<'_>,
) -> Physics {
    let down = Rational::new(-981, 100).map(Poly::constant).unwrap_or_default();
    let mut physics = Physics {
        gravity: Vector::new(Poly::ZERO, Poly::ZERO, down),
        springs: true,
        dampers: true,
        friction: true,
        equality: true,
    };
    let mut weightless = false;
    for section in sections {
        let element = Element::plain(section);
        if let Some(gravity) = element.exactly::<3>("gravity", reader) {
            physics.gravity = Vector(gravity.map(Poly::constant));
        }
        super::left_out::check_fluid(&element, reader);
        for node in section.children().filter(|node| node.tag_name().name() == "flag") {
            let flags = Element::plain(node);
            let mut enabled = |name: &str| {
                let word = flags.word(name, &["enable", "disable"], reader);
                word.map(|word| word == "enable")
            };
            if let Some(on) = enabled("gravity") {
                weightless = !on;
            }
            // before MuJoCo 3.4 one flag switched springs and dampers
            if let Some(on) = enabled("passive") {
                (physics.springs, physics.dampers) = (on, on);
            }
            if let Some(on) = enabled("constraint") {
                (physics.friction, physics.equality) = (on, on);
            }
            for (name, switch) in [
                ("spring", &mut physics.springs),
                ("damper", &mut physics.dampers),
                ("frictionloss", &mut physics.friction),
                ("equality", &mut physics.equality),
            ] {
                *switch = enabled(name).unwrap_or(*switch);
            }
        }
    }
    if weightless {
        physics.gravity = Vector::default();
    }
    physics
}
