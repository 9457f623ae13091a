//! Inverse dynamics along a motion: joint torques, reaction forces, powers and energy.

use appell_algebra::Stop;
use appell_code::{Axis, CompiledRobot, Error as CodeError, Function};
use appell_mechanics::{Frame, Kind, Quantity};
use appell_output::Table;
use appell_trajectory::Motion;

use crate::defaults;
use crate::effort::{Effort, PartialEffort, largest_magnitude};
use crate::elastic::{Elasticity, Shapes};
use crate::error::Error;
use crate::layout::{Extras, inverse_headings};
use crate::loads::Loads;
use crate::quadrature::{QuadratureNodes, quadrature};
use crate::states::States;
use crate::vibrations::Vibrations;

/// The inverse problem along a motion: what is given, and what is asked.
#[derive(Clone, Debug)]
pub struct InverseDynamicsProblem {
    /// The motion of the axes.
    pub motion: Motion,
    /// What is carried.
    pub loads: Loads,
    /// The time between the rows of the result, s.
    pub output_step: f64,
    /// What is wanted beside forces and powers.
    pub extras: Extras,
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
            extras: Extras::default(),
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
    if output_step.is_nan() || *output_step <= 0.0 {
        return Err(Error::NotPositive { what: "output_step" });
    }
    if motion.axes() != machine.axes().len() {
        let (given, expected) = (motion.axes(), machine.axes().len());
        return Err(appell_code::Error::Count { given, expected }.into());
    }
    let mut times = row_times(problem);
    // all that is compiled comes first: when the work is stopped, the partial result is still given
    let forces = machine.function_of(&[Kind::DrivingForce])?;
    let Extras { rates, vibrations, .. } = problem.extras.of(machine);
    let force_rates =
        if rates { Some(machine.function_of(&[Kind::DrivingForceRate])?) } else { None };
    let vibrations = if vibrations { Some(Vibrations::new(machine)?) } else { None };
    let wrenches = if problem.extras.wrenches { Some(wrenches(machine)?) } else { None };
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
    if let Some(vibrations) = &vibrations {
        columns.extend(vibrations.along(machine, &states, loads)?);
    }
    let table = Table::new(inverse_headings(machine, problem.extras), columns);
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
    let of_axis = |axis: &Axis| {
        let speeds = &states.orders[1][axis.coordinate];
        let (forces, peak) = (&all[axis.coordinate], largest_magnitude(speeds, &nodes.weights));
        let effort = PartialEffort::of(forces, speeds, &nodes.weights, peak);
        effort.over(nodes.length, axis)
    };
    machine.axes().iter().map(of_axis).collect()
}

/// The times of the rows of a result: in steps, and the end in any case.
pub(crate) fn row_times(problem: &InverseDynamicsProblem) -> Vec<f64> {
    let (duration, step) = (problem.motion.duration(), problem.output_step);
    let count = (duration / step * (1.0 + 1e-12)).floor() as usize;
    let mut times: Vec<f64> = (0..=count).map(|k| k as f64 * step).collect();
    if times.last().is_some_and(|last| duration - last > 1e-9 * duration) {
        times.push(duration);
    }
    times
}
