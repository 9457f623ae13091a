//! Motors and gears that are chosen for a motion.

use appell_actuation::{Catalogue, Choice, Margins, bundled_catalogue, clouds, demands, size};
use appell_code::{CompiledRobot, Limits};
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
