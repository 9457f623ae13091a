//! Appell derives, proves, compiles and runs the equations of motion of robots with rigid and
//! elastic links.
//!
//! Five lines to start:
//!
//! ```
//! use appell::{Robot, State};
//!
//! let robot = Robot::bundled("2r")?;                            // or Robot::read("arm.urdf")?
//! println!("{}", robot.derive("Q")?.latex());                   // joint torques, in closed form
//! let state = State::new().q([0.3, -0.5]).qd([1.0, 0.0]);
//! let torques = robot.evaluate("Q", &state)?.list("Q")?;        // the same as numbers
//! let mut compiled = robot.compile(["Q", "M"])?;                // and as machine code
//! # assert!((compiled.evaluate("Q", &state)?[0] - torques[0]).abs() < 1e-12);
//! # Ok::<(), appell::Error>(())
//! ```
//!
//! | to | use |
//! |---|---|
//! | read a robot, or build one in code | [`Robot::bundled`], [`Robot::read`], [`Robot::from_toml`], [`Robot::builder`] |
//! | derive inverse dynamics, mass matrix, frames, energies, ... as formulas | [`Robot::derive`] |
//! | evaluate them at a [`State`], or at those of a table | [`Robot::evaluate`], [`Robot::evaluate_table`] |
//! | compile them, for one state or millions | [`Robot::compile`] |
//! | write them as C, Rust, Python, MATLAB, Julia or CUDA | [`Robot::generate`] |
//! | linearise about an operating point: poles, controllability, sampling | [`Robot::linearise`] |
//! | find coordinates for a pose of the tool | [`Robot::inverse_kinematics`] |
//! | proof-read published equations | [`Robot::check`] |
//! | plan motions, simulate, choose motors | [`trajectory`], [`simulation`], [`actuation`], [`scenario`] |
//! | calculate many variants of a scenario | [`sweep`] |
//!
//! Quantities have names, such as `Q` (inverse dynamics), `M` (mass matrix), `G` (gravity), `qdd`
//! (forward dynamics), `J` (Jacobian), `T[tool]` (forward kinematics). Every failure is
//! one [`Error`], which holds all findings. Programs to start from are in the folder `examples`.
//!
//! # The crates
//!
//! Each part is a crate of its own and a module here, lowest first: [`diagnostic`], [`algebra`]
//! (exact polynomials and expressions), [`program`] (straight-line programs, machine code, source),
//! [`spatial`] (vectors, frames, mass moments), [`model`] (robots and their files), [`mechanics`]
//! (the table of quantities; every algorithm once, over any scalar), [`linear`] (linear models), [`code`] (quantities as
//! programs), [`output`] (tables and plots), [`paper`] (sources of papers as one text), [`trajectory`], [`simulation`], [`actuation`],
//! [`scenario`], [`sweep`] (many variants of a scenario), [`proof`] and [`report`].
//!
//! ```
//! use appell::algebra::{Budget, Poly, Symbols};
//!
//! let symbols = Symbols::new();
//! symbols.coordinate("q1")?;
//! symbols.coordinate("q2")?;
//! let budget = Budget::default();
//! let printed = Poly::parse("cos(q1)*cos(q2) - sin(q1)*sin(q2)", &symbols, &budget)?;
//! let derived = Poly::parse("cos(q1 + q2)", &symbols, &budget)?;
//! assert_eq!(printed, derived);                     // a decision, not a heuristic
//! # Ok::<(), appell::algebra::Error>(())
//! ```

mod builder;
mod compiled;
mod error;
mod evaluated_table;
mod generate;
mod inverse_kinematics;
mod linear_model;
mod motion_json;
mod quantities;
mod read;
mod robot;
mod state;
mod static_friction;
mod values;

pub use builder::{Entries, Entry, RobotBuilder, axis};
pub use compiled::{CompileOptions, Compiled, States};
pub use error::Error;
pub use evaluated_table::EvaluatedTable;
pub use generate::GenerateOptions;
pub use inverse_kinematics::{InverseKinematicsOptions, PoseSolutions};
pub use motion_json::{choices_json, efforts_json};
pub use quantities::Quantities;
pub use read::ReadOptions;
pub use robot::Robot;
pub use state::{State, StateTable};
pub use values::Values;

pub use appell_mechanics::{Derivation, Quantity};
pub use appell_proof::Report as CheckResult;
pub use appell_report::{DeriveOptions, Derived, DerivedForm};

pub use appell_actuation as actuation;
pub use appell_algebra as algebra;
pub use appell_code as code;
pub use appell_diagnostic as diagnostic;
pub use appell_files as files;
pub use appell_linear as linear;
pub use appell_mechanics as mechanics;
pub use appell_model as model;
pub use appell_output as output;
pub use appell_paper as paper;
pub use appell_program as program;
pub use appell_proof as proof;
pub use appell_report as report;
pub use appell_scenario as scenario;
pub use appell_simulation as simulation;
pub use appell_spatial as spatial;
pub use appell_sweep as sweep;
pub use appell_trajectory as trajectory;
pub use appell_units as units;

/// The examples of the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// And those of the page on motion.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/motion.md")]
struct MotionPage;

/// And those of the page on linear models.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/linearise.md")]
struct LinearisePage;

/// And those of the page on inverse kinematics.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/inverse-kinematics.md")]
struct InverseKinematicsPage;

/// And those of the page on generated code.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/code.md")]
struct CodePage;

/// And those of the page on the library.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/library.md")]
struct LibraryPage;
