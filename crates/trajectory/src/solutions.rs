//! All coordinates that put the tool at a pose, as far as they are found.
//!
//! The search descends from many starting points that are the same every time. It finds what it finds:
//! nothing proves that there are no further solutions.

use std::f64::consts::{PI, TAU};

use appell_algebra::Stop;
use appell_code::Axis;
use appell_numeric::singular_values::SingularValues;

use crate::error::Error;
use crate::inverse_kinematics::{InverseKinematics, Pose, is_near};

/// Coordinates that put the tool where it shall be.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// The coordinates of the axes, in rad and m; angles within half a turn of zero, or of the current
    /// coordinates if these are given, or as near to that as limits allow.
    pub q: Vec<f64>,
    /// How far the tool is from the pose: in metres, and in radians.
    pub missed: [f64; 2],
    /// The rank of the Jacobian of what the pose asks for.
    pub rank: usize,
    /// Yoshikawa's measure: the product of the singular values of the Jacobian, as many as its rank is at
    /// most of the places of the robot.
    pub manipulability: f64,
    /// Whether the rank is lower here than at other places: the tool cannot move in some direction.
    pub is_singular: bool,
    /// The first of the starting points that led here, from 1 on.
    pub start: usize,
    /// The distance from the current coordinates of the robot, if these are given: the length of the
    /// difference of the coordinates, rad and m mixed.
    pub distance: Option<f64>,
}

/// What a search for solutions found.
#[derive(Clone, Debug, PartialEq)]
pub struct Solutions {
    /// The solutions, sorted by their distance from the current coordinates if these are given, then by
    /// their coordinates.
    pub solutions: Vec<Solution>,
    /// The dimension of the families of solutions: how many more axes there are than the pose needs. Of
    /// families, some members are among the solutions. Axes that do not move the tool are not counted.
    pub redundancy: usize,
    /// The axes that move nothing of what the pose asks for, by their numbers. All solutions have them at
    /// zero or at the current coordinates, or as near to that as their limits allow.
    pub idle: Vec<usize>,
    /// From how many starting points the search went.
    pub starts: usize,
    /// The coordinates that came nearest, and how far away they stay.
    pub nearest: (Vec<f64>, [f64; 2]),
    /// Why the search ended early, if it did.
    pub stopped: Option<Stop>,
}

/// From how many starting points a search for all solutions goes where nothing else is said. Of the
/// PUMA 560, it finds all eight solutions for 999 of 1000 random poses: see benches/README.md.
pub const STARTS_FOR_ALL: usize = 300;

/// Solutions whose coordinates differ less than this (rad, m) are one. Where the arm is stretched, the
/// tool moves with the square of such a deviation, which is what the search leaves.
const SAME: f64 = 1e-4;

/// Singular values below this part of the largest one count as zero.
const SINGULAR: f64 = 1e-4;

