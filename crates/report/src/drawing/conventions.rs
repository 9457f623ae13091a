//! What the symbols of a derivation mean: two links, their frames, and the vectors between them.

use appell_spatial::{Transform, Vector};

use super::robot::View;
use super::{Drawing, Pen, Point, Shape};

/// How far the axis of the joint is drawn, and the radius of the arrow about it, in points.
const AXIS: f64 = 66.0;
const TURN: f64 = 15.0;

impl Drawing {
    /// Joint i on its parent i-1, as CONVENTIONS.md has them.
    pub(crate) fn of_conventions() -> Self {
        let parent = Vector::new(0.0, 0.0, 0.0);
        let joint = Vector::new(1.0, 0.25, 0.5);
        let end = Vector::new(1.75, 0.55, 0.35);
        let centre = Vector::new(1.4, 0.42, 0.82);
        let view = View::of(&[&parent, &joint, &end, &centre]);
        let mut drawing =
            Self { title: "Joint i, its frame and its link".to_owned(), shapes: Vec::new() };
        let through = |points: &[&Vector<f64>]| points.iter().map(|it| view.point(it)).collect();
        let (before, after) = (Vector::new(0.4, 0.1, 0.62), Vector::new(1.45, 0.42, 0.9));
        for bent in [[&parent, &before, &joint], [&joint, &after, &end]] {
            drawing.shapes.push(Shape::Line(through(&bent), Pen::Link));
        }
        let up = Vector::new(0.0, 0.0, 1.0);
        for at in [&parent, &joint] {
            drawing.cylinder(&view, at, &up);
        }
        let mut labels = Vec::new();
        for (at, index) in [(&parent, "i-1"), (&joint, "i")] {
            let mut frame = Transform::identity(&0.0);
            frame.position = at.clone();
            labels.extend(drawing.frame(&view, &frame, index));
        }
        let [from, to, mass] = [&parent, &joint, &centre].map(|it| view.point(it));
        drawing.arrow(from, to, Pen::Outline);
        drawing.label_beside(from, to, -9.0, "r", "i");
        drawing.arrow(to, mass, Pen::Outline);
        drawing.label_beside(to, mass, -11.0, "r", "C,i");
        drawing.dot(mass);
        drawing.turn(&view, &joint);
        drawing.place(labels);
        for (at, words) in [(&before, "link i-1"), (&after, "link i")] {
            let [x, y] = view.point(at);
            let words = words.to_owned();
            let middle = appell_output::plot::drawing::Anchor::Middle;
            drawing.shapes.push(Shape::Words([x, y + 8.0], middle, false, words));
        }
        drawing
    }

    /// The axis of the joint and the arrow of its coordinate about it.
    fn turn(&mut self, view: &View, joint: &Vector<f64>) {
        let above = |height: f64| joint + &Vector::new(0.0, 0.0, height / view.scale);
        let tip = view.point(&above(AXIS));
        self.arrow(view.point(joint), tip, Pen::Outline);
        self.shapes.push(Shape::Label([tip[0] + 9.0, tip[1]], "k".to_owned(), "i".to_owned()));
        let middle = above(0.64 * AXIS);
        let radius = TURN / view.scale;
        // around the front of the axis; the arrow ends beside it
        let angles = (0..=20).map(|step| (-170.0 + 12.5 * f64::from(step)).to_radians());
        let arc: Vec<Point> = angles
            .map(|angle| {
                let along = Vector::new(radius * angle.cos(), radius * angle.sin(), 0.0);
                view.point(&(&middle + &along))
            })
            .collect();
        if let [.., before, last] = arc.as_slice() {
            let (before, last) = (*before, *last);
            self.arrow(before, last, Pen::Outline);
            let [x, y] = view.point(&middle);
            self.shapes.push(Shape::Label([x + TURN + 9.0, y], "q".to_owned(), "i".to_owned()));
        }
        self.shapes.push(Shape::Line(arc, Pen::Outline));
    }

    /// A name beside the middle of a line: so many points to its left.
    fn label_beside(&mut self, from: Point, to: Point, left: f64, letter: &str, index: &str) {
        let along = [to[0] - from[0], to[1] - from[1]];
        let length = along[0].hypot(along[1]).max(1.0);
        let middle = [(from[0] + to[0]) / 2.0, (from[1] + to[1]) / 2.0];
        let at = [middle[0] - left * along[1] / length, middle[1] + left * along[0] / length];
        self.shapes.push(Shape::Label(at, letter.to_owned(), index.to_owned()));
    }

    /// A centre of mass.
    fn dot(&mut self, [x, y]: Point) {
        const RADIUS: f64 = 3.0;
        let angles = (0..=12).map(|step| f64::from(step) * std::f64::consts::TAU / 12.0);
        let rim: Vec<Point> =
            angles.map(|it| [x + RADIUS * it.cos(), y + RADIUS * it.sin()]).collect();
        self.shapes.push(Shape::Area(rim.clone()));
        self.shapes.push(Shape::Line(rim, Pen::Outline));
    }
}
