//! The three languages in which formulas are written.

use super::name::{Names, Notation};
use crate::function::Function;
use crate::rational::Rational;

/// What differs between the languages.
pub(super) trait Target {
    /// Between two factors.
    fn times(&self) -> &'static str;
    /// Before a factor that begins a line; none where products are not broken.
    fn leading_times(&self) -> Option<&'static str>;
    /// Brackets that are signs and do not enclose a box, where others do.
    fn sign_brackets(&self) -> Option<[&'static str; 2]> {
        None
    }
    /// The letter with its dots and its index.
    fn symbol(&self, names: &Names, order: u32) -> String;
    /// A positive fraction; the denominator is not `1`.
    fn fraction(&self, numerator: &str, denominator: &str, several_below: bool) -> String;
    /// Whether a number that is no integer is written as a fraction with the rest of the term.
    fn joins_fractions(&self) -> bool;
    fn power(&self, base: &str, exponent: i32) -> String;
    /// A function; `bracketed` when the argument is more than a symbol.
    fn call(&self, function: &str, argument: &str, exponent: i32, bracketed: bool) -> String;
    /// The name of a known function; empty for reciprocals and named functions, which have none.
    fn function(&self, function: Function) -> &'static str;
    /// The name of a function that is known by its name only.
    fn named(&self, name: &str) -> String;
    /// A sine or cosine by its first letter and the index of its angle.
    fn short(&self, letter: char, index: &str) -> String;
    /// How wide a piece looks on paper, in characters.
    fn width(&self, piece: &str) -> usize;
}

/// The names of the functions in plain text.
fn plain_function(function: Function) -> &'static str {
    match function {
        Function::Sin => "sin",
        Function::Cos => "cos",
        Function::Sqrt => "sqrt",
        Function::Abs => "abs",
        Function::Sign => "sign",
        Function::Reciprocal | Function::Named(_) => "",
    }
}

/// Plain text that reads back.
pub(super) struct Text;

impl Target for Text {
    fn times(&self) -> &'static str {
        "*"
    }

    fn leading_times(&self) -> Option<&'static str> {
        None
    }

    fn symbol(&self, names: &Names, order: u32) -> String {
        format!("{}{}", names.text, "'".repeat(order as usize))
    }

    fn fraction(&self, numerator: &str, denominator: &str, several_below: bool) -> String {
        if several_below {
            format!("{numerator}/({denominator})")
        } else {
            format!("{numerator}/{denominator}")
        }
    }

    fn joins_fractions(&self) -> bool {
        false
    }

    fn power(&self, base: &str, exponent: i32) -> String {
        if exponent < 0 { format!("{base}^({exponent})") } else { format!("{base}^{exponent}") }
    }

    fn call(&self, function: &str, argument: &str, exponent: i32, _: bool) -> String {
        let call = format!("{function}({argument})");
        if exponent == 1 { call } else { self.power(&call, exponent) }
    }

    fn function(&self, function: Function) -> &'static str {
        plain_function(function)
    }

    fn named(&self, name: &str) -> String {
        name.to_owned()
    }

    fn short(&self, letter: char, index: &str) -> String {
        format!("{letter}{index}")
    }

    fn width(&self, piece: &str) -> usize {
        piece.chars().count()
    }
}

/// LaTeX math.
pub(super) struct Latex;

impl Target for Latex {
    fn times(&self) -> &'static str {
        " "
    }

    fn leading_times(&self) -> Option<&'static str> {
        Some("\\cdot ")
    }

    fn symbol(&self, names: &Names, order: u32) -> String {
        let (letter, index) = (&names.latex, &names.latex_index);
        match order {
            0 => format!("{letter}{index}"),
            1..=4 => format!("\\{}ot{{{letter}}}{index}", "d".repeat(order as usize)),
            _ => format!("{letter}{index}^{{({order})}}"),
        }
    }

    fn fraction(&self, numerator: &str, denominator: &str, _: bool) -> String {
        format!("\\frac{{{numerator}}}{{{denominator}}}")
    }

    fn joins_fractions(&self) -> bool {
        true
    }

    fn power(&self, base: &str, exponent: i32) -> String {
        format!("{base}^{{{exponent}}}")
    }

    fn call(&self, function: &str, argument: &str, exponent: i32, bracketed: bool) -> String {
        let (open, close) = match function {
            "\\sqrt" => ("{", "}"),
            "|" => ("", "|"),
            _ if bracketed => ("(", ")"),
            _ => (" ", ""),
        };
        match exponent {
            1 => format!("{function}{open}{argument}{close}"),
            // a root or a magnitude takes its power behind
            _ if !function.starts_with('\\') || function == "\\sqrt" => {
                format!("{function}{open}{argument}{close}^{{{exponent}}}")
            }
            _ => format!("{function}^{{{exponent}}}{open}{argument}{close}"),
        }
    }

    fn function(&self, function: Function) -> &'static str {
        match function {
            Function::Sin => "\\sin",
            Function::Cos => "\\cos",
            Function::Sqrt => "\\sqrt",
            Function::Abs => "|",
            Function::Sign => "\\operatorname{sgn}",
            Function::Reciprocal | Function::Named(_) => "",
        }
    }

    fn named(&self, name: &str) -> String {
        format!("\\operatorname{{{}}}", name.replace('_', "\\_"))
    }

    fn short(&self, letter: char, index: &str) -> String {
        format!("{letter}_{{{index}}}")
    }

    fn width(&self, piece: &str) -> usize {
        // A command shows as one sign, unless it is a function or sets what follows; braces and the
        // marks of indices show as none.
        let mut width = 0;
        let mut rest = piece;
        while let Some(c) = rest.chars().next() {
            rest = &rest[c.len_utf8()..];
            width += match c {
                '\\' => {
                    let end = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
                    let (command, after) = rest.split_at(end);
                    rest = after;
                    match command {
                        // with the space behind it
                        "sin" | "cos" => 4,
                        "frac" | "operatorname" | "mathrm" | "dot" | "ddot" | "dddot"
                        | "ddddot" => 0,
                        _ => 1,
                    }
                }
                '{' | '}' | '_' | '^' | ' ' => 0,
                // they stand between spaces
                '+' | '-' => 2,
                _ => 1,
            };
        }
        width
    }
}

