//! The frames of a chain, moved so that a Denavit-Hartenberg table describes it.
//!
//! Joint i moves about or along the unit vector k, through the origin of its frame {i}. In that
//! frame the next axis goes through p along u. Their common normal x gives the row:
//!
//! ```text
//! a = p . x,   sin alpha = (k x u) . x,   cos alpha = k . u
//! s = (p x u) . x / sin alpha    where the normal meets this axis, along k
//! t = (p x k) . x / sin alpha    where it meets the next one, along u
//! ```
//!
//! and theta and d lead from one normal to the next, about and along the axis between them. What is
//! exact stays exact; a normal that is no axis of a frame becomes decimals.

use appell_algebra::{Budget, BudgetScope, Error, Poly, Rational, Symbol};
use appell_diagnostic::Diagnostic;
use appell_spatial::{Matrix, Vector};

use super::{Convention, DhRow};
use crate::build::findings_of;
use crate::draft::{Draft, JointDraft, Parent};
use crate::joint::JointKind;
use crate::link::Part;
use crate::placement::{Placement, Rotation, Turn, is_rotation, lift, roll_pitch_yaw_of, unit};
use crate::robot::Robot;

/// Axes whose directions differ by less than this, in radians, are parallel.
const PARALLEL: f64 = 1e-13;

/// A chain with other frames, and notes on what that changes.
pub(super) fn reframed(
    robot: &Robot,
    convention: Convention,
    budget: &Budget,
) -> Result<(Robot, Vec<Diagnostic>), Vec<Diagnostic>> {
    if robot.joints().iter().all(|joint| joint.kind == JointKind::Fixed) {
        let problem = Diagnostic::error("no-dh-table", "every joint of this robot is fixed")
            .hint("write this robot as TOML");
        return Err(vec![problem]);
    }
    let mut frames = Frames { robot, budget, is_exact: true };
    let draft = match frames.draft(convention) {
        Ok(draft) => draft,
        Err(error) => {
            let mut findings = findings_of(&error, &["joint"]);
            let hint = "frames between which no axis is shared need the values of all parameters";
            findings.iter_mut().for_each(|finding| finding.hints.push(hint.to_owned()));
            return Err(findings);
        }
    };
    let (moved, base) = draft;
    let (built, _) = moved.build(budget)?;
    let note = |message: &str, path: &str| {
        Diagnostic::note("moved-frames", message)
            .on([path])
            .hint("Q, M and other joint quantities stay the same; keep the original beside it")
    };
    let mut notes = vec![note("the frames of the links were moved onto common normals", "joint")];
    if robot.joints().iter().any(|joint| joint.kind == JointKind::Fixed) {
        notes.push(note("fixed joints became parts of the links that carry them", "joint"));
    }
    if !base.is_identity() {
        let message = "the base frame was moved onto the first axis; poses in it change";
        let place = base.transform(robot.symbols(), budget);
        let place = place.and_then(|it| it.position.try_map(|entry| robot.evaluate(entry)));
        let shown = place.map(|it| it.map(f64::to_string).0.join(", ")).unwrap_or_default();
        notes.push(note(message, "joint").fact("new origin in the old frame", shown));
    }
    if !frames.is_exact {
        let message = "angles and lengths that are not along the axes of frames became decimals";
        notes.push(note(message, "joint"));
    }
    Ok((built, notes))
}

/// A joint that moves, with all that is fixed to its link.
struct Moving {
    joint: JointDraft,
    placement: Placement,
    axis: Vector<Poly>,
}

/// The common normal of an axis and the next one.
struct Normal {
    /// In the frame of the joint.
    here: Vector<Poly>,
    /// The same in the frame of the next one.
    there: Vector<Poly>,
    a: Poly,
    alpha: Poly,
    /// Where it meets this axis, from the origin of its frame.
    s: Poly,
    /// Where it meets the next axis, from the origin of that frame.
    t: Poly,
}

struct Frames<'r> {
    robot: &'r Robot,
    budget: &'r Budget,
    is_exact: bool,
}

