//! Names of vectors and rotations that were taken for those in some axes, of some point: an equation that differs may
//! mean others.

use std::collections::BTreeSet;

use appell_mechanics::{Error, Kind, Of};

use super::Unknown;
use super::equation::Checker;
use super::evidence::too_unlike;
use super::guessing::collect;
use super::paper::all_proved;
use crate::latex::Ink;
use crate::meaning::Meaning;
use crate::name::Name;
use crate::report::Finding;

impl Checker<'_, '_> {
    /// The findings of an equation that differs, where a name in it was taken for a quantity in some axes or of some
    /// point: it may be in others here. None where no name was.
    pub(super) fn elsewhere(
        &self,
        inks: &[Ink],
        as_read: &[Finding],
    ) -> Result<Option<Vec<Finding>>, Error> {
        if !as_read.iter().any(|it| it.refutation().is_some()) {
            return Ok(None);
        }
        let mut names = BTreeSet::new();
        collect(inks, &mut names);
        let guesses = self.defined.guesses.borrow().clone();
        let is_open = |(name, meaning): &(&Name, &Meaning)| {
            names.contains(name) && self.may_be_elsewhere(name, meaning)
        };
        let Some((name, _)) = guesses.iter().find(is_open) else { return Ok(None) };
        let (refuted, explains) = (self.refuted.borrow().len(), self.explains.replace(false));
        let mut holds = None;
        for reading in self.readings(name) {
            self.defined.guesses.borrow_mut().insert(name.clone(), reading);
            let findings = self.equation_as_read(inks, &mut Vec::new(), &mut Unknown::new())?;
            if all_proved(&findings) {
                holds = Some(findings);
                break;
            }
        }
        *self.defined.guesses.borrow_mut() = guesses;
        self.explains.set(explains);
        self.refuted.borrow_mut().truncate(refuted);
        let doubted = || {
            let mut findings = as_read.to_vec();
            let wrong = findings.iter_mut().filter(|it| it.refutation().is_some());
            wrong.for_each(|it| it.verdict = too_unlike());
            findings
        };
        Ok(Some(holds.unwrap_or_else(doubted)))
    }

    /// Whether a quantity may be in other axes, of another point or without the payload: a misprint is not known from
    /// that.
    pub(super) fn may_be_elsewhere(&self, name: &Name, meaning: &Meaning) -> bool {
        let Meaning::Known(known, _) = meaning else { return false };
        match known.quantity.kind() {
            Kind::Acceleration | Kind::AngularVelocity | Kind::RelativeRotation => true,
            Kind::JointAxis => true,
            Kind::RelativePosition => name.letters().starts_with(['o', 'O', 'r']),
            Kind::Frame | Kind::FrameInBase | Kind::RelativeFrame => known.entry.is_some(),
            Kind::KineticEnergy | Kind::PotentialEnergy => {
                self.robot.payload().body.is_some() && known.quantity.of() != Of::Robot
            }
            _ => false,
        }
    }
}
