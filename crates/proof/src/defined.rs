//! Names of elastic links that stand for something else: the integrals of modes, as `derive` prints
//! them, and the angles by which tips turn, which are sums of modal coordinates.

use std::collections::{BTreeMap, BTreeSet};

use appell_algebra::{AtomKind, Decision, Error, Poly, Symbol};
use appell_mechanics::HIGHEST_ORDER;
use appell_model::{Modes, Robot};

use crate::abbreviation::Abbreviations;

/// Names and what they stand for; those of links are none where all links are rigid.
#[derive(Debug, Default)]
pub(crate) struct DefinedNames {
    values: BTreeMap<Symbol, Poly>,
    /// Angles of tips and modal coordinates: of their sines the normal form does not know every
    /// relation, since the angles are sums of the coordinates.
    related: BTreeSet<Symbol>,
    /// What the document itself defines.
    pub(crate) abbreviations: Abbreviations,
}

impl DefinedNames {
    pub(crate) fn new(robot: &Robot) -> Result<Self, Error> {
        let elastic = || robot.joints().iter().filter_map(|joint| joint.modes.as_ref());
        let mut defined = Self::default();
        if elastic().next().is_some() {
            defined.values.extend(robot.with_named_integrals()?.1);
        }
        for modes in elastic() {
            defined.tip_angles(modes)?;
        }
        Ok(defined)
    }

    fn tip_angles(&mut self, modes: &Modes) -> Result<(), Error> {
        for (axis, angle) in &modes.angles {
            for order in 0..=HIGHEST_ORDER {
                self.values.insert(angle.derivative(order)?, modes.angle_rate(*axis, order)?);
            }
            self.related.insert(*angle);
            self.related.extend(&modes.coordinates);
        }
        Ok(())
    }

    /// What a name stands for; nothing for one that stands for itself.
    pub(crate) fn value(&self, symbol: Symbol) -> Option<&Poly> {
        self.values.get(&symbol)
    }

    /// Whether a name is that of the angle of a tip, which formulas define before they use it.
    pub(crate) fn is_tip_angle(&self, symbol: Symbol) -> bool {
        self.related.contains(&symbol) && self.values.contains_key(&symbol)
    }

    /// The names, without those of time derivatives.
    pub(crate) fn names(&self) -> impl Iterator<Item = Symbol> {
        self.values.keys().copied().filter(|symbol| symbol.order() == 0)
    }

    /// The decision of the normal forms, which is none where sines of related angles occur.
    pub(crate) fn decide(&self, printed: &Poly, derived: &Poly) -> Decision {
        let decision = printed.decide(derived);
        if decision != Decision::Different || self.related.is_empty() {
            return decision;
        }
        let difference = printed - derived;
        let is_related = |atom: AtomKind| match atom {
            AtomKind::Cos(angle) | AtomKind::Sin(angle) => self.related.contains(&angle),
            AtomKind::Symbol(_) | AtomKind::Function(_) => false,
        };
        let mut atoms = difference.terms().flat_map(|term| term.factors);
        match atoms.any(|factor| is_related(factor.atom.kind())) {
            true => Decision::Undecided,
            false => decision,
        }
    }
}
