//! A first draft of a robot file and a notation from what a paper prints: its table of
//! Denavit-Hartenberg parameters, and its names. What the paper does not say is assumed, and every
//! assumption is written down in the files.

mod names;

use std::rc::Rc;

use appell_diagnostic::Diagnostic;
use appell_model::{Convention, JointKind, Options, Robot, read_toml};

use crate::latex::read_name;
use crate::name::Name;
use crate::notation::Names;
use crate::table::{PrintedRow, PrintedTable, dh_tables};
use names::PrintedNames;

/// Files that a person goes on from.
#[derive(Clone, Debug)]
pub struct Draft {
    /// The robot, as TOML.
    pub robot: String,
    /// The names of the paper, as TOML.
    pub notation: String,
    /// What was assumed, in words.
    pub assumptions: Vec<String>,
}

/// Drafts a robot file and a notation. The robot file can be loaded; whether it is the robot of the paper
/// is for a person to say.
///
/// ```
/// let paper = r"\begin{tabular}{cccc} $a_i$ & $\alpha_i$ & $d_i$ & $\theta_i$ \\
///     $l_1$ & 0 & 0 & $\theta_1$ \\ $l_2$ & 0 & 0 & $\theta_2$ \end{tabular}
///     $$ G_2 = m_2 g l_{c2} \cos(\theta_1 + \theta_2) $$";
/// let draft = appell_proof::draft(paper)?;
/// assert!(draft.robot.contains(r#"dh = { a = "l1""#));
/// assert!(draft.notation.contains(r#"'l_{c2}' = "lc2""#));
/// assert!(draft.assumptions[0].contains("standard"));
/// # Ok::<(), appell_diagnostic::Diagnostic>(())
/// ```
pub fn draft(text: &str) -> Result<Draft, Diagnostic> {
    let names = PrintedNames::of(text);
    let tables = dh_tables(text);
    let table = tables.iter().max_by_key(|table| table.rows.len());
    let mut assumptions = Vec::new();
    let joints = match table {
        Some(table) => of_table(table, &mut assumptions),
        None => of_names(&names, &mut assumptions),
    };
    if joints.is_empty() {
        let message = "the paper has neither a Denavit-Hartenberg table nor coordinates with dots";
        return Err(Diagnostic::error("no-draft", message)
            .hint("write the robot file by hand, and give it with --robot"));
    }
    if tables.len() > 1 {
        assumptions.push(format!(
            "of {} Denavit-Hartenberg tables, the first with most rows is that of the robot",
            tables.len()
        ));
    }
    let robot = robot_file(&joints, table, &names, &mut assumptions);
    let reading = read_toml(&robot, &Options::default());
    let Some(model) = reading.robot else {
        let reason = reading.findings.into_iter().next().map(|it| it.message).unwrap_or_default();
        let message =
            format!("no robot file can be drafted from the names of this paper: {reason}");
        return Err(Diagnostic::error("no-draft", message)
            .hint("write the robot file by hand, and give it with --robot"));
    };
    let notation = notation_file(&joints, &names, &model);
    Ok(Draft { robot, notation, assumptions })
}

/// A joint of the draft.
struct DraftJoint {
    kind: JointKind,
    /// The coordinate, as it is printed and as a name.
    coordinate: Option<(String, String)>,
    /// Where the frame is: a row of the table, or an offset along x.
    place: Place,
}

enum Place {
    Row(Box<PrintedRow>),
    Along(Option<String>),
}

fn of_table(table: &PrintedTable, assumptions: &mut Vec<String>) -> Vec<DraftJoint> {
    if table.convention.is_none() {
        assumptions.push(
            "the Denavit-Hartenberg table follows the standard convention: the paper does not say it".to_owned(),
        );
    }
    assumptions.extend(table.assumptions.iter().cloned());
    let joint = |row: &PrintedRow| DraftJoint {
        kind: row.kind,
        coordinate: row.coordinate.clone(),
        place: Place::Row(Box::new(row.clone())),
    };
    table.rows.iter().map(joint).collect()
}

