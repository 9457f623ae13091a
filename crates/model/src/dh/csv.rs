//! Denavit-Hartenberg tables in CSV.
//!
//! ```text
//! # name = "two links"
//! # convention = "standard"
//! # gravity = [0, "-g", 0]
//! type,     a,  alpha, d, theta
//! rotation, l1, 0,     0, 0
//! rotation, l2, 0,     0, 0
//! ```
//! Lines that begin with `#` before the table are TOML: all that a robot file has beside its
//! joints. The columns `type`, `a`, `alpha`, `d` and `theta` must be there, in any order; others
//! may: names, the link, friction, limits.

mod table;
mod write;

pub use write::write_csv;

use appell_algebra::Poly;
use appell_diagnostic::{Diagnostic, excerpt};
use appell_units::{
    ANGLE, INERTIA, JOINT_DAMPING, JOINT_EFFORT, JOINT_POSITION, JOINT_VELOCITY, LENGTH, MASS,
    Measure, PURE_NUMBER,
};

use crate::build::{check_joint_count, coordinate_name, joint_path};
use crate::dh::DhRow;
use crate::draft::{JointDraft, Parent};
use crate::friction::Friction;
use crate::joint::{JointKind, Limits};
use crate::link::{Inertia, Link, Part};
use crate::placement::unit;
use crate::read::{Options, Reading};
use crate::reader::Reader;
use crate::toml::{Joints, PRODUCTS_OF_URDF, draft_of, two_signs};
use table::{Cell, records};

/// The columns that a table must have.
pub(super) const REQUIRED: [&str; 5] = ["type", "a", "alpha", "d", "theta"];

/// The columns that a table may have beside: names, the link, friction, limits.
pub(super) const OPTIONAL: [&str; 20] = [
    "name",
    "coordinate",
    "parent",
    "mass",
    "cx",
    "cy",
    "cz",
    "xx",
    "yy",
    "zz",
    "xy",
    "xz",
    "yz",
    "viscous",
    "coulomb",
    "diameter",
    "lower",
    "upper",
    "velocity",
    "effort",
];

/// Other spellings of columns.
const SPELLINGS: [(&str, &str); 3] = [("ixx", "xx"), ("iyy", "yy"), ("izz", "zz")];

/// Reads a robot from a Denavit-Hartenberg table in CSV, with the rest of the robot in TOML
/// behind `#` above it.
///
/// ```
/// let table = "# name = \"arm\"\n# gravity = \"g\"\n\
///     type,     a,  alpha, d,  theta\n\
///     rotation, l1, pi/2,  d1, 0\n";
/// let reading = appell_model::read_csv(table, &Default::default());
/// assert_eq!(reading.findings[0].code, "missing-convention");
/// let whole = format!("# convention = \"modified\"\n{table}");
/// assert!(appell_model::read_csv(&whole, &Default::default()).robot.is_some());
/// ```
pub fn read_csv(text: &str, options: &Options) -> Reading {
    let mut reader = Reader::new(text);
    // The rest of the robot, with every byte at its place.
    let (head, table_start) = head_of(text);
    let head = appell_toml::table(&head, &[], &mut reader);
    if head.is_none() {
        let hint = "lines behind # are TOML; begin a remark with ##";
        reader.findings.iter_mut().for_each(|finding| finding.hints.push(hint.to_owned()));
    }
    let draft = head.and_then(|head| {
        draft_of(&head, &mut reader, options, |_, reader| joints_of(text, table_start, reader))
    });
    // what is missing in the head is written behind a #
    for finding in reader.findings.iter_mut().filter(|it| it.code == "missing-key") {
        finding
            .hints
            .push("in a table such lines are at the top, behind a #: # gravity = 9.81".to_owned());
    }
    reader.finish(draft, options)
}

