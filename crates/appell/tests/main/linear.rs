//! Linear models of the cart-pole and the acrobot against SymPy's (`linear/golden.py`): numbers at their
//! equilibria, and the formulas of the derivatives, decided exactly.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

use std::cell::RefCell;

use appell::algebra::{Budget, Graph, Poly, Rational, Symbols};
use appell::linear::{Error as LinearError, Options, Output, Search, Stability};
use appell::program::{Arithmetic, Error as ProgramError, Function, Program};
use appell::{Derivation, Error, Quantity, Robot, State};
use serde_json::Value;

const ROBOTS: [(&str, &str, &str); 2] = [
    ("cartpole", include_str!("linear/cartpole.toml"), "cart"),
    ("acrobot", include_str!("linear/acrobot.toml"), "elbow"),
];

fn golden() -> Value {
    serde_json::from_str(include_str!("linear/golden.json")).unwrap()
}

/// A matrix of exact fractions, as numbers.
fn fractions(value: &Value) -> Vec<Vec<f64>> {
    let entry = |value: &Value| {
        let text = value.as_str().unwrap();
        let (above, below) = text.split_once('/').unwrap_or((text, "1"));
        above.parse::<f64>().unwrap() / below.parse::<f64>().unwrap()
    };
    let row = |row: &Value| row.as_array().unwrap().iter().map(entry).collect();
    value.as_array().unwrap().iter().map(row).collect()
}

fn state(known: &Value) -> State {
    let q: Vec<f64> =
        known["q"].as_array().unwrap().iter().map(|it| it.as_f64().unwrap()).collect();
    State::new().q(q)
}

#[test]
fn the_numbers_of_sympy() {
    let golden = golden();
    for (name, text, driven) in ROBOTS {
        let robot = Robot::from_toml(text).unwrap();
        for place in ["upright", "hanging"] {
            let known = &golden[name][place];
            let model =
                robot.linearise(&state(known), &Options::default(), &Budget::default()).unwrap();
            assert!(model.is_equilibrium && model.remarks.is_empty(), "{:?}", model.remarks);
            let system = &model.system;
            for (found, known) in [(&system.a, &known["A"]), (&system.b, &known["B"])] {
                let known = fractions(known);
                assert_eq!((found.len(), found[0].len()), (known.len(), known[0].len()));
                for (found, known) in found.iter().flatten().zip(known.iter().flatten()) {
                    assert!(
                        (found - known).abs() <= 1e-12 * known.abs().max(1.0),
                        "{name} {place}"
                    );
                }
            }
            // with one driven joint both can be balanced
            let inputs = Options { inputs: Some(vec![driven.to_owned()]), ..Options::default() };
            let one = robot.linearise(&state(known), &inputs, &Budget::default()).unwrap();
            assert_eq!(one.system.inputs.len(), 1);
            assert!(one.analysis.uncontrollable.is_empty() && one.analysis.unobservable.is_empty());
            let stability = one.analysis.stability();
            // the cart rolls freely, the acrobot has no friction
            let hanging = Stability::Marginal;
            let expected = if place == "upright" { Stability::Unstable } else { hanging };
            assert_eq!(stability, expected, "{name} {place}: {:?}", one.analysis.poles);
        }
    }
}

/// A polynomial over powers of the divisors that were met.
#[derive(Clone)]
struct Fraction {
    above: Poly,
    /// The exponent of each divisor.
    below: Vec<usize>,
}

/// Calculates with fractions: the formulas of forward dynamics divide. Divisors are kept as factors, so
/// that sums need no more of them than both sides have.
struct Fractions<'s> {
    symbols: &'s Symbols,
    budget: Budget,
    divisors: RefCell<Vec<Poly>>,
}

