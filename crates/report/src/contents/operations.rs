//! How many operations generated code takes.

use appell_algebra::Budget;
use appell_mechanics::{Kind, Quantity};
use appell_model::Robot;

use super::code::Generated;
use crate::document::{Block, Table, Text};
use crate::error::Error;

const COUNTED: [&str; 5] = ["T0[tool]", "J", "M", "G", "Q"];

pub(super) fn blocks(
    robot: &Robot,
    generated: &Generated<'_>,
    budget: &Budget,
) -> Result<Vec<Block>, Error> {
    let mut rows = Vec::new();
    if let Some(coder) = generated.coder() {
        for quantity in COUNTED.iter().filter_map(|name| Quantity::read_one(name, robot).ok()) {
            budget.check().map_err(appell_algebra::Error::Stopped)?;
            let count = match quantity.kind() {
                Kind::DrivingForce => generated.torques().map(|it| it.program.count()),
                _ => coder.program(quantity).ok().map(|it| it.count()),
            };
            let Some(count) = count else { continue };
            rows.push(vec![
                Text::default().math(quantity.latex(), quantity.typst()),
                Text::new(count.multiplications.to_string()),
                Text::new(count.additions.to_string()),
                Text::new((count.sines + count.cosines).to_string()),
            ]);
        }
    }
    let intro = "Operations of generated code in which the values of the parameters are numbers:";
    let columns = ["quantity", "multiplications", "additions", "sines and cosines"].map(Text::new);
    let caption = "Operations".to_owned();
    let table = Table { caption, columns: columns.to_vec(), rows };
    Ok(vec![Text::new(intro).into(), Block::Table(table)])
}
