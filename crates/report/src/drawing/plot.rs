//! Curves over time or length as a drawing.

use appell_output::plot::Figure;
use appell_output::plot::drawing::{self, FONT_SIZE, GRID};

use super::{Drawing, Pen, Point, Shape, WORDS};

/// The size of a plot in the units of its own letters; letters on the page are smaller.
const SIZE: [f64; 2] = [600.0, 230.0];

impl Drawing {
    /// A figure of curves as a drawing, as wide as a page.
    pub fn of_figure(figure: &Figure) -> Self {
        let scale = WORDS / FONT_SIZE;
        let place = |&(x, y): &drawing::Point| -> Point { [scale * x, -scale * y] };
        let through = |points: &[drawing::Point]| points.iter().map(place).collect();
        let mut shapes = Vec::new();
        for shape in drawing::shapes(figure, SIZE) {
            match shape {
                drawing::Shape::Line { points, colour, dashed, .. } => {
                    let pen = if colour == GRID { Pen::Grid } else { Pen::Curve(colour, dashed) };
                    shapes.push(Shape::Line(through(&points), pen));
                }
                drawing::Shape::Dots { points, width, .. } => {
                    let half = width / 2.0;
                    let corners = [(-half, 0.0), (0.0, half), (half, 0.0), (0.0, -half)];
                    shapes.extend(points.iter().map(|(x, y)| {
                        Shape::Area(corners.map(|(a, b)| place(&(x + a, y + b))).to_vec())
                    }));
                }
                drawing::Shape::Text { at, anchor, bold, text } => {
                    shapes.push(Shape::Words(place(&at), anchor, bold, text));
                }
            }
        }
        Self { title: format!("Plot: {} {}", figure.title, figure.up), shapes }
    }
}
