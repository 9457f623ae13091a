//! The number pi, degrees, tangents and time derivatives, as papers print them.

use appell_model::{Robot, read_toml};
use appell_proof::{Notation, Options, VerdictKind, check};

use VerdictKind::{Defined, Proved, Refuted, Undecided, Unreadable};

/// Springs that are at rest at angles which are multiples of pi.
const SPRINGS: &str = r#"
    name = "springs"
    gravity = "g"
    [[joint]]
    type = "rotation"
    axis = "-y"
    spring = { stiffness = "k", rest = "pi/2" }
    link = { mass = "m", centre = ["l", 0, 0] }
    [[joint]]
    type = "rotation"
    axis = "-y"
    offset = ["L", 0, 0]
    spring = { stiffness = "k2", rest = "pi/6" }
    link = { mass = "m2", centre = ["l2", 0, 0] }
"#;

fn robot() -> Robot {
    read_toml(SPRINGS, &Default::default()).robot.unwrap()
}

fn kinds(paper: &str) -> Vec<VerdictKind> {
    let report = check(paper, &robot(), None, &Options::default()).unwrap();
    report.findings.iter().map(|finding| finding.verdict.kind()).collect()
}

fn kind(equation: &str) -> VerdictKind {
    let kinds = kinds(&format!("$$ {equation} $$"));
    assert_eq!(kinds.len(), 1, "{equation}");
    kinds[0]
}

#[test]
fn pi_is_the_number() {
    let energy = r"m g l \cos(q_1 - \tfrac{\pi}{2}) + m_2 g (L \sin(q_1 + 2\pi) + l_2 \sin(q_1 + q_2)) + \frac12 k (q_1 - \tfrac\pi2)^2 + \frac12 k_2";
    let torque = r"m_2 l_2 g \cos(q_1+q_2) + m_2 l_2^2 (\ddot q_1 + \ddot q_2) + m_2 L l_2 (\ddot q_1 \cos q_2 + \dot q_1^2 \sin q_2) + k_2";
    for (expected, equation) in [
        (Proved, format!(r"V = {energy} (q_2 - \frac{{\pi}}{{6}})^2")),
        (Refuted, format!(r"V = {energy} (q_2 - \frac{{\pi}}{{4}})^2")),
        (Proved, format!(r"\tau_2 = {torque} (q_2 - \pi/6)")),
        (Proved, format!(r"\tau_2 = {torque} (q_2 - 30^\circ)")),
        (Refuted, format!(r"\tau_2 = {torque} (q_2 - \pi/3)")),
        (Refuted, format!(r"\tau_2 = {torque} (q_2 + \pi/6)")),
        (Refuted, format!(r"\tau_2 = {torque} q_2")),
    ] {
        assert_eq!(kind(&equation), expected, "{equation}");
    }
}

#[test]
fn angles_with_pi_and_degrees() {
    for (expected, factor) in [
        (Proved, r"\sin(\frac{\pi}{2} - q_1 - q_2)"),
        (Proved, r"\sin(90^\circ + q_1 + q_2)"),
        (Proved, r"(-\cos(q_1 + q_2 + \pi))"),
        (Proved, r"\cos(q_1 + q_2) \sin\frac{\pi}{2}"),
        (Proved, r"\cos(q_1 + q_2) \cos 0^\circ"),
        (Proved, r"\cos(q_1 + q_2) (\sin^2 45^\circ + \cos^2 \frac{\pi}{4})"),
        (Refuted, r"\sin(\frac{\pi}{2} + q_1 - q_2)"),
        (Refuted, r"\cos(q_1 + q_2 + \pi)"),
        // values of constant angles are known as intervals only
        (Undecided, r"2 \sin(\frac{\pi}{6}) \cos(q_1 + q_2)"),
        (Refuted, r"\sin(\frac{\pi}{6}) \cos(q_1 + q_2)"),
        // this pi may be a name of the paper
        (Undecided, r"\pi \cos(q_1 + q_2)"),
    ] {
        assert_eq!(kind(&format!("G_2 = m_2 l_2 g {factor}")), expected, "{factor}");
    }
}

