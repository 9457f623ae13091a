//! Compiled code of one quantity of a robot, as `benches/rivals/dynamics` runs it beside rivals:
//!
//! `--dynamics ROBOT QUANTITY values|call|calls|batch|repeat N` prints the outputs at one state, the
//! nanoseconds of a call, of a call for each of many states whose results are kept, or of a state in a batch
//! (a line for every round), or calls N times, for whoever counts instructions. ROBOT is a bundled one or a
//! file of URDF.

use std::error::Error;
use std::hint::black_box;
use std::time::{Duration, Instant};

use appell_algebra::Budget;
use appell_code::{Coder, Parameters};
use appell_mechanics::Quantity;
use appell_model::{Robot, read_urdf};
use appell_program::{Options, Program};

/// With their results so many states stay in the cache, and their rows are no power of two apart.
const STATES: usize = 1000;
/// Rounds are short, so that some are over before another program gets its turn on the core.
const ROUND: Duration = Duration::from_millis(1);
const ROUNDS: usize = 100;

/// What the arguments ask for.
pub fn run(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let [robot, quantity, mode @ ..] = &words[..] else {
        return Err("a robot, a quantity and what to do with it".into());
    };
    let program = program(robot, quantity)?;
    let mut compiled = program.compile(Options::default())?;
    let (inputs, outputs) = (program.inputs().len(), program.outputs().len());
    let states = if mode == ["batch"] || mode == ["calls"] { STATES } else { 1 };
    let given: Vec<f64> = (0..inputs * states).map(any).collect();
    let mut found = vec![0.0; outputs * states];
    match mode {
        ["values"] => {
            compiled.call(&given, &mut found)?;
            found.iter().for_each(|value| println!("{value:e}"));
        }
        ["call"] => {
            time_rounds(1, || Ok(compiled.call(black_box(&given), black_box(&mut found))?))?
        }
        ["calls"] => time_rounds(STATES, || {
            let states = given.chunks_exact(inputs).zip(found.chunks_exact_mut(outputs));
            for (given, found) in states {
                compiled.call(black_box(given), black_box(found))?;
            }
            Ok(())
        })?,
        ["batch"] => time_rounds(STATES, || {
            Ok(compiled.batch(1, STATES, black_box(&given), &[], black_box(&mut found))?)
        })?,
        ["repeat", count] => {
            for _ in 0..count.parse::<usize>()? {
                compiled.call(black_box(&given), black_box(&mut found))?;
            }
        }
        _ => return Err("values, call, calls, batch or repeat N".into()),
    }
    Ok(())
}

fn program(robot: &str, quantity: &str) -> Result<Program, Box<dyn Error>> {
    let robot = match robot.ends_with(".urdf") {
        true => read_urdf(&std::fs::read_to_string(robot)?, &Default::default()).robot,
        false => Some(Robot::bundled(robot)?),
    };
    let robot = robot.ok_or("no robot in this file")?;
    let asked = Quantity::read(quantity, &robot).map_err(|problem| problem.to_string())?;
    let coder = Coder::new(&robot, Parameters::Values, &Budget::default())?;
    Ok(coder.program(*asked.first().ok_or("no quantity")?)?)
}

/// A number that is like no other.
fn any(number: usize) -> f64 {
    const GOLDEN: f64 = 0.618_033_988_749_894_9;
    0.1 + (number as f64 * GOLDEN).fract()
}

/// Prints nanoseconds for each of the states that some work is about, a line for every round.
fn time_rounds(
    states: usize,
    mut work: impl FnMut() -> Result<(), Box<dyn Error>>,
) -> Result<(), Box<dyn Error>> {
    let mut repeats = 1u32;
    let mut rounds = 0;
    while rounds < ROUNDS {
        let start = Instant::now();
        for _ in 0..repeats {
            work()?;
        }
        let time = start.elapsed();
        if time < ROUND {
            repeats = repeats.checked_mul(2).ok_or("nothing to measure")?;
            continue;
        }
        println!("{:.3}", time.as_secs_f64() * 1e9 / f64::from(repeats) / states as f64);
        rounds += 1;
    }
    Ok(())
}
