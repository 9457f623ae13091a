//! Writing a formula in a language, and breaking it into lines.

use std::cell::RefCell;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::formula::Formula;
use super::name::{Notation, Trigonometry};
use super::target::{Target, digits, number};
use crate::function::Function;
use crate::rational::Rational;
use crate::symbol::{Symbol, SymbolKind, Symbols};

/// A function of a symbol, its exponent, and whether it is in brackets.
type CallOfSymbol = (Function, Symbol, i32, bool);

pub(super) struct Writer<'a> {
    pub(super) symbols: &'a Symbols,
    pub(super) notation: &'a Notation,
    pub(super) target: &'a dyn Target,
    /// What was written before; in long formulas few names and sines occur again and again.
    symbol_texts: RefCell<HashMap<Symbol, String, FxBuildHasher>>,
    call_texts: RefCell<HashMap<CallOfSymbol, String, FxBuildHasher>>,
}

/// Stands where a line may be broken: before the `+` or `-` of a sum. No name contains it.
const BREAK: char = '\u{1}';
/// Stands between the factors of a product, where a line is broken if a term is longer than a line.
const FACTOR: char = '\u{2}';
/// The brackets of a power.
const OPEN: char = '\u{3}';
const CLOSE: char = '\u{4}';

impl<'a> Writer<'a> {
    pub(super) fn new(
        symbols: &'a Symbols,
        notation: &'a Notation,
        target: &'a dyn Target,
    ) -> Self {
        let (symbol_texts, call_texts) = Default::default();
        Self { symbols, notation, target, symbol_texts, call_texts }
    }

    /// The formula in lines of about the given width; the first is filled so far as `lead` says.
    pub(super) fn lines(
        &self,
        formula: &Formula,
        width: Option<usize>,
        lead: usize,
        line_break: &str,
    ) -> String {
        let text = self.formula(formula);
        let Some(width) = width else {
            return unbroken(&text);
        };
        let pieces = self.pieces(&text, width);
        let mut out = String::new();
        let mut start = 0;
        for end in line_ends(&pieces, width, lead) {
            let line: String = pieces[start..end].iter().map(|piece| piece.text.as_str()).collect();
            if start > 0 {
                out.truncate(out.trim_end().len());
                out.push_str(line_break);
                if let (true, Some(times)) = (pieces[start].is_factor, self.target.leading_times())
                {
                    out.push_str(times);
                }
            }
            out.push_str(if start == 0 { &line } else { line.trim_start() });
            start = end;
        }
        self.bracketed(&out)
    }

    /// The text with the brackets of powers. Typst sets what is between brackets with an exponent as one box,
    /// which has lines of its own: where lines are broken inside, the brackets are single signs.
    fn bracketed(&self, text: &str) -> String {
        let mut out = String::new();
        // for every open bracket where it is in the output
        let mut open: Vec<usize> = Vec::new();
        for c in text.chars() {
            match c {
                OPEN => {
                    open.push(out.len());
                    out.push('(');
                }
                CLOSE => {
                    let at = open.pop().unwrap_or_default();
                    let is_split = out[at..].contains('\n');
                    if let (true, Some([opening, closing])) =
                        (is_split, self.target.sign_brackets())
                    {
                        out.replace_range(at..=at, opening);
                        out.push_str(closing);
                    } else {
                        out.push(')');
                    }
                }
                other => out.push(other),
            }
        }
        out
    }

    /// What is not broken: terms with their signs, and the factors of terms that are longer than a line.
    fn pieces(&self, text: &str, width: usize) -> Vec<Piece> {
        let mut pieces = Vec::new();
        // how many brackets are open
        let mut open = 0;
        for term in text.split(BREAK) {
            let is_long =
                self.target.width(&unbroken(term)) > width && self.target.leading_times().is_some();
            let parts: Vec<String> = match is_long {
                true => term.split(FACTOR).map(str::to_owned).collect(),
                false => vec![term.replace(FACTOR, "")],
            };
            for (index, text) in parts.into_iter().enumerate() {
                let width = self.target.width(&text);
                let depth = open;
                open += text.matches(['(', OPEN]).count() as i32;
                open -= text.matches([')', CLOSE]).count() as i32;
                pieces.push(Piece { text, width, depth, is_factor: index > 0 });
            }
        }
        pieces
    }

    fn formula(&self, formula: &Formula) -> String {
        match formula {
            Formula::Sum(terms) => self.sum(terms),
            Formula::Product { coefficient, numerator, denominator } => {
                self.product(coefficient, numerator, denominator)
            }
            Formula::Power(base, exponent) => self.power(base, *exponent, false),
            Formula::Symbol(symbol) => self.symbol(*symbol),
            Formula::Call(function, argument) => self.call(*function, argument, 1, false),
        }
    }

