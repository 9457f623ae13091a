//! What a printed formula means: sums and products of symbols, sines and quantities.

mod angle;
mod applied;
mod cells;
pub(crate) mod evaluate;
mod lagrange;
mod matrix_function;
mod names;
pub(crate) mod read;
mod script;
mod series;
pub(crate) mod write;

use appell_algebra::{Rational, Symbol};

use crate::known::Known;
pub(crate) use matrix_function::MatrixFunction;

/// Terms of a sum with their signs; true is minus.
pub(crate) type Terms = Vec<(bool, Meaning)>;

/// A formula with its names understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    Number(Rational),
    /// A symbol of the robot, or a time derivative of a coordinate, as it is printed.
    Symbol(Symbol, String),
    /// Sine or cosine of an angle, in the style in which it is printed.
    Wave(Wave, Box<Meaning>, Style),
    Sum(Terms),
    Product(Vec<Meaning>),
    Quotient(Box<Meaning>, Box<Meaning>),
    Power(Box<Meaning>, u32),
    /// A quantity of the robot, as it is printed.
    Known(Known, String),
    /// Rows of entries.
    Matrix(Vec<Vec<Meaning>>),
    Cross(Box<Meaning>, Box<Meaning>),
    Transpose(Box<Meaning>),
    Inverse(Box<Meaning>),
    Determinant(Box<Meaning>),
    /// A function of a vector or a matrix.
    Applied(MatrixFunction, Box<Meaning>),
    /// The partial derivative by a coordinate or its rate, and how that is printed.
    Slope(Box<Meaning>, Symbol, String),
    /// The time derivative.
    Rate(Box<Meaning>),
    /// Square root, length or magnitude, sign.
    Root(Box<Meaning>),
    Length(Box<Meaning>),
    Sign(Box<Meaning>),
}

/// Sine or cosine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wave {
    Sin,
    Cos,
}

/// How a sine is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// `\sin q_2`
    Full,
    /// `sq_2`
    Letter,
    /// `s_2`, `s_{23}`
    Index,
}

impl Meaning {
    pub(crate) fn zero() -> Self {
        Self::Number(Rational::ZERO)
    }

    /// Whether a quantity of the robot stands in it.
    pub(crate) fn has_quantity(&self) -> bool {
        self.any(&|part| matches!(part, Self::Known(..)))
    }

    /// Whether it, or any part of it, is such.
    pub(crate) fn any(&self, is_such: &impl Fn(&Self) -> bool) -> bool {
        if is_such(self) {
            return true;
        }
        match self {
            Self::Known(..) | Self::Number(_) | Self::Symbol(..) => false,
            Self::Wave(_, inside, _)
            | Self::Power(inside, _)
            | Self::Transpose(inside)
            | Self::Inverse(inside)
            | Self::Determinant(inside)
            | Self::Applied(_, inside)
            | Self::Slope(inside, ..)
            | Self::Rate(inside)
            | Self::Root(inside)
            | Self::Length(inside)
            | Self::Sign(inside) => inside.any(is_such),
            Self::Sum(terms) => terms.iter().any(|(_, term)| term.any(is_such)),
            Self::Product(factors) => factors.iter().any(|factor| factor.any(is_such)),
            Self::Quotient(a, b) | Self::Cross(a, b) => a.any(is_such) || b.any(is_such),
            Self::Matrix(rows) => rows.iter().flatten().any(|entry| entry.any(is_such)),
        }
    }

    /// The same with other quantities.
    pub(crate) fn with_quantities(&self, change: &impl Fn(&Known) -> Known) -> Self {
        self.replaced(&|part| match part {
            Self::Known(known, latex) => Some(Self::Known(change(known), latex.clone())),
            _ => None,
        })
    }

    /// The same with other parts in the place of some.
    pub(crate) fn replaced(&self, change: &impl Fn(&Self) -> Option<Self>) -> Self {
        if let Some(changed) = change(self) {
            return changed;
        }
        let of = |part: &Self| part.replaced(change);
        let boxed = |part: &Self| Box::new(of(part));
        match self {
            Self::Known(..) | Self::Number(_) | Self::Symbol(..) => self.clone(),
            Self::Wave(wave, inside, style) => Self::Wave(*wave, boxed(inside), *style),
            Self::Power(inside, exponent) => Self::Power(boxed(inside), *exponent),
            Self::Transpose(inside) => Self::Transpose(boxed(inside)),
            Self::Inverse(inside) => Self::Inverse(boxed(inside)),
            Self::Determinant(inside) => Self::Determinant(boxed(inside)),
            Self::Applied(function, inside) => Self::Applied(*function, boxed(inside)),
            Self::Slope(inside, by, latex) => Self::Slope(boxed(inside), *by, latex.clone()),
            Self::Rate(inside) => Self::Rate(boxed(inside)),
            Self::Root(inside) => Self::Root(boxed(inside)),
            Self::Length(inside) => Self::Length(boxed(inside)),
            Self::Sign(inside) => Self::Sign(boxed(inside)),
            Self::Sum(terms) => {
                Self::Sum(terms.iter().map(|(minus, term)| (*minus, of(term))).collect())
            }
            Self::Product(factors) => Self::Product(factors.iter().map(of).collect()),
            Self::Quotient(a, b) => Self::Quotient(boxed(a), boxed(b)),
            Self::Cross(a, b) => Self::Cross(boxed(a), boxed(b)),
            Self::Matrix(rows) => {
                Self::Matrix(rows.iter().map(|row| row.iter().map(of).collect()).collect())
            }
        }
    }
}

impl Wave {
    /// Its names: in full, as a letter.
    pub(crate) fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Sin => ("\\sin", "s"),
            Self::Cos => ("\\cos", "c"),
        }
    }

    pub(crate) fn other(self) -> Self {
        match self {
            Self::Sin => Self::Cos,
            Self::Cos => Self::Sin,
        }
    }
}
