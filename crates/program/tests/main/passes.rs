//! Every pass keeps the values, exactly, and never makes a program larger.

use appell_algebra::{Expr, Graph, Symbols};
use appell_program::{Pass, Program};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn passes_keep_the_values_and_never_add_operations(steps in crate::common::steps()) {
        let symbols = Symbols::new();
        let graph = Graph::new(&symbols);
        let formulas = crate::common::formulas(&graph, &steps);
        let program = crate::common::program(&graph, &symbols, &formulas);
        let values = crate::common::values(&program);
        for pass in Pass::ALL {
            let after = program.after(pass).unwrap();
            prop_assert_eq!(crate::common::values(&after), values.clone(), "{:?}", pass);
            prop_assert!(after.count().weight() <= program.count().weight(), "{:?}", pass);
        }
        let optimised = program.optimised().unwrap();
        prop_assert_eq!(crate::common::values(&optimised), values.clone());
        prop_assert!(optimised.count().weight() <= program.count().weight());
        prop_assert_eq!(optimised.optimised().unwrap().count(), optimised.count());
        let scheduled = program.scheduled().unwrap();
        prop_assert_eq!(crate::common::values(&scheduled), values);
        prop_assert_eq!(scheduled.count(), program.count());
        prop_assert!(scheduled.most_live() <= program.most_live());
    }

    #[test]
    fn the_same_program_comes_out_every_time(steps in crate::common::steps()) {
        let text = || {
            let symbols = Symbols::new();
            let graph = Graph::new(&symbols);
            let formulas = crate::common::formulas(&graph, &steps);
            crate::common::program(&graph, &symbols, &formulas).optimised().unwrap().to_string()
        };
        prop_assert_eq!(text(), text());
    }
}

/// The count of an optimised program of one formula for each text, as it is printed.
fn optimised(formulas: &[&str]) -> String {
    let symbols = Symbols::new();
    let graph = Graph::new(&symbols);
    for name in ["a", "b", "c", "d", "e"] {
        symbols.parameter(name).unwrap();
    }
    for name in ["p", "q"] {
        symbols.coordinate(name).unwrap();
    }
    let read = |text: &&str| graph.parse(text).unwrap();
    let outputs: Vec<(&str, Expr<'_>)> = formulas.iter().map(|it| ("x", read(it))).collect();
    Program::new(&graph, &outputs).unwrap().optimised().unwrap().count().to_string()
}

#[test]
fn each_pass_gains_what_it_is_for() {
    // partial sums, up to sign
    assert_eq!(optimised(&["a + b + c", "d - a - c"]), "3 additions");
    // partial products
    assert_eq!(optimised(&["a*b*c", "a*d*c"]), "3 multiplications");
    // factoring
    assert_eq!(optimised(&["a*b*c + a*d*c - a*e"]), "2 multiplications, 2 additions");
    // two brackets that are one
    assert_eq!(optimised(&["a*b + a*c", "d*b + d*c"]), "2 multiplications, 1 addition");
    // sums and differences of the same parts
    let conjugates = "(a + b)*(c + d) + (a - b)*(c - d)";
    assert_eq!(optimised(&[conjugates]), "3 multiplications, 1 addition");
    // angles of parallel axes
    let turned = ["cos(p)*cos(q) - sin(p)*sin(q)", "sin(p)*cos(q) + cos(p)*sin(q)"];
    assert_eq!(optimised(&turned), "1 addition, 1 sine, 1 cosine");
    // where the single angles are needed anyway, products are cheaper
    let needed = [turned[0], turned[1], "sin(p)", "cos(p)", "sin(q)", "cos(q)"];
    assert_eq!(optimised(&needed), "4 multiplications, 2 additions, 2 sines, 2 cosines");
}

/// Factors that occur several times: one of them may go into another pair.
#[test]
fn powers_are_shared_without_harm() {
    let symbols = Symbols::new();
    let graph = Graph::new(&symbols);
    let [x, y, z] = ["x", "y", "z"].map(|name| graph.parameter(name));
    let _angles = ["p", "q", "r"].map(|name| graph.coordinate(name));
    let products = [x.pow(3) * y, x.pow(2) * z, x.pow(3) * z * z, x * y * z, y.pow(3) * x.pow(5)];
    let formulas: Vec<_> = products.iter().map(|&it| (it, Default::default())).collect();
    let program = crate::common::program(&graph, &symbols, &formulas);
    let optimised = program.optimised().unwrap();
    assert_eq!(crate::common::values(&optimised), crate::common::values(&program));
}

/// Products of sums and of differences, with all signs.
#[test]
fn conjugates_are_multiplied_out_without_harm() {
    for signs in 0..16 {
        let symbols = Symbols::new();
        let graph = Graph::new(&symbols);
        let [x, y, z] = ["x", "y", "z"].map(|name| graph.parameter(name));
        let [p, q, r] = ["p", "q", "r"].map(|name| graph.coordinate(name).sin());
        let sign = |bit: u32| graph.integer(if signs >> bit & 1 == 1 { -1 } else { 1 });
        let first = sign(0) * (x + y) * (z + p);
        let second = (sign(1) * (x - y)) * (sign(2) * (z - p));
        let formula = q * r + first + sign(3) * second;
        let program = crate::common::program(&graph, &symbols, &[(formula, Default::default())]);
        let after = program.after(Pass::Conjugates).unwrap();
        assert!(after.count().weight() < program.count().weight(), "{signs:b}");
        assert_eq!(crate::common::values(&after), crate::common::values(&program), "{signs:b}");
    }
}

#[test]
fn scheduling_brings_values_to_their_use() {
    let graph = Graph::new(&Symbols::new());
    let terms: Vec<Expr<'_>> = (0..40).map(|k| graph.parameter(&format!("x{k}")).sin()).collect();
    // all sines first, then their sum from the end
    let sum = terms.iter().rev().fold(graph.zero(), |sum, &term| sum + term);
    let program = Program::new(&graph, &[("sum", sum)]).unwrap();
    assert!(program.most_live() >= 40);
    assert_eq!(program.scheduled().unwrap().most_live(), 2);
}

#[test]
fn large_programs_are_done_in_time() {
    let graph = Graph::new(&Symbols::new());
    let mut values: Vec<Expr<'_>> = (0..50).map(|k| graph.parameter(&format!("x{k}"))).collect();
    for k in 50..20_000 {
        let (a, b) = (values[k * 2657 % 7919 % k], values[k - 1 - k * 31 % 40]);
        values.push(if k % 3 == 0 { a * b } else { a + b });
    }
    let sum = values.iter().fold(graph.zero(), |sum, &term| sum + term);
    let program = Program::new(&graph, &[("last", values[19_999]), ("sum", sum)]).unwrap();
    let optimised = program.optimised().unwrap();
    assert!(optimised.count().weight() <= program.count().weight());
}
