//! Factorisations, eigenvalues and exponentials.

mod golden;
mod sequences;
