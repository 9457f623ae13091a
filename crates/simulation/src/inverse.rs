//! Inverse dynamics along a motion: joint torques, reaction forces, powers and energy.

use appell_algebra::Stop;
use appell_code::{Axis, CompiledRobot, Error as CodeError, Function};
use appell_mechanics::{Frame, Kind, Quantity};
use appell_output::Table;
use appell_trajectory::Motion;

use crate::defaults;
use crate::elastic::{Elasticity, Shapes};
use crate::error::Error;
use crate::layout::inverse_headings;
use crate::loads::Loads;
use crate::quadrature::{Parabola, QuadratureNodes, quadrature};
use crate::states::States;

/// The inverse problem along a motion: what is given, and what is asked.
#[derive(Clone, Debug)]
pub struct InverseDynamicsProblem {
    /// The motion of the axes.
    pub motion: Motion,
    /// What is carried.
    pub loads: Loads,
    /// The time between the rows of the result, s.
    pub output_step: f64,
    /// Whether the connection forces and moments of all joints are wanted.
    pub wrenches: bool,
    /// Whether the time derivatives of the driving forces are wanted; of rigid robots only.
    pub rates: bool,
    /// How elastic links deform.
    pub elasticity: Elasticity,
}

impl InverseDynamicsProblem {
    /// A motion without load, with driving forces only.
    pub fn of(motion: Motion) -> Self {
        Self {
            output_step: defaults::output_step(motion.duration()),
            motion,
            loads: Loads::default(),
            wrenches: false,
            rates: false,
            elasticity: Elasticity::default(),
        }
    }

    /// The same of a motion with the same moves in other times; what is carried keeps its part of
    /// each move.
    #[must_use]
    pub fn along(&self, motion: Motion) -> Self {
        Self { loads: self.loads.along(&self.motion, &motion), motion, ..self.clone() }
    }
}

/// What an axis must do, over a whole motion.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Effort {
    /// The largest driving force or moment.
    pub peak_force: f64,
    /// The rms value of the driving force or moment.
    pub rms_force: f64,
    /// The largest velocity.
    pub peak_velocity: f64,
    /// The largest power, taken or given back.
    pub peak_power: f64,
    /// The work it does where it drives: all of the energy, if nothing can be given back.
    pub work: f64,
    /// The work that it takes back where it brakes; `work - returned` is the energy, if all of that
    /// can be used again.
    pub returned: f64,
}

impl Effort {
    /// Keeps what is larger in rows of a result: a row may come nearer to a peak than the nodes of
    /// the integrals do.
    fn see(&mut self, forces: &[f64], speeds: &[f64]) {
        for (force, speed) in forces.iter().zip(speeds) {
            self.peak_force = self.peak_force.max(force.abs());
            self.peak_velocity = self.peak_velocity.max(speed.abs());
            self.peak_power = self.peak_power.max((force * speed).abs());
        }
    }
}

/// Driving forces along a motion.
#[derive(Clone, Debug)]
pub struct Inverse {
    /// Times, coordinates and derivatives of the rows.
    pub states: States,
    /// The driving forces, N m or N: that of axis i at time j is `[i][j]`.
    pub forces: Vec<Vec<f64>>,
    /// All columns, with their units.
    pub table: Table,
    /// What each axis must do.
    pub efforts: Vec<Effort>,
    /// Why it ends before the motion does, if so.
    pub stopped: Option<Stop>,
}

