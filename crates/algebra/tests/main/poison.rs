//! What failed has no value: nothing that is calculated from it can be read.
use appell_algebra::{
    Budget, BudgetScope, BudgetedPoly, Error, Expr, Formula, Graph, Poly, Rational,
    SharedSubexpressions, Stop, Symbols,
};
use proptest::prelude::*;

/// A polynomial that hit its budget, and the failure.
fn poisoned(scope: &BudgetScope) -> (BudgetedPoly<'_>, Error) {
    let symbols = Symbols::new();
    let name = |name: &str| scope.scalar(symbols.parameter(name).unwrap());
    let stopped = Error::Stopped(Stop::Terms { limit: 2 });
    (name("x") + name("y") + name("z"), stopped)
}

#[test]
fn a_polynomial_that_failed_poisons_all_that_follows() {
    let scope = BudgetScope::new(Budget::default().with_terms(2));
    let (bad, stopped) = poisoned(&scope);
    // also after the failure was taken out, when all else works again
    assert_eq!(scope.take_failure(), Some(stopped.clone()));
    assert_eq!(scope.check(), Ok(()));
    let (zero, one) = (scope.scalar(0), scope.scalar(1));
    let results = [
        bad.clone(),
        &bad + &zero,
        &zero + &bad,
        &bad - &zero,
        &zero - &bad,
        &bad - &bad,
        &bad * &zero,
        &zero * &bad,
        &bad * &one,
        &one * &bad,
        -bad.clone(),
        bad.try_map(|_, _| Ok(Poly::ZERO)),
    ];
    for (number, result) in results.into_iter().enumerate() {
        assert_eq!(result.poly(), Err(stopped.clone()), "{number}");
        assert!(!result.is_zero(), "{number}");
        assert_eq!(scope.finish(result), Err(stopped.clone()), "{number}");
    }
    assert_eq!((&one + &one).poly(), Ok(&Poly::from(2)));
    assert!(!format!("{bad:?}").starts_with('0'));
}

#[test]
fn after_a_failure_nothing_is_calculated_until_it_is_taken() {
    let scope = BudgetScope::new(Budget::default().with_terms(2));
    let (_, stopped) = poisoned(&scope);
    let good = scope.scalar(2);
    assert_eq!((&good * &good).poly(), Err(stopped.clone()));
    assert_eq!(good.poly(), Ok(&Poly::from(2)));
    assert_eq!(scope.check(), Err(stopped));
}

#[test]
fn an_expression_that_failed_poisons_all_that_follows() {
    let symbols = Symbols::new();
    let graph = Graph::new(&symbols);
    let x = graph.parameter("x");
    let (zero, one) = (graph.zero(), graph.one());
    let bad = x / zero;
    assert_eq!(graph.take_failure(), Some(Error::DivisionByZero));
    assert_eq!(graph.check(), Ok(()));
    let symbol = symbols.find("x").unwrap();
    let results = [
        bad,
        bad + zero,
        zero + bad,
        bad - bad,
        bad * zero,
        zero * bad,
        bad * one,
        zero / bad,
        x + bad,
        x * bad,
        bad * bad,
        bad.pow(0),
        bad.pow(-1),
        bad.pow(2),
        bad.scale(&Rational::ZERO),
        -bad,
        bad.sin(),
        bad.sign(),
        (x + bad) - bad,
    ];
    for (number, &result) in results.iter().enumerate() {
        let error = || Error::DivisionByZero;
        assert_eq!(result.check(), Err(error()), "{number}");
        assert_eq!(result.evaluate(|_| Some(1.0)), Err(error()), "{number}");
        assert_eq!(result.expand(&Budget::default()), Err(error()), "{number}");
        assert_eq!(result.derivative(symbol), Err(error()), "{number}");
        assert_eq!(result.substitute(&[]), Err(error()), "{number}");
        assert_eq!(Formula::nested(result).err(), Some(error()), "{number}");
        assert_eq!(SharedSubexpressions::of(&[x, result], &[]).err(), Some(error()), "{number}");
        assert_eq!((result.as_constant(), result.is_zero()), (None, false), "{number}");
    }
    assert_eq!(x.substitute(&[(symbol, bad)]), Err(Error::DivisionByZero));
    // what has nothing to do with it works on
    assert_eq!((x + one).evaluate(|_| Some(1.0)), Ok(2.0));
}

/// A made-up calculation: each step takes two of the results so far.
fn calculation() -> impl Strategy<Value = Vec<(u8, prop::sample::Index, prop::sample::Index)>> {
    prop::collection::vec(
        (0u8..5, any::<prop::sample::Index>(), any::<prop::sample::Index>()),
        1..24,
    )
}

fn polynomials<'l>(
    scope: &'l BudgetScope,
    symbols: &Symbols,
    steps: &[(u8, prop::sample::Index, prop::sample::Index)],
) -> Vec<BudgetedPoly<'l>> {
    let mut results = vec![scope.scalar(0), scope.scalar(1)];
    results.extend(["x", "y"].map(|name| scope.scalar(symbols.parameter(name).unwrap())));
    for (operation, a, b) in steps {
        let (a, b) = (a.get(&results), b.get(&results));
        let result = match operation {
            0 => a + b,
            1 => a - b,
            2 => -a.clone(),
            _ => a * b,
        };
        // as a proof-reader does that goes on with the next equation
        scope.take_failure();
        results.push(result);
    }
    results
}

fn expressions<'g>(
    graph: &'g Graph,
    steps: &[(u8, prop::sample::Index, prop::sample::Index)],
) -> Vec<Expr<'g>> {
    let mut results = vec![graph.zero(), graph.one(), graph.parameter("x"), graph.parameter("y")];
    for (operation, a, b) in steps {
        let (a, b) = (*a.get(&results), *b.get(&results));
        let result = match operation {
            0 => a + b,
            1 => a - b,
            2 => a.pow(3),
            _ => a * b,
        };
        graph.take_failure();
        results.push(result);
    }
    results
}

proptest! {
    #[test]
    fn a_budget_gives_the_right_polynomial_or_none(steps in calculation(), terms in 0usize..12) {
        let symbols = Symbols::new();
        let free = BudgetScope::new(Budget::default());
        let right = polynomials(&free, &symbols, &steps);
        let scope = BudgetScope::new(Budget::default().with_terms(terms));
        for (result, right) in polynomials(&scope, &symbols, &steps).iter().zip(&right) {
            if let (Ok(result), Ok(right)) = (result.poly(), right.poly()) {
                prop_assert_eq!(result, right);
            }
        }
    }

    #[test]
    fn a_budget_gives_the_right_expression_or_none(steps in calculation(), nodes in 0usize..24) {
        let symbols = Symbols::new();
        let free = Graph::new(&symbols);
        let right = expressions(&free, &steps);
        let graph = Graph::with_budget(&symbols, Budget::default().with_nodes(nodes));
        for (result, right) in expressions(&graph, &steps).iter().zip(&right) {
            // powers of powers may grow beyond what is kept; both then say so
            let budget = Budget::default().with_terms(200);
            if let (Ok(result), Ok(right)) = (result.expand(&budget), right.expand(&budget)) {
                prop_assert_eq!(result, right);
            }
        }
    }
}
