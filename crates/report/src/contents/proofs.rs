//! The same quantities by different formalisms.

use appell_algebra::Budget;
use appell_mechanics::Quantity;
use appell_model::Robot;
use appell_proof::{Agreement, Outcome, formalisms_agree};

use crate::document::{Block, Table, Text};
use crate::error::Error;

/// What is compared.
const COMPARED: [&str; 5] = ["T0[tool]", "J", "M", "G", "Q"];
/// Multiplied out as long as they have at most so many terms; a limit of time would make reports
/// differ from run to run.
const TERMS: usize = 5000;

pub(super) fn blocks(robot: &Robot, budget: &Budget) -> Result<Vec<Block>, Error> {
    let limited = budget.clone().with_terms(TERMS);
    let mut rows = Vec::new();
    for quantity in COMPARED.iter().filter_map(|name| Quantity::read_one(name, robot).ok()) {
        budget.check().map_err(appell_algebra::Error::Stopped)?;
        let Agreement { routes, outcome } = formalisms_agree(quantity, robot, &limited);
        let found = match outcome {
            Outcome::Identical { terms } => format!("identical as polynomials, {terms} terms"),
            Outcome::AtStates { states, .. } => {
                format!("equal in rational numbers at {states} random states")
            }
            Outcome::Differ { route, entry } => format!("DIFFERENT: {route}, entry {entry}"),
            Outcome::SingleRoute => "not compared: one formalism only".to_owned(),
            Outcome::Undecided { reason } => format!("undecided: {reason}"),
        };
        rows.push(vec![
            Text::default().math(quantity.latex(), quantity.typst()),
            Text::new(routes.join(" = ")),
            Text::new(found),
        ]);
    }
    let intro = "The quantities of this report were derived by one formalism each. The same by others, compared exactly:";
    let columns = ["quantity", "formalisms", "result"].map(Text::new).to_vec();
    let caption = "Formalisms that were compared".to_owned();
    Ok(vec![Text::new(intro).into(), Block::Table(Table { caption, columns, rows })])
}
