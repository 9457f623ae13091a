//! Patterns of names: `{}^{i}\bar{F}_{i}` stands for all links.

use std::collections::BTreeMap;

use super::Name;
use crate::latex::read_name;

/// What the letters of a pattern stand for in a name: `i`, `j` for numbers, `alpha`, `beta` for
/// x, y or z.
pub(crate) type Bindings = BTreeMap<&'static str, String>;

/// A pattern of names.
#[derive(Clone, Debug)]
pub(crate) struct Pattern(Vec<Piece>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Literal(String),
    /// One to three digits: a regressor has ten columns a link.
    Index(&'static str),
    /// x, y or z.
    Axis(&'static str),
}

/// The letters of patterns, which stand for something only in scripts.
const INDICES: [&str; 2] = ["i", "j"];
const AXES: [(&str, &str); 2] = [("\\alpha", "alpha"), ("\\beta", "beta")];

impl Pattern {
    /// Reads a pattern; the error says what is wrong with it.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let inks = read_name(text).map_err(|problem| problem.message)?;
        let [ink] = inks.as_slice() else { return Err("it is not a single name".to_owned()) };
        let name = Name::of(ink, None).ok_or("it is not a name")?;
        let mut depth = 0usize;
        // which braces close a script, and which an accent
        let mut open = Vec::new();
        let mut pieces = Vec::new();
        for piece in name.0 {
            if piece != "}{" && piece.ends_with('{') {
                let script = !piece.starts_with('\\');
                depth += usize::from(script);
                open.push(script);
            } else if piece == "}" {
                depth -= usize::from(open.pop().unwrap_or_default());
            }
            let index = INDICES.iter().find(|letter| depth > 0 && piece == **letter);
            let axis = AXES.iter().find(|(command, _)| depth > 0 && piece == *command);
            pieces.push(match (index, axis) {
                (Some(letter), _) => Piece::Index(letter),
                (_, Some((_, letter))) => Piece::Axis(letter),
                _ => Piece::Literal(piece),
            });
        }
        Ok(Self(pieces))
    }

    /// The pattern that a name is, nothing in it standing for anything else.
    pub(crate) fn literal(name: &Name) -> Self {
        Self(name.0.iter().cloned().map(Piece::Literal).collect())
    }

    /// The same with another word in the place of one that stands in it, letter by letter.
    pub(crate) fn with_word(&self, word: &str, by: &str) -> Self {
        let literal = |text: &str| -> Vec<Piece> {
            text.chars().map(|letter| Piece::Literal(letter.to_string())).collect()
        };
        let (word, by) = (literal(word), literal(by));
        let mut pieces = Vec::new();
        let mut rest = self.0.as_slice();
        while let Some((first, behind)) = rest.split_first() {
            match rest.strip_prefix(word.as_slice()) {
                Some(behind) => {
                    pieces.extend_from_slice(&by);
                    rest = behind;
                }
                None => {
                    pieces.push(first.clone());
                    rest = behind;
                }
            }
        }
        Self(pieces)
    }

    /// How many of its letters stand for something: the fewer, the more exact it is.
    pub(crate) fn freedom(&self) -> usize {
        self.0.iter().filter(|piece| !matches!(piece, Piece::Literal(_))).count()
    }

    /// What its letters stand for in a name, when it fits.
    pub(crate) fn bind(&self, name: &Name) -> Option<Bindings> {
        // most patterns do not even begin like the name
        if let (Some(Piece::Literal(own)), Some(first)) = (self.0.first(), name.0.first())
            && own != first
        {
            return None;
        }
        let mut bindings = Bindings::new();
        fits(&self.0, &name.0, &mut bindings).then_some(bindings)
    }

    /// The name that it is when its letters stand for these.
    pub(crate) fn name(&self, bindings: &Bindings) -> Option<Name> {
        let mut pieces = Vec::new();
        for piece in &self.0 {
            match piece {
                Piece::Literal(piece) => pieces.push(piece.clone()),
                Piece::Index(letter) | Piece::Axis(letter) => {
                    pieces.extend(bindings.get(letter)?.chars().map(String::from));
                }
            }
        }
        Some(Name(pieces))
    }
}

fn fits(pattern: &[Piece], name: &[String], bindings: &mut Bindings) -> bool {
    let Some((first, rest)) = pattern.split_first() else { return name.is_empty() };
    match first {
        Piece::Literal(piece) => name.first() == Some(piece) && fits(rest, &name[1..], bindings),
        Piece::Index(letter) => {
            let digits = name.iter().take_while(|piece| is_digit(piece)).count().min(3);
            // 02 are two indices
            let digits =
                if name.first().is_some_and(|it| it == "0") { digits.min(1) } else { digits };
            (1..=digits).any(|count| bound(letter, count, rest, name, bindings))
        }
        Piece::Axis(letter) => {
            name.first().is_some_and(|piece| matches!(piece.as_str(), "x" | "y" | "z"))
                && bound(letter, 1, rest, name, bindings)
        }
    }
}

/// Whether the rest fits when a letter stands for the first so many pieces.
fn bound(
    letter: &'static str,
    count: usize,
    rest: &[Piece],
    name: &[String],
    bindings: &mut Bindings,
) -> bool {
    let value = name[..count].concat();
    match bindings.get(letter) {
        Some(known) => *known == value && fits(rest, &name[count..], bindings),
        None => {
            bindings.insert(letter, value);
            let fits = fits(rest, &name[count..], bindings);
            if !fits {
                bindings.remove(letter);
            }
            fits
        }
    }
}

fn is_digit(piece: &str) -> bool {
    piece.len() == 1 && piece.starts_with(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::name::tests::name;

    #[test]
    fn patterns_bind_numbers_and_axes() {
        let pattern = Pattern::read(r"{}^{i}r_{C_{i\alpha}}").unwrap();
        let bindings = pattern.bind(&name(r"{}^5r_{C_{5x}}")).unwrap();
        assert_eq!((bindings["i"].as_str(), bindings["alpha"].as_str()), ("5", "x"));
        assert!(pattern.bind(&name(r"{}^5r_{C_{4x}}")).is_none());
        let elements = Pattern::read("M_{ij}").unwrap();
        let bindings = elements.bind(&name("M_{12}")).unwrap();
        assert_eq!((bindings["i"].as_str(), bindings["j"].as_str()), ("1", "2"));
    }

    #[test]
    fn letters_outside_scripts_are_letters() {
        let pattern = Pattern::read(r"\bar{i}_i").unwrap();
        assert!(pattern.bind(&name(r"\bar{i}_2")).is_some());
        assert!(pattern.bind(&name(r"\bar{k}_2")).is_none());
    }
}
