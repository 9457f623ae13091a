//! The robot: joints and links in a tree, frames, mass properties, elastic links, friction, limits,
//! named parameters; and the files it is read from and written to.
//!
//! A [`Robot`] cannot be changed; it is built from a [`Draft`], by hand or by a reader of
//! [TOML](read_toml), of tables of Denavit-Hartenberg parameters in [CSV](read_csv), of
//! [URDF](read_urdf), [xacro](read_xacro), [SDF](read_sdf) or [MJCF](read_mjcf). Readers collect all
//! their findings. Entries are exact: polynomials in the
//! parameters with rational coefficients.
//!
//! ```
//! let file = r#"
//!     name = "pendulum"
//!     gravity = "g"
//!     [[joint]]
//!     type = "revolute"
//!     axis = "y"
//!     link = { mass = "M", centre = [0, 0, "-l/2"], inertia = { yy = "M*l^2/12" } }
//! "#;
//! let reading = appell_model::read_toml(file, &Default::default());
//! let robot = reading.robot.ok_or("no robot")?;
//! assert_eq!(robot.joints().len(), 1);
//! let names: Vec<&str> = robot.parameters().iter().map(|p| p.name.as_str()).collect();
//! assert_eq!(names, ["g", "M", "l"]);
//! // warnings: three parameters have no value
//! assert_eq!(reading.findings.len(), 3);
//! assert!(reading.findings.iter().all(|finding| finding.code == "parameter-without-value"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod advice;
mod axis;
mod build;
mod bundled;
mod compensator;
mod coupling;
mod dh;
mod draft;
mod elastic;
mod elastic_joint;
mod files;
mod finite_elements;
mod frame;
mod friction;
mod joint;
mod link;
mod lint;
mod losses;
mod mjcf;
mod mode_shape;
mod named;
mod notation;
mod numeric_format;
mod parameter;
mod placement;
mod places;
mod read;
mod reader;
mod robot;
mod sdf;
mod solid;
#[cfg(feature = "proptest")]
pub mod strategy;
mod toml;
mod urdf;
mod values;
mod xacro;
mod xml;

pub use self::toml::{parameter_at, read_toml, write_toml};
pub use appell_elastic::{
    Beam, GivenMode, GivenModes, ModeDirection, ModePair, ModeShape, Root, Segment,
};
pub use axis::axis_name;
pub use bundled::{BUNDLED, Bundled, bundled};
pub use compensator::{Compensator, CompensatorDraft};
pub use coupling::{Coupling, CouplingDraft, Rotor, RotorDraft, Shares, Spring};
pub use dh::{Convention, DhRow, DhTable, read_csv, write_csv};
pub use draft::{Draft, JointDraft, Parent, ToolDraft};
pub use elastic::{Elastic, ModeSource, Modes, TipAngle, TipMap};
pub use elastic_joint::{ElasticJoint, Elasticity};
pub use files::Files;
pub use finite_elements::{FiniteElements, Nodes};
pub use frame::{BASE_FRAME, Base, FrameDraft, FrameName, LinkPoint, NamedFrame};
pub use friction::Friction;
pub use joint::{Joint, JointId, JointKind, Limits};
pub use link::{BaseLink, Form, Inertia, Link, Mesh, MeshUse, Part, Sign, Solid};
pub use lint::lint;
pub use mjcf::{read_mjcf, write_mjcf};
pub use named::integrals;
pub use parameter::{Parameter, entry_text};
pub use placement::{Placement, Rotation, Turn};
pub use read::{Format, MAX_BYTES, MAX_TERMS, Options, Reading, entry_budget, read};
pub use robot::{Carried, Payload, Robot, Tool};
pub use sdf::{read_sdf, write_sdf};
pub use urdf::{read_urdf, write_urdf};
pub use xacro::{XacroOptions, read_xacro};
