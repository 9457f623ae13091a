//! The second route to every verdict: values at random states, derived by the recursion itself
//! without any normal form. Neither route alone proves or refutes against the other.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use appell_algebra::{Decision, Poly, Symbol};
use appell_mechanics::Arithmetic;
use appell_model::Robot;

use super::equation::Checker;
use crate::defined::DefinedNames;
use crate::enclosed::EnclosedState;
use crate::interval::Interval;
use crate::meaning::Meaning;
use crate::meaning::evaluate::value;
use crate::point::{Exact, Point, small_value};
use crate::report::{CounterExample, Doubt, SecondRoute};
use crate::tensor::Tensor;
use crate::truth::Truth;

/// Row and column, counted from 0.
pub(super) type Place = (usize, usize);

/// The random states at which both sides of every equation are compared.
pub(super) struct StateSamples<'r> {
    exact: [Point<'r>; 2],
    enclosed: [EnclosedState<'r>; 8],
}

impl<'r> StateSamples<'r> {
    pub(super) fn new(robot: &'r Robot, defined: &Rc<DefinedNames>) -> Self {
        let enclosed = |seed| EnclosedState::new(robot, Rc::clone(defined), seed);
        Self {
            exact: [1, 2].map(|seed| Point::new(robot, seed)),
            enclosed: [3, 4, 5, 6, 7, 8, 9, 10].map(enclosed),
        }
    }
}

/// What is derived at these states.
pub(crate) struct StateTruths<'c, 'r> {
    /// None where the robot has no exact values: it has constant angles or roots.
    exact: Vec<Truth<'r, &'c Point<'r>>>,
    enclosed: Vec<Truth<'r, &'c EnclosedState<'r>>>,
}

impl<'c, 'r> StateTruths<'c, 'r> {
    pub(super) fn new(
        robot: &'r Robot,
        defined: &Rc<DefinedNames>,
        samples: &'c StateSamples<'r>,
    ) -> Self {
        let exact = samples
            .exact
            .iter()
            .filter_map(|state| Truth::new(robot, Rc::clone(defined), state).ok());
        let enclosed = samples
            .enclosed
            .iter()
            .filter_map(|state| Truth::new(robot, Rc::clone(defined), state).ok());
        Self { exact: exact.collect(), enclosed: enclosed.collect() }
    }

    /// No states: where conventions are tried, normal forms decide alone.
    pub(super) fn none() -> Self {
        Self { exact: Vec::new(), enclosed: Vec::new() }
    }
}

/// What both routes together say about two scalars.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Judgement {
    Equal(SecondRoute),
    Different(SecondRoute),
    Undecided { cause: Doubt, agrees_at: usize },
}

/// What values at states say about two scalars.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AtStates {
    /// They have no values there.
    Unknown,
    /// They are equal, or cannot be told apart, at this many states.
    Agree(usize),
    /// At one of them at least they are different for certain.
    Differ,
}

const NO_NORMAL_FORM: &str = "it has roots, constant angles, dependent angles or unknown \
                              functions, for which not all identities are known";
const ROUTES_DISAGREE: &str = "the two routes do not agree; please report this";

/// What is said where the routes leave a comparison open.
pub(super) fn words_of(cause: Doubt) -> &'static str {
    match cause {
        Doubt::RoutesDisagree => ROUTES_DISAGREE,
        _ => NO_NORMAL_FORM,
    }
}

/// The verdict of the normal forms and that of the states: each can veto the other.
fn judged(decision: Decision, at_states: AtStates, route: SecondRoute) -> Judgement {
    match (decision, at_states) {
        (Decision::Equal, AtStates::Agree(_) | AtStates::Unknown) => Judgement::Equal(route),
        (Decision::Different, AtStates::Differ | AtStates::Unknown) => Judgement::Different(route),
        (Decision::Undecided, AtStates::Differ) => Judgement::Different(route),
        (Decision::Undecided, AtStates::Agree(agrees_at)) => {
            Judgement::Undecided { cause: Doubt::NoNormalForm, agrees_at }
        }
        (Decision::Undecided, AtStates::Unknown) => {
            Judgement::Undecided { cause: Doubt::NoNormalForm, agrees_at: 0 }
        }
        (Decision::Equal, AtStates::Differ) => {
            Judgement::Undecided { cause: Doubt::RoutesDisagree, agrees_at: 0 }
        }
        (Decision::Different, AtStates::Agree(agrees_at)) => {
            Judgement::Undecided { cause: Doubt::RoutesDisagree, agrees_at }
        }
    }
}

/// The two sides of an equation at random states, each derived when it is asked for.
pub(super) struct Comparison<'s, 'c, 'r> {
    truths: &'s StateTruths<'c, 'r>,
    left: &'s Meaning,
    right: &'s Meaning,
    exact: OnceCell<Vec<Both<Exact>>>,
    enclosed: OnceCell<Vec<Both<Interval>>>,
}

/// Both sides at one state.
type Both<S> = (Tensor<S>, Tensor<S>);