/// Angles without a name, as reports of robots with oblique axes print them, and with a name.
#[test]
fn angles_that_are_numbers_are_in_radians() {
    let file = SPRINGS.replacen(
        "axis = \"-y\"",
        "axis = \"-y\"\nrotation = { axis = \"y\", angle = 0.7 }",
        1,
    );
    let oblique = read_toml(&file, &Default::default()).robot.unwrap();
    for (expected, rest) in [
        (vec![Proved], r"m_2 l_2 g \cos(q_1 + q_2 - 0.7)"),
        (
            vec![Proved],
            r"m_2 l_2 g (\cos(q_1 + q_2) \cos(\frac{7}{10}) + \sin(q_1 + q_2) \sin(0.7))",
        ),
        (vec![Proved, Defined], r"m_2 l_2 g \cos(q_1 + q_2 - \beta) $$ where $$ \beta = 0.7"),
        (vec![Refuted], r"m_2 l_2 g \cos(q_1 + q_2 + 0.7)"),
        // a constant that the robot does not have
        (vec![Undecided], r"m_2 l_2 g \cos(q_1 + q_2 - 0.8)"),
        // probably in degrees
        (vec![Unreadable], r"m_2 l_2 g \cos(q_1 + q_2 - 40)"),
    ] {
        let found = check(&format!("$$ G_2 = {rest} $$"), &oblique, None, &Options::default());
        let kinds: Vec<_> = found.unwrap().findings.iter().map(|it| it.verdict.kind()).collect();
        assert_eq!(kinds, expected, "{rest}");
    }
}

#[test]
fn a_pi_of_the_paper_stays_its_own() {
    let paper = r"$$ G_2 = g \pi \cos(q_1 + q_2) $$ where $$ \pi = m_2 l_2 $$";
    assert_eq!(kinds(paper), [Proved, Defined]);
    let paper = r"With $\pi = m_2 l_2$ it is $$ G_2 = 2 g \pi \cos(q_1 + q_2) $$";
    assert_eq!(kinds(paper), [Defined, Refuted]);
    // a parameter of the robot, and a name of a notation
    let own = SPRINGS.replace("mass = \"m2\"", "mass = \"pi2\"").replace("\"k2\"", "\"k3\"");
    let own = read_toml(&own, &Default::default()).robot.unwrap();
    let paper = r"$$ G_2 = \pi_2 l_2 g \cos(q_1 + q_2) $$";
    let report = check(paper, &own, None, &Options::default()).unwrap();
    assert_eq!(report.findings[0].verdict.kind(), Proved);
    let notation = Notation::read("[symbols]\n'\\pi' = \"m2\"\n").unwrap();
    let paper = r"$$ G_2 = \pi l_2 g \cos(q_1 + q_2) $$";
    let report = check(paper, &robot(), Some(&notation), &Options::default()).unwrap();
    assert_eq!(report.findings[0].verdict.kind(), Proved);
}

#[test]
fn tangents_are_quotients() {
    for (expected, factor) in [
        (Proved, r"\tan(q_1 + q_2) \cos^2(q_1 + q_2) \csc(q_1 + q_2)"),
        (Proved, r"\frac{\sin(q_1 + q_2)}{\tan(q_1 + q_2)}"),
        (Proved, r"\sin(q_1 + q_2) \cot(q_1 + q_2)"),
        (Proved, r"\frac{1}{\sec(q_1 + q_2)}"),
        (Proved, r"\cos(q_1 + q_2) (\sec^2 q_1 - \tan^2 q_1)"),
        (Undecided, r"\cos(q_1 + q_2) \tan q_1"),
        (Refuted, r"\cos(q_1 + q_2) (\sec^2 q_1 + \tan^2 q_1)"),
    ] {
        assert_eq!(kind(&format!("G_2 = m_2 l_2 g {factor}")), expected, "{factor}");
    }
}

#[test]
fn time_derivatives_of_formulas() {
    for (expected, equation) in [
        (Proved, r"(\dot q_1 + \dot q_2) G_2 = \frac{d}{dt}\left(m_2 l_2 g \sin(q_1 + q_2)\right)"),
        (
            Proved,
            r"(\dot q_1 + \dot q_2) G_2 = \frac{\mathrm{d}}{\mathrm{d}t} (m_2 l_2 g \sin(q_1 + q_2))",
        ),
        (
            Proved,
            r"\frac{d E_p}{dt} = \frac{\partial E_p}{\partial q_1} \dot q_1 + \frac{\partial E_p}{\partial q_2} \dot q_2",
        ),
        (
            Proved,
            r"\frac{d}{dt}\left(M_{21} \dot q_1 + M_{22} \dot q_2\right) = \frac{d}{dt}\left(\frac{\partial L}{\partial \dot q_2}\right)",
        ),
        (
            Refuted,
            r"(\dot q_1 + \dot q_2) G_2 = \frac{d}{dt}\left(2 m_2 l_2 g \sin(q_1 + q_2)\right)",
        ),
        (
            // an equation about the motion, which may take driving forces for zero
            Undecided,
            r"\frac{d}{dt}\left(\frac{\partial L}{\partial \dot q_2}\right) = \frac{d}{dt}\left(M_{21} \dot q_1 - M_{22} \dot q_2\right)",
        ),
        // it does not say how far the derivative reaches
        (Unreadable, r"(\dot q_1 + \dot q_2) G_2 = \frac{d}{dt} m_2 l_2 g \sin(q_1 + q_2)"),
    ] {
        assert_eq!(kind(equation), expected, "{equation}");
    }
}

