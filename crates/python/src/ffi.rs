//! All code that the compiler cannot check: memory of NumPy's arrays, and the calling convention of XLA.

pub(crate) mod arrays;
pub(crate) mod xla;