impl Fractions<'_> {
    fn times(&self, a: &Poly, b: &Poly) -> Poly {
        a.checked_mul(b, &self.budget).unwrap()
    }

    /// A polynomial times powers of the divisors.
    fn raised(&self, poly: &Poly, exponents: impl Iterator<Item = usize>) -> Poly {
        let divisors = self.divisors.borrow();
        let factors = divisors.iter().zip(exponents);
        let all = factors.flat_map(|(divisor, exponent)| std::iter::repeat_n(divisor, exponent));
        all.fold(poly.clone(), |product, divisor| self.times(&product, divisor))
    }

    fn whole(&self, above: Poly) -> Fraction {
        Fraction { above, below: Vec::new() }
    }
}

/// The exponents of two fractions side by side.
fn pairs(a: &Fraction, b: &Fraction) -> Vec<(usize, usize)> {
    let at = |of: &Fraction, k: usize| of.below.get(k).copied().unwrap_or_default();
    (0..a.below.len().max(b.below.len())).map(|k| (at(a, k), at(b, k))).collect()
}

impl Arithmetic for Fractions<'_> {
    type Scalar = Fraction;

    fn constant(&self, number: &Rational) -> Fraction {
        self.whole(Poly::one().scale(number))
    }

    fn pi(&self) -> Result<Fraction, ProgramError> {
        panic!("no formula here has pi in it")
    }

    fn negative(&self, a: &Fraction) -> Fraction {
        Fraction { above: -&a.above, below: a.below.clone() }
    }

    fn sum(&self, a: &Fraction, b: &Fraction) -> Fraction {
        let pairs = pairs(a, b);
        let lacks = |(a, b): &(usize, usize)| b.saturating_sub(*a);
        let left = self.raised(&a.above, pairs.iter().map(lacks));
        let right = self.raised(&b.above, pairs.iter().map(|&(a, b)| lacks(&(b, a))));
        Fraction { above: &left + &right, below: pairs.iter().map(|(a, b)| *a.max(b)).collect() }
    }

    fn product(&self, a: &Fraction, b: &Fraction) -> Fraction {
        let below = pairs(a, b).iter().map(|(a, b)| a + b).collect();
        Fraction { above: self.times(&a.above, &b.above), below }
    }

    fn quotient(&self, a: &Fraction, b: &Fraction) -> Result<Fraction, ProgramError> {
        let pairs = pairs(a, b);
        let above = self.raised(&a.above, pairs.iter().map(|(a, b)| b.saturating_sub(*a)));
        let mut below: Vec<usize> = pairs.iter().map(|(a, b)| a.saturating_sub(*b)).collect();
        let mut divisors = self.divisors.borrow_mut();
        let known = divisors.iter().position(|divisor| *divisor == b.above);
        let place = known.unwrap_or(divisors.len());
        if known.is_none() {
            divisors.push(b.above.clone());
        }
        below.resize(below.len().max(place + 1), 0);
        below[place] += 1;
        Ok(Fraction { above, below })
    }

    fn call(&self, function: Function, a: &Fraction) -> Result<Fraction, ProgramError> {
        assert!(a.below.is_empty());
        let value = match function {
            Function::Sin => self.symbols.sin(&a.above, &self.budget),
            Function::Cos => self.symbols.cos(&a.above, &self.budget),
            other => panic!("{other:?}"),
        };
        Ok(self.whole(value.unwrap()))
    }
}

