//! What can be decided is decided, and what cannot is called undecided: nothing is proved by
//! numbers, and nothing is refuted by rounded ones.

use appell_model::{Robot, bundled, read_toml};
use appell_proof::{Finding, Notation, Options, SecondRoute, Verdict, VerdictKind, check};

fn robot(name: &str) -> Robot {
    bundled(name).unwrap().read().robot.unwrap()
}

fn finding_of(robot: &Robot, paper: &str) -> Finding {
    let axes = Notation::read("[quantities]\n'k_i' = \"k[i]\"").unwrap();
    let report = check(paper, robot, Some(&axes), &Options::default()).unwrap();
    let [finding] = <[Finding; 1]>::try_from(report.findings).unwrap();
    finding
}

fn finding(paper: &str) -> Finding {
    finding_of(&robot("2r"), paper)
}

/// Of roots not every relation is known: sqrt(x)^2 and x have two normal forms.
const ONE_WITH_A_ROOT: &str = r"\left(\sqrt{l_1}\sqrt{l_1} - l_1 + 1\right)";

#[test]
fn what_cannot_be_decided_is_undecided() {
    for paper in [
        format!(r"$$ G_2 = {ONE_WITH_A_ROOT} G_2 $$"),
        format!(r"$$ \omega_2 = {ONE_WITH_A_ROOT} \omega_2 $$"),
        format!(r"$$ M = {ONE_WITH_A_ROOT} M $$"),
        r"$$ \omega_2 = \left(\sqrt{l_1^2} - l_1 + 1\right) \omega_2 $$".to_owned(),
        // a difference that is smaller than the intervals
        format!(r"$$ G_2 = \left({ONE_WITH_A_ROOT} + 0.00000000000000000001\right) G_2 $$"),
    ] {
        let finding = finding(&paper);
        let Verdict::Undecided { reason, agrees_at } = &finding.verdict else {
            panic!("{paper}: {finding:?}");
        };
        assert!(*agrees_at > 1 && reason.contains(&format!("agree at {agrees_at} ")), "{reason}");
        assert!(!finding.printed.is_empty() && !finding.quantity.is_empty());
        assert_eq!(finding.verdict.second_route(), SecondRoute::None);
    }
}

#[test]
fn a_vector_or_matrix_is_undecided_where_an_entry_is() {
    let paper = format!(
        r"$$ v_2 = [l_1\dot q_1\sin q_2, {ONE_WITH_A_ROOT} l_1\dot q_1\cos q_2, 0]^T + 0\cdot v_1 $$"
    );
    let finding = finding(&paper);
    assert_eq!(finding.verdict.kind(), VerdictKind::Undecided, "{finding:?}");
    assert!(finding.verdict.reason().starts_with("in y: "), "{finding:?}");
}

/// Where the normal forms cannot tell, intervals can: also a difference that rounding would hide.
#[test]
fn a_state_refutes_what_has_roots() {
    for paper in [
        format!(r"$$ G_2 = \left({ONE_WITH_A_ROOT} + 1\right) G_2 $$"),
        format!(r"$$ \omega_2 = \left({ONE_WITH_A_ROOT} + 1\right) \omega_2 $$"),
        format!(r"$$ M = \left({ONE_WITH_A_ROOT} + 0.00000000001\right) M $$"),
        format!(r"$$ G_2 = \left({ONE_WITH_A_ROOT} + 0.00000000001\right) G_2 $$"),
    ] {
        let finding = finding(&paper);
        assert_eq!(finding.verdict.kind(), VerdictKind::Refuted, "{paper}: {finding:?}");
        assert_eq!(finding.verdict.second_route(), SecondRoute::Interval, "{paper}");
    }
}

