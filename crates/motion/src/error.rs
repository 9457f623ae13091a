//! What can go wrong with a motion.

use appell_algebra::Stop;
use appell_diagnostic::{Diagnostic, shown};

/// Why there is no motion, no force, no simulation.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The mechanics of the robot could not be had.
    #[error(transparent)]
    Code(#[from] appell_code::Error),
    /// A program could not be compiled or run.
    #[error(transparent)]
    Program(#[from] appell_program::Error),
    /// The robot could not be built with what a scenario changes.
    #[error("the robot cannot be built with these values")]
    Robot(Vec<Diagnostic>),
    /// A law whose acceleration jumps was given a jerk limit.
    #[error("a {law} law cannot keep a jerk limit: its acceleration jumps")]
    JerkWithoutLimit {
        /// The law.
        law: &'static str,
    },
    /// Points or times that make no curve.
    #[error("a curve needs {reason}")]
    BadPoints {
        /// What it needs.
        reason: &'static str,
    },
    /// Two points of a curve are the same, and nothing says how long it stays there.
    #[error("point {number} of this curve is where the axes are already: no time would pass")]
    SamePoint {
        /// Which point, from 1 on.
        number: usize,
    },
    /// A path without length.
    #[error("the tool is there already: this path leads nowhere")]
    NoWay,
    /// Nothing says how long a motion takes.
    #[error("nothing says how long this motion takes")]
    NoTime,
    /// No law that may be chosen keeps the limits.
    #[error("no law keeps the limits in move {number}")]
    NoLaw {
        /// Which move, from 1 on.
        number: usize,
        /// The laws, and what is against each.
        refused: Vec<(String, String)>,
    },
    /// A motion cannot be done in the time given.
    #[error("this motion takes at least {least:.6} s under the limits")]
    TooShort {
        /// The time that was asked for.
        duration: f64,
        /// The least time.
        least: f64,
        /// The axis that needs it.
        axis: String,
    },
    /// A motion with times of its own breaks a limit.
    #[error("`{axis}` breaks its {what} limit")]
    LimitBroken {
        /// The axis.
        axis: String,
        /// Which limit.
        what: &'static str,
        /// What the motion reaches.
        reached: f64,
        /// The limit.
        limit: f64,
    },
    /// A coordinate outside the limits of its joint.
    #[error("`{axis}` would be outside its limits")]
    Outside {
        /// The axis.
        axis: String,
        /// The coordinate.
        value: f64,
        /// The smallest and the largest coordinate.
        limits: (f64, f64),
    },
    /// No coordinates put the tool there.
    #[error("the tool cannot reach this pose")]
    Unreachable {
        /// Where it should be.
        target: [f64; 3],
        /// How far away it stays, in metres, and by which angle.
        distance: f64,
        /// The angle in radians.
        angle: f64,
        /// From how many starting points it was tried.
        starts: usize,
    },
    /// The tool comes off a path between points that it reaches.
    #[error("the axes cannot follow this path smoothly")]
    Strays {
        /// How far away it comes, in metres.
        distance: f64,
        /// By which angle, in radians.
        angle: f64,
        /// Into how many pieces the path was cut.
        pieces: usize,
    },
    /// A circle that goes around too often.
    #[error("this circle goes around {turns} times")]
    TooManyTurns {
        /// How often.
        turns: f64,
        /// How often it may.
        most: f64,
    },
    /// A number of coordinates or forces that the robot does not have.
    #[error("here stand {given} numbers, not {expected}")]
    Count {
        /// How many were given.
        given: usize,
        /// How many the robot has.
        expected: usize,
    },
    /// A length of time that is not above zero, or has no end.
    #[error("`{what}` is no length of time above zero")]
    NotPositive {
        /// Which.
        what: &'static str,
    },
    /// The mass matrix has no inverse.
    #[error("the mass matrix is singular: `{coordinate}` moves no mass of its own")]
    SingularMass {
        /// The coordinate at which this was found.
        coordinate: String,
    },
    /// Something is no number.
    #[error("{what} is no finite number at t = {time:.6} s")]
    NotFinite {
        /// What.
        what: String,
        /// When.
        time: f64,
    },
    /// Elastic links find no shape in which the forces on them balance.
    #[error("the links find no shape to bend to at t = {time:.6} s")]
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
    /// Coulomb friction, which depends on the accelerations it causes, did not settle.
    #[error("Coulomb friction did not settle at t = {time:.6} s")]
    NotSettled {
        /// When.
        time: f64,
    },
    /// More switches between sticking and sliding than a machine makes.
    #[error("friction switched {count} times before t = {time:.6} s")]
    TooManyEvents {
        /// How many.
        count: usize,
        /// When.
        time: f64,
    },
    /// What was asked for is not to be had of this robot.
    #[error("{what} is not to be had of this robot: {why}")]
    NotOfThisRobot {
        /// What.
        what: &'static str,
        /// Why not.
        why: &'static str,
    },
    /// The work was stopped.
    #[error("stopped: {0}")]
    Stopped(#[from] Stop),
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
            Self::Code(appell_code::Error::Mechanics(error)) => return error.diagnostics(),
            Self::Code(_) | Self::Program(_) => error("program")
                .hint("`appell derive` and `appell bench` say more of this quantity"),
            Self::Robot(findings) => return findings.clone(),
            Self::JerkWithoutLimit { .. } => error("jerk-without-limit")
                .hint("take s-curve, quintic, septic or cycloidal, or leave the jerk limit out"),
            Self::BadPoints { .. } => error("bad-points").hint("check times and points"),
            Self::SamePoint { .. } => error("same-point")
                .hint("leave this point out, or say when each is passed: times = [0.5, 1]")
                .hint("to rest there, end the [[motion]] there and write another with `wait`"),
            Self::NoLaw { refused, .. } => {
                let all = refused.iter();
                all.fold(error("no-law"), |problem, (law, why)| problem.fact(law, why))
                    .hint("give it more `time` under [optimise], more laws, or wider [limits]")
            }
            Self::NoWay => error("no-way")
                .hint("leave the move out, or write wait = 1")
                .hint("a circle turns about an axis on which the tool does not lie"),
            Self::NoTime => error("no-time")
                .hint("give it a duration, or its axes a velocity or an acceleration limit"),
            Self::TooShort { duration, axis, .. } => error("contradictory-limits")
                .fact("duration", duration)
                .fact("slowest axis", axis)
                .hint("leave the duration out: the motion then takes the least time"),
            Self::LimitBroken { reached, limit, .. } => error("contradictory-limits")
                .fact("reached", format!("{reached:.6}"))
                .fact("limit", limit)
                .hint("give the motion more time, or the axis a wider limit"),
            Self::Outside { value, limits: (lower, upper), .. } => error("outside-limits")
                .fact("value", format!("{value:.6}"))
                .fact("limits", format!("{lower} to {upper}"))
                .hint("choose a point inside, or change `lower` and `upper` under [limits]"),
            Self::Unreachable { target, distance, angle, starts } => error("unreachable-pose")
                .fact("target", format!("({})", target.map(shown).join(", ")))
                .fact("missed by", format!("{} m, {} rad", shown(*distance), shown(*angle)))
                .fact("starting points tried", starts)
                .hint("choose a pose inside the workspace (see `appell show ROBOT --q ...`)")
                .hint("orientation = \"free\" asks for the position only"),
            Self::Strays { distance, angle, pieces } => error("path-not-smooth")
                .fact("off by", format!("{} m, {} rad", shown(*distance), shown(*angle)))
                .fact("pieces", pieces)
                .hint("lead it past the place where the arm is stretched, folded or turns over")
                .hint("an axis that meets its end there stops the others: see `lower` and `upper`"),
            Self::TooManyTurns { most, .. } => error("too-many-turns")
                .fact("limit", most)
                .hint("write several [[motion]], one after the other"),
            Self::Count { .. } => error("wrong-length")
                .hint("one number for each joint that moves: see `appell show ROBOT`"),
            Self::NotPositive { what } => {
                error("not-positive").hint(format!("give `{what}` a number above zero"))
            }
            Self::SingularMass { .. } => {
                error("singular-mass").hint("give the links behind this joint mass and inertia")
            }
            Self::NotFinite { .. } => {
                error("not-finite").hint("check the numbers of the scenario and of its tables")
            }
            Self::NoDeflection { .. } => error("no-deflection")
                .hint("the motion is too fast for a quasi-static link: elasticity = \"full\"")
                .hint("check stiffness and payload"),
            Self::StepTooSmall { step, .. } => error("step-too-small")
                .fact("step", format!("{step:.3e} s"))
                .hint("method = \"radau\" is for stiff robots")
                .hint("something may run away: check gains, torques and the initial state"),
            Self::NotSettled { .. } => error("friction-not-settled")
                .hint("the friction is so strong that the joint may lock: check `coulomb`"),
            Self::TooManyEvents { .. } => error("too-many-events")
                .hint("a gain may be so high that the joint trembles: lower kp, raise kd"),
            Self::NotOfThisRobot { .. } => {
                error("not-of-this-robot").hint("see `appell show ROBOT` for what it has")
            }
            Self::Stopped(_) => error("stopped").hint("give it more time"),
        };
        vec![single]
    }
}
