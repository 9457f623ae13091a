//! What generated code is called, and what its header says.

use appell_mechanics::{Kind, Quantity, Row, TABLE};
use appell_model::{Joint, JointKind, entry_text};
use appell_program::{InputKind, Labels, Precision, ResultShape};

use super::{Coder, JacobianProduct, Parameters, QuantityProgram};

/// What the names of values mean, by their letters.
const MEANINGS: [(&str, &str); 18] = [
    ("s", "s2, s23 (s2_3 with ten coordinates or more): sine of q2, of q2 + q3"),
    ("c", "c2, c23 (c2_3 with ten coordinates or more): cosine of q2, of q2 + q3"),
    ("p", "p3x ..: origin of frame 3 in the base"),
    ("R", "R3xy ..: axes of frame 3 in those of the base"),
    ("w", "w3x ..: angular velocity of link 3"),
    ("e", "e3x ..: angular acceleration of link 3"),
    ("v", "v3x ..: velocity of the origin of frame 3"),
    ("a", "a3x ..: acceleration of the origin of frame 3, gravity in it"),
    ("A", "A3xy ..: acceleration tensor [e3]x + [w3]x [w3]x"),
    ("f", "f3x ..: connection force in joint 3"),
    ("n", "n3x ..: connection moment in joint 3, at a place on its axis"),
    ("m", "m3: mass of link 3, with what is regrouped to it"),
    ("hx hy hz", "hx3 hy3 hz3: first moments of mass of link 3, with what is regrouped to it"),
    (
        "kxx kyy kzz kxy kxz kyz",
        "kxx3 .. kyz3: second moments of mass of link 3, with what is regrouped to it",
    ),
    ("mc", "mc3: mass of the links from 3 on, taken as one body"),
    ("hc", "hc3x ..: first moments of mass of the links from 3 on, taken as one body"),
    (
        "Ic",
        "Ic3xy ..: inertia of the links from 3 on, taken as one body, about the origin of frame 3",
    ),
    ("_q", "w3x_q2, w3x_qd2: derivative of w3x by q2, by its rate"),
];

impl Coder<'_> {
    /// The name of the function and the lines of the header, for code of one or several quantities.
    pub fn labels(&self, robot: &str, code: &QuantityProgram, precision: Precision) -> Labels {
        let words = code.quantities.iter().map(|quantity| word_of(*quantity));
        let results = match code.product {
            Some(JacobianProduct::FromLeft) => gradients(code),
            _ => words.zip(code.shapes.iter().copied()).collect(),
        };
        let name = name(robot, &code.quantities);
        let mut description = self.description(&code.quantities);
        if let Some(product) = code.product {
            let sentence = match product {
                JacobianProduct::FromLeft => {
                    "Vector-Jacobian product: the gradients, by all arguments, of the sum of these entries times the weights."
                }
                JacobianProduct::FromRight => {
                    "Jacobian-vector product: the change of these entries in a direction of all arguments, one after the other."
                }
            };
            description.insert(0, sentence.to_owned());
        }
        Labels {
            name: code.product.map_or(name.clone(), |it| format!("{name}_{}", it.name())),
            description,
            meanings: MEANINGS.to_vec(),
            precision,
            results,
        }
    }

    fn description(&self, quantities: &[Quantity]) -> Vec<String> {
        let robot = self.given;
        let line = |quantity: &Quantity| {
            let Row { about, unit, .. } = quantity.kind().row();
            format!("{}: {quantity}, {about} [{unit}].", robot.name())
        };
        let mut lines: Vec<String> = quantities.iter().map(line).collect();
        lines.push("SI units: m, rad, kg, s, N, N m.".into());
        lines.push(
            "Vectors of link i are in the axes of frame i, with @0 in those of the base.".into(),
        );
        lines.push("Coordinates, in order:".into());
        let name = |q| robot.symbols().name(q);
        for joint in robot.joints() {
            lines.extend(joint.coordinate.map(|q| {
                format!("  {}: {} {}, {}", name(q), joint.kind.name(), joint.name, unit(joint))
            }));
            lines.extend(joint.coupling.as_ref().and_then(|coupling| {
                let sum = coupling.rate(robot, 0).ok()?.text(robot.symbols());
                Some(format!("  ({} {} follows: {sum})", joint.kind.name(), joint.name))
            }));
            let modes = joint.modes.iter().flat_map(|modes| &modes.coordinates);
            lines.extend(modes.zip(1..).map(|(&q, mode)| {
                format!("  {}: mode {mode} of the link of {}", name(q), joint.name)
            }));
        }
        let valued = robot.parameters().iter().filter_map(|it| Some((it, it.value.as_ref()?)));
        let valued: Vec<String> = valued
            .map(|(parameter, value)| {
                let unit = parameter.unit.as_ref().map_or(String::new(), |unit| format!(" {unit}"));
                format!("{} = {}{unit}", parameter.name, entry_text(value, robot.symbols()))
            })
            .collect();
        if !valued.is_empty() {
            lines.push(match self.parameters {
                Parameters::Values => "Parameters, whose values are in the code:".into(),
                Parameters::Arguments => "Parameters are arguments; in the robot's file:".into(),
            });
            /// How many values a line has.
            const IN_LINE: usize = 5;
            lines.extend(valued.chunks(IN_LINE).map(|chunk| format!("  {}", chunk.join(", "))));
        }
        lines
    }
}

