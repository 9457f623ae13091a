//! A robot as a drawing: links as lines, joints by their symbols, frames by their axes.

use appell_algebra::{Error, Notation, Poly, Printer};
use appell_mechanics::geometry::frames;
use appell_mechanics::{Coordinate, Mechanism, State};
use appell_model::{JointKind, Robot};
use appell_spatial::{Transform, Vector};

use super::labels::{LabelText, Wanted, around, merged};
use super::{Drawing, Pen, Point, Shape};

/// The size of the robot on the sheet, in points.
const SIZE: f64 = 260.0;
/// The length and the radius of a joint on the sheet, and the length of the axis of a frame.
const JOINT: [f64; 2] = [22.0, 6.5];
const AXIS: f64 = 24.0;

/// How the robot is seen: what goes to the right, what goes up, and what comes towards the eye.
pub(super) struct View {
    right: Vector<f64>,
    up: Vector<f64>,
    towards: Vector<f64>,
    pub(super) scale: f64,
}

impl Drawing {
    /// The robot at zero coordinates, with lengths by their names in a notation. Lengths without values are
    /// taken as 1.
    ///
    /// # Errors
    /// The geometry of the robot contains what has no number.
    pub fn of_robot(robot: &Robot, notation: &Notation) -> Result<Self, Error> {
        let symbols = robot.symbols();
        let printer = Printer::new(symbols).with_notation(notation.clone());
        let value = |entry: &Poly| {
            let number = entry.evaluate(symbols, |symbol| Some(robot.value(symbol).unwrap_or(1.0)));
            Ok::<_, Error>(number.unwrap_or(0.0))
        };
        let mechanism = Mechanism::new(robot, value)?;
        let rest = Coordinate { q: 0.0, cos: 1.0, sin: 0.0, rates: Vec::new() };
        let circle = |_, angle: &f64| Ok::<_, Error>((angle.cos(), angle.sin()));
        let coordinates = robot.coordinates().iter().map(|_| rest.clone()).collect();
        let state = State::new(&mechanism, coordinates, circle)?;
        let pose = frames(&mechanism, &state);

        let origin = Vector::new(0.0, 0.0, 0.0);
        let mut points: Vec<&Vector<f64>> = pose.in_base.iter().map(|it| &it.position).collect();
        points.extend([&origin, &pose.tool.position]);
        let view = View::of(&points);
        let mut drawing = Self { title: format!("The robot {}", robot.name()), shapes: Vec::new() };
        drawing.ground(view.point(&origin));
        // the further joints of an elastic joint have its place: they are not drawn
        let joints = robot.given_joints();
        let place = |joint: Option<usize>| match joint {
            Some(joint) => view.point(&pose.in_base[joint].position),
            None => view.point(&origin),
        };
        for (index, joint) in joints.iter().enumerate() {
            let parent = joint.parent.map(|it| it.index());
            drawing.shapes.push(Shape::Line(vec![place(parent), place(Some(index))], Pen::Link));
        }
        let last = place(Some(robot.tool().parent.index()));
        drawing.shapes.push(Shape::Line(vec![last, view.point(&pose.tool.position)], Pen::Link));
        for (index, joint) in joints.iter().enumerate() {
            let frame = &pose.in_base[index];
            let axis = &frame.rotation * &joint.axis.try_map(value)?;
            match joint.kind {
                JointKind::Rotation => drawing.cylinder(&view, &frame.position, &axis),
                JointKind::Translation => drawing.slider(&view, &frame.position, &axis),
                JointKind::Fixed => {}
            }
        }
        let mut labels = Vec::new();
        for (index, frame) in pose.in_base.iter().take(joints.len()).enumerate() {
            labels.extend(drawing.frame(&view, frame, &(index + 1).to_string()));
        }
        labels.extend(drawing.frame(&view, &pose.tool, "T"));
        let mut labels = merged(labels);
        for joint in joints {
            let parent = joint.parent.map(|it| &pose.in_base[it.index()]);
            let offset = &joint.placement.offset;
            labels.extend(drawing.dimensions(robot, &printer, &view, parent, offset));
        }
        let last = &pose.in_base[robot.tool().parent.index()];
        let offset = &robot.tool().placement.offset;
        labels.extend(drawing.dimensions(robot, &printer, &view, Some(last), offset));
        drawing.place(labels);
        Ok(drawing)
    }

    /// The base: a line with hatches.
    fn ground(&mut self, [x, y]: Point) {
        let y = y - 12.0;
        self.shapes.push(Shape::Line(vec![[x - 22.0, y], [x + 22.0, y]], Pen::Outline));
        for step in 0..6 {
            let x = x - 16.0 + 7.0 * f64::from(step);
            self.shapes.push(Shape::Line(vec![[x, y], [x - 6.0, y - 6.0]], Pen::Outline));
        }
        self.shapes.push(Shape::Line(vec![[x, y], [x, y + 12.0]], Pen::Link));
    }

