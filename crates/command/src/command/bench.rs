//! `appell bench ROBOT [QUANTITY...]`: how many operations, how fast.

use appell::code::{Coder, Parameters, Speed};
use appell::mechanics::Quantity;
use appell::program::Count;
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
    speed: Speed,
}

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
            let speed = Speed::measure(&program, &budget)?;
            all.push(Figures { quantity, count: program.count(), speed });
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
            "ns_call": rounded(it.speed.call),
            "ns_batch": rounded(it.speed.batch),
            "lanes": it.speed.lanes,
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
            format!("{:.1}", it.speed.call),
            format!("{:.1}", it.speed.batch),
            it.speed.lanes.to_string(),
        ]);
    }
    table.text()
}
