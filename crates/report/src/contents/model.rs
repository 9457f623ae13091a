//! The parts about the robot as it is given: conventions, the drawing, joints, links, symbols.

use appell_algebra::{Form, Formula, Notation, Poly, Printer};
use appell_model::{Inertia, Joint, JointKind, Robot, axis_name, entry_text};
use appell_spatial::Vector;

use super::angles::Angles;
use super::drives::tables;
use super::equations::printer;
use super::formulas::Formulas;
use super::meanings::meaning;
use super::units::{of_coordinate, unit};
use crate::document::{Block, Figure, Math, Table, Text};
use crate::drawing::Drawing;
use crate::error::Error;

pub(super) fn conventions(robot: &Robot, notation: &Notation, formulas: &Formulas) -> Vec<Block> {
    let setter = Setter::of(robot, notation, formulas.angles());
    let mut blocks = vec![
        Text::new("Joint i carries the frame {i}, which moves by ")
            .math("q_i", "q_i")
            .plain(" about or along its unit axis ")
            .math("k_i", "k_i")
            .plain("; ")
            .math("T_i", "T_i")
            .plain(" takes coordinates in {i} to coordinates in the frame of its parent, and {0} is the base. Vectors of link i are given in the axes of {i}; a frame in front of a symbol, as in ")
            .math(r"{}^{0}\omega_i", "attach(omega, tl: 0)_i")
            .plain(", names other axes. Inertia is about the centre of mass; products of inertia are integrals, as of x y, so that the entries off the diagonal of the tensor are their negatives. All units are SI, angles are radians. In rules, which hold for every i, letters mean what is said beside them, also where a parameter of the robot has the same letter.")
            .into(),
    ];
    let gravity = robot.given_gravity();
    let axes = if robot.base().is_some() { "in axes of B" } else { "in base axes" };
    let text = Text::new(format!("Gravity, {axes}: ")).formula(setter.column(gravity)).plain(".");
    blocks.push(text.into());
    let caption = Text::new("Joint i on its parent: ")
        .math("r_i", "r_i")
        .plain(" goes from the origin of the frame before to that of {i}, ")
        .math("r_{C,i}", "r_(C,i)")
        .plain(" from there to the centre of mass of link i; a positive ")
        .math("q_i", "q_i")
        .plain(" turns the link about ")
        .math("k_i", "k_i")
        .plain(" by the right-hand rule, or moves it along ")
        .math("k_i", "k_i")
        .plain(".");
    blocks.push(Block::Figure(Figure { caption, drawing: Drawing::of_conventions() }));
    blocks
}

pub(super) fn robot(robot: &Robot, notation: &Notation, formulas: &Formulas) -> Vec<Block> {
    let setter = Setter::of(robot, notation, formulas.angles());
    let mut blocks: Vec<Block> = Vec::new();
    if let Some(source) = robot.source() {
        blocks.push(Text::new(source).into());
    }
    if let Ok(drawing) = Drawing::of_robot(robot, notation) {
        let caption = "The robot at zero coordinates: revolute joints are cylinders, prismatic joints boxes on their rail; axes x red, y green, z blue; T is the tool. Broken lines are the legs of an offset; lengths without values are drawn as 1.";
        blocks.push(Block::Figure(Figure { caption: Text::new(caption), drawing }));
    }
    let columns = ["i", "name", "type", "after", "axis", "offset", "rotation"].map(Text::new);
    let rows = robot.joints().iter().enumerate().map(|(index, joint)| {
        let parent = joint.parent.map_or(0, |parent| parent.number());
        vec![
            Text::new((index + 1).to_string()),
            Text::new(joint.name.as_str()),
            Text::new(kind(joint)),
            Text::new(parent.to_string()),
            match joint.kind {
                JointKind::Fixed => Text::default(),
                _ => axis_name(&joint.axis).map_or_else(|| setter.row(&joint.axis), Text::new),
            },
            setter.row(&joint.placement.offset),
            setter.rotation(joint),
        ]
    });
    blocks.push(Block::Table(Table {
        caption: "Joints: where frame {i} lies in the frame before it at zero coordinates"
            .to_owned(),
        columns: columns.to_vec(),
        rows: rows.collect(),
    }));
    let columns = ["i", "mass", "centre of mass", "inertia"].map(Text::new);
    let rows = robot.joints().iter().enumerate().map(|(index, joint)| {
        let inertia = Inertia::of_tensor(&joint.body.inertia);
        vec![
            Text::new((index + 1).to_string()),
            setter.math(&joint.body.mass).into(),
            setter.row(&joint.body.centre),
            setter.inertia(&inertia),
        ]
    });
    blocks.push(Block::Table(Table {
        caption: "Links: mass, centre of mass and inertia about it, in the axes of {i}".to_owned(),
        columns: columns.to_vec(),
        rows: rows.collect(),
    }));
    blocks.extend(tables(robot, &setter));
    blocks
}

fn kind(joint: &Joint) -> &'static str {
    match joint.kind {
        JointKind::Rotation => "revolute",
        JointKind::Translation => "prismatic",
        JointKind::Fixed => "fixed",
    }
}

