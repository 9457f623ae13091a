//! The shortest printed form that can be found and proved equal.
//!
//! Formulas are networks of sums (`network`), made from the normal form, from the normal form with
//! sums of angles folded back, or from the way in which they were computed. Common sums and products
//! are taken out, always those that save the most characters (`extract`); what is used several times
//! gets a name where that is shorter (`name`). Every candidate is printed and measured; one that is
//! shorter than all before is expanded again, with its definitions put in, and must be exactly what was
//! given (`prove`).

mod extract;
mod length;
mod monomial;
mod name;
mod network;
mod prove;
mod write;

use appell_diagnostic::broken_invariant;

use crate::budget::{Budget, Stop};
use crate::error::Error;
use crate::expr::Expr;
use crate::poly::{Decision, Poly};
use crate::print::{Formula, Printer};
use crate::symbol::Symbol;
use extract::{Order, extract};
use length::{DEFINITION, printed};
use network::{Network, terms_of};
use write::Written;

/// Formulas in the shortest form that was found, and proved equal to what was given.
///
/// ```
/// use appell_algebra::{Budget, Poly, Printer, ShortForm, Symbols};
///
/// let symbols = Symbols::new();
/// symbols.coordinate("q1")?;
/// for name in ["m1", "m2", "l1", "g"] {
///     symbols.parameter(name)?;
/// }
/// let budget = Budget::default();
/// let poly = Poly::parse("m1*g*l1*sin(q1) + m2*g*l1*sin(q1)", &symbols, &budget)?;
/// let printer = Printer::new(&symbols);
/// let short = ShortForm::of(&[poly], &[], &printer, &[], &budget)?;
/// assert_eq!(printer.text(&short.results[0]), "g*l1*(m1 + m2)*sin(q1)");
/// # Ok::<(), appell_algebra::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct ShortForm {
    /// Abbreviations, each after those it is made of.
    pub steps: Vec<(Symbol, Formula)>,
    /// The formulas, by these names.
    pub results: Vec<Formula>,
    /// The characters of their LaTeX, definitions counted, white space not.
    pub length: usize,
    /// Whether the search ended before its time limit.
    pub complete: bool,
}

/// Networks with more terms are not searched from their normal form: how the formulas were computed
/// is far shorter there.
const MOST_TERMS: usize = 1500;
/// Up to so many terms every order of the search is tried.
const FEW_TERMS: usize = 300;

impl ShortForm {
    /// Searches for a short form of polynomials. `computed` are ways in which they were computed, as
    /// expressions in the same order: starting points for the search, which must be equal to the
    /// polynomials. Length is that of the LaTeX of the `printer`. Abbreviations avoid the `reserved`
    /// names, and letters with which these begin.
    ///
    /// When the time of the budget is up, the result is the shortest form found until then.
    ///
    /// # Errors
    /// When the work is cancelled, or the table of symbols is full.
    pub fn of(
        exact: &[Poly],
        computed: &[Vec<Expr<'_>>],
        printer: &Printer<'_>,
        reserved: &[String],
        budget: &Budget,
    ) -> Result<Self, Error> {
        let symbols = printer.symbols();
        let expanded = exact.iter().map(|poly| Formula::expanded(poly, symbols)).collect();
        let mut search = Search { exact, reserved, budget, best: None, printer };
        search.measure(Written { steps: Vec::new(), results: expanded });
        let complete = match search.run(computed) {
            Ok(()) => true,
            Err(Error::Stopped(Stop::Time { .. })) => false,
            Err(error) => return Err(error),
        };
        match search.best {
            Some((length, Written { steps, results })) => {
                Ok(Self { steps, results, length, complete })
            }
            None => broken_invariant("formulas without any form"),
        }
    }
}

struct Search<'a> {
    exact: &'a [Poly],
    reserved: &'a [String],
    budget: &'a Budget,
    printer: &'a Printer<'a>,
    best: Option<(usize, Written)>,
}

