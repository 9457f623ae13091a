//! Pictures of results: SVG, PNG, and a page that can be looked into.

mod axes;
mod canvas;
mod drawing;
mod lettering;
mod page;
mod png;
mod svg;
mod thinned;

pub use page::page;
pub use png::png;
pub use svg::svg;

use thinned::thinned;

use crate::size::Choice;
use crate::table::{Column, Quantity, Table};

/// A picture: curves over one quantity, in one unit.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// What it shows.
    pub title: String,
    /// What goes to the right.
    pub across: String,
    /// What goes up.
    pub up: String,
    /// The curves.
    pub curves: Vec<Curve>,
    /// Whether the points are drawn by themselves, without lines between them.
    pub scattered: bool,
}

/// A curve: points one after the other.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// Its name.
    pub name: String,
    /// Its points.
    pub points: Vec<(f64, f64)>,
}

/// The figures of a table over time: what is of the same kind and in the same unit stands in one.
/// Of more rows than can be seen, those that can.
pub fn figures(table: &Table) -> Vec<Figure> {
    let Some(time) = table.columns.first() else { return Vec::new() };
    let mut figures: Vec<Figure> = Vec::new();
    for column in &table.columns[1..] {
        let (title, up) = (title(column), format!("[{}]", column.unit));
        let points = time.values.iter().copied().zip(column.values.iter().copied()).collect();
        let curve = Curve { name: column.name.clone(), points: thinned(points) };
        match figures.iter_mut().find(|known| known.title == title && known.up == up) {
            Some(figure) => figure.curves.push(curve),
            None => figures.push(Figure {
                title: title.to_owned(),
                across: "t [s]".to_owned(),
                up,
                curves: vec![curve],
                scattered: false,
            }),
        }
    }
    figures
}

/// What the figure of a column is called.
fn title(column: &Column) -> &'static str {
    match column.quantity {
        Quantity::Time => "time",
        Quantity::Coordinate if column.unit == "1" => "modes of the links",
        Quantity::Coordinate => "coordinates",
        Quantity::Velocity => "velocities",
        Quantity::Acceleration => "accelerations",
        Quantity::Jerk => "jerks",
        Quantity::Force => "driving forces",
        Quantity::ForceRate => "rates of the driving forces",
        Quantity::Power => "powers",
        Quantity::Kinetic | Quantity::Potential | Quantity::Work => "energies",
        Quantity::ConnectionForce => "connection forces",
        Quantity::ConnectionMoment => "connection moments",
        Quantity::Other => "numbers",
    }
}

/// Speed and torque of the chosen motors, with what they can do.
pub fn clouds(choices: &[Choice]) -> Vec<Figure> {
    /// More points than this show nothing more.
    const POINTS: usize = 600;
    let cloud = |choice: &Choice| {
        let motor = &choice.fit.motor;
        let all = &choice.fit.cloud;
        let points = all.iter().step_by(all.len().div_ceil(POINTS).max(1)).copied().collect();
        let speeds = (0..=60).map(|k| f64::from(k) / 60.0 * motor.max_speed);
        let edge: Vec<(f64, f64)> = speeds.map(|speed| (speed, motor.torque_at(speed))).collect();
        let mirrored =
            |x: f64, y: f64| edge.iter().map(move |(a, b)| (x * a, y * b)).collect::<Vec<_>>();
        // once around, from the right
        let mut around = mirrored(1.0, 1.0);
        around.reverse();
        around.extend(mirrored(-1.0, 1.0));
        let mut below = mirrored(-1.0, -1.0);
        below.reverse();
        around.extend(below);
        around.extend(mirrored(1.0, -1.0));
        around.extend(around.first().copied());
        let rated = [motor.rated_torque, -motor.rated_torque];
        let rated = rated.map(|torque| vec![(-motor.max_speed, torque), (motor.max_speed, torque)]);
        let mut curves = vec![Curve { name: "motion".to_owned(), points }];
        curves.push(Curve { name: "peak".to_owned(), points: around });
        curves.extend(rated.map(|points| Curve { name: "rated".to_owned(), points }));
        Figure {
            title: format!("{}: {} with {}", choice.axis, motor.name, choice.fit.transmission.name),
            across: "speed of the motor [rad/s]".to_owned(),
            up: "[N m]".to_owned(),
            curves,
            scattered: true,
        }
    };
    choices.iter().map(cloud).collect()
}
