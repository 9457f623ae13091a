//! Losses of gears: of the power P = Q v that a gear passes on to the load, P/e is taken from the motor
//! where the motor drives, and of the power that the load gives back, e P reaches the motor. So what is
//! lost rubs like friction, by the force Q that the load needs:
//!
//! ```text
//! Qg = (1/e - 1) Q  where Q v > 0,   (e - 1) Q  where Q v < 0
//!    = (1/e - e)/2 |Q| sgn v + (1/e + e - 2)/2 Q sgn^2 v
//! ```
//!
//! Q is all that is needed at the coordinate, joint friction included, but for inertia and friction of
//! the rotor itself, which are on the side of the motor.

use appell_algebra::Error;
use appell_spatial::{Scalar, Vector, Wrench};

use crate::arithmetic::Arithmetic;
use crate::friction::{dry_coefficient, friction_forces, motor_friction};
use crate::functions::{Functions, OfJets};
use crate::geometry::in_parent;
use crate::kinematics::{Motion, motions};
use crate::mechanism::Mechanism;
use crate::newton_euler::{connection_wrenches, driving_forces};
use crate::rotor::Rotor;
use crate::state::State;

impl<S> Mechanism<S> {
    /// Whether a gear has losses.
    pub(crate) fn has_gear_losses(&self) -> bool {
        self.rotors.iter().any(|rotor| rotor.efficiency.is_some())
    }
}

impl<S: Scalar> Mechanism<S> {
    /// Whether friction depends on the load: on the joint reaction forces, or on what gears pass on.
    pub(crate) fn has_load_friction(&self) -> bool {
        self.has_gear_losses() || self.joints.iter().any(|joint| !dry_coefficient(joint).is_zero())
    }
}

/// All friction by coordinates, the losses of gears and the damping of modes in it, given the motions of
/// links, the connection wrenches and the driving forces without friction.
pub(crate) fn all_friction<F: Functions>(
    functions: &F,
    mechanism: &Mechanism<F::Scalar>,
    state: &State<F::Scalar>,
    motions: &[Motion<F::Scalar>],
    wrenches: &[Wrench<F::Scalar>],
    needed: &[F::Scalar],
) -> Result<Vec<F::Scalar>, Error> {
    let friction = friction_forces(functions, mechanism, state, wrenches)?;
    if !mechanism.has_gear_losses() {
        return Ok(friction);
    }
    let forces = [needed, &friction[..]];
    let losses = gear_losses(functions, mechanism, state, forces, |link| &motions[link].eps)?;
    Ok(friction.iter().zip(losses).map(|(friction, loss)| friction.add(&loss)).collect())
}

/// The time derivatives of an order, from 1, of all friction; `for_code` says whether code is made of them.
/// The derivative of a sign is zero.
pub(crate) fn all_friction_rates<A: Arithmetic>(
    arithmetic: &A,
    mechanism: &Mechanism<A::Scalar>,
    state: &State<A::Scalar>,
    order: usize,
    for_code: bool,
) -> Result<Vec<A::Scalar>, Error> {
    let (moving, path) = (mechanism.constant(), state.jets(order, 2));
    let in_parent = in_parent(&moving, &path);
    let motions = motions(&moving, &path, &in_parent);
    let wrenches = connection_wrenches(&moving, &path, &in_parent, &motions);
    let needed = driving_forces(&moving, &path, &in_parent, &motions, &wrenches);
    let functions = OfJets { arithmetic, for_code };
    let friction = all_friction(&functions, &moving, &path, &motions, &wrenches, &needed)?;
    Ok(friction.iter().map(|force| force.at(order)).collect())
}

/// The losses of all gears, by coordinates, given what is needed there without friction, the friction,
/// and the angular accelerations of links.
fn gear_losses<'e, F: Functions>(
    functions: &F,
    mechanism: &Mechanism<F::Scalar>,
    state: &State<F::Scalar>,
    [needed, friction]: [&[F::Scalar]; 2],
    eps: impl Fn(usize) -> &'e Vector<F::Scalar>,
) -> Result<Vec<F::Scalar>, Error>
where
    F::Scalar: 'e,
{
    let mut losses = vec![mechanism.zero(); needed.len()];
    for (rotor, k, load) in gear_loads(functions, mechanism, state, [needed, friction], eps)? {
        let Some(efficiency) = &rotor.efficiency else { continue };
        let [against, along] = loss_factors(functions, efficiency, &state.coordinates[k].rate(1))?;
        let size = load.mul(&functions.sign(&load));
        losses[k] = losses[k].add(&against.mul(&size)).add(&along.mul(&load));
    }
    Ok(losses)
}

/// The rotors behind gears with losses, each with the coordinate that it turns with and the force Q that
/// its gear passes on to the load there; given the same.
#[allow(clippy::type_complexity, reason = "a rotor, a number, a force")]
pub(crate) fn gear_loads<'m, 'e, F: Functions>(
    functions: &F,
    mechanism: &'m Mechanism<F::Scalar>,
    state: &State<F::Scalar>,
    [needed, friction]: [&[F::Scalar]; 2],
    eps: impl Fn(usize) -> &'e Vector<F::Scalar>,
) -> Result<Vec<(&'m Rotor<F::Scalar>, usize, F::Scalar)>, Error>
where
    F::Scalar: 'e,
{
    let mut loads = Vec::new();
    for rotor in mechanism.rotors.iter().filter(|rotor| rotor.efficiency.is_some()) {
        // the model has efficiency of motors that turn with one coordinate only
        let [(k, ratio)] = rotor.shares.as_slice() else { continue };
        let motor = rotor.torque(state, rotor.on.map(&eps));
        let motor = motor.add(&motor_friction(functions, rotor, state)?);
        loads.push((rotor, *k, needed[*k].add(&friction[*k]).sub(&ratio.mul(&motor))));
    }
    Ok(loads)
}

/// The factors of |Q| and of Q in the losses of a gear: (1/e - e)/2 sgn v and (1/e + e - 2)/2 sgn^2 v.
pub(crate) fn loss_factors<F: Functions>(
    functions: &F,
    efficiency: &F::Scalar,
    velocity: &F::Scalar,
) -> Result<[F::Scalar; 2], Error> {
    let sign = functions.sign(velocity);
    let inverse = functions.reciprocal(efficiency)?;
    let against = inverse.sub(efficiency).over(2).mul(&sign);
    let two = efficiency.integer(2);
    let along = inverse.add(efficiency).sub(&two).over(2).mul(&sign).mul(&sign);
    Ok([against, along])
}
