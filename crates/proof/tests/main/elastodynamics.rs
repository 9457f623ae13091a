//! The equations (32) to (117) of a paper on elastodynamics that can be checked: matrix exponentials, energies,
//! transforms, forces of elastic links, equations of higher order. `papers/README.md` states the counts; the
//! refutations are confirmed by `papers/refutations.py`.

use appell_model::{Robot, read_toml};
use appell_proof::{Notation, Options, Report, VerdictKind, check};

use crate::papers::{folder, report};

/// Equations with a verdict.
fn numbers(report: &Report, kind: VerdictKind) -> Vec<&str> {
    let findings = report.findings.iter().filter(|it| it.verdict.kind() == kind);
    findings.map(|it| it.equation.as_str()).collect()
}

/// What is proved, refuted and of the wrong shape, in a row: nothing else is said.
fn assert_verdicts(paper: &str, proved: &[&str], refuted: &[&str], unreadable: &[&str]) {
    let report = report(paper);
    assert_eq!(numbers(report, VerdictKind::Proved), proved, "{paper}");
    assert_eq!(numbers(report, VerdictKind::Refuted), refuted, "{paper}");
    assert_eq!(numbers(report, VerdictKind::Unreadable), unreadable, "{paper}");
    let all = proved.len() + refuted.len() + unreadable.len();
    assert_eq!(report.findings.len(), all, "{paper}");
}

#[test]
fn equations_of_rigid_links() {
    let proved = [
        "3", "3", "6", "7", "22", "24", "32", "32", "33", "33", "34", "35", "39", "42", "43", "44",
        "45", "46", "47", "48", "49", "53", "54", "55", "57", "58", "59", "71", "87", "104", "104",
    ];
    // the velocity with k k^T in b; a factor 1/(m + 1). A number beside a vector; a row times a row
    let (refuted, unreadable) = (["33", "46"], ["33", "56"]);
    assert_verdicts("elastodynamics-rigid-2019", &proved, &refuted, &unreadable);
}

#[test]
fn equations_of_elastic_links() {
    let proved = ["99", "99", "101", "104", "104"];
    // a rotation matrix too many
    assert_verdicts("elastodynamics-elastic-2019", &proved, &["86"], &[]);
}

#[test]
fn transforms_and_energies_of_an_elastic_arm() {
    let proved = [
        "63", "64", "65", "66", "67", "69", "73", "73", "74", "76", "98", "100", "102", "112",
        "105", "106", "106", "106", "107", "111", "113", "113", "114", "115", "113", "113", "114",
        "115", "117", "117",
    ];
    // sums of transforms; wrong indices; a term that is counted twice; integrals of the wrong modes; sums that do
    // not belong there, or begin too late; an equality with wrong orders
    let refuted = ["68", "72", "73", "76", "76", "98", "105", "106", "114", "114"];
    assert_verdicts("elastodynamics-affine-2019", &proved, &refuted, &[]);
}

/// Up to k = 3 the factors hold as printed; from k = 4 on they are Catalan's numbers.
#[test]
fn equations_of_the_order_k() {
    assert_verdicts("elastodynamics-order-2019", &["115"; 8], &["115"; 2], &[]);
    let refuted = report("elastodynamics-order-2019").findings.iter().enumerate();
    let refuted = refuted.filter(|(_, it)| it.verdict.kind() == VerdictKind::Refuted);
    assert_eq!(refuted.map(|(at, _)| at).collect::<Vec<_>>(), [3, 8]);
}

#[test]
fn points_and_forces_of_an_elastic_link() {
    let proved = ["78", "78", "79", "79", "80", "85", "88", "96"];
    // a Coriolis term and the forces on modes are missing. Matrices beside vectors; a matrix for its transpose
    let (refuted, unreadable) = (["95", "96"], ["88", "96"]);
    assert_verdicts("elastodynamics-link-2019", &proved, &refuted, &unreadable);
}

/// Every equation from (32) on has a verdict, or the reason why it has none.
#[test]
fn every_equation_is_transcribed_or_listed() {
    let files = ["rigid", "elastic", "affine", "link", "order"];
    let text = files.map(|it| {
        let file = folder().join(format!("elastodynamics-{it}-2019.tex"));
        std::fs::read_to_string(file).unwrap()
    });
    let text = text.concat();
    let tags = text.split("\\tag{").skip(1).filter_map(|it| it.split('}').next()?.parse().ok());
    let mut found: Vec<usize> = tags.collect();
    // `(90)-(94)` in comments
    let comments: String =
        text.lines().filter_map(|line| line.strip_prefix('%')).collect::<Vec<_>>().join(" ");
    let mut range_from = None;
    for part in comments.split('(').skip(1) {
        let Some((number, behind)) = part.split_once(')') else { continue };
        let Ok(number) = number.parse::<usize>() else { continue };
        found.extend(range_from.unwrap_or(number)..=number);
        range_from = (behind == "-").then_some(number);
    }
    let missing: Vec<usize> = (32..=117).filter(|number| !found.contains(number)).collect();
    assert_eq!(missing, [0usize; 0]);
}

