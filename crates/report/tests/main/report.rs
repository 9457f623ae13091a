//! The report of every bundled robot: its equations are read back and proved, its numbers are those of
//! the mechanics, its writers lose nothing.

use std::collections::BTreeSet;

use appell_algebra::{Budget, Formula, Printer};
use appell_mechanics::{Derivation, Numbers, Quantity};
use appell_model::{BUNDLED, Robot, read_toml};
use appell_proof::{NOTATIONS, Notation, Options, Verdict, VerdictKind, check};
use appell_report::{
    Block, CheckedPaper, Columns, Document, Inline, Part, ReportOptions, Section, Shape, Text,
};

/// Reports whose reading takes long: they are read back by `./test full`.
const LONG: [&str; 9] = [
    "6r",
    "stanford",
    "puma560",
    "puma560_motors",
    "ur5",
    "panda",
    "chain20",
    "flex2r",
    "trttrr1_elastic",
];

/// The parts with equations.
const EQUATIONS: [Part; 10] = [
    Part::Symbols,
    Part::Frames,
    Part::Velocities,
    Part::Accelerations,
    Part::Inertia,
    Part::Connections,
    Part::Torques,
    Part::Matrices,
    Part::Energies,
    Part::Parameters,
];

fn report(robot: &Robot, columns: Columns) -> Document {
    ReportOptions::new().parts(EQUATIONS).columns(columns).document(robot).unwrap()
}

/// Reads the equations of a report as a paper and gives how many were proved.
fn read_back(robot: &Robot, columns: Columns) -> usize {
    let document = report(robot, columns);
    // multiplied out, a row has at most 80 lines; nested, what has no name is written out
    let longest = document.equations().map(|it| it.latex.len()).max().unwrap();
    let most = if columns == Columns::One { 160 } else { 320 };
    assert!(longest <= most, "{}: {longest} lines in one equation", robot.name());
    let equations: Vec<String> =
        document.equations().map(|it| format!("\\[ {} \\]\n", it.latex())).collect();
    let notation = Notation::appell(robot);
    let found = check(&equations.concat(), robot, Some(&notation), &Options::default()).unwrap();
    assert!(found.stopped.is_none(), "{}", robot.name());
    let (mut proved, mut wrong) = (0, Vec::new());
    for finding in &found.findings {
        match &finding.verdict {
            Verdict::Proved(proof) => {
                assert!(proof.assumptions.is_empty(), "{}: {finding:?}", robot.name());
                proved += 1;
            }
            Verdict::Defined { .. } => {}
            // integrals of elastic links are numbers that are rounded in print
            Verdict::Unmapped { .. } if robot.is_elastic() => {}
            other => wrong.push(format!("{} {}: {other:?}", finding.equation, finding.quantity)),
        }
    }
    assert!(wrong.is_empty(), "{}: {wrong:#?}", robot.name());
    proved
}

#[test]
fn every_equation_of_a_report_is_read_back_and_proved() {
    for entry in BUNDLED.iter().filter(|entry| !LONG.contains(&entry.name)) {
        let robot = Robot::bundled(entry.name).unwrap();
        let proved = read_back(&robot, Columns::One);
        assert!(proved >= 10, "{}: {proved}", entry.name);
    }
}

/// A report of the same robot is the same again, in the same process too. Its file of LaTeX, with its lines,
/// rules, tables and numbers, says nothing that is refuted, and all that is proved of the bare equations.
#[test]
fn the_file_of_latex_is_read_back() {
    for (name, columns) in [
        ("2r", Columns::One),
        ("rttrr", Columns::One),
        ("rttrr", Columns::Two),
        ("scara", Columns::One),
        ("gripper_arm", Columns::One),
        ("elastic_joints", Columns::One),
    ] {
        let robot = Robot::bundled(name).unwrap();
        let document = ReportOptions::new().columns(columns).document(&robot).unwrap();
        let notation = Notation::appell(&robot);
        let found = check(&document.latex(), &robot, Some(&notation), &Options::default()).unwrap();
        let count = |kind: VerdictKind| {
            found.findings.iter().filter(|finding| finding.verdict.kind() == kind).count()
        };
        // rules that hold for every robot have no numbers, and may have names that no quantity has
        let wrong = found.findings.iter().filter(|finding| match finding.verdict.kind() {
            VerdictKind::Refuted | VerdictKind::Undecided => true,
            VerdictKind::Unreadable => !finding.equation.starts_with("line "),
            _ => false,
        });
        let wrong: Vec<_> =
            wrong.map(|it| (&it.equation, &it.quantity, it.verdict.reason())).collect();
        assert!(wrong.is_empty(), "{name}: {wrong:#?}");
        assert!(count(VerdictKind::Proved) >= read_back(&robot, columns), "{name}");
    }
}

/// Parameters that are called as quantities are: whole vectors and matrices, entries, rows of columns.
#[test]
fn parameters_with_names_of_quantities_are_told_apart() {
    let file = r#"
        name = "namesakes"
        gravity = [0, "-C", 0]
        [[joint]]
        type = "rotation"
        axis = "z"
        friction = { viscous = "f1", coulomb = "N1", diameter = "T2" }
        link = { mass = "M", centre = ["a1", "v1", 0], inertia = { zz = "J" } }
        [[joint]]
        type = "rotation"
        axis = "z"
        offset = ["a2", "Q1", 0]
        friction = { viscous = "n2" }
        link = { mass = "G", centre = ["a1_x", 0, 0], inertia = { zz = "M1_1" } }
        [tool]
        offset = ["T1", "F2", 0]
    "#;
    let reading = read_toml(file, &Default::default());
    let robot = reading.robot.unwrap_or_else(|| panic!("{:?}", reading.findings));
    assert!(read_back(&robot, Columns::One) >= 40);
    let latex = report(&robot, Columns::One).latex();
    for name in ["\\bar{a}_2", "\\bar{a}_{1,x}", "\\bar{M}_{1,1}", "\\bar{Q}_1", "\\bar{G}"] {
        assert!(latex.contains(name), "{name}");
    }
    assert!(latex.contains("$\\bar{a}_2$ is \\texttt{a2}"), "{latex}");
}

