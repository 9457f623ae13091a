//! The bundled papers: every verdict twice, every slip applied, and the counts that papers/README.md
//! states.

use std::path::Path;
use std::sync::LazyLock;

use appell_model::{Robot, read_toml};
use appell_proof::{
    BundledNotation, Finding, Kind, NOTATIONS, Notation, Options, Report, SecondRoute, VerdictKind,
    check, notation_for,
};

pub(crate) fn folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("papers")
}

fn text(paper: &str) -> String {
    std::fs::read_to_string(folder().join(format!("{paper}.tex"))).unwrap()
}

fn notation(paper: &str) -> Notation {
    let names = std::fs::read_to_string(folder().join(format!("{paper}.toml"))).unwrap();
    Notation::read(&names).unwrap()
}

/// Papers about robots that are not bundled: these stand beside them.
const WITH_OWN_ROBOT: [&str; 3] =
    ["elastodynamics-affine-2019", "elastodynamics-link-2019", "elastodynamics-order-2019"];

fn own_robot(paper: &str) -> Robot {
    let file = std::fs::read_to_string(folder().join(format!("{paper}.robot.toml"))).unwrap();
    read_toml(&file, &Default::default()).robot.unwrap()
}

/// Each paper with its robot and what the check says; all tests look at the same.
pub(crate) static CHECKED: LazyLock<Vec<(&str, Robot, Report)>> = LazyLock::new(|| {
    let bundled =
        NOTATIONS.map(|BundledNotation { name, robot, .. }| (name, Robot::bundled(robot).unwrap()));
    let own = WITH_OWN_ROBOT.map(|name| (name, own_robot(name)));
    let checked = bundled.into_iter().chain(own).map(|(name, robot)| {
        let options = Options::default();
        let report = check(&text(name), &robot, Some(&notation(name)), &options).unwrap();
        (name, robot, report)
    });
    checked.collect()
});

pub(crate) fn report(paper: &str) -> &'static Report {
    &CHECKED.iter().find(|(known, ..)| *known == paper).unwrap().2
}

#[test]
fn every_verdict_is_confirmed_by_exact_values() {
    // formulas that hold under an assumption, and elastic links, are decided by normal forms alone
    let decided_twice = CHECKED.iter().filter(|(paper, ..)| !paper.starts_with("elastodynamics"));
    for (paper, _, report) in decided_twice {
        for finding in &report.findings {
            let kind = finding.verdict.kind();
            let decided = matches!(kind, VerdictKind::Proved | VerdictKind::Refuted);
            let expected = if decided { SecondRoute::Exact } else { SecondRoute::None };
            let label = format!("{paper} ({}) {}", finding.equation, finding.quantity);
            let reason = finding.verdict.reason();
            assert_eq!(finding.verdict.second_route(), expected, "{label}: {reason}");
        }
    }
}

#[test]
fn the_slips_make_every_refuted_equation_right() {
    for (paper, robot, report) in &*CHECKED {
        let notation = notation(paper);
        let refuted = |finding| Some((finding, Finding::refutation(finding)?));
        for (finding, refutation) in report.findings.iter().filter_map(refuted) {
            let label = format!("{paper} ({}) {}", finding.equation, finding.quantity);
            assert!(!refutation.slips.is_empty(), "{label}");
            let corrected = format!("$$ {} \\tag{{1}} $$", refutation.corrected);
            let again = check(&corrected, robot, Some(&notation), &Options::default()).unwrap();
            assert!(!again.findings.is_empty(), "{label}: {corrected}");
            for component in again.findings {
                assert_eq!(component.verdict.kind(), VerdictKind::Proved, "{label}: {corrected}");
            }
        }
    }
}

