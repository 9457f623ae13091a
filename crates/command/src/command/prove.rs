//! `appell prove ROBOT [QUANTITY...]`: whether all formalisms give the same quantities.

use appell::Quantity;
use appell::proof::{Agreement, Outcome as Found, formalisms_agree};
use serde_json::{Value, json};

use super::derive::asked;
use super::findings::Failure;
use super::progress::{Limits, Progress};
use super::{End, Outcome, quantities, table};

/// The arguments of `appell prove`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The robot: a bundled name or a file
    robot: String,
    #[arg(value_name = "QUANTITY", help = quantities::help("What to compare (a selection, if none is named)"))]
    quantities: Vec<String>,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: Limits,
    #[command(flatten)]
    reading: super::Reading,
}

/// What is compared where nothing is asked for.
const CHOICE: [&str; 11] =
    ["T0[tool]", "J", "M", "c", "G", "Ek", "EA1", "EA2", "Q", "Qinertia", "dQ"];

impl Arguments {
    pub(crate) fn run(self) -> Result<Outcome, Failure> {
        let robot = self.reading.load_symbolic(&self.robot)?;
        let names = match self.quantities.is_empty() {
            true => CHOICE.map(str::to_owned).to_vec(),
            false => self.quantities,
        };
        let progress = Progress::new();
        let budget = self.limits.budget();
        let mut found = Vec::new();
        let asked = asked(&names, &robot)?;
        for (quantity, left) in asked.iter().copied().zip((1..=asked.len()).rev()) {
            progress.next(&quantity.to_string());
            // no quantity uses up the time of those after it
            let budget = budget.share(left.try_into().unwrap_or(u32::MAX));
            found.push((quantity, formalisms_agree(quantity, robot.model(), &budget)));
        }
        progress.done();
        let end = end_of(&found);
        let text = match self.json {
            true => format!("{:#}\n", as_json(robot.model().name(), &found)),
            false => text(robot.model().name(), &found),
        };
        Ok(Outcome { text, end })
    }
}

/// A difference is one; nothing decided is nothing decided.
fn end_of(found: &[(Quantity, Agreement)]) -> End {
    let outcomes = || found.iter().map(|(_, agreement)| &agreement.outcome);
    let is_open = |it: &Found| matches!(it, Found::SingleRoute | Found::Undecided { .. });
    if outcomes().any(|it| matches!(it, Found::Differ { .. })) {
        return End::Differs;
    }
    if outcomes().all(is_open) { End::Undecided } else { End::Fine }
}

fn text(robot: &str, found: &[(Quantity, Agreement)]) -> String {
    /// The most letters of a list of formalisms in the table; longer lists are below it.
    const LONGEST: usize = 76;
    let mut table = table::Table::new(["quantity", "result", "formalisms"]);
    let mut lists = String::new();
    for (quantity, Agreement { routes, outcome }) in found {
        let between = match outcome {
            Found::Differ { .. } => ", ",
            _ => " = ",
        };
        let formalisms = routes.join(between);
        let shown = match formalisms.chars().count() {
            0..=LONGEST => formalisms,
            _ => {
                let lines = table::wrapped(&formalisms, LONGEST).join("\n  ");
                lists.push_str(&format!("\n{quantity}: {} formalisms\n  {lines}\n", routes.len()));
                format!("{} formalisms, listed below", routes.len())
            }
        };
        table.row([quantity.to_string(), result(outcome), shown]);
    }
    let reasons: String = found
        .iter()
        .filter_map(|(quantity, agreement)| Some(format!("{quantity}: {}\n", reason(agreement)?)))
        .collect();
    let below = if reasons.is_empty() { reasons } else { format!("\n{reasons}") };
    format!(
        "{robot}: the same quantities by different formalisms\n\n{}{below}{lists}",
        table.text()
    )
}

fn result(outcome: &Found) -> String {
    match outcome {
        Found::Identical { terms: 1 } => "proved: identical, 1 term".to_owned(),
        Found::Identical { terms } => format!("proved: identical, {terms} terms"),
        Found::AtStates { states, .. } => format!("equal at {states} random rational states"),
        Found::Differ { route, entry } => format!("DIFFERENT: {route}, entry {entry}"),
        Found::SingleRoute => "not compared: one formalism only".to_owned(),
        Found::Undecided { .. } => "undecided".to_owned(),
    }
}

fn reason(agreement: &Agreement) -> Option<&str> {
    match &agreement.outcome {
        Found::AtStates { reason, .. } | Found::Undecided { reason } => Some(reason),
        _ => None,
    }
}

fn as_json(robot: &str, found: &[(Quantity, Agreement)]) -> Value {
    let entry = |(quantity, agreement): &(Quantity, Agreement)| {
        let (verdict, detail) = match &agreement.outcome {
            Found::Identical { terms } => ("identical", json!({ "terms": terms })),
            Found::AtStates { states, reason } => {
                ("equal-at-states", json!({ "states": states, "reason": reason }))
            }
            Found::Differ { route, entry } => {
                ("different", json!({ "formalism": route, "entry": entry }))
            }
            Found::SingleRoute => ("single", json!({})),
            Found::Undecided { reason } => ("undecided", json!({ "reason": reason })),
        };
        json!({
            "quantity": quantity.to_string(),
            "formalisms": agreement.routes,
            "verdict": verdict,
            "detail": detail,
        })
    };
    json!({ "robot": robot, "quantities": found.iter().map(entry).collect::<Vec<_>>() })
}