/// Parameters with every letter that names of subexpressions have, and with their indices; one is only printed so.
#[test]
fn names_of_subexpressions_are_no_names_of_the_robot() {
    let file = r#"
        name = "all letters"
        gravity = [0, 0, "-Z2_1"]
        [parameters]
        inertia = { latex = 'H_{3,2}' }
        [[joint]]
        type = "R"
        axis = "z"
        link = { mass = "H1_1", centre = ["B1_1", "P1_1", "S1_1"], inertia = { zz = "U1_1" } }
        [[joint]]
        type = "R"
        axis = "x"
        offset = ["X2_1", "V2_1", 0]
        link = { mass = "H2_1", centre = ["W2_1", "S2_1", "U2_1"], inertia = { xx = "A2_1", xy = "A2_2", yz = "U12_1", zz = "A12_1" } }
        [[joint]]
        type = "R"
        axis = "y"
        offset = ["H3_1", "S12_1", "S12_2"]
        link = { mass = "A13_1", centre = ["A23_1", "A3_1", "U3_1"], inertia = { xx = "inertia", xy = "U23_1", yz = "U13_1", zz = "S3_1" } }
    "#;
    let reading = read_toml(file, &Default::default());
    let robot = reading.robot.unwrap_or_else(|| panic!("{:?}", reading.findings));
    let document = report(&robot, Columns::One);
    let printer = Printer::new(robot.symbols()).with_notation(robot.notation());
    let printed = |symbol| printer.latex(&Formula::Symbol(symbol));
    let own: BTreeSet<String> = robot.parameters().iter().map(|it| printed(it.symbol)).collect();
    let named = document.equations().filter(|it| it.id.starts_with("name-"));
    let named: Vec<&str> = named.map(|it| it.left.latex.as_str()).collect();
    for letter in ["H", "S", "U", "A"] {
        assert!(named.iter().any(|it| it.starts_with(letter)), "no name with {letter}: {named:?}");
    }
    let twice: Vec<_> = named.iter().filter(|it| own.contains(**it)).collect();
    assert!(twice.is_empty(), "{twice:?} are parameters, too");
}

/// An oblique axis has angles of many digits. They get names, which are read back; without the part that explains
/// them, there are none.
#[test]
fn angles_of_many_digits_have_names() {
    let file = r#"
        name = "oblique"
        gravity = "g"
        [[joint]]
        type = "R"
        axis = [1, 2, 3]
        link = { mass = "m1", centre = ["c1", 0, 0] }
        [[joint]]
        type = "R"
        axis = "z"
        offset = ["l1", 0, 0]
        rotation = { axis = "x", angle = 0.3 }
        link = { mass = "m2", centre = ["c2", 0, 0] }
    "#;
    let robot = read_toml(file, &Default::default()).robot.unwrap();
    let latex = ReportOptions::new().document(&robot).unwrap().latex();
    let notation = Notation::appell(&robot);
    let found = check(&latex, &robot, Some(&notation), &Options::default()).unwrap().findings;
    // base parameters of such robots are rounded
    let own = found.iter().filter(|it| !it.equation.starts_with("line "));
    let own = own.filter(|it| !it.verdict.reason().contains("there is no base"));
    let (good, bad): (Vec<_>, Vec<_>) = own.partition(|finding| {
        [VerdictKind::Proved, VerdictKind::Defined].contains(&finding.verdict.kind())
    });
    assert!(good.len() >= 90 && bad.is_empty(), "{} proved, {bad:#?}", good.len());
    let markdown = ReportOptions::new().document(&robot).unwrap().markdown();
    for angle in ["\\beta_1 = 0.9302740141154721", "\\beta_2 = 1.1071487177940904"] {
        assert!(markdown.contains(angle), "{angle}");
        let digits = angle.split(' ').next_back().unwrap();
        assert_eq!(latex.matches(digits).count(), 1, "{digits}");
    }
    assert!(latex.contains("\\cos(\\frac{3}{10})") && latex.contains("\\cos \\beta_1"));
    let parts = ReportOptions::new().parts([Part::Robot, Part::Frames]);
    assert!(!parts.document(&robot).unwrap().latex().contains("\\beta"));
}

/// Coulomb's friction: what is under the root is the sum of the squares of two components of the connection
/// force, not their product multiplied out.
#[test]
fn the_force_across_an_axis_is_a_sum_of_squares() {
    let document = report(&Robot::bundled("scara").unwrap(), Columns::One);
    for id in ["name-rho1", "name-rho2"] {
        let lines = &document.equations().find(|it| it.id == id).unwrap().latex;
        // 61 and 46 lines multiplied out
        assert!(lines.len() < 20, "{lines:#?}");
        assert_eq!(lines.concat().matches(")^{2}").count(), 2, "{lines:#?}");
    }
}

/// Long reports, a few by themselves, so that a test says which of them it is about.
fn assert_read_back(names: &[&str]) {
    for name in names {
        assert!(LONG.contains(name), "{name} is among the others");
        read_back(&Robot::bundled(name).unwrap(), Columns::One);
    }
}

#[test]
#[ignore = "takes minutes: run by ./test full"]
fn every_equation_of_arms_of_six_joints_is_read_back_and_proved() {
    assert_read_back(&["6r", "stanford", "ur5"]);
}

