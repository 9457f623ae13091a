//! Time derivatives of frames and matrices, energies of single links, inertia forces: by the algebra's own
//! derivative where there are symbols, by differences along a motion where links are elastic.

use appell_algebra::{Budget, Poly};
use appell_mechanics::{Derivation, Numbers, PolynomialArithmetic, Quantity};
use appell_model::Robot;

use crate::common::motion::{near, robot};
use crate::common::named;

fn polynomials(robot: &Robot, name: &str) -> Vec<Poly> {
    let arithmetic = PolynomialArithmetic::new(robot, Budget::default());
    let derivation = Derivation::new(robot, &arithmetic).unwrap();
    let value = derivation.get(Quantity::read_one(name, robot).unwrap()).unwrap();
    value.entries().map(|entry| entry.poly().unwrap().clone()).collect()
}

/// Every rate is the derivative of the one before, taken by the algebra.
#[test]
fn rates_are_time_derivatives() {
    let budget = Budget::default();
    for name in ["trr", "scara", "rttrr"] {
        let robot = named(name);
        let chains = [
            ["T[2]", "Tdot[2]", "Tddot[2]", "Tdddot[2]"].as_slice(),
            &["T0[2]", "T0dot[2]", "T0ddot[2]", "T0dddot[2]"],
            &["T[tool]", "Tdot[tool]", "Tddot[tool]"],
            &["M", "Mdot"],
            &["EA1", "EA1dot"],
            &["JC[2]", "JCdot[2]"],
        ];
        for pair in chains.iter().flat_map(|chain| chain.windows(2)) {
            let before = polynomials(&robot, pair[0]);
            let rate =
                before.iter().map(|it| it.time_derivative(robot.symbols(), &budget).unwrap());
            assert!(rate.eq(polynomials(&robot, pair[1])), "{name} {pair:?}");
        }
        // the jerk in base axes is a column of the third derivative
        let column = polynomials(&robot, "T0dddot[2]").into_iter().skip(3).step_by(4).take(3);
        assert!(column.eq(polynomials(&robot, "jerk[2]@0")), "{name}");
    }
}

/// The equations of motion of order k = 2 to 6, whose left sides are time derivatives of Q; energies of
/// higher order are those of their links, and EA_p of a free mass is m (q^(p+1))^2 / 2.
#[test]
fn forces_and_energies_of_higher_order() {
    let budget = Budget::default();
    for name in ["cartpole", "acrobot"] {
        let robot = named(name);
        for pair in ["Q", "dQ", "ddQ", "d3Q", "d4Q", "d5Q"].windows(2) {
            let before = polynomials(&robot, pair[0]);
            let rates =
                before.iter().map(|it| it.time_derivative(robot.symbols(), &budget).unwrap());
            assert!(rates.eq(polynomials(&robot, pair[1])), "{name} {pair:?}");
        }
        let pairs = [["EA2", "EA2dot"], ["EA3", "EA3dot"]];
        for [energy, rate] in pairs {
            let before = &polynomials(&robot, energy)[0];
            let derived = before.time_derivative(robot.symbols(), &budget).unwrap();
            assert!(derived == polynomials(&robot, rate)[0], "{name} {energy}");
        }
    }
    let slide = robot(
        "name = \"slide\"\ngravity = 0\n[[joint]]\ntype = \"translation\"\naxis = \"x\"\nlink = { mass = \"m\" }\n",
    );
    let q = slide.coordinates()[0];
    let mass = slide.symbols().parameter("m").unwrap();
    for p in 1..=6 {
        let rate = Poly::from(q.derivative(p + 1).unwrap());
        let expected = &(&rate * &rate) * &Poly::from(mass);
        let energy = &polynomials(&slide, &format!("EA{p}"))[0];
        assert!(energy + energy == expected, "EA{p}");
    }
}

