//! Names that a document defines, and names of parameters in LaTeX.

use appell_model::{Robot, read_toml};
use appell_proof::{Options, Report, Verdict, VerdictKind, check};

const ARM: &str = r#"
    name = "arm"
    gravity = [0, "-g", 0]
    [parameters]
    lc1 = { value = 0.2, latex = 'l_{c1}' }
    load = { latex = '\hat{m}_{\alpha}' }
    [[joint]]
    type = "rotation"
    axis = "z"
    link = { mass = "load", centre = ["lc1", 0, 0] }
"#;

fn robot() -> Robot {
    read_toml(ARM, &Default::default()).robot.unwrap()
}

fn checked(paper: &str) -> Report {
    check(paper, &robot(), None, &Options::default()).unwrap()
}

fn kinds(paper: &str) -> Vec<VerdictKind> {
    checked(paper).findings.iter().map(|finding| finding.verdict.kind()).collect()
}

#[test]
fn parameters_are_known_by_their_latex_names() {
    let right = r"$$ G_1 = \hat{m}_\alpha g l_{c1} \cos q_1 $$";
    assert_eq!(kinds(right), [VerdictKind::Proved]);
    let wrong = r"$$ G_1 = \hat{m}_\alpha g l_{c1} \sin q_1 $$";
    let report = checked(wrong);
    let refutation = report.findings[0].refutation().unwrap();
    assert!(refutation.corrected.contains(r"\hat{m}_{\alpha}"), "{}", refutation.corrected);
    assert!(refutation.corrected.contains("l_{c1}"), "{}", refutation.corrected);
}

#[test]
fn definitions_are_used_after_them() {
    use VerdictKind::{Defined, Proved, Refuted, Unmapped};
    let torque = r"$$ h = \hat{m}_\alpha l_{c1} $$ $$ p = g h $$";
    let proved = format!(r"{torque} $$ G_1 = p \cos q_1 $$ $$ M = h^2/\hat{{m}}_\alpha $$");
    assert_eq!(kinds(&proved), [Defined, Defined, Proved, Proved]);
    let refuted = format!(r"{torque} $$ G_1 = 2 p \cos q_1 $$");
    assert_eq!(kinds(&refuted), [Defined, Defined, Refuted]);
    // a definition may stand behind its use, and in the text
    let behind = r"$$ G_1 = p \cos q_1 $$ $$ p = \hat{m}_\alpha g l_{c1} $$";
    assert_eq!(kinds(behind), [Proved, Defined]);
    let inline = r"$$ G_1 = p \cos q_1 $$ where $p = \hat{m}_\alpha g l_{c1}$ and $q_1 = 0$.";
    assert_eq!(kinds(inline), [Proved, Defined]);
    let unknown = r"$$ G_1 = p \cos q_1 $$";
    assert_eq!(kinds(unknown), [Unmapped]);
}

/// A definition agrees with itself, whatever it says: that is no proof.
#[test]
fn definitions_with_accelerations_are_not_proved() {
    use VerdictKind::{Defined, Proved, Unmapped};
    assert_eq!(kinds(r"$$ W = 7 \hat{m}_\alpha l_{c1} \ddot q_1 $$"), [Unmapped]);
    let used = r"$$ W = \hat{m}_\alpha l_{c1}^2 \ddot q_1 $$ $$ Q_1 = W + \hat{m}_\alpha g l_{c1} \cos q_1 $$";
    assert_eq!(kinds(used), [Defined, Proved]);
}

#[test]
fn what_is_defined_and_never_used_may_be_a_quantity() {
    let report = checked(r"$$ \Xi = \hat{m}_\alpha g l_{c1} \cos q_1 $$");
    let Verdict::Unmapped { name, .. } = &report.findings[0].verdict else {
        panic!("{:?}", report.findings)
    };
    assert_eq!(name.as_deref(), Some(r"\Xi"));
    assert_eq!(report.proposals.len(), 1);
}

#[test]
fn a_name_with_two_meanings_has_none() {
    use VerdictKind::{Defined, Proved, Unmapped, Unreadable};
    let first = r"$$ p = \hat{m}_\alpha l_{c1} $$ $$ G_1 = p g \cos q_1 $$";
    let again = format!(r"{first} $$ p = l_{{c1}} \hat{{m}}_\alpha $$ $$ G_1 = p g \cos q_1 $$");
    assert_eq!(kinds(&again), [Defined, Proved, Defined, Proved]);
    let other = format!(r"{first} $$ p = l_{{c1}} $$ $$ G_1 = p g \hat{{m}}_\alpha \cos q_1 $$");
    assert_eq!(kinds(&other), [Defined, Proved, Unreadable, Unmapped]);
}

#[test]
fn an_abbreviation_may_be_an_angle() {
    let paper =
        |wave: &str| format!(r"$$ w = q_1 $$ $$ G_1 = \hat{{m}}_\alpha g l_{{c1}} \{wave} w $$");
    assert_eq!(kinds(&paper("cos")), [VerdictKind::Defined, VerdictKind::Proved]);
    assert_eq!(kinds(&paper("sin")), [VerdictKind::Defined, VerdictKind::Refuted]);
    // the length l_{c1} is no angle
    let paper = paper("cos").replace("w = q_1", "w = q_1 l_{c1}");
    assert_eq!(kinds(&paper)[1], VerdictKind::Unreadable);
}

/// A slip that an author carries on is no name of his own: what follows from it holds whatever it is.
#[test]
fn a_slip_that_is_carried_on_stays_refuted() {
    let robot = Robot::bundled("cartpole").unwrap();
    let slip = r"$$ T = \frac12 (m_c + m_p) \dot x^2 + m_p l \dot x \dot\theta \sin\theta + \frac12 m_p l^2 \dot\theta^2 $$
        $$ V = -m_p g l \cos\theta $$
        $$ L = T - V = \frac12 (m_c + m_p) \dot x^2 + m_p l \dot x \dot\theta \sin\theta
           + \frac12 m_p l^2 \dot\theta^2 + m_p g l \cos\theta $$
        $$ (m_c + m_p) \ddot x + m_p l \ddot\theta \cos\theta - m_p l \dot\theta^2 \sin\theta = F $$";
    let report = check(slip, &robot, None, &Options::default()).unwrap();
    let refuted = report.findings.iter().filter(|it| it.refutation().is_some()).count();
    assert_eq!(refuted, 2, "{:?}", report.findings);
    // by custom x is a coordinate; here it is a part of M, and M holds by that
    let own = r"$$ x = I_2 + m_2 l_{c2}^2 $$ $$ w = m_2 l_1 l_{c2} \cos q_2 $$
        $$ M_{12} = x + w $$ $$ M_{22} = x $$";
    let robot = Robot::bundled("acrobot").unwrap();
    let report = check(own, &robot, None, &Options::default()).unwrap();
    let kinds: Vec<VerdictKind> = report.findings.iter().map(|it| it.verdict.kind()).collect();
    use VerdictKind::{Defined, Proved};
    assert_eq!(kinds, [Defined, Defined, Proved, Proved], "{:?}", report.findings);
}