/// The nested formulas that `derive` prints equal SymPy's, whatever the parameters and the state: a/b = c/d
/// is decided by the normal form of a d - b c.
#[test]
fn the_formulas_of_sympy() {
    let golden = golden();
    for (name, text, _) in ROBOTS {
        let robot = Robot::from_toml(text).unwrap();
        let symbols = robot.model().symbols();
        let graph = Graph::new(symbols);
        let derivation = Derivation::new(robot.model(), &graph).unwrap();
        let fractions =
            Fractions { symbols, budget: Budget::default(), divisors: RefCell::default() };
        for (quantity, key) in [("dqdd/dq", "by_q"), ("dqdd/dqd", "by_qd"), ("dqdd/dtau", "by_tau")]
        {
            let quantity = Quantity::read_one(quantity, robot.model()).unwrap();
            let value = derivation.get(quantity).unwrap();
            for (entry, known) in value.entries().zip(golden[name][key].as_array().unwrap()) {
                let program = Program::new(&graph, &[("entry", *entry)]).unwrap();
                let read = |text: &str| Poly::parse(text, symbols, &fractions.budget).unwrap();
                let inputs: Vec<Fraction> = program
                    .inputs()
                    .iter()
                    .map(|input| fractions.whole(read(&input.name)))
                    .collect();
                let found = program.run(&fractions, &inputs).unwrap().remove(0);
                let [above, below] = [0, 1].map(|part| {
                    let text = known[part].as_str().unwrap();
                    read(&text.replace("qd1", "q1'").replace("qd2", "q2'"))
                });
                assert!(fractions.divisors.borrow().iter().all(|it| !it.is_zero()));
                assert!(!below.is_zero());
                assert_eq!(
                    fractions.times(&found.above, &below),
                    fractions.raised(&above, found.below.iter().copied()),
                    "{name} {key}"
                );
            }
        }
    }
}

fn refused(robot: &Robot, state: &State, options: &Options) -> LinearError {
    match robot.linearise(state, options, &Budget::default()) {
        Err(Error::Linear(error)) => error,
        other => panic!("{other:?}"),
    }
}

#[test]
fn trim_holds_what_driven_joints_can_hold() {
    let robot = Robot::from_toml(ROBOTS[1].1).unwrap();
    let trim = Options { search: Search::Trim, ..Options::default() };
    let bent = State::new().q([0.4, -1.1]);
    let model = robot.linearise(&bent, &trim, &Budget::default()).unwrap();
    let weight = robot.evaluate("G", &bent).unwrap().list("G").unwrap();
    assert!(model.is_equilibrium && model.point.q == [0.4, -1.1]);
    for (force, weight) in model.point.tau.iter().zip(weight) {
        assert!((force - weight).abs() < 1e-12 * weight.abs(), "{force} {weight}");
    }
    // the elbow alone holds it only where the shoulder carries nothing
    let elbow = Options { inputs: Some(vec!["elbow".to_owned()]), ..trim };
    let refusal = refused(&robot, &bent, &elbow);
    assert!(matches!(&refusal, LinearError::NotHeld { joint, .. } if joint == "shoulder"));
    let moving = State::new().q([0.4, -1.1]).qd([0.0, 1.0]);
    assert!(matches!(refused(&robot, &moving, &elbow), LinearError::NotAtRest { .. }));
    let wrong = Options { inputs: Some(vec!["elbw".to_owned()]), ..Options::default() };
    let refusal = refused(&robot, &bent, &wrong).diagnostics();
    assert!(refusal[0].to_string().contains("did you mean `elbow`?"), "{}", refusal[0]);
    let twice = vec!["elbow".to_owned(), "elbow".to_owned()];
    let twice = Options { inputs: Some(twice), ..Options::default() };
    assert!(matches!(refused(&robot, &bent, &twice), LinearError::InputTwice { .. }));
}

/// An equilibrium of given forces is found near the given coordinates; where no force changes with a
/// coordinate it stays; and forces that nothing balances have none.
#[test]
fn an_equilibrium_is_found_or_refused() {
    let search = Options { search: Search::Equilibrium, ..Options::default() };
    let robot = Robot::from_toml(ROBOTS[1].1).unwrap();
    let pushed = State::new().q([0.3, 0.2]).tau([0.0, 4.0]);
    let model = robot.linearise(&pushed, &search, &Budget::default()).unwrap();
    let held = robot.evaluate("G", &State::new().q(model.point.q.clone())).unwrap();
    for (held, given) in held.list("G").unwrap().iter().zip([0.0, 4.0]) {
        assert!((held - given).abs() < 1e-9, "{held} {given}");
    }
    assert!(model.is_equilibrium && model.point.tau == [0.0, 4.0]);
    let cartpole = Robot::from_toml(ROBOTS[0].1).unwrap();
    let tilted = State::new().q([0.7, 0.1]);
    let upright = cartpole.linearise(&tilted, &search, &Budget::default()).unwrap();
    assert!(upright.point.q[0] == 0.7 && upright.point.q[1].abs() < 1e-9, "{:?}", upright.point);
    // where gravity does not change with the angle, a step of Newton's would lead 1e16 turns away
    let level = State::new().q([0.0, std::f64::consts::FRAC_PI_2]);
    let model = cartpole.linearise(&level, &search, &Budget::default()).unwrap();
    let angle = model.point.q[1];
    assert!(angle.sin().abs() < 1e-9 && angle.abs() < 3.5, "{angle}");
    let pushed = tilted.tau([1.0, 0.0]);
    let refusal = refused(&cartpole, &pushed, &search);
    assert!(matches!(&refusal, LinearError::NoEquilibrium { residual, .. } if *residual > 0.1));
    let said = refusal.diagnostics()[0].to_string();
    assert!(
        said.contains(" m, ") && said.contains(" rad\n") && said.contains(" rad/s^2"),
        "{said}"
    );
}

