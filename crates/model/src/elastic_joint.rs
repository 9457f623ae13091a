//! Elastic joints: a spring between the motor and the link of a joint (series elasticity).
//!
//! Nothing is new in mechanics: behind the joints that were given, every elastic joint gets two more on
//! the same axis, which carry no mass. The *motor side* has a coordinate of its own, with which the
//! rotor turns; the *deflection* follows both sides, q - q_motor, and has spring and damper.
//!
//! ```text
//! Ep has k/2 (q - q_motor)^2;   Q of q has k (q - q_motor) + d (q' - q_motor'), that of q_motor the opposite
//! ```
//!
//! (Spong 1987; there the rotor turns on the base.)

use appell_algebra::Poly;
use appell_diagnostic::Diagnostic;

use crate::build::{coordinate_name, joint_names, joint_path};
use crate::coupling::{CouplingDraft, Spring};
use crate::draft::{Draft, JointDraft, Parent};
use crate::friction::Friction;
use crate::joint::{Joint, JointId, JointKind, Limits};
use crate::robot::Robot;

/// How motor and link of a joint are connected.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Elasticity {
    /// Moment over angle, or force over length, on the side of the link.
    pub stiffness: Poly,
    /// Moment over angular velocity, or force over velocity.
    pub damping: Poly,
}

impl Elasticity {
    /// Its entries by their names in files.
    pub fn entries(&self) -> [(&'static str, &Poly); 2] {
        [("stiffness", &self.stiffness), ("damping", &self.damping)]
    }
}

/// The elasticity of a joint, and the joint that is its motor side.
#[derive(Clone, Debug)]
pub struct ElasticJoint {
    /// Stiffness and damping.
    pub elasticity: Elasticity,
    /// The joint whose coordinate is that of the motor, divided by the ratio of its gear.
    pub motor: JointId,
}

/// What the joints and coordinates behind an elastic joint are called: its name, and this.
pub(crate) const SIDES: [&str; 2] = ["_motor", "_deflection"];

impl Draft {
    /// The same with the two further joints of every elastic joint: first all motor sides, then all
    /// deflections. What is wrong with one is reported.
    pub(crate) fn with_motor_sides(mut self) -> Result<Self, Vec<Diagnostic>> {
        let names = joint_names(&self);
        let elastic = self.joints.iter().enumerate();
        let elastic = elastic.filter_map(|(at, joint)| Some((at, joint.elastic.clone()?)));
        let elastic: Vec<(usize, Elasticity)> = elastic.collect();
        let findings: Vec<Diagnostic> = elastic
            .iter()
            .filter_map(|(at, it)| self.problem_of_elastic(*at, &names[*at], it))
            .collect();
        if !findings.is_empty() {
            return Err(findings);
        }
        let last = names.last().filter(|_| !elastic.is_empty());
        // what sits on the last joint stays there
        let parents = self.frames.iter_mut().map(|frame| &mut frame.parent);
        for parent in parents.chain([&mut self.tool.parent]) {
            if let (Parent::Before, Some(last)) = (&parent, last) {
                *parent = Parent::Joint(last.clone());
            }
        }
        for side in SIDES {
            for (at, elasticity) in &elastic {
                let joint = self.side(*at, &names, side, elasticity);
                self.joints.push(joint);
            }
        }
        Ok(self)
    }

    fn problem_of_elastic(&self, at: usize, name: &str, it: &Elasticity) -> Option<Diagnostic> {
        let joint = &self.joints[at];
        let mut ratios = self.joints.iter().filter_map(|joint| Some(&joint.rotor.as_ref()?.ratios));
        let (message, hint) = if joint.kind == JointKind::Fixed {
            ("`elastic` is not available for a fixed joint", "leave out `elastic`")
        } else if joint.coupling.is_some() {
            let hint = "leave out `elastic` or `mimic`";
            ("a joint that follows others has no motor of its own", hint)
        } else if !ratios.any(|ratios| ratios.iter().any(|(turned, _)| turned == name)) {
            let hint = "give the rotor of its motor: rotor = { inertia = 1e-4, ratio = 100 }";
            ("an elastic joint needs a rotor: without one, its motor side has no inertia", hint)
        } else if it.stiffness.is_zero() {
            let hint = "give a stiffness above zero, or leave out `elastic` for a rigid joint";
            ("the stiffness of an elastic joint is zero", hint)
        } else {
            return None;
        };
        let problem = Diagnostic::error("elastic-joint", message);
        Some(problem.on([joint_path(at).as_str(), "elastic"]).hint(hint))
    }

    /// One of the two further joints of an elastic joint.
    fn side(&self, at: usize, names: &[String], side: &str, it: &Elasticity) -> JointDraft {
        let (joint, name) = (&self.joints[at], &names[at]);
        let coordinate = joint.coordinate.clone().unwrap_or_else(|| coordinate_name(at));
        let parent = match (&joint.parent, at.checked_sub(1)) {
            (Parent::Before, Some(before)) => Parent::Joint(names[before].clone()),
            (Parent::Before, None) => Parent::Base,
            (parent, _) => parent.clone(),
        };
        let motor = format!("{name}{}", SIDES[0]);
        let both = vec![(name.clone(), Poly::one()), (motor, -Poly::one())];
        let deflects = side == SIDES[1];
        let given = |value: &Poly| if deflects { value.clone() } else { Poly::ZERO };
        let effort = joint.limits.effort.clone().filter(|_| !deflects);
        JointDraft {
            name: Some(format!("{name}{side}")),
            coordinate: Some(format!("{coordinate}{side}")),
            parent,
            point: joint.point.clone(),
            placement: joint.placement.clone(),
            coupling: deflects.then(|| CouplingDraft { of: both, offset: Poly::ZERO }),
            spring: Spring { stiffness: given(&it.stiffness), rest: Poly::ZERO },
            friction: Friction { viscous: given(&it.damping), ..Friction::default() },
            limits: Limits { effort, ..Limits::default() },
            ..JointDraft::new(joint.kind, joint.axis.clone())
        }
    }
}

/// Tells elastic joints which joints are their motor sides, behind those that were given.
pub(crate) fn connect(draft: &Draft, joints: &mut [Joint]) {
    let elastic = draft.joints.iter().filter(|joint| joint.elastic.is_some()).count();
    let mut motors = (joints.len() - SIDES.len() * elastic) as u32..;
    for (joint, given) in joints.iter_mut().zip(&draft.joints) {
        let motor = |elasticity: &Elasticity| {
            let elasticity = elasticity.clone();
            Some(ElasticJoint { elasticity, motor: JointId(motors.next()?) })
        };
        joint.elastic = given.elastic.as_ref().and_then(motor);
    }
}

impl Robot {
    /// The joints that were given: without the motor sides and deflections of elastic joints, which come
    /// after them.
    pub fn given_joints(&self) -> &[Joint] {
        let elastic = self.joints().iter().filter(|joint| joint.elastic.is_some()).count();
        &self.joints()[..self.joints().len() - SIDES.len() * elastic]
    }
}