#[test]
#[ignore = "takes minutes: run by ./test full"]
fn every_equation_of_the_puma_is_read_back_and_proved() {
    assert_read_back(&["puma560"]);
}

#[test]
#[ignore = "takes minutes: run by ./test full"]
fn every_equation_of_the_puma_with_motors_is_read_back_and_proved() {
    assert_read_back(&["puma560_motors"]);
}

#[test]
#[ignore = "takes minutes: run by ./test full"]
fn every_equation_of_the_panda_is_read_back_and_proved() {
    assert_read_back(&["panda"]);
}

#[test]
#[ignore = "takes minutes: run by ./test full"]
fn every_equation_of_elastic_arms_is_read_back_and_proved() {
    assert_read_back(&["flex2r", "trttrr1_elastic"]);
}

/// Of a long chain what stays within 20 000 terms is proved, and nothing is refuted: the rest is what
/// cannot be derived within them.
#[test]
#[ignore = "takes minutes: run by ./test full"]
fn what_is_short_of_a_long_chain_is_read_back_and_proved() {
    let robot = Robot::bundled("chain20").unwrap();
    let document = report(&robot, Columns::One);
    let options = Options { budget: Budget::default().with_terms(20_000), ..Options::default() };
    let notation = Notation::appell(&robot);
    let found = check(&document.latex(), &robot, Some(&notation), &options).unwrap();
    let mut proved = 0;
    for finding in found.findings.iter().filter(|it| !it.equation.starts_with("line ")) {
        match &finding.verdict {
            Verdict::Proved(_) => proved += 1,
            // names of which only rows make use that are too long
            Verdict::Defined { .. } | Verdict::Unmapped { .. } => {}
            other => {
                let reason = other.reason();
                assert!(reason.contains("more than 20000 terms"), "{}: {reason}", finding.equation);
            }
        }
    }
    assert!(proved >= 680, "{proved}");
}

/// Lines are shorter, matrices smaller, products broken: the equations are the same.
#[test]
fn equations_in_two_columns_are_read_back_and_proved() {
    let robot = Robot::bundled("rttrr").unwrap();
    assert!(read_back(&robot, Columns::Two) >= 200);
    let lines = |columns| -> usize {
        report(&robot, columns).equations().map(|equation| equation.latex.len()).sum()
    };
    assert!(2 * lines(Columns::Two) > 3 * lines(Columns::One));
}

#[test]
#[ignore = "takes minutes: run by ./test full"]
fn broken_products_in_two_columns_are_read_back_and_proved() {
    let robot = Robot::bundled("6r").unwrap();
    let is_broken = |line: &String| line.starts_with("\\cdot ");
    assert!(report(&robot, Columns::Two).equations().any(|it| it.latex.iter().any(is_broken)));
    read_back(&robot, Columns::Two);
}

/// The text of a document in all languages.
fn all(document: &Document) -> [String; 4] {
    [document.html(), document.latex(), document.typst(), document.markdown()]
}

#[test]
fn labels_are_unique_and_every_writer_has_every_equation() {
    for entry in BUNDLED.iter().filter(|entry| !LONG.contains(&entry.name)) {
        let robot = Robot::bundled(entry.name).unwrap();
        let document = ReportOptions::new().document(&robot).unwrap();
        let left_out = usize::from(!robot.is_elastic());
        assert_eq!(document.sections.len(), Part::ALL.len() - left_out, "{}", entry.name);
        let mut labels = BTreeSet::new();
        let sections = document.sections.iter().map(|section| &section.id);
        for id in sections.chain(document.equations().map(|equation| &equation.id)) {
            assert!(labels.insert(id.clone()), "{}: {id} twice", entry.name);
        }
        let [html, latex, typst, markdown] = all(&document);
        for id in &labels {
            assert!(html.contains(&format!("id=\"{id}\"")), "{}: {id}", entry.name);
            assert!(latex.contains(&format!("\\label{{{id}}}")), "{}: {id}", entry.name);
            assert!(typst.contains(&format!("<{id}>")), "{}: {id}", entry.name);
            assert!(markdown.contains(&format!("<a id=\"{id}\">")), "{}: {id}", entry.name);
        }
        // what MathML cannot show would be left as code
        assert!(!html.contains("<code>\\"), "{}", entry.name);
        // names are made anew for a robot that is read anew
        let robot = Robot::bundled(entry.name).unwrap();
        let again = ReportOptions::new().document(&robot).unwrap();
        assert!([html, latex, typst, markdown] == all(&again), "{}", entry.name);
    }
}

/// The names for parts of long rows in a line of LaTeX: a letter with the joints and a number, `U_{24,3}`.
fn names_in(line: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, _) in line.match_indices(['H', 'S', 'U', 'A']) {
        let Some(index) = line[at + 1..].strip_prefix("_{") else { continue };
        let index = index.split('}').next().unwrap();
        let parts: Vec<&str> = index.split(',').collect();
        if parts.len() == 2 && parts.iter().all(|it| it.bytes().all(|c| c.is_ascii_digit())) {
            found.push(format!("{}_{}", &line[at..=at], index.replace(',', "_")));
        }
    }
    found
}

