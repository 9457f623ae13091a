//! Laws keep their limits, are as smooth as they say, and take the least time.

use appell_code::{Axis, Limits};
use appell_trajectory::{Law, LawKind, Motion, synchronised};
use proptest::prelude::*;

fn limits() -> impl Strategy<Value = Limits> {
    let size = || (-2.0..2.0f64).prop_map(|power| 10f64.powf(power));
    (size(), size(), size()).prop_map(|(velocity, acceleration, jerk)| Limits {
        velocity,
        acceleration,
        jerk,
        ..Limits::default()
    })
}

/// Without the jerk limit, for laws whose acceleration jumps.
fn fitting(kind: LawKind, limits: Limits) -> Limits {
    match kind.continuity() {
        1 => Limits { jerk: f64::INFINITY, ..limits },
        _ => limits,
    }
}

const ROUNDING: f64 = 1.0 + 1e-9;

proptest! {
    #[test]
    fn every_law_keeps_its_limits_and_reaches_one(
        limits in limits(), from in -3.0..3.0f64, distance in -4.0..1.0f64, back: bool,
    ) {
        let distance = 10f64.powf(distance);
        let to = if back { from - distance } else { from + distance };
        for kind in LawKind::ALL {
            let limits = fitting(kind, limits);
            let law = kind.between(from, to, &limits).unwrap();
            let end = law.duration();
            prop_assert!((law.at(0.0, 0) - from).abs() < 1e-12 * (1.0 + from.abs()));
            prop_assert_eq!(law.at(end, 0), to, "it ends where it shall, to the last bit");
            // looked at from outside, not by the law's own account
            let most = [limits.velocity, limits.acceleration, limits.jerk];
            let mut reached = [0.0f64; 3];
            for pair in law.breaks().windows(2) {
                for k in 0..=300 {
                    let mut all = [0.0; 4];
                    law.derivatives(pair[0] + (pair[1] - pair[0]) * f64::from(k) / 300.0, &mut all);
                    for order in 0..3 {
                        reached[order] = reached[order].max(all[order + 1].abs());
                    }
                }
            }
            for order in 0..3 {
                prop_assert!(reached[order] <= most[order] * ROUNDING, "{kind:?} {order}");
                let said = law.peak(order as u32 + 1);
                prop_assert!(reached[order] <= said * ROUNDING && reached[order] >= 0.99 * said);
            }
            let used = (0..3).map(|k| reached[k] / most[k]).fold(0.0, f64::max);
            prop_assert!(used > 0.99, "{kind:?} could be faster: {used}");
        }
    }

    /// To the last bit: no set-point exceeds what the drive may do.
    #[test]
    fn no_rounding_lifts_a_law_over_a_limit(
        limits in limits(), from in -3.0..3.0f64, distance in -4.0..1.0f64,
        times in prop::collection::vec(0.0..1.0f64, 50), longer in 1.0..3.0f64,
    ) {
        let to = from + 10f64.powf(distance);
        for kind in LawKind::ALL {
            let limits = fitting(kind, limits);
            let own = kind.between(from, to, &limits).unwrap();
            let axes = [Axis::new("axis", limits)];
            let in_time = |time| synchronised(kind, &[from], &[to], &axes, time).unwrap().remove(0);
            let least = own.duration();
            // a time that is the least one but for rounding is taken for it
            let laws = [in_time(None), in_time(Some(least * (1.0 - 1e-14))), in_time(Some(least * longer)), own];
            for law in laws {
                let end = law.duration();
                let near = law.breaks().into_iter().flat_map(|t| [t.next_down(), t, t.next_up()]);
                let all = times.iter().map(|part| part * end).chain(near);
                for t in all {
                    for (order, most) in (1..).zip([limits.velocity, limits.acceleration, limits.jerk]) {
                        let reached = law.at(t, order).abs();
                        prop_assert!(reached <= most, "{kind:?} {order} at {t}: {reached:e} > {most:e}");
                    }
                }
            }
        }
    }

    #[test]
    fn derivatives_are_those_of_the_law_and_as_continuous_as_said(
        limits in limits(), distance in -2.0..1.0f64,
    ) {
        for kind in LawKind::ALL {
            let law = kind.between(0.3, 0.3 + 10f64.powf(distance), &fitting(kind, limits)).unwrap();
            let end = law.duration();
            let breaks = law.breaks();
            for order in 0..=kind.continuity() as usize {
                let size = law.peak(order as u32).max(f64::MIN_POSITIVE);
                for &time in &breaks {
                    let gap = end * 1e-9;
                    let step = law.at(time + gap, order) - law.at(time - gap, order);
                    // a derivative that is continuous moves by its slope times the gap at the most
                    let slope = law.peak(order as u32 + 1);
                    prop_assert!(step.abs() <= 2.1 * gap * slope + 1e-9 * size, "{kind:?} {order} {time}");
                }
            }
            // central differences, away from where pieces meet
            for k in 1..40 {
                let (t, h) = (end * (f64::from(k) + 0.37) / 41.0, end * 1e-5);
                if breaks.iter().any(|time| (time - t).abs() < 2.0 * h) {
                    continue;
                }
                for order in 0..4 {
                    let slope = (law.at(t + h, order) - law.at(t - h, order)) / (2.0 * h);
                    let scale = law.peak(order as u32 + 1).max(law.peak(order as u32) / end);
                    prop_assert!((slope - law.at(t, order + 1)).abs() <= 1e-5 * scale, "{kind:?} {order}");
                }
            }
        }
    }

    #[test]
    fn no_profile_of_seven_phases_is_faster_than_an_s_curve(
        limits in limits(), distance in -3.0..1.5f64,
        shares in prop::collection::vec((0.0..1.0f64, 0.0..1.0f64, 0.0..1.0f64), 60),
    ) {
        let distance = 10f64.powf(distance);
        let Limits { velocity, acceleration, jerk, .. } = limits;
        let least = LawKind::SCurve.between(0.0, distance, &limits).unwrap().duration();
        for (a, b, c) in shares {
            // any symmetric profile: jerk j <= J for a time x, then constant for y; then cruise
            let j = jerk * (0.02 + 0.98 * a);
            let x = b * (acceleration / j).min((velocity / j).sqrt());
            if x == 0.0 { continue; }
            let y = c * (velocity / (j * x) - x).max(0.0);
            let top = j * x * (x + y);
            let rise = top * (2.0 * x + y);
            if rise > distance { continue; }
            let time = 2.0 * (2.0 * x + y) + (distance - rise) / top;
            prop_assert!(time >= least * (1.0 - 1e-9), "{time} {least}");
        }
    }

    #[test]
    fn splines_go_through_their_points_with_four_continuous_derivatives(
        points in prop::collection::vec(-2.0..2.0f64, 2..9),
        steps in prop::collection::vec(0.3..1.5f64, 9),
    ) {
        let times: Vec<f64> = (0..points.len()).map(|k| steps[..k].iter().sum()).collect();
        let law = Law::through(&times, &points, true).unwrap();
        for (&time, &point) in times.iter().zip(&points) {
            prop_assert!((law.at(time, 0) - point).abs() < 1e-11);
        }
        for order in [1, 2] {
            prop_assert!(law.at(0.0, order).abs() < 1e-10 && law.at(law.duration(), order).abs() < 1e-8);
        }
        for &time in &times[1..times.len() - 1] {
            for order in 1..5 {
                let jump = law.at(time + 1e-9, order) - law.at(time - 1e-9, order);
                let scale = 1.0 + law.peak(order as u32) + 1e-9 * law.peak(order as u32 + 1);
                prop_assert!(jump.abs() < 1e-6 * scale, "{order}: {jump}");
            }
        }
    }

    #[test]
    fn axes_in_step_keep_all_limits(
        each in prop::collection::vec((limits(), -2.0..2.0f64), 1..5),
    ) {
        let axes: Vec<Axis> = each.iter().map(|(limits, _)| Axis::new("axis", *limits)).collect();
        let to: Vec<f64> = each.iter().map(|(_, to)| *to).collect();
        let laws = synchronised(LawKind::SCurve, &vec![0.0; to.len()], &to, &axes, None).unwrap();
        let motion = Motion::at(vec![0.0; to.len()]).then(laws.clone());
        let mut any = false;
        for (law, axis) in laws.iter().zip(&axes) {
            prop_assert!((law.duration() - motion.duration()).abs() < 1e-12 * motion.duration());
            law.check_limits(axis).unwrap();
            any |= law.peak(3) > 0.999 * axis.limits.jerk;
        }
        prop_assert!(any, "the slowest axis uses its limits");
        prop_assert_eq!(motion.end().len(), to.len());
    }
}

