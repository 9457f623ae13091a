//! Joints that follow others, and rotors: names, ratios, axes.

use std::collections::BTreeMap;

use appell_algebra::{Budget, Error, Poly, Symbol};
use appell_diagnostic::Diagnostic;

use super::tree::unknown;
use super::{Builder, joint_path};
use crate::axis::unit_axis;
use crate::coupling::{Coupling, CouplingDraft, Rotor, RotorDraft, Shares};
use crate::draft::Parent;
use crate::joint::{Joint, JointId, JointKind};

impl Builder<'_> {
    /// Lets joints follow those that they name.
    pub(super) fn couplings(&mut self, joints: &mut [Joint], values: &BTreeMap<Symbol, f64>) {
        let mut directly: Vec<Option<(Shares, &CouplingDraft)>> = vec![None; joints.len()];
        for (index, joint) in self.draft.joints.iter().enumerate() {
            let Some(coupling) = &joint.coupling else { continue };
            if joint.kind == JointKind::Fixed {
                let message = "a fixed joint cannot follow another";
                let problem = Diagnostic::error("coupled-fixed-joint", message)
                    .hint("leave out `mimic`, or give the joint a type that moves");
                self.findings.push(problem.on([joint_path(index), "mimic".to_owned()]));
                continue;
            }
            let shares = self.shares(&coupling.of, joints, values, &[&joint_path(index), "mimic"]);
            directly[index] = shares.map(|shares| (shares, coupling));
        }
        let order = match followed_first(&directly) {
            Ok(order) => order,
            Err(on_loop) => {
                let names: Vec<&str> = on_loop.iter().map(|&at| joints[at].name.as_str()).collect();
                let message = format!("joint `{}` follows itself", names[0]);
                let problem = Diagnostic::error("coupling-loop", message)
                    .on([joint_path(on_loop[0]), "mimic".to_owned()])
                    .fact("loop", format!("{} -> {}", names.join(" -> "), names[0]))
                    .hint(match names.len() {
                        1 => "name another joint in `of`, or leave out the `mimic` or [[coupling]]",
                        _ => "let one of these joints move by itself: leave out its `mimic` or [[coupling]]",
                    });
                self.findings.push(problem);
                return;
            }
        };
        for index in order {
            let Some((of, draft)) = &directly[index] else { continue };
            let Some(symbol) = joints[index].coordinate.take() else { continue };
            match in_the_end(of, &draft.offset, joints, self.budget) {
                Ok((shares, whole_offset)) => {
                    let friction = &joints[index].friction;
                    self.findings.extend(
                        (shares.len() > 1 && friction.sticks())
                            .then(|| sticks_on_several().on([&joint_path(index), "friction"])),
                    );
                    let (of, offset) = (of.clone(), draft.offset.clone());
                    let made = Coupling { of, offset, shares, whole_offset, symbol };
                    joints[index].coupling = Some(made);
                }
                Err(error) => self.fail(&error, &[&joint_path(index), "mimic"]),
            }
        }
    }

    /// Joints by their names, with their ratios. A ratio is refused if it is zero, or if its parameters make it zero.
    fn shares(
        &mut self,
        of: &[(String, Poly)],
        joints: &[Joint],
        values: &BTreeMap<Symbol, f64>,
        path: &[&str],
    ) -> Option<Shares> {
        let mut sound = !of.is_empty();
        if of.is_empty() {
            let message = "expected the name of a joint to follow, found none";
            let problem = Diagnostic::error("missing-key", message).hint("write of = \"joint1\"");
            self.findings.push(problem.on(path.iter().copied()));
        }
        let mut shares = BTreeMap::new();
        for (name, ratio) in of {
            let found = joints.iter().position(|joint| joint.name == *name);
            let problem = match found.map(|at| joints[at].kind) {
                None => {
                    let names: Vec<String> = joints.iter().map(|it| it.name.clone()).collect();
                    Some(unknown(name, &names, &[]))
                }
                Some(JointKind::Fixed) => {
                    let message = format!("joint `{name}` is fixed: nothing can follow it");
                    let hint = "name a joint that moves";
                    Some(Diagnostic::error("coupled-fixed-joint", message).hint(hint))
                }
                Some(_) if ratio.is_zero() || self.value(ratio, values) == Some(0.0) => {
                    let message = format!("the ratio to joint `{name}` is zero");
                    let hint = "give a ratio other than zero, such as 1 or -0.5";
                    Some(Diagnostic::error("zero-ratio", message).hint(hint))
                }
                Some(_) => None,
            };
            sound &= problem.is_none();
            self.findings.extend(problem.map(|it| it.on(path.iter().copied())));
            if let Some(at) = found
                && shares.insert(JointId(at as u32), ratio.clone()).is_some()
            {
                let problem = Diagnostic::error("duplicate-name", format!("`{name}` occurs twice"));
                self.findings.push(problem.on(path.iter().copied()).hint("add the ratios"));
                sound = false;
            }
        }
        sound.then(|| shares.into_iter().collect())
    }

    /// Puts rotors on their links.
    pub(super) fn rotors(&mut self, joints: &mut [Joint], values: &BTreeMap<Symbol, f64>) {
        for index in 0..joints.len() {
            let Some(draft) = &self.draft.joints[index].rotor else { continue };
            let made = self.rotor(index, draft, joints, values);
            joints[index].rotor = made;
        }
        self.gears(joints, values);
    }

    /// Refuses gears whose losses have no law: without a share of power as efficiency, or where not one
    /// motor alone moves one coordinate.
    fn gears(&mut self, joints: &[Joint], values: &BTreeMap<Symbol, f64>) {
        let rotors = || joints.iter().filter_map(|joint| joint.rotor.as_ref());
        for (index, joint) in joints.iter().enumerate() {
            let Some(rotor) = &joint.rotor else { continue };
            let Some(efficiency) = &rotor.efficiency else { continue };
            let value = self.value(efficiency, values);
            let turns_with = |rotor: &Rotor, id: JointId| rotor.shares.iter().any(|it| it.0 == id);
            let problem = match (value, rotor.shares.as_slice()) {
                (Some(value), _) if !(value > 0.0 && value <= 1.0) => {
                    let message =
                        format!("`efficiency` must be above 0 and at most 1, got {value}");
                    let hint = "write the share of the power that comes through: efficiency = 0.9";
                    Diagnostic::error("bad-value", message).hint(hint)
                }
                (_, [(id, _)]) if rotors().filter(|it| turns_with(it, *id)).count() == 1 => {
                    continue;
                }
                _ => {
                    let message = "the efficiency of a gear needs one motor that moves one joint";
                    let hint = "losses of gears that several motors or joints share are not modelled: leave out `efficiency`, and give `friction` of the motors or of the joints";
                    Diagnostic::error("efficiency-of-several", message).hint(hint)
                }
            };
            self.findings.push(problem.on([joint_path(index).as_str(), "rotor"]));
        }
    }

    fn rotor(
        &mut self,
        index: usize,
        draft: &RotorDraft,
        joints: &[Joint],
        values: &BTreeMap<Symbol, f64>,
    ) -> Option<Rotor> {
        let (joint, path) = (&joints[index], joint_path(index));
        if joint.kind == JointKind::Fixed {
            let message = "`rotor` is not available for a fixed joint";
            let problem = Diagnostic::error("rotor-of-fixed-joint", message);
            self.findings.push(problem.on([&path, "rotor"]).hint("leave out `rotor`"));
            return None;
        }
        let ratios = self.shares(&draft.ratios, joints, values, &[&path, "rotor"]);
        let on = match &draft.on {
            Parent::Before => Some(joint.parent),
            Parent::Base => Some(None),
            Parent::Joint(name) => match joints.iter().position(|it| it.name == *name) {
                Some(at) => Some(Some(JointId(at as u32))),
                None => {
                    let names: Vec<String> = joints.iter().map(|it| it.name.clone()).collect();
                    self.findings.push(unknown(name, &names, &["base"]).on([&path, "rotor"]));
                    None
                }
            },
        };
        let on = on?;
        if on.is_some_and(|link| joints[link.index()].modes.is_some()) {
            let message = "a rotor on an elastic link is not modelled";
            let problem = Diagnostic::error("rotor-on-elastic-link", message)
                .on([&path, "rotor"])
                .hint("write on = \"base\": the rotor then adds its inertia times the square of the ratio");
            self.findings.push(problem);
            return None;
        }
        let axis = match &draft.axis {
            Some(axis) => match unit_axis(axis, &self.draft.symbols, self.budget) {
                Ok(unit) => Some(unit.axis),
                Err(problem) => {
                    self.findings.push(problem.on([&path, "rotor"]));
                    None
                }
            },
            // on the base it does not matter
            None if on == joint.parent || on.is_none() => match joint.axis_in_parent(self.budget) {
                Ok(axis) => Some(axis),
                Err(error) => {
                    self.fail(&error, &[&path, "rotor"]);
                    None
                }
            },
            None => {
                let message = "a rotor on another link than the one before its joint needs an axis";
                let problem = Diagnostic::error("rotor-without-axis", message)
                    .on([&path, "rotor"])
                    .hint("give its axis in the frame of the link that carries it: axis = \"z\"");
                self.findings.push(problem);
                None
            }
        };
        let ratios = ratios?;
        // the gear of an elastic joint turns with the motor
        let motor = |id: JointId| joints[id.index()].elastic.as_ref().map_or(id, |it| it.motor);
        let turned = ratios.iter().map(|(id, ratio)| (motor(*id), ratio.clone())).collect();
        let shares = match in_the_end(&turned, &Poly::ZERO, joints, self.budget) {
            Ok((shares, _)) => shares,
            Err(error) => {
                self.fail(&error, &[&path, "rotor"]);
                return None;
            }
        };
        let (inertia, friction) = (draft.inertia.clone(), draft.friction.clone());
        let place = [path.as_str(), "rotor", "friction"];
        if !(friction.coulomb.is_zero() && friction.diameter.is_zero()) {
            let message = "`coulomb` and `diameter` are not available for the friction of a motor";
            let hint = "give `constant` instead of `coulomb` and `diameter`";
            self.findings.push(Diagnostic::error("motor-friction", message).on(place).hint(hint));
        }
        if shares.len() > 1 && friction.sticks() {
            self.findings.push(sticks_on_several().on(place));
        }
        let efficiency = draft.efficiency.clone();
        Some(Rotor { inertia, ratios, shares, axis: axis?, on, friction, efficiency })
    }
}

