//! Generated code, compiled and run, gives what the interpreter gives.

use crate::toolchain::{Tool, assert_agrees, assert_agrees_at, labels};
use appell_algebra::{Expr, Graph, Symbols};
use appell_program::{Error, Labels, Language, Precision, Program};

/// A program with every operation, names that languages keep for themselves, and a number.
fn varied(graph: &Graph) -> Program {
    let symbols = graph.symbols();
    let q = graph.coordinate("q1");
    let rate = graph.symbol(symbols.find("q1'").unwrap());
    let [a, b, lambda, out, alpha] =
        ["a", "b", "lambda", "out", "α"].map(|name| graph.parameter(name));
    let sum = (q + a).sin() * (q + a).cos() - lambda / (b * b + graph.one());
    let root = (alpha * alpha + rate * rate).sqrt();
    let third = appell_algebra::Rational::new(1, 3).unwrap();
    let outputs = [
        ("class", sum),
        ("root", -root),
        ("signs", (rate - b).sign() * (q - out).abs()),
        ("number", graph.constant(third)),
        ("same", out),
        ("power", (a + b).pow(-3) * graph.symbol(appell_algebra::Symbol::PI)),
    ];
    Program::new(graph, &outputs).unwrap()
}

#[test]
fn c_agrees() {
    let graph = Graph::new(&Symbols::new());
    assert_agrees(&varied(&graph), Tool::C(Precision::Double), 1e-14);
    assert_agrees(&varied(&graph), Tool::C(Precision::Single), 1e-5);
}

#[test]
fn rust_agrees() {
    let graph = Graph::new(&Symbols::new());
    assert_agrees(&varied(&graph), Tool::Rust(Precision::Double), 1e-14);
    assert_agrees(&varied(&graph), Tool::Rust(Precision::Single), 1e-5);
}

#[test]
fn rust_needs_no_standard_library() {
    let graph = Graph::new(&Symbols::new());
    crate::toolchain::compile_without_std(&varied(&graph));
}

#[test]
fn python_agrees() {
    let graph = Graph::new(&Symbols::new());
    assert_agrees(&varied(&graph), Tool::Python, 1e-14);
}

#[test]
fn octave_agrees() {
    let graph = Graph::new(&Symbols::new());
    assert_agrees(&varied(&graph), Tool::Octave, 1e-14);
}

#[test]
fn julia_agrees() {
    let graph = Graph::new(&Symbols::new());
    assert_agrees(&varied(&graph), Tool::Julia, 1e-14);
}

#[test]
fn cuda_agrees() {
    let graph = Graph::new(&Symbols::new());
    assert_agrees(&varied(&graph), Tool::Cuda(Precision::Double), 1e-14);
    assert_agrees(&varied(&graph), Tool::Cuda(Precision::Single), 1e-5);
}

/// The short sine and cosine of kernels in single precision: all quadrants, multiples of pi nearly,
/// large angles, and those that are too large for the short way. All are floats.
#[test]
fn cuda_has_short_sines_that_are_right() {
    let near_multiples =
        [1.0f32, 2.0, 3.0, 100.0, 12345.0].map(|k| f64::from(k * std::f32::consts::PI));
    let angles = [0.0, 0.125, -1.0, 1.5703125, 2.5, -4.0, 5.75, 100.5, -12345.5, 9e5, -2e6, 1e9];
    let angles: Vec<f64> = near_multiples.into_iter().chain(angles).collect();
    let graph = Graph::new(&Symbols::new());
    let mut outputs = Vec::new();
    for k in 0..angles.len() {
        let angle = graph.coordinate(&format!("q{k}"));
        outputs.extend([angle.sin(), angle.cos()]);
    }
    let outputs: Vec<(&str, Expr<'_>)> = outputs.into_iter().map(|it| ("", it)).collect();
    let program = Program::new(&graph, &outputs).unwrap();
    assert_agrees_at(&program, Tool::Cuda(Precision::Single), &angles, 2e-7);
}

/// A program of many functions: values go from one to another.
#[test]
fn long_programs_are_cut_into_functions() {
    let graph = Graph::new(&Symbols::new());
    let mut values: Vec<Expr<'_>> = (0..5).map(|k| graph.parameter(&format!("x{k}"))).collect();
    for k in 5..5000 {
        let (a, b) = (values[k - 1 - k * 7 % 5], values[k - 1 - k * 3 % 4]);
        values.push(if k % 2 == 0 { (a * b).sin() } else { a - b.cos() });
    }
    let program = Program::new(&graph, &[("early", values[700]), ("late", values[4999])]).unwrap();
    let files = program.emit(Language::C, &labels(Precision::Double)).unwrap();
    let parts = files[1].text.matches("static void").count();
    assert!(parts > 1, "{parts}");
    assert_agrees(&program, Tool::C(Precision::Double), 1e-9);
    assert_agrees(&program, Tool::Rust(Precision::Double), 1e-9);
}

#[test]
fn every_language_writes_the_same_text_every_time() {
    for language in Language::ALL {
        let text = || {
            let graph = Graph::new(&Symbols::new());
            varied(&graph).emit(language, &labels(Precision::Double)).unwrap()
        };
        assert_eq!(text(), text());
    }
}

#[test]
fn the_head_says_what_is_computed() {
    let graph = Graph::new(&Symbols::new());
    let (m, q) = (graph.parameter("m"), graph.coordinate("q1"));
    let program = Program::new(&graph, &[("moment", m * q.sin())]).unwrap();
    let labels = Labels {
        name: "pendulum".to_owned(),
        description: vec!["A pendulum. */ int x;".to_owned()],
        meanings: vec![("s", "s1: sine of q1"), ("w", "w1x: no such value"), ("_q", "nor this")],
        ..Labels::default()
    };
    let files = program.emit(Language::C, &labels).unwrap();
    let expected = "/*\n \
        * Generated by Appell. Angles are in radians, the rest in the units of the parameters.\n \
        * Operations: 1 multiplication, 1 sine.\n *\n * A pendulum. * / int x;\n *\n \
        * Names of values:\n *   s1: sine of q1\n *\n \
        * q[0]: q1, test value 0.618\n * parameters[0]: m, test value 0.2361\n \
        * out[0]: moment, test value 0.13679";
    assert!(files[0].text.starts_with(expected), "{}", files[0].text);
}

#[test]
fn what_cannot_be_written_is_said() {
    let graph = Graph::new(&Symbols::new());
    let x = graph.parameter("x");
    let huge = graph.integer(10).pow(400);
    let program = Program::new(&graph, &[("y", x + huge)]).unwrap();
    let labels = |name: &str| Labels { name: name.to_owned(), ..Labels::default() };
    assert_eq!(program.emit(Language::Rust, &labels("f")), Err(Error::NumberRange));
    let name = "no name".to_owned();
    assert_eq!(program.emit(Language::C, &labels("no name")), Err(Error::FunctionName { name }));
}
