//! Roots, signs and reciprocals, of scalars and of scalars with derivatives.

use appell_algebra::Error;
use appell_spatial::{Jet, Scalar, Varied};

use crate::arithmetic::Arithmetic;

/// What friction calculates with beside sums and products.
pub(crate) trait Functions {
    type Scalar: Scalar;

    fn root(&self, scalar: &Self::Scalar) -> Result<Self::Scalar, Error>;

    /// -1, 0 or 1; its derivatives are zero, also where it jumps.
    fn sign(&self, scalar: &Self::Scalar) -> Self::Scalar;

    fn reciprocal(&self, scalar: &Self::Scalar) -> Result<Self::Scalar, Error>;
}

impl<A: Arithmetic> Functions for A {
    type Scalar = A::Scalar;

    fn root(&self, scalar: &A::Scalar) -> Result<A::Scalar, Error> {
        Ok(Arithmetic::root(self, scalar))
    }

    fn sign(&self, scalar: &A::Scalar) -> A::Scalar {
        Arithmetic::sign(self, scalar)
    }

    fn reciprocal(&self, scalar: &A::Scalar) -> Result<A::Scalar, Error> {
        Arithmetic::reciprocal(self, scalar)
    }
}

/// The same of functions of time, or of something else.
pub(crate) struct OfJets<'a, A>(pub(crate) &'a A);

impl<A: Arithmetic> Functions for OfJets<'_, A> {
    type Scalar = Varied<A::Scalar>;

    fn root(&self, scalar: &Varied<A::Scalar>) -> Result<Varied<A::Scalar>, Error> {
        let root = self.0.root(&scalar.at(0));
        let inverse = self.0.reciprocal(&root)?;
        Ok(scalar.root_from(root, inverse))
    }

    fn sign(&self, scalar: &Varied<A::Scalar>) -> Varied<A::Scalar> {
        Jet::constant(self.0.sign(&scalar.at(0)))
    }

    fn reciprocal(&self, scalar: &Varied<A::Scalar>) -> Result<Varied<A::Scalar>, Error> {
        Ok(scalar.reciprocal_from(self.0.reciprocal(&scalar.at(0))?))
    }
}
