//! Products with the Jacobian, by sweeps over the program, against derivatives of the formulas.

use appell_algebra::{Graph, Rational, Symbols};
use appell_program::Program;
use proptest::prelude::*;

use crate::common::{self, INPUTS, opaque};

fn rational(number: i64) -> Rational {
    Rational::new(number, 3).unwrap()
}

/// The point of the inputs, then more numbers.
fn point(more: &[Rational]) -> Vec<Rational> {
    let inputs = INPUTS.iter().map(|&(_, above, below)| Rational::new(above, below).unwrap());
    inputs.chain(more.iter().cloned()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Both products equal those with the matrix of the derivatives of the formulas, exactly.
    #[test]
    fn random_programs_have_the_derivatives_of_their_formulas(
        steps in common::steps(),
        seed in 0..50i64,
    ) {
        let symbols = Symbols::new();
        let graph = Graph::new(&symbols);
        let formulas = common::formulas(&graph, &steps);
        let program = common::program(&graph, &symbols, &formulas).optimised().unwrap();
        // by the angles only, or by all
        let chosen = |number: usize| seed % 2 == 0 || number < 3;
        let inputs = program.inputs().iter().enumerate();
        let by: Vec<_> = inputs.filter(|(number, _)| chosen(*number)).map(|it| it.1).collect();
        let matrix: Vec<Vec<Rational>> = formulas
            .iter()
            .map(|(formula, _)| {
                let derivatives = by.iter().map(|input| {
                    let derivative = formula.derivative(symbols.find(&input.name).unwrap()).unwrap();
                    (derivative, Rational::ZERO)
                });
                let derivatives: Vec<_> = derivatives.collect();
                common::values(&common::program(&graph, &symbols, &derivatives))
            })
            .collect();
        let numbers = |count: usize| (0..count as i64).map(|k| rational((7 * k + seed) % 11 - 4));
        let direction: Vec<Rational> = numbers(by.len()).collect();
        let weights: Vec<Rational> = numbers(formulas.len()).collect();
        let dot = |a: &mut dyn Iterator<Item = &Rational>, b: &[Rational]| {
            a.zip(b).fold(Rational::ZERO, |sum, (a, b)| sum + a * b)
        };

        let forward = program.jacobian_vector(chosen).unwrap();
        let expected: Vec<_> = matrix.iter().map(|row| dot(&mut row.iter(), &direction)).collect();
        prop_assert_eq!(forward.run(&opaque(), &point(&direction)).unwrap(), expected);

        let backward = program.vector_jacobian(chosen).unwrap();
        let column = |k: usize| dot(&mut matrix.iter().map(|row| &row[k]), &weights);
        let expected: Vec<_> = (0..by.len()).map(column).collect();
        prop_assert_eq!(backward.run(&opaque(), &point(&weights)).unwrap(), expected);
    }
}

/// The backward sweep of a long chain costs a small multiple of it, whatever the number of inputs.
#[test]
fn a_gradient_is_cheap() {
    let graph = Graph::new(&Symbols::new());
    let inputs: Vec<_> = (0..50).map(|k| graph.coordinate(&format!("x{k}"))).collect();
    let product = inputs.iter().fold(graph.one(), |product, x| product * *x + *x);
    let program = Program::new(&graph, &[("y", product)]).unwrap();
    let gradient = program.vector_jacobian(|_| true).unwrap();
    assert_eq!(gradient.outputs().len(), 50);
    assert!(gradient.count().weight() <= 4 * program.count().weight());
}

/// The derivative of a magnitude is the sign, that of a sign zero.
#[test]
fn magnitudes_and_signs() {
    let graph = Graph::new(&Symbols::new());
    let x = graph.coordinate("x");
    let program = Program::new(&graph, &[("y", x.abs() * x.sign())]).unwrap();
    let gradient = program.vector_jacobian(|_| true).unwrap();
    assert_eq!(gradient.run(&appell_program::Floating, &[-3.0, 5.0]).unwrap(), [5.0]);
}

/// Where a length is zero, its derivative is taken as zero, and not as zero over zero.
#[test]
fn lengths_of_zero() {
    let graph = Graph::new(&Symbols::new());
    let [x, y] = ["x", "y"].map(|name| graph.coordinate(name));
    let program = Program::new(&graph, &[("length", (x * x + y * y).sqrt())]).unwrap();
    let gradient = program.vector_jacobian(|_| true).unwrap();
    let at = |point: &[f64]| gradient.run(&appell_program::Floating, point).unwrap();
    assert_eq!(at(&[3.0, -4.0, 5.0]), [3.0, -4.0]);
    assert_eq!(at(&[0.0, 0.0, 5.0]), [0.0, 0.0]);
}
