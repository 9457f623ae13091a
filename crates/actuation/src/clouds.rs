//! Pictures of what a motion asks of motors.

use appell_output::plot::{Curve, Figure};

use crate::size::Choice;

/// Speed and torque of the chosen motors, with what they can do.
pub fn clouds(choices: &[Choice]) -> Vec<Figure> {
    /// More points than this show nothing more.
    const POINTS: usize = 600;
    let cloud = |choice: &Choice| {
        let motor = &choice.fit.motor;
        let all = &choice.fit.cloud;
        let points = all.iter().step_by(all.len().div_ceil(POINTS).max(1)).copied().collect();
        let speeds = (0..=60).map(|k| f64::from(k) / 60.0 * motor.max_speed);
        let edge: Vec<(f64, f64)> = speeds.map(|speed| (speed, motor.torque_at(speed))).collect();
        let mirrored =
            |x: f64, y: f64| edge.iter().map(move |(a, b)| (x * a, y * b)).collect::<Vec<_>>();
        // once around, from the right
        let mut around = mirrored(1.0, 1.0);
        around.reverse();
        around.extend(mirrored(-1.0, 1.0));
        let mut below = mirrored(-1.0, -1.0);
        below.reverse();
        around.extend(below);
        around.extend(mirrored(1.0, -1.0));
        around.extend(around.first().copied());
        let rated = [motor.rated_torque, -motor.rated_torque];
        let rated = rated.map(|torque| vec![(-motor.max_speed, torque), (motor.max_speed, torque)]);
        let mut curves = vec![Curve { name: "motion".to_owned(), points }];
        curves.push(Curve { name: "peak".to_owned(), points: around });
        curves.extend(rated.map(|points| Curve { name: "rated".to_owned(), points }));
        Figure {
            title: format!("{}: {} with {}", choice.axis, motor.name, choice.fit.transmission.name),
            across: "speed of the motor [rad/s]".to_owned(),
            up: "[N m]".to_owned(),
            curves,
            scattered: true,
        }
    };
    choices.iter().map(cloud).collect()
}
