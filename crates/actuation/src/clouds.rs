//! What a motion asks of motors, moment by moment: as columns and as pictures.

use std::collections::BTreeSet;

use appell_output::Table;
use appell_output::plot::{Curve, Figure};

use crate::size::Choice;

/// Speed (rad/s) and torque (N m) of every chosen motor, moment by moment.
pub fn load_points(choices: &[Choice]) -> Table {
    let mut table = Table::default();
    for Choice { axis, fit, .. } in choices {
        let part = |part: fn(&(f64, f64)) -> f64| fit.cloud.iter().map(part).collect();
        table.push(&format!("{axis} speed"), "rad/s", part(|point| point.0));
        table.push(&format!("{axis} torque"), "N m", part(|point| point.1));
    }
    table
}

/// Speed and torque of the chosen motors, with what they can do.
pub fn clouds(choices: &[Choice]) -> Vec<Figure> {
    let cloud = |choice: &Choice| {
        let motor = &choice.fit.motor;
        let share = |&(speed, torque): &(f64, f64)| torque.abs() / motor.torque_at(speed.abs());
        let points = thinned(&choice.fit.cloud, share);
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

/// So many points that more would show nothing more. Of those that follow each other the outermost are
/// kept: those of the least and the largest speed and torque, and the one nearest to what the motor
/// can do.
fn thinned(all: &[(f64, f64)], share: impl Fn(&(f64, f64)) -> f64) -> Vec<(f64, f64)> {
    const POINTS: usize = 600;
    const KEPT: usize = 5;
    if all.len() <= POINTS {
        return all.to_vec();
    }
    let length = (KEPT * all.len()).div_ceil(POINTS);
    let measures = |point: &(f64, f64)| [point.0, -point.0, point.1, -point.1, share(point)];
    let outermost = |group: &[(f64, f64)]| -> Vec<(f64, f64)> {
        let measured: Vec<[f64; KEPT]> = group.iter().map(measures).collect();
        let most = |which: usize| {
            (0..group.len()).max_by(|&a, &b| measured[a][which].total_cmp(&measured[b][which]))
        };
        let kept: BTreeSet<usize> = (0..KEPT).filter_map(most).collect();
        kept.into_iter().map(|k| group[k]).collect()
    };
    all.chunks(length).flat_map(outermost).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_single_peak_among_many_points_is_kept() {
        let mut all: Vec<(f64, f64)> =
            (0..100_000).map(|k| (f64::from(k).sin(), f64::from(k).cos())).collect();
        all[50_123] = (0.1, 7.0);
        all[50_124] = (-9.0, 0.2);
        all[77_777] = (0.99, 0.99);
        // the product stands for what the motor can do
        let points = thinned(&all, |(speed, torque)| speed * torque);
        assert!(points.len() <= 600, "{}", points.len());
        for peak in [(0.1, 7.0), (-9.0, 0.2), (0.99, 0.99)] {
            assert!(points.contains(&peak), "{peak:?}");
        }
        assert_eq!(thinned(&all[..600], |_| 0.0), all[..600]);
    }
}
