//! What `derive` prints in LaTeX, the proof-reader proves: every quantity of the table, of every
//! bundled robot. What is longer than the limit is printed nested, read back and compared in
//! numbers. Long robots and long formulas are read back by `./test full`.

use std::collections::BTreeMap;

use appell_algebra::{Budget, Error as AlgebraError, Formula, Graph, Printer, Stop, Symbol};
use appell_mechanics::{
    ClosedForm, Derivation, Error, Frame, Index, Kind, Numbers, Of, Quantity, TABLE,
};
use appell_model::{BUNDLED, Robot, bundled, read_toml};
use appell_proof::{Finding, Notation, Options, Verdict, check};
use appell_report::{DeriveOptions, Derived, DerivedForm};

/// Formulas with more terms are printed nested.
const TERMS: usize = 20_000;

/// Robots whose formulas take minutes: they are read back by `./test full`.
const LONG: [&str; 9] = [
    "6r",
    "stanford",
    "puma560",
    "puma560_motors",
    "ur5",
    "panda",
    "chain20",
    "flex3r",
    "trttrr1_elastic",
];

/// Kinds of formulas that take most of the time: under the roots of Coulomb friction, of high order with
/// elastic links or many joints. They are read back by `./test full`.
const LONG_FORMULAS: [(&str, &[&str]); 4] = [
    ("scara", &["dQ", "ddQ", "dQ/dq", "dQ/dqd", "dQ/dqdd"]),
    ("flex1r", &["EA1dot", "EA2", "EA3", "ddQ"]),
    ("flex2r", &["ddQ"]),
    ("tree", &["EA3"]),
];

/// Whether a formula is one of the long ones.
fn is_long(name: &str, quantity: &Quantity) -> bool {
    let kinds = LONG_FORMULAS.iter().find(|(robot, _)| *robot == name).map(|(_, kinds)| *kinds);
    kinds.is_some_and(|kinds| kinds.contains(&quantity.kind().row().name))
}

/// Every row with every index, a single coordinate and mode, and vectors in other axes.
fn quantities(robot: &Robot) -> Vec<Quantity> {
    let mut all = Quantity::all(robot);
    let moving = robot.joint_ids().find(|id| robot.joint(*id).coordinate.is_some()).unwrap();
    let elastic = robot.joint_ids().find(|id| robot.joint(*id).modes.is_some());
    for row in TABLE.iter().filter(|row| row.form.index() == Index::Coordinate) {
        all.push(Quantity::new(row.kind, Of::Joint(moving)).unwrap());
        all.extend(elastic.map(|id| Quantity::new(row.kind, Of::Mode(id, 0)).unwrap()));
    }
    for row in TABLE.iter().filter(|row| row.form.has_axes()) {
        let vector = Quantity::of_frame(row.kind, Frame::Joint(moving)).unwrap();
        all.extend([Frame::Base, Frame::Tool].map(|axes| vector.in_axes_of(axes).unwrap()));
        let named = robot.frames().iter().map(|frame| Frame::Named(frame.name));
        let others = named.chain(robot.base().map(|_| Frame::Outer));
        all.extend(others.map(|axes| vector.in_axes_of(axes).unwrap()));
    }
    if robot.base().is_some() {
        let from_outer = Of::Between(Frame::Outer, Frame::Tool);
        all.push(Quantity::new(Kind::RelativeFrame, from_outer).unwrap());
    }
    all.retain(|quantity| quantity.kind().row().closed_form != ClosedForm::None);
    // formulas of higher orders are long
    let highest = if robot.coordinates().len() > 2 { 4 } else { 5 };
    all.retain(|quantity| quantity.kind().row().order <= highest);
    // and time derivatives of energies, of every link, as long as the next energy
    let rate = Kind::AccelerationEnergyRate2;
    all.retain(|quantity| quantity.kind() != rate || robot.coordinates().len() <= 2);
    all
}

/// Why the one quantity that was asked for is missing, if it is.
fn reason_of(derived: &Derived) -> Option<&Error> {
    derived.missing().first().map(|missing| match missing.error() {
        appell_report::Error::Mechanics(error) => error,
        other => panic!("{other}"),
    })
}

fn is_too_long(derived: &Derived) -> bool {
    let reason = reason_of(derived);
    matches!(reason, Some(Error::Algebra(AlgebraError::Stopped(Stop::Terms { .. }))))
}

fn is_too_long_to_read(finding: &Finding) -> bool {
    matches!(&finding.verdict, Verdict::Unreadable(problem) if problem.code == "too-large")
}

