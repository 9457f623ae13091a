//! Dimensions of a robot in its drawing: the offsets of the frames, leg by leg.

use appell_algebra::{Formula, Poly, Printer};
use appell_model::{Robot, entry_text};
use appell_output::plot::drawing::Anchor;
use appell_spatial::{Transform, Vector};

use super::robot::{View, are_near};
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
        taken: &mut Vec<Point>,
    ) {
        let like = Transform::identity(&0.0);
        let parent = parent.unwrap_or(&like);
        let symbols = robot.symbols();
        let legs = offset.0.iter().filter(|entry| !entry.is_zero()).count();
        let value = |symbol| Some(robot.value(symbol).unwrap_or(1.0));
        let lengths = offset.try_map(|entry| entry.evaluate(symbols, value));
        let Ok(lengths) = lengths else { return };
        let along = |axis: usize| {
            let column = Vector(std::array::from_fn(|row| parent.rotation.0[row][axis]));
            column.scale(&lengths.0[axis])
        };
        let mut from = parent.position.clone();
        // names of legs stand on the side on which the link is not
        let whole = (0..3).fold(from.clone(), |sum, axis| &sum + &along(axis));
        let link = (legs > 1).then(|| view.point(&(&from + &whole).scale(&0.5)));
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
            self.dimension([start, end], link, name, symbol, taken);
            from = to;
        }
    }

    /// The name of a length beside the middle of its line, away from the middle of the link; of a symbol, its
    /// letter and index.
    fn dimension(
        &mut self,
        [from, to]: [Point; 2],
        link: Option<Point>,
        name: &str,
        symbol: Option<(&str, &str)>,
        taken: &mut Vec<Point>,
    ) {
        let along = [to[0] - from[0], to[1] - from[1]];
        let length = along[0].hypot(along[1]);
        if length < SHORTEST || name.chars().count() > LONGEST_NAME {
            return;
        }
        // beside the line, on the right of what goes up
        let side = if along[1] < 0.0 || (along[1] == 0.0 && along[0] > 0.0) { 1.0 } else { -1.0 };
        let middle = [(from[0] + to[0]) / 2.0, (from[1] + to[1]) / 2.0];
        let [x, y] = along.map(|it| it / length);
        let beside = |side: f64| [middle[0] - side * 9.0 * y, middle[1] + side * 9.0 * x];
        let distance =
            |at: Point| link.map_or(0.0, |link: Point| (link[0] - at[0]).hypot(link[1] - at[1]));
        let sides = [beside(side), beside(-side)];
        let at = sides[usize::from(distance(sides[1]) > distance(sides[0]) + 1.0)];
        if taken.iter().any(|other| are_near(*other, at)) {
            return;
        }
        taken.push(at);
        self.shapes.push(match symbol {
            Some((letter, index)) => Shape::Label(at, letter.to_owned(), index.to_owned()),
            None => {
                let anchor = if at[0] < middle[0] - 4.0 { Anchor::End } else { Anchor::Start };
                Shape::Words([at[0], at[1] - 3.0], anchor, false, name.to_owned())
            }
        });
    }
}

/// The letter of a name in LaTeX, with its accent, and its index; none where they are more than signs.
fn letter_and_index(latex: &str) -> Option<(&str, &str)> {
    let (letter, index) = latex.split_once('_').unwrap_or((latex, ""));
    let index = index.trim_start_matches('{').trim_end_matches('}');
    let (_, bare) = accent_of(letter);
    let is_letter = bare.len() == 1 && bare.bytes().all(|it| it.is_ascii_alphabetic());
    (is_letter && index.bytes().all(|it| it.is_ascii_alphanumeric())).then_some((letter, index))
}