/// Every name is explained before it is used, and used; its letter says what is in it, and names of the same letter
/// and joints are numbered in their order.
fn assert_names_are_explained(document: &Document) {
    let mut known = BTreeSet::new();
    let mut waiting: BTreeSet<String> = BTreeSet::new();
    for equation in document.equations() {
        let line = equation.latex.concat();
        for name in names_in(&line) {
            assert!(known.contains(&name), "{}: {name} is not explained", equation.id);
            waiting.remove(&name);
        }
        if let Some(name) = names_in(&equation.left.latex).pop() {
            let is_allowed = match &name[..1] {
                "H" => !line.contains("q}") && !line.contains("q_"),
                "S" => !line.contains("dot{q}"),
                "U" => !line.contains("ddot{q}"),
                _ => true,
            };
            assert!(is_allowed, "{name} = {line}");
            let (stem, number) = name.rsplit_once('_').unwrap();
            let before = known.iter().filter(|it: &&String| it.rsplit_once('_').unwrap().0 == stem);
            assert_eq!(number, (before.count() + 1).to_string(), "{name}");
            known.insert(name.clone());
            waiting.insert(name);
        }
    }
    assert!(known.len() > 50, "{}", known.len());
    assert_eq!(waiting, BTreeSet::new(), "names that nothing uses");
}

#[test]
fn a_long_row_is_nested_and_a_large_robot_is_cut() {
    let robot = Robot::bundled("panda").unwrap();
    let document = report(&robot, Columns::One);
    assert_names_are_explained(&document);
    let longest = document.equations().map(|it| it.latex.len()).max().unwrap();
    // as many as a row has that is multiplied out; the acceleration energy is given link by link
    assert!(longest <= 80, "{longest} lines in one equation");
    let large = report(&Robot::bundled("chain20").unwrap(), Columns::One);
    assert!(large.markdown().contains("too long to be printed"), "20 x 20 entries of M");
}

/// Typst without what is between quotation marks.
fn without_strings(typst: &str) -> String {
    let mut out = String::new();
    let (mut is_string, mut is_escaped) = (false, false);
    for c in typst.chars() {
        if c == '"' && !is_escaped {
            is_string = !is_string;
        } else if !is_string {
            out.push(c);
        }
        is_escaped = c == '\\' && !is_escaped;
    }
    out
}

#[test]
fn names_that_mean_something_to_a_language_are_only_names() {
    let robot = r##"
name = 'a_$#%&{}~^\ <script>alert(1)</script> "q" #panic() $x$ `c` \end{document}'
source = '\input{x} #import "y" </p> | * _ @ref // /* ü 中'
gravity = [0, 0, "-g"]
[[joint]]
name = 'j_1&%$#"<'
type = "rotation"
axis = "z"
link = { mass = "größe", centre = ["θ1", "质", 0] }
[parameters]
'größe' = { value = 1 }
'θ1' = { value = 1 }
'质' = { value = 1 }
g = { value = 9.81 }
"##;
    let reading = read_toml(robot, &Default::default());
    let robot = reading.robot.unwrap_or_else(|| panic!("{:?}", reading.findings));
    let document = ReportOptions::new().document(&robot).unwrap();
    let [html, latex, typst, _] = all(&document);
    assert!(!html.contains("<script"));
    assert!(!latex.contains("\\input") && latex.matches("\\end{document}").count() == 1);
    assert!(latex.chars().all(|c| (c as u32) < 0x180), "letters that LaTeX lacks");
    for name in ["{\\theta}_1", "\\mathrm{gr\\text{ö}\\text{ß}e}", "\\text{U+8D28}"] {
        assert!(latex.contains(name), "{name}");
    }
    for forbidden in ["#panic", "#import", "$x$", " @ref", "<script", " //"] {
        let unescaped = without_strings(&typst).replace("\\#", "").replace("\\$", "");
        let unescaped = unescaped.replace("\\/", "").replace("\\<", "");
        let around = unescaped.find(forbidden).map(|at| &unescaped[at.saturating_sub(40)..at + 20]);
        assert_eq!(around, None, "{forbidden}");
    }
}

/// The drawings name what the formulas name: the vectors of the conventions, and the lengths of the robot.
#[test]
fn drawings_have_the_symbols_of_the_formulas() {
    let robot = Robot::bundled("scara").unwrap();
    let document = ReportOptions::new().parts([Part::Conventions, Part::Robot]).document(&robot);
    let document = document.unwrap();
    let figures: Vec<String> = document
        .sections
        .iter()
        .flat_map(|section| &section.blocks)
        .filter_map(|block| match block {
            Block::Figure(figure) => Some(figure.drawing.tikz()),
            _ => None,
        })
        .collect();
    let [conventions, drawn] = figures.as_slice() else { panic!("{} figures", figures.len()) };
    for name in ["r_{i}", "r_{C,i}", "k_{i}", "q_{i}", "x_{i-1}"] {
        assert!(conventions.contains(name), "{name}");
    }
    for name in ["l_{0}", "l_{1}", "l_{2}"] {
        assert!(drawn.contains(name), "{name}: {drawn}");
    }
}

