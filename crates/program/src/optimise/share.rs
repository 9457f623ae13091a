//! Partial sums and products that occur in several sums or products are calculated once.
//!
//! The pair of terms that occurs most often becomes a value of its own, and so on until every
//! pair is the only one of its kind (the greedy rule of C. Paar, 1997, with signs).

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

use appell_algebra::{Budget, Meter};
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::error::Error;
use crate::network::{MOST_PARTS, Network, Node};
use crate::operation::Value;
use crate::program::Program;

/// What is looked through for pairs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Sums,
    Products,
}

/// A pair of terms, the first without sign; a sum that has both with opposite signs has the
/// negative pair.
type Pair = (Value, Value);

/// The program with common partial sums calculated once.
pub(super) fn sums(program: &Program, budget: &Budget) -> Result<Program, Error> {
    share(program, Kind::Sums, budget)
}

/// The program with common partial products calculated once.
pub(super) fn products(program: &Program, budget: &Budget) -> Result<Program, Error> {
    share(program, Kind::Products, budget)
}

fn share(program: &Program, kind: Kind, budget: &Budget) -> Result<Program, Error> {
    let mut network = Network::of(program);
    let mut meter = budget.meter();
    let mut lists = Lists::new(&network, kind, &mut meter)?;
    while let Some((pair, holders)) = lists.most_frequent() {
        // a list is looked through for the parts of the pair, and its pairs are counted anew
        meter.step(holders.len() * MOST_PARTS)?;
        let (a, b) = pair;
        let shared = network.push(kind.node(vec![a, b]));
        for holder in holders {
            lists.replace(holder, pair, shared);
        }
    }
    for (index, parts) in lists.parts {
        network.nodes[index] = kind.node(parts);
    }
    network.program(program)
}

impl Kind {
    fn node(self, parts: Vec<Value>) -> Node {
        match self {
            Self::Sums => Node::Sum(parts),
            Self::Products => Node::Product(parts),
        }
    }

    fn parts(self, node: &Node) -> Option<&Vec<Value>> {
        match (self, node) {
            (Self::Sums, Node::Sum(parts)) | (Self::Products, Node::Product(parts)) => Some(parts),
            _ => None,
        }
    }
}

/// The sums (or products) by their nodes, and which of them have which pair.
struct Lists {
    parts: Vec<(usize, Vec<Value>)>,
    holders: HashMap<Pair, BTreeSet<usize>, FxBuildHasher>,
    /// Pairs by how often they occurred when they were put in; some have become fewer since.
    queue: BinaryHeap<(usize, Reverse<Pair>)>,
}

impl Lists {
    fn new(network: &Network, kind: Kind, meter: &mut Meter<'_>) -> Result<Self, Error> {
        let uses = network.uses();
        let parts = network.nodes.iter().enumerate().filter(|(index, _)| uses[*index] > 0);
        let parts = parts.filter_map(|(index, node)| Some((index, kind.parts(node)?.clone())));
        let parts = parts.filter(|(_, parts)| parts.len() <= MOST_PARTS).collect();
        let mut lists = Self { parts, holders: HashMap::default(), queue: BinaryHeap::new() };
        for list in 0..lists.parts.len() {
            let (parts, holders) = (&lists.parts[list].1, &mut lists.holders);
            meter.step(parts.len() * parts.len())?;
            pairs(parts).for_each(|pair| {
                holders.entry(pair).or_default().insert(list);
            });
        }
        let queue = lists.holders.iter().filter(|(_, holders)| holders.len() > 1);
        lists.queue = queue.map(|(pair, holders)| (holders.len(), Reverse(*pair))).collect();
        Ok(lists)
    }

    /// The pair that occurs most often, if one occurs twice, and where.
    fn most_frequent(&mut self) -> Option<(Pair, Vec<usize>)> {
        loop {
            let (count, Reverse(pair)) = self.queue.pop()?;
            let now = self.holders.get(&pair).map_or(0, BTreeSet::len);
            if now == count {
                return Some((pair, self.holders[&pair].iter().copied().collect()));
            }
            if now > 1 {
                self.queue.push((now, Reverse(pair)));
            }
        }
    }

    /// In one list, a value instead of a pair.
    fn replace(&mut self, list: usize, (a, b): Pair, shared: Value) {
        let parts = &mut self.parts[list].1;
        let negative = !has(parts, a, b);
        // one of two equal parts may have gone into another pair
        if negative && !has(parts, -a, -b) {
            return;
        }
        let [a, b, shared] = [a, b, shared].map(|part| part.negate_if(negative));
        for part in [a, b] {
            if let Some(place) = parts.iter().position(|&other| other == part) {
                parts.remove(place);
            }
        }
        // pairs with a part that is there twice stay
        let rest = parts.clone();
        parts.push(shared);
        let gone = [a, b].into_iter().filter(|part| !rest.contains(part));
        let gone = gone.flat_map(|part| rest.iter().map(move |&other| pair(part, other)));
        for pair in gone.chain([pair(a, b)]) {
            if let Some(holders) = self.holders.get_mut(&pair) {
                holders.remove(&list);
            }
        }
        for other in rest {
            let pair = pair(shared, other);
            let holders = self.holders.entry(pair).or_default();
            if holders.insert(list) && holders.len() > 1 {
                self.queue.push((holders.len(), Reverse(pair)));
            }
        }
    }
}

fn has(parts: &[Value], a: Value, b: Value) -> bool {
    let place = parts.iter().position(|&part| part == a);
    place.is_some_and(|place| {
        parts.iter().enumerate().any(|(other, &part)| other != place && part == b)
    })
}

/// Two parts as a pair in its form.
fn pair(a: Value, b: Value) -> Pair {
    let (a, b) = if b.index() < a.index() { (b, a) } else { (a, b) };
    (a.positive(), b.negate_if(a.is_negative()))
}

/// All pairs of a list.
fn pairs(parts: &[Value]) -> impl Iterator<Item = Pair> + '_ {
    let pairs_from = |(place, &a): (usize, _)| parts[place + 1..].iter().map(move |&b| pair(a, b));
    parts.iter().enumerate().flat_map(pairs_from)
}
