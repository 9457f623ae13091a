//! Motors and gears that are chosen for a motion.

use appell_actuation::{
    Catalogue, Choice, Demand, Margins, bundled_catalogue, clouds, coupled_motors, demands,
    replaced_losses, size,
};
use appell_algebra::Budget;
use appell_code::{Axis, CompiledRobot, Limits};
use appell_diagnostic::Severity;
use appell_simulation::InverseDynamicsProblem;
use appell_trajectory::{LawKind, Motion, synchronised};

#[test]
fn motors_are_chosen_with_a_reason() {
    let robot = appell_model::bundled("ur5").unwrap().read().robot.unwrap();
    let mut machine = CompiledRobot::new(&robot, &Default::default()).unwrap();
    for axis in machine.axes_mut() {
        axis.limits = Limits { velocity: 2.0, acceleration: 8.0, ..axis.limits };
    }
    let (from, to) = (vec![0.0, -1.2, 1.0, -1.0, 0.5, 0.0], vec![1.0, -0.4, 1.4, -0.5, -0.5, 1.0]);
    let laws = synchronised(LawKind::Trapezoidal, &from, &to, machine.axes(), None).unwrap();
    let motion = Motion::at(from).then(laws);
    let demands = demands(&machine, &InverseDynamicsProblem::of(motion.clone())).unwrap();
    let catalogue = bundled_catalogue();
    let choices = size(&demands, &catalogue, &Margins::default(), &Default::default()).unwrap();
    for (choice, demand) in choices.iter().zip(&demands) {
        let choice = choice.as_ref().unwrap();
        assert!(choice.fits, "{}: {}", choice.axis, choice.reason);
        let fit = &choice.fit;
        assert!(fit.largest().0 <= 1.0);
        // the point cloud, by hand: torque = J r q'' + Q / (r e) or Q e / r
        let (motor, gear) = (&fit.motor, &fit.transmission);
        let mut squares = 0.0;
        for k in 0..demand.forces.len() {
            let (force, rate) = (demand.forces[k], demand.speeds[k]);
            let power = force * rate;
            let through =
                if power >= 0.0 { force / gear.efficiency } else { force * gear.efficiency };
            let torque = (motor.inertia + gear.inertia) * gear.ratio * demand.accelerations[k]
                + through / gear.ratio;
            assert!((fit.cloud[k].1 - torque).abs() < 1e-12 * (1.0 + torque.abs()));
            assert!(torque.abs() * 1.2 <= motor.torque_at(fit.cloud[k].0.abs()) * (1.0 + 1e-12));
            squares += demand.weights[k] * torque * torque;
        }
        let rms = (squares / motion.duration()).sqrt();
        assert!((fit.rms - 1.2 * rms / motor.rated_torque).abs() < 1e-12);
        // tried alone, as many fit, and none that is lighter
        let mut alone = Vec::new();
        for (motor, gear) in catalogue
            .motors
            .iter()
            .flat_map(|motor| catalogue.transmissions.iter().map(move |gear| (motor, gear)))
        {
            let (motors, transmissions) = (vec![motor.clone()], vec![gear.clone()]);
            let pair = Catalogue { source: String::new(), motors, transmissions };
            let none = Default::default();
            let one = size(std::slice::from_ref(demand), &pair, &Margins::default(), &none);
            alone.extend(one.unwrap().pop());
        }
        let alone: Vec<&Choice> = alone.iter().flatten().filter(|it| it.fits).collect();
        assert_eq!(alone.len(), choice.fitting);
        let mass = |it: &Choice| it.fit.motor.mass + it.fit.transmission.mass;
        assert!(alone.iter().all(|it| mass(it) >= mass(choice)));
    }
    // a cloud without a point is drawn too
    let mut empty: Vec<Choice> = choices.into_iter().flatten().collect();
    empty.iter_mut().for_each(|choice| choice.fit.cloud.clear());
    assert_eq!(clouds(&empty).len(), 6);
    // nothing fits ten times the load, and the nearest candidates are reported
    let hard = Margins { safety: 100.0, ..Margins::default() };
    let refused = size(&demands, &catalogue, &hard, &Default::default()).unwrap();
    assert!(
        refused.iter().flatten().any(|choice| !choice.fits && choice.reason.contains("nearest"))
    );
}

/// A wrist with a differential: `{ratios}` are those of its two motors.
fn wrist(first: &str, second: &str) -> CompiledRobot {
    let text = format!(
        "name = \"wrist\"\ngravity = 9.81\n\
         [[joint]]\nname = \"pitch\"\ntype = \"rotation\"\naxis = \"y\"\n{first}\n\
         link = {{ mass = 1, centre = [0.05, 0, 0.02], inertia = {{ xx = 0.002, yy = 0.002, zz = 0.002 }} }}\n\
         [[joint]]\nname = \"roll\"\ntype = \"rotation\"\naxis = \"x\"\n{second}\n\
         link = {{ mass = 0.5, centre = [0.1, 0.03, 0.02], inertia = {{ xx = 0.001, yy = 0.002, zz = 0.002 }} }}\n"
    );
    let robot = appell_model::read_toml(&text, &Default::default()).robot.unwrap();
    let mut machine = CompiledRobot::new(&robot, &Default::default()).unwrap();
    for axis in machine.axes_mut() {
        axis.limits = Limits { velocity: 2.0, acceleration: 8.0, ..axis.limits };
    }
    machine
}

