//! The parts that derive: what each is called, and its quantities.

use appell_mechanics::Quantity;
use appell_model::Robot;

use super::Part;
use super::features::Features;
use super::formulas::Formulas;
use super::rules;
use crate::document::Block;

/// A part that derives.
pub(super) struct Chapter {
    pub(super) title: &'static str,
    part: Part,
    /// The quantities, as they are asked for on the command line.
    quantities: &'static [&'static str],
}

const CHAPTERS: [Chapter; 9] = [
    chapter_of(Part::Frames, "Frames and the Jacobian", &["T", "T0[tool]", "J"]),
    chapter_of(Part::Velocities, "Velocities, outward", &["omega", "v", "vC"]),
    chapter_of(Part::Accelerations, "Accelerations, outward", &["eps", "a", "aC"]),
    chapter_of(Part::Inertia, "Inertia forces", &["F", "N"]),
    chapter_of(Part::Connections, "Joint reaction forces, inward", &["f", "n"]),
    chapter_of(Part::Torques, "Joint torques and forces", &["Q"]),
    chapter_of(Part::Matrices, "Mass matrix, Coriolis forces, gravity", &["M", "C", "G"]),
    chapter_of(Part::Energies, "Energies", &["Ek", "Ep", "EA1"]),
    chapter_of(Part::Parameters, "Base parameters", &["base", "Y"]),
];

const fn chapter_of(
    part: Part,
    title: &'static str,
    quantities: &'static [&'static str],
) -> Chapter {
    Chapter { title, part, quantities }
}

/// The chapter of a part, if it is one that derives.
pub(super) fn chapter(part: Part) -> Option<&'static Chapter> {
    CHAPTERS.iter().find(|chapter| chapter.part == part)
}

/// The quantities of all chapters that the robot has.
pub(super) fn quantities(robot: &Robot) -> Vec<Quantity> {
    let names = CHAPTERS.iter().flat_map(|chapter| chapter.quantities);
    names.filter_map(|name| Quantity::read(name, robot).ok()).flatten().collect()
}

impl Chapter {
    pub(super) fn quantities(&self) -> &'static [&'static str] {
        self.quantities
    }

    /// Its rules and its equations; `source` is the robot as commands name it.
    pub(super) fn blocks(
        &self,
        features: &Features,
        formulas: &Formulas,
        source: &str,
    ) -> Vec<Block> {
        let mut blocks = rules::of(self.part, features);
        blocks.extend(formulas.blocks(self.part, source));
        blocks
    }
}
