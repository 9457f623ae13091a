//! What a robot has besides a chain of rigid links. The rules of its report have only the terms that it needs.

use appell_model::{Friction, Joint, Robot, Rotor, TipMap};
use appell_spatial::Coefficient;

/// What a robot has.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Features {
    /// A parameter has the name of the inertia tensor of a link in the rules: `I2`.
    pub(super) names_inertia: bool,
    /// A joint sits on another link than that of the joint before it.
    pub(super) branches: bool,
    /// Joints that follow others; the deflections of elastic joints are such.
    pub(super) followers: bool,
    pub(super) springs: bool,
    pub(super) compensators: bool,
    pub(super) rotors: bool,
    /// Rotors on links, which these turn.
    pub(super) carried_rotors: bool,
    /// A rotor that does not turn with the coordinate of its own joint alone.
    pub(super) shared_rotors: bool,
    /// Gears with losses.
    pub(super) gears: bool,
    /// Of joints, by coordinates.
    pub(super) friction: FrictionTerms,
    /// Of motors, by the speed of their rotors.
    pub(super) motor_friction: FrictionTerms,
    /// Wrenches at the tool or at named frames.
    pub(super) loads: bool,
    pub(super) elastic_links: bool,
    /// Fields of second order in the modal coordinates.
    pub(super) second_order: bool,
    /// Tips that turn to first order only, so that joint reaction wrenches are not available.
    pub(super) affine_tips: bool,
}

/// The terms of friction that a robot has.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FrictionTerms {
    pub(super) viscous: bool,
    pub(super) constant: bool,
    pub(super) breakaway: bool,
    pub(super) by_load: bool,
    pub(super) smooth: bool,
}

impl FrictionTerms {
    fn of<'f>(all: impl Iterator<Item = &'f Friction> + Clone) -> Self {
        let any = |has: fn(&Friction) -> bool| all.clone().any(has);
        Self {
            viscous: any(|it| !it.viscous.is_zero()),
            constant: any(|it| !it.constant.is_zero()),
            breakaway: any(|it| !it.breakaway.is_zero()),
            by_load: any(|it| !it.coulomb.is_zero()),
            smooth: any(|it| !it.smooth.is_zero()),
        }
    }

    /// Whether some of it is dry: constant, Coulomb or break-away friction.
    pub(super) fn is_dry(self) -> bool {
        self.constant || self.breakaway || self.by_load
    }

    pub(super) fn is_any(self) -> bool {
        self.viscous || self.is_dry()
    }
}

impl Features {
    pub(super) fn of(robot: &Robot) -> Self {
        let joints = robot.joints();
        let rotors = || joints.iter().filter_map(|joint| joint.rotor.as_ref());
        let own = |joint: &Joint, rotor: &Rotor| {
            matches!(rotor.shares.as_slice(),
                [(only, _)] if robot.joint(*only).coordinate == joint.coordinate)
        };
        let is_shared = |joint: &Joint| joint.rotor.as_ref().is_some_and(|it| !own(joint, it));
        let modes = || joints.iter().filter_map(|joint| joint.modes.as_ref());
        let payload = robot.payload();
        let at_tool = payload.force.0.iter().chain(&payload.moment.0).any(|it| !it.is_zero());
        let is_tensor = |name: &str| {
            let number = name.strip_prefix('I').map(|it| it.trim_start_matches('_'));
            number.is_some_and(|it| it.bytes().all(|c| c.is_ascii_digit()))
        };
        Self {
            names_inertia: robot.parameters().iter().any(|it| is_tensor(&it.name)),
            branches: !robot.is_chain(),
            followers: joints.iter().any(|joint| joint.coupling.is_some()),
            springs: joints.iter().any(|joint| !joint.spring.stiffness.is_zero()),
            compensators: joints.iter().any(|joint| joint.compensator.is_some()),
            rotors: rotors().next().is_some(),
            carried_rotors: rotors().any(|rotor| rotor.on.is_some()),
            shared_rotors: joints.iter().any(is_shared),
            gears: rotors().any(|rotor| rotor.efficiency.is_some()),
            friction: FrictionTerms::of(joints.iter().map(|joint| &joint.friction)),
            motor_friction: FrictionTerms::of(
                joints.iter().filter_map(|joint| Some(&joint.rotor.as_ref()?.friction)),
            ),
            loads: at_tool || robot.frames().iter().any(|frame| frame.is_loaded()),
            elastic_links: robot.is_elastic(),
            second_order: modes().any(|modes| {
                let mut fields = modes.body.shapes.iter();
                fields.any(|field| matches!(field.coefficient, Coefficient::Product(..)))
            }),
            affine_tips: modes().any(|modes| modes.tip_map == TipMap::Affine),
        }
    }

    /// Whether the force of a coordinate is a sum over several joints.
    pub(super) fn sums(&self) -> bool {
        self.followers || self.shared_rotors
    }

    /// Whether there is friction in joints or motors; the losses of gears are part of it.
    pub(super) fn joints_rub(&self) -> bool {
        self.friction.is_any() || self.motor_friction.is_any() || self.gears
    }

    /// Whether there is friction, or the damping of modes.
    pub(super) fn rubs(&self) -> bool {
        self.joints_rub() || self.elastic_links
    }

    /// Whether something stores energy by its strain.
    pub(super) fn strains(&self) -> bool {
        self.springs || self.elastic_links
    }
}
