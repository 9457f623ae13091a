//! Numbers for people.

/// A number of at most four digits: for findings, of which only the size matters.
///
/// ```
/// use appell_diagnostic::shown;
/// assert_eq!([0.123456, 2.0, 1.5e-7].map(shown), ["0.1235", "2", "1.5e-7"]);
/// ```
pub fn shown(number: f64) -> String {
    significant(number, 4)
}

/// A number of at most so many digits that count, without trailing zeros; with a power of ten where
/// it is below 1e-4 or from 1e7 on.
///
/// ```
/// use appell_diagnostic::significant;
/// assert_eq!([0.1 + 0.2, -0.0, 12345678.0].map(|it| significant(it, 6)), ["0.3", "0", "1.23457e7"]);
/// ```
pub fn significant(number: f64, digits: usize) -> String {
    let rounded: f64 = format!("{number:.*e}", digits.saturating_sub(1)).parse().unwrap_or(number);
    match rounded.abs() {
        0.0 => "0".to_owned(),
        1e-4..1e7 => rounded.to_string(),
        _ => format!("{rounded:e}"),
    }
}
