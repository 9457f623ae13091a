//! Whether the formalisms of mechanics agree on a quantity of a robot: as polynomials, which decides it, or
//! where these grow too long, in rational numbers at random states.

use appell_algebra::Budget;
use appell_mechanics::{Derivation, Error, PolynomialArithmetic, Quantity, Route};
use appell_model::Robot;

use crate::point::{Exact, Point};

/// What was found of a quantity that several formalisms give.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agreement {
    /// The formalisms, that of `derive` first.
    pub routes: Vec<String>,
    /// What was found.
    pub outcome: Outcome,
}

/// What a comparison of formalisms found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// They agree for all values of all symbols: the normal forms of the polynomials are the same, and have
    /// so many terms.
    Identical {
        /// Of all entries.
        terms: usize,
    },
    /// They agree in exact rational numbers at so many random states; why there are no polynomials.
    AtStates {
        /// How many.
        states: usize,
        /// Why.
        reason: String,
    },
    /// They differ: the names of the first formalism that does, and of the first entry, counted from 1.
    Differ {
        /// Its name.
        route: String,
        /// Which entry, row by row.
        entry: usize,
    },
    /// There is no second formalism for this quantity.
    SingleRoute,
    /// It could not be found out, and why.
    Undecided {
        /// Why.
        reason: String,
    },
}

/// At how many random states formalisms are compared where polynomials grow too long.
const STATES: usize = 5;

/// Compares all formalisms that give a quantity.
///
/// ```
/// use appell_mechanics::Quantity;
/// use appell_proof::{Outcome, formalisms_agree};
/// let robot = appell_model::Robot::bundled("2r")?;
/// let found = formalisms_agree(Quantity::read_one("Q", &robot)?, &robot, &Default::default());
/// assert_eq!(found.routes, ["Newton-Euler", "Lagrange", "Gibbs-Appell"]);
/// assert!(matches!(found.outcome, Outcome::Identical { .. }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn formalisms_agree(quantity: Quantity, robot: &Robot, budget: &Budget) -> Agreement {
    // half of the time is kept for the states
    let reason = match by_polynomials(quantity, robot, &budget.share(2)) {
        Ok(found) => return found,
        Err(reason) => reason,
    };
    let mut routes = Vec::new();
    for seed in 1..=STATES {
        if let Err(stop) = budget.check() {
            let stop = stop.to_string();
            let reason = match reason.contains(&stop) {
                true => reason,
                false => format!("{reason}; {stop}"),
            };
            return Agreement { routes, outcome: Outcome::Undecided { reason } };
        }
        let point = Point::new(robot, seed as u64);
        let found = Derivation::new(robot, &point).and_then(|it| it.routes(quantity));
        let found = match found {
            Ok(found) => found,
            Err(error) => {
                let reason = format!("{reason}; at a rational state: {error}");
                return Agreement { routes, outcome: Outcome::Undecided { reason } };
            }
        };
        let is_same = |a: &Exact, b: &Exact| a.value().ok() == b.value().ok();
        routes = found.iter().map(|it| it.name.clone()).collect();
        if let Some(outcome) = difference(&found, is_same) {
            return Agreement { routes, outcome };
        }
    }
    Agreement { routes, outcome: Outcome::AtStates { states: STATES, reason } }
}

/// The comparison by polynomials, or why there are none.
fn by_polynomials(quantity: Quantity, robot: &Robot, budget: &Budget) -> Result<Agreement, String> {
    let told = |error: Error| error.to_string();
    let polynomials = PolynomialArithmetic::new(robot, budget.clone());
    let derivation = Derivation::new(robot, &polynomials).map_err(told)?;
    let found = derivation.routes(quantity).map_err(told)?;
    let routes: Vec<String> = found.iter().map(|it| it.name.clone()).collect();
    let mut terms = 0;
    for entry in &found[0].entries {
        terms += entry.poly().map_err(|error| error.to_string())?.term_count();
    }
    let is_same = |a: &_, b: &_| {
        let [a, b]: [&appell_algebra::BudgetedPoly<'_>; 2] = [a, b];
        a.poly().ok().zip(b.poly().ok()).is_some_and(|(a, b)| a == b)
    };
    let outcome = difference(&found, is_same).unwrap_or(Outcome::Identical { terms });
    Ok(Agreement { routes, outcome })
}

/// The first formalism that differs from the first one; or that it is the only one.
fn difference<S>(routes: &[Route<S>], is_same: impl Fn(&S, &S) -> bool) -> Option<Outcome> {
    let [first, others @ ..] = routes else { return Some(Outcome::SingleRoute) };
    if others.is_empty() {
        return Some(Outcome::SingleRoute);
    }
    for other in others {
        let pairs = first.entries.iter().zip(&other.entries);
        let differs = pairs.into_iter().position(|(a, b)| !is_same(a, b));
        let shorter = first.entries.len().min(other.entries.len());
        let missing = (first.entries.len() != other.entries.len()).then_some(shorter);
        if let Some(entry) = differs.or(missing) {
            return Some(Outcome::Differ { route: other.name.clone(), entry: entry + 1 });
        }
    }
    None
}
