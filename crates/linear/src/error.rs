//! What can go wrong with a linear model.

use appell_diagnostic::{Diagnostic, shown};

/// Why a robot could not be linearised.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A quantity of the robot is not available.
    #[error(transparent)]
    Mechanics(#[from] appell_mechanics::Error),
    /// A quantity belongs to no whole robot.
    #[error("{}", .0.message)]
    Quantity(#[from] Box<Diagnostic>),
    /// An input was asked for that is not a joint of the robot.
    #[error("no joint that moves is called `{name}`")]
    UnknownJoint {
        /// The name.
        name: String,
        /// The joints that move.
        joints: Vec<String>,
    },
    /// A joint was named twice among the inputs.
    #[error("the joint `{name}` is given twice among the inputs")]
    InputTwice {
        /// The name.
        name: String,
    },
    /// Trim and equilibrium are states at rest.
    #[error("an equilibrium is a state at rest, and the velocity of `{joint}` is {velocity}")]
    NotAtRest {
        /// The joint, or the mode.
        joint: String,
        /// Its velocity.
        velocity: f64,
    },
    /// Joints that are not driven need a force to stay where they are.
    #[error(
        "the driven joints cannot hold this state: `{joint}` is not driven and needs {missing}"
    )]
    NotHeld {
        /// The joint.
        joint: String,
        /// The force or moment that it lacks, with its unit.
        missing: String,
    },
    /// Newton's method found no equilibrium.
    #[error(
        "no equilibrium near this state: Newton's method ended after {iterations} {}",
        if *.iterations == 1 { "iteration" } else { "iterations" }
    )]
    NoEquilibrium {
        /// How many iterations were made.
        iterations: usize,
        /// The coordinates that came nearest.
        nearest: Vec<f64>,
        /// Their units; none for the modes of elastic links.
        units: Vec<&'static str>,
        /// The largest acceleration there.
        residual: f64,
        /// The unit of its coordinate.
        unit: &'static str,
    },
    /// A number of the model is not finite.
    #[error("the entries of {matrix} are not finite numbers")]
    NotFinite {
        /// The matrix.
        matrix: &'static str,
    },
    /// The iterations for the eigenvalues did not converge.
    #[error("the poles did not converge")]
    NoPoles,
    /// A sample time that is not a positive number.
    #[error("the sample time must be a positive number of seconds, got {sample}")]
    BadSample {
        /// The time, in seconds.
        sample: f64,
    },
}

impl From<appell_algebra::Stop> for Error {
    fn from(stop: appell_algebra::Stop) -> Self {
        Self::Mechanics(appell_algebra::Error::from(stop).into())
    }
}

impl Error {
    /// The same, as diagnostics that can be shown.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        let error = |code| Diagnostic::error(code, self.to_string());
        let single = match self {
            Self::Mechanics(error) => return error.diagnostics(),
            Self::Quantity(problem) => return vec![(**problem).clone()],
            Self::UnknownJoint { name, joints } => {
                let all = format!("the joints that move: {}", joints.join(", "));
                error("unknown-joint").did_you_mean(name, joints.iter().map(String::as_str), &all)
            }
            Self::InputTwice { .. } => error("input-twice").hint("name each joint once"),
            Self::NotAtRest { .. } => {
                error("not-at-rest").hint("leave the velocities out, or linearise without a search")
            }
            Self::NotHeld { .. } => error("not-held")
                .hint("take other coordinates, or let --equilibrium find some near these"),
            Self::NoEquilibrium { nearest, units, residual, unit, .. } => {
                let with_unit = |(q, unit): (&f64, &&str)| match *unit {
                    "" => shown(*q),
                    unit => format!("{} {unit}", shown(*q)),
                };
                let nearest: Vec<String> = nearest.iter().zip(units).map(with_unit).collect();
                let rate = if unit.is_empty() { String::new() } else { format!(" {unit}/s^2") };
                error("no-equilibrium")
                    .fact("nearest q", nearest.join(", "))
                    .fact("largest acceleration there", format!("{}{rate}", shown(*residual)))
                    .hint("start nearer to it, or find the forces instead: --trim")
            }
            Self::NotFinite { .. } => {
                error("not-finite").hint("look at the state and the parameters")
            }
            Self::NoPoles => error("no-poles").hint("look at the size of the entries of A"),
            Self::BadSample { .. } => error("bad-sample").hint("write seconds, such as 0.01"),
        };
        vec![single]
    }
}
