//! Named parameters.

use appell_algebra::{Poly, Symbol};

/// A symbol of the robot that is no coordinate: a length, a mass, a moment of inertia.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The symbol.
    pub symbol: Symbol,
    /// Its name.
    pub name: String,
    /// A value for evaluation: a number, or a constant such as pi/3.
    pub value: Option<Poly>,
    /// The unit, in words; it is shown, never calculated with.
    pub unit: Option<String>,
    /// A remark.
    pub note: Option<String>,
}
