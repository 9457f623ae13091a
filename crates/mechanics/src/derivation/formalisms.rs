//! Driving forces by other formalisms than Newton-Euler's, as polynomials: to be compared exactly.

use appell_algebra::BudgetedPoly;

use super::Derivation;
use crate::appell::driving_forces_by_appell;
use crate::arithmetic::PolynomialArithmetic;
use crate::error::Error;
use crate::lagrange::driving_forces_by_lagrange;

impl<'l> Derivation<'_, &'l PolynomialArithmetic> {
    /// The driving forces by Lagrange's equations, friction included.
    pub fn driving_forces_by_lagrange(&self) -> Result<Vec<BudgetedPoly<'l>>, Error> {
        self.with_friction(driving_forces_by_lagrange(&self.mechanism, &self.state))
    }

    /// The driving forces by Appell's equations, friction included.
    pub fn driving_forces_by_appell(&self) -> Result<Vec<BudgetedPoly<'l>>, Error> {
        self.with_friction(driving_forces_by_appell(&self.mechanism, &self.state))
    }

    fn with_friction(&self, forces: Vec<BudgetedPoly<'l>>) -> Result<Vec<BudgetedPoly<'l>>, Error> {
        let forces = forces.iter().zip(self.friction()?).map(|(force, friction)| force + &friction);
        let forces = forces.collect();
        self.check()?;
        Ok(forces)
    }
}
