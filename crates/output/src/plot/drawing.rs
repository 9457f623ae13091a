//! A figure as lines, dots and texts: with the place of everything. SVG, PNG and the drawings of reports are ways to
//! write it.

use super::axes::{Range, label};
use super::{Curve, Figure};

/// Colours that differ in lightness too, after the palette of M. Okabe and K. Ito.
pub(super) const COLOURS: [Colour; 8] = [
    Colour(0x0072b2),
    Colour(0xd55e00),
    Colour(0x009e73),
    Colour(0xcc79a7),
    Colour(0xb58900),
    Colour(0x56b4e9),
    Colour(0x7f3f98),
    Colour(0x444444),
];
/// The lines behind the curves.
pub const GRID: Colour = Colour(0xe0e0e0);

/// How wide and high a figure of a file is.
pub(super) const WIDTH: f64 = 840.0;
pub(super) const HEIGHT: f64 = 300.0;
const LEFT: f64 = 78.0;
const RIGHT: f64 = 110.0;
const TOP: f64 = 34.0;
const BOTTOM: f64 = 44.0;

/// Red, green and blue in one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour(u32);

impl Colour {
    /// Red, green and blue.
    pub fn parts(self) -> [u8; 3] {
        let [_, parts @ ..] = self.0.to_be_bytes();
        parts
    }
}

impl std::fmt::Display for Colour {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "#{:06x}", self.0)
    }
}

/// A part of a figure.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// Straight lines from point to point.
    Line {
        /// The points.
        points: Vec<Point>,
        /// Its colour.
        colour: Colour,
        /// How wide it is.
        width: f64,
        /// Whether it is broken.
        dashed: bool,
    },
    /// Round dots.
    Dots {
        /// Their centres.
        points: Vec<Point>,
        /// Their colour.
        colour: Colour,
        /// Their diameter.
        width: f64,
    },
    /// A text, black, from, around or up to a point of its baseline.
    Text {
        /// The point.
        at: Point,
        /// Where the point is in the text.
        anchor: Anchor,
        /// Whether it is bold.
        bold: bool,
        /// The text.
        text: String,
    },
}

/// A point, from the upper left corner: to the right, down.
pub type Point = (f64, f64);

/// Where the point of a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// At its beginning.
    Start,
    /// In its middle.
    Middle,
    /// At its end.
    End,
}

/// The parts of dashes: drawn, left out.
pub(super) const DASHES: (f64, f64) = (6.0, 3.0);
/// How large letters are.
pub const FONT_SIZE: f64 = 12.0;

/// The parts of a figure of this width and height, in the order in which they are drawn.
///
/// ```
/// use appell_output::plot::{Curve, Figure, drawing::shapes};
/// let curve = Curve { name: "q1".to_owned(), points: vec![(0.0, 0.0), (1.0, 0.5)] };
/// let figure = Figure {
///     title: "coordinates".to_owned(), across: "t [s]".to_owned(), up: "[rad]".to_owned(),
///     curves: vec![curve], scattered: false,
/// };
/// assert!(!shapes(&figure, [640.0, 240.0]).is_empty());
/// ```
pub fn shapes(figure: &Figure, [width, height]: [f64; 2]) -> Vec<Shape> {
    let across = Range::of(figure, |point| point.0, if figure.scattered { 0.05 } else { 0.0 });
    let up = Range::of(figure, |point| point.1, 0.06);
    let inner = (width - LEFT - RIGHT, height - TOP - BOTTOM);
    let x = |value: f64| LEFT + (value - across.low) / (across.high - across.low) * inner.0;
    let y = |value: f64| TOP + (up.high - value) / (up.high - up.low) * inner.1;
    let text = |at, anchor, text: String| Shape::Text { at, anchor, bold: false, text };
    let line =
        |points: Vec<Point>, colour, width| Shape::Line { points, colour, width, dashed: false };
    let title = format!("{} {}", figure.title, figure.up);
    let mut all =
        vec![Shape::Text { at: (LEFT, 20.0), anchor: Anchor::Start, bold: true, text: title }];
    for mark in across.marks(8) {
        let (at, bottom) = (x(mark), height - BOTTOM);
        all.push(line(vec![(at, TOP), (at, bottom)], GRID, 1.0));
        all.push(text((at, bottom + 16.0), Anchor::Middle, label(mark)));
    }
    for mark in up.marks(5) {
        let at = y(mark);
        all.push(line(vec![(LEFT, at), (width - RIGHT, at)], GRID, 1.0));
        all.push(text((LEFT - 6.0, at + 4.0), Anchor::End, label(mark)));
    }
    let below = (LEFT + inner.0 / 2.0, height - 8.0);
    all.push(text(below, Anchor::Middle, figure.across.clone()));
    // how many names fit beside the figure
    let names = ((inner.1 + 2.0) / 16.0) as usize;
    let mut named: Vec<&str> = Vec::new();
    for Curve { name, points } in &figure.curves {
        let known = named.iter().position(|it| it == name);
        let number = known.unwrap_or(named.len());
        let colour = COLOURS[number % COLOURS.len()];
        let dashed = number >= COLOURS.len();
        let points = points.iter().map(|(a, b)| (x(*a), y(*b))).collect();
        all.push(match figure.scattered && number == 0 {
            true => Shape::Dots { points, colour, width: 3.0 },
            false => Shape::Line { points, colour, width: 1.6, dashed },
        });
        if known.is_none() {
            let at = TOP + 10.0 + 16.0 * number as f64;
            let begin = width - RIGHT + 10.0;
            if number <= names {
                let name = if number < names { name.as_str() } else { "..." };
                let points = vec![(begin, at), (begin + 18.0, at)];
                all.push(Shape::Line { points, colour, width: 2.0, dashed });
                all.push(text((begin + 24.0, at + 4.0), Anchor::Start, name.to_owned()));
            }
            named.push(name);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Colours are used again, with dashes: beside its name a line looks as in the figure.
    #[test]
    fn names_have_the_dashes_of_their_curves() {
        let curve =
            |k: usize| Curve { name: format!("q{k}"), points: vec![(0.0, 0.0), (1.0, 1.0)] };
        let figure = Figure {
            title: "coordinates".to_owned(),
            across: "t [s]".to_owned(),
            up: "[rad]".to_owned(),
            curves: (0..=COLOURS.len()).map(curve).collect(),
            scattered: false,
        };
        let all = shapes(&figure, [640.0, 480.0]);
        let dashed =
            all.iter().filter(|shape| matches!(shape, Shape::Line { dashed: true, .. })).count();
        assert_eq!(dashed, 2);
    }
}