impl Frames<'_> {
    /// The draft with its new frames, and where the new base lies in the old one.
    fn draft(&mut self, convention: Convention) -> Result<(Draft, Placement), Error> {
        let (symbols, budget) = (self.robot.symbols(), self.budget);
        let mut draft = Draft::from(self.robot);
        let (joints, tool) = self.moving(&draft)?;
        let count = joints.len();
        let start = self.start(&joints[0], convention)?;
        let (mut x, mut t) = match &start {
            Some(normal) => (normal.there.clone(), normal.t.clone()),
            None => (Vector::default(), Poly::ZERO),
        };
        let mut rows = Vec::new();
        let mut placed: Vec<Placement> = Vec::new();
        let mut before = start.as_ref().map(|it| (it.a.clone(), it.alpha.clone()));
        let mut first = None;
        for (index, joint) in joints.iter().enumerate() {
            let next = joints.get(index + 1);
            let normal = next.map(|next| {
                let known = (index > 0 || start.is_some()).then_some((&x, &t));
                self.normal(&joint.axis, &next.placement, &next.axis, known)
            });
            let normal = normal.transpose()?;
            if index == 0 && start.is_none() {
                // a base of our own, from which the first normal is not turned
                x = match &normal {
                    Some(normal) => normal.here.clone(),
                    None => self.across(&joint.axis)?,
                };
                first = Some(self.frame(&joint.axis, &x, &t)?);
            }
            let (out, s) = match &normal {
                Some(normal) => (normal.here.clone(), normal.s.clone()),
                None => (x.clone(), t.clone()),
            };
            let theta = self.angle(&x, &out, &joint.axis, &self.turns(&joints, index))?;
            let d = self.scalar(&s - &t)?;
            let (a, alpha) = match (&normal, convention) {
                (_, Convention::Modified) => before.take().unwrap_or_default(),
                (Some(normal), Convention::Standard) => (normal.a.clone(), normal.alpha.clone()),
                (None, Convention::Standard) => Default::default(),
            };
            rows.push(DhRow { a, alpha, d, theta });
            placed.push(match convention {
                Convention::Modified => self.frame(&joint.axis, &out, &s)?,
                Convention::Standard => self.frame(&joint.axis, &x, &t)?,
            });
            if let Some(normal) = normal {
                before = Some((normal.a, normal.alpha));
                (x, t) = (normal.there, normal.t);
            }
        }
        let base = match &first {
            Some(frame) => joints[0].placement.then(frame, symbols, budget)?,
            None => Placement::default(),
        };
        draft.gravity = self.turned_back(&base, &draft.gravity)?;
        draft.tool.parent = Parent::Before;
        draft.tool.placement =
            placed[count - 1].inverse(symbols, budget)?.then(&tool, symbols, budget)?;
        let places = places(&rows, convention);
        draft.joints = Vec::with_capacity(count);
        for ((moving, frame), row) in joints.into_iter().zip(&placed).zip(places) {
            let inverse = frame.inverse(symbols, budget)?;
            let mut joint = moving.joint;
            for part in &mut joint.link.parts {
                part.at = inverse.then(&part.at, symbols, budget)?;
            }
            joint.link.meshes.clear();
            joint.placement = match row {
                Some(row) => row.placement(convention, symbols, budget)?,
                None => Placement::default(),
            };
            joint.parent = Parent::Before;
            joint.axis = unit(2);
            joint.rotor = None;
            draft.joints.push(joint);
        }
        Ok((draft, base))
    }

    /// The joints that move, each with the bodies that are fixed to its link, and the tool in the
    /// frame of the last one.
    fn moving(&self, draft: &Draft) -> Result<(Vec<Moving>, Placement), Error> {
        let (symbols, budget) = (self.robot.symbols(), self.budget);
        let mut joints: Vec<Moving> = Vec::new();
        let mut at = Placement::default();
        for (joint, built) in draft.joints.iter().zip(self.robot.joints()) {
            at = at.then(&joint.placement, symbols, budget)?;
            if joint.kind != JointKind::Fixed {
                let placement = std::mem::take(&mut at);
                let axis = built.axis.clone();
                joints.push(Moving { joint: joint.clone(), placement, axis });
                continue;
            }
            let Some(carrier) = joints.last_mut() else { continue };
            for part in &joint.link.parts {
                let at = at.then(&part.at, symbols, budget)?;
                carrier.joint.link.parts.push(Part { at, ..part.clone() });
            }
        }
        let tool = at.then(&draft.tool.placement, symbols, budget)?;
        Ok((joints, tool))
    }

    /// How the base leads to the first axis, where it may stay as it is.
    fn start(&mut self, first: &Moving, convention: Convention) -> Result<Option<Normal>, Error> {
        let (k, p) = (unit(2), &first.placement.offset);
        let u = self.turned(&first.placement, &first.axis)?;
        let x = unit(0);
        // the x axis of the base must be the normal, and start at its origin; in a standard table the
        // z axis of the base is the first axis itself
        let a = p.0[0].clone();
        if convention == Convention::Standard && !(u == k && a.is_zero()) {
            return Ok(None);
        }
        let rest = Vector::new(Poly::ZERO, p.0[1].clone(), p.0[2].clone());
        let across = self.cross(&rest, &u)?;
        if !self.dot(&u, &x)?.is_zero() || !across.0.iter().all(Poly::is_zero) {
            return Ok(None);
        }
        let t = -self.dot(&rest, &u)?;
        let there = self.turned_back(&first.placement, &x)?;
        let angles = turn_angles(&first.placement);
        let alpha = self.angle(&k, &u, &x, &angles)?;
        Ok(Some(Normal { here: x, there, a, alpha, s: Poly::ZERO, t }))
    }

    /// The common normal of the axis k through the origin and of an axis in the next frame. Where
    /// they are one line or parallel, it goes on from the normal before.
    fn normal(
        &mut self,
        k: &Vector<Poly>,
        next: &Placement,
        axis: &Vector<Poly>,
        known: Option<(&Vector<Poly>, &Poly)>,
    ) -> Result<Normal, Error> {
        let (p, u) = (&next.offset, self.turned(next, axis)?);
        let w = self.cross(k, &u)?;
        let angles = turn_angles(next);
        if self.length(&w)? < PARALLEL {
            return self.parallel(k, next, &u, known);
        }
        let coordinate = (0..3).map(unit).find(|e| self.is_across(e, k) && self.is_across(e, &u));
        let here = match coordinate {
            Some(e) => e,
            None if self.dot(&w, &w)?.is_one() => w.clone(),
            None => self.decimal_unit(&w)?,
        };
        let alpha = self.angle(k, &u, &here, &angles)?;
        let sine = self.dot(&w, &here)?;
        let mut foot = |along: &Vector<Poly>| {
            let above = self.dot(&self.cross(p, along)?, &here)?;
            self.quotient(&above, &sine)
        };
        let (s, t) = (foot(&u)?, foot(k)?);
        let a = self.dot(p, &here).and_then(|a| self.scalar(a))?;
        let there = self.turned_back(next, &here)?;
        Ok(Normal { here, there, a, alpha, s, t })
    }

    fn parallel(
        &mut self,
        k: &Vector<Poly>,
        next: &Placement,
        u: &Vector<Poly>,
        known: Option<(&Vector<Poly>, &Poly)>,
    ) -> Result<Normal, Error> {
        let p = &next.offset;
        let along = self.dot(k, p)?;
        let budget = self.budget;
        let shift = k.try_map(|entry| entry.checked_mul(&along, budget))?;
        let r = Vector(std::array::from_fn(|i| &p.0[i] - &shift.0[i]));
        let s = known.map_or(Poly::ZERO, |(_, t)| t.clone());
        let one_line = self.length(&r)? < PARALLEL;
        let (here, a) = if one_line {
            let here = known.map(|(x, _)| x.clone());
            (here.map_or_else(|| self.across(k), Ok)?, Poly::ZERO)
        } else {
            let in_next = self.turned_back(next, &r)?;
            match (single(&r), single(&in_next)) {
                (Some(e), _) => (unit(e), r.0[e].clone()),
                (None, Some(e)) => (self.turned(next, &unit(e))?, in_next.0[e].clone()),
                (None, None) => {
                    let x = self.decimal_unit(&r)?;
                    let a = self.dot(p, &x).and_then(|a| self.scalar(a))?;
                    (x, a)
                }
            }
        };
        let same_way = self.number(&self.dot(k, u)?)? > 0.0;
        let alpha = if same_way { Poly::ZERO } else { Poly::from(Symbol::PI) };
        // the foot on the next axis: s k + a x - p, along u = k or -k
        let t = self.scalar(&s - &along)?;
        let t = if same_way { t } else { -t };
        let there = self.turned_back(next, &here)?;
        Ok(Normal { here, there, a, alpha, s, t })
    }

    /// The frame with a z axis and an x axis, at a distance from the origin along z.
    fn frame(&self, z: &Vector<Poly>, x: &Vector<Poly>, along: &Poly) -> Result<Placement, Error> {
        let y = self.cross(z, x)?;
        let matrix =
            Matrix(std::array::from_fn(|i| [x.0[i].clone(), y.0[i].clone(), z.0[i].clone()]));
        let rotation = if (0..3).all(|i| Vector(matrix.0[i].clone()) == unit(i)) {
            Rotation::default()
        } else if is_rotation(&matrix, self.budget)? {
            Rotation::Matrix(Box::new(matrix))
        } else {
            let numbers = matrix.try_map(|entry| self.number(entry))?;
            let angles = roll_pitch_yaw_of(&numbers);
            let [roll, pitch, yaw] = angles.map(Poly::decimal);
            Rotation::roll_pitch_yaw([roll?, pitch?, yaw?])
        };
        let offset = z.try_map(|entry| entry.checked_mul(along, self.budget))?;
        Ok(Placement { offset, rotation })
    }

    /// A unit vector across an axis: a coordinate axis where there is one.
    fn across(&mut self, axis: &Vector<Poly>) -> Result<Vector<Poly>, Error> {
        if let Some(e) = (0..3).map(unit).find(|e| self.is_across(e, axis)) {
            return Ok(e);
        }
        let across = self.cross(axis, &unit(0))?;
        self.decimal_unit(&across)
    }

    fn is_across(&self, a: &Vector<Poly>, b: &Vector<Poly>) -> bool {
        self.dot(a, b).is_ok_and(|product| product.is_zero())
    }

    /// The angle from one vector to another about an axis, all of length one: one of the angles
    /// that are known, turned by right angles, or a decimal.
    fn angle(
        &mut self,
        from: &Vector<Poly>,
        to: &Vector<Poly>,
        axis: &Vector<Poly>,
        known: &[Poly],
    ) -> Result<Poly, Error> {
        let cos = self.dot(from, to)?;
        let sin = self.dot(&self.cross(from, to)?, axis)?;
        let symbols = self.robot.symbols();
        for quarters in [0, 1, -1, 2] {
            let turn = Poly::from(Symbol::PI).scale(&Rational::new(quarters, 2)?);
            for angle in std::iter::once(&Poly::ZERO).chain(known) {
                for angle in [&turn + angle, &turn - angle] {
                    let is_it = symbols.cos(&angle, self.budget)? == cos
                        && symbols.sin(&angle, self.budget)? == sin;
                    if is_it {
                        return Ok(angle);
                    }
                }
            }
        }
        self.is_exact = false;
        Poly::decimal(self.number(&sin)?.atan2(self.number(&cos)?))
    }

    /// Angles that the frames before and after a joint are turned by.
    fn turns(&self, joints: &[Moving], index: usize) -> Vec<Poly> {
        let near = joints[index..].iter().take(2);
        near.flat_map(|joint| turn_angles(&joint.placement)).collect()
    }

    fn number(&self, entry: &Poly) -> Result<f64, Error> {
        self.robot.evaluate(entry)
    }

    /// An entry; one that takes many terms to write becomes a decimal.
    fn scalar(&mut self, entry: Poly) -> Result<Poly, Error> {
        const MANY: usize = 8;
        if entry.term_count() <= MANY {
            return Ok(entry);
        }
        self.is_exact = false;
        Poly::decimal(self.number(&entry)?)
    }

    fn quotient(&mut self, above: &Poly, below: &Poly) -> Result<Poly, Error> {
        if above.is_zero() {
            return Ok(Poly::ZERO);
        }
        if let Some(number) = below.as_constant() {
            return self.scalar(above.scale(&number.recip()?));
        }
        self.is_exact = false;
        Poly::decimal(self.number(above)? / self.number(below)?)
    }

    fn length(&self, vector: &Vector<Poly>) -> Result<f64, Error> {
        if vector.0.iter().all(Poly::is_zero) {
            return Ok(0.0);
        }
        // what has symbols without values is no zero, and its size does not matter
        let Ok(Vector([x, y, z])) = vector.try_map(|entry| self.number(entry)) else {
            return Ok(1.0);
        };
        Ok(x.hypot(y).hypot(z))
    }

    fn decimal_unit(&mut self, vector: &Vector<Poly>) -> Result<Vector<Poly>, Error> {
        self.is_exact = false;
        let numbers = vector.try_map(|entry| self.number(entry))?;
        let Vector([x, y, z]) = numbers;
        let length = x.hypot(y).hypot(z);
        numbers.try_map(|entry| Poly::decimal(entry / length))
    }

    fn dot(&self, a: &Vector<Poly>, b: &Vector<Poly>) -> Result<Poly, Error> {
        let scope = BudgetScope::new(self.budget.clone());
        scope.finish(a.map(lift(&scope)).dot(&b.map(lift(&scope))))
    }

    fn cross(&self, a: &Vector<Poly>, b: &Vector<Poly>) -> Result<Vector<Poly>, Error> {
        let scope = BudgetScope::new(self.budget.clone());
        let product = a.map(lift(&scope)).cross(&b.map(lift(&scope)));
        product.try_map(|entry| scope.finish(entry.clone()))
    }

    /// A vector of the inner frame in the axes of the outer one.
    fn turned(&self, frame: &Placement, vector: &Vector<Poly>) -> Result<Vector<Poly>, Error> {
        let scope = BudgetScope::new(self.budget.clone());
        let rotation = frame.rotation.matrix(self.robot.symbols(), self.budget)?;
        let turned = &rotation.map(lift(&scope)) * &vector.map(lift(&scope));
        turned.try_map(|entry| scope.finish(entry.clone()))
    }

    /// A vector of the outer frame in the axes of the inner one.
    fn turned_back(&self, frame: &Placement, vector: &Vector<Poly>) -> Result<Vector<Poly>, Error> {
        let back = frame.inverse(self.robot.symbols(), self.budget)?;
        self.turned(&back, vector)
    }
}

/// The rows that place the joints: of a standard table, the row of the joint before.
fn places(rows: &[DhRow], convention: Convention) -> Vec<Option<&DhRow>> {
    match convention {
        Convention::Modified => rows.iter().map(Some).collect(),
        Convention::Standard => {
            std::iter::once(None).chain(rows.iter().map(Some)).take(rows.len()).collect()
        }
    }
}

fn turn_angles(placement: &Placement) -> Vec<Poly> {
    match &placement.rotation {
        Rotation::Turns(turns) => turns.iter().map(|Turn { angle, .. }| angle.clone()).collect(),
        Rotation::Matrix(_) => Vec::new(),
    }
}

/// The only entry of a vector that is not zero.
fn single(Vector(entries): &Vector<Poly>) -> Option<usize> {
    let mut others = (0..3).filter(|&i| !entries[i].is_zero());
    others.next().filter(|_| others.next().is_none())
}
