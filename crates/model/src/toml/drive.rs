//! What moves a joint and what holds it back: motors, couplings, springs, friction.

use std::ops::Range;

use appell_algebra::Poly;
use appell_diagnostic::Diagnostic;
use appell_toml::{DeValue, Read, Value};
use appell_units::{
    ANY, GEAR_RATIO, INERTIA, JOINT_DAMPING, JOINT_EFFORT, JOINT_POSITION, JOINT_STIFFNESS,
    JOINT_VELOCITY, LENGTH, Measure, PURE_NUMBER, STIFFNESS,
};

use crate::build::{joint_name, joint_path};
use crate::compensator::CompensatorDraft;
use crate::coupling::{CouplingDraft, RotorDraft, Spring};
use crate::dh::DhRow;
use crate::draft::JointDraft;
use crate::elastic_joint::Elasticity;
use crate::friction::Friction;
use crate::joint::JointKind;
use crate::reader::Reader;

/// A `[[coupling]]`: the joint that follows, what it follows, and where that stands.
pub(crate) type NamedCoupling = (String, CouplingDraft, Range<usize>);

const COUPLING_HINT: &str =
    "write [[coupling]], then joint = \"joint3\" and of = { joint1 = 1, joint2 = -1 }";

impl Reader<'_> {
    pub(crate) fn friction(
        &mut self,
        value: &Value<'_>,
        kind: Option<JointKind>,
    ) -> Option<Friction> {
        let hint = "write { viscous = \"b1\", constant = \"F1\" }";
        let mut fields = self.fields(value, hint)?;
        let measures = |measure| JointKind::measures(kind, measure);
        let (damping, effort, velocity) =
            (measures(&JOINT_DAMPING), measures(&JOINT_EFFORT), measures(&JOINT_VELOCITY));
        let mut entry = |key, measures: &[&Measure]| {
            let read = fields.read(key, self, |reader, value| reader.entry_of(value, measures));
            read.unwrap_or_default()
        };
        let friction = Friction {
            viscous: entry("viscous", &damping),
            constant: entry("constant", &effort),
            breakaway: entry("static", &effort),
            stribeck: entry("stribeck", &velocity),
            coulomb: entry("coulomb", &[&PURE_NUMBER]),
            diameter: entry("diameter", &[&LENGTH]),
            smooth: entry("smooth", &velocity),
        };
        if friction.breakaway.is_zero() != friction.stribeck.is_zero() {
            let (there, lacks) = match friction.stribeck.is_zero() {
                true => ("static", "stribeck"),
                false => ("stribeck", "static"),
            };
            let message = format!("`{there}` needs a `{lacks}` other than zero beside it");
            let problem = Diagnostic::error("missing-key", message).hint(
                "static is the force at break-away, stribeck the velocity at which half of what it is above `constant` is gone",
            );
            self.report(problem, value.span());
        }
        fields.finish(self);
        Some(friction)
    }

    pub(crate) fn spring(&mut self, value: &Value<'_>, kind: Option<JointKind>) -> Option<Spring> {
        let mut fields = self.fields(value, "write { stiffness = \"k1\", rest = 0 }")?;
        let stiffness = JointKind::measures(kind, &JOINT_STIFFNESS);
        let rest = JointKind::measures(kind, &JOINT_POSITION);
        let stiffness = fields.require("stiffness", "write stiffness = 100", self, |it, value| {
            it.entry_of(value, &stiffness)
        });
        let rest = fields.read("rest", self, |it, value| it.entry_of(value, &rest));
        fields.finish(self);
        Some(Spring { stiffness: stiffness?, rest: rest.unwrap_or_default() })
    }

    pub(crate) fn compensator(&mut self, value: &Value<'_>) -> Option<CompensatorDraft> {
        let hint = "write { stiffness = 400, from = [0, 0, 0.3], to = [0.2, 0, 0] }";
        let mut fields = self.fields(value, hint)?;
        let stiffness = fields.require("stiffness", "write stiffness = 400", self, |it, value| {
            it.entry(value, &STIFFNESS)
        });
        let length = fields.read("length", self, |it, value| it.entry(value, &LENGTH));
        if length.is_some_and(|length| !length.is_zero()) {
            let message = "a compensator with a free length is not modelled: its force has a root";
            let problem = Diagnostic::error("compensator-length", message);
            let hint = "leave out `length` where a cable over a pulley makes the free length zero";
            self.report(problem.hint(hint), fields.place("length"));
        }
        let mut point = |key: &'static str, hint| {
            fields.require(key, hint, self, |it, value| it.vector(value, &LENGTH))
        };
        let from = point("from", "write from = [0, 0, 0.3]");
        let to = point("to", "write to = [0.2, 0, 0]");
        let on = fields.read("on", self, |it, value| it.parent(value));
        fields.finish(self);
        let (stiffness, from, to) = (stiffness?, from?, to?);
        Some(CompensatorDraft { stiffness, on: on.unwrap_or_default(), from, to })
    }

    /// The elasticity between the motor and the link of a joint.
    pub(crate) fn elastic_joint(
        &mut self,
        value: &Value<'_>,
        kind: Option<JointKind>,
    ) -> Option<Elasticity> {
        let mut fields = self.fields(value, "write { stiffness = 1e4, damping = 10 }")?;
        let stiffness = JointKind::measures(kind, &JOINT_STIFFNESS);
        let damping = JointKind::measures(kind, &JOINT_DAMPING);
        let stiffness = fields.require("stiffness", "write stiffness = 1e4", self, |it, value| {
            it.entry_of(value, &stiffness)
        });
        let damping = fields.read("damping", self, |it, value| it.entry_of(value, &damping));
        fields.finish(self);
        Some(Elasticity { stiffness: stiffness?, damping: damping.unwrap_or_default() })
    }

    /// The rotor of the motor of a joint. Its ratio is a number, or one for every joint with which it
    /// turns.
    pub(crate) fn rotor(
        &mut self,
        value: &Value<'_>,
        kind: Option<JointKind>,
        own_name: &str,
    ) -> Option<RotorDraft> {
        let mut fields = self.fields(value, "write { inertia = \"I1\", ratio = 100 }")?;
        let inertia = fields.require("inertia", "write inertia = 2e-4", self, |it, value| {
            it.entry(value, &INERTIA)
        });
        let ratios = fields.require("ratio", "write ratio = 100", self, |it, value| {
            if matches!(value.get_ref(), DeValue::Table(_)) {
                return it.ratios(value);
            }
            let ratio = it.entry_of(value, &JointKind::measures(kind, &GEAR_RATIO))?;
            Some(vec![(own_name.to_owned(), ratio)])
        });
        let axis = fields.read("axis", self, |it, value| it.direction(value));
        let on = fields.read("on", self, |it, value| it.parent(value));
        let friction = fields
            .read("friction", self, |it, value| it.friction(value, Some(JointKind::Rotation)));
        let efficiency = fields.read("efficiency", self, |it, value| it.entry(value, &PURE_NUMBER));
        fields.finish(self);
        Some(RotorDraft {
            inertia: inertia?,
            ratios: ratios?,
            axis,
            on: on.unwrap_or_default(),
            friction: friction.unwrap_or_default(),
            efficiency,
        })
    }

    /// Ratios by the names of joints.
    fn ratios(&mut self, value: &Value<'_>) -> Option<Vec<(String, Poly)>> {
        let entries = self.entries(value, "write { joint1 = 1, joint2 = -1 }")?;
        let mut ratios = Vec::with_capacity(entries.len());
        for (key, value) in entries {
            let ratio = self.entry(value, &ANY)?;
            ratios.push((key.get_ref().to_string(), ratio));
        }
        Some(ratios)
    }

    pub(crate) fn mimic(
        &mut self,
        value: &Value<'_>,
        kind: Option<JointKind>,
    ) -> Option<CouplingDraft> {
        let mut fields = self.fields(value, "write { of = \"joint1\", ratio = 1, offset = 0 }")?;
        let of = fields.require("of", "write of = \"joint1\"", self, |it, value| {
            it.text(value).map(str::to_owned)
        });
        let ratio = fields.read("ratio", self, |it, value| it.entry(value, &ANY));
        let position = JointKind::measures(kind, &JOINT_POSITION);
        let offset = fields.read("offset", self, |it, value| it.entry_of(value, &position));
        fields.finish(self);
        let ratio = ratio.unwrap_or_else(Poly::one);
        Some(CouplingDraft { of: vec![(of?, ratio)], offset: offset.unwrap_or_default() })
    }

    /// All `[[coupling]]`, and the joints of the file where they were read.
    pub(crate) fn couplings(
        &mut self,
        value: &Value<'_>,
        joints: &[(JointDraft, Option<DhRow>)],
    ) -> Option<Vec<NamedCoupling>> {
        let kind_of = |name: &str| {
            let named = |(index, joint): (usize, &(JointDraft, Option<DhRow>))| {
                (joint_name(index, joint.0.name.as_deref()) == name).then_some(joint.0.kind)
            };
            joints.iter().enumerate().find_map(named)
        };
        let list = self.list(value, COUPLING_HINT)?;
        let mut read = |value: &Value<'_>| {
            let mut fields = self.fields(value, COUPLING_HINT)?;
            let joint = fields.require("joint", "write joint = \"joint3\"", self, |it, value| {
                it.text(value).map(str::to_owned)
            });
            let of = fields.require(
                "of",
                "write of = { joint1 = 1, joint2 = -1 }",
                self,
                |it, value| it.ratios(value),
            );
            let kind = joint.as_deref().and_then(kind_of);
            let position = JointKind::measures(kind, &JOINT_POSITION);
            let offset = fields.read("offset", self, |it, value| it.entry_of(value, &position));
            fields.finish(self);
            let draft = CouplingDraft { of: of?, offset: offset.unwrap_or_default() };
            Some((joint?, draft, value.span()))
        };
        Some(list.iter().filter_map(&mut read).collect())
    }

    /// Gives couplings to their joints.
    pub(crate) fn couple(&mut self, couplings: Vec<NamedCoupling>, joints: &mut [JointDraft]) {
        for (name, coupling, span) in couplings {
            let named = |(index, joint): &(usize, &JointDraft)| {
                joint_name(*index, joint.name.as_deref()) == name
            };
            let Some(index) = joints.iter().enumerate().find(named).map(|(index, _)| index) else {
                let names = joints.iter().enumerate();
                let names: Vec<String> =
                    names.map(|(at, it)| joint_name(at, it.name.as_deref())).collect();
                let problem =
                    Diagnostic::error("unknown-joint", format!("the robot has no joint `{name}`"));
                let names = names.iter().map(String::as_str);
                let problem = problem.did_you_mean(&name, names, "name a joint of this robot");
                self.report(problem, span);
                continue;
            };
            if joints[index].coupling.replace(coupling).is_some() {
                let message = format!("joint `{name}` is coupled twice");
                let problem = Diagnostic::error("duplicate-key", message);
                let hint = "leave out `mimic`, or one [[coupling]]";
                self.report(problem.hint(hint), span.clone());
            }
            self.inside(joint_path(index), span.clone(), |reader| {
                reader.inside("mimic", span, |_| ());
            });
        }
    }
}