pub(super) fn symbols(robot: &Robot, notation: &Notation, formulas: &Formulas) -> Vec<Block> {
    let setter = Setter::of(robot, notation, formulas.angles());
    let symbols = robot.symbols();
    let owners = robot.coordinate_owners();
    let coordinates = robot.coordinates().into_iter().zip(owners).enumerate();
    let coordinates = coordinates.map(|(k, (coordinate, owner))| {
        let symbol = setter.math(&Poly::from(coordinate)).into();
        let unit = match robot.find_joint(&owner) {
            Some(_) => of_coordinate(robot, k, "rad, m"),
            None => Text::default(),
        };
        vec![symbol, Text::new(format!("coordinate of {owner}")), Text::default(), unit]
    });
    let parameters = robot.parameters().iter().filter(|it| robot.uses(it.symbol));
    let parameters = parameters.map(|it| {
        let value = it.value.as_ref().map_or_else(String::new, |value| entry_text(value, symbols));
        let used = meaning(robot, it.symbol);
        vec![
            setter.math(&Poly::from(it.symbol)).into(),
            Text::new(it.note.clone().unwrap_or(used.words)),
            Text::new(value),
            unit(it.unit.as_deref().unwrap_or(used.unit)),
        ]
    });
    let rows = coordinates.chain(parameters).collect();
    let columns = ["symbol", "meaning", "value", "unit"].map(Text::new).to_vec();
    let table = Table { caption: "Coordinates and parameters".to_owned(), columns, rows };
    let mut blocks = vec![Block::Table(table)];
    blocks.extend(accents(robot, &setter));
    let meanings = formulas.meanings();
    if !meanings.is_empty() {
        let words = match robot.is_elastic() {
            true => "Names for integrals of elastic links and for angles:",
            false => "Names for angles:",
        };
        blocks.push(Text::new(words).into());
        blocks.extend(meanings);
    }
    blocks
}

/// Which parameters have an accent that the robot file does not give them.
fn accents(robot: &Robot, setter: &Setter<'_>) -> Option<Block> {
    let plain = Printer::new(robot.symbols()).with_notation(robot.notation());
    let parameters = robot.parameters().iter().filter(|it| robot.uses(it.symbol));
    let renamed: Vec<(Math, &str)> = parameters
        .filter_map(|parameter| {
            let symbol = Formula::Symbol(parameter.symbol);
            let latex = setter.printer.latex(&symbol);
            let is_renamed = latex != plain.latex(&symbol);
            let math = Math::new(latex, setter.printer.typst(&symbol));
            is_renamed.then_some((math, parameter.name.as_str()))
        })
        .collect();
    let words = "An accent distinguishes a parameter from the quantity of the same name: ";
    let mut text = Text::new(words);
    for (index, (symbol, name)) in renamed.iter().enumerate() {
        let between = if index == 0 { "" } else { ", " };
        text = text.plain(between).formula(symbol.clone()).plain(" is ").code(*name);
    }
    (!renamed.is_empty()).then(|| text.plain(" in the robot file.").into())
}

/// Entries of a robot, set.
pub(super) struct Setter<'r> {
    robot: &'r Robot,
    printer: Printer<'r>,
    angles: &'r Angles,
}

impl<'r> Setter<'r> {
    fn of(robot: &'r Robot, notation: &Notation, angles: &'r Angles) -> Self {
        Self { robot, printer: printer(robot, notation), angles }
    }

    /// An entry; where it is too long to be arranged, its text.
    pub(super) fn math(&self, entry: &Poly) -> Math {
        let arranged = self.printer.arrange(entry, &Form::Compact, &Default::default());
        let named = |formula| self.angles.named(&formula, self.robot.symbols());
        match arranged.map_err(Error::from).and_then(named) {
            Ok(formula) => Math::new(self.printer.latex(&formula), self.printer.typst(&formula)),
            Err(_) => {
                let text = entry_text(entry, self.robot.symbols());
                Math::new(format!("\\text{{{text}}}"), format!("\"{text}\""))
            }
        }
    }

    fn column(&self, vector: &Vector<Poly>) -> Math {
        let entries = vector.map(|entry| self.math(entry)).0;
        let latex = entries.each_ref().map(|it| it.latex.as_str()).join(" & ");
        let typst = entries.each_ref().map(|it| it.typst.as_str()).join(", ");
        Math::new(
            format!("\\begin{{bmatrix}} {latex} \\end{{bmatrix}}^T"),
            format!("mat(delim: \"[\", {typst})^T"),
        )
    }

    /// Three entries in brackets, which may be broken between them.
    pub(super) fn row(&self, vector: &Vector<Poly>) -> Text {
        let [x, y, z] = vector.map(|entry| self.math(entry)).0;
        let text = Text::new("(").formula(x).plain(", ").formula(y).plain(", ");
        text.formula(z).plain(")")
    }

    /// The moments and products of inertia that are not zero.
    pub(super) fn inertia(&self, inertia: &Inertia) -> Text {
        let mut shown = Text::default();
        for (name, entry) in inertia.entries().into_iter().filter(|(_, it)| !it.is_zero()) {
            let between = if shown.0.is_empty() { "" } else { ", " };
            shown = shown.plain(format!("{between}{name} ")).formula(self.math(entry));
        }
        shown
    }

    fn rotation(&self, joint: &Joint) -> Text {
        use appell_model::Rotation;
        match &joint.placement.rotation {
            Rotation::Turns(turns) => {
                let mut text = Text::default();
                for (index, turn) in turns.iter().enumerate() {
                    let about = axis_name(&turn.axis).unwrap_or("an oblique axis");
                    let between = if index > 0 { ", then " } else { "" };
                    text = text.plain(between).formula(self.math(&turn.angle));
                    text = text.plain(format!(" about {about}"));
                }
                text
            }
            Rotation::Matrix(_) => Text::new("by a matrix, see T"),
        }
    }
}
