//! Elastic arms in numbers, and their motion.

use appell_mechanics::{Derivation, Mechanism, Numbers, Quantity, State, forward};
use appell_model::{Options, Robot, read_toml};

use super::{at, in_numbers};

#[track_caller]
pub fn near(found: f64, expected: f64, tolerance: f64, what: &str) {
    assert!((found - expected).abs() <= tolerance, "{what}: {found} and {expected}");
}

/// The robot of a file.
pub fn robot(text: &str) -> Robot {
    read_toml(text, &Options::default()).robot.unwrap()
}

/// The robot in numbers.
pub fn mechanism(robot: &Robot) -> Mechanism<f64> {
    Mechanism::new(robot, |entry| robot.evaluate(entry)).unwrap()
}

/// A quantity at a place, at rest.
pub fn value(robot: &Robot, q: &[f64], name: &str) -> Vec<Vec<f64>> {
    value_in(robot, |k, order| if order == 0 { q[k] } else { 0.0 }, name)
}

/// A quantity in a state: derivatives of coordinates by their number and order.
pub fn value_in(robot: &Robot, state: impl Fn(usize, u32) -> f64, name: &str) -> Vec<Vec<f64>> {
    let coordinates = robot.coordinates();
    let numbers = Numbers::new(robot.symbols(), |symbol| {
        let place = coordinates.iter().position(|&it| it == symbol.base());
        place.map(|k| state(k, symbol.order())).or_else(|| robot.value(symbol))
    });
    let derivation = Derivation::new(robot, numbers).unwrap();
    derivation.get(Quantity::read_one(name, robot).unwrap()).unwrap().rows
}

/// One step of Runge and Kutta, of order 4, for x' = f(t, x).
pub fn step(f: &impl Fn(f64, &[f64]) -> Vec<f64>, t: f64, x: &[f64], h: f64) -> Vec<f64> {
    let shifted =
        |by: f64, k: &[f64]| -> Vec<f64> { x.iter().zip(k).map(|(x, k)| x + by * k).collect() };
    let a = f(t, x);
    let b = f(t + h / 2.0, &shifted(h / 2.0, &a));
    let c = f(t + h / 2.0, &shifted(h / 2.0, &b));
    let d = f(t + h, &shifted(h, &c));
    (0..x.len()).map(|i| x[i] + h / 6.0 * (a[i] + 2.0 * (b[i] + c[i]) + d[i])).collect()
}

/// Coordinates and rates in one list, as a state with accelerations.
pub fn state(mechanism: &Mechanism<f64>, x: &[f64], accelerations: &[f64]) -> State<f64> {
    let (q, rates) = x.split_at(x.len() / 2);
    let coordinates = (0..q.len()).map(|k| at(q[k], vec![rates[k], accelerations[k]]));
    in_numbers(mechanism, coordinates.collect())
}

/// The motion under constant forces.
pub fn free_motion(
    mechanism: &Mechanism<f64>,
    tau: &[f64],
    damping: &[f64],
    x: &[f64],
) -> Vec<f64> {
    let count = tau.len();
    let rest = state(mechanism, x, &vec![0.0; count]);
    let driving: Vec<f64> = (0..count).map(|k| tau[k] - damping[k] * x[count + k]).collect();
    let accelerations = forward::accelerations(mechanism, &rest, &driving);
    x[count..].iter().copied().chain(accelerations).collect()
}
