//! Where a robot starts: a number for each axis, as a list or by the names of joints; and how its elastic
//! links are bent.

use appell_code::{Axis, CompiledRobot};
use appell_diagnostic::{Diagnostic, excerpt};
use appell_simulation::{Elasticity, Loads, Shapes};
use appell_toml::{DeValue, Fields, Reader};
use appell_trajectory::Motion;

use super::Placed;
use super::limits::counted;
use super::prepare::placed;

/// Where a robot starts.
#[derive(Clone, Debug, Default)]
pub(super) struct Start {
    pub(super) q: Option<Placed<AxisNumbers>>,
    pub(super) qd: Option<Placed<AxisNumbers>>,
    /// How far the robot starts from where its motion begins.
    pub(super) error: Option<Placed<AxisNumbers>>,
    /// How elastic links are bent; straight, if it is left out.
    pub(super) modes: Option<Placed<StartModes>>,
}

/// How elastic links are bent at the start.
#[derive(Clone, Debug)]
pub(super) enum StartModes {
    /// As weight and loads bend them at rest.
    Rest,
    /// By modal coordinates of these names; those that are not named are zero.
    Named(Vec<Placed<(String, f64)>>),
}

impl StartModes {
    pub(super) fn read(fields: &mut Fields<'_>, reader: &mut Reader) -> Option<Placed<Self>> {
        let modes = match fields.get("modes")?.get_ref() {
            DeValue::String(_) => {
                fields.choice("modes", &[("rest", ())], reader).map(|()| Self::Rest)
            }
            _ => {
                let numbers = fields.named_numbers("modes", reader).into_iter();
                let named = |it: appell_toml::NamedNumber| Placed {
                    value: (it.name, it.value),
                    span: it.span,
                };
                Some(Self::Named(numbers.map(named).collect()))
            }
        };
        modes.map(|value| Placed { value, span: fields.place("modes") })
    }
}

impl Placed<StartModes> {
    /// The coordinates of a robot whose joints are at q, with those of its modes.
    pub(super) fn bend(
        &self,
        machine: &CompiledRobot,
        axes: &[f64],
        loads: &Loads,
    ) -> Result<Vec<f64>, Vec<Diagnostic>> {
        let mut q = machine.spread(axes);
        let names = || machine.coordinates().iter().filter(|it| it.axis.is_none());
        if names().next().is_none() {
            let problem = Diagnostic::error("no-modes", "the links of this robot are rigid")
                .hint("leave `modes` out");
            return Err(vec![problem.at(self.span.clone())]);
        }
        match &self.value {
            StartModes::Rest => {
                let states = Shapes::new(machine).and_then(|mut shapes| {
                    let still = Motion::at(axes.to_vec());
                    shapes.states(&still, loads, &[0.0], Elasticity::QuasiStatic)
                });
                let states = states.map_err(|error| placed(error.diagnostics(), &self.span))?;
                q.iter_mut().zip(&states.orders[0]).for_each(|(q, found)| *q = found[0]);
            }
            StartModes::Named(named) => {
                let mut findings = Vec::new();
                for Placed { value: (name, number), span } in named {
                    let is_mode =
                        |it: &appell_code::Coordinate| it.axis.is_none() && it.name == *name;
                    match machine.coordinates().iter().position(is_mode) {
                        Some(place) => q[place] = *number,
                        None => {
                            let message =
                                format!("the robot has no modal coordinate `{}`", excerpt(name));
                            let names: Vec<&str> = names().map(|it| it.name.as_str()).collect();
                            let otherwise = format!("one of: {}", names.join(", "));
                            let problem = Diagnostic::error("unknown-mode", message);
                            let problem =
                                problem.did_you_mean(name, names.iter().copied(), otherwise);
                            findings.push(problem.at(span.clone()));
                        }
                    }
                }
                if !findings.is_empty() {
                    return Err(findings);
                }
            }
        }
        Ok(q)
    }
}

/// Numbers of axes.
#[derive(Clone, Debug)]
pub(super) enum AxisNumbers {
    /// One for each axis, in their order.
    List(Vec<f64>),
    /// Of the joints of these names; those that are not named have zero, and the motor side of an elastic joint
    /// the number of its joint.
    Named(Vec<Placed<(String, f64)>>),
}

impl Placed<AxisNumbers> {
    /// A number for each axis, or what is wrong with them.
    pub(super) fn of(&self, axes: &[Axis]) -> Result<Vec<f64>, Vec<Diagnostic>> {
        let named = match &self.value {
            AxisNumbers::List(list) => {
                let problem = counted(list.len(), axes.len(), &self.span);
                return problem.map_or_else(|| Ok(list.clone()), |problem| Err(vec![problem]));
            }
            AxisNumbers::Named(named) => named,
        };
        let mut numbers = vec![None; axes.len()];
        let mut findings = Vec::new();
        for Placed { value: (name, number), span } in named {
            match axes.iter().position(|axis| axis.name == *name) {
                Some(axis) => numbers[axis] = Some(*number),
                None => findings.push(unknown(name, axes).at(span.clone())),
            }
        }
        for (joint, axis) in axes.iter().enumerate() {
            if let Some(motor) = axis.motor {
                numbers[motor] = numbers[motor].or(numbers[joint]);
            }
        }
        match findings.is_empty() {
            true => Ok(numbers.into_iter().map(Option::unwrap_or_default).collect()),
            false => Err(findings),
        }
    }
}

fn unknown(name: &str, axes: &[Axis]) -> Diagnostic {
    let message = format!("the robot has no joint that moves called `{}`", excerpt(name));
    let names = axes.iter().map(|axis| axis.name.as_str());
    let otherwise = format!("one of: {}", names.clone().collect::<Vec<_>>().join(", "));
    Diagnostic::error("unknown-joint", message).did_you_mean(name, names, otherwise)
}