#[test]
fn what_has_no_exact_value_is_confirmed_by_intervals() {
    let proved = finding(r"$$ G_2 = \left(\sqrt{l_1} - \sqrt{l_1} + 1\right) G_2 $$");
    assert_eq!(proved.verdict.kind(), VerdictKind::Proved, "{proved:?}");
    assert_eq!(proved.verdict.second_route(), SecondRoute::Interval);
    let refuted = finding(r"$$ \omega_2 = \left(\sqrt{l_1} - \sqrt{l_1} + 2\right) \omega_2 $$");
    assert_eq!(refuted.verdict.kind(), VerdictKind::Refuted, "{refuted:?}");
    assert_eq!(refuted.verdict.second_route(), SecondRoute::Interval);
    let Verdict::Proved(proof) = finding(r"$$ \omega_2 = \omega_1 + \dot q_2 k_2 $$").verdict
    else {
        panic!("not proved");
    };
    assert_eq!((proof.second_route, proof.assumptions.len()), (SecondRoute::Exact, 0));
}

/// A robot with constant angles has no exact values anywhere.
#[test]
fn a_robot_with_constant_angles_is_checked_by_intervals() {
    let text = bundled("2r").unwrap().text;
    let tilted = text.replace(
        "offset = [\"l1\", 0, 0]",
        "offset = [\"l1\", 0, 0]\nrotation = { rpy = [0.3, 0, 0] }",
    );
    assert_ne!(text, tilted);
    let robot = read_toml(&tilted, &appell_model::Options::default()).robot.unwrap();
    for (right, paper) in [
        (true, r"$$ \omega_2 = {}^1R_2^T \omega_1 + \dot q_2 k_2 $$"),
        (true, r"$$ \omega_2 = {}^1R_2^{-1} \omega_1 + \dot q_2 k_2 $$"),
        (false, r"$$ \omega_2 = {}^1R_2 \omega_1 + \dot q_2 k_2 $$"),
    ] {
        let finding = finding_of(&robot, paper);
        let expected = if right { VerdictKind::Proved } else { VerdictKind::Refuted };
        assert_eq!(finding.verdict.kind(), expected, "{paper}: {finding:?}");
        assert_eq!(finding.verdict.second_route(), SecondRoute::Interval, "{paper}");
    }
}

/// A formula for every link is right when it is for each, wrong when it is for one, and else open.
#[test]
fn the_links_of_a_general_formula_are_taken_together() {
    for (paper, expected) in [
        (r"\omega_i = {}^{i}R_{i-1} \omega_{i-1} + \dot q_i k_i", VerdictKind::Proved),
        (r"\omega_i = {}^{i}R_{i-1} \omega_{i-1} + 2 \dot q_i k_i", VerdictKind::Refuted),
        // of the first link it cannot be decided, of the second it is wrong
        (
            r"\omega_i = {}^{i}R_{i-1} \omega_{i-1} + (\sqrt{l_i}\sqrt{l_i} - l_i + 1) \dot q_i k_i + \omega_{i-1}",
            VerdictKind::Refuted,
        ),
        (
            r"\omega_i = {}^{i}R_{i-1} \omega_{i-1} + (\sqrt{l_i}\sqrt{l_i} - l_i + 1) \dot q_i k_i",
            VerdictKind::Undecided,
        ),
        // there is no l_0: what is wrong for the second link is not held against a formula that
        // cannot be read for the first
        (r"\omega_i = l_{i-1} \omega_i", VerdictKind::Unmapped),
    ] {
        let finding = finding(&format!("$$ {paper} $$"));
        assert_eq!(finding.verdict.kind(), expected, "{paper}: {finding:?}");
    }
}

#[test]
fn counts_name_every_verdict() {
    let paper = format!(
        r"$$ G_2 = {ONE_WITH_A_ROOT} G_2 $$ $$ v_1 = [0, 0, 1]^T $$ $$ G_2 = \frac{{1}}{{0}} $$ $$ G_2 = x_9 $$"
    );
    let report = check(&paper, &robot("2r"), None, &Options::default()).unwrap();
    let counts: Vec<(&str, usize)> =
        report.counts().into_iter().map(|(kind, count)| (kind.name(), count)).collect();
    let expected =
        [("proved", 2), ("refuted", 1), ("undecided", 1), ("unreadable", 1), ("unmapped", 1)];
    assert_eq!(counts, expected);
    let Verdict::Unmapped { name, .. } = &report.findings[5].verdict else {
        panic!("not unmapped")
    };
    assert_eq!(name.as_deref(), Some("x_9"));
}