/// Prints quantities and has them proved or compared; gives how many went each way.
fn read_back(robot: &Robot, quantities: Vec<Quantity>) -> [usize; 2] {
    let notation = Notation::appell(robot);
    let budget = Budget::default().with_terms(TERMS);
    let expanded = DeriveOptions::new().budget(&budget);
    let nested = DeriveOptions::new().form(DerivedForm::Nested);
    let mut counts = [0, 0];
    for quantity in quantities {
        let what = format!("{}: {quantity}", robot.name());
        let quotient = quantity.kind().row().closed_form == ClosedForm::Quotient;
        if quotient && robot.coordinates().len() > 1 {
            let derived = nested.derive(robot, &[quantity]).unwrap();
            let refused = reason_of(&derived).cloned();
            // with Coulomb friction accelerations have no closed form
            let expected = refused.is_none() || refused == Some(Error::ImplicitFriction);
            assert!(expected, "{what}: {refused:?}");
            counts[1] += usize::from(compared(&derived, robot));
            continue;
        }
        let derived = expanded.derive(robot, &[quantity]).unwrap();
        if is_too_long(&derived) {
            assert!(compared(&nested.derive(robot, &[quantity]).unwrap(), robot), "{what}");
            counts[1] += 1;
            continue;
        }
        // what this robot does not have is refused by every route: see the tests of `code`
        if let Some(reason) = reason_of(&derived) {
            let announced =
                matches!(reason, Error::ElasticLink { .. } | Error::NoCoordinate { .. });
            assert!(announced, "{what}: {reason}");
            continue;
        }
        let printed = derived.latex();
        let report = check(&printed, robot, Some(&notation), &Options::default()).unwrap();
        // few terms can still be too long for the reader, which says so
        if report.findings.iter().any(is_too_long_to_read) {
            assert!(compared(&nested.derive(robot, &[quantity]).unwrap(), robot), "{what}");
            counts[1] += 1;
            continue;
        }
        // names of integrals and angles are explained first; numbers are rounded in print
        let (explained, own) = report.findings.split_at(derived.steps().len());
        for finding in explained {
            let kind = finding.verdict.kind().to_string();
            assert!(["proved", "unmapped"].contains(&kind.as_str()), "{what}: {finding:?}");
        }
        assert!(!own.is_empty(), "{what}: nothing was read in\n{printed}");
        for finding in own {
            let verdict = finding.verdict.kind().to_string();
            assert_eq!(verdict, "proved", "{what}: {finding:?}\n{printed}");
            // frame {i} in the base has two names
            let name = quantity.to_string().replace("T[0,", "T0[");
            let rest = finding.quantity.strip_prefix(&name);
            let same = rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']));
            assert!(same, "{what} was read as {}", finding.quantity);
        }
        counts[0] += 1;
    }
    counts
}

/// Whether a nested document is available; its text is read and its numbers are compared with those
/// of the derivation in numbers, at two states.
pub(crate) fn compared(derived: &Derived, robot: &Robot) -> bool {
    let Some(quantity) = derived.quantities().first() else { return false };
    for seed in [1, 2] {
        let own = |symbol: Symbol| value(symbol, robot, seed);
        let forces: Vec<f64> = (0..robot.coordinates().len()).map(|k| force(k, seed)).collect();
        let numbers = Numbers::new(robot.symbols(), own).with_driving_forces(forces);
        let numbers = Derivation::new(robot, numbers).unwrap();
        let expected = numbers.get(quantity.quantity()).unwrap();

        let graph = Graph::new(derived.robot().symbols());
        let printer = Printer::new(derived.robot().symbols());
        let mut known: BTreeMap<Symbol, f64> = BTreeMap::new();
        let tau = |symbol: Symbol| {
            let names = numbers.driving_force_names();
            let name = robot.symbols().name(symbol);
            names.iter().position(|force| *force == name).map(|k| force(k, seed))
        };
        let read = |formula: &Formula, known: &BTreeMap<Symbol, f64>| {
            let text = printer.text(formula);
            let of = |x: Symbol| known.get(&x).copied().or_else(|| own(x)).or_else(|| tau(x));
            graph.parse(&text).unwrap().evaluate(of).unwrap()
        };
        for (name, formula) in derived.steps() {
            let value = read(formula, &known);
            known.insert(*name, value);
        }
        let size = expected.entries().fold(1e-3f64, |size, it| size.max(it.abs()));
        for ((name, formula), expected) in quantity.entries().iter().zip(expected.entries()) {
            let found = read(formula, &known);
            assert!((found - expected).abs() <= 1e-8 * size, "{name}: {found} is not {expected}");
        }
    }
    true
}

