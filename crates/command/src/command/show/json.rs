//! A robot as JSON, for programs: entries as text, parameters and frames as numbers.

use appell::algebra::Poly;
use appell::diagnostic::{Diagnostic, Place};
use appell::mechanics::geometry::Frames;
use appell::model::{
    self, Compensator, Coupling, ElasticJoint, Inertia, Joint, JointId, Modes, NamedFrame, Robot,
    Rotor,
};
use appell::spatial::{Transform, Vector};
use serde_json::{Value, json};

/// The robot, its findings, and its frames at q where they have numbers.
pub(super) fn robot(loaded: &appell::Robot, q: &[f64], pose: Option<&Frames<f64>>) -> String {
    let robot = loaded.model();
    let entry = |poly: &Poly| poly.text(robot.symbols());
    let joints: Vec<Value> =
        (1..).zip(robot.joints()).map(|(number, each)| joint(robot, number, each)).collect();
    let parameters: Vec<Value> = robot
        .parameters()
        .iter()
        .map(|parameter| {
            json!({
                "name": parameter.name,
                "value": robot.value(parameter.symbol),
                "unit": parameter.unit,
                "latex": parameter.latex,
                "note": parameter.note,
            })
        })
        .collect();
    let frames = pose.map(|pose| {
        json!({
            "q": q,
            "joints": pose.in_base.iter().map(frame).collect::<Vec<_>>(),
            "tool": frame(&pose.tool),
        })
    });
    let tool = robot.tool();
    let value = json!({
        "name": robot.name(),
        "source": robot.source(),
        "gravity": robot.gravity().0.each_ref().map(entry),
        "parameters": parameters,
        "joints": joints,
        "tool": {
            "parent": robot.joint(tool.parent).name,
            "transform": transform(robot, &tool.parent_from_tool),
        },
        "named_frames": robot.frames().iter().map(|it| named_frame(robot, it)).collect::<Vec<_>>(),
        "base": robot.base().map(|base| transform(robot, &base.outer_from_base)),
        "payload": {
            "force": robot.payload().force.0.each_ref().map(entry),
            "moment": robot.payload().moment.0.each_ref().map(entry),
            "mass": robot.payload().body.as_ref().map(|body| entry(&body.mass)),
        },
        "frames": frames,
        "findings": loaded.findings().iter().map(finding).collect::<Vec<_>>(),
    });
    format!("{value:#}\n")
}

fn joint(robot: &Robot, number: usize, joint: &Joint) -> Value {
    let entry = |poly: &Poly| poly.text(robot.symbols());
    let inertia = Inertia::of_tensor(&joint.body.inertia);
    json!({
        "name": joint.name,
        "type": joint.kind.name(),
        "parent": joint.parent.map(|parent| &robot.joint(parent).name),
        "coordinate": joint.coordinate.map(|q| robot.symbols().name(q)),
        "axis": joint.axis.0.each_ref().map(entry),
        "transform": transform(robot, &joint.parent_from_frame),
        "mimic": joint.coupling.as_ref().map(|coupling| coupling_value(robot, coupling)),
        "friction": named(joint.friction.entries().map(|(name, it)| (name, Some(it))), &entry),
        "spring": named(joint.spring.entries().map(|(name, it)| (name, Some(it))), &entry),
        "compensator": joint.compensator.as_ref().map(|it| compensator(robot, it)),
        "rotor": joint.rotor.as_ref().map(|rotor| rotor_value(robot, rotor)),
        "elastic": joint.elastic.as_ref().map(|it| elastic_joint(robot, it)),
        "limits": named(joint.limits.entries(), &entry),
        "link": {
            "name": joint.link.name,
            "mass": entry(&joint.body.mass),
            "centre": joint.body.centre.0.each_ref().map(entry),
            "inertia": named(inertia.entries().map(|(name, it)| (name, Some(it))), &entry),
            "elastic": joint.modes.as_ref().map(|modes| elastic(robot, number, modes)),
            "meshes": joint.link.meshes.iter().filter_map(|mesh| mesh.file()).collect::<Vec<_>>(),
        },
    })
}

/// Ratios by the names of joints.
fn ratios(robot: &Robot, shares: &[(JointId, Poly)]) -> Value {
    let ratio = |(id, ratio): &(JointId, Poly)| {
        (robot.joint(*id).name.clone(), json!(ratio.text(robot.symbols())))
    };
    Value::Object(shares.iter().map(ratio).collect())
}

