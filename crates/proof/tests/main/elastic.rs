//! Equations of elastic links: what holds only for rigid ones is refuted, what is derived is proved.

use appell_model::{Robot, read_toml};
use appell_proof::{Notation, Options, Report, SecondRoute, VerdictKind, check};

/// A beam on a revolute joint with one bending mode, all integrals symbols.
const BEAM: &str = r#"
    name = "beam"
    gravity = 0
    [[joint]]
    type = "rotation"
    axis = "z"
    [joint.link]
    mass = "m"
    centre = ["r", 0, 0]
    inertia = { zz = "J" }
    [joint.link.elastic]
    tip = ["l", 0, 0]
    modes = [{ shift = [0, "v1", 0], slope = [0, 0, "u1"], first = [0, "s1", 0], mixed = { xy = "w1" } }]
    pairs = [{ modes = [1, 1], product = { yy = "m11" }, stiffness = "k1" }]
    [tool]
    offset = ["l", 0, 0]
"#;

const NAMES: &str = r#"
    [quantities]
    'v_{C_i}' = "vC[i]"
    'F_i' = "F[i]"
    'v_t' = "v[tool]"
    '\omega_t' = "omega[tool]"
    [symbols]
    'p' = "q1_1"
"#;

fn robot() -> Robot {
    read_toml(BEAM, &Default::default()).robot.unwrap()
}

fn checked(paper: &str) -> Report {
    let notation = Notation::read(NAMES).unwrap();
    check(paper, &robot(), Some(&notation), &Options::default()).unwrap()
}

fn verdicts(paper: &str) -> Vec<String> {
    checked(paper).findings.iter().map(|finding| finding.verdict.kind().to_string()).collect()
}

#[test]
fn formulas_of_rigid_links_are_refuted() {
    let velocity = r"$$ v_{C_1} = \begin{bmatrix} 0 \\ r \dot{q}_1 \\ 0 \end{bmatrix} $$";
    assert_eq!(verdicts(velocity), ["refuted", "refuted", "proved"]);
    let force =
        r"$$ F_1 = \begin{bmatrix} -m r \dot{q}_1^2 \\ m r \ddot{q}_1 \\ 0 \end{bmatrix} $$";
    assert_eq!(verdicts(force), ["refuted", "refuted", "proved"]);
    let turn = r"$$ \omega_t = \begin{bmatrix} 0 \\ 0 \\ \dot{q}_1 \end{bmatrix} $$";
    assert_eq!(verdicts(turn), ["proved", "proved", "refuted"]);
}

#[test]
fn formulas_of_the_deformed_link_are_proved() {
    let velocity = r"$$ v_{C_1} = \begin{bmatrix}
        -\dot{q}_1 s_1 p/m \\ r \dot{q}_1 + \dot{p} s_1/m \\ 0 \end{bmatrix} $$";
    assert_eq!(verdicts(velocity), ["proved"; 3]);
    let force = r"$$ F_1 = \begin{bmatrix}
        -\ddot{q}_1 s_1 p - \dot{q}_1^2 m r - 2 \dot{q}_1 \dot{p} s_1 \\
        \ddot{q}_1 m r + \ddot{p} s_1 - \dot{q}_1^2 s_1 p \\ 0 \end{bmatrix} $$";
    assert_eq!(verdicts(force), ["proved"; 3]);
    let turn = r"$$ \omega_t = \begin{bmatrix} 0 \\ 0 \\ \dot{q}_1 + u_1 \dot{p} \end{bmatrix} $$";
    assert_eq!(verdicts(turn), ["proved"; 3]);
}

/// Newton's law holds for a link that deforms, Euler's with a rigid body's inertia does not.
#[test]
fn general_formulas_of_a_deformed_link() {
    assert_eq!(verdicts(r"$$ F_i = m a_{C_i} $$"), ["proved"]);
    let euler = r"$$ N_1 = \begin{bmatrix} 0 \\ 0 \\ J \ddot{q}_1 \end{bmatrix} $$";
    assert_eq!(verdicts(euler), ["proved", "proved", "refuted"]);
}

/// The angle of the tip is a sum of modal coordinates: what is printed with its name is the same.
#[test]
fn the_angle_of_the_tip_by_its_name() {
    let turn =
        r"$$ \omega_t = \begin{bmatrix} 0 \\ 0 \\ \dot{q}_1 + \dot{\phi}_{1z} \end{bmatrix} $$";
    assert_eq!(verdicts(turn), ["proved"; 3]);
    // with a slope of one the angle is the modal coordinate itself
    let unit = BEAM.replace("\"u1\"", "1");
    let robot = read_toml(&unit, &Default::default()).robot.unwrap();
    let notation = Notation::read(NAMES).unwrap();
    let kind = |paper: &str| {
        let report = check(paper, &robot, Some(&notation), &Options::default()).unwrap();
        report.findings[0].verdict.kind().to_string()
    };
    let right = r"$$ \left({}^{0}T_{2}\right)_{1,1} = \cos(q_1 + p) $$";
    assert_eq!(kind(right), "proved");
    let wrong = r"$$ \left({}^{0}T_{2}\right)_{1,1} = \cos(q_1 - p) $$";
    assert_eq!(kind(wrong), "refuted");
}

