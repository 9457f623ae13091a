//! Documents about robots: the formulas of quantities as text, LaTeX, Typst and JSON, and the report of
//! a robot as HTML, LaTeX, Typst and Markdown.
//!
//! [`DeriveOptions::derive`] derives quantities of a robot and gives a [`Derived`] document, which
//! writes itself. Nothing is printed here: progress goes to a function of the caller, and work that
//! was stopped by its budget gives what was derived before.
//!
//! ```
//! use appell_mechanics::Quantity;
//! use appell_report::{DeriveOptions, DerivedForm};
//!
//! let robot = appell_model::Robot::bundled("2r")?;
//! let gravity = Quantity::read("G", &robot)?;
//! let derived = DeriveOptions::new().form(DerivedForm::Grouped).derive(&robot, &gravity)?;
//! assert_eq!(
//!     derived.text(),
//!     "G[1] = g*(M1*r1x*cos(q1) + M2*l1*cos(q1) + M2*r2x*cos(q1 + q2))\n\
//!      G[2] = M2*g*r2x*cos(q1 + q2)\n"
//! );
//! assert!(derived.latex().starts_with("\\[ G = \\begin{bmatrix}\ng"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod campbell;
mod certificate;
mod contents;
mod derive;
mod derived;
mod document;
mod drawing;
mod error;
mod json;
mod layout;
mod mode_shapes;
mod quotient;
mod short;
mod verdicts;
mod write;

pub use campbell::campbell;
pub use certificate::{Certificate, Certifier};
pub use contents::{
    CheckedPaper, Part, Provenance, ReportOptions, ScenarioResults, SolvedProblem, in_shell,
};
pub use derive::{DeriveOptions, DerivedForm, remark};
pub use derived::{Derived, DerivedQuantity, MissingQuantity};
pub use document::{
    Block, Columns, Document, Equation, Figure, Inline, Math, Section, Table, Text, mathml,
};
pub use drawing::{Drawing, Pen, Point, Shape};
pub use error::Error;
pub use json::{errors_json, json_of};
pub use layout::{Environment, Layout};
pub use mode_shapes::mode_shapes;
pub use verdicts::{name_lines, verdicts_json, verdicts_sarif};