/// A chain in a plane, of as many joints as names have dots.
fn of_names(names: &PrintedNames, assumptions: &mut Vec<String>) -> Vec<DraftJoint> {
    let mut joints = Vec::new();
    for (index, (latex, name)) in names.coordinates().into_iter().enumerate() {
        let letters = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let slides = matches!(letters, "x" | "y" | "z" | "d" | "s" | "r" | "p");
        let kind = if slides { JointKind::Translation } else { JointKind::Rotation };
        let length =
            ["l", "L", "a"].iter().find_map(|letter| names.get(&format!("{letter}{index}")));
        let along = length.map(|(_, length)| length).filter(|_| index > 0);
        joints.push(DraftJoint {
            kind,
            coordinate: Some((latex, name)),
            place: Place::Along(along),
        });
    }
    if !joints.is_empty() {
        assumptions.push(
            "the paper prints no Denavit-Hartenberg table that can be read: a chain in a plane is assumed, \
             revolute joints about z, prismatic ones along x, links along x"
                .to_owned(),
        );
    }
    joints
}

fn robot_file(
    joints: &[DraftJoint],
    table: Option<&PrintedTable>,
    names: &PrintedNames,
    assumptions: &mut Vec<String>,
) -> String {
    let standard = table.is_some_and(|table| table.convention != Some(Convention::Modified));
    let mut body = String::new();
    for (index, joint) in joints.iter().enumerate() {
        let kind = match joint.kind {
            JointKind::Rotation => "revolute",
            JointKind::Translation => "prismatic",
            JointKind::Fixed => "fixed",
        };
        body.push_str(&format!("\n[[joint]]\ntype = \"{kind}\"\n"));
        if let Some((_, name)) = &joint.coordinate {
            body.push_str(&format!("coordinate = \"{name}\"\n"));
        }
        let mut length = None;
        match &joint.place {
            Place::Row(row) => {
                let entries =
                    [("a", &row.a), ("alpha", &row.alpha), ("d", &row.d), ("theta", &row.theta)];
                let written = entries.iter().filter(|(_, entry)| entry.constant != "0");
                let written = written.map(|(key, entry)| format!("{key} = \"{}\"", entry.constant));
                body.push_str(&format!("dh = {{ {} }}\n", written.collect::<Vec<_>>().join(", ")));
                length = Some(row.a.constant.clone()).filter(|a| standard && a != "0");
            }
            Place::Along(along) => {
                let axis = if joint.kind == JointKind::Translation { "x" } else { "z" };
                body.push_str(&format!("axis = \"{axis}\"\n"));
                if let Some(along) = along {
                    body.push_str(&format!("offset = [\"{along}\", 0, 0]\n"));
                }
            }
        }
        if joint.kind != JointKind::Fixed {
            body.push_str(&link(index + 1, joints.len(), length.as_deref(), names, assumptions));
        }
    }
    let is_planar = joints.iter().all(|joint| match &joint.place {
        Place::Row(row) => row.alpha.constant == "0" && joint.kind == JointKind::Rotation,
        Place::Along(_) => true,
    });
    let gravity = match names.get("g") {
        None => {
            assumptions.push("the paper has no g: there is no gravity".to_owned());
            "gravity = 0\n"
        }
        Some(_) if is_planar => {
            assumptions.push("gravity acts along -y of the base".to_owned());
            "gravity = [0, \"-g\", 0]\n"
        }
        Some(_) => {
            assumptions.push("gravity acts along -z of the base".to_owned());
            "gravity = \"g\"\n"
        }
    };
    let mut out = String::from("# Drafted from a paper. Assumed, to be checked by you:\n");
    for assumption in assumptions.iter() {
        out.push_str(&format!("#   - {}\n", printable(assumption)));
    }
    out.push_str("\nname = \"draft\"\n");
    out.push_str(gravity);
    if table.is_some() {
        let convention = if standard { Convention::Standard } else { Convention::Modified };
        out.push_str(&format!("convention = \"{}\"\n", convention.name()));
    }
    out + &body
}

