//! A formula back as LaTeX, in the paper's way of writing.

use appell_algebra::{Rational, Symbol};

use super::evaluate::LinearAngle;
use super::{Meaning, Style};
use crate::known::{COMPONENTS, Known};
use crate::notation::Names;

/// Where a formula stands: what must be put in brackets there.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Alone,
    Term,
    Factor,
    Base,
}

/// How many terms stand in a line.
const TERMS_IN_LINE: usize = 7;

/// A formula as LaTeX in one line.
pub(crate) fn latex(meaning: &Meaning) -> String {
    written(meaning, Place::Alone)
}

/// A formula as LaTeX; a long sum is broken, with the sign repeated at the break.
pub(crate) fn latex_in_lines(meaning: &Meaning) -> String {
    let Meaning::Sum(terms) = meaning else { return latex(meaning) };
    if terms.len() <= TERMS_IN_LINE {
        return latex(meaning);
    }
    let mut out = "\\begin{aligned}\n  & ".to_owned();
    for (index, chunk) in terms.chunks(TERMS_IN_LINE).enumerate() {
        if index > 0 {
            let sign = if chunk[0].0 { "-" } else { "+" };
            out.push_str(&format!(" {sign} \\\\\n  & {sign} "));
            let (_, first) = &chunk[0];
            out.push_str(&written(first, Place::Term));
            out.push_str(&more_terms(&chunk[1..]));
        } else {
            out.push_str(&sum(chunk));
        }
    }
    out.push_str("\n\\end{aligned}");
    out
}

/// A time derivative of a symbol in the paper's way of writing.
pub(crate) fn symbol_latex(symbol: Symbol, names: &Names<'_>) -> String {
    let base = symbol.base();
    if base == Symbol::PI {
        return "\\pi".to_owned();
    }
    let name = names.name_of(base).map(|name| name.latex());
    let name = name.unwrap_or_else(|| names.robot.symbols().name(base));
    let dots = match symbol.order() {
        0 => return name,
        1 => "\\dot",
        2 => "\\ddot",
        3 => "\\dddot",
        4 => "\\ddddot",
        order => return format!("{name}^{{({order})}}"),
    };
    // the dots stand on the letter, not on its index
    let (letter, rest) = name.split_at(name.find(['_', '^']).unwrap_or(name.len()));
    format!("{dots}{{{letter}}}{rest}")
}

fn written(meaning: &Meaning, place: Place) -> String {
    let text = match meaning {
        Meaning::Number(number) => return number_latex(number),
        Meaning::Symbol(_, latex) => return latex.clone(),
        Meaning::Known(_, latex) => return latex.clone(),
        Meaning::Wave(..) => return wave(meaning, 1),
        Meaning::Sum(terms) if terms.is_empty() => return "0".to_owned(),
        Meaning::Sum(terms) => sum(terms),
        Meaning::Product(factors) => product(factors),
        Meaning::Quotient(above, below) => {
            format!("\\frac{{{}}}{{{}}}", latex(above), latex(below))
        }
        Meaning::Power(base, power) if matches!(**base, Meaning::Wave(..)) => {
            return wave(base, *power);
        }
        Meaning::Power(base, power) => {
            let text = written(base, Place::Base);
            // a name with a superscript gets brackets before a power; a superscript in front names the frame
            let behind = text.trim_start_matches("{}^");
            let is_bare = matches!(**base, Meaning::Symbol(..) | Meaning::Known(..));
            match is_bare && behind.contains('^') {
                true => format!("\\left({text}\\right){}", exponent(*power)),
                false => format!("{text}{}", exponent(*power)),
            }
        }
        Meaning::Matrix(rows) => {
            let row = |row: &Vec<Meaning>| row.iter().map(latex).collect::<Vec<_>>().join(" & ");
            let rows = rows.iter().map(row).collect::<Vec<_>>().join(" \\\\\n  ");
            return format!("\\begin{{bmatrix}}\n  {rows}\n\\end{{bmatrix}}");
        }
        Meaning::Cross(a, b) => {
            format!("{} \\times {}", written(a, Place::Factor), written(b, Place::Factor))
        }
        Meaning::Transpose(inside) => format!("\\left[{}\\right]^T", latex(inside)),
        Meaning::Inverse(inside) => format!("\\left[{}\\right]^{{-1}}", latex(inside)),
        Meaning::Determinant(inside) => format!("\\det {}", written(inside, Place::Base)),
        Meaning::Applied(function, inside) => return function.latex(&latex(inside)),
        Meaning::Rate(inside) => {
            return format!("\\frac{{d}}{{dt}}\\left({}\\right)", latex(inside));
        }
        Meaning::Slope(inside, _, by) => {
            return format!(
                "\\frac{{\\partial {}}}{{\\partial {by}}}",
                written(inside, Place::Base)
            );
        }
        Meaning::Root(inside) => return format!("\\sqrt{{{}}}", latex(inside)),
        Meaning::Length(inside) => return format!("\\left|{}\\right|", latex(inside)),
        Meaning::Sign(inside) => format!("\\operatorname{{sgn}} {}", written(inside, Place::Base)),
    };
    let bracketed = match meaning {
        Meaning::Sum(_) => place != Place::Alone,
        Meaning::Cross(..) => matches!(place, Place::Factor | Place::Base),
        _ => place == Place::Base,
    };
    if bracketed { format!("\\left({text}\\right)") } else { text }
}

