//! Inverse kinematics: coordinates that put the tool at a pose.
//!
//! Damped least squares (Y. Nakamura, H. Hanafusa, 1986): dq = J^T (J J^T + s I)^-1 e, with the
//! damping s lowered while the distance falls and raised while it does not. An axis at its limit that
//! would go further is left out.

use appell_code::{Axis, CompiledRobot, Error as CodeError, Function, Load};
use appell_mechanics::{Frame, Kind, Quantity};
use appell_numeric::cholesky;

use crate::error::Error;

/// A pose of the tool, in base axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Its origin.
    pub position: [f64; 3],
    /// Its axes as columns; none where any direction will do.
    pub rotation: Option<[[f64; 3]; 3]>,
}

/// Finds coordinates for poses of the tool of a robot. Modes are at zero.
pub struct InverseKinematics<'m> {
    pub(crate) machine: &'m CompiledRobot,
    /// The frame of the tool, then its Jacobian.
    tool: Function,
    arguments: Vec<f64>,
    /// The Jacobian at the last call.
    jacobian: Vec<f64>,
}

/// How near is there, in metres and radians.
const NEAR: f64 = 1e-11;

/// Whether what is missed, in position and rotation, is near enough.
pub(crate) fn is_near(missed: [f64; 2]) -> bool {
    missed.iter().all(|part| *part <= NEAR)
}

/// How many other starting points are tried.
const STARTS: usize = 40;

/// How far the tool is from its pose: position, then rotation vector.
type Distance = Vec<f64>;

impl<'m> InverseKinematics<'m> {
    /// For a robot.
    pub fn new(machine: &'m CompiledRobot) -> Result<Self, Error> {
        let tool = Quantity::of_frame(Kind::Frame, Frame::Tool).map_err(CodeError::from)?;
        let jacobian = Quantity::of_robot(Kind::Jacobian).map_err(CodeError::from)?;
        Ok(Self {
            machine,
            tool: machine.function(vec![tool, jacobian])?,
            arguments: machine.arguments(&Load::default()),
            jacobian: Vec::new(),
        })
    }

    /// Where the tool is.
    pub fn pose(&mut self, axes: &[f64]) -> Result<Pose, Error> {
        let q = self.machine.spread(axes);
        let [section, derivatives] = [0, 1].map(|part| self.tool.section(part));
        let values = self.tool.call(&[&q, &self.arguments])?;
        self.jacobian.clear();
        self.jacobian.extend_from_slice(&values[derivatives]);
        let frame = &values[section];
        let entry = |row: usize, column: usize| frame[4 * row + column];
        Ok(Pose {
            position: [0, 1, 2].map(|row| entry(row, 3)),
            rotation: Some([0, 1, 2].map(|row| [0, 1, 2].map(|column| entry(row, column)))),
        })
    }

