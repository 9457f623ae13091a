//! The methods against closed solutions: their order, their estimate, what lies between, stiffness.

#![allow(clippy::unwrap_used, reason = "a test")]

use super::*;

/// A turn in a plane, faster the larger it is, forth and back with the time:
/// x' = -r^2 cos(t) y, y' = r^2 cos(t) x, so that the angle is r^2 sin(t) + constant.
struct Turn;

impl System for Turn {
    fn slope(&mut self, t: f64, y: &[f64], slope: &mut [f64]) -> Result<(), Error> {
        let rate = (y[0] * y[0] + y[1] * y[1]) * t.cos();
        slope.copy_from_slice(&[-rate * y[1], rate * y[0]]);
        Ok(())
    }
}

const RADIUS: f64 = 1.1;

fn turned(t: f64) -> [f64; 2] {
    let (sin, cos) = (RADIUS * RADIUS * t.sin()).sin_cos();
    [RADIUS * cos, RADIUS * sin]
}

fn gap(found: &[f64], known: [f64; 2]) -> f64 {
    (found[0] - known[0]).hypot(found[1] - known[1])
}

fn tolerance(size: f64) -> Tolerance {
    Tolerance { relative: size, absolute: size, counted: 2 }
}

/// The power of the step with which something falls: how much smaller it is with half the step.
fn power(of_step: impl Fn(f64) -> f64, step: f64) -> f64 {
    (of_step(step) / of_step(step / 2.0)).log2()
}

/// The error of one step of a length: at its end, somewhere between, and as it is estimated.
fn errors(mut method: impl Step, step: f64, between: f64) -> [f64; 3] {
    let start = 0.4;
    let small = 1e-12;
    let y = turned(start);
    let said = method.attempt(&mut Turn, start, &y, step, &tolerance(small)).unwrap();
    let mut inside = [0.0; 2];
    method.between(between, &mut inside);
    let inside = gap(&inside, turned(start + between * step));
    [gap(method.end(), turned(start + step)), inside, said * small]
}

/// The error of a step falls at least with the power order + 1 of its length.
#[test]
fn every_method_has_its_order_at_the_end_between_and_in_its_estimate() {
    let check = |of_step: &dyn Fn(f64, f64) -> [f64; 3], step: f64, powers: [Option<f64>; 3]| {
        for between in [0.2, 0.47, 0.85] {
            for (which, wanted) in powers.iter().enumerate() {
                let Some(wanted) = wanted else { continue };
                let found = power(|step| of_step(step, between)[which], step);
                assert!(found > wanted - 0.4, "{which} at {between}: {found}, not {wanted}");
            }
        }
    };
    check(&|h, s| errors(Dopri5::new(2), h, s), 0.05, [Some(6.0), Some(5.0), Some(5.0)]);
    check(&|h, s| errors(Radau5::new(2), h, s), 0.05, [Some(6.0), Some(4.0), Some(4.0)]);
    check(&|h, s| errors(Rk4::new(2), h, s), 0.05, [Some(5.0), Some(4.0), None]);
}

/// The sizes themselves, so that a method of the right order is also a good one.
#[test]
fn steps_are_as_exact_as_the_methods_are_known_to_be() {
    let [end, between, said] = errors(Dopri5::new(2), 0.1, 0.47);
    assert!(end < 2e-8 && between < 1e-7 && said > end, "{end:e} {between:e} {said:e}");
    let [end, between, said] = errors(Radau5::new(2), 0.1, 0.47);
    assert!(end < 1e-8 && between < 1e-5 && said > end, "{end:e} {between:e} {said:e}");
    let [end, between, _] = errors(Rk4::new(2), 0.1, 0.47);
    assert!(end < 3e-6 && between < 1e-5, "{end:e} {between:e}");
}

/// What a method keeps from step to step changes nothing.
#[test]
fn a_step_after_others_is_the_step_of_a_fresh_method() {
    fn check(fresh: impl Fn() -> Box<dyn Step>, near: f64) {
        let mut method = fresh();
        let (mut t, mut y) = (0.2, turned(0.2).to_vec());
        for (k, step) in [0.1, 0.1, 0.05, 0.07, 0.07].into_iter().enumerate() {
            // a step that is tried and not taken leaves nothing behind
            method.attempt(&mut Turn, t, &y, 2.0 * step, &tolerance(1e-12)).unwrap();
            method.attempt(&mut Turn, t, &y, step, &tolerance(1e-12)).unwrap();
            let mut own = fresh();
            own.attempt(&mut Turn, t, &y, step, &tolerance(1e-12)).unwrap();
            let known = [own.end()[0], own.end()[1]];
            assert!(gap(method.end(), known) <= near, "step {k}");
            t += step;
            y = method.end().to_vec();
            match k {
                2 => method.restart(),
                _ => method.accept(),
            }
        }
        assert!(gap(&y, turned(t)) < 1e-5);
    }
    check(|| Box::new(Dopri5::new(2)), 0.0);
    check(|| Box::new(Rk4::new(2)), 0.0);
    // its Jacobian may be an older one: then Newton's iteration ends elsewhere inside its bound
    check(|| Box::new(Radau5::new(2)), 1e-13);
}

