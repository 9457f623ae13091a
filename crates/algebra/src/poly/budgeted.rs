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
/// gives a poisoned value, from which nothing but poisoned values follow; no polynomial can be
/// read from one. The failure is remembered, so that all later operations are poisoned at once
/// instead of working on.
///
/// ```
/// use appell_algebra::{Budget, BudgetScope, Error, Poly, Stop, Symbols};
///
/// let symbols = Symbols::new();
/// let (x, y) = (symbols.parameter("x")?, symbols.parameter("y")?);
/// let scope = BudgetScope::new(Budget::default().with_terms(10));
/// let sum = scope.scalar(Poly::from(x) + Poly::from(y));
/// let mut power = sum.clone();
/// for _ in 0..20 {
///     power = power * sum.clone();
/// }
/// assert_eq!(power.poly(), Err(Error::Stopped(Stop::Terms { limit: 10 })));
/// assert_eq!((scope.scalar(0) * power).poly(), Err(Error::Stopped(Stop::Terms { limit: 10 })));
/// # Ok::<(), appell_algebra::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct BudgetScope {
    budget: Budget,
    failure: RefCell<Option<Rc<Error>>>,
}

/// A polynomial whose operators honour the budget of a [`BudgetScope`], or the failure that
/// poisoned it. Cheap to clone.
///
/// # Panics
/// The operators do when their operands belong to two different scopes.
#[derive(Clone)]
pub struct BudgetedPoly<'l> {
    scope: &'l BudgetScope,
    value: Result<Rc<Poly>, Rc<Error>>,
}

impl BudgetScope {
    /// Operations within a budget.
    pub fn new(budget: Budget) -> Self {
        Self { budget, failure: RefCell::new(None) }
    }

    /// The budget.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// A polynomial, to calculate with.
    pub fn scalar(&self, poly: impl Into<Poly>) -> BudgetedPoly<'_> {
        BudgetedPoly { scope: self, value: Ok(Rc::new(poly.into())) }
    }

    /// Whether all operations so far succeeded; if not, the first failure.
    pub fn check(&self) -> Result<(), Error> {
        self.failure.borrow().as_ref().map_or(Ok(()), |error| Err((**error).clone()))
    }

    /// The failure, if there was one, which is then forgotten: the next calculation begins anew.
    /// What was poisoned stays poisoned.
    pub fn take_failure(&self) -> Option<Error> {
        self.failure.take().map(Rc::unwrap_or_clone)
    }

    /// The result of a calculation, or why it has none.
    ///
    /// # Panics
    /// When the result was calculated under another scope.
    pub fn finish(&self, result: BudgetedPoly<'_>) -> Result<Poly, Error> {
        result.assert_under(self);
        result.value.map(Rc::unwrap_or_clone).map_err(Rc::unwrap_or_clone)
    }

    /// Remembers the first failure, which poisons.
    fn fail(&self, error: Error) -> BudgetedPoly<'_> {
        let error = self.failure.borrow_mut().get_or_insert_with(|| Rc::new(error)).clone();
        BudgetedPoly { scope: self, value: Err(error) }
    }
}

impl<'l> BudgetedPoly<'l> {
    /// The polynomial, or the failure that poisoned it.
    pub fn poly(&self) -> Result<&Poly, Error> {
        self.value.as_deref().map_err(|error| (**error).clone())
    }

    /// Whether this is the polynomial zero; of a poisoned value that is not known.
    pub fn is_zero(&self) -> bool {
        self.value.as_ref().is_ok_and(|poly| poly.is_zero())
    }

    /// An integer under the same budget.
    pub fn integer(&self, value: i64) -> Self {
        self.scope.scalar(Poly::constant(value.into()))
    }

    fn assert_under(&self, scope: &BudgetScope) {
        // A fault of the program, as an index out of bounds is.
        assert!(std::ptr::eq(self.scope, scope), "values under two budgets were mixed");
    }

    /// Both polynomials of an operation, or the operand that is poisoned.
    fn both<'a>(&'a self, other: &'a Self) -> Result<(&'a Poly, &'a Poly), Self> {
        self.assert_under(other.scope);
        match (&self.value, &other.value) {
            (Ok(own), Ok(other)) => Ok((own, other)),
            (Err(_), _) => Err(self.clone()),
            (_, Err(_)) => Err(other.clone()),
        }
    }

    /// Any operation on polynomials, under the same budget and with the same memory of failures.
    pub fn try_map(&self, operation: impl FnOnce(&Poly, &Budget) -> Result<Poly, Error>) -> Self {
        let scope: &'l BudgetScope = self.scope;
        let Ok(poly) = &self.value else { return self.clone() };
        if let Some(failure) = &*scope.failure.borrow() {
            return Self { scope, value: Err(failure.clone()) };
        }
        match operation(poly, &scope.budget) {
            Ok(poly) => scope.scalar(poly),
            Err(error) => scope.fail(error),
        }
    }
}

impl<'l> Add for &BudgetedPoly<'l> {
    type Output = BudgetedPoly<'l>;

    fn add(self, other: &BudgetedPoly<'l>) -> BudgetedPoly<'l> {
        match self.both(other) {
            Err(poisoned) => poisoned,
            Ok((own, _)) if own.is_zero() => other.clone(),
            Ok((_, more)) if more.is_zero() => self.clone(),
            Ok((_, more)) => self.try_map(|poly, budget| poly.checked_add(more, budget)),
        }
    }
}

impl<'l> Sub for &BudgetedPoly<'l> {
    type Output = BudgetedPoly<'l>;

    fn sub(self, other: &BudgetedPoly<'l>) -> BudgetedPoly<'l> {
        match self.both(other) {
            Err(poisoned) => poisoned,
            Ok((_, less)) if less.is_zero() => self.clone(),
            Ok((_, less)) => self.try_map(|poly, budget| poly.checked_sub(less, budget)),
        }
    }
}

impl<'l> Mul for &BudgetedPoly<'l> {
    type Output = BudgetedPoly<'l>;

    fn mul(self, other: &BudgetedPoly<'l>) -> BudgetedPoly<'l> {
        match self.both(other) {
            Err(poisoned) => poisoned,
            Ok((own, _)) if own.is_one() => other.clone(),
            Ok((_, factor)) if factor.is_one() => self.clone(),
            Ok((_, factor)) => self.try_map(|poly, budget| poly.checked_mul(factor, budget)),
        }
    }
}

/// The same operators on plain values.
macro_rules! by_value {
    ($($operation:ident $method:ident),*) => {$(
        impl<'l> $operation for BudgetedPoly<'l> {
            type Output = BudgetedPoly<'l>;

            fn $method(self, other: BudgetedPoly<'l>) -> BudgetedPoly<'l> {
                (&self).$method(&other)
            }
        }
    )*};
}
by_value!(Add add, Sub sub, Mul mul);

impl<'l> Neg for BudgetedPoly<'l> {
    type Output = BudgetedPoly<'l>;

    fn neg(self) -> BudgetedPoly<'l> {
        self.try_map(|poly, _| Ok(-poly))
    }
}

impl fmt::Debug for BudgetedPoly<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.value {
            Ok(poly) => poly.fmt(f),
            Err(error) => write!(f, "poisoned: {error}"),
        }
    }
}
