//! The left side of a theorem: an entry of a quantity by the values of the recursion.

use std::fmt::Write;

use appell_algebra::Poly;
use appell_mechanics::{Frame, Kind, Of};
use appell_model::JointKind;

use super::super::claims::Entry;
use super::Failure;
use super::run::Run;
use super::steps::{COMPONENTS, Steps, Value};

/// An expression with the names in it.
pub(super) struct Expression {
    pub(super) text: String,
    pub(super) uses: Vec<String>,
}

impl<'a> Steps<'a> {
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

    fn torque(&mut self, run: Run, link: usize) -> Result<Expression, Failure> {
        let wrench = match self.link(link).kind {
            JointKind::Rotation => self.moment(run, link)?,
            _ => self.force(run, link)?,
        };
        let axis = self.vector(&self.link(link).axis)?;
        let text = format!("dot {} {}", wrench.text, axis.text);
        Ok(Expression { text, uses: wrench.name.into_iter().collect() })
    }
}

fn component(value: &Value<'_>, row: usize) -> Expression {
    let text = format!("{} {}", COMPONENTS[row], value.text);
    Expression { text, uses: value.name.clone().into_iter().collect() }
}

fn cell(value: &Value<'_>, row: usize, column: usize) -> Expression {
    let rows = ["row_x", "row_y", "row_z"];
    let text = format!("{} ({} {})", COMPONENTS[column], rows[row], value.text);
    Expression { text, uses: value.name.clone().into_iter().collect() }
}
