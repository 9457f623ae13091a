//! Warnings about robots that can be computed but are probably not meant so.

mod elastic;
mod inertia;
mod leaf;
mod parameters;
mod units;

use std::collections::BTreeSet;

use appell_algebra::Poly;
use appell_diagnostic::Diagnostic;
use appell_spatial::Vector;

use crate::build::{frame_path, joint_path, part_path};
use crate::joint::{Joint, JointKind};
use crate::link::{Part, Sign};
use crate::robot::Robot;

/// Warnings about a robot: masses, inertia, centres, modes, friction, limits,
/// parameters. What has no value yet cannot be judged and is left alone.
pub fn lint(robot: &Robot) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    let reach = reach(robot);
    let moves_mass = moves_mass(robot);
    for ((index, joint), id) in robot.given_joints().iter().enumerate().zip(robot.joint_ids()) {
        let path = joint_path(index);
        findings.extend(mass(robot, joint, moves_mass[index], &path));
        findings.extend(inertia::lint(robot, joint, &path));
        findings.extend(centre(robot, joint, reach, &path));
        findings.extend(elastic::lint(robot, joint, &path));
        findings.extend(motor_side(robot, joint, &path));
        findings.extend(friction(robot, joint, &path));
        findings.extend(breakaway(robot, joint, &path));
        findings.extend(fixed(joint, &path));
        findings.extend(limits(robot, joint, &path));
        findings.extend(negative(robot, joint, &path));
        findings.extend(units::lint(robot, joint, &path));
        findings.extend(leaf::lint(robot, id, joint, &path));
    }
    findings.extend(units::placement(robot, &robot.tool().placement, "tool"));
    let base = robot.base().into_iter();
    findings.extend(base.flat_map(|it| units::placement(robot, &it.placement, "base")));
    for (index, frame) in robot.frames().iter().enumerate() {
        findings.extend(units::placement(robot, &frame.placement, &frame_path(index)));
    }
    if let Some(body) = &robot.payload().body
        && let Some(mass) = robot.evaluate(&body.mass).ok().filter(|mass| *mass <= 0.0)
    {
        let problem = Diagnostic::warning(
            "mass-not-positive",
            format!("`mass` should be above zero, got {mass}"),
        )
        .on(["payload", "mass"])
        .hint("check the mass of what the tool carries");
        findings.push(problem);
    }
    if robot.coordinates().is_empty() {
        let problem = Diagnostic::warning("nothing-moves", "every joint of this robot is fixed")
            .on(["joint 1"])
            .hint("give a joint the type \"revolute\" or \"prismatic\"");
        findings.push(problem);
    }
    findings.extend(elastic::on_tip(robot));
    findings.extend(gravity(robot));
    findings.extend(followers(robot));
    findings.extend(link_names(robot));
    findings.extend(parameters::lint(robot));
    findings
}

fn numbers(robot: &Robot, vector: &Vector<Poly>) -> Option<Vector<f64>> {
    vector.try_map(|entry| robot.evaluate(entry)).ok()
}

fn length(Vector([x, y, z]): Vector<f64>) -> f64 {
    x.hypot(y).hypot(z)
}

/// Of every joint, whether there is any mass on it or behind it.
fn moves_mass(robot: &Robot) -> Vec<bool> {
    let mut heavy: Vec<bool> =
        robot.joints().iter().map(|joint| !joint.moments.mass.is_zero()).collect();
    for (index, joint) in robot.joints().iter().enumerate().rev() {
        if let Some(parent) = joint.parent.filter(|_| heavy[index]) {
            heavy[parent.index()] = true;
        }
    }
    heavy
}

/// A link that was given, and each of its parts, has a positive mass; a joint without any mass
/// behind it cannot be moved by a finite force.
fn mass(robot: &Robot, joint: &Joint, moves_mass: bool, path: &str) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    let idle = !moves_mass && joint.rotor.is_none();
    if idle && joint.kind != JointKind::Fixed && joint.link.parts.is_empty() {
        let problem = Diagnostic::warning("no-mass", "this joint moves no mass at all")
            .on([path, "link"])
            .hint("give its link a mass: link = { mass = \"M1\" }");
        findings.push(problem);
    }
    let composed = !matches!(joint.link.parts.as_slice(), [] | [Part { sign: Sign::Added, .. }]);
    let parts = joint.link.parts.iter().enumerate().map(|(index, part)| match composed {
        true => (&part.mass, vec!["parts".to_owned(), part_path(index + 1)]),
        false => (&part.mass, Vec::new()),
    });
    let whole = std::iter::once((&joint.moments.mass, Vec::new())).filter(|_| composed);
    for (mass, part) in parts.chain(whole) {
        let Some(mass) = robot.evaluate(mass).ok().filter(|mass| *mass <= 0.0) else { continue };
        let place = [path, "link"].map(str::to_owned).into_iter().chain(part);
        let problem = Diagnostic::warning(
            "mass-not-positive",
            format!("`mass` should be above zero, got {mass}"),
        )
        .on(place.chain(["mass".to_owned()]))
        .hint("check the mass; a part that is taken away has sign = -1 and a positive mass");
        findings.push(problem);
    }
    findings
}

