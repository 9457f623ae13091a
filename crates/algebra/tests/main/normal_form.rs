//! The normal form is what it claims to be: a ring, unique, and true in numbers.

use crate::common::{Tree, close, lookup, named, symbols, tree, values};
use appell_algebra::{Budget, Decision, Error, Graph, Poly, Rational, Symbol, Symbols};
use proptest::prelude::*;

fn expand(tree: &Tree, symbols: &Symbols) -> Poly {
    let graph = Graph::new(symbols);
    let poly = tree.expr(&graph).expand(&Budget::default()).unwrap();
    assert!(poly.is_normal());
    poly
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn ring_axioms(a in tree(), b in tree(), c in tree()) {
        let symbols = symbols();
        let (a, b, c) = (expand(&a, &symbols), expand(&b, &symbols), expand(&c, &symbols));
        prop_assert_eq!(&a + &b, &b + &a);
        prop_assert_eq!(&a * &b, &b * &a);
        prop_assert_eq!(&(&a + &b) + &c, &a + &(&b + &c));
        prop_assert_eq!(&(&a * &b) * &c, &a * &(&b * &c));
        prop_assert_eq!(&a * &(&b + &c), &(&a * &b) + &(&a * &c));
        prop_assert_eq!(&a + &Poly::ZERO, a.clone());
        prop_assert_eq!(&a * &Poly::one(), a.clone());
        prop_assert!((&a - &a).is_zero());
        prop_assert!((&a * &Poly::ZERO).is_zero());
        prop_assert!((&(&a * &b) * &c).is_normal());
    }

    #[test]
    fn powers_are_repeated_products(a in tree(), n in 0u32..4) {
        let symbols = symbols();
        let a = expand(&a, &symbols);
        let product = (0..n).fold(Poly::one(), |product, _| &product * &a);
        prop_assert_eq!(a.checked_pow(n, &Budget::default()).unwrap(), product);
    }

    #[test]
    fn the_value_is_that_of_the_tree(tree in tree(), seed in any::<u64>()) {
        let symbols = symbols();
        let v = values(seed);
        let (direct, magnitude) = tree.value(&v);
        let graph = Graph::new(&symbols);
        let expr = tree.expr(&graph);
        let by_expr = expr.evaluate(lookup(&symbols, v)).unwrap();
        let poly = expr.expand(&Budget::default()).unwrap();
        let by_poly = poly.evaluate(&symbols, lookup(&symbols, v)).unwrap();
        prop_assert!(close(direct, by_expr, magnitude), "{} {}", direct, by_expr);
        prop_assert!(close(direct, by_poly, magnitude), "{} {}", direct, by_poly);
    }

    #[test]
    fn rewriting_by_identities_changes_nothing(
        tree in tree(),
        choices in proptest::collection::vec(any::<u8>(), 200),
    ) {
        let symbols = symbols();
        let other = tree.rewritten(&mut choices.into_iter());
        prop_assert_eq!(expand(&tree, &symbols), expand(&other, &symbols));
    }

    #[test]
    fn different_values_are_different_forms(a in tree(), b in tree(), seed in any::<u64>()) {
        let symbols = symbols();
        let v = values(seed);
        let ((x, p), (y, q)) = (a.value(&v), b.value(&v));
        let (a, b) = (expand(&a, &symbols), expand(&b, &symbols));
        prop_assert_eq!(a == b, a.difference(&b).is_empty());
        if !close(x, y, p + q) {
            prop_assert_ne!(a, b);
        }
    }

    #[test]
    fn derivatives_follow_the_rules(a in tree(), b in tree(), by in 3usize..6) {
        let symbols = symbols();
        let budget = Budget::default();
        let x = named(&symbols, by);
        let (a, b) = (expand(&a, &symbols), expand(&b, &symbols));
        let d = |p: &Poly| p.derivative(x, &symbols, &budget).unwrap();
        let t = |p: &Poly| p.time_derivative(&symbols, &budget).unwrap();
        prop_assert_eq!(d(&(&a + &b)), &d(&a) + &d(&b));
        prop_assert_eq!(d(&(&a * &b)), &(&d(&a) * &b) + &(&a * &d(&b)));
        prop_assert_eq!(t(&(&a * &b)), &(&t(&a) * &b) + &(&a * &t(&b)));
        prop_assert!(d(&a).is_normal() && t(&a).is_normal());
    }

    #[test]
    fn the_time_derivative_is_the_chain_rule(a in tree()) {
        let symbols = symbols();
        let budget = Budget::default();
        let a = expand(&a, &symbols);
        let mut sum = Poly::ZERO;
        for name in ["q1", "q2", "q3", "q1'", "q2''"] {
            let x = symbols.find(name).unwrap();
            let rate = Poly::from(x.derivative(1).unwrap());
            sum = sum + a.derivative(x, &symbols, &budget).unwrap() * rate;
        }
        prop_assert_eq!(a.time_derivative(&symbols, &budget).unwrap(), sum);
    }

    #[test]
    fn derivatives_agree_with_finite_differences(tree in tree(), seed in any::<u64>()) {
        let symbols = symbols();
        let (q1, h) = (named(&symbols, 3), 1e-5);
        let mut v = values(seed);
        let slope = expand(&tree, &symbols).derivative(q1, &symbols, &Budget::default()).unwrap();
        let exact = slope.evaluate(&symbols, lookup(&symbols, v)).unwrap();
        let middle = v[3];
        v[3] = middle + h;
        let (above, magnitude) = tree.value(&v);
        v[3] = middle - h;
        let (below, _) = tree.value(&v);
        // a kink of a magnitude between the two points is no derivative
        prop_assume!(!format!("{tree:?}").contains("Abs"));
        let difference = (above - below) / (2.0 * h);
        let allowed = 1e-4 * (1.0 + exact.abs() + above.abs()) + 1e-9 * magnitude;
        prop_assert!((exact - difference).abs() <= allowed, "{} {}", exact, difference);
    }

    #[test]
    fn graph_and_polynomial_differentiate_alike(tree in tree()) {
        let symbols = symbols();
        let budget = Budget::default();
        let graph = Graph::new(&symbols);
        let expr = tree.expr(&graph);
        let poly = expr.expand(&budget).unwrap();
        let x = named(&symbols, 4);
        prop_assert_eq!(
            expr.derivative(x).unwrap().expand(&budget).unwrap(),
            poly.derivative(x, &symbols, &budget).unwrap()
        );
        prop_assert_eq!(
            expr.time_derivative().unwrap().expand(&budget).unwrap(),
            poly.time_derivative(&symbols, &budget).unwrap()
        );
    }

    #[test]
    fn substitution_is_evaluation_at_the_value(tree in tree(), inner in tree(), seed in any::<u64>()) {
        let symbols = symbols();
        let budget = Budget::default().with_terms(20_000);
        let v = values(seed);
        let x = named(&symbols, 2);
        let (outer, inner_poly) = (expand(&tree, &symbols), expand(&inner, &symbols));
        let substituted = outer.substitute(x, &inner_poly, &symbols, &budget);
        // powers and multiples of what is put in can be large
        prop_assume!(!matches!(substituted, Err(Error::Stopped(_) | Error::AngleMultiple { .. })));
        let substituted = substituted.unwrap();
        prop_assert!(substituted.is_normal());
        let (at, spread) = inner.value(&v);
        let mut moved = v;
        moved[2] = at;
        let (expected, magnitude) = tree.value(&moved);
        let found = substituted.evaluate(&symbols, lookup(&symbols, v)).unwrap();
        // the magnitudes multiply with each power of what is put in
        let magnitude = magnitude.max(1.0) * spread.max(1.0).powi(6);
        prop_assert!(close(expected, found, magnitude), "{} {}", expected, found);
        // the graph says the same
        let graph = Graph::new(&symbols);
        let image = tree.expr(&graph).substitute(&[(x, inner.expr(&graph))]).unwrap();
        // (a sine of a function stays as it is, so sin(2*sqrt(x)) may be written in two ways)
        if let Ok(image) = image.expand(&budget) {
            prop_assert_ne!(image.decide(&substituted), Decision::Different);
        }
    }

    #[test]
    fn angles_are_substituted_too(tree in tree(), number in -3i64..=3, quarters in -4i64..=4) {
        // q1 -> q2 + number*q3 + quarters*pi/2
        let symbols = symbols();
        let budget = Budget::default();
        let q = |name: &str| symbols.find(name).unwrap();
        let turn = Poly::from(Symbol::PI).scale(&Rational::new(quarters, 2).unwrap());
        let angle = Poly::from(q("q2")) + Poly::from(q("q3")).scale(&number.into()) + turn;
        let substituted =
            expand(&tree, &symbols).substitute(q("q1"), &angle, &symbols, &budget).unwrap();
        let v = values(5);
        let mut moved = v;
        moved[3] = v[4] + number as f64 * v[5] + quarters as f64 * std::f64::consts::FRAC_PI_2;
        let (expected, magnitude) = tree.value(&moved);
        let found = substituted.evaluate(&symbols, lookup(&symbols, v)).unwrap();
        prop_assert!(close(expected, found, 1e4 * magnitude), "{} {}", expected, found);
    }

    #[test]
    fn groups_add_up(tree in tree()) {
        let symbols = symbols();
        let poly = expand(&tree, &symbols);
        let chosen = [named(&symbols, 0), named(&symbols, 6)];
        let mut sum = Poly::ZERO;
        for group in poly.collect(&chosen) {
            for symbol in chosen {
                prop_assert_eq!(group.coefficient.degree(symbol), 0);
            }
            let head = group.factors.iter().fold(Poly::one(), |product, factor| {
                let power = Poly::atom(factor.atom).checked_pow(factor.exponent as u32, &Budget::default());
                product * power.unwrap()
            });
            sum = sum + head * group.coefficient;
        }
        prop_assert_eq!(sum, poly.clone());
        // by the powers of one symbol, the coefficients rebuild the whole
        let x = Poly::from(chosen[0]);
        let mut sum = Poly::ZERO;
        for power in 0..=poly.degree(chosen[0]) {
            let coefficient = poly.coefficient(chosen[0], power);
            sum = sum + coefficient * x.checked_pow(power as u32, &Budget::default()).unwrap();
        }
        prop_assert_eq!(sum, poly);
    }
}

