//! Appell derives, proves, compiles and runs the equations of motion of robots.
//!
//! This crate is the front door: it gathers the parts of the house under one name. Today it has
//! the algebra, robots and their files, rigid mechanics, programs (and [`code`], which makes them
//! of quantities), the proof-reader, and the diagnostics.
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

pub use appell_actuation as actuation;
pub use appell_algebra as algebra;
pub use appell_code as code;
pub use appell_diagnostic as diagnostic;
pub use appell_files as files;
pub use appell_mechanics as mechanics;
pub use appell_model as model;
pub use appell_output as output;
pub use appell_program as program;
pub use appell_proof as proof;
pub use appell_report as report;
pub use appell_scenario as scenario;
pub use appell_simulation as simulation;
pub use appell_spatial as spatial;
pub use appell_trajectory as trajectory;

/// The examples of the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// And those of the page on motion.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/motion.md")]
struct MotionPage;

/// And those of the page on generated code.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/code.md")]
struct CodePage;
