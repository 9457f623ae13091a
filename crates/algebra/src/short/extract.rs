//! The search: sums that divide others, and products that several terms share, are taken out one
//! after the other, each time those that save the most characters.
//!
//! A sum K divides a sum S where S contains every term of m*K for a product m: then these terms
//! become m times one piece. With a single S that is factoring, `x*a + x*b = x*(a + b)`; with several
//! it is an abbreviation. (Brayton and McMullen call K a kernel and m a cube; the search for
//! them goes back to multi-level logic synthesis, 1982.)

use std::collections::BinaryHeap;

use hashbrown::{HashMap, HashSet};
use rustc_hash::FxBuildHasher;

use super::FEW_TERMS;
use super::length::{DEFINITION, Lengths, NAME};
use super::monomial::Monomial;
use super::name::is_name;
use super::network::{Content, Network, Sum, collected, primitive};
use crate::budget::{Budget, Meter};
use crate::error::Error;
use crate::print::Printer;
use crate::rational::Rational;

/// In which order a search takes things out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// Whatever saves the most.
    Any,
    /// What is used several times, then common factors.
    SharedFirst,
    /// Common factors, then what is used several times.
    FactorsFirst,
}

/// Takes parts out of a network until none saves a character.
pub(super) fn extract(
    network: &mut Network,
    order: Order,
    printer: &Printer<'_>,
    budget: &Budget,
) -> Result<(), Error> {
    let phases: &[(bool, bool)] = match order {
        Order::Any => &[(true, true)],
        Order::SharedFirst => &[(true, false), (true, true)],
        Order::FactorsFirst => &[(false, true), (true, true)],
    };
    for &(shared, factors) in phases {
        Extraction::new(network, shared, factors, printer, budget).run()?;
    }
    Ok(())
}

/// A sum or product that could be taken out, and how many characters that saved when it was last
/// measured. Of two that save the same, the one that comes first in the order of sums is larger.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    saved: usize,
    body: std::cmp::Reverse<Sum>,
}

/// Where a sum occurs: in which sum, times what.
struct Occurrence {
    sum: usize,
    times: Monomial,
    number: Rational,
}

struct Extraction<'a, 's> {
    network: &'a mut Network,
    /// Whether what is used several times is taken out, and what is a factor once.
    shared: bool,
    factors: bool,
    printer: &'a Printer<'s>,
    budget: &'a Budget,
    meter: Meter<'a>,
    atoms: Vec<usize>,
    lengths: Lengths,
    prints: Vec<Prints>,
    candidates: BinaryHeap<Candidate>,
    waiting: HashSet<Sum, FxBuildHasher>,
}

/// Numbers that stand for the monomials of a sum: that of a product is the sum of the numbers of its
/// factors. So ratios are compared without being made. Two monomials with the same number would only
/// make the search look at what is then found not to match.
struct Prints {
    terms: Vec<(u64, u128)>,
    places: HashMap<u64, usize, FxBuildHasher>,
}

fn print_of(monomial: &Monomial) -> u64 {
    monomial.0.iter().fold(0, |sum, &(piece, exponent)| {
        // splitmix64: numbers without a pattern
        let mut x = u64::from(piece).wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        sum.wrapping_add((x ^ (x >> 31)).wrapping_mul(i64::from(exponent).cast_unsigned()))
    })
}

impl Prints {
    fn of(sum: &Sum) -> Self {
        let terms: Vec<(u64, u128)> =
            sum.iter().map(|(monomial, _)| (print_of(monomial), monomial.mask())).collect();
        let places = terms.iter().enumerate().map(|(at, term)| (term.0, at)).collect();
        Self { terms, places }
    }
}

impl<'a, 's> Extraction<'a, 's> {
    fn new(
        network: &'a mut Network,
        shared: bool,
        factors: bool,
        printer: &'a Printer<'s>,
        budget: &'a Budget,
    ) -> Self {
        let prints = network.sums.iter().map(Prints::of).collect();
        Self {
            network,
            shared,
            factors,
            printer,
            budget,
            meter: budget.meter(),
            atoms: Vec::new(),
            lengths: Lengths::default(),
            prints,
            candidates: BinaryHeap::new(),
            waiting: HashSet::default(),
        }
    }

    fn run(&mut self) -> Result<(), Error> {
        self.lengths = Lengths::of(self.network, &mut self.atoms, self.printer);
        let is_small = self.network.term_count() <= FEW_TERMS;
        loop {
            let all: Vec<usize> = (0..self.network.sums.len()).collect();
            self.look_at(&all)?;
            // in large networks it takes too long to look at all that changed after every step
            if self.take_all(is_small)? == 0 || is_small {
                return Ok(());
            }
        }
    }