/// The part that no input reaches is named: of two carts side by side, the one that is not driven.
#[test]
fn what_no_input_reaches_is_named() {
    let text = "name = 'stage'\ngravity = 0\n\
        [[joint]]\nname = 'x'\ntype = 'translation'\naxis = 'x'\nlink = { mass = 2 }\n\
        [[joint]]\nname = 'y'\ntype = 'translation'\naxis = 'y'\nfriction = { viscous = 3 }\n\
        link = { mass = 1.5 }\n";
    let robot = Robot::from_toml(text).unwrap();
    let options = Options { inputs: Some(vec!["x".to_owned()]), ..Options::default() };
    let model = robot.linearise(&State::new(), &options, &Budget::default()).unwrap();
    let lost: Vec<f64> = model.analysis.uncontrollable.iter().map(|pole| pole.re).collect();
    assert_eq!(lost.len(), 2);
    assert!((lost[0] + 2.0).abs() < 1e-12 && lost[1].abs() < 1e-12, "{lost:?}");
    assert!(model.analysis.unobservable.is_empty());
    let position = Options { outputs: vec![Output::Pose], ..options };
    let model = robot.linearise(&State::new(), &position, &Budget::default()).unwrap();
    assert_eq!(model.system.outputs.len(), 6);
    assert_eq!(model.system.c[1], [0.0, 1.0, 0.0, 0.0]);
}

/// Elastic links: trim lets them sag, and their vibrations are poles of the model with all joints held by
/// nothing; the frequencies are those of the quantity `modes`.
#[test]
fn elastic_links_are_part_of_the_model() {
    let robot = Robot::bundled("flex1r").unwrap();
    let trim = Options { search: Search::Trim, ..Options::default() };
    let model = robot.linearise(&State::new(), &trim, &Budget::default()).unwrap();
    assert!(model.is_equilibrium, "{:?}", model.accelerations);
    assert!(model.system.states.len() > 2 && model.system.inputs.len() == 1);
    let there = State::new().q(model.point.q.clone());
    let known = robot.evaluate("modes", &there).unwrap();
    let highest = known.rows("modes").unwrap().last().unwrap()[0];
    let found = model.analysis.poles.iter().map(|pole| pole.frequency()).fold(0.0, f64::max);
    assert!((found / highest - 1.0).abs() < 1e-3, "{found} {highest}");
}

#[test]
fn doubts_are_said() {
    let codes = |robot: &Robot, state: &State| -> Vec<&'static str> {
        let model = robot.linearise(state, &Options::default(), &Budget::default()).unwrap();
        model.remarks.iter().map(|it| it.code).collect()
    };
    let acrobot = Robot::from_toml(ROBOTS[1].1).unwrap();
    assert_eq!(codes(&acrobot, &State::new().q([0.5, 0.0])), ["no-equilibrium"]);
    assert_eq!(codes(&acrobot, &State::new().qd([0.5, 0.0])), ["no-equilibrium"]);
    let text = ROBOTS[0].1.replace("viscous = \"b1\"", "viscous = \"b1\", coulomb = 0.1");
    let dry = Robot::from_toml(&text).unwrap();
    assert_eq!(codes(&dry, &State::new()), ["coulomb-friction"]);
}

