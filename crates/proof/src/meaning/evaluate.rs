//! The value of a formula in any scalar: polynomials for the decision, rationals for the second
//! route.

use appell_algebra::{Error as AlgebraError, Rational, Stop, Symbol, SymbolKind};
use appell_diagnostic::Diagnostic;
use appell_mechanics::{Arithmetic, Error, Kind};
use appell_spatial::Scalar;

use super::{Meaning, Wave};
use crate::report::{Doubt, Verdict};
use crate::tensor::Tensor;
use crate::truth::Truth;

/// Why a formula has no value.
#[derive(Debug)]
pub(crate) enum NoValue {
    /// Its parts do not fit together, or what it says has no value: in words.
    Shape(String),
    /// It may be right, but this robot does not have the quantity, or its formula is too long to be
    /// derived: in words.
    Unavailable(String),
    /// The whole work was stopped.
    Stopped(Error),
}

/// What mechanics refuses is not the fault of the formula.
impl From<Error> for NoValue {
    fn from(error: Error) -> Self {
        match error {
            Error::Algebra(AlgebraError::Stopped(Stop::Time { .. } | Stop::Cancelled)) => {
                Self::Stopped(error)
            }
            other => Self::Unavailable(other.to_string()),
        }
    }
}

/// What the algebra cannot do is the fault of the formula, but for its limits.
impl From<AlgebraError> for NoValue {
    fn from(error: AlgebraError) -> Self {
        match error {
            AlgebraError::Stopped(Stop::Time { .. } | Stop::Cancelled) => {
                Self::Stopped(error.into())
            }
            AlgebraError::Stopped(stop) => Self::Unavailable(stop.to_string()),
            other => Self::Shape(other.to_string()),
        }
    }
}

impl NoValue {
    /// What is to be said about the formula; an error where the whole work was stopped.
    pub(crate) fn verdict(self) -> Result<Verdict, Error> {
        match self {
            Self::Shape(why) => Ok(Verdict::Unreadable(Diagnostic::error("shape", why))),
            Self::Unavailable(reason) => Ok(Verdict::undecided(Doubt::Unavailable, reason)),
            Self::Stopped(error) => Err(error),
        }
    }
}

/// The value of a formula.
pub(crate) fn value<A: Arithmetic>(
    meaning: &Meaning,
    truth: &Truth<'_, A>,
) -> Result<Tensor<A::Scalar>, NoValue> {
    let arithmetic = truth.arithmetic();
    let value = part(meaning, truth);
    // the next formula begins anew
    arithmetic.take_failure();
    let value = value?;
    value.entries().try_for_each(|(_, entry)| arithmetic.check_result(entry))?;
    Ok(value)
}

/// One over a formula.
fn reciprocal<A: Arithmetic>(below: &Meaning, truth: &Truth<'_, A>) -> Result<A::Scalar, NoValue> {
    match by_factors(below, truth) {
        // two vectors side by side are one factor
        None | Some(Err(NoValue::Shape(_))) => {
            Ok(truth.arithmetic().reciprocal(&scalar_of(below, truth)?)?)
        }
        Some(inverse) => inverse,
    }
}

/// One over a product or a power, factor by factor: 1/(2 a^2) is 1/2 (1/a)^2, as derived formulas have it.
fn by_factors<A: Arithmetic>(
    below: &Meaning,
    truth: &Truth<'_, A>,
) -> Option<Result<A::Scalar, NoValue>> {
    let (factors, times) = match below {
        Meaning::Product(factors) => (factors.as_slice(), 1),
        Meaning::Power(base, exponent) if !matches!(**base, Meaning::Length(_)) => {
            (std::slice::from_ref(&**base), *exponent)
        }
        _ => return None,
    };
    let inverse = || {
        let one = truth.number(&Rational::ONE)?;
        let mut inverses = factors.iter().map(|factor| reciprocal(factor, truth));
        let product =
            inverses.try_fold(one.clone(), |product, it| Ok::<_, NoValue>(product.mul(&it?)))?;
        Ok((0..times).fold(one, |power, _| power.mul(&product)))
    };
    Some(inverse())
}

