//! Names in reports: those of the robot, of parts of long rows, and hostile ones.

use std::collections::BTreeSet;

use appell_algebra::{Formula, Printer};
use appell_model::{Robot, read_toml};
use appell_report::{Columns, Document, ReportOptions};

use super::reading::read_back;
use super::{all, report};

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

/// The names for parts of long rows in a line of LaTeX: a letter with the joints and a number, `U_{24,3}`.
pub(super) fn names_in(line: &str) -> Vec<String> {
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
