//! The modes of elastic links: coordinates, angles of the tip, integrals.

use std::collections::BTreeMap;

use appell_algebra::{Budget, Error, Symbol, Symbols};
use appell_diagnostic::Diagnostic;

use super::beam_body::BeamBody;
use crate::elastic::{Elastic, ModeSource, Modes};
use crate::link::Part;

/// What belongs to an elastic link: its modes, the parts that a beam adds to its mass, and what
/// was done with it, at its place below the link.
pub(super) struct Worked {
    pub(super) modes: Modes,
    pub(super) parts: Vec<Part>,
    pub(super) note: Option<Diagnostic>,
}

/// Why modes cannot be worked out; at its place below the link.
pub(super) enum Problem {
    Algebra(Error),
    Told(Box<Diagnostic>),
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        Self::Algebra(error)
    }
}

/// The modes of a link. `stem` names the modal coordinates, `number` is that of the joint.
pub(super) fn modes(
    elastic: &Elastic,
    (stem, number): (&str, usize),
    symbols: &Symbols,
    budget: &Budget,
    values: &BTreeMap<Symbol, f64>,
) -> Result<Worked, Problem> {
    let (body, parts, note) = match &elastic.source {
        ModeSource::Given(given) => (given.body(), Vec::new(), None),
        ModeSource::FiniteElements(it) => (it.reduced.body(), vec![it.body.clone()], None),
        ModeSource::Beam(beam) => {
            let worked = BeamBody::new(beam, symbols, budget, values)?;
            (worked.body()?, worked.parts()?, worked.note)
        }
    };
    let names = (1..=body.modes()).map(|j| symbols.coordinate(&format!("{stem}_{j}")));
    let coordinates = names.collect::<Result<Vec<_>, _>>()?;
    let mut angles = Vec::new();
    for axis in [2, 1, 0] {
        if body.shapes.iter().any(|shape| !shape.slope.0[axis].is_zero()) {
            let name = format!("phi{number}{}", ["x", "y", "z"][axis]);
            angles.push((axis, symbols.coordinate(&name)?));
        }
    }
    let modes = Modes { coordinates, angles, tip_map: elastic.tip_map, body };
    Ok(Worked { modes, parts, note })
}
