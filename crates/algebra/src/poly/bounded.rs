//! Polynomials as a scalar for generic code: operators that honour a budget.

use std::cell::RefCell;
use std::fmt;
use std::ops::{Add, Mul, Neg, Sub};
use std::rc::Rc;

use super::Poly;
use crate::budget::Budget;
use crate::error::Error;

/// A budget shared by many operations, which remembers the first failure.
///
/// Generic code is written with operators, which cannot return an error. Here a failed operation
/// gives zero and is remembered; all later ones give zero at once, and [`Limited::finish`] tells.
///
/// ```
/// use appell_algebra::{Budget, Limited, Poly, Stop, Error, Symbols};
///
/// let symbols = Symbols::new();
/// let (x, y) = (symbols.parameter("x")?, symbols.parameter("y")?);
/// let limited = Limited::new(Budget::default().with_terms(10));
/// let sum = limited.scalar(Poly::from(x) + Poly::from(y));
/// let mut power = sum.clone();
/// for _ in 0..20 {
///     power = power * sum.clone();
/// }
/// assert_eq!(limited.finish(power), Err(Error::Stopped(Stop::Terms { limit: 10 })));
/// # Ok::<(), appell_algebra::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct Limited {
    budget: Budget,
    failure: RefCell<Option<Error>>,
}

/// A polynomial whose operators honour the budget of a [`Limited`]. Cheap to clone.
///
/// # Panics
/// The operators do when their operands belong to two different `Limited`s.
#[derive(Clone)]
pub struct Bounded<'l> {
    limited: &'l Limited,
    poly: Rc<Poly>,
}

impl Limited {
    /// Operations within a budget.
    pub fn new(budget: Budget) -> Self {
        Self { budget, failure: RefCell::new(None) }
    }

    /// The budget.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// A polynomial, to calculate with.
    pub fn scalar(&self, poly: impl Into<Poly>) -> Bounded<'_> {
        Bounded { limited: self, poly: Rc::new(poly.into()) }
    }

    /// The failure, if there was one, which is then forgotten: the next calculation begins anew.
    pub fn take_failure(&self) -> Option<Error> {
        self.failure.take()
    }

    /// The result of a calculation, or why it has none.
    ///
    /// # Panics
    /// When the result was calculated under another `Limited`.
    pub fn finish(&self, result: Bounded<'_>) -> Result<Poly, Error> {
        result.assert_under(self);
        match &*self.failure.borrow() {
            Some(error) => Err(error.clone()),
            None => Ok(Rc::unwrap_or_clone(result.poly)),
        }
    }
}

impl<'l> Bounded<'l> {
    /// The polynomial; zero after a failure, so ask [`Limited::finish`] before you use it.
    pub fn poly(&self) -> &Poly {
        &self.poly
    }

    /// An integer under the same budget.
    pub fn integer(&self, value: i64) -> Self {
        self.limited.scalar(Poly::constant(value.into()))
    }

    fn assert_under(&self, limited: &Limited) {
        // A fault of the program, as an index out of bounds is.
        assert!(std::ptr::eq(self.limited, limited), "values under two budgets were mixed");
    }

    /// Any operation on polynomials, under the same budget and with the same memory of failures.
    pub fn try_map(&self, operation: impl FnOnce(&Poly, &Budget) -> Result<Poly, Error>) -> Self {
        let limited: &'l Limited = self.limited;
        if limited.failure.borrow().is_some() {
            return limited.scalar(Poly::ZERO);
        }
        match operation(&self.poly, &limited.budget) {
            Ok(poly) => limited.scalar(poly),
            Err(error) => {
                limited.failure.borrow_mut().get_or_insert(error);
                limited.scalar(Poly::ZERO)
            }
        }
    }
}

impl<'l> Add for &Bounded<'l> {
    type Output = Bounded<'l>;

    fn add(self, other: &Bounded<'l>) -> Bounded<'l> {
        self.assert_under(other.limited);
        match (self.poly.is_zero(), other.poly.is_zero()) {
            (true, _) => other.clone(),
            (_, true) => self.clone(),
            _ => self.try_map(|poly, budget| poly.checked_add(&other.poly, budget)),
        }
    }
}

impl<'l> Sub for &Bounded<'l> {
    type Output = Bounded<'l>;

    fn sub(self, other: &Bounded<'l>) -> Bounded<'l> {
        self.assert_under(other.limited);
        if other.poly.is_zero() {
            return self.clone();
        }
        self.try_map(|poly, budget| poly.checked_sub(&other.poly, budget))
    }
}

impl<'l> Mul for &Bounded<'l> {
    type Output = Bounded<'l>;

    fn mul(self, other: &Bounded<'l>) -> Bounded<'l> {
        self.assert_under(other.limited);
        if self.poly.is_one() {
            return other.clone();
        }
        if other.poly.is_one() {
            return self.clone();
        }
        self.try_map(|poly, budget| poly.checked_mul(&other.poly, budget))
    }
}

/// The same operators on plain values.
macro_rules! by_value {
    ($($operation:ident $method:ident),*) => {$(
        impl<'l> $operation for Bounded<'l> {
            type Output = Bounded<'l>;

            fn $method(self, other: Bounded<'l>) -> Bounded<'l> {
                (&self).$method(&other)
            }
        }
    )*};
}
by_value!(Add add, Sub sub, Mul mul);

impl<'l> Neg for Bounded<'l> {
    type Output = Bounded<'l>;

    fn neg(self) -> Bounded<'l> {
        self.try_map(|poly, _| Ok(-poly))
    }
}

impl fmt::Debug for Bounded<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.poly.fmt(f)
    }
}