/// A smooth sign at rest is damping by the force of break-away over its velocity, and no doubt; on the move a
/// sign that jumps is constant. So is friction by the load: here the weight of 2 kg across the axis.
#[test]
fn friction_in_linear_models() {
    let slide = |friction: &str| {
        let text = format!(
            "name = \"slide\"\ngravity = 9.81\n[[joint]]\ntype = \"translation\"\naxis = \"x\"\n\
             friction = {{ {friction} }}\nlink = {{ mass = 2 }}\n"
        );
        Robot::from_toml(&text).unwrap()
    };
    let found = |friction: &str, rate: f64| {
        let state = State::new().q([0.3]).qd([rate]);
        let model =
            slide(friction).linearise(&state, &Options::default(), &Budget::default()).unwrap();
        let codes: Vec<&str> = model.remarks.iter().map(|it| it.code).collect();
        (model.system.a[1][1], codes.join(" "))
    };
    let law = "viscous = 0.5, constant = 2, static = 3, stribeck = 0.1";
    let (damping, codes) = found(&format!("{law}, smooth = 0.04"), 0.0);
    assert!((damping + (0.5 + 3.0 / 0.04) / 2.0).abs() < 1e-12, "{damping}");
    assert_eq!(codes, "");
    assert_eq!(found(law, 0.0), (-0.25, "coulomb-friction".to_owned()));
    // F = 2 + 1/(1 + 100 v^2), so F' = -200 v/(1 + 100 v^2)^2
    let (damping, codes) = found(law, 0.2);
    assert!((damping + (0.5 - 40.0 / 25.0) / 2.0).abs() < 1e-12, "{damping}");
    assert_eq!(codes, "no-equilibrium");
    let (damping, codes) = found("coulomb = 0.1, smooth = 0.04", 0.0);
    assert!((damping + 0.1 * 9.81 / 0.04).abs() < 1e-12, "{damping}");
    assert_eq!(codes, "");
    assert_eq!(found("viscous = 1, coulomb = 0.1", 0.2), (-0.5, "no-equilibrium".to_owned()));
}

/// Behind a gear with the efficiency e, Q = (I n^2 + m/e) q'' where the motor drives, and I n^2 + m e where it is
/// driven: B is the inverse of these. At rest it is that of the robot without losses, and this is said; where the
/// gear passes on nothing, the mean of both, and this too.
#[test]
fn losses_of_gears_are_in_the_input_matrix() {
    let text = "name = \"drive\"\ngravity = 0\n[[joint]]\ntype = \"translation\"\naxis = \"x\"\n\
                rotor = { inertia = 0.01, ratio = 5, efficiency = 0.8 }\nlink = { mass = 2 }\n";
    let robot = Robot::from_toml(text).unwrap();
    let found = |rate: f64, force: f64| {
        let state = State::new().q([0.3]).qd([rate]).tau([force]);
        let model = robot.linearise(&state, &Options::default(), &Budget::default()).unwrap();
        let codes: Vec<&str> = model.remarks.iter().map(|it| it.code).collect();
        (1.0 / model.system.b[1][0], codes.join(" "))
    };
    for (rate, force, inertia, codes) in [
        (0.2, 3.0, 0.25 + 2.0 / 0.8, "no-equilibrium"),
        (0.2, -3.0, 0.25 + 2.0 * 0.8, "no-equilibrium"),
        (-0.2, -3.0, 0.25 + 2.0 / 0.8, "no-equilibrium"),
        (0.0, 3.0, 0.25 + 2.0, "no-equilibrium gear-losses"),
        (0.2, 0.0, 0.25 + 1.0 / 0.8 + 0.8, "no-equilibrium friction-kink"),
    ] {
        let (found, remarks) = found(rate, force);
        assert!((found - inertia).abs() < 1e-12, "{rate} {force}: {found} {inertia}");
        assert_eq!(remarks, codes);
    }
}