fn number(seed: usize) -> f64 {
    ((seed * 7919 + 13) % 1009) as f64 / 1009.0 - 0.4
}

fn force(coordinate: usize, seed: usize) -> f64 {
    10.0 * number(coordinate + 500 * seed)
}

/// A coordinate or a parameter.
fn value(symbol: Symbol, robot: &Robot, seed: usize) -> Option<f64> {
    let place = robot.coordinates().iter().position(|&q| q == symbol.base());
    if let Some(place) = place {
        return Some(0.3 * number(place + 31 * symbol.order() as usize + 7 * seed));
    }
    let place = robot.parameters().iter().position(|it| it.symbol == symbol)?;
    Some(robot.value(symbol).unwrap_or(0.3 + 0.1 * (place % 7) as f64))
}

/// A short document is read as a whole: its definitions, then the formulas that use them.
fn assert_short_is_proved(robot: &Robot, names: &[&str]) {
    let quantities: Vec<Quantity> =
        names.iter().flat_map(|name| Quantity::read(name, robot).unwrap()).collect();
    let derived = DeriveOptions::new().form(DerivedForm::Short).derive(robot, &quantities).unwrap();
    let printed = derived.latex();
    let report =
        check(&printed, robot, Some(&Notation::appell(robot)), &Options::default()).unwrap();
    let (defined, own) = report.findings.split_at(derived.steps().len());
    for (finding, wanted) in
        defined.iter().map(|it| (it, "defined")).chain(own.iter().map(|it| (it, "proved")))
    {
        let verdict = finding.verdict.kind().to_string();
        assert_eq!(verdict, wanted, "{} {names:?}: {finding:?}\n{printed}", robot.name());
    }
    let entries: usize = derived.quantities().iter().map(|it| it.entries().len()).sum();
    assert_eq!(own.len(), entries, "{} {names:?}\n{printed}", robot.name());
    // by custom alone some names mean something else; what is right is not called wrong for that
    let report = check(&printed, robot, None, &Options::default()).unwrap();
    for finding in &report.findings {
        assert!(finding.refutation().is_none(), "{} {names:?}: {finding:?}", robot.name());
    }
}

#[test]
fn short_documents_are_proved_with_their_definitions() {
    for name in ["2r", "3r", "cartpole", "acrobot", "ttrt", "trr", "trtr", "scara", "gantry"] {
        let robot = bundled(name).unwrap().read().robot.unwrap();
        assert_short_is_proved(&robot, &["M", "C", "G"]);
        assert_short_is_proved(&robot, &["Q"]);
        assert_short_is_proved(&robot, &["T[tool]", "J"]);
        assert_short_is_proved(&robot, &["M", "C", "G", "Q"]);
    }
    for name in ["2r", "cartpole", "acrobot"] {
        let robot = bundled(name).unwrap().read().robot.unwrap();
        assert_short_is_proved(&robot, &["qdd"]);
        assert_short_is_proved(&robot, &["M", "G", "Q", "qdd"]);
    }
}

#[test]
fn names_in_latex_are_read_back() {
    let file = r#"
        name = "arm"
        gravity = [0, "-g", 0]
        [parameters]
        lc1 = { latex = 'l_{c1}' }
        lc2 = { latex = 'l_\mathrm{c2}' }
        l1 = { latex = '\rho' }
        first = { latex = '\mathrm{load}_{x,1}' }
        second = { latex = '\hat{m}_{\alpha}' }
        h1 = { latex = '\bar{J}_{C_1z}' }
        inertia = { latex = 'h' }
        [[joint]]
        type = "rotation"
        axis = "z"
        link = { mass = "first", centre = ["lc1", 0, 0], inertia = { zz = "h1" } }
        [[joint]]
        type = "rotation"
        axis = "z"
        offset = ["l1", 0, 0]
        link = { mass = "second", centre = ["lc2", 0, 0], inertia = { zz = "inertia" } }
    "#;
    let robot = read_toml(file, &Default::default()).robot.unwrap();
    let [proved, _] = read_back(&robot, quantities(&robot));
    assert!(proved > 40, "{proved} proved");
    assert_short_is_proved(&robot, &["M", "C", "G"]);
    let quantities = Quantity::read("M", &robot).unwrap();
    let derived = DeriveOptions::new().derive(&robot, &quantities).unwrap();
    let latex = derived.latex();
    for name in ["l_{c1}", "\\mathrm{load}_{x,1}", "\\hat{m}_{\\alpha}", "\\bar{J}_{C_1z}"] {
        assert!(latex.contains(name), "{latex}");
    }
    assert!(derived.typst().contains("l_(c 1)"), "{}", derived.typst());
    assert!(derived.text().contains("lc1"), "{}", derived.text());
}

