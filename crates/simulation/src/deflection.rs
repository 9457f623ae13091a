//! How far the tips of elastic links turn, against what the model is made for.

use appell_code::CompiledRobot;
use appell_diagnostic::{Diagnostic, shown};
use appell_spatial::Coefficient;

use crate::inverse::Inverse;
use crate::simulate::Simulation;

/// The largest slope at a tip, in rad: a static deflection is then 3 percent off, with the square of the slope.
const STEEPEST: f64 = 0.25;

impl Simulation {
    /// A warning where the tip of an elastic link turns further than the model is made for.
    pub fn deflection_warning(&self, machine: &CompiledRobot) -> Option<Diagnostic> {
        warning(machine, &self.times, |k, row| self.q[row][k])
    }
}

impl Inverse {
    /// A warning where the tip of an elastic link turns further than the model is made for.
    pub fn deflection_warning(&self, machine: &CompiledRobot) -> Option<Diagnostic> {
        warning(machine, &self.states.times, |k, row| self.states.orders[0][k][row])
    }
}

/// `value` gives a coordinate at one of the times.
fn warning(
    machine: &CompiledRobot,
    times: &[f64],
    value: impl Fn(usize, usize) -> f64,
) -> Option<Diagnostic> {
    let robot = machine.robot();
    let mut steepest: Option<(f64, f64, &str)> = None;
    for joint in robot.joints() {
        let Some(modes) = &joint.modes else { continue };
        // of every mode: its coordinate, and by how much it turns the tip about x, y, z
        let mut slopes = Vec::new();
        for shape in &modes.body.shapes {
            let Coefficient::Mode(j) = shape.coefficient else { continue };
            let name = robot.symbols().name(modes.coordinates[j]);
            let place = machine.coordinates().iter().position(|it| it.name == name)?;
            let slope = shape.slope.try_map(|entry| robot.evaluate(entry)).ok()?;
            slopes.push((place, slope.0));
        }
        for (row, &time) in times.iter().enumerate() {
            let about = |axis: usize| -> f64 {
                slopes.iter().map(|(k, slope)| slope[axis] * value(*k, row)).sum()
            };
            let slope = about(0).hypot(about(1)).hypot(about(2));
            if slope > steepest.map_or(STEEPEST, |(slope, ..)| slope) {
                steepest = Some((slope, time, &joint.name));
            }
        }
    }
    let (slope, time, joint) = steepest?;
    let message = "an elastic link bends further than its model is made for";
    let problem = Diagnostic::warning("large-deflection", message)
        .fact("link of", joint)
        .fact("slope of its tip", format!("{} rad", shown(slope)))
        .fact("time", format!("{} s", shown(time)))
        .hint("the error grows with the square of the slope: about 3 % at 0.25 rad, 11 % at 0.5 rad")
        .hint("divide the link into several, with joints of type \"fixed\" between them; or check E, the section and the loads");
    Some(problem)
}
