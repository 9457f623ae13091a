//! Named parameters.

use appell_algebra::{AtomKind, Poly, Symbol, Symbols};
use appell_diagnostic::Diagnostic;
use appell_units::{Dimension, Unit};

/// A symbol of the robot that is no coordinate: a length, a mass, a moment of inertia.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The symbol.
    pub symbol: Symbol,
    /// Its name.
    pub name: String,
    /// A value for evaluation: a number, or a constant such as pi/3.
    pub value: Option<Poly>,
    /// The SI unit of the value, as text.
    pub unit: Option<String>,
    /// A remark.
    pub note: Option<String>,
    /// How it is called in LaTeX, where not by its name: `l_{c1}`; see
    /// [`Names::of_latex`](appell_algebra::Names::of_latex) for what it may be.
    pub latex: Option<String>,
}

impl Parameter {
    /// Reports a value in a unit of another dimension than that of the parameter, where this is known.
    pub fn check_unit(&self, given: Dimension) -> Option<Diagnostic> {
        let unit = self.unit.as_deref()?;
        let own = Unit::read(unit)?;
        (own.dimension != given).then(|| {
            let name = &self.name;
            let message = format!(
                "`{name}` must be in {unit} or another unit of its kind, got a unit of {}",
                given.base_units()
            );
            Diagnostic::error("wrong-unit", message)
                .hint(format!("the robot file gives `{name}` in {unit}"))
        })
    }
}

/// An entry of a robot as people write it: decimals where they are exact, `pi/2` for `1/2*pi`.
///
/// ```
/// use appell_algebra::{Budget, Poly, Symbols};
/// let symbols = Symbols::new();
/// let shown = |text: &str| {
///     Ok::<_, appell_algebra::Error>(appell_model::entry_text(
///         &Poly::parse(text, &symbols, &Budget::default())?, &symbols))
/// };
/// assert_eq!(shown("-pi/2")?, "-pi/2");
/// assert_eq!(shown("0.25")?, "0.25");
/// # Ok::<(), appell_algebra::Error>(())
/// ```
pub fn entry_text(entry: &Poly, symbols: &Symbols) -> String {
    /// More digits than this after the point are no easier to read than a fraction.
    const PLACES: usize = 30;
    let mut terms = entry.terms();
    match (terms.next(), terms.next()) {
        (Some(term), None) => match term.factors {
            [] => term.coefficient.to_decimal(PLACES).unwrap_or_else(|| entry.text(symbols)),
            [pi] if pi.exponent == 1 && pi.atom.kind() == AtomKind::Symbol(Symbol::PI) => {
                let fraction = term.coefficient.to_string();
                let (above, below) = fraction.split_once('/').unwrap_or((&fraction, ""));
                let above = match above {
                    "1" => "pi".to_owned(),
                    "-1" => "-pi".to_owned(),
                    _ => format!("{above}*pi"),
                };
                if below.is_empty() { above } else { format!("{above}/{below}") }
            }
            _ => entry.text(symbols),
        },
        _ => entry.text(symbols),
    }
}