/// The results of a product from the left: a gradient for each argument.
fn gradients(code: &QuantityProgram) -> Vec<(String, ResultShape)> {
    let kinds = code.program.inputs().iter().map(|input| input.kind);
    let kinds: Vec<InputKind> = kinds.filter(|kind| *kind != InputKind::Weight).collect();
    let groups = kinds.chunk_by(PartialEq::eq);
    groups.map(|group| (group[0].argument(), ResultShape::Vector(group.len()))).collect()
}

fn unit(joint: &Joint) -> &'static str {
    if joint.kind == JointKind::Translation { "m" } else { "rad" }
}

/// The name of a quantity, or its first synonym where another one has the same name in capitals:
/// `coriolis` for `c`, beside `C`.
fn word(kind: Kind) -> &'static str {
    let Row { name, synonyms, .. } = kind.row();
    let in_capitals = |row: &Row| row.name != *name && row.name == name.to_ascii_uppercase();
    let taken = TABLE.iter().any(in_capitals);
    if taken { synonyms.first().copied().unwrap_or(name) } else { name }
}

/// The word for a quantity in names: `Q`, `T_tool`, `omega_3_base`.
fn word_of(quantity: Quantity) -> String {
    let word = word(quantity.kind());
    let text = quantity.to_string();
    let index = text.find(['[', '@']).unwrap_or(text.len());
    let rest = text[index..].replace("@0", "_base").replace('@', "_in_").replace(']', "");
    format!("{word}{rest}").chars().map(letter).collect()
}

fn letter(c: char) -> char {
    if c.is_ascii_alphanumeric() { c } else { '_' }
}

/// A name that every language takes, also where capitals and small letters are the same to the file
/// system: `panda_Q`, `panda_T_tool`, `panda_M_G` for both together; `panda_combined` where there are
/// many.
fn name(robot: &str, quantities: &[Quantity]) -> String {
    /// How much of the name of a robot counts: file names and names in MATLAB are not endless.
    const LONGEST: usize = 40;
    /// And how much the words of several quantities may take.
    const LONGEST_WORDS: usize = 20;
    let robot: String = robot.chars().take(LONGEST).map(letter).collect();
    let words = quantities.iter().map(|quantity| word_of(*quantity)).collect::<Vec<_>>().join("_");
    let words = match quantities {
        [_, _, ..] if words.len() > LONGEST_WORDS => "combined".to_owned(),
        _ => words,
    };
    let name = format!("{robot}_{words}");
    match name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        true => name,
        false => format!("robot_{name}"),
    }
}
