//! What an equation may take for granted: values of parameters put in, joints that are not driven,
//! equations that are solved for an acceleration.

use appell_model::read_toml;
use appell_proof::{Doubt, Notation, Options, SecondRoute, Verdict, VerdictKind, check};

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
/// not say, and which is then assumed. A wrong one is refuted, since one slip explains it.
#[test]
fn what_is_solved_for_an_acceleration_assumes_free_joints() {
    let robot = read_toml(CART_POLE, &appell_model::Options::default()).robot.unwrap();
    let notation = Notation::read("[quantities]\n'f_x' = \"Q[1]\"").unwrap();
    for (sign, expected) in [("+", VerdictKind::Proved), ("-", VerdictKind::Refuted)] {
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

/// Right transforms of other frames than the robot's: z down (the SCARA of many books), offsets that other
/// frames carry (the PUMA 560). A matrix that is no transform is wrong in any frames.
#[test]
fn transforms_between_other_frames_are_not_refuted() {
    let kinds = |name: &str, paper: &str| -> Vec<VerdictKind> {
        let robot = appell_model::Robot::bundled(name).unwrap();
        let report = check(paper, &robot, None, &Options::default()).unwrap();
        report.findings.iter().map(|it| it.verdict.kind()).collect()
    };
    let of = |rows: [&str; 4]| {
        format!("$$ A_2 = \\begin{{bmatrix}} {} \\end{{bmatrix}} $$", rows.join("\\\\"))
    };
    let last = "0 & 0 & 0 & 1";
    let down = ["c_2 & s_2 & 0 & a_2 c_2", "s_2 & -c_2 & 0 & a_2 s_2", "0 & 0 & -1 & 0", last];
    let puma = ["c_2 & -s_2 & 0 & a_2 c_2", "s_2 & c_2 & 0 & a_2 s_2", "0 & 0 & 1 & d_2", last];
    // turned by right angles, with the same origin
    assert!(kinds("scara", &of(down)).iter().all(|kind| *kind == VerdictKind::Proved));
    // and then a slip is one
    let slip = kinds("scara", &of(down).replace("s_2 & -c_2", "s_2 & c_2"));
    assert_eq!(slip.iter().filter(|kind| **kind == VerdictKind::Refuted).count(), 1);
    assert_eq!(kinds("puma560", &of(puma)), [VerdictKind::Undecided]);
    let wrong = ["c_2 & -s_2 & 0 & l_1", "s_2 & s_2 & 0 & 0", "0 & 0 & 1 & 0", last];
    assert!(kinds("2r", &of(wrong)).contains(&VerdictKind::Refuted));
}

/// Of two names for one force one must mean something else.
#[test]
fn a_force_by_two_names_is_not_refuted() {
    let verdict = |paper: &str| {
        let robot = appell_model::Robot::bundled("scara").unwrap();
        check(paper, &robot, None, &Options::default()).unwrap().findings[0].verdict.kind()
    };
    assert_eq!(verdict(r"$$ Q_1 = \tau_1 - l_1 \dot q_1 $$"), VerdictKind::Undecided);
    assert_eq!(verdict(r"$$ Q_1 = Q_1 - l_1 \dot q_1 $$"), VerdictKind::Refuted);
}

/// The sense of a coordinate is assumed only where two equations show it, and none contradicts it.
#[test]
fn a_sense_needs_two_equations() {
    let robot = appell_model::Robot::bundled("scara").unwrap();
    let jacobian = r"\[ J = \begin{bmatrix} -l_1 s_1 - l_2 s_{12} & -l_2 s_{12} & 0 & 0 \\ l_1 c_1 + l_2 c_{12} & l_2 c_{12} & 0 & 0 \\ 0 & 0 & 1 & 0 \\ 0 & 0 & 0 & 0 \\ 0 & 0 & 0 & 0 \\ 1 & 1 & 0 & 1 \end{bmatrix} \]";
    let column = |rest: &str| {
        let report = check(&format!("{jacobian}{rest}"), &robot, None, &Options::default());
        let findings = report.unwrap().findings;
        let entry = findings.iter().find(|it| it.component == "3,3").unwrap().verdict.clone();
        (entry.kind(), entry.doubt())
    };
    // nothing else tells
    assert_eq!(column(""), (VerdictKind::Undecided, Some(Doubt::Sense)));
    assert_eq!(column(r"\[ \ddot q_1 = \ddot q_1 \]").0, VerdictKind::Undecided);
    // another equation says the same
    assert_eq!(column(r"\[ z = l_0 + q_3 - l_4 \]").0, VerdictKind::Proved);
    // another says the contrary
    assert_eq!(column(r"\[ z = l_0 - q_3 - l_4 \]").0, VerdictKind::Refuted);
}

/// A boom that turns, rises and grows, in letters that the robot file does not have, with one angle from the vertical.
#[test]
fn coordinates_may_have_other_letters() {
    const BOOM: &str = r#"
        name = "boom"
        gravity = "g"
        [[joint]]
        type = "revolute"
        axis = "z"
        link = { mass = "m1", inertia = { zz = "I1" } }
        [[joint]]
        type = "revolute"
        axis = "-y"
        link = { mass = "m2", com = ["a", 0, 0], inertia = { yy = "I2", zz = "I2" } }
        [[joint]]
        type = "prismatic"
        axis = "x"
        link = { mass = "m3" }
    "#;
    let robot = read_toml(BOOM, &appell_model::Options::default()).robot.unwrap();
    let paper = |sign: &str| {
        format!(
            r"Let $\phi$ be the azimuth, $\beta$ the angle from the vertical and $r$ the extension.
            $$ F_r = m_3 (\ddot r - r \dot\beta^2 - r \dot\phi^2 \sin^2\beta + g \cos\beta) \tag{{1}} $$
            $$ \tau_\beta = (I_2 + m_2 a^2 + m_3 r^2) \ddot\beta {sign} 2 m_3 r \dot r \dot\beta
               - (I_2 + m_2 a^2 + m_3 r^2) \sin\beta \cos\beta \, \dot\phi^2
               - (m_2 a + m_3 r) g \sin\beta \tag{{2}} $$
            $$ \tau_\phi = (I_1 + (I_2 + m_2 a^2 + m_3 r^2) \sin^2\beta) \ddot\phi
               + 2 (I_2 + m_2 a^2 + m_3 r^2) \sin\beta \cos\beta \, \dot\beta \dot\phi
               + 2 m_3 r \dot r \dot\phi \sin^2\beta \tag{{3}} $$"
        )
    };
    let kinds = |sign: &str| -> Vec<VerdictKind> {
        let report = check(&paper(sign), &robot, None, &Options::default()).unwrap();
        report.findings.iter().map(|it| it.verdict.kind()).collect()
    };
    assert_eq!(kinds("+"), [VerdictKind::Proved; 3]);
    assert_eq!(kinds("-"), [VerdictKind::Proved, VerdictKind::Refuted, VerdictKind::Proved]);
}

/// The matrices of the linear system of a cart and a pole that stands upright; a wrong entry is refuted.
#[test]
fn systems_of_the_first_order() {
    let robot = read_toml(CART_POLE, &appell_model::Options::default()).robot.unwrap();
    let kinds = |entry: &str, input: &str| -> Vec<VerdictKind> {
        let paper = format!(
            r"With $z = [x, \theta, \dot x, \dot\theta]^T$ the system linearised about $\theta = 0$ is
            $\dot z = A z + B u$ with
            $$ A = \begin{{bmatrix}} 0 & 0 & 1 & 0 \\ 0 & 0 & 0 & 1 \\ 0 & -\frac{{m_p g}}{{m_c}} & 0 & 0 \\
               0 & {entry} & 0 & 0 \end{{bmatrix}} \tag{{1}} $$
            $$ B = \begin{{bmatrix}} 0 \\ 0 \\ {input} \\ -\frac{{1}}{{m_c l}} \end{{bmatrix}} \tag{{2}} $$"
        );
        let report = check(&paper, &robot, None, &Options::default()).unwrap();
        let of = |number: &str| {
            let own = report.findings.iter().filter(|it| it.equation == number);
            own.map(|it| it.verdict.kind()).collect::<Vec<_>>()
        };
        [of("1"), of("2")].concat()
    };
    let right = r"\frac{(m_c + m_p) g}{m_c l}";
    assert_eq!(kinds(right, r"\frac{1}{m_c}"), [VerdictKind::Proved; 5]);
    let wrong = kinds(r"\frac{m_p g}{m_c l}", r"\frac{1}{m_c}");
    assert_eq!(wrong[..4], [[VerdictKind::Proved; 3].as_slice(), &[VerdictKind::Refuted]].concat());
    assert_ne!(kinds(right, r"\frac{1}{m_p}")[4], VerdictKind::Proved);
}
