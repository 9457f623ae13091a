//! Places the labels of a drawing: near what they name, on no other label where there is room, and on as few lines as
//! possible.

use appell_output::plot::drawing::Anchor;

use super::{Drawing, Pen, Point, Shape, WORDS};

/// Ends of axes that are nearer than this (in points) count as one place.
const TOGETHER: f64 = 2.0;

/// The cost of each point of distance from the best place. A hidden point of a line costs its [`weight`].
const FAR: f64 = 0.5;

/// A label that is to be placed.
pub(super) struct Wanted {
    /// What it says.
    pub(super) text: LabelText,
    /// Places for its middle, the best first.
    pub(super) places: Vec<Point>,
    /// Whether it is left out if there is no room for it.
    pub(super) is_optional: bool,
}

/// What a label says.
pub(super) enum LabelText {
    /// A letter with an index.
    Symbol(String, String),
    /// A number or a formula.
    Words(String),
}

/// A rectangle: its middle and half of its sides.
struct Area {
    middle: Point,
    half: Point,
}

impl LabelText {
    /// Half of its width and of its height.
    fn half(&self) -> Point {
        match self {
            Self::Symbol(_, index) => [4.5 + 2.0 * index.chars().count() as f64, 6.0],
            Self::Words(words) => [0.29 * WORDS * words.chars().count() as f64, 4.5],
        }
    }

    fn shape(self, [x, y]: Point) -> Shape {
        match self {
            Self::Symbol(letter, index) => Shape::Label([x, y], letter, index),
            // a digit is about two thirds as high as its font
            Self::Words(words) => Shape::Words([x, y - 0.33 * WORDS], Anchor::Middle, false, words),
        }
    }
}

impl Area {
    fn overlaps(&self, other: &Self) -> bool {
        let near = |axis: usize| {
            (self.middle[axis] - other.middle[axis]).abs() < self.half[axis] + other.half[axis]
        };
        near(0) && near(1)
    }

    /// The length of the part of a line that is inside.
    fn covers(&self, from: Point, to: Point) -> f64 {
        let (mut start, mut end) = (0.0f64, 1.0f64);
        for axis in 0..2 {
            let along = to[axis] - from[axis];
            let sides =
                [-1.0, 1.0].map(|side| self.middle[axis] + side * self.half[axis] - from[axis]);
            if along.abs() < 1e-9 {
                if sides[0] > 0.0 || sides[1] < 0.0 {
                    return 0.0;
                }
                continue;
            }
            let [a, b] = sides.map(|side| side / along);
            (start, end) = (start.max(a.min(b)), end.min(a.max(b)));
        }
        (end - start).max(0.0) * (to[0] - from[0]).hypot(to[1] - from[1])
    }
}

/// The cost of a label on a line, for each point of the length that it hides.
fn weight(pen: &Pen) -> f64 {
    match pen {
        Pen::Link => 12.0,
        Pen::Axis(_) => 2.0,
        Pen::Outline => 2.0,
        Pen::Broken | Pen::Grid | Pen::Curve(..) => 0.5,
    }
}

impl Drawing {
    /// Places labels, one after the other, after all lines are drawn.
    pub(super) fn place(&mut self, labels: impl IntoIterator<Item = Wanted>) {
        let mut taken: Vec<Area> = Vec::new();
        for Wanted { text, places, is_optional } in labels {
            let half = text.half();
            let area = |middle: Point| Area { middle, half };
            let is_free = |at: &&Point| !taken.iter().any(|other| area(**at).overlaps(other));
            // far from the best place a label seems to name something else
            let off = |at: &Point| {
                places.first().map_or(0.0, |best| (at[0] - best[0]).hypot(at[1] - best[1]))
            };
            let cost = |at: &Point| self.hidden(&area(*at)) + FAR * off(at);
            let free = places.iter().filter(is_free);
            let best =
                free.map(|at| (cost(at), *at)).min_by(|one, other| one.0.total_cmp(&other.0));
            let at = match (best, places.first()) {
                (Some((_, at)), _) => at,
                (None, Some(first)) if !is_optional => *first,
                (None, _) => continue,
            };
            taken.push(area(at));
            self.shapes.push(text.shape(at));
        }
    }

    /// How much of the lines is under an area.
    fn hidden(&self, area: &Area) -> f64 {
        let lines = self.shapes.iter().filter_map(|shape| match shape {
            Shape::Line(points, pen) => Some((points, weight(pen))),
            _ => None,
        });
        let hidden = lines.map(|(points, weight)| {
            let pieces = points.windows(2).map(|ends| area.covers(ends[0], ends[1]));
            weight * pieces.sum::<f64>()
        });
        hidden.sum()
    }
}

/// The labels, with one for all axes of the same letter that end at one place: `x_{4,5,6}`.
pub(super) fn merged(labels: Vec<Wanted>) -> Vec<Wanted> {
    let mut out: Vec<Wanted> = Vec::new();
    for label in labels {
        let is_same = |other: &Wanted| match (&other.text, &label.text) {
            (LabelText::Symbol(one, _), LabelText::Symbol(two, _)) => {
                let places = other.places.first().zip(label.places.first());
                one == two
                    && places.is_some_and(|(a, b)| (a[0] - b[0]).hypot(a[1] - b[1]) < TOGETHER)
            }
            _ => false,
        };
        match out.iter_mut().find(|other| is_same(other)) {
            Some(Wanted { text: LabelText::Symbol(_, indices), .. }) => {
                if let LabelText::Symbol(_, index) = label.text {
                    indices.push_str(&format!(",{index}"));
                }
            }
            _ => out.push(label),
        }
    }
    out
}

/// Places around the end of an axis: beside it, behind it, then on wider and wider circles.
pub(super) fn around(tip: Point, [x, y]: Point) -> Vec<Point> {
    let mut places = vec![
        [tip[0] + 6.0 * x - 7.0 * y, tip[1] + 6.0 * y + 7.0 * x],
        [tip[0] + 6.0 * x + 7.0 * y, tip[1] + 6.0 * y - 7.0 * x],
        [tip[0] + 9.0 * x, tip[1] + 9.0 * y],
    ];
    let start = y.atan2(x);
    for radius in [12.0, 16.0, 21.0, 27.0, 34.0, 42.0] {
        // from the direction of the axis to both sides
        for step in [0.0, 1.0, -1.0, 2.0, -2.0, 3.0, -3.0, 4.0, -4.0, 5.0, -5.0, 6.0] {
            let angle = start + step * std::f64::consts::FRAC_PI_6;
            places.push([tip[0] + radius * angle.cos(), tip[1] + radius * angle.sin()]);
        }
    }
    places
}