impl InverseKinematics<'_> {
    /// All solutions that descents from so many starting points find, inside the limits of the axes; of
    /// a robot with more axes than the pose needs, no more than so many members of its families, and at
    /// least one.
    ///
    /// ```
    /// use appell_code::CompiledRobot;
    /// use appell_trajectory::{InverseKinematics, Pose};
    /// let robot = appell_model::Robot::bundled("2r")?;
    /// let machine = CompiledRobot::new(&robot, &Default::default())?;
    /// let target = Pose { position: [0.3, 0.5, 0.0], rotation: None };
    /// let found = InverseKinematics::new(&machine)?.solutions(&target, 50, 10)?;
    /// // elbow up, elbow down
    /// assert_eq!((found.solutions.len(), found.redundancy), (2, 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solutions(
        &mut self,
        target: &Pose,
        starts: usize,
        members: usize,
    ) -> Result<Solutions, Error> {
        self.search(target, None, starts, members)
    }

    /// The same from the current coordinates `near`, in rad and m: the first descent starts there, of copies by
    /// whole turns the nearest is taken, axes that do not move the tool stay, and the nearest solution comes first.
    ///
    /// ```
    /// use appell_code::CompiledRobot;
    /// use appell_trajectory::{InverseKinematics, Pose};
    /// let robot = appell_model::Robot::bundled("2r")?;
    /// let machine = CompiledRobot::new(&robot, &Default::default())?;
    /// let target = Pose { position: [0.3, 0.5, 0.0], rotation: None };
    /// let mut search = InverseKinematics::new(&machine)?;
    /// for elbow in [1.0, -1.0] {
    ///     let found = search.solutions_near(&target, &[0.5, elbow], 50, 10)?;
    ///     assert_eq!(found.solutions[0].q[1].signum(), elbow);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solutions_near(
        &mut self,
        target: &Pose,
        near: &[f64],
        starts: usize,
        members: usize,
    ) -> Result<Solutions, Error> {
        self.search(target, Some(near), starts, members)
    }

    fn search(
        &mut self,
        target: &Pose,
        near: Option<&[f64]>,
        starts: usize,
        members: usize,
    ) -> Result<Solutions, Error> {
        let home = near.map_or_else(|| vec![0.0; self.machine.axes().len()], <[f64]>::to_vec);
        let (rank, idle) = self.rank_elsewhere(target)?;
        let redundancy = self.machine.axes().len() - rank - idle.len();
        let rested = |mut q: Vec<f64>, axes: &[Axis]| {
            idle.iter().for_each(|&axis| q[axis] = axes[axis].limits.nearest(home[axis]));
            q
        };
        let mut solutions: Vec<Solution> = Vec::new();
        let mut nearest = (Vec::new(), [f64::INFINITY; 2]);
        let mut stopped = None;
        let mut tried = 0;
        while tried < starts && (redundancy == 0 || solutions.len() < members.max(1)) {
            stopped = self.machine.budget().check().err();
            if stopped.is_some() {
                break;
            }
            tried += 1;
            let start = match near {
                Some(near) if tried == 1 => {
                    let axes = near.iter().zip(self.machine.axes());
                    axes.map(|(q, axis)| axis.limits.nearest(*q)).collect()
                }
                Some(_) => self.start(tried - 1),
                None => self.start(tried),
            };
            let start = rested(start, self.machine.axes());
            let (q, missed) = self.descend(target, start)?;
            // rounding can move them
            let q = rested(q, self.machine.axes());
            if tried == 1 || missed[0] + missed[1] < nearest.1[0] + nearest.1[1] {
                nearest = (q.clone(), missed);
            }
            let axes = self.machine.axes().iter().zip(&home);
            let q: Vec<f64> = q.iter().zip(axes).map(|(q, at)| unwound(*q, at)).collect();
            if is_near(missed) && !solutions.iter().any(|known| self.is_same(&known.q, &q)) {
                let distance = near.map(|near| {
                    let ways = q.iter().zip(near).map(|(q, near)| (q - near).powi(2));
                    ways.sum::<f64>().sqrt()
                });
                solutions.push(Solution {
                    start: tried,
                    distance,
                    ..self.solution(target, q, missed, rank)?
                });
            }
        }
        // rounding does not decide the order of coordinates that are the same
        let key = |it: &Solution| -> Vec<f64> {
            it.distance.iter().chain(&it.q).map(|part| (part / SAME).round()).collect()
        };
        solutions.sort_by(|a, b| {
            let pairs = key(a).into_iter().zip(key(b));
            pairs
                .map(|(a, b)| a.total_cmp(&b))
                .find(|it| it.is_ne())
                .unwrap_or(a.start.cmp(&b.start))
        });
        Ok(Solutions { solutions, redundancy, idle, starts: tried, nearest, stopped })
    }

    fn solution(
        &mut self,
        target: &Pose,
        q: Vec<f64>,
        missed: [f64; 2],
        most: usize,
    ) -> Result<Solution, Error> {
        let singular = SingularValues::new(&self.rows_of(target, &q)?);
        let rank = singular.rank(SINGULAR);
        let manipulability = singular.values().iter().take(most).product();
        let is_singular = rank < most;
        Ok(Solution { q, missed, rank, manipulability, is_singular, start: 0, distance: None })
    }

    /// The rows of the Jacobian that a pose asks for.
    fn rows_of(&mut self, target: &Pose, q: &[f64]) -> Result<Vec<Vec<f64>>, Error> {
        let mut jacobian = self.jacobian(q)?;
        if target.rotation.is_none() {
            jacobian.truncate(3);
        }
        Ok(jacobian)
    }

    /// The rank of the Jacobian where nothing special is, the largest of some places; and the axes whose
    /// columns are zero at all of them.
    fn rank_elsewhere(&mut self, target: &Pose) -> Result<(usize, Vec<usize>), Error> {
        const PLACES: usize = 7;
        /// Entries below this part of the largest one are rounding.
        const ROUNDING: f64 = 1e-12;
        let mut most = 0;
        let mut largest = vec![0.0f64; self.machine.axes().len()];
        // the first one is the middle, which is special
        for number in 2..2 + PLACES {
            let q = self.start(number);
            let rows = self.rows_of(target, &q)?;
            for (k, entry) in rows.iter().flat_map(|row| row.iter().enumerate()) {
                largest[k] = largest[k].max(entry.abs());
            }
            most = most.max(SingularValues::new(&rows).rank(SINGULAR));
        }
        let scale = largest.iter().copied().fold(0.0, f64::max);
        let idle = (0..largest.len()).filter(|&k| largest[k] <= ROUNDING * scale);
        Ok((most, idle.collect()))
    }

    /// Whether two solutions are the same, up to whole turns.
    fn is_same(&self, one: &[f64], other: &[f64]) -> bool {
        let axes = self.machine.axes().iter();
        axes.zip(one.iter().zip(other)).all(|(axis, (one, other))| {
            let way = one - other;
            let way = if axis.translates { way } else { way - TAU * (way / TAU).round() };
            way.abs() < SAME
        })
    }
}

/// The copy of an angle by whole turns that is nearest to another angle, inside the limits; a length as it is.
fn unwound(q: f64, (axis, home): (&Axis, &f64)) -> f64 {
    if axis.translates {
        return q;
    }
    let inside = |q: &f64| *q >= axis.limits.lower && *q <= axis.limits.upper;
    let mut near = q - TAU * ((q - home) / TAU).round();
    // half a turn is the same both ways
    if near - home < SAME - PI {
        near += TAU;
    }
    let copies = [near, near + TAU, near - TAU].into_iter().filter(inside);
    copies.min_by(|a, b| (a - home).abs().total_cmp(&(b - home).abs())).unwrap_or(q)
}
