//! Vectors, rotations, transforms and mass moments.

mod laws;
