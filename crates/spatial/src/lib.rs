//! Vectors, rotations, transforms and mass moments of three-dimensional space, written once over
//! any [`Scalar`]: numbers, exact polynomials, expressions. It knows no robots.
//!
//! Nothing here divides or takes a root, so what goes in as polynomials comes out as polynomials.
//!
//! ```
//! use appell_spatial::{Matrix, Transform, Vector};
//!
//! let quarter = Matrix::turn(&Vector::new(0.0, 0.0, 1.0), &0.0, &1.0); // cosine 0, sine 1
//! let base_from_tool = Transform::new(quarter, Vector::new(1.0, 0.0, 0.0));
//! let tip_in_base = base_from_tool.point(&Vector::new(2.0, 0.0, 0.0));
//! assert_eq!(tip_in_base, Vector::new(1.0, 2.0, 0.0));
//! ```

mod deformable;
mod jet;
mod matrix;
mod moments;
mod scalar;
mod transform;
mod twist;
mod vector;
mod wrench;

pub use deformable::{Coefficient, Deformable, Shape, Station, axial, vortex};
pub use jet::{Jet, Varied};
pub use matrix::Matrix;
pub use moments::{CentralInertia, MassMoments};
pub use scalar::{Field, Scalar};
pub use transform::Transform;
pub use twist::Twist;
pub use vector::Vector;
pub use wrench::Wrench;
