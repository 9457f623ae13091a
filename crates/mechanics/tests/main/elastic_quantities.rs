//! The quantities of elastic robots: which there are, which are refused, and their names for integrals.

use crate::common::{assert_near, named};
use appell_algebra::{Budget, Poly};
use appell_mechanics::{Derivation, Numbers, PolynomialArithmetic, Quantity};
use appell_model::{Options, Robot, read_toml};

fn numbers<'r>(robot: &'r Robot, q: &[f64], rates: &[f64]) -> Derivation<'r, Numbers<'r>> {
    let coordinates = robot.coordinates();
    let (q, rates) = (q.to_vec(), rates.to_vec());
    let value = move |symbol: appell_algebra::Symbol| match coordinates
        .iter()
        .position(|&it| it == symbol.base())
    {
        Some(k) => Some(match symbol.order() {
            0 => q[k],
            1 => rates[k],
            _ => 0.0,
        }),
        None => robot.value(symbol),
    };
    Derivation::new(robot, Numbers::new(robot.symbols(), value)).unwrap()
}

/// M is symmetric and positive definite for every bundled elastic robot, in the rotation map and in
/// the affine one; all its quantities can be had.
#[test]
fn mass_matrices_are_positive_definite() {
    for name in ["flex1r", "flex2r", "flex3r", "trttrr1_elastic", "mesh1r"] {
        let file = appell_model::bundled(name).unwrap();
        let text = file.text;
        let affine = text
            .replace(
                "[joint.link.elastic.finite_elements]",
                "[joint.link.elastic]\ntip_map = \"affine\"\n[joint.link.elastic.finite_elements]",
            )
            .replace(
                "[joint.link.elastic.beam]",
                "[joint.link.elastic]\ntip_map = \"affine\"\n[joint.link.elastic.beam]",
            )
            .replace("elastic = { beam", "elastic = { tip_map = \"affine\", beam");
        assert_ne!(affine, text);
        for text in [text, &affine] {
            let options = Options { files: file.files(), ..Options::default() };
            let robot = read_toml(text, &options).robot.unwrap();
            let count = robot.coordinates().len();
            let q: Vec<f64> = (0..count).map(|k| 0.01 * (k as f64 + 1.0)).collect();
            let derivation = numbers(&robot, &q, &q);
            let mass = derivation.mass_matrix().unwrap();
            let unit = (0..count)
                .map(|i| (0..count).map(|j| f64::from(u8::from(i == j))).collect())
                .collect::<Vec<Vec<f64>>>();
            for found in appell_mechanics::vibration::vibrations(&unit, mass).unwrap() {
                assert!(found.omega > 0.0, "{name}: {found:?}");
            }
            for i in 0..count {
                for j in 0..count {
                    assert_near(mass[i][j], mass[j][i], 1e-12, name);
                }
            }
        }
    }
}

/// Every quantity of an elastic robot can be asked for, and those that make no sense are refused.
#[test]
fn quantities_of_elastic_robots() {
    let robot = named("flex3r");
    let derivation = numbers(&robot, &[0.1; 7], &[0.2; 7]);
    for name in [
        "T0", "omega", "eps", "v", "a", "vC", "aC", "J", "Jdot", "F", "N", "f", "n", "Q", "Qf",
        "M", "C", "c", "G", "K", "D", "modes", "qdd", "Ek", "Ep", "EA1", "EA2", "EA3", "dQ", "ddQ",
        "Q[2,1]", "Q[3,2]", "T[tool]",
    ] {
        for quantity in Quantity::read(name, &robot).unwrap() {
            let value = derivation.get(quantity).unwrap();
            assert!(value.entries().all(|entry| entry.is_finite()), "{quantity}");
            let mut names: Vec<String> =
                value.entry_names(quantity).iter().map(ToString::to_string).collect();
            names.sort();
            names.dedup();
            assert_eq!(names.len(), value.entries().count(), "{quantity}: entries of one name");
        }
    }
    assert_eq!(Quantity::read("Q[2,3]", &robot).unwrap_err().code, "unknown-mode");
    for name in ["Y", "base"] {
        let asked = Quantity::read(name, &robot).unwrap()[0];
        assert_eq!(derivation.get(asked).unwrap_err().diagnostics()[0].code, "elastic-link");
    }
    // Q = M q'' + c + G + K q + D q'
    let get = |name: &str| -> Vec<f64> {
        derivation.get(Quantity::read(name, &robot).unwrap()[0]).unwrap().rows.concat()
    };
    let (force, coriolis, gravity, damping) = (get("Q"), get("c"), get("G"), get("Qf"));
    let stiffness = derivation.get(Quantity::read("K", &robot).unwrap()[0]).unwrap().rows;
    for i in 0..7 {
        let strain: f64 = stiffness[i].iter().map(|entry| entry * 0.1).sum();
        assert_near(force[i], coriolis[i] + gravity[i] + damping[i] + strain, 1e-12, "Q");
    }
}