#[test]
fn trigonometric_identities() {
    let symbols = symbols();
    let budget = Budget::default();
    let equal = |left: &str, right: &str| {
        let read = |text: &str| Poly::parse(text, &symbols, &budget).unwrap();
        assert_eq!(read(left), read(right), "{left} = {right}");
    };
    equal("sin(q1)^2 + cos(q1)^2", "1");
    equal("sin(q1 + q2)", "sin(q1)*cos(q2) + cos(q1)*sin(q2)");
    equal("cos(q1 - q2)", "cos(q1)*cos(q2) + sin(q1)*sin(q2)");
    equal("sin(2*q1)", "2*sin(q1)*cos(q1)");
    equal("cos(2*q1)", "1 - 2*sin(q1)^2");
    equal("cos(3*q1)", "4*cos(q1)^3 - 3*cos(q1)");
    equal("sin(q1 + q2 + q3)^2 + cos(q1 + q2 + q3)^2", "1");
    equal("sin(q1)^4 - cos(q1)^4", "1 - 2*cos(q1)^2");
    equal("sin(q1 + pi/2)", "cos(q1)");
    equal("cos(q1 - 3*pi/2)", "-sin(q1)");
    equal("sin(pi/3)", "cos(pi/6)");
    equal("cos(9223372036854775807/2*pi)", "0");
    equal("sin(x + 7*pi)", "-sin(x)");
    equal("sin(-0.3)", "-sin(3/10)");
    equal("sin(0.3)^2 + cos(0.3)^2", "1");
    equal("tan(q1)*cos(q1)", "sin(q1)");
    equal("1/cos(q1)^2", "1 + tan(q1)^2");
    equal("abs(-2*x)", "2*abs(x)");
    equal("sign(-3*x)*abs(x)", "-sign(x)*abs(x)");
    equal("sqrt(4*x)", "2*sqrt(x)");
    equal("sqrt(9/4)", "3/2");
    equal("x/l2*l2", "x");
    equal("1/(2*x + 2)", "1/2/(x + 1)");
    equal("1/(1/(x + 1))", "x + 1");
    equal("(x + l2)^3/(x + l2)", "(x + l2)^2");
}

