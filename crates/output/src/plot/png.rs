//! Figures one below the other, as one PNG.

use std::io::Write;

use super::Figure;
use super::canvas::Canvas;
use super::drawing::{Colour, DASHES, HEIGHT, Point, Shape, WIDTH, shapes};
use super::lettering::strokes;

/// Dots of the picture for a unit of the drawing.
const SCALE: f64 = 2.0;

const BLACK: [u8; 3] = [0; 3];

/// All figures, one below the other, as the bytes of a PNG file. The error is a message.
///
/// ```
/// use appell_output::plot::{Curve, Figure, png};
/// let curve = Curve { name: "q1".to_owned(), points: vec![(0.0, 0.0), (1.0, 0.5)] };
/// let figure = Figure {
///     title: "coordinates".to_owned(), across: "t [s]".to_owned(), up: "[rad]".to_owned(),
///     curves: vec![curve], scattered: false,
/// };
/// assert!(png(&[figure])?.starts_with(b"\x89PNG"));
/// # Ok::<(), String>(())
/// ```
pub fn png(figures: &[Figure]) -> Result<Vec<u8>, String> {
    encoded(figures).map_err(|error| error.to_string())
}

fn encoded(figures: &[Figure]) -> Result<Vec<u8>, png::EncodingError> {
    let (width, height) = ((SCALE * WIDTH) as u32, (SCALE * HEIGHT) as u32);
    let mut bytes = Vec::new();
    // a picture without figures is an empty one
    let count = figures.len().max(1) as u32;
    let mut encoder = png::Encoder::new(&mut bytes, width, height.saturating_mul(count));
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    let mut rows = writer.stream_writer()?;
    // one figure after the other: no more than one is in memory
    let mut canvas = Canvas::new(width as usize, height as usize);
    for number in 0..count as usize {
        canvas.clear();
        for shape in figures.get(number).iter().flat_map(|it| shapes(it, [WIDTH, HEIGHT])) {
            draw(&shape, &mut canvas);
        }
        rows.write_all(canvas.bytes())?;
    }
    rows.finish()?;
    writer.finish()?;
    Ok(bytes)
}

fn draw(shape: &Shape, canvas: &mut Canvas) {
    let scaled = |points: &[Point]| -> Vec<Point> {
        points.iter().map(|(x, y)| (SCALE * x, SCALE * y)).collect()
    };
    let mut pen = |lines: &[Vec<Point>], colour: [u8; 3], width: f64| {
        canvas.draw(lines, SCALE * width, colour);
    };
    let of = |colour: &Colour| colour.parts();
    match shape {
        Shape::Line { points, colour, width, dashed } => {
            let points = scaled(points);
            let lines = if *dashed { dashes(&points) } else { vec![points] };
            pen(&lines, of(colour), *width);
        }
        Shape::Dots { points, colour, width } => {
            let dots: Vec<Vec<Point>> = scaled(points).iter().map(|&at| vec![at, at]).collect();
            pen(&dots, of(colour), *width);
        }
        Shape::Text { at, anchor, bold, text } => {
            let lines: Vec<Vec<Point>> =
                strokes(text, *at, *anchor).iter().map(|line| scaled(line)).collect();
            pen(&lines, BLACK, if *bold { 1.6 } else { 0.9 });
        }
    }
}

/// A line cut into dashes.
fn dashes(points: &[Point]) -> Vec<Vec<Point>> {
    let (on, off) = (SCALE * DASHES.0, SCALE * DASHES.1);
    let mut all = Vec::new();
    let mut at = 0.0;
    for pair in points.windows(2) {
        let ((x, y), (dx, dy)) = (pair[0], (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1));
        let length = dx.hypot(dy);
        let mut done = 0.0;
        while done < length {
            let phase = at % (on + off);
            let (drawn, rest) =
                if phase < on { (true, on - phase) } else { (false, on + off - phase) };
            // never so short that it stands still
            let next = (done + rest.max(1e-3)).min(length);
            if drawn {
                let place = |along: f64| (x + dx * along / length, y + dy * along / length);
                all.push(vec![place(done), place(next)]);
            }
            at += next - done;
            done = next;
        }
    }
    all
}
