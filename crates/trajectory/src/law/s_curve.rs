//! Jerk-limited motion from rest to rest in the least time: up to seven phases of constant jerk.

use super::pieces::Pieces;

/// The phases of the least time, by the limits that are reached.
///
/// L. Biagiotti, C. Melchiorri, Trajectory Planning for Automatic CompiledRobots and Robots, Springer
/// 2008, section 3.4. The distance is positive; limits may be infinite, but not all of them.
///
/// The result is the length of a phase of jerk, that of a phase of constant acceleration, that of
/// constant velocity, and the jerk.
pub(super) fn phases(distance: f64, velocity: f64, acceleration: f64, jerk: f64) -> [f64; 4] {
    // how long it takes to reach the velocity limit, and how far that is, there and back
    let reaches_acceleration = velocity * jerk >= acceleration * acceleration;
    let rise = match reaches_acceleration {
        true => velocity / acceleration + acceleration / jerk,
        false => 2.0 * (velocity / jerk).sqrt(),
    };
    if velocity.is_finite() && distance >= velocity * rise {
        let turning = if reaches_acceleration { acceleration / jerk } else { rise / 2.0 };
        return [turning, rise - 2.0 * turning, distance / velocity - rise, jerk];
    }
    // the velocity limit is not reached
    if acceleration.is_finite() && distance >= 2.0 * acceleration.powi(3) / jerk.powi(2) {
        let turning = acceleration / jerk;
        // v^2 / A + v A / J = distance
        let bend = acceleration * turning;
        let top = 2.0 * acceleration * distance
            / (bend + (bend * bend + 4.0 * acceleration * distance).sqrt());
        return [turning, top / acceleration - turning, 0.0, jerk];
    }
    [(distance / (2.0 * jerk)).cbrt(), 0.0, 0.0, jerk]
}

/// The law of these phases.
pub(super) fn law(from: f64, sign: f64, [turning, steady, cruise, jerk]: [f64; 4]) -> Pieces {
    let jerk = sign * jerk;
    let top = jerk * turning;
    Pieces::of_phases(
        from,
        &[
            (turning, 0.0, jerk),
            (steady, top, 0.0),
            (turning, top, -jerk),
            (cruise, 0.0, 0.0),
            (turning, 0.0, -jerk),
            (steady, -top, 0.0),
            (turning, -top, jerk),
        ],
    )
}
