//! Equations of reports, read back by the proof-reader and compared with the derivation.

use appell_algebra::Budget;
use appell_model::{BUNDLED, Robot, read_toml};
use appell_proof::{Notation, Options, Verdict, VerdictKind, check};
use appell_report::{Columns, Part, ReportOptions};

use super::{LONG, report};

/// Reads the equations of a report as a paper and gives how many were proved.
pub(super) fn read_back(robot: &Robot, columns: Columns) -> usize {
    let document = report(robot, columns);
    // multiplied out, a row has at most 80 lines; nested, what has no name is written out
    let longest = document.equations().map(|it| it.latex.len()).max().unwrap();
    let most = if columns == Columns::One { 160 } else { 320 };
    assert!(longest <= most, "{}: {longest} lines in one equation", robot.name());
    let equations: Vec<String> =
        document.equations().map(|it| format!("\\[ {} \\]\n", it.latex())).collect();
    let notation = Notation::appell(robot);
    let found = check(&equations.concat(), robot, Some(&notation), &Options::default()).unwrap();
    assert!(found.stopped.is_none(), "{}", robot.name());
    let (mut proved, mut wrong) = (0, Vec::new());
    for finding in &found.findings {
        match &finding.verdict {
            Verdict::Proved(proof) => {
                assert!(proof.assumptions.is_empty(), "{}: {finding:?}", robot.name());
                proved += 1;
            }
            Verdict::Defined { .. } => {}
            // integrals of elastic links are numbers that are rounded in print
            Verdict::Unmapped { .. } if robot.is_elastic() => {}
            other => wrong.push(format!("{} {}: {other:?}", finding.equation, finding.quantity)),
        }
    }
    assert!(wrong.is_empty(), "{}: {wrong:#?}", robot.name());
    proved
}

#[test]
fn every_equation_of_a_report_is_read_back_and_proved() {
    for entry in BUNDLED.iter().filter(|entry| !LONG.contains(&entry.name)) {
        let robot = Robot::bundled(entry.name).unwrap();
        let proved = read_back(&robot, Columns::One);
        assert!(proved >= 10, "{}: {proved}", entry.name);
    }
}

/// A report of the same robot is the same again, in the same process too. Its file of LaTeX, with its lines,
/// rules, tables and numbers, says nothing that is refuted, and all that is proved of the bare equations.
#[test]
fn the_file_of_latex_is_read_back() {
    for (name, columns) in [
        ("2r", Columns::One),
        ("rttrr", Columns::One),
        ("rttrr", Columns::Two),
        ("scara", Columns::One),
        ("gripper_arm", Columns::One),
        ("elastic_joints", Columns::One),
    ] {
        let robot = Robot::bundled(name).unwrap();
        let document = ReportOptions::new().columns(columns).document(&robot).unwrap();
        let notation = Notation::appell(&robot);
        let found = check(&document.latex(), &robot, Some(&notation), &Options::default()).unwrap();
        let count = |kind: VerdictKind| {
            found.findings.iter().filter(|finding| finding.verdict.kind() == kind).count()
        };
        // rules that hold for every robot have no numbers, and may have names that no quantity has
        let wrong = found.findings.iter().filter(|finding| match finding.verdict.kind() {
            VerdictKind::Refuted | VerdictKind::Undecided => true,
            VerdictKind::Unreadable => !finding.equation.starts_with("line "),
            _ => false,
        });
        let wrong: Vec<_> =
            wrong.map(|it| (&it.equation, &it.quantity, it.verdict.reason())).collect();
        assert!(wrong.is_empty(), "{name}: {wrong:#?}");
        assert!(count(VerdictKind::Proved) >= read_back(&robot, columns), "{name}");
    }
}

/// An oblique axis has angles of many digits. They get names, which are read back; without the part that explains
/// them, there are none.
#[test]
fn angles_of_many_digits_have_names() {
    let file = r#"
        name = "oblique"
        gravity = "g"
        [[joint]]
        type = "R"
        axis = [1, 2, 3]
        link = { mass = "m1", centre = ["c1", 0, 0] }
        [[joint]]
        type = "R"
        axis = "z"
        offset = ["l1", 0, 0]
        rotation = { axis = "x", angle = 0.3 }
        link = { mass = "m2", centre = ["c2", 0, 0] }
    "#;
    let robot = read_toml(file, &Default::default()).robot.unwrap();
    let latex = ReportOptions::new().document(&robot).unwrap().latex();
    let notation = Notation::appell(&robot);
    let found = check(&latex, &robot, Some(&notation), &Options::default()).unwrap().findings;
    // base parameters of such robots are rounded
    let own = found.iter().filter(|it| !it.equation.starts_with("line "));
    let own = own.filter(|it| !it.verdict.reason().contains("there is no base"));
    let (good, bad): (Vec<_>, Vec<_>) = own.partition(|finding| {
        [VerdictKind::Proved, VerdictKind::Defined].contains(&finding.verdict.kind())
    });
    assert!(good.len() >= 90 && bad.is_empty(), "{} proved, {bad:#?}", good.len());
    let markdown = ReportOptions::new().document(&robot).unwrap().markdown();
    for angle in ["\\beta_1 = 0.9302740141154721", "\\beta_2 = 1.1071487177940904"] {
        assert!(markdown.contains(angle), "{angle}");
        let digits = angle.split(' ').next_back().unwrap();
        assert_eq!(latex.matches(digits).count(), 1, "{digits}");
    }
    assert!(latex.contains("\\cos(\\frac{3}{10})") && latex.contains("\\cos \\beta_1"));
    let parts = ReportOptions::new().parts([Part::Robot, Part::Frames]);
    assert!(!parts.document(&robot).unwrap().latex().contains("\\beta"));
}