/// A formula as LaTeX without line breaks.
pub(crate) fn latex_in_one_line(meaning: &Meaning) -> String {
    latex(meaning).split_whitespace().collect::<Vec<_>>().join(" ")
}

fn number_latex(number: &Rational) -> String {
    let text = number.to_decimal(6).unwrap_or_else(|| number.to_string());
    match text.split_once('/') {
        Some((above, below)) => format!("\\frac{{{above}}}{{{below}}}"),
        None => text,
    }
}

fn sum(terms: &[(bool, Meaning)]) -> String {
    let Some(((minus, first), rest)) = terms.split_first() else { return "0".to_owned() };
    let sign = if *minus { "-" } else { "" };
    format!("{sign}{}{}", written(first, Place::Term), more_terms(rest))
}

fn more_terms(terms: &[(bool, Meaning)]) -> String {
    let term = |(minus, term): &(bool, Meaning)| {
        let sign = if *minus { " - " } else { " + " };
        format!("{sign}{}", written(term, Place::Term))
    };
    terms.iter().map(term).collect()
}

fn product(factors: &[Meaning]) -> String {
    let mut out = String::new();
    for factor in factors {
        let text = written(factor, Place::Factor);
        let digit = text.starts_with(|c: char| c.is_ascii_digit()) || text.starts_with("\\frac");
        match out.is_empty() {
            true => {}
            false if digit => out.push_str(" \\cdot "),
            // a frame index must not look like an exponent of what stands before it
            false if text.starts_with("{}") => out.push_str(" \\, "),
            false => out.push(' '),
        }
        out.push_str(&text);
    }
    if out.is_empty() { "1".to_owned() } else { out }
}

fn exponent(power: u32) -> String {
    match power {
        1 => String::new(),
        2..=9 => format!("^{power}"),
        _ => format!("^{{{power}}}"),
    }
}

/// A power of a sine in the style in which it was printed.
fn wave(meaning: &Meaning, power: u32) -> String {
    let Meaning::Wave(wave, angle, style) = meaning else { return String::new() };
    let (full, letter) = wave.names();
    let exponent = exponent(power);
    let simple = matches!(**angle, Meaning::Symbol(..));
    let indices = match style {
        Style::Index => indices_of(angle),
        _ => None,
    };
    match (style, indices) {
        (_, Some(indices)) => format!("{letter}_{{{indices}}}{exponent}"),
        (Style::Letter, _) if simple => format!("{letter}{exponent}{}", latex(angle)),
        (Style::Letter, _) if power == 1 => format!("{letter}({})", latex(angle)),
        _ if simple => format!("{full}{exponent} {}", latex(angle)),
        _ => format!("{full}{exponent}({})", latex(angle)),
    }
}

/// The digits of a sum of coordinates, as in `s_{23}`.
fn indices_of(angle: &Meaning) -> Option<String> {
    let LinearAngle { parts, pi, radians } = LinearAngle::of(angle)?;
    if !pi.is_zero() || !radians.is_zero() || parts.iter().any(|(_, times)| *times != 1) {
        return None;
    }
    let terms: Vec<&Meaning> = match angle {
        Meaning::Sum(terms) => terms.iter().map(|(_, term)| term).collect(),
        single => vec![single],
    };
    let digits = |term: &Meaning| match term {
        Meaning::Symbol(_, latex) => {
            let digits: String = latex.chars().filter(char::is_ascii_digit).collect();
            Some(digits).filter(|digits| digits.len() == 1)
        }
        _ => None,
    };
    terms.into_iter().map(digits).collect()
}

/// One entry of a quantity of which `whole` is the LaTeX: in brackets, with the index of the entry behind them.
pub(crate) fn entry_latex(known: &Known, (row, column): (usize, usize), whole: &str) -> String {
    let index = match (row, column) {
        (row @ 0..3, 0) if known.is_vector() => COMPONENTS[row].to_owned(),
        _ => format!("{{{},{}}}", row + 1, column + 1),
    };
    format!("\\left({whole}\\right)_{index}")
}
