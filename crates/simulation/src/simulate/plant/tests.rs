//! The exact Jacobian against differences: entry by entry, and in what it saves.

#![allow(clippy::unwrap_used, reason = "a test")]

use appell_model::{Robot, read_toml};

use super::*;
use crate::controller::Controller;
use crate::integrate::{Radau5, Step, Tolerance, stretch};

/// A link with a viscous joint before one with springs and dampers.
const DAMPED: &str = r#"
    name = "damped"
    gravity = 9.81
    [[joint]]
    type = "rotation"
    axis = "z"
    friction = { viscous = 0.7 }
    link = { mass = 2, centre = [0.2, 0.1, 0], inertia = { xx = 0.1, yy = 0.1, zz = 0.2 } }
    [[joint]]
    type = "translation"
    axis = "x"
    friction = { viscous = 3 }
    link = { mass = 1, centre = [0.1, 0.3, 0], inertia = { xx = 0.1, yy = 0.1, zz = 0.1 } }
"#;

fn robot(name: &str) -> Robot {
    match name {
        "damped" => read_toml(DAMPED, &Default::default()).robot.unwrap(),
        name => appell_model::bundled(name).unwrap().read().robot.unwrap(),
    }
}

fn machine(name: &str) -> CompiledRobot {
    CompiledRobot::new(&robot(name), &Default::default()).unwrap()
}

fn pd(machine: &CompiledRobot) -> Controller {
    let each = |gain: f64| (1..=machine.axes().len()).map(|k| gain * k as f64).collect();
    Controller::ProportionalDerivative {
        kp: each(40.0),
        kd: each(3.0),
        ki: Vec::new(),
        gravity: false,
    }
}

/// A robot under a controller that holds it where its coordinates are zero.
fn plant(machine: &CompiledRobot, controller: Controller, saturates: bool) -> Plant {
    let setup = Setup {
        method: Method::Radau5,
        controller,
        saturates,
        ..Setup::at(machine, vec![0.0; machine.coordinates().len()], 1.0)
    };
    let drive = Drive::new(machine, &setup).unwrap();
    Plant::new(machine, drive, &setup, Piece::new(0.0, 1.0, 1.0)).unwrap()
}

/// A state that is nothing special; modes are small.
fn state(machine: &CompiledRobot) -> Vec<f64> {
    let size = |k: usize| if machine.coordinates()[k].axis.is_some() { 1.0 } else { 0.02 };
    let all = 0..machine.coordinates().len();
    let q = all.clone().map(|k| 0.7 * size(k) * (1.3 * k as f64 + 0.4).sin());
    let qd = all.map(|k| 0.9 * size(k) * (2.1 * k as f64 + 0.3).cos());
    q.chain(qd).chain([0.0]).collect()
}

/// df/dy by central differences of fourth order.
fn differences(plant: &mut Plant, y: &[f64]) -> Vec<f64> {
    const STEP: f64 = 2e-4;
    let size = y.len();
    let mut jacobian = vec![0.0; size * size];
    for (part, weight) in [(-2.0, 1.0), (-1.0, -8.0), (1.0, 8.0), (2.0, -1.0)] {
        for column in 0..size {
            let mut moved = y.to_vec();
            moved[column] += part * STEP;
            let mut slope = vec![0.0; size];
            plant.slope(0.5, &moved, &mut slope).unwrap();
            for (row, slope) in slope.into_iter().enumerate() {
                jacobian[row * size + column] += weight * slope / (12.0 * STEP);
            }
        }
    }
    jacobian
}

#[test]
fn the_exact_jacobian_is_that_of_central_differences() {
    for name in ["2r", "damped", "scara", "flex1r", "flex2r"] {
        let machine = machine(name);
        let y = state(&machine);
        let cases = [(Controller::Free, false), (pd(&machine), false), (pd(&machine), true)];
        for (number, (controller, saturates)) in cases.into_iter().enumerate() {
            let mut plant = plant(&machine, controller, saturates);
            let mut exact = vec![f64::NAN; y.len() * y.len()];
            if !plant.jacobian(0.5, &y, &mut exact).unwrap() {
                assert!(name == "scara", "{name} {number}: only dry friction has no derivative");
                continue;
            }
            let found = differences(&mut plant, &y);
            let rows = exact.chunks_exact(y.len()).zip(found.chunks_exact(y.len()));
            for (row, (exact, found)) in rows.enumerate() {
                let size = exact.iter().map(|entry| entry.abs()).fold(1.0, f64::max);
                for (column, (exact, found)) in exact.iter().zip(found).enumerate() {
                    let gap = (exact - found).abs();
                    assert!(
                        gap < 1e-7 * size,
                        "{name} {number} at {row}, {column}: {exact} {found}"
                    );
                }
            }
        }
    }
}

#[test]
fn what_is_not_linear_in_the_state_has_no_exact_jacobian() {
    let machine = machine("2r");
    let gains = || vec![10.0; 2];
    let gravity = Controller::ProportionalDerivative {
        kp: gains(),
        kd: gains(),
        ki: Vec::new(),
        gravity: true,
    };
    let computed = Controller::ComputedTorque { kp: gains(), kd: gains() };
    for controller in [gravity, computed] {
        let mut room = [0.0; 25];
        let known = plant(&machine, controller, false).jacobian(0.0, &[0.1; 5], &mut room);
        assert_eq!(known, Ok(false));
    }
}

/// A plant whose evaluations are counted, and whose exact Jacobian may be kept back.
struct Counted {
    plant: Plant,
    exact: bool,
    evaluations: usize,
}

impl System for Counted {
    fn slope(&mut self, t: f64, y: &[f64], slope: &mut [f64]) -> Result<(), Error> {
        self.evaluations += 1;
        self.plant.slope(t, y, slope)
    }

    fn jacobian(&mut self, t: f64, y: &[f64], jacobian: &mut [f64]) -> Result<bool, Error> {
        self.evaluations += usize::from(self.exact);
        Ok(self.exact && self.plant.jacobian(t, y, jacobian)?)
    }
}

/// Where a robot with bent links that is let go is after a quarter of a second, and after how many
/// evaluations this is known.
fn let_go(machine: &CompiledRobot, exact: bool) -> (Vec<f64>, usize) {
    let plant = plant(machine, Controller::Free, false);
    let mut system = Counted { plant, exact, evaluations: 0 };
    let mut y = state(machine);
    let counted = y.len() - 1;
    let tolerance = Tolerance { relative: 1e-8, absolute: 1e-11, counted };
    let mut method = Radau5::new(y.len());
    let (mut t, mut step) = (0.0, 1e-4f64);
    while t < 0.25 {
        let tried = step.min(0.25 - t);
        let error = method.attempt(&mut system, t, &y, tried, &tolerance).unwrap();
        step = tried * stretch(error, &method);
        if error <= 1.0 {
            y.copy_from_slice(method.end());
            method.accept();
            t += tried;
        }
    }
    (y, system.evaluations)
}

#[test]
fn the_exact_jacobian_leads_to_the_same_motion_with_fewer_evaluations() {
    for name in ["flex1r", "flex2r"] {
        let machine = machine(name);
        let [(one, exact), (other, differences)] = [true, false].map(|it| let_go(&machine, it));
        for (one, other) in one.iter().zip(&other) {
            assert!((one - other).abs() < 1e-6 * one.abs().max(1.0), "{name}: {one} {other}");
        }
        assert!(10 * exact < 9 * differences, "{name}: {exact} {differences}");
    }
}
