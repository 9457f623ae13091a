//! A pole balanced on a cart by a linear-quadratic regulator (LQR): exact linearisation, the
//! regulator, and a simulation of the nonlinear system with it.

#![allow(clippy::print_stdout, reason = "an example")]

use appell::axis::{X, Y};
use appell::{Compiled, Error, Robot, State};

type Matrix = [[f64; 4]; 4];

/// Linearises about the upright pole, designs the regulator, simulates.
pub fn main() -> Result<(), Error> {
    let robot = Robot::builder("cart-pole")
        .gravity((0, 0, -9.81))
        .prismatic("cart", X, (0, 0, 0))
        .link(1.0, (0, 0, 0), (0, 0, 0))
        .revolute("pole", Y, (0, 0, 0))
        .link(0.2, (0, 0, 0.5), (0.01, 0.01, 0.0))
        .build()?;

    // x = (q, q'), x' = A x + B u about q = 0; the derivatives are exact, not differences.
    let values = robot.evaluate(["dqdd/dq", "dqdd/dqd", "dqdd/dtau"], &State::new())?;
    let by_q = values.rows("dqdd/dq")?;
    let by_qd = values.rows("dqdd/dqd")?;
    let by_tau = values.rows("dqdd/dtau")?;
    let a: Matrix = [
        [0.0, 0.0, 1.0, 0.0],
        [0.0, 0.0, 0.0, 1.0],
        [by_q[0][0], by_q[0][1], by_qd[0][0], by_qd[0][1]],
        [by_q[1][0], by_q[1][1], by_qd[1][0], by_qd[1][1]],
    ];
    // only the cart is driven
    let b = [0.0, 0.0, by_tau[0][0], by_tau[1][0]];
    assert!(a[3][1] > 0.0, "the upright pole falls by itself");

    let gain = regulator(&a, &b, [1.0, 10.0, 1.0, 1.0], 0.1);
    println!("u = -({:.2} x + {:.2} q + {:.2} x' + {:.2} q')", gain[0], gain[1], gain[2], gain[3]);

    // From 0.3 rad the nonlinear system comes to rest upright; without the regulator it does not.
    let mut dynamics = robot.compile("qdd")?;
    let start = [0.0, 0.3, 0.0, 0.0];
    let [balanced, left_alone] = [
        simulate(&mut dynamics, start, |x| -dot(&gain, x))?,
        simulate(&mut dynamics, start, |_| 0.0)?,
    ];
    println!("after 10 s: {balanced:.6?}; without the regulator: {left_alone:.2?}");
    assert!(balanced.iter().all(|value| value.abs() < 1e-3));
    assert!(left_alone[1].abs() > 0.3);
    Ok(())
}

fn dot(a: &[f64; 4], b: &[f64; 4]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The gain K of u = -K x that makes the integral of x^T diag(w) x + r u^2 least. The Riccati
/// equation P' = A^T P + P A - P b b^T P / r + diag(w) is integrated until P rests;
/// K = b^T P / r.
fn regulator(a: &Matrix, b: &[f64; 4], weights: [f64; 4], r: f64) -> [f64; 4] {
    const STEP: f64 = 1e-3;
    let mut p: Matrix = [[0.0; 4]; 4];
    for _ in 0..40_000 {
        let pb = p.map(|row| dot(&row, b));
        let mut next = p;
        for i in 0..4 {
            for j in 0..4 {
                let pa: f64 = (0..4).map(|k| p[i][k] * a[k][j] + a[k][i] * p[k][j]).sum();
                let weight = if i == j { weights[i] } else { 0.0 };
                next[i][j] += STEP * (pa - pb[i] * pb[j] / r + weight);
            }
        }
        p = next;
    }
    p.map(|row| dot(&row, b) / r)
}

/// The state after ten seconds, by the classical Runge-Kutta method.
fn simulate(
    dynamics: &mut Compiled,
    start: [f64; 4],
    force: impl Fn(&[f64; 4]) -> f64,
) -> Result<[f64; 4], Error> {
    const STEP: f64 = 0.005;
    let mut rate = |x: &[f64; 4]| -> Result<[f64; 4], Error> {
        let state = State::new().q([x[0], x[1]]).qd([x[2], x[3]]).tau([force(x), 0.0]);
        let qdd = dynamics.evaluate("qdd", &state)?;
        Ok([x[2], x[3], qdd[0], qdd[1]])
    };
    let along = |x: &[f64; 4], k: &[f64; 4], step: f64| -> [f64; 4] {
        std::array::from_fn(|i| x[i] + step * k[i])
    };
    let mut x = start;
    for _ in 0..2000 {
        let k1 = rate(&x)?;
        let k2 = rate(&along(&x, &k1, STEP / 2.0))?;
        let k3 = rate(&along(&x, &k2, STEP / 2.0))?;
        let k4 = rate(&along(&x, &k3, STEP))?;
        let mean: [f64; 4] = std::array::from_fn(|i| (k1[i] + 2.0 * (k2[i] + k3[i]) + k4[i]) / 6.0);
        x = along(&x, &mean, STEP);
    }
    Ok(x)
}
