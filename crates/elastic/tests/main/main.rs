//! Beams and finite-element models.

mod foreign_files;
mod loaded;
mod numbering;
mod space_frame;
