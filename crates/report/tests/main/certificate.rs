//! Certificates are run by those for whom they are written: Python with SymPy, and Coq.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use appell_mechanics::Quantity;
use appell_model::{Options as Reading, Robot, read_toml};
use appell_proof::{NOTATIONS, Notation, Options, check};
use appell_report::{Certificate, Certifier, Error};
use appell_test_tools::available;

/// The bundled robots with rigid links and at most six joints whose quantities are covered.
const RIGID: [&str; 17] = [
    "2r", "3r", "6r", "acrobot", "cartpole", "gantry", "puma560", "rttrr", "scara", "stanford",
    "tree", "trr", "trtr", "trtrr", "trttr1", "trttrr1", "ttrt",
];

fn quantities(names: &[&str], robot: &Robot) -> Vec<Quantity> {
    names.iter().flat_map(|name| Quantity::read(name, robot).unwrap()).collect()
}

/// Writes a certificate into a folder of its own, and gives its path.
fn written(certificate: &Certificate, name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("appell-certificate-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(format!("certificate_{name}.{}", certificate.ending));
    std::fs::write(&path, &certificate.text).unwrap();
    path
}

fn python(robot: &str, names: &[&str]) -> PathBuf {
    let model = Robot::bundled(robot).unwrap();
    let certificate = Certifier::new(&model, "a test").python(&quantities(names, &model)).unwrap();
    written(&certificate, robot)
}

fn run(path: &Path) -> Output {
    Command::new("python3").arg(path).output().unwrap()
}

fn last_line(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines().last().unwrap_or_default().to_owned()
}

/// All rows of a certificate are proved.
fn is_proved(path: &Path, rows: usize) {
    let output = run(path);
    assert!(output.status.success(), "{}: {output:?}", path.display());
    assert_eq!(last_line(&output), format!("proved {rows} of {rows}"), "{}", path.display());
}

#[test]
fn rows_are_proved_by_sympy() {
    if !available("python:sympy") {
        return;
    }
    for name in RIGID.into_iter().chain(["ur5"]) {
        let robot = Robot::bundled(name).unwrap();
        let asked = quantities(&["Q", "M", "G", "T0[tool]", "J"], &robot);
        let certificate = Certifier::new(&robot, "a test").python(&asked).unwrap();
        is_proved(&written(&certificate, name), certificate.rows);
    }
}

#[test]
fn every_covered_quantity_is_proved() {
    if !available("python:sympy") {
        return;
    }
    let names = [
        "T",
        "T0",
        "T[2,5]",
        "R[0,4]",
        "r[1,tool]",
        "J[4]",
        "omega",
        "eps",
        "v",
        "a",
        "vC",
        "aC",
        "F",
        "N",
        "f",
        "n",
        "rC",
        "I",
        "c",
        "omega[4]@0",
        "F[3]@4",
    ];
    let robot = Robot::bundled("rttrr").unwrap();
    let certificate = Certifier::new(&robot, "a test").python(&quantities(&names, &robot)).unwrap();
    is_proved(&written(&certificate, "all_of_rttrr"), certificate.rows);
}

/// Under the root of Coulomb friction there are thousands of terms, more than Python takes in one sum.
#[test]
fn long_roots_are_proved_by_sympy() {
    if !available("python:sympy") {
        return;
    }
    let file = r#"
        name = "oblique"
        gravity = ["gx", 0, "-g"]
        payload = { mass = "mp", centre = ["px", 0, "pz"] }
        [[joint]]
        type = "R"
        axis = [1, 2, 2]
        rotation = { axis = "x", angle = "alpha" }
        friction = { coulomb = "mu", diameter = "d" }
        link = { mass = "m1", centre = ["cx1", "cy1", "cz1"] }
        [[joint]]
        type = "P"
        axis = "y"
        friction = { viscous = "b2" }
        offset = ["e1", "l1", 0]
        rotation = { rpy = [0.3, 0, 0] }
        link = { mass = "m2", centre = ["cx2", "cy2", "cz2"] }
        [[joint]]
        type = "R"
        axis = "-x"
        offset = ["l2", "d2", 0]
        link = { mass = "m3", centre = ["cx3", "cy3", "cz3"], inertia = { xx = "Ixx3" } }
    "#;
    let reading = read_toml(file, &Reading::default());
    let robot = reading.robot.unwrap_or_else(|| panic!("{:?}", reading.findings));
    let asked = quantities(&["Q"], &robot);
    let certificate = Certifier::new(&robot, "a test").python(&asked).unwrap();
    let longest = certificate.text.lines().map(str::len).max().unwrap();
    assert!(longest > 100_000, "{longest} characters in a line");
    is_proved(&written(&certificate, "oblique"), certificate.rows);
}

/// Parts with frames of their own, a payload that has mass, loads, constant angles, friction: what no bundled
/// robot has together. Names are words of Python and Coq, or not ASCII.
const HOSTILE: &str = r#"
name = "*) \" ''' \u0007 <script> $x$ #let"
gravity = [0, 0, "-g"]

[[joint]]
type = "rotation"
axis = "z"
offset = ["V", "link1_R", "θ"]
friction = { viscous = "forall", constant = "in" }
link.parts = [
  { mass = "R", centre = ["def", 0, 0], inertia = { xx = "Prop", yy = 0.25, zz = "end" }, at = { offset = [0, 0.1, 0], rotation = { axis = "y", angle = "lambda" } } },
  { mass = "class", centre = [0, 0, 0], inertia = { xx = 1, yy = 1, zz = 1 }, sign = -1 },
]

[[joint]]
type = "translation"
axis = "x"
offset = [0, "PI", 0]
rotation = { axis = "z", angle = 0.7 }
link = { mass = "E", centre = [0, 0, "d_2"], inertia = { xx = "Q_1", yy = "x_1", zz = "claim_Q_1" } }

[tool]
offset = [0, 0, "circle"]

[payload]
force = [0, "f_1", 0]
moment = ["num", 0, 0]
mass = "u3b8_"
centre = [0, 0, "vx"]
"#;

#[test]
fn hostile_names_and_rare_features_are_proved() {
    let reading = read_toml(HOSTILE, &Reading::default());
    let robot = reading.robot.unwrap_or_else(|| panic!("{:?}", reading.findings));
    let asked = quantities(&["Q", "M", "G", "T0[tool]", "J"], &robot);
    let certifier = Certifier::new(&robot, "appell certify '*)\n\"' Q");
    let certificate = certifier.python(&asked).unwrap();
    if available("python:sympy") {
        is_proved(&written(&certificate, "hostile"), certificate.rows);
    }
    let certificate = certifier.coq(&asked).unwrap();
    if available("coqc") {
        // constant friction has a sign, which the textbook of Coq does not know
        assert_eq!(certificate.left_out, ["Q[1]"]);
        is_accepted(&written(&certificate, "hostile"));
    }
}

#[test]
fn what_is_not_covered_is_refused() {
    let refused = |name: &str, quantity: &str| {
        let robot = Robot::bundled(name).unwrap();
        let asked = quantities(&[quantity], &robot);
        let certifier = Certifier::new(&robot, "a test");
        let python = certifier.python(&asked).unwrap_err();
        assert_eq!(python, certifier.coq(&asked).unwrap_err());
        assert!(matches!(python, Error::NotCertified { .. }), "{python}");
        assert!(python.diagnostics().iter().all(|it| it.code == "not-certified"));
        python.to_string()
    };
    assert!(refused("flex1r", "T0[tool]").contains("elastic links"));
    assert!(refused("elastic_joints", "Q").contains("elastic joints"));
    assert!(refused("gripper_arm", "T0[tool]").contains("follow others"));
    assert!(refused("puma560_motors", "M").contains("rotors"));
    assert!(refused("2r", "EA1").contains("does not have it"));
    assert!(refused("gantry", "F[2]").contains("single body"));
}

#[test]
fn a_robot_of_sixty_joints_is_certified_or_stopped() {
    let joint = "[[joint]]\ntype = \"rotation\"\naxis = \"z\"\noffset = [1, 0, 0]\n\
                 link = { mass = 1, centre = [0, 0, 0], inertia = { zz = 1 } }\n";
    let text = format!("name = \"sixty\"\ngravity = \"g\"\n{}", joint.repeat(60));
    let robot = read_toml(&text, &Reading::default()).robot.unwrap();
    let certifier = Certifier::new(&robot, "a test");
    assert_eq!(certifier.python(&quantities(&["T[60]"], &robot)).unwrap().rows, 16);
    let budget = appell_algebra::Budget::default().with_terms(1000);
    let stopped = Certifier::new(&robot, "a test").budget(&budget);
    assert!(stopped.python(&quantities(&["T0[tool]"], &robot)).is_err());
}

#[test]
fn verdicts_on_a_paper_are_confirmed() {
    if !available("python:sympy") {
        return;
    }
    let papers = Path::new(env!("CARGO_MANIFEST_DIR")).join("../proof/papers");
    let mut found = Vec::new();
    for (paper, name) in [
        ("rttrr-dynamics-2016", "rttrr"),
        ("trttrr1-dynamics", "trttrr1"),
        ("ttrt-dynamics-2012", "ttrt"),
        ("6r-kinematics-2012", "6r"),
    ] {
        let robot = Robot::bundled(name).unwrap();
        let text = std::fs::read_to_string(papers.join(format!("{paper}.tex"))).unwrap();
        let notation = NOTATIONS.iter().find(|it| it.name == paper).unwrap();
        let notation = Notation::read(notation.text).unwrap();
        let report = check(&text, &robot, Some(&notation), &Options::default()).unwrap();
        let certifier = Certifier::new(&robot, "a test");
        let certificate = certifier.python_of_check(paper, &report.findings).unwrap();
        let output = run(&written(&certificate, paper));
        found.push(format!("{name}: {}, exit {:?}", last_line(&output), output.status.code()));
    }
    let expected: Vec<&str> = include_str!("../golden/verdicts.txt").lines().collect();
    assert_eq!(found, expected);
}

/// The rows and what is left out of a certificate of the verdicts on formulas, and what it prints.
fn certified(tex: &str, name: &str) -> (Certificate, String) {
    let robot = Robot::bundled("2r").unwrap();
    let report = check(tex, &robot, None, &Options::default()).unwrap();
    let certificate =
        Certifier::new(&robot, "a test").python_of_check(name, &report.findings).unwrap();
    let printed = match available("python:sympy") {
        true => String::from_utf8(run(&written(&certificate, name)).stdout).unwrap(),
        false => String::new(),
    };
    (certificate, printed)
}

#[test]
fn entries_of_matrices_are_rows() {
    let tex = r"
\begin{equation} M_{12} = m_2 (l_{c2}^2 + l_1 l_{c2} \sin\theta_2) + I_2 \tag{1} \end{equation}
\begin{equation} M_{22} = m_2 l_{c2}^2 + I_2 \tag{2} \end{equation}
\begin{equation} G = \begin{bmatrix} m_1 g l_{c1} \cos\theta_1 + m_2 g l_1 \cos\theta_1
  + m_2 g l_{c2} \cos(\theta_1 + \theta_2) \\ m_2 g l_{c2} \cos(\theta_1 + \theta_2) \end{bmatrix} \tag{3} \end{equation}
\begin{equation} J = \begin{bmatrix} -l_1 \sin\theta_1 - l_2 \sin(\theta_1 + \theta_2) & -l_2 \sin(\theta_1 + \theta_2)
  \\ l_1 \cos\theta_1 + l_2 \cos(\theta_1 + \theta_2) & l_2 \cos(\theta_1 + \theta_2) \end{bmatrix} \tag{4} \end{equation}";
    let (certificate, printed) = certified(tex, "entries");
    assert_eq!(certificate.left_out, Vec::<String>::new());
    assert_eq!(certificate.rows, 9);
    if available("python:sympy") {
        for row in ["(1) M.1,2: refuted", "(1) M.1,2, corrected: proved", "(2) M.2,2: proved"] {
            assert!(printed.contains(row), "{printed}");
        }
        assert!(printed.contains("(3) G.2,1: proved"), "{printed}");
        assert!(printed.contains("(4) J.2,2: proved"), "{printed}");
        assert!(printed.ends_with("proved 8 of 8, refuted 1 of 1\n"), "{printed}");
    }
}

/// What is proved but is no row is named, with the reason.
#[test]
fn verdicts_left_out_are_named() {
    let tex = r"
\begin{equation} M_{22} = m_2 l_{c2}^2 + I_2 \tag{1} \end{equation}
\begin{equation} T_1 = \frac{1}{2} (m_1 l_{c1}^2 + I_1) \dot\theta_1^2 \tag{2} \end{equation}
\begin{equation} E_k = \frac{1}{2} (m_1 l_{c1}^2 + I_1) \dot\theta_1^2 + \frac{1}{2} m_2 (l_1^2 \dot\theta_1^2
  + l_{c2}^2 (\dot\theta_1 + \dot\theta_2)^2 + 2 l_1 l_{c2} \cos\theta_2 \dot\theta_1 (\dot\theta_1 + \dot\theta_2))
  + \frac{1}{2} I_2 (\dot\theta_1 + \dot\theta_2)^2 \tag{3} \end{equation}";
    let (certificate, _) = certified(tex, "left_out");
    let left_out = certificate.left_out.join("\n");
    assert!(left_out.contains("(3) "), "{left_out}");
    assert!(left_out.contains("the recursion of certificates does not have it"), "{left_out}");
    assert!(certificate.text.contains(&format!("# Left out: {}.", certificate.left_out[0])));
}

/// A robot that rubs by the force across its bearing or slide; numbers stand outside the roots of its formulas.
fn rubbing(joint: &str) -> Robot {
    let text = format!("name = \"rubbing\"\ngravity = 9.81\n{joint}");
    read_toml(&text, &Reading::default()).robot.unwrap()
}

const SLIDE: &str = "[[joint]]\ntype = \"prismatic\"\naxis = [0, 0.6, 0.8]\n\
                     friction = { coulomb = 0.1 }\nlink = { mass = \"M1\" }\n";
const ARM: &str = "[[joint]]\ntype = \"revolute\"\naxis = [0, 0.6, 0.8]\n\
                   friction = { coulomb = 0.1, diameter = 0.02 }\nlink = { mass = \"M1\", com = [0.1, 0.2, 0] }\n";

/// A root of a rational multiple of a square of the textbook is that multiple of its root; a root of anything
/// else proves nothing.
#[test]
fn numbers_in_front_of_roots_are_known_and_slips_in_roots_rejected() {
    if !available("python:sympy") {
        return;
    }
    for (joint, name) in [(SLIDE, "slide"), (ARM, "arm"), (&ARM.repeat(2), "arms")] {
        let robot = rubbing(joint);
        let certificate =
            Certifier::new(&robot, "a test").python(&quantities(&["Q"], &robot)).unwrap();
        is_proved(&written(&certificate, name), certificate.rows);
        assert!(certificate.text.contains("*sqrt("), "{name}");
        let (head, claims) = certificate.text.split_once("CLAIMS = [").unwrap();
        for slip in ["*sqrt(2*", "*sqrt(4*", "*sqrt(-1*", "*sqrt(1 + "] {
            let text = format!("{head}CLAIMS = [{}", claims.replacen("*sqrt(", slip, 1));
            let wrong = Certificate { text, ..certificate.clone() };
            let output = run(&written(&wrong, "slip_in_a_root"));
            assert_eq!(output.status.code(), Some(1), "{name}, {slip}: {output:?}");
            let printed = String::from_utf8(output.stdout).unwrap();
            assert!(printed.contains("WRONG") || printed.contains("NOT DECIDED"), "{printed}");
        }
    }
}

fn slips_are_rejected(count: usize, robots: &[&str]) {
    if !available("python:sympy") {
        return;
    }
    let certificates: Vec<PathBuf> =
        robots.iter().map(|robot| python(robot, &["Q", "M", "G", "T0[tool]", "J"])).collect();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/certificates/slips.py");
    let mut command = Command::new("python3");
    let output = command.arg(script).arg(count.to_string()).arg("1899").args(certificates).output();
    let output = output.unwrap();
    assert!(output.status.success(), "{output:?}");
    assert_eq!(last_line(&output), format!("rejected {count} of {count}"));
}

#[test]
fn slips_in_claims_are_rejected() {
    slips_are_rejected(200, &["2r", "ttrt", "rttrr"]);
}

/// A textbook with a slip, or data of the robot that are wrong, do not prove the claims. RTTRR has its centres of
/// mass off the origins, so that every term of the recursion counts.
#[test]
fn slips_in_the_textbook_are_noticed() {
    if !available("python:sympy") {
        return;
    }
    let robot = Robot::bundled("rttrr").unwrap();
    let right = Certifier::new(&robot, "a test").python(&quantities(&["Q"], &robot)).unwrap();
    for (line, slip) in [
        ("cross(body[1], F)", "cross(F, body[1])"),
        ("cross(e, C)", "cross(C, e)"),
        ("cross(w, turn(J, w))", "cross(turn(J, w), w)"),
        ("scale(2*d, cross(w, along))", "scale(d, cross(w, along))"),
        ("cross(r, turn(R, f[i]))", "cross(turn(R, f[i]), r)"),
        ("scale(d, cross(w, about))", "scale(-d, cross(w, about))"),
    ] {
        let text = right.text.replace(line, slip);
        assert_ne!(text, right.text, "{line}");
        let wrong = Certificate { text, ..right.clone() };
        let output = run(&written(&wrong, "slip_in_the_textbook"));
        assert_eq!(output.status.code(), Some(1), "{slip}: {output:?}");
    }
}

#[test]
#[ignore = "takes minutes: run by ./test full"]
fn a_thousand_slips_are_rejected() {
    slips_are_rejected(1000, &RIGID);
}

/// Coq accepts the file, with no axioms but those of the real numbers.
fn is_accepted(path: &Path) {
    let output = Command::new("coqc").arg(path).output().unwrap();
    assert!(output.status.success(), "{}: {output:?}", path.display());
    let expected = include_str!("../golden/assumptions.txt");
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{}", path.display());
}

fn is_proved_by_coq(name: &str, names: &[&str]) {
    if !available("coqc") {
        return;
    }
    let robot = Robot::bundled(name).unwrap();
    let certificate = Certifier::new(&robot, "a test").coq(&quantities(names, &robot)).unwrap();
    assert_eq!(certificate.left_out, Vec::<String>::new());
    is_accepted(&written(&certificate, name));
}

#[test]
fn coq_proves_ttrt() {
    is_proved_by_coq("ttrt", &["Q", "M", "G", "T0[tool]", "J"]);
}

#[test]
fn coq_proves_rttrr() {
    is_proved_by_coq("rttrr", &["Q"]);
}

#[test]
#[ignore = "takes minutes: run by ./test full"]
fn coq_proves_trttrr1() {
    is_proved_by_coq("trttrr1", &["Q", "M", "G", "T0[tool]", "J"]);
}

#[test]
#[ignore = "takes minutes: run by ./test full"]
fn coq_proves_the_kinematics_of_6r() {
    is_proved_by_coq("6r", &["T0", "J", "omega", "eps", "v"]);
}

#[test]
fn coq_rejects_a_slip() {
    if !available("coqc") {
        return;
    }
    let robot = Robot::bundled("2r").unwrap();
    let certificate = Certifier::new(&robot, "a test").coq(&quantities(&["G"], &robot)).unwrap();
    is_accepted(&written(&certificate, "right"));
    // in a claim, and in the moment of a force at the centre of mass
    for (right, slip) in
        [("+ M2*g*l1*cos (q1)", "- M2*g*l1*cos (q1)"), ("add N (cross C F)", "add N (cross F C)")]
    {
        let text = certificate.text.replace(right, slip);
        assert_ne!(text, certificate.text);
        let path = written(&Certificate { text, ..certificate.clone() }, "wrong");
        let output = Command::new("coqc").arg(path).output().unwrap();
        assert!(!output.status.success(), "{slip}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("not a valid field equation"));
    }
}
