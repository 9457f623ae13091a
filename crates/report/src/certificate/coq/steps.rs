//! The recursion, step by step: each value is defined when it is first needed, and gets a lemma with its
//! closed form when another value is computed from it.

use std::collections::BTreeMap;
use std::fmt::Write;

use appell_algebra::{BudgetScope, BudgetedPoly, Form, Poly, Printer};
use appell_mechanics::{Frame, Kind, Of};
use appell_model::JointKind;
use appell_spatial::{Matrix, Vector};

use super::super::Statement;
use super::super::claims::Entry;
use super::super::formula::FormulaWriter;
use super::super::robot::Link;
use super::values::{Given, Run};
use super::{Failure, MOST_TERMS};

/// A value of the recursion: how it is written, and its closed form.
#[derive(Clone)]
struct Value<'s> {
    text: String,
    /// The name under which it is defined; nothing for constants.
    name: Option<String>,
    entries: Entries<'s>,
}

#[derive(Clone)]
enum Entries<'s> {
    Vector(Vector<BudgetedPoly<'s>>),
    Matrix(Matrix<BudgetedPoly<'s>>),
}

/// What is known of a defined name.
struct Defined<'s> {
    value: Value<'s>,
    /// The names in its definition.
    uses: Vec<String>,
    /// The components that are needed; the others keep names instead of closed forms.
    needed: [bool; 3],
    /// Whether its lemma is written; nothing: not yet.
    lemma: Option<bool>,
}

/// The force or the moment of a link in a run.
type WrenchKey = (Run, usize, bool);

/// An expression with the names in it.
pub(super) struct Expression {
    pub(super) text: String,
    pub(super) uses: Vec<String>,
}

pub(super) struct Steps<'a> {
    statement: &'a Statement<'a>,
    formulas: &'a FormulaWriter<'a>,
    scope: &'a BudgetScope,
    defined: BTreeMap<String, Defined<'a>>,
    /// The components of forces and moments that the claims depend on.
    needed: BTreeMap<WrenchKey, [bool; 3]>,
    /// What is written so far.
    pub(super) text: String,
}

type Vectors<'s> = Vector<BudgetedPoly<'s>>;

impl<'a> Steps<'a> {
    pub(super) fn new(
        statement: &'a Statement<'a>,
        formulas: &'a FormulaWriter<'a>,
        scope: &'a BudgetScope,
    ) -> Self {
        let (defined, needed) = Default::default();
        Self { statement, formulas, scope, defined, needed, text: String::new() }
    }

