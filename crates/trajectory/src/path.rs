//! Straight lines and circles of the tool, as motions of the axes.
//!
//! The path is cut into pieces, the axes are found at each cut by inverse kinematics, and quintic
//! splines over the length of the path go through them. A law says how far along the path the tool is.

mod pace;

use appell_code::{Axis, CompiledRobot, Limits};
use appell_spatial::Vector;

use crate::error::Error;
use crate::inverse_kinematics::{InverseKinematics, Pose};
use crate::law::{Law, LawKind};

/// A path of the tool, from where it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Path {
    /// Straight to a point.
    Line {
        /// The point.
        to: [f64; 3],
    },
    /// Around a centre.
    Circle {
        /// The centre.
        centre: [f64; 3],
        /// The axis of the turn.
        axis: [f64; 3],
        /// By which angle; 2 pi is once around.
        angle: f64,
    },
}

/// How far the tool may be from the path, in metres, and from the direction it keeps, in radians.
const STRAY: f64 = 1e-7;

/// A path is no longer than this, in metres.
const LONGEST: f64 = 1e9;

/// Into how many pieces a line is cut at first, and each turn of a circle.
const FIRST_CUTS: usize = 16;

impl Path {
    /// How long it is, from a point.
    pub fn length(&self, from: [f64; 3]) -> f64 {
        match self {
            Self::Line { to } => length(&(&Vector(*to) - &Vector(from))),
            Self::Circle { centre, axis, angle } => {
                let axis = unit(*axis);
                length(&axis.cross(&(&Vector(from) - &Vector(*centre)))) * angle.abs()
            }
        }
    }

    /// The point at a fraction of it.
    pub fn at(&self, from: [f64; 3], fraction: f64) -> [f64; 3] {
        let from = Vector(from);
        match self {
            Self::Line { to } => (&from + &(&Vector(*to) - &from).scale(&fraction)).0,
            Self::Circle { centre, axis, angle } => {
                // the formula of Rodrigues
                let (sin, cos) = (angle * fraction).sin_cos();
                let (axis, arm) = (unit(*axis), &from - &Vector(*centre));
                let along = axis.scale(&(axis.dot(&arm) * (1.0 - cos)));
                let turned = &(&arm.scale(&cos) + &axis.cross(&arm).scale(&sin)) + &along;
                (&Vector(*centre) + &turned).0
            }
        }
    }

    /// Into how many pieces it is cut at first.
    fn first_cuts(&self) -> Result<usize, Error> {
        /// More turns than this are no work to be done at once.
        const MOST: f64 = 100.0;
        let turns = match self {
            Self::Line { .. } => 1.0,
            Self::Circle { angle, .. } => angle.abs() / (2.0 * std::f64::consts::PI),
        };
        // a whole number of turns may be a little more by rounding
        match turns <= MOST * (1.0 + 1e-9) {
            true => Ok(FIRST_CUTS * (turns * (1.0 - 1e-9)).ceil().max(1.0) as usize),
            false => Err(Error::TooManyTurns { turns, most: MOST }),
        }
    }
}

fn length(vector: &Vector<f64>) -> f64 {
    vector.dot(vector).sqrt()
}

fn unit(axis: [f64; 3]) -> Vector<f64> {
    let axis = Vector(axis);
    axis.scale(&(1.0 / length(&axis)))
}

/// A path as the axes go it, whatever the time they take.
#[derive(Clone, Debug)]
pub struct JointPath {
    /// The coordinates of the axes over the length of the path.
    curves: Vec<Law>,
    length: f64,
    /// The largest speed of the tool.
    speed: f64,
}

impl JointPath {
    /// The way of the axes that leads the tool along a path, from where it is, no faster than a speed
    /// of the tool; whether it keeps its direction.
    pub fn of(
        machine: &CompiledRobot,
        start: &[f64],
        path: &Path,
        keeps_rotation: bool,
        speed: f64,
    ) -> Result<Self, Error> {
        let mut reach = InverseKinematics::new(machine)?;
        let Pose { position: from, rotation } = reach.pose(start)?;
        let length = path.length(from);
        if length.is_nan() || length <= 0.0 {
            return Err(Error::NoWay);
        }
        let cuts = path.first_cuts()?;
        let rotation = rotation.filter(|_| keeps_rotation);
        let pose = |fraction: f64| Pose { position: path.at(from, fraction), rotation };
        if length > LONGEST {
            return Err(Error::LeavesWorkspace {
                end: path.at(from, 1.0),
                reached: 0.0,
                distance: length,
                angle: 0.0,
            });
        }
        Ok(Self { curves: curves(&mut reach, start, length, cuts, &pose)?, length, speed })
    }

