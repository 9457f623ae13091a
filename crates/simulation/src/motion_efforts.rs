//! What axes must do along one motion, again and again: with other payloads, with other values of
//! parameters. The motion is gone through once.

use appell_code::CompiledRobot;
use appell_mechanics::Kind;
use appell_program::Compiled;

use crate::effort::{Effort, PartialEffort, largest_magnitude};
use crate::error::Error;
use crate::inverse::{InverseDynamicsProblem, row_times};
use crate::loads::Loads;
use crate::quadrature::quadrature;
use crate::states::States;

/// The motion of a rigid robot, ready for many loads.
#[derive(Clone)]
pub struct MotionEfforts {
    forces: Compiled,
    runs: Vec<Run>,
    duration: f64,
}

/// Times that follow one another and at which the same is carried, as nodes of a quadrature or as rows.
#[derive(Clone)]
struct Run {
    /// Which of the loads is carried.
    loading: Option<usize>,
    weights: Vec<f64>,
    /// Coordinates, velocities and accelerations: entry k of time i is at `k * times + i`.
    inputs: Vec<f64>,
    /// The largest velocity of each axis, which no load changes.
    peak_velocities: Vec<f64>,
    /// The arguments of the last evaluation, by which a run is not evaluated twice for the same.
    arguments: Option<Vec<f64>>,
    outputs: Vec<f64>,
    efforts: Vec<PartialEffort>,
}

impl MotionEfforts {
    /// The motion of a problem, in the rows of its result and in the nodes of its integrals.
    ///
    /// ```
    /// use appell_code::CompiledRobot;
    /// use appell_simulation::{InverseDynamicsProblem, MotionEfforts, inverse};
    /// use appell_trajectory::{LawKind, Motion, synchronised};
    /// let robot = appell_model::Robot::bundled("ur5")?;
    /// let machine = CompiledRobot::new(&robot, &Default::default())?;
    /// let laws = synchronised(LawKind::Quintic, &[0.0; 6], &[0.5; 6], machine.axes(), Some(2.0))?;
    /// let problem = InverseDynamicsProblem::of(Motion::at(vec![0.0; 6]).then(laws));
    /// let again = MotionEfforts::new(&machine, &problem)?.of(&machine, &problem.loads)?;
    /// assert_eq!(again, inverse(&machine, &problem)?.efforts);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(machine: &CompiledRobot, problem: &InverseDynamicsProblem) -> Result<Self, Error> {
        let InverseDynamicsProblem { motion, loads, .. } = problem;
        let forces = machine.function_of(&[Kind::DrivingForce])?.compiled().clone();
        let nodes = quadrature(machine, motion, loads)?;
        let rows = row_times(problem);
        let zeros = vec![0.0; rows.len()];
        let mut runs = Vec::new();
        for (times, weights) in [(&nodes.times, &nodes.weights), (&rows, &zeros)] {
            let (states, stopped) = States::of(machine, motion, times, 3);
            if let Some(stop) = stopped {
                return Err(stop.into());
            }
            let loading = |k: usize| loads.number_at(times[k]);
            let mut start = 0;
            while start < times.len() {
                let same = (start..times.len()).take_while(|&k| loading(k) == loading(start));
                let end = start + same.count();
                let columns = states.orders.iter().flatten();
                let weights = &weights[start..end];
                let peak = |axis: &appell_code::Axis| {
                    largest_magnitude(&states.orders[1][axis.coordinate][start..end], weights)
                };
                runs.push(Run {
                    loading: loading(start),
                    weights: weights.to_vec(),
                    peak_velocities: machine.axes().iter().map(peak).collect(),
                    inputs: columns.flat_map(|column| &column[start..end]).copied().collect(),
                    arguments: None,
                    outputs: vec![0.0; machine.coordinates().len() * (end - start)],
                    efforts: Vec::new(),
                });
                start = end;
            }
        }
        Ok(Self { forces, runs, duration: motion.duration() })
    }

    /// How many states one evaluation of all has.
    pub fn states(&self) -> usize {
        self.runs.iter().map(|run| run.weights.len()).sum()
    }

    /// What each axis must do with loads that come and go when those of the problem do. What has the same
    /// arguments as in the evaluation before is not evaluated again.
    pub fn of(&mut self, machine: &CompiledRobot, loads: &Loads) -> Result<Vec<Effort>, Error> {
        let mut all = vec![PartialEffort::default(); machine.axes().len()];
        for run in &mut self.runs {
            let loading = run.loading.and_then(|number| loads.0.get(number));
            let arguments = machine.arguments(&loading.map(|it| it.load).unwrap_or_default());
            if run.arguments.as_ref() != Some(&arguments) {
                run.evaluate(&self.forces, machine, &arguments)?;
                run.arguments = Some(arguments);
            }
            for (sum, part) in all.iter_mut().zip(&run.efforts) {
                *sum = sum.and(*part);
            }
        }
        machine.axes().iter().zip(all).map(|(axis, all)| all.over(self.duration, axis)).collect()
    }
}

impl Run {
    fn evaluate(
        &mut self,
        forces: &Compiled,
        machine: &CompiledRobot,
        arguments: &[f64],
    ) -> Result<(), Error> {
        let count = self.weights.len();
        forces.batch(1, count, &self.inputs, arguments, &mut self.outputs)?;
        self.efforts.clear();
        for (axis, &peak) in machine.axes().iter().zip(&self.peak_velocities) {
            let force = &self.outputs[axis.coordinate * count..][..count];
            let velocity = machine.coordinates().len() + axis.coordinate;
            let speed = &self.inputs[velocity * count..][..count];
            self.efforts.push(PartialEffort::of(force, speed, &self.weights, peak));
        }
        Ok(())
    }
}