    fn sum(&self, terms: &[(bool, Formula)]) -> String {
        let mut out = String::new();
        for (index, (negative, term)) in terms.iter().enumerate() {
            let sign = match (index, negative) {
                (0, false) => "",
                (0, true) => "-",
                (_, false) => " + ",
                (_, true) => " - ",
            };
            if index > 0 {
                out.push(BREAK);
            }
            out.push_str(sign);
            out.push_str(&if index > 0 || *negative {
                self.factor(term, true)
            } else {
                self.formula(term)
            });
        }
        if out.is_empty() { "0".to_owned() } else { out }
    }

    fn product(&self, coefficient: &Rational, above: &[Formula], below: &[Formula]) -> String {
        let digits = digits(coefficient, self.notation);
        let (top, bottom) = digits.split_once('/').unwrap_or((&digits, "1"));
        // In print 3/2 M l_1 / l_2 is one fraction; alone, a number is written before the term.
        let joined = self.target.joins_fractions() && !below.is_empty();
        let (lead, bottom) = if joined {
            (top.to_owned(), bottom)
        } else {
            (number(coefficient, self.target, self.notation), "1")
        };
        let factors = |number: &str, factors: &[Formula]| -> Vec<String> {
            match factors {
                // over or under a bar, a sum needs no brackets
                [only] if joined && number == "1" => vec![self.formula(only)],
                _ => {
                    let lead = (number != "1").then(|| number.to_owned());
                    let written = factors.iter().enumerate().map(|(index, factor)| {
                        // cos q_1 x would read as cos(q_1 x)
                        let open_end = factors[index + 1..].iter().all(is_circular);
                        match factor {
                            Formula::Call(f, argument) => self.call(*f, argument, 1, !open_end),
                            Formula::Power(base, n) => self.power(base, *n, !open_end),
                            other => self.factor(other, false),
                        }
                    });
                    lead.into_iter().chain(written).collect()
                }
            }
        };
        let (above, below) = (factors(&lead, above), factors(bottom, below));
        let numerator =
            if above.is_empty() { "1".to_owned() } else { above.join(&self.between_factors()) };
        if below.is_empty() {
            return numerator;
        }
        let denominator = below.join(self.target.times());
        self.target.fraction(&unbroken(&numerator), &unbroken(&denominator), below.len() > 1)
    }

    /// What stands between factors: where lines may begin with a sign of multiplication, a mark too.
    fn between_factors(&self) -> String {
        let times = self.target.times();
        match self.target.leading_times() {
            Some(_) => format!("{FACTOR}{times}"),
            None => times.to_owned(),
        }
    }

    /// A formula inside a product or behind a sign: sums stand in brackets, and so does a product
    /// as the factor of another.
    fn factor(&self, formula: &Formula, behind_sign: bool) -> String {
        match formula {
            Formula::Sum(_) => format!("({})", self.formula(formula)),
            Formula::Product { .. } if !behind_sign => format!("({})", self.formula(formula)),
            _ => self.formula(formula),
        }
    }

    fn power(&self, base: &Formula, exponent: i32, bracketed: bool) -> String {
        match base {
            Formula::Call(function, argument) => {
                self.call(*function, argument, exponent, bracketed)
            }
            // a time derivative beyond the fourth is written as an exponent itself
            Formula::Symbol(x) if x.order() <= 4 => {
                self.target.power(&self.formula(base), exponent)
            }
            _ => {
                let inner = self.formula(base);
                self.target.power(&format!("{OPEN}{inner}{CLOSE}"), exponent)
            }
        }
    }

    fn symbol(&self, symbol: Symbol) -> String {
        if let Some(text) = self.symbol_texts.borrow().get(&symbol) {
            return text.clone();
        }
        let text = self.new_symbol(symbol);
        self.symbol_texts.borrow_mut().insert(symbol, text.clone());
        text
    }

    fn new_symbol(&self, symbol: Symbol) -> String {
        match symbol.kind() {
            SymbolKind::Parameter | SymbolKind::Coordinate => {
                let name = self.symbols.base_name(symbol);
                self.target.symbol(&self.notation.names(symbol, &name), symbol.order())
            }
            SymbolKind::Constant | SymbolKind::AngleSum => {
                let angle = self.symbols.angle(symbol).to_poly();
                self.formula(&Formula::expanded(&angle, self.symbols))
            }
        }
    }

    fn call(
        &self,
        function: Function,
        argument: &Formula,
        exponent: i32,
        bracketed: bool,
    ) -> String {
        let Formula::Symbol(symbol) = argument else {
            return self.new_call(function, argument, exponent, bracketed);
        };
        let key = (function, *symbol, exponent, bracketed);
        if let Some(text) = self.call_texts.borrow().get(&key) {
            return text.clone();
        }
        let text = self.new_call(function, argument, exponent, bracketed);
        self.call_texts.borrow_mut().insert(key, text.clone());
        text
    }

