//! Writing motors and couplings.

use appell_algebra::{Budget, Poly};

use super::{Pairs, Writer, bare_or_quoted, inline, line, quoted};
use crate::compensator::Compensator;
use crate::coupling::Shares;
use crate::joint::Joint;
use crate::robot::Robot;

impl Writer<'_> {
    pub(super) fn compensator(&self, out: &mut String, robot: &Robot, joint: &Joint) {
        let Some(Compensator { stiffness, on, from, to }) = &joint.compensator else { return };
        let mut pairs: Pairs = vec![("stiffness", self.entry(stiffness))];
        pairs.push(("from", self.vector(from)));
        pairs.push(("to", self.vector(to)));
        if *on != joint.parent {
            let name = on.map_or("base", |on| &robot.joint(on).name);
            pairs.push(("on", quoted(name)));
        }
        line(out, "compensator", &inline(&pairs));
    }

    /// A joint that follows one other.
    pub(super) fn mimic(&self, out: &mut String, robot: &Robot, joint: &Joint) {
        let Some(coupling) = &joint.coupling else { return };
        let [(followed, ratio)] = coupling.of.as_slice() else { return };
        let mut pairs: Pairs = vec![("of", quoted(&robot.joint(*followed).name))];
        if !ratio.is_one() {
            pairs.push(("ratio", self.entry(ratio)));
        }
        if !coupling.offset.is_zero() {
            pairs.push(("offset", self.entry(&coupling.offset)));
        }
        line(out, "mimic", &inline(&pairs));
    }

    /// Joints that follow several others.
    pub(super) fn couplings(&self, out: &mut String, robot: &Robot) {
        for joint in robot.given_joints() {
            let Some(coupling) = joint.coupling.as_ref().filter(|it| it.of.len() > 1) else {
                continue;
            };
            out.push_str("\n[[coupling]]\n");
            line(out, "joint", &quoted(&joint.name));
            line(out, "of", &self.ratios(robot, &coupling.of));
            if !coupling.offset.is_zero() {
                line(out, "offset", &self.entry(&coupling.offset));
            }
        }
    }

    pub(super) fn rotor(&self, out: &mut String, robot: &Robot, index: usize, joint: &Joint) {
        let Some(rotor) = &joint.rotor else { return };
        let mut pairs: Pairs = vec![("inertia", self.entry(&rotor.inertia))];
        pairs.push(match rotor.ratios.as_slice() {
            [(own, ratio)] if own.index() == index => ("ratio", self.entry(ratio)),
            ratios => ("ratio", self.ratios(robot, &ratios.to_vec())),
        });
        let beside = rotor.on == joint.parent;
        if !(rotor.on.is_none() || beside)
            || joint.axis_in_parent(&Budget::default()).as_ref() != Ok(&rotor.axis)
        {
            pairs.push(("axis", self.axis(&rotor.axis)));
        }
        if !beside {
            let name = rotor.on.map_or("base", |on| &robot.joint(on).name);
            pairs.push(("on", quoted(name)));
        }
        let friction = rotor.friction.entries().into_iter().filter(|(_, entry)| !entry.is_zero());
        let friction: Pairs = friction.map(|(key, entry)| (key, self.entry(entry))).collect();
        if !friction.is_empty() {
            pairs.push(("friction", inline(&friction)));
        }
        if let Some(efficiency) = &rotor.efficiency {
            pairs.push(("efficiency", self.entry(efficiency)));
        }
        line(out, "rotor", &inline(&pairs));
    }

    fn ratios(&self, robot: &Robot, shares: &Shares) -> String {
        let pair = |(id, ratio): &(_, Poly)| {
            format!("{} = {}", bare_or_quoted(&robot.joint(*id).name), self.entry(ratio))
        };
        let pairs: Vec<String> = shares.iter().map(pair).collect();
        format!("{{ {} }}", pairs.join(", "))
    }
}
