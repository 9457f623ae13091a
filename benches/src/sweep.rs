//! Variants of a Panda's pick and place: what a row of a sweep costs beside the compiled inverse dynamics of
//! the 433 rows of `appell inverse` alone, on one core.

use std::error::Error;

use appell_code::CompiledRobot;
use appell_mechanics::Kind;
use appell_output::{NumberedRows, NumberedSchema};
use appell_sweep::Study;

use crate::million::best;

const VARIANTS: u64 = 2000;
const ROWS: usize = 433;
/// What a row must come back to, for the count of processor time, which is coarse.
const CALLS: usize = 2000;

/// Prints the figures.
pub fn table() -> Result<(), Box<dyn Error>> {
    let robot = appell_model::Robot::bundled("panda")?;
    let alone = inverse_dynamics(&robot)? / 1e3;
    println!("compiled inverse dynamics of {ROWS} rows: {alone:.2} us");
    let text = appell_scenario::bundled("pick-and-place").ok_or("no scenario")?.text;
    // carried all the time, so that no state is the same in two variants
    let always = text.replace("from   = \"lift\"\n", "").replace("until  = \"carry\"\n", "");
    for (name, text) in [("carried for a part of the way", text), ("carried all the way", &always)]
    {
        let study = Study::new(text, &robot, &Default::default(), &|_| Ok(Vec::new()));
        let study = study.map_err(|findings| format!("{findings:?}"))?;
        let schema = NumberedSchema::new(study.headings(), study.fingerprint())?;
        let mut evaluator = study.evaluator();
        let states = evaluator.states().ok_or("the motion changes")?;
        let (mut first, mut bytes) = (0, 0);
        let time = best(3, || {
            // others in every run
            let rows = evaluator.rows(first..first + VARIANTS).map_err(|stop| stop.to_string())?;
            first += VARIANTS;
            let (numbers, columns, remarks) = (rows.numbers, rows.columns, rows.remarks);
            bytes = schema.part(&NumberedRows { numbers, columns, remarks })?.len();
            Ok(())
        })?;
        let row = time / VARIANTS as f64 / 1e3;
        println!(
            "{name}: {row:.2} us a variant of {states} states, {:.2} times as long",
            row / alone
        );
        println!("  {} bytes of Parquet a row", bytes as u64 / VARIANTS);
    }
    Ok(())
}

/// Nanoseconds for the driving forces at as many states as `appell inverse` writes rows.
fn inverse_dynamics(robot: &appell_model::Robot) -> Result<f64, Box<dyn Error>> {
    let machine = CompiledRobot::with_changing_load(robot, &Default::default())?;
    let forces = machine.function_of(&[Kind::DrivingForce])?;
    let count = machine.coordinates().len();
    let number = |k: usize| ((k + 1) as f64 * 0.618_033_988_749_894_9).fract() - 0.5;
    let inputs: Vec<f64> = (0..3 * count * ROWS).map(number).collect();
    let load = appell_code::Load { mass: 2.0, ..Default::default() };
    let arguments = machine.arguments(&load);
    let mut outputs = vec![0.0; count * ROWS];
    let time = best(5, || {
        for _ in 0..CALLS {
            forces.compiled().batch(1, ROWS, &inputs, &arguments, &mut outputs)?;
        }
        Ok(())
    })?;
    Ok(time / CALLS as f64)
}
