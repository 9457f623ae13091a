//! The table of quantities as users meet it: names, what rows say of their quantities, refusals.

use appell_algebra::{Budget, Graph};
use appell_mechanics::{Derivation, Frame, HIGHEST_ORDER, Numbers, PolynomialArithmetic, Quantity};
use appell_model::{Options, Robot, read_toml};
use appell_spatial::{Vector, Wrench};

use crate::common::assert_near;
use crate::quantities::{TREE, at, at_forces, frame, motion, numbers, robot, same};

/// Every name is read as the quantity from which it is printed; spaces, synonyms, and names and
/// numbers of frames are understood.
#[test]
fn names_are_read_as_they_are_printed() {
    let [tree, arm] = [robot(), crate::common::named("flex3r")];
    for robot in [&tree, &arm] {
        for quantity in Quantity::all(robot) {
            assert_eq!(Quantity::read_one(&quantity.to_string(), robot).unwrap(), quantity);
        }
    }
    for (robot, name, printed) in [
        (&tree, " omega [ 3 ]@ 0 ", "omega[3]@0"),
        (&tree, "omega[3]@3", "omega[3]"),
        (&tree, "omega[base]", "omega[0]"),
        (&tree, "omega[5]@base", "omega[tool]@0"),
        (&tree, "omega[joint3]@joint1", "omega[3]@1"),
        (&tree, "T[ 1 , tool ]", "T[1,tool]"),
        (&tree, "rnea[joint3]", "Q[3]"),
        (&tree, "f[tool]@0", "f[tool]@0"),
        (&arm, "Q[ 3 , 2 ]", "Q[3,2]"),
    ] {
        let read = Quantity::read_one(name, robot).unwrap();
        assert_eq!(read.to_string(), printed, "{name}");
        assert_eq!(Quantity::read_one(printed, robot).unwrap(), read, "{name}");
    }
    let axes: Vec<String> =
        Quantity::read("k", &tree).unwrap().iter().map(ToString::to_string).collect();
    assert_eq!(axes, ["k[1]", "k[3]", "k[4]"]);
    assert_eq!(Quantity::read_one("omega", &tree).unwrap_err().code, "needs-index");
    // the name of a joint may have a comma
    let named =
        TREE.replace("type = \"translation\"", "type = \"translation\"\n    name = \"a,b\"");
    let named = named.replace("parent = \"joint3\"", "parent = \"a,b\"");
    let named = read_toml(&named, &Options::default()).robot.unwrap();
    for (name, printed) in [("Q[a,b]", "Q[3]"), ("T[a,b]", "T[3]")] {
        assert_eq!(Quantity::read_one(name, &named).unwrap().to_string(), printed);
    }
}

/// All quantities of a tree: links, frames and neighbours, but no axis of a fixed joint.
#[test]
fn all_quantities_of_a_tree() {
    let robot = robot();
    let all: Vec<String> = Quantity::all(&robot).iter().map(ToString::to_string).collect();
    let of = |name: &str| -> Vec<&str> {
        let own = all.iter().map(String::as_str);
        own.filter(|it| it.split_once('[').is_some_and(|(before, _)| before == name)).collect()
    };
    assert_eq!(of("k"), ["k[1]", "k[3]", "k[4]"]);
    assert_eq!(of("m"), ["m[1]", "m[2]", "m[3]", "m[4]"]);
    assert_eq!(of("f"), ["f[1]", "f[2]", "f[3]", "f[4]", "f[tool]"]);
    assert_eq!(of("v"), ["v[0]", "v[1]", "v[2]", "v[3]", "v[4]", "v[tool]"]);
    assert_eq!(of("r"), ["r[0,1]", "r[1,2]", "r[2,3]", "r[2,4]", "r[3,tool]"]);
    assert!(all.contains(&"Q".to_owned()) && of("Q").is_empty());
}

