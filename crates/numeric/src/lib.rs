//! Numerical methods for floating-point numbers. This crate knows no robots and no symbols.
//!
//! | module | what |
//! |---|---|
//! | [`pivot`] | the one rule by which a pivot counts as zero |
//! | [`cholesky`], [`lu`] | dense systems of linear equations: symmetric positive definite, and any |
//! | [`rank`] | how many rows of a matrix are independent |
//! | [`singular_values`] | singular values and the vectors that belong to them; least squares |
//! | [`pencil`] | all solutions of A x = lambda B x for small symmetric matrices |
//! | [`eigenvalues`] | those of any small matrix |
//! | [`exponential`] | the exponential of a matrix |
//! | [`controllability`] | the part of a linear system that no input reaches |
//! | [`sparse`], [`envelope`] | sparse symmetric matrices, their rows in any order or in a good one |
//! | [`subspace`] | the lowest vibrations of large bodies |
//! | [`legendre`], [`quadrature`] | series of Legendre's polynomials; integrals |
//! | [`golden_section`] | the least value of a function of one variable |
//! | [`random`] | random numbers that are the same on every run |
//! | [`counter`], [`sobol`], [`normal`] | numbers of variants: by counter, evenly spread; quantiles |

pub mod cholesky;
pub mod controllability;
pub mod counter;
pub mod eigenvalues;
pub mod envelope;
pub mod exponential;
pub mod golden_section;
#[cfg(feature = "meshes")]
mod large;
pub mod legendre;
pub mod lu;
pub mod normal;
mod ordering;
pub mod pencil;
pub mod pivot;
pub mod quadrature;
pub mod random;
pub mod rank;
pub mod singular_values;
pub mod sobol;
pub mod sparse;
pub mod subspace;

/// The sum of products, as far as the shorter one goes.
pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