fn coupling_value(robot: &Robot, coupling: &Coupling) -> Value {
    json!({
        "of": ratios(robot, &coupling.of),
        "offset": coupling.offset.text(robot.symbols()),
    })
}

fn rotor_value(robot: &Robot, rotor: &Rotor) -> Value {
    let entry = |poly: &Poly| poly.text(robot.symbols());
    json!({
        "inertia": entry(&rotor.inertia),
        "ratio": ratios(robot, &rotor.ratios),
        "axis": rotor.axis.0.each_ref().map(entry),
        "on": rotor.on.map(|id| &robot.joint(id).name),
        "friction": named(rotor.friction.entries().map(|(name, it)| (name, Some(it))), &entry),
        "efficiency": rotor.efficiency.as_ref().map(entry),
    })
}

fn compensator(robot: &Robot, Compensator { stiffness, on, from, to }: &Compensator) -> Value {
    let entry = |poly: &Poly| poly.text(robot.symbols());
    json!({
        "stiffness": entry(stiffness),
        "from": from.0.each_ref().map(entry),
        "to": to.0.each_ref().map(entry),
        "on": on.map(|id| &robot.joint(id).name),
    })
}

fn elastic_joint(robot: &Robot, ElasticJoint { elasticity, motor }: &ElasticJoint) -> Value {
    let entry = |poly: &Poly| poly.text(robot.symbols());
    json!({
        "stiffness": entry(&elasticity.stiffness),
        "damping": entry(&elasticity.damping),
        "motor": robot.joint(*motor).name,
    })
}

fn named_frame(robot: &Robot, frame: &NamedFrame) -> Value {
    let entry = |poly: &Poly| poly.text(robot.symbols());
    json!({
        "name": frame.name.as_str(),
        "parent": frame.parent.map(|parent| &robot.joint(parent).name),
        "transform": transform(robot, &frame.parent_from_frame),
        "force": frame.force.0.each_ref().map(entry),
        "moment": frame.moment.0.each_ref().map(entry),
    })
}

fn elastic(robot: &Robot, link: usize, modes: &Modes) -> Value {
    let integrals: Value = model::integrals(link, &modes.body, Poly::is_zero)
        .iter()
        .map(|(name, entry)| (name.clone(), json!(entry.text(robot.symbols()))))
        .collect();
    let entry = |poly: &Poly| json!(poly.text(robot.symbols()));
    let rows = |rows: &[Vec<Poly>]| -> Value {
        rows.iter().map(|row| row.iter().map(entry).collect::<Value>()).collect()
    };
    json!({
        "coordinates": modes.coordinates.iter().map(|&q| robot.symbols().name(q)).collect::<Vec<_>>(),
        "tip": modes.body.tip.0.each_ref().map(entry),
        "tip_map": modes.tip_map.name(),
        "stiffness": rows(&modes.body.stiffness),
        "damping": rows(&modes.body.damping),
        "integrals": integrals,
    })
}

fn named<const N: usize>(
    entries: [(&str, Option<&Poly>); N],
    text: &impl Fn(&Poly) -> String,
) -> Value {
    entries.into_iter().map(|(name, entry)| (name.to_owned(), json!(entry.map(text)))).collect()
}

fn transform(robot: &Robot, transform: &Transform<Poly>) -> Value {
    let entry = |poly: &Poly| poly.text(robot.symbols());
    json!({
        "rotation": transform.rotation.map(entry).0,
        "position": transform.position.map(entry).0,
    })
}

fn frame(frame: &Transform<f64>) -> Value {
    let Vector(position) = &frame.position;
    json!({ "rotation": frame.rotation.0, "position": position })
}

fn finding(finding: &Diagnostic) -> Value {
    let place = match &finding.place {
        Place::Span(span) => json!({ "bytes": [span.start, span.end] }),
        Place::Path(path) => json!({ "path": path }),
        Place::Unknown => Value::Null,
    };
    json!({
        "severity": finding.severity.to_string(),
        "code": finding.code,
        "message": finding.message,
        "place": place,
        "facts": finding.facts.iter().map(|(name, value)| json!([name, value])).collect::<Vec<_>>(),
        "hints": finding.hints,
    })
}
