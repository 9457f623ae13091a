//! What papers may mean by a vector or a transform of a link: in which axes, of which point, between
//! which frames, with gravity or without. Frames lie at the joint of their link, as the robot has them,
//! or at its end, as the standard Denavit-Hartenberg convention has them.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use appell_algebra::{Poly, Rational};
use appell_mechanics::{Frame, Kind, Of, Quantity};
use appell_model::{JointId, JointKind};
use appell_spatial::{Matrix, Transform, Vector};

use super::equation::Checker;
use super::other_frames::TURNED_AXES;
use crate::explain::meaning_of;
use crate::known::Known;
use crate::meaning::{Meaning, Style};
use crate::report::{Assumption, Doubt, Finding, Report, Verdict};

/// Another meaning of a quantity than the robot's own, and what it takes for granted.
pub(super) struct Placement {
    pub(super) meaning: Meaning,
    /// What it takes for granted, the name of that, and how it begins in words.
    pub(super) words: Vec<&'static str>,
    pub(super) name: &'static str,
    pub(super) about: &'static str,
    pub(super) source: Source,
}

/// Where the frames of a meaning come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// Papers usually take them.
    Custom,
    /// They are those of a table of the paper.
    Table,
    /// The meaning is the transform of a row of such a table.
    Row,
}

/// The end of a link: where a joint or the tool lies on it.
struct End {
    frame: Frame,
    place: Transform<Poly>,
    /// Whether its origin is fixed on the link: that of a prismatic joint is not.
    is_fixed: bool,
}

pub(super) const BASE_AXES: &str = "in the axes of the base";
const END_AXES: &str = "in the axes of a frame at the end of the link";
pub(super) const TURNED: &str = "the indices of transforms are in the other order";
pub(super) const FROM_BASE: &str = "transforms with one index are from the base";
pub(super) const WITHOUT_GRAVITY: &str = "without gravity";
const END_FRAMES: &str =
    "frames lie at the ends of their links, as by the standard Denavit-Hartenberg convention";

/// What is known about the transforms of a paper, all of which use the same frames and order of indices.
#[derive(Default)]
pub(crate) struct Transforms {
    /// Those that hold between the frames of the robot and between no others.
    pub(super) between_own_frames: RefCell<BTreeSet<Known>>,
    /// Those that hold, and would not with their indices in the other order.
    pub(super) in_usual_order: RefCell<BTreeSet<Known>>,
    has_own_frames: Cell<bool>,
    has_usual_order: Cell<bool>,
}

impl Transforms {
    /// Whether they are between the frames of the robot.
    pub(super) fn are_between_own_frames(&self) -> bool {
        self.has_own_frames.get()
    }

    /// Whether a report has transforms between other frames, or with other indices.
    pub(super) fn are_open(report: &Report) -> bool {
        let all = [TURNED, END_FRAMES, TURNED_AXES];
        all.iter().any(|words| equations_under(report, words) > 0)
    }

    /// Decides on frames and order by the transforms that hold, from a report that allows all of them. Returns
    /// whether anything was decided.
    pub(super) fn decide(&self, report: &Report) -> bool {
        let own = self.between_own_frames.borrow().len();
        let others = equations_under(report, END_FRAMES);
        let turned = equations_under(report, TURNED_AXES);
        self.has_own_frames.set(own > 0 && own >= others && others + turned > 0);
        let is_turned = equations_under(report, TURNED) > 0;
        self.has_usual_order.set(is_turned && !self.in_usual_order.borrow().is_empty());
        self.has_own_frames.get() || self.has_usual_order.get()
    }
}

impl Transforms {
    /// Makes undecided what is right between the frames of the robot, if more transforms are right between others.
    pub(super) fn doubt_own(&self, report: &mut Report) {
        let own = self.between_own_frames.borrow();
        if own.is_empty() || own.len() >= equations_under(report, END_FRAMES) {
            return;
        }
        let names: Vec<String> = own.iter().map(Known::to_string).collect();
        for finding in &mut report.findings {
            let is_own = || names.iter().any(|name| finding.quantity.starts_with(name));
            if matches!(&finding.verdict, Verdict::Proved(it) if it.assumptions.is_empty())
                && is_own()
            {
                let reason = "it is right between frames at the joints; other transforms of the paper are \
                              between frames at the ends of the links";
                finding.verdict = Verdict::undecided(Doubt::Unplaced, reason);
            }
        }
    }
}

/// How many equations are proved under an assumption with these words.
fn equations_under(report: &Report, words: &str) -> usize {
    let is_under = |it: &&Finding| match &it.verdict {
        Verdict::Proved(proof) => proof.assumptions.iter().any(|it| it.words.contains(words)),
        _ => false,
    };
    let equations: BTreeSet<usize> =
        report.findings.iter().filter(is_under).map(|it| it.index).collect();
    equations.len()
}

