//! Beams and finite-element models.

mod loaded;
mod numbering;
mod space_frame;
