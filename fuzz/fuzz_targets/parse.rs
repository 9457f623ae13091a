//! No text makes the reader of formulas panic or hang, and what it reads prints and reads back.

#![no_main]

use std::time::Duration;

use appell_algebra::{Budget, Decision, Form, Graph, Poly, Printer, Symbols};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let symbols = Symbols::new();
    for name in ["x", "M1", "l2"] {
        symbols.parameter(name).expect("a good name");
    }
    for name in ["q1", "q2"] {
        symbols.coordinate(name).expect("a good name");
    }
    symbols.function("f").expect("a good name");

    let budget =
        Budget::default().with_terms(500).with_nodes(2000).with_time(Duration::from_millis(500));
    let graph = Graph::with_budget(&symbols, budget.clone());
    let expr = match graph.parse(text) {
        Ok(expr) => expr,
        Err(error) => {
            for diagnostic in error.diagnostics() {
                diagnostic.render("text", text);
            }
            return;
        }
    };
    let Ok(poly) = expr.expand(&budget) else { return };
    assert!(poly.is_normal());
    let printer = Printer::new(&symbols);
    for form in [Form::Expanded, Form::Grouped(Vec::new()), Form::Compact] {
        let Ok(formula) = printer.arrange(&poly, &form, &budget) else { return };
        let shown = printer.text(&formula);
        printer.latex(&formula);
        printer.typst(&formula);
        // the text may be long, so it is read back under no limit of time
        // (a quotient is simplified in reading, so opaque functions may leave it undecided)
        let read = Poly::parse(&shown, &symbols, &Budget::default()).expect("what was printed");
        assert_ne!(read.decide(&poly), Decision::Different, "{shown}");
    }
});
