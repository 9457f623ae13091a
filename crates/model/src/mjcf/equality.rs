//! `<equality>`: joints that follow others; what closes loops is refused.

use appell_algebra::{Poly, Rational};
use appell_diagnostic::{Diagnostic, excerpt};
use roxmltree::Node;

use super::body::{Bodies, Context, NamedJoint};
use super::defaults::{Family, MAIN};
use super::element::Element;
use crate::build::joint_path;
use crate::coupling::CouplingDraft;
use crate::draft::Draft;
use crate::reader::Reader;

/// Lets joints follow those that constraints couple them with.
pub(super) fn read<'a, 'i: 'a>(
    sections: impl Iterator<Item = Node<'a, 'i>>,
    context: &Context<'_, 'a>,
    bodies: &Bodies,
    draft: &mut Draft,
    reader: &mut Reader<'_>,
) {
    for node in sections.flat_map(|section| section.children()).filter(Node::is_element) {
        let element = context.classes.element(node, Family::Equality, MAIN, reader);
        let active = element.flag("active", reader).unwrap_or(true) && context.physics.equality;
        if !active {
            let message = format!("the constraint <{}> is not active: it is left out", element.tag);
            let note =
                Diagnostic::note("not-read", message).hint("write active=\"true\" to use it");
            reader.report(note, element.span.clone());
        } else if element.tag == "joint" {
            if let Some((follower, coupling)) = coupling(&element, bodies, draft, reader) {
                reader.inside(joint_path(follower.index), follower.span, |reader| {
                    reader.inside("mimic", element.span.clone(), |_| ());
                });
                draft.joints[follower.index].coupling = Some(coupling);
            }
        } else {
            let message = format!("constraints of type `{}` are not supported", element.tag);
            let problem = Diagnostic::error("not-in-model", message)
                .fact("constraint", element.text("name").unwrap_or("without a name"))
                .hint("a robot is a tree: take the constraint out, or write active=\"false\"");
            reader.report(problem, element.span.clone());
        }
    }
}

/// q1 - ref1 = a0 + a1 (q2 - ref2), so that q1 = a1 q2 + a0 + ref1 - a1 ref2.
fn coupling(
    element: &Element<'_>,
    bodies: &Bodies,
    draft: &Draft,
    reader: &mut Reader<'_>,
) -> Option<(NamedJoint, CouplingDraft)> {
    let follower = joint(element, "joint1", bodies, reader)?;
    let mut given = element.numbers("polycoef", 1..=5, reader).unwrap_or_default().into_iter();
    let offset = given.next().unwrap_or_default();
    let ratio = given.next().unwrap_or(Rational::ONE);
    if given.any(|coefficient| !coefficient.is_zero()) {
        let hint = "write the linear coupling that is closest where the robot works: polycoef=\"offset ratio 0 0 0\"";
        element.refuse("polycoef", "a coupling that is not linear", hint, reader);
        return None;
    }
    if !element.has("joint2") || ratio.is_zero() {
        let hint = "take the joint out, and place its body where it is held";
        element.refuse("joint1", "a joint that is held in place", hint, reader);
        return None;
    }
    if draft.joints[follower.index].coupling.is_some() {
        let hint = "keep one constraint for every `joint1`";
        element.refuse("joint1", "a joint with two constraints", hint, reader);
        return None;
    }
    let followed = joint(element, "joint2", bodies, reader)?;
    let name = draft.joints[followed.index].name.clone()?;
    let offset = &Poly::constant(offset) + &follower.reference;
    let offset = &offset - &followed.reference.scale(&ratio);
    Some((follower, CouplingDraft { of: vec![(name, Poly::constant(ratio))], offset }))
}

/// The joint that an attribute names.
pub(super) fn joint(
    element: &Element<'_>,
    attribute: &str,
    bodies: &Bodies,
    reader: &mut Reader<'_>,
) -> Option<NamedJoint> {
    let Some(name) = element.text(attribute) else {
        let message = format!("<{}> has no `{attribute}`", element.tag);
        let problem = Diagnostic::error("missing-attribute", message)
            .hint(format!("write <{} {attribute}=\"...\"/>", element.tag));
        reader.report(problem, element.span.clone());
        return None;
    };
    let found = bodies.joints.get(name).cloned();
    if found.is_none() {
        let problem =
            Diagnostic::error("unknown-joint", format!("unknown joint `{}`", excerpt(name)));
        let names = bodies.joints.keys().map(String::as_str);
        let problem = problem.did_you_mean(name, names, "give the joint this `name`");
        reader.report(problem, element.place(attribute));
    }
    found
}
