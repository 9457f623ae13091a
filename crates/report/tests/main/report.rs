//! The report of every bundled robot: its equations are read back and proved, its numbers are those of
//! the mechanics, its writers lose nothing.

mod contents;
mod drawings;
mod names;
mod paper;
mod reading;
mod vibrations;

use std::collections::BTreeSet;

use appell_model::{BUNDLED, Robot};
use appell_report::{Columns, Document, Inline, Part, ReportOptions, Text};

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

/// The words of a cell.
fn words(cell: &Text) -> String {
    let piece = |piece: &Inline| match piece {
        Inline::Plain(words) | Inline::Code(words) => words.clone(),
        Inline::Math(math) => math.latex.clone(),
    };
    cell.0.iter().map(piece).collect()
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
