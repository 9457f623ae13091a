//! Names as they are printed, in pieces.

mod pattern;

use crate::latex::{Accent, Ink, InkKind, Operator, Script};
pub(crate) use pattern::{Bindings, Pattern};

/// A printed name, in pieces: `{}^5r_{C_{5x}}` is `^{ 5 } r _{ C _{ 5 x } }`. However the braces
/// were set in the file, equal names have equal pieces.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Name(Vec<String>);

/// The indices for which a formula is read: of a formula for every link, and of the sums around a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct General {
    /// Letters and what they stand for; the last is the innermost.
    bound: [Option<(char, usize)>; MOST_INDICES],
    /// The value of n, the last joint.
    n: usize,
}

/// How many letters may be bound at once.
const MOST_INDICES: usize = 4;

impl General {
    /// No letter is bound but n.
    pub(crate) fn of(n: usize) -> Self {
        Self { bound: [None; MOST_INDICES], n }
    }

    /// The same with one more letter; none where too many are bound.
    pub(crate) fn with(mut self, letter: char, value: usize) -> Option<Self> {
        let free = self.bound.iter_mut().find(|it| it.is_none_or(|(own, _)| own == letter))?;
        *free = Some((letter, value));
        Some(self)
    }

    /// What a letter stands for.
    pub(crate) fn value(&self, letter: &str) -> Option<usize> {
        let mut bound = self.bound.iter().flatten();
        let own = bound.find(|(own, _)| letter.strip_prefix(*own).is_some_and(str::is_empty));
        own.map(|(_, value)| *value).or((letter == "n").then_some(self.n))
    }
}

impl Name {
    /// The name that something printed is, if it can be one; dots and all.
    pub(crate) fn of(ink: &Ink, general: Option<General>) -> Option<Self> {
        let mut pieces = Vec::new();
        spell(ink, false, general, &mut pieces)?;
        Some(Self(pieces))
    }

    /// The same name with arguments behind it: the `g(q)` of a paper is not its `g`.
    pub(crate) fn applied(&self) -> Self {
        let pieces = self.0.iter().cloned().chain(["()".to_owned()]);
        Self(pieces.collect())
    }

    /// The name without its arguments.
    pub(crate) fn bare(&self) -> Self {
        Self(self.0.iter().filter(|piece| *piece != "()").cloned().collect())
    }

    /// The name without dots over its first letter.
    pub(crate) fn undotted(&self) -> Self {
        match self.0.as_slice() {
            [dots, letter, close, rest @ ..]
                if dots.starts_with('\\') && dots.ends_with("dot{") && close == "}" =>
            {
                Self([std::slice::from_ref(letter), rest].concat())
            }
            _ => self.clone(),
        }
    }

    /// The name with a dot over its first letter.
    pub(crate) fn dotted(&self) -> Self {
        let dotted = |letter: &String| ["\\dot{".to_owned(), letter.clone(), "}".to_owned()];
        let (first, rest) = (self.0.iter().take(1).flat_map(dotted), self.0.iter().skip(1));
        Self(first.chain(rest.cloned()).collect())
    }

    /// How many dots are over its first letter.
    pub(crate) fn dots(&self) -> usize {
        let first = self.0.first().and_then(|piece| piece.strip_suffix("ot{"));
        first.map_or(0, |dots| dots.matches('d').count())
    }

    /// The letter of a coordinate of some point, `x_{c2}`, `\dot y_p`: x, y or z.
    pub(crate) fn place_letter(&self) -> Option<&str> {
        let letter = self.0.iter().find(|piece| !piece.starts_with('\\'))?;
        let is_place = ["x", "y", "z"].contains(&letter.as_str());
        (is_place && !self.has_superscript()).then_some(letter)
    }

    /// The number of the link of whose centre of mass this is a coordinate: 2 of `x_{c2}`, `y_{C_2}`.
    pub(crate) fn centre(&self) -> Option<usize> {
        let letters = self.undotted().letters();
        let index = letters.get(1..)?.strip_prefix(['c', 'C', 'G'])?;
        index.trim_start_matches('m').parse().ok()
    }

    /// The name of another coordinate of the same point.
    pub(crate) fn with_place_letter(&self, letter: &str) -> Self {
        let mut pieces = self.0.clone();
        let place = pieces.iter_mut().find(|piece| !piece.starts_with('\\'));
        place.into_iter().for_each(|piece| letter.clone_into(piece));
        Self(pieces)
    }

    /// The name whose square this is: `v_p` of `v_p^2`.
    pub(crate) fn squared(&self) -> Option<Self> {
        match self.0.as_slice() {
            [base @ .., open, two, close] if open == "^{" && two == "2" && close == "}" => {
                Some(Self(base.to_vec()))
            }
            _ => None,
        }
    }

    /// The three indices of `c_{121}`.
    pub(crate) fn christoffel(&self) -> Option<[usize; 3]> {
        let [letter, open, i, j, k, close] = self.0.as_slice() else { return None };
        let is_one =
            matches!(letter.as_str(), "c" | "h" | "\\Gamma") && open == "_{" && close == "}";
        let index = |digit: &String| digit.parse().ok().filter(|_| is_one);
        Some([index(i)?, index(j)?, index(k)?])
    }

