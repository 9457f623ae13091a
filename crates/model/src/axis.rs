//! Unit axes, exactly.

use appell_algebra::{Budget, BudgetScope, Error, Poly, Symbols};
use appell_diagnostic::Diagnostic;
use appell_spatial::Vector;

use crate::placement::{lift, unit};

/// The name of an axis along a coordinate axis: `x`, `-z`; nothing for another.
pub fn axis_name(axis: &Vector<Poly>) -> Option<&'static str> {
    let minus = axis.map(|entry| -entry);
    let names = [["x", "-x"], ["y", "-y"], ["z", "-z"]];
    let along = |axis: &Vector<Poly>| (0..3).find(|&i| *axis == unit(i));
    along(axis).map(|i| names[i][0]).or_else(|| along(&minus).map(|i| names[i][1]))
}

/// The axis of a name; the other way round of [`axis_name`].
pub(crate) fn axis_of_name(name: &str) -> Option<Vector<Poly>> {
    let (letter, negative) = match name.strip_prefix('-') {
        Some(letter) => (letter, true),
        None => (name.strip_prefix('+').unwrap_or(name), false),
    };
    let axis = unit(["x", "y", "z"].iter().position(|&axis| axis == letter)?);
    Some(if negative { axis.map(|entry| -entry) } else { axis })
}

/// An axis of length one in the direction of a vector, and what was done to get it.
pub(crate) struct UnitAxis {
    pub(crate) axis: Vector<Poly>,
    pub(crate) note: Option<Diagnostic>,
}

/// Makes a unit vector of a direction, without leaving exact arithmetic: a length that is
/// rational is divided out; a direction of irrational length, such as (1, 1, 0), becomes
/// (cos b cos a, cos b sin a, sin b) with decimal angles, of which s^2 + c^2 = 1 is known.
pub(crate) fn unit_axis(
    direction: &Vector<Poly>,
    symbols: &Symbols,
    budget: &Budget,
) -> Result<UnitAxis, Box<Diagnostic>> {
    let squared = squared_length(direction, budget).map_err(of_algebra)?;
    if squared.is_one() {
        return Ok(UnitAxis { axis: direction.clone(), note: None });
    }
    if squared.is_zero() {
        let problem = Diagnostic::error("zero-axis", "the axis has length zero")
            .hint("name an axis: \"x\", \"-y\", \"z\", or give a vector such as [0, 0, 1]");
        return Err(Box::new(problem));
    }
    let shown = direction.map(|entry| entry.text(symbols)).0.join(", ");
    if let Some(length) = squared.as_constant().and_then(|squared| squared.sqrt()) {
        let inverse = length.recip().map_err(of_algebra)?;
        let axis = direction.map(|entry| entry.scale(&inverse));
        let note = Diagnostic::note("axis-length", "the axis was divided by its length")
            .fact("axis", format!("[{shown}]"))
            .fact("length", length);
        return Ok(UnitAxis { axis, note: Some(note) });
    }
    let Ok(numbers) = scaled(direction).try_map(|entry| entry.evaluate(symbols, |_| None)) else {
        let problem = Diagnostic::error("axis-not-unit", "the length of this axis is not one")
            .fact("axis", format!("[{shown}]"))
            .fact("squared length", squared.text(symbols))
            .hint("give a symbolic axis by angles: [\"cos(a)\", \"sin(a)\", 0]");
        return Err(Box::new(problem));
    };
    by_angles(numbers, &shown, symbols, budget).map_err(of_algebra)
}

fn by_angles(
    Vector([x, y, z]): Vector<f64>,
    shown: &str,
    symbols: &Symbols,
    budget: &Budget,
) -> Result<UnitAxis, Error> {
    let (azimuth, elevation) = (Poly::decimal(y.atan2(x))?, Poly::decimal(z.atan2(x.hypot(y)))?);
    let [ca, sa] = [symbols.cos(&azimuth, budget)?, symbols.sin(&azimuth, budget)?];
    let [cb, sb] = [symbols.cos(&elevation, budget)?, symbols.sin(&elevation, budget)?];
    let axis = Vector::new(cb.checked_mul(&ca, budget)?, cb.checked_mul(&sa, budget)?, sb);
    let note = Diagnostic::note("axis-length", "the axis was made a unit vector, given by angles")
        .fact("axis", format!("[{shown}]"))
        .fact("azimuth", azimuth.text(symbols))
        .fact("elevation", elevation.text(symbols));
    Ok(UnitAxis { axis, note: Some(note) })
}

/// The direction with its largest entry near one, as far as its entries are plain numbers: then
/// floating point can hold it.
fn scaled(direction: &Vector<Poly>) -> Vector<Poly> {
    let sizes = direction.0.iter().filter_map(|entry| Some(entry.as_constant()?.abs()));
    match sizes.max().map(|largest| largest.recip()) {
        Some(Ok(inverse)) => direction.map(|entry| entry.scale(&inverse)),
        _ => direction.clone(),
    }
}

fn squared_length(direction: &Vector<Poly>, budget: &Budget) -> Result<Poly, Error> {
    let scope = BudgetScope::new(budget.clone());
    let direction = direction.map(lift(&scope));
    scope.finish(direction.dot(&direction))
}

fn of_algebra(error: Error) -> Box<Diagnostic> {
    let first = error.diagnostics().into_iter().next();
    Box::new(first.unwrap_or_else(|| Diagnostic::error(error.code(), error.to_string())))
}
