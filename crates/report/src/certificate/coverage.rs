//! What the textbook recursion of certificates covers. What it does not cover is refused: a certificate
//! never proves less than its name says.

use appell_mechanics::{Frame, Kind, Of, Quantity};
use appell_model::{Friction, Robot};

/// Why a quantity of a robot is not certified; nothing where it is.
pub(super) fn refusal(quantity: Quantity, robot: &Robot) -> Option<String> {
    use Kind::*;
    let [forces, inertia, gravity] = match quantity.kind() {
        Frame | FrameInBase | RelativeFrame | RelativeRotation | RelativePosition | Jacobian
        | AngularVelocity | AngularAcceleration | Velocity | Acceleration | CentreVelocity
        | CentreAcceleration | InertiaForce | InertiaMoment | Centre | Inertia => [false; 3],
        DrivingForce => [true; 3],
        ConnectionForce | ConnectionMoment => [false, true, true],
        MassMatrix | CoriolisForce => [false, true, false],
        GravityForce => [false, false, true],
        _ => return Some("the recursion of certificates does not have it".to_owned()),
    };
    let feature = feature(robot, forces, inertia, gravity);
    feature.map(|it| format!("the recursion of certificates has no {it}")).or_else(|| {
        let of_body = matches!(
            quantity.kind(),
            CentreVelocity | CentreAcceleration | InertiaForce | InertiaMoment | Centre | Inertia
        );
        (of_body && !is_one_body(quantity, robot))
            .then(|| "its link is not a single body in the axes of its frame".to_owned())
            .or_else(|| outside(quantity))
    })
}

/// What the robot has and the recursion has not: of what acts on forces in joints, of what has inertia,
/// of what depends on positions.
fn feature(robot: &Robot, forces: bool, inertia: bool, gravity: bool) -> Option<&'static str> {
    let joints = || robot.joints().iter();
    let is_other = |friction: &Friction| {
        let others = [&friction.breakaway, &friction.stribeck, &friction.smooth];
        others.iter().any(|entry| !entry.is_zero())
    };
    let other_friction = "friction with a break-away force or a smooth sign";
    let has = [
        (robot.is_elastic(), "elastic links"),
        (joints().any(|joint| joint.elastic.is_some()), "elastic joints"),
        (joints().any(|joint| joint.coupling.is_some()), "joints that follow others"),
        (inertia && joints().any(|joint| joint.rotor.is_some()), "rotors"),
        (gravity && joints().any(|joint| joint.compensator.is_some()), "gravity compensators"),
        (gravity && joints().any(|joint| !joint.spring.stiffness.is_zero()), "springs"),
        (forces && joints().any(|joint| is_other(&joint.friction)), other_friction),
    ];
    has.into_iter().find(|(has, _)| *has).map(|(_, feature)| feature)
}

fn is_one_body(quantity: Quantity, robot: &Robot) -> bool {
    let Of::Frame(Frame::Joint(id)) = quantity.of() else { return false };
    let carries = robot.payload().body.is_some() && robot.tool().parent == id;
    match robot.joint(id).link.parts.as_slice() {
        [only] => only.at.is_identity() && !carries,
        _ => false,
    }
}

/// What is asked for in or of the frame B in which the base is placed, and Jacobians in other axes.
fn outside(quantity: Quantity) -> Option<String> {
    let of = match quantity.of() {
        Of::Frame(frame) => [Some(frame), None],
        Of::Between(outer, inner) => [Some(outer), Some(inner)],
        Of::Robot | Of::Joint(_) | Of::Mode(..) => [None, None],
    };
    if matches!(quantity.kind(), Kind::Jacobian | Kind::JacobianRate) && quantity.axes().is_some() {
        return Some("the Jacobians of certificates are in the axes of the base".to_owned());
    }
    let mut frames = of.into_iter().flatten().chain(quantity.axes());
    frames
        .any(|frame| frame == Frame::Outer)
        .then(|| "the recursion of certificates begins at the base".to_owned())
}
