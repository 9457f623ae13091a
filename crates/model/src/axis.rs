//! Unit axes, exactly.

use appell_algebra::{Budget, BudgetScope, Error, Function, Poly, Rational, Symbol, Symbols};
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
/// (cos b cos a, cos b sin a, sin b), of which s^2 + c^2 = 1 is known. The angles are exact where
/// they can be, else decimals: see [`Circle`].
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
    let scaled = scaled(direction);
    let Ok(numbers) = scaled.try_map(|entry| entry.evaluate(symbols, |_| None)) else {
        let problem = Diagnostic::error("axis-not-unit", "the length of this axis is not one")
            .fact("axis", format!("[{shown}]"))
            .fact("squared length", squared.text(symbols))
            .hint("give a symbolic axis by angles: [\"cos(a)\", \"sin(a)\", 0]");
        return Err(Box::new(problem));
    };
    by_angles(&scaled, numbers, &shown, symbols, budget).map_err(of_algebra)
}

fn by_angles(
    direction: &Vector<Poly>,
    Vector([x, y, z]): Vector<f64>,
    shown: &str,
    symbols: &Symbols,
    budget: &Budget,
) -> Result<UnitAxis, Error> {
    let Vector([xx, yy, zz]) =
        direction.try_map(|entry| resolved_square(entry, symbols, budget))?;
    let azimuth = Circle::of([x, y], [&xx, &yy], symbols, budget)?;
    let planar = xx.checked_add(&yy, budget)?;
    let elevation = Circle::of([x.hypot(y), z], [&planar, &zz], symbols, budget)?;
    let along = |entry: &Poly| elevation.cos.checked_mul(entry, budget);
    let axis = Vector::new(along(&azimuth.cos)?, along(&azimuth.sin)?, elevation.sin.clone());
    let note = Diagnostic::note("axis-length", "the axis was made a unit vector, given by angles")
        .fact("axis", format!("[{shown}]"))
        .fact("azimuth", azimuth.angle)
        .fact("elevation", elevation.angle);
    Ok(UnitAxis { axis, note: Some(note) })
}

/// The direction of a vector in a plane: cosine and sine of its angle to the first axis, and the
/// angle in words. Where an entry is zero or the unit vector is rational, cosine and sine are
/// numbers; entries of equal size, or whose squares are 1 to 3, give multiples of pi/4 and pi/6;
/// any other angle is a decimal.
struct Circle {
    cos: Poly,
    sin: Poly,
    angle: String,
}

impl Circle {
    fn of(
        [x, y]: [f64; 2],
        [xx, yy]: [&Poly; 2],
        symbols: &Symbols,
        budget: &Budget,
    ) -> Result<Self, Error> {
        let decimal = Poly::decimal(y.atan2(x))?;
        let signed =
            |size: Rational, sign: f64| Poly::constant(if sign < 0.0 { -size } else { size });
        // cos^2 = x^2/(x^2 + y^2), where that is known exactly
        let squared_cosine = match (xx.as_constant(), yy.as_constant()) {
            _ if xx == yy && !xx.is_zero() => Some(Rational::new(1, 2)?),
            (_, Some(yy)) if yy.is_zero() => Some(1.into()),
            (Some(xx), _) if xx.is_zero() => Some(0.into()),
            (Some(xx), Some(yy)) => Some(xx.checked_div(&(&xx + &yy))?),
            _ => None,
        };
        let Some(squared_cosine) = squared_cosine else {
            return Self::at(decimal, symbols, budget);
        };
        let squared_sine = &Rational::from(1) - &squared_cosine;
        if let (Some(cos), Some(sin)) = (squared_cosine.sqrt(), squared_sine.sqrt()) {
            let [cos, sin] = [signed(cos, x), signed(sin, y)];
            return Ok(Self { cos, sin, angle: decimal.text(symbols) });
        }
        for (share, cosine) in [(4, [1, 2]), (6, [3, 4]), (3, [1, 4])] {
            if squared_cosine == Rational::new(cosine[0], cosine[1])? {
                // in the quadrant of (x, y)
                let mut turns = Rational::new(1, share)?;
                if x < 0.0 {
                    turns = &Rational::from(1) - &turns;
                }
                let turns = if y < 0.0 { -turns } else { turns };
                return Self::at(Poly::from(Symbol::PI).scale(&turns), symbols, budget);
            }
        }
        Self::at(decimal, symbols, budget)
    }

    /// The direction at an angle.
    fn at(angle: Poly, symbols: &Symbols, budget: &Budget) -> Result<Self, Error> {
        let [cos, sin] = [symbols.cos(&angle, budget)?, symbols.sin(&angle, budget)?];
        Ok(Self { cos, sin, angle: angle.text(symbols) })
    }
}

/// The square of an entry; that of a number times a root of a number, such as `sqrt(1/2)` or
/// `1/sqrt(2)`, is a number.
fn resolved_square(entry: &Poly, symbols: &Symbols, budget: &Budget) -> Result<Poly, Error> {
    let mut terms = entry.terms();
    if let (Some(term), None) = (terms.next(), terms.next())
        && let [factor] = term.factors
        && let Some((Function::Sqrt, radicand)) = symbols.function_of(factor.atom)
        && let Some(radicand) = radicand.as_constant()
    {
        let square = &(term.coefficient * term.coefficient) * &radicand.pow(factor.exponent)?;
        return Ok(Poly::constant(square));
    }
    entry.checked_mul(entry, budget)
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