/// The link that joint `number` carries: its mass, centre and inertia, by names that the paper has. In a
/// standard table its frame lies at the far end, at a length `far` from the joint.
fn link(
    number: usize,
    count: usize,
    far: Option<&str>,
    names: &PrintedNames,
    assumptions: &mut Vec<String>,
) -> String {
    let find =
        |letters: &[&str]| letters.iter().find_map(|letters| names.indexed(letters, number, count));
    let Some(mass) = find(&["m", "M"]) else {
        assumptions.push(format!("link {number} has no mass: no name of it was found"));
        return String::new();
    };
    let centre = find(&["lc", "lC", "lg", "lcm", "rc", "rC", "ac", "r"]);
    let along = match (&centre, far) {
        (Some(centre), Some(far)) => format!("{centre} - {}", bracketed(far)),
        (Some(centre), None) => centre.clone(),
        (None, Some(_)) | (None, None) => String::new(),
    };
    match &centre {
        Some(centre) => assumptions.push(format!(
            "the centre of mass of link {number} is at {centre} from joint {number}, on the x axis of its frame"
        )),
        None => assumptions.push(format!("the centre of mass of link {number} is at the origin of its frame")),
    }
    let mut out = format!("link = {{ mass = \"{mass}\"");
    // a unit has no place in a sum
    if !along.is_empty() && !along.contains(" mm") && !along.contains(" cm") {
        out.push_str(&format!(", com = [\"{along}\", 0, 0]"));
    }
    match find(&["I", "J", "Izz", "Iz", "Ic", "IC", "Icm", "Jz", "Jzz"]) {
        Some(inertia) => {
            assumptions.push(format!(
                "{inertia} is the moment of inertia of link {number} about its centre of mass, about z"
            ));
            out.push_str(&format!(", inertia = {{ zz = \"{inertia}\" }}"));
        }
        None => assumptions
            .push(format!("link {number} is a point mass: no name of an inertia was found")),
    }
    out + " }\n"
}

fn notation_file(joints: &[DraftJoint], names: &PrintedNames, robot: &Robot) -> String {
    let mut out = String::from(
        "# Drafted from a paper: printed name = symbol of the robot file beside this one.\n\n[symbols]\n",
    );
    let mut lines: Vec<(String, String)> =
        joints.iter().filter_map(|joint| joint.coordinate.clone()).collect();
    let parameters = robot.parameters().iter().map(|parameter| parameter.name.as_str());
    let coordinates = lines.iter().map(|(_, name)| name.as_str());
    let symbols: Vec<&str> = parameters.chain(coordinates).collect();
    let (known, others) = (names.among(&symbols), names.others(&symbols));
    lines.extend(known);
    lines.sort_by(|one, other| one.1.cmp(&other.1));
    lines.dedup();
    for (latex, name) in lines.iter().filter(|(latex, _)| is_literal(latex)) {
        out.push_str(&format!("'{latex}' = \"{name}\"\n"));
    }
    let common = Names::new(robot, None, &Rc::default());
    let is_open = |latex: &String| is_literal(latex) && !is_common(latex, &common);
    let others: Vec<String> = others.into_iter().filter(is_open).collect();
    if !others.is_empty() {
        out.push_str("\n# Other names of the paper; what is a quantity goes under [quantities]: 'D' = \"M\"\n");
        for latex in others {
            out.push_str(&format!("# '{latex}' = \"\"\n"));
        }
    }
    out
}

/// Whether everybody knows what a name means: a quantity, a sine, something of every link i.
fn is_common(latex: &str, common: &Names<'_>) -> bool {
    let Ok(inks) = read_name(latex) else { return false };
    let [ink] = inks.as_slice() else { return false };
    let Some(name) = Name::of(ink, None) else { return false };
    let is_general = ["i", "j", "k"].iter().any(|letter| name.has_index(letter));
    is_general || common.quantity(&name).is_some() || is_wave(&name.letters())
}

