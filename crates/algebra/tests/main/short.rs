//! The short form: equal to what it shortens, never longer, the same on every run.

use std::time::Duration;

use crate::common::{symbols, tree};
use appell_algebra::{
    Budget, Cancel, Error, Form, Formula, Graph, Poly, Printer, ShortForm, Stop, Symbols,
};
use proptest::prelude::*;

/// The text of each formula, read with its abbreviations replaced by what they stand for: the proof
/// of the library again, by the reader of texts and by substitution.
fn read_back(short: &ShortForm, symbols: &Symbols) -> Vec<Poly> {
    let budget = Budget::default();
    let printer = Printer::new(symbols);
    let read = |formula: &Formula| Poly::parse(&printer.text(formula), symbols, &budget).unwrap();
    short
        .results
        .iter()
        .map(|formula| {
            // the last definition may contain all others
            short.steps.iter().rev().fold(read(formula), |poly, (name, meaning)| {
                poly.substitute(*name, &read(meaning), symbols, &budget).unwrap()
            })
        })
        .collect()
}

fn characters(printer: &Printer<'_>, formula: &Formula) -> usize {
    printer.latex(formula).chars().filter(|c| !c.is_whitespace()).count()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn a_short_form_is_equal_and_not_longer(first in tree(), second in tree()) {
        let symbols = symbols();
        let budget = Budget::default();
        let graph = Graph::new(&symbols);
        let computed = vec![first.expr(&graph), second.expr(&graph)];
        let exact: Vec<Poly> =
            computed.iter().map(|expr| expr.expand(&budget).unwrap()).collect();
        let reserved: Vec<String> = symbols.names();
        let short = ShortForm::of(&exact, &[computed], &Printer::new(&symbols), &reserved, &budget).unwrap();
        prop_assert!(short.complete);
        let printer = Printer::new(&symbols);
        // a reciprocal of a sum that is written out may be read as more than one function
        let opaque = exact.iter().any(|poly| poly.text(&symbols).contains("/("));
        if !opaque {
            prop_assert_eq!(read_back(&short, &symbols), exact.clone());
        }
        let expanded: usize = exact
            .iter()
            .map(|poly| characters(&printer, &printer.arrange(poly, &Form::Expanded, &budget).unwrap()))
            .sum();
        prop_assert!(short.length <= expanded, "{} of {expanded}", short.length);
        let again = ShortForm::of(&exact, &[], &Printer::new(&symbols), &reserved, &budget).unwrap();
        let other = ShortForm::of(&exact, &[], &Printer::new(&symbols), &reserved, &budget).unwrap();
        prop_assert_eq!(&again.results, &other.results);
        prop_assert_eq!(&again.steps, &other.steps);
    }
}

/// The short form of some formulas as text, definitions first.
fn shortened(texts: &[&str], parameters: &[&str]) -> Vec<String> {
    let symbols = Symbols::new();
    for name in ["q1", "q2"] {
        symbols.coordinate(name).unwrap();
    }
    for name in parameters {
        symbols.parameter(name).unwrap();
    }
    let budget = Budget::default();
    let exact: Vec<Poly> =
        texts.iter().map(|text| Poly::parse(text, &symbols, &budget).unwrap()).collect();
    let short =
        ShortForm::of(&exact, &[], &Printer::new(&symbols), &symbols.names(), &budget).unwrap();
    assert_eq!(read_back(&short, &symbols), exact);
    let printer = Printer::new(&symbols);
    let steps = short
        .steps
        .iter()
        .map(|(name, meaning)| format!("{} = {}", symbols.name(*name), printer.text(meaning)));
    steps.chain(short.results.iter().map(|formula| printer.text(formula))).collect()
}

#[test]
fn common_factors_are_taken_out() {
    let names = ["a1", "b1", "c1", "d1"];
    assert_eq!(shortened(&["a1*c1 + a1*d1 + b1*c1 + b1*d1"], &names), ["(a1 + b1)*(c1 + d1)"]);
    assert_eq!(shortened(&["2*a1*b1 + 4*a1*c1"], &names), ["2*a1*(b1 + 2*c1)"]);
    assert_eq!(shortened(&["a1/d1 + b1/d1 + c1/d1"], &names), ["(a1 + b1 + c1)/d1"]);
}

#[test]
fn squares_of_sines_and_sums_of_angles_are_chosen_by_length() {
    let names = ["m1"];
    assert_eq!(shortened(&["m1 - m1*cos(q1)^2"], &names), ["m1*sin(q1)^2"]);
    assert_eq!(
        shortened(&["m1*sin(q1)*cos(q2) + m1*cos(q1)*sin(q2)"], &names),
        ["m1*sin(q1 + q2)"]
    );
}

/// The mass matrix of two links: the textbook's abbreviations.
#[test]
fn what_several_formulas_share_gets_a_name() {
    let entries = [
        "J1 + J2 + m1*r1^2 + m2*l1^2 + m2*r2^2 + 2*m2*l1*r2*cos(q2)",
        "J2 + m2*r2^2 + m2*l1*r2*cos(q2)",
        "J2 + m2*r2^2 + m2*l1*r2*cos(q2)",
        "J2 + m2*r2^2",
    ];
    let short = shortened(&entries, &["J1", "J2", "m1", "m2", "l1", "r1", "r2"]);
    assert!(
        short.iter().any(|line| line == "h = J2 + m2*r2^2" || line == "p = J2 + m2*r2^2"),
        "{short:?}"
    );
    assert!(
        short.iter().any(
            |line| line.ends_with("= m2*l1*r2*cos(q2)") || line.ends_with("= l1*m2*r2*cos(q2)")
        ),
        "{short:?}"
    );
}

#[test]
fn abbreviations_have_names_that_nothing_else_has() {
    let symbols = Symbols::new();
    let reserved: Vec<String> = ["h", "p1", "u"].map(str::to_owned).into();
    let names = ["h", "p1", "u", "w_x"].map(|name| symbols.parameter(name).unwrap());
    let sum = names.iter().fold(Poly::ZERO, |sum, &name| sum + Poly::from(name));
    let (square, cube) = (&sum * &sum, &(&sum * &sum) * &sum);
    let short = ShortForm::of(
        &[square, cube, sum],
        &[],
        &Printer::new(&symbols),
        &reserved,
        &Budget::default(),
    )
    .unwrap();
    assert!(!short.steps.is_empty());
    for (name, _) in &short.steps {
        // w_x is not reserved, but its letter is: h, p and u are taken, w is the next
        assert!(!names.contains(name), "{}", symbols.name(*name));
    }
}

#[test]
fn a_time_limit_leaves_what_was_found_and_a_cancel_leaves_nothing() {
    let symbols = Symbols::new();
    for name in ["a1", "b1", "c1"] {
        symbols.parameter(name).unwrap();
    }
    let budget = Budget::default();
    let exact = [Poly::parse("(a1 + b1 + c1)^9", &symbols, &budget).unwrap()];
    let late = Budget::default().with_time(Duration::ZERO);
    let short = ShortForm::of(&exact, &[], &Printer::new(&symbols), &[], &late).unwrap();
    assert!(!short.complete);
    assert_eq!(read_back(&short, &symbols), exact);
    let cancel = Cancel::new();
    cancel.cancel();
    let cancelled = Budget::default().with_cancel(&cancel);
    let refused = ShortForm::of(&exact, &[], &Printer::new(&symbols), &[], &cancelled);
    assert!(matches!(refused, Err(Error::Stopped(Stop::Cancelled))));
}
