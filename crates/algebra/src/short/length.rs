//! How many characters of LaTeX a formula takes, white space not counted.
//!
//! The search asks this thousands of times; what it finds is measured by printing it.

use super::monomial::{Monomial, Piece};
use super::network::{Content, Network, Sum};
use crate::print::{Formula, Printer};
use crate::rational::Rational;

/// How long the name of an abbreviation is, on average: `h`, `z_1`.
pub(super) const NAME: usize = 2;
/// What a definition costs beside its name and its formula: `\[ = \]`.
pub(super) const DEFINITION: usize = 5;
/// A fraction without what is above and below it: `\frac{}{}`.
const FRACTION: usize = 9;

/// The characters of LaTeX that are not white space.
pub(super) fn printed(printer: &Printer<'_>, formula: &Formula) -> usize {
    printer.latex(formula).chars().filter(|c| !c.is_whitespace()).count()
}

/// The lengths of all pieces of a network.
#[derive(Clone, Debug, Default)]
pub(super) struct Lengths {
    pieces: Vec<usize>,
}

impl Lengths {
    /// Measures all pieces. Parts that are used several times have names where names pay.
    pub(super) fn of(network: &Network, atoms: &mut Vec<usize>, printer: &Printer<'_>) -> Self {
        let mut lengths = Self::of_atoms(network, atoms, printer);
        let mut uses = vec![0usize; network.pieces.len()];
        for (piece, exponent) in network.sums.iter().flatten().flat_map(|(term, _)| &term.0) {
            uses[*piece as usize] += usize::from(*exponent != 0);
        }
        let mut known = vec![false; network.pieces.len()];
        for piece in 0..network.pieces.len() {
            lengths.measure(piece, network, &uses, &mut known);
        }
        lengths
    }

    /// Measures the atoms alone; those in the list were printed before.
    pub(super) fn of_atoms(
        network: &Network,
        atoms: &mut Vec<usize>,
        printer: &Printer<'_>,
    ) -> Self {
        for content in &network.pieces[atoms.len()..] {
            atoms.push(match content {
                Content::Atom(atom) => printed(printer, &printer.atom(*atom)),
                Content::Call(..) | Content::Part(_) => 0,
            });
        }
        Self { pieces: atoms.clone() }
    }

    /// Parts are made of pieces that may have been made later; none contains itself.
    fn measure(&mut self, piece: usize, network: &Network, uses: &[usize], known: &mut [bool]) {
        if known[piece] {
            return;
        }
        known[piece] = true;
        let content = &network.pieces[piece];
        let (Content::Call(_, body) | Content::Part(body)) = content else { return };
        let body = &network.sums[*body];
        for (inner, _) in body.iter().flat_map(|(term, _)| &term.0) {
            self.measure(*inner as usize, network, uses, known);
        }
        let is_named = named_pays(self.sum(body), uses[piece], body.len() > 1);
        self.pieces[piece] = match content {
            Content::Part(_) if is_named => NAME,
            _ => self.unnamed(content, body),
        };
    }

    /// A part or a function without a name, as a factor.
    pub(super) fn unnamed(&self, content: &Content, body: &Sum) -> usize {
        let bare = self.sum(body);
        match content {
            Content::Part(_) if body.len() == 1 => bare,
            Content::Part(_) => bare + 2,
            // \sqrt{}; other names of functions are hardly longer
            _ => bare + 6,
        }
    }

    /// The length of a piece that was made or measured just now.
    pub(super) fn set(&mut self, piece: Piece, length: usize) {
        let at = piece as usize;
        if at == self.pieces.len() {
            self.pieces.push(length);
        } else {
            self.pieces[at] = length;
        }
    }

    /// A sum without brackets.
    pub(super) fn sum(&self, sum: &Sum) -> usize {
        let terms: usize = sum.iter().map(|(monomial, value)| self.term(monomial, value)).sum();
        let leading_minus = sum.iter().all(|(_, value)| value.is_negative());
        terms + sum.len().saturating_sub(1) + usize::from(leading_minus)
    }

    /// A term without its sign.
    pub(super) fn term(&self, monomial: &Monomial, value: &Rational) -> usize {
        let (mut above, mut below) = (0, 0);
        for &(piece, exponent) in &monomial.0 {
            let side = if exponent > 0 { &mut above } else { &mut below };
            *side += self.power(piece, exponent.unsigned_abs());
        }
        let (top, bottom) = digits(value);
        let above = if above == 0 || top > 1 || !is_unit(value) { above + top } else { above };
        match (below, bottom) {
            (0, 0) => above,
            _ => FRACTION + above.max(1) + below + bottom,
        }
    }

    fn power(&self, piece: Piece, exponent: u32) -> usize {
        let base = self.pieces[piece as usize];
        if exponent == 1 { base } else { base + 4 }
    }
}

/// Whether a name is shorter than writing a formula as often as it is used.
pub(super) fn named_pays(bare: usize, uses: usize, bracketed: bool) -> bool {
    let whole = bare + if bracketed { 2 } else { 0 };
    uses > 1 && uses * whole > uses * NAME + bare + NAME + DEFINITION
}

/// One or minus one in the numerator.
fn is_unit(value: &Rational) -> bool {
    value.small_parts().is_some_and(|(above, _)| above.unsigned_abs() == 1)
}

/// How many digits a number has above and below its bar; none below where there is no bar.
fn digits(value: &Rational) -> (usize, usize) {
    match value.small_parts() {
        Some((above, below)) => {
            let count =
                |number: u64| number.checked_ilog10().map_or(1, |digits| digits as usize + 1);
            (count(above.unsigned_abs()), if below == 1 { 0 } else { count(below) })
        }
        None => {
            let text = value.abs().to_string();
            text.split_once('/').map_or((text.len(), 0), |(a, b)| (a.len(), b.len()))
        }
    }
}