impl Placement {
    pub(super) fn assumption(&self) -> Assumption {
        let words = format!("{}{}", self.about, self.words.join(", "));
        Assumption { name: self.name.to_owned(), words }
    }
}

impl Checker<'_, '_> {
    /// The meanings that a quantity with this name has in other papers; none where it depends on no
    /// frame.
    pub(super) fn placements(&self, known: &Known, printed: &str) -> Vec<Placement> {
        let placements = self.of_transform(known, printed).or_else(|| {
            let may_be_placed = !self.has_notation;
            may_be_placed.then(|| self.of_vector(known, printed)).flatten()
        });
        let by_table = self.by_table(known, printed);
        by_table.into_iter().chain(placements.unwrap_or_default()).collect()
    }

    fn of_transform(&self, known: &Known, printed: &str) -> Option<Vec<Placement>> {
        let quantity = known.quantity;
        let kind = match quantity.kind() {
            Kind::RelativeRotation => Kind::RelativeRotation,
            Kind::Frame | Kind::FrameInBase | Kind::RelativeFrame => Kind::RelativeFrame,
            _ => return None,
        };
        let size = if kind == Kind::RelativeRotation { 3 } else { 4 };
        let (outer, inner) = self.frames_of(quantity)?;
        let mut pairs = vec![(outer, inner, Vec::new())];
        if matches!(quantity.of(), Of::Between(..)) && !self.transforms.has_usual_order.get() {
            pairs.push((inner, outer, vec![TURNED]));
        } else if outer != Frame::Base && !matches!(quantity.of(), Of::Between(..)) {
            pairs.push((Frame::Base, inner, vec![FROM_BASE]));
        }
        let mut placements = Vec::new();
        for (outer, inner, words) in pairs {
            let between = Quantity::new(kind, Of::Between(outer, inner)).ok()?;
            let own = Meaning::Known(Known { quantity: between, entry: None }, printed.to_owned());
            let has_own_frames = self.transforms.has_own_frames.get();
            let is_allowed = |end: &Option<_>| !has_own_frames || end.is_none();
            for from in self.with_ends(outer).into_iter().filter(is_allowed) {
                for to in self.with_ends(inner).into_iter().filter(is_allowed) {
                    let mut words = words.clone();
                    if from.is_some() || to.is_some() {
                        words.push(END_FRAMES);
                    }
                    if words.is_empty() {
                        continue;
                    }
                    let mut factors = Vec::new();
                    factors.extend(from.as_ref().map(|it| self.matrix(&self.inverse(it), size)));
                    factors.push(own.clone());
                    factors.extend(to.as_ref().map(|it| self.matrix(it, size)));
                    let name = if words == [TURNED] { "index-order" } else { "frames" };
                    let meaning = Meaning::Product(factors);
                    placements.push(Placement {
                        meaning,
                        words,
                        name,
                        about: "",
                        source: Source::Custom,
                    });
                }
            }
        }
        Some(placements)
    }

    /// Between which frames a transform is.
    pub(super) fn frames_of(&self, quantity: Quantity) -> Option<(Frame, Frame)> {
        let is_own = |frame: Frame| matches!(frame, Frame::Base | Frame::Joint(_));
        let frames = match (quantity.kind(), quantity.of()) {
            (_, Of::Between(outer, inner)) => (outer, inner),
            (Kind::FrameInBase, Of::Frame(frame)) => (Frame::Base, frame),
            (_, Of::Frame(frame @ Frame::Joint(id))) => {
                (self.robot.joint(id).parent.map_or(Frame::Base, Frame::Joint), frame)
            }
            _ => return None,
        };
        (is_own(frames.0) && is_own(frames.1)).then_some(frames)
    }

