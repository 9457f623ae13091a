//! Finite-element models of links: their files, and the reduction.

use std::ops::Range;

use appell_diagnostic::{Diagnostic, excerpt};
use appell_elastic::{FiniteElementModel, matrix_market};
use appell_numeric::sparse::Sparse;
use appell_toml::{DeValue, Fields, Read, Value, whole};
use appell_units::{LENGTH, TIME};

use super::LONGEST;
use super::elastic::MAX_MODES;
use crate::finite_elements::{FiniteElements, Nodes};
use crate::link::Part;
use crate::reader::Reader;

const HINT: &str = "write { nodes = \"nodes.csv\", mass = \"mass.mtx\", stiffness = \"stiffness.mtx\", root = 1, tip = 11, modes = 4 }";

/// More nodes than this are refused.
const MAX_NODES: usize = 10_000;

/// More vibrations with the tip held than this take long.
const MAX_FIXED: usize = 72;

/// More nodes of an interface than this are refused: each adds static shapes.
const MAX_INTERFACE: usize = 50;

impl Reader<'_> {
    pub(super) fn finite_elements(&mut self, value: &Value<'_>) -> Option<FiniteElements> {
        let mut fields = self.fields(value, HINT)?;
        let nodes = fields.require("nodes", HINT, self, |reader, value| reader.nodes(value));
        let mut matrix = |key| {
            fields.require(key, HINT, self, |reader, value| {
                let name = reader.text(value)?;
                Some((name.to_owned(), reader.matrix(name, value.span())?))
            })
        };
        let [mass, stiffness] = ["mass", "stiffness"].map(&mut matrix);
        let mut interface =
            |key| fields.require(key, HINT, self, |reader, it| reader.interface(it));
        let [root, tip] = ["root", "tip"].map(&mut interface);
        let modes = self.count(&mut fields, "modes", 3 * MAX_MODES);
        let fixed = match fields.has("fixed") {
            true => self.count(&mut fields, "fixed", MAX_FIXED),
            // so many that the modes that are kept are those of the mesh, to a few digits
            false => modes.map(|modes| (3 * modes).min(MAX_FIXED)),
        };
        if !fields.has("modes") {
            fields.demand("modes", HINT, self);
        }
        let damping = fields.read("damping", self, |reader, value| reader.entry(value, &TIME));
        fields.finish(self);
        let damping = damping.unwrap_or_default();
        let ((nodes, places), (mass, mass_matrix), (stiffness, stiffness_matrix)) =
            (nodes?, mass?, stiffness?);
        let (root, tip, modes, fixed) = (root?, tip?, modes?, fixed?);
        let mesh = FiniteElementModel {
            nodes: places,
            mass: mass_matrix,
            stiffness: stiffness_matrix,
            root: root.clone(),
            tip: tip.clone(),
        };
        let reduced = match mesh.reduce(modes, fixed) {
            Ok(reduced) => reduced,
            Err(problem) => {
                self.report(problem, value.span());
                return None;
            }
        };
        let given = reduced.given(&damping);
        let (reduced, body) = match given.and_then(|given| Ok((given, Part::from(reduced.body()?))))
        {
            Ok(both) => both,
            Err(error) => {
                error.diagnostics().into_iter().for_each(|it| self.report(it, value.span()));
                return None;
            }
        };
        Some(FiniteElements {
            nodes,
            mass,
            stiffness,
            root,
            tip,
            modes,
            fixed,
            damping,
            reduced,
            body,
        })
    }

    /// A count of at least one.
    fn count(&mut self, fields: &mut Fields<'_>, key: &'static str, limit: usize) -> Option<usize> {
        fields.read(key, self, |reader, value| {
            let count = whole(value).filter(|count| (1..=limit).contains(count));
            if count.is_none() {
                let message = format!("`{key}` must be an integer from 1 to {limit}");
                let problem =
                    Diagnostic::error("bad-mode-count", message).hint(format!("write {key} = 4"));
                reader.report(problem, value.span());
            }
            count
        })
    }

    /// One node or a list of them, counted from 1 in the file.
    fn interface(&mut self, value: &Value<'_>) -> Option<Vec<usize>> {
        let hint = "write the number of a node, or a list: [1, 2, 3]";
        let list = match value.get_ref() {
            DeValue::Array(list) => list.iter().collect(),
            _ => vec![value],
        };
        let nodes: Option<Vec<usize>> =
            list.iter().map(|node| whole(node)?.checked_sub(1)).collect();
        let mut sorted = nodes.clone().unwrap_or_default();
        sorted.sort_unstable();
        sorted.dedup();
        if sorted.is_empty() || sorted.len() < list.len() || sorted.len() > MAX_INTERFACE {
            let message = format!("expected 1 to {MAX_INTERFACE} different nodes, counted from 1");
            let problem =
                Diagnostic::error("bad-interface", message).fact("nodes", list.len()).hint(hint);
            self.report(problem, value.span());
            return None;
        }
        nodes
    }

    fn matrix(&mut self, name: &str, span: Range<usize>) -> Option<Sparse> {
        let read = self.files.read(name);
        match read.and_then(|text| matrix_market::read(&text).map_err(|it| it.fact("file", name))) {
            Ok(matrix) => Some(matrix),
            Err(problem) => {
                self.report(problem, span);
                None
            }
        }
    }

    /// The nodes, from a file or from the robot file.
    fn nodes(&mut self, value: &Value<'_>) -> Option<(Nodes, Vec<[f64; 3]>)> {
        let DeValue::Array(_) = value.get_ref() else {
            let name = self.text(value)?;
            let read = self.files.read(name).and_then(|text| places(&text, name));
            return match read {
                Ok(places) => Some((Nodes::File(name.to_owned()), places)),
                Err(problem) => {
                    self.report(problem, value.span());
                    None
                }
            };
        };
        let read = self.each(value, LONGEST, "write [[0, 0, 0], [0.1, 0, 0]]", |reader, item| {
            let node = reader.vector(item, &LENGTH)?;
            let numbers = node.0.each_ref().map(|entry| entry.as_constant().map(|it| it.to_f64()));
            let [Some(x), Some(y), Some(z)] = numbers else {
                let problem = Diagnostic::error("bad-node", "expected three numbers: x, y, z")
                    .hint("write [0.1, 0, 0]");
                reader.report(problem, item.span());
                return None;
            };
            Some((node, [x, y, z]))
        });
        let (nodes, places) = read?.into_iter().unzip();
        Some((Nodes::List(nodes), places))
    }
}

