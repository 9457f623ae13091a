//! The Panda's inverse dynamics and its gradient: one state a call, and a million states in a batch, on one
//! core. `benches/rivals/python.py` does the same from Python, and with Pinocchio.

use std::error::Error;

use appell_code::{Coder, JacobianProduct, Parameters};
use appell_mechanics::{Kind, Quantity};
use appell_program::{Column, Program};

const STATES: usize = 1_000_000;

/// Prints the figures.
pub fn table() -> Result<(), Box<dyn Error>> {
    let robot = appell_model::Robot::bundled("panda")?;
    let coder = Coder::new(&robot, Parameters::Values, &Default::default())?;
    let forces = [Quantity::of_robot(Kind::DrivingForce)?];
    let gradient = coder.product_program(&forces, JacobianProduct::FromLeft)?;
    for (name, program) in [("Q", coder.program(forces[0])?), ("vjp of Q", gradient.program)] {
        println!("{name}: {}", program.count());
        figures(&program)?;
    }
    Ok(())
}

fn figures(program: &Program) -> Result<(), Box<dyn Error>> {
    let mut compiled = program.compile(Default::default())?;
    let (inputs, outputs) = (program.inputs().len(), program.outputs().len());
    let number = |k: usize| ((k + 1) as f64 * 0.618_033_988_749_894_9).fract() - 0.5;
    let states: Vec<f64> = (0..inputs * STATES).map(number).collect();
    let mut results = vec![0.0; outputs * STATES];
    // so many that the count of processor time, which is coarse, is good enough
    let calls = STATES;
    let single = best(9, || {
        for call in 0..calls {
            compiled.call(&states[call % 1000 * inputs..][..inputs], &mut results[..outputs])?;
        }
        Ok(())
    })?;
    let rows = best(9, || Ok(compiled.batch(1, STATES, &states, &[], &mut results)?))?;
    let columns: Vec<Column<'_>> =
        (0..inputs).map(|first| Column { values: &states, first, step: inputs }).collect();
    let by_state = best(9, || Ok(compiled.by_state(1, STATES, &columns, &mut results)?))?;
    println!("  a call                             {:>8.1} ns", single / calls as f64);
    println!("  a state of 10^6, entry by entry    {:>8.1} ns", rows / STATES as f64);
    println!("  a state of 10^6, state by state    {:>8.1} ns", by_state / STATES as f64);
    Ok(())
}

/// The shortest of some runs, in nanoseconds of processor time: the machine may be busy.
pub(crate) fn best(
    runs: usize,
    mut work: impl FnMut() -> Result<(), Box<dyn Error>>,
) -> Result<f64, Box<dyn Error>> {
    let mut best = f64::INFINITY;
    for _ in 0..runs {
        let start = processor_time()?;
        work()?;
        best = best.min(processor_time()? - start);
    }
    Ok(best)
}

/// How long this thread has run, in nanoseconds, as Linux counts it.
fn processor_time() -> Result<f64, Box<dyn Error>> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat")?;
    let first = text.split_whitespace().next().ok_or("no time")?;
    Ok(first.parse()?)
}
