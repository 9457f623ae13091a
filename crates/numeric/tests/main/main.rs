//! Factorisations, eigenvalues and exponentials.

mod golden;
