//! Base parameters: to which column of the regressor each belongs.

use appell_algebra::{Error, Formula};
use appell_mechanics::base_parameters::column_labels;
use appell_mechanics::{Mechanism, Position};
use appell_model::Robot;

use crate::derived::DerivedQuantity;
use crate::document::{Block, Table, Text};

/// Whether a combination is zero for this robot.
pub(super) fn is_zero(formula: &Formula) -> bool {
    matches!(formula, Formula::Sum(terms) if terms.is_empty())
}

/// A table of the base parameters that are not zero, with the columns of the regressor. A table is needed because
/// the numbers of base parameters are not those of the columns.
pub(super) fn columns(robot: &Robot, base: &DerivedQuantity) -> Option<Block> {
    // labels follow from the structure of the robot alone
    let mechanism = Mechanism::new(robot, |_| Ok::<_, Error>(0.0)).ok()?;
    let labels = column_labels(&mechanism);
    let rows = base.entries().into_iter().filter(|(_, formula)| !is_zero(formula));
    let rows = rows.filter_map(|(name, _)| {
        let Position::Item(label, _) = &name.position else { return None };
        let column = labels.iter().position(|it| it == label)? + 1;
        Some(vec![
            Text::default().math(name.latex(), name.typst()),
            Text::new(column.to_string()),
            Text::default().code(label.as_str()),
            Text::new(meaning(label)),
        ])
    });
    let rows: Vec<Vec<Text>> = rows.collect();
    let columns = ["parameter", "column of Y", "name of the column", "meaning"];
    let caption =
        "Base parameters and the columns of the regressor to which they belong".to_owned();
    let columns = columns.map(Text::new).to_vec();
    (!rows.is_empty()).then_some(Block::Table(Table { caption, columns, rows }))
}

/// What a column belongs to: `zz2` is the moment of inertia zz of link 2.
fn meaning(label: &str) -> String {
    let digits = label.find(|c: char| c.is_ascii_digit()).unwrap_or(label.len());
    let (name, number) = label.split_at(digits);
    match name {
        "Ir" => format!("inertia of the rotor of joint {number}"),
        "m" => format!("mass of link {number}"),
        _ => match name.strip_prefix('h') {
            Some(axis) => format!("first moment {axis} of link {number}"),
            None => format!("inertia {name} of link {number}, about the origin"),
        },
    }
}
