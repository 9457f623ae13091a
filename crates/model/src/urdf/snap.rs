//! Angles typed as decimals that mean a multiple of a right angle, and axes that mean a
//! coordinate axis.

use std::f64::consts::FRAC_PI_2;
use std::ops::Range;

use appell_algebra::{Poly, Rational, Symbol};
use appell_diagnostic::Diagnostic;

use crate::parameter::entry_text;
use crate::reader::Reader;

/// How near an angle (in radians) or an entry of an axis must be.
pub(crate) const NEAR: f64 = 1e-5;

/// The multiple of a right angle that is near, if any.
fn quarter_turns(angle: &Rational) -> Option<i64> {
    let value = angle.to_f64();
    let quarters = (value / FRAC_PI_2).round();
    // beyond a few turns the nearness of decimals means nothing
    let near = (value - quarters * FRAC_PI_2).abs() < NEAR && quarters.abs() < 100.0;
    near.then_some(quarters as i64)
}

/// Angles, with those near a multiple of pi/2 taken to be that multiple; a note says so.
pub(crate) fn snap_angles(
    angles: [Rational; 3],
    place: Range<usize>,
    reader: &mut Reader<'_>,
) -> [Poly; 3] {
    let mut snapped = Vec::new();
    let angles = angles.map(|angle| match quarter_turns(&angle) {
        Some(quarters) if !angle.is_zero() => {
            let multiple = Rational::from(quarters).checked_div(&Rational::from(2));
            let Ok(multiple) = multiple else { return Poly::constant(angle) };
            let exact = Poly::from(Symbol::PI).scale(&multiple);
            // with all digits that a program writes, nothing is taken otherwise than it is meant
            if angle.to_f64() == quarters as f64 * FRAC_PI_2 {
                return exact;
            }
            snapped.push(format!("{} -> {}", angle.to_f64(), entry_text(&exact, &reader.symbols)));
            exact
        }
        _ => Poly::constant(angle),
    });
    if !snapped.is_empty() {
        let message = "an angle near a multiple of pi/2 is taken to be that multiple";
        let note = Diagnostic::note("snapped-angle", message)
            .fact("rpy", snapped.join(", "))
            .hint("--no-snap keeps the file to the letter");
        reader.report(note, place);
    }
    angles
}

/// An axis, with one near a coordinate axis taken to be that axis; a note says so.
pub(crate) fn snap_axis(
    axis: [Rational; 3],
    place: Range<usize>,
    reader: &mut Reader<'_>,
) -> [Rational; 3] {
    let values = axis.each_ref().map(Rational::to_f64);
    let near_integer = |value: f64| (value - value.round()).abs() < NEAR && value.abs() < 1.5;
    let rounded = values.map(|value| Rational::from(value.round() as i64));
    let along_one = rounded.iter().filter(|entry| !entry.is_zero()).count() == 1;
    if !values.into_iter().all(near_integer) || !along_one || rounded == axis {
        return axis;
    }
    // one that only is not quite of length one has the same direction
    if axis.iter().zip(&rounded).all(|(entry, rounded)| rounded.is_zero() == entry.is_zero()) {
        return rounded;
    }
    let message = "an axis near a coordinate axis is taken to be that axis";
    let note = Diagnostic::note("snapped-axis", message)
        .fact("axis", values.map(|value| value.to_string()).join(" "))
        .hint("--no-snap keeps the file to the letter");
    reader.report(note, place);
    rounded
}