/// A wrong name is reported, with a hint that helps.
#[test]
fn a_wrong_name_is_explained() {
    let [tree, arm] = [robot(), crate::common::named("flex3r")];
    for (robot, name, code, message, hint) in [
        (&tree, "Q[2]", "fixed-joint", "joint 2 is fixed and has no `Q`", "a joint that moves"),
        (&tree, "k[2]", "fixed-joint", "joint 2 is fixed and has no `k`", "a joint that moves"),
        (&tree, "Q[1,1]", "unknown-mode", "no mode `1,1`", "no link of this robot is elastic"),
        (&arm, "Q[3,3]", "unknown-mode", "no mode `3,3`", "modes are 2,1 to 2,2; 3,1 to 3,2"),
        (
            &tree,
            "omega[jont3]",
            "unknown-joint",
            "no joint and no frame called `jont3`",
            "did you mean `joint3`?",
        ),
        (&tree, "omega[6]", "unknown-joint", "`6`", "numbered from 1 to 4"),
        (&tree, "omega[2", "unknown-quantity", "`omega[2` is not a quantity", "in brackets"),
        (&tree, "M@0", "no-axes", "`M` has no axes to choose", "leave @ out"),
        (&tree, "R", "wrong-index", "`R` takes two frames as indices", "R[0,2]"),
        (&tree, "f[0]", "wrong-index", "`f` takes a link, the tool or a named frame", "f[tool]"),
        (&tree, "mass_matrx", "unknown-quantity", "`mass_matrx`", "did you mean `mass_matrix`?"),
        (&tree, "tau", "unknown-quantity", "`tau`", "the joint torques are `Q`"),
        (&tree, "M[1,1]", "no-index", "`M` takes no index", "printed with it"),
        (&tree, "abcdefgh", "unknown-quantity", "`abcdefgh`", "`appell quantities` lists all"),
    ] {
        let problem = Quantity::read(name, robot).unwrap_err();
        assert_eq!(problem.code, code, "{name}");
        assert!(problem.message.contains(message), "{name}: {}", problem.message);
        assert!(problem.hints[0].contains(hint), "{name}: {:?}", problem.hints);
    }
}

/// Indices that a kind does not take; the same quantity of another part, of another kind.
#[test]
fn parts_and_kinds_are_exchanged() {
    use appell_mechanics::{Kind, Of};
    let robot = robot();
    let read = |name: &str| Quantity::read_one(name, &robot).unwrap();
    let id = |number: usize| robot.joint_ids().nth(number - 1).unwrap();
    for (kind, of) in [
        (Kind::MassMatrix, Of::Joint(id(1))),
        (Kind::MassMatrix, Of::Frame(Frame::Base)),
        (Kind::DrivingForce, Of::Frame(Frame::Joint(id(1)))),
        (Kind::ConnectionForce, Of::Frame(Frame::Base)),
        (Kind::Frame, Of::Frame(Frame::Base)),
        (Kind::InertiaForce, Of::Frame(Frame::Tool)),
        (Kind::Velocity, Of::Robot),
        (Kind::RelativeFrame, Of::Frame(Frame::Tool)),
    ] {
        assert_eq!(Quantity::new(kind, of).unwrap_err().code, "wrong-index", "{kind:?} {of:?}");
    }
    let spin = read("omega[3]@0");
    assert_eq!(spin.with_kind(Kind::Velocity), Some(read("v[3]@0")));
    assert_eq!(spin.with_kind(Kind::MassMatrix), None);
    assert_eq!(spin.with_of(Of::Frame(Frame::Tool)), Some(read("omega[tool]@0")));
    assert_eq!(spin.with_of(Of::Robot), None);
    let frames = [Frame::Base, Frame::Joint(id(1)), Frame::Joint(id(4)), Frame::Tool];
    assert_eq!(frames.map(|frame| frame.number(&robot)), [0, 1, 4, 5].map(Some));
    for frame in frames {
        assert_eq!(Frame::of_number(frame.number(&robot).unwrap(), &robot), Some(frame));
    }
    assert_eq!(Frame::of_number(6, &robot), None);
}

