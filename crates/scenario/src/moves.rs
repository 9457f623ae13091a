//! The steps of a motion, as laws of the axes.

use std::sync::Arc;

use appell_code::{Axis, CompiledRobot};
use appell_diagnostic::Diagnostic;
use appell_trajectory::{
    Error, InverseKinematics, JointPath, Law, Motion, MoveKind, Pose, check_duration,
    check_position, in_step, synchronised,
};

use super::prepare::{Files, placed};
use super::shaper::shaped;
use super::tables::{self, Rows};
use super::{Move, Placed, What};

/// A motion with one more step, from where it ends. The table of the step may be read already.
pub(super) fn then(
    machine: &CompiledRobot,
    motion: Motion,
    Placed { value: step, span }: &Placed<Move>,
    rows: Option<Rows>,
    files: &Files<'_>,
) -> Result<Motion, Vec<Diagnostic>> {
    let at = |error: Error| {
        let place = match &error {
            Error::TooShort { .. } | Error::TooLong { .. } => {
                step.duration.as_ref().map_or(&step.place, |it| &it.span)
            }
            Error::JerkWithoutLimit { .. } => &step.law.span,
            Error::NoTime => span,
            _ => &step.place,
        };
        placed(error.diagnostics(), place)
    };
    let duration = step.duration.as_ref().map(|it| it.value);
    let law = step.law.value;
    let axes = machine.axes();
    let from = motion.end();
    let keeps_rotation = step.keeps_rotation.unwrap_or(axes.len() >= 6);
    let to = |there: &[f64]| synchronised(law, &from, there, axes, duration);
    let motion = match &step.what {
        What::To(there) => {
            motion.then_free(to(there).map_err(at)?, MoveKind::PointToPoint, duration)
        }
        What::Position(position) => {
            let there = there(machine, &from, *position, keeps_rotation).map_err(at)?;
            motion.then_free(to(&there).map_err(at)?, MoveKind::PointToPoint, duration)
        }
        What::Along(path) => {
            let way =
                JointPath::of(machine, &from, path, keeps_rotation, step.speed).map_err(at)?;
            let laws = way.laws(law, axes, duration).map_err(at)?;
            motion.then_free(laws, MoveKind::AlongPath(Arc::new(way)), duration)
        }
        What::Through { points, times } => {
            let laws = through(axes, &from, points, times.as_deref(), duration);
            motion.then(laws.map_err(at)?)
        }
        What::Table(name) => {
            let read = || tables::coordinates(machine, name, &step.place, files);
            let rows = rows.map_or_else(read, Ok)?;
            motion.then(tables::motion(machine, name, &rows, &from, &step.place)?)
        }
        What::Wait(time) => motion.then_wait(*time),
        What::Step(there) => {
            // a step keeps the same limits of position as a move
            check_coordinates(there, axes).map_err(at)?;
            motion.then_step(there.clone())
        }
    };
    let motion = match &step.shaper {
        Some(shaper) if !matches!(step.what, What::Wait(_) | What::Step(_)) => {
            shaped(machine, motion, shaper)?
        }
        _ => motion,
    };
    check_duration(motion.duration()).map_err(at)?;
    Ok(motion)
}

/// Refuses coordinates that are not one for each axis, or outside its limits.
fn check_coordinates(there: &[f64], axes: &[Axis]) -> Result<(), Error> {
    if there.len() != axes.len() {
        let (given, expected) = (there.len(), axes.len());
        return Err(appell_code::Error::Count { given, expected }.into());
    }
    axes.iter().zip(there).try_for_each(|(axis, &value)| check_position(axis, value))
}

/// The coordinates that put the tool at a place, near those where it is.
fn there(
    machine: &CompiledRobot,
    from: &[f64],
    position: [f64; 3],
    keeps_rotation: bool,
) -> Result<Vec<f64>, Error> {
    let mut reach = InverseKinematics::new(machine)?;
    let rotation = reach.pose(from)?.rotation.filter(|_| keeps_rotation);
    reach.coordinates(&Pose { position, rotation }, from)
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
            let (given, expected) = (point.len(), axes.len());
            return Err(appell_code::Error::Count { given, expected }.into());
        }
    }
    let given = times.is_some();
    let times = match times {
        Some(times) => std::iter::once(0.0).chain(times.iter().copied()).collect(),
        None => {
            let mut time = 0.0;
            let mut times = vec![0.0];
            for (index, pair) in all.windows(2).enumerate() {
                let way = |k: usize| {
                    let speed = axes[k].limits.velocity;
                    (pair[1][k] - pair[0][k]).abs() / if speed.is_finite() { speed } else { 1.0 }
                };
                let before = time;
                time += (0..axes.len()).map(way).fold(0.0, f64::max);
                if time <= before {
                    return Err(Error::SamePoint { number: index + 1 });
                }
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
    axes.iter().zip(&laws).try_for_each(|(axis, law)| law.check_limits(axis))?;
    Ok(laws)
}