    fn new_call(
        &self,
        function: Function,
        argument: &Formula,
        exponent: i32,
        bracketed: bool,
    ) -> String {
        // angles stay together, and what encloses a root would be torn
        let breakable = function == Function::Sign;
        let text = match self.formula(argument) {
            text if breakable => text,
            text => unbroken(&text),
        };
        let single = matches!(argument, Formula::Symbol(x)
            if matches!(x.kind(), SymbolKind::Parameter | SymbolKind::Coordinate));
        if let (Function::Sin | Function::Cos, Trigonometry::Short) =
            (function, self.notation.trigonometry)
        {
            let letter = if function == Function::Sin { 's' } else { 'c' };
            let base = match argument {
                Formula::Symbol(x) => self.joint_index(*x),
                _ => None,
            }
            .map_or_else(|| format!("{letter}({text})"), |index| self.target.short(letter, &index));
            return if exponent == 1 { base } else { self.target.power(&base, exponent) };
        }
        match function {
            Function::Reciprocal => self.target.power(&format!("({text})"), -exponent),
            Function::Named(named) => {
                let primes = "'".repeat(named.derivative as usize);
                let name = self.target.named(&self.symbols.function_name(named));
                let call = format!("{name}{primes}({text})");
                if exponent == 1 { call } else { self.target.power(&call, exponent) }
            }
            _ => {
                let name = self.target.function(function);
                self.target.call(name, &text, exponent, bracketed || !single)
            }
        }
    }

    /// The index under which a paper writes the sine of an angle: 2 for `q2`, 23 for `q2 + q3`.
    /// There is none where another angle would look the same.
    fn joint_index(&self, symbol: Symbol) -> Option<String> {
        let single = |part: Symbol| -> Option<(String, String)> {
            if part.kind() != SymbolKind::Coordinate || part.order() > 0 {
                return None;
            }
            split_index(&self.symbols.base_name(part))
        };
        let (stem, index) = match symbol.kind() {
            SymbolKind::Coordinate => single(symbol)?,
            SymbolKind::AngleSum => {
                let angle = self.symbols.angle(symbol);
                if !angle.pi.is_zero() || !angle.number.is_zero() {
                    return None;
                }
                let parts = angle.terms.iter();
                let mut parts = parts
                    .map(|&(part, multiple)| single(part).filter(|_| multiple == 1))
                    .collect::<Option<Vec<(String, String)>>>()?;
                parts.sort_unstable();
                // one letter for all, one digit each: 1 + 10 and 11 + 0 must not look alike
                let stem = parts.first()?.0.clone();
                if parts.iter().any(|(own, index)| *own != stem || index.len() != 1) {
                    return None;
                }
                let joined: String = parts.into_iter().map(|(_, index)| index).collect();
                if self.symbols.find(&format!("{stem}{joined}")).is_some() {
                    return None;
                }
                (stem, joined)
            }
            _ => return None,
        };
        // q1 and p1 would both be 1
        let coordinates = self.symbols.coordinates();
        let alone =
            coordinates.iter().filter_map(|name| split_index(name)).all(|(own, _)| own == stem);
        alone.then_some(index)
    }
}

/// What stays in one line.
struct Piece {
    text: String,
    width: usize,
    /// How many brackets are open before it.
    depth: i32,
    /// Whether it goes on with the product before it, and not with a sign.
    is_factor: bool,
}

impl Piece {
    /// How bad a line break before it is: inside of brackets worse than outside, in a product worst.
    fn badness(&self) -> (bool, i32) {
        (self.is_factor, self.depth)
    }
}

/// Where the lines end, as numbers of pieces. A line is broken at the best place that leaves more than half of
/// it filled; among equals, as late as possible.
fn line_ends(pieces: &[Piece], width: usize, lead: usize) -> Vec<usize> {
    let mut ends = Vec::new();
    let (mut start, mut at, mut filled) = (0, 0, lead);
    while at < pieces.len() {
        if at > start && filled + pieces[at].width > width {
            let (mut end, mut before) = (at, filled);
            for earlier in (start + 1..at).rev() {
                before -= pieces[earlier].width;
                if 2 * before <= width {
                    break;
                }
                if pieces[earlier].badness() < pieces[end].badness() {
                    end = earlier;
                }
            }
            ends.push(end);
            (start, at, filled) = (end, end, 0);
        }
        filled += pieces[at].width;
        at += 1;
    }
    ends.push(pieces.len());
    ends
}

/// A text in one line.
fn unbroken(text: &str) -> String {
    let shown = |c: char| match c {
        BREAK | FACTOR => None,
        OPEN => Some('('),
        CLOSE => Some(')'),
        other => Some(other),
    };
    text.chars().filter_map(shown).collect()
}

/// Whether this is a sine or cosine, or a power of one.
fn is_circular(formula: &Formula) -> bool {
    match formula {
        Formula::Call(function, _) => matches!(function, Function::Sin | Function::Cos),
        Formula::Power(base, _) => is_circular(base),
        _ => false,
    }
}

/// A name that is letters and a number, apart.
fn split_index(name: &str) -> Option<(String, String)> {
    let digits = name.find(|c: char| c.is_ascii_digit())?;
    let (stem, index) = name.split_at(digits);
    index.bytes().all(|byte| byte.is_ascii_digit()).then(|| (stem.to_owned(), index.to_owned()))
}
