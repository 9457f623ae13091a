//! Line drawings: shapes on a sheet, written as SVG or TikZ.

mod conventions;
mod dimensions;
mod labels;
mod plot;
mod robot;

use appell_output::escaped;
use appell_output::plot::drawing::{Anchor, Colour};

use crate::document::latex_words;

/// A drawing. Lengths are in points; y goes up.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    /// What it shows, for those who cannot see it.
    pub title: String,
    /// The shapes, those behind first.
    pub shapes: Vec<Shape>,
}

/// A place on the sheet.
pub type Point = [f64; 2];

/// Something drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A line through points.
    Line(Vec<Point>, Pen),
    /// A polygon, filled lightly.
    Area(Vec<Point>),
    /// A letter, which may have an accent in LaTeX (`\\bar{a}`), with an index, its middle at a point.
    Label(Point, String, String),
    /// Words, from, around or up to a point of their baseline; bold or not.
    Words(Point, Anchor, bool, String),
}

/// How a line looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pen {
    /// A link: thick.
    Link,
    /// The outline of a symbol.
    Outline,
    /// Thin and broken.
    Broken,
    /// An axis of a frame: 0, 1, 2 are x, y, z.
    Axis(usize),
    /// A line of the grid behind curves.
    Grid,
    /// A curve of a plot, unbroken or broken.
    Curve(Colour, bool),
}

const COLOURS: [&str; 3] = ["#b3261e", "#2e7d32", "#1f5fbf"];
/// The margin around the shapes, for labels.
const MARGIN: f64 = 14.0;
/// The width of the text of a page.
const PAGE: f64 = 480.0;
/// The size of words.
const WORDS: f64 = 9.0;

impl Drawing {
    /// The lowest and the highest coordinates, with the margin.
    fn extent(&self) -> [Point; 2] {
        let points = self.shapes.iter().flat_map(|shape| match shape {
            Shape::Line(points, _) | Shape::Area(points) => points.clone(),
            Shape::Label(at, ..) => vec![*at],
            Shape::Words(at, anchor, _, words) => {
                // a letter is about half as wide as it is high
                let width = 0.5 * WORDS * words.chars().count() as f64;
                let before = match anchor {
                    Anchor::Start => 0.0,
                    Anchor::Middle => 0.5,
                    Anchor::End => 1.0,
                };
                let start = at[0] - before * width;
                vec![[start, at[1]], [start + width, at[1]]]
            }
        });
        let start = [[f64::INFINITY; 2], [f64::NEG_INFINITY; 2]];
        let [low, high] = points.fold(start, |[low, high], p| {
            [[low[0].min(p[0]), low[1].min(p[1])], [high[0].max(p[0]), high[1].max(p[1])]]
        });
        match low[0].is_finite() {
            true => [low.map(|it| it - MARGIN), high.map(|it| it + MARGIN)],
            false => [[0.0; 2], [MARGIN; 2]],
        }
    }

    /// A line with an arrow at its end.
    fn arrow(&mut self, from: Point, to: Point, pen: Pen) {
        const HEAD: [f64; 2] = [6.0, 2.2];
        self.shapes.push(Shape::Line(vec![from, to], pen));
        let along = [to[0] - from[0], to[1] - from[1]];
        let length = along[0].hypot(along[1]);
        // seen from its end, an axis has no direction
        if length < 0.1 {
            return;
        }
        let [x, y] = along.map(|it| it / length);
        let side = |side: f64| {
            [to[0] - HEAD[0] * x - side * HEAD[1] * y, to[1] - HEAD[0] * y + side * HEAD[1] * x]
        };
        self.shapes.push(Shape::Line(vec![side(1.0), to, side(-1.0)], pen));
    }

    /// How much of the width of a page it takes.
    pub(crate) fn share_of_width(&self) -> f64 {
        let [low, high] = self.extent();
        ((high[0] - low[0]) / PAGE).min(1.0)
    }

