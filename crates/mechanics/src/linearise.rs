//! Linearisation about a state: how accelerations change with coordinates, rates and forces.

use appell_spatial::{Field, Scalar, Varied};

use crate::forward::accelerations;
use crate::friction::viscous_forces;
use crate::mechanism::Mechanism;
use crate::state::State;

/// The linear system x' = A x + B u near a state, x = (q, q'), u the driving forces. Its upper
/// half is plain (q' is q'); these are the rows of q''.
#[derive(Clone, Debug, PartialEq)]
pub struct Linearisation<S> {
    /// dq''/dq.
    pub by_place: Vec<Vec<S>>,
    /// dq''/dq'.
    pub by_rate: Vec<Vec<S>>,
    /// dq''/du, the inverse of the mass matrix.
    pub by_force: Vec<Vec<S>>,
}

impl<S: Scalar> Linearisation<S> {
    /// A of x' = A x + B u, x = (q, q').
    pub fn state_matrix(&self) -> Vec<Vec<S>> {
        let count = self.by_place.len();
        let unit = |i: usize, j: usize| self.integer(i64::from(j == count + i));
        let above = (0..count).map(|i| (0..2 * count).map(|j| unit(i, j)).collect());
        let below = self.by_place.iter().zip(&self.by_rate);
        let below = below.map(|(place, rate)| place.iter().chain(rate).cloned().collect());
        above.chain(below).collect()
    }

    /// B of x' = A x + B u.
    pub fn input_matrix(&self) -> Vec<Vec<S>> {
        let count = self.by_force.len();
        let above = (0..count).map(|_| (0..count).map(|_| self.integer(0)).collect());
        above.chain(self.by_force.iter().cloned()).collect()
    }

    fn integer(&self, value: i64) -> S {
        self.by_force[0][0].integer(value)
    }
}

/// Linearises the motion under given driving forces, for any scalar that divides. Viscous friction and
/// damping are in it; dry friction, which needs roots and signs, is in the quantities dqdd/dq and dqdd/dqd
/// alone.
pub fn linearise<S: Field<Base: Field>>(
    mechanism: &Mechanism<S>,
    state: &State<S>,
    driving: &[S],
) -> Linearisation<S> {
    let count = driving.len();
    let varied = mechanism.constant();
    let accelerations = |state: &State<Varied<S>>, by_force: Option<usize>| {
        let friction = viscous_forces(&varied, state, 1);
        let driving: Vec<Varied<S>> = driving
            .iter()
            .zip(friction)
            .enumerate()
            .map(|(k, (force, friction))| {
                let force = match by_force == Some(k) {
                    true => Varied::<S>::variable(force.clone()),
                    false => Varied::<S>::constant(force.clone()),
                };
                force.sub(&friction)
            })
            .collect();
        accelerations(&varied, state, &driving)
    };
    // slopes by column; a matrix is kept by rows
    let rows = |columns: Vec<Vec<Varied<S>>>| -> Vec<Vec<S>> {
        (0..count).map(|i| columns.iter().map(|column| column[i].slope()).collect()).collect()
    };
    let vary = |order: usize| {
        rows((0..count).map(|k| accelerations(&state.varied(k, order), None)).collect())
    };
    let fixed = state.constant();
    Linearisation {
        by_place: vary(0),
        by_rate: vary(1),
        by_force: rows((0..count).map(|k| accelerations(&fixed, Some(k))).collect()),
    }
}