/// The nodes of a file: three numbers a line, with commas or blanks between; lines that begin with
/// `#`, and names before the first node, do not count.
fn places(text: &str, name: &str) -> Result<Vec<[f64; 3]>, Diagnostic> {
    let mut places = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let words = line.split([',', ';', ' ', '\t']).filter(|word| !word.is_empty());
        let words: Vec<&str> = words.collect();
        let names =
            places.is_empty() && words.iter().map(|it| it.to_ascii_lowercase()).eq(["x", "y", "z"]);
        if words.is_empty() || line.trim_start().starts_with('#') || names {
            continue;
        }
        let numbers: Vec<f64> = words
            .iter()
            .filter_map(|word| word.parse().ok())
            .filter(|number: &f64| number.is_finite())
            .collect();
        match (numbers.as_slice(), words.len()) {
            ([x, y, z], 3) => places.push([*x, *y, *z]),
            _ => {
                return Err(Diagnostic::error("bad-node", "expected three numbers: x, y, z")
                    .fact("file", name)
                    .fact("line", index + 1)
                    .fact("here", excerpt(line))
                    .hint("write x, y, z on every line: 0.1, 0, 0"));
            }
        }
        if places.len() > MAX_NODES {
            return Err(Diagnostic::error("mesh-too-large", "this mesh is too large")
                .fact("file", name)
                .fact("limit", format!("{MAX_NODES} nodes"))
                .hint("use a coarser mesh"));
        }
    }
    Ok(places)
}