impl Search<'_> {
    fn run(&mut self, computed: &[Vec<Expr<'_>>]) -> Result<(), Error> {
        for roots in computed {
            if in_time(self.is_computed_by(roots))? != Some(true) {
                continue;
            }
            let network = Network::of_expressions(roots, self.budget)?;
            self.try_orders(&network)?;
        }
        let terms: usize = self.exact.iter().map(Poly::term_count).sum();
        if terms > MOST_TERMS {
            return Ok(());
        }
        let symbols = self.printer.symbols();
        let folded = |poly: &Poly| self.printer.folded(poly, self.budget);
        let folded = Network::of_polynomials(self.exact, &folded, symbols)?;
        let plain = Network::of_polynomials(self.exact, &|poly| Ok(terms_of(poly)), symbols)?;
        for network in [folded, plain] {
            self.try_orders(&network)?;
            if let Some(network) = network.over_one_bar() {
                self.try_orders(&network)?;
            }
        }
        Ok(())
    }

    /// Whether expressions are known to be the polynomials: of functions such as roots, not every
    /// relation is.
    fn is_computed_by(&self, roots: &[Expr<'_>]) -> Result<bool, Error> {
        if roots.len() != self.exact.len() {
            broken_invariant("another number of expressions than of polynomials");
        }
        for (root, exact) in roots.iter().zip(self.exact) {
            match root.expand(self.budget)?.decide(exact) {
                Decision::Equal => {}
                Decision::Undecided => return Ok(false),
                Decision::Different => broken_invariant("an expression of another polynomial"),
            }
        }
        Ok(true)
    }

    fn try_orders(&mut self, network: &Network) -> Result<(), Error> {
        self.propose(network)?;
        let orders: &[Order] = match network.term_count() {
            0..=FEW_TERMS => &[Order::Any, Order::SharedFirst, Order::FactorsFirst],
            _ => &[Order::Any],
        };
        for &order in orders {
            let mut network = network.clone();
            extract(&mut network, order, self.printer, self.budget)?;
            self.propose(&network)?;
        }
        Ok(())
    }

    /// Keeps a form that is shorter than all before, once it is proved.
    fn propose(&mut self, network: &Network) -> Result<(), Error> {
        let symbols = self.printer.symbols();
        let written = network.write(symbols, self.reserved, self.printer)?;
        let length = self.length(&written);
        if self.best.as_ref().is_some_and(|(best, _)| *best <= length) {
            return Ok(());
        }
        match in_time(prove::decide(&written, self.exact, symbols, self.budget))? {
            Some(Decision::Equal) => self.best = Some((length, written)),
            // what is not proved is not printed
            Some(Decision::Undecided) | None => {}
            Some(Decision::Different) => {
                broken_invariant("a short form that is not equal to its formula")
            }
        }
        Ok(())
    }

    fn measure(&mut self, written: Written) {
        self.best = Some((self.length(&written), written));
    }

    /// The characters of LaTeX, definitions counted, white space not.
    fn length(&self, written: &Written) -> usize {
        let definition = |(name, formula): &(Symbol, Formula)| {
            printed(self.printer, &Formula::Symbol(*name))
                + printed(self.printer, formula)
                + DEFINITION
        };
        let results = written.results.iter().map(|formula| printed(self.printer, formula));
        written.steps.iter().map(definition).chain(results).sum()
    }
}

/// Nothing for work that needs more terms than there may be: another candidate may need fewer. Time
/// that is up ends the search.
fn in_time<T>(result: Result<T, Error>) -> Result<Option<T>, Error> {
    match result {
        Ok(done) => Ok(Some(done)),
        Err(Error::Stopped(Stop::Terms { .. } | Stop::Nodes { .. } | Stop::Depth { .. })) => {
            Ok(None)
        }
        Err(error) => Err(error),
    }
}
