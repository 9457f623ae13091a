//! Packed monomials: the exponents of a few chosen atoms in a few machine words.
//!
//! A product of two monomials becomes an addition of words. The layout is made for one
//! operation, from the atoms and exponents that occur in its operands, and forgotten after it:
//! the polynomial itself stores factors, which any number of atoms and any exponent fit.
//!
//! Atoms are laid out in their order, the first at the most significant place, so that comparing
//! words compares monomials. The top bit of the first word stays free: it marks empty slots of
//! the hash table.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::Poly;
use super::monomial::{Factor, MAX_EXPONENT};
use crate::atom::Atom;

/// The exponents with which each atom may occur, zero always included.
#[derive(Default)]
pub(super) struct Ranges(HashMap<Atom, (i32, i32), FxBuildHasher>);

impl Ranges {
    pub(super) fn of(poly: &Poly) -> Self {
        let mut ranges = Self::default();
        for factor in &poly.factors {
            ranges.include(factor.atom, factor.exponent);
        }
        ranges
    }

    /// Makes room for one more exponent of an atom.
    pub(super) fn include(&mut self, atom: Atom, exponent: i32) {
        let (low, high) = self.0.entry(atom).or_insert((0, 0));
        *low = exponent.min(*low);
        *high = exponent.max(*high);
    }

    /// Makes room for exponents smaller by `below` and larger by `above`.
    pub(super) fn widen(&mut self, atom: Atom, below: i32, above: i32) {
        let (low, high) = self.0.entry(atom).or_insert((0, 0));
        *low -= below;
        *high += above;
    }

    /// Makes room for exponents one smaller, where that is not zero: the derivative of a power.
    pub(super) fn lower(&mut self, atom: Atom) {
        if self.0.get(&atom).is_some_and(|range| range.0 < 0) {
            self.widen(atom, 1, 0);
        }
    }

    /// The exponents that products of two such polynomials can have.
    pub(super) fn of_product(left: &Self, right: &Self) -> Self {
        let mut product = Self(left.0.clone());
        for (&atom, &(low, high)) in &right.0 {
            product.widen(atom, -low, high);
        }
        product
    }

    pub(super) fn atoms(&self) -> Vec<Atom> {
        let mut atoms: Vec<Atom> = self.0.keys().copied().collect();
        atoms.sort_unstable();
        atoms
    }
}

/// Where an atom's exponent lies.
#[derive(Clone, Copy)]
pub(super) struct Slot {
    pub(super) atom: Atom,
    pub(super) word: usize,
    pub(super) shift: u32,
    /// As many ones as the field is wide.
    mask: u64,
    low: i32,
    high: i32,
}

/// The longest packed monomial; it holds some hundreds of atoms.
pub(super) const MAX_WORDS: usize = 16;

/// Calls a method that is generic over the number of words with as many as the layout needs.
macro_rules! with_words {
    ($layout:expr, $self:ident.$method:ident::<$coefficient:ty>($($argument:expr),*)) => {
        match $layout.words {
            1 => $self.$method::<1, $coefficient>($($argument),*),
            2 => $self.$method::<2, $coefficient>($($argument),*),
            3 => $self.$method::<3, $coefficient>($($argument),*),
            4 => $self.$method::<4, $coefficient>($($argument),*),
            5..=8 => $self.$method::<8, $coefficient>($($argument),*),
            _ => $self.$method::<{ crate::poly::layout::MAX_WORDS }, $coefficient>($($argument),*),
        }
    };
}
pub(super) use with_words;

/// A packed monomial.
pub(super) type Key<const W: usize> = [u64; W];

/// The places of all atoms.
pub(super) struct Layout {
    pub(super) slots: Vec<Slot>,
    pub(super) words: usize,
    slot_of_atom: HashMap<Atom, usize, FxBuildHasher>,
    slot_of_bit: Vec<u16>,
    /// The words of the monomial 1: lowest exponents are stored as zero.
    one: Vec<u64>,
}

/// The sines that may occur squared, and what their squares become.
pub(super) struct Squares<const W: usize> {
    /// The bits that are set where a sine is squared.
    marks: Key<W>,
    squares: Vec<Square<W>>,
}

