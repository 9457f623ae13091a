//! How many operations generated code takes.

use appell_algebra::Budget;
use appell_code::{Coder, Parameters};
use appell_mechanics::Quantity;
use appell_model::Robot;

use crate::document::{Block, Table, Text};
use crate::error::Error;

const COUNTED: [&str; 5] = ["T0[tool]", "J", "M", "G", "Q"];

pub(super) fn blocks(robot: &Robot, budget: &Budget) -> Result<Vec<Block>, Error> {
    let mut rows = Vec::new();
    if let Ok(coder) = Coder::new(robot, Parameters::Values, budget) {
        for quantity in COUNTED.iter().filter_map(|name| Quantity::read_one(name, robot).ok()) {
            budget.check().map_err(appell_algebra::Error::Stopped)?;
            let Ok(program) = coder.program(quantity) else {
                continue;
            };
            let count = program.count();
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