    /// An entry by the values of the recursion; nothing for what is not covered here.
    pub(super) fn row(&mut self, entry: &Entry) -> Result<Option<Expression>, Failure> {
        let quantity = entry.quantity;
        let robot = self.statement.robot;
        let link_of = |frame: Frame| {
            let key = frame.to_string();
            self.statement.links.iter().position(|link| link.key == key)
        };
        let own = match quantity.of() {
            Of::Frame(frame) => link_of(frame),
            _ => link_of(Frame::Tool),
        };
        let moving: Vec<usize> = (0..self.statement.links.len())
            .filter(|&link| self.statement.links[link].coordinate.is_some())
            .collect();
        let in_own_axes = quantity.axes().is_none();
        let value = match (quantity.kind(), own) {
            (Kind::DrivingForce, _) => {
                let link = moving[entry.coordinate(robot)];
                let mut torque = self.torque(Run::Full, link)?;
                let viscous = self.statement.links[link].viscous.clone();
                if let Some([_, rate, _]) = self.statement.links[link].motion()
                    && !viscous.is_zero()
                {
                    let friction = self.poly(&(&viscous * &Poly::from(rate)))?;
                    let _ = write!(torque.text, " + ({friction})");
                }
                return Ok(Some(torque));
            }
            (Kind::CoriolisForce, _) => {
                return self.torque(Run::Coast, moving[entry.coordinate(robot)]).map(Some);
            }
            (Kind::GravityForce, _) => {
                return self.torque(Run::Rest, moving[entry.coordinate(robot)]).map(Some);
            }
            (Kind::MassMatrix, _) => {
                return self.torque(Run::Unit(moving[entry.column]), moving[entry.row]).map(Some);
            }
            (Kind::Frame | Kind::FrameInBase, Some(link)) => {
                if entry.row == 3 {
                    let last = if entry.column == 3 { "1" } else { "0" };
                    return Ok(Some(Expression { text: last.to_owned(), uses: Vec::new() }));
                }
                let is_own = quantity.kind() == Kind::Frame
                    && matches!(quantity.of(), Of::Frame(Frame::Joint(_)));
                let (rotation, origin) = match is_own {
                    true => (self.rotation(link)?, self.origin(link)?),
                    false => self.pose(link)?,
                };
                return Ok(Some(match entry.column {
                    3 => component(&origin, entry.row),
                    column => cell(&rotation, entry.row, column),
                }));
            }
            (Kind::Jacobian, Some(link)) => {
                let run = Run::Rate(moving[entry.column]);
                let moved = match entry.row < 3 {
                    true => self.velocity(run, link)?,
                    false => self.omega(run, link)?,
                };
                let (rotation, _) = self.pose(link)?;
                let text = format!("(turn {} {})", rotation.text, moved.text);
                let text = format!("{} {text}", COMPONENTS[entry.row % 3]);
                let uses = [rotation.name, moved.name].into_iter().flatten().collect();
                return Ok(Some(Expression { text, uses }));
            }
            (Kind::AngularVelocity, Some(link)) if in_own_axes => self.omega(Run::Full, link)?,
            (Kind::AngularAcceleration, Some(link)) if in_own_axes => self.eps(Run::Full, link)?,
            (Kind::Velocity, Some(link)) if in_own_axes => self.velocity(Run::Full, link)?,
            (Kind::Acceleration, Some(link)) if in_own_axes => {
                self.acceleration(Run::Full, link)?
            }
            (Kind::CentreVelocity, Some(link)) if in_own_axes => {
                let (w, v) = (self.omega(Run::Full, link)?, self.velocity(Run::Full, link)?);
                let centre = self.vector(&self.statement.links[link].bodies[0].centre)?;
                let text = format!(
                    "{} (body_v {} {} {})",
                    COMPONENTS[entry.row], centre.text, w.text, v.text
                );
                let uses = [w.name, v.name].into_iter().flatten().collect();
                return Ok(Some(Expression { text, uses }));
            }
            (Kind::CentreAcceleration, Some(link)) if in_own_axes => {
                self.centre_acceleration(Run::Full, link, 0)?
            }
            (Kind::InertiaForce, Some(link)) if in_own_axes => self.body(Run::Full, link, 0)?.0,
            (Kind::InertiaMoment, Some(link)) if in_own_axes => self.body(Run::Full, link, 0)?.1,
            (Kind::ConnectionForce, Some(link)) if in_own_axes => self.force(Run::Full, link)?,
            (Kind::ConnectionMoment, Some(link)) if in_own_axes => self.moment(Run::Full, link)?,
            _ => return Ok(None),
        };
        Ok(Some(component(&value, entry.row)))
    }

    /// The tactics that replace names by closed forms, or by their definitions where they have no lemma;
    /// nothing where a step is too large.
    pub(super) fn unfolding(&mut self, names: &[String]) -> Result<Option<String>, Failure> {
        let mut unfolded = Vec::new();
        let mut rewritten = Vec::new();
        for name in names {
            if self.defined[name].lemma == Some(true) {
                rewritten.push(name.clone());
                continue;
            }
            unfolded.push(name.clone());
            for used in self.defined[name].uses.clone() {
                if !self.lemma(&used)? {
                    return Ok(None);
                }
                rewritten.push(used);
            }
        }
        Ok(Some(tactics(&unfolded, &rewritten)))
    }

    /// Writes the lemma of a value, with those of the values in its definition; says whether it could.
    fn lemma(&mut self, name: &str) -> Result<bool, Failure> {
        if let Some(written) = self.defined[name].lemma {
            return Ok(written);
        }
        let Defined { value, uses, needed, .. } = &self.defined[name];
        let (value, uses, needed) = (value.entries.clone(), uses.clone(), *needed);
        let entries = match &value {
            Entries::Vector(vector) => vector
                .0
                .iter()
                .zip(needed)
                .filter(|(_, needed)| *needed)
                .map(|(it, _)| it)
                .collect(),
            Entries::Matrix(matrix) => matrix.0.as_flattened().iter().collect::<Vec<_>>(),
        };
        let mut fits = true;
        for entry in entries {
            fits &= entry.poly()?.term_count() <= MOST_TERMS;
        }
        for used in &uses {
            fits = fits && self.lemma(used)?;
        }
        if fits {
            self.write_lemma(name, &value, &uses, needed)?;
        }
        if let Some(defined) = self.defined.get_mut(name) {
            defined.lemma = Some(fits);
        }
        Ok(fits)
    }