/// A quantity of another robot is refused, wherever the joint stands that this one does not have.
#[test]
fn quantities_of_other_robots_are_refused() {
    let [large, small] = [robot(), crate::common::named("2r")];
    let arm = crate::common::named("flex3r");
    let derivation = Derivation::new(&small, numbers(&small, 0.1)).unwrap();
    let assert_refused = |name: &str, robot: &Robot| {
        let error = derivation.get(Quantity::read_one(name, robot).unwrap()).unwrap_err();
        assert_eq!(error, appell_mechanics::Error::OtherRobot { quantity: name.to_owned() });
    };
    for name in ["Q[3]", "v[3]", "T[3,0]", "T[0,3]", "v[1]@3", "v[tool]@4", "m[4]"] {
        assert_refused(name, &large);
    }
    assert_refused("Q[3,1]", &arm);
}

/// Values know the frame in whose axes they are, and the labels of their rows and columns; a frame
/// in another one leads from that one on.
#[test]
fn values_know_their_axes_and_labels() {
    let robot = robot();
    let derivation = Derivation::new(&robot, numbers(&robot, 0.2)).unwrap();
    let get = |name: &str| derivation.get(Quantity::read_one(name, &robot).unwrap()).unwrap();
    let joint = |number: usize| Some(Frame::Joint(robot.joint_ids().nth(number - 1).unwrap()));
    for (name, axes) in [
        ("I[3]", joint(3)),
        ("k[3]", joint(3)),
        ("k[3]@1", joint(1)),
        ("T[1,3]", joint(1)),
        ("R[1,3]", joint(1)),
        ("r[1,3]", joint(1)),
        ("J", Some(Frame::Base)),
        ("M", None),
    ] {
        assert_eq!(get(name).axes, axes, "{name}");
    }
    for name in ["M", "C"] {
        assert_eq!(get(name).row_labels, ["1", "3", "4"], "{name}");
        assert_eq!(get(name).column_labels, ["1", "3", "4"], "{name}");
    }
    assert_eq!(get("J").column_labels, ["1", "3", "4"]);
    let of = |name: &str| {
        let (rotation, position) = frame(&get(name).rows.concat());
        appell_spatial::Transform::new(rotation, position)
    };
    let chained = &of("T0[1]") * &of("T[1,3]");
    same(&chained.position.0, &of("T0[3]").position.0, "T[1,3]");
    same(&get("r[1,3]").rows.concat(), &of("T[1,3]").position.0, "r[1,3]");
    same(&get("R[1,3]").rows.concat(), of("T[1,3]").rotation.0.as_flattened(), "R[1,3]");

    let arm = crate::common::named("flex3r");
    let value = |symbol: appell_algebra::Symbol| {
        let k = arm.coordinates().iter().position(|&q| q == symbol.base());
        k.map_or_else(|| arm.value(symbol), |k| Some(0.1 + 0.02 * k as f64))
    };
    let derivation = Derivation::new(&arm, Numbers::new(arm.symbols(), value)).unwrap();
    let get = |name: &str| derivation.get(Quantity::read_one(name, &arm).unwrap()).unwrap();
    let all = get("Q");
    for (label, row) in all.row_labels.iter().zip(&all.rows) {
        assert_eq!(get(&format!("Q[{label}]")).rows, std::slice::from_ref(row), "Q[{label}]");
    }
}

