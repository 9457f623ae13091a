//! Simulation steps a second of the Panda-like arm, by the classical method of Runge and Kutta, and
//! the time that ten seconds of a flexible arm take, with the error of its tip.
//!
//! `benches/rivals/motion.py` and `benches/rivals/pinocchio_motion.cpp` do the same with MuJoCo and
//! Pinocchio: the same arm, the same state, the same step. `benches/rivals/exudyn/elastic.py --time`
//! does the flexible arm.

use std::error::Error;
use std::f64::consts::FRAC_PI_4;
use std::time::Instant;

use appell_code::CompiledRobot;
use appell_mechanics::Quantity;
use appell_simulation::{Ensemble, Method, Setup, simulate};

const URDF: &str = include_str!("../../crates/mechanics/tests/golden/panda.urdf");
const START: [f64; 7] = [0.0, -0.785, 0.0, -2.356, 0.0, 1.571, 0.785];
const STEP: f64 = 1e-4;

/// Prints the figures.
pub fn table() -> Result<(), Box<dyn Error>> {
    let robot = appell_model::read_urdf(URDF, &Default::default()).robot.ok_or("no arm")?;
    let mut machine = CompiledRobot::new(&robot, &Default::default())?;
    // so many that compiling, which is in the time, counts little
    let steps = 1_000_000;
    let setup = Setup {
        method: Method::Rk4,
        step: STEP,
        output_step: 1.0,
        stops_at_limits: false,
        ..Setup::at(&machine, START.to_vec(), f64::from(steps) * STEP)
    };
    let one = best(3, || Ok(simulate(&machine, &setup, &mut |_| ())?.steps))?;
    println!("{:<34} {one:>12.0} steps/s", "one simulation");
    // the arm falls freely, and would end at its first position limit
    for axis in machine.axes_mut() {
        (axis.limits.lower, axis.limits.upper) = (f64::NEG_INFINITY, f64::INFINITY);
    }
    let watched = Setup { stops_at_limits: true, ..setup };
    let one = best(3, || Ok(simulate(&machine, &watched, &mut |_| ())?.steps))?;
    println!("{:<34} {one:>12.0} steps/s", "one simulation, limits watched");
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
    flexible()
}

/// Ten seconds of free motion of the two-link flexible arm, links straight at the start and turning
/// with 2 and -3 rad/s, the second at 45 degrees to the first.
fn flexible() -> Result<(), Box<dyn Error>> {
    let robot = appell_model::bundled("flex2r").and_then(|file| file.read().robot);
    let robot = robot.ok_or("no flexible arm")?;
    let machine = CompiledRobot::new(&robot, &Default::default())?;
    let mut tool = machine.function(vec![Quantity::read_one("T[tool]", machine.robot())?])?;
    let mut run = |method, tolerance| -> Result<(f64, [f64; 2], usize), Box<dyn Error>> {
        let setup = Setup {
            qd: vec![2.0, 0.0, 0.0, -3.0, 0.0, 0.0],
            method,
            tolerance,
            output_step: 10.0,
            ..Setup::at(&machine, vec![0.0, 0.0, 0.0, FRAC_PI_4, 0.0, 0.0], 10.0)
        };
        let mut seconds = f64::INFINITY;
        let mut last = Err("no run".into());
        for _ in 0..5 {
            let start = Instant::now();
            last = simulate(&machine, &setup, &mut |_| ()).map_err(Box::<dyn Error>::from);
            seconds = seconds.min(start.elapsed().as_secs_f64());
        }
        let last = last?;
        let frame = tool.call(&[last.q.last().ok_or("no rows")?])?;
        Ok((seconds, [frame[3], frame[7]], last.steps))
    };
    let (_, exact, _) = run(Method::Dopri5, 1e-12)?;
    for (name, method) in [("dopri5", Method::Dopri5), ("radau", Method::Radau5)] {
        for tolerance in [1e-4, 1e-5, 1e-6, 1e-8] {
            let (seconds, tip, steps) = run(method, tolerance)?;
            let error = (tip[0] - exact[0]).hypot(tip[1] - exact[1]);
            println!(
                "10 s of flex2r, {name} at {tolerance:e}: {:.2} ms, {steps} steps, tip off by {:.1e} m",
                seconds * 1e3,
                error
            );
        }
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