/// Energies of links add up to those of the robot; Koenig's parts are those of mass centre and rotation.
#[test]
fn energies_of_links() {
    for name in ["2r", "trr", "trtr"] {
        let robot = named(name);
        let links = 1..=robot.joints().len();
        for energy in ["Ek", "EA1", "EA2"] {
            let of_link = |i: usize| polynomials(&robot, &format!("{energy}[{i}]"))[0].clone();
            let sum = links.clone().map(of_link).fold(Poly::ZERO, |sum, it| &sum + &it);
            assert!(sum == polynomials(&robot, energy)[0], "{name} {energy}");
        }
        for i in links {
            let get = |what: &str| polynomials(&robot, &format!("{what}[{i}]"));
            let (omega, inertia) = (get("omega"), get("I"));
            let mut doubled = Poly::ZERO;
            for (k, entry) in inertia.iter().enumerate() {
                doubled = &doubled + &(&(entry * &omega[k / 3]) * &omega[k % 3]);
            }
            let rotational = &get("Ekr")[0];
            assert!(rotational + rotational == doubled, "{name} {i}");
            // JC q' is the velocity of the mass centre, then the angular velocity
            let jacobian = polynomials(&robot, &format!("JC[{i}]"));
            let velocity = polynomials(&robot, &format!("vC[{i}]@0"));
            let turning = polynomials(&robot, &format!("omega[{i}]@0"));
            let coordinates = robot.coordinates();
            for (row, expected) in velocity.iter().chain(&turning).enumerate() {
                let entries = &jacobian[row * coordinates.len()..][..coordinates.len()];
                let terms = entries.iter().zip(&coordinates);
                let terms = terms.map(|(entry, q)| entry * &Poly::from(q.derivative(1).unwrap()));
                assert!(terms.fold(Poly::ZERO, |sum, it| &sum + &it) == *expected, "{name} {i}");
            }
            // axial and planar inertia: I = tr(Ip) 1 - Ip
            let planar = get("Ip");
            let trace = &(&planar[0] + &planar[4]) + &planar[8];
            for k in 0..9 {
                let diagonal = if k % 4 == 0 { trace.clone() } else { Poly::ZERO };
                assert!(inertia[k] == &diagonal - &planar[k], "{name} {i}");
            }
        }
        // Q is inertia and gravity
        let (forces, gravity) = (polynomials(&robot, "Q"), polynomials(&robot, "G"));
        let inertia = forces.iter().zip(&gravity).map(|(force, gravity)| force - gravity);
        assert!(inertia.eq(polynomials(&robot, "Qinertia")), "{name}");
    }
}

/// A coordinate or a derivative of it at a time of a motion in which every coordinate is a cubic.
fn motion(k: usize, order: u32, t: f64) -> f64 {
    let k = k as f64;
    let [a, b, c, d] = [0.3 - 0.1 * k, 0.1 + 0.05 * k, -0.1 + 0.04 * k, 0.1 - 0.06 * k];
    match order {
        0 => a + t * (b + t * (c / 2.0 + t * d / 6.0)),
        1 => b + t * (c + t * d / 2.0),
        2 => c + t * d,
        3 => d,
        _ => 0.0,
    }
}

/// A quantity at a time of this motion.
fn at_time(robot: &Robot, t: f64, name: &str) -> Vec<f64> {
    let coordinates = robot.coordinates();
    let numbers = Numbers::new(robot.symbols(), |symbol| {
        match coordinates.iter().position(|&it| it == symbol.base()) {
            Some(k) => Some(motion(k, symbol.order(), t)),
            None => robot.value(symbol),
        }
    });
    let derivation = Derivation::new(robot, numbers).unwrap();
    let value = derivation.get(Quantity::read_one(name, robot).unwrap()).unwrap();
    value.rows.concat()
}

/// Third derivatives behind elastic links, whose tips turn or are affine, against differences of order 6;
/// energies of links, and inertia forces without strain.
#[test]
fn rates_behind_elastic_links() {
    // of a third derivative: Fornberg 1988
    const STENCIL: [f64; 4] = [-61.0 / 30.0, 169.0 / 120.0, -3.0 / 10.0, 7.0 / 240.0];
    let turning = appell_model::write_toml(&named("flex2r"));
    let affine = turning.replace("elastic = {", "elastic = { tip_map = \"affine\",");
    assert_ne!(turning, affine);
    for robot in [named("flex2r"), named("flex3r"), robot(&affine)] {
        let name = robot.name();
        let (t, h) = (0.1, 8e-3);
        for (k, exact) in at_time(&robot, t, "T0dddot[tool]").iter().enumerate() {
            let at = |steps: i32| at_time(&robot, t + f64::from(steps) * h, "T0[tool]")[k];
            let differences = STENCIL.iter().zip(1..).map(|(c, n)| c * (at(n) - at(-n)));
            near(*exact, differences.sum::<f64>() / h.powi(3), 1e-8 * (1.0 + exact.abs()), name);
        }
        let whole = at_time(&robot, t, "Ek")[0];
        let links = (1..=robot.joints().len()).map(|i| at_time(&robot, t, &format!("Ek[{i}]"))[0]);
        near(links.sum(), whole, 1e-12 * whole.abs(), name);
        // Q = Qinertia + G + K q + D q'
        let [forces, inertia, gravity, stiffness, damping] =
            ["Q", "Qinertia", "G", "K", "D"].map(|it| at_time(&robot, t, it));
        let count = forces.len();
        for i in 0..count {
            let strain = |j: usize| {
                stiffness[i * count + j] * motion(j, 0, t)
                    + damping[i * count + j] * motion(j, 1, t)
            };
            let sum = inertia[i] + gravity[i] + (0..count).map(strain).sum::<f64>();
            near(sum, forces[i], 1e-9 * (1.0 + forces[i].abs()), name);
        }
    }
}