/// What is stretched to the ends of a table, or of a path, goes on as its points do: a polynomial of
/// fifth degree is its own spline.
#[test]
fn a_spline_with_free_ends_is_the_polynomial_that_its_points_lie_on() {
    let value = |t: f64| 0.3 - 1.2 * t + 0.7 * t.powi(2) - 0.4 * t.powi(3) + 0.2 * t.powi(5);
    let slope = |t: f64| -1.2 + 1.4 * t - 1.2 * t.powi(2) + t.powi(4);
    let bend = |t: f64| 1.4 - 2.4 * t + 4.0 * t.powi(3);
    let times = [0.5, 0.7, 1.1, 1.2, 1.6, 1.9, 2.3];
    let points = times.map(value);
    let law = Law::through(&times, &points, false).unwrap();
    for k in 0..=90 {
        let t = law.duration() * f64::from(k) / 90.0;
        for (order, known) in
            [value(t + 0.5), slope(t + 0.5), bend(t + 0.5)].into_iter().enumerate()
        {
            let found = law.at(t, order);
            assert!(
                (found - known).abs() < 1e-9 * (1.0 + known.abs()),
                "{order} at {t}: {found} {known}"
            );
        }
    }
}

/// Without limits a law takes a second, and still ends where it shall, at rest.
#[test]
fn laws_without_limits_take_a_second() {
    for kind in LawKind::ALL {
        let law = kind.between(-0.4, 1.3, &Limits::default()).unwrap();
        assert_eq!(law.duration(), 1.0, "{kind:?}");
        let end = [0, 1].map(|order| law.at(1.0, order));
        assert!((end[0] - 1.3).abs() < 1e-13 && end[1].abs() < 1e-12, "{kind:?}: {end:?}");
        // it rests before and after
        for t in [-0.5, 1.5] {
            for order in 1..4 {
                assert_eq!(law.at(t, order), 0.0, "{kind:?}: {order} at {t}");
            }
        }
        assert_eq!([law.at(-0.5, 0), law.at(1.5, 0)], [law.at(0.0, 0), law.at(1.0, 0)]);
    }
}

