//! Many simulations side by side: the same robot from many states, under many forces, with many
//! values of its parameters.
//!
//! All states run in lanes through the compiled accelerations, by the classical method of Runge and
//! Kutta with steps of one length; threads take a share of them each.

use appell_algebra::Budget;
use appell_code::{Coder, Error as CodeError, Parameters};
use appell_mechanics::Quantity;
use appell_model::{Draft, Robot};
use appell_program::{Compiled, Options};

use crate::error::Error;
use crate::integrate::{Rk4, Step, System};

/// A robot whose accelerations are compiled for many states at once.
///
/// ```
/// use appell_simulation::Ensemble;
/// let robot = appell_model::Robot::bundled("2r")?;
/// // two masses, each with a value of its own in every simulation
/// let ensemble = Ensemble::new(&robot, &["M1", "M2"], &Default::default())?;
/// let states = 100;
/// let mut q = vec![0.3; 2 * states];
/// let mut qd = vec![0.0; 2 * states];
/// let tau = vec![0.0; 2 * states];
/// let masses: Vec<f64> = (0..2 * states).map(|k| 4.0 + (k % states) as f64 * 0.01).collect();
/// ensemble.advance(2, 1e-3, 500, [&mut q, &mut qd], &tau, &masses)?;
/// assert!(q[0] != q[1] && q.iter().all(|q| q.is_finite()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Ensemble {
    accelerations: Compiled,
    coordinates: usize,
    parameters: usize,
}

/// How many states a thread takes through all steps at a time: with their slopes they stay in the
/// cache.
const SHARE: usize = 64;

impl Ensemble {
    /// A robot; the parameters that are named have a value of their own in every simulation.
    pub fn new(robot: &Robot, varied: &[&str], budget: &Budget) -> Result<Self, Error> {
        let mut draft = Draft::from(robot);
        for parameter in &mut draft.parameters {
            if varied.contains(&parameter.name.as_str()) {
                parameter.value = None;
            }
        }
        let (robot, _) = draft.build(budget).map_err(CodeError::Robot)?;
        let open = robot.parameters().iter().filter(|it| it.value.is_none());
        let open: Vec<&str> = open.map(|it| it.name.as_str()).collect();
        if open != varied {
            return Err(Error::Code(CodeError::NotOfThisRobot {
                what: "a parameter",
                why: "all that vary must be parameters in the order of the file, the others have values",
            }));
        }
        let asked = Quantity::read("qdd", &robot);
        let asked = asked.map_err(|problem| CodeError::Robot(vec![*problem]))?;
        let program = Coder::new(&robot, Parameters::Values, budget)?.program(asked[0])?;
        let program = program.driven_by(|name| open.contains(&name));
        Ok(Self {
            accelerations: program.compile(Options::default())?,
            coordinates: robot.coordinates().len(),
            parameters: varied.len(),
        })
    }

    /// How many states run side by side in a thread.
    pub fn lanes(&self) -> usize {
        self.accelerations.lanes()
    }

    /// Takes all states some steps further, under forces that stay. Everything is a structure of
    /// arrays: entry k of state i is at `k * states + i`.
    pub fn advance(
        &self,
        threads: usize,
        step: f64,
        steps: usize,
        [q, qd]: [&mut [f64]; 2],
        tau: &[f64],
        parameters: &[f64],
    ) -> Result<(), Error> {
        let n = self.coordinates;
        let states = q.len() / n.max(1);
        let sizes =
            [(q.len(), n), (qd.len(), n), (tau.len(), n), (parameters.len(), self.parameters)];
        for (given, each) in sizes {
            if given != each * states {
                return Err(CodeError::Count { given, expected: each * states }.into());
            }
        }
        let shares: Vec<usize> = (0..states).step_by(SHARE).collect();
        let next = std::sync::atomic::AtomicUsize::new(0);
        let given: (&[f64], &[f64]) = (q, qd);
        let work = || {
            let mut done = Vec::new();
            loop {
                let number = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                let Some(&first) = shares.get(number) else { return Ok(done) };
                let share =
                    Share::new(first..states.min(first + SHARE), states, given, tau, parameters, n);
                done.push(share.advanced(&self.accelerations, step, steps)?);
            }
        };
        let threads = threads.clamp(1, shares.len().max(1));
        let results: Vec<Result<Vec<Share>, Error>> = std::thread::scope(|scope| {
            // a thread that the system does not give leaves its shares to the others
            let thread = |_| std::thread::Builder::new().spawn_scoped(scope, work).ok();
            let others: Vec<_> = (1..threads).filter_map(thread).collect();
            let own = work();
            let joined = |thread: std::thread::ScopedJoinHandle<'_, _>| {
                thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            };
            let others = others.into_iter().map(joined);
            std::iter::once(own).chain(others).collect()
        });
        for shares in results {
            for share in shares? {
                share.give_back(states, n, [q, qd]);
            }
        }
        Ok(())
    }
}

/// Some of the states, with room for their steps.
struct Share {
    range: std::ops::Range<usize>,
    /// q, q', the forces, the parameters: the inputs of the accelerations.
    inputs: Vec<f64>,
    /// How many numbers q has, and q' as well.
    size: usize,
}

impl Share {
    fn new(
        range: std::ops::Range<usize>,
        states: usize,
        (q, qd): (&[f64], &[f64]),
        tau: &[f64],
        parameters: &[f64],
        coordinates: usize,
    ) -> Self {
        let size = coordinates * range.len();
        let rows = [q, qd, tau, parameters].into_iter().flat_map(|all| all.chunks_exact(states));
        let inputs = rows.flat_map(|row| &row[range.clone()]).copied().collect();
        Self { range, inputs, size }
    }

    /// So many steps further.
    fn advanced(
        mut self,
        accelerations: &Compiled,
        step: f64,
        steps: usize,
    ) -> Result<Self, Error> {
        let mut method = Rk4::new(2 * self.size);
        let mut y = self.inputs[..2 * self.size].to_vec();
        let mut system =
            SideBySide { accelerations, states: self.range.len(), inputs: &mut self.inputs };
        for _ in 0..steps {
            // the forces stay: it is always the same time
            method.step(&mut system, 0.0, &y, step)?;
            y.copy_from_slice(method.end());
            method.accept();
        }
        self.inputs[..2 * self.size].copy_from_slice(&y);
        Ok(self)
    }

    fn give_back(&self, states: usize, coordinates: usize, into: [&mut [f64]; 2]) {
        let count = self.range.len();
        for (part, all) in into.into_iter().enumerate() {
            for k in 0..coordinates {
                let from = part * self.size + k * count;
                all[k * states..][self.range.clone()]
                    .copy_from_slice(&self.inputs[from..from + count]);
            }
        }
    }
}

/// The states of a share as one system of differential equations, of all q and then of all q'.
struct SideBySide<'s> {
    accelerations: &'s Compiled,
    states: usize,
    /// Room for the inputs of the accelerations; what follows q and q' stays.
    inputs: &'s mut [f64],
}

impl System for SideBySide<'_> {
    fn slope(&mut self, _: f64, y: &[f64], slope: &mut [f64]) -> Result<(), Error> {
        let size = y.len() / 2;
        self.inputs[..2 * size].copy_from_slice(y);
        let (rates, accelerations) = slope.split_at_mut(size);
        rates.copy_from_slice(&y[size..]);
        Ok(self.accelerations.batch(1, self.states, self.inputs, &[], accelerations)?)
    }
}
