//! The entries of a robot: which symbols occur in them.

use std::collections::{BTreeMap, BTreeSet};

use appell_algebra::{Poly, Symbol, SymbolKind, Symbols};
use appell_diagnostic::Diagnostic;
use appell_spatial::Vector;

use super::{frame_path, joint_path};
use crate::draft::Draft;
use crate::elastic::ModeSource;
use crate::elastic_joint::Elasticity;
use crate::friction::Friction;
use crate::link::Part;
use crate::parameter::Parameter;
use crate::placement::{Placement, Rotation};

/// The parameters in all entries, sorted. A coordinate in one is a mistake, and so is one that is
/// not finite with the values that the parameters have.
pub(super) fn check(
    draft: &Draft,
    values: &BTreeMap<Symbol, f64>,
    findings: &mut Vec<Diagnostic>,
) -> Vec<Symbol> {
    let mut used = BTreeSet::new();
    for (path, entry) in entries(draft) {
        let value = entry.evaluate(&draft.symbols, |symbol| values.get(&symbol).copied());
        if value.is_ok_and(|value| !value.is_finite()) {
            let problem = Diagnostic::error("not-finite", "this entry is not a finite number")
                .on(path.clone())
                .fact("entry", entry.text(&draft.symbols))
                .hint("look for a division by a parameter that is zero, or a root of a negative");
            findings.push(problem);
        }
        for symbol in entry.symbols(&draft.symbols) {
            if symbol.kind() != SymbolKind::Coordinate {
                used.insert(symbol);
            }
        }
        findings.extend(coordinates_in(entry, &draft.symbols, &path));
    }
    used.into_iter().collect()
}

/// Reports the coordinates in an entry, which must be constant.
pub(crate) fn coordinates_in(entry: &Poly, symbols: &Symbols, path: &[String]) -> Vec<Diagnostic> {
    let all = entry.symbols(symbols).into_iter();
    let coordinates = all.filter(|symbol| symbol.kind() == SymbolKind::Coordinate);
    coordinates
        .map(|symbol| {
            let name = symbols.name(symbol);
            let message = format!("expected a constant entry, found the coordinate `{name}`");
            Diagnostic::error("coordinate-in-entry", message)
                .on(path.to_vec())
                .fact("entry", entry.text(symbols))
                .hint(format!(
                    "the joint adds its coordinate itself: leave `{name}` out, or write 0"
                ))
        })
        .collect()
}

/// The declared parameters, then the others in the order in which they were first met.
pub(super) fn parameters(draft: &Draft, used: &[Symbol]) -> Vec<Parameter> {
    let mut parameters = draft.parameters.clone();
    let declared: BTreeSet<Symbol> = parameters.iter().map(|p| p.symbol).collect();
    let others = used.iter().filter(|symbol| !declared.contains(symbol));
    parameters.extend(others.map(|&symbol| Parameter {
        symbol,
        name: draft.symbols.name(symbol),
        value: None,
        unit: None,
        note: None,
        latex: None,
    }));
    parameters
}

type Entry<'d> = (Vec<String>, &'d Poly);

fn entries(draft: &Draft) -> Vec<Entry<'_>> {
    let mut list = List::default();
    list.vector(&["gravity"], &draft.gravity);
    for (index, joint) in draft.joints.iter().enumerate() {
        let joint_path = joint_path(index);
        let path = [joint_path.as_str()];
        list.placement(&path, &joint.placement);
        list.vector(&[&path[..], &["axis"]].concat(), &joint.axis);
        for part in &joint.link.parts {
            list.part(&[&path[..], &["link"]].concat(), part);
        }
        if let Some(elastic) = &joint.link.elastic {
            list.elastic(&[&path[..], &["link", "elastic"]].concat(), &elastic.source);
        }
        list.friction(&path, &joint.friction);
        for (_, entry) in joint.spring.entries() {
            list.push(&[&path[..], &["spring"]].concat(), entry);
        }
        if let Some(it) = &joint.compensator {
            let path = [&path[..], &["compensator"]].concat();
            list.push(&path, &it.stiffness);
            list.vector(&path, &it.from);
            list.vector(&path, &it.to);
        }
        if let Some(coupling) = &joint.coupling {
            let ratios = coupling.of.iter().map(|(_, ratio)| ratio);
            let path = [&path[..], &["mimic"]].concat();
            ratios.chain([&coupling.offset]).for_each(|entry| list.push(&path, entry));
        }
        if let Some(rotor) = &joint.rotor {
            let path = [&path[..], &["rotor"]].concat();
            let ratios = rotor.ratios.iter().map(|(_, ratio)| ratio);
            let single = [&rotor.inertia].into_iter().chain(&rotor.efficiency);
            ratios.chain(single).for_each(|entry| list.push(&path, entry));
            rotor.axis.iter().for_each(|axis| list.vector(&path, axis));
            list.friction(&path, &rotor.friction);
        }
        for (_, entry) in joint.elastic.iter().flat_map(Elasticity::entries) {
            list.push(&[&path[..], &["elastic"]].concat(), entry);
        }
        for entry in joint.limits.entries().into_iter().filter_map(|(_, entry)| entry) {
            list.push(&[&path[..], &["limits"]].concat(), entry);
        }
        for mesh in &joint.link.meshes {
            list.placement(&[&path[..], &["link", "meshes"]].concat(), &mesh.at);
        }
    }
    list.placement(&["tool"], &draft.tool.placement);
    for (index, frame) in draft.frames.iter().enumerate() {
        let frame_path = frame_path(index);
        list.placement(&[&frame_path], &frame.placement);
        list.vector(&[&frame_path, "force"], &frame.force);
        list.vector(&[&frame_path, "moment"], &frame.moment);
    }
    draft.base.iter().for_each(|base| list.placement(&["base"], base));
    list.vector(&["payload", "force"], &draft.payload.force);
    list.vector(&["payload", "moment"], &draft.payload.moment);
    if let Some(body) = &draft.payload.body {
        list.part(&["payload"], body);
    }
    list.0
}

