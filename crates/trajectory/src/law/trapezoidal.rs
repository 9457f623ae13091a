//! Constant acceleration, constant velocity, constant deceleration.

use super::pieces::Pieces;

/// The phases of the least time: how long the acceleration lasts, how long the velocity stays, and
/// the acceleration. The distance is positive; the velocity limit may be infinite.
pub(super) fn phases(distance: f64, velocity: f64, acceleration: f64) -> [f64; 3] {
    match distance * acceleration >= velocity * velocity {
        true => {
            let rise = velocity / acceleration;
            [rise, distance / velocity - rise, acceleration]
        }
        false => [(distance / acceleration).sqrt(), 0.0, acceleration],
    }
}

/// The law of these phases.
pub(super) fn law(from: f64, sign: f64, [rise, cruise, acceleration]: [f64; 3]) -> Pieces {
    let acceleration = sign * acceleration;
    Pieces::of_phases(
        from,
        &[(rise, acceleration, 0.0), (cruise, 0.0, 0.0), (rise, -acceleration, 0.0)],
    )
}