/// What a row says of its quantity is so: the highest derivative of a coordinate that it depends on,
/// and whether it needs driving forces or a payload. For each row some robot shows it, and none
/// shows more.
#[test]
fn rows_say_on_what_their_quantities_depend() {
    use appell_mechanics::{Need, TABLE};
    use std::collections::BTreeMap;
    let rough = "friction = { viscous = 0.4, coulomb = 0.1, diameter = 0.1 }";
    let rough = TREE.replace("friction = { viscous = 0.4 }", rough);
    let rough = read_toml(&rough, &Options::default()).robot.unwrap();
    let robots = [robot(), rough, crate::common::named("flex2r")];
    let mut shown: BTreeMap<&str, (u32, bool, bool)> = BTreeMap::new();
    for robot in &robots {
        let coordinates = robot.coordinates();
        let value = |quantity: Quantity, step: Option<u32>, tau: f64, load: f64| {
            let numbers = Numbers::new(robot.symbols(), |symbol| {
                let k = coordinates.iter().position(|&q| q == symbol.base());
                let Some(k) = k else { return robot.value(symbol) };
                let small = if k < 3 { 1.0 } else { 1e-3 };
                let moved = if step == Some(symbol.order()) { 0.1 } else { 0.0 };
                Some(small * (motion(k % 3, symbol.order(), 0.3) + moved))
            });
            let numbers = numbers.with_driving_forces(vec![tau; coordinates.len()]);
            let load = Wrench { force: Vector([load; 3]), moment: Vector([load; 3]) };
            let derivation = Derivation::new(robot, numbers).unwrap().with_payload(load);
            derivation.get(quantity).ok().map(|value| value.rows.concat())
        };
        for quantity in Quantity::all(robot) {
            let Some(before) = value(quantity, None, 1.0, 1.0) else { continue };
            let differs = |after: Option<Vec<f64>>| {
                let scale = before.iter().fold(1.0f64, |scale, it| scale.max(it.abs()));
                let far = |(a, b): (&f64, &f64)| (a - b).abs() > 1e-9 * scale;
                after.is_some_and(|after| after.iter().zip(&before).any(far))
            };
            // friction by the load makes it depend on more: see `Quantity::order`
            if quantity.order(robot) != quantity.kind().row().order {
                continue;
            }
            let entry = shown.entry(quantity.kind().name()).or_default();
            for order in 0..=HIGHEST_ORDER {
                if differs(value(quantity, Some(order), 1.0, 1.0)) {
                    entry.0 = entry.0.max(order);
                }
            }
            entry.1 |= differs(value(quantity, None, 2.0, 1.0));
            entry.2 |= differs(value(quantity, None, 1.0, 2.0));
        }
    }
    for row in TABLE {
        // of the slope by q' they cancel, unless friction depends on the load
        if row.kind == appell_mechanics::Kind::JointAccelerationByVelocity {
            continue;
        }
        let told = (row.order, row.needs(Need::DrivingForces), row.needs(Need::Payload));
        assert_eq!(shown[row.name], told, "{}: order, driving forces, payload", row.name);
    }
}

/// Energies are distinguished: M is the second derivative of each by its own derivative of a coordinate.
#[test]
fn energies_have_the_mass_matrix_in_their_own_derivative() {
    let robot = robot();
    let coordinates = robot.coordinates();
    for (name, order) in [("Ek", 1), ("EA1", 2), ("EA2", 3), ("EA3", 4)] {
        let asked = Quantity::read_one(name, &robot).unwrap();
        let at = |k: usize, step: f64| {
            let numbers = Numbers::new(robot.symbols(), |symbol| {
                let Some(i) = coordinates.iter().position(|&q| q == symbol.base()) else {
                    return robot.value(symbol);
                };
                let moved = if i == k && symbol.order() == order { step } else { 0.0 };
                Some(motion(i, symbol.order(), 0.3) + moved)
            });
            Derivation::new(&robot, numbers).unwrap().get(asked).unwrap().rows[0][0]
        };
        for k in 0..3 {
            let mass = at_forces(&robot, 0.3, "M", vec![])[4 * k];
            assert_near(at(k, 1.0) + at(k, -1.0) - 2.0 * at(k, 0.0), mass, 1e-7, name);
        }
    }
    for (i, (mass, rotates)) in [(3.0, 1.0), (1.0, 0.0), (2.0, 0.0), (1.2, 1.0)].iter().enumerate()
    {
        same(&at(&robot, 0.3, &format!("m[{}]", i + 1)), &[*mass], "m");
        same(&at(&robot, 0.3, &format!("Delta[{}]", i + 1)), &[*rotates], "Delta");
    }
}