    /// What stands for a letter that no formula binds: the bound of a sum.
    pub(crate) fn of_index(letter: &str) -> Self {
        Self(["_{", letter, "}"].map(str::to_owned).to_vec())
    }

    /// The name with its digits left out, which it shares with others: `m_{12}`, `m_{13}`.
    pub(crate) fn family(&self) -> Self {
        let is_digit =
            |piece: &str| piece.len() == 1 && piece.starts_with(|c: char| c.is_ascii_digit());
        let piece = |piece: &String| if is_digit(piece) { "#".to_owned() } else { piece.clone() };
        Self(self.0.iter().map(piece).collect())
    }

    /// The name as LaTeX.
    pub(crate) fn latex(&self) -> String {
        let mut out = String::new();
        if self.0.first().is_some_and(|first| first == "^{" || first == "_{") {
            out.push_str("{}");
        }
        for piece in self.0.iter().filter(|piece| *piece != "()") {
            let after_command = out.ends_with(|c: char| c.is_ascii_alphabetic())
                && out
                    .rsplit(|c: char| !c.is_ascii_alphabetic())
                    .next()
                    .is_some_and(|word| out[..out.len() - word.len()].ends_with('\\'));
            if after_command && piece.starts_with(|c: char| c.is_alphabetic()) {
                out.push(' ');
            }
            match piece.len() > 1 && piece.chars().all(char::is_alphanumeric) {
                true => out.push_str(&format!("\\mathrm{{{piece}}}")),
                false => out.push_str(piece),
            }
        }
        shorter(&out)
    }

    /// The letters and digits alone: `{}^5r_{C_{5x}}` has `5rC5x`.
    pub(crate) fn letters(&self) -> String {
        let letters = self.0.iter().filter(|piece| !piece.ends_with('{') && *piece != "}");
        letters.map(|piece| piece.trim_start_matches('\\')).filter(|piece| *piece != "*").collect()
    }

    /// The same name with one number in the place of another.
    pub(crate) fn with_number(&self, from: &str, to: &str) -> Self {
        let piece = |piece: &String| if piece == from { to.to_owned() } else { piece.clone() };
        Self(self.0.iter().map(piece).collect())
    }

    /// What two names differ in that are one letter with indices: in one place only.
    pub(crate) fn near_miss<'n>(&'n self, other: &'n Self) -> Option<(&'n str, &'n str)> {
        let mut differing = self.0.iter().zip(&other.0).skip(1).filter(|(a, b)| a != b);
        let ((a, b), None) = (differing.next()?, differing.next()) else { return None };
        let alike = self.0.len() == other.0.len() && self.0.first() == other.0.first();
        alike.then_some((a, b))
    }

    /// Whether a mark stands over any of its letters.
    pub(crate) fn is_accented(&self) -> bool {
        self.0.iter().any(|piece| piece.starts_with('\\') && piece.ends_with('{'))
    }

    /// Whether something stands above its letters.
    pub(crate) fn has_superscript(&self) -> bool {
        self.0.iter().any(|piece| piece == "^{")
    }

    /// Whether a letter stands in it as a piece, as the `i` of a general formula does.
    pub(crate) fn has_index(&self, letter: &str) -> bool {
        let mut depth = 0usize;
        self.0.iter().any(|piece| {
            match piece.as_str() {
                "}{" => {}
                piece if piece.ends_with('{') => depth += usize::from(!piece.starts_with('\\')),
                "}" => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth > 0 && piece == letter
        })
    }
}

/// `_{4}` is `_4`.
fn shorter(latex: &str) -> String {
    let chars: Vec<char> = latex.chars().collect();
    let mut out = String::with_capacity(latex.len());
    let mut at = 0;
    while at < chars.len() {
        match chars[at..] {
            [mark @ ('_' | '^'), '{', one, '}', ..] if one.is_alphanumeric() || one == '*' => {
                out.extend([mark, one]);
                at += 4;
            }
            _ => {
                out.push(chars[at]);
                at += 1;
            }
        }
    }
    out
}

