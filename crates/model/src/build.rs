//! From a draft to a robot: names, parents, axes, frames and bodies are checked and worked out.

mod couplings;
mod entries;
mod frames;
mod modes;
mod nonzero;
mod points;
mod tree;

use std::collections::BTreeMap;
use std::sync::Arc;

use appell_algebra::{Budget, Error, Poly, Symbol};
use appell_diagnostic::{Diagnostic, Place, Severity};
use appell_elastic::Error as ElasticError;
use appell_spatial::{CentralInertia, MassMoments, Transform, Vector};

use crate::axis::unit_axis;
use crate::compensator;
use crate::dh::apply;
use crate::draft::{Draft, JointDraft};
use crate::elastic_joint::connect;
use crate::joint::{Joint, JointId, JointKind};
use crate::link::{Part, compose};
use crate::notation;
use crate::placement::{Placement, Rotation, is_rotation, unit};
use crate::robot::{Carried, Robot, Tool};

pub(crate) use entries::coordinates_in;
use points::Occupant;

pub(crate) use frames::{MAX_FRAMES, frame_parent, frame_path, joint_names, named_frame};
pub(crate) use tree::resolve_parents;

/// More joints than this are refused: mechanics takes memory with every one.
pub(crate) const MAX_JOINTS: usize = 2000;

/// A refusal where there are too many joints, or none.
pub(crate) fn check_joint_count(count: usize) -> Option<Diagnostic> {
    match count {
        0 => Some(
            Diagnostic::error("no-joints", "expected at least one joint, found none")
                .hint("add a [[joint]] with its type and axis"),
        ),
        _ if count > MAX_JOINTS => Some(
            Diagnostic::error(
                "too-many-joints",
                format!("expected at most {MAX_JOINTS} joints, found {count}"),
            )
            .hint("divide the robot into smaller ones"),
        ),
        _ => None,
    }
}

/// What can be told of an error of the algebra at a place of the robot.
pub(crate) fn findings_of(error: &Error, path: &[&str]) -> Vec<Diagnostic> {
    error.diagnostics().into_iter().map(|finding| finding.on(path.iter().copied())).collect()
}

/// A finding at its place below a path.
fn below<const N: usize>(path: [String; N], finding: Diagnostic) -> Diagnostic {
    let rest = match &finding.place {
        Place::Path(rest) => rest.clone(),
        _ => Vec::new(),
    };
    finding.on(path.into_iter().chain(rest))
}

/// The path segment of a joint, by its place in the draft.
pub(crate) fn joint_path(index: usize) -> String {
    format!("joint {}", index + 1)
}

/// The path segment of a part of a link, by its number.
pub(crate) fn part_path(number: usize) -> String {
    format!("part {number}")
}

/// The name of a joint, by its place in the draft and the name that it was given.
pub(crate) fn joint_name(index: usize, given: Option<&str>) -> String {
    given.map_or_else(|| format!("joint{}", index + 1), str::to_owned)
}

/// The name of the coordinate of a joint that has none of its own.
pub(crate) fn coordinate_name(index: usize) -> String {
    format!("q{}", index + 1)
}

impl Draft {
    /// Checks the draft and works out its frames and bodies. With the robot come notes on what
    /// was done; without it, everything that is wrong.
    pub fn build(self, budget: &Budget) -> Result<(Robot, Vec<Diagnostic>), Vec<Diagnostic>> {
        if let Some(problem) = check_joint_count(self.joints.len()) {
            return Err(vec![problem.on(["joint"])]);
        }
        let (placed, tabled) = self.placed(budget)?;
        let placed = placed.with_motor_sides()?;
        let mut builder =
            Builder { budget, draft: &placed, parents: Vec::new(), findings: Vec::new() };
        let robot = builder.robot().map(|robot| Robot { tabled, ..robot });
        let mut findings = builder.findings;
        match robot {
            Some(robot) if findings.iter().all(|f| f.severity < Severity::Error) => {
                Ok((robot, findings))
            }
            _ => {
                findings.retain(|finding| finding.severity == Severity::Error);
                Err(findings)
            }
        }
    }
}

