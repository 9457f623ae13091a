//! A picture of coloured dots, and lines with soft edges on it.

use super::drawing::Point;

/// A white picture to draw on.
pub(super) struct Canvas {
    width: usize,
    height: usize,
    /// Red, green and blue of every dot, row by row.
    bytes: Vec<u8>,
    /// How much of each dot the shape at hand covers.
    covered: Vec<f32>,
}

impl Canvas {
    pub(super) fn new(width: usize, height: usize) -> Self {
        let count = width * height;
        Self { width, height, bytes: vec![u8::MAX; 3 * count], covered: vec![0.0; count] }
    }

    pub(super) fn clear(&mut self) {
        self.bytes.fill(u8::MAX);
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Draws lines from point to point with a round pen, all as one shape: where they cross or meet,
    /// nothing is drawn twice.
    pub(super) fn draw(&mut self, lines: &[Vec<Point>], width: f64, colour: [u8; 3]) {
        let mut touched = Area { left: self.width, right: 0, top: self.height, bottom: 0 };
        for pair in lines.iter().flat_map(|line| line.windows(2)) {
            self.cover(pair[0], pair[1], width / 2.0, &mut touched);
        }
        for y in touched.top..touched.bottom {
            for at in y * self.width + touched.left..y * self.width + touched.right {
                let part = std::mem::take(&mut self.covered[at]);
                for (byte, colour) in self.bytes[3 * at..3 * at + 3].iter_mut().zip(colour) {
                    let mixed = f32::from(*byte) * (1.0 - part) + f32::from(colour) * part;
                    *byte = mixed.round() as u8;
                }
            }
        }
    }

    /// Covers the dots near a straight line. A dot is covered by as much as its middle lies inside
    /// the edge of the pen, half a dot further in and out.
    fn cover(&mut self, (x, y): Point, (to_x, to_y): Point, radius: f64, touched: &mut Area) {
        let (dx, dy) = (to_x - x, to_y - y);
        let square = dx * dx + dy * dy;
        if !square.is_finite() {
            return;
        }
        // what is outside of the picture, a cast leaves there
        let reach = radius + 0.5;
        let first = |a: f64, b: f64| (a.min(b) - reach).floor() as usize;
        let last = |a: f64, b: f64, size: usize| ((a.max(b) + reach).ceil() as usize).min(size);
        let span = Area {
            left: first(x, to_x),
            right: last(x, to_x, self.width),
            top: first(y, to_y),
            bottom: last(y, to_y, self.height),
        };
        if span.left >= span.right || span.top >= span.bottom {
            return;
        }
        touched.include(&span);
        for row in span.top..span.bottom {
            for column in span.left..span.right {
                let (px, py) = (column as f64 + 0.5 - x, row as f64 + 0.5 - y);
                let along = if square > 0.0 { (px * dx + py * dy) / square } else { 0.0 };
                let along = along.clamp(0.0, 1.0);
                let (ox, oy) = (px - along * dx, py - along * dy);
                let part = (reach - (ox * ox + oy * oy).sqrt()).clamp(0.0, 1.0) as f32;
                let covered = &mut self.covered[row * self.width + column];
                *covered = covered.max(part);
            }
        }
    }
}

/// A part of the picture, without its right and lower edge.
struct Area {
    left: usize,
    right: usize,
    top: usize,
    bottom: usize,
}

impl Area {
    fn include(&mut self, other: &Self) {
        self.left = self.left.min(other.left);
        self.right = self.right.max(other.right);
        self.top = self.top.min(other.top);
        self.bottom = self.bottom.max(other.bottom);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_covers_what_it_crosses_and_nothing_else() {
        let mut canvas = Canvas::new(20, 10);
        canvas.draw(&[vec![(2.0, 5.0), (18.0, 5.0)]], 2.0, [255, 0, 0]);
        let dot = |canvas: &Canvas, x: usize, y: usize| {
            canvas.bytes()[3 * (20 * y + x)..3 * (20 * y + x) + 3].to_vec()
        };
        assert_eq!(dot(&canvas, 10, 4), [255, 0, 0]);
        assert_eq!(dot(&canvas, 10, 5), [255, 0, 0]);
        assert_eq!(dot(&canvas, 10, 7), [255, 255, 255]);
        // as much ink as the line is long and wide, and round ends
        let ink: f64 = canvas.bytes().iter().map(|&byte| 255.0 - f64::from(byte)).sum();
        let area = ink / (2.0 * 255.0);
        assert!((area - (16.0 * 2.0 + std::f64::consts::PI)).abs() < 0.5, "{area}");
        // what lies outside, or nowhere, is left out
        let before = canvas.bytes().to_vec();
        canvas.draw(&[vec![(-9.0, -9.0), (-3.0, -3.0)]], 2.0, [0; 3]);
        canvas.draw(&[vec![(f64::NAN, 1.0), (1e300, 1.0)]], 2.0, [0; 3]);
        assert_eq!(canvas.bytes(), before);
    }
}