    /// Coordinates of the axes that put the tool there: near a guess if that leads there, or else
    /// from other starting points, the same every time.
    ///
    /// ```
    /// use appell_code::CompiledRobot;
    /// use appell_trajectory::{InverseKinematics, Pose};
    /// let robot = appell_model::Robot::bundled("2r")?;
    /// let machine = CompiledRobot::new(&robot, &Default::default())?;
    /// let mut reach = InverseKinematics::new(&machine)?;
    /// let target = Pose { position: [0.3, 0.5, 0.0], rotation: None };
    /// let q = reach.coordinates(&target, &[0.1, 0.1])?;
    /// assert!((reach.pose(&q)?.position[1] - 0.5).abs() < 1e-10);
    /// assert!(reach.coordinates(&Pose { position: [2.0, 0.0, 0.0], rotation: None }, &q).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn coordinates(&mut self, target: &Pose, guess: &[f64]) -> Result<Vec<f64>, Error> {
        let mut best = [f64::INFINITY; 2];
        let mut found: Option<(Vec<f64>, f64)> = None;
        for number in 0..=STARTS {
            let start = match number {
                0 => guess.to_vec(),
                _ => self.start(number),
            };
            let (q, missed) = self.descend(target, start)?;
            if is_near(missed) {
                let near = self.unwound(q, guess);
                let way = way(&near, guess);
                if found.as_ref().is_none_or(|(_, shortest)| way < *shortest) {
                    found = Some((near, way));
                }
                // from the guess itself it is near
                if number == 0 {
                    break;
                }
            }
            if missed[0] + missed[1] < best[0] + best[1] {
                best = missed;
            }
        }
        let [distance, angle] = best;
        let missed =
            Error::Unreachable { target: target.position, distance, angle, starts: STARTS + 1 };
        found.map(|(q, _)| q).ok_or(missed)
    }

    /// The same pose with every rotation within half a turn of a guess, where its limits allow that.
    fn unwound(&self, mut q: Vec<f64>, guess: &[f64]) -> Vec<f64> {
        let turn = 2.0 * std::f64::consts::PI;
        for ((q, guess), axis) in q.iter_mut().zip(guess).zip(self.machine.axes()) {
            let near = *q - turn * ((*q - guess) / turn).round();
            if !axis.translates && near >= axis.limits.lower && near <= axis.limits.upper {
                *q = near;
            }
        }
        q
    }

    /// The same from the guess alone, for a path that must not jump.
    pub fn continued(&mut self, target: &Pose, guess: &[f64]) -> Result<Vec<f64>, Error> {
        let (q, [distance, angle]) = self.descend(target, guess.to_vec())?;
        match is_near([distance, angle]) {
            true => Ok(q),
            false => {
                Err(Error::Unreachable { target: target.position, distance, angle, starts: 1 })
            }
        }
    }

    /// A starting point: the middle first, then points of Halton's sequence, spread over all that
    /// the axes may do.
    pub(crate) fn start(&self, number: usize) -> Vec<f64> {
        const PRIMES: [usize; 10] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29];
        let place = |(i, axis): (usize, &Axis)| {
            let reach = if axis.translates { 1.0 } else { std::f64::consts::PI };
            let low = if axis.limits.lower.is_finite() { axis.limits.lower } else { -reach };
            let high = if axis.limits.upper.is_finite() { axis.limits.upper } else { reach };
            let part = if number == 1 {
                0.5
            } else {
                halton(number + i / PRIMES.len(), PRIMES[i % PRIMES.len()])
            };
            low + part * (high - low)
        };
        self.machine.axes().iter().enumerate().map(place).collect()
    }

    /// How far from a pose the tool is, and by which angle.
    pub(crate) fn missed(&mut self, target: &Pose, q: &[f64]) -> Result<[f64; 2], Error> {
        Ok(split(&self.distance(target, q)?))
    }

    fn distance(&mut self, target: &Pose, q: &[f64]) -> Result<Distance, Error> {
        let now = self.pose(q)?;
        let mut all: Distance = (0..3).map(|i| target.position[i] - now.position[i]).collect();
        if let (Some(wanted), Some(is)) = (target.rotation, now.rotation) {
            all.extend(rotation_vector(&wanted, &is));
        }
        Ok(all)
    }

    /// The Jacobian of the tool: three rows of its position, three of its rotation, with a column for
    /// each axis; base axes.
    pub(crate) fn jacobian(&mut self, q: &[f64]) -> Result<Vec<Vec<f64>>, Error> {
        self.pose(q)?;
        let count = self.machine.coordinates().len();
        let row = |row: &[f64]| self.machine.axes().iter().map(|it| row[it.coordinate]).collect();
        Ok(self.jacobian.chunks(count).map(row).collect())
    }

    /// Goes from a starting point as near as it can; how far away it stays, and by which angle.
    pub(crate) fn descend(
        &mut self,
        target: &Pose,
        mut q: Vec<f64>,
    ) -> Result<(Vec<f64>, [f64; 2]), Error> {
        const ROUNDS: usize = 300;
        let axes = self.machine.axes();
        for (q, axis) in q.iter_mut().zip(axes) {
            *q = axis.limits.nearest(*q);
        }
        let mut distance = self.distance(target, &q)?;
        let mut jacobian = self.jacobian.clone();
        let mut damping = 1e-3;
        for _ in 0..ROUNDS {
            let size = squared(&distance);
            let missed = split(&distance);
            if is_near(missed) || !size.is_finite() {
                return Ok((q, missed));
            }
            // a step that rounding spoils is one that does not lead nearer: more damping
            if let Some(tried) = self.step(&jacobian, &distance, &q, damping) {
                let there = self.distance(target, &tried)?;
                if squared(&there) < size {
                    q = tried;
                    distance = there;
                    jacobian = self.jacobian.clone();
                    damping = (damping * 0.2).max(1e-15);
                    continue;
                }
            }
            damping *= 10.0;
            if damping > 1e6 {
                break;
            }
        }
        Ok((q, split(&distance)))
    }

    /// Where one step leads, inside the limits.
    fn step(
        &self,
        jacobian: &[f64],
        distance: &[f64],
        q: &[f64],
        damping: f64,
    ) -> Option<Vec<f64>> {
        let axes = self.machine.axes();
        let count = self.machine.coordinates().len();
        let rows = distance.len();
        let mut held = vec![false; axes.len()];
        loop {
            let entry = |row: usize, axis: usize| match held[axis] {
                true => 0.0,
                false => jacobian[row * count + axes[axis].coordinate],
            };
            let mut matrix = vec![0.0; rows * rows];
            for i in 0..rows {
                for j in 0..rows {
                    let product = (0..axes.len()).map(|k| entry(i, k) * entry(j, k));
                    matrix[i * rows + j] =
                        product.sum::<f64>() + if i == j { damping } else { 0.0 };
                }
            }
            let mut weights = distance.to_vec();
            cholesky::solve(&mut matrix, &mut weights).ok()?;
            let moved: Vec<f64> = (0..axes.len())
                .map(|k| q[k] + (0..rows).map(|row| entry(row, k) * weights[row]).sum::<f64>())
                .collect();
            // an axis at its limit that would go further is held, and the others do its part
            let blocked = (0..axes.len()).find(|&k| {
                let limits = axes[k].limits;
                !held[k]
                    && ((q[k] <= limits.lower && moved[k] < q[k])
                        || (q[k] >= limits.upper && moved[k] > q[k]))
            });
            match blocked {
                Some(axis) => held[axis] = true,
                None => {
                    let inside = moved.iter().zip(axes);
                    return Some(inside.map(|(q, axis)| axis.limits.nearest(*q)).collect());
                }
            }
        }
    }
}

