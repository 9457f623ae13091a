//! The formulations agree: exactly, as polynomials or with rational numbers.

use crate::common::{exact, named, newton_euler, rational};
use appell_algebra::{Budget, BudgetScope, BudgetedPoly, Poly, Rational};
use appell_mechanics::{
    Mechanism, State, appell, energy, exponential, geometry, higher_order, jacobian, kinematics,
    lagrange, mass_matrix, regressor, theorems,
};
use appell_model::{BUNDLED, Bundled, Robot, strategy};
use appell_spatial::Scalar;
use proptest::prelude::*;

/// Robots whose equations are small enough to be multiplied out in three ways.
fn small() -> impl Iterator<Item = (&'static str, Robot)> {
    let files = BUNDLED.iter().map(|file| (file.name, file.read().robot.unwrap()));
    files.filter(|(name, robot)| {
        !robot.is_elastic() && (robot.joints().len() <= 5 || *name == "trttrr1")
    })
}

/// The bundled robots with rigid links only; `elastic.rs` has the others.
fn rigid() -> impl Iterator<Item = &'static Bundled> {
    BUNDLED.iter().filter(|file| !file.read().robot.unwrap().is_elastic())
}

fn polys(entries: &[BudgetedPoly<'_>]) -> Vec<Poly> {
    entries.iter().map(|entry| entry.poly().unwrap().clone()).collect()
}

#[test]
fn newton_euler_is_lagrange_is_appell() {
    for (name, robot) in small() {
        let scope = BudgetScope::new(Budget::default());
        let (mechanism, state) = exact(&robot, &scope, 2);
        let newton = polys(&newton_euler(&mechanism, &state));
        let lagrange = polys(&lagrange::driving_forces_by_lagrange(&mechanism, &state));
        assert!(newton == lagrange, "{name}: Lagrange");
        let appell = polys(&appell::driving_forces_by_appell(&mechanism, &state));
        assert!(newton == appell, "{name}: Appell");
        scope.check().unwrap();
    }
}

/// The same for every bundled robot, up to twenty joints, with exact numbers.
#[test]
fn large_robots_agree_in_exact_numbers() {
    for file in rigid() {
        let robot = file.read().robot.unwrap();
        for seed in [3, 8] {
            let (mechanism, state) = rational(&robot, seed, 2);
            all_routes_agree(&mechanism, &state, file.name);
        }
    }
}

fn all_routes_agree(mechanism: &Mechanism<Rational>, state: &State<Rational>, name: &str) {
    let newton = newton_euler(mechanism, state);
    assert_eq!(newton, lagrange::driving_forces_by_lagrange(mechanism, state), "{name}");
    assert_eq!(newton, appell::driving_forces_by_appell(mechanism, state), "{name}");
    // Q = M q'' + C q' + G + J^T (payload)
    let frames = geometry::frames(mechanism, state);
    let mass = mass_matrix::mass_matrix(mechanism, state, &frames.in_parent);
    let coriolis = lagrange::coriolis_matrix(mechanism, state);
    let gravity = lagrange::potential_forces(mechanism, state);
    let payload = jacobian::applied_forces(mechanism, state, &frames);
    for (i, force) in newton.iter().enumerate() {
        let mut sum = gravity[i].add(&payload[i]);
        for (j, at) in state.coordinates.iter().enumerate() {
            sum = sum.add(&mass[i][j].mul(&at.rate(2))).add(&coriolis[i][j].mul(&at.rate(1)));
        }
        assert_eq!(*force, sum, "{name} {i}");
    }
    // matrix exponentials
    let by_exponentials = exponential::frames_by_exponentials(mechanism, state);
    let in_base = frames.in_base.iter().chain([&frames.tool]);
    assert!(by_exponentials.iter().eq(in_base), "{name}");
    // Q = Y p, where nothing pushes
    let mut unloaded = mechanism.clone();
    unloaded.payload = mechanism.free().payload;
    unloaded.joints.iter_mut().for_each(|joint| joint.spring.stiffness = Rational::ZERO);
    unloaded.compensators.clear();
    let motions = kinematics::motions(&unloaded, state, &frames.in_parent);
    let parameters = regressor::inertial_parameters(&unloaded);
    let rows = regressor::regressor(&unloaded, state, &frames.in_parent, &motions);
    let forces: Vec<Rational> = rows
        .iter()
        .map(|row| row.iter().zip(&parameters).fold(Rational::ZERO, |sum, (y, p)| &sum + &(y * p)))
        .collect();
    assert_eq!(newton_euler(&unloaded, state), forces, "{name}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn random_robots_agree(robot in strategy::trees(1..=6), seed in 0..50i64) {
        prop_assume!(!robot.coordinates().is_empty());
        let (mechanism, state) = rational(&robot, seed, 2);
        all_routes_agree(&mechanism, &state, "random");
    }

    #[test]
    fn random_driven_robots_agree(robot in strategy::driven_trees(1..=5), seed in 0..50i64) {
        prop_assume!(!robot.coordinates().is_empty());
        let (mechanism, state) = rational(&robot, seed, 2);
        all_routes_agree(&mechanism, &state, "random");
    }
}

#[test]
fn exponentials_are_the_recursion_for_every_robot() {
    for file in rigid().filter(|file| file.name != "chain20") {
        let robot = file.read().robot.unwrap();
        let scope = BudgetScope::new(Budget::default());
        let (mechanism, state) = exact(&robot, &scope, 0);
        let frames = geometry::frames(&mechanism, &state);
        let exponentials = exponential::frames_by_exponentials(&mechanism, &state);
        for (a, b) in frames.in_base.iter().chain([&frames.tool]).zip(&exponentials) {
            assert_eq!(
                polys(a.rotation.0.as_flattened()),
                polys(b.rotation.0.as_flattened()),
                "{}",
                file.name
            );
            assert_eq!(polys(&a.position.0), polys(&b.position.0), "{}", file.name);
        }
        scope.check().unwrap(); // nothing was cut short
    }
}

/// d/dt (Ek + Ep) = sum (Q_i - payload's share) q_i', and M' - 2 C is skew: as polynomials, with
/// the algebra's own time derivative.
#[test]
fn power_and_skewness() {
    let budget = Budget::default();
    for (name, robot) in small() {
        let scope = BudgetScope::new(budget.clone());
        let (mechanism, state) = exact(&robot, &scope, 2);
        let symbols = robot.symbols();
        let frames = geometry::frames(&mechanism, &state);
        let motions = kinematics::motions(&mechanism, &state, &frames.in_parent);
        let energy = energy::kinetic(&mechanism, &state, &motions, None)
            .add(&energy::potential(&mechanism, &state, &frames));
        let mut balance = energy.poly().unwrap().time_derivative(symbols, &budget).unwrap();
        let payload = jacobian::applied_forces(&mechanism, &state, &frames);
        for (k, force) in newton_euler(&mechanism, &state).iter().enumerate() {
            let power = force.sub(&payload[k]).mul(&state.coordinates[k].rate(1));
            balance = balance - power.poly().unwrap().clone();
        }
        assert!(balance.is_zero(), "{name}: power");

        let mass = mass_matrix::mass_matrix(&mechanism, &state, &frames.in_parent);
        let coriolis = lagrange::coriolis_matrix(&mechanism, &state);
        for i in 0..mass.len() {
            for j in 0..mass.len() {
                assert_eq!(mass[i][j].poly().unwrap(), mass[j][i].poly().unwrap());
                let rate = mass[i][j].poly().unwrap().time_derivative(symbols, &budget).unwrap();
                let sum = coriolis[i][j].add(&coriolis[j][i]);
                assert!(rate == *sum.poly().unwrap(), "{name}: M' = C + C^T at {i} {j}");
            }
        }
        scope.check().unwrap(); // nothing was cut short
    }
}

/// The relations that the papers read off: which component of which wrench a drive gives.
#[test]
fn driving_forces_of_the_papers() {
    let pick: [(&str, &[(char, usize)]); 3] = [
        ("rttrr", &[('n', 2), ('f', 2), ('f', 1), ('n', 2), ('n', 1)]),
        ("trttrr1", &[('f', 1), ('n', 2), ('f', 2), ('f', 0), ('n', 0), ('n', 1)]),
        ("ttrt", &[('f', 1), ('f', 0), ('f', 2), ('n', 2)]),
    ];
    for (name, components) in pick {
        let robot = named(name);
        let scope = BudgetScope::new(Budget::default());
        let (mechanism, state) = exact(&robot, &scope, 2);
        let in_parent = geometry::in_parent(&mechanism, &state);
        let motions = kinematics::motions(&mechanism, &state, &in_parent);
        let wrenches = appell_mechanics::newton_euler::connection_wrenches(
            &mechanism, &state, &in_parent, &motions,
        );
        for (k, (force, (letter, component))) in
            newton_euler(&mechanism, &state).iter().zip(components).enumerate()
        {
            let wrench = &wrenches[k];
            let vector = if *letter == 'f' { &wrench.force } else { &wrench.moment };
            assert_eq!(force.poly().unwrap(), vector.0[*component].poly().unwrap(), "{name} {k}");
        }
        scope.check().unwrap(); // nothing was cut short
    }
}

/// The trace form and the explicit form of the acceleration energies.
#[test]
fn acceleration_energies_in_two_forms() {
    for (name, robot) in small() {
        let (mechanism, state) = rational(&robot, 5, 4);
        for p in 1..=3 {
            let trace = higher_order::acceleration_energy(&mechanism, &state, p);
            assert_eq!(
                Some(trace),
                higher_order::explicit_energy(&mechanism, &state, p),
                "{name} {p}"
            );
        }
    }
    // and as polynomials
    let robot = named("2r");
    let scope = BudgetScope::new(Budget::default());
    let (mechanism, state) = exact(&robot, &scope, 4);
    for p in 1..=3 {
        let trace = higher_order::acceleration_energy(&mechanism, &state, p);
        let explicit = higher_order::explicit_energy(&mechanism, &state, p).unwrap();
        assert_eq!(trace.poly().unwrap(), explicit.poly().unwrap());
    }
    assert!(higher_order::explicit_energy(&mechanism, &state, 4).is_none());
    scope.check().unwrap(); // nothing was cut short
}

/// Time derivatives of the driving forces: by functions of time, and by the algebra.
#[test]
fn rates_of_driving_forces() {
    let budget = Budget::default();
    for name in ["2r", "trr", "trtr", "scara"] {
        let robot = named(name);
        let scope = BudgetScope::new(budget.clone());
        let (mechanism, state) = exact(&robot, &scope, 4);
        let jets = higher_order::driving_force_jets(&mechanism, &state, 2);
        for jet in jets {
            let rate = |order: usize| jet.at::<BudgetedPoly<'_>>(order).poly().unwrap().clone();
            let mut force = rate(0);
            for order in [1, 2] {
                force = force.time_derivative(robot.symbols(), &budget).unwrap();
                assert!(force == rate(order), "{name}");
            }
        }
        scope.check().unwrap(); // nothing was cut short
    }
}

/// The higher-order theorems, with the inertia forces alone (no gravity, no payload).
#[test]
fn theorems_of_higher_order() {
    for name in ["2r", "3r", "trtrr", "rttrr", "6r"] {
        let robot = named(name);
        let (mechanism, state) = rational(&robot, 4, 12);
        let free = mechanism.free();
        let rates = higher_order::driving_force_jets(&free, &state, 4);
        for (k, rates) in rates.iter().enumerate() {
            let q = |order: usize| rates.at::<Rational>(order);
            assert_eq!(theorems::appell(&free, &state, k), q(0), "{name} I1");
            for m in 1..=3 {
                assert_eq!(
                    theorems::mangeron_deleanu(&free, &state, k, m),
                    Some(q(0)),
                    "{name} I2 {m}"
                );
            }
            assert_eq!(theorems::first_rate(&free, &state, k), q(1), "{name} I3");
            assert_eq!(theorems::second_rate(&free, &state, k), q(2), "{name} I4");
            for m in 3..=4 {
                assert_eq!(theorems::mixed_rate(&free, &state, k, m), Some(q(1)), "{name} I5 {m}");
            }
            if k > 1 {
                continue;
            }
            for r in 1..=5 {
                assert_eq!(
                    theorems::catalan_rate(&free, &state, k, [r, r + 1]),
                    Some(q(r - 1)),
                    "{name} I6 {r}"
                );
            }
        }
    }
}

/// Q = sum of the columns of the base parameters times their values, exactly; and their number is
/// what the literature has.
#[test]
fn base_parameters_are_enough_and_no_more() {
    use appell_mechanics::base_parameters::{base_parameters, column_labels};
    let known =
        [("2r", 6), ("puma560", 36), ("ur5", 36), ("panda", 43), ("gantry", 3), ("scara", 8)];
    for (name, count) in known {
        let robot = named(name);
        let polynomials = appell_mechanics::PolynomialArithmetic::new(&robot, Budget::default());
        let derivation = appell_mechanics::Derivation::new(&robot, &polynomials).unwrap();
        let base = base_parameters(&robot, &&polynomials, derivation.mechanism()).unwrap();
        let all = column_labels(derivation.mechanism());
        let labels: Vec<&String> = base.parameters.iter().map(|it| &all[it.column]).collect();
        assert!(base.minimal && labels.len() == count, "{name}: {} {labels:?}", labels.len());
    }
    for file in rigid().filter(|file| file.name != "chain20") {
        let robot = file.read().robot.unwrap();
        let (mut mechanism, state) = rational(&robot, 6, 2);
        mechanism.payload = mechanism.free().payload;
        // springs are not linear in the inertia
        mechanism.compensators.clear();
        for joint in &mut mechanism.joints {
            joint.spring.stiffness = Rational::ZERO;
        }
        let polynomials = appell_mechanics::PolynomialArithmetic::new(&robot, Budget::default());
        let symbolic = Mechanism::new(&robot, |entry| {
            appell_mechanics::Arithmetic::entry(&&polynomials, entry)
        })
        .unwrap();
        let base = base_parameters(&robot, &&polynomials, &symbolic).unwrap();
        // of joints that follow others not every dependence is found
        let follows = robot.joints().iter().any(|joint| joint.coupling.is_some());
        assert!(base.minimal || follows, "{}", file.name);
        // the values in the same exact numbers
        let values: Vec<Rational> = base
            .parameters
            .iter()
            .map(|it| crate::common::exact_entry(&robot, it.value.poly().unwrap()))
            .collect();
        let in_parent = geometry::in_parent(&mechanism, &state);
        let motions = kinematics::motions(&mechanism, &state, &in_parent);
        let rows = regressor::regressor(&mechanism, &state, &in_parent, &motions);
        for (row, force) in rows.iter().zip(newton_euler(&mechanism, &state)) {
            let terms =
                base.parameters.iter().zip(&values).map(|(it, value)| &row[it.column] * value);
            let sum = terms.fold(Rational::ZERO, |sum, term| &sum + &term);
            assert_eq!(sum, force, "{}", file.name);
        }
    }
}

/// The same with every link as general as can be: ten symbols each, for all robots of at most
/// four joints and for the two of the papers.
#[test]
fn general_bodies_agree() {
    use appell_spatial::{MassMoments, Matrix, Vector};
    for (name, robot) in small()
        .filter(|(name, robot)| robot.joints().len() <= 4 || *name == "trttrr1" || *name == "rttrr")
    {
        let scope = BudgetScope::new(Budget::default());
        let (mut mechanism, state) = exact(&robot, &scope, 2);
        for (index, joint) in mechanism.joints.iter_mut().enumerate() {
            let entry = |name: &str| {
                let name = format!("general_{name}{}", index + 1);
                scope.scalar(robot.symbols().parameter(&name).unwrap())
            };
            joint.moments = MassMoments {
                mass: entry("m"),
                first: Vector(["hx", "hy", "hz"].map(entry)),
                inertia: Matrix::symmetric(["xx", "yy", "zz", "xy", "xz", "yz"].map(entry)),
            };
        }
        let newton = polys(&newton_euler(&mechanism, &state));
        assert!(
            newton == polys(&lagrange::driving_forces_by_lagrange(&mechanism, &state)),
            "{name}: Lagrange"
        );
        assert!(
            newton == polys(&appell::driving_forces_by_appell(&mechanism, &state)),
            "{name}: Appell"
        );
        scope.check().unwrap();
    }
}

/// J q' is the velocity of the outward iterations: of every origin and centre of mass, in own axes.
#[test]
fn jacobians_give_the_velocities() {
    use appell_mechanics::jacobian::{Point, Resolved, jacobian};
    for file in rigid() {
        let robot = file.read().robot.unwrap();
        let (mechanism, state) = rational(&robot, 2, 2);
        let frames = geometry::frames(&mechanism, &state);
        let motions = kinematics::motions(&mechanism, &state, &frames.in_parent);
        for (link, motion) in motions.iter().enumerate() {
            let centre = &mechanism.joints[link].central.centre;
            let points = [
                (Point::Origin(link), motion.v.clone()),
                (Point::Centre(link), motion.velocity_at(centre)),
                (Point::Fixed(link, centre.clone()), motion.velocity_at(centre)),
            ];
            for (point, velocity) in points {
                let columns = jacobian(&mechanism, &state, &frames, &point, Resolved::InOwnFrame);
                let sum = |pick: fn(
                    &appell_spatial::Twist<Rational>,
                ) -> &appell_spatial::Vector<Rational>| {
                    let zero = mechanism.still();
                    columns
                        .iter()
                        .zip(&state.coordinates)
                        .fold(zero, |sum, (column, at)| &sum + &pick(column).scale(&at.rate(1)))
                };
                assert_eq!(sum(|column| &column.linear), velocity, "{}", file.name);
                assert_eq!(sum(|column| &column.angular), motion.omega, "{}", file.name);
            }
        }
    }
}

/// All of kinematics by the second route: frames as products of exponentials of functions of time
/// have the velocities and accelerations of the outward iterations, for every robot.
#[test]
fn exponentials_give_velocities_and_accelerations() {
    use appell_spatial::{Matrix, Vector};
    for file in rigid() {
        let robot = file.read().robot.unwrap();
        let (mechanism, state) = rational(&robot, 9, 2);
        let free = mechanism.free();
        let frames = geometry::frames(&free, &state);
        let motions = kinematics::motions(&free, &state, &frames.in_parent);
        let moving = exponential::moving_frames_by_exponentials(&free, &state, 2);
        for (link, motion) in motions.iter().enumerate() {
            let at = |order: usize| moving[link].map(|entry| entry.at::<Rational>(order));
            let (rotation, own) = (at(0).rotation, |vector: &Vector<Rational>| {
                &frames.in_base[link].rotation * vector
            });
            assert_eq!(at(1).position, own(&motion.v), "{}: v", file.name);
            assert_eq!(at(2).position, own(&motion.a), "{}: a", file.name);
            // R' R^T = [omega]x, R'' R^T = [eps]x + [omega]x^2
            let spin = Matrix::cross(&own(&motion.omega));
            assert_eq!(&at(1).rotation * &rotation.transpose(), spin, "{}: omega", file.name);
            let expected = &Matrix::cross(&own(&motion.eps)) + &(&spin * &spin);
            assert_eq!(&at(2).rotation * &rotation.transpose(), expected, "{}: eps", file.name);
        }
    }
}
