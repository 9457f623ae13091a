//! What a file of MJCF does not say of a robot, and what MuJoCo may not like about it.

use appell_diagnostic::Diagnostic;
use appell_numeric::pencil::pencil;
use appell_spatial::Matrix;

use super::{Writer, is_armature};
use crate::build::{coordinate_name, joint_path};
use crate::frame::NamedFrame;
use crate::joint::{JointId, JointKind};
use crate::robot::{Payload, Robot};

/// MuJoCo refuses a moving body whose mass or moments of inertia are less.
const LEAST: f64 = 1e-15;

/// Notes on all that is lost.
pub(super) fn notes(robot: &Robot, writer: &Writer<'_>) -> Vec<Diagnostic> {
    let mut notes = Vec::new();
    let mut note = |message: &str, path: Vec<String>| {
        notes.push(
            Diagnostic::note("not-in-mjcf", message).on(path).hint("keep the TOML beside it"),
        );
    };
    if robot.parameters().iter().any(|parameter| robot.uses(parameter.symbol)) {
        note("parameters became numbers", vec!["parameters".into()]);
    }
    if *robot.payload() != Payload::default() {
        note("the payload is left out", vec!["payload".into()]);
    }
    if robot.base().is_some() {
        note("the place of the base is left out: the world is its frame", vec!["base".into()]);
    }
    if robot.frames().iter().any(NamedFrame::is_loaded) {
        note("the wrenches on frames are left out", vec!["frame".into()]);
    }
    for frame in robot.frames() {
        if frame.parent.and_then(|id| writer.joined_to(id)).is_some() {
            let message =
                format!("the frame `{}` sits on a link without mass: it is left out", frame.name);
            note(&message, vec!["frame".into()]);
        }
    }
    if depth_first(writer) != robot.joint_ids().collect::<Vec<_>>() {
        note("the joints are in another order: branch after branch", vec!["joint".into()]);
    }
    for (id, joint) in robot.joint_ids().zip(robot.joints()) {
        let at = |key: &str| vec![joint_path(id.index()), key.to_owned()];
        let friction = &joint.friction;
        if !friction.coulomb.is_zero() {
            note("Coulomb friction by the connection force is left out", at("friction"));
        }
        if [&friction.breakaway, &friction.smooth].iter().any(|entry| !entry.is_zero()) {
            note("static friction and the smooth sign are left out", at("friction"));
        }
        if joint.limits.velocity.is_some() {
            note("the limit of velocity is left out", at("limits"));
        }
        if !joint.link.meshes.is_empty() {
            note("the meshes are left out", at("link"));
        }
        if joint.compensator.is_some() {
            note("the gravity compensator is left out", at("compensator"));
        }
        match &joint.rotor {
            Some(rotor) if !is_armature(rotor, id) => {
                note("the rotor turns with several joints: it is left out", at("rotor"));
            }
            Some(rotor) => {
                if rotor.on.is_some() {
                    note("the rotor became an armature: as if it were on the base", at("rotor"));
                }
                if !rotor.friction.is_none() || rotor.efficiency.is_some() {
                    note("friction of the motor and losses of its gear are left out", at("rotor"));
                }
            }
            None => {}
        }
        if joint.coordinate.is_some_and(|q| robot.symbols().name(q) != coordinate_name(id.index()))
        {
            note("the name of the coordinate is left out", vec![joint_path(id.index())]);
        }
        if joint.kind != JointKind::Fixed && is_refused(writer, id) {
            let message =
                "MuJoCo refuses such a moving body: without mass, or with moments that no body has";
            note(message, at("link"));
        }
    }
    notes
}

/// The joints in the order in which MuJoCo has them.
fn depth_first(writer: &Writer<'_>) -> Vec<JointId> {
    let mut pending: Vec<JointId> = writer.children(None).iter().rev().copied().collect();
    let mut order = Vec::new();
    while let Some(id) = pending.pop() {
        order.push(id);
        pending.extend(writer.children(Some(id)).iter().rev());
    }
    order
}

/// Whether MuJoCo refuses the link of a joint.
fn is_refused(writer: &Writer<'_>, id: JointId) -> bool {
    let body = &writer.masses[id.index()];
    let rows = |matrix: &Matrix<f64>| matrix.0.map(Vec::from);
    let principal = pencil(&rows(&body.inertia), &rows(&Matrix::diagonal(&1.0)));
    let moments: Vec<f64> = principal.unwrap_or_default().iter().map(|(it, _)| *it).collect();
    let [small, middle, large] = *moments.as_slice() else { return true };
    writer.joined_to(id).is_none() && (body.mass < LEAST || small < LEAST || small + middle < large)
}