/// What a reader of the papers would call right and wrong, found by hand.
#[test]
fn known_misprints_are_named() {
    let cases: [(&str, &str, &str, &[Kind]); 9] = [
        // M_4 s q_4 q1'' q_3 with a minus, and a single dot on q_1 before r_C4x
        ("rttrr-dynamics-2016", "19", "F[4].y", &[Kind::MissingDot, Kind::Sign]),
        ("rttrr-dynamics-2016", "21", "F[5].y", &[Kind::ExtraDot]),
        ("rttrr-dynamics-2016", "31", "f[5].x", &[Kind::WrongIndex]),
        ("rttrr-dynamics-2016", "14", "aC[5].y", &[Kind::MissingDot; 5]),
        // q1'' stands in the row of z
        ("trttrr1-dynamics", "24", "aC[1].y", &[Kind::MovedRow]),
        ("trttrr1-dynamics", "49", "f[1].x", &[Kind::Sign]),
        ("ttrt-dynamics-2012", "28", "F[3]@4.y", &[Kind::WrongIndex]),
        ("ttrt-dynamics-2012", "45", "Q[3]", &[Kind::MissingTerm]),
        // sin q2 + sin q3 for sin(q2 + q3)
        ("6r-kinematics-2012", "17", "omega[3].y", &[Kind::AngleSum]),
    ];
    for (paper, equation, quantity, kinds) in cases {
        let finding = report(paper)
            .findings
            .iter()
            .find(|finding| finding.equation == equation && finding.quantity == quantity)
            .unwrap_or_else(|| panic!("{paper} has no ({equation}) {quantity}"));
        let refutation = finding.refutation().unwrap();
        let found: Vec<Kind> = refutation.slips.iter().map(|slip| slip.kind).collect();
        assert_eq!(found, kinds, "{paper} ({equation}) {quantity}: {}", refutation.reason);
    }
}

#[test]
fn a_misprinted_general_formula_is_mended_for_every_link() {
    let report = report("trttrr1-dynamics");
    let general = report.findings.iter().find(|finding| finding.equation == "13").unwrap();
    let slips = &general.refutation().unwrap().slips;
    let slips: Vec<(&str, &str)> =
        slips.iter().map(|slip| (slip.printed.as_str(), slip.correct.as_str())).collect();
    assert_eq!(slips, [(r"\bar{r}_5^5", r"\bar{r}_6^5"); 2]);
    let right = report.findings.iter().find(|finding| finding.equation == "12").unwrap();
    assert_eq!(right.verdict.kind(), VerdictKind::Proved);
    assert_eq!(right.verdict.reason(), "holds for i = 1 to 6");
}

#[test]
fn the_counts_are_those_of_the_readme() {
    let readme = std::fs::read_to_string(folder().join("README.md")).unwrap();
    for (paper, _, report) in &*CHECKED {
        let counts: Vec<String> =
            report.counts().values().map(|count| format!(" {count} |")).collect();
        let row = readme.lines().find(|line| line.contains(&format!("`{paper}.tex`"))).unwrap();
        let stated = format!(" {} |{}", report.findings.len(), counts.concat());
        assert!(row.contains(&stated), "{paper}: the check finds{stated}, the file says {row}");
    }
}

#[test]
fn every_line_of_a_notation_has_a_meaning() {
    for (paper, robot, _) in &*CHECKED {
        assert_eq!(notation(paper).problems(robot), [], "{paper}");
    }
    let given = "[quantities]\n'h' = \"nonsense[1]\"\n'k_i' = \"c.1\"\n'e' = \"[1, 0, 0]\"\n'f' = \"\"\n\
                 'g_i' = \"Q[i]\"\n[symbols]\n'h_i' = \"expression\"\n'a' = \"-M2*l1*sin(q2)\"\n'm_i' = \"M{i}\"\n'z' = \"zz*l1\"";
    let problems = Notation::read(given).unwrap().problems(&Robot::bundled("2r").unwrap());
    let found: Vec<&str> =
        problems.iter().map(|it| it.message.split('`').nth(1).unwrap()).collect();
    assert_eq!(found, ["nonsense[1]", "c.1", "expression", "zz*l1"]);
}

#[test]
fn the_notation_of_a_paper_is_found_by_its_names() {
    for (paper, robot, _) in CHECKED.iter().filter(|(paper, ..)| !WITH_OWN_ROBOT.contains(paper)) {
        let found = notation_for(&text(paper), robot).map(|notation| notation.name);
        assert_eq!(found, Some(*paper));
        // its names may mean other things for another robot, and a notation is believed
        let other = if robot.name() == "6R" { "rttrr" } else { "6r" };
        let found = notation_for(&text(paper), &Robot::bundled(other).unwrap());
        assert_ne!(found.map(|notation| notation.name), Some(*paper));
    }
    let plain = r"$$ \omega_2 = \begin{bmatrix} 0 \\ 0 \\ \dot{q}_1 + \dot{q}_2 \end{bmatrix} $$";
    assert!(notation_for(plain, &Robot::bundled("2r").unwrap()).is_none());
}
