//! Pictures of results: SVG, PNG, and a page that can be looked into.

mod axes;
mod canvas;
pub mod drawing;
mod lettering;
mod page;
mod png;
mod svg;
mod thinned;

pub use page::page;
pub use png::png;
pub use svg::svg;

use thinned::thinned;

use crate::table::{Column, ColumnKind, Table};

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

impl Curve {
    /// A curve with a name; of more points than can be seen, those that can.
    pub fn new(name: impl Into<String>, points: Vec<(f64, f64)>) -> Self {
        Self { name: name.into(), points: thinned(points) }
    }
}

/// The figures of a table over time: columns of the same kind and unit share one.
/// Of more rows than can be seen, those that can.
pub fn figures(table: &Table) -> Vec<Figure> {
    let Some(time) = table.columns.first() else { return Vec::new() };
    let mut figures: Vec<Figure> = Vec::new();
    for column in &table.columns[1..] {
        let (title, up) = (title(column), format!("[{}]", column.unit));
        let points = time.values.iter().copied().zip(column.values.iter().copied()).collect();
        let curve = Curve::new(column.name.clone(), points);
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
    match column.kind {
        ColumnKind::Time => "time",
        ColumnKind::Coordinate if column.unit == "1" => "modes of the links",
        ColumnKind::Coordinate | ColumnKind::Reference => "coordinates",
        ColumnKind::TrackingError => "tracking errors",
        ColumnKind::Velocity => "velocities",
        ColumnKind::Acceleration => "accelerations",
        ColumnKind::Jerk => "jerks",
        ColumnKind::Force => "joint torques and forces",
        ColumnKind::ForceRate => "time derivatives of joint torques and forces",
        ColumnKind::Power => "powers",
        ColumnKind::Kinetic | ColumnKind::Potential | ColumnKind::Work => "energies",
        ColumnKind::ConnectionForce => "joint reaction forces",
        ColumnKind::ConnectionMoment => "joint reaction moments",
        ColumnKind::Frequency => "angular frequencies of vibrations",
        ColumnKind::DampingRatio => "damping ratios of vibrations",
        ColumnKind::Other => "numbers",
    }
}
