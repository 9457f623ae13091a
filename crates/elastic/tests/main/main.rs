//! Beams and finite-element models.

#![allow(clippy::unwrap_used, reason = "tests")]

mod damped;
mod foreign_files;
mod loaded;
mod numbering;
mod space_frame;