    fn write_lemma(
        &mut self,
        name: &str,
        value: &Entries<'a>,
        uses: &[String],
        needed: [bool; 3],
    ) -> Result<(), Failure> {
        let proof = tactics(&[name.to_owned()], uses);
        let vector = match value {
            Entries::Vector(vector) if needed != [true; 3] => vector,
            _ => {
                let closed = self.closed(value)?;
                let _ = writeln!(
                    self.text,
                    "Lemma {name}_is : {name} =\n  {closed}.\nProof. {proof}textbook. entries; polynomial. Qed.\n"
                );
                return Ok(());
            }
        };
        let mut closed = Vec::new();
        let mut proofs = Vec::new();
        for (k, entry) in vector.0.iter().enumerate() {
            match needed[k] {
                true => {
                    closed.push(format!("({})", self.poly(entry.poly()?)?));
                    proofs.push(format!("{}textbook; polynomial", proof.replace(". ", "; ")));
                }
                false => {
                    let own = format!("{name}_{}", ["x", "y", "z"][k]);
                    let component = COMPONENTS[k];
                    let _ = writeln!(self.text, "Definition {own} := {component} {name}.");
                    closed.push(own);
                    proofs.push("reflexivity".to_owned());
                }
            }
        }
        let (closed, proofs) = (closed.join(" "), proofs.join(" | "));
        let _ = writeln!(
            self.text,
            "Lemma {name}_is : {name} =\n  (V {closed}).\nProof. apply vec_is; [ {proofs} ]. Qed.\n"
        );
        Ok(())
    }

    /// Notes which components of forces and moments an entry depends on; all entries are noted before the
    /// first is proved.
    pub(super) fn need(&mut self, entry: &Entry) -> Result<(), Failure> {
        let moving: Vec<usize> = (0..self.statement.links.len())
            .filter(|&link| self.statement.links[link].coordinate.is_some())
            .collect();
        let coordinate = || moving[entry.coordinate(self.statement.robot)];
        let (run, link) = match entry.quantity.kind() {
            Kind::DrivingForce => (Run::Full, coordinate()),
            Kind::CoriolisForce => (Run::Coast, coordinate()),
            Kind::GravityForce => (Run::Rest, coordinate()),
            Kind::MassMatrix => (Run::Unit(moving[entry.column]), moving[entry.row]),
            Kind::ConnectionForce | Kind::ConnectionMoment => {
                let Of::Frame(Frame::Joint(id)) = entry.quantity.of() else { return Ok(()) };
                let key = id.number().to_string();
                let link = self.statement.links.iter().position(|link| link.key == key);
                let is_moment = entry.quantity.kind() == Kind::ConnectionMoment;
                return match link {
                    Some(link) => self.need_component(Run::Full, link, is_moment, entry.row),
                    None => Ok(()),
                };
            }
            _ => return Ok(()),
        };
        let data = self.link(link);
        let is_moment = data.kind == JointKind::Rotation;
        for component in 0..3 {
            if !data.axis.0[component].is_zero() {
                self.need_component(run, link, is_moment, component)?;
            }
        }
        Ok(())
    }

