//! Beams and finite-element models.

mod numbering;