/// A definition of the angle that is printed wrongly is refuted.
#[test]
fn the_definition_of_the_angle_is_checked() {
    assert_eq!(verdicts(r"$$ \phi_{1z} = u_1 p $$"), ["proved"]);
    assert_eq!(verdicts(r"$$ \phi_{1z} = -u_1 p $$"), ["refuted"]);
}

/// Accelerations are symbols, also in the notation of what is printed: nothing is refuted because
/// of them.
#[test]
fn accelerations_are_not_forward_dynamics() {
    let robot = Robot::bundled("2r").unwrap();
    let paper = r"$$ Q = M \ddot{q} + c + G $$";
    let report =
        check(paper, &robot, Some(&Notation::appell(&robot)), &Options::default()).unwrap();
    assert_ne!(report.findings[0].verdict.kind().to_string(), "refuted");
}

/// What is not defined for a robot is undecided, with the reason, and the others go on.
#[test]
fn what_is_not_available_is_undecided() {
    let affine = BEAM.replace("tip = [", "tip_map = \"affine\"\n    tip = [");
    let robot = read_toml(&affine, &Default::default()).robot.unwrap();
    let paper = r"$$ \omega_1 = \begin{bmatrix} 0 \\ 0 \\ \dot{q}_1 \end{bmatrix} $$ $$ G_1 = 0 $$";
    let report = check(paper, &robot, None, &Options::default()).unwrap();
    let verdicts: Vec<String> =
        report.findings.iter().map(|finding| finding.verdict.kind().to_string()).collect();
    assert_eq!(verdicts, ["undecided", "proved"]);
    assert!(report.findings[0].verdict.reason().contains("affine"));
}

/// The angle of a tip is known by its coordinates, of sine and cosine alone, too: what cannot be
/// told is no disagreement of the routes, and what has no such angle is decided exactly.
#[test]
fn related_angles_are_undecided_and_others_are_not() {
    // of larger multiples than six the normal form knows nothing
    let steep = BEAM.replace("\"u1\"", "7");
    let robot = read_toml(&steep, &Default::default()).robot.unwrap();
    let notation = Notation::read(NAMES).unwrap();
    let verdict = |paper: &str| {
        let report = check(paper, &robot, Some(&notation), &Options::default()).unwrap();
        report.findings[0].verdict.clone()
    };
    for paper in [
        r"$$ \left({}^{1}T_{2}\right)_{1,1} = \cos(7 p) $$",
        r"$$ \left({}^{1}T_{2}\right)_{2,1} = \sin(7 p) $$",
    ] {
        let open = verdict(paper);
        assert_eq!(open.kind(), VerdictKind::Undecided, "{paper}: {open:?}");
        assert!(open.reason().contains("dependent angles"), "{open:?}");
    }
    for paper in [
        r"$$ \left({}^{1}T_{2}\right)_{1,1} = \cos \phi_{1z} + q_1 $$",
        r"$$ \left({}^{0}T_{1}\right)_{1,1} = \cos q_1 + \sin q_1 $$",
        r"$$ \left({}^{0}T_{1}\right)_{1,1} = \cos q_1 + p $$",
    ] {
        let wrong = verdict(paper);
        assert_eq!(wrong.kind(), VerdictKind::Refuted, "{paper}: {wrong:?}");
        assert_eq!(wrong.second_route(), SecondRoute::Exact, "{paper}");
    }
    // a modal coordinate and an integral are no angles, of which an equation could be the definition
    assert_eq!(verdict("$$ p = 2 $$").kind(), VerdictKind::Unmapped);
    assert_eq!(verdict("$$ m = 2 $$").kind(), VerdictKind::Unmapped);
    // nor is the angle a coordinate, which driving forces would accelerate
    assert_eq!(verdict(r"$$ \ddot{\phi}_{1z} = 2 Q_1 $$").kind(), VerdictKind::Refuted);
}

/// A counter-example gives the coordinates of the modes, from which the angle follows.
#[test]
fn a_counter_example_gives_the_modes() {
    let report = checked(r"$$ \left({}^{1}T_{2}\right)_{1,1} = 2 \cos\phi_{1z} $$");
    let state = report.findings[0].refutation().unwrap().counter_example.clone().unwrap();
    let names: Vec<&str> = state.values.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["u1", "q1_1"]);
    let angle = state.values[0].1 * state.values[1].1;
    assert!((state.derived - angle.cos()).abs() < 1e-12, "{state:?}");
    assert!((state.printed - 2.0 * angle.cos()).abs() < 1e-12, "{state:?}");
}

/// Entries of matrices have no numbers of joints where links have modes.
#[test]
fn entries_of_an_elastic_robot_are_by_row_and_column() {
    let names =
        Notation::read("[quantities]\n'A_{i,j}' = \"K.i,j\"\n'B_{i,j}' = \"K#i,j\"").unwrap();
    let kind = |paper: &str| {
        let report = check(paper, &robot(), Some(&names), &Options::default()).unwrap();
        report.findings[0].verdict.kind()
    };
    assert_eq!(kind("$$ A_{2,2} = k_1 $$"), VerdictKind::Unmapped);
    assert_eq!(kind("$$ B_{2,2} = k_1 $$"), VerdictKind::Proved);
}