/// Solves the inverse problem along a motion.
///
/// ```
/// use appell_code::CompiledRobot;
/// use appell_mechanics::Kind;
/// use appell_simulation::{InverseDynamicsProblem, inverse};
/// use appell_trajectory::{LawKind, Motion, synchronised};
/// let robot = appell_model::Robot::bundled("ur5")?;
/// let machine = CompiledRobot::new(&robot, &Default::default())?;
/// let (from, to) = (vec![0.0; 6], vec![0.5; 6]);
/// let laws = synchronised(LawKind::Septic, &from, &to, machine.axes(), Some(2.0))?;
/// let found = inverse(&machine, &InverseDynamicsProblem::of(Motion::at(from).then(laws)))?;
/// // without friction, what the motors keep is what the arm gains in height
/// let kept: f64 = found.efforts.iter().map(|effort| effort.work - effort.returned).sum();
/// let mut height = machine.function_of(&[Kind::PotentialEnergy])?;
/// let gained = height.call(&[&[0.5; 6]])?[0] - height.call(&[&[0.0; 6]])?[0];
/// assert!((kept - gained).abs() < 1e-6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn inverse(
    machine: &CompiledRobot,
    problem: &InverseDynamicsProblem,
) -> Result<Inverse, Error> {
    let InverseDynamicsProblem { motion, loads, output_step, elasticity, .. } = problem;
    let duration = motion.duration();
    if output_step.is_nan() || *output_step <= 0.0 {
        return Err(Error::NotPositive { what: "output_step" });
    }
    if motion.axes() != machine.axes().len() {
        let (given, expected) = (motion.axes(), machine.axes().len());
        return Err(appell_code::Error::Count { given, expected }.into());
    }
    let count = (duration / output_step * (1.0 + 1e-12)).floor() as usize;
    let mut times: Vec<f64> = (0..=count).map(|k| k as f64 * output_step).collect();
    // the end is a row in any case
    match times.last() {
        Some(last) if duration - last > 1e-9 * duration => times.push(duration),
        _ => {}
    }
    // all that is compiled comes first: when the work is stopped, the partial result is still given
    let forces = machine.function_of(&[Kind::DrivingForce])?;
    // the modes of elastic links have no third derivative
    let rates = problem.rates && !machine.is_elastic();
    let force_rates =
        if rates { Some(machine.function_of(&[Kind::DrivingForceRate])?) } else { None };
    let wrenches = if problem.wrenches { Some(wrenches(machine)?) } else { None };
    let mut nodes = quadrature(machine, motion, loads)?;
    // one time through the motion is for rows and integrals
    let mut all: Vec<f64> = times.iter().chain(&nodes.times).copied().collect();
    all.sort_by(f64::total_cmp);
    all.dedup();
    let orders = if rates { 4 } else { 3 };
    let mut shapes = Shapes::new(machine)?;
    let (whole, stopped) = shapes.until_stopped(motion, loads, &all, *elasticity, orders)?;
    if let Some(stop) = stopped {
        let Some(&end) = whole.times.last() else { return Err(stop.into()) };
        times.retain(|&t| t <= end);
        nodes.cut(end);
    }
    let states = whole.at(&times);
    let all = states.evaluate(machine, &forces, 3, loads)?;
    let of_axes = |all: &[Vec<f64>]| -> Vec<Vec<f64>> {
        machine.axes().iter().map(|axis| all[axis.coordinate].clone()).collect()
    };
    let own = of_axes(&all);
    let mut columns = vec![states.times.clone()];
    columns.extend(states.orders.iter().flatten().cloned());
    columns.extend(own.iter().cloned());
    if let Some(force_rates) = &force_rates {
        columns.extend(of_axes(&states.evaluate(machine, force_rates, 4, loads)?));
    }
    for (axis, force) in machine.axes().iter().zip(&own) {
        let speeds = &states.orders[1][axis.coordinate];
        columns.push(force.iter().zip(speeds).map(|(force, speed)| force * speed).collect());
    }
    if let Some(wrenches) = &wrenches {
        columns.extend(states.evaluate(machine, wrenches, 3, loads)?);
    }
    let table = Table::new(inverse_headings(machine, rates, problem.wrenches), columns);
    if let Some((column, at)) = table.first_bad() {
        return Err(Error::NotFinite { what: column.to_owned(), time: states.times[at] });
    }
    let mut efforts = efforts(machine, &forces, &whole.at(&nodes.times), &nodes, loads)?;
    for ((effort, axis), force) in efforts.iter_mut().zip(machine.axes()).zip(&own) {
        effort.see(force, &states.orders[1][axis.coordinate]);
    }
    Ok(Inverse { states, forces: own, table, efforts, stopped })
}

/// Connection forces and moments of all joints, in the axes of each.
fn wrenches(machine: &CompiledRobot) -> Result<Function, Error> {
    let kinds = [Kind::ConnectionForce, Kind::ConnectionMoment];
    let of_joint = |id| kinds.map(|kind| Quantity::of_frame(kind, Frame::Joint(id)));
    let quantities = machine.robot().joint_ids().flat_map(of_joint).collect::<Result<_, _>>();
    Ok(machine.function(quantities.map_err(CodeError::from)?)?)
}

/// What each axis must do, by integrals over the times of a quadrature.
pub fn efforts(
    machine: &CompiledRobot,
    forces: &Function,
    states: &States,
    nodes: &QuadratureNodes,
    loads: &Loads,
) -> Result<Vec<Effort>, Error> {
    let all = states.evaluate(machine, forces, 3, loads)?;
    let of_axis = |coordinate: usize| {
        let (forces, speeds) = (&all[coordinate], &states.orders[1][coordinate]);
        let mut effort = Effort::default();
        let mut squares = 0.0;
        let mut k = 0;
        while k < forces.len() {
            // a point beside a jump, or the three of an interval
            let count = if nodes.weights[k] == 0.0 { 1 } else { 3 };
            let three =
                |of: &dyn Fn(usize) -> f64| [0, 1, 2].map(|i| of((k + i).min(k + count - 1)));
            let [force, speed, power] =
                [three(&|k| forces[k]), three(&|k| speeds[k]), three(&|k| forces[k] * speeds[k])];
            let larger =
                |peak: f64, values: [f64; 3]| peak.max(Parabola::through(values).largest());
            effort.peak_force = larger(effort.peak_force, force);
            effort.peak_velocity = larger(effort.peak_velocity, speed);
            effort.peak_power = larger(effort.peak_power, power);
            if count == 3 {
                let weights = &nodes.weights[k..k + 3];
                let half = weights.iter().sum::<f64>() / 2.0;
                squares += force.iter().zip(weights).map(|(f, weight)| weight * f * f).sum::<f64>();
                // the power may change its sign inside
                effort.work += half * Parabola::through(power).above_zero();
                effort.returned += half * Parabola::through(power.map(|p| -p)).above_zero();
            }
            k += count;
        }
        effort.rms_force = (squares / nodes.length.max(f64::MIN_POSITIVE)).sqrt();
        effort
    };
    let checked = |axis: &Axis| {
        let effort = of_axis(axis.coordinate);
        let figures = [effort.rms_force, effort.peak_power, effort.work, effort.returned];
        match figures.iter().all(|figure| figure.is_finite()) {
            true => Ok(effort),
            false => Err(Error::TooLarge { axis: axis.name.clone(), peak: effort.peak_force }),
        }
    };
    machine.axes().iter().map(checked).collect()
}
