//! Finite-element models of links: their files, and the reduction.

use std::collections::HashMap;
use std::ops::Range;

use appell_diagnostic::{Diagnostic, excerpt};
use appell_elastic::{FiniteElementModel, MatrixFile, MeshPoint, RowNames, UnitLoad};
use appell_toml::{DeValue, Fields, Read, Value, whole};
use appell_units::LENGTH;

use super::LONGEST;
use super::elastic::MAX_MODES;
use crate::finite_elements::{FiniteElements, Nodes};
use crate::link::Part;
use crate::reader::Reader;

const HINT: &str = "write { nodes = \"nodes.csv\", mass = \"mass.mtx\", stiffness = \"stiffness.mtx\", root = 1, tip = 11, modes = 4 }";

const GEOMETRIC_HINT: &str = "write geometric = { rotation_z = \"geometric_rotation_z.mtx\", force_x = \"geometric_force_x.mtx\" }";

/// More nodes than this are refused: with six rows a node, as many rows as are read of a matrix.
const MAX_NODES: usize = 500_000;

/// More nodes of an interface than this are refused.
const MAX_INTERFACE: usize = 10_000;

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
        let names_rows = fields.has("rows");
        let rows = fields.read("rows", self, |reader, value| {
            let name = reader.text(value)?;
            let read = reader.files.read_mesh(name);
            match read.and_then(|text| RowNames::read(&text).map_err(|it| it.fact("file", name))) {
                Ok(rows) => Some((name.to_owned(), rows)),
                Err(problem) => {
                    reader.report(problem, value.span());
                    None
                }
            }
        });
        let geometric = match fields.has("geometric") {
            true => fields.read("geometric", self, |reader, value| reader.geometric(value)),
            false => Some(Vec::new()),
        };
        let mut interface =
            |key| fields.require(key, HINT, self, |reader, it| reader.interface(it));
        let [root, tip] = ["root", "tip"].map(&mut interface);
        let modes = self.count(&mut fields, "modes", 3 * MAX_MODES);
        if !fields.has("modes") {
            fields.demand("modes", HINT, self);
        }
        let damping = self.damping(&mut fields);
        fields.finish(self);
        let ((nodes, labelled), (mass, mass_matrix), (stiffness, stiffness_matrix)) =
            (nodes?, mass?, stiffness?);
        let (root, tip, modes) = (root?, tip?, modes?);
        if names_rows && rows.is_none() {
            return None;
        }
        let (rows, row_names) = rows.unzip();
        let (geometric, stresses): (Vec<_>, Vec<_>) = geometric?.into_iter().unzip();
        // joints and frames on nodes that this mesh does not have sit on another one, or are refused with their link
        let known = |nodes: &&Vec<u64>| nodes.iter().all(|node| labelled.labels.contains(node));
        let points: Vec<Vec<u64>> = self.mesh_points.keys().filter(known).cloned().collect();
        let carrying: Vec<bool> = points.iter().map(|nodes| self.mesh_points[nodes]).collect();
        let loads = geometric.iter().map(|(load, _)| *load).zip(stresses).collect();
        let matrices = Matrices { own: [mass_matrix, stiffness_matrix], loads, row_names };
        let mesh = match mesh(labelled, matrices, [&root, &tip], (&points, &carrying)) {
            Ok(mesh) => mesh,
            Err(problem) => {
                self.report(problem, value.span());
                return None;
            }
        };
        let reduced = match mesh.reduce(modes) {
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
            rows,
            geometric,
            root,
            tip,
            modes,
            damping,
            points,
            reduced,
            body,
        })
    }

    /// The matrices of geometric stiffness, with the loads and the files they belong to.
    fn geometric(&mut self, value: &Value<'_>) -> Option<Vec<((UnitLoad, String), MatrixFile)>> {
        let mut fields = self.fields(value, GEOMETRIC_HINT)?;
        let mut all = Some(Vec::new());
        for (key, load) in UnitLoad::ALL {
            if !fields.has(key) {
                continue;
            }
            let read = fields.read(key, self, |reader, value| {
                let name = reader.text(value)?;
                Some(((load, name.to_owned()), reader.matrix(name, value.span())?))
            });
            all = all.zip(read).map(|(mut all, read)| {
                all.push(read);
                all
            });
        }
        fields.finish(self);
        all
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

    /// One node or a list of them, by their labels.
    pub(super) fn interface(&mut self, value: &Value<'_>) -> Option<Vec<u64>> {
        let hint = "write the number of a node, or a list: [1, 2, 3]";
        let list = match value.get_ref() {
            DeValue::Array(list) => list.iter().collect(),
            _ => vec![value],
        };
        let label = |node: &&Value<'_>| u64::try_from(whole(node)?).ok().filter(|label| *label > 0);
        let labels: Option<Vec<u64>> = list.iter().map(label).collect();
        let mut sorted = labels.clone().unwrap_or_default();
        sorted.sort_unstable();
        sorted.dedup();
        if sorted.is_empty() || sorted.len() < list.len() || sorted.len() > MAX_INTERFACE {
            let message = format!("expected 1 to {MAX_INTERFACE} different nodes, counted from 1");
            let problem =
                Diagnostic::error("bad-interface", message).fact("nodes", list.len()).hint(hint);
            self.report(problem, value.span());
            return None;
        }
        labels
    }

    fn matrix(&mut self, name: &str, span: Range<usize>) -> Option<MatrixFile> {
        let read = self.files.read_mesh(name);
        match read.and_then(|text| MatrixFile::read(&text).map_err(|it| it.fact("file", name))) {
            Ok(matrix) => Some(matrix),
            Err(problem) => {
                self.report(problem, span);
                None
            }
        }
    }

    /// The nodes, from a file or from the robot file.
    fn nodes(&mut self, value: &Value<'_>) -> Option<(Nodes, Labelled)> {
        let DeValue::Array(_) = value.get_ref() else {
            let name = self.text(value)?;
            let read = self.files.read_mesh(name).and_then(|text| places(&text, name));
            return match read {
                Ok(labelled) => Some((Nodes::File(name.to_owned()), labelled)),
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
        let (nodes, places): (Vec<_>, Vec<_>) = read?.into_iter().unzip();
        let labels = (1..=places.len() as u64).collect();
        Some((Nodes::List(nodes), Labelled { labels, places }))
    }
}

/// Nodes with their labels.
struct Labelled {
    labels: Vec<u64>,
    places: Vec<[f64; 3]>,
}

impl Labelled {
    /// Those whose label is wanted.
    fn only(self, wanted: impl Fn(&u64) -> bool) -> Self {
        let both = self.labels.into_iter().zip(self.places).filter(|(label, _)| wanted(label));
        let (labels, places) = both.unzip();
        Self { labels, places }
    }
}

/// The matrices of a mesh as they were read.
struct Matrices {
    /// Mass and stiffness.
    own: [MatrixFile; 2],
    /// The geometric stiffness of loads.
    loads: Vec<(UnitLoad, MatrixFile)>,
    row_names: Option<RowNames>,
}

/// The mesh of nodes, its matrices, its root and tip.
fn mesh(
    labelled: Labelled,
    Matrices { own, loads, row_names }: Matrices,
    interfaces: [&[u64]; 2],
    (points, carrying): (&[Vec<u64>], &[bool]),
) -> Result<FiniteElementModel, Diagnostic> {
    let named = |matrix: MatrixFile| match &row_names {
        Some(names) => names.name(matrix),
        None => Ok(matrix),
    };
    let [mass, stiffness] = own.map(named);
    let own = [mass?, stiffness?];
    let Labelled { labels, places } = match own.each_ref().map(MatrixFile::nodes) {
        [Some(mass), Some(stiffness)] => {
            // a node that belongs to no element is no part of the mesh
            labelled.only(|node| mass.contains(node) || stiffness.contains(node))
        }
        _ => labelled,
    };
    // a mass without rotations may belong to a stiffness that has them
    let per_node = own.iter().filter_map(MatrixFile::per_node).max().unwrap_or(3);
    let [mass, stiffness] = own.map(|matrix| matrix.sparse(&labels, per_node));
    let (mass, stiffness) = (mass?, stiffness?);
    let sparse = |(load, matrix): (UnitLoad, MatrixFile)| {
        let matrix = named(matrix).and_then(|matrix| matrix.sparse(&labels, per_node));
        Ok((load, matrix.map_err(|it| it.fact("load", load.name()))?))
    };
    let geometric = loads.into_iter().map(sparse).collect::<Result<Vec<_>, Diagnostic>>()?;
    // nodes of another mesh: that is the fault, and not their labels
    let fits = [3, 6].map(|rows| rows * labels.len()).contains(&mass.size());
    let numbers: HashMap<u64, usize> =
        labels.iter().enumerate().map(|(number, label)| (*label, number)).collect();
    let numbered = |nodes: &[u64]| -> Result<Vec<usize>, Diagnostic> {
        let number = |label: &u64| {
            numbers.get(label).copied().ok_or_else(|| {
                Diagnostic::error("no-interface-node", "the mesh has no such node for root or tip")
                    .fact("node", label)
                    .fact("nodes", format!("{} to {}", least(&labels), most(&labels)))
                    .hint("nodes go by their labels; without labels in the file they are counted from 1")
            })
        };
        nodes.iter().filter(|_| fits).map(number).collect()
    };
    let [root, tip] = interfaces.map(numbered);
    let stations = points.iter().map(|nodes| numbered(nodes)).collect::<Result<Vec<_>, _>>()?;
    let stations = stations.into_iter().zip(carrying).filter(|_| fits);
    let stations =
        stations.map(|(nodes, carries)| MeshPoint { nodes, carries: *carries }).collect();
    let (root, tip) = (root?, tip?);
    Ok(FiniteElementModel { nodes: places, mass, stiffness, root, tip, stations, geometric })
}

fn least(labels: &[u64]) -> u64 {
    labels.iter().copied().min().unwrap_or_default()
}

fn most(labels: &[u64]) -> u64 {
    labels.iter().copied().max().unwrap_or_default()
}

/// The nodes of a file: three numbers a line, or a label and three, with commas or blanks between; lines that
/// begin with `#` or `*`, and names before the first node, do not count.
fn places(text: &str, name: &str) -> Result<Labelled, Diagnostic> {
    let mut found = Labelled { labels: Vec::new(), places: Vec::new() };
    let mut labelled = None;
    for (index, line) in text.lines().enumerate() {
        let words = line.split([',', ';', ' ', '\t']).filter(|word| !word.is_empty());
        let words: Vec<&str> = words.collect();
        let names = found.places.is_empty()
            && words.iter().rev().map(|it| it.to_ascii_lowercase()).take(3).eq(["z", "y", "x"]);
        if words.is_empty() || line.trim_start().starts_with(['#', '*']) || names {
            continue;
        }
        let bad = |message: &str| {
            Diagnostic::error("bad-node", message)
                .fact("file", name)
                .fact("line", index + 1)
                .fact("here", excerpt(line))
                .hint(
                    "write x, y, z on every line: 0.1, 0, 0; or a label before them: 17, 0.1, 0, 0",
                )
        };
        let with_label = *labelled.get_or_insert(words.len() == 4);
        let (label, coordinates) = match (words.as_slice(), with_label) {
            ([label, rest @ ..], true) => (label.parse::<u64>().ok(), rest),
            (rest, _) => (Some(found.places.len() as u64 + 1), rest),
        };
        let numbers: Vec<f64> = coordinates
            .iter()
            .filter_map(|word| word.parse().ok())
            .filter(|number: &f64| number.is_finite())
            .collect();
        let ([x, y, z], 3, Some(label)) = (numbers.as_slice(), coordinates.len(), label) else {
            return Err(bad("expected three numbers: x, y, z"));
        };
        found.places.push([*x, *y, *z]);
        found.labels.push(label);
        if found.places.len() > MAX_NODES {
            return Err(Diagnostic::error("mesh-too-large", "this mesh is too large")
                .fact("file", name)
                .fact("limit", format!("{MAX_NODES} nodes"))
                .hint("use a coarser mesh"));
        }
    }
    let mut sorted = found.labels.clone();
    sorted.sort_unstable();
    if let Some(twice) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(Diagnostic::error("bad-node", "two nodes have the same label")
            .fact("file", name)
            .fact("label", twice[0])
            .hint("give every node its own label"));
    }
    Ok(found)
}