/// The robot has a length L, and is not differentiated by it.
#[test]
fn derivatives_of_the_lagrangian_where_a_length_has_its_letter() {
    for (expected, equation) in [
        (Proved, r"\frac{\partial L}{\partial \dot q_2} = M_{21} \dot q_1 + M_{22} \dot q_2"),
        (Refuted, r"\frac{\partial L}{\partial \dot q_2} = M_{21} \dot q_1 - M_{22} \dot q_2"),
        (
            Proved,
            r"\frac{d}{dt} \frac{\partial L}{\partial \dot q_2} - \frac{\partial L}{\partial q_2} = \tau_2",
        ),
        (Unreadable, r"\frac{\partial l_2}{\partial q_2} = 0"),
        (Unreadable, r"\frac{d m_2}{dt} = 0"),
    ] {
        assert_eq!(kind(equation), expected, "{equation}");
    }
    assert_ne!(kind(r"\frac{\partial L}{\partial q_2} = 0"), Proved);
}

/// What is divided by zero says nothing about the motion.
#[test]
fn zero_by_zero_proves_nothing() {
    for equation in [
        r"\ddot q_1 = \frac{q_1 - q_1}{q_1 - q_1}",
        r"\ddot q_1 = \frac{m - m}{\sin^2 q_1 + \cos^2 q_1 - 1}",
        r"G_2 = \frac{q_1 - q_1}{q_2 - q_2}",
    ] {
        assert_ne!(kind(equation), Proved, "{equation}");
    }
}

/// A linearised equation says in words that it is one, which are not read.
#[test]
fn linearised_equations_are_not_called_wrong() {
    let folder = crate::corpus::folder("unusual");
    let robot = crate::corpus::robot(&folder, "pend.toml");
    let kinds = |equation: &str| -> Vec<VerdictKind> {
        let report =
            check(&format!("$$ {equation} $$"), &robot, None, &Options::default()).unwrap();
        report.findings.iter().map(|finding| finding.verdict.kind()).collect()
    };
    for (expected, equation) in [
        (Undecided, r"(J + ml^2)\ddot\theta + ml\ddot x + b\dot\theta - mgl\theta = 0"),
        (Undecided, r"(M+m)\ddot x + ml\ddot\theta = \tau_1"),
        // about the state in which the pole hangs
        (Undecided, r"(M+m)\ddot x - ml\ddot\theta = \tau_1"),
        (Undecided, r"E_p = m g l (1 - \theta^2/2)"),
        (Refuted, r"(M+m)\ddot x + 2ml\ddot\theta \cos\theta - ml\dot\theta^2\sin\theta = \tau_1"),
        (Refuted, r"(M+m)\ddot x + ml\ddot\theta - ml\dot\theta^2\sin\theta = \tau_1"),
        (Refuted, r"E_p = m g l \sin\theta"),
        // a value of E_p, and no product
        (Unreadable, r"E_p(0) = m g l"),
        (Proved, r"\frac{dE_p}{d\theta} = -mgl\sin\theta"),
        (Refuted, r"\frac{dE_p}{d\theta} = mgl\sin\theta"),
        (Unreadable, r"\frac{d^2E_p}{d\theta^2} = -mgl\cos\theta"),
    ] {
        assert_eq!(kinds(equation), [expected], "{equation}");
    }
    let matrix = |corner: &str| {
        kinds(&format!(r"M(q) = \begin{{bmatrix}} M+m & {corner}\\ ml & J+ml^2\end{{bmatrix}}"))
    };
    assert_eq!(matrix("ml"), [Proved, Undecided, Undecided, Proved]);
    assert!(matrix(r"ml\cos\theta").contains(&Refuted));
}
