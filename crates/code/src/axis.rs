//! Axes: the joints that move, and their limits.

use appell_algebra::Error as AlgebraError;
use appell_diagnostic::Diagnostic;
use appell_model::{Joint, JointId, Robot};

/// An axis: a joint that moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// The name of the joint.
    pub name: String,
    /// Its limits.
    pub limits: Limits,
    /// Whether it is a translation.
    pub translates: bool,
    /// The number of its coordinate among all of the robot, from 0.
    pub coordinate: usize,
    /// The motor side of an elastic joint, by its number among the axes: what drives the link, through
    /// its elasticity. Nothing drives the link itself.
    pub motor: Option<usize>,
}

impl Axis {
    /// A rotation with limits.
    pub fn new(name: &str, limits: Limits) -> Self {
        Self { name: name.to_owned(), limits, translates: false, coordinate: 0, motor: None }
    }

    /// The unit of its coordinate.
    pub fn unit(&self) -> &'static str {
        if self.translates { "m" } else { "rad" }
    }

    /// The unit of what drives it.
    pub fn force_unit(&self) -> &'static str {
        if self.translates { "N" } else { "N m" }
    }
}

/// The limits of an axis; infinite where none is given.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// The smallest coordinate.
    pub lower: f64,
    /// The largest coordinate.
    pub upper: f64,
    /// The largest speed.
    pub velocity: f64,
    /// The largest acceleration.
    pub acceleration: f64,
    /// The largest jerk.
    pub jerk: f64,
    /// The largest driving force or moment.
    pub effort: f64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            lower: f64::NEG_INFINITY,
            upper: f64::INFINITY,
            velocity: f64::INFINITY,
            acceleration: f64::INFINITY,
            jerk: f64::INFINITY,
            effort: f64::INFINITY,
        }
    }
}

impl Limits {
    /// Those that a robot's file gives a joint, and those of joints that follow nothing but it; it knows
    /// none of acceleration and jerk.
    pub fn of_axis(id: JointId, robot: &Robot) -> Result<Self, AlgebraError> {
        let mut limits = Self::of(robot.joint(id), robot)?;
        for joint in robot.joints() {
            let Some(coupling) = &joint.coupling else { continue };
            let [(followed, ratio)] = coupling.shares.as_slice() else { continue };
            if *followed != id {
                continue;
            }
            let own = Self::of(joint, robot)?;
            let [ratio, offset] = [ratio, &coupling.whole_offset].map(|it| robot.evaluate(it));
            let (ratio, offset) = (ratio?, offset?);
            if ratio == 0.0 {
                continue;
            }
            let [a, b] = [own.lower, own.upper].map(|limit| (limit - offset) / ratio);
            limits.lower = limits.lower.max(a.min(b));
            limits.upper = limits.upper.min(a.max(b));
            limits.velocity = limits.velocity.min(own.velocity / ratio.abs());
        }
        Ok(limits)
    }

    /// Those that a robot's file gives a joint; it knows none of acceleration and jerk.
    fn of(joint: &Joint, robot: &Robot) -> Result<Self, AlgebraError> {
        let [lower, upper, velocity, effort] =
            joint.limits.entries().map(|(_, entry)| entry.map(|it| robot.evaluate(it)).transpose());
        let any = Self::default();
        Ok(Self {
            lower: lower?.unwrap_or(any.lower),
            upper: upper?.unwrap_or(any.upper),
            velocity: velocity?.unwrap_or(any.velocity),
            effort: effort?.unwrap_or(any.effort),
            ..any
        })
    }

    /// What is wrong with them: an axis that has them can move, and be driven.
    ///
    /// ```
    /// use appell_code::Limits;
    /// assert!(Limits::default().problems("slide").is_empty());
    /// let found = Limits { effort: 0.0, ..Limits::default() }.problems("slide");
    /// assert_eq!(found[0].code, "not-positive");
    /// ```
    pub fn problems(&self, axis: &str) -> Vec<Diagnostic> {
        let mut findings = Vec::new();
        // NaN is outside of every range
        let has_place = self.lower <= self.upper && self.lower < f64::INFINITY;
        if !(has_place && self.upper > f64::NEG_INFINITY) {
            let message = format!("the lower limit of `{axis}` must not be above the upper one");
            let problem = Diagnostic::error("contradictory-limits", message)
                .fact("lower", self.lower)
                .fact("upper", self.upper)
                .hint("check the signs and units of `lower` and `upper`");
            findings.push(problem);
        }
        for (name, value) in [
            ("velocity", self.velocity),
            ("acceleration", self.acceleration),
            ("jerk", self.jerk),
            ("effort", self.effort),
        ] {
            if value > 0.0 {
                continue;
            }
            let message = format!("the {name} limit of `{axis}` must be above zero, got {value}");
            let problem = Diagnostic::error("not-positive", message).fact(name, value);
            let unknown = "many URDF files write 0 for what is not known";
            let problem = if value == 0.0 { problem.hint(unknown) } else { problem };
            findings.push(
                problem.hint(format!(
                    "write [limits], then {name} = ..., with the limit of the drive"
                )),
            );
        }
        findings
    }

    /// The coordinate nearest to another that they allow.
    pub fn nearest(&self, q: f64) -> f64 {
        q.max(self.lower).min(self.upper)
    }
}
