//! Numbers as findings show them.

/// A number of at most four digits, with a power of ten where it is very large or small.
///
/// ```
/// use appell_diagnostic::shown;
/// assert_eq!([0.123456, 2.0, 1.5e-7].map(shown), ["0.1235", "2", "1.5e-7"]);
/// ```
pub fn shown(number: f64) -> String {
    let short = format!("{number:.3e}").parse().unwrap_or(number);
    match short.abs() {
        0.0 | 1e-4..1e7 => short.to_string(),
        _ => format!("{short:e}"),
    }
}