/// Koenig's theorem for a link that deforms: how fast all of it is carried along x does not matter for the part about
/// the centre of mass, and the other part is m vC^2 / 2.
#[test]
fn koenigs_split_of_elastic_links() {
    let robot = read_toml(
        "name = \"arm\"\ngravity = 0\n[[joint]]\ntype = \"translation\"\naxis = \"x\"\nlink = { mass = 3 }\n\
         [[joint]]\ntype = \"rotation\"\naxis = \"z\"\n[joint.link]\nmass = 0.5\ncom = [0.1, 0, 0]\n\
         [joint.link.elastic.beam]\nlength = 0.8\ndensity = 2700\narea = 1e-4\nE = 7e8\nIz = 3e-9\nbend_y = 2\n",
        &Options::default(),
    );
    let robot = robot.robot.unwrap();
    let parts = |speed: f64| {
        let derivation = numbers(&robot, &[0.2, 0.4, 0.03, -0.01], &[speed, 1.3, 0.5, -0.7]);
        let get = |name: &str| {
            derivation.get(Quantity::read_one(name, &robot).unwrap()).unwrap().rows.concat()
        };
        let velocity = get("vC[2]@0");
        let square: f64 = velocity.iter().map(|x| x * x).sum();
        let [whole, carried, own] = ["Ek[2]", "Ekt[2]", "Ekr[2]"].map(|name| get(name)[0]);
        assert_near(carried, 0.5 * get("m[2]")[0] * square, 1e-12, "Ekt");
        assert_near(carried + own, whole, 1e-12, "Ek");
        own
    };
    let still = parts(0.0);
    assert!(still > 1e-3, "{still}");
    assert_near(parts(2.5), still, 1e-12, "Ekr");
}

