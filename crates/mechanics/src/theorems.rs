//! The higher-order theorems: how the generalised inertia forces Q and their time derivatives
//! follow from energies of any order.
//!
//! With S_p the acceleration energy of order p (S_0 the kinetic energy), D the total time
//! derivative and d_m the derivative by q_k^(m):
//!
//! ```text
//! (I1) Q = d_2 S_1
//! (I2) Q = (1/m) (d_m D^m S_0 - (m+1) d_0 S_0), m >= 1 (Nielsen, Tzenoff, Mangeron-Deleanu)
//! (I3) Q' = d_3 S_2 + 1/2 d_1 S_1
//! (I4) Q'' = d_4 S_3 + 2/3 d_2 S_2 + d_0 S_1
//! (I5) Q' = 1/(m+1) d_m (2 D^(m-3) S_2 + D^(m-1) S_1), m >= 3
//! (I6) Q^(k-1) = (k-1)! m!/(m+k-1)! d_m sum_{p=1}^{k} Cat_p D^(m+k-1-2p) S_p, m >= k+1, with the
//!      Catalan numbers Cat_p = 1, 2, 5, 14, 42, ...
//! ```
//!
//! (Negrean 2019, eqs 113-116, corrected: the printed coefficients of I6 fail from p = 4 on.)

use appell_spatial::Scalar;

use crate::higher_order::energy_derivative;
use crate::mechanism::Mechanism;
use crate::state::State;

/// d_m D^a S_p by the coordinate k.
fn slope<S: Scalar>(
    mechanism: &Mechanism<S>,
    state: &State<S>,
    k: usize,
    [m, a, p]: [usize; 3],
) -> S {
    let varied = mechanism.constant();
    energy_derivative(&varied, &state.varied(k, m), p, a).slope()
}

/// (I1): Q_k from the energy of accelerations.
pub fn appell<S: Scalar>(mechanism: &Mechanism<S>, state: &State<S>, k: usize) -> S {
    slope(mechanism, state, k, [2, 0, 1])
}

/// (I2): Q_k from the m-th time derivative of the kinetic energy; nothing unless m >= 1.
pub fn mangeron_deleanu<S: Scalar>(
    mechanism: &Mechanism<S>,
    state: &State<S>,
    k: usize,
    m: usize,
) -> Option<S> {
    if m < 1 {
        return None;
    }
    let first = slope(mechanism, state, k, [m, m, 0]);
    let second = slope(mechanism, state, k, [0, 0, 0]);
    Some(first.sub(&second.mul(&second.integer(m as i64 + 1))).over(m as i64))
}

/// (I3): Q_k' from the energies of order 2 and 1.
pub fn first_rate<S: Scalar>(mechanism: &Mechanism<S>, state: &State<S>, k: usize) -> S {
    let low = slope(mechanism, state, k, [1, 0, 1]).over(2);
    slope(mechanism, state, k, [3, 0, 2]).add(&low)
}

/// (I4): Q_k'' from the energies of order 3, 2 and 1.
pub fn second_rate<S: Scalar>(mechanism: &Mechanism<S>, state: &State<S>, k: usize) -> S {
    let middle = slope(mechanism, state, k, [2, 0, 2]);
    let middle = middle.add(&middle).over(3);
    let low = slope(mechanism, state, k, [0, 0, 1]);
    slope(mechanism, state, k, [4, 0, 3]).add(&middle).add(&low)
}

/// (I5): Q_k' from derivatives of the energies of order 2 and 1; nothing unless m >= 3.
pub fn mixed_rate<S: Scalar>(
    mechanism: &Mechanism<S>,
    state: &State<S>,
    k: usize,
    m: usize,
) -> Option<S> {
    let high = slope(mechanism, state, k, [m, m.checked_sub(3)?, 2]);
    let low = slope(mechanism, state, k, [m, m - 1, 1]);
    Some(high.add(&high).add(&low).over(m as i64 + 1))
}

/// (I6): the (r-1)-th time derivative of Q_k from derivatives of the energies up to order r,
/// nothing unless r >= 1 and m >= r + 1.
pub fn catalan_rate<S: Scalar>(
    mechanism: &Mechanism<S>,
    state: &State<S>,
    k: usize,
    [r, m]: [usize; 2],
) -> Option<S> {
    if r < 1 || m < r + 1 {
        return None;
    }
    let mut sum = mechanism.zero();
    let mut catalan = 1i64;
    for p in 1..=r {
        let term = slope(mechanism, state, k, [m, m + r - 1 - 2 * p, p]);
        sum = sum.add(&term.mul(&term.integer(catalan)));
        // Cat_{p+1} = Cat_p (4p + 2)/(p + 2)
        catalan = catalan * (4 * p as i64 + 2) / (p as i64 + 2);
    }
    // (r-1)! m!/(m+r-1)!, as the reciprocal of a binomial
    let binomial = (1..r).fold(1i64, |b, j| b * (m + j) as i64 / j as i64);
    Some(sum.over(binomial))
}
