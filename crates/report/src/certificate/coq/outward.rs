//! Outward: where the frames are, and how they move, from the base to the tool.

use appell_algebra::{BudgetedPoly, Poly};
use appell_model::JointKind;
use appell_spatial::{Matrix, Vector};

use super::Failure;
use super::run::{Given, Run};
use super::steps::{Entries, Steps, Value, Vectors};

impl<'a> Steps<'a> {
    pub(super) fn rotation(&mut self, link: usize) -> Result<Value<'a>, Failure> {
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

    pub(super) fn origin(&mut self, link: usize) -> Result<Value<'a>, Failure> {
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
    pub(super) fn pose(&mut self, link: usize) -> Result<(Value<'a>, Value<'a>), Failure> {
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

    pub(super) fn omega(&mut self, run: Run, link: usize) -> Result<Value<'a>, Failure> {
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

    pub(super) fn eps(&mut self, run: Run, link: usize) -> Result<Value<'a>, Failure> {
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

    pub(super) fn velocity(&mut self, run: Run, link: usize) -> Result<Value<'a>, Failure> {
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

    pub(super) fn acceleration(&mut self, run: Run, link: usize) -> Result<Value<'a>, Failure> {
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

    pub(super) fn centre_acceleration(
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
}

/// The acceleration at r of a body whose origin has the acceleration a.
fn point<'s>(a: &Vectors<'s>, e: &Vectors<'s>, w: &Vectors<'s>, r: &Vectors<'s>) -> Vectors<'s> {
    a + &(&e.cross(r) + &w.cross(&w.cross(r)))
}

/// The name of a value of a body: those after the first have numbers.
pub(super) fn numbered(what: &str, body: usize) -> String {
    if body == 0 { what.to_owned() } else { format!("{what}{}", body + 1) }
}
