//! Functions of vectors and matrices: what is right is proved, what is wrong by a sign or a factor is refuted, and
//! what has no such function is not read.

use appell_model::Robot;
use appell_proof::{Notation, Options, VerdictKind, check};

const NAMES: &str = r#"
    [quantities]
    'v_i' = "v[i]"
    'a_i' = "a[i]"
    'u_i' = "v[i]@0"
    '\omega_i' = "omega[i]@0"
    'R_i' = "R[0,i]"
    'p_i' = "r[0,i]"
    'I_i' = "I[i]"
    'J_i' = "Ip[i]"
    'E' = "[1, 0, 0; 0, 1, 0; 0, 0, 1]"
    'k' = "[0, 0, 1]"
    'h' = "[0, 0, 2]"
"#;

fn verdict(equation: &str) -> VerdictKind {
    let robot = Robot::bundled("2r").unwrap();
    let notation = Notation::read(NAMES).unwrap();
    assert_eq!(notation.problems(&robot), []);
    let paper = format!("$$ {equation} $$");
    let report = check(&paper, &robot, Some(&notation), &Options::default()).unwrap();
    assert_eq!(report.findings.len(), 1, "{equation}");
    report.findings[0].verdict.kind()
}

#[test]
fn right_and_wrong_formulas() {
    for (right, wrong) in [
        // the matrix of a cross product, with any brackets
        (
            r"\frac{d}{dt} \left( R_2 \right) = \left\{ \omega_2 \times \right\} R_2",
            r"\frac{d}{dt} \left( R_2 \right) = \left\{ \omega_1 \times \right\} R_2",
        ),
        (
            r"\frac{d}{dt} \left( R_2 \right) = \left[ \omega_2 \times \right] R_2",
            r"\frac{d}{dt} \left( R_2 \right) = \left[ \omega_2 \times \right]^T R_2",
        ),
        (
            r"\omega_2 = \operatorname{vect} \left\{ \frac{d}{dt} \left( R_2 \right) R_2^T \right\}",
            r"\omega_2 = \operatorname{vect} \left\{ R_2 \left[ \frac{d}{dt} \left( R_2 \right) \right]^T \right\}",
        ),
        (
            r"J_2 = \frac{1}{2} \operatorname{Trace} \left( I_2 \right) E - I_2",
            r"J_2 = \operatorname{tr} \left( I_2 \right) E - I_2",
        ),
        (
            r"R_2 = \exp \left\{ \left\{ k \times \right\} q_1 \right\} \exp \left\{ \left\{ k \times \right\} q_2 \right\}",
            r"R_2 = \exp \left\{ \left\{ k \times \right\} q_1 \right\} \exp \left\{ -\left\{ k \times \right\} q_2 \right\}",
        ),
        // derivatives of vectors
        (
            r"\frac{d}{dt} \left( p_2 \right) = \frac{\partial p_2}{\partial q_1} \dot{q}_1 + \frac{\partial p_2}{\partial q_2} \dot{q}_2",
            r"\frac{d}{dt} \left( p_2 \right) = \frac{\partial p_2}{\partial q_1} \dot{q}_1 + \frac{\partial p_2}{\partial q_1} \dot{q}_2",
        ),
        (r"\frac{d}{dt} \left( p_2 \right) = u_2", r"\frac{d}{dt} \left( p_2 \right) = 2 u_2"),
    ] {
        assert_eq!(verdict(right), VerdictKind::Proved, "{right}");
        assert_eq!(verdict(wrong), VerdictKind::Refuted, "{wrong}");
    }
}

#[test]
fn what_has_no_value_is_neither_proved_nor_refuted() {
    for (equation, expected) in [
        // not a unit screw
        (r"R_2 = \exp \left\{ \left\{ h \times \right\} q_1 \right\}", VerdictKind::Undecided),
        // not times one coordinate
        (r"R_2 = \exp \left\{ \left\{ k \times \right\} q_1 q_2 \right\}", VerdictKind::Unreadable),
        (r"R_2 = \exp \left\{ \left\{ k \times \right\} \right\}", VerdictKind::Unreadable),
        (r"R_2 = \left\{ I_2 \times \right\}", VerdictKind::Unreadable),
        (r"\omega_2 = \operatorname{vect} \left\{ \omega_2 \right\}", VerdictKind::Unreadable),
        // of the vector, or of its entries in axes that turn
        (r"a_2 = \frac{d}{dt} \left( v_2 \right)", VerdictKind::Undecided),
        // a product that counts down may be meant, or none
        (r"R_2 = \prod_{j=3}^{1} R_j", VerdictKind::Unreadable),
    ] {
        assert_eq!(verdict(equation), expected, "{equation}");
    }
}

/// An equation along the motion of joints that are not driven is not refuted for its accelerations.
#[test]
fn rates_along_a_motion_are_left_open() {
    let names = "[quantities]\n'M' = \"M\"\n'C' = \"C\"";
    let robot = Robot::bundled("2r").unwrap();
    let notation = Notation::read(names).unwrap();
    let paper = r"$$ \frac{d}{dt} \left( M \dot{q} \right) = C \dot{q} $$";
    let report = check(paper, &robot, Some(&notation), &Options::default()).unwrap();
    assert_ne!(report.findings[0].verdict.kind(), VerdictKind::Refuted);
}

/// A matrix of a notation has rows of one length.
#[test]
fn matrices_of_a_notation_are_even() {
    let robot = Robot::bundled("2r").unwrap();
    let problems = |matrix: &str| {
        let names = format!("[quantities]\n'E' = \"{matrix}\"");
        Notation::read(&names).unwrap().problems(&robot).len()
    };
    assert_eq!(problems("[1, l1; 0, 1]"), 0);
    assert_eq!(problems("[1, l1; 0]"), 1);
}
