//! Equations of robots with coupled joints, motors and springs.

use appell_model::read_toml;
use appell_proof::{Options, check};

/// Two parallel axes; the second follows the first.
fn verdicts(ratio: &str, paper: &str) -> Vec<String> {
    let text = format!(
        "name = \"pair\"\ngravity = [0, \"-g\", 0]\n[[joint]]\ntype = \"rotation\"\naxis = \"z\"\n\
         spring = {{ stiffness = \"k\" }}\nrotor = {{ inertia = \"I\", ratio = \"n\", on = \"base\" }}\n\
         [[joint]]\ntype = \"rotation\"\naxis = \"z\"\noffset = [\"l\", 0, 0]\n\
         mimic = {{ of = \"joint1\", ratio = {ratio} }}\nlink = {{ mass = \"m\", centre = [\"r\", 0, 0] }}\n"
    );
    let robot = read_toml(&text, &Default::default()).robot.unwrap();
    let report = check(paper, &robot, None, &Options::default()).unwrap();
    report.findings.iter().map(|finding| finding.verdict.kind().to_string()).collect()
}

/// Of whole ratios every relation is known: the angle that follows may be printed or not.
#[test]
fn whole_ratios_are_decided() {
    for right in [
        r"$$ M = I n^2 + m l^2 + 9 m r^2 + 6 m l r \cos q_2 $$",
        r"$$ M = I n^2 + m l^2 + 9 m r^2 + 6 m l r \cos 2 q_1 $$",
        r"$$ M = I n^2 + m l^2 + 9 m r^2 + 6 m l r (\cos^2 q_1 - \sin^2 q_1) $$",
        r"$$ G_1 = m g l \cos q_1 + 3 m g r \cos(q_1 + q_2) $$",
        r"$$ q_2 = 2 q_1 $$",
    ] {
        assert_eq!(verdicts("2", right), ["proved"], "{right}");
    }
    for wrong in [
        r"$$ M = m l^2 + 9 m r^2 + 6 m l r \cos q_2 $$",
        r"$$ M = I n^2 + m l^2 + 9 m r^2 + 6 m l r \cos q_1 $$",
        r"$$ G_1 = m g l \cos q_1 + 3 m g r \cos(q_1 + q_2) + k q_1 $$",
    ] {
        assert_eq!(verdicts("2", wrong), ["refuted"], "{wrong}");
    }
}

/// Of other ratios not: what holds by its form is proved, what differs somewhere is refuted, and what holds
/// by a relation between the angles is undecided.
#[test]
fn other_ratios_are_decided_or_honestly_not() {
    let mass = |last: &str| format!(r"$$ M = I n^2 + m l^2 + \frac{{9}}{{4}} m r^2 + {last} $$");
    assert_eq!(verdicts("0.5", &mass(r"3 m l r \cos q_2")), ["proved"]);
    assert_eq!(verdicts("0.5", &mass(r"3 m l r \cos q_1")), ["refuted"]);
    // 3 (2 cos^2 q2 - 1) is 3 cos q1
    let hidden = mass(r"3 m l r \cos q_2 + m r^2 (2 \cos^2 q_2 - 1 - \cos q_1)");
    assert_eq!(verdicts("0.5", &hidden), ["undecided"]);
}
