//! A driving force without an index: `\tau` may be that of any joint. One equation with a wrong sign can hold by another
//! joint than the rest of the paper means; so the joint is that by which most equations hold, and where two of them
//! explain as much, nobody knows which is meant.

use std::collections::BTreeSet;

use appell_algebra::Error as AlgebraError;
use appell_mechanics::{Error, Of};

use super::Unknown;
use super::equation::Checker;
use super::guessing::{collect, is_driving_force};
use super::paper::all_proved;
use crate::latex::{Document, Ink, equations};
use crate::meaning::Meaning;
use crate::name::Name;

/// In how many equations a letter is looked for.
const MOST_EQUATIONS: usize = 24;

impl Checker<'_, '_> {
    /// Takes letters of driving forces for those of the joints by which most of the document holds.
    pub(super) fn settle_drives(&self, text: &str) -> Result<(), Error> {
        let is_of_joint = |meaning: &Meaning| match meaning {
            Meaning::Known(known, _) => {
                is_driving_force(meaning) && matches!(known.quantity.of(), Of::Joint(_))
            }
            _ => false,
        };
        let guesses = self.defined.guesses.borrow().clone();
        let is_letter = |name: &Name| !name.latex().contains('_');
        let drives = guesses.iter().filter(|(name, it)| is_of_joint(it) && is_letter(name));
        for (name, taken) in drives {
            let mut readings: Vec<Meaning> = Vec::new();
            for reading in self.readings(name).into_iter().filter(is_of_joint) {
                if !readings.contains(&reading) {
                    readings.push(reading);
                }
            }
            let own = equations_with(name, text);
            if readings.len() < 2 || own.len() < 2 {
                continue;
            }
            let mut counts = Vec::new();
            for reading in &readings {
                self.defined.guesses.borrow_mut().insert(name.clone(), reading.clone());
                let mut count = 0;
                for inks in &own {
                    self.budget.check().map_err(AlgebraError::from)?;
                    let findings =
                        self.equation_as_read(inks, &mut Vec::new(), &mut Unknown::new())?;
                    count += usize::from(all_proved(&findings));
                }
                counts.push(count);
            }
            self.refuted.borrow_mut().clear();
            let most = counts.iter().copied().max().unwrap_or_default();
            let mut best = readings.iter().zip(&counts).filter(|(_, count)| **count == most);
            match (best.next(), best.next()) {
                (Some((reading, _)), None) => {
                    self.defined.guesses.borrow_mut().insert(name.clone(), reading.clone());
                }
                _ if most > 0 => {
                    self.defined.guesses.borrow_mut().remove(name);
                    self.defined.ambiguous.borrow_mut().insert(name.bare().letters());
                }
                _ => {
                    self.defined.guesses.borrow_mut().insert(name.clone(), taken.clone());
                }
            }
        }
        Ok(())
    }
}

/// The equations of a document that contain a name.
fn equations_with(name: &Name, text: &str) -> Vec<Vec<Ink>> {
    let blocks = Document::new(text).flatten().filter_map(|block| block.inks.ok());
    let all = blocks.flat_map(|inks| equations(inks, &mut Vec::new()));
    let has_it = |inks: &Vec<Ink>| {
        let mut names = BTreeSet::new();
        collect(inks, &mut names);
        names.contains(name)
    };
    all.filter(has_it).take(MOST_EQUATIONS).collect()
}
