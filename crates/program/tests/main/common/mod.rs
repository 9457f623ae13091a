//! Random formulas with their exact values, found without a program.

use appell_algebra::{Expr, Graph, Rational, Symbols};
use appell_program::{Arithmetic, Exact, Function, Program, WithFunctions};
use proptest::prelude::*;

/// The inputs of all formulas, and their values: angles are whole numbers, as [`Exact`] has them.
pub const INPUTS: [(&str, i64, i64); 6] =
    [("p", 1, 1), ("q", 2, 1), ("r", -1, 1), ("x", 3, 7), ("y", -5, 3), ("z", 2, 11)];
const ANGLES: usize = 3;

/// One step of a random formula: what is done, to which of the values so far.
pub type Step = (u8, u16, u16, i8);

/// A formula, its value, and a bound on its degree.
#[derive(Clone)]
struct Part<'g> {
    formula: Expr<'g>,
    value: Rational,
    degree: u32,
}

/// Exact rationals with a root that has a value everywhere: passes know nothing of roots.
pub fn opaque() -> impl Arithmetic<Scalar = Rational> {
    WithFunctions(Exact, |function, a: &Rational| {
        let root = || a.sqrt().unwrap_or_else(|| a * a + a.clone() + Rational::from(3));
        (function == Function::Sqrt).then(root)
    })
}

/// Random steps; sums and products come most often.
pub fn steps() -> impl Strategy<Value = Vec<Step>> {
    prop::collection::vec((0..24u8, any::<u16>(), any::<u16>(), -3..4i8), 4..60)
}

/// The formulas of random steps with their values: the last ones are the outputs.
pub fn formulas<'g>(graph: &'g Graph, steps: &[Step]) -> Vec<(Expr<'g>, Rational)> {
    let one = Rational::ONE;
    let mut parts: Vec<Part<'g>> = Vec::new();
    for (number, (name, above, below)) in INPUTS.into_iter().enumerate() {
        let value = Rational::new(above, below).unwrap();
        if number < ANGLES {
            let q = graph.coordinate(name);
            for (formula, function) in [(q.sin(), Function::Sin), (q.cos(), Function::Cos)] {
                let value = Exact.call(function, &value).unwrap();
                parts.push(Part { formula, value, degree: 1 });
            }
        } else {
            parts.push(Part { formula: graph.parameter(name), value, degree: 1 });
        }
    }
    for &(what, a, b, k) in steps {
        let a = parts[usize::from(a) % parts.len()].clone();
        let b = parts[usize::from(b) % parts.len()].clone();
        let factor = Rational::from(i64::from(k));
        let (formula, value, degree) = match what {
            0..=5 => (a.formula + b.formula, a.value + b.value, a.degree.max(b.degree)),
            6..=9 => (a.formula - b.formula, a.value - b.value, a.degree.max(b.degree)),
            10..=18 => (a.formula * b.formula, a.value * b.value, a.degree + b.degree),
            19 => (a.formula.scale(&factor), a.value * factor, a.degree),
            20 => (a.formula.pow(3), a.value.pow(3).unwrap(), 3 * a.degree),
            21 => {
                let below = b.formula * b.formula + graph.one();
                let value = a.value.checked_div(&(&b.value * &b.value + one.clone())).unwrap();
                (a.formula / below, value, a.degree + 2 * b.degree)
            }
            22 => {
                let inside = &a.value * &a.value;
                let value = opaque().call(Function::Sqrt, &(inside + one.clone())).unwrap();
                ((a.formula * a.formula + graph.one()).sqrt(), value, 4 * a.degree)
            }
            _ => (a.formula.sign() * b.formula, a.value.signum() * b.value, b.degree + 1),
        };
        if degree <= 16 {
            parts.push(Part { formula, value, degree });
        }
    }
    let count = parts.len().min(4);
    parts.split_off(parts.len() - count).into_iter().map(|it| (it.formula, it.value)).collect()
}

/// The program of formulas, with all inputs.
pub fn program(graph: &Graph, symbols: &Symbols, formulas: &[(Expr<'_>, Rational)]) -> Program {
    let inputs: Vec<_> = INPUTS.iter().map(|(name, ..)| symbols.find(name).unwrap()).collect();
    let names: Vec<String> = (0..formulas.len()).map(|k| format!("out{k}")).collect();
    let outputs: Vec<(&str, Expr<'_>)> =
        names.iter().zip(formulas).map(|(name, (formula, _))| (name.as_str(), *formula)).collect();
    Program::with_inputs(graph, &inputs, &outputs, &[]).unwrap()
}

/// The values of a program at the point of the inputs.
pub fn values(program: &Program) -> Vec<Rational> {
    let inputs: Vec<Rational> =
        INPUTS.iter().map(|&(_, above, below)| Rational::new(above, below).unwrap()).collect();
    program.run(&opaque(), &inputs).unwrap()
}