/// Adds the pieces of something printed; none when it cannot be a name.
fn spell(
    ink: &Ink,
    in_script: bool,
    general: Option<General>,
    out: &mut Vec<String>,
) -> Option<()> {
    match &ink.kind {
        // a word is a word, but in a script its letters are indices
        InkKind::Letter(letter) if in_script && !letter.starts_with('\\') => {
            out.extend(letter.chars().map(String::from));
        }
        InkKind::Letter(letter) => out.push(letter.clone()),
        InkKind::Number(digits) if in_script && digits.len() < 10 => {
            out.extend(digits.chars().map(String::from))
        }
        InkKind::Text(text) if in_script => out.extend(text.chars().map(String::from)),
        InkKind::Group(inside) => spell_all(inside, in_script, general, out)?,
        InkKind::Accent(accent, on) => {
            out.push(format!("\\{}{{", accent_name(*accent)?));
            spell(on, in_script, general, out)?;
            out.push("}".to_owned());
        }
        InkKind::Fenced { open: '[', inside } if !in_script => {
            out.push("[".to_owned());
            spell_all(inside, in_script, general, out)?;
            out.push("]".to_owned());
        }
        InkKind::Fenced { open: '(', inside } if in_script => {
            out.push("(".to_owned());
            spell_all(inside, in_script, general, out)?;
            out.push(")".to_owned());
        }
        InkKind::Script(script) => {
            let Script { before_sub, before_sup, base, sub, sup } = &**script;
            spell_script("_{", before_sub, general, out)?;
            spell_script("^{", before_sup, general, out)?;
            spell(base, in_script, general, out)?;
            spell_script("_{", sub, general, out)?;
            spell_script("^{", sup, general, out)?;
        }
        InkKind::Operator(operator) if in_script => out.push(match operator {
            Operator::Plus => "+".to_owned(),
            Operator::Minus => "-".to_owned(),
            Operator::Comma => ",".to_owned(),
            Operator::Times => "*".to_owned(),
            _ => return None,
        }),
        InkKind::Fraction(above, below) if is_partial(above) && is_partial(below) => {
            out.push("\\frac{".to_owned());
            spell_partial(above, general, out)?;
            out.push("}{".to_owned());
            spell_partial(below, general, out)?;
            out.push("}".to_owned());
        }
        InkKind::Space => {}
        _ => return None,
    }
    Some(())
}

/// `\\partial Q`, of which a fraction makes a name: a derivative.
const PARTIAL: &str = "\\partial";

fn is_partial(inks: &[Ink]) -> bool {
    matches!(inks.first(), Some(Ink { kind: InkKind::Unknown(what), .. }) if what == PARTIAL)
}

fn spell_partial(inks: &[Ink], general: Option<General>, out: &mut Vec<String>) -> Option<()> {
    out.push(PARTIAL.to_owned());
    spell_all(inks.get(1..)?, false, general, out)
}

fn accent_name(accent: Accent) -> Option<&'static str> {
    Some(match accent {
        Accent::Dots(1) => "dot",
        Accent::Dots(2) => "ddot",
        Accent::Dots(3) => "dddot",
        Accent::Dots(4) => "ddddot",
        Accent::Dots(_) => return None,
        Accent::Bar => "bar",
        Accent::Hat => "hat",
        Accent::Tilde => "tilde",
    })
}

fn spell_script(
    open: &str,
    inks: &[Ink],
    general: Option<General>,
    out: &mut Vec<String>,
) -> Option<()> {
    if inks.is_empty() {
        return Some(());
    }
    out.push(open.to_owned());
    spell_all(inks, true, general, out)?;
    out.push("}".to_owned());
    Some(())
}

fn spell_all(
    inks: &[Ink],
    in_script: bool,
    general: Option<General>,
    out: &mut Vec<String>,
) -> Option<()> {
    let mut at = 0;
    while let Some(ink) = inks.get(at) {
        match general.filter(|_| in_script).and_then(|general| index_at(&inks[at..], general)) {
            Some((value, length)) => {
                out.extend(value.to_string().chars().map(String::from));
                at += length;
            }
            None => {
                spell(ink, in_script, general, out)?;
                at += 1;
            }
        }
    }
    Some(())
}

/// `i`, `n`, `i-1`, `i+1` as a number, and how much of the print it takes.
pub(crate) fn index_at(inks: &[Ink], general: General) -> Option<(usize, usize)> {
    let value = match &inks.first()?.kind {
        InkKind::Letter(letter) => general.value(letter)?,
        _ => return None,
    };
    let step = inks.get(2).and_then(Ink::as_integer).map(|step| step as usize);
    Some(match (inks.get(1), step) {
        (Some(sign), Some(step)) if sign.is(Operator::Plus) => (value + step, 3),
        (Some(sign), Some(step)) if sign.is(Operator::Minus) => (value.checked_sub(step)?, 3),
        _ => (value, 1),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::latex::read_name;

    pub(super) fn name(text: &str) -> Name {
        let inks = read_name(text).unwrap();
        assert_eq!(inks.len(), 1, "{text}: {inks:?}");
        Name::of(&inks[0], None).unwrap()
    }

    #[test]
    fn spellings_of_one_name_are_one() {
        assert_eq!(name(r"{}^5r_{C_{5x}}"), name(r"{}^{5} r_{C_{5x}}"));
        assert_eq!(name(r"\dot{q_1}"), name(r"\dot q_1"));
        assert_eq!(name(r"[\bar{a}_c]_4^4"), name(r"\left[ \bar a_{c} \right]^4_4"));
        assert_eq!(name(r"{}^5r_{C_{5x}}").latex(), r"{}^5r_{C_{5x}}");
        assert_eq!(name(r"J_x^{*5}").latex(), r"J_x^{*5}");
        assert_eq!(name(r"\omega_1").latex(), r"\omega_1");
    }

    #[test]
    fn general_indices_are_calculated() {
        let inks = read_name(r"[R]_{i-1}^i").unwrap();
        let name_of = Name::of(&inks[0], General::of(5).with('i', 3)).unwrap();
        assert_eq!(name_of.latex(), "[R]_2^3");
    }
}
