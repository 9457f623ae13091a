//! Products of powers of pieces, as small sorted lists.

use std::cmp::Ordering;

/// The number of a piece of the network.
pub(super) type Piece = u32;

/// Powers of pieces, sorted by piece, none to the power zero.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Monomial(pub(super) Vec<(Piece, i32)>);

impl Monomial {
    /// A single piece.
    pub(super) fn of(piece: Piece) -> Self {
        Self(vec![(piece, 1)])
    }

    /// The exponent of a piece.
    pub(super) fn exponent(&self, piece: Piece) -> i32 {
        let found = self.0.binary_search_by_key(&piece, |power| power.0);
        found.map_or(0, |at| self.0[at].1)
    }

    /// A bit for every piece that occurs; several pieces share one.
    pub(super) fn mask(&self) -> u128 {
        self.0.iter().fold(0, |mask, (piece, _)| mask | 1 << (piece % 128))
    }

    /// This times a power of another.
    pub(super) fn times(&self, other: &Self, power: i32) -> Self {
        let mut product = Vec::with_capacity(self.0.len() + other.0.len());
        let (mut left, mut right) = (self.0.as_slice(), other.0.as_slice());
        while let (Some(&(l, m)), Some(&(r, n))) = (left.first(), right.first()) {
            let order = l.cmp(&r);
            let next = match order {
                Ordering::Less => (l, m),
                Ordering::Greater => (r, power * n),
                Ordering::Equal => (l, m + power * n),
            };
            if next.1 != 0 {
                product.push(next);
            }
            left = &left[usize::from(order.is_le())..];
            right = &right[usize::from(order.is_ge())..];
        }
        product.extend_from_slice(left);
        product.extend(right.iter().map(|&(piece, n)| (piece, power * n)));
        Self(product)
    }

    /// This over another, where every power of the other is part of a power here.
    pub(super) fn over(&self, other: &Self) -> Option<Self> {
        let is_part = |&(piece, power): &(Piece, i32)| {
            let own = self.exponent(piece);
            if power > 0 { own >= power } else { own <= power }
        };
        other.0.iter().all(is_part).then(|| self.times(other, -1))
    }

    /// The powers that two have in common.
    pub(super) fn common(&self, other: &Self) -> Self {
        let shared = |&(piece, power): &(Piece, i32)| {
            let power = match (power, other.exponent(piece)) {
                (a, b) if a > 0 && b > 0 => a.min(b),
                (a, b) if a < 0 && b < 0 => a.max(b),
                _ => return None,
            };
            Some((piece, power))
        };
        Self(self.0.iter().filter_map(shared).collect())
    }
}