/// Typst math.
pub(super) struct Typst;

impl Target for Typst {
    fn times(&self) -> &'static str {
        " "
    }

    fn leading_times(&self) -> Option<&'static str> {
        Some("dot.op ")
    }

    fn sign_brackets(&self) -> Option<[&'static str; 2]> {
        Some(["\\(", "\\)"])
    }

    fn symbol(&self, names: &Names, order: u32) -> String {
        let (letter, index) = (&names.typst, &names.typst_index);
        match order {
            0 => format!("{letter}{index}"),
            1 => format!("dot({letter}){index}"),
            2 => format!("dot.double({letter}){index}"),
            3 => format!("dot.triple({letter}){index}"),
            4 => format!("dot.quad({letter}){index}"),
            _ => format!("{letter}{index}^(({order}))"),
        }
    }

    fn fraction(&self, numerator: &str, denominator: &str, _: bool) -> String {
        format!("frac({numerator}, {denominator})")
    }

    fn joins_fractions(&self) -> bool {
        true
    }

    fn power(&self, base: &str, exponent: i32) -> String {
        if exponent < 0 { format!("{base}^({exponent})") } else { format!("{base}^{exponent}") }
    }

    fn call(&self, function: &str, argument: &str, exponent: i32, bracketed: bool) -> String {
        let raised =
            |base: &str| if exponent == 1 { base.to_owned() } else { self.power(base, exponent) };
        match function {
            "sqrt" | "abs" => raised(&format!("{function}({argument})")),
            _ if bracketed => format!("{}({argument})", raised(function)),
            _ => format!("{} {argument}", raised(function)),
        }
    }

    fn function(&self, function: Function) -> &'static str {
        match function {
            Function::Sign => "op(\"sgn\")",
            other => plain_function(other),
        }
    }

    fn named(&self, name: &str) -> String {
        format!("op(\"{name}\")")
    }

    fn short(&self, letter: char, index: &str) -> String {
        format!("{letter}_({index})")
    }

    fn width(&self, piece: &str) -> usize {
        let shown = ["dot.double", "dot.triple", "dot.quad", "dot", "frac", "upright", "quad"]
            .iter()
            .fold(piece.to_owned(), |text, command| text.replace(command, ""));
        let functions = shown.matches("sin").count() + shown.matches("cos").count();
        let brackets = shown.matches(" (").count() + shown.matches("((").count();
        let signs = shown.matches(['+', '-']).count();
        // with the space behind a function, both brackets, the spaces around a sign
        functions + 2 * brackets + signs + shown.chars().filter(|c| !"()_^\" ".contains(*c)).count()
    }
}

/// A number in any of the languages.
pub(super) fn number(value: &Rational, target: &dyn Target, notation: &Notation) -> String {
    let digits = digits(value, notation);
    match digits.split_once('/') {
        Some((numerator, denominator)) if target.joins_fractions() => {
            target.fraction(numerator, denominator, false)
        }
        _ => digits,
    }
}

/// A number as a fraction; as a decimal where it is one and the fraction would be long, or where it is
/// to be rounded to so many significant digits.
pub(super) fn digits(value: &Rational, notation: &Notation) -> String {
    if let Some(count) = notation.digits.filter(|_| !value.is_integer()) {
        return significant(value, usize::from(count.get()));
    }
    // products of three numbers of fifteen digits have this many
    const PLACES: usize = 50;
    let short = if notation.decimals { 16 } else { 999 };
    let decimal = value.has_denominator_above(short).then(|| value.to_decimal(PLACES)).flatten();
    decimal.unwrap_or_else(|| value.to_string())
}

/// The nearest decimal with so many significant digits, without zeros at its end. A number so small that
/// its first digit is far behind the point has more zeros, but no power of ten: it reads the same in every
/// language.
fn significant(value: &Rational, count: usize) -> String {
    let scientific = format!("{:.*e}", count - 1, value.to_f64());
    let Ok(rounded) = scientific.parse::<Rational>() else { return value.to_string() };
    /// More places than any double has.
    const PLACES: usize = 400;
    rounded.to_decimal(PLACES).unwrap_or_else(|| value.to_string())
}
