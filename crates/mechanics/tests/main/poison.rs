//! A budget that is hit in the middle of a derivation never leaves a value behind that is wrong.
use crate::common::named;
use appell_algebra::{Budget, BudgetScope, BudgetedPoly, Error, Expr, Graph, Poly};
use appell_mechanics::{Derivation, PolynomialArithmetic, Quantity, appell, lagrange, mass_matrix};
use appell_mechanics::{geometry, kinematics, newton_euler};
use appell_model::Robot;
use appell_spatial::Scalar;
use proptest::prelude::*;

/// Small enough to be derived a thousand times, an elastic link among them.
const ROBOTS: [&str; 3] = ["2r", "scara", "flex1r"];
const QUANTITIES: [&str; 9] = ["Q", "M", "C", "G", "Ek", "T[tool]", "J", "vC[2]", "dQ"];

fn robots() -> Vec<Robot> {
    ROBOTS.iter().map(|name| named(name)).collect()
}

/// What several algorithms give, one after the other, whatever happened before.
fn everything<S: Scalar>(
    mechanism: &appell_mechanics::Mechanism<S>,
    state: &appell_mechanics::State<S>,
    take_failure: &dyn Fn(),
) -> Vec<S> {
    let in_parent = geometry::in_parent(mechanism, state);
    take_failure();
    let motions = kinematics::motions(mechanism, state, &in_parent);
    let mut all: Vec<S> = motions.iter().flat_map(|motion| motion.a.0.clone()).collect();
    take_failure();
    all.extend(mass_matrix::mass_matrix(mechanism, state, &in_parent).into_iter().flatten());
    take_failure();
    let wrenches = newton_euler::connection_wrenches(mechanism, state, &in_parent, &motions);
    all.extend(wrenches.iter().flat_map(|wrench| wrench.moment.0.clone()));
    take_failure();
    all.extend(lagrange::driving_forces_by_lagrange(mechanism, state));
    take_failure();
    all.extend(appell::driving_forces_by_appell(mechanism, state));
    take_failure();
    all
}

fn is_right(found: Result<&Poly, Error>, right: &BudgetedPoly<'_>) -> bool {
    found.map_or(true, |found| found == right.poly().unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn algorithms_give_the_right_polynomial_or_none(robot in 0..ROBOTS.len(), terms in 0usize..60) {
        let robots = robots();
        let robot = &robots[robot];
        let (free, scope) = (BudgetScope::default(), BudgetScope::new(Budget::default().with_terms(terms)));
        let right = {
            let (mechanism, state) = crate::common::exact(robot, &free, 2);
            everything(&mechanism, &state, &|| ())
        };
        let Ok((mechanism, state)) = crate::common::within_budget(robot, &scope, 2) else {
            return Ok(());
        };
        let found = everything(&mechanism, &state, &|| drop(scope.take_failure()));
        prop_assert_eq!(found.len(), right.len());
        for (found, right) in found.iter().zip(&right) {
            prop_assert!(is_right(found.poly(), right));
        }
    }

    #[test]
    fn quantities_are_right_or_an_error(
        robot in 0..ROBOTS.len(),
        first in 0..QUANTITIES.len(),
        second in 0..QUANTITIES.len(),
        terms in 0usize..60,
    ) {
        let robots = robots();
        let robot = &robots[robot];
        let read = |name: &str| Quantity::read(name, robot).ok()?.first().copied();
        let (free, cut) = (
            PolynomialArithmetic::new(robot, Budget::default()),
            PolynomialArithmetic::new(robot, Budget::default().with_terms(terms)),
        );
        let free = Derivation::new(robot, &free).unwrap();
        // a budget of nothing is hit by the entries of the robot
        let Ok(cut) = Derivation::new(robot, &cut) else { return Ok(()) };
        // asked once, and again what may be kept from before
        for name in [first, second, first, second] {
            let Some(quantity) = read(QUANTITIES[name]) else { continue };
            let (Ok(right), Ok(found)) = (free.get(quantity), cut.get(quantity)) else { continue };
            for (found, right) in found.entries().zip(right.entries()) {
                prop_assert!(found.poly().is_ok() && is_right(found.poly(), right));
            }
        }
    }

    #[test]
    fn expressions_are_right_or_an_error(
        robot in 0..ROBOTS.len(),
        first in 0..QUANTITIES.len(),
        second in 0..QUANTITIES.len(),
        nodes in 20usize..400,
    ) {
        let robots = robots();
        let robot = &robots[robot];
        let read = |name: &str| Quantity::read(name, robot).ok()?.first().copied();
        let value = |symbol: appell_algebra::Symbol| {
            Some(0.3 + 0.1 * (robot.symbols().name(symbol).bytes().map(u32::from).sum::<u32>() % 17) as f64)
        };
        let free = Graph::new(robot.symbols());
        let cut = Graph::with_budget(robot.symbols(), Budget::default().with_nodes(nodes));
        let (right, found) = (Derivation::new(robot, &free), Derivation::new(robot, &cut));
        let (Ok(right), Ok(found)) = (right, found) else { return Ok(()) };
        let numbers = |entries: Vec<Expr<'_>>| -> Vec<Result<f64, Error>> {
            entries.iter().map(|entry| entry.evaluate(value)).collect()
        };
        for name in [first, second, first, second] {
            let Some(quantity) = read(QUANTITIES[name]) else { continue };
            let Ok(right) = right.get(quantity) else { continue };
            let right = numbers(right.entries().copied().collect());
            let answer = found.get(quantity);
            cut.take_failure();
            let Ok(answer) = answer else { continue };
            let answer = numbers(answer.entries().copied().collect());
            for (found, right) in answer.iter().zip(&right) {
                let (found, right) = (found.clone().unwrap(), right.clone().unwrap());
                prop_assert!((found - right).abs() <= 1e-9 * (1.0 + right.abs()));
            }
        }
    }
}