/// Warns if no rotor that turns with the motor side of an elastic joint has inertia: the acceleration of the motor is
/// then not determined.
fn motor_side(robot: &Robot, joint: &Joint, path: &str) -> Option<Diagnostic> {
    let motor = joint.elastic.as_ref()?.motor;
    let rotors = robot.joints().iter().filter_map(|it| it.rotor.as_ref());
    let mut turned = rotors.filter(|it| it.shares.iter().any(|&(id, _)| id == motor));
    let problem = Diagnostic::warning(
        "motor-without-inertia",
        "this motor of an elastic joint has no inertia",
    )
    .on([path, "rotor", "inertia"])
    .hint("give the inertia of its rotor, or leave out `elastic`");
    turned.all(|it| robot.evaluate(&it.inertia) == Ok(0.0)).then_some(problem)
}

/// How far the robot can reach at the most, by the lengths between its frames.
fn reach(robot: &Robot) -> Option<f64> {
    let mut sum = 0.0;
    for joint in robot.given_joints() {
        sum += length(numbers(robot, &joint.placement.offset)?);
        if joint.kind == JointKind::Translation {
            let limits = [&joint.limits.lower, &joint.limits.upper];
            let limits =
                limits.into_iter().flatten().filter_map(|limit| robot.evaluate(limit).ok());
            sum += limits.map(f64::abs).fold(0.0, f64::max);
        }
    }
    Some(sum + length(numbers(robot, &robot.tool().placement.offset)?))
}

/// A centre of mass farther from its joint than the whole robot is long is a wrong unit or a wrong
/// frame.
fn centre(robot: &Robot, joint: &Joint, reach: Option<f64>, path: &str) -> Option<Diagnostic> {
    let distance = length(numbers(robot, &joint.body.centre)?);
    let reach = reach.filter(|&reach| reach > 0.0)?;
    let problem = Diagnostic::warning(
        "centre-outside",
        "the centre of mass is farther from its joint than the whole robot is long",
    )
    .on([path, "link", "centre"])
    .fact("distance", format!("{distance:.4} m"))
    .fact("robot", format!("{reach:.4} m"))
    .hint("check the unit (metres) and the frame in which the centre is given");
    (distance > reach).then_some(problem)
}

/// Warns of friction without effect: `smooth` without dry friction, whose sign it smooths, and Coulomb friction of a
/// revolute joint without the diameter of the spindle on which it acts.
fn friction(robot: &Robot, joint: &Joint, path: &str) -> Option<Diagnostic> {
    let friction = &joint.friction;
    if !friction.smooth.is_zero() && !friction.is_dry() {
        let message = "`smooth` has no effect without dry friction";
        let hint = "give `constant` or `coulomb` beside it, or leave it out";
        let problem = Diagnostic::warning("smooth-without-friction", message).hint(hint);
        return Some(problem.on([path, "friction", "smooth"]));
    }
    let idle = joint.kind == JointKind::Rotation
        && !friction.coulomb.is_zero()
        && robot.evaluate(&friction.diameter) == Ok(0.0);
    let problem = Diagnostic::warning(
        "friction-without-diameter",
        "Coulomb friction in a revolute joint has no moment without a diameter",
    )
    .on([path, "friction"])
    .hint("give the diameter of the spindle: friction = { coulomb = \"c1\", diameter = \"d1\" }");
    idle.then_some(problem)
}

/// What breaks a joint away is not less than what it rubs with while it slides.
fn breakaway(robot: &Robot, joint: &Joint, path: &str) -> Option<Diagnostic> {
    let friction = &joint.friction;
    let [sliding, breakaway] =
        [&friction.constant, &friction.breakaway].map(|entry| robot.evaluate(entry).ok());
    let (sliding, breakaway) = (sliding?, breakaway?);
    let problem = Diagnostic::warning(
        "static-below-sliding",
        "the static friction is below the sliding friction",
    )
    .on([path, "friction", "static"])
    .fact("static", breakaway)
    .fact("constant", sliding)
    .hint("give `static` at least the value of `constant`, or leave it out");
    (!friction.breakaway.is_zero() && breakaway < sliding).then_some(problem)
}

