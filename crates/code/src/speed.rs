//! How long a compiled program takes on this machine.

use std::hint::black_box;
use std::time::{Duration, Instant};

use appell_algebra::Budget;
use appell_program::{Compiled, InputKind, Options, Program};

use crate::error::Error;

/// The time of a compiled program on this machine, on one core.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Speed {
    /// Nanoseconds of a call for one state.
    pub call: f64,
    /// Nanoseconds for each state of a batch.
    pub batch: f64,
    /// How many states are calculated side by side in a batch.
    pub lanes: usize,
}

/// How many states a batch has: with their results they stay in the cache, and the rows of arrays
/// are no power of two apart, which would have them contend for the same part of it.
const STATES: usize = 1000;

/// How long a round is, and how many there are; the quickest counts, for nothing else came between.
const ROUND: Duration = Duration::from_millis(5);
const ROUNDS: usize = 15;

impl Speed {
    /// Compiles a program and measures it, for some tenths of a second.
    ///
    /// ```
    /// use appell_code::{Coder, Parameters, Speed};
    /// use appell_mechanics::Quantity;
    ///
    /// let robot = appell_model::Robot::bundled("2r")?;
    /// let coder = Coder::new(&robot, Parameters::Values, &Default::default())?;
    /// let program = coder.program(Quantity::read_one("Q", &robot)?)?;
    /// assert!(Speed::measure(&program, &Default::default())?.call > 0.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The program cannot be compiled, or the budget is used up.
    pub fn measure(program: &Program, budget: &Budget) -> Result<Self, Error> {
        let mut compiled = program.compile_within(Options::default(), budget)?;
        Ok(Self {
            call: time_of_call(program, &mut compiled, budget)?,
            batch: time_in_batch(program, &compiled, budget)?,
            lanes: compiled.lanes(),
        })
    }
}

/// A number that is like no other: a coordinate, a rate, a parameter without value.
fn any(number: usize) -> f64 {
    const GOLDEN: f64 = 0.618_033_988_749_894_9;
    0.1 + (number as f64 * GOLDEN).fract()
}

fn time_of_call(program: &Program, compiled: &mut Compiled, budget: &Budget) -> Result<f64, Error> {
    let inputs: Vec<f64> = (0..program.inputs().len()).map(any).collect();
    let mut outputs = vec![0.0; program.outputs().len()];
    quickest(1, budget, || Ok(compiled.call(black_box(&inputs), black_box(&mut outputs))?))
}

fn time_in_batch(program: &Program, compiled: &Compiled, budget: &Budget) -> Result<f64, Error> {
    let shared = program.inputs().iter().filter(|it| it.kind == InputKind::Parameter).count();
    let varied = program.inputs().len() - shared;
    let coordinates: Vec<f64> = (0..varied * STATES).map(any).collect();
    let parameters: Vec<f64> = (0..shared).map(any).collect();
    let mut outputs = vec![0.0; program.outputs().len() * STATES];
    quickest(STATES, budget, || {
        Ok(compiled.batch(
            1,
            STATES,
            black_box(&coordinates),
            &parameters,
            black_box(&mut outputs),
        )?)
    })
}

/// Nanoseconds for each of the states that some work is about.
fn quickest(
    states: usize,
    budget: &Budget,
    mut work: impl FnMut() -> Result<(), Error>,
) -> Result<f64, Error> {
    let mut repeats = 1u32;
    let mut best = f64::INFINITY;
    let mut rounds = 0;
    while rounds < ROUNDS {
        budget
            .check()
            .map_err(|stop| appell_program::Error::from(appell_algebra::Error::from(stop)))?;
        let start = Instant::now();
        for _ in 0..repeats {
            work()?;
        }
        let time = start.elapsed();
        if time < ROUND && repeats < u32::MAX / 2 {
            repeats *= 2;
            continue;
        }
        best = best.min(time.as_secs_f64() * 1e9 / f64::from(repeats) / states as f64);
        rounds += 1;
    }
    Ok(best)
}
