//! The steps of a motion, as laws of the axes.

use super::{Move, What};
use crate::error::Error;
use crate::inverse_kinematics::{Pose, Reach};
use crate::law::Law;
use crate::machine::{Axis, Machine};
use crate::motion::{in_step, synchronised};
use crate::path::{Along, follow};

/// The laws of one step of a motion.
pub(super) fn laws(machine: &Machine, step: &Move, from: &[f64]) -> Result<Vec<Law>, Error> {
    let axes = machine.axes();
    let keeps_rotation = step.keeps_rotation.unwrap_or(axes.len() >= 6);
    match &step.what {
        What::To(to) => synchronised(step.law, from, to, axes, step.duration),
        What::Position(position) => {
            let mut reach = Reach::new(machine)?;
            let rotation = reach.pose(from)?.rotation.filter(|_| keeps_rotation);
            let to = reach.coordinates(&Pose { position: *position, rotation }, from)?;
            synchronised(step.law, from, &to, axes, step.duration)
        }
        What::Along(path) => {
            let along =
                Along { law: step.law, keeps_rotation, speed: step.speed, duration: step.duration };
            follow(machine, from, path, &along)
        }
        What::Through { points, times } => {
            through(axes, from, points, times.as_deref(), step.duration)
        }
        What::Table(_) | What::Wait(_) => Ok(from.iter().map(|&at| Law::rest(at)).collect()),
    }
}

/// A spline through points: at given times, or with times by the way of the slowest axis, stretched
/// until all limits are kept.
fn through(
    axes: &[Axis],
    from: &[f64],
    points: &[Vec<f64>],
    times: Option<&[f64]>,
    duration: Option<f64>,
) -> Result<Vec<Law>, Error> {
    let mut all = vec![from.to_vec()];
    all.extend(points.iter().cloned());
    for point in &all {
        if point.len() != axes.len() {
            return Err(Error::Count { given: point.len(), expected: axes.len() });
        }
    }
    let given = times.is_some();
    let times = match times {
        Some(times) => std::iter::once(0.0).chain(times.iter().copied()).collect(),
        None => {
            let mut time = 0.0;
            let mut times = vec![0.0];
            for pair in all.windows(2) {
                let way = |k: usize| {
                    let speed = axes[k].limits.velocity;
                    (pair[1][k] - pair[0][k]).abs() / if speed.is_finite() { speed } else { 1.0 }
                };
                time += (0..axes.len()).map(way).fold(f64::MIN_POSITIVE, f64::max);
                times.push(time);
            }
            times
        }
    };
    let law = |axis: usize| {
        let values: Vec<f64> = all.iter().map(|point| point[axis]).collect();
        Law::through(&times, &values, true)
    };
    let laws: Vec<Law> = (0..axes.len()).map(law).collect::<Result<_, _>>()?;
    let laws = match given {
        true => laws,
        false => {
            let least = laws.iter().zip(axes).map(|(law, axis)| law.time_under(&axis.limits));
            let least = least.fold(0.0, f64::max);
            let own = times[times.len() - 1];
            let laws: Vec<Law> = laws
                .iter()
                .map(|law| law.stretched(if least > 0.0 { least } else { own }))
                .collect();
            in_step(laws, axes, duration)?
        }
    };
    axes.iter().zip(&laws).try_for_each(|(axis, law)| axis.check_law(law))?;
    Ok(laws)
}
