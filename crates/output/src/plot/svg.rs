//! Figures one below the other, as one SVG.

use std::fmt::Write;

use super::Figure;
use super::drawing::{Anchor, DASHES, FONT_SIZE, HEIGHT, Point, Shape, WIDTH, shapes};
use crate::markup::escaped;

/// All figures, one below the other.
///
/// ```
/// use appell_output::plot::{Curve, Figure, svg};
/// let curve = Curve { name: "q1".to_owned(), points: vec![(0.0, 0.0), (1.0, 0.5)] };
/// let figure = Figure {
///     title: "coordinates".to_owned(), across: "t [s]".to_owned(), up: "[rad]".to_owned(),
///     curves: vec![curve], scattered: false,
/// };
/// assert!(svg(&[figure]).starts_with("<svg"));
/// ```
pub fn svg(figures: &[Figure]) -> String {
    let height = HEIGHT * figures.len() as f64;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" \
         height=\"{height}\" font-family=\"sans-serif\" font-size=\"{FONT_SIZE}\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    for (number, figure) in figures.iter().enumerate() {
        for shape in shapes(figure, [WIDTH, HEIGHT]) {
            write(&shape, number as f64 * HEIGHT, &mut out);
        }
    }
    out.push_str("</svg>\n");
    out
}

/// One shape, so far down. Writing into memory cannot fail.
fn write(shape: &Shape, down: f64, out: &mut String) {
    let _ = match shape {
        Shape::Line { points, colour, width, dashed } => {
            let place = |(x, y): &Point| format!("{x:.1},{:.1}", y + down);
            let points = points.iter().map(place).collect::<Vec<_>>().join(" ");
            let dashes = match dashed {
                true => format!(" stroke-dasharray=\"{} {}\"", DASHES.0, DASHES.1),
                false => String::new(),
            };
            writeln!(
                out,
                "<polyline points=\"{points}\" fill=\"none\" stroke=\"{colour}\" \
                 stroke-width=\"{width}\"{dashes}/>"
            )
        }
        Shape::Dots { points, colour, width } => {
            let place = |(x, y): &Point| format!("M{x:.1} {:.1}h0", y + down);
            let points: String = points.iter().map(place).collect();
            writeln!(
                out,
                "<path d=\"{points}\" stroke=\"{colour}\" stroke-width=\"{width}\" \
                 stroke-linecap=\"round\"/>"
            )
        }
        Shape::Text { at: (x, y), anchor, bold, text } => {
            let anchor = match anchor {
                Anchor::Start => "",
                Anchor::Middle => " text-anchor=\"middle\"",
                Anchor::End => " text-anchor=\"end\"",
            };
            let bold = if *bold { " font-weight=\"bold\"" } else { "" };
            let (y, text) = (y + down, escaped(text));
            writeln!(out, "<text x=\"{x:.1}\" y=\"{y:.1}\"{anchor}{bold}>{text}</text>")
        }
    };
}
