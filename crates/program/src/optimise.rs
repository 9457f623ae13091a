//! Programs with fewer operations: a file a pass.

mod dead;
