//! Mechanics of robots with rigid and elastic links, each algorithm once, over any scalar.
//!
//! A [`Derivation`] is a robot in a scalar (numbers, expressions, polynomials), of which any
//! [`Quantity`] can be asked. The algorithms are in a file each, as plain functions of
//! a [`Mechanism`] and a [`State`].
//!
//! ```
//! use appell_algebra::Graph;
//! use appell_mechanics::{Derivation, Quantity};
//!
//! let robot = appell_model::Robot::bundled("rttrr")?;
//! let graph = Graph::new(robot.symbols());
//! let derivation = Derivation::new(&robot, &graph)?;
//! for quantity in Quantity::read("omega", &robot)? {
//!     let value = derivation.get(quantity)?;
//!     assert_eq!(value.rows.len(), 3);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod appell;
mod arithmetic;
pub mod base_parameters;
mod compensator;
mod coupling;
mod deflection;
mod derivation;
pub mod economical;
pub mod elastic;
pub mod energy;
mod error;
pub mod exponential;
pub mod forward;
pub mod friction;
mod functions;
mod gear;
pub mod geometry;
pub mod higher_order;
pub mod jacobian;
pub mod kinematics;
pub mod lagrange;
pub mod linearise;
pub mod mass_matrix;
mod mechanism;
mod names;
pub mod newton_euler;
mod quantity;
pub mod regressor;
mod rotor;
pub mod slopes;
mod spring;
mod state;
pub mod theorems;
mod tip;
mod value;
pub mod vibration;

pub use arithmetic::{Arithmetic, LARGEST_MULTIPLE, Numbers, PolynomialArithmetic};
pub use compensator::Compensator;
pub use coupling::{Coupling, Relation};
pub use deflection::{STEEPEST, large_deflection};
pub use derivation::{
    ByFormalism, Comparable, Derivation, EconomicalForces, EconomicalValue, Formalism,
    HIGHEST_ORDER, Route,
};
pub use error::Error;
pub use friction::Friction;
pub use mechanism::{Body, Drive, Elastic, Mechanism, TipTurn};
pub use quantity::{
    COMPONENTS, ClosedForm, ElasticSupport, EntryName, Form, Frame, Index, Kind, Need, Of,
    Position, Quantity, Row, TABLE,
};
pub use rotor::Rotor;
pub use spring::Spring;
pub use state::{Coordinate, State, Turn};
pub use value::{Shape, Value};