    /// A revolute joint: a cylinder about its axis.
    pub(super) fn cylinder(&mut self, view: &View, at: &Vector<f64>, axis: &Vector<f64>) {
        let [length, radius] = JOINT.map(|it| it / view.scale);
        let [u, v] = across(axis, &view.towards);
        let end = |side: f64| at + &axis.scale(&(side * length / 2.0));
        let rim = |side: f64| -> Vec<Point> {
            let steps = (0..=24).map(|step| f64::from(step) * std::f64::consts::TAU / 24.0);
            let on_rim = |angle: f64| {
                let along = &u.scale(&(radius * angle.cos())) + &v.scale(&(radius * angle.sin()));
                view.point(&(&end(side) + &along))
            };
            steps.map(on_rim).collect()
        };
        // u lies across the line of sight: there the outline is
        let edge = |side: f64| {
            [1.0, -1.0].map(|end_side| view.point(&(&end(end_side) + &u.scale(&(side * radius)))))
        };
        let ([a, b], [c, d]) = (edge(1.0), edge(-1.0));
        self.shapes.push(Shape::Area(vec![a, b, d, c]));
        for side in [1.0, -1.0] {
            self.shapes.push(Shape::Area(rim(side)));
            self.shapes.push(Shape::Line(rim(side), Pen::Outline));
        }
        self.shapes.push(Shape::Line(vec![a, b], Pen::Outline));
        self.shapes.push(Shape::Line(vec![c, d], Pen::Outline));
    }

    /// A prismatic joint: a box on a rail along its axis.
    fn slider(&mut self, view: &View, at: &Vector<f64>, axis: &Vector<f64>) {
        let [length, radius] = JOINT.map(|it| it / view.scale);
        let [u, v] = across(axis, &view.towards);
        let corner = |side: f64, i: f64, j: f64| {
            let across = &u.scale(&(i * radius)) + &v.scale(&(j * radius));
            view.point(&(&(at + &axis.scale(&(side * length / 2.0))) + &across))
        };
        let turns = [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)];
        for side in [1.0, -1.0] {
            let mut face: Vec<Point> = turns.iter().map(|&(i, j)| corner(side, i, j)).collect();
            self.shapes.push(Shape::Area(face.clone()));
            face.push(face[0]);
            self.shapes.push(Shape::Line(face, Pen::Outline));
        }
        for (i, j) in turns {
            let edge = vec![corner(1.0, i, j), corner(-1.0, i, j)];
            self.shapes.push(Shape::Line(edge, Pen::Outline));
        }
        let rail = [1.3, -1.3].map(|side| view.point(&(at + &axis.scale(&(side * length)))));
        self.shapes.push(Shape::Line(rail.to_vec(), Pen::Broken));
    }

    /// Draws the axes of a frame; returns labels for x and z, to be placed near their ends.
    pub(super) fn frame(
        &mut self,
        view: &View,
        frame: &Transform<f64>,
        index: &str,
    ) -> Vec<Wanted> {
        let origin = view.point(&frame.position);
        let mut labels = Vec::new();
        for (axis, letter) in ["x", "y", "z"].into_iter().enumerate() {
            let column = Vector(std::array::from_fn(|row| frame.rotation.0[row][axis]));
            let tip = view.point(&(&frame.position + &column.scale(&(AXIS / view.scale))));
            self.arrow(origin, tip, Pen::Axis(axis));
            let along = [tip[0] - origin[0], tip[1] - origin[1]];
            let length = along[0].hypot(along[1]);
            // seen from its end, an axis has no direction
            if letter == "y" || length < AXIS / 4.0 {
                continue;
            }
            labels.push(Wanted {
                text: LabelText::Symbol(letter.to_owned(), index.to_owned()),
                places: around(tip, along.map(|it| it / length)),
                is_optional: false,
            });
        }
        labels
    }
}

/// Two unit vectors across an axis, the first also across the line of sight.
fn across(axis: &Vector<f64>, towards: &Vector<f64>) -> [Vector<f64>; 2] {
    let side = axis.cross(towards);
    let side = match side.dot(&side).sqrt() {
        length if length > 1e-6 => side.scale(&(1.0 / length)),
        // the axis points at the eye
        _ => {
            let other = match axis.x().abs() < 0.9 {
                true => Vector::new(1.0, 0.0, 0.0),
                false => Vector::new(0.0, 1.0, 0.0),
            };
            let side = axis.cross(&other);
            side.scale(&(1.0 / side.dot(&side).sqrt()))
        }
    };
    let second = axis.cross(&side);
    [side, second]
}

impl View {
    /// A planar robot is seen at a right angle to its plane, others from the front, the left and above.
    pub(super) fn of(points: &[&Vector<f64>]) -> Self {
        let span = |axis: usize| {
            let values = points.iter().map(|point| point.0[axis]);
            let (low, high) =
                values.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), x| (a.min(x), b.max(x)));
            high - low
        };
        let spans = [0, 1, 2].map(span);
        let largest = spans.into_iter().fold(0.0, f64::max);
        let is_flat = |axis: usize| spans[axis] < 1e-6 * largest;
        let unit =
            |axis: usize| Vector(std::array::from_fn(|row| if row == axis { 1.0 } else { 0.0 }));
        let (right, up, towards) = match () {
            () if is_flat(2) && !is_flat(0) => (unit(0), unit(1), unit(2)),
            () if is_flat(1) && !is_flat(0) => (unit(0), unit(2), -&unit(1)),
            () => {
                let (around, above) = (-60.0f64.to_radians(), 20.0f64.to_radians());
                let ((sin, cos), (rise, level)) = (around.sin_cos(), above.sin_cos());
                (
                    Vector::new(-sin, cos, 0.0),
                    Vector::new(-rise * cos, -rise * sin, level),
                    Vector::new(level * cos, level * sin, rise),
                )
            }
        };
        let scale = if largest > 0.0 { SIZE / largest } else { 1.0 };
        Self { right, up, towards, scale }
    }

    pub(super) fn point(&self, place: &Vector<f64>) -> Point {
        [self.scale * place.dot(&self.right), self.scale * place.dot(&self.up)]
    }
}