impl Draft {
    /// The draft with its joints placed by its table, and the draft with the table.
    fn placed(mut self, budget: &Budget) -> Result<(Self, Option<Arc<Self>>), Vec<Diagnostic>> {
        let Some(table) = &self.table else { return Ok((self, None)) };
        let (table, given) = (table.clone(), Arc::new(self.clone()));
        if table.rows.len() != self.joints.len() {
            let message =
                "expected one row of the Denavit-Hartenberg table, or `None`, for every joint";
            let problem = Diagnostic::error("wrong-length", message)
                .on(["joint"])
                .fact("rows", table.rows.len())
                .fact("joints", self.joints.len())
                .hint("give joints without a row `None`");
            return Err(vec![problem]);
        }
        apply(&table, &mut self, budget)?;
        self.table = None;
        Ok((self, Some(given)))
    }
}

struct Builder<'a> {
    budget: &'a Budget,
    draft: &'a Draft,
    /// For every joint its parent, where it is known; the inner `None` is the base.
    parents: Vec<Option<Option<u32>>>,
    findings: Vec<Diagnostic>,
}

impl Builder<'_> {
    /// The robot, when nothing went wrong that is needed for it.
    fn robot(&mut self) -> Option<Robot> {
        let draft = self.draft;
        let parents = resolve_parents(&draft.joints, &draft.tool.parent);
        self.findings.extend(parents.findings);
        self.parents = parents.joints;
        let values = self.values();
        let used = entries::check(draft, &values, &mut self.findings);
        let coordinates = self.coordinates();
        let tool_parent = parents.tool.map(JointId);
        let tool_frame = self.placement(&draft.tool.placement, &["tool"]);

        let mut joints = Vec::with_capacity(draft.joints.len());
        for (index, joint) in draft.joints.iter().enumerate() {
            let carries = tool_parent.is_some_and(|tool| tool.index() == index);
            let made = self.joint(index, joint, carries, &values);
            if let (Some(mut made), Some(parent)) = (made, self.parents[index]) {
                made.parent = parent.map(JointId);
                if joint.point.is_some() {
                    let link = made.parent.map(|at| (at.index(), joints.get(at.index())));
                    let (occupant, path) = (Occupant::Joint(index), joint_path(index));
                    made.station =
                        self.on_point(occupant, &path, link, &mut made.parent_from_frame);
                }
                made.coordinate = coordinates[index];
                joints.push(made);
            }
        }
        if joints.len() == draft.joints.len() {
            self.couplings(&mut joints, &values);
            connect(draft, &mut joints);
            compensator::fix(&draft.joints, &mut joints, &mut self.findings);
            self.rotors(&mut joints, &values);
            self.nonzero(&values);
        }
        let on_tip =
            tool_parent.is_some_and(|tool| draft.joints[tool.index()].link.elastic.is_some());
        let carried = draft.payload.body.as_ref().filter(|_| on_tip);
        let carried = carried.and_then(|body| self.carried(body));
        let parameters = entries::parameters(draft, &used);
        notation::check(&parameters, &joints, &draft.symbols, &mut self.findings);
        let frames = self.frames(&joints);
        let (base, gravity) = self.base();
        Some(Robot {
            name: draft.name.clone(),
            source: draft.source.clone(),
            symbols: draft.symbols.clone(),
            exact_values: parameters
                .iter()
                .filter_map(|it| Some((it.symbol, it.value.as_ref()?.as_constant()?)))
                .collect(),
            parameters,
            values,
            used,
            gravity,
            joints,
            tool: Tool {
                parent: tool_parent?,
                placement: draft.tool.placement.clone(),
                parent_from_tool: tool_frame?,
            },
            frames,
            base,
            payload: draft.payload.clone(),
            base_link: draft.base_link.clone(),
            carried,
            tabled: None,
        })
    }

    /// The body of the payload, in the tool frame.
    fn carried(&mut self, body: &Part) -> Option<Carried> {
        self.placement(&body.at, &["payload", "at"])?;
        match compose(std::slice::from_ref(body), &self.draft.symbols, self.budget) {
            Ok((moments, body)) => Some(Carried { moments, body }),
            Err(error) => {
                self.fail(&error, &["payload"]);
                None
            }
        }
    }

    fn fail(&mut self, error: &Error, path: &[&str]) {
        self.findings.extend(findings_of(error, path));
    }

    fn coordinates(&mut self) -> Vec<Option<Symbol>> {
        let draft = self.draft;
        let mut taken: BTreeMap<String, usize> = BTreeMap::new();
        let mut coordinates = Vec::new();
        for (index, joint) in draft.joints.iter().enumerate() {
            if joint.kind == JointKind::Fixed {
                coordinates.push(None);
                continue;
            }
            let name = joint.coordinate.clone().unwrap_or_else(|| coordinate_name(index));
            let path = [joint_path(index), "coordinate".to_owned()];
            match draft.symbols.coordinate(&name) {
                Ok(symbol) => coordinates.push(Some(symbol)),
                Err(error) => {
                    let path = path.each_ref().map(String::as_str);
                    self.fail(&error, &path);
                    coordinates.push(None);
                }
            }
            if let Some(first) = taken.insert(name.clone(), index) {
                let message = format!("two joints have the coordinate `{name}`");
                let problem = Diagnostic::error("duplicate-name", message)
                    .on([joint_path(index), "coordinate".to_owned()])
                    .fact("first", joint_path(first))
                    .hint("give one of them another coordinate");
                self.findings.push(problem);
            }
        }
        coordinates
    }

    /// The modes of a link, and the part that they add to it.
    fn modes(
        &mut self,
        index: usize,
        draft: &JointDraft,
        values: &BTreeMap<Symbol, f64>,
    ) -> Option<modes::Worked> {
        let elastic = draft.link.elastic.as_ref()?;
        let stem = draft.coordinate.clone().unwrap_or_else(|| coordinate_name(index));
        let symbols = &self.draft.symbols;
        let named = (stem.as_str(), index + 1);
        let path = [joint_path(index), "link".to_owned(), "elastic".to_owned()];
        let points = self.points_of(index);
        match modes::modes(elastic, named, &points, symbols, self.budget, values) {
            Ok(worked) => {
                self.findings.extend(worked.note.clone().map(|note| below(path, note)));
                return Some(worked);
            }
            Err(ElasticError::Algebra(error)) => {
                self.fail(&error, &path.each_ref().map(String::as_str));
            }
            Err(ElasticError::Refused(problem)) => self.findings.push(below(path, *problem)),
        }
        None
    }

    fn joint(
        &mut self,
        index: usize,
        draft: &JointDraft,
        carries: bool,
        values: &BTreeMap<Symbol, f64>,
    ) -> Option<Joint> {
        let path = joint_path(index);
        let frame = self.placement(&draft.placement, &[&path]);
        let axis = match draft.kind {
            JointKind::Fixed => Some(unit(2)),
            _ => self.axis(&draft.axis, &path),
        };
        let worked = self.modes(index, draft, values);
        let wrong_plane = axis.as_ref().and_then(|axis| modes::check_plane(draft, axis));
        let root = [path.as_str(), "link", "elastic", "beam", "root"];
        self.findings.extend(wrong_plane.map(|problem| problem.on(root)));
        let beam = worked.as_ref().map(|worked| worked.parts.clone()).unwrap_or_default();
        let body = self.body(index, draft, carries, beam);
        let (moments, body) = body?;
        Some(Joint {
            name: joint_name(index, draft.name.as_deref()),
            parent: None,
            point: draft.point.clone(),
            station: None,
            kind: draft.kind,
            coordinate: None,
            coupling: None,
            axis: axis?,
            placement: draft.placement.clone(),
            parent_from_frame: frame?,
            friction: draft.friction.clone(),
            spring: draft.spring.clone(),
            compensator: None,
            rotor: None,
            elastic: None,
            limits: draft.limits.clone(),
            link: draft.link.clone(),
            moments,
            body,
            modes: worked.map(|worked| worked.modes),
        })
    }

    fn axis(&mut self, direction: &Vector<Poly>, path: &str) -> Option<Vector<Poly>> {
        match unit_axis(direction, &self.draft.symbols, self.budget) {
            Ok(unit) => {
                self.findings.extend(unit.note.map(|note| note.on([path, "axis"])));
                Some(unit.axis)
            }
            Err(problem) => {
                self.findings.push(problem.on([path, "axis"]));
                None
            }
        }
    }

    fn placement(&mut self, placement: &Placement, path: &[&str]) -> Option<Transform<Poly>> {
        let path = [path, &["rotation"]].concat();
        let transform = placement.transform(&self.draft.symbols, self.budget);
        let checked = transform.and_then(|transform| match &placement.rotation {
            Rotation::Matrix(matrix) => Ok((transform, is_rotation(matrix, self.budget)?)),
            Rotation::Turns(_) => Ok((transform, true)),
        });
        match checked {
            Ok((transform, true)) => Some(transform),
            Ok((_, false)) => {
                let message =
                    "this matrix is not a rotation: R R^T = 1 and det R = 1 must hold exactly";
                let hint = "give exact entries, such as 0.6 and 0.8, or angles: rotation = { rpy = [0, 0, 0.3] }";
                self.findings
                    .push(Diagnostic::error("not-a-rotation", message).on(path).hint(hint));
                None
            }
            Err(error) => {
                self.fail(&error, &path);
                None
            }
        }
    }

    /// The body of a link, with its beam, and with what the tool carries where the tool is fixed to
    /// it; on an elastic link the tool is on the tip.
    fn body(
        &mut self,
        index: usize,
        joint: &JointDraft,
        carries: bool,
        beam: Vec<Part>,
    ) -> Option<(MassMoments<Poly>, CentralInertia<Poly>)> {
        let (draft, path) = (self.draft, joint_path(index));
        for part in &joint.link.parts {
            self.placement(&part.at, &[&path, "link", "at"])?;
        }
        for mesh in &joint.link.meshes {
            self.placement(&mesh.at, &[&path, "link", "meshes"])?;
        }
        let mut parts = joint.link.parts.clone();
        parts.extend(beam);
        let carries = carries && joint.link.elastic.is_none();
        if let Some(body) = draft.payload.body.as_ref().filter(|_| carries) {
            self.placement(&body.at, &["payload", "at"])?;
            match draft.tool.placement.then(&body.at, &draft.symbols, self.budget) {
                Ok(at) => parts.push(Part { at, ..body.clone() }),
                Err(error) => self.fail(&error, &["payload"]),
            }
        }
        match compose(&parts, &draft.symbols, self.budget) {
            Ok(body) => Some(body),
            Err(error) => {
                self.fail(&error, &[&path, "link"]);
                None
            }
        }
    }

    fn values(&mut self) -> BTreeMap<Symbol, f64> {
        let mut values = BTreeMap::new();
        for parameter in &self.draft.parameters {
            let Some(value) = &parameter.value else { continue };
            match value.evaluate(&self.draft.symbols, |_| None) {
                Ok(number) if number.is_finite() => {
                    values.insert(parameter.symbol, number);
                }
                _ => {
                    let message =
                        format!("the value of `{}` is not a finite number", parameter.name);
                    let problem = Diagnostic::error("bad-value", message)
                        .on(["parameters", &parameter.name])
                        .fact("value", value.text(&self.draft.symbols))
                        .hint("write a number, or a constant such as \"pi/3\"; it cannot contain other parameters");
                    self.findings.push(problem);
                }
            }
        }
        values
    }
}