    fn need_component(
        &mut self,
        run: Run,
        link: usize,
        is_moment: bool,
        component: usize,
    ) -> Result<(), Failure> {
        let needed = self.needed.entry((run, link, is_moment)).or_default();
        if std::mem::replace(&mut needed[component], true) {
            return Ok(());
        }
        for child in self.children(link) {
            let turn = self.rotation(child)?.as_matrix();
            let place = self.origin(child)?.as_vector();
            for from in 0..3 {
                if !turn.0[component][from].is_zero() {
                    self.need_component(run, child, is_moment, from)?;
                }
                // the force at r has a moment about the axes across it
                for (arm, force) in [(1, 2), (2, 1)] {
                    let (arm, force) = ((component + arm) % 3, (component + force) % 3);
                    if is_moment && !place.0[arm].is_zero() && !turn.0[force][from].is_zero() {
                        self.need_component(run, child, false, from)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Defines a value, once.
    fn define(
        &mut self,
        name: String,
        text: &str,
        parts: &[&Value<'a>],
        entries: Entries<'a>,
    ) -> Value<'a> {
        let _ = writeln!(self.text, "Definition {name} := {text}.\n");
        let uses = parts.iter().filter_map(|part| part.name.clone()).collect();
        let value = Value { text: name.clone(), name: Some(name.clone()), entries };
        let needed = [true; 3];
        self.defined.insert(name, Defined { value: value.clone(), uses, needed, lemma: None });
        value
    }

    /// Defines the force or the moment of a link.
    fn define_wrench(&mut self, name: &str, sum: &Sum<'a>, key: WrenchKey) -> Value<'a> {
        let parts: Vec<&Value<'a>> = sum.parts.iter().collect();
        let entries = Entries::Vector(sum.entries.clone());
        let value = self.define(name.to_owned(), &sum.text, &parts, entries);
        let needed = self.needed.get(&key).copied();
        if let (Some(defined), Some(needed)) = (self.defined.get_mut(name), needed) {
            defined.needed = needed;
        }
        value
    }

    fn known(&self, name: &str) -> Option<Value<'a>> {
        self.defined.get(name).map(|defined| defined.value.clone())
    }

    fn link(&self, link: usize) -> &'a Link {
        &self.statement.links[link]
    }

    /// The link on which a link sits; nothing: the base.
    fn parent(&self, link: usize) -> Option<usize> {
        let parent = &self.link(link).parent;
        self.statement.links.iter().position(|other| other.key == *parent)
    }

    fn name(&self, run: Option<Run>, link: usize, what: &str) -> String {
        let prefix = run.map_or_else(String::new, |run| run.prefix(&self.statement.links));
        let key = self.link(link).key.replace(['.', '-'], "_");
        format!("{prefix}link{key}_{what}")
    }

    fn rotation(&mut self, link: usize) -> Result<Value<'a>, Failure> {
        let name = self.name(None, link, "R");
        if let Some(value) = self.known(&name) {
            return Ok(value);
        }
        let data = self.link(link);
        let fixed = self.matrix(&data.rotation)?;
        let placed = data.rotation.map(|entry| self.scope.scalar(entry.clone()));
        let (text, entries) = match (data.kind, data.coordinate) {
            (JointKind::Rotation, Some(q)) => {
                let axis = self.vector(&data.axis)?;
                let [cos, sin] = [Poly::cos(q), Poly::sin(q)];
                let (c, s) = (self.poly(&cos)?, self.poly(&sin)?);
                let text = format!("product {fixed} (rotation {} ({c}) ({s}))", axis.text);
                let [c, s] = [cos, sin].map(|it| self.scope.scalar(it));
                (text, &placed * &Matrix::turn(&axis.as_vector(), &c, &s))
            }
            _ => (fixed, placed),
        };
        Ok(self.define(name, &text, &[], Entries::Matrix(entries)))
    }

    fn origin(&mut self, link: usize) -> Result<Value<'a>, Failure> {
        let name = self.name(None, link, "r");
        if let Some(value) = self.known(&name) {
            return Ok(value);
        }
        let data = self.link(link);
        let start = self.vector(&data.origin)?;
        let (text, entries) = match (data.kind, data.coordinate) {
            (JointKind::Translation, Some(q)) => {
                let axis = self.vector(&data.axis)?;
                let fixed = self.matrix(&data.rotation)?;
                let shift = self.poly(&Poly::from(q))?;
                let text =
                    format!("add {} (scale ({shift}) (turn {fixed} {}))", start.text, axis.text);
                let turn = data.rotation.map(|entry| self.scope.scalar(entry.clone()));
                let shift = (&turn * &axis.as_vector()).scale(&self.scope.scalar(q));
                (text, &start.as_vector() + &shift)
            }
            _ => (start.text.clone(), start.as_vector()),
        };
        Ok(self.define(name, &text, &[], Entries::Vector(entries)))
    }

    /// Rotation and origin in the base.
    fn pose(&mut self, link: usize) -> Result<(Value<'a>, Value<'a>), Failure> {
        let (rotation, origin) = (self.rotation(link)?, self.origin(link)?);
        let Some(parent) = self.parent(link) else { return Ok((rotation, origin)) };
        let names = [self.name(None, link, "R0"), self.name(None, link, "r0")];
        if let (Some(turned), Some(placed)) = (self.known(&names[0]), self.known(&names[1])) {
            return Ok((turned, placed));
        }
        let (outer, start) = self.pose(parent)?;
        let [name, place] = names;
        let text = format!("product {} {}", outer.text, rotation.text);
        let entries = &outer.as_matrix() * &rotation.as_matrix();
        let turned = self.define(name, &text, &[&outer, &rotation], Entries::Matrix(entries));
        let text = format!("add {} (turn {} {})", start.text, outer.text, origin.text);
        let entries = &start.as_vector() + &(&outer.as_matrix() * &origin.as_vector());
        let parts = [&start, &outer, &origin];
        Ok((turned, self.define(place, &text, &parts, Entries::Vector(entries))))
    }

    /// The axis if the joint is of this kind, else zero.
    fn axis(&self, link: usize, kind: JointKind) -> Result<Value<'a>, Failure> {
        let data = self.link(link);
        match data.kind == kind && data.coordinate.is_some() {
            true => self.vector(&data.axis),
            false => self.vector(&Vector::default()),
        }
    }

    /// Velocity and acceleration of the joint, as text and as polynomials.
    fn joint(&self, run: Run, link: usize) -> Result<[(String, BudgetedPoly<'a>); 2], Failure> {
        let symbols = self.link(link).motion();
        let [rate, acceleration] = run.motion(link);
        let given = |given: Given, order: usize| -> Result<_, Failure> {
            let poly = match (given, symbols) {
                (Given::Symbol, Some(symbols)) => Poly::from(symbols[order]),
                (Given::One, Some(_)) => Poly::one(),
                _ => Poly::ZERO,
            };
            Ok((format!("({})", self.poly(&poly)?), self.scope.scalar(poly)))
        };
        Ok([given(rate, 1)?, given(acceleration, 2)?])
    }

    fn zero(&self) -> Result<Value<'a>, Failure> {
        self.vector(&Vector::default())
    }

    fn omega(&mut self, run: Run, link: usize) -> Result<Value<'a>, Failure> {
        let name = self.name(Some(run), link, "omega");
        if let Some(value) = self.known(&name) {
            return Ok(value);
        }
        let w = match self.parent(link) {
            Some(parent) => self.omega(run, parent)?,
            None => self.zero()?,
        };
        let (rotation, about) = (self.rotation(link)?, self.axis(link, JointKind::Rotation)?);
        let [(d, rate), _] = self.joint(run, link)?;
        let text = format!("next_omega {} {} {} {d}", rotation.text, about.text, w.text);
        let back = rotation.as_matrix().transpose();
        let entries = &(&back * &w.as_vector()) + &about.as_vector().scale(&rate);
        Ok(self.define(name, &text, &[&rotation, &w], Entries::Vector(entries)))
    }

