//! Roots in the formulas of a report. A root is not broken into lines: what is under a long one has a name.

use appell_algebra::{Budget, Formula, Function, Poly, Printer, Symbol};
use appell_mechanics::Kind;

use super::Equations;

/// The components of a force across the axes x, y and z.
const ACROSS: [[usize; 2]; 3] = [[1, 2], [0, 2], [0, 1]];

impl Equations<'_> {
    /// The formula with names for what long roots are of: `rho1` in `Q[1]`.
    pub(super) fn without_long_roots(
        &self,
        formula: &Formula,
        name: &str,
        roots: &mut Vec<(Symbol, Formula)>,
    ) -> Formula {
        let mut inside = |part: &Formula| self.without_long_roots(part, name, roots);
        match formula {
            Formula::Sum(terms) => Formula::Sum(
                terms.iter().map(|(negative, term)| (*negative, inside(term))).collect(),
            ),
            Formula::Product { coefficient, numerator, denominator } => Formula::Product {
                coefficient: coefficient.clone(),
                numerator: numerator.iter().map(&mut inside).collect(),
                denominator: denominator.iter().map(&mut inside).collect(),
            },
            Formula::Power(base, exponent) => Formula::Power(Box::new(inside(base)), *exponent),
            Formula::Call(Function::Sqrt, square)
                if self.one_line.printed_width(square) > self.measure.root =>
            {
                let square = self.by_components(square);
                let known = roots.iter().find(|(_, other)| *other == square);
                let symbol = match known.map(|(symbol, _)| *symbol) {
                    Some(symbol) => symbol,
                    None => match self.root_name(name, roots.len()) {
                        Some(symbol) => {
                            roots.push((symbol, square));
                            symbol
                        }
                        None => return formula.clone(),
                    },
                };
                Formula::Call(Function::Sqrt, Box::new(Formula::Symbol(symbol)))
            }
            Formula::Call(..) | Formula::Symbol(_) => formula.clone(),
        }
    }

    /// A name that nothing in the robot has.
    fn root_name(&self, equation: &str, number: usize) -> Option<Symbol> {
        let robot = self.derived.robot();
        let index: String = equation.chars().filter(char::is_ascii_digit).collect();
        let index = if number == 0 { index } else { format!("{index}_{}", number + 1) };
        let is_taken = |name: &str| {
            let coordinates = robot.coordinates();
            let parameters = robot.parameters().iter().map(|parameter| parameter.symbol);
            let mut own = coordinates.into_iter().chain(parameters);
            own.any(|symbol| robot.symbols().name(symbol) == name)
        };
        let names = ["rho", "varrho", "root"].map(|letter| format!("{letter}{index}"));
        let free = names.iter().find(|name| !is_taken(name))?;
        robot.symbols().parameter(free).ok()
    }

    /// The square of the force across the axis of a joint, |k x f|^2 of Coulomb's friction, as the sum of the
    /// squares of two components, which is much shorter than multiplied out; anything else as it is.
    fn by_components(&self, square: &Formula) -> Formula {
        let symbols = self.derived.robot().symbols();
        let printer = Printer::new(symbols);
        let poly = |formula: &Formula| {
            Poly::parse(&printer.text(formula), symbols, &Budget::default()).ok()
        };
        let Some(wanted) = poly(square) else { return square.clone() };
        let quantities = self.derived.quantities().iter();
        let forces = quantities.filter(|it| it.quantity().kind() == Kind::ConnectionForce);
        let mut sums = forces.flat_map(|force| {
            let components: Vec<&Formula> = force.value().entries().collect();
            ACROSS.map(|across| {
                let components = across.iter().filter_map(|row| components.get(*row));
                let squares =
                    components.filter(|it| !matches!(it, Formula::Sum(terms) if terms.is_empty()));
                Formula::Sum(
                    squares.map(|it| (false, Formula::Power(Box::new((*it).clone()), 2))).collect(),
                )
            })
        });
        sums.find(|sum| poly(sum).as_ref() == Some(&wanted)).unwrap_or_else(|| square.clone())
    }
}
