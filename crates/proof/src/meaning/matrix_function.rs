//! Functions of vectors and matrices: `\{\omega \times\}`, `\operatorname{vect}\{A\}`,
//! `\operatorname{Trace}(A)`, `\exp\{A q\}`.

use appell_algebra::{Rational, SymbolKind};
use appell_mechanics::Arithmetic;
use appell_spatial::{Scalar, Vector};

use super::Meaning;
use super::evaluate::{NoValue, may_be_zero, part};
use super::read::{Read, Understanding};
use crate::latex::{Ink, InkKind, Operator};
use crate::tensor::Tensor;
use crate::truth::Truth;

/// A function of a vector or a matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MatrixFunction {
    /// The matrix that multiplies as a cross product with the vector.
    Skew,
    /// The vector of the skew-symmetric part of a matrix.
    Vect,
    Trace,
    /// The exponential of a constant matrix times a coordinate.
    Exponential,
}

impl MatrixFunction {
    pub(super) fn named(name: &str) -> Option<Self> {
        match name {
            "vect" => Some(Self::Vect),
            "Trace" | "trace" | "Tr" | "tr" => Some(Self::Trace),
            "exp" => Some(Self::Exponential),
            _ => None,
        }
    }

    pub(super) fn latex(self, inside: &str) -> String {
        match self {
            Self::Skew => format!("\\left\\{{{inside} \\times\\right\\}}"),
            Self::Vect => format!("\\operatorname{{vect}} \\left\\{{{inside}\\right\\}}"),
            Self::Trace => format!("\\operatorname{{Trace}} \\left({inside}\\right)"),
            Self::Exponential => format!("\\exp \\left\\{{{inside}\\right\\}}"),
        }
    }

    /// The function of `inside`; an error if its shape does not fit.
    pub(super) fn value<A: Arithmetic>(
        self,
        inside: &Meaning,
        truth: &Truth<'_, A>,
    ) -> Result<Tensor<A::Scalar>, NoValue> {
        if self == Self::Exponential {
            return exponential(inside, truth);
        }
        let inside = part(inside, truth)?;
        let misfit = |expected: &str| NoValue::Shape(format!("expected {expected}"));
        let entry = |i: usize, j: usize| inside.get(i, j).cloned();
        match self {
            Self::Skew => {
                let vector = inside.as_vector();
                let Vector([x, y, z]) =
                    vector.ok_or_else(|| misfit("a vector before the cross"))?;
                Ok(Tensor::new(vec![
                    vec![truth.zero(), z.neg(), y.clone()],
                    vec![z, truth.zero(), x.neg()],
                    vec![y.neg(), x, truth.zero()],
                ]))
            }
            Self::Vect => {
                let half = truth.number(&Rational::new(1, 2)?)?;
                let of = |i: usize, j: usize| Some(half.mul(&entry(i, j)?.sub(&entry(j, i)?)));
                let vector = || Some(Vector([of(2, 1)?, of(0, 2)?, of(1, 0)?]));
                let vector = vector().filter(|_| inside.shape() == (3, 3));
                Ok(Tensor::vector(vector.ok_or_else(|| misfit("a matrix of three rows"))?))
            }
            Self::Trace | Self::Exponential => {
                let (rows, columns) = inside.shape();
                let diagonal = (0..rows).filter_map(|i| entry(i, i));
                let sum = diagonal.reduce(|sum, entry| sum.add(&entry));
                let trace = sum.filter(|_| rows == columns);
                Ok(Tensor::scalar(trace.ok_or_else(|| misfit("a square matrix"))?))
            }
        }
    }
}

impl Understanding<'_, '_> {
    /// The matrix of a vector in a bracket that ends with a cross; `None` for other brackets.
    pub(super) fn skew(&mut self, inside: &[Ink]) -> Read<Option<Meaning>> {
        let end = inside.iter().rposition(|ink| ink.kind != InkKind::Space);
        let Some(end) = end.filter(|end| *end > 0 && inside[*end].is(Operator::Cross)) else {
            return Ok(None);
        };
        let vector = Box::new(self.formula(&inside[..end])?);
        Ok(Some(Meaning::Applied(MatrixFunction::Skew, vector)))
    }

