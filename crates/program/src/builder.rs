//! Makes each operation only once, in one form.
//!
//! By its making every program is free of common subexpressions (commuted, and up to sign), of
//! operations on numbers, and of negations inside sums, products and quotients.

use appell_algebra::Rational;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::error::Error;
use crate::operation::{Function, Operation, Value};
use crate::program::InputKind;

/// How many operations a program has at the most.
const LIMIT: usize = 1 << 28;

/// The operations of a program while it is made.
#[derive(Clone, Debug, Default)]
pub(crate) struct Builder {
    operations: Vec<Operation>,
    by_content: HashMap<Operation, Value, FxBuildHasher>,
}

impl Builder {
    pub(crate) fn operation(&self, value: Value) -> &Operation {
        &self.operations[value.index()]
    }

    /// The operations; fails where they are too many to be numbered.
    pub(crate) fn finish(self) -> Result<Vec<Operation>, Error> {
        match self.operations.len() {
            ..LIMIT => Ok(self.operations),
            _ => Err(Error::TooManyOperations { limit: LIMIT }),
        }
    }

    fn make(&mut self, operation: Operation) -> Value {
        if let Some(&known) = self.by_content.get(&operation) {
            return known;
        }
        if self.operations.len() >= LIMIT {
            return Value::of(0); // `finish` says so
        }
        let value = Value::of(self.operations.len());
        self.operations.push(operation.clone());
        self.by_content.insert(operation, value);
        value
    }

    fn number(&self, value: Value) -> Option<Rational> {
        match self.operation(value) {
            Operation::Constant(number) if value.is_negative() => Some(-number.clone()),
            Operation::Constant(number) => Some(number.clone()),
            _ => None,
        }
    }

    pub(crate) fn input(&mut self, number: usize) -> Value {
        self.make(Operation::Input(number))
    }

    pub(crate) fn pi(&mut self) -> Value {
        self.make(Operation::Pi)
    }

    pub(crate) fn constant(&mut self, number: &Rational) -> Value {
        self.make(Operation::Constant(number.abs())).negate_if(number.is_negative())
    }

    pub(crate) fn add(&mut self, a: Value, b: Value) -> Value {
        match (self.number(a), self.number(b)) {
            (Some(x), Some(y)) => return self.constant(&(&x + &y)),
            (Some(x), _) if x.is_zero() => return b,
            (_, Some(y)) if y.is_zero() => return a,
            _ if a == -b => return self.constant(&Rational::ZERO),
            _ => {}
        }
        let (a, b) = if b.index() < a.index() { (b, a) } else { (a, b) };
        let negative = a.is_negative();
        let sum = Operation::Add(a.negate_if(negative), b.negate_if(negative));
        self.make(sum).negate_if(negative)
    }

    pub(crate) fn mul(&mut self, a: Value, b: Value) -> Value {
        let negative = a.is_negative() != b.is_negative();
        let (a, b) = (a.positive(), b.positive());
        let product = match (self.number(a), self.number(b)) {
            (Some(x), Some(y)) => self.constant(&(&x * &y)),
            (Some(x), _) if x.is_zero() => a,
            (_, Some(y)) if y.is_zero() => b,
            (Some(x), _) if x.is_one() => b,
            (_, Some(y)) if y.is_one() => a,
            _ if b.index() < a.index() => self.make(Operation::Mul(b, a)),
            _ => self.make(Operation::Mul(a, b)),
        };
        product.negate_if(negative)
    }

    /// A quotient. A division by the number zero stays as it is: no number comes of it.
    pub(crate) fn div(&mut self, a: Value, b: Value) -> Value {
        let negative = a.is_negative() != b.is_negative();
        let (a, b) = (a.positive(), b.positive());
        let quotient = match self.number(b).map(|y| y.recip()) {
            Some(Ok(inverse)) => {
                let inverse = self.constant(&inverse);
                self.mul(a, inverse)
            }
            _ => self.make(Operation::Div(a, b)),
        };
        quotient.negate_if(negative)
    }

    pub(crate) fn call(&mut self, function: Function, a: Value) -> Value {
        let (odd, even) = match function {
            Function::Sin | Function::Sign => (true, false),
            Function::Cos | Function::Abs => (false, true),
            Function::Sqrt => (false, false),
        };
        let argument = if odd || even { a.positive() } else { a };
        let result = match self.number(argument).and_then(|x| exact(function, &x)) {
            Some(number) => self.constant(&number),
            None => self.make(Operation::Call(function, argument)),
        };
        result.negate_if(odd && a.is_negative())
    }

    /// A product of one value with itself so many times, by squaring.
    pub(crate) fn power(&mut self, base: Value, exponent: u32) -> Value {
        let mut result = self.constant(&Rational::ONE);
        let mut square = base;
        let mut left = exponent;
        while left > 0 {
            if left % 2 == 1 {
                result = self.mul(result, square);
            }
            left /= 2;
            if left > 0 {
                square = self.mul(square, square);
            }
        }
        result
    }

    /// For every operation made since, whether it is a number (0), follows from parameters (1) or
    /// from coordinates (2).
    pub(crate) fn extend_ranks(&self, ranks: &mut Vec<u8>, kind: impl Fn(usize) -> InputKind) {
        for operation in &self.operations[ranks.len()..] {
            ranks.push(match operation {
                Operation::Input(number) if kind(*number) == InputKind::Parameter => 1,
                Operation::Input(_) => 2,
                other => other.operands().map(|it| ranks[it.index()]).max().unwrap_or(0),
            });
        }
    }

    /// An operation of the same kind, of other operands.
    pub(crate) fn again(&mut self, operation: &Operation, of: impl Fn(Value) -> Value) -> Value {
        match operation {
            Operation::Input(number) => self.input(*number),
            Operation::Constant(number) => self.constant(number),
            Operation::Pi => self.pi(),
            Operation::Add(a, b) => self.add(of(*a), of(*b)),
            Operation::Mul(a, b) => self.mul(of(*a), of(*b)),
            Operation::Div(a, b) => self.div(of(*a), of(*b)),
            Operation::Call(function, a) => self.call(*function, of(*a)),
        }
    }
}

/// The value of a function at a number, where it is rational.
fn exact(function: Function, x: &Rational) -> Option<Rational> {
    match function {
        Function::Sin => x.is_zero().then_some(Rational::ZERO),
        Function::Cos => x.is_zero().then_some(Rational::ONE),
        Function::Sqrt => x.sqrt(),
        Function::Abs => Some(x.abs()),
        Function::Sign => Some(x.signum()),
    }
}
