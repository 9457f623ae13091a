//! What holds where nothing is said, in the library and in scenarios alike: [`Setup::at`] and
//! [`InverseDynamicsProblem::of`] take it from here, and a scenario changes what it names.
//!
//! [`Setup::at`]: crate::Setup::at
//! [`InverseDynamicsProblem::of`]: crate::InverseDynamicsProblem::of

use appell_code::CompiledRobot;

use crate::simulate::Method;

/// The relative tolerance of steps.
pub(crate) const TOLERANCE: f64 = 1e-8;

/// Whether a simulation ends where an axis reaches the end of its way.
pub(crate) const STOPS_AT_LIMITS: bool = true;

/// How far apart the rows of a result are, over a time.
pub(crate) fn output_step(duration: f64) -> f64 {
    const ROWS: f64 = 200.0;
    duration / ROWS
}

/// How the equations of a robot are integrated: elastic links, which vibrate much faster than they
/// move, make them stiff.
pub(crate) fn method(machine: &CompiledRobot) -> Method {
    if machine.is_elastic() { Method::Radau5 } else { Method::Dopri5 }
}
