//! A robot drawn with letters: two views, side by side.

use appell::mechanics::geometry::Frames;
use appell::model::Robot;
use appell::spatial::Vector;

/// The width and the height of a view, in letters.
const WIDTH: usize = 38;
const HEIGHT: usize = 16;

/// The robot seen from the front (x to the right, z up) and from above (x to the right, y up).
/// Numbers are joints, `0` is the base, `T` the tool.
pub(crate) fn sketch(robot: &Robot, pose: &Frames<f64>) -> String {
    let origin = Vector::new(0.0, 0.0, 0.0);
    let mut points = vec![(origin, "0".to_owned())];
    let mut edges = Vec::new();
    for (index, (joint, frame)) in robot.joints().iter().zip(&pose.in_base).enumerate() {
        points.push((frame.position.clone(), (index + 1).to_string()));
        edges.push((joint.parent.map_or(0, |parent| parent.number()), index + 1));
    }
    edges.push((robot.tool().parent.number(), points.len()));
    points.push((pose.tool.position.clone(), "T".to_owned()));

    let reach = |axis: usize| {
        let values = points.iter().map(|(point, _)| point.0[axis]);
        let (low, high) = values.fold((0.0f64, 0.0f64), |(a, b), x| (a.min(x), b.max(x)));
        (low, high)
    };
    let views = [("from the front: x right, z up", 2), ("from above: x right, y up", 1)];
    // both views to one scale, so that they can be compared
    let dots = [(WIDTH * 2 - 8) as f64, (HEIGHT * 4 - 8) as f64];
    let span = |axis: usize| reach(axis).1 - reach(axis).0;
    let scale = [dots[0] / span(0), dots[1] / span(1), dots[1] / span(2)];
    let scale = scale.into_iter().filter(|scale| scale.is_finite()).fold(f64::INFINITY, f64::min);
    let scale = if scale.is_finite() { scale } else { 1.0 };

    let drawn = views.map(|(title, up)| {
        let centre = |axis: usize| (reach(axis).0 + reach(axis).1) / 2.0;
        let place = |point: &Vector<f64>| {
            let x = WIDTH as f64 + (point.0[0] - centre(0)) * scale;
            let y = HEIGHT as f64 * 2.0 - (point.0[up] - centre(up)) * scale;
            (x, y)
        };
        let mut canvas = Canvas::new();
        for &(from, to) in &edges {
            canvas.line(place(&points[from].0), place(&points[to].0));
        }
        let labels = points.iter().map(|(point, label)| (place(point), label.as_str()));
        let mut lines = vec![title.to_owned()];
        lines.extend(canvas.with_labels(labels));
        lines
    });
    let [left, right] = drawn;
    let width = WIDTH + 2;
    let rows = left.into_iter().zip(right);
    rows.map(|(left, right)| format!("  {left:<width$}{right}").trim_end().to_owned() + "\n")
        .collect()
}

/// Letters of two by four dots each (the Braille patterns of Unicode).
struct Canvas {
    cells: [[u8; WIDTH]; HEIGHT],
}

impl Canvas {
    fn new() -> Self {
        Self { cells: [[0; WIDTH]; HEIGHT] }
    }

    fn dot(&mut self, x: f64, y: f64) {
        let (x, y) = (x.round(), y.round());
        if x < 0.0 || y < 0.0 {
            return;
        }
        let (x, y) = (x as usize, y as usize);
        // the bits of a pattern, by column and row of the dot
        const BITS: [[u8; 4]; 2] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]];
        if let Some(cell) = self.cells.get_mut(y / 4).and_then(|row| row.get_mut(x / 2)) {
            *cell |= BITS[x % 2][y % 4];
        }
    }

    fn line(&mut self, (x0, y0): (f64, f64), (x1, y1): (f64, f64)) {
        let steps = (x1 - x0).abs().max((y1 - y0).abs()).ceil().clamp(1.0, 1000.0);
        for step in 0..=steps as usize {
            let t = step as f64 / steps;
            self.dot(x0 + (x1 - x0) * t, y0 + (y1 - y0) * t);
        }
    }

    /// The lines, with labels over the dots. Labels at one place stand together: `4,5,6`.
    fn with_labels<'l>(&self, labels: impl Iterator<Item = ((f64, f64), &'l str)>) -> Vec<String> {
        let pattern = |&bits: &u8| match bits {
            0 => ' ',
            _ => char::from_u32(0x2800 + u32::from(bits)).unwrap_or(' '),
        };
        let mut rows: Vec<Vec<char>> =
            self.cells.iter().map(|row| row.iter().map(pattern).collect()).collect();
        let mut places: Vec<((usize, usize), String)> = Vec::new();
        for ((x, y), label) in labels {
            let cell = |value: f64, limit: usize| (value.max(0.0) as usize).min(limit - 1);
            let place = (cell(y.round() / 4.0, HEIGHT), cell(x.round() / 2.0, WIDTH));
            // labels that would stand in one another are written together
            let touches = |((row, column), text): &&mut ((usize, usize), String)| {
                let end = column + text.chars().count();
                *row == place.0 && place.1 <= end && *column <= place.1 + label.len()
            };
            match places.iter_mut().find(|taken| touches(taken)) {
                Some((_, text)) => {
                    text.push(',');
                    text.push_str(label);
                }
                None => places.push((place, label.to_owned())),
            }
        }
        for ((row, column), text) in places {
            let column = column.min(WIDTH.saturating_sub(text.chars().count()));
            for (offset, letter) in text.chars().enumerate().take(WIDTH) {
                rows[row][column + offset] = letter;
            }
        }
        rows.into_iter().map(|row| row.into_iter().collect()).collect()
    }
}