fn limits(robot: &Robot, joint: &Joint, path: &str) -> Option<Diagnostic> {
    let [lower, upper] = [&joint.limits.lower, &joint.limits.upper]
        .map(|limit| limit.as_ref().and_then(|limit| robot.evaluate(limit).ok()));
    let (lower, upper) = (lower?, upper?);
    let problem = Diagnostic::warning("limits-crossed", "the lower limit is above the upper one")
        .on([path, "limits"])
        .fact("lower", lower)
        .fact("upper", upper)
        .hint("check their signs: a minus may be missing; else exchange them");
    (lower > upper).then_some(problem)
}

/// A fixed joint does not move: nothing rubs in it, and no spring is stretched.
fn fixed(joint: &Joint, path: &str) -> Option<Diagnostic> {
    let idle = !joint.friction.is_none() || !joint.spring.stiffness.is_zero();
    let problem = Diagnostic::warning(
        "drive-of-fixed-joint",
        "friction and springs of a fixed joint do nothing",
    )
    .on([path])
    .hint("leave them out, or give the joint a type that moves");
    (joint.kind == JointKind::Fixed && idle).then_some(problem)
}

/// Friction, its diameter, stiffness, inertia of rotors, and limits of speed and effort are not negative.
fn negative(robot: &Robot, joint: &Joint, path: &str) -> Vec<Diagnostic> {
    let limits = joint.limits.entries().into_iter().filter(|(name, _)| !name.ends_with("er"));
    let limits = limits.filter_map(|(name, limit)| Some(("limits", name, limit?)));
    let friction = joint.friction.entries().map(|(name, entry)| ("friction", name, entry));
    let spring = ("spring", "stiffness", &joint.spring.stiffness);
    let compensator =
        joint.compensator.iter().map(|it| ("compensator", "stiffness", &it.stiffness));
    let elastic = joint.elastic.iter().flat_map(|it| it.elasticity.entries());
    let elastic = elastic.map(|(name, entry)| ("elastic", name, entry));
    let rotor = joint.rotor.iter().flat_map(|rotor| {
        let friction = rotor.friction.entries().map(|(name, entry)| ("rotor", name, entry));
        friction.into_iter().chain([("rotor", "inertia", &rotor.inertia)])
    });
    let mut findings = Vec::new();
    for (group, name, entry) in friction
        .into_iter()
        .chain([spring])
        .chain(compensator)
        .chain(elastic)
        .chain(rotor)
        .chain(limits)
    {
        let Some(value) = robot.evaluate(entry).ok().filter(|value| *value < 0.0) else { continue };
        let problem = Diagnostic::warning("negative-value", format!("`{name}` is negative"))
            .on([path, group, name])
            .fact(name, value)
            .hint("give its magnitude");
        findings.push(problem);
    }
    findings
}

/// A joint that follows others has no drive of its own: what its effort limit means is not known.
fn followers(robot: &Robot) -> Option<Diagnostic> {
    let limited = |joint: &Joint| joint.coupling.is_some() && joint.limits.effort.is_some();
    let joints = robot.joints().iter().enumerate().filter(|(_, joint)| limited(joint));
    let joints: Vec<(usize, &str)> = joints.map(|(at, joint)| (at, joint.name.as_str())).collect();
    let (first, _) = joints.first()?;
    let names: Vec<&str> = joints.iter().take(8).map(|(_, name)| *name).collect();
    let message = "effort limits of joints that follow others are not used: they have no drive";
    let note = Diagnostic::note("effort-of-follower", message)
        .on([joint_path(*first).as_str(), "limits", "effort"])
        .fact("joints", names.join(", "))
        .fact("count", joints.len());
    Some(note.hint("the limit of the joint that is followed is that of the drive"))
}

/// Names of links are for other programs, which want each once.
fn link_names(robot: &Robot) -> Vec<Diagnostic> {
    let mut seen = BTreeSet::new();
    let mut findings = Vec::new();
    for (index, joint) in robot.joints().iter().enumerate() {
        if let Some(name) = joint.link.name.as_ref().filter(|name| !seen.insert(*name)) {
            let message = format!("two links are called `{name}`");
            let problem = Diagnostic::warning("duplicate-name", message)
                .on([joint_path(index).as_str(), "link", "name"])
                .hint("give one of them another name");
            findings.push(problem);
        }
    }
    findings
}

/// Gravity along the vertical points down, along -z.
fn gravity(robot: &Robot) -> Option<Diagnostic> {
    let Vector([x, y, z]) = numbers(robot, robot.given_gravity())?;
    let problem = Diagnostic::warning("gravity-upward", "gravity points upward, along +z")
        .on(["gravity"])
        .fact("gravity", format!("({x}, {y}, {z})"))
        .hint(format!("for gravity down write gravity = {z}, or the vector gravity = [0, 0, -{z}]"))
        .hint("for a robot on a ceiling place the base by [base], with gravity down");
    (z > 0.0 && x == 0.0 && y == 0.0).then_some(problem)
}