/// At the wrist of the PUMA three frames and the tool have one origin; the Panda is drawn from the side, with
/// frames on each other. No label stands on another one, and none on a link.
#[test]
fn labels_of_a_drawing_do_not_collide() {
    for entry in BUNDLED.iter().filter(|entry| entry.name != "chain20") {
        let name = entry.name;
        let robot = Robot::bundled(name).unwrap();
        let document = ReportOptions::new().parts([Part::Robot]).document(&robot).unwrap();
        let Some(Block::Figure(figure)) =
            document.sections[0].blocks.iter().find(|it| matches!(it, Block::Figure(_)))
        else {
            panic!("{name} is not drawn")
        };
        let shapes = &figure.drawing.shapes;
        // what it says, its middle, half of its width and of its height
        let labels: Vec<(String, [f64; 2], [f64; 2])> = shapes
            .iter()
            .filter_map(|shape| match shape {
                Shape::Label(at, letter, index) => {
                    let width = 4.0 + 2.0 * index.chars().count() as f64;
                    Some((format!("{letter}_{index}"), *at, [width, 5.5]))
                }
                Shape::Words(at, _, _, words) => {
                    let width = 2.2 * words.chars().count() as f64;
                    Some((words.clone(), [at[0], at[1] + 3.0], [width, 4.0]))
                }
                _ => None,
            })
            .collect();
        // two names for each frame but those that are seen from their end
        assert!(labels.len() > robot.given_joints().len(), "{name}: {labels:?}");
        let links: Vec<[f64; 2]> = shapes
            .iter()
            .filter_map(|shape| match shape {
                Shape::Line(ends, appell_report::Pen::Link) => Some(ends),
                _ => None,
            })
            .flat_map(|ends| {
                let share = |k: i32| f64::from(k) / 200.0;
                let (from, to) = (ends[0], ends[1]);
                (0..=200).map(move |k| {
                    [0, 1].map(|axis| from[axis] + share(k) * (to[axis] - from[axis]))
                })
            })
            .collect();
        for (k, (label, at, half)) in labels.iter().enumerate() {
            for (second, other, others) in &labels[..k] {
                let apart =
                    (0..2).any(|axis| (at[axis] - other[axis]).abs() >= half[axis] + others[axis]);
                assert!(apart, "{name}: {label} is on {second}");
            }
            let inside = |point: &&[f64; 2]| {
                (0..2).all(|axis| (point[axis] - at[axis]).abs() < half[axis] - 1.5)
            };
            assert_eq!(links.iter().find(inside), None, "{name}: {label} is on a link");
        }
    }
}

/// What a parameter is follows from where the robot file uses it; units of coordinates and of their forces
/// from the joints.
#[test]
fn symbols_have_meanings_and_units() {
    let robot = Robot::bundled("scara").unwrap();
    let parts = [Part::Symbols, Part::Numbers];
    let document = ReportOptions::new().parts(parts).document(&robot).unwrap();
    let tables = document.sections.iter().flat_map(|section| &section.blocks);
    let rows: Vec<Vec<String>> = tables
        .filter_map(|block| match block {
            Block::Table(table) => Some(&table.rows),
            _ => None,
        })
        .flatten()
        .map(|row| row.iter().map(words).collect())
        .collect();
    let row = |symbol: &str| {
        rows.iter().find(|row| row[0] == symbol).unwrap_or_else(|| panic!("{symbol}: {rows:?}"))
    };
    assert_eq!(row("M_2")[1], "mass of link 2");
    assert_eq!(row("J_{1z}")[1], "inertia zz of link 1");
    assert_eq!(row("g")[1], "gravity");
    // a note of the file says it better
    assert_eq!(row("l_0")[1], "height of the arms");
    let unit = |symbol: &str| row(symbol).last().unwrap().clone();
    assert_eq!([unit("q_1"), unit("q_3")], ["\\mathrm{rad}", "\\mathrm{m}"]);
    assert_eq!([unit("Q_{1}"), unit("Q_{3}")], ["N m", "\\mathrm{N}"]);
}

/// A parameter whose unit the file does not give has that of what it is; one that is two things has none.
#[test]
fn units_follow_from_what_parameters_are() {
    let file = r#"
        name = "units"
        gravity = "g"
        [[joint]]
        type = "R"
        axis = "z"
        rotation = { axis = "x", angle = "alpha" }
        friction = { viscous = "b1", coulomb = "mu", diameter = "d" }
        rotor = { inertia = "Ir", ratio = "N", on = "base" }
        link = { mass = "m1", centre = ["c1", 0, 0], inertia = { zz = "both" } }
        [[joint]]
        type = "P"
        axis = "x"
        offset = ["both", 0, 0]
        friction = { viscous = "b2", constant = "F2" }
        spring = { stiffness = "k", rest = "2*r" }
        link = { mass = "m2" }
    "#;
    let robot = read_toml(file, &Default::default()).robot.unwrap();
    let markdown = ReportOptions::new().parts([Part::Symbols]).document(&robot).unwrap().markdown();
    for (symbol, unit) in [
        ("g", "\\mathrm{m}/\\mathrm{s}^{2}"),
        ("\\alpha", "\\mathrm{rad}"),
        ("b_1", "\\mathrm{N}\\,\\mathrm{m}\\,\\mathrm{s}/\\mathrm{rad}"),
        ("b_2", "\\mathrm{N}\\,\\mathrm{s}/\\mathrm{m}"),
        ("k", "\\mathrm{N}/\\mathrm{m}"),
        ("m_2", "\\mathrm{kg}"),
    ] {
        let row = markdown.lines().find(|line| line.starts_with(&format!("| ${symbol}$ |")));
        assert!(row.unwrap().ends_with(&format!("| ${unit}$ |")), "{symbol}: {row:?}");
    }
    for symbol in ["\\mathrm{both}", "r"] {
        let row = markdown.lines().find(|line| line.starts_with(&format!("| ${symbol}$ |")));
        assert!(row.unwrap().ends_with("|  |"), "{symbol}: {row:?}");
    }
}

/// Base parameters are sums of products, whatever is too long before them; those that are zero are counted.
#[test]
fn base_parameters_are_printed_as_they_are() {
    let document = report(&Robot::bundled("puma560").unwrap(), Columns::One);
    let rows = |of: &str| -> Vec<String> {
        let rows = document.equations().filter(|it| it.id.starts_with(of));
        rows.map(|it| it.latex.concat()).collect()
    };
    let base = rows("base-");
    let is_plain = |row: &String| row != "0" && names_in(row).is_empty();
    assert!(base.len() > 15 && base.iter().all(is_plain), "{base:?}");
    assert!(rows("G").iter().all(is_plain), "{:?}", rows("G"));
    assert!(document.markdown().contains("more are zero with the masses of this robot"));
}

