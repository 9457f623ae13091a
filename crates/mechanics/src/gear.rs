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
use appell_spatial::{Scalar, Vector};

use crate::arithmetic::Arithmetic;
use crate::friction::motor_friction;
use crate::mechanism::Mechanism;
use crate::state::State;

impl<S> Mechanism<S> {
    /// Whether a gear has losses.
    pub(crate) fn has_gear_losses(&self) -> bool {
        self.rotors.iter().any(|rotor| rotor.efficiency.is_some())
    }
}

/// The losses of all gears, by coordinates, given what is needed there without friction, the friction,
/// and the angular accelerations of links.
pub(crate) fn gear_losses<'e, A: Arithmetic>(
    arithmetic: &A,
    mechanism: &Mechanism<A::Scalar>,
    state: &State<A::Scalar>,
    [needed, friction]: [&[A::Scalar]; 2],
    eps: impl Fn(usize) -> &'e Vector<A::Scalar>,
) -> Result<Vec<A::Scalar>, Error>
where
    A::Scalar: 'e,
{
    let mut losses = vec![mechanism.zero(); needed.len()];
    for rotor in &mechanism.rotors {
        // the model has efficiency of motors that turn with one coordinate only
        let (Some(efficiency), [(k, ratio)]) = (&rotor.efficiency, rotor.shares.as_slice()) else {
            continue;
        };
        let motor = rotor.torque(state, rotor.on.map(&eps));
        let motor = motor.add(&motor_friction(arithmetic, rotor, state)?);
        let load = needed[*k].add(&friction[*k]).sub(&ratio.mul(&motor));
        let [against, along] =
            loss_factors(arithmetic, efficiency, &state.coordinates[*k].rate(1))?;
        let size = load.mul(&arithmetic.sign(&load));
        losses[*k] = losses[*k].add(&against.mul(&size)).add(&along.mul(&load));
    }
    Ok(losses)
}

/// The factors of |Q| and of Q in the losses of a gear: (1/e - e)/2 sgn v and (1/e + e - 2)/2 sgn^2 v.
pub(crate) fn loss_factors<A: Arithmetic>(
    arithmetic: &A,
    efficiency: &A::Scalar,
    velocity: &A::Scalar,
) -> Result<[A::Scalar; 2], Error> {
    let sign = arithmetic.sign(velocity);
    let inverse = arithmetic.reciprocal(efficiency)?;
    let against = inverse.sub(efficiency).over(2).mul(&sign);
    let two = efficiency.integer(2);
    let along = inverse.add(efficiency).sub(&two).over(2).mul(&sign).mul(&sign);
    Ok([against, along])
}
