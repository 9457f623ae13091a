//! Roots, signs and reciprocals, of scalars and of scalars with derivatives.

use appell_algebra::Error;
use appell_spatial::{Jet, Scalar, Varied, Vector};

use crate::arithmetic::Arithmetic;

/// What friction calculates with beside sums and products.
pub(crate) trait Functions {
    type Scalar: Scalar;

    fn root(&self, scalar: &Self::Scalar) -> Result<Self::Scalar, Error>;

    /// -1, 0 or 1; its derivatives are zero, also where it jumps.
    fn sign(&self, scalar: &Self::Scalar) -> Self::Scalar;

    fn reciprocal(&self, scalar: &Self::Scalar) -> Result<Self::Scalar, Error>;

    /// The length of a vector. That of the vector zero has a kink; its derivatives are taken as zero.
    fn length(&self, vector: &Vector<Self::Scalar>) -> Result<Self::Scalar, Error>;
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

    fn length(&self, vector: &Vector<A::Scalar>) -> Result<A::Scalar, Error> {
        Ok(Arithmetic::length(self, vector))
    }
}

/// The same of functions of time, or of something else.
pub(crate) struct OfJets<'a, A> {
    pub(crate) arithmetic: &'a A,
    /// Whether code is made of the results: it must not divide by the length of a vector that is zero
    /// at some states. Formulas for readers are left without this guard.
    pub(crate) for_code: bool,
}

impl<A: Arithmetic> Functions for OfJets<'_, A> {
    type Scalar = Varied<A::Scalar>;

    fn root(&self, scalar: &Varied<A::Scalar>) -> Result<Varied<A::Scalar>, Error> {
        let root = self.arithmetic.root(&scalar.at(0));
        let inverse = self.arithmetic.reciprocal(&root)?;
        Ok(scalar.root_from(root, inverse))
    }

    fn sign(&self, scalar: &Varied<A::Scalar>) -> Varied<A::Scalar> {
        Jet::constant(self.arithmetic.sign(&scalar.at(0)))
    }

    fn reciprocal(&self, scalar: &Varied<A::Scalar>) -> Result<Varied<A::Scalar>, Error> {
        Ok(scalar.reciprocal_from(self.arithmetic.reciprocal(&scalar.at(0))?))
    }

    fn length(&self, vector: &Vector<Varied<A::Scalar>>) -> Result<Varied<A::Scalar>, Error> {
        let square = vector.dot(vector);
        let length = self.arithmetic.root(&square.at(0));
        let inverse = match self.arithmetic.size(&length) {
            _ if length.is_zero() => length.integer(0),
            None if self.for_code => self.arithmetic.reciprocal(&length.add(&tiny(&length)))?,
            _ => self.arithmetic.reciprocal(&length)?,
        };
        Ok(square.root_from(length, inverse))
    }
}

/// 10^-30, which single precision can represent too: code adds it to a length before it divides.
pub(crate) fn tiny<S: Scalar>(like: &S) -> S {
    let small = like.integer(1).over(1_000_000_000_000_000);
    small.mul(&small)
}
