//! The short form: equal to the normal form by another route, never longer than it was.

use std::collections::BTreeMap;

use appell_algebra::{Budget, Error as AlgebraError, Formula, Poly, Printer, Stop, Symbol};
use appell_mechanics::{ClosedForm, Derivation, Error, PolynomialArithmetic, Quantity};
use appell_model::{BUNDLED, Robot, bundled};
use appell_report::{DeriveOptions, Derived, DerivedForm};

use crate::read_back::compared;

fn robot(name: &str) -> Robot {
    bundled(name).unwrap().read().robot.unwrap()
}

fn short(robot: &Robot, names: &[&str]) -> Derived {
    let quantities: Vec<Quantity> =
        names.iter().flat_map(|name| Quantity::read(name, robot).unwrap()).collect();
    DeriveOptions::new().form(DerivedForm::Short).derive(robot, &quantities).unwrap()
}

/// Characters of LaTeX without white space: all formulas, and all definitions with their names and 5
/// for `\[ = \]`.
fn characters(derived: &Derived) -> usize {
    let printer = Printer::new(derived.robot().symbols());
    let count =
        |formula: &Formula| printer.latex(formula).chars().filter(|c| !c.is_whitespace()).count();
    let definition =
        |(name, formula): &(Symbol, Formula)| count(&Formula::Symbol(*name)) + count(formula) + 5;
    let formulas = derived.quantities().iter().flat_map(|quantity| quantity.value().entries());
    derived.steps().iter().map(definition).chain(formulas.map(count)).sum()
}

/// The text of every formula read again, its abbreviations replaced by what their own text says:
/// exactly the polynomials of the derivation.
fn assert_reads_back(robot: &Robot, derived: &Derived) {
    let symbols = derived.robot().symbols();
    let (printer, budget) = (Printer::new(symbols), Budget::default());
    let polynomials = PolynomialArithmetic::new(robot, budget.clone());
    let derivation = Derivation::new(robot, &polynomials).unwrap();
    let mut meanings: BTreeMap<Symbol, Poly> = BTreeMap::new();
    let read = |formula: &Formula, meanings: &BTreeMap<Symbol, Poly>| {
        let text = printer.text(formula);
        let known: Vec<(Symbol, Poly)> = meanings.clone().into_iter().collect();
        let poly = Poly::parse(&text, symbols, &budget).unwrap();
        poly.substitute_all(&known, symbols, &budget).unwrap()
    };
    for (name, formula) in derived.steps() {
        let meaning = read(formula, &meanings);
        meanings.insert(*name, meaning);
    }
    for quantity in derived.quantities() {
        let exact = derivation.get(quantity.quantity()).unwrap();
        for ((name, formula), exact) in quantity.entries().iter().zip(exact.entries()) {
            assert_eq!(read(formula, &meanings), *exact.poly().unwrap(), "{name}");
        }
    }
}

/// The lengths of all bundled robots of rigid links with up to six joints, so that what makes formulas longer
/// is seen. `UPDATE_GOLDEN=1 cargo test -p appell-report --test main lengths` writes it.
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/short_lengths.txt");

#[test]
fn lengths_are_known_and_every_row_is_equal() {
    let head = "Characters of LaTeX of the short form, definitions counted: robot, M, C, G, Q.\n\n";
    let mut text = head.to_owned();
    for file in BUNDLED {
        let robot = file.read().robot.unwrap();
        if robot.is_elastic() || robot.coordinates().len() > 6 {
            continue;
        }
        let length = |quantity| {
            let derived = short(&robot, &[quantity]);
            assert_reads_back(&robot, &derived);
            format!(" {:5}", characters(&derived))
        };
        text += &format!("{:15}{}\n", file.name, ["M", "C", "G", "Q"].map(length).concat());
    }
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(FILE, &text).unwrap();
    }
    assert_eq!(text, std::fs::read_to_string(FILE).unwrap());
}

#[test]
fn formulas_of_one_document_share_their_abbreviations() {
    let robot = robot("2r");
    let alone: usize = ["M", "Q"].map(|name| characters(&short(&robot, &[name]))).iter().sum();
    let together = short(&robot, &["M", "Q"]);
    assert!(characters(&together) < alone);
    assert_reads_back(&robot, &together);
    // the same document again, although its abbreviations are known to the table by now
    assert_eq!(short(&robot, &["M", "Q"]).latex(), together.latex());
}

#[test]
fn abbreviations_stand_in_every_language() {
    let derived = short(&robot("acrobot"), &["M"]);
    let (name, _) = derived.steps()[0];
    let name = derived.robot().symbols().name(name);
    assert!(derived.text().starts_with(&format!("{name} = ")), "{}", derived.text());
    assert!(derived.latex().starts_with(&format!("\\[ {name} = ")), "{}", derived.latex());
    assert!(derived.typst().starts_with(&format!("$ {name} = ")), "{}", derived.typst());
    let json: serde_json::Value = serde_json::from_str(&derived.json()).unwrap();
    assert_eq!(json["steps"][0][0], name.as_str());
}

#[test]
fn accelerations_of_small_robots_have_closed_forms() {
    for name in ["cartpole", "acrobot", "2r"] {
        let robot = robot(name);
        let quotients = Quantity::all(&robot)
            .into_iter()
            .filter(|quantity| quantity.kind().row().closed_form == ClosedForm::Quotient);
        for quantity in quotients {
            let derived = short(&robot, &[&quantity.to_string()]);
            assert!(compared(&derived, &robot), "{name} {quantity}: {:?}", derived.missing());
        }
        let single = short(&robot, &["qdd[1]"]);
        assert!(compared(&single, &robot), "{name}");
    }
}

#[test]
fn closed_forms_of_larger_robots_are_refused() {
    let robot = robot("3r");
    let quantities = Quantity::read("qdd", &robot).unwrap();
    let derived =
        DeriveOptions::new().form(DerivedForm::Short).derive(&robot, &quantities).unwrap();
    assert_eq!((derived.quantities().len(), derived.missing().len()), (0, 1));
}

#[test]
fn a_budget_of_terms_stops_and_one_of_time_does_not() {
    let robot = robot("3r");
    let quantities = Quantity::read("Q", &robot).unwrap();
    let options = DeriveOptions::new().form(DerivedForm::Short);
    let few = options.budget(&Budget::default().with_terms(20));
    let derived = few.derive(&robot, &quantities).unwrap();
    let [missing] = derived.missing() else { panic!("{:?}", derived.missing()) };
    let appell_report::Error::Mechanics(Error::Algebra(error)) = missing.error() else {
        panic!("{missing:?}")
    };
    assert!(matches!(error, AlgebraError::Stopped(Stop::Terms { .. })));
}
