//! Simulation steps a second of the Panda-like arm, by the classical method of Runge and Kutta.
//!
//! `benches/rivals/motion.py` and `benches/rivals/pinocchio_motion.cpp` do the same with MuJoCo and
//! Pinocchio: the same arm, the same state, the same step.

use std::error::Error;
use std::time::Instant;

use appell_motion::{Ensemble, Machine, Method, Setup, simulate};

const URDF: &str = include_str!("../../crates/mechanics/tests/golden/panda.urdf");
const START: [f64; 7] = [0.0, -0.785, 0.0, -2.356, 0.0, 1.571, 0.785];
const STEP: f64 = 1e-4;

/// Prints the figures.
pub fn table() -> Result<(), Box<dyn Error>> {
    let robot = appell_model::read_urdf(URDF, &Default::default()).robot.ok_or("no arm")?;
    let machine = Machine::new(&robot, &Default::default())?;
    // so many that compiling, which is in the time, counts little
    let steps = 1_000_000;
    let setup = Setup {
        method: Method::Rk4,
        step: STEP,
        output_step: 1.0,
        ..Setup::at(START.to_vec(), f64::from(steps) * STEP)
    };
    let one = best(3, || Ok(simulate(&machine, &setup, &mut |_| ())?.steps))?;
    println!("{:<34} {:>12.0} steps/s", "one simulation, events and energy", one);
    let ensemble = Ensemble::new(&robot, &[], &Default::default())?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut threads = 1;
    while threads <= cores {
        let states = 4096;
        let rate = best(9, || many(&ensemble, threads, states, 50))?;
        let name = format!("{states} side by side, {} lanes, {threads} threads", ensemble.lanes());
        println!("{name:<34} {rate:>12.0} steps/s");
        threads *= 2;
    }
    Ok(())
}

fn many(
    ensemble: &Ensemble,
    threads: usize,
    states: usize,
    steps: usize,
) -> Result<usize, Box<dyn Error>> {
    let mut q: Vec<f64> = START.iter().flat_map(|&q| std::iter::repeat_n(q, states)).collect();
    let mut qd = vec![0.0; q.len()];
    let tau = vec![0.0; q.len()];
    ensemble.advance(threads, STEP, steps, [&mut q, &mut qd], &tau, &[])?;
    Ok(states * steps)
}

/// Steps a second, the best of several runs.
fn best(
    runs: usize,
    mut run: impl FnMut() -> Result<usize, Box<dyn Error>>,
) -> Result<f64, Box<dyn Error>> {
    let mut rate = 0.0f64;
    for _ in 0..runs {
        let start = Instant::now();
        let steps = run()?;
        rate = rate.max(steps as f64 / start.elapsed().as_secs_f64());
    }
    Ok(rate)
}