/// Coulomb's friction: what is under the root is the sum of the squares of two components of the connection
/// force, not their product multiplied out.
#[test]
fn the_force_across_an_axis_is_a_sum_of_squares() {
    let document = report(&Robot::bundled("scara").unwrap(), Columns::One);
    for id in ["name-rho1", "name-rho2"] {
        let lines = &document.equations().find(|it| it.id == id).unwrap().latex;
        // 61 and 46 lines multiplied out
        assert!(lines.len() < 20, "{lines:#?}");
        assert_eq!(lines.concat().matches(")^{2}").count(), 2, "{lines:#?}");
    }
}

/// Long reports, a few by themselves, so that a test says which of them it is about.
fn assert_read_back(names: &[&str]) {
    for name in names {
        assert!(LONG.contains(name), "{name} is among the others");
        read_back(&Robot::bundled(name).unwrap(), Columns::One);
    }
}

#[test]
#[ignore = "takes minutes: run by ./test full"]
fn every_equation_of_arms_of_six_joints_is_read_back_and_proved() {
    assert_read_back(&["6r", "stanford", "ur5"]);
}

#[test]
#[ignore = "takes minutes: run by ./test full"]
fn every_equation_of_the_puma_is_read_back_and_proved() {
    assert_read_back(&["puma560"]);
}

#[test]
#[ignore = "takes minutes: run by ./test full"]
fn every_equation_of_the_puma_with_motors_is_read_back_and_proved() {
    assert_read_back(&["puma560_motors"]);
}

#[test]
#[ignore = "takes minutes: run by ./test full"]
fn every_equation_of_the_panda_is_read_back_and_proved() {
    assert_read_back(&["panda"]);
}

#[test]
#[ignore = "takes minutes: run by ./test full"]
fn every_equation_of_elastic_arms_is_read_back_and_proved() {
    assert_read_back(&["flex2r", "trttrr1_elastic"]);
}

/// Of a long chain what stays within 20 000 terms is proved, and nothing is refuted: the rest is what
/// cannot be derived within them.
#[test]
#[ignore = "takes minutes: run by ./test full"]
fn what_is_short_of_a_long_chain_is_read_back_and_proved() {
    let robot = Robot::bundled("chain20").unwrap();
    let document = report(&robot, Columns::One);
    let options = Options { budget: Budget::default().with_terms(20_000), ..Options::default() };
    let notation = Notation::appell(&robot);
    let found = check(&document.latex(), &robot, Some(&notation), &options).unwrap();
    let mut proved = 0;
    for finding in found.findings.iter().filter(|it| !it.equation.starts_with("line ")) {
        match &finding.verdict {
            Verdict::Proved(_) => proved += 1,
            // names of which only rows make use that are too long
            Verdict::Defined { .. } | Verdict::Unmapped { .. } => {}
            other => {
                let reason = other.reason();
                assert!(reason.contains("more than 20000 terms"), "{}: {reason}", finding.equation);
            }
        }
    }
    assert!(proved >= 680, "{proved}");
}

/// Lines are shorter, matrices smaller, products broken: the equations are the same.
#[test]
fn equations_in_two_columns_are_read_back_and_proved() {
    let robot = Robot::bundled("rttrr").unwrap();
    assert!(read_back(&robot, Columns::Two) >= 200);
    let lines = |columns| -> usize {
        report(&robot, columns).equations().map(|equation| equation.latex.len()).sum()
    };
    assert!(2 * lines(Columns::Two) > 3 * lines(Columns::One));
}

#[test]
#[ignore = "takes minutes: run by ./test full"]
fn broken_products_in_two_columns_are_read_back_and_proved() {
    let robot = Robot::bundled("6r").unwrap();
    let is_broken = |line: &String| line.starts_with("\\cdot ");
    assert!(report(&robot, Columns::Two).equations().any(|it| it.latex.iter().any(is_broken)));
    read_back(&robot, Columns::Two);
}
