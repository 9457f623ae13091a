//! Numbers with units.

mod units;