/// A formula as something that is taken away.
fn bracketed(formula: &str) -> String {
    match formula.contains(|c: char| !c.is_ascii_alphanumeric() && c != '_') {
        true => format!("({formula})"),
        false => formula.to_owned(),
    }
}

/// Whether letters are those of c_1 or s_{12}.
fn is_wave(letters: &str) -> bool {
    let digits = letters.strip_prefix(['c', 's']).unwrap_or_default();
    !digits.is_empty() && digits.bytes().all(|it| it.is_ascii_digit())
}

/// Whether a name can stand in a literal string of TOML.
fn is_literal(latex: &str) -> bool {
    !latex.is_empty() && !latex.contains('\'') && !latex.contains(char::is_control)
}

fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test")]

    use super::*;
    use crate::{Notation, VerdictKind, check};

    /// The drafted files load, and the equations of the paper are then proved.
    fn checked(paper: &str) -> (Draft, Vec<VerdictKind>) {
        let draft = draft(paper).unwrap();
        let reading = read_toml(&draft.robot, &Options::default());
        let robot =
            reading.robot.unwrap_or_else(|| panic!("{:?}\n{}", reading.findings, draft.robot));
        let notation = Notation::read(&draft.notation).unwrap();
        let report = check(paper, &robot, Some(&notation), &crate::Options::default()).unwrap();
        for assumption in &draft.assumptions {
            assert!(draft.robot.contains(assumption), "{assumption}\n{}", draft.robot);
        }
        (draft, report.findings.iter().map(|finding| finding.verdict.kind()).collect())
    }

    const TABLE: &str = r"Denavit-Hartenberg parameters:
        \begin{tabular}{ccccc} Link & $a_i$ & $\alpha_i$ & $d_i$ & $\theta_i$ \\ \hline
        1 & $a_1$ & 0 & 0 & $\theta_1^*$ \\ 2 & $a_2$ & 0 & 0 & $\theta_2^*$ \\ \end{tabular}";

    #[test]
    fn a_draft_from_a_table_proves_its_paper() {
        let paper = format!(
            r"{TABLE} $$ G_2 = m_2 g l_{{c2}} \cos(\theta_1 + \theta_2) $$
            $$ M_{{22}} = m_2 l_{{c2}}^2 + I_2 $$ and $m_1, I_1, l_{{c1}}$."
        );
        let (draft, verdicts) = checked(&paper);
        assert_eq!(verdicts, [VerdictKind::Proved; 2], "{}\n{}", draft.robot, draft.notation);
        assert!(draft.assumptions[0].contains("the paper does not say it"));
        let said = paper.replace("Denavit", "Standard Denavit");
        assert!(!checked(&said).0.assumptions[0].contains("convention"));
    }

    #[test]
    fn a_draft_from_names_alone() {
        let (draft, verdicts) =
            checked(r"$$ M_{22} = m_2 l_{c2}^2 + I_2 $$ with $\ddot q_1, \dot q_2, m_1, l_1, g$");
        assert_eq!(verdicts, [VerdictKind::Proved], "{}", draft.robot);
        assert!(draft.assumptions[0].contains("chain in a plane"));
        let (draft, _) = checked(r"$$ (M + m) \ddot x = F + m l \dot\theta^2 \sin\theta $$");
        assert!(
            draft.robot.contains("prismatic") && draft.robot.contains("coordinate = \"theta\"")
        );
    }

    #[test]
    fn what_nothing_can_be_drafted_from() {
        for paper in ["", "$$ E = m c^2 $$", r"$$ \dot{sin} = \dot{\ } $$"] {
            assert!(draft(paper).is_err_and(|it| it.code == "no-draft"), "{paper}");
        }
    }
}