/// Names of quantities and of their entries in LaTeX and in Typst: indices, axes, modes, words, and
/// brackets around what row and column must not mix with.
#[test]
fn names_are_set_in_latex_and_typst() {
    let [tree, arm] = [robot(), crate::common::named("flex3r")];
    for (robot, name, latex, typst) in [
        (&tree, "G", "G", "G"),
        (&tree, "eps[3]", r"\varepsilon_{3}", "epsilon_(\"3\")"),
        (&tree, "omega[3]@0", r"{}^{0}\omega_{3}", "attach(\"\", tl: \"0\")omega_(\"3\")"),
        (&tree, "v[3]@tool", r"{}^{\mathrm{tool}}v_{3}", "attach(\"\", tl: \"tool\")v_(\"3\")"),
        (&tree, "T[1,tool]", r"{}^{1}T_{\mathrm{tool}}", "attach(\"\", tl: \"1\")T_(\"tool\")"),
        (&tree, "Q[3]", "Q_{3}", "Q_(\"3\")"),
        (&tree, "Qf[3]", r"Q_{\mathrm{f}3}", "Q_(\"f\" \"3\")"),
        (&arm, "Q[3,2]", "Q_{3,2}", "Q_(\"3,2\")"),
        (&arm, "sag", r"q_{\mathrm{s}}", "q_(\"s\")"),
    ] {
        let quantity = Quantity::read_one(name, robot).unwrap();
        assert_eq!((quantity.latex(), quantity.typst()), (latex.to_owned(), typst.to_owned()));
    }
    let polynomials = PolynomialArithmetic::new(&tree, Budget::default());
    let derivation = Derivation::new(&tree, &polynomials).unwrap();
    for (name, entry, text, latex, typst) in [
        ("Ek", 0, "Ek", r"E_{\mathrm{k}}", "E_(\"k\")"),
        ("omega[3]", 2, "omega[3].z", r"\omega_{3,z}", "omega_(\"3,z\")"),
        ("vC[3]", 0, "vC[3].x", "v_{C_{3x}}", "v_(C_(\"3x\"))"),
        ("G", 1, "G[3]", "G_{3}", "G_(\"3\")"),
        ("base", 1, "base[", r"p_{\mathrm{b}2}", "p_(\"b\" \"2\")"),
        ("dL/dq", 1, "dL/dq[3]", r"\frac{\partial L}{\partial q_{3}}", "(partial q_(\"3\"))"),
        ("M", 1, "M[1,3]", "M_{1,2}", "M_(\"1,2\")"),
        ("I[2]", 1, "I[2][1,2]", r"\left(I_{2}\right)_{1,2}", "(I_(\"2\"))_(\"1,2\")"),
        (
            "dQ/dqd",
            1,
            "dQ/dqd[1,3]",
            r"\left(\frac{\partial Q}{\partial \dot{q}}\right)_{1,2}",
            "((partial Q) / (partial dot(q)))_(\"1,2\")",
        ),
        ("T[1,3]", 1, "T[1,3][1,2]", r"\left({}^{1}T_{3}\right)_{1,2}", "_(\"1,2\")"),
    ] {
        let quantity = Quantity::read_one(name, &tree).unwrap();
        let names = derivation.get(quantity).unwrap().entry_names(quantity);
        assert!(names[entry].to_string().starts_with(text), "{}", names[entry]);
        assert_eq!(names[entry].latex(), latex, "{name}");
        assert!(names[entry].typst().ends_with(typst), "{name}: {}", names[entry].typst());
    }
    let quantity = Quantity::read_one("dqdd/dtau", &tree).unwrap();
    let inverse = Derivation::new(&tree, numbers(&tree, 0.1)).unwrap().get(quantity).unwrap();
    let name = &inverse.entry_names(quantity)[1];
    assert_eq!(name.latex(), r"\left(M^{-1}\right)_{1,2}");
    assert_eq!(name.typst(), "(M^(-1))_(\"1,2\")");
    let quantity = Quantity::read_one("K", &arm).unwrap();
    let graph = Graph::new(arm.symbols());
    let stiffness = Derivation::new(&arm, &graph).unwrap().get(quantity).unwrap();
    let names: Vec<String> =
        stiffness.entry_names(quantity).iter().map(ToString::to_string).collect();
    assert!(names.contains(&"K[1;2,1]".to_owned()) && names.contains(&"K[1,2]".to_owned()));
}