/// Moves one after the other: each in its own time, with the breaks of all.
#[test]
fn a_motion_is_its_moves_one_after_the_other() {
    let axes = [Axis::new("a", Limits::default()), Axis::new("b", Limits::default())];
    let to = |from: &[f64], to: &[f64], time| {
        synchronised(LawKind::Trapezoidal, from, to, &axes, Some(time)).unwrap()
    };
    let (a, b, c) = ([0.0, 1.0], [2.0, 0.5], [-1.0, 3.0]);
    let motion = Motion::at(a.to_vec()).then(to(&a, &b, 1.5)).then_wait(0.25).then(to(&b, &c, 3.0));
    assert_eq!((motion.duration(), motion.end()), (4.75, c.to_vec()));
    let breaks = [0.0, 0.5, 1.0, 1.5, 1.75, 2.75, 3.75, 4.75];
    assert_eq!(motion.breaks().len(), breaks.len());
    for (found, known) in motion.breaks().iter().zip(breaks) {
        assert!((found - known).abs() < 1e-12, "{found} {known}");
    }
    // half way, half of the way is gone, at 1.5 times the mean velocity
    let [q, qd, qdd] = motion.state(1.75 + 1.5);
    for k in 0..2 {
        assert!((q[k] - (b[k] + c[k]) / 2.0).abs() < 1e-14, "{q:?}");
        assert!((qd[k] - 1.5 * (c[k] - b[k]) / 3.0).abs() < 1e-14, "{qd:?}");
    }
    assert_eq!(qdd, [0.0, 0.0]);
    assert_eq!(motion.state(1.6), [b.to_vec(), vec![0.0; 2], vec![0.0; 2]]);
}

