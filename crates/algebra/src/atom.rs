//! Atoms: what polynomials are polynomials in.

use crate::symbol::{SYMBOL_BITS, Symbol};

/// An indeterminate of a polynomial: a symbol, its cosine or sine, or an opaque function.
///
/// ```text
/// bit  31 30 | 29 .. 0
///      class | the symbol, or the number under which the function of its argument is interned
/// ```
/// The order of the numbers is the order of the atoms in a monomial: symbols, cosines, sines,
/// functions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Atom(u32);

/// The meaning of an [`Atom`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AtomKind {
    /// The symbol itself.
    Symbol(Symbol),
    /// The cosine of a symbol.
    Cos(Symbol),
    /// The sine of a symbol; its exponent in a normal form is 0 or 1.
    Sin(Symbol),
    /// An opaque function of a polynomial, by the number under which the table keeps it.
    Function(u32),
}

const COS: u32 = 1 << SYMBOL_BITS;
const SIN: u32 = 2 << SYMBOL_BITS;
const FUNCTION: u32 = 3 << SYMBOL_BITS;

impl Atom {
    /// The symbol itself.
    pub const fn symbol(symbol: Symbol) -> Self {
        Self(symbol.bits())
    }

    /// The cosine of a symbol.
    pub const fn cos(angle: Symbol) -> Self {
        Self(COS | angle.bits())
    }

    /// The sine of a symbol.
    pub const fn sin(angle: Symbol) -> Self {
        Self(SIN | angle.bits())
    }

    pub(crate) const fn function(index: u32) -> Self {
        Self(FUNCTION | index)
    }

    /// What this atom means.
    pub const fn kind(self) -> AtomKind {
        let payload = self.0 & (COS - 1);
        match self.0 >> SYMBOL_BITS {
            0 => AtomKind::Symbol(Symbol::from_bits(payload)),
            1 => AtomKind::Cos(Symbol::from_bits(payload)),
            2 => AtomKind::Sin(Symbol::from_bits(payload)),
            _ => AtomKind::Function(payload),
        }
    }

    /// Whether this is a symbol itself.
    pub(crate) const fn is_symbol(self) -> bool {
        self.0 >> SYMBOL_BITS == 0
    }

    /// Whether this is a sine, whose square is rewritten.
    pub(crate) const fn is_sine(self) -> bool {
        self.0 >> SYMBOL_BITS == 2
    }

    /// The cosine of the same angle as this sine.
    pub(crate) const fn matching_cosine(self) -> Self {
        debug_assert!(self.is_sine());
        Self(self.0 ^ SIN ^ COS)
    }
}