/// A sign that two lines print differently is read as the second line has it, and what is proved by
/// that says so; without such a place nothing is assumed.
#[test]
fn a_doubtful_reading_is_an_assumption() {
    let proved = |paper: &str| match finding(paper).verdict {
        Verdict::Proved(proof) => proof.assumptions,
        other => panic!("{other:?}"),
    };
    let plain = r"$$ G_1 = G_1 - 1 + \cos^2 q_2 + \\ + \sin^2 q_2 $$";
    assert_eq!(proved(plain), []);
    let doubtful = r"$$ G_1 = G_1 - 1 + \cos^2 q_2 - \\ + \sin^2 q_2 $$";
    let [assumption] = proved(doubtful).try_into().unwrap();
    assert_eq!(assumption.name, "line-break");
}

const CART_POLE: &str = r#"
    name = "cart-pole"
    gravity = "g"
    [parameters]
    g = 9.81
    m_c = 1
    m_p = 0.3
    l = 0.5
    [[joint]]
    type = "translation"
    axis = "x"
    coordinate = "x"
    link = { mass = "m_c" }
    [[joint]]
    type = "rotation"
    axis = "y"
    coordinate = "theta"
    link = { mass = "m_p", centre = [0, 0, "l"] }
"#;

/// The driven cart, with the pole free: right only because the pole is not driven, which the equation
/// does not say. So neither it nor a wrong one is refuted.
#[test]
fn what_is_solved_for_an_acceleration_is_undecided() {
    let robot = read_toml(CART_POLE, &appell_model::Options::default()).robot.unwrap();
    let notation = Notation::read("[quantities]\n'f_x' = \"Q[1]\"").unwrap();
    for sign in ["+", "-"] {
        let paper = format!(
            r"$$ \ddot{{x}} = \frac{{f_x {sign} m_p \sin\theta (l \dot\theta^2 - g\cos\theta)}}{{m_c + m_p\sin^2\theta}} $$"
        );
        let report = check(&paper, &robot, Some(&notation), &Options::default()).unwrap();
        assert_eq!(report.findings[0].verdict.kind(), VerdictKind::Undecided, "{report:?}");
        assert!(report.suspects.is_empty());
    }
    // solved for the force it is decided
    let paper = r"$$ f_x = (m_c + m_p) \ddot x - m_p l \sin\theta \dot\theta^2 $$";
    let report = check(paper, &robot, Some(&notation), &Options::default()).unwrap();
    assert_eq!(report.findings[0].verdict.kind(), VerdictKind::Refuted);
}

/// A number in the place of a parameter: right with its value, which is then assumed.
#[test]
fn values_of_the_robot_may_be_put_in() {
    let robot = read_toml(CART_POLE, &appell_model::Options::default()).robot.unwrap();
    let verdict = |paper: &str| {
        let report = check(paper, &robot, None, &Options::default()).unwrap();
        report.findings[0].verdict.clone()
    };
    let Verdict::Proved(proof) = verdict(r"$$ G_2 = -9.81 m_p l \sin\theta $$") else {
        panic!("not proved");
    };
    assert_eq!(proof.assumptions[0].words, "g = 9.81, as in the robot");
    // another number, a factor that is absent because it is 1, and one that is right by chance
    assert_eq!(verdict(r"$$ G_2 = -9.80 m_p l \sin\theta $$").kind(), VerdictKind::Refuted);
    assert_eq!(verdict(r"$$ M_{11} = m_p $$").kind(), VerdictKind::Refuted);
    assert_eq!(verdict(r"$$ G_2 = -0.5 m_p g \sin\theta $$").kind(), VerdictKind::Undecided);
}