    /// A function of the bracket that follows, and how many pieces of print it takes; `None` for other functions and
    /// for the exponential of a number.
    pub(super) fn matrix_function(
        &mut self,
        ink: &Ink,
        rest: &[&Ink],
    ) -> Read<Option<(Meaning, usize)>> {
        let function = match &ink.kind {
            InkKind::Function(name) => MatrixFunction::named(name),
            InkKind::Letter(name) if name == "\\exp" => Some(MatrixFunction::Exponential),
            _ => None,
        };
        let spaces = rest.iter().take_while(|next| next.kind == InkKind::Space).count();
        let bracket = rest.get(spaces).map(|next| &next.kind);
        let (Some(function), Some(InkKind::Fenced { inside, .. })) = (function, bracket) else {
            return Ok(None);
        };
        let inside = match self.skew(inside)? {
            Some(skew) => skew,
            None => self.formula(inside)?,
        };
        let may_be_matrix = |it: &Meaning| {
            matches!(it, Meaning::Applied(..) | Meaning::Known(..) | Meaning::Matrix(_))
        };
        if !inside.any(&may_be_matrix) {
            return Ok(None);
        }
        Ok(Some((Meaning::Applied(function, Box::new(inside)), 1 + spaces + 1)))
    }
}

/// The exponential of `B q`, with a coordinate q and the unit screw B of a joint. For a prismatic joint B^2 = 0, and
/// the series ends after B q; for a revolute joint B^4 = -B^2, and it has the sine and the cosine of q. Other
/// matrices are an error.
fn exponential<A: Arithmetic>(
    exponent: &Meaning,
    truth: &Truth<'_, A>,
) -> Result<Tensor<A::Scalar>, NoValue> {
    let is_angle = |it: &Meaning| matches!(it, Meaning::Symbol(symbol, _) if symbol.kind() == SymbolKind::Coordinate && symbol.order() == 0);
    let (minus, factors) = match exponent {
        Meaning::Sum(terms) => match terms.as_slice() {
            [(minus, Meaning::Product(factors))] => (*minus, factors.as_slice()),
            _ => (false, [].as_slice()),
        },
        Meaning::Product(factors) => (false, factors.as_slice()),
        _ => (false, [].as_slice()),
    };
    let angles: Vec<_> = factors.iter().filter(|it| is_angle(it)).collect();
    let [Meaning::Symbol(angle, _)] = angles[..] else {
        let message = "expected a matrix times one coordinate in the exponent";
        return Err(NoValue::Shape(message.to_owned()));
    };
    let screw = factors.iter().filter(|it| !is_angle(it)).cloned().collect();
    let screw = part(&Meaning::Product(screw), truth)?;
    let screw = if minus { screw.neg() } else { screw };
    let not_square = || NoValue::Shape("the exponential of a matrix that is not square".to_owned());
    let times = |a: &Tensor<A::Scalar>, b: &Tensor<A::Scalar>| a.multiply(b).ok_or_else(not_square);
    let (rows, columns) = screw.shape();
    if rows != columns || rows == 1 {
        return Err(not_square());
    }
    let square = times(&screw, &screw)?;
    let is_zero = |matrix: &Tensor<A::Scalar>| {
        matrix.entries().all(|(_, entry)| may_be_zero(entry, truth.arithmetic()))
    };
    let q = truth.symbol(*angle)?;
    let one = truth.number(&Rational::ONE)?;
    let unit = |i: usize, j: usize| if i == j { one.clone() } else { truth.zero() };
    let unit = (0..rows).map(|i| (0..rows).map(|j| unit(i, j)).collect()).collect();
    let scaled =
        |factor: A::Scalar, matrix: &Tensor<A::Scalar>| times(&Tensor::scalar(factor), matrix);
    let sum = |a: Tensor<A::Scalar>, b: Tensor<A::Scalar>| a.add(&b).ok_or_else(not_square);
    let linear = sum(Tensor::new(unit), scaled(q.clone(), &screw)?)?;
    if is_zero(&square) {
        return Ok(linear);
    }
    if !is_zero(&sum(times(&square, &square)?, square.clone())?) {
        let message =
            "the exponential is available only for the unit screw of a joint times its coordinate";
        return Err(NoValue::Unavailable(message.to_owned()));
    }
    let (cos, sin) = truth.circle(*angle)?;
    let curved = sum(linear, scaled(one.sub(&cos), &square)?)?;
    sum(curved, scaled(q.sub(&sin), &times(&square, &screw)?)?)
}
