//! Formulas that have the same value everywhere, as that number: gravity about a vertical axis, say,
//! which a recursion calculates by turning it back and forth.
//!
//! Which formulas could be constant is found with numbers at a few states. Whether they are is decided
//! by their normal form; what is too long for that stays as it is.

use appell_algebra::{Budget, Expr, Graph, Rational, Stop};

use crate::error::Error;
use crate::interpret::{Arithmetic, Floating};
use crate::operation::Function;
use crate::program::Program;

/// How many states are tried.
const STATES: usize = 3;
/// How much of the noise a difference may be: some units of the last place.
const ROUNDING: f64 = 1e-14;
/// How many terms a normal form may have on the way to a decision.
const TERMS: usize = 20_000;

/// The formulas, with a number in the place of each one that is constant.
///
/// ```
/// use appell_algebra::{Budget, Graph, Symbols};
/// use appell_program::settled;
///
/// let graph = Graph::new(&Symbols::new());
/// let q = graph.coordinate("q");
/// let one = q.sin() * q.sin() + q.cos() * q.cos();
/// assert_eq!(settled(&graph, &[one, q], &Budget::default())?, [graph.one(), q]);
/// # Ok::<(), appell_program::Error>(())
/// ```
pub fn settled<'g>(
    graph: &'g Graph,
    formulas: &[Expr<'g>],
    budget: &Budget,
) -> Result<Vec<Expr<'g>>, Error> {
    let outputs: Vec<(&str, Expr<'g>)> = formulas.iter().map(|&formula| ("", formula)).collect();
    let program = Program::new(graph, &outputs)?;
    let states: Vec<Vec<Measured>> =
        (0..STATES).map(|state| at(&program, state)).collect::<Result<_, _>>()?;
    let budget = budget.clone().with_terms(TERMS);
    let settle = |(place, &formula): (usize, &Expr<'g>)| {
        let looks_constant = states[1..].iter().all(|state| {
            let (a, b) = (&states[0][place], &state[place]);
            (a.value - b.value).abs() <= ROUNDING * (a.noise + b.noise)
        });
        if !looks_constant || formula.as_constant().is_some() {
            return Ok(formula);
        }
        match formula.expand(&budget) {
            Ok(poly) => Ok(poly.as_constant().map_or(formula, |number| graph.constant(number))),
            Err(appell_algebra::Error::Stopped(stop @ (Stop::Time { .. } | Stop::Cancelled))) => {
                Err(stop.into())
            }
            // it takes too many terms, or what it is made of has no normal form
            Err(_) => Ok(formula),
        }
    };
    formulas.iter().enumerate().map(settle).collect()
}

/// The outputs of a program at one of some states.
fn at(program: &Program, state: usize) -> Result<Vec<Measured>, Error> {
    const GOLDEN: f64 = 0.618_033_988_749_894_9;
    let count = program.inputs().len();
    let number = |input: usize| ((state * count + input + 1) as f64 * GOLDEN).fract() + 0.25;
    let inputs: Vec<Measured> = (0..count).map(|input| Measured::of(number(input))).collect();
    program.run(&Noise, &inputs)
}

/// A number, and how much rounding there may be in it, in units of the last place of 1.
#[derive(Clone)]
struct Measured {
    value: f64,
    noise: f64,
}

impl Measured {
    fn of(value: f64) -> Self {
        Self::with(value, 0.0)
    }

    /// A result, which is rounded itself, of numbers with some noise.
    fn with(value: f64, noise: f64) -> Self {
        Self { value, noise: noise + value.abs() }
    }
}

/// Numbers with their noise.
struct Noise;

impl Arithmetic for Noise {
    type Scalar = Measured;

    fn constant(&self, number: &Rational) -> Measured {
        Measured::of(number.to_f64())
    }

    fn pi(&self) -> Result<Measured, Error> {
        Ok(Measured::of(std::f64::consts::PI))
    }

    fn negative(&self, a: &Measured) -> Measured {
        Measured { value: -a.value, noise: a.noise }
    }

    fn sum(&self, a: &Measured, b: &Measured) -> Measured {
        Measured::with(a.value + b.value, a.noise + b.noise)
    }

    fn product(&self, a: &Measured, b: &Measured) -> Measured {
        Measured::with(a.value * b.value, a.noise * b.value.abs() + a.value.abs() * b.noise)
    }

    /// No number: there is no normal form of quotients that would tell whether one is constant.
    fn quotient(&self, _: &Measured, _: &Measured) -> Result<Measured, Error> {
        Ok(Measured::of(f64::NAN))
    }

    fn call(&self, function: Function, a: &Measured) -> Result<Measured, Error> {
        Ok(Measured::with(Floating.call(function, &a.value)?, a.noise))
    }
}
