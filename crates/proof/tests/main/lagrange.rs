//! The steps of Lagrange's equations in print: misprints are found, and what the robot has and an
//! equation between quantities leaves out is an assumption.

use appell_mechanics::Quantity;
use appell_model::{Robot, read_toml};
use appell_proof::{Finding, Notation, Options, Verdict, check};

/// Friction in the first joint, a spring in the second.
const DAMPED: &str = r#"
name = "damped"
gravity = [0, "-g", 0]
[[joint]]
type = "rotation"
axis = "z"
friction = { viscous = "b1" }
link = { mass = "m1", com = ["r1", 0, 0], inertia = { izz = "I1" } }
[[joint]]
type = "rotation"
axis = "z"
offset = ["l1", 0, 0]
spring = { stiffness = "k2", rest = 0 }
link = { mass = "m2", com = ["r2", 0, 0], inertia = { izz = "I2" } }
"#;

fn only(robot: &Robot, paper: &str) -> Finding {
    let report = check(paper, robot, None, &Options::default()).unwrap();
    let [finding] = <[Finding; 1]>::try_from(report.findings).unwrap();
    finding
}

#[test]
fn misprints_in_steps_are_found() {
    let robot = Robot::bundled("2r").unwrap();
    for (paper, kind) in [
        (
            r"\[ \frac{\partial L}{\partial \dot q_2} = (I_2 + m_2 r_2^2 + m_2 l_1 r_2 \sin q_2) \dot q_1 + (I_2 + m_2 r_2^2) \dot q_2 \]",
            "sine-cosine",
        ),
        (
            r"\[ \tau_1 = \frac{d}{dt} \left( \frac{\partial L}{\partial \dot q_1} \right) + \frac{\partial L}{\partial q_1} \]",
            "sign",
        ),
    ] {
        let finding = only(&robot, paper);
        let refutation = finding.refutation().unwrap_or_else(|| panic!("{paper}: {finding:?}"));
        let kinds: Vec<&str> = refutation.slips.iter().map(|slip| slip.kind.name()).collect();
        assert_eq!(kinds, [kind], "{paper}");
    }
}

#[test]
fn what_is_left_out_is_said() {
    let robot = read_toml(DAMPED, &appell_model::Options::default()).robot.unwrap();
    let motion = r"\[ \tau_1 = \frac{d}{dt} \frac{\partial L}{\partial \dot q_1} - \frac{\partial L}{\partial q_1} \]";
    let every = r"\[ \frac{d}{dt} \frac{\partial L}{\partial \dot q_i} - \frac{\partial L}{\partial q_i} = \tau_i \]";
    let whole = r"\[ M(q) \ddot q + C(q, \dot q) \dot q + g(q) = \tau \]";
    let slope = r"\[ g_2 = \frac{\partial P}{\partial q_2} \]";
    for (paper, parts) in [
        (motion, "friction"),
        (every, "friction"),
        (whole, "friction and springs"),
        (slope, "springs"),
    ] {
        let finding = only(&robot, paper);
        let Verdict::Proved(proof) = &finding.verdict else { panic!("{paper}: {finding:?}") };
        let words: Vec<&str> = proof.assumptions.iter().map(|it| it.words.as_str()).collect();
        assert_eq!(words, [format!("{parts} left out, which the robot has")], "{paper}");
    }
    // what is written out must have all terms, and a wrong sign is no part that is left out
    for paper in [
        r"\[ \frac{\partial P}{\partial q_2} = m_2 g r_2 \cos(q_1 + q_2) \]",
        r"\[ \tau_1 = \frac{d}{dt} \frac{\partial L}{\partial \dot q_1} + \frac{\partial L}{\partial q_1} \]",
    ] {
        assert!(!matches!(only(&robot, paper).verdict, Verdict::Proved(_)), "{paper}");
    }
}

/// The accelerations of Appell contain gravity, the acceleration energy does not.
#[test]
fn an_acceleration_energy_by_accelerations_without_gravity_is_not_called_wrong() {
    let text = r#"
name = "pendulum"
gravity = [0, "-g", 0]
[[joint]]
type = "rotation"
axis = "z"
link = { mass = "m1", com = ["r1", 0, 0], inertia = { izz = "I1" } }
"#;
    let robot = read_toml(text, &Default::default()).robot.unwrap();
    let notation = Notation::appell(&robot);
    let name = |name: &str| Quantity::read_one(name, &robot).unwrap().latex();
    let verdict = |rest: &str| {
        let [energy, acceleration] = ["EA1", "aC[1]"].map(name);
        let paper = format!(
            "\\[ {energy} = \\frac{{1}}{{2}} m_1 {acceleration}^T {acceleration} + {rest} \\]"
        );
        let report = check(&paper, &robot, Some(&notation), &Options::default()).unwrap();
        let [finding] = <[Finding; 1]>::try_from(report.findings).unwrap();
        finding.verdict
    };
    let right = verdict(r"\frac{1}{2} I_1 (\ddot q_1^2 + \dot q_1^4)");
    let Verdict::Proved(proof) = &right else { panic!("{right:?}") };
    assert_eq!(proof.assumptions[0].words, "accelerations are meant without gravity");
    let wrong = verdict(r"\frac{1}{2} I_1 (\ddot q_1^2 - \dot q_1^4)");
    assert!(matches!(wrong, Verdict::Refuted(_)), "{wrong:?}");
}
