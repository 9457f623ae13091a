//! How far the tips of elastic links move and turn; the slopes against what the model is made for.

use appell_code::CompiledRobot;
use appell_diagnostic::{Diagnostic, shown};
use appell_mechanics::{STEEPEST, large_deflection};
use appell_output::Table;
use appell_output::plot::{Curve, Figure, figures};
use appell_spatial::Coefficient;

use crate::inverse::Inverse;
use crate::simulate::Simulation;

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

/// What moves the tip of an elastic link.
struct Tip<'r> {
    joint: &'r str,
    /// Which coordinates of the robot its modes have.
    modes: Vec<usize>,
    /// Of every field: what it is multiplied by, displacement and small rotation of the tip, along and about
    /// the axes of {i}.
    fields: Vec<(Coefficient, [f64; 3], [f64; 3])>,
}

/// The tips of all elastic links; none where a parameter has no value.
fn tips(machine: &CompiledRobot) -> Option<Vec<Tip<'_>>> {
    let robot = machine.robot();
    let mut tips = Vec::new();
    for joint in robot.joints() {
        let Some(modes) = &joint.modes else { continue };
        let place = |name: String| machine.coordinates().iter().position(|it| it.name == name);
        let coordinates = modes.coordinates.iter().map(|it| place(robot.symbols().name(*it)));
        let fields = modes.body.shapes.iter().map(|shape| {
            let shift = shape.shift.try_map(|entry| robot.evaluate(entry)).ok()?;
            let slope = shape.slope.try_map(|entry| robot.evaluate(entry)).ok()?;
            Some((shape.coefficient, shift.0, slope.0))
        });
        tips.push(Tip {
            joint: &joint.name,
            modes: coordinates.collect::<Option<_>>()?,
            fields: fields.collect::<Option<_>>()?,
        });
    }
    Some(tips)
}

impl Tip<'_> {
    /// The displacement of the tip along the axes of {i}, in m, and its slopes to first order, in rad; `value`
    /// gives the coordinates of the robot.
    fn moved(&self, value: impl Fn(usize) -> f64) -> [[f64; 3]; 2] {
        let mode = |j: usize| value(self.modes[j]);
        let mut moved = [[0.0; 3]; 2];
        for (coefficient, shift, slope) in &self.fields {
            let [by_shift, by_slope] = match *coefficient {
                Coefficient::Mode(j) => [mode(j); 2],
                Coefficient::Product(j, k) => [mode(j) * mode(k), 0.0],
            };
            for axis in 0..3 {
                moved[0][axis] += by_shift * shift[axis];
                moved[1][axis] += by_slope * slope[axis];
            }
        }
        moved
    }
}

/// The figures of a motion: those of its columns, and where these have the modes of elastic links, the
/// displacements of the tips.
pub fn motion_figures(machine: &CompiledRobot, table: &Table) -> Vec<Figure> {
    figures(table).into_iter().chain(deflections(machine, table)).collect()
}

/// The displacements of the tips of elastic links over time, along the axes of their links; none where the
/// table has no columns of their modes.
fn deflections(machine: &CompiledRobot, table: &Table) -> Option<Figure> {
    let times = &table.columns.first()?.values;
    let columns: Vec<Option<&[f64]>> =
        machine.coordinates().iter().map(|it| table.column(&it.name)).collect();
    let mut curves = Vec::new();
    for tip in tips(machine)? {
        if tip.modes.iter().any(|&k| columns[k].is_none()) {
            continue;
        }
        let moved = |row: usize| tip.moved(|k| columns[k].map_or(0.0, |it| it[row]))[0];
        let rows: Vec<[f64; 3]> = (0..times.len()).map(moved).collect();
        let moves = |axis: &usize| tip.fields.iter().any(|(_, shift, _)| shift[*axis] != 0.0);
        for axis in (0..3).filter(moves) {
            let points = times.iter().zip(&rows).map(|(time, row)| (*time, row[axis]));
            let name = format!("{} {}", tip.joint, ["x", "y", "z"][axis]);
            curves.push(Curve::new(name, points.collect()));
        }
    }
    (!curves.is_empty()).then(|| Figure {
        title: "deflections of the tips of elastic links".to_owned(),
        across: "t [s]".to_owned(),
        up: "[m]".to_owned(),
        curves,
        scattered: false,
    })
}

/// `value` gives a coordinate at one of the times.
fn warning(
    machine: &CompiledRobot,
    times: &[f64],
    value: impl Fn(usize, usize) -> f64,
) -> Option<Diagnostic> {
    let mut steepest: Option<(f64, f64, &str)> = None;
    for tip in tips(machine)? {
        for (row, &time) in times.iter().enumerate() {
            let [_, [x, y, z]] = tip.moved(|k| value(k, row));
            let slope = x.hypot(y).hypot(z);
            if slope > steepest.map_or(STEEPEST, |(slope, ..)| slope) {
                steepest = Some((slope, time, tip.joint));
            }
        }
    }
    let (slope, time, joint) = steepest?;
    Some(large_deflection(joint, slope).fact("time", format!("{} s", shown(time))))
}