    /// Takes out candidates until none is left; how many were taken out. After each, those are added
    /// that came up by it: all, or only those that contain the new part.
    fn take_all(&mut self, looks_at_changed: bool) -> Result<usize, Error> {
        let mut taken = 0;
        while let Some(Candidate { saved, body: std::cmp::Reverse(body) }) = self.candidates.pop() {
            self.budget.check()?;
            // others that were taken out since may have left less to save
            let occurrences = self.occurrences(&body)?;
            let now = self.saved(&body, &occurrences);
            let best_other = self.candidates.peek().map_or(0, |other| other.saved);
            if now == 0 {
                self.waiting.remove(&body);
            } else if now < saved && now < best_other {
                self.candidates.push(Candidate { saved: now, body: std::cmp::Reverse(body) });
            } else {
                self.waiting.remove(&body);
                taken += 1;
                let (part, changed) = self.take_out(&body, &occurrences);
                self.lengths = Lengths::of(self.network, &mut self.atoms, self.printer);
                match looks_at_changed {
                    true => self.look_at(&changed)?,
                    false => self.look_at_part(part, &changed)?,
                }
            }
        }
        Ok(taken)
    }

    /// Finds what could be taken out of the given sums, which are new or changed.
    fn look_at(&mut self, changed: &[usize]) -> Result<(), Error> {
        let mut bodies: HashSet<Sum, FxBuildHasher> = HashSet::default();
        let is_changed: HashSet<usize, FxBuildHasher> = changed.iter().copied().collect();
        for &sum in changed {
            self.budget.check()?;
            if self.factors {
                add_quotients(&self.network.sums[sum], &mut bodies);
            }
            if self.shared {
                for other in 0..self.network.sums.len() {
                    // two changed ones are compared once
                    if other >= sum || !is_changed.contains(&other) {
                        self.add_common_sums(sum, other, &mut bodies)?;
                        self.add_common_products(sum, other, &mut bodies)?;
                    }
                }
            }
        }
        self.add_candidates(bodies)
    }

    /// Finds what could be taken out because of a new part: of the part itself, and of the sums in
    /// which it stands now, what contains it.
    fn look_at_part(&mut self, part: usize, changed: &[usize]) -> Result<(), Error> {
        let mut bodies: HashSet<Sum, FxBuildHasher> = HashSet::default();
        if self.factors {
            for &sum in changed {
                add_quotients(&self.network.sums[sum], &mut bodies);
            }
        }
        if self.shared {
            for other in 0..self.network.sums.len() {
                self.add_common_sums(part, other, &mut bodies)?;
                self.add_common_products(part, other, &mut bodies)?;
            }
            let piece = self.network.piece(Content::Part(part));
            let uses: Vec<(usize, usize)> = changed
                .iter()
                .flat_map(|&sum| {
                    let terms = self.network.sums[sum].iter().enumerate();
                    let uses = terms.filter(|(_, (term, _))| term.exponent(piece) != 0);
                    uses.map(move |(at, _)| (sum, at))
                })
                .collect();
            for (number, &one) in uses.iter().enumerate() {
                for &other in &uses[number + 1..] {
                    self.add_around(one, other, &mut bodies)?;
                }
            }
        }
        self.add_candidates(bodies)
    }

    /// What two terms have in common, and the sums around them: the terms in the same ratio.
    fn add_around(
        &mut self,
        one: (usize, usize),
        other: (usize, usize),
        bodies: &mut HashSet<Sum, FxBuildHasher>,
    ) -> Result<(), Error> {
        let [first, second] = [one, other].map(|(sum, at)| &self.network.sums[sum][at].0);
        self.add_common(first.common(second), bodies);
        let [left, right] = [one, other].map(|(sum, _)| &self.prints[sum]);
        self.meter.step(left.terms.len())?;
        let ratio = left.terms[one.1].0.wrapping_sub(right.terms[other.1].0);
        let pairs = left.terms.iter().enumerate().filter_map(|(a, (print, _))| {
            let b = *right.places.get(&print.wrapping_sub(ratio))?;
            ((one.0, a) != (other.0, b)).then_some((a, b))
        });
        let pairs: Vec<(usize, usize)> = pairs.collect();
        self.add_class(one.0, other.0, pairs.into_iter(), bodies)
    }

