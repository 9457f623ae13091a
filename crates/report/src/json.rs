//! Values of quantities as JSON.

use appell_diagnostic::Diagnostic;
use appell_mechanics::{Shape, Value};
use serde_json::{Value as Json, json};

/// A value as JSON, given its entries as JSON: the entry itself for a scalar, a list for a vector,
/// a list of rows for a matrix, an object for entries with names.
///
/// ```
/// use appell_mechanics::{Derivation, Numbers, Quantity};
/// let robot = appell_model::Robot::bundled("2r")?;
/// let rest = |symbol| Some(robot.value(symbol).unwrap_or(0.0));
/// let derivation = Derivation::new(&robot, Numbers::new(robot.symbols(), rest))?;
/// let energy = derivation.get(Quantity::read("Ek", &robot)?[0])?;
/// assert_eq!(appell_report::json_of(&energy, &|entry: &f64| (*entry).into()).to_string(), "0.0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn json_of<T>(value: &Value<T>, entry: &impl Fn(&T) -> Json) -> Json {
    let rows = value.rows.iter();
    let flat = || value.entries().map(entry);
    match value.shape {
        Shape::Scalar => flat().next().unwrap_or(Json::Null),
        Shape::Vector | Shape::PerCoordinate => flat().collect(),
        Shape::List => value.row_labels.iter().cloned().zip(flat()).collect(),
        Shape::Matrix => rows.map(|row| row.iter().map(entry).collect::<Json>()).collect(),
    }
}

/// The findings about a quantity that is missing, as JSON: a list of objects with code, message and
/// hints.
pub fn errors_json(findings: &[Diagnostic]) -> Json {
    let finding =
        |it: &Diagnostic| json!({ "code": it.code, "message": it.message, "hints": it.hints });
    findings.iter().map(finding).collect()
}

/// An object in JSON, a line for each entry and list, whose keys stay in this order.
pub(crate) fn ordered_object(entries: &[(String, Json)]) -> String {
    let entry = |(name, value): &(String, Json)| {
        let value = format!("{value:#}").replace('\n', "\n  ");
        format!("  {}: {value}", json!(name))
    };
    let entries: Vec<String> = entries.iter().map(entry).collect();
    format!("{{\n{}\n}}\n", entries.join(",\n"))
}