/// A law with times of its own is refused where it leaves the limits, and only there.
#[test]
fn a_law_is_held_against_every_limit() {
    // 0 to 1 in two seconds: the largest velocity of a cubic is 3/4, its acceleration 3/2
    let limits = Limits { jerk: 1e9, ..Limits::default() };
    let law = LawKind::Cubic.between(0.0, 1.0, &Limits { jerk: f64::INFINITY, ..limits });
    let law = law.unwrap().stretched(2.0);
    let check = |limits: Limits| {
        let checked = law.check_limits(&Axis::new("axis", limits));
        checked.err().map(|error| error.diagnostics()[0].code)
    };
    assert_eq!(check(Limits { velocity: 0.751, acceleration: 1.501, ..limits }), None);
    assert_eq!(check(Limits { velocity: 0.749, ..limits }), Some("contradictory-limits"));
    assert_eq!(check(Limits { acceleration: 1.499, ..limits }), Some("contradictory-limits"));
    assert_eq!(check(Limits { lower: 0.0, upper: 1.0, ..limits }), None);
    assert_eq!(check(Limits { upper: 0.999, ..limits }), Some("outside-limits"));
    assert_eq!(check(Limits { lower: 0.001, ..limits }), Some("outside-limits"));
    assert_eq!(check(Limits { lower: -0.5, upper: 1.5, ..limits }), None);
    // a hair less is less
    let less = |limit: f64| limit * (1.0 - 1e-9);
    let acceleration = less(1.5);
    assert_eq!(check(Limits { acceleration, ..limits }), Some("contradictory-limits"));
    assert_eq!(check(Limits { velocity: less(0.75), ..limits }), Some("contradictory-limits"));
    assert_eq!(check(Limits { upper: less(1.0), ..limits }), Some("outside-limits"));
}

/// The closed forms by case, and what they are where two cases meet.
#[test]
fn s_curve_durations_are_the_analytic_optimum() {
    let time = |distance: f64, v: f64, a: f64, j: f64| {
        let limits = Limits { velocity: v, acceleration: a, jerk: j, ..Limits::default() };
        LawKind::SCurve.between(0.0, distance, &limits).unwrap().duration()
    };
    let near =
        |found: f64, known: f64| assert!((found - known).abs() < 1e-12 * known, "{found} {known}");
    // all limits reached: D/V + V/A + A/J
    near(time(10.0, 2.0, 4.0, 20.0), 10.0 / 2.0 + 2.0 / 4.0 + 4.0 / 20.0);
    // velocity reached, acceleration not: D/V + 2 sqrt(V/J)
    near(time(10.0, 1.0, 10.0, 4.0), 10.0 + 2.0 * 0.5);
    // acceleration reached, velocity not: A/J + sqrt((A/J)^2 + 4 D/A)
    near(time(2.0, 100.0, 2.0, 4.0), 0.5 + (0.25f64 + 4.0).sqrt());
    // neither: 4 (D / 2J)^(1/3), the fourfold of a cube root
    near(time(0.016, 100.0, 100.0, 1.0), 4.0 * 0.2);
    // where cases meet, both agree
    let (v, a, j) = (2.0, 4.0, 20.0);
    let edge = v * (v / a + a / j);
    near(time(edge * (1.0 - 1e-13), v, a, j), time(edge, v, a, j));
    let edge = 2.0 * 4.0f64.powi(3) / 20.0f64.powi(2);
    near(time(edge * (1.0 - 1e-13), 1e9, a, j), time(edge, 1e9, a, j));
    // without a jerk limit that matters, the trapezoidal law
    let limits = Limits { velocity: v, acceleration: a, ..Limits::default() };
    let trapezoidal = LawKind::Trapezoidal.between(0.0, 3.0, &limits).unwrap().duration();
    assert!((time(3.0, v, a, 1e9) - trapezoidal).abs() < 1e-8);
}

#[test]
fn what_cannot_be_is_refused() {
    let axis = |limits| vec![Axis::new("elbow", limits)];
    let limits = Limits { velocity: 1.0, lower: -1.0, upper: 1.0, ..Limits::default() };
    let code = |result: Result<Vec<Law>, appell_trajectory::Error>| {
        result.unwrap_err().diagnostics()[0].code
    };
    let quintic =
        |to: f64, axes: &[Axis], time| synchronised(LawKind::Quintic, &[0.0], &[to], axes, time);
    assert_eq!(code(quintic(1.0, &axis(limits), Some(0.5))), "contradictory-limits");
    assert_eq!(code(quintic(2.0, &axis(limits), None)), "outside-limits");
    assert_eq!(code(quintic(f64::NAN, &axis(limits), None)), "outside-limits");
    assert_eq!(code(quintic(1.0, &axis(Limits::default()), None)), "no-time");
    let jerky = Limits { jerk: 1.0, ..limits };
    let trapezoidal = synchronised(LawKind::Trapezoidal, &[0.0], &[0.5], &axis(jerky), None);
    assert_eq!(code(trapezoidal), "jerk-without-limit");
    assert!(Law::through(&[0.0, 0.0], &[1.0, 2.0], true).is_err());
    assert!(Law::through(&[0.0, 1.0], &[1.0, f64::NAN], true).is_err());
}
