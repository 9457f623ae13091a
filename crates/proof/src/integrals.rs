//! Names for the integrals of elastic links, as `derive` prints them, and what they stand for.

use std::collections::BTreeMap;

use appell_algebra::{Error, Poly, Symbol};
use appell_model::Robot;

/// The integrals by their names; none where all links are rigid.
pub(crate) type Integrals = BTreeMap<Symbol, Poly>;

/// The integrals of a robot.
pub(crate) fn integrals(robot: &Robot) -> Result<Integrals, Error> {
    match robot.joints().iter().any(|joint| joint.modes.is_some()) {
        true => Ok(robot.with_named_integrals()?.1.into_iter().collect()),
        false => Ok(Integrals::new()),
    }
}
