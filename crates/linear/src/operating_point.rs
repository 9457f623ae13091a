//! Where a linear model holds: found by Newton's method where an equilibrium is asked for.

use appell_algebra::{Budget, Symbol};
use appell_mechanics::{Derivation, Kind, Numbers, Quantity};
use appell_model::JointKind;
use appell_numeric::singular_values::SingularValues;

use crate::error::Error;

/// A state and the forces that act on it; a number for each coordinate, those of elastic modes included.
/// SI units.
#[derive(Clone, Debug, PartialEq)]
pub struct OperatingPoint {
    /// Coordinates.
    pub q: Vec<f64>,
    /// Velocities.
    pub qd: Vec<f64>,
    /// Driving forces.
    pub tau: Vec<f64>,
}

/// What is searched for from the given point on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Search {
    /// Nothing: the point is taken as it is given.
    #[default]
    Nothing,
    /// Forces of the driven joints that hold the given coordinates of the joints. Elastic links take
    /// the shape in which they rest.
    Trim,
    /// Coordinates near the given ones at which the given forces hold the robot.
    Equilibrium,
}

/// The robot at a point, in numbers.
type At<'a, 'r, E> = &'a dyn Fn(&OperatingPoint) -> Result<Derivation<'r, Numbers<'r>>, E>;

/// How many steps Newton's method may take; near an equilibrium it needs a handful.
const ITERATIONS: usize = 100;

/// Singular values below this part of the largest one count as zero: along a direction in which no force
/// changes, such as that of a cart on a level rail, coordinates stay where they are.
const SINGULAR: f64 = 1e-10;

/// No coordinate moves farther than this in a step, in rad and m: near a place where forces hardly change
/// with a coordinate, Newton's steps lead many turns away.
const LONGEST_STEP: f64 = 0.5;

/// Accelerations up to those that a deviation of this much (rad, m) causes count as zero.
const NEAR: f64 = 1e-9;

pub(crate) fn rows(
    derivation: &Derivation<'_, Numbers<'_>>,
    kind: Kind,
) -> Result<Vec<Vec<f64>>, Error> {
    let quantity = Quantity::of_robot(kind)?;
    Ok(derivation.get(quantity)?.rows)
}

pub(crate) fn entries(
    derivation: &Derivation<'_, Numbers<'_>>,
    kind: Kind,
) -> Result<Vec<f64>, Error> {
    Ok(rows(derivation, kind)?.concat())
}

fn largest(numbers: &[f64]) -> f64 {
    numbers
        .iter()
        .fold(0.0, |most, number| if number.is_nan() { f64::NAN } else { most.max(number.abs()) })
}

/// Below this the accelerations at a point count as zero.
pub(crate) fn negligible(by_position: &[Vec<f64>]) -> f64 {
    NEAR * (1.0 + by_position.iter().map(|row| largest(row)).fold(0.0, f64::max))
}

impl OperatingPoint {
    /// Where the search leads. `driven` are the coordinates of the joints that are driven, `modes` those
    /// of elastic links.
    pub(crate) fn found<E: From<Error>>(
        mut self,
        search: Search,
        driven: &[usize],
        at: At<'_, '_, E>,
        budget: &Budget,
    ) -> Result<Self, E> {
        if search == Search::Nothing {
            return Ok(self);
        }
        let names = at(&self)?.robot().coordinate_owners();
        if let Some(k) = self.qd.iter().position(|rate| *rate != 0.0) {
            let joint = names.get(k).cloned().unwrap_or_default();
            return Err(Error::NotAtRest { joint, velocity: self.qd[k] }.into());
        }
        let joints = joint_coordinates(at(&self)?.robot());
        let searched: Vec<usize> = match search {
            Search::Trim => (0..self.q.len()).filter(|k| !joints.contains(k)).collect(),
            _ => (0..self.q.len()).collect(),
        };
        self.settle(&searched, at, budget)?;
        if search == Search::Trim {
            self.hold(driven, &joints, at)?;
        }
        Ok(self)
    }

