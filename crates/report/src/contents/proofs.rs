//! The same quantities by different formalisms.

use appell_algebra::Budget;
use appell_mechanics::Quantity;
use appell_model::Robot;
use appell_proof::{Agreement, Outcome, formalisms_agree};

use super::provenance::in_shell;
use crate::certificate::is_certified;
use crate::document::{Block, Table, Text};
use crate::error::Error;

/// What is compared.
const COMPARED: [&str; 5] = ["T0[tool]", "J", "M", "G", "Q"];
/// Multiplied out as long as they have at most so many terms; a limit of time would make reports
/// differ from run to run.
const TERMS: usize = 5000;
/// Robots with more coordinates are not compared: rational numbers of a chain of 60 joints take minutes.
const MOST_COORDINATES: usize = 24;

pub(super) fn blocks(
    robot: &Robot,
    source: Option<&str>,
    budget: &Budget,
) -> Result<Vec<Block>, Error> {
    if robot.coordinates().len() > MOST_COORDINATES {
        let command = format!("appell prove {} Q", in_shell(source.unwrap_or(robot.name())));
        let words = format!(
            "Of robots with more than {MOST_COORDINATES} coordinates the formalisms are not compared here, for this takes minutes; "
        );
        return Ok(vec![Text::new(words).code(command).plain(" compares them.").into()]);
    }
    let limited = budget.clone().with_terms(TERMS);
    let mut rows = Vec::new();
    for quantity in COMPARED.iter().filter_map(|name| Quantity::read_one(name, robot).ok()) {
        budget.check().map_err(appell_algebra::Error::Stopped)?;
        let Agreement { routes, outcome } = formalisms_agree(quantity, robot, &limited);
        let found = match outcome {
            Outcome::Identical { terms: 1 } => "identical as polynomials, 1 term".to_owned(),
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
    let table = Block::Table(Table { caption, columns, rows });
    let certificate = source.and_then(|source| certificate(robot, source));
    Ok([Text::new(intro).into(), table].into_iter().chain(certificate).collect())
}

/// By which command a certificate of these quantities is made.
fn certificate(robot: &Robot, source: &str) -> Option<Block> {
    let is_covered =
        |name: &&str| Quantity::read_one(name, robot).is_ok_and(|it| is_certified(it, robot));
    let covered: Vec<&str> = COMPARED.into_iter().filter(is_covered).collect();
    (!covered.is_empty()).then(|| {
        let command = format!("appell certify {} {} --for python --out .", in_shell(source), covered.join(" "));
        Text::new("Anybody can check the rows of ")
            .plain(covered.join(", "))
            .plain(" without Appell, with Python and SymPy, by a certificate that computes them by a recursion of its own; its row Q[1] is the equation Q-1 of this report: ")
            .code(command)
            .into()
    })
}
