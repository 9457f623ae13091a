//! Compiled code gives the values of the interpreter, to the bit where nothing is fused.

use appell_algebra::{Expr, Graph, Rational, Symbols};
use appell_program::{
    Column, Error, Floating, Input, InputKind, Options, Program, as_compiled, sin_cos,
};
use proptest::prelude::*;

const STATES: usize = 13;

/// The inputs of some states, entry by entry; parameters are alike in all.
fn inputs(program: &Program, seed: u64) -> Vec<f64> {
    let number = |k: usize| ((k as f64 + seed as f64 * 0.37 + 1.0) * 0.618_033_988_7).fract();
    let of_input = |(row, input): (usize, &Input)| {
        let shared = input.kind == InputKind::Parameter;
        let at = move |state: usize| row * STATES + if shared { 0 } else { state };
        (0..STATES).map(move |state| 4.0 * number(at(state)) - 2.0)
    };
    program.inputs().iter().enumerate().flat_map(of_input).collect()
}

/// Coordinates for all states, and parameters.
fn split(program: &Program, inputs: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let (mut varied, mut shared) = (Vec::new(), Vec::new());
    for (row, input) in program.inputs().iter().enumerate() {
        let of_input = &inputs[row * STATES..][..STATES];
        match input.kind {
            InputKind::Parameter => shared.push(of_input[0]),
            _ => varied.extend(of_input),
        }
    }
    (varied, shared)
}

/// The same inputs as columns: every layout in turn.
fn columns<'a>(program: &Program, inputs: &'a [f64]) -> Vec<Column<'a>> {
    let column = |(row, input): (usize, &Input)| match input.kind {
        InputKind::Parameter => Column { values: &inputs[row * STATES..], first: 0, step: 0 },
        _ => Column { values: inputs, first: row * STATES, step: 1 },
    };
    program.inputs().iter().enumerate().map(column).collect()
}

fn of_state(inputs: &[f64], state: usize) -> Vec<f64> {
    inputs.iter().skip(state).step_by(STATES).copied().collect()
}

fn same_bits(a: f64, b: f64) -> bool {
    a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan()
}