/// Both sides at the states at which both have values.
fn both_sides<A: Arithmetic>(
    truths: &[Truth<'_, A>],
    left: &Meaning,
    right: &Meaning,
) -> Vec<Both<A::Scalar>> {
    let at = |truth| Some((value(left, truth).ok()?, value(right, truth).ok()?));
    truths.iter().filter_map(at).collect()
}

impl Comparison<'_, '_, '_> {
    /// What both routes say about an entry of the left side and one of the right side, whose
    /// normal forms were compared already. The entry of a scalar is (0, 0).
    pub(super) fn judge(&self, decision: Decision, left: Place, right: Place) -> Judgement {
        let exact = match decision {
            // cosine and sine of an exact state are those of another angle than its coordinate:
            // enough for polynomials, but functions could tell
            Decision::Undecided => AtStates::Unknown,
            _ => self.exactly(left, right),
        };
        match exact {
            AtStates::Unknown => match self.by_intervals(left, right) {
                AtStates::Unknown => judged(decision, AtStates::Unknown, SecondRoute::None),
                known => judged(decision, known, SecondRoute::Interval),
            },
            known => judged(decision, known, SecondRoute::Exact),
        }
    }

    /// Whether no exact state speaks against the equation.
    pub(super) fn may_hold(&self) -> bool {
        self.exact().iter().all(|(left, right)| {
            let equal = |((_, a), (_, b)): ((_, &Exact), (_, &Exact))| same(a, b) == Some(true);
            left.shape() == right.shape() && left.entries().zip(right.entries()).all(equal)
        })
    }

    fn exact(&self) -> &[Both<Exact>] {
        self.exact.get_or_init(|| both_sides(&self.truths.exact, self.left, self.right))
    }

    fn exactly(&self, left: Place, right: Place) -> AtStates {
        let states = self.exact();
        let equal =
            states.iter().map(|(a, b)| same(a.get(left.0, left.1)?, b.get(right.0, right.1)?));
        match equal.collect::<Option<Vec<bool>>>() {
            Some(equal) if !equal.is_empty() && equal.len() == self.truths.exact.len() => {
                match equal.iter().all(|equal| *equal) {
                    true => AtStates::Agree(equal.len()),
                    false => AtStates::Differ,
                }
            }
            _ => AtStates::Unknown,
        }
    }

    fn by_intervals(&self, left: Place, right: Place) -> AtStates {
        let make = || both_sides(&self.truths.enclosed, self.left, self.right);
        let mut agree = 0;
        for (a, b) in self.enclosed.get_or_init(make) {
            let (Some(a), Some(b)) = (a.get(left.0, left.1), b.get(right.0, right.1)) else {
                continue;
            };
            if a.is_apart_from(*b) {
                return AtStates::Differ;
            }
            agree += 1;
        }
        if agree == 0 { AtStates::Unknown } else { AtStates::Agree(agree) }
    }
}

/// Whether two exact numbers are equal; nothing where one of them has no value.
fn same(a: &Exact, b: &Exact) -> Option<bool> {
    Some(a.value().ok()? == b.value().ok()?)
}

impl<'c, 'r> Checker<'c, 'r> {
    /// The second route to a verdict on an equation.
    pub(super) fn compare<'s>(
        &'s self,
        left: &'s Meaning,
        right: &'s Meaning,
    ) -> Comparison<'s, 'c, 'r> {
        let (exact, enclosed) = (OnceCell::new(), OnceCell::new());
        Comparison { truths: &self.states, left, right, exact, enclosed }
    }

    /// A state, in small numbers with one decimal, at which both are seen to differ.
    pub(super) fn counter_example(&self, printed: &Poly, derived: &Poly) -> Option<CounterExample> {
        let symbols = self.robot.symbols();
        let mut occurring: BTreeSet<Symbol> =
            [printed, derived].into_iter().flat_map(|poly| poly.symbols(symbols)).collect();
        // angles of elastic tips and of coupled joints follow from coordinates
        let defined: Vec<(Symbol, &Poly)> =
            occurring.iter().filter_map(|&name| Some((name, self.defined.value(name)?))).collect();
        for (name, value) in &defined {
            occurring.remove(name);
            occurring.extend(value.symbols(symbols));
        }
        (5..25).find_map(|seed| {
            let values: BTreeMap<Symbol, f64> = occurring
                .iter()
                .map(|&symbol| (symbol, small_value(seed, symbol, symbols).to_f64()))
                .collect();
            let own = |symbol: Symbol| values.get(&symbol).copied();
            let follows = |symbol: Symbol| {
                let (_, value) = defined.iter().find(|(name, _)| *name == symbol)?;
                value.evaluate(symbols, own).ok()
            };
            let of = |poly: &Poly| {
                poly.evaluate(symbols, |symbol| own(symbol).or_else(|| follows(symbol))).ok()
            };
            let (printed, derived) = (of(printed)?, of(derived)?);
            ((printed - derived).abs() > 1e-3 * (1.0 + derived.abs())).then(|| CounterExample {
                values: values
                    .iter()
                    .map(|(symbol, value)| (symbols.name(*symbol), *value))
                    .collect(),
                printed,
                derived,
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every pair of answers of the two routes.
    #[test]
    fn each_route_can_veto_the_other() {
        use AtStates::{Agree, Differ, Unknown};
        let route = SecondRoute::Exact;
        let (equal, different) = (Judgement::Equal(route), Judgement::Different(route));
        let open = |agrees_at| Judgement::Undecided { cause: Doubt::NoNormalForm, agrees_at };
        let vetoed = |agrees_at| Judgement::Undecided { cause: Doubt::RoutesDisagree, agrees_at };
        for (decision, at_states, expected) in [
            (Decision::Equal, Agree(2), equal),
            (Decision::Equal, Unknown, equal),
            (Decision::Equal, Differ, vetoed(0)),
            (Decision::Different, Differ, different),
            (Decision::Different, Unknown, different),
            (Decision::Different, Agree(2), vetoed(2)),
            (Decision::Undecided, Differ, different),
            (Decision::Undecided, Agree(3), open(3)),
            (Decision::Undecided, Unknown, open(0)),
        ] {
            assert_eq!(judged(decision, at_states, route), expected, "{decision:?} {at_states:?}");
        }
    }
}
