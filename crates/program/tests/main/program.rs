//! Programs from expressions: their values, forms, counts and texts.

use appell_algebra::{Graph, Symbols};
use appell_program::{Count, Error, Floating, InputKind, Operation, Program};
use proptest::prelude::*;

proptest! {
    #[test]
    fn a_program_has_the_values_of_its_formulas(steps in crate::common::steps()) {
        let symbols = Symbols::new();
        let graph = Graph::new(&symbols);
        let formulas = crate::common::formulas(&graph, &steps);
        let program = crate::common::program(&graph, &symbols, &formulas);
        let expected: Vec<_> = formulas.iter().map(|(_, value)| value.clone()).collect();
        prop_assert_eq!(crate::common::values(&program), expected);
    }

    #[test]
    fn operations_are_in_their_form_and_made_once(steps in crate::common::steps()) {
        let symbols = Symbols::new();
        let graph = Graph::new(&symbols);
        let program = crate::common::program(&graph, &symbols, &crate::common::formulas(&graph, &steps));
        let operations = program.operations();
        for (index, operation) in operations.iter().enumerate() {
            prop_assert!(operation.operands().all(|operand| operand.index() < index));
            prop_assert!(!operations[..index].contains(operation));
            match operation {
                Operation::Add(a, b) => prop_assert!(!a.is_negative() && a.index() <= b.index()),
                Operation::Mul(a, b) => {
                    prop_assert!(!a.is_negative() && !b.is_negative() && a.index() <= b.index());
                }
                Operation::Div(a, b) => prop_assert!(!a.is_negative() && !b.is_negative()),
                Operation::Constant(number) => prop_assert!(!number.is_negative()),
                _ => {}
            }
        }
    }
}

#[test]
fn signs_and_order_do_not_count() {
    let graph = Graph::new(&Symbols::new());
    let (x, y) = (graph.parameter("x"), graph.parameter("y"));
    let outputs = [
        ("a", x * y - x),
        ("b", x - y * x),
        ("c", (-x) * y),
        ("d", (y - x).sin()),
        ("e", (x - y).sin()),
    ];
    let program = Program::new(&graph, &outputs).unwrap();
    let expected = Count { multiplications: 1, additions: 2, sines: 1, ..Count::default() };
    assert_eq!(program.count(), expected);
}

#[test]
fn powers_are_made_by_squaring_and_numbers_count_nothing() {
    let graph = Graph::new(&Symbols::new());
    let x = graph.parameter("x");
    let tenth = Program::new(&graph, &[("y", x.pow(10))]).unwrap();
    assert_eq!(tenth.count().multiplications, 4);
    let number = graph.integer(2).sqrt() * graph.integer(3);
    let program = Program::new(&graph, &[("y", x + number)]).unwrap();
    assert_eq!(program.count().to_string(), "1 addition");
}

#[test]
fn a_reciprocal_is_a_division_or_taken_once() {
    let graph = Graph::new(&Symbols::new());
    let (x, y, z) = (graph.parameter("x"), graph.parameter("y"), graph.parameter("z"));
    let one = Program::new(&graph, &[("a", x / (y + z))]).unwrap();
    assert_eq!(one.count().to_string(), "1 addition, 1 division");
    let two = Program::new(&graph, &[("a", x / (y + z)), ("b", y / (y + z))]).unwrap();
    assert_eq!(two.count().to_string(), "2 multiplications, 1 addition, 1 division");
}

#[test]
fn inputs_come_by_kind_and_have_names() {
    let graph = Graph::new(&Symbols::new());
    let (m, q) = (graph.parameter("m"), graph.coordinate("q1"));
    let velocity = graph.symbol(graph.symbols().find("q1'").unwrap());
    let program = Program::new(&graph, &[("f", m * velocity * q.sin())]).unwrap();
    let names: Vec<&str> = program.inputs().iter().map(|input| input.name.as_str()).collect();
    assert_eq!(names, ["q1", "q1'", "m"]);
    assert_eq!(program.inputs()[1].kind, InputKind::Coordinate(1));
    assert_eq!(program.to_string(), "t1 = m * q1'\ns1 = sin(q1)\nt2 = t1 * s1\nf := t2\n");
}

#[test]
fn what_cannot_be_calculated_is_said() {
    let symbols = Symbols::new();
    let graph = Graph::new(&symbols);
    let x = graph.parameter("x");
    let missing = Program::with_inputs(&graph, &[], &[("y", x)], &[]);
    assert_eq!(missing, Err(Error::NotAnInput { name: "x".to_owned() }));
    let curve = x.apply(symbols.function("curve").unwrap());
    assert_eq!(Program::new(&graph, &[("y", curve)]), Err(Error::NamedFunction));
    let program = Program::new(&graph, &[("y", x)]).unwrap();
    assert_eq!(program.run(&Floating, &[]), Err(Error::InputCount { given: 0, expected: 1 }));
}

#[test]
fn a_program_without_inputs_or_outputs_is_one() {
    let graph = Graph::new(&Symbols::new());
    let program = Program::new(&graph, &[]).unwrap();
    assert_eq!(program.run(&Floating, &[]), Ok(Vec::new()));
    let program = Program::new(&graph, &[("seven", graph.integer(-7))]).unwrap();
    assert_eq!(program.run(&Floating, &[]), Ok(vec![-7.0]));
    assert_eq!(program.to_string(), "seven := -7\n");
}
