//! Determinants, inverses, statics, sums over links and partial derivatives of any formula.

use appell_model::read_toml;
use appell_proof::{Doubt, Options, Report, Verdict, VerdictKind, check};

use crate::corpus::{folder, robot};

const INVERSE: &str = r"\[ J^{-1}(q) = \frac{1}{l_1 l_2 s_2} \begin{bmatrix} l_2 c_{12} & l_2 s_{12} \\ -l_1 c_1 - l_2 c_{12} & -l_1 s_1 - l_2 s_{12} \end{bmatrix} \]";

fn report(paper: &str) -> Report {
    let robot = robot(&folder("books"), "elbow2.toml");
    check(paper, &robot, None, &Options::default()).unwrap()
}

fn kinds(paper: &str) -> Vec<VerdictKind> {
    report(paper).findings.iter().map(|it| it.verdict.kind()).collect()
}

#[test]
fn determinants() {
    use VerdictKind::{Proved, Refuted, Undecided};
    assert_eq!(kinds(r"\[ \det J = l_1 l_2 \sin q_2 \]"), [Proved]);
    assert_eq!(kinds(r"\[ |J(q)| = l_1 l_2 s_2 \]"), [Proved]);
    assert_eq!(kinds(r"\[ \det(M) = M_{11} M_{22} - M_{12}^2 \]"), [Proved]);
    assert_eq!(kinds(r"\[ \det J = l_1 l_2 \cos q_2 \]"), [Refuted]);
    // rows in another order, and a condition
    assert_eq!(kinds(r"\[ \det J = -l_1 l_2 \sin q_2 \]"), [Undecided]);
    assert_eq!(kinds(r"\[ \det J = l_1 l_2 \sin q_2 = 0 \]"), [Proved, Undecided]);
}

#[test]
fn inverses() {
    use VerdictKind::{Proved, Refuted};
    assert_eq!(kinds(INVERSE), [Proved]);
    // one numerator, and the denominator
    let wrong = INVERSE.replace("-l_1 c_1 - l_2", "-l_1 c_1 + l_2");
    assert_eq!(kinds(&wrong), [Proved, Proved, Refuted, Proved]);
    let wrong = INVERSE.replace("l_1 l_2 s_2", "l_1 l_2 c_2");
    let found = report(&wrong);
    let refuted = found.findings[0].refutation().unwrap();
    assert_eq!(refuted.slips[0].kind.name(), "sine-cosine");
    // with the sign of the determinant in the numerators
    let turned = INVERSE.replace(r"\frac{1}{l_1", r"\frac{-1}{-l_1");
    assert_eq!(kinds(&turned), [Proved]);
    assert_eq!(kinds(r"\[ \ddot q = M^{-1} (\tau - C \dot q - G) \]"), [Proved, Proved]);
    assert!(!kinds(r"\[ \ddot q = M^{-1} (\tau - C \dot q + G) \]").contains(&Proved));
}

#[test]
fn forces_of_the_tool() {
    let found = report(r"\[ \tau = J^T(q) F \]");
    let Verdict::Proved(proof) = &found.findings[0].verdict else { panic!("{found:?}") };
    assert_eq!(proof.assumptions[0].name, "statics");
    let doubt = |paper: &str| report(paper).findings[0].verdict.doubt();
    assert_eq!(doubt(r"\[ \tau = -J^T F \]"), Some(Doubt::Unplaced));
    assert_eq!(kinds(r"\[ v = J \dot q \]"), [VerdictKind::Proved]);
}

#[test]
fn sums_over_links() {
    use VerdictKind::{Proved, Refuted, Unreadable};
    assert_eq!(kinds(r"\[ E_k = \sum_{i=1}^{n} K_i \]"), [Proved]);
    assert_eq!(kinds(r"\[ E_k = \sum_i K_i \]"), [Proved]);
    let sum = r"\[ E_k = \frac12 \sum_{i=1}^{2} \sum_{j=1}^{2} M_{ij} \dot q_i \dot q_j \]";
    assert_eq!(kinds(sum), [Proved]);
    // without brackets: the second term has the letter, too
    let open =
        r"\[ E_k = \sum_{i=1}^{2} \frac12 m_i v_{ci}^T v_{ci} + \frac12 I_i \omega_i^T \omega_i \]";
    assert_eq!(kinds(open), [Proved]);
    // a sum that lacks a link, and one without an end
    assert_eq!(kinds(&sum.replace("j=1}^{2}", "j=1}^{1}")), [Refuted]);
    assert_eq!(kinds(&sum.replace(r"j=1}^{2}", r"j=1}^{\infty}")), [Unreadable]);
    assert_eq!(kinds(r"\[ T_2^0 = \prod_{i=1}^{2} T_i^{i-1} \]"), [Proved]);
    assert_eq!(kinds(r"\[ Q_i = \sum_{j=1}^{n} M_{ij} \ddot q_j + c_i + G_i \]").len(), 1);
}