    fn eps(&mut self, run: Run, link: usize) -> Result<Value<'a>, Failure> {
        let name = self.name(Some(run), link, "eps");
        if let Some(value) = self.known(&name) {
            return Ok(value);
        }
        let (w, e) = match self.parent(link) {
            Some(parent) => (self.omega(run, parent)?, self.eps(run, parent)?),
            None => (self.zero()?, self.zero()?),
        };
        let (rotation, about) = (self.rotation(link)?, self.axis(link, JointKind::Rotation)?);
        let [(d, rate), (dd, acceleration)] = self.joint(run, link)?;
        let text =
            format!("next_eps {} {} {} {} {d} {dd}", rotation.text, about.text, w.text, e.text);
        let back = rotation.as_matrix().transpose();
        let about = about.as_vector();
        let gyroscopic = (&back * &w.as_vector()).cross(&about).scale(&rate);
        let entries = &(&back * &e.as_vector()) + &(&gyroscopic + &about.scale(&acceleration));
        Ok(self.define(name, &text, &[&rotation, &w, &e], Entries::Vector(entries)))
    }

    fn velocity(&mut self, run: Run, link: usize) -> Result<Value<'a>, Failure> {
        let name = self.name(Some(run), link, "v");
        if let Some(value) = self.known(&name) {
            return Ok(value);
        }
        let (w, v) = match self.parent(link) {
            Some(parent) => (self.omega(run, parent)?, self.velocity(run, parent)?),
            None => (self.zero()?, self.zero()?),
        };
        let (rotation, r) = (self.rotation(link)?, self.origin(link)?);
        let along = self.axis(link, JointKind::Translation)?;
        let [(d, rate), _] = self.joint(run, link)?;
        let text =
            format!("next_v {} {} {} {} {} {d}", rotation.text, r.text, along.text, w.text, v.text);
        let moved = &v.as_vector() + &w.as_vector().cross(&r.as_vector());
        let entries =
            &(&rotation.as_matrix().transpose() * &moved) + &along.as_vector().scale(&rate);
        Ok(self.define(name, &text, &[&rotation, &r, &w, &v], Entries::Vector(entries)))
    }

    fn acceleration(&mut self, run: Run, link: usize) -> Result<Value<'a>, Failure> {
        let name = self.name(Some(run), link, "a");
        if let Some(value) = self.known(&name) {
            return Ok(value);
        }
        let (w, e, a) = match self.parent(link) {
            Some(parent) => {
                (self.omega(run, parent)?, self.eps(run, parent)?, self.acceleration(run, parent)?)
            }
            None => (self.zero()?, self.zero()?, self.base_acceleration(run)?),
        };
        let (rotation, r) = (self.rotation(link)?, self.origin(link)?);
        let along = self.axis(link, JointKind::Translation)?;
        let [(d, rate), (dd, acceleration)] = self.joint(run, link)?;
        let text = format!(
            "next_a {} {} {} {} {} {} {d} {dd}",
            rotation.text, r.text, along.text, w.text, e.text, a.text
        );
        let back = rotation.as_matrix().transpose();
        let at_origin = point(&a.as_vector(), &e.as_vector(), &w.as_vector(), &r.as_vector());
        let two = self.scope.scalar(Poly::constant(2.into()));
        let along = along.as_vector();
        let coriolis = (&back * &w.as_vector()).cross(&along).scale(&(&two * &rate));
        let entries = &(&back * &at_origin) + &(&coriolis + &along.scale(&acceleration));
        Ok(self.define(name, &text, &[&rotation, &r, &w, &e, &a], Entries::Vector(entries)))
    }

    /// As if the base were accelerated against gravity.
    fn base_acceleration(&self, run: Run) -> Result<Value<'a>, Failure> {
        match run.has_gravity() {
            true => self.vector(&self.statement.robot.gravity().map(|entry| -entry)),
            false => self.zero(),
        }
    }

    fn centre_acceleration(
        &mut self,
        run: Run,
        link: usize,
        body: usize,
    ) -> Result<Value<'a>, Failure> {
        let name = self.name(Some(run), link, &numbered("aC", body));
        if let Some(value) = self.known(&name) {
            return Ok(value);
        }
        let (w, e) = (self.omega(run, link)?, self.eps(run, link)?);
        let a = self.acceleration(run, link)?;
        let centre = self.vector(&self.link(link).bodies[body].centre)?;
        let text = format!("body_a {} {} {} {}", centre.text, w.text, e.text, a.text);
        let entries = point(&a.as_vector(), &e.as_vector(), &w.as_vector(), &centre.as_vector());
        Ok(self.define(name, &text, &[&w, &e, &a], Entries::Vector(entries)))
    }

    /// Force and moment of inertia of a body.
    fn body(
        &mut self,
        run: Run,
        link: usize,
        body: usize,
    ) -> Result<(Value<'a>, Value<'a>), Failure> {
        let names = ["F", "N"].map(|what| self.name(Some(run), link, &numbered(what, body)));
        if let (Some(force), Some(moment)) = (self.known(&names[0]), self.known(&names[1])) {
            return Ok((force, moment));
        }
        let [force, moment] = names;
        let data = &self.link(link).bodies[body];
        let mass = self.poly(&data.mass)?;
        let centre = self.centre_acceleration(run, link, body)?;
        let text = format!("body_F ({mass}) {}", centre.text);
        let entries = centre.as_vector().scale(&self.scope.scalar(data.mass.clone()));
        let force = self.define(force, &text, &[&centre], Entries::Vector(entries));
        let (w, e) = (self.omega(run, link)?, self.eps(run, link)?);
        let text = format!("body_N {} {} {}", self.matrix(&data.inertia)?, w.text, e.text);
        let inertia = data.inertia.map(|entry| self.scope.scalar(entry.clone()));
        let (w_entries, e_entries) = (w.as_vector(), e.as_vector());
        let entries = &(&inertia * &e_entries) + &w_entries.cross(&(&inertia * &w_entries));
        Ok((force, self.define(moment, &text, &[&w, &e], Entries::Vector(entries))))
    }

    /// The force that a link gets from its parent.
    fn force(&mut self, run: Run, link: usize) -> Result<Value<'a>, Failure> {
        let name = self.name(Some(run), link, "f");
        if let Some(value) = self.known(&name) {
            return Ok(value);
        }
        let mut sum = Sum::new(self.zero()?);
        for body in 0..self.link(link).bodies.len() {
            let (force, _) = self.body(run, link, body)?;
            sum.add(&force.text, &force.as_vector(), [&force]);
        }
        if let Some([load, _]) = self.link(link).load.as_ref().filter(|_| run.has_loads()) {
            let load = self.vector(load)?;
            sum.add(&load.text, &load.as_vector(), []);
        }
        for child in self.children(link) {
            let (rotation, force) = (self.rotation(child)?, self.force(run, child)?);
            let text = format!("(turn {} {})", rotation.text, force.text);
            let turned = &rotation.as_matrix() * &force.as_vector();
            sum.add(&text, &turned, [&rotation, &force]);
        }
        Ok(self.define_wrench(&name, &sum, (run, link, false)))
    }

    /// The moment that a link gets from its parent, about its origin.
    fn moment(&mut self, run: Run, link: usize) -> Result<Value<'a>, Failure> {
        let name = self.name(Some(run), link, "n");
        if let Some(value) = self.known(&name) {
            return Ok(value);
        }
        let mut sum = Sum::new(self.zero()?);
        for body in 0..self.link(link).bodies.len() {
            let (force, moment) = self.body(run, link, body)?;
            let centre = self.vector(&self.link(link).bodies[body].centre)?;
            let text = format!("(body_n {} {} {})", centre.text, force.text, moment.text);
            let about = &moment.as_vector() + &centre.as_vector().cross(&force.as_vector());
            sum.add(&text, &about, [&force, &moment]);
        }
        if let Some([_, load]) = self.link(link).load.as_ref().filter(|_| run.has_loads()) {
            let load = self.vector(load)?;
            sum.add(&load.text, &load.as_vector(), []);
        }
        for child in self.children(link) {
            let (rotation, r) = (self.rotation(child)?, self.origin(child)?);
            let (force, moment) = (self.force(run, child)?, self.moment(run, child)?);
            let text =
                format!("(moved_n {} {} {} {})", rotation.text, r.text, force.text, moment.text);
            let turn = rotation.as_matrix();
            let arm = r.as_vector().cross(&(&turn * &force.as_vector()));
            let about = &(&turn * &moment.as_vector()) + &arm;
            sum.add(&text, &about, [&rotation, &r, &force, &moment]);
        }
        Ok(self.define_wrench(&name, &sum, (run, link, true)))
    }

    /// The links on a link that carry something.
    fn children(&self, link: usize) -> Vec<usize> {
        let own = &self.link(link).key;
        let links = self.statement.links.iter().enumerate();
        let carries = |at: usize| self.carries(at);
        links.filter(|(at, it)| it.parent == *own && carries(*at)).map(|(at, _)| at).collect()
    }

    fn carries(&self, link: usize) -> bool {
        let data = self.link(link);
        let children = self.statement.links.iter().enumerate();
        !data.bodies.is_empty()
            || data.load.is_some()
            || children.filter(|(_, it)| it.parent == data.key).any(|(at, _)| self.carries(at))
    }

    fn torque(&mut self, run: Run, link: usize) -> Result<Expression, Failure> {
        let wrench = match self.link(link).kind {
            JointKind::Rotation => self.moment(run, link)?,
            _ => self.force(run, link)?,
        };
        let axis = self.vector(&self.link(link).axis)?;
        let text = format!("dot {} {}", wrench.text, axis.text);
        Ok(Expression { text, uses: wrench.name.into_iter().collect() })
    }

    fn poly(&self, poly: &Poly) -> Result<String, Failure> {
        let printer = Printer::new(self.statement.robot.symbols());
        let formula = printer.arrange(poly, &Form::Expanded, self.statement.budget)?;
        Ok(self.formulas.formula(&formula)?)
    }

    fn vector(&self, vector: &Vector<Poly>) -> Result<Value<'a>, Failure> {
        let texts = vector.0.iter().map(|entry| Ok(format!("({})", self.poly(entry)?)));
        let texts: Vec<String> = texts.collect::<Result<_, Failure>>()?;
        let entries = vector.map(|entry| self.scope.scalar(entry.clone()));
        let text = format!("(V {})", texts.join(" "));
        Ok(Value { text, name: None, entries: Entries::Vector(entries) })
    }

    fn matrix(&self, Matrix(rows): &Matrix<Poly>) -> Result<String, Failure> {
        let row = |row: &[Poly; 3]| Ok(self.vector(&Vector(row.clone()))?.text);
        let rows: Vec<String> = rows.iter().map(row).collect::<Result<_, Failure>>()?;
        Ok(format!("(Rows {})", rows.join(" ")))
    }

    fn closed(&self, entries: &Entries<'a>) -> Result<String, Failure> {
        let text = match entries {
            Entries::Vector(vector) => {
                let vector = vector.try_map(|entry| entry.poly().cloned())?;
                self.vector(&vector)?.text
            }
            Entries::Matrix(matrix) => {
                self.matrix(&matrix.try_map(|entry| entry.poly().cloned())?)?
            }
        };
        Ok(text)
    }
}

