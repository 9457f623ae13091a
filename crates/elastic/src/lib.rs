//! Structural mechanics of elastic links: beams and finite-element models, as the modes of a body
//! that deforms and their integrals. This crate knows no robots: it makes a
//! [`Deformable`](appell_spatial::Deformable) of a description.
//!
//! | module | what |
//! |---|---|
//! | [`beam`] | beams of uniform segments: shapes are numbers, lengths, masses and stiffness stay symbols |
//! | [`finite_elements`] | meshes by their matrices, reduced to a few modes |
//! | [`given_modes`] | modes by their integrals, from whatever source |
//! | [`matrix_file`] | the files of mass and stiffness matrices, in the formats of several programs |

pub mod beam;
mod damping;
mod error;
pub mod finite_elements;
pub mod given_modes;
mod material;
pub mod matrix_file;
mod section;

pub use beam::{Beam, BeamBody, ModeDirection, ModeShape, Root, Segment};
pub use damping::Damping;
pub use error::Error;
pub use finite_elements::{FiniteElementModel, MeshPoint, UnitLoad};
pub use given_modes::{GivenMode, GivenModes, ModePair};
pub use material::Material;
pub use matrix_file::{MatrixFile, RowNames};
pub use section::{CrossSection, SectionMoments};
