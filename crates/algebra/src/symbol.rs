//! Symbols: parameters, and coordinates with their chain of time derivatives.

mod table;

pub use table::Symbols;
pub(crate) use table::{is_name, is_name_part, is_name_start};

use crate::error::Error;

/// A named quantity, as a number that is cheap to copy, compare and hash.
///
/// It is made by a [`Symbols`] table, which knows its name. The number itself says what kind of
/// symbol it is and, for a coordinate, which time derivative, so that differentiating needs no
/// look-up.
///
/// ```text
/// bit  29 28 | 27 .. 23 | 22 .. 0
///      kind  |  order   | index in the table
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symbol(u32);

/// What a symbol stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SymbolKind {
    /// A constant of the problem: a length, a mass, gravity, a constant angle.
    Parameter,
    /// A function of time, or one of its time derivatives.
    Coordinate,
    /// An angle that is a number, such as 3/10 or pi/5; it occurs only under sine and cosine.
    Constant,
    /// A sum of angles folded into one, for printing; it occurs only under sine and cosine.
    AngleSum,
}

const ORDER_SHIFT: u32 = 23;
const KIND_SHIFT: u32 = 28;
const INDEX_MASK: u32 = (1 << ORDER_SHIFT) - 1;
/// How many bits of a word a symbol fills.
pub(crate) const SYMBOL_BITS: u32 = 30;

impl Symbol {
    /// The circle number: a parameter that every table knows and that always has its value.
    /// Multiples of pi/2 under sine and cosine are exact.
    pub const PI: Self = Self(0);
    /// The highest time derivative that can be named.
    pub const MAX_ORDER: u32 = (1 << (KIND_SHIFT - ORDER_SHIFT)) - 1;
    /// How many names of each kind a table holds at the most.
    pub(crate) const MAX_INDEX: usize = INDEX_MASK as usize;

    pub(crate) fn new(kind: SymbolKind, index: usize) -> Result<Self, Error> {
        if index > Self::MAX_INDEX {
            return Err(Error::TooManyNames { limit: Self::MAX_INDEX + 1 });
        }
        Ok(Self((kind as u32) << KIND_SHIFT | index as u32))
    }

    pub(crate) const fn bits(self) -> u32 {
        self.0
    }

    pub(crate) const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// What this stands for.
    pub const fn kind(self) -> SymbolKind {
        match self.0 >> KIND_SHIFT {
            0 => SymbolKind::Parameter,
            1 => SymbolKind::Coordinate,
            2 => SymbolKind::Constant,
            _ => SymbolKind::AngleSum,
        }
    }

    /// Which time derivative of its coordinate this is: 0 for `q1`, 2 for `q1''`; 0 for a parameter.
    pub const fn order(self) -> u32 {
        (self.0 >> ORDER_SHIFT) & Self::MAX_ORDER
    }

    /// The coordinate of which this is a time derivative; a parameter is its own base.
    pub const fn base(self) -> Self {
        Self(self.0 & !(Self::MAX_ORDER << ORDER_SHIFT))
    }

    pub(crate) const fn index(self) -> usize {
        (self.0 & INDEX_MASK) as usize
    }

    /// The time derivative: the next in the chain for a coordinate, none for a constant.
    pub fn time_derivative(self) -> Result<Option<Self>, Error> {
        match self.kind() {
            SymbolKind::Coordinate if self.order() == Self::MAX_ORDER => {
                Err(Error::DerivativeOrder { limit: Self::MAX_ORDER })
            }
            SymbolKind::Coordinate => Ok(Some(Self(self.0 + (1 << ORDER_SHIFT)))),
            _ => Ok(None),
        }
    }

    /// The time derivative of the given order of a coordinate.
    ///
    /// ```
    /// use appell_algebra::Symbols;
    /// let symbols = Symbols::new();
    /// let q1 = symbols.coordinate("q1")?;
    /// assert_eq!(symbols.name(q1.derivative(2)?), "q1''");
    /// # Ok::<(), appell_algebra::Error>(())
    /// ```
    pub fn derivative(self, order: u32) -> Result<Self, Error> {
        let mut symbol = self;
        for _ in 0..order {
            match symbol.time_derivative()? {
                Some(next) => symbol = next,
                None => return Err(Error::NotACoordinate),
            }
        }
        Ok(symbol)
    }
}
