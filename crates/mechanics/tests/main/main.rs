//! The tests of this crate, in one program: it links once.

#![allow(
    clippy::needless_range_loop,
    clippy::panic,
    clippy::print_stderr,
    clippy::unwrap_used,
    reason = "tests"
)]

mod acceleration_energies;
mod agreement;
mod articulated;
mod base_parameters;
mod bent;
mod buckling;
mod calculix;
mod common;
mod compensators;
mod counts;
mod documentation;
mod drives;
mod economical;
mod elastic;
mod elastic_joints;
mod elastic_quantities;
mod exponentials;
mod exudyn;
mod flexible;
mod formalisms;
mod formats;
mod frames;
mod friction_slopes;
mod gears;
mod generated;
mod golden;
mod golden_drives;
mod interfaces;
mod lagrange;
mod load_friction_slopes;
mod numbers;
mod pinocchio;
mod poison;
mod quantities;
mod quantity_table;
mod rates;
mod shear;
mod stations;
mod stressed;
#[allow(dead_code, reason = "shared with the tests of programs, which use more of it")]
#[path = "../../../program/tests/main/toolchain/mod.rs"]
mod toolchain;
mod whirl;
