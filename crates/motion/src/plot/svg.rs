//! Figures one below the other, as one SVG.

use std::fmt::Write;

use super::Figure;
use super::axes::{Range, label};

/// Colours that differ in lightness too, after the palette of M. Okabe and K. Ito.
pub(super) const COLOURS: [&str; 8] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b58900", "#56b4e9", "#7f3f98", "#444444"];

const WIDTH: f64 = 840.0;
const HEIGHT: f64 = 300.0;
const LEFT: f64 = 78.0;
const RIGHT: f64 = 110.0;
const TOP: f64 = 34.0;
const BOTTOM: f64 = 44.0;

/// All figures, one below the other.
///
/// ```
/// use appell_motion::plot::{Curve, Figure, svg};
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
         height=\"{height}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    for (number, figure) in figures.iter().enumerate() {
        draw(figure, number as f64 * HEIGHT, &mut out);
    }
    out.push_str("</svg>\n");
    out
}

fn draw(figure: &Figure, down: f64, out: &mut String) {
    let across = Range::of(figure, |point| point.0, if figure.scattered { 0.05 } else { 0.0 });
    let up = Range::of(figure, |point| point.1, 0.06);
    let inner = (WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM);
    let x = |value: f64| LEFT + (value - across.low) / (across.high - across.low) * inner.0;
    let y = |value: f64| down + TOP + (up.high - value) / (up.high - up.low) * inner.1;
    // writing into memory cannot fail
    let _ = writeln!(
        out,
        "<text x=\"{LEFT}\" y=\"{:.1}\" font-weight=\"bold\">{} {}</text>",
        down + 20.0,
        escaped(&figure.title),
        escaped(&figure.up)
    );
    for mark in across.marks(8) {
        let at = x(mark);
        let _ = writeln!(
            out,
            "<path d=\"M{at:.1} {:.1}V{:.1}\" stroke=\"#e0e0e0\"/><text x=\"{at:.1}\" y=\"{:.1}\" \
             text-anchor=\"middle\">{}</text>",
            down + TOP,
            down + HEIGHT - BOTTOM,
            down + HEIGHT - BOTTOM + 16.0,
            label(mark)
        );
    }
    for mark in up.marks(5) {
        let at = y(mark);
        let _ = writeln!(
            out,
            "<path d=\"M{LEFT} {at:.1}H{:.1}\" stroke=\"#e0e0e0\"/><text x=\"{:.1}\" y=\"{:.1}\" \
             text-anchor=\"end\">{}</text>",
            WIDTH - RIGHT,
            LEFT - 6.0,
            at + 4.0,
            label(mark)
        );
    }
    let _ = writeln!(
        out,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
        LEFT + inner.0 / 2.0,
        down + HEIGHT - 8.0,
        escaped(&figure.across)
    );
    let mut named: Vec<&str> = Vec::new();
    for curve in &figure.curves {
        let known = named.iter().position(|name| *name == curve.name);
        let number = known.unwrap_or(named.len());
        let colour = COLOURS[number % COLOURS.len()];
        if figure.scattered && number == 0 {
            let mut dots = String::new();
            for (a, b) in &curve.points {
                let _ = write!(dots, "M{:.1} {:.1}h0", x(*a), y(*b));
            }
            let _ = writeln!(
                out,
                "<path d=\"{dots}\" stroke=\"{colour}\" stroke-width=\"3\" stroke-linecap=\"round\"/>"
            );
        } else {
            let points: Vec<String> =
                curve.points.iter().map(|(a, b)| format!("{:.1},{:.1}", x(*a), y(*b))).collect();
            let dashes = if number >= COLOURS.len() { " stroke-dasharray=\"6 3\"" } else { "" };
            let _ = writeln!(
                out,
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.6\"{dashes}/>",
                points.join(" ")
            );
        }
        if known.is_none() {
            /// How many names fit beside a figure.
            const NAMES: usize = 14;
            let at = down + TOP + 10.0 + 16.0 * number as f64;
            let (shown, dots) = (number < NAMES, number == NAMES);
            if shown || dots {
                let name = if shown { escaped(&curve.name) } else { "...".to_owned() };
                let _ = writeln!(
                    out,
                    "<path d=\"M{:.1} {at:.1}h18\" stroke=\"{colour}\" stroke-width=\"2\"/>\
                     <text x=\"{:.1}\" y=\"{:.1}\">{name}</text>",
                    WIDTH - RIGHT + 10.0,
                    WIDTH - RIGHT + 34.0,
                    at + 4.0
                );
            }
            named.push(&curve.name);
        }
    }
}

/// A text inside a picture or a page.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