    fn add_candidates(&mut self, bodies: HashSet<Sum, FxBuildHasher>) -> Result<(), Error> {
        for body in bodies {
            if self.waiting.contains(&body) {
                continue;
            }
            let occurrences = self.occurrences(&body)?;
            let saved = self.saved(&body, &occurrences);
            if saved > 0 {
                self.waiting.insert(body.clone());
                self.candidates.push(Candidate { saved, body: std::cmp::Reverse(body) });
            }
        }
        Ok(())
    }

    /// What two sums, or a sum and itself, have in common up to a factor.
    fn add_common_sums(
        &mut self,
        left: usize,
        right: usize,
        bodies: &mut HashSet<Sum, FxBuildHasher>,
    ) -> Result<(), Error> {
        let [first, second] = [left, right].map(|sum| &self.prints[sum].terms);
        if first.len() < 2 || second.len() < 2 {
            return Ok(());
        }
        self.meter.step(first.len() * second.len())?;
        let mut ratios = Vec::with_capacity(first.len() * second.len());
        for (a, (print, _)) in first.iter().enumerate() {
            let from = if left == right { a + 1 } else { 0 };
            for (b, (other, _)) in second.iter().enumerate().skip(from) {
                ratios.push((print.wrapping_sub(*other), a, b));
            }
        }
        ratios.sort_unstable();
        for class in ratios.chunk_by(|x, y| x.0 == y.0).filter(|class| class.len() > 1) {
            self.add_class(left, right, class.iter().map(|&(_, a, b)| (a, b)), bodies)?;
        }
        Ok(())
    }

    /// The sums that pairs of terms of one ratio make, those with the same ratio of their numbers.
    fn add_class(
        &self,
        left: usize,
        right: usize,
        pairs: impl Iterator<Item = (usize, usize)>,
        bodies: &mut HashSet<Sum, FxBuildHasher>,
    ) -> Result<(), Error> {
        let [first, second] = [left, right].map(|sum| &self.network.sums[sum]);
        let mut by_number: Vec<(Rational, usize)> = Vec::new();
        for (a, b) in pairs {
            by_number.push((first[a].1.checked_div(&second[b].1)?, a));
        }
        by_number.sort();
        for same in by_number.chunk_by(|x, y| x.0 == y.0).filter(|same| same.len() > 1) {
            add_kernel(same.iter().map(|&(_, a)| first[a].clone()).collect(), bodies);
        }
        Ok(())
    }

    /// Products that terms of two sums have in common.
    fn add_common_products(
        &mut self,
        left: usize,
        right: usize,
        bodies: &mut HashSet<Sum, FxBuildHasher>,
    ) -> Result<(), Error> {
        let [first, second] = [left, right].map(|sum| &self.network.sums[sum]);
        let [prints, others] = [left, right].map(|sum| &self.prints[sum].terms);
        self.meter.step(first.len() * second.len())?;
        for (a, (one, _)) in first.iter().enumerate() {
            let from = if left == right { a + 1 } else { 0 };
            for (b, (other, _)) in second.iter().enumerate().skip(from) {
                if prints[a].1 & others[b].1 == 0 {
                    continue;
                }
                self.add_common(one.common(other), bodies);
            }
        }
        Ok(())
    }

    /// A product that terms have in common, where a name for it could pay.
    fn add_common(&self, common: Monomial, bodies: &mut HashSet<Sum, FxBuildHasher>) {
        // shorter ones never pay
        if !is_name(&common, self.network) && self.lengths.term(&common, &Rational::ONE) > NAME + 2
        {
            bodies.insert(vec![(common, Rational::ONE)]);
        }
    }

    /// Where a sum divides terms of the sums; no term is counted twice.
    fn occurrences(&mut self, body: &Sum) -> Result<Vec<Occurrence>, Error> {
        // the term with the most pieces is the rarest
        let Some(anchor) = body.iter().max_by_key(|(monomial, _)| monomial.0.len()) else {
            return Ok(Vec::new());
        };
        let (wanted, print) = (anchor.0.mask(), print_of(&anchor.0));
        let prints: Vec<u64> = body.iter().map(|(monomial, _)| print_of(monomial)).collect();
        let mut occurrences = Vec::new();
        let mut taken: Vec<usize> = Vec::new();
        for (number, known) in self.prints.iter().enumerate() {
            if known.terms.len() < body.len() {
                continue;
            }
            self.meter.step(known.terms.len())?;
            taken.clear();
            for (at, &(own, mask)) in known.terms.iter().enumerate() {
                let shift = own.wrapping_sub(print);
                let place = |print: &u64| known.places.get(&print.wrapping_add(shift)).copied();
                if wanted & !mask != 0 || !prints.iter().all(|print| place(print).is_some()) {
                    continue;
                }
                let sum = &self.network.sums[number];
                let Some(times) = sum[at].0.over(&anchor.0) else { continue };
                let factor = sum[at].1.checked_div(&anchor.1)?;
                let exact = |((term, own), print): (&(Monomial, Rational), &u64)| {
                    let at = place(print)?;
                    let same = sum[at].1 == own * &factor
                        && !taken.contains(&at)
                        && sum[at].0 == term.times(&times, 1);
                    same.then_some(at)
                };
                let places: Option<Vec<usize>> = body.iter().zip(&prints).map(exact).collect();
                if let Some(places) = places {
                    taken.extend(places);
                    occurrences.push(Occurrence { sum: number, times, number: factor });
                }
            }
        }
        Ok(occurrences)
    }

