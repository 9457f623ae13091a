//! Texts as strokes of a pen, in letters of A. V. Hershey: no font has to be there.

use super::drawing::{Anchor, FONT_SIZE, Point};

const LETTERS: &str = include_str!("hershey.jhf");

/// Capital letters are 21 units high, and seven tenths of the size of a font.
const SCALE: f64 = 0.7 * FONT_SIZE / 21.0;
/// How far the baseline is below the origin of a letter, in units.
const BASELINE: f64 = 9.0;

/// The strokes of a text, each from point to point. What is no letter of English is a question mark.
pub(super) fn strokes(text: &str, (x, y): Point, anchor: Anchor) -> Vec<Vec<Point>> {
    let letters: Vec<&[u8]> = text.chars().filter_map(letter).collect();
    let width: f64 = letters.iter().map(|letter| unit(letter[1]) - unit(letter[0])).sum();
    let mut pen = x - SCALE
        * match anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => width / 2.0,
            Anchor::End => width,
        };
    let mut all = Vec::new();
    for letter in letters {
        let (left, right) = (unit(letter[0]), unit(letter[1]));
        let place = |pair: &[u8]| {
            (pen + SCALE * (unit(pair[0]) - left), y + SCALE * (unit(pair[1]) - BASELINE))
        };
        let pairs: Vec<&[u8]> = letter[2..].chunks_exact(2).collect();
        let lines = pairs.split(|pair| *pair == b" R").filter(|line| !line.is_empty());
        all.extend(lines.map(|line| line.iter().map(|pair| place(pair)).collect()));
        pen += SCALE * (right - left);
    }
    all
}

fn unit(letter: u8) -> f64 {
    f64::from(letter) - f64::from(b'R')
}

fn letter(wanted: char) -> Option<&'static [u8]> {
    let number = if (' '..='~').contains(&wanted) { wanted } else { '?' } as usize - ' ' as usize;
    let mut lines = LETTERS.lines().skip_while(|line| line.starts_with('#'));
    lines.nth(number).map(str::as_bytes).filter(|letter| letter.len() >= 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_stand_on_the_line_and_beside_each_other() {
        let strokes = strokes("HH", (10.0, 20.0), Anchor::Start);
        assert_eq!(strokes.len(), 6, "three strokes a letter");
        let all: Vec<Point> = strokes.into_iter().flatten().collect();
        let [low, high] = [f64::max, f64::min].map(|by| all.iter().map(|it| it.1).reduce(by));
        assert_eq!((low, high), (Some(20.0), Some(20.0 - 0.7 * FONT_SIZE)));
        assert!(all.iter().all(|point| point.0 > 10.0 && point.0 < 10.0 + 2.0 * FONT_SIZE));
        // every printed letter of ASCII has a shape, and other letters have one too
        for code in '!'..='~' {
            assert!(
                !super::strokes(&code.to_string(), (0.0, 0.0), Anchor::End).is_empty(),
                "{code}"
            );
        }
        assert_eq!(
            super::strokes("\u{3b1}", (0.0, 0.0), Anchor::Middle),
            super::strokes("?", (0.0, 0.0), Anchor::Middle)
        );
    }
}
