//! `appell bench ROBOT [QUANTITY...]`: how many operations, how fast.

use std::hint::black_box;
use std::time::{Duration, Instant};

use appell::algebra::Budget;
use appell::code::{Coder, Parameters};
use appell::mechanics::Quantity;
use appell::program::{Compiled, Count, InputKind, Options, Program};
use serde_json::json;

use super::derive::asked;
use super::findings::Failure;
use super::progress::{Limits, Progress};
use super::quantities;
use super::table::Table;

/// The arguments of `appell bench`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The robot: a bundled name or a file
    robot: String,
    #[arg(
        value_name = "QUANTITY",
        default_values = ["Q", "G", "M", "qdd", "J"],
        help = quantities::help("What to measure")
    )]
    quantities: Vec<String>,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: Limits,
    #[command(flatten)]
    reading: super::Reading,
}

/// What was measured of a quantity.
struct Figures {
    quantity: Quantity,
    count: Count,
    /// Nanoseconds for one state at a time, and for each of many.
    call: f64,
    batch: f64,
    lanes: usize,
}

/// How many states a batch has: with their results they stay in the cache, and the rows of arrays
/// are no power of two apart, which would have them contend for the same part of it.
const STATES: usize = 1000;

/// How long a round is, and how many there are; the quickest counts, for nothing else came between.
const ROUND: Duration = Duration::from_millis(5);
const ROUNDS: usize = 15;

impl Arguments {
    pub(crate) fn run(self) -> Result<String, Failure> {
        let robot = self.reading.load_warned(&self.robot)?;
        let asked = asked(&self.quantities, &robot)?;
        let budget = self.limits.budget();
        let coder = Coder::new(robot.model(), Parameters::Values, &budget)?;
        let progress = Progress::new();
        let mut all = Vec::new();
        for quantity in asked {
            progress.next(&quantity.to_string());
            let program = coder.program(quantity)?;
            all.push(measured(quantity, &program, &budget)?);
        }
        progress.done();
        Ok(if self.json { as_json(&all) } else { as_table(&all) })
    }
}

fn as_json(all: &[Figures]) -> String {
    // a hundredth of a nanosecond is noise
    let rounded = |time: f64| (time * 100.0).round() / 100.0;
    let entry = |it: &Figures| {
        json!({
            "quantity": it.quantity.to_string(),
            "mul": it.count.multiplications,
            "add": it.count.additions,
            "sincos": it.count.trigonometric(),
            "ns_call": rounded(it.call),
            "ns_batch": rounded(it.batch),
            "lanes": it.lanes,
        })
    };
    let list: Vec<_> = all.iter().map(entry).collect();
    format!("{:#}\n", json!(list))
}

fn as_table(all: &[Figures]) -> String {
    let header = ["quantity", "mul", "add", "sincos", "ns/call", "ns/state in a batch", "lanes"];
    let mut table = Table::new(header);
    for it in all {
        table.row([
            it.quantity.to_string(),
            it.count.multiplications.to_string(),
            it.count.additions.to_string(),
            it.count.trigonometric().to_string(),
            format!("{:.1}", it.call),
            format!("{:.1}", it.batch),
            it.lanes.to_string(),
        ]);
    }
    table.text()
}

fn measured(quantity: Quantity, program: &Program, budget: &Budget) -> Result<Figures, Failure> {
    let mut compiled = program.compile_within(Options::default(), budget)?;
    Ok(Figures {
        quantity,
        count: program.count(),
        call: time_of_call(program, &mut compiled, budget)?,
        batch: time_in_batch(program, &compiled, budget)?,
        lanes: compiled.lanes(),
    })
}

/// A number that is like no other: a coordinate, a rate, a parameter without value.
fn any(number: usize) -> f64 {
    const GOLDEN: f64 = 0.618_033_988_749_894_9;
    0.1 + (number as f64 * GOLDEN).fract()
}

fn time_of_call(
    program: &Program,
    compiled: &mut Compiled,
    budget: &Budget,
) -> Result<f64, Failure> {
    let inputs: Vec<f64> = (0..program.inputs().len()).map(any).collect();
    let mut outputs = vec![0.0; program.outputs().len()];
    quickest(1, budget, || Ok(compiled.call(black_box(&inputs), black_box(&mut outputs))?))
}

fn time_in_batch(program: &Program, compiled: &Compiled, budget: &Budget) -> Result<f64, Failure> {
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
    mut work: impl FnMut() -> Result<(), Failure>,
) -> Result<f64, Failure> {
    let mut repeats = 1u32;
    let mut best = f64::INFINITY;
    let mut rounds = 0;
    while rounds < ROUNDS {
        budget.check().map_err(appell::algebra::Error::from)?;
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