/// How far the axis with the longest way goes.
fn way(from: &[f64], to: &[f64]) -> f64 {
    from.iter().zip(to).map(|(from, to)| (to - from).abs()).fold(0.0, f64::max)
}

fn squared(distance: &[f64]) -> f64 {
    distance.iter().map(|part| part * part).sum()
}

fn split(distance: &[f64]) -> [f64; 2] {
    let (position, rotation) = distance.split_at(3.min(distance.len()));
    [squared(position).sqrt(), squared(rotation).sqrt()]
}

/// The rotation vector that turns one frame into another, in base axes.
fn rotation_vector(wanted: &[[f64; 3]; 3], is: &[[f64; 3]; 3]) -> [f64; 3] {
    let entry = |i: usize, j: usize| -> f64 { (0..3).map(|k| wanted[i][k] * is[j][k]).sum() };
    let sines = [entry(2, 1) - entry(1, 2), entry(0, 2) - entry(2, 0), entry(1, 0) - entry(0, 1)];
    let sine = squared(&sines).sqrt() / 2.0;
    let cosine = (entry(0, 0) + entry(1, 1) + entry(2, 2) - 1.0) / 2.0;
    let angle = sine.atan2(cosine);
    if sine < 1e-9 && cosine < 0.0 {
        // half a turn is 2 k k^T - 1: its largest column is along the axis k, either way round
        let by_size = |&a: &usize, &b: &usize| entry(a, a).total_cmp(&entry(b, b));
        let largest = (0..3).max_by(by_size).unwrap_or_default();
        let column = [0, 1, 2].map(|i| entry(i, largest) + if i == largest { 1.0 } else { 0.0 });
        let length = squared(&column).sqrt();
        return column.map(|part| part / length * std::f64::consts::PI);
    }
    let scale = if sine < 1e-12 { 0.5 } else { angle / (2.0 * sine) };
    sines.map(|part| part * scale)
}

/// A number of Halton's sequence, between 0 and 1.
fn halton(mut number: usize, base: usize) -> f64 {
    let (mut value, mut part) = (0.0, 1.0);
    while number > 0 {
        part /= base as f64;
        value += part * (number % base) as f64;
        number /= base;
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::path::Path;

    /// The columns of a frame that is turned about an axis, each by the way of a point on a circle.
    fn turned(axis: [f64; 3], angle: f64, frame: &[[f64; 3]; 3]) -> [[f64; 3]; 3] {
        let circle = Path::Circle { centre: [0.0; 3], axis, angle };
        let columns = [0, 1, 2].map(|j| circle.at([0, 1, 2].map(|i| frame[i][j]), 1.0));
        [0, 1, 2].map(|i| columns.map(|column| column[i]))
    }

    #[test]
    fn the_rotation_vector_of_any_turn_leads_back_to_it() {
        let level = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        let start = turned([0.3, -0.5, 0.7], 1.1, &level);
        let half = std::f64::consts::PI;
        for axis in [[1.0, 0.0, 0.0], [0.6, -0.8, 0.0], [-0.36, 0.48, -0.8], [0.48, 0.6, 0.64]] {
            for angle in [0.0, 1e-13, 1e-7, 0.4, 1.9, 3.0, half - 1e-7, half - 1e-11, half] {
                let wanted = turned(axis, angle, &start);
                let vector = rotation_vector(&wanted, &start);
                assert!((squared(&vector).sqrt() - angle).abs() < 1e-8, "{axis:?} {angle}");
                if angle < 1e-12 {
                    continue;
                }
                let back = turned(vector, squared(&vector).sqrt(), &start);
                for (back, wanted) in back.iter().flatten().zip(wanted.iter().flatten()) {
                    assert!((back - wanted).abs() < 1e-8, "{axis:?} {angle}");
                }
            }
        }
    }

    #[test]
    fn the_sequence_of_halton_is_that_of_mirrored_digits() {
        let found = [(1, 2), (2, 2), (3, 2), (6, 2), (1, 3), (5, 3), (9, 3), (7, 5)];
        let known = [0.5, 0.25, 0.75, 0.375, 1.0 / 3.0, 7.0 / 9.0, 1.0 / 27.0, 11.0 / 25.0];
        for ((number, base), known) in found.into_iter().zip(known) {
            assert!((halton(number, base) - known).abs() < 1e-15, "{number} {base}");
        }
    }
}
