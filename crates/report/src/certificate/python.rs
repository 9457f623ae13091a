//! A certificate as a Python program that needs SymPy only.

use std::fmt::Write;

use appell_algebra::{AtomKind, Form, Poly, Printer};
use appell_mechanics::{Frame, Kind, Of};
use appell_model::JointKind;
use appell_spatial::{Matrix, Vector};

use super::claims::{Claim, Entry, State};
use super::formula::{FormulaWriter, NotPolynomial, Syntax};
use super::names::Identifiers;
use super::robot::Link;
use super::{Statement, one_line};

const TEXTBOOK: &str = include_str!("textbook.py");
const VERDICT: &str = include_str!("verdict.py");

const SYNTAX: Syntax = Syntax {
    power: |base, exponent| format!("{base}**{exponent}"),
    fraction: |number| format!("num('{number}')"),
    has_roots: true,
    call: |name, angle| format!("{name}({angle})"),
    multiple: |multiple, angle| match multiple {
        1 => angle.to_owned(),
        -1 => format!("-{angle}"),
        _ => format!("{multiple}*{angle}"),
    },
};

/// What no symbol may be called: words of Python, and what stands beside symbols in formulas.
#[rustfmt::skip]
const RESERVED: [&str; 40] = [
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del",
    "elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal",
    "not", "or", "pass", "raise", "return", "try", "while", "with", "yield", "cos", "sin", "num", "sign",
    "sqrt",
];

pub(super) fn is_reserved(name: &str) -> bool {
    RESERVED.contains(&name) || name.starts_with("__")
}

/// The text of the program.
pub(super) fn write(statement: &Statement<'_>) -> Result<String, NotPolynomial> {
    let names = statement.identifiers(is_reserved);
    let symbols = statement.robot.symbols();
    let source = Source {
        statement,
        names: &names,
        formulas: FormulaWriter { syntax: &SYNTAX, names: &names, symbols },
    };
    let mut text = source.head();
    source.robot(&mut text)?;
    let _ = write!(text, "\n{TEXTBOOK}\n\n");
    text.push_str("# ---- The claims: name, definition, formula; of what is refuted, a state at which it is wrong. ");
    text.push_str("---------------------\n\nCLAIMS = [\n");
    for claim in &statement.claims {
        source.claim(claim, &mut text)?;
    }
    text.push_str("]\n");
    text.push_str(VERDICT);
    Ok(text)
}

struct Source<'a> {
    statement: &'a Statement<'a>,
    names: &'a Identifiers,
    formulas: FormulaWriter<'a>,
}