    /// The drawing as SVG, in the colour of the text around it.
    pub fn svg(&self) -> String {
        let [low, high] = self.extent();
        let (width, height) = (high[0] - low[0], high[1] - low[1]);
        let place = |p: &Point| format!("{:.1},{:.1}", p[0] - low[0], high[1] - p[1]);
        let through = |points: &[Point]| points.iter().map(place).collect::<Vec<_>>().join(" ");
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.1} {height:.1}\" width=\"{width:.0}\" height=\"{height:.0}\" role=\"img\" aria-label=\"{}\">\n",
            escaped(&self.title)
        );
        for shape in &self.shapes {
            out.push_str(&match shape {
                Shape::Line(points, pen) => {
                    const DASHES: &str = " stroke-dasharray=\"4 3\"";
                    let ink = "currentColor".to_owned();
                    let (colour, wide, broken) = match pen {
                        Pen::Link => (ink, 3.0, ""),
                        Pen::Outline => (ink, 1.0, ""),
                        Pen::Broken => (ink, 0.7, DASHES),
                        Pen::Axis(axis) => (COLOURS[*axis].to_owned(), 1.3, ""),
                        Pen::Grid => (ink, 0.6, " stroke-opacity=\"0.2\""),
                        Pen::Curve(colour, false) => (colour.to_string(), 1.2, ""),
                        Pen::Curve(colour, true) => (colour.to_string(), 1.2, DASHES),
                    };
                    format!("<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{wide}\" stroke-linecap=\"round\" stroke-linejoin=\"round\"{broken}/>\n", through(points))
                }
                Shape::Area(points) => format!(
                    "<polygon points=\"{}\" fill=\"currentColor\" fill-opacity=\"0.15\" stroke=\"none\"/>\n",
                    through(points)
                ),
                Shape::Label(at, letter, index) => format!(
                    "<text x=\"{:.1}\" y=\"{:.1}\" font-family=\"Libertinus Serif, serif\" font-size=\"12\" font-style=\"italic\" text-anchor=\"middle\" fill=\"currentColor\">{}<tspan dy=\"3\" font-size=\"8\" font-style=\"normal\">{}</tspan></text>\n",
                    at[0] - low[0],
                    high[1] - at[1] + 4.0,
                    escaped(&accented(letter)),
                    escaped(index)
                ),
                Shape::Words(at, anchor, is_bold, words) => format!(
                    "<text x=\"{:.1}\" y=\"{:.1}\" font-family=\"Libertinus Serif, serif\" font-size=\"{WORDS}\"{}{} fill=\"currentColor\">{}</text>\n",
                    at[0] - low[0],
                    high[1] - at[1],
                    match anchor {
                        Anchor::Start => "",
                        Anchor::Middle => " text-anchor=\"middle\"",
                        Anchor::End => " text-anchor=\"end\"",
                    },
                    if *is_bold { " font-weight=\"bold\"" } else { "" },
                    escaped(words)
                ),
            });
        }
        out + "</svg>"
    }

    /// The drawing as a picture of TikZ.
    pub fn tikz(&self) -> String {
        let place = |p: &Point| format!("({:.1},{:.1})", p[0], p[1]);
        let through = |points: &[Point]| points.iter().map(place).collect::<Vec<_>>().join(" -- ");
        let mut out = String::from("\\begin{tikzpicture}[x=1pt,y=1pt]\n");
        for (name, colour) in ["x", "y", "z"].iter().zip(COLOURS) {
            let colour = colour.trim_start_matches('#').to_uppercase();
            out.push_str(&format!("\\definecolor{{axis{name}}}{{HTML}}{{{colour}}}\n"));
        }
        for shape in &self.shapes {
            out.push_str(&match shape {
                Shape::Line(points, pen) => {
                    let style = match pen {
                        Pen::Link => "line width=2.4pt, line cap=round, line join=round".to_owned(),
                        Pen::Outline => "line width=0.6pt".to_owned(),
                        Pen::Broken => "line width=0.4pt, dashed".to_owned(),
                        Pen::Axis(axis) => {
                            format!("line width=0.9pt, axis{}", ["x", "y", "z"][*axis])
                        }
                        Pen::Grid => "line width=0.4pt, black!20".to_owned(),
                        Pen::Curve(colour, is_broken) => {
                            let [red, green, blue] = colour.parts();
                            let broken = if *is_broken { ", dashed" } else { "" };
                            format!(
                                "line width=0.8pt, color={{rgb,255:red,{red};green,{green};blue,{blue}}}{broken}"
                            )
                        }
                    };
                    format!("\\draw[{style}] {};\n", through(points))
                }
                Shape::Area(points) => {
                    format!("\\fill[black, opacity=0.15] {} -- cycle;\n", through(points))
                }
                Shape::Label(at, letter, index) => {
                    format!("\\node at {} {{\\small ${letter}_{{{index}}}$}};\n", place(at))
                }
                Shape::Words(at, anchor, is_bold, words) => {
                    let side = match anchor {
                        Anchor::Start => "base west",
                        Anchor::Middle => "base",
                        Anchor::End => "base east",
                    };
                    let bold = if *is_bold { "\\bfseries" } else { "" };
                    format!(
                        "\\node[anchor={side}, inner sep=0pt] at {} {{\\footnotesize{bold}{{}} {}}};\n",
                        place(at),
                        latex_words(words)
                    )
                }
            });
        }
        out + "\\end{tikzpicture}"
    }
}

/// Accents of LaTeX, and the signs of Unicode that follow a letter.
const ACCENTS: [(&str, &str); 3] =
    [("\\bar{", "\u{304}"), ("\\hat{", "\u{302}"), ("\\tilde{", "\u{303}")];

/// The accent of a letter in LaTeX as a sign of Unicode, and the letter without it.
fn accent_of(letter: &str) -> (&'static str, &str) {
    let accented = ACCENTS
        .iter()
        .find_map(|(accent, sign)| Some((*sign, letter.strip_prefix(accent)?.strip_suffix('}')?)));
    accented.unwrap_or(("", letter))
}

/// A letter with its accent, for SVG.
fn accented(letter: &str) -> String {
    let (sign, bare) = accent_of(letter);
    format!("{bare}{sign}")
}