#[derive(Default)]
struct List<'d>(Vec<Entry<'d>>);

impl<'d> List<'d> {
    fn push(&mut self, path: &[&str], entry: &'d Poly) {
        if !entry.is_zero() {
            self.0.push((path.iter().map(|&part| part.to_owned()).collect(), entry));
        }
    }

    fn friction(&mut self, path: &[&str], friction: &'d Friction) {
        let path = [path, &["friction"]].concat();
        friction.entries().into_iter().for_each(|(_, entry)| self.push(&path, entry));
    }

    fn vector(&mut self, path: &[&str], vector: &'d Vector<Poly>) {
        vector.0.iter().for_each(|entry| self.push(path, entry));
    }

    fn placement(&mut self, path: &[&str], placement: &'d Placement) {
        self.vector(&[path, &["offset"]].concat(), &placement.offset);
        let path = [path, &["rotation"]].concat();
        match &placement.rotation {
            Rotation::Matrix(matrix) => {
                matrix.0.as_flattened().iter().for_each(|entry| self.push(&path, entry));
            }
            Rotation::Turns(turns) => {
                for turn in turns {
                    self.vector(&path, &turn.axis);
                    self.push(&path, &turn.angle);
                }
            }
        }
    }

    fn elastic(&mut self, path: &[&str], source: &'d ModeSource) {
        let given = match source {
            ModeSource::Given(given) => given,
            ModeSource::Beam(beam) => {
                for (below, entry) in beam.paths() {
                    let below: Vec<&str> = below.iter().map(String::as_str).collect();
                    self.push(&[path, &["beam"], &below].concat(), entry);
                }
                self.vector(&[path, &["beam", "load_centre"]].concat(), &beam.load_centre);
                return;
            }
            ModeSource::FiniteElements(it) => {
                for (key, entry) in it.damping.entries() {
                    self.push(&[path, &["finite_elements", key]].concat(), entry);
                }
                return;
            }
        };
        self.vector(&[path, &["tip"]].concat(), &given.tip);
        let modes = [path, &["modes"]].concat();
        for mode in &given.modes {
            let vectors = [&mode.shift, &mode.slope, &mode.first];
            let entries = vectors.into_iter().flat_map(|vector| &vector.0);
            entries.chain(mode.mixed.0.as_flattened()).for_each(|entry| self.push(&modes, entry));
        }
        let pairs = [path, &["pairs"]].concat();
        for pair in &given.pairs {
            let entries = pair.product.0.as_flattened().iter();
            let vectors = pair.shift.0.iter().chain(&pair.first.0);
            let second = vectors.chain(pair.mixed.0.as_flattened());
            let entries = entries.chain([&pair.stiffness, &pair.damping]).chain(second);
            entries.for_each(|it| self.push(&pairs, it));
        }
    }

    fn part(&mut self, path: &[&str], part: &'d Part) {
        self.push(&[path, &["mass"]].concat(), &part.mass);
        self.vector(&[path, &["centre"]].concat(), &part.centre);
        for (_, entry) in part.inertia.entries() {
            self.push(&[path, &["inertia"]].concat(), entry);
        }
        self.placement(&[path, &["at"]].concat(), &part.at);
    }
}
