//! Integrals over a motion in which something may jump.

use appell_code::CompiledRobot;
use appell_trajectory::Motion;

use crate::error::Error;
use crate::loads::Loads;
use crate::reversals::with_reversals;

/// Times and weights over a motion: an integral is the sum of weights times values.
#[derive(Clone, Debug)]
pub struct QuadratureNodes {
    /// The times, in order.
    pub times: Vec<f64>,
    /// The weight of each; zero for those that are there for largest values only.
    pub weights: Vec<f64>,
    /// How long the whole is.
    pub length: f64,
}

impl QuadratureNodes {
    /// Leaves out what is later than a time, and the interval that it cuts.
    pub(crate) fn cut(&mut self, end: f64) {
        let mut count = self.times.partition_point(|&time| time <= end);
        while self.weights[..count].iter().filter(|weight| **weight > 0.0).count() % 3 > 0 {
            count -= 1;
        }
        self.times.truncate(count);
        self.weights.truncate(count);
        self.length = end;
    }
}

/// Into how many intervals the whole time is cut, at least.
const INTERVALS: f64 = 300.0;

/// How far a rotation goes in an interval, in radians, at the most.
const TURN: f64 = 0.1;

/// No motion of a machine has more intervals.
const MOST: f64 = 200_000.0;

/// The points of Gauss in an interval from -1 to 1, and their weights.
const GAUSS: [(f64, f64); 3] = [(-ROOT, 5.0 / 9.0), (0.0, 8.0 / 9.0), (ROOT, 5.0 / 9.0)];

/// The root of 3/5.
const ROOT: f64 = 0.774_596_669_241_483_4;

/// Three points of Gauss in intervals that end where something may jump. Just beside each of these
/// moments stands a point without weight, so that largest values there are seen.
pub fn quadrature(
    machine: &CompiledRobot,
    motion: &Motion,
    loads: &Loads,
) -> Result<QuadratureNodes, Error> {
    let duration = motion.duration();
    let mut nodes = QuadratureNodes { times: Vec::new(), weights: Vec::new(), length: duration };
    let mut push = |time: f64, weight: f64| {
        nodes.times.push(time);
        nodes.weights.push(weight);
    };
    for pair in with_reversals(machine, motion, moments(motion, loads)).windows(2) {
        let [start, end] = [pair[0], pair[1]];
        let length = end - start;
        if length <= 0.0 {
            continue;
        }
        // the motion of a table may have millions of pieces
        machine.budget().check()?;
        let beside = 1e-9 * length;
        push(start + beside, 0.0);
        let turns = fastest_turn(machine, motion, start, end) * length / TURN;
        let count = (length / duration * INTERVALS).max(turns).min(MOST * (length / duration));
        let count = count.ceil().max(1.0);
        let half = length / count / 2.0;
        for k in 0..count as usize {
            let middle = start + (2 * k + 1) as f64 * half;
            GAUSS.iter().for_each(|(at, weight)| push(middle + at * half, weight * half));
        }
        push(end - beside, 0.0);
    }
    Ok(nodes)
}

/// When something may jump: in the motion, in what is carried.
pub(crate) fn moments(motion: &Motion, loads: &Loads) -> Vec<f64> {
    let inside = loads.changes().filter(|&t| t > 0.0 && t < motion.duration());
    let mut all: Vec<f64> = motion.breaks().into_iter().chain(inside).collect();
    all.sort_by(f64::total_cmp);
    all
}

/// About the largest speed of a rotation between two times.
fn fastest_turn(machine: &CompiledRobot, motion: &Motion, start: f64, end: f64) -> f64 {
    const LOOKS: usize = 16;
    let at = |k: usize| {
        let rates =
            motion.state(start + (end - start) * (k as f64 + 0.5) / LOOKS as f64)[1].clone();
        let turns = machine.axes().iter().zip(rates).filter(|(axis, _)| !axis.translates);
        turns.map(|(_, rate)| rate.abs()).fold(0.0, f64::max)
    };
    (0..LOOKS).map(at).fold(0.0, f64::max)
}

/// What part of its largest value a force may change by in an interval whose parabola is trusted between the points.
const UNRESOLVED: f64 = 0.2;