#[test]
fn products_agree_whichever_way_they_are_calculated() {
    // The same product by single terms, by sorting, by hashing and by the dense array.
    let symbols = symbols();
    let budget = Budget::default();
    let base = Poly::parse("x + 2*l2 - 3*M1*cos(q1) + sin(q1)/x + 1/2", &symbols, &budget).unwrap();
    let plain = Poly::parse("x + 2*l2 - 3*M1 + 1/2 + 1/x", &symbols, &budget).unwrap();
    for base in [base, plain] {
        let power = base.checked_pow(7, &budget).unwrap();
        let at_once = &power * &power;
        let mut by_terms = Poly::ZERO;
        for term in power.terms() {
            by_terms = by_terms + &power * &Poly::from(term);
        }
        assert!(power.term_count().pow(2) > 1 << 15 && at_once.is_normal());
        assert_eq!(at_once, by_terms);
    }
}

#[test]
fn products_and_derivatives_of_every_width() {
    // from one machine word a monomial to sixteen, and coefficients of one and of two words
    let symbols = Symbols::new();
    let budget = Budget::default();
    for (atoms, coefficient) in [(5, 1), (30, 7), (60, 1), (90, 1 << 40), (120, -3), (300, 1)] {
        let sum = |kind: &str, offset: i64| {
            (0..atoms).fold(Poly::ZERO, |sum, i| {
                let q = symbols.coordinate(&format!("{kind}{i}")).unwrap();
                let scale = Rational::from(coefficient + offset + i);
                sum + (Poly::from(q) * Poly::cos(q)).scale(&scale)
            })
        };
        let (a, b) = (sum("q", 0), sum("q", 1) + Poly::one());
        let product = &a * &b;
        let by_terms = a.terms().map(|term| &b * &Poly::from(term)).collect::<Vec<_>>();
        let by_terms = by_terms.into_iter().fold(Poly::ZERO, |sum, part| sum + part);
        assert_eq!(product, by_terms, "{atoms}");
        let rate = |p: &Poly| p.time_derivative(&symbols, &budget).unwrap();
        assert_eq!(rate(&product), rate(&a) * &b + &a * rate(&b), "{atoms}");
    }
}