fn demanded(machine: &CompiledRobot) -> Vec<Demand> {
    let (from, to) = (vec![0.0, -0.4], vec![0.8, 0.9]);
    let laws = synchronised(LawKind::Quintic, &from, &to, machine.axes(), None).unwrap();
    demands(machine, &InverseDynamicsProblem::of(Motion::at(from).then(laws))).unwrap()
}

/// The motors of a differential turn with the sum and the difference of the joints, and have half of the sum
/// and half of the difference of the torques: all power comes through them.
#[test]
fn motors_of_a_differential_are_chosen_by_their_shafts() {
    let rotor = |of: &str| {
        format!("rotor = {{ inertia = 2e-5, ratio = {{ {of} }}, on = \"base\", axis = \"y\" }}")
    };
    let plain = demanded(&wrist("", ""));
    // 50 p + 40 r and 50 p - 40 r, each over that of its own joint: p + 0.8 r and r - 1.25 p
    let machine = wrist(&rotor("pitch = 50, roll = 40"), &rotor("pitch = 50, roll = -40"));
    let note = coupled_motors(&machine).unwrap();
    assert_eq!(note.severity, Severity::Note);
    assert_eq!(note.facts[0].1, "1 pitch + 0.8 roll");
    let shafts = demanded(&machine);
    for t in 0..plain[0].speeds.len() {
        let near = |a: f64, b: f64| assert!((a - b).abs() <= 1e-12 * (1.0 + b.abs()), "{a} {b}");
        let [p, r] = [&plain[0], &plain[1]];
        near(shafts[0].speeds[t], p.speeds[t] + 0.8 * r.speeds[t]);
        near(shafts[1].accelerations[t], r.accelerations[t] - 1.25 * p.accelerations[t]);
        // Q = S^T F, by hand: F1 - 1.25 F2 = Qp, 0.8 F1 + F2 = Qr
        near(shafts[0].forces[t] - 1.25 * shafts[1].forces[t], p.forces[t]);
        near(0.8 * shafts[0].forces[t] + shafts[1].forces[t], r.forces[t]);
        let power =
            |demands: &[Demand]| demands.iter().map(|it| it.forces[t] * it.speeds[t]).sum::<f64>();
        near(power(&shafts), power(&plain));
    }
    // motors that turn alike cannot move two joints apart: said, and every axis is for itself
    let machine = wrist(&rotor("pitch = 50, roll = 40"), &rotor("pitch = 50, roll = 40"));
    let warning = coupled_motors(&machine).unwrap();
    assert_eq!(warning.severity, Severity::Warning);
    assert_eq!(demanded(&machine)[0].forces, plain[0].forces);
    assert!(coupled_motors(&wrist("", "")).is_none());
}

/// Friction and efficiency of rotors in the file are not those of the motors that are chosen, which is said.
#[test]
fn losses_of_rotors_that_are_replaced_are_named() {
    for losses in ["efficiency = 0.9", "friction = { viscous = 0.01 }"] {
        let rotor = format!("rotor = {{ inertia = 2e-5, ratio = 50, {losses} }}");
        let warning = replaced_losses(&wrist("", &rotor)).unwrap();
        assert_eq!(warning.facts, [("rotors of".to_owned(), "roll".to_owned())]);
    }
    let plain = "rotor = { inertia = 2e-5, ratio = 50 }";
    assert!(replaced_losses(&wrist(plain, plain)).is_none());
}

/// Rounding of a speed of zero must not make a motor brake that starts to lift a load.
#[test]
fn at_rest_a_motor_counts_as_driving() {
    let demand = |speeds: [f64; 3]| Demand {
        axis: Axis {
            name: "lift".to_owned(),
            limits: Limits::default(),
            translates: false,
            coordinate: 0,
            motor: None,
        },
        weights: vec![0.5; 3],
        speeds: speeds.to_vec(),
        accelerations: vec![0.0; 3],
        forces: vec![0.8; 3],
        inertia: 1e-3,
        duration: 1.0,
    };
    let torques = |speeds: [f64; 3]| -> Vec<f64> {
        let catalogue = bundled_catalogue();
        let chosen = size(&[demand(speeds)], &catalogue, &Margins::default(), &Budget::default());
        let fit = chosen.unwrap().remove(0).unwrap().fit;
        fit.cloud.iter().map(|(_, torque)| *torque).collect()
    };
    let [start, up, down] = torques([-1e-17, 2.0, -2.0])[..] else { panic!("three moments") };
    assert_eq!(start, up);
    assert!(down < up);
}
