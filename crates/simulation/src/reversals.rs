//! When friction jumps along a motion: where axes reverse.

use appell_code::CompiledRobot;
use appell_model::Friction;
use appell_trajectory::Motion;

/// How often a velocity is looked at over the whole time, and between two moments at least.
const LOOKS: f64 = 300.0;
const FEWEST: f64 = 16.0;

/// Adds to moments of a motion, in order, those between them at which an axis with dry friction or with a gear that
/// has losses reverses. (Dry friction of what moves with several axes is smooth, which robot files have to say.)
pub(crate) fn with_reversals(
    machine: &CompiledRobot,
    motion: &Motion,
    moments: Vec<f64>,
) -> Vec<f64> {
    let robot = machine.robot();
    let jumps =
        |id| robot.rubbing_on(id).any(Friction::is_dry) || robot.gear_efficiency(id).is_some();
    let moving = robot.joint_ids().filter(|&id| robot.joint(id).coordinate.is_some());
    let axes: Vec<usize> =
        moving.enumerate().filter(|(_, id)| jumps(*id)).map(|(axis, _)| axis).collect();
    if axes.is_empty() {
        return moments;
    }
    let duration = motion.duration();
    let velocities = |time: f64| {
        let [_, velocities, _] = motion.state(time);
        velocities
    };
    let mut all = moments.clone();
    for pair in moments.windows(2) {
        let [start, end] = [pair[0], pair[1]];
        let looks = ((end - start) / duration * LOOKS).ceil().max(FEWEST);
        let times = (0..looks as usize).map(|k| start + (end - start) * (k as f64 + 0.5) / looks);
        let looks: Vec<_> = times.map(|time| (time, velocities(time))).collect();
        for &axis in &axes {
            // an axis may rest for a while before it goes back
            let moves = looks.iter().filter(|(_, velocities)| velocities[axis] != 0.0);
            let moves: Vec<_> = moves.map(|(time, velocities)| (*time, velocities[axis])).collect();
            for pair in moves.windows(2) {
                let [(before, old), (after, new)] = [pair[0], pair[1]];
                if old * new < 0.0 {
                    let goes_on = |time: f64| velocities(time)[axis] * old > 0.0;
                    all.push(end_of(goes_on, before, after));
                }
            }
        }
    }
    all.sort_by(f64::total_cmp);
    // axes that reverse together do so at one moment
    all.dedup_by(|later, earlier| *later - *earlier <= 1e-9 * duration);
    all
}

/// Until when something lasts that is so at a time and not at a later one, to the last digit.
fn end_of(lasts: impl Fn(f64) -> bool, mut from: f64, mut to: f64) -> f64 {
    loop {
        let middle = f64::midpoint(from, to);
        if middle <= from || middle >= to {
            return middle;
        }
        match lasts(middle) {
            true => from = middle,
            false => to = middle,
        }
    }
}