impl<'s> Value<'s> {
    fn as_vector(&self) -> Vectors<'s> {
        match &self.entries {
            Entries::Vector(vector) => vector.clone(),
            Entries::Matrix(_) => appell_diagnostic::broken_invariant("a matrix as a vector"),
        }
    }

    fn as_matrix(&self) -> Matrix<BudgetedPoly<'s>> {
        match &self.entries {
            Entries::Matrix(matrix) => matrix.clone(),
            Entries::Vector(_) => appell_diagnostic::broken_invariant("a vector as a matrix"),
        }
    }
}

/// A sum of vectors while it is written.
struct Sum<'s> {
    /// Nothing was added yet.
    is_empty: bool,
    text: String,
    entries: Vectors<'s>,
    parts: Vec<Value<'s>>,
}

impl<'s> Sum<'s> {
    fn new(zero: Value<'s>) -> Self {
        Self { is_empty: true, entries: zero.as_vector(), text: zero.text, parts: Vec::new() }
    }

    fn add<const N: usize>(&mut self, text: &str, term: &Vectors<'s>, parts: [&Value<'s>; N]) {
        self.text = match std::mem::replace(&mut self.is_empty, false) {
            true => text.to_owned(),
            false => format!("(add {} {text})", self.text),
        };
        self.entries = &self.entries + term;
        self.parts.extend(parts.map(Clone::clone));
    }
}

