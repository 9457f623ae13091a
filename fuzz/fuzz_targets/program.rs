//! Compiled programs give the bits of the interpreter, in all widths, as they are and optimised, and no
//! pass makes a program larger.

#![no_main]

use appell_algebra::{Expr, Graph, Rational, Symbols};
use appell_program::{Options, Program, as_compiled};
use libfuzzer_sys::fuzz_target;

/// How many inputs there are: as many coordinates as parameters.
const INPUTS: usize = 8;
/// More than the lanes there are, and no multiple of them.
const STATES: usize = 11;
const OUTPUTS: usize = 6;

/// What is done with which of the values so far, by three bytes: some operations and functions, and
/// numbers that overflow, vanish, or are none.
fn program(graph: &Graph, bytes: &[u8]) -> Option<Program> {
    let mut values: Vec<Expr<'_>> =
        (0..INPUTS / 2).map(|k| graph.coordinate(&format!("q{k}"))).collect();
    values.extend((0..INPUTS / 2).map(|k| graph.parameter(&format!("p{k}"))));
    for step in bytes.chunks_exact(3) {
        let of = |byte: u8| values[values.len() - 1 - usize::from(byte) % values.len()];
        let (a, b) = (of(step[1]), of(step[2]));
        values.push(match step[0] % 16 {
            0..=3 => a + b,
            4..=5 => a - b,
            6..=9 => a * b,
            10 => a / b,
            11 => a.sin(),
            12 => a.cos(),
            13 => a.abs() * b.sign(),
            14 => a.sqrt(),
            _ => a.scale(&Rational::new(i64::from(step[2]) - 100, 7).ok()?),
        });
    }
    let names: Vec<String> = (0..OUTPUTS).map(|k| format!("y{k}")).collect();
    let last = values.iter().rev().copied();
    let outputs: Vec<(&str, Expr<'_>)> = names.iter().map(String::as_str).zip(last).collect();
    Program::new(graph, &outputs).ok()
}

/// Inputs of every size, by the bytes: entry by entry, all states of each.
fn inputs(program: &Program, bytes: &[u8]) -> Vec<f64> {
    let number = |k: usize| {
        let byte = bytes.get(k % bytes.len().max(1)).copied().unwrap_or_default();
        let size = [1e-200, 1e-3, 1.0, 1.0, 10.0, 1e4, 1e7, 1e200][usize::from(byte % 8)];
        size * (((k + 1) as f64 * 0.618_033_988_749_894_9).fract() - 0.5)
    };
    (0..program.inputs().len() * STATES).map(number).collect()
}

fn same(a: f64, b: f64) -> bool {
    a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan()
}

fn check(program: &Program, bytes: &[u8]) {
    let inputs = inputs(program, bytes);
    let kinds = program.inputs().iter().map(|input| input.kind);
    let rows: Vec<(bool, &[f64])> = kinds
        .map(|kind| kind == appell_program::InputKind::Parameter)
        .zip(inputs.chunks_exact(STATES))
        .collect();
    let varied: Vec<f64> =
        rows.iter().filter(|row| !row.0).flat_map(|row| row.1).copied().collect();
    let shared: Vec<f64> = rows.iter().filter(|row| row.0).map(|row| row.1[0]).collect();
    let count = program.outputs().len();
    for (lanes, fused) in [1, 4, 8].into_iter().flat_map(|lanes| [(lanes, false), (lanes, true)]) {
        let mut compiled = program.compile(Options { fused, lanes }).expect("memory for the code");
        let mut outputs = vec![0.0; count * STATES];
        compiled.batch(1, STATES, &varied, &shared, &mut outputs).expect("the right sizes");
        for state in 0..STATES {
            let own: Vec<f64> =
                rows.iter().map(|(shared, row)| row[if *shared { 0 } else { state }]).collect();
            let mut single = vec![0.0; count];
            compiled.call(&own, &mut single).expect("the right sizes");
            let expected = program.run(&as_compiled(), &own).expect("floating-point numbers");
            for k in 0..count {
                let batched = outputs[k * STATES + state];
                assert!(
                    same(batched, single[k]),
                    "{lanes} {fused} {batched} {}\n{program}",
                    single[k]
                );
                assert!(fused || same(batched, expected[k]), "{lanes} {}\n{program}", expected[k]);
            }
        }
    }
}

fuzz_target!(|bytes: &[u8]| {
    // the work of passes grows faster than the program
    let bytes = &bytes[..bytes.len().min(900)];
    let symbols = Symbols::new();
    let graph = Graph::new(&symbols);
    let Some(program) = program(&graph, bytes) else { return };
    check(&program, bytes);
    let optimised = program.optimised().expect("few operations");
    assert!(optimised.count().weight() <= program.count().weight());
    check(&optimised, bytes);
});
