//! Columns in SI units, whatever the unit of their heading is.

use std::borrow::Cow;

use appell_diagnostic::{Diagnostic, excerpt};
use appell_units::{Measure, read};

use super::Column;

impl Column {
    /// The numbers in SI units and radians; without a unit in the heading they are taken as they are. The
    /// conversion is that of a number with a unit in a file: 90 under `q1 [deg]` is exactly `90 deg`.
    /// Refuses a unit of another dimension.
    ///
    /// ```
    /// use appell_units::{ANGLE, LENGTH};
    /// let table = appell_output::read_csv("q1 [deg],q2 [mm]\n90,0.1\n").map_err(|_| "refused")?;
    /// let angles = table.columns[0].in_si(&ANGLE).map_err(|_| "refused")?;
    /// assert_eq!(angles[..], [std::f64::consts::FRAC_PI_2]);
    /// let lengths = table.columns[1].in_si(&LENGTH).map_err(|_| "refused")?;
    /// assert_eq!(lengths[..], [0.0001]);
    /// assert_eq!(table.columns[1].in_si(&ANGLE).unwrap_err().code, "wrong-unit");
    /// # Ok::<(), &str>(())
    /// ```
    pub fn in_si(&self, measure: &Measure) -> Result<Cow<'_, [f64]>, Diagnostic> {
        if self.unit.is_empty() {
            return Ok(Cow::Borrowed(&self.values));
        }
        let si = |value: f64| -> Result<f64, Diagnostic> {
            let text = format!("{value:?} {}", self.unit);
            let Some(quantity) = read(&text) else {
                let message = format!("expected a unit, found `{}`", excerpt(&self.unit));
                return Err(Diagnostic::error("bad-unit", message)
                    .hint("write a unit in brackets after the name: q1 [rad], q1 [deg]"));
            };
            Ok(quantity?.si(excerpt(&self.name), measure)?.to_f64())
        };
        if si(1.0)? == 1.0 {
            return Ok(Cow::Borrowed(&self.values));
        }
        // NaN and infinity have no digits to convert
        let converted = |&value: &f64| if value.is_finite() { si(value) } else { Ok(value) };
        self.values.iter().map(converted).collect::<Result<_, _>>().map(Cow::Owned)
    }
}