/// A symbol without a meaning or a note is not explained; the payload is a body that the tables of links do not name.
#[test]
fn every_symbol_is_explained() {
    for entry in BUNDLED {
        let robot = Robot::bundled(entry.name).unwrap();
        let document = ReportOptions::new().parts([Part::Robot, Part::Symbols]).document(&robot);
        let document = document.unwrap();
        for block in document.sections.iter().flat_map(|section| &section.blocks) {
            if let Block::Table(table) = block
                && table.caption == "Coordinates and parameters"
            {
                for row in &table.rows {
                    assert!(!words(&row[1]).is_empty(), "{}: {}", entry.name, words(&row[0]));
                }
            }
        }
        let has_body = robot.payload().body.is_some();
        assert_eq!(
            document.markdown().contains("The payload is a body"),
            has_body,
            "{}",
            entry.name
        );
    }
    // without the notes of its file
    let entry = BUNDLED.iter().find(|entry| entry.name == "flex2r").unwrap();
    let text = entry.text.replace(", note =", " } # note =");
    let robot = read_toml(&text, &Default::default()).robot.unwrap();
    let document = ReportOptions::new().parts([Part::Robot, Part::Symbols]).document(&robot);
    let text = document.unwrap().markdown();
    for meaning in
        ["| mass of the payload |", "stiffness of the modes of link 1", "moved by the tip"]
    {
        assert!(text.contains(meaning), "{meaning}: {text}");
    }
}

/// No number of the test state is zero, and no two are opposite or equal: a term with such a factor could be wrong
/// without being seen.
#[test]
fn the_test_state_hides_nothing() {
    for name in ["rttrr", "6r", "chain20"] {
        let robot = Robot::bundled(name).unwrap();
        let document = ReportOptions::new().parts([Part::Numbers]).document(&robot).unwrap();
        let Some(Block::Text(Text(pieces))) = document.sections[0].blocks.first() else { panic!() };
        let command = pieces.iter().find_map(|it| match it {
            Inline::Code(code) => code.strip_prefix("--q="),
            _ => None,
        });
        let lists = command.unwrap().split(" --").map(|it| it.split('=').next_back().unwrap());
        let numbers = lists.flat_map(|list| list.split(','));
        let sizes: Vec<f64> = numbers.map(|it| it.parse::<f64>().unwrap().abs()).collect();
        assert_eq!(sizes.len(), 3 * robot.coordinates().len());
        for (k, size) in sizes.iter().enumerate() {
            assert!(*size > 1e-3, "{name}: {sizes:?}");
            assert!(sizes[..k].iter().all(|it| (it - size).abs() > 1e-3), "{name}: {sizes:?}");
        }
    }
}

/// Entries of a matrix that fit stand in it, and only the longest have names.
#[test]
fn a_matrix_names_no_more_entries_than_it_has_to() {
    let document = report(&Robot::bundled("scara").unwrap(), Columns::One);
    let ids: Vec<&str> = document.equations().map(|it| it.id.as_str()).collect();
    let of_tool = ids.iter().filter(|id| id.starts_with("T0-tool-"));
    let of_tool: Vec<&str> = of_tool.copied().collect();
    assert_eq!(of_tool, ["T0-tool-1-4", "T0-tool-2-4"]);
}

/// Typst would break `--qd` behind its hyphens: what is copied then is no command.
#[test]
fn words_of_commands_are_not_broken() {
    let robot = Robot::bundled("rttrr").unwrap();
    let document = ReportOptions::new().parts([Part::Numbers]).document(&robot).unwrap();
    let typst = document.typst();
    assert!(typst.contains("#box(raw(\"--q=0.3,0.4,0.5,0.6,0.7\")) #box(raw(\"--qd="), "{typst}");
}

/// A narrow column takes what it needs, and the wide ones share the rest of the page.
#[test]
fn narrow_columns_of_tables_are_narrow() {
    let document =
        ReportOptions::new().parts([Part::Robot]).document(&Robot::bundled("panda").unwrap());
    let document = document.unwrap();
    let typst = document.typst();
    assert!(typst.contains("table(columns: (auto, auto, 32fr, 60fr,)"), "{typst}");
    assert!(document.latex().contains("[l]{llp{0."), "{}", document.latex());
}

#[test]
fn parts_are_chosen_and_keep_their_order() {
    let robot = Robot::bundled("2r").unwrap();
    let parts = [Part::Torques, Part::Frames, Part::Torques];
    let document = ReportOptions::new().parts(parts).document(&robot).unwrap();
    let ids: Vec<&str> = document.sections.iter().map(|it| it.id.as_str()).collect();
    assert_eq!(ids, ["frames", "torques"]);
}

#[test]
fn robots_without_values_have_a_report_without_numbers() {
    let text = "name = 'a'\ngravity = 0\n[parameters]\nm = { unit = 'kg' }\nr = { unit = 'm' }\n[[joint]]\ntype = 'rotation'\naxis = 'z'\nlink = { mass = 'm', centre = ['r', 0, 0] }\n";
    let reading = read_toml(text, &Default::default());
    let robot = reading.robot.unwrap_or_else(|| panic!("{:?}", reading.findings));
    let document = ReportOptions::new().document(&robot).unwrap();
    let numbers: &Section = document.sections.iter().find(|it| it.id == "numbers").unwrap();
    assert!(matches!(numbers.blocks.as_slice(), [Block::Text(_)]), "{:?}", numbers.blocks);
    assert!(document.markdown().contains("No numbers: there is no value for `m`, `r`."));
}