#[test]
fn like_terms_and_factors_are_collected_wherever_they_stand() {
    let symbols = Symbols::new();
    let graph = Graph::new(&symbols);
    let [a, b, c] = ["a", "b", "c"].map(|name| graph.parameter(name));
    assert_eq!(a + b + c - a - b - c, graph.zero());
    assert_eq!(a * b * c / a / b / c, graph.one());
    assert_eq!((graph.one() + a + b + graph.integer(2)).text().unwrap(), "a + b + 3");
    assert_eq!((a + b + c + a).text().unwrap(), "b + 2*a + c");
    assert_eq!((a * b * c * a).text().unwrap(), "b*c*a^2");
    // what is factored stays factored
    assert_eq!(((a + b) * c).text().unwrap(), "c*(a + b)");
}

#[test]
fn rules_of_functions_hold_for_polynomials_too() {
    // Poly's own rules, without the graph that would apply them first
    let symbols = symbols();
    let budget = Budget::default();
    let (x, l2) = (Poly::from(named(&symbols, 2)), Poly::from(named(&symbols, 1)));
    let product = &x * &l2;
    let number = |n, d| Poly::constant(Rational::new(n, d).unwrap());
    let sin = |p: &Poly| symbols.sin(p, &budget).unwrap();
    let cos = |p: &Poly| symbols.cos(p, &budget).unwrap();
    assert_eq!(sin(&-&product), -sin(&product));
    assert_eq!(cos(&-&product), cos(&product));
    assert_eq!(sin(&number(-3, 10)), -sin(&number(3, 10)));
    assert_ne!(sin(&number(3, 10)), -sin(&number(3, 10)));
    let over = |p: &Poly| symbols.reciprocal(p, &budget).unwrap();
    assert_eq!(
        over(&(&x + &l2).scale(&2.into())),
        over(&(&x + &l2)).scale(&Rational::new(1, 2).unwrap())
    );
    assert_eq!(over(&(&x - &l2)), -over(&(&l2 - &x)));
    assert_eq!(over(&over(&(&x + &l2))), &x + &l2);
    let value = |text: &str| {
        let poly = Poly::parse(text, &symbols, &budget).unwrap();
        poly.evaluate(&symbols, |symbol| {
            Some(if symbol == named(&symbols, 2) { 0.25 } else { 0.0 })
        })
        .unwrap()
    };
    assert_eq!(value("sign(l2)"), 0.0);
    assert_eq!(value("sign(x - 1) + sqrt(x) + 1/(x + 1) + abs(l2 - x)"), -1.0 + 0.5 + 0.8 + 0.25);
    let graph = Graph::new(&symbols);
    let expr = graph.parse("x^(-2)").unwrap();
    assert_eq!(expr.evaluate(|_| Some(0.25)), Ok(16.0));
    assert_eq!(Poly::parse("x^2*l2 + x", &symbols, &budget).unwrap().total_degree(), 3);
}