/// The acceleration at r of a body whose origin has the acceleration a.
fn point<'s>(a: &Vectors<'s>, e: &Vectors<'s>, w: &Vectors<'s>, r: &Vectors<'s>) -> Vectors<'s> {
    a + &(&e.cross(r) + &w.cross(&w.cross(r)))
}

const COMPONENTS: [&str; 3] = ["vx", "vy", "vz"];

fn component(value: &Value<'_>, row: usize) -> Expression {
    let text = format!("{} {}", COMPONENTS[row], value.text);
    Expression { text, uses: value.name.clone().into_iter().collect() }
}

fn cell(value: &Value<'_>, row: usize, column: usize) -> Expression {
    let rows = ["row_x", "row_y", "row_z"];
    let text = format!("{} ({} {})", COMPONENTS[column], rows[row], value.text);
    Expression { text, uses: value.name.clone().into_iter().collect() }
}

/// The name of a value of a body: those after the first have numbers.
fn numbered(what: &str, body: usize) -> String {
    if body == 0 { what.to_owned() } else { format!("{what}{}", body + 1) }
}

/// Unfolds names, and replaces others by their closed forms.
fn tactics(unfolded: &[String], rewritten: &[String]) -> String {
    let mut text = String::new();
    if !unfolded.is_empty() {
        let _ = write!(text, "unfold {}. ", unfolded.join(", "));
    }
    if !rewritten.is_empty() {
        let lemmas: Vec<String> = rewritten.iter().map(|name| format!("?{name}_is")).collect();
        let _ = write!(text, "rewrite {}. ", lemmas.join(", "));
    }
    text
}