/// The value of a part of a formula; poisoned where the arithmetic failed.
pub(super) fn part<A: Arithmetic>(
    meaning: &Meaning,
    truth: &Truth<'_, A>,
) -> Result<Tensor<A::Scalar>, NoValue> {
    let arithmetic = truth.arithmetic();
    let scalar = |meaning: &Meaning| scalar_of(meaning, truth);
    Ok(match meaning {
        Meaning::Number(number) => Tensor::scalar(truth.number(number)?),
        Meaning::Symbol(symbol, _) => Tensor::scalar(match truth.abbreviated(*symbol) {
            Some(meaning) => truth.abbreviation(*symbol, || scalar_of(&meaning, truth))?,
            None => truth.symbol(*symbol)?,
        }),
        Meaning::Wave(wave, angle, _) => Tensor::scalar(wave_of(*wave, angle, truth)?),
        Meaning::Sum(terms) => {
            let mut sum: Option<Tensor<A::Scalar>> = None;
            // a sum without terms has no shape
            for (minus, term) in terms.iter().filter(|(_, term)| !is_empty(term)) {
                let term = part(term, truth)?;
                let term = if *minus { term.neg() } else { term };
                sum = Some(match sum {
                    None => term,
                    Some(sum) => sum.add(&term).ok_or_else(|| misfit("added"))?,
                });
            }
            sum.unwrap_or_else(|| Tensor::scalar(truth.zero()))
        }
        Meaning::Product(factors) => {
            // from the right: a matrix times a vector is a vector, as far as there is one
            let mut product: Option<Tensor<A::Scalar>> = None;
            for factor in factors.iter().rev() {
                let factor = part(factor, truth)?;
                product = Some(match product {
                    None => factor,
                    Some(product) => {
                        factor.multiply(&product).ok_or_else(|| misfit("multiplied"))?
                    }
                });
            }
            product.map_or_else(|| truth.number(&Rational::ONE).map(Tensor::scalar), Ok)?
        }
        Meaning::Quotient(above, below) => {
            let inverse = reciprocal(below, truth)?;
            let above = part(above, truth)?;
            above.multiply(&Tensor::scalar(inverse)).ok_or_else(|| misfit("divided"))?
        }
        Meaning::Power(base, exponent) => {
            // the square of a length needs no root
            let base = match &**base {
                Meaning::Length(inside) if *exponent == 2 => part(inside, truth)?,
                _ => part(base, truth)?,
            };
            // the square of a vector is its product with itself
            if let (Some(vector), 2) = (base.as_vector(), *exponent) {
                return Ok(Tensor::scalar(vector.dot(&vector)));
            }
            let base =
                base.as_scalar().ok_or_else(|| NoValue::Shape("a power of a vector".to_owned()))?;
            let mut power = truth.number(&Rational::ONE)?;
            for _ in 0..*exponent {
                power = power.mul(base);
            }
            Tensor::scalar(power)
        }
        Meaning::Known(known, _) => {
            // nothing is derived with an arithmetic that has failed
            if let Some(error) = arithmetic.take_failure() {
                return Err(error.into());
            }
            let value = truth.value(known)?;
            value.ok_or_else(|| NoValue::Shape(format!("there is no {known}")))?
        }
        Meaning::Matrix(rows) => {
            // a row may be made of blocks: a rotation and a position beside each other
            let row = |row: &Vec<Meaning>| {
                let cells = row.iter().map(|cell| value(cell, truth));
                let cells = cells.collect::<Result<Vec<_>, _>>()?;
                Tensor::beside(cells).ok_or_else(|| misfit("put beside each other"))
            };
            let rows = rows.iter().map(row).collect::<Result<Vec<_>, _>>()?;
            Tensor::below(rows).ok_or_else(|| misfit("put below each other"))?
        }
        Meaning::Cross(a, b) => {
            let (a, b) = (part(a, truth)?, part(b, truth)?);
            match (a.as_vector(), b.as_vector()) {
                (Some(a), Some(b)) => Tensor::vector(a.cross(&b)),
                // of numbers it is a product
                _ if a.as_scalar().or(b.as_scalar()).is_some() => {
                    a.multiply(&b).ok_or_else(|| misfit("multiplied"))?
                }
                _ => return Err(NoValue::Shape("a cross product needs two vectors".to_owned())),
            }
        }
        Meaning::Transpose(inside) => part(inside, truth)?.transpose(),
        Meaning::Inverse(inside) => {
            let inside = part(inside, truth)?;
            match inside.as_scalar() {
                Some(scalar) => Tensor::scalar(arithmetic.reciprocal(scalar)?),
                None => inverse_rotation(&inside, arithmetic)?,
            }
        }
        Meaning::Applied(function, inside) => function.value(inside, truth)?,
        Meaning::Determinant(inside) => {
            let square = part(inside, truth)?.square().ok_or_else(not_square)?;
            Tensor::scalar(square.determinant().ok_or_else(not_square)?)
        }
        Meaning::Slope(inside, ..) if has_momenta(inside, truth) => {
            let message = "a function of momenta is differentiated with these held fast";
            return Err(NoValue::Unavailable(message.to_owned()));
        }
        // of vectors and matrices, entry by entry
        Meaning::Slope(inside, by, _) => {
            part(inside, truth)?.try_map(|entry| truth.slope(entry, *by))?
        }
        Meaning::Rate(inside) => part(inside, truth)?.try_map(|entry| truth.rate(entry))?,
        Meaning::Root(inside) => Tensor::scalar(arithmetic.root(&scalar(inside)?)),
        Meaning::Length(inside) => {
            let inside = part(inside, truth)?;
            match (inside.as_vector(), inside.as_scalar()) {
                (Some(vector), _) => Tensor::scalar(arithmetic.length(&vector)),
                (_, Some(scalar)) => Tensor::scalar(scalar.mul(&arithmetic.sign(scalar))),
                // bars around a matrix are those of its determinant
                _ if inside.shape().0 > 1 && inside.shape().1 > 1 => {
                    let square = inside.square().ok_or_else(not_square)?;
                    Tensor::scalar(square.determinant().ok_or_else(not_square)?)
                }
                _ => return Err(NoValue::Shape("only a vector has a length".to_owned())),
            }
        }
        Meaning::Sign(inside) => Tensor::scalar(arithmetic.sign(&scalar(inside)?)),
    })
}