/// The frequencies of a clamped beam with a body at its tip, against the roots of its characteristic equation
/// (D. J. Inman, Engineering Vibration, 6.5): phi = A (cosh bx - cos bx) + B (sinh bx - sin bx); at the tip
/// the second derivative is b^4 j times the first, and the third is -b^4 mu times phi.
#[test]
fn frequencies_with_joints_held_are_those_of_a_clamped_beam() {
    let robot = Robot::bundled("flex1r").unwrap();
    let document = ReportOptions::new().parts([Part::Elastic]).document(&robot).unwrap();
    let [section] = document.sections.as_slice() else { panic!("{:?}", document.sections) };
    let Some(Block::Table(table)) = section.blocks.last() else { panic!("no table") };
    let held: Vec<f64> = table.rows.iter().map(|row| words(&row[1]).parse().unwrap()).collect();
    let (per_length, length) = (7850.0 * 6.0e-5, 1.0f64);
    let scale = (2.1e11 * 2.0e-11 / (per_length * length.powi(4))).sqrt();
    let [mu, j] = [0.1 / (per_length * length), 1.0e-4 / (per_length * length.powi(3))];
    let determinant = |b: f64| {
        let (ch, sh, c, s) = (b.cosh(), b.sinh(), b.cos(), b.sin());
        // the value and three derivatives of both parts at the tip
        let first = [ch - c, b * (sh + s), b * b * (ch + c), b.powi(3) * (sh - s)];
        let second = [sh - s, b * (ch - c), b * b * (sh + s), b.powi(3) * (ch + c)];
        let moment = |f: &[f64; 4]| f[2] - b.powi(4) * j * f[1];
        let force = |f: &[f64; 4]| f[3] + b.powi(4) * mu * f[0];
        moment(&first) * force(&second) - moment(&second) * force(&first)
    };
    let steps: Vec<f64> = (1..1200).map(|k| 0.01 * f64::from(k)).collect();
    let roots = steps.windows(2).filter(|ends| determinant(ends[0]) * determinant(ends[1]) < 0.0);
    let roots = roots.map(|ends| {
        let (mut low, mut high) = (ends[0], ends[1]);
        for _ in 0..60 {
            let middle = f64::midpoint(low, high);
            match determinant(low) * determinant(middle) <= 0.0 {
                true => high = middle,
                false => low = middle,
            }
        }
        scale * low * low
    });
    let expected: Vec<f64> = roots.take(3).collect();
    assert_eq!([held.len(), expected.len()], [3, 3]);
    for (found, expected) in held.iter().zip(expected) {
        assert!((found / expected - 1.0).abs() < 1e-5, "{found}, expected {expected}");
    }
}

/// The first mode of a clamped beam without a load, by its closed form.
#[test]
fn modes_are_drawn_as_euler_and_bernoulli_have_them() {
    let text = r#"
        name = "beam"
        gravity = 0
        [[joint]]
        type = "rotation"
        axis = "z"
        [joint.link.elastic.beam]
        length = 0.7
        density = 7850
        area = 6e-5
        E = 2.1e11
        Iz = 2e-11
        bend_y = 2
    "#;
    let robot = read_toml(text, &Default::default()).robot.unwrap();
    let pictures = appell_report::mode_shapes(&robot);
    let [picture] = pictures.as_slice() else { panic!("{pictures:?}") };
    let (beta, sigma) = (1.875_104_068_711_961f64, 0.734_095_513_758_941);
    let shape = |x: f64| {
        (beta * x).cosh() - (beta * x).cos() - sigma * ((beta * x).sinh() - (beta * x).sin())
    };
    let first = &picture.curves[0].points;
    let scale = first.last().unwrap().1 / shape(1.0);
    for &(x, y) in first {
        assert!((y - scale * shape(x)).abs() < 1e-9 * scale.abs(), "{x}: {y}");
    }
    let crossings = |curve: usize| {
        let points = &picture.curves[curve].points[1..];
        points.windows(2).filter(|pair| pair[0].1 * pair[1].1 < 0.0).count()
    };
    assert_eq!([crossings(0), crossings(1)], [0, 1]);
    let document = ReportOptions::new().parts([Part::Elastic]).document(&robot).unwrap();
    assert!(document.html().contains("modes of link 1"));
}

/// The words of a cell.
fn words(cell: &Text) -> String {
    let piece = |piece: &Inline| match piece {
        Inline::Plain(words) | Inline::Code(words) => words.clone(),
        Inline::Math(math) => math.latex.clone(),
    };
    cell.0.iter().map(piece).collect()
}

#[test]
fn every_equation_of_a_paper_has_its_counterpart_and_what_is_wrong_is_corrected() {
    let robot = Robot::bundled("rttrr").unwrap();
    let notation = NOTATIONS.iter().find(|it| it.name == "rttrr-dynamics-2016").unwrap();
    let notation = Notation::read(notation.text).unwrap();
    let paper = include_str!("../../../proof/papers/rttrr-dynamics-2016.tex");
    let found = check(paper, &robot, Some(&notation), &Options::default()).unwrap();
    let refuted = found.findings.iter().filter(|it| it.refutation().is_some()).count();
    let checked = CheckedPaper { name: "rttrr".to_owned(), findings: found.findings };
    let parts = [Part::Robot].into_iter().chain(EQUATIONS);
    let document = ReportOptions::new().parts(parts).paper(checked).document(&robot).unwrap();
    let section = document.sections.last().unwrap();
    assert_eq!(section.id, "paper");
    let Some(Block::Table(table)) = section.blocks.get(1) else { panic!("no table of verdicts") };
    let without: Vec<String> = table
        .rows
        .iter()
        .filter(|row| words(&row[2]).is_empty())
        .map(|row| words(&row[1]))
        .collect();
    assert_eq!(without, Vec::<String>::new());
    let printed: BTreeSet<String> = table.rows.iter().map(|row| words(&row[0])).collect();
    for number in 1..=37 {
        assert!(printed.contains(&format!("({number})")), "({number}) of the paper");
    }
    let marked = table.rows.iter().filter(|row| words(&row[3]) == "REFUTED").count();
    assert_eq!(marked, refuted);
    let corrected: Vec<String> = document
        .equations()
        .filter(|it| it.id.starts_with("paper-"))
        .map(|it| format!("\\[ {} \\]\n", it.latex()))
        .collect();
    assert_eq!(corrected.len(), refuted);
    // LaTeX of the print is quoted, not words
    let is_quoted = |block: &Block| match block {
        Block::Text(Text(pieces)) => {
            let is_latex = |it: &Inline| matches!(it, Inline::Plain(words) if words.contains('\\'));
            !pieces.iter().any(is_latex)
        }
        _ => true,
    };
    assert!(section.blocks.iter().all(is_quoted));
    // and they are right
    let own = Notation::appell(&robot);
    let again = check(&corrected.concat(), &robot, Some(&own), &Options::default()).unwrap();
    assert!(again.findings.iter().all(|it| matches!(it.verdict, Verdict::Proved(_))));
    assert_eq!(again.findings.len(), refuted);
}

