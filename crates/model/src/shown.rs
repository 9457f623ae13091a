//! Numbers as findings show them.

/// A number of at most four digits, with a power of ten where it is very large or small.
pub(crate) fn shown(number: f64) -> String {
    let short = format!("{number:.3e}").parse().unwrap_or(number);
    match short.abs() {
        0.0 | 1e-4..1e7 => short.to_string(),
        _ => format!("{short:e}"),
    }
}
