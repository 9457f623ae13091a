//! Elastic links: the formulations agree exactly, with symbols and with rational numbers.

use crate::common::{assert_near, exact, named, newton_euler, numeric, rational};
use appell_algebra::{Budget, BudgetScope, BudgetedPoly, Poly, Rational};
use appell_mechanics::{
    Mechanism, State, appell, elastic, exponential, geometry, higher_order, jacobian, kinematics,
    lagrange, linearise, mass_matrix, theorems,
};
use appell_model::{Options, Robot, read_toml};
use appell_spatial::Scalar;

fn polys(entries: &[BudgetedPoly<'_>]) -> Vec<Poly> {
    entries.iter().map(|entry| entry.poly().unwrap().clone()).collect()
}

/// A planar arm whose links have two modes each, all integrals symbols.
fn planar(links: usize, tip_map: &str) -> Robot {
    let mut text = "name = \"arm\"\ngravity = [0, \"-g\", 0]\n".to_owned();
    for i in 1..=links {
        let offset = if i == 1 { "0".to_owned() } else { format!("\"l{}\"", i - 1) };
        let mode = |j: usize| {
            format!(
                "{{ shift = [0, \"v{i}{j}\", 0], slope = [0, 0, \"u{i}{j}\"], \
                 first = [0, \"s{i}{j}\", 0], mixed = {{ xy = \"w{i}{j}\" }} }}"
            )
        };
        let pair = |j: usize, k: usize| {
            format!(
                "{{ modes = [{j}, {k}], product = {{ yy = \"m{i}{j}{k}\" }}, \
                 stiffness = \"k{i}{j}{k}\" }}"
            )
        };
        text.push_str(&format!(
            "[[joint]]\ntype = \"rotation\"\naxis = \"z\"\noffset = [{offset}, 0, 0]\n\
             [joint.link]\nmass = \"M{i}\"\ncentre = [\"r{i}\", 0, 0]\ninertia = {{ zz = \"J{i}\" }}\n\
             [joint.link.elastic]\ntip_map = \"{tip_map}\"\ntip = [\"l{i}\", 0, 0]\n\
             modes = [{}, {}]\npairs = [{}, {}, {}]\n",
            mode(1),
            mode(2),
            pair(1, 1),
            pair(1, 2),
            pair(2, 2)
        ));
    }
    text.push_str(&format!(
        "[tool]\noffset = [\"l{links}\", 0, 0]\n[payload]\nmass = \"mp\"\ninertia = {{ zz = \"Jp\" }}\n"
    ));
    read_toml(&text, &Options::default()).robot.unwrap()
}

/// A spatial arm with a translation between two rotations; modes with every integral there is.
fn spatial(tip_map: &str) -> Robot {
    let mut text = "name = \"arm\"\ngravity = [\"gx\", \"gy\", \"gz\"]\n".to_owned();
    let kinds = [("rotation", "z"), ("translation", "x"), ("rotation", "y")];
    for (i, (kind, axis)) in kinds.iter().enumerate() {
        let n = i + 1;
        let mode = |j: usize| {
            let vector =
                |name: &str| format!("[\"{name}{n}{j}x\", \"{name}{n}{j}y\", \"{name}{n}{j}z\"]");
            let rows = ["x", "y", "z"]
                .map(|a| ["x", "y", "z"].map(|b| format!("{a}{b} = \"w{n}{j}{a}{b}\"")).join(", "));
            format!(
                "{{ shift = {}, slope = {}, first = {}, mixed = {{ {} }} }}",
                vector("v"),
                vector("u"),
                vector("s"),
                rows.join(", ")
            )
        };
        // of a mode with itself the integral is symmetric
        let pair = |j: usize, k: usize| {
            let name = |a: &str, b: &str| {
                let (a, b) = if j == k && b < a { (b, a) } else { (a, b) };
                format!("m{n}{j}{k}{a}{b}")
            };
            let rows = ["x", "y", "z"].map(|a| {
                ["x", "y", "z"].map(|b| format!("{a}{b} = \"{}\"", name(a, b))).join(", ")
            });
            format!(
                "{{ modes = [{j}, {k}], product = {{ {} }}, stiffness = \"k{n}{j}{k}\" }}",
                rows.join(", ")
            )
        };
        let modes = if i == 1 { 3 } else { 2 };
        let list: Vec<String> = (1..=modes).map(mode).collect();
        let pairs: Vec<String> = (1..=modes)
            .flat_map(|j| (j..=modes).map(move |k| (j, k)))
            .map(|(j, k)| pair(j, k))
            .collect();
        text.push_str(&format!(
            "[[joint]]\ntype = \"{kind}\"\naxis = \"{axis}\"\n\
             offset = [\"x{n}\", \"y{n}\", \"z{n}\"]\nrotation = {{ axis = \"x\", angle = \"a{n}\" }}\n\
             [joint.link]\nmass = \"M{n}\"\ncentre = [\"c{n}x\", \"c{n}y\", \"c{n}z\"]\n\
             inertia = {{ xx = \"A{n}\", yy = \"B{n}\", zz = \"C{n}\", xy = \"D{n}\", xz = \"E{n}\", yz = \"F{n}\" }}\n\
             [joint.link.elastic]\ntip_map = \"{tip_map}\"\ntip = [\"tx{n}\", \"ty{n}\", \"tz{n}\"]\n\
             modes = [{}]\npairs = [{}]\n",
            list.join(", "),
            pairs.join(", ")
        ));
    }
    text.push_str(
        "[tool]\noffset = [\"p\", \"q\", \"r\"]\nrotation = { axis = \"y\", angle = \"at\" }\n",
    );
    text.push_str("[payload]\nforce = [\"fx\", \"fy\", \"fz\"]\nmoment = [\"nx\", \"ny\", \"nz\"]\nmass = \"mp\"\ncentre = [\"cp\", 0, 0]\n");
    read_toml(&text, &Options::default()).robot.unwrap()
}

/// A beam that becomes shorter as it bends, in both planes, and twists; on it a rigid link.
fn shortening() -> Robot {
    let text = r#"
        name = "beam"
        gravity = 9.81
        [[joint]]
        type = "rotation"
        axis = "z"
        link.elastic.beam = { length = 0.8, density = 2, area = 0.5, E = 3, Iz = 0.2, Iy = 0.1, G = 2, It = 0.3, bend_y = 2, bend_z = 1, twist = 1, load_mass = 0.4, load_inertia = 0.05, stiffening = true }
        [[joint]]
        type = "rotation"
        axis = "y"
        offset = [0.8, 0.1, 0]
        link = { mass = 2, centre = [0.3, 0.1, 0], inertia = { xx = 0.1, yy = 0.2, zz = 0.15, xy = 0.02 } }
    "#;
    read_toml(text, &Options::default()).robot.unwrap()
}

#[test]
fn newton_euler_is_lagrange_is_appell_with_symbols() {
    for links in [1, 2] {
        let robot = planar(links, "rotation");
        let scope = BudgetScope::new(Budget::default());
        let (mechanism, state) = exact(&robot, &scope, 2);
        let newton = polys(&newton_euler(&mechanism, &state));
        assert_eq!(newton.len(), 3 * links);
        let lagrange = polys(&lagrange::driving_forces_by_lagrange(&mechanism, &state));
        assert!(newton == lagrange, "{links} links: Lagrange");
        let appell = polys(&appell::driving_forces_by_appell(&mechanism, &state));
        assert!(newton == appell, "{links} links: Appell");
        scope.check().unwrap(); // nothing was cut short
    }
}

/// With the affine map Lagrange and Appell agree; Newton-Euler, which takes frames for rotations,
/// must not.
#[test]
fn the_affine_map_has_its_own_equations() {
    let robot = planar(2, "affine");
    let scope = BudgetScope::new(Budget::default());
    let (mechanism, state) = exact(&robot, &scope, 2);
    let lagrange = polys(&lagrange::driving_forces_by_lagrange(&mechanism, &state));
    let appell = polys(&appell::driving_forces_by_appell(&mechanism, &state));
    assert!(lagrange == appell);
    assert!(polys(&newton_euler(&mechanism, &state)) != appell);
    scope.check().unwrap();
}

fn all_routes_agree(mechanism: &Mechanism<Rational>, state: &State<Rational>) {
    let newton = newton_euler(mechanism, state);
    assert_eq!(newton, lagrange::driving_forces_by_lagrange(mechanism, state));
    assert_eq!(newton, appell::driving_forces_by_appell(mechanism, state));
    let frames = geometry::frames(mechanism, state);
    let mass = mass_matrix::mass_matrix(mechanism, state, &frames.in_parent);
    let coriolis = lagrange::coriolis_matrix(mechanism, state);
    let gravity = lagrange::gravity_forces(mechanism, state);
    let stiffness = elastic::assembled(mechanism, |elastic| &elastic.body.stiffness);
    let payload = jacobian::applied_forces(mechanism, state, &frames);
    for (i, force) in newton.iter().enumerate() {
        let mut sum = gravity[i].add(&payload[i]);
        for (j, at) in state.coordinates.iter().enumerate() {
            assert_eq!(mass[i][j], mass[j][i]);
            sum = sum.add(&mass[i][j].mul(&at.rate(2))).add(&coriolis[i][j].mul(&at.rate(1)));
            sum = sum.add(&stiffness[i][j].mul(&at.q));
        }
        assert_eq!(*force, sum, "coordinate {i}");
    }
    // matrix exponentials
    let by_exponentials = exponential::frames_by_exponentials(mechanism, state);
    let in_base = frames.in_base.iter().chain([&frames.tool]);
    assert!(by_exponentials.iter().eq(in_base));
    // the Jacobian is the derivative of the tool frame: R' = [w]x R
    let columns = jacobian::tool_jacobian(mechanism, state, &frames);
    let varied = mechanism.constant();
    for (k, column) in columns.iter().enumerate() {
        let tool = geometry::frames(&varied, &state.varied(k, 0)).tool;
        assert_eq!(column.linear, tool.position.map(|entry| entry.slope()), "{k}");
        let rate = tool.rotation.map(|entry| entry.slope());
        assert_eq!(&appell_spatial::Matrix::cross(&column.angular) * &frames.tool.rotation, rate);
    }
}

#[test]
fn spatial_arms_agree_in_exact_numbers() {
    for seed in [3, 8, 20] {
        for robot in [
            spatial("rotation"),
            shortening(),
            named("flex1r"),
            named("flex2r"),
            named("flex3r"),
            named("trttrr1_elastic"),
        ] {
            let (mechanism, state) = rational(&robot, seed, 2);
            all_routes_agree(&mechanism, &state);
        }
    }
    let (mechanism, state) = rational(&spatial("affine"), 5, 2);
    let appell = appell::driving_forces_by_appell(&mechanism.free(), &state);
    assert_eq!(appell, lagrange::driving_forces_by_lagrange(&mechanism.free(), &state));
}

/// Velocities and accelerations are the time derivatives of the frames, which are found without
/// them: omega from R' R^T, and so on, exactly.
#[test]
fn motions_are_derivatives_of_frames() {
    for robot in [spatial("rotation"), shortening()] {
        let (mut mechanism, state) = rational(&robot, 4, 2);
        mechanism.gravity = mechanism.still();
        let moving = mechanism.constant();
        let path = geometry::frames(&moving, &state.jets(2, 0)).in_base;
        let in_parent = geometry::in_parent(&mechanism, &state);
        for (motion, frame) in kinematics::motions(&mechanism, &state, &in_parent).iter().zip(&path)
        {
            let at = |order: usize| frame.map(|entry| entry.at::<Rational>(order));
            let [now, rate, second] = [0, 1, 2].map(at);
            let back = now.rotation.transpose();
            assert_eq!(motion.v, &back * &rate.position);
            assert_eq!(motion.a, &back * &second.position);
            assert_eq!(appell_spatial::Matrix::cross(&motion.omega), &back * &rate.rotation);
            assert_eq!(motion.spin, &back * &second.rotation);
        }
    }
}

/// The theorems of higher order, for joints and modes alike; the forces of inertia by Newton-Euler
/// on functions of time.
#[test]
fn theorems_of_higher_order_hold_for_modes() {
    for robot in [spatial("rotation"), shortening()] {
        let (mechanism, state) = rational(&robot, 6, 7);
        let mut free = mechanism.free();
        for elastic in free.joints.iter_mut().filter_map(|joint| joint.elastic.as_mut()) {
            elastic.body.stiffness.iter_mut().flatten().for_each(|entry| *entry = Rational::ZERO);
        }
        let jets = higher_order::driving_force_jets(&free, &state, 3);
        for k in [1, 3, jets.len() - 1] {
            let [q, q1, q2, q3] = [0, 1, 2, 3].map(|order| jets[k].at::<Rational>(order));
            assert_eq!(theorems::appell(&free, &state, k), q);
            for m in [1, 2, 3] {
                assert_eq!(theorems::mangeron_deleanu(&free, &state, k, m), Some(q.clone()));
            }
            assert_eq!(theorems::first_rate(&free, &state, k), q1);
            assert_eq!(theorems::second_rate(&free, &state, k), q2);
            assert_eq!(theorems::mixed_rate(&free, &state, k, 3), Some(q1.clone()));
            for (r, rate) in [(1, &q), (2, &q1), (3, &q2), (4, &q3)] {
                assert_eq!(
                    theorems::catalan_rate(&free, &state, k, [r, r + 1]),
                    Some(rate.clone())
                );
            }
        }
    }
}

/// What flows in as power is what the energy gains: d/dt (Ek + Ep) = sum Q q', exactly.
#[test]
fn power_is_the_rate_of_energy() {
    for robot in [spatial("rotation"), shortening()] {
        let (mut mechanism, state) = rational(&robot, 9, 2);
        mechanism.payload = mechanism.free().payload;
        let moving = mechanism.constant();
        let path = state.jets(1, 1);
        let frames = geometry::frames(&moving, &path);
        let motions = kinematics::motions(&moving, &path, &frames.in_parent);
        let energy = appell_mechanics::energy::kinetic(&moving, &path, &motions, None)
            .add(&appell_mechanics::energy::potential(&moving, &path, &frames));
        let forces = newton_euler(&mechanism, &state);
        let power = forces.iter().zip(&state.coordinates).map(|(force, at)| force.mul(&at.rate(1)));
        let power = power.fold(Rational::ZERO, |sum, term| sum.add(&term));
        assert_eq!(energy.slope::<Rational>(), power);
    }
}

/// With its modes at rest and undeformed, an elastic arm is the rigid one: the same forces in its
/// joints, to the last bit.
#[test]
fn undeformed_arms_are_rigid() {
    let elastic = named("flex2r");
    let text = appell_model::write_toml(&elastic);
    assert!(text.contains("elastic = "));
    let rigid = r#"
        name = "rigid"
        gravity = 0
        [[joint]]
        type = "rotation"
        axis = "z"
        link.parts = [{ mass = 1, inertia = { zz = 0.1 } }, { mass = 0.1, centre = [0.25, 0, 0], inertia = { yy = "0.025/12", zz = "0.025/12" } }]
        [[joint]]
        type = "rotation"
        axis = "z"
        offset = [0.5, 0, 0]
        link.parts = [{ mass = 1, inertia = { zz = 0.1 } }, { mass = 0.1, centre = [0.25, 0, 0], inertia = { yy = "0.025/12", zz = "0.025/12" } }]
        [tool]
        offset = [0.5, 0, 0]
        [payload]
        mass = 0.1
        inertia = { zz = 0.0005 }
    "#;
    let rigid = read_toml(rigid, &Options::default()).robot.unwrap();
    let (mechanism, mut state) = rational(&elastic, 11, 2);
    for (number, at) in state.coordinates.iter_mut().enumerate() {
        if ![0, 3].contains(&number) {
            at.q = Rational::ZERO;
            at.rates = vec![Rational::ZERO; 2];
        }
    }
    for turn in &mut state.turns {
        (turn.cos, turn.sin) = (Rational::ONE, Rational::ZERO);
    }
    let (rigid, mut other) = rational(&rigid, 11, 2);
    other.coordinates = vec![state.coordinates[0].clone(), state.coordinates[3].clone()];
    let forces = newton_euler(&mechanism, &state);
    assert_eq!(vec![forces[0].clone(), forces[3].clone()], newton_euler(&rigid, &other));
}

/// The linearisation of an elastic arm, against differences of its accelerations.
#[test]
fn linearisation_is_a_difference_quotient() {
    let robot = named("flex1r");
    let (mechanism, state) = numeric(&robot, 3);
    let driving = [0.3, -0.1, 0.2, 0.05];
    let accelerations = |state: &State<f64>| {
        let state = crate::common::in_numbers(&mechanism, state.coordinates.clone());
        let friction: Vec<f64> = mechanism.joints[0].deformed(&state).unwrap().damping_forces(1);
        let mut driving = driving.to_vec();
        driving[1..].iter_mut().zip(friction).for_each(|(force, friction)| *force -= friction);
        appell_mechanics::forward::accelerations(&mechanism, &state, &driving)
    };
    let linear = linearise::linearise(&mechanism, &state, &driving);
    for k in 0..driving.len() {
        let step = 1e-6;
        let moved = |sign: f64| {
            let mut state = state.clone();
            let at = &state.coordinates[k];
            state.coordinates[k] = crate::common::at(at.q + sign * step, at.rates.clone());
            accelerations(&state)
        };
        let (plus, minus) = (moved(1.0), moved(-1.0));
        for i in 0..driving.len() {
            let slope = (plus[i] - minus[i]) / (2.0 * step);
            assert_near(linear.by_place[i][k], slope, 1e-6, "by place");
        }
    }
}