/// The Campbell diagram of a round shaft that spins about its axis: frequencies part as omega + speed and
/// omega - speed, seen from the shaft; lines of excitation end where the frequencies do.
#[test]
fn campbell_of_a_shaft() {
    let text = r#"
        name = "shaft"
        gravity = 0
        [[joint]]
        type = "rotation"
        axis = "x"
        [joint.link.elastic.beam]
        length = 1
        density = 1
        area = 1
        E = 1
        Iz = 1
        Iy = 1
        bend_y = 1
        bend_z = 1
    "#;
    let robot = read_toml(text, &Default::default()).robot.unwrap();
    let picture = appell_report::campbell(&robot, &[0.0; 3], &[-2.0, 0.0, 0.0]).unwrap();
    assert_eq!((picture.across.as_str(), picture.up.as_str()), ("speed of q1 [rad/s]", "[rad/s]"));
    let names: Vec<&str> = picture.curves.iter().map(|curve| curve.name.as_str()).collect();
    assert_eq!(names, ["omega1", "omega2", "1x", "2x", "3x"]);
    let still = 3.516_015_269;
    for (curve, sign) in picture.curves.iter().zip([-1.0, 1.0]) {
        assert_eq!(curve.points.last().unwrap().0, 2.0);
        for &(speed, omega) in &curve.points {
            assert!((omega - (still + sign * speed)).abs() < 1e-6, "{speed}: {omega}");
        }
    }
    let ends = picture.curves[2..].iter().map(|curve| *curve.points.last().unwrap());
    let highest = still + 2.0;
    for ((speed, omega), order) in ends.zip([1.0, 2.0, 3.0]) {
        assert!((omega - order * speed).abs() < 1e-12 && omega <= highest + 1e-6);
        assert!((speed - f64::min(2.0, highest / order)).abs() < 1e-6, "{order}: {speed}");
    }
    let rigid = Robot::bundled("2r").unwrap();
    assert!(appell_report::campbell(&rigid, &[0.0; 2], &[1.0, 0.0]).is_err());
}

/// Links are bent as the motion bends them: a strip with an eccentric body at its tip. Frequencies that no line of
/// excitation comes near are left out, but the lowest three.
#[test]
fn campbell_of_a_bent_link() {
    let text = r#"
        name = "strip"
        gravity = 0
        [[joint]]
        type = "revolute"
        axis = "z"
        [joint.link.elastic.beam]
        length = 1
        material = "steel"
        section = { rectangle = { width = 0.003, height = 0.03 } }
        bend_y = 3
        bend_z = 3
        twist = 2
        stiffening = true
        [tool]
        offset = [1, 0, 0]
        [payload]
        mass = 0.8
        centre = [0, 0.1, 0]
    "#;
    let robot = read_toml(text, &Default::default()).robot.unwrap();
    let speed = 4.0;
    let mut velocities = [0.0; 9];
    velocities[0] = speed;
    let picture = appell_report::campbell(&robot, &[0.0; 9], &velocities).unwrap();
    let frequencies = |bent: bool| -> Vec<f64> {
        let at = |name: &str, q: &[f64]| {
            let coordinates = robot.coordinates();
            let numbers = Numbers::new(robot.symbols(), |symbol| {
                let place = coordinates.iter().position(|it| *it == symbol.base());
                match (place, symbol.order()) {
                    (Some(k), 0) => Some(q[k]),
                    (Some(0), 1) => Some(speed),
                    (Some(_), _) => Some(0.0),
                    (None, _) => robot.value(symbol),
                }
            });
            let derivation = Derivation::new(&robot, numbers).unwrap();
            derivation.get(Quantity::read_one(name, &robot).unwrap()).unwrap().rows
        };
        let q = if bent { at("sag", &[0.0; 9]).concat() } else { vec![0.0; 9] };
        at("whirl", &q).iter().map(|row| row[0]).collect()
    };
    let gap = |expected: Vec<f64>| -> f64 {
        let ends = picture.curves.iter().take(3).map(|it| it.points.last().unwrap().1);
        ends.zip(expected).map(|(found, it)| (found / it - 1.0).abs()).fold(0.0, f64::max)
    };
    assert!(gap(frequencies(true)) < 1e-12, "{}", gap(frequencies(true)));
    assert!(gap(frequencies(false)) > 1e-3, "{}", gap(frequencies(false)));
    let names: Vec<&str> = picture.curves.iter().map(|curve| curve.name.as_str()).collect();
    let reach = 4.0 * 3.0 * speed;
    let near = frequencies(true).iter().filter(|omega| **omega <= reach).count().max(3);
    assert_eq!(names.len(), near + 3, "{names:?}");
    assert!(near < 8);
}