    /// How many characters it saves to take a sum out of where it occurs; zero where it saves none.
    fn saved(&self, body: &Sum, occurrences: &[Occurrence]) -> usize {
        if occurrences.len() == 1 && !self.factors {
            return 0;
        }
        let lengths = &self.lengths;
        // what is printed now; what then stands beside the part; where the part stands alone
        let (mut before, mut beside, mut alone) = (0, 0, 0);
        for Occurrence { sum, times, number } in occurrences {
            let terms = body
                .iter()
                .map(|(term, value)| lengths.term(&term.times(times, 1), &(value * number)));
            before += terms.sum::<usize>() + body.len() - 1;
            let is_plain = times.0.is_empty();
            beside += match lengths.term(times, number) {
                1 if is_plain => 0,
                length => length,
            };
            alone += usize::from(is_plain && self.network.sums[*sum].len() == body.len());
        }
        let bare = lengths.sum(body);
        let brackets = if body.len() > 1 { 2 } else { 0 };
        let inline = match (occurrences, body.len()) {
            // a product that is written where it was, a sum that is the whole of another
            (_, 1) => usize::MAX,
            ([only], _) if only.times.0.is_empty() => usize::MAX,
            _ => beside + occurrences.len() * (bare + brackets) - alone * brackets,
        };
        let named = match occurrences.len() {
            0 | 1 => usize::MAX,
            count => beside + (count + 1) * NAME + bare + DEFINITION,
        };
        before.saturating_sub(inline.min(named))
    }

    /// Replaces the terms by one with a new piece; the new sum, and all that changed, it among them.
    fn take_out(&mut self, body: &Sum, occurrences: &[Occurrence]) -> (usize, Vec<usize>) {
        let network = &mut *self.network;
        let part = network.sum(body.iter().cloned());
        let piece = network.piece(Content::Part(part));
        let mut changed = vec![part];
        for occurrence in occurrences {
            let mut terms = std::mem::take(&mut network.sums[occurrence.sum]);
            let gone: Vec<Monomial> =
                body.iter().map(|(term, _)| term.times(&occurrence.times, 1)).collect();
            terms.retain(|(monomial, _)| !gone.contains(monomial));
            let whole = occurrence.times.times(&Monomial::of(piece), 1);
            terms.push((whole, occurrence.number.clone()));
            network.sums[occurrence.sum] = collected(terms);
            changed.push(occurrence.sum);
        }
        changed.sort_unstable();
        changed.dedup();
        self.prints.push(Prints::of(&Sum::new()));
        for &sum in &changed {
            self.prints[sum] = Prints::of(&self.network.sums[sum]);
        }
        (part, changed)
    }
}

/// What each piece multiplies in a sum.
fn add_quotients(sum: &Sum, bodies: &mut HashSet<Sum, FxBuildHasher>) {
    let mut pieces: Vec<(u32, bool)> = sum
        .iter()
        .flat_map(|(monomial, _)| &monomial.0)
        .map(|&(piece, exponent)| (piece, exponent > 0))
        .collect();
    pieces.sort_unstable();
    pieces.dedup();
    for (piece, positive) in pieces {
        let contains = |monomial: &Monomial| match monomial.exponent(piece) {
            0 => false,
            exponent => (exponent > 0) == positive,
        };
        let terms = sum.iter().filter(|(monomial, _)| contains(monomial)).cloned().collect();
        add_kernel(terms, bodies);
    }
}

/// Terms without what they have in common, where that is a sum.
fn add_kernel(terms: Sum, bodies: &mut HashSet<Sum, FxBuildHasher>) {
    let [(first, _), rest @ ..] = terms.as_slice() else { return };
    if rest.is_empty() {
        return;
    }
    let common = rest.iter().fold(first.clone(), |common, (term, _)| common.common(term));
    let divided = terms.iter().map(|(term, value)| (term.times(&common, -1), value.clone()));
    bodies.insert(primitive(collected(divided)).1);
}