#[test]
fn indices_and_ranges() {
    use VerdictKind::Proved;
    let frames = r"\[ A_i^{i-1} = \begin{bmatrix} c_i & -s_i & 0 & l_i c_i \\ s_i & c_i & 0 & l_i s_i \\ 0 & 0 & 1 & 0 \\ 0 & 0 & 0 & 1 \end{bmatrix}, \quad i = 1, 2 \]";
    assert_eq!(kinds(frames), [Proved]);
    assert_eq!(kinds(&frames.replace("i = 1, 2", r"(i = 1, \ldots, n)")), [Proved]);
    assert_ne!(kinds(&frames.replace("-s_i", "s_i")), [Proved]);
    assert_eq!(kinds(r"\[ \omega_k = \omega_{k-1} + \dot q_k \hat z_k \]"), [Proved]);
    // by another reading of the unit vector it is not wrong
    assert_ne!(kinds(r"\[ \omega_k = \omega_{k-1} - \dot q_k \hat z_k \]"), [Proved]);
}

#[test]
fn slopes_of_any_formula() {
    use VerdictKind::{Proved, Refuted};
    let slope = r"\[ \frac{\partial M_{11}}{\partial q_2} = -2 m_2 l_1 l_{c2} \sin q_2 \]";
    assert_eq!(kinds(slope), [Proved]);
    assert_eq!(kinds(&slope.replace("-2 m_2", "2 m_2")), [Refuted]);
    assert_eq!(
        kinds(r"\[ \frac{\partial E_k}{\partial \dot q_1} = M_{11} \dot q_1 + M_{12} \dot q_2 \]"),
        [Proved]
    );
    // a name that a chain explains
    let named = r"\[ c_{121} = \frac12 \frac{\partial M_{11}}{\partial q_2} = -m_2 l_1 l_{c2} \sin q_2 =: h \]";
    let matrix = r"\[ C = \begin{bmatrix} h \dot q_2 & h (\dot q_1 + \dot q_2) \\ -h \dot q_1 & 0 \end{bmatrix} \]";
    assert!(kinds(&format!("{named}{matrix}")).iter().all(|kind| *kind == Proved));
}

/// A robot whose gravity is a number: accelerations that are meant without it.
#[test]
fn acceleration_energies_without_a_number_for_gravity() {
    let text = r#"
        name = "pendulum"
        gravity = [0, -9.81, 0]
        [[joint]]
        type = "rotation"
        axis = "z"
        link = { mass = "m1", centre = ["lc1", 0, 0], inertia = { zz = "I1" } }
    "#;
    let robot = read_toml(text, &Default::default()).robot.unwrap();
    let notation = "[quantities]\n'S' = \"EA1\"\n'a_C' = \"aC[1]\"\n'\\varepsilon' = \"eps[1]\"\n'\\omega' = \"omega[1]\"\n'I_C' = \"I[1]\"";
    let notation = appell_proof::Notation::read(notation).unwrap();
    let paper = r"\[ S = \frac12 m_1 a_C^T a_C + \frac12 \varepsilon^T I_C \varepsilon + \frac12 \omega^T (\omega^T I_C \omega) \omega \]";
    let found = check(paper, &robot, Some(&notation), &Options::default()).unwrap();
    let Verdict::Proved(proof) = &found.findings[0].verdict else { panic!("{found:?}") };
    assert_eq!(proof.assumptions[0].name, "gravity");
    let wrong = paper.replace(r"\frac12 m_1", "m_1");
    let found = check(&wrong, &robot, Some(&notation), &Options::default()).unwrap();
    assert_eq!(found.findings[0].verdict.kind(), VerdictKind::Refuted);
}
