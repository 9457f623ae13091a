//! `appell eval ROBOT QUANTITY... --at STATE.json`: numbers.

mod state;

use appell::algebra::Symbol;
use appell::mechanics::{Derivation, Numbers, Quantity};
use appell::model::Robot;
use appell::report::{json_of, remark};
use appell::spatial::{Vector, Wrench};
use serde_json::{Map, Value, json};

use super::findings::{Failure, tell};
use super::quantities;
use state::StateFile;

/// The arguments of `appell eval`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The robot: a bundled name or a file
    robot: String,
    #[arg(required = true, value_name = "QUANTITY", help = quantities::help("What to evaluate"))]
    quantities: Vec<String>,
    /// The state: {"q": [...], "qd": [...], "qdd": [...], "tau": [...], "payload": {"f": [x, y, z],
    /// "n": [x, y, z]}, "parameters": {"l2": 0.3}}; what is absent is zero
    #[arg(long, value_name = "STATE.json")]
    at: Option<String>,
    /// Answer in JSON, as it always does
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    reading: super::Reading,
}

impl Arguments {
    pub(crate) fn run(self) -> Result<String, Failure> {
        let loaded = self.reading.load(&self.robot)?.warned();
        let robot = &loaded.robot;
        let state = match &self.at {
            Some(file) => StateFile::read(file, robot)?,
            None => StateFile::default(),
        };
        let mut asked = Vec::new();
        for name in &self.quantities {
            let quantities = Quantity::read(name, robot);
            let quantities = quantities.map_err(|problem| Failure::of(&[*problem]))?;
            // the answer stands under the name that was asked for
            asked.extend(quantities.into_iter().map(|quantity| match name.contains('[') {
                true => (name.clone(), quantity),
                false => (quantity.to_string(), quantity),
            }));
        }
        let numbers = numbers(robot, &state);
        let mut derivation = Derivation::new(robot, numbers)?;
        if let Some([force, moment]) = state.payload {
            derivation =
                derivation.with_payload(Wrench { force: Vector(force), moment: Vector(moment) });
        }
        let mut answer = Map::new();
        for (name, quantity) in asked {
            let value = derivation.get(quantity)?;
            if let Some(note) = remark(quantity, &derivation)? {
                tell(&format!("{note}\n"));
            }
            if let Some(bad) = value.entries().find(|entry| !entry.is_finite()) {
                return Err(Failure::new("not-finite", format!("{quantity} has the entry {bad}")));
            }
            answer.insert(name, json_of(&value, &|entry: &f64| json!(entry)));
        }
        answer.insert("joints".to_owned(), json!(robot.coordinate_owners()));
        Ok(format!("{}\n", Value::Object(answer)))
    }
}

/// The values of all symbols at a state.
fn numbers<'r>(robot: &'r Robot, state: &StateFile) -> Numbers<'r> {
    let coordinates = robot.coordinates();
    let motion = state.motion.clone();
    let parameters = state.parameters.clone();
    let value = move |symbol: Symbol| match coordinates.iter().position(|&q| q == symbol.base()) {
        Some(k) => {
            let values = motion.get(symbol.order() as usize);
            Some(values.and_then(|values| values.get(k)).copied().unwrap_or_default())
        }
        None => parameters.get(&symbol).copied().or_else(|| robot.value(symbol)),
    };
    Numbers::new(robot.symbols(), value).with_driving_forces(state.driving_forces.clone())
}