/// The lines behind `#` that stand before the table, and where the table starts.
fn head_of(text: &str) -> (String, usize) {
    let mut head = String::new();
    let body = text.strip_prefix('\u{feff}').unwrap_or(text);
    head.push_str(&" ".repeat(text.len() - body.len())); // a mark that some editors put first
    for line in body.split_inclusive('\n') {
        let indent = line.len() - line.trim_start().len();
        match line[indent..].strip_prefix('#') {
            Some(rest) => {
                head.push_str(&line[..indent]);
                head.push(' ');
                head.push_str(rest);
            }
            None if line.trim().is_empty() => head.push_str(line),
            None => break,
        }
    }
    let start = head.len();
    (head, start)
}

fn joints_of(text: &str, start: usize, reader: &mut Reader<'_>) -> Option<Joints> {
    let records = records(text, start);
    let mut records = records.into_iter();
    let Some(header) = records.next() else {
        let problem = Diagnostic::error("missing-table", "there is no table")
            .hint(format!("begin it with the line {}", REQUIRED.join(",")));
        reader.report(problem, text.len()..text.len());
        return None;
    };
    let columns = columns(&header, reader)?;
    if let Some(problem) = check_joint_count(records.len()) {
        reader.report(problem, text.len()..text.len());
        return None;
    }
    let rows: Vec<_> = records
        .enumerate()
        .map(|(index, record)| {
            let span = record.first().map_or(0, |cell| cell.span.start)
                ..record.last().map_or(0, |cell| cell.span.end);
            reader.inside(joint_path(index), span.clone(), |reader| {
                reader.declare_coordinate(&coordinate_name(index));
                if record.len() != columns.len() {
                    let message =
                        format!("expected {} cells, found {}", columns.len(), record.len());
                    let problem = Diagnostic::error("wrong-length", message)
                        .hint("write 0 where there is nothing, and close every quote")
                        .hint("numbers have a decimal point: 0.3");
                    reader.report(problem, span);
                    return None;
                }
                Row { columns: &columns, cells: &record, reader }.joint()
            })
        })
        .collect();
    rows.into_iter().collect()
}

/// The names of the columns, each known and there once.
fn columns(header: &[Cell], reader: &mut Reader<'_>) -> Option<Vec<&'static str>> {
    let known = || REQUIRED.into_iter().chain(OPTIONAL);
    let mut columns: Vec<&'static str> = Vec::new();
    let mut complete = true;
    for cell in header {
        let spelled = SPELLINGS.iter().find(|(other, _)| *other == cell.text);
        let given = spelled.map_or(cell.text.as_str(), |(_, name)| name);
        let ambiguous = PRODUCTS_OF_URDF.iter().find(|(other, _)| *other == cell.text);
        let problem = match known().find(|&name| name == given) {
            Some(name) if columns.contains(&name) && spelled.is_some() => {
                let message = format!("`{}` and `{name}` are the same column", cell.text);
                Diagnostic::error("duplicate-name", message).hint("leave one of them out")
            }
            Some(name) if columns.contains(&name) => {
                Diagnostic::error("duplicate-name", format!("two columns are called `{name}`"))
                    .hint("leave one of them out")
            }
            Some(name) => {
                columns.push(name);
                continue;
            }
            None if let Some((other, product)) = ambiguous => two_signs(other, product),
            None if let Some(stem) =
                before_unit(&cell.text).filter(|it| known().any(|k| k == *it)) =>
            {
                let message = format!("the heading `{}` has a unit", excerpt(&cell.text));
                Diagnostic::error("unknown-column", message).hint(format!(
                    "name the column `{stem}` and write units in its cells, `250 mm` or `90 deg`; \
                     numbers without a unit are in SI units and radians"
                ))
            }
            None => {
                let shown = excerpt(&cell.text);
                let otherwise = match shown.contains(';') {
                    true => "put commas between the columns".to_owned(),
                    false => format!("one of: {}", known().collect::<Vec<_>>().join(", ")),
                };
                Diagnostic::error("unknown-column", format!("unknown column `{shown}`"))
                    .did_you_mean(&cell.text, known(), otherwise)
            }
        };
        reader.report(problem, cell.span.clone());
        complete = false;
    }
    for name in REQUIRED {
        if complete && !columns.contains(&name) {
            let end = header.last().map_or(0, |cell| cell.span.end);
            let problem =
                Diagnostic::error("missing-column", format!("the column `{name}` is missing"))
                    .hint(format!("begin the table with the line {}", REQUIRED.join(",")));
            reader.report(problem, end..end);
            complete = false;
        }
    }
    complete.then_some(columns)
}

/// The name in a heading with a unit: `a` of `a [mm]`.
fn before_unit(heading: &str) -> Option<&str> {
    heading.split_once(['[', '(']).map(|(name, _)| name.trim())
}

struct Row<'r, 't> {
    columns: &'r [&'static str],
    cells: &'r [Cell],
    reader: &'r mut Reader<'t>,
}

