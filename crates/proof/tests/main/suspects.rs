//! Papers that are wrong throughout for one reason: the reason is suspected.

use appell_algebra::{Budget, Form, Printer};
use appell_mechanics::{Derivation, PolynomialArithmetic, Quantity};
use appell_model::{Robot, read_toml};
use appell_proof::{Alternative, Options, Suspect, Verdict, VerdictKind, check};

const ARM: &str = r#"
name = "arm"
gravity = [0, "-g", 0]

[[joint]]
type = "rotation"
axis = "z"
link = { mass = "M1", centre = ["r1", 0, 0], inertia = { zz = "J1" } }

[[joint]]
type = "rotation"
axis = "z"
offset = ["l1", 0, 0]
link = { mass = "M2", centre = ["r2", 0, 0], inertia = { zz = "J2" } }

[[joint]]
type = "translation"
axis = "x"
offset = ["l2", 0, 0]
link = { mass = "M3", centre = ["r3", "s3", 0], inertia = { zz = "J3" } }
"#;

const TABLE: &str = r#"
name = "table"
convention = "modified"
gravity = 0

[[joint]]
type = "rotation"
dh = { alpha = "pi/2", a = "a1", d = "d1" }

[[joint]]
type = "rotation"
dh = { alpha = "-pi/2", a = "a2", d = "d2" }

[[joint]]
type = "rotation"
dh = { alpha = "pi/2", a = "a3", d = "d3" }
"#;

fn robot(text: &str) -> Robot {
    let reading = read_toml(text, &Default::default());
    reading.robot.unwrap_or_else(|| panic!("{:?}", reading.findings))
}

/// The equations of a robot as a paper would print them.
fn paper(robot: &Robot, quantities: &[&str]) -> String {
    let polynomials = PolynomialArithmetic::new(robot, Budget::default());
    let derivation = Derivation::new(robot, &polynomials).unwrap();
    let printer = Printer::new(robot.symbols());
    let mut out = String::new();
    for name in quantities {
        for quantity in Quantity::read(name, robot).unwrap() {
            let value = derivation.get(quantity).unwrap();
            let entry = |entry: &appell_algebra::BudgetedPoly<'_>| {
                let formula =
                    printer.arrange(entry.poly().unwrap(), &Form::Expanded, &Budget::default());
                printer.latex(&formula.unwrap())
            };
            let row = |row: &Vec<_>| row.iter().map(entry).collect::<Vec<_>>().join(" & ");
            let rows: Vec<String> = value.rows.iter().map(row).collect();
            let index = quantity.to_string();
            let index: String = index.chars().filter(char::is_ascii_digit).collect();
            let left = match name.split('[').next().unwrap() {
                "aC" => format!("a_{{C_{index}}}"),
                letter => format!("{letter}_{index}"),
            };
            let right = match rows.as_slice() {
                [only] => only.clone(),
                rows => format!("\\begin{{bmatrix}} {} \\end{{bmatrix}}", rows.join(" \\\\ ")),
            };
            out.push_str(&format!("$$ {left} = {right} $$\n"));
        }
    }
    out
}

/// The first suspect when the equations of one robot are checked against another.
fn suspect(wrong: &Robot, right: &Robot, quantities: &[&str], options: &Options) -> Suspect {
    let paper = paper(wrong, quantities);
    let report = check(&paper, right, None, options).unwrap();
    assert!(report.findings.iter().any(|it| it.verdict.kind() != VerdictKind::Proved), "{paper}");
    report.suspects.first().unwrap_or_else(|| panic!("no suspect: {paper}")).clone()
}

/// What is assumed when the equations of one robot are checked against another, and nothing is refuted.
fn assumed(wrong: &Robot, right: &Robot, quantities: &[&str]) -> Vec<(String, String)> {
    let report = check(&paper(wrong, quantities), right, None, &Options::default()).unwrap();
    let mut assumed = Vec::new();
    for finding in &report.findings {
        let Verdict::Proved(proof) = &finding.verdict else { panic!("{finding:?}") };
        assumed.extend(proof.assumptions.iter().map(|it| (it.name.clone(), it.words.clone())));
    }
    assumed.sort();
    assumed.dedup();
    assumed
}