/// What cannot be had is refused with its own reason: friction of frames that are no rotations, the
/// deflection of a link that its joint does not hold, and one that nothing holds.
#[test]
fn refusals_of_elastic_robots() {
    let arm = |joint: &str, elastic: &str| {
        let text = format!(
            "name = \"arm\"\ngravity = 9.81\n[[joint]]\ntype = \"rotation\"\naxis = \"y\"\n{joint}\n\
             [joint.link.elastic]\n{elastic}\n[joint.link.elastic.beam]\nlength = 1\ndensity = 1\n\
             area = 1\nbend_z = 2\nIy = 1\n"
        );
        move |more: &str| {
            read_toml(&format!("{text}{more}\n[tool]\noffset = [1, 0, 0]\n"), &Options::default())
        }
    };
    let refusal_at = |robot: &Robot, name: &str, rates: [f64; 3]| {
        let derivation = numbers(robot, &[0.1; 3], &rates);
        let asked = Quantity::read(name, robot).unwrap()[0];
        derivation.get(asked).map_err(|error| error.diagnostics()[0].code)
    };
    let refusal = |robot: &Robot, name: &str| refusal_at(robot, name, [0.2; 3]);
    let rough = "friction = { coulomb = 0.1, diameter = 0.1 }";
    let affine = arm(rough, "tip_map = \"affine\"")("E = 100").robot.unwrap();
    for name in ["Q", "Qf", "qdd"] {
        assert_eq!(refusal(&affine, name).unwrap_err(), "affine-friction", "{name}");
    }
    assert!(refusal(&affine, "M").is_ok());
    // an affine tip has no axes, so nothing is turned into others
    for name in ["R[0,1]", "J", "f[1]", "rC[1]@0", "k[1]@tool"] {
        assert_eq!(refusal(&affine, name).unwrap_err(), "affine-tip", "{name}");
    }
    assert_eq!(refusal(&affine, "v[1]").unwrap_err(), "affine-axes");
    assert!(refusal(&affine, "v[1]@0").is_ok());
    for name in ["T[1]", "T[0,1]", "rC[1]", "k[1]", "I[1]", "m[1]"] {
        assert!(refusal(&affine, name).is_ok(), "{name}");
    }
    for name in ["Y", "base"] {
        assert_eq!(refusal(&affine, name).unwrap_err(), "elastic-link", "{name}");
    }
    let pinned = arm("", "")("E = 100\nroot = \"pinned\"\nhub_inertia = 0.1").robot.unwrap();
    assert_eq!(refusal(&pinned, "sag").unwrap_err(), "pinned-root");
    let firm = arm("", "")("E = 100").robot.unwrap();
    assert!(refusal(&firm, "sag").is_ok());
    let soft = "name = \"soft\"\ngravity = [0, -9.81, 0]\n[[joint]]\ntype = \"rotation\"\naxis = \"z\"\n\
        [joint.link]\nmass = 1\ncentre = [0.5, 0, 0]\ninertia = { zz = 0.1 }\n[joint.link.elastic]\n\
        tip = [1, 0, 0]\nmodes = [{ shift = [0, 2, 0], first = [0, 0.78, 0], mixed = { xy = 0.57 } },\n\
        { shift = [0, -2, 0], first = [0, 0.43, 0], mixed = { xy = 0.09 } }]\n\
        pairs = [{ modes = [1, 1], product = { yy = 1 }, stiffness = 12 },\n\
        { modes = [2, 2], product = { yy = 1 }, stiffness = 0 }]\n[tool]\noffset = [1, 0, 0]\n";
    let soft = read_toml(soft, &Options::default()).robot.unwrap();
    // at rest; in rotation it is a balance of centrifugal forces
    assert_eq!(refusal_at(&soft, "sag", [0.0; 3]).unwrap_err(), "singular-stiffness");
}

/// With names for the integrals the formulas are the same, once what they stand for is put back.
#[test]
fn named_integrals_mean_what_was_worked_out() {
    for name in ["flex1r", "flex2r", "trttrr1_elastic"] {
        let robot = appell_model::bundled(name).unwrap().read().robot.unwrap();
        let (named, names) = robot.with_named_integrals().unwrap();
        assert!(!names.is_empty(), "{name}");
        let budget = Budget::default();
        for asked in ["M", "K", "D", "Ep"] {
            let [plain, named] = [&robot, &named].map(|robot| {
                let polynomials = PolynomialArithmetic::new(robot, budget.clone());
                let derivation = Derivation::new(robot, &polynomials).unwrap();
                let value = derivation.get(Quantity::read(asked, robot).unwrap()[0]).unwrap();
                value.entries().map(|entry| entry.poly().unwrap().clone()).collect::<Vec<Poly>>()
            });
            // flex2r has no damping
            let all_zero = plain.iter().all(|entry| *entry == Poly::ZERO);
            assert!(plain != named || all_zero, "{name} {asked}");
            for (plain, named) in plain.iter().zip(&named) {
                let back = named.substitute_all(&names, robot.symbols(), &budget).unwrap();
                assert_eq!(*plain, back, "{name} {asked}");
            }
        }
    }
}
