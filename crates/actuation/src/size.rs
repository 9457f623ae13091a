//! Which motor and which gear each axis needs for a motion.

use std::cmp::Ordering;

use appell_algebra::Budget;
use appell_code::{Axis, CompiledRobot};
use appell_mechanics::Kind;
use appell_simulation::{InverseDynamicsProblem, Shapes, quadrature};

use crate::catalogue::{Catalogue, Motor, Transmission};
use crate::error::Error;
use crate::shaft::shafts;

/// The load of an axis at every instant of a motion; where its motor drives several joints, that of the
/// shaft behind the gear.
#[derive(Clone, Debug)]
pub struct Demand {
    /// The axis.
    pub axis: Axis,
    /// The share of each moment in an integral over time.
    pub weights: Vec<f64>,
    /// Velocities.
    pub speeds: Vec<f64>,
    /// Accelerations.
    pub accelerations: Vec<f64>,
    /// Driving forces.
    pub forces: Vec<f64>,
    /// The largest inertia of the load: the largest diagonal entry of the mass matrix.
    pub inertia: f64,
    /// How long the motion takes.
    pub duration: f64,
}

/// How much of what motor and gear can do is asked of them, and how much more they shall have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Margins {
    /// Forces and moments are multiplied by this before they are compared.
    pub safety: f64,
    /// How many times the inertia of the motor that of the load may be.
    pub inertia_ratio: f64,
}

impl Default for Margins {
    fn default() -> Self {
        Self { safety: 1.2, inertia_ratio: 10.0 }
    }
}

/// A motor with a gear on an axis. Its shares are load over limit: 1 is at the limit.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// The motor.
    pub motor: Motor,
    /// The gear or screw.
    pub transmission: Transmission,
    /// The rms torque of the motor, over its rated torque.
    pub rms: f64,
    /// The largest share of the torque that the motor has at the speed of the moment.
    pub peak: f64,
    /// The largest speed over that of motor and gear.
    pub speed: f64,
    /// The load of the gear over what it bears, at its peak or on average.
    pub gear: f64,
    /// The inertia of the load over that of the motor, over what is allowed.
    pub inertia: f64,
    /// The inertia of the load, over that of the motor.
    pub inertia_ratio: f64,
    /// The work of the motor where it drives, for one time through the motion.
    pub work: f64,
    /// What its winding turns into heat, where the catalogue says how.
    pub heat: Option<f64>,
    /// Speed and torque of the motor at every moment.
    pub cloud: Vec<(f64, f64)>,
}

/// The motor and gear chosen for an axis.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The axis.
    pub axis: String,
    /// The lightest motor and gear that fit, or else those that come nearest.
    pub fit: Fit,
    /// Whether it fits.
    pub fits: bool,
    /// How many pairs were tried, and how many fit.
    pub tried: usize,
    /// How many fit.
    pub fitting: usize,
    /// Why this one.
    pub reason: String,
}

/// What a motion asks of every axis, without the rotors that the robot's file gives: those of the motors
/// that are chosen take their place.
pub fn demands(
    machine: &CompiledRobot,
    problem: &InverseDynamicsProblem,
) -> Result<Vec<Demand>, Error> {
    let shafts = shafts(machine);
    let machine = &machine.without_rotors();
    let InverseDynamicsProblem { motion, loads, elasticity, .. } = problem;
    let nodes = quadrature(machine, motion, loads)?;
    let states = Shapes::new(machine)?.states(motion, loads, &nodes.times, *elasticity)?;
    let forces = machine.function_of(&[Kind::DrivingForce])?;
    let forces = states.evaluate(machine, &forces, 3, loads)?;
    let masses = machine.function_of(&[Kind::MassMatrix])?;
    let masses = states.evaluate(machine, &masses, 1, loads)?;
    let demand = |axis: &Axis| {
        let shaft = &shafts[axis.coordinate];
        Demand {
            axis: axis.clone(),
            weights: nodes.weights.clone(),
            speeds: shaft.motion(&states.orders[1]),
            accelerations: shaft.motion(&states.orders[2]),
            forces: shaft.force(&forces),
            inertia: shaft.inertia(&masses).into_iter().fold(0.0, f64::max),
            duration: motion.duration(),
        }
    };
    Ok(machine.axes().iter().map(demand).collect())
}

/// Chooses a motor and a gear for every axis: the lightest that fit. Nothing for an axis for whose
/// kind of motion the catalogue has no gear or screw. Fails where the work is stopped.
pub fn size(
    demands: &[Demand],
    catalogue: &Catalogue,
    margins: &Margins,
    budget: &Budget,
) -> Result<Vec<Option<Choice>>, Error> {
    demands.iter().map(|demand| choose(demand, catalogue, margins, budget)).collect()
}