/// A refusal of dry friction of what moves with several joints: whether it holds them at rest depends on
/// all of them.
fn sticks_on_several() -> Diagnostic {
    let message = "dry friction of what moves with several joints is not modelled";
    let hint = "make its sign smooth, smooth = 0.01, or give viscous friction only";
    Diagnostic::error("friction-of-several", message).hint(hint)
}

/// The joints in an order in which those that are followed come first; or the joints of a loop.
fn followed_first(directly: &[Option<(Shares, &CouplingDraft)>]) -> Result<Vec<usize>, Vec<usize>> {
    #[derive(Clone, Copy, PartialEq)]
    enum Seen {
        No,
        OnTheWay,
        Done,
    }
    let mut seen = vec![Seen::No; directly.len()];
    let mut order = Vec::with_capacity(directly.len());
    for start in 0..directly.len() {
        let mut way: Vec<(usize, usize)> = Vec::new();
        if seen[start] == Seen::No {
            way.push((start, 0));
        }
        while let Some((at, next)) = way.pop() {
            seen[at] = Seen::OnTheWay;
            let of = directly[at].as_ref().map_or(&[][..], |(shares, _)| shares);
            let Some((followed, _)) = of.get(next) else {
                seen[at] = Seen::Done;
                order.push(at);
                continue;
            };
            way.push((at, next + 1));
            match seen[followed.index()] {
                Seen::No => way.push((followed.index(), 0)),
                Seen::Done => {}
                Seen::OnTheWay => {
                    let on_loop = way.iter().map(|(joint, _)| *joint);
                    return Err(on_loop.skip_while(|&joint| joint != followed.index()).collect());
                }
            }
        }
    }
    Ok(order)
}

/// What a joint follows in the end, when those that it names follow others themselves: with
/// q_i = sum r_ij q_j + c_i it is q = sum r_i q_i + c = sum r_i r_ij q_j + sum r_i c_i + c.
fn in_the_end(
    of: &Shares,
    offset: &Poly,
    joints: &[Joint],
    budget: &Budget,
) -> Result<(Shares, Poly), Error> {
    let mut shares: BTreeMap<JointId, Poly> = BTreeMap::new();
    let mut offset = offset.clone();
    let add = |shares: &mut BTreeMap<JointId, Poly>, id: JointId, ratio: &Poly| {
        let sum = shares.entry(id).or_default();
        *sum = &*sum + ratio;
    };
    for (id, ratio) in of {
        match &joints[id.index()].coupling {
            Some(followed) => {
                for (id, further) in &followed.shares {
                    add(&mut shares, *id, &ratio.checked_mul(further, budget)?);
                }
                offset = &offset + &ratio.checked_mul(&followed.whole_offset, budget)?;
            }
            None => add(&mut shares, *id, ratio),
        }
    }
    shares.retain(|_, ratio| !ratio.is_zero());
    Ok((shares.into_iter().collect(), offset))
}
