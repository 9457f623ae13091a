//! `<actuator>`: of motors only what belongs to the mechanics of the joint is read, armature and
//! damping, each times the square of the gear ratio.

use appell_algebra::{Poly, Rational};
use appell_diagnostic::Diagnostic;
use roxmltree::Node;

use super::body::{Bodies, Context};
use super::defaults::{Family, MAIN};
use super::equality::joint;
use super::joint::leading;
use crate::coupling::RotorDraft;
use crate::draft::{Draft, Parent};
use crate::reader::Reader;

/// Adds armature and damping of actuators to their joints.
pub(super) fn read<'a, 'i: 'a>(
    sections: impl Iterator<Item = Node<'a, 'i>>,
    context: &Context<'_, 'a>,
    bodies: &Bodies,
    draft: &mut Draft,
    reader: &mut Reader<'_>,
) {
    for node in sections.flat_map(|section| section.children()).filter(Node::is_element) {
        let element = context.classes.element(node, Family::Actuator, MAIN, reader);
        let armature = element.size("armature", reader);
        let damping = leading(&element, "damping", reader);
        if armature.is_zero() && damping.is_zero() {
            continue;
        }
        let Some(target) = ["joint", "jointinparent"].into_iter().find(|name| element.has(name))
        else {
            let message =
                "armature and damping of an actuator that drives no joint are not supported";
            let problem = Diagnostic::error("not-in-model", message)
                .hint("give them to the joints that it moves");
            reader.report(problem, element.span.clone());
            continue;
        };
        let Some((index, _)) = joint(&element, target, bodies, reader) else { continue };
        let gear = element.numbers("gear", 1..=6, reader).unwrap_or_default();
        let gear = gear.into_iter().next().unwrap_or(Rational::ONE);
        let seen = |number: &Rational| Poly::constant(&(&gear * &gear) * number);
        let target = &mut draft.joints[index];
        if context.physics.dampers {
            target.friction.viscous = &target.friction.viscous + &seen(&damping);
        }
        if !armature.is_zero() {
            let name = target.name.clone().unwrap_or_default();
            let rotor = target.rotor.get_or_insert_with(|| RotorDraft {
                ratios: vec![(name, Poly::one())],
                on: Parent::Base,
                ..RotorDraft::default()
            });
            rotor.inertia = &rotor.inertia + &seen(&armature);
        }
    }
}