/// Compares all widths with the interpreter.
fn check(program: &Program, seed: u64) {
    let inputs = inputs(program, seed);
    let count = program.outputs().len();
    for lanes in [1, 4, 8] {
        for fused in [false, true] {
            let mut compiled = program.compile(Options { fused, lanes }).unwrap();
            let mut outputs = vec![0.0; count * STATES];
            let (varied, shared) = split(program, &inputs);
            compiled.batch(1, STATES, &varied, &shared, &mut outputs).unwrap();
            let mut by_state = vec![0.0; count * STATES];
            compiled.by_state(1, STATES, &columns(program, &inputs), &mut by_state).unwrap();
            for state in 0..STATES {
                let own = of_state(&inputs, state);
                let mut single = vec![0.0; count];
                compiled.call(&own, &mut single).unwrap();
                let expected = program.run(&as_compiled(), &own).unwrap();
                for k in 0..count {
                    let batched = outputs[k * STATES + state];
                    assert!(same_bits(batched, by_state[state * count + k]));
                    assert!(same_bits(batched, single[k]), "{batched} {} {lanes}", single[k]);
                    if !fused {
                        assert!(same_bits(batched, expected[k]), "{batched} {}", expected[k]);
                    }
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn random_programs_give_the_bits_of_the_interpreter(
        steps in crate::common::steps(),
        seed in 0..100u64,
    ) {
        let symbols = Symbols::new();
        let graph = Graph::new(&symbols);
        let program = crate::common::program(&graph, &symbols, &crate::common::formulas(&graph, &steps));
        check(&program, seed);
        check(&program.optimised().unwrap(), seed);
    }
}

/// More values alive than there are registers, and functions in the midst of them.
#[test]
fn values_go_to_memory_and_come_back() {
    let graph = Graph::new(&Symbols::new());
    let mut values: Vec<Expr<'_>> = (0..9).map(|k| graph.coordinate(&format!("x{k}"))).collect();
    for k in 9..900 {
        let far = |seed: usize| (k * seed) % 7919 % k;
        let (a, b, c) = (values[far(2657)], values[k - 1 - k % 9], values[far(3571)]);
        values.push(match k % 11 {
            0 => (a - b).sin(),
            1 => (a * b).cos() * c,
            2 => (a * a + b * b).sqrt() / (c * c + graph.one()),
            3 => a.sign() * b.abs(),
            4..=7 => a * b - c * b,
            _ => (a + b * c).scale(&Rational::new(1, 2).unwrap()),
        });
        // no larger than a sine
        if k % 5 == 0 {
            values[k] = values[k].sin();
        }
    }
    let names: Vec<String> = (0..60).map(|k| format!("y{k}")).collect();
    let outputs: Vec<(&str, Expr<'_>)> =
        names.iter().enumerate().map(|(k, name)| (name.as_str(), -values[899 - 13 * k])).collect();
    let program = Program::new(&graph, &outputs).unwrap();
    assert!(program.most_live() > 40);
    check(&program, 1);
    check(&program.optimised().unwrap(), 2);
}

/// Fused products and sums are as near to the true value as separate ones.
#[test]
fn fused_code_is_near() {
    let graph = Graph::new(&Symbols::new());
    let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| graph.parameter(name));
    let outputs = [
        ("sum", a * b + c),
        ("difference", a * b - c),
        ("negative", c - a * b),
        ("two", a * b + c * d),
        ("square", a * a + a),
        ("again", b * b - c * c),
    ];
    let program = Program::new(&graph, &outputs).unwrap();
    let mut compiled = program.compile(Options::default()).unwrap();
    let (inputs, mut outputs) = ([1.25, -0.375, 2.5, 0.125], [0.0; 6]);
    compiled.call(&inputs, &mut outputs).unwrap();
    assert_eq!(outputs.to_vec(), program.run(&Floating, &inputs).unwrap());
}

#[test]
fn threads_share_the_states() {
    let graph = Graph::new(&Symbols::new());
    let (p, q, m) = (graph.coordinate("p"), graph.coordinate("q"), graph.parameter("m"));
    let program = Program::new(&graph, &[("x", p.sin() * m - q), ("y", q * q)]).unwrap();
    let compiled = program.compile(Options::default()).unwrap();
    for states in [0, 1, 255, 512, 1031, 5000] {
        let inputs: Vec<f64> = (0..2 * states).map(|k| (k as f64 * 0.618).fract()).collect();
        let run = |threads: usize| {
            let mut outputs = vec![0.0; 2 * states];
            compiled.batch(threads, states, &inputs, &[1.5], &mut outputs).unwrap();
            outputs
        };
        assert_eq!(run(1), run(3));
        assert_eq!(run(1), run(64));
    }
}

/// Outputs that are alike, opposite, constant or inputs, in batches of several tiles and of a part of
/// one: every row has what single calls give.
#[test]
fn rows_of_a_batch_are_what_single_calls_give() {
    let graph = Graph::new(&Symbols::new());
    let (p, q, m) = (graph.coordinate("p"), graph.coordinate("q"), graph.parameter("m"));
    let same = p.sin() * m - q;
    let number = graph.constant(Rational::new(-7, 3).unwrap());
    let few = vec![same, q, -same, number, graph.zero(), same, -q, m, -number];
    // so many that a tile has room for one run only
    let power = |k: usize| (0..k % 11).fold(same, |product, _| product * p) + q * number;
    let shifted = |k: usize| power(k) + graph.constant(Rational::from(k as i64));
    let many: Vec<Expr<'_>> = (0..5000).map(shifted).collect();
    for (formulas, sizes) in [(few, vec![3, 64, 150, 1031]), (many, vec![3, 67])] {
        let outputs: Vec<(&str, Expr<'_>)> = formulas.iter().map(|&it| ("y", it)).collect();
        let program = Program::new(&graph, &outputs).unwrap();
        let mut compiled = program.compile(Options::default()).unwrap();
        for states in sizes {
            let inputs: Vec<f64> = (0..2 * states).map(|k| (k as f64 * 0.618).fract()).collect();
            let mut rows = vec![f64::NAN; outputs.len() * states];
            compiled.batch(1, states, &inputs, &[1.5], &mut rows).unwrap();
            for state in 0..states {
                let mut single = vec![0.0; outputs.len()];
                let own = [inputs[state], inputs[states + state], 1.5];
                compiled.call(&own, &mut single).unwrap();
                for (k, value) in single.into_iter().enumerate() {
                    let batched = rows[k * states + state];
                    assert!(same_bits(batched, value), "{states} {state} {k}: {batched} {value}");
                }
            }
        }
    }
}

#[test]
fn wrong_sizes_are_said() {
    let graph = Graph::new(&Symbols::new());
    let program = Program::new(&graph, &[("y", graph.coordinate("x").sin())]).unwrap();
    let mut compiled = program.compile(Options::default()).unwrap();
    let expected = Error::InputCount { given: 2, expected: 1 };
    assert_eq!(compiled.call(&[1.0, 2.0], &mut [0.0]), Err(expected));
    let expected = Error::OutputCount { given: 1, expected: 2 };
    assert_eq!(compiled.batch(1, 2, &[1.0, 2.0], &[], &mut [0.0]), Err(expected));
    let expected = Error::InputCount { given: 1, expected: 0 };
    assert_eq!(compiled.batch(1, 1, &[1.0], &[2.0], &mut [0.0]), Err(expected));
    assert_eq!(compiled.batch(4, 0, &[], &[], &mut []), Ok(()));
}

#[test]
fn programs_without_operations_are_compiled() {
    let graph = Graph::new(&Symbols::new());
    let x = graph.parameter("x");
    let program = Program::new(&graph, &[("x", x), ("n", -x), ("k", graph.integer(7))]).unwrap();
    check(&program, 3);
    check(&Program::new(&graph, &[]).unwrap(), 0);
}

/// In all binades, near multiples of a quarter turn, and where there is no number.
#[test]
fn sines_and_cosines_are_right_everywhere() {
    let near = |a: f64, b: f64| (a - b).abs() <= 1.5 * f64::EPSILON * b.abs().max(1e-300);
    let check = |x: f64| {
        let (sine, cosine) = sin_cos(x);
        // the library's are right to less than a unit in the last place
        assert!(near(sine, x.sin()), "sin({x:e}) = {sine:e}, not {:e}", x.sin());
        assert!(near(cosine, x.cos()), "cos({x:e}) = {cosine:e}, not {:e}", x.cos());
    };
    for exponent in -1074..1024 {
        for k in 0..40 {
            let x = (1.0 + f64::from(k) / 40.0) * 2f64.powi(exponent);
            check(x);
            check(-x);
        }
    }
    for k in 0..50_000 {
        let multiple = f64::from(k) * std::f64::consts::FRAC_PI_2;
        for x in [multiple, multiple.next_up(), multiple.next_down(), multiple + 1e-9] {
            check(x);
        }
        check(f64::from(k) * 0.37);
    }
    for x in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert!(sin_cos(x).0.is_nan() && sin_cos(x).1.is_nan());
    }
    assert_eq!(sin_cos(0.0), (0.0, 1.0));
}

/// Inputs that lie state by state, and an array of states that is too short.
#[test]
fn columns_of_any_layout() {
    let graph = Graph::new(&Symbols::new());
    let [a, b] = ["a", "b"].map(|name| graph.coordinate(name));
    let program = Program::new(&graph, &[("x", a * b), ("five", graph.integer(5))]).unwrap();
    let compiled = program.compile(Options::default()).unwrap();
    const COUNT: usize = 1000;
    let states: Vec<f64> = (0..2 * COUNT).map(|k| k as f64).collect();
    let columns = |values| [0, 1].map(|first| Column { values, first, step: 2 });
    let mut outputs = vec![0.0; 2 * COUNT];
    compiled.by_state(3, COUNT, &columns(&states), &mut outputs).unwrap();
    for (state, found) in outputs.chunks(2).enumerate() {
        let [a, b] = [2 * state, 2 * state + 1].map(|k| k as f64);
        assert_eq!(found, [a * b, 5.0]);
    }
    let short = columns(&states[..2 * COUNT - 1]);
    let refused = compiled.by_state(1, COUNT, &short, &mut outputs);
    assert_eq!(refused, Err(Error::InputCount { given: 1, expected: 2 }));
    assert!(compiled.by_state(1, COUNT, &columns(&states), &mut outputs[1..]).is_err());
    assert!(compiled.by_state(1, 0, &columns(&[]), &mut []).is_ok());
    let endless = [0, 1].map(|first| Column { values: &states, first, step: usize::MAX });
    assert!(compiled.by_state(1, COUNT, &endless, &mut outputs).is_err());
}