fn verdict(equation: &str, robot: &Robot, names: &str) -> VerdictKind {
    let notation = Notation::read(names).unwrap();
    let paper = format!("$$ {equation} $$");
    let report = check(&paper, robot, Some(&notation), &Options::default()).unwrap();
    assert_eq!(report.findings.len(), 1, "{equation}");
    report.findings[0].verdict.kind()
}

/// (58) holds, though not term by term: what `1/(m + 1)` stands for is the derivative of the axis in a plane only.
#[test]
fn derivatives_of_axes_hold_in_the_sum_only() {
    let names = r#"
        [quantities]
        '\omega_i' = "omega[i]@0"
        '\varepsilon_i' = "eps[i]@0"
    "#;
    let identity = r"\frac{\partial \varepsilon_5}{\partial \dot{q}_1} = 2 \frac{d}{dt} \left( \frac{\partial \omega_5}{\partial \dot{q}_1} \right)";
    let rttrr = Robot::bundled("rttrr").unwrap();
    assert_eq!(verdict(identity, &rttrr, names), VerdictKind::Refuted);
    let parallel = identity.replace("_5", "_4");
    assert_eq!(verdict(&parallel, &rttrr, names), VerdictKind::Proved);
}

/// (115) with k = 4 and m = 5: its factors 1, 2, 5, 9 are not those of Catalan, of which the fourth is 14.
#[test]
fn the_fourth_factor_is_that_of_catalan() {
    let pendulum = r#"
        name = "pendulum"
        gravity = 0
        [parameters]
        m = 1
        r = 1
        [[joint]]
        type = "revolute"
        axis = "z"
        link = { mass = "m", centre = ["r", 0, 0] }
    "#;
    let robot = read_toml(pendulum, &Default::default()).robot.unwrap();
    let names = "[quantities]\n'Q_J' = \"Qinertia[1]\"\n'E_1' = \"EA1\"\n'E_2' = \"EA2\"\n\
                 'E_3' = \"EA3\"\n'E_4' = \"EA4\"";
    let rates = |count: usize, inside: &str| {
        (0..count).fold(inside.to_owned(), |it, _| format!(r"\frac{{d}}{{dt}} \left( {it} \right)"))
    };
    let equation = |fourth: u32| {
        let sum = [
            rates(6, "E_1"),
            format!("2 {}", rates(4, "E_2")),
            format!("5 {}", rates(2, "E_3")),
            format!(r"{fourth} \cdot E_4"),
        ];
        let left = rates(3, "Q_J");
        format!(
            r"{left} = \frac{{1}}{{56}} \cdot \frac{{\partial \left( {} \right)}}{{\partial q_1^{{(5)}}}}",
            sum.join(" + ")
        )
    };
    assert_eq!(verdict(&equation(14), &robot, names), VerdictKind::Proved);
    assert_eq!(verdict(&equation(9), &robot, names), VerdictKind::Refuted);
}

/// (68) corrected: the tip by the product of modal exponentials. As a sum, (72), it is no transform.
#[test]
fn the_tip_by_modal_exponentials() {
    let own = folder().join("elastodynamics-link-2019.robot.toml");
    let own = std::fs::read_to_string(own).unwrap();
    let exponential = own.replace("tip   = [", "tip_map = \"exponential\"\ntip   = [");
    assert_ne!(own, exponential);
    let robot = read_toml(&exponential, &Default::default()).robot.unwrap();
    let names = r#"
        [quantities]
        'T_t' = "T[tool]"
        'T_2' = "T0[2]"
        'L' = "[1, 0, 0, l2; 0, 1, 0, 0; 0, 0, 1, 0; 0, 0, 0, 1]"
        'A_1' = "[0, -1, 0, 0; 1, 0, 0, u1; 0, 0, 0, 0; 0, 0, 0, 0]"
        'A_2' = "[0, 0, -1, 0; 0, 0, 0, 0; 1, 0, 0, u2; 0, 0, 0, 0]"
        [symbols]
        'p_j' = "q2_{j}"
    "#;
    let product = r"T_t = T_2 L \exp \left\{ A_1 p_1 \right\} \exp \left\{ A_2 p_2 \right\}";
    assert_eq!(verdict(product, &robot, names), VerdictKind::Proved);
    let turned = r"T_t = T_2 L \exp \left\{ A_2 p_2 \right\} \exp \left\{ A_1 p_1 \right\}";
    assert_eq!(verdict(turned, &robot, names), VerdictKind::Refuted);
    let sum = r"T_t = T_2 L + \exp \left\{ A_1 p_1 \right\} \exp \left\{ A_2 p_2 \right\}";
    assert_eq!(verdict(sum, &robot, names), VerdictKind::Refuted);
}