impl Source<'_> {
    fn head(&self) -> String {
        let Statement { robot, title, command, claims, remarks, .. } = self.statement;
        let mut text = String::from("#!/usr/bin/env python3\n");
        let mut line = |words: &str| {
            let _ = writeln!(text, "# {words}");
        };
        line(&format!("Certificate: {title}, {}.", one_line(robot.name())));
        line(&format!("Written by Appell {}: {}", env!("CARGO_PKG_VERSION"), one_line(command)));
        line("");
        line(
            "Run it with Python 3 and SymPy (pip install sympy); Appell is not needed. It computes every quantity below",
        );
        line(
            "from the data of the robot by the recursion of the textbook, and compares coefficient by coefficient with the",
        );
        line(
            "claimed formula: equal for all values of the symbols, or not. Exit code 0: all as claimed, 1: not.",
        );
        line(
            "To be trusted: the data of the robot, the 60 lines of the textbook, SymPy's polynomials.",
        );
        line(&format!("{} rows.", claims.len()));
        for remark in remarks {
            line(&one_line(remark));
        }
        let legend = self.names.legend(robot.symbols());
        if !legend.is_empty() {
            line("");
            line(
                "Names that differ from those of the robot; q1_d, q1_dd are the time derivatives of q1:",
            );
            let is_rate = |name: &str, own: &str| {
                let base = own.trim_end_matches('\'');
                format!("{base}_{}", "d".repeat(own.len() - base.len())) == name
            };
            for (name, own) in legend.iter().filter(|(name, own)| !is_rate(name, own)) {
                line(&format!("    {name} is {}", one_line(own)));
            }
        }
        let listed = |names: Vec<&str>| names.join(" ");
        let angles = listed(self.names.angles().map(|(_, name)| name).collect());
        let all = listed(self.names.all().collect());
        let _ = write!(text, "\nSYMBOLS = \"{all}\"\nANGLES = \"{angles}\"\n");
        text
    }

    /// The data of the robot.
    fn robot(&self, text: &mut String) -> Result<(), NotPolynomial> {
        text.push_str("\n# ---- The robot: frames, each in its parent; 0 is the base. SI units. ");
        text.push_str("-----------------------------------------------\n");
        text.push_str("# R, r: axes and origin of the frame in that of its parent at q = 0; axis: of the joint, in the frame; bodies:\n");
        text.push_str("# mass, centre of mass, inertia about it; load: force and moment that the robot exerts there;\n# dry friction: a constant force, and a coefficient times the radius of the bearing.\n\n");
        let _ = writeln!(text, "GRAVITY = \"{}\"", self.vector(self.statement.robot.gravity())?);
        text.push_str("ROBOT = {\n");
        for link in &self.statement.links {
            self.link(link, text)?;
        }
        text.push_str("}\n");
        Ok(())
    }

    fn link(&self, link: &Link, text: &mut String) -> Result<(), NotPolynomial> {
        let kind = match (link.kind, link.coordinate) {
            (JointKind::Rotation, Some(_)) => "revolute",
            (JointKind::Translation, Some(_)) => "prismatic",
            _ => "fixed",
        };
        let _ = write!(
            text,
            "    {}: dict(\n        parent={}, joint=\"{kind}\", axis=\"{}\",\n        R=\"{}\", r=\"{}\",\n",
            key(&link.key),
            key(&link.parent),
            self.vector(&link.axis)?,
            self.matrix(&link.rotation)?,
            self.vector(&link.origin)?,
        );
        if let Some(motion) = link.motion() {
            let [q, qd, qdd] = motion.map(|symbol| self.names.get(symbol).unwrap_or_default());
            let _ = writeln!(text, "        q=\"{q}\", qd=\"{qd}\", qdd=\"{qdd}\",");
        }
        if !link.viscous.is_zero() {
            let _ = writeln!(text, "        viscous=\"{}\",", self.poly(&link.viscous)?);
        }
        if let Some([constant, coefficient]) = &link.dry {
            let (constant, coefficient) = (self.poly(constant)?, self.poly(coefficient)?);
            let _ = writeln!(text, "        dry=(\"{constant}\", \"{coefficient}\"),");
        }
        if let Some([force, moment]) = &link.load {
            let (force, moment) = (self.vector(force)?, self.vector(moment)?);
            let _ = writeln!(text, "        load=(\"{force}\", \"{moment}\"),");
        }
        text.push_str("        bodies=[");
        for body in &link.bodies {
            let (mass, centre) = (self.poly(&body.mass)?, self.vector(&body.centre)?);
            let inertia = self.matrix(&body.inertia)?;
            let _ = write!(text, "(\"{mass}\", \"{centre}\", \"{inertia}\"), ");
        }
        text.truncate(text.trim_end_matches(", ").len());
        if link.bodies.len() == 1 {
            text.push(',');
        }
        text.push_str("],\n    ),\n");
        Ok(())
    }

    fn claim(&self, claim: &Claim, text: &mut String) -> Result<(), NotPolynomial> {
        if let Some(printed) = &claim.printed {
            let _ = writeln!(text, "    # printed: {}", one_line(printed));
        }
        let definition = self.definition(&claim.entry);
        let _ = writeln!(text, "    (\"{}\", lambda: {definition}, \"\"\"", claim.name);
        for term in self.formulas.terms(&claim.formula)? {
            let _ = writeln!(text, "        {term}");
        }
        text.push_str("    \"\"\"");
        if let Some(state) = &claim.counter_example {
            let _ = write!(text, ",\n     \"{}\"", self.state(state));
        }
        text.push_str("),\n");
        Ok(())
    }

    /// What a row is by the functions of the textbook.
    fn definition(&self, entry: &Entry) -> String {
        let robot = self.statement.robot;
        let (row, column) = (entry.row, entry.column);
        let quantity = entry.quantity;
        let name = quantity.kind().name();
        let own = match quantity.of() {
            Of::Frame(frame) => frame_key(frame),
            _ => frame_key(Frame::Tool),
        };
        match (quantity.kind(), quantity.of()) {
            (Kind::DrivingForce | Kind::CoriolisForce | Kind::GravityForce, _) => {
                format!("{name}()[{}]", entry.coordinate(robot))
            }
            (Kind::MassMatrix, _) => format!("M()[{row}][{column}]"),
            (Kind::Frame, Of::Frame(Frame::Joint(_))) => format!("T({own})[{row}][{column}]"),
            (Kind::Frame | Kind::FrameInBase, _) => format!("T0({own})[{row}][{column}]"),
            (Kind::Jacobian | Kind::Inertia, _) => format!("{name}({own})[{row}][{column}]"),
            (_, Of::Between(outer, inner)) => {
                let pair = format!("{}, {}", frame_key(outer), frame_key(inner));
                match quantity.kind() {
                    Kind::RelativeFrame => format!("T_in({pair})[{row}][{column}]"),
                    Kind::RelativeRotation => format!("R({pair})[{row}][{column}]"),
                    _ => format!("r({pair})[{row}]"),
                }
            }
            _ => match quantity.axes() {
                Some(axes) => format!("axes({}, {own}, {name}({own}))[{row}]", frame_key(axes)),
                None => format!("{name}({own})[{row}]"),
            },
        }
    }

    fn state(&self, state: &State) -> String {
        let equation = |(atom, value): &(appell_algebra::Atom, appell_algebra::Rational)| {
            let name = |symbol| self.names.get(symbol).unwrap_or_default();
            let name = match atom.kind() {
                AtomKind::Symbol(symbol) => name(symbol).to_owned(),
                AtomKind::Cos(angle) => format!("cos({})", name(angle)),
                AtomKind::Sin(angle) => format!("sin({})", name(angle)),
                AtomKind::Function(_) => return None,
            };
            Some(format!("{name} = {value}"))
        };
        state.iter().filter_map(equation).collect::<Vec<_>>().join("; ")
    }

    fn poly(&self, poly: &Poly) -> Result<String, NotPolynomial> {
        let printer = Printer::new(self.statement.robot.symbols());
        let formula = printer.arrange(poly, &Form::Expanded, self.statement.budget);
        self.formulas.formula(&formula.map_err(|_| NotPolynomial::Function)?)
    }

    fn vector(&self, Vector(entries): &Vector<Poly>) -> Result<String, NotPolynomial> {
        let entries = entries.iter().map(|entry| self.poly(entry));
        Ok(entries.collect::<Result<Vec<_>, _>>()?.join(", "))
    }

    fn matrix(&self, Matrix(rows): &Matrix<Poly>) -> Result<String, NotPolynomial> {
        let row = |row: &[Poly; 3]| self.vector(&Vector(row.clone()));
        Ok(rows.iter().map(row).collect::<Result<Vec<_>, _>>()?.join("; "))
    }
}

/// The key of a frame in the dictionary of the robot.
fn frame_key(frame: Frame) -> String {
    match frame {
        Frame::Base => "0".to_owned(),
        Frame::Joint(id) => id.number().to_string(),
        other => format!("\"{other}\""),
    }
}

/// A key as Python writes it: joints by number, other frames by name.
fn key(name: &str) -> String {
    match name.parse::<usize>() {
        Ok(number) => number.to_string(),
        Err(_) => format!("\"{name}\""),
    }
}
