//! What to do when the program itself is wrong.

use std::fmt;

/// Stops at a state of the program that its own rules exclude.
///
/// For a prover a loud end is better than a wrong line: where a value cannot be missing, nothing
/// is put in its place. Bad input never leads here; that is reported as a [`Diagnostic`].
///
/// [`Diagnostic`]: crate::Diagnostic
///
/// # Panics
/// Always, with a request to report it.
///
/// ```should_panic
/// let divisor = 0;
/// if divisor == 0 {
///     appell_diagnostic::broken_invariant("a division by zero");
/// }
/// ```
#[cold]
#[track_caller]
#[expect(clippy::panic, reason = "the one place at which a broken invariant ends the program")]
pub fn broken_invariant(what: impl fmt::Display) -> ! {
    panic!("internal error: {what}; this is a fault of Appell, please report it")
}

#[cfg(test)]
mod tests {
    #[test]
    #[should_panic(
        expected = "internal error: no axis; this is a fault of Appell, please report it"
    )]
    fn the_message_says_what_and_asks_for_a_report() {
        super::broken_invariant("no axis");
    }
}
