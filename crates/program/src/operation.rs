//! What a program is made of: values, which carry their sign, and the operations that make them.

use appell_algebra::Rational;

/// A value of a program, or its negative.
///
/// The sign belongs to the use, not to the value: it costs nothing, and what differs only in its
/// sign is calculated once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value {
    index: u32,
    negative: bool,
}

impl Value {
    /// The value of the operation with this number.
    pub(crate) fn of(index: usize) -> Self {
        // builders refuse what cannot be numbered
        Self { index: index as u32, negative: false }
    }

    /// The number of the operation that makes it.
    pub fn index(self) -> usize {
        self.index as usize
    }

    /// Whether the negative is meant.
    pub fn is_negative(self) -> bool {
        self.negative
    }

    /// The same without its sign.
    #[must_use]
    pub fn positive(self) -> Self {
        Self { negative: false, ..self }
    }

    /// The negative where told so, the same where not.
    #[must_use]
    pub fn negate_if(self, negative: bool) -> Self {
        Self { negative: self.negative != negative, ..self }
    }
}

impl std::ops::Neg for Value {
    type Output = Self;

    fn neg(self) -> Self {
        self.negate_if(true)
    }
}

/// One step of a program.
///
/// A builder keeps these forms: constants are positive; sums and products have the operand that
/// was made first in front; the first operand of a sum, both of a product and of a quotient are
/// without sign.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    /// The input of this number.
    Input(usize),
    /// A positive number, or zero.
    Constant(Rational),
    /// The circle number.
    Pi,
    /// A sum; with a negative second operand, a difference.
    Add(Value, Value),
    /// A product.
    Mul(Value, Value),
    /// A quotient.
    Div(Value, Value),
    /// A function of a value.
    Call(Function, Value),
}

/// A function of one argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Function {
    /// The sine.
    Sin,
    /// The cosine.
    Cos,
    /// The square root.
    Sqrt,
    /// The magnitude.
    Abs,
    /// -1, 0 or 1 by the sign.
    Sign,
}

impl Function {
    /// Its name in formulas.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sin => "sin",
            Self::Cos => "cos",
            Self::Sqrt => "sqrt",
            Self::Abs => "abs",
            Self::Sign => "sign",
        }
    }
}

impl Operation {
    /// What it needs.
    pub fn operands(&self) -> impl DoubleEndedIterator<Item = Value> + use<> {
        let (first, second) = match *self {
            Self::Input(_) | Self::Constant(_) | Self::Pi => (None, None),
            Self::Add(a, b) | Self::Mul(a, b) | Self::Div(a, b) => (Some(a), Some(b)),
            Self::Call(_, a) => (Some(a), None),
        };
        first.into_iter().chain(second)
    }

    /// Whether it is there before the program runs: an input or a number.
    pub fn is_given(&self) -> bool {
        matches!(self, Self::Input(_) | Self::Constant(_) | Self::Pi)
    }
}
