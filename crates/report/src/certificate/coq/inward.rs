//! Inward: forces and moments, from the tool to the base; and which of their components the claims depend on.

use appell_mechanics::{Frame, Kind, Of};
use appell_model::JointKind;

use super::super::claims::Entry;
use super::Failure;
use super::outward::numbered;
use super::run::Run;
use super::steps::{Entries, Steps, Value, Vectors};

/// The force or the moment of a link in a run.
pub(super) type WrenchKey = (Run, usize, bool);

impl<'a> Steps<'a> {
    /// Force and moment of inertia of a body.
    pub(super) fn body(
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
    pub(super) fn force(&mut self, run: Run, link: usize) -> Result<Value<'a>, Failure> {
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
    pub(super) fn moment(&mut self, run: Run, link: usize) -> Result<Value<'a>, Failure> {
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