#[test]
fn what_derive_prints_is_proved() {
    // the longest of all tests: two robots at a time
    let next = std::sync::Mutex::new(BUNDLED.iter().filter(|robot| !LONG.contains(&robot.name)));
    let work = || {
        while let Some(bundled) = { next.lock().unwrap().next() } {
            let robot = bundled.read().robot.unwrap();
            let mut short = quantities(&robot);
            short.retain(|quantity| !is_long(bundled.name, quantity));
            let [proved, compared] = read_back(&robot, short);
            assert!(proved > 40, "{}: {proved} proved, {compared} compared", bundled.name);
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(work);
        scope.spawn(work);
    });
}

/// Named frames, whose names have the letters of patterns in them, and a base that stands in B.
#[test]
fn what_derive_prints_of_frames_is_proved() {
    let file = r#"
        name = "framed"
        gravity = "g"
        [base]
        offset = [0, 0, "h"]
        rotation = { axis = "x", angle = "pi/2" }
        [[joint]]
        type = "rotation"
        axis = "z"
        link = { mass = "m1", centre = ["l1", 0, 0] }
        [[joint]]
        type = "translation"
        axis = "x"
        offset = ["l1", 0, 0]
        link = { mass = "m2" }
        [[frame]]
        name = "tip_i-j"
        offset = [0, "e", 0]
        rotation = { axis = "z", angle = "alpha" }
        force = ["fx", "fy", 0]
        [[frame]]
        name = "tool0"
        parent = "joint1"
        moment = [0, 0, "nz"]
        [[frame]]
        name = "rail"
        parent = "base"
        offset = ["e", 0, 0]
    "#;
    let robot = read_toml(file, &Default::default()).robot.unwrap();
    let [proved, compared] = read_back(&robot, quantities(&robot));
    assert!(proved > 90, "{proved} proved, {compared} compared");
}

/// One long arm; by itself, so that a test says which of them it is about.
fn assert_proved(name: &str) {
    assert!(LONG.contains(&name), "{name} is among the others");
    let robot = bundled(name).unwrap().read().robot.unwrap();
    let [proved, compared] = read_back(&robot, quantities(&robot));
    assert!(proved > 40, "{name}: {proved} proved, {compared} compared");
}

#[test]
#[ignore = "takes minutes: run by ./test full"]
fn long_formulas_that_derive_prints_are_proved() {
    for (name, kinds) in LONG_FORMULAS {
        let robot = bundled(name).unwrap().read().robot.unwrap();
        let mut long = quantities(&robot);
        long.retain(|quantity| is_long(name, quantity));
        let [proved, compared] = read_back(&robot, long);
        assert!(proved + compared >= kinds.len(), "{name}: {proved} proved, {compared} compared");
    }
}

#[test]
#[ignore = "takes minutes: run by ./test full"]
fn what_derive_prints_of_the_6r_is_proved() {
    assert_proved("6r");
}

#[test]
#[ignore = "takes minutes: run by ./test full"]
fn what_derive_prints_of_the_stanford_arm_is_proved() {
    assert_proved("stanford");
}

#[test]
#[ignore = "takes minutes: run by ./test full"]
fn what_derive_prints_of_the_puma_is_proved() {
    assert_proved("puma560");
}

#[test]
#[ignore = "takes minutes: run by ./test full"]
fn what_derive_prints_of_the_puma_with_motors_is_proved() {
    assert_proved("puma560_motors");
}

#[test]
#[ignore = "takes minutes: run by ./test full"]
fn what_derive_prints_of_three_elastic_links_is_proved() {
    assert_proved("flex3r");
}

#[test]
#[ignore = "takes minutes: run by ./test full"]
fn what_derive_prints_of_a_long_arm_with_an_elastic_link_is_proved() {
    assert_proved("trttrr1_elastic");
}

#[test]
#[ignore = "takes minutes: run by ./test full"]
fn what_derive_prints_of_the_ur5_is_proved() {
    assert_proved("ur5");
}

#[test]
#[ignore = "takes minutes: run by ./test full"]
fn what_derive_prints_of_the_panda_is_proved() {
    assert_proved("panda");
}

#[test]
#[ignore = "takes minutes: run by ./test full"]
fn what_derive_prints_of_a_long_chain_is_proved() {
    assert_proved("chain20");
}