/// Whether this is a sum over no links at all.
fn is_empty(meaning: &Meaning) -> bool {
    matches!(meaning, Meaning::Sum(terms) if terms.iter().all(|(_, term)| is_empty(term)))
}

/// Whether a formula has momenta in it, also by names that stand for them: Hamilton's function.
fn has_momenta<A: Arithmetic>(formula: &Meaning, truth: &Truth<'_, A>) -> bool {
    formula.any(&|part| match part {
        Meaning::Known(known, _) => known.quantity.kind() == Kind::Momentum,
        Meaning::Symbol(symbol, _) => truth.has_momenta(*symbol),
        _ => false,
    })
}

/// The value of a formula that must be a scalar.
pub(crate) fn scalar_of<A: Arithmetic>(
    meaning: &Meaning,
    truth: &Truth<'_, A>,
) -> Result<A::Scalar, NoValue> {
    let value = part(meaning, truth)?;
    let scalar = value.as_scalar().cloned();
    scalar.ok_or_else(|| NoValue::Shape("expected a scalar, found a vector".to_owned()))
}

/// The inverse of a rotation is its transpose; whether it is a rotation is tried.
fn inverse_rotation<A: Arithmetic>(
    matrix: &Tensor<A::Scalar>,
    arithmetic: &A,
) -> Result<Tensor<A::Scalar>, NoValue> {
    let transpose = matrix.transpose();
    let product = transpose.multiply(matrix).ok_or_else(|| misfit("inverted"))?;
    let identity = product.entries().all(|((i, j), entry)| {
        may_be_zero(&entry.sub(&entry.integer((i == j).into())), arithmetic)
    });
    match identity {
        true => Ok(transpose),
        false => Err(NoValue::Shape("the inverse of a matrix that is not a rotation".to_owned())),
    }
}

/// Whether an entry is zero, or an interval that contains zero and so does not contradict it.
pub(super) fn may_be_zero<A: Arithmetic>(entry: &A::Scalar, arithmetic: &A) -> bool {
    entry.is_zero() || arithmetic.size(entry).is_some_and(|size| size == 0.0)
}

fn not_square() -> NoValue {
    NoValue::Unavailable("only a square matrix of at most six rows has a determinant".to_owned())
}

fn misfit(done: &str) -> NoValue {
    NoValue::Shape(format!("parts that are {done} have the wrong shape"))
}

