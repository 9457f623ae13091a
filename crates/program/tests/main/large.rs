//! A program of a million operations: compiled in memory that grows with its length only, and right.

use appell_algebra::{Expr, Graph, Symbols};
use appell_program::{Options, Program, as_compiled};

const OPERATIONS: usize = 1_000_000;

/// How much code an operation takes at the most: an instruction, a load and a store.
const BYTES_EACH: usize = 32;

/// How many values of the past an operation reaches back: more than there are registers.
const REACH: usize = 200;

fn program(graph: &Graph) -> Program {
    let mut values: Vec<Expr<'_>> =
        (0..REACH).map(|k| graph.coordinate(&format!("x{k}"))).collect();
    let damping = graph.parameter("damping");
    // nine of ten values take four operations, the others one
    for k in REACH..REACH + OPERATIONS * 10 / 37 {
        // by products that no pattern follows, so that no two operations are alike
        let value = |factor: usize| values[k - 1 - (k * factor) % 7919 % REACH];
        let [a, b, c, d] = [2657, 3571, 4409, 5381].map(value);
        values.push(if k % 10 == 0 { a.cos() } else { (a * b - c * d) * damping });
    }
    let names: Vec<String> = (0..REACH).map(|k| format!("y{k}")).collect();
    let last = values.len() - REACH;
    let outputs: Vec<(&str, Expr<'_>)> =
        names.iter().map(String::as_str).zip(values[last..].iter().copied()).collect();
    Program::new(graph, &outputs).unwrap()
}

#[test]
fn a_million_operations_are_compiled() {
    let graph = Graph::new(&Symbols::new());
    let program = program(&graph);
    let length = program.operations().len();
    assert!(length > 9 * OPERATIONS / 10, "{length}");
    let inputs: Vec<f64> =
        (0..program.inputs().len()).map(|k| 0.1 + (k as f64 * 0.618).fract() / 2.0).collect();
    let expected = program.run(&as_compiled(), &inputs).unwrap();
    assert!(expected.iter().all(|value| value.is_finite()));
    let mut compiled = program.compile(Options { fused: false, lanes: 8 }).unwrap();
    assert!(compiled.code_size() < BYTES_EACH * length, "{}", compiled.code_size());
    let mut outputs = vec![0.0; REACH];
    compiled.call(&inputs, &mut outputs).unwrap();
    assert_eq!(outputs, expected);
    let states = 9;
    let (damping, coordinates) = inputs.split_last().unwrap();
    let repeated: Vec<f64> =
        coordinates.iter().flat_map(|&value| std::iter::repeat_n(value, states)).collect();
    let mut outputs = vec![0.0; REACH * states];
    compiled.batch(1, states, &repeated, &[*damping], &mut outputs).unwrap();
    for (row, expected) in outputs.chunks(states).zip(&expected) {
        assert!(row.iter().all(|value| value == expected), "{row:?} {expected}");
    }
}
