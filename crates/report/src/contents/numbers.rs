//! Numbers at a state, to compare other programs with.

use appell_diagnostic::significant;
use appell_mechanics::{Derivation, Numbers, Quantity, Shape, Value};
use appell_model::Robot;

use super::units::{of_coordinate, unit};
use crate::document::{Block, Math, Table, Text};

const SHOWN: [&str; 7] = ["T0[tool]", "J", "M", "G", "Q", "Ek", "Ep"];
const DIGITS: usize = 9;
/// The widest matrix that fits on a page, in columns.
const MOST_COLUMNS: usize = 7;

/// The test state: coordinates of the joints, or of modes, which stay small; velocities; accelerations. No number is
/// zero, and no two are equal or opposite, however many joints there are.
pub(super) fn state(robot: &Robot) -> [Vec<f64>; 3] {
    let owners = robot.coordinate_owners();
    let joints: Vec<bool> = owners.iter().map(|it| robot.find_joint(it).is_some()).collect();
    let at = |value: fn(f64) -> f64| -> Vec<f64> {
        let numbered = joints.iter().enumerate();
        let round = |it: f64| (it * 1e6).round() / 1e6;
        let size = |is_joint: &bool| if *is_joint { 1.0 } else { 1e-3 };
        numbered.map(|(k, is_joint)| round(size(is_joint) * value((k + 1) as f64))).collect()
    };
    [at(|k| 0.2 + 0.1 * k), at(|k| 0.54 - 0.1 * k), at(|k| 0.3 * k - 1.03)]
}

pub(super) fn blocks(robot: &Robot) -> Vec<Block> {
    let motion = state(robot);
    let coordinates = robot.coordinates();
    let listed = |values: &[f64]| values.iter().map(f64::to_string).collect::<Vec<_>>().join(",");
    let [q, qd, qdd] = motion.each_ref().map(|values| listed(values));
    let value = |symbol: appell_algebra::Symbol| match coordinates
        .iter()
        .position(|&own| own == symbol.base())
    {
        Some(k) => motion.get(symbol.order() as usize).map_or(Some(0.0), |it| it.get(k).copied()),
        None => robot.value(symbol),
    };
    let command = format!("--q={q} --qd={qd} --qdd={qdd}");
    let intro = Text::new("At a state at which no symmetry hides an error, as ")
        .code("appell eval")
        .plain(" with ")
        .code(command)
        .plain(format!(", to {DIGITS} digits in the table and to fewer in matrices:"));
    let mut blocks: Vec<Block> = vec![intro.into()];
    let derivation = match Derivation::new(robot, Numbers::new(robot.symbols(), value)) {
        Ok(derivation) => derivation,
        Err(error) => return without(&error),
    };
    let mut scalars = Vec::new();
    for quantity in SHOWN.iter().filter_map(|name| Quantity::read_one(name, robot).ok()) {
        match derivation.get(quantity) {
            Ok(value) if value.shape == Shape::Matrix => {
                if value.rows.iter().all(|row| row.len() <= MOST_COLUMNS) {
                    blocks.push(Block::Rule(matrix(quantity, &value)));
                }
            }
            Ok(value) => {
                let names = value.entry_names(quantity).into_iter();
                for (k, (name, entry)) in names.zip(value.entries()).enumerate() {
                    let name = Text::default().math(name.latex(), name.typst());
                    let unit = match value.shape {
                        Shape::PerCoordinate => of_coordinate(robot, k, quantity.kind().row().unit),
                        _ => unit(quantity.kind().row().unit),
                    };
                    scalars.push(vec![name, Text::new(significant(*entry, DIGITS)), unit]);
                }
            }
            Err(error) => return without(&error),
        }
    }
    let columns = ["quantity", "value", "unit"].map(Text::new).to_vec();
    let caption = "Numbers at the test state".to_owned();
    blocks.push(Block::Table(Table { caption, columns, rows: scalars }));
    blocks
}

fn without(reason: &appell_mechanics::Error) -> Vec<Block> {
    vec![Text::message(&format!("No numbers: {reason}.")).into()]
}

/// Rounded, and only at this state: no equation.
fn matrix(quantity: Quantity, value: &Value<f64>) -> Math {
    // nine digits of a 6 x 7 matrix do not fit on a page
    let columns = value.rows.first().map_or(0, Vec::len);
    let digits = if columns > 4 { 4 } else { 6 };
    let rows = |between: &str, below: &str| {
        let row = |row: &Vec<f64>| {
            row.iter().map(|it| significant(*it, digits)).collect::<Vec<_>>().join(between)
        };
        value.rows.iter().map(row).collect::<Vec<_>>().join(below)
    };
    // 1e-17 is a number, not a product
    let latex = rows(" & ", " \\\\\n");
    let typst = rows(", ", ";\n  ");
    Math::new(
        format!(
            "{} \\approx \\begin{{bmatrix}}\n{}\n\\end{{bmatrix}}",
            quantity.latex(),
            powers(&latex, "\\cdot 10^{", "}")
        ),
        format!(
            "{} approx mat(delim: \"[\",\n  {}\n)",
            quantity.typst(),
            powers(&typst, "dot 10^(", ")")
        ),
    )
}

/// Powers of ten as they are printed: `1.5e-7` is 1.5 10^-7.
fn powers(numbers: &str, open: &str, close: &str) -> String {
    let mut out = String::new();
    let mut rest = numbers;
    while let Some(at) = rest.find('e') {
        let (number, exponent) = rest.split_at(at);
        let exponent = &exponent[1..];
        let end = exponent.find(|c: char| !(c.is_ascii_digit() || c == '-'));
        let (exponent, after) = exponent.split_at(end.unwrap_or(exponent.len()));
        out.push_str(&format!("{number} {open}{exponent}{close}"));
        rest = after;
    }
    out + rest
}