/// Sine and cosine of a sum of coordinates, by the theorem of addition.
fn wave_of<A: Arithmetic>(
    wave: Wave,
    angle: &Meaning,
    truth: &Truth<'_, A>,
) -> Result<A::Scalar, NoValue> {
    let times = |angle: &LinearAngle| angle.parts.iter().map(|(_, times)| times.abs()).sum::<i64>();
    let angle = LinearAngle::of(&spelled_out(angle, truth));
    let is_in_degrees = |angle: &LinearAngle| angle.radians.abs() > MOST_RADIANS.into();
    let angle = angle.filter(|it| times(it) <= 2 * MOST_TIMES && !is_in_degrees(it));
    let Some(LinearAngle { parts, pi, radians }) = angle else {
        let message = "the angle of a sine is not a sum of multiples of coordinates";
        return Err(NoValue::Shape(message.to_owned()));
    };
    let (mut cos, mut sin) = truth.constant_angle(&pi, &radians)?;
    for (symbol, times) in parts {
        let (c, s) = truth.circle(symbol)?;
        let s = if times < 0 { s.neg() } else { s };
        for _ in 0..times.unsigned_abs() {
            (cos, sin) = (cos.mul(&c).sub(&sin.mul(&s)), sin.mul(&c).add(&cos.mul(&s)));
        }
    }
    Ok(match wave {
        Wave::Sin => sin,
        Wave::Cos => cos,
    })
}

/// An angle in the symbols of the robot: with `q_{23} = q_2 + q_3`, the sum for the name; and with numbers for the
/// kinds of joints in `q_i \Delta_i`. Names rest on names that were defined before them, so this ends.
fn spelled_out<A: Arithmetic>(angle: &Meaning, truth: &Truth<'_, A>) -> Meaning {
    angle.replaced(&|part| match part {
        Meaning::Symbol(symbol, _) => {
            truth.abbreviated(*symbol).map(|meaning| spelled_out(&meaning, truth))
        }
        Meaning::Known(known, _) => {
            truth.is_revolute(known).map(|revolute| Meaning::Number(i64::from(revolute).into()))
        }
        _ => None,
    })
}

/// How often an angle may be taken: more is a mistake in reading.
const MOST_TIMES: i64 = 16;

/// A larger number is an angle in degrees.
const MOST_RADIANS: i64 = 7;

/// An angle that is a sum of whole multiples of symbols, a multiple of pi and a number.
#[derive(Debug, Default)]
pub(crate) struct LinearAngle {
    pub(crate) parts: Vec<(Symbol, i64)>,
    pub(crate) pi: Rational,
    pub(crate) radians: Rational,
}

impl LinearAngle {
    /// None where a formula is no such sum.
    pub(crate) fn of(meaning: &Meaning) -> Option<Self> {
        let mut angle = Self::default();
        angle.add(meaning, &Rational::ONE)?;
        Some(angle)
    }

    fn add(&mut self, meaning: &Meaning, times: &Rational) -> Option<()> {
        match meaning {
            Meaning::Number(number) => self.radians = &self.radians + &(times * number),
            Meaning::Symbol(Symbol::PI, _) => self.pi = &self.pi + times,
            Meaning::Symbol(symbol, _) if symbol.order() == 0 => {
                let angle = matches!(symbol.kind(), SymbolKind::Coordinate | SymbolKind::Parameter);
                let times = times.to_i64().filter(|times| angle && times.abs() <= MOST_TIMES)?;
                self.parts.push((*symbol, times));
            }
            Meaning::Sum(terms) => {
                let turned = -times.clone();
                for (minus, term) in terms {
                    self.add(term, if *minus { &turned } else { times })?;
                }
            }
            Meaning::Product(factors) => {
                let mut times = times.clone();
                let mut inside = None;
                for factor in factors {
                    match factor {
                        Meaning::Number(number) => times = &times * number,
                        other if inside.is_none() => inside = Some(other),
                        _ => return None,
                    }
                }
                match inside {
                    Some(inside) => self.add(inside, &times)?,
                    None => self.radians = &self.radians + &times,
                }
            }
            Meaning::Quotient(above, below) => {
                let Meaning::Number(below) = &**below else { return None };
                self.add(above, &(times * &below.recip().ok()?))?;
            }
            _ => return None,
        }
        Some(())
    }
}
