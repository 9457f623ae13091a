//! The quickest law of the way along a path: how long the tool gains speed, how long it keeps it.

use appell_code::{Axis, Limits};
use appell_numeric::golden_section;

use crate::error::Error;
use crate::law::{Law, LawKind};

/// The law of a kind over the length of a path, in about its least time.
///
/// The axes see more than the path: its bends ask for acceleration where the tool has none. So which
/// acceleration and jerk along the path are best is tried out, for the laws that have a choice.
pub(super) fn quickest(
    kind: LawKind,
    curves: &[Law],
    length: f64,
    speed: f64,
    axes: &[Axis],
) -> Result<Law, Error> {
    let limited =
        |limit: fn(&Limits) -> f64| axes.iter().any(|axis| limit(&axis.limits).is_finite());
    let (bounds_acceleration, bounds_jerk) = (limited(|it| it.acceleration), limited(|it| it.jerk));
    let law = |rise, turning| kind.between(0.0, length, &shares(kind, length, rise, turning));
    let time = |rise, turning| {
        law(rise, turning).map_or(f64::INFINITY, |law| about_time(&law, curves, speed, axes))
    };
    /// The least share of the time in which the tool gains its speed, and of that in which it gains
    /// its acceleration: less gains no time.
    const LEAST: [f64; 2] = [1e-4, 1e-2];
    /// All of the time is spent in gaining speed and losing it, or all of that in gaining acceleration
    /// and losing it.
    const ALL: f64 = 0.5;
    let rise = |turning| least(LEAST[0], ALL, |rise| time(rise, turning));
    match kind {
        LawKind::Trapezoidal if bounds_acceleration => law(rise(ALL).0, ALL),
        LawKind::SCurve if bounds_jerk => {
            let turning = least(LEAST[1], ALL, |turning| rise(turning).1).0;
            law(rise(turning).0, turning)
        }
        LawKind::SCurve if bounds_acceleration => law(rise(ALL).0, ALL),
        _ => kind.between(0.0, length, &Limits { velocity: speed, ..Limits::default() }),
    }
}

/// The limits along the path with which a law takes one second, of which it gains speed for a share,
/// and acceleration for a share of that.
fn shares(kind: LawKind, length: f64, rise: f64, turning: f64) -> Limits {
    let velocity = length / (1.0 - rise);
    match kind {
        LawKind::SCurve => {
            let acceleration = velocity / (rise * (1.0 - turning));
            let jerk = acceleration / (rise * turning);
            Limits { velocity, acceleration, jerk, ..Limits::default() }
        }
        _ => Limits { velocity, acceleration: velocity / rise, ..Limits::default() },
    }
}

/// About the time a law along the path takes when it is stretched until all limits are kept.
fn about_time(along: &Law, curves: &[Law], speed: f64, axes: &[Axis]) -> f64 {
    let own = along.time_under(&Limits { velocity: speed, ..Limits::default() });
    let of_axis =
        |(curve, axis): (&Law, &Axis)| curve.along(along.clone()).about_time_under(&axis.limits);
    curves.iter().zip(axes).map(of_axis).fold(own, f64::max)
}

/// Where a time is least between two shares: of some, by their logarithms, and then closely around the
/// best.
fn least(from: f64, to: f64, mut time: impl FnMut(f64) -> f64) -> (f64, f64) {
    const PLACES: u32 = 10;
    const ROUNDS: usize = 16;
    let ratio = (to / from).ln() / f64::from(PLACES - 1);
    let share = |place: f64| if place <= 0.0 { to } else { to * (-ratio * place).exp() };
    let mut best = (0.0, f64::INFINITY);
    for k in 0..PLACES {
        let place = f64::from(k);
        let found = time(share(place));
        if found < best.1 {
            best = (place, found);
        }
    }
    let (low, high) = ((best.0 - 1.0).max(0.0), (best.0 + 1.0).min(f64::from(PLACES - 1)));
    let closer = golden_section::least(low, high, ROUNDS, |place| time(share(place)));
    let (place, found) = if closer.1 < best.1 { closer } else { best };
    (share(place), found)
}