/// Points behind an affine tip: velocity, acceleration and jerk in base axes are derivatives of places,
/// by differences; in other axes they are refused with the axes that are not.
#[test]
fn points_behind_affine_tips() {
    let turning = appell_model::write_toml(&named("flex3r"));
    let affine = robot(&turning.replace("elastic = {", "elastic = { tip_map = \"affine\","));
    let (t, h) = (0.1, 1e-3);
    let place = |t: f64| {
        let frame = at_time(&affine, t, "T0[3]");
        let centre = at_time(&affine, t, "rC[3]");
        let point =
            |i: usize| frame[4 * i + 3] + (0..3).map(|j| frame[4 * i + j] * centre[j]).sum::<f64>();
        ([0, 1, 2].map(|i: usize| frame[4 * i + 3]), [0, 1, 2].map(point))
    };
    let gravity = [0.0, 0.0, -9.81];
    let [before, now, after] = [place(t - h), place(t), place(t + h)];
    for i in 0..3 {
        let of = |name: &str| at_time(&affine, t, name)[i];
        let rates = |[a, b, c]: [f64; 3]| [(c - a) / (2.0 * h), (c - 2.0 * b + a) / (h * h)];
        let [v, a] = rates([before.0[i], now.0[i], after.0[i]]);
        near(of("v[3]@0"), v, 1e-6, "v");
        near(of("a[3]@0"), a - gravity[i], 1e-5, "a");
        let [v, a] = rates([before.1[i], now.1[i], after.1[i]]);
        near(of("vC[3]@0"), v, 1e-6, "vC");
        near(of("aC[3]@0"), a - gravity[i], 1e-5, "aC");
        near(of("v[tool]@0"), at_time(&affine, t, "T0dot[tool]")[4 * i + 3], 1e-14, "tool");
        near(of("jerk[tool]@0"), at_time(&affine, t, "T0dddot[tool]")[4 * i + 3], 1e-14, "jerk");
        near(of("a[0]@0"), -gravity[i], 0.0, "base");
    }
    let arithmetic = PolynomialArithmetic::new(&affine, Budget::default());
    let derivation = Derivation::new(&affine, &arithmetic).unwrap();
    for name in ["v[3]", "aC[2]@1"] {
        let refused = derivation.get(Quantity::read_one(name, &affine).unwrap()).unwrap_err();
        let problem = &refused.diagnostics()[0];
        assert_eq!(problem.code, "affine-axes", "{name}");
        assert!(problem.hints[0].contains("]@0"), "{:?}", problem.hints);
    }
}

/// The Jacobian of the mass centre of a link that deforms: JC q' is its velocity, JC q'' + JC' q' its
/// acceleration without gravity.
#[test]
fn jacobians_of_centres_of_elastic_links() {
    for name in ["flex1r", "flex2r", "flex3r", "mesh1r"] {
        let robot = named(name);
        let (t, count) = (0.1, robot.coordinates().len());
        for i in 1..=robot.joints().len() {
            let of = |what: &str| at_time(&robot, t, &format!("{what}[{i}]"));
            let (jacobian, rate) = (of("JC"), of("JCdot"));
            let at_base = |what: &str| at_time(&robot, t, &format!("{what}[{i}]@0"));
            let gravity = at_time(&robot, t, "a[0]@0");
            let velocity = [at_base("vC"), at_base("omega")].concat();
            let mut acceleration = [at_base("aC"), at_base("eps")].concat();
            acceleration.iter_mut().zip(&gravity).for_each(|(a, g)| *a -= g);
            for row in 0..6 {
                let along = |entries: &[f64], order: u32| -> f64 {
                    (0..count).map(|k| entries[row * count + k] * motion(k, order, t)).sum()
                };
                near(along(&jacobian, 1), velocity[row], 1e-12, name);
                near(along(&jacobian, 2) + along(&rate, 1), acceleration[row], 1e-11, name);
            }
        }
    }
}

/// The modal integrals of a link by their names, with the values that the model has.
#[test]
fn modal_integrals_have_names() {
    let robot = named("flex2r");
    let arithmetic = PolynomialArithmetic::new(&robot, Budget::default());
    let derivation = Derivation::new(&robot, &arithmetic).unwrap();
    let (_, names) = robot.with_named_integrals().unwrap();
    let mut known = 0;
    for link in 1..=2 {
        let quantity = Quantity::read_one(&format!("integrals[{link}]"), &robot).unwrap();
        let value = derivation.get(quantity).unwrap();
        for (label, entry) in value.row_labels.iter().zip(value.entries()) {
            let symbol = names.iter().find(|(name, _)| robot.symbols().name(*name) == *label);
            let Some((_, expected)) = symbol else { continue };
            assert!(entry.poly().unwrap() == expected, "{label}");
            known += 1;
        }
    }
    assert_eq!(known, names.len());
    for name in ["integrals[1]", "integrals"] {
        assert_eq!(Quantity::read(name, &named("2r")).unwrap_err().code, "rigid-link", "{name}");
    }
}