#[test]
fn more_atoms_than_can_be_packed() {
    let symbols = Symbols::new();
    let budget = Budget::default();
    let sum = |kind: &str, range: std::ops::Range<usize>| {
        range.fold(Poly::ZERO, |sum, i| {
            let q = symbols.coordinate(&format!("{kind}{i}")).unwrap();
            sum + Poly::sin(q) + Poly::from(q)
        })
    };
    let (a, b) = (sum("q", 0..150), sum("q", 75..225));
    let product = &a * &b;
    // (a + b)^2 - (a - b)^2 = 4ab, none of which is the same computation
    let (plus, minus) = (&a + &b, &a - &b);
    assert_eq!(&plus * &plus - &minus * &minus, product.scale(&4.into()));
    let rate = product.time_derivative(&symbols, &budget).unwrap();
    let by_parts = a.time_derivative(&symbols, &budget).unwrap() * &b
        + &a * b.time_derivative(&symbols, &budget).unwrap();
    assert_eq!(rate, by_parts);
}

#[test]
fn long_coefficients_are_exact() {
    let symbols = symbols();
    let budget = Budget::default();
    let base =
        Poly::parse("x*12345678901234567890/7 + l2/9876543210987654321 + 1", &symbols, &budget)
            .unwrap();
    let cube = base.checked_pow(9, &budget).unwrap();
    let value = |p: &Poly| {
        p.evaluate_atoms(|atom| {
            let index = atom == appell_algebra::Atom::symbol(named(&symbols, 2));
            Rational::new(if index { 3 } else { -5 }, 11)
        })
        .unwrap()
    };
    assert_eq!(value(&cube), value(&base).pow(9).unwrap());
    assert_eq!(value(&(&cube * &cube)), value(&base).pow(18).unwrap());
}

#[test]
fn a_named_function_is_opaque_but_differentiable() {
    let symbols = symbols();
    let budget = Budget::default();
    symbols.function("f").unwrap();
    let read = |text: &str| Poly::parse(text, &symbols, &budget).unwrap();
    let composed = read("f(x*q1)^2");
    assert_eq!(
        composed.time_derivative(&symbols, &budget).unwrap(),
        read("2*f(x*q1)*f'(x*q1)*x*q1'")
    );
    assert_eq!(
        read("sqrt(x*q1)").derivative(symbols.find("x").unwrap(), &symbols, &budget).unwrap(),
        read("q1/(2*sqrt(x*q1))")
    );
    assert!(
        matches!(composed.evaluate(&symbols, |_| Some(1.0)), Err(Error::NoValue { name }) if name == "f")
    );
}
