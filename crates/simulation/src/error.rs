//! What can go wrong with a simulation.

use appell_algebra::Stop;
use appell_diagnostic::Diagnostic;

/// Why a simulation or inverse dynamics failed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A quantity of the robot could not be derived or compiled.
    #[error(transparent)]
    Code(#[from] appell_code::Error),
    /// A time or a gain that is not above zero, or not finite.
    #[error("`{what}` must be a finite number above zero")]
    NotPositive {
        /// Which.
        what: &'static str,
    },
    /// The mass matrix has no inverse.
    #[error(
        "the mass matrix is singular: `{coordinate}` moves no mass of its own, or next to none"
    )]
    SingularMass {
        /// The coordinate at which this was found.
        coordinate: String,
    },
    /// A number is not finite.
    #[error("{what} is not a finite number at t = {time:.6} s")]
    NotFinite {
        /// What.
        what: String,
        /// When.
        time: f64,
    },
    /// The forces of an axis are so large that figures of its motion are no numbers.
    #[error("the forces of `{axis}` are too large to calculate with")]
    TooLarge {
        /// The axis.
        axis: String,
        /// Its largest force, in N or N m.
        peak: f64,
    },
    /// Elastic links find no shape in which the forces on them balance.
    #[error("the deflection of the links did not converge at t = {time:.6} s")]
    NoDeflection {
        /// When.
        time: f64,
    },
    /// The steps became too small.
    #[error("the steps became too small at t = {time:.6} s")]
    StepTooSmall {
        /// When.
        time: f64,
        /// The last step that was tried.
        step: f64,
    },
    /// Friction that depends on the load, and so on the accelerations that it causes, did not converge.
    #[error("friction that depends on the load did not converge at t = {time:.6} s")]
    NotSettled {
        /// When.
        time: f64,
    },
    /// Too many switches between sticking and sliding.
    #[error("friction switched {count} times before t = {time:.6} s")]
    TooManyEvents {
        /// How many.
        count: usize,
        /// When.
        time: f64,
    },
    /// The motion diverges: a coordinate or velocity grows without limit.
    #[error("the motion diverges: `{what}` reached {value:.1e} at t = {time:.6} s")]
    Diverged {
        /// The coordinate, or its velocity.
        what: String,
        /// How large it became, in rad, m, rad/s or m/s.
        value: f64,
        /// When.
        time: f64,
        /// What no machine reaches.
        limit: f64,
    },
    /// The motor of an elastic joint goes where the forces on the link deflect the joint, and not where a
    /// motion says.
    #[error(
        "inverse dynamics along a motion is not available with elastic joints: `{joint}` is one"
    )]
    ElasticJoint {
        /// The joint.
        joint: String,
    },
    /// A sampled controller would take too many samples.
    #[error("the controller would sample {count:.3e} times")]
    TooManySamples {
        /// How often.
        count: f64,
        /// How often it may.
        limit: f64,
    },
    /// A controller of the caller's own failed.
    #[error("the controller failed at t = {time:.6} s: {reason}")]
    Controller {
        /// When.
        time: f64,
        /// Why.
        reason: String,
    },
    /// The work was stopped.
    #[error("stopped: {0}")]
    Stopped(#[from] Stop),
}

impl From<appell_program::Error> for Error {
    fn from(error: appell_program::Error) -> Self {
        Self::Code(error.into())
    }
}

impl From<appell_algebra::Error> for Error {
    fn from(error: appell_algebra::Error) -> Self {
        Self::Code(error.into())
    }
}

impl Error {
    /// The same, as diagnostics that can be shown.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        let error = |code| Diagnostic::error(code, self.to_string());
        let single = match self {
            Self::Code(error) => return error.diagnostics(),
            Self::NotPositive { what } => {
                error("not-positive").hint(format!("give `{what}` a number above zero"))
            }
            Self::SingularMass { .. } => error("singular-mass")
                .hint("give the links behind this joint mass and inertia, none of them negative"),
            Self::NotFinite { .. } => {
                error("not-finite").hint("check the numbers of the scenario and of its tables")
            }
            Self::TooLarge { peak, .. } => error("not-finite")
                .fact("largest force", format!("{peak:e}"))
                .hint("check the masses and the other parameters of the robot"),
            Self::NoDeflection { .. } => error("no-deflection")
                .hint("the motion is too fast for a quasi-static link: elasticity = \"full\"")
                .hint("check stiffness and payload"),
            Self::StepTooSmall { step, .. } => error("step-too-small")
                .fact("step", format!("{step:.3e} s"))
                .hint("method = \"radau\" is for stiff robots")
                .hint("something may run away: check gains, torques and the initial state"),
            Self::NotSettled { .. } => error("friction-not-settled")
                .hint("the friction or the loss of a gear is so strong that the joint may lock: check `coulomb` and `efficiency`"),
            Self::TooManyEvents { .. } => error("too-many-events")
                .hint("a torque that jumps with the sign of the velocity, or a very high gain, can make a joint chatter about zero velocity")
                .hint("friction with a `smooth` sign in the robot's file has no such switches"),
            Self::Diverged { limit, .. } => error("diverged")
                .fact("limit", format!("{limit:.0e}"))
                .hint("check the signs and sizes of gains and torques, and the initial state"),
            Self::ElasticJoint { .. } => error("elastic-joint")
                .hint("simulate how a [controller] follows the motion")
                .hint("for the torques of the same robot with rigid joints, leave out `elastic`"),
            Self::TooManySamples { limit, .. } => error("too-many-samples")
                .fact("limit", format!("{limit:.0e}"))
                .hint("give `sample` a longer period, or simulate for a shorter time"),
            Self::Controller { .. } => {
                error("controller-failed").hint("it must give a finite force for each axis")
            }
            Self::Stopped(_) => error("stopped").hint("give it more time"),
        };
        vec![single]
    }
}
