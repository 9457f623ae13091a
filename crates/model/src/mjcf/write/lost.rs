//! What MJCF has no place for, and what MuJoCo may refuse.

use appell_diagnostic::Diagnostic;
use appell_numeric::pencil::pencil;
use appell_spatial::Matrix;

use super::{Writer, is_armature};
use crate::build::joint_path;
use crate::joint::{Joint, JointId, JointKind};
use crate::losses::Losses;
use crate::robot::Robot;

/// MuJoCo refuses a moving body whose mass or moments of inertia are less.
const LEAST: f64 = 1e-15;

/// Findings on all that is lost.
pub(super) fn findings(robot: &Robot, writer: &Writer<'_>) -> Vec<Diagnostic> {
    let mut losses = Losses::of(robot, "not-in-mjcf");
    losses.placed_base(robot, "the world of MJCF");
    losses.base_link(robot);
    for frame in robot.frames() {
        if frame.parent.and_then(|id| writer.joined_to(id)).is_some() {
            let message =
                format!("the frame `{}` sits on a link without mass: it is left out", frame.name);
            losses.note(&message, &["frame"]);
        }
    }
    if depth_first(writer) != robot.joint_ids().collect::<Vec<_>>() {
        losses.note("the joints are in another order: branch after branch", &["joint"]);
    }
    for (id, joint) in robot.joint_ids().zip(robot.joints()) {
        let path = joint_path(id.index());
        let friction = &joint.friction;
        if !friction.coulomb.is_zero() {
            let message = "Coulomb friction by the joint reaction force is left out";
            losses.changed(message, "Q and qdd", &[&path, "friction"]);
        }
        if [&friction.breakaway, &friction.smooth].iter().any(|entry| !entry.is_zero()) {
            let message = "static friction and the smooth sign are left out";
            losses.changed(message, "Q and qdd", &[&path, "friction"]);
        }
        if joint.limits.velocity.is_some() {
            losses.note("the limit of velocity is left out", &[&path, "limits"]);
        }
        if !joint.link.meshes.is_empty() {
            losses.note("the meshes are left out", &[&path, "link"]);
        }
        if joint.link.name.is_some() && writer.joined_to(id).is_some() {
            losses.note("a link without mass is left out, with its name", &[&path, "link"]);
        }
        rotor(&mut losses, id, joint, &path);
        if joint.kind != JointKind::Fixed && is_refused(writer, id) {
            let message =
                "MuJoCo refuses such a moving body: without mass, or with moments that no body has";
            losses.note(message, &[&path, "link"]);
        }
    }
    losses.coordinate_names(robot);
    losses.findings()
}

/// What an armature lacks of a rotor.
fn rotor(losses: &mut Losses, id: JointId, joint: &Joint, path: &str) {
    let Some(rotor) = &joint.rotor else { return };
    let path = [path, "rotor"];
    if !is_armature(rotor, id) {
        let message = "the rotor turns with several joints: it is left out";
        return losses.changed(message, "Q and M", &path);
    }
    if rotor.on.is_some() {
        let message = "the rotor became an armature, as if it were on the base";
        losses.changed(message, "Q and M", &path);
    }
    if !rotor.friction.is_none() || rotor.efficiency.is_some() {
        let message = "friction of the motor and losses of its gear are left out";
        losses.changed(message, "Q and qdd", &path);
    }
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