    fn of_vector(&self, known: &Known, printed: &str) -> Option<Vec<Placement>> {
        let quantity = known.quantity;
        let Of::Frame(own @ Frame::Joint(id)) = quantity.of() else { return None };
        let kind = quantity.kind();
        let (has_point, has_gravity) = match kind {
            Kind::Velocity => (true, false),
            Kind::Acceleration => (true, true),
            Kind::CentreAcceleration => (false, true),
            _ if kind.row().form.has_axes() => (false, false),
            _ => return None,
        };
        let ends = self.ends(id);
        // {}^{i}v_i says in which axes it is
        let is_given = quantity.axes().is_some() || printed.starts_with("{}^");
        let mut axes = vec![(quantity.axes().unwrap_or(own), None, None)];
        if !is_given {
            axes.push((Frame::Base, None, Some(BASE_AXES)));
            let turned = ends.iter().filter(|end| !is_identity(&end.place.rotation));
            axes.extend(turned.map(|end| (own, Some(&end.place), Some(END_AXES))));
        }
        let mut points = vec![(own, None)];
        if has_point {
            let fixed = ends.iter().filter(|end| end.is_fixed);
            points.extend(fixed.map(|end| (end.frame, Some("at the end of the link"))));
        }
        let gravity: &[bool] = if has_gravity { &[true, false] } else { &[true] };
        let mut placements = Vec::new();
        for &with_gravity in gravity {
            for (point, of_point) in &points {
                for (frame, turn, in_axes) in &axes {
                    let without = (!with_gravity).then_some(WITHOUT_GRAVITY);
                    let words: Vec<_> =
                        [*of_point, *in_axes, without].into_iter().flatten().collect();
                    if words.is_empty() {
                        continue;
                    }
                    let vector = Quantity::new(kind, Of::Frame(*point)).ok()?;
                    let vector = vector.in_axes_of(*frame).ok()?;
                    let vector = Known { quantity: vector, entry: None };
                    let mut meaning = Meaning::Known(vector, printed.to_owned());
                    if !with_gravity {
                        let fall = self.gravity_in(*frame)?;
                        meaning = Meaning::Sum(vec![(false, meaning), (false, fall)]);
                    }
                    if let Some(place) = turn {
                        meaning =
                            Meaning::Product(vec![self.matrix(&self.inverse(place), 3), meaning]);
                    }
                    let about = "the vector is taken ";
                    placements.push(Placement {
                        meaning,
                        words,
                        name: "frames",
                        about,
                        source: Source::Custom,
                    });
                }
            }
        }
        Some(placements)
    }

    /// Gravity in the axes of a frame.
    pub(super) fn gravity_in(&self, frame: Frame) -> Option<Meaning> {
        let Vector(entries) = self.robot.gravity();
        let entry = |entry: &Poly| vec![meaning_of(entry, Style::Full, self.names)];
        let fall = Meaning::Matrix(entries.iter().map(entry).collect());
        if frame == Frame::Base {
            return Some(fall);
        }
        let turn = Quantity::new(Kind::RelativeRotation, Of::Between(frame, Frame::Base)).ok()?;
        let turn = Meaning::Known(Known { quantity: turn, entry: None }, String::new());
        Some(Meaning::Product(vec![turn, fall]))
    }

    /// No place, and those at the end of the link of a frame.
    fn with_ends(&self, frame: Frame) -> Vec<Option<Transform<Poly>>> {
        let ends = match frame {
            Frame::Joint(id) => self.ends(id),
            _ => Vec::new(),
        };
        [None].into_iter().chain(ends.into_iter().map(|end| Some(end.place))).collect()
    }

    fn ends(&self, id: JointId) -> Vec<End> {
        // the end of an elastic link moves on it
        if self.robot.joint(id).modes.is_some() {
            return Vec::new();
        }
        let children = self.robot.children(Some(id)).map(|child| {
            let joint = self.robot.joint(child);
            End {
                frame: Frame::Joint(child),
                place: joint.parent_from_frame.clone(),
                is_fixed: joint.kind != JointKind::Translation,
            }
        });
        let tool = self.robot.tool();
        let place = tool.parent_from_tool.clone();
        let tool = (tool.parent == id).then_some(End { frame: Frame::Tool, place, is_fixed: true });
        children.chain(tool).collect()
    }

    /// The inverse of a transform with entries of the robot.
    fn inverse(&self, transform: &Transform<Poly>) -> Transform<Poly> {
        let (rotation, position) = (&transform.rotation.0, &transform.position.0);
        let product = |k: usize, i: usize| rotation[k][i].checked_mul(&position[k], self.budget);
        let entry = |i: usize| {
            let terms = (0..3).filter_map(|k| product(k, i).ok());
            terms.fold(Poly::ZERO, |sum, term| &sum - &term)
        };
        let transposed = [0, 1, 2].map(|i| [0, 1, 2].map(|j| rotation[j][i].clone()));
        Transform { rotation: Matrix(transposed), position: Vector([0, 1, 2].map(entry)) }
    }

    /// A constant transform as a formula: 4 by 4, or its rotation alone.
    fn matrix(&self, transform: &Transform<Poly>, size: usize) -> Meaning {
        let entry = |i: usize, j: usize| match (i, j) {
            (3, 3) => Meaning::Number(Rational::ONE),
            (3, _) => Meaning::zero(),
            (i, 3) => meaning_of(&transform.position.0[i], Style::Full, self.names),
            (i, j) => meaning_of(&transform.rotation.0[i][j], Style::Full, self.names),
        };
        Meaning::Matrix((0..size).map(|i| (0..size).map(|j| entry(i, j)).collect()).collect())
    }
}

fn is_identity(Matrix(rows): &Matrix<Poly>) -> bool {
    let one = Poly::constant(Rational::ONE);
    let fits = |i: usize, j: usize| rows[i][j] == if i == j { one.clone() } else { Poly::ZERO };
    (0..3).all(|i| (0..3).all(|j| fits(i, j)))
}
