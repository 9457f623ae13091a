//! Gibbs and Appell: the driving forces from the energy of accelerations,
//! Q_k = dEA_1/dq_k'' + dEp/dq_k (P. Appell, Sur une forme générale des équations de la dynamique,
//! 1899).

use appell_spatial::Scalar;

use crate::geometry::frames;
use crate::higher_order::acceleration_energy;
use crate::jacobian::applied_forces;
use crate::lagrange::potential_forces;
use crate::mechanism::Mechanism;
use crate::state::State;

/// The driving forces by Appell's equations, dEA_1/dq'' + dEp/dq, without friction.
pub fn driving_forces_by_appell<S: Scalar>(mechanism: &Mechanism<S>, state: &State<S>) -> Vec<S> {
    let varied = mechanism.constant();
    let gravity = potential_forces(mechanism, state);
    let applied = applied_forces(mechanism, state, &frames(mechanism, state));
    let force = |k: usize| {
        let inertia: S = acceleration_energy(&varied, &state.varied(k, 2), 1).slope();
        inertia.add(&gravity[k]).add(&applied[k])
    };
    (0..state.coordinates.len()).map(force).collect()
}