    /// Moves some coordinates to where their own forces vanish: those that the robot needs there, less
    /// those that are given. Steps are those of Newton, the shortest ones where several lead there,
    /// halved while they do not improve.
    fn settle<E: From<Error>>(
        &mut self,
        searched: &[usize],
        at: At<'_, '_, E>,
        budget: &Budget,
    ) -> Result<(), E> {
        if searched.is_empty() {
            return Ok(());
        }
        let missing = |point: &Self| -> Result<Vec<f64>, E> {
            let forces = entries(&at(point)?, Kind::DrivingForce)?;
            Ok(searched.iter().map(|&k| point.tau[k] - forces[k]).collect())
        };
        let length = |numbers: &[f64]| numbers.iter().map(|it| it * it).sum::<f64>().sqrt();
        let mut lack = missing(self)?;
        let mut iterations = 0;
        while iterations < ITERATIONS && lack.iter().any(|force| *force != 0.0) {
            budget.check().map_err(Error::from)?;
            iterations += 1;
            let slopes = rows(&at(self)?, Kind::DrivingForceByPosition)?;
            let slopes: Vec<Vec<f64>> = searched
                .iter()
                .map(|&i| searched.iter().map(|&j| slopes[i][j]).collect())
                .collect();
            let step = SingularValues::new(&slopes).least_squares(&lack, SINGULAR);
            let scale = (LONGEST_STEP / largest(&step)).min(1.0);
            let moved = (0..30).find_map(|halvings| {
                let mut point = self.clone();
                let part = scale * f64::from(-halvings).exp2();
                searched.iter().zip(&step).for_each(|(&k, step)| point.q[k] += part * step);
                match missing(&point) {
                    Ok(now) if length(&now) < length(&lack) => Some(Ok((point, now))),
                    Ok(_) => None,
                    Err(error) => Some(Err(error)),
                }
            });
            // no step improves: it is as near as numbers get, or stuck; the accelerations tell
            let Some((point, now)) = moved.transpose()? else { break };
            *self = point;
            lack = now;
        }
        let derivation = at(self)?;
        let mass = rows(&derivation, Kind::InverseMassMatrix)?;
        let residual = searched.iter().map(|&i| {
            let product = searched.iter().zip(&lack).map(|(&j, force)| mass[i][j] * force);
            product.sum::<f64>()
        });
        let residuals: Vec<f64> = residual.collect();
        let residual = largest(&residuals);
        let slopes = rows(&derivation, Kind::JointAccelerationByPosition)?;
        if residual <= negligible(&slopes) {
            return Ok(());
        }
        let units = units(derivation.robot());
        let place = residuals.iter().position(|it| it.abs() == residual);
        let unit = place.map_or("", |place| units[searched[place]]);
        Err(Error::NoEquilibrium { iterations, nearest: self.q.clone(), units, residual, unit }
            .into())
    }

    /// Takes the forces that hold this state, of the driven joints. A joint that is not driven must need
    /// no other force than the given one.
    fn hold<E: From<Error>>(
        &mut self,
        driven: &[usize],
        joints: &[usize],
        at: At<'_, '_, E>,
    ) -> Result<(), E> {
        let derivation = at(self)?;
        let forces = entries(&derivation, Kind::DrivingForce)?;
        let largest = largest(&forces);
        for &k in joints {
            let missing = forces[k] - self.tau[k];
            if driven.contains(&k) {
                self.tau[k] = forces[k];
            } else if missing.abs() > NEAR * (1.0 + largest) {
                let joint = derivation.robot().coordinate_owners().swap_remove(k);
                let unit = match units(derivation.robot())[k] {
                    "m" => "N",
                    _ => "N m",
                };
                let missing = format!("{} {unit}", appell_diagnostic::shown(missing));
                return Err(Error::NotHeld { joint, missing }.into());
            }
        }
        Ok(())
    }
}

/// The units of all coordinates; none for the modes of elastic links, which have those of their shapes.
fn units(robot: &appell_model::Robot) -> Vec<&'static str> {
    let unit = |q: &Symbol| {
        let joint = robot.joints().iter().find(|joint| joint.coordinate == Some(*q));
        joint.map_or("", |joint| if joint.kind == JointKind::Translation { "m" } else { "rad" })
    };
    robot.coordinates().iter().map(unit).collect()
}

/// The places of the joints that move among all coordinates, in order.
pub(crate) fn joint_coordinates(robot: &appell_model::Robot) -> Vec<usize> {
    let all = robot.coordinates();
    let own = robot.joints().iter().filter_map(|joint| joint.coordinate);
    own.filter_map(|own| all.iter().position(|&q| q == own)).collect()
}
