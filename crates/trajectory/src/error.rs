//! What can go wrong with a trajectory.

use appell_diagnostic::{Diagnostic, shown, significant};

/// Why a trajectory could not be planned.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A quantity of the robot could not be derived or compiled.
    #[error(transparent)]
    Code(#[from] appell_code::Error),
    /// A law whose acceleration jumps was given a jerk limit.
    #[error("a {law} profile cannot keep a jerk limit: its acceleration jumps")]
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
    #[error("the tool is already at the end of this path")]
    NoWay,
    /// Nothing says how long a motion takes.
    #[error("the duration of this motion is missing")]
    NoTime,
    /// A motion cannot be done in the time given.
    #[error("this motion takes at least {} s under the limits", shown(*least))]
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
        /// The unit of both.
        unit: String,
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
        /// Their unit: rad or m.
        unit: &'static str,
    },
    /// A coordinate that is too large for exact sines and cosines.
    #[error("`{axis}` would be at {value:e}")]
    TooFar {
        /// The axis.
        axis: String,
        /// The coordinate, in rad or m.
        value: f64,
        /// The largest magnitude.
        most: f64,
    },
    /// A motion that takes longer than the limit.
    #[error("the motion would take {duration:.3e} s")]
    TooLong {
        /// The time it would take.
        duration: f64,
        /// The longest time.
        most: f64,
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
    /// The tool reaches the start of a path, and not its end.
    #[error("the tool cannot follow this path: it leaves the workspace on the way")]
    LeavesWorkspace {
        /// Where the path leads.
        end: [f64; 3],
        /// The fraction of the path up to the last point that was reached.
        reached: f64,
        /// How far from the next point the tool stays, in metres.
        distance: f64,
        /// By which angle, in radians.
        angle: f64,
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
}

impl Error {
    /// The same, as diagnostics that can be shown.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        let error = |code| Diagnostic::error(code, self.to_string());
        let single = match self {
            Self::Code(error) => return error.diagnostics(),
            Self::JerkWithoutLimit { .. } => error("jerk-without-limit")
                .hint("take s-curve, quintic, septic or cycloidal, which keep the jerk limit"),
            Self::BadPoints { .. } => error("bad-points").hint("check times and points"),
            Self::SamePoint { .. } => error("same-point")
                .hint("leave this point out, or say when each is passed: times = [0.5, 1]")
                .hint("to rest there, end the [[motion]] there and write another with `wait`"),
            Self::NoWay => error("no-way")
                .hint("leave the move out, or write wait = 1")
                .hint("a circle turns about an axis on which the tool does not lie"),
            Self::NoTime => error("no-time")
                .hint("give it a duration, or its axes a velocity or an acceleration limit"),
            Self::TooShort { duration, least, axis } => {
                let problem = error("contradictory-limits")
                    .fact("duration", format!("{} s", shown(*duration)))
                    .fact("slowest axis", axis)
                    .hint("leave the duration out: the motion then takes the least time");
                // degrees as numbers of radians make a motion 57 times as long
                match *least > 10.0 * duration {
                    true => problem.hint(
                        "coordinates without a unit are in radians and metres: \"90 deg\", \"100 mm\"",
                    ),
                    false => problem,
                }
            }
            Self::LimitBroken { reached, limit, unit, .. } => error("contradictory-limits")
                .fact("reached", format!("{} {unit}", significant(*reached, DIGITS)))
                .fact("limit", format!("{} {unit}", significant(*limit, DIGITS)))
                .hint("give the motion more time, or the axis a wider limit"),
            Self::Outside { value, limits: (lower, upper), unit, .. } => error("outside-limits")
                .fact("value", format!("{} {unit}", significant(*value, DIGITS)))
                .fact("limits", range(*lower, *upper, unit))
                .hint("choose a point inside, or change `lower` and `upper` under [limits]")
                .hint("coordinates without a unit are in radians and metres: \"90 deg\", \"100 mm\""),
            Self::TooFar { most, .. } => error("too-far")
                .fact("limit", format!("{most:e}"))
                .hint("coordinates are in rad and m: check the unit and the sign of the exponent"),
            Self::TooLong { most, .. } => error("too-long")
                .fact("limit", format!("{most:e} s"))
                .hint("check coordinates, velocity limits and times: SI units, radians"),
            Self::LeavesWorkspace { end, reached, distance, angle } => error("unreachable-pose")
                .fact("end of the path", format!("({})", end.map(shown).join(", ")))
                .fact("reached up to", format!("{} % of the path", shown(100.0 * reached)))
                .fact("then missed by", format!("{} m, {} rad", shown(*distance), shown(*angle)))
                .hint("choose a path inside the workspace, in metres (see `appell show ROBOT --q ...`)")
                .hint("orientation = \"free\" asks for the position only"),
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
        };
        vec![single]
    }
}

/// So many digits tell a value from a limit that it nearly keeps.
const DIGITS: usize = 7;

fn range(lower: f64, upper: f64, unit: &str) -> String {
    let [low, high] = [lower, upper].map(|limit| significant(limit, DIGITS));
    match (lower.is_finite(), upper.is_finite()) {
        (true, false) => format!("from {low} {unit} on"),
        (false, true) => format!("up to {high} {unit}"),
        _ => format!("{low} to {high} {unit}"),
    }
}