/// The parabola through the values at the points of Gauss of an interval from -1 to 1.
pub(crate) struct Parabola([f64; 3]);

impl Parabola {
    pub(crate) fn through([before, middle, after]: [f64; 3]) -> Self {
        let slope = (after - before) / (2.0 * ROOT);
        let bend = (after + before - 2.0 * middle) / (2.0 * ROOT * ROOT);
        Self([middle, slope, bend])
    }

    fn value(&self, x: f64) -> f64 {
        self.0[0] + x * (self.0[1] + x * self.0[2])
    }

    /// The largest magnitude inside, where it is a turning point, or at the points it goes through. Values that
    /// differ by more than [`UNRESOLVED`] of the largest may jump or bend sharply inside: then only they count.
    pub(crate) fn largest(&self) -> f64 {
        let [_, b, c] = self.0;
        let values = [-ROOT, 0.0, ROOT].map(|x| self.value(x));
        let at_points = values.iter().fold(0.0, |largest: f64, value| largest.max(value.abs()));
        let [least, most] =
            [f64::min, f64::max].map(|pick| values.into_iter().fold(values[0], pick));
        match b.abs() < 2.0 * c.abs() && most - least <= UNRESOLVED * at_points {
            true => at_points.max(self.value(-b / (2.0 * c)).abs()),
            false => at_points,
        }
    }

    /// The integrals of what is above zero and of what is below it, both positive.
    pub(crate) fn above_and_below_zero(&self) -> [f64; 2] {
        let [a, b, c] = self.0;
        let antiderivative = |x: f64| x * (a + x * (b / 2.0 + x * c / 3.0));
        let mut sums = [0.0; 2];
        let mut add = |from: f64, to: f64| {
            let middle = self.value(f64::midpoint(from, to));
            let area = antiderivative(to) - antiderivative(from);
            if middle > 0.0 {
                sums[0] += area;
            } else if middle < 0.0 {
                sums[1] -= area;
            }
        };
        /// So much above one that rounding does not matter.
        const SURELY: f64 = 1.0 + 1e-9;
        let square = b * b - 4.0 * a * c;
        // most often there is clearly no zero inside
        let is_clear = a.abs() > SURELY * (b.abs() + c.abs());
        if is_clear || square.is_nan() || square <= 0.0 {
            add(-1.0, 1.0);
            return sums;
        }
        // both zeros without loss of digits
        let half = -0.5 * (b + square.sqrt().copysign(b));
        let (low, high) = (half / c, a / half);
        let (low, high) = if low > high { (high, low) } else { (low, high) };
        let mut from = -1.0;
        for to in [low, high].into_iter().filter(|x| x.abs() < 1.0).chain([1.0]) {
            add(from, to);
            from = to;
        }
        sums
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_above_and_below_zero_is_found_to_the_zero() {
        // (x - 0.3)(x + 0.8), a line, a constant, and all below
        let at = |f: fn(f64) -> f64| Parabola::through(GAUSS.map(|(x, _)| f(x)));
        let whole = |x: f64| x * x * x / 3.0 + 0.5 * x * x / 2.0 - 0.24 * x;
        let known = whole(-0.8) - whole(-1.0) + whole(1.0) - whole(0.3);
        let is = |f: fn(f64) -> f64, [above, below]: [f64; 2]| {
            let found = at(f).above_and_below_zero();
            assert!((found[0] - above).abs() < 1e-14 && (found[1] - below).abs() < 1e-14);
        };
        is(|x| (x - 0.3) * (x + 0.8), [known, whole(-0.8) - whole(0.3)]);
        is(|x| x - 0.5, [0.125, 1.125]);
        is(|_| 2.0, [4.0, 0.0]);
        is(|x| -1.0 - x * x, [0.0, 8.0 / 3.0]);
        is(|_| 0.0, [0.0, 0.0]);
        assert!((at(|x| 1.0 - 0.1 * (x - 0.3) * (x - 0.3)).largest() - 1.0).abs() < 1e-14);
        // a parabola through a jump turns above it
        assert_eq!(at(|x| if x < 0.5 { 1.0 } else { -1.0 }).largest(), 1.0);
    }
}
