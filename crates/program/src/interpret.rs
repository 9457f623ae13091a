//! Runs a program, in any arithmetic.

use appell_algebra::Rational;

use crate::error::Error;
use crate::operation::{Function, Operation, Value};
use crate::program::Program;
use crate::sine::sin_cos;

/// How to calculate with scalars of a kind.
pub trait Arithmetic {
    /// The scalar.
    type Scalar: Clone;

    /// A number.
    fn constant(&self, number: &Rational) -> Self::Scalar;
    /// The circle number.
    fn pi(&self) -> Result<Self::Scalar, Error>;
    /// The negative.
    fn negative(&self, a: &Self::Scalar) -> Self::Scalar;
    /// The sum.
    fn sum(&self, a: &Self::Scalar, b: &Self::Scalar) -> Self::Scalar;
    /// The product.
    fn product(&self, a: &Self::Scalar, b: &Self::Scalar) -> Self::Scalar;
    /// The quotient.
    fn quotient(&self, a: &Self::Scalar, b: &Self::Scalar) -> Result<Self::Scalar, Error>;
    /// A function.
    fn call(&self, function: Function, a: &Self::Scalar) -> Result<Self::Scalar, Error>;
}

impl Program {
    /// The outputs for given inputs.
    pub fn run<A: Arithmetic>(
        &self,
        arithmetic: &A,
        inputs: &[A::Scalar],
    ) -> Result<Vec<A::Scalar>, Error> {
        if inputs.len() != self.inputs.len() {
            return Err(Error::InputCount { given: inputs.len(), expected: self.inputs.len() });
        }
        let values = self.values(arithmetic, inputs)?;
        let outputs = self.outputs.iter();
        Ok(outputs.map(|output| signed(arithmetic, &values, output.value)).collect())
    }

    /// The values of all operations.
    pub(crate) fn values<A: Arithmetic>(
        &self,
        arithmetic: &A,
        inputs: &[A::Scalar],
    ) -> Result<Vec<A::Scalar>, Error> {
        let mut values: Vec<A::Scalar> = Vec::with_capacity(self.operations.len());
        for operation in &self.operations {
            let of = |value: &Value| signed(arithmetic, &values, *value);
            let value = match operation {
                Operation::Input(number) => inputs[*number].clone(),
                Operation::Constant(number) => arithmetic.constant(number),
                Operation::Pi => arithmetic.pi()?,
                Operation::Add(a, b) => arithmetic.sum(&of(a), &of(b)),
                Operation::Mul(a, b) => arithmetic.product(&of(a), &of(b)),
                Operation::Div(a, b) => arithmetic.quotient(&of(a), &of(b))?,
                Operation::Call(function, a) => arithmetic.call(*function, &of(a))?,
            };
            values.push(value);
        }
        Ok(values)
    }
}

pub(crate) fn signed<A: Arithmetic>(
    arithmetic: &A,
    values: &[A::Scalar],
    value: Value,
) -> A::Scalar {
    match value.is_negative() {
        true => arithmetic.negative(&values[value.index()]),
        false => values[value.index()].clone(),
    }
}

/// Floating-point numbers.
#[derive(Clone, Copy, Debug, Default)]
pub struct Floating;

impl Arithmetic for Floating {
    type Scalar = f64;

    fn constant(&self, number: &Rational) -> f64 {
        number.to_f64()
    }

    fn pi(&self) -> Result<f64, Error> {
        Ok(std::f64::consts::PI)
    }

    fn negative(&self, a: &f64) -> f64 {
        -a
    }

    fn sum(&self, a: &f64, b: &f64) -> f64 {
        a + b
    }

    fn product(&self, a: &f64, b: &f64) -> f64 {
        a * b
    }

    fn quotient(&self, a: &f64, b: &f64) -> Result<f64, Error> {
        Ok(a / b)
    }

    fn call(&self, function: Function, a: &f64) -> Result<f64, Error> {
        Ok(match function {
            Function::Sin => a.sin(),
            Function::Cos => a.cos(),
            other => call_as_compiled(other, *a),
        })
    }
}

/// An arithmetic with functions of one's own: where they give no value, its own do.
///
/// ```
/// use appell_algebra::{Graph, Symbols};
/// use appell_program::{Floating, Function, Program, WithFunctions};
///
/// let graph = Graph::new(&Symbols::new());
/// let program = Program::new(&graph, &[("y", graph.coordinate("x").sin())])?;
/// let small = WithFunctions(Floating, |function, x: &f64| (function == Function::Sin).then_some(*x));
/// assert_eq!(program.run(&small, &[0.01])?, [0.01]);
/// # Ok::<(), appell_program::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct WithFunctions<A, F>(pub A, pub F);

