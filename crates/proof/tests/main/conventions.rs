//! What an equation may take for granted: values of parameters put in, joints that are not driven,
//! equations that are solved for an acceleration.

use appell_model::read_toml;
use appell_proof::{Notation, Options, SecondRoute, Verdict, VerdictKind, check};

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

/// The driven cart, with the pole free: right because the pole is not driven, which the equation does
/// not say, and which is then assumed. A wrong one is not refuted: the acceleration is not free.
#[test]
fn what_is_solved_for_an_acceleration_assumes_free_joints() {
    let robot = read_toml(CART_POLE, &appell_model::Options::default()).robot.unwrap();
    let notation = Notation::read("[quantities]\n'f_x' = \"Q[1]\"").unwrap();
    for (sign, expected) in [("+", VerdictKind::Proved), ("-", VerdictKind::Undecided)] {
        let paper = format!(
            r"$$ \ddot{{x}} = \frac{{f_x {sign} m_p \sin\theta (l \dot\theta^2 - g\cos\theta)}}{{m_c + m_p\sin^2\theta}} $$"
        );
        let report = check(&paper, &robot, Some(&notation), &Options::default()).unwrap();
        let verdict = &report.findings[0].verdict;
        assert_eq!(verdict.kind(), expected, "{report:?}");
        if let Verdict::Proved(proof) = verdict {
            assert_eq!(proof.assumptions[0].words, "Q[2] = 0: not driven");
        }
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

/// A value that is not printed because it is 0, 1 or -1 is a slip; several values at once are never
/// assumed.
#[test]
fn values_that_tell_nothing_are_not_assumed() {
    let verdict = |length: &str, paper: &str| {
        let text = CART_POLE.replace("l = 0.5", &format!("l = {length}"));
        let robot = read_toml(&text, &appell_model::Options::default()).robot.unwrap();
        let report = check(paper, &robot, None, &Options::default()).unwrap();
        report.findings[0].verdict.clone()
    };
    for (length, paper) in [
        ("1", r"$$ G_2 = -m_p g \sin\theta $$"),
        ("-1", r"$$ G_2 = m_p g \sin\theta $$"),
        ("0", r"$$ G_2 = 0 $$"),
    ] {
        assert_eq!(verdict(length, paper).kind(), VerdictKind::Refuted, "{length}: {paper}");
    }
    // two slips in one term: something else may be meant
    let two = verdict("1", r"$$ G_2 = -9.81 m_p \sin\theta $$");
    assert_eq!(two.kind(), VerdictKind::Undecided, "{two:?}");
    for (length, number) in [("0.5", "4.905"), ("0.513", "5.03253")] {
        let both = verdict(length, &format!(r"$$ G_2 = -{number} m_p \sin\theta $$"));
        assert_eq!(both.kind(), VerdictKind::Undecided, "{both:?}");
        let reason = both.reason();
        assert!(reason.contains(&format!("l = {length}")) && reason.contains("coincidence"));
    }
    let Verdict::Proved(proof) = verdict("0.513", r"$$ G_2 = -0.513 m_p g \sin\theta $$") else {
        panic!("not proved");
    };
    let [assumption] = proof.assumptions.try_into().unwrap();
    assert_eq!((assumption.name.as_str(), proof.second_route), ("value", SecondRoute::None));
}

/// Only what is solved for an acceleration, and wrong, is not decided; and nothing is suspected
/// because of it.
#[test]
fn only_what_is_solved_for_an_acceleration_is_left_open() {
    let robot = read_toml(CART_POLE, &appell_model::Options::default()).robot.unwrap();
    let notation = Notation::read("[quantities]\n'f_x' = \"Q[1]\"\n'f_t' = \"Q[2]\"").unwrap();
    let checked = |paper: &str| check(paper, &robot, Some(&notation), &Options::default()).unwrap();
    for (paper, expected) in [
        (r"$$ \ddot x = \ddot x + 2 f_x - 2 f_x $$", VerdictKind::Proved),
        (r"$$ \ddot x = 2 f_x $$", VerdictKind::Undecided),
        (r"$$ \ddot x = f_x $$", VerdictKind::Refuted),
        (r"$$ \dot x = 2 f_x $$", VerdictKind::Refuted),
        (r"$$ m_c = 2 f_x $$", VerdictKind::Refuted),
    ] {
        let report = checked(paper);
        assert_eq!(report.findings[0].verdict.kind(), expected, "{paper}: {report:?}");
    }
    let wrong =
        r"$$ \ddot\theta = \frac{f_t - m_p l\cos\theta\ddot x - m_p g l\sin\theta}{m_p l^2} $$";
    let report = checked(&wrong.repeat(2));
    assert_eq!(report.counts()[&VerdictKind::Undecided], 2, "{report:?}");
    assert!(report.suspects.is_empty(), "{:?}", report.suspects);
}

/// The same right equation of the cart in other spellings: it holds where the pole is not driven. A
/// wrong one does not.
#[test]
fn what_holds_where_a_joint_is_not_driven_assumes_it() {
    let robot = read_toml(CART_POLE, &appell_model::Options::default()).robot.unwrap();
    let notation = Notation::read("[quantities]\n'f_x' = \"Q[1]\"").unwrap();
    let verdict = |paper: &str| {
        let report = check(paper, &robot, Some(&notation), &Options::default()).unwrap();
        report.findings[0].verdict.clone()
    };
    let mass = r"(m_c + m_p \sin^2\theta)";
    let force = r"m_p \sin\theta (l \dot\theta^2 - g\cos\theta)";
    for paper in [
        format!(r"$$ {mass} \ddot x = f_x + {force} $$"),
        format!(r"$$ f_x = {mass} \ddot x - {force} $$"),
    ] {
        let right = verdict(&paper);
        let Verdict::Proved(proof) = &right else { panic!("{paper}: {right:?}") };
        assert_eq!(proof.assumptions[0].name, "undriven");
        let wrong = verdict(&paper.replace("- g", "+ g"));
        assert_eq!(wrong.kind(), VerdictKind::Refuted, "{paper}: {wrong:?}");
    }
    for paper in [
        format!(r"$$ -\ddot x = -\frac{{f_x + {force}}}{{{mass}}} $$"),
        format!(r"$$ \ddot x - \frac{{f_x + {force}}}{{{mass}}} = 0 $$"),
    ] {
        assert_eq!(verdict(&paper).kind(), VerdictKind::Proved, "{paper}");
        let wrong = verdict(&paper.replace("- g", "+ g"));
        assert_ne!(wrong.kind(), VerdictKind::Proved, "{paper}: {wrong:?}");
    }
    // where the pole is driven too, both forces have indices, and nothing is taken for granted
    let named = r"$$ \tau_1 = (m_c + m_p \sin^2\theta) \ddot x - m_p \sin\theta (l \dot\theta^2 - g\cos\theta) $$";
    assert_eq!(verdict(named).kind(), VerdictKind::Undecided);
}

/// Values whose product is 1, values of two digits, and a number beside the parameter itself.
#[test]
fn values_are_assumed_only_where_they_tell() {
    let text = CART_POLE.replace("m_p = 0.3", "m_p = 100").replace("l = 0.5", "l = 0.01");
    let robot = read_toml(&text, &appell_model::Options::default()).robot.unwrap();
    let verdict = |paper: &str| {
        let report = check(paper, &robot, None, &Options::default()).unwrap();
        report.findings[0].verdict.kind()
    };
    assert_eq!(verdict(r"$$ G_2 = -g \sin\theta $$"), VerdictKind::Undecided);
    assert_eq!(verdict(r"$$ G_2 = -\frac{1}{100} m_p g \sin\theta $$"), VerdictKind::Undecided);
    assert_eq!(
        verdict(r"$$ G_2 = -9.81 m_p l \sin\theta + g m_p l - 9.81 m_p l $$"),
        VerdictKind::Proved
    );
}