impl Row<'_, '_> {
    /// The cell of a column, unless it is empty or not there.
    fn cell(&self, column: &str) -> Option<&Cell> {
        let index = self.columns.iter().position(|&name| name == column)?;
        Some(&self.cells[index]).filter(|cell| !cell.text.is_empty())
    }

    fn text(&self, column: &str) -> Option<String> {
        self.cell(column).map(|cell| cell.text.clone())
    }

    fn given(&mut self, column: &str, measures: &[&Measure]) -> Option<Poly> {
        let Cell { text, span } = self.cell(column)?.clone();
        let read = |reader: &mut Reader<'_>| {
            reader.inside(column, span.clone(), |reader| {
                reader.quantity_or_expression(&text, span, measures)
            })
        };
        // as in TOML, where these are under `dh`
        match REQUIRED.contains(&column) {
            true => {
                let [first, last] = [self.cells.first()?, self.cells.last()?];
                self.reader.inside("dh", first.span.start..last.span.end, read)
            }
            false => read(self.reader),
        }
    }

    /// The entry of a column, zero where there is none.
    fn entry(&mut self, column: &str, measure: &Measure) -> Poly {
        self.given(column, &[measure]).unwrap_or_default()
    }

    fn joint(&mut self) -> Option<(JointDraft, Option<DhRow>)> {
        let kind = self.kind();
        let [a, d] = ["a", "d"].map(|column| self.entry(column, &LENGTH));
        let [alpha, theta] = ["alpha", "theta"].map(|column| self.entry(column, &ANGLE));
        let [xx, yy, zz] = ["xx", "yy", "zz"].map(|column| self.entry(column, &INERTIA));
        let [xy, xz, yz] = ["xy", "xz", "yz"].map(|column| self.entry(column, &INERTIA));
        let part = Part {
            mass: self.entry("mass", &MASS),
            centre: appell_spatial::Vector(
                ["cx", "cy", "cz"].map(|column| self.entry(column, &LENGTH)),
            ),
            inertia: Inertia { xx, yy, zz, xy, xz, yz },
            ..Part::default()
        };
        let parts = if part == Part::default() { Vec::new() } else { vec![part] };
        let mut of_joint =
            |column, measure| self.given(column, &JointKind::measures(kind, measure));
        let viscous = of_joint("viscous", &JOINT_DAMPING).unwrap_or_default();
        let [lower, upper] = ["lower", "upper"].map(|column| of_joint(column, &JOINT_POSITION));
        let velocity = of_joint("velocity", &JOINT_VELOCITY);
        let effort = of_joint("effort", &JOINT_EFFORT);
        let coulomb = self.entry("coulomb", &PURE_NUMBER);
        let diameter = self.entry("diameter", &LENGTH);
        let draft = JointDraft {
            name: self.text("name"),
            parent: match self.text("parent") {
                None => Parent::Before,
                Some(name) if name == "base" => Parent::Base,
                Some(name) => Parent::Joint(name),
            },
            coordinate: self.text("coordinate"),
            friction: Friction { viscous, coulomb, diameter, ..Friction::default() },
            limits: Limits { lower, upper, velocity, effort },
            link: Link { parts, ..Link::default() },
            ..JointDraft::new(kind?, unit(2))
        };
        Some((draft, Some(DhRow { a, alpha, d, theta })))
    }

    fn kind(&mut self) -> Option<JointKind> {
        let index = self.columns.iter().position(|&name| name == "type")?;
        let Cell { text, span } = self.cells[index].clone();
        self.reader.joint_kind(&text, span)
    }
}
