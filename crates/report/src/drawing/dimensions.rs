//! Dimensions of a robot in its drawing: the offsets of the frames, leg by leg.

use appell_algebra::{Formula, Poly, Printer};
use appell_model::{Robot, entry_text};
use appell_spatial::{Transform, Vector};

use super::labels::{LabelText, Wanted};
use super::robot::View;
use super::{Drawing, Pen, Point, Shape, accent_of};

/// A shorter leg has no room for its name, in points; a longer name says nothing at a glance, in letters.
const SHORTEST: f64 = 16.0;
const LONGEST_NAME: usize = 12;

impl Drawing {
    /// The offset of a frame in the frame before it: along x, then y, then z. Legs that are not the link itself
    /// are broken lines.
    pub(super) fn dimensions(
        &mut self,
        robot: &Robot,
        printer: &Printer<'_>,
        view: &View,
        parent: Option<&Transform<f64>>,
        offset: &Vector<Poly>,
    ) -> Vec<Wanted> {
        let like = Transform::identity(&0.0);
        let parent = parent.unwrap_or(&like);
        let symbols = robot.symbols();
        let legs = offset.0.iter().filter(|entry| !entry.is_zero()).count();
        let value = |symbol| Some(robot.value(symbol).unwrap_or(1.0));
        let lengths = offset.try_map(|entry| entry.evaluate(symbols, value));
        let Ok(lengths) = lengths else { return Vec::new() };
        let along = |axis: usize| {
            let column = Vector(std::array::from_fn(|row| parent.rotation.0[row][axis]));
            column.scale(&lengths.0[axis])
        };
        let mut from = parent.position.clone();
        // names of legs stand on the side on which the link is not
        let whole = (0..3).fold(from.clone(), |sum, axis| &sum + &along(axis));
        let link = (legs > 1).then(|| view.point(&(&from + &whole).scale(&0.5)));
        let mut labels = Vec::new();
        for (axis, entry) in offset.0.iter().enumerate().filter(|(_, entry)| !entry.is_zero()) {
            let to = &from + &along(axis);
            let [start, end] = [&from, &to].map(|it| view.point(it));
            if legs > 1 {
                self.shapes.push(Shape::Line(vec![start, end], Pen::Broken));
            }
            let text = entry_text(entry, symbols);
            let name = text.trim_start_matches('-');
            let symbol = symbols.find(name).map(|it| printer.latex(&Formula::Symbol(it)));
            let symbol = symbol.as_deref().and_then(letter_and_index);
            labels.extend(dimension([start, end], link, name, symbol));
            from = to;
        }
        labels
    }
}

/// The name of a length beside the middle of its line, away from the middle of the link, or else farther off; of a
/// symbol, its letter and index.
fn dimension(
    [from, to]: [Point; 2],
    link: Option<Point>,
    name: &str,
    symbol: Option<(&str, &str)>,
) -> Option<Wanted> {
    let along = [to[0] - from[0], to[1] - from[1]];
    let length = along[0].hypot(along[1]);
    if length < SHORTEST || name.chars().count() > LONGEST_NAME {
        return None;
    }
    let text = match symbol {
        Some((letter, index)) => LabelText::Symbol(letter.to_owned(), index.to_owned()),
        None => LabelText::Words(name.to_owned()),
    };
    let [x, y] = along.map(|it| it / length);
    // words are wider than high
    let wide = if symbol.is_none() { 2.4 * name.chars().count() as f64 } else { 3.0 };
    let off = 7.0 + wide * y.abs();
    let beside = |side: f64, share: f64, far: f64| {
        let on_line = [from[0] + share * along[0], from[1] + share * along[1]];
        [on_line[0] - side * (off + far) * y, on_line[1] + side * (off + far) * x]
    };
    // on the right of what goes up, unless the link is there
    let right = if along[1] < 0.0 || (along[1] == 0.0 && along[0] > 0.0) { 1.0 } else { -1.0 };
    let distance =
        |at: Point| link.map_or(0.0, |link: Point| (link[0] - at[0]).hypot(link[1] - at[1]));
    let is_left = distance(beside(-right, 0.5, 0.0)) > distance(beside(right, 0.5, 0.0)) + 1.0;
    let side = if is_left { -right } else { right };
    let mut places = Vec::new();
    for far in [0.0, 5.0, 11.0, 18.0, 26.0] {
        for share in [0.5, 0.35, 0.65, 0.2, 0.8] {
            places.extend([side, -side].map(|side| beside(side, share, far)));
        }
    }
    Some(Wanted { text, places, is_optional: true })
}

/// The letter of a name in LaTeX, with its accent, and its index; none where they are more than signs.
fn letter_and_index(latex: &str) -> Option<(&str, &str)> {
    let (letter, index) = latex.split_once('_').unwrap_or((latex, ""));
    let index = index.trim_start_matches('{').trim_end_matches('}');
    let (_, bare) = accent_of(letter);
    let is_letter = bare.len() == 1 && bare.bytes().all(|it| it.is_ascii_alphabetic());
    (is_letter && index.bytes().all(|it| it.is_ascii_alphanumeric())).then_some((letter, index))
}