/// y' = rate (cos t - y) - sin t, with the solution cos t (A. Prothero, A. Robinson, 1974), and an
/// equation of the same rate without anything that drives it.
struct Stiff {
    rate: f64,
}

impl System for Stiff {
    fn slope(&mut self, t: f64, y: &[f64], slope: &mut [f64]) -> Result<(), Error> {
        slope[0] = self.rate * (t.cos() - y[0]) - t.sin();
        slope[1] = -self.rate * y[1];
        Ok(())
    }
}

#[test]
fn long_steps_of_a_stiff_equation_are_stable_and_exact() {
    let mut method = Radau5::new(2);
    let mut y = [1.0, 1.0];
    for k in 0..20 {
        let t = 0.1 * f64::from(k);
        let system = &mut Stiff { rate: 1e6 };
        let said = method.attempt(system, t, &y, 0.1, &tolerance(1e-6)).unwrap();
        assert!(said.is_finite());
        y.copy_from_slice(method.end());
        method.accept();
        assert!((y[0] - (t + 0.1).cos()).abs() < 1e-6, "{t}: {}", y[0]);
    }
    assert!(y[1].abs() < 1e-12, "what falls fast is gone: {}", y[1]);
}

/// Newton's iteration that cannot settle ends, and the step is refused.
#[test]
fn a_step_that_cannot_be_made_is_refused_and_ends() {
    struct Wild(u32);
    impl System for Wild {
        fn slope(&mut self, t: f64, y: &[f64], slope: &mut [f64]) -> Result<(), Error> {
            self.0 += 1;
            slope[0] = (1e9 * (t + y[0])).sin() * 1e9;
            slope[1] = f64::NAN * y[1];
            Ok(())
        }
    }
    let mut wild = Wild(0);
    let said = Radau5::new(2).attempt(&mut wild, 0.0, &[0.1, 0.2], 1.0, &tolerance(1e-6)).unwrap();
    assert_eq!(said, f64::INFINITY);
    assert!(wild.0 < 200, "{} calls", wild.0);
    let said = Dopri5::new(2).attempt(&mut wild, 0.0, &[0.1, 0.2], 1.0, &tolerance(1e-6)).unwrap();
    assert_eq!(said, f64::INFINITY);
}

/// The root of the mean square of the errors, each against its own tolerance.
#[test]
fn an_error_is_measured_against_the_tolerance() {
    let tolerance = Tolerance { relative: 1e-3, absolute: 1e-6, counted: 2 };
    // 0.3 % of 2, with 1e-6 on top; nothing of the second; the third does not count
    let norm = tolerance.norm(&[6e-3, 0.0, 9.0], &[1.0, 0.0, 0.0], &[-2.0, 5.0, 0.0]);
    let known = (6e-3 / 2.001e-3) / 2f64.sqrt();
    assert!((norm - known).abs() < 1e-12, "{norm} {known}");
}

/// For y' = t^3 the estimate is that of the quadrature with the start as a fourth node of weight g,
/// exact up to t^2: it misses g c1 c2 c3 h^4, where g = (6 + 81^(1/3) - 9^(1/3)) / 30 and the product
/// of the nodes is 1/10 (Hairer and Wanner II, section IV.8).
#[test]
fn the_estimate_of_radau_is_that_of_its_quadrature() {
    struct Cube;
    impl System for Cube {
        fn slope(&mut self, t: f64, _: &[f64], slope: &mut [f64]) -> Result<(), Error> {
            slope.fill(t.powi(3));
            Ok(())
        }
    }
    let said = Radau5::new(2).attempt(&mut Cube, 0.0, &[0.0; 2], 0.5, &tolerance(1e-9)).unwrap();
    let weight = (6.0 + 81f64.cbrt() - 9f64.cbrt()) / 30.0;
    let end = 0.5f64.powi(4) / 4.0;
    let known = weight * 0.1 * 0.5f64.powi(4) / (1e-9 * (1.0 + end));
    assert!((said - known).abs() < 1e-6 * known, "{said} {known}");
}