/// A squared sine: `s^2` times anything is `without_sine`, less `with_cosine` on top of it.
pub(super) struct Square<const W: usize> {
    mark: Key<W>,
    pub(super) without_sine: Key<W>,
    pub(super) with_cosine: Key<W>,
}

impl<const W: usize> Squares<W> {
    pub(super) fn is_empty(&self) -> bool {
        self.squares.is_empty()
    }

    #[inline]
    pub(super) fn occur_in(&self, key: &Key<W>) -> bool {
        (0..W).any(|word| key[word] & self.marks[word] != 0)
    }

    /// Those that occur in a monomial.
    pub(super) fn of(&self, key: &Key<W>) -> impl Iterator<Item = &Square<W>> {
        self.squares.iter().filter(|square| (0..W).any(|word| key[word] & square.mark[word] != 0))
    }
}

impl Layout {
    /// Lays out the atoms; makes room for the squares of cosines that squares of sines become.
    /// Gives nothing when the atoms need more than [`MAX_WORDS`], or exponents might be too large.
    pub(super) fn new(mut ranges: Ranges) -> Option<Self> {
        let squared: Vec<Atom> = ranges
            .0
            .iter()
            .filter(|(atom, range)| atom.is_sine() && range.1 > 1)
            .map(|(&atom, _)| atom)
            .collect();
        for sine in squared {
            ranges.widen(sine.matching_cosine(), 0, 2);
        }
        let atoms = ranges.atoms();
        let mut layout = Self {
            slots: Vec::with_capacity(atoms.len()),
            words: 1,
            slot_of_atom: HashMap::with_capacity_and_hasher(atoms.len(), FxBuildHasher),
            slot_of_bit: vec![0; 64],
            one: vec![0],
        };
        let mut free = 63;
        for atom in atoms {
            let (low, high) = ranges.0[&atom];
            if low < -MAX_EXPONENT || high > MAX_EXPONENT {
                return None;
            }
            let width = (high - low).ilog2() + 1;
            if width > free {
                if layout.words == MAX_WORDS {
                    return None;
                }
                layout.words += 1;
                layout.slot_of_bit.extend([0; 64]);
                layout.one.push(0);
                free = 64;
            }
            free -= width;
            layout.add(Slot {
                atom,
                word: layout.words - 1,
                shift: free,
                mask: (1 << width) - 1,
                low,
                high,
            });
        }
        Some(layout)
    }

    fn add(&mut self, slot: Slot) {
        let index = self.slots.len();
        self.slot_of_atom.insert(slot.atom, index);
        let first = slot.word * 64 + slot.shift as usize;
        for bit in first..first + slot.mask.count_ones() as usize {
            self.slot_of_bit[bit] = index as u16;
        }
        self.one[slot.word] |= u64::from(slot.low.unsigned_abs()) << slot.shift;
        self.slots.push(slot);
    }

    /// The slot of an atom that the layout was made for.
    pub(super) fn slot(&self, atom: Atom) -> Slot {
        self.slots[self.slot_of_atom[&atom]]
    }

    /// The words of the monomial 1.
    pub(super) fn one<const W: usize>(&self) -> Key<W> {
        std::array::from_fn(|word| self.one.get(word).copied().unwrap_or(0))
    }

    /// The words from which the exponents of an operand are counted, so that its lowest ones are
    /// stored as zero. For the two operands of a product these add up to the monomial 1.
    pub(super) fn origin<const W: usize>(&self, operand: &Ranges) -> Key<W> {
        let mut key = [0u64; W];
        for (&atom, &(low, _)) in &operand.0 {
            shift_by(&mut key, self.slot(atom), -low);
        }
        key
    }

    /// The exponents of a monomial as words that add up: counted from its origin.
    pub(super) fn steps<const W: usize>(&self, factors: &[Factor]) -> Key<W> {
        let mut key = [0u64; W];
        for factor in factors {
            shift_by(&mut key, self.slot(factor.atom), factor.exponent);
        }
        key
    }