fn choose(
    demand: &Demand,
    catalogue: &Catalogue,
    margins: &Margins,
    budget: &Budget,
) -> Result<Option<Choice>, Error> {
    let fits_kind = |it: &&Transmission| it.translates == demand.axis.translates;
    let gears = catalogue.transmissions.iter().filter(fits_kind);
    let pairs = gears.flat_map(|gear| catalogue.motors.iter().map(move |motor| (motor, gear)));
    // the lightest of those that fit, then the one that needs least; else the nearest
    let key = |fit: &Fit| match fit.largest().0 {
        share if share <= 1.0 => [0.0, fit.motor.mass + fit.transmission.mass, fit.work],
        share => [share, 0.0, 0.0],
    };
    let before = |a: &[f64; 3], b: &[f64; 3]| {
        a.iter().zip(b).map(|(a, b)| a.total_cmp(b)).find(|it| it.is_ne()) == Some(Ordering::Less)
    };
    let [mut tried, mut fitting] = [0, 0];
    let mut best: Option<([f64; 3], Fit)> = None;
    for (motor, gear) in pairs {
        budget.check()?;
        let fit = Fit::of(demand, motor, gear, margins);
        tried += 1;
        fitting += usize::from(fit.largest().0 <= 1.0);
        let key = key(&fit);
        if best.as_ref().is_none_or(|(least, _)| before(&key, least)) {
            best = Some((key, fit));
        }
    }
    let Some((_, mut fit)) = best else { return Ok(None) };
    // of the chosen pair alone: there may be thousands
    fit.cloud = points(demand, &fit.motor, &fit.transmission).collect();
    let fits = fitting > 0;
    let (share, what) = fit.largest();
    let reason = match fits {
        true => format!(
            "the lightest of {fitting} that fit ({:.1} kg); {what} is at {:.0}% of its limit",
            fit.motor.mass + fit.transmission.mass,
            100.0 * share
        ),
        false => format!(
            "none of {tried} fits; this one comes nearest: {what} would be {:.0}%",
            100.0 * share
        ),
    };
    Ok(Some(Choice { axis: demand.axis.name.clone(), fit, fits, tried, fitting, reason }))
}

/// A smaller share of the largest speed is rest.
const REST: f64 = 1e-12;

/// Speed and torque of a motor behind a gear, moment by moment.
///
/// With the ratio r of the gear, its efficiency e and the inertia J of motor and gear, the motor
/// turns at r q' and gives J r q'' + Q / (r e); where it brakes, friction of the gear helps it,
/// and Q e / r is left. At rest it counts as driving: the motor must be able to start the motion.
fn points(demand: &Demand, motor: &Motor, gear: &Transmission) -> impl Iterator<Item = (f64, f64)> {
    let (ratio, efficiency) = (gear.ratio, gear.efficiency);
    let inertia = motor.inertia + gear.inertia;
    let largest = demand.speeds.iter().fold(0.0f64, |largest, rate| largest.max(rate.abs()));
    demand.forces.iter().enumerate().map(move |(k, &force)| {
        let rate = demand.speeds[k];
        // rounding can leave either sign of a rate of zero
        let is_driving = force * rate >= 0.0 || rate.abs() <= REST * largest;
        let through = if is_driving { 1.0 / efficiency } else { efficiency };
        let torque = inertia * ratio * demand.accelerations[k] + force / ratio * through;
        (ratio * rate, torque)
    })
}

impl Fit {
    /// What a motion asks of a motor and a gear, without the cloud.
    fn of(demand: &Demand, motor: &Motor, gear: &Transmission, margins: &Margins) -> Self {
        let inertia = motor.inertia + gear.inertia;
        let [mut squares, mut gear_squares, mut work, mut heat] = [0.0; 4];
        let [mut peak, mut top_speed, mut gear_peak] = [0.0f64; 3];
        for (k, (speed, torque)) in points(demand, motor, gear).enumerate() {
            let (force, weight) = (demand.forces[k], demand.weights[k]);
            squares += weight * torque * torque;
            gear_squares += weight * force * force;
            work += weight * (torque * speed).max(0.0);
            heat += weight * torque * torque * motor.heat_per_torque().unwrap_or_default();
            peak = peak.max(torque.abs() / motor.torque_at(speed.abs()));
            top_speed = top_speed.max(speed.abs());
            gear_peak = gear_peak.max(force.abs());
        }
        let mean = |sum: f64| (sum / demand.duration.max(f64::MIN_POSITIVE)).sqrt();
        let inertia_ratio = demand.inertia / (gear.ratio * gear.ratio * inertia);
        Self {
            rms: margins.safety * mean(squares) / motor.rated_torque,
            peak: margins.safety * peak,
            speed: top_speed / motor.max_speed.min(gear.max_speed),
            gear: margins.safety * (gear_peak / gear.peak).max(mean(gear_squares) / gear.rated),
            inertia: inertia_ratio / margins.inertia_ratio,
            inertia_ratio,
            work,
            heat: motor.heat_per_torque().map(|_| heat),
            cloud: Vec::new(),
            motor: motor.clone(),
            transmission: gear.clone(),
        }
    }

    /// What is used most, and how much of it.
    pub fn largest(&self) -> (f64, &'static str) {
        let shares = [
            (self.rms, "the rated torque of the motor"),
            (self.peak, "the peak torque of the motor at its speed"),
            (self.speed, "the speed of motor and gear"),
            (self.gear, "the load of the gear"),
            (self.inertia, "the inertia ratio"),
        ];
        let larger = |a: (f64, &'static str), b: (f64, &'static str)| if b.0 > a.0 { b } else { a };
        shares.into_iter().fold((0.0, "nothing"), larger)
    }
}