impl<A, F> Arithmetic for WithFunctions<A, F>
where
    A: Arithmetic,
    F: Fn(Function, &A::Scalar) -> Option<A::Scalar>,
{
    type Scalar = A::Scalar;

    fn constant(&self, number: &Rational) -> A::Scalar {
        self.0.constant(number)
    }

    fn pi(&self) -> Result<A::Scalar, Error> {
        self.0.pi()
    }

    fn negative(&self, a: &A::Scalar) -> A::Scalar {
        self.0.negative(a)
    }

    fn sum(&self, a: &A::Scalar, b: &A::Scalar) -> A::Scalar {
        self.0.sum(a, b)
    }

    fn product(&self, a: &A::Scalar, b: &A::Scalar) -> A::Scalar {
        self.0.product(a, b)
    }

    fn quotient(&self, a: &A::Scalar, b: &A::Scalar) -> Result<A::Scalar, Error> {
        self.0.quotient(a, b)
    }

    fn call(&self, function: Function, a: &A::Scalar) -> Result<A::Scalar, Error> {
        self.1(function, a).map_or_else(|| self.0.call(function, a), Ok)
    }
}

/// Floating-point numbers with the sines and cosines of compiled code, whose bits come of it where
/// nothing is fused.
pub fn as_compiled() -> impl Arithmetic<Scalar = f64> {
    WithFunctions(Floating, |function, a: &f64| Some(call_as_compiled(function, *a)))
}

/// A function of a number, with the bits of compiled code.
pub(crate) fn call_as_compiled(function: Function, a: f64) -> f64 {
    match function {
        Function::Sin => sin_cos(a).0,
        Function::Cos => sin_cos(a).1,
        Function::Sqrt => a.sqrt(),
        Function::Abs => a.abs(),
        Function::Sign if a == 0.0 => 0.0,
        Function::Sign => a.signum(),
    }
}

/// Exact rationals. An angle is counted in turns of a triangle with the sides 3, 4, 5: the sine
/// of the whole number n is that of n times the angle whose sine is 4/5. So sines and cosines are
/// rational, lie on the circle, and obey the theorems for sums of angles.
///
/// ```
/// use appell_algebra::{Graph, Rational, Symbols};
/// use appell_program::{Exact, Program};
///
/// let graph = Graph::new(&Symbols::new());
/// let q = graph.coordinate("q");
/// let program = Program::new(&graph, &[("sine", q.sin())])?;
/// assert_eq!(program.run(&Exact, &[Rational::from(2)])?, [Rational::new(24, 25)?]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Exact;

/// The largest multiple of the angle of the triangle: beyond it, numbers only get long.
const MOST_TURNS: i64 = 1000;

impl Arithmetic for Exact {
    type Scalar = Rational;

    fn constant(&self, number: &Rational) -> Rational {
        number.clone()
    }

    fn pi(&self) -> Result<Rational, Error> {
        Err(Error::NotExact { what: "pi" })
    }

    fn negative(&self, a: &Rational) -> Rational {
        -a.clone()
    }

    fn sum(&self, a: &Rational, b: &Rational) -> Rational {
        a + b
    }

    fn product(&self, a: &Rational, b: &Rational) -> Rational {
        a * b
    }

    fn quotient(&self, a: &Rational, b: &Rational) -> Result<Rational, Error> {
        Ok(a.checked_div(b)?)
    }

    fn call(&self, function: Function, a: &Rational) -> Result<Rational, Error> {
        let turns = || {
            let turns = a.to_i64().filter(|turns| turns.abs() <= MOST_TURNS);
            turns.ok_or(Error::NotExact { what: "the sine or cosine of a fraction" })
        };
        match function {
            Function::Sin => Ok(circle(turns()?)?.1),
            Function::Cos => Ok(circle(turns()?)?.0),
            Function::Sqrt => a.sqrt().ok_or(Error::NotExact { what: "an irrational root" }),
            Function::Abs => Ok(a.abs()),
            Function::Sign => Ok(a.signum()),
        }
    }
}

/// Cosine and sine of so many times the angle: the powers of (3 + 4 i) / 5.
fn circle(turns: i64) -> Result<(Rational, Rational), Error> {
    let (cos, sin) = (Rational::new(3, 5)?, Rational::new(4 * turns.signum(), 5)?);
    let (mut c, mut s) = (Rational::ONE, Rational::ZERO);
    for _ in 0..turns.abs() {
        (c, s) = (&(&c * &cos) - &(&s * &sin), &(&c * &sin) + &(&s * &cos));
    }
    Ok((c, s))
}