    /// Laws of the axes, with a law of the way along the path: in the least time that all limits
    /// allow, or in the one given.
    pub fn laws(
        &self,
        kind: LawKind,
        axes: &[Axis],
        duration: Option<f64>,
    ) -> Result<Vec<Law>, Error> {
        if kind.continuity() < 2 && axes.iter().any(|axis| axis.limits.jerk.is_finite()) {
            return Err(Error::JerkWithoutLimit { law: kind.name() });
        }
        let along = pace::quickest(kind, &self.curves, self.length, self.speed, axes)?;
        let laws: Vec<Law> = self.curves.iter().map(|curve| curve.along(along.clone())).collect();
        let times = laws.iter().zip(axes).map(|(law, axis)| law.time_under(&axis.limits));
        let own = Limits { velocity: self.speed, ..Limits::default() };
        let least = times.fold(along.time_under(&own), f64::max);
        let duration = match duration {
            Some(duration) if duration < least * (1.0 - 1e-9) => {
                return Err(Error::TooShort { duration, least, axis: "along the path".to_owned() });
            }
            Some(duration) => duration.max(least),
            None if least == 0.0 => return Err(Error::NoTime),
            None => least,
        };
        Ok(laws.iter().map(|law| law.stretched(duration)).collect())
    }
}

/// The coordinates of the axes over the length of the path, which is cut ever finer until the tool
/// stays on it.
fn curves(
    reach: &mut InverseKinematics<'_>,
    start: &[f64],
    whole: f64,
    first_cuts: usize,
    pose: &dyn Fn(f64) -> Pose,
) -> Result<Vec<Law>, Error> {
    /// A line that asks for more pieces passes a place where the arm cannot follow smoothly.
    const MOST: usize = 2048;
    /// Turns of a circle are much alike: so often is each cut at most, against the first cuts.
    const FINER: usize = 8;
    let mut cuts = first_cuts;
    loop {
        let places: Vec<f64> = (0..=cuts).map(|k| whole * k as f64 / cuts as f64).collect();
        let mut points = vec![start.to_vec()];
        for place in &places[1..] {
            let guess = match &points[..] {
                // on along the way that was gone
                [.., before, last] => {
                    last.iter().zip(before).map(|(last, before)| 2.0 * last - before).collect()
                }
                _ => start.to_vec(),
            };
            // the user knows the end of the path, not the points between
            points.push(reach.continued(&pose(place / whole), &guess).map_err(
                |error| match error {
                    Error::Unreachable { distance, angle, .. } => Error::LeavesWorkspace {
                        end: pose(1.0).position,
                        reached: (points.len() - 1) as f64 / cuts as f64,
                        distance,
                        angle,
                    },
                    other => other,
                },
            )?);
        }
        let curve = |axis: usize| {
            let values: Vec<f64> = points.iter().map(|point| point[axis]).collect();
            Law::through(&places, &values, false)
        };
        let curves: Vec<Law> = (0..start.len()).map(curve).collect::<Result<_, _>>()?;
        let [distance, angle] = stray(reach, &curves, whole, cuts, pose)?;
        if distance <= STRAY && angle <= STRAY {
            return Ok(curves);
        }
        if cuts >= MOST.max(FINER * first_cuts) {
            return Err(Error::Strays { distance, angle, pieces: cuts });
        }
        cuts *= 2;
    }
}

/// How far the tool is from the path at most, and from its direction, where the splines are on their
/// own: half way between cuts, and at a part of it that is in step with no path.
fn stray(
    reach: &mut InverseKinematics<'_>,
    curves: &[Law],
    whole: f64,
    cuts: usize,
    pose: &dyn Fn(f64) -> Pose,
) -> Result<[f64; 2], Error> {
    /// The golden section.
    const OUT_OF_STEP: f64 = 0.381_966_011_250_105_1;
    let mut most = [0.0f64; 2];
    for k in 0..cuts {
        for part in [0.5, OUT_OF_STEP] {
            let fraction = (k as f64 + part) / cuts as f64;
            let q: Vec<f64> = curves.iter().map(|curve| curve.at(whole * fraction, 0)).collect();
            let missed = reach.missed(&pose(fraction), &q)?;
            most = [most[0].max(missed[0]), most[1].max(missed[1])];
        }
    }
    Ok(most)
}