    /// Appends the factors of a packed monomial.
    pub(super) fn unpack_into<const W: usize>(&self, key: &Key<W>, out: &mut Vec<Factor>) {
        for (word, one) in self.one.iter().enumerate() {
            // what differs from the monomial 1 has an exponent that is not zero
            let mut differing = key[word] ^ one;
            while differing != 0 {
                let bit = 63 - differing.leading_zeros();
                let slot = &self.slots[usize::from(self.slot_of_bit[word * 64 + bit as usize])];
                let stored = (key[word] >> slot.shift) & slot.mask;
                out.push(Factor { atom: slot.atom, exponent: stored as i32 + slot.low });
                differing &= !(slot.mask << slot.shift);
            }
        }
    }

    /// How many sines may occur squared.
    pub(super) fn square_count(&self) -> usize {
        self.squared_sines().count()
    }

    fn squared_sines(&self) -> impl Iterator<Item = &Slot> {
        self.slots.iter().filter(|slot| slot.atom.is_sine() && slot.high > 1)
    }

    /// The rewriting of squared sines. A sine has the exponents 0, 1 and 2, in two bits of which
    /// the upper one marks the square.
    pub(super) fn squares<const W: usize>(&self) -> Squares<W> {
        let single = |slot: Slot, exponent: i32| {
            let mut key = [0u64; W];
            shift_by(&mut key, slot, exponent);
            key
        };
        let squares: Vec<Square<W>> = self
            .squared_sines()
            .map(|&sine| Square {
                mark: single(sine, 2),
                without_sine: single(sine, -2),
                with_cosine: single(self.slot(sine.atom.matching_cosine()), 2),
            })
            .collect();
        let marks = squares.iter().fold([0; W], |marks, square| add_keys(&marks, &square.mark));
        Squares { marks, squares }
    }

    /// The bits of the first atoms that are symbols, as many as cut the sorted terms into enough
    /// groups. Rewriting sines and cosines never changes them.
    pub(super) fn prefix<const W: usize, C>(&self, terms: &[(Key<W>, C)], enough: usize) -> Key<W> {
        // Each neighbour that differs first in an atom starts a group once that atom counts.
        let mut starts = vec![0usize; self.slots.len()];
        for pair in terms.windows(2) {
            let (left, right) = (&pair[0].0, &pair[1].0);
            if let Some(word) = (0..W).find(|&word| left[word] != right[word]) {
                let bit = 63 - (left[word] ^ right[word]).leading_zeros() as usize;
                starts[usize::from(self.slot_of_bit[word * 64 + bit])] += 1;
            }
        }
        let mut mask = [0u64; W];
        let mut groups = 1;
        for (slot, starts) in self.slots.iter().zip(starts) {
            // an atom with very many exponents would cut too finely
            if groups >= enough || groups + starts > 16 * enough || !slot.atom.is_symbol() {
                break;
            }
            mask[slot.word] |= slot.mask << slot.shift;
            groups += starts;
        }
        mask
    }

    /// How many different monomials fit the ranges, when that is a small number.
    pub(super) fn box_size(&self) -> Option<usize> {
        self.slots.iter().try_fold(1usize, |size, slot| size.checked_mul(slot.radix()))
    }
}

impl Slot {
    /// How many exponents the slot may hold.
    pub(super) fn radix(&self) -> usize {
        (self.high - self.low) as usize + 1
    }

    pub(super) fn low(&self) -> i32 {
        self.low
    }
}

/// Adds to the exponent in a slot. Words wrap: what counts is the sum of all steps.
#[inline]
pub(super) fn shift_by<const W: usize>(key: &mut Key<W>, slot: Slot, exponent: i32) {
    let step = (i64::from(exponent) as u64) << slot.shift;
    key[slot.word] = key[slot.word].wrapping_add(step);
}

/// The product of two packed monomials.
#[inline]
pub(super) fn add_keys<const W: usize>(left: &Key<W>, right: &Key<W>) -> Key<W> {
    std::array::from_fn(|word| left[word].wrapping_add(right[word]))
}

/// The chosen bits of a packed monomial.
#[inline]
pub(super) fn masked<const W: usize>(key: &Key<W>, mask: &Key<W>) -> Key<W> {
    std::array::from_fn(|word| key[word] & mask[word])
}
