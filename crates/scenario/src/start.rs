//! Where a robot starts: a number for each axis, as a list or by the names of joints.

use appell_code::Axis;
use appell_diagnostic::{Diagnostic, excerpt};

use super::Placed;
use super::limits::counted;

/// Where a robot starts.
#[derive(Clone, Debug, Default)]
pub(super) struct Start {
    pub(super) q: Option<Placed<AxisNumbers>>,
    pub(super) qd: Option<Placed<AxisNumbers>>,
    /// How far the robot starts from where its motion begins.
    pub(super) error: Option<Placed<AxisNumbers>>,
}

/// Numbers of axes.
#[derive(Clone, Debug)]
pub(super) enum AxisNumbers {
    /// One for each axis, in their order.
    List(Vec<f64>),
    /// Of the joints of these names; those that are not named have zero.
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
        let mut numbers = vec![0.0; axes.len()];
        let mut findings = Vec::new();
        for Placed { value: (name, number), span } in named {
            match axes.iter().position(|axis| axis.name == *name) {
                Some(axis) => numbers[axis] = *number,
                None => findings.push(unknown(name, axes).at(span.clone())),
            }
        }
        if findings.is_empty() { Ok(numbers) } else { Err(findings) }
    }
}

fn unknown(name: &str, axes: &[Axis]) -> Diagnostic {
    let message = format!("the robot has no joint that moves called `{}`", excerpt(name));
    let names = axes.iter().map(|axis| axis.name.as_str());
    let otherwise = format!("one of: {}", names.clone().collect::<Vec<_>>().join(", "));
    Diagnostic::error("unknown-joint", message).did_you_mean(name, names, otherwise)
}
