//! Lagrange's equations: Q_k = d/dt dEk/dq_k' - dEk/dq_k + dEp/dq_k, and the forms that follow
//! from them.
//!
//! Derivatives are taken by calculating with numbers that carry them (`Jet`): by a coordinate or its
//! rate, and by time. So this is one code for numbers, expressions and polynomials.

use appell_spatial::{Scalar, Varied};

use crate::energy::{kinetic, potential};
use crate::geometry::{frames, in_parent};
use crate::higher_order::acceleration_energy;
use crate::jacobian::applied_forces;
use crate::kinematics::motions;
use crate::mass_matrix::mass_matrix;
use crate::mechanism::Mechanism;
use crate::state::State;

fn kinetic_energy<S: Scalar>(mechanism: &Mechanism<S>, state: &State<S>) -> S {
    if mechanism.is_affine() {
        // motions take frames for rotations; the trace form does not
        return acceleration_energy(mechanism, state, 0);
    }
    let in_parent = in_parent(mechanism, state);
    kinetic(mechanism, state, &motions(mechanism, state, &in_parent), None)
}

/// dEk/dq_k (order 0), or dEk/dq_k' (order 1), for every coordinate.
pub fn kinetic_slopes<S: Scalar>(
    mechanism: &Mechanism<S>,
    state: &State<S>,
    order: usize,
) -> Vec<S> {
    let varied = mechanism.constant();
    let by = |k: usize| kinetic_energy(&varied, &state.varied(k, order)).slope();
    (0..state.coordinates.len()).map(by).collect()
}

/// dEp/dq_k, for every coordinate: the gravity vector G, and the forces of strain and springs.
pub fn potential_forces<S: Scalar>(mechanism: &Mechanism<S>, state: &State<S>) -> Vec<S> {
    let varied = mechanism.constant();
    let by = |k: usize| {
        let state = state.varied(k, 0);
        potential(&varied, &state, &frames(&varied, &state)).slope()
    };
    (0..state.coordinates.len()).map(by).collect()
}

/// The gravity vector G: dEp/dq_k without the strain of elastic links and springs.
pub fn gravity_forces<S: Scalar>(mechanism: &Mechanism<S>, state: &State<S>) -> Vec<S> {
    let mut relaxed = mechanism.clone();
    relaxed.relax();
    potential_forces(&relaxed, state)
}

/// The driving forces by Lagrange's equations, without friction.
pub fn driving_forces_by_lagrange<S: Scalar>(mechanism: &Mechanism<S>, state: &State<S>) -> Vec<S> {
    let moving = mechanism.constant();
    // q with q', and q' with q''
    let path = state.jets(1, 1);
    let momenta: Vec<Varied<S>> = kinetic_slopes(&moving, &path, 1);
    let by_place = kinetic_slopes(mechanism, state, 0);
    let gravity = potential_forces(mechanism, state);
    let applied = applied_forces(mechanism, state, &frames(mechanism, state));
    let force = |k: usize| {
        let rate: S = momenta[k].slope();
        rate.sub(&by_place[k]).add(&gravity[k]).add(&applied[k])
    };
    (0..state.coordinates.len()).map(force).collect()
}

/// The Coriolis matrix by Christoffel's symbols,
/// C_ij = sum_k 1/2 (dM_ij/dq_k + dM_ik/dq_j - dM_jk/dq_i) q_k'; M' - 2 C is skew.
pub fn coriolis_matrix<S: Scalar>(mechanism: &Mechanism<S>, state: &State<S>) -> Vec<Vec<S>> {
    let count = state.coordinates.len();
    let varied = mechanism.constant();
    // slopes[k][i][j] = dM_ij/dq_k
    let slopes: Vec<Vec<Vec<S>>> = (0..count)
        .map(|k| {
            let state = state.varied(k, 0);
            let matrix = mass_matrix(&varied, &state, &in_parent(&varied, &state));
            matrix
                .into_iter()
                .map(|row| row.into_iter().map(|entry| entry.slope()).collect())
                .collect()
        })
        .collect();
    let entry = |i: usize, j: usize| {
        let term = |k: usize| {
            let symbol = slopes[k][i][j].add(&slopes[j][i][k]).sub(&slopes[i][j][k]);
            symbol.mul(&state.coordinates[k].rate(1))
        };
        (0..count).map(term).fold(mechanism.zero(), |sum, term| sum.add(&term)).over(2)
    };
    (0..count).map(|i| (0..count).map(|j| entry(i, j)).collect()).collect()
}

/// The second derivatives of the potential energy: the stiffness of all coordinates, with strain and
/// gravity in it.
pub fn tangent_stiffness<S: Scalar>(mechanism: &Mechanism<S>, state: &State<S>) -> Vec<Vec<S>> {
    let varied = mechanism.constant();
    let row = |k: usize| {
        let forces = potential_forces(&varied, &state.varied(k, 0));
        forces.into_iter().map(|force| force.slope()).collect()
    };
    (0..state.coordinates.len()).map(row).collect()
}