#[test]
fn gravity_with_the_other_sign() {
    let wrong = robot(&ARM.replace("\"-g\"", "\"g\""));
    let found = assumed(&wrong, &robot(ARM), &["Q[1]", "Q[2]", "Q[3]", "aC"]);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].0, "gravity-sign");
}

#[test]
fn gravity_left_out() {
    let wrong = robot(&ARM.replace("\"-g\"", "0"));
    let found = assumed(&wrong, &robot(ARM), &["Q[1]", "Q[2]", "aC"]);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].0, "no-gravity");
}

#[test]
fn an_axis_in_the_other_sense() {
    let wrong = robot(&ARM.replacen("axis = \"z\"\noffset", "axis = \"-z\"\noffset", 1));
    let found = assumed(&wrong, &robot(ARM), &["Q[1]", "Q[2]", "aC"]);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].1.contains("q2 is counted in the other sense"), "{found:?}");
}

/// A slip in a paper with other conventions is still a slip.
#[test]
fn what_differs_under_the_convention_is_refuted() {
    let wrong = robot(&ARM.replace("\"-g\"", "\"g\""));
    let right = paper(&wrong, &["Q[1]", "Q[2]", "Q[3]"]);
    let text = right.replacen("J_1 \\ddot{q}_1", "2 J_1 \\ddot{q}_1", 1);
    assert_ne!(right, text);
    let report = check(&text, &robot(ARM), None, &Options::default()).unwrap();
    let kinds: Vec<VerdictKind> = report.findings.iter().map(|it| it.verdict.kind()).collect();
    assert_eq!(kinds, [VerdictKind::Refuted, VerdictKind::Proved, VerdictKind::Proved]);
    let slips = &report.findings[0].refutation().unwrap().slips;
    assert_eq!(slips.len(), 1, "{slips:?}");
}

#[test]
fn mass_centres_at_the_origins() {
    let wrong =
        robot(&ARM.replace("[\"r2\", 0, 0]", "[0, 0, 0]").replace("[\"r1\", 0, 0]", "[0, 0, 0]"));
    let wrong =
        robot(&appell_model::write_toml(&wrong).replace("[\"r3\", \"s3\", 0]", "[0, 0, 0]"));
    let found = suspect(&wrong, &robot(ARM), &["Q[1]", "Q[2]", "Q[3]"], &Options::default());
    assert_eq!(found.name, "mass-centre");
}

#[test]
fn rotations_transposed() {
    let paper = r"
        $$ [R]_1^0 = \begin{bmatrix} c_1 & s_1 & 0 \\ -s_1 & c_1 & 0 \\ 0 & 0 & 1 \end{bmatrix} $$
        $$ [R]_2^1 = \begin{bmatrix} c_2 & s_2 & 0 \\ -s_2 & c_2 & 0 \\ 0 & 0 & 1 \end{bmatrix} $$";
    let report = check(paper, &robot(ARM), None, &Options::default()).unwrap();
    for finding in &report.findings {
        let Verdict::Proved(proof) = &finding.verdict else { panic!("{finding:?}") };
        assert_eq!(proof.assumptions[0].name, "index-order");
    }
    // a wrong entry is no other order
    let wrong = paper.replace("-s_1", "-s_2");
    let report = check(&wrong, &robot(ARM), None, &Options::default()).unwrap();
    assert!(report.findings.iter().any(|it| it.verdict.kind() != VerdictKind::Proved));
}

#[test]
fn the_other_convention_of_a_table() {
    let other = robot(&TABLE.replace("modified", "standard"));
    let options = Options {
        alternatives: vec![Alternative {
            name: "dh-convention".to_owned(),
            words: "the other convention".to_owned(),
            robot: other.clone(),
        }],
        ..Options::default()
    };
    let found = suspect(&other, &robot(TABLE), &["T"], &options);
    assert_eq!((found.name.as_str(), found.explains), ("dh-convention", found.of));
}

#[test]
fn a_right_paper_has_no_suspects() {
    let arm = robot(ARM);
    let report = check(&paper(&arm, &["Q[1]", "aC"]), &arm, None, &Options::default()).unwrap();
    assert!(report.findings.iter().all(|finding| finding.verdict.kind() == VerdictKind::Proved));
    assert!(report.suspects.is_empty());
}
