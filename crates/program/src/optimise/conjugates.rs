//! Products of sums and of differences of the same parts: (u + v) (p + q) + (u - v) (p - q) becomes
//! 2 (u p + v q), and with a minus between them 2 (u q + v p).

use appell_algebra::{Budget, Rational};

use crate::error::Error;
use crate::network::{MOST_PARTS, Network, Node};
use crate::operation::{Operation, Value};
use crate::program::Program;

/// The program with such products multiplied out where their sums serve nothing else.
pub(super) fn multiply_out(program: &Program, budget: &Budget) -> Result<Program, Error> {
    let mut meter = budget.meter();
    let mut network = Network::of(program);
    let uses = network.uses();
    for sum in (0..network.nodes.len()).filter(|&index| uses[index] > 0) {
        // every pair of terms is looked at
        meter.step(MOST_PARTS)?;
        while let Some(found) = find(&network, &uses, sum) {
            meter.step(MOST_PARTS * MOST_PARTS)?;
            replace(&mut network, sum, found);
        }
    }
    network.program(program)
}

/// Two terms of a sum, and the two products that are twice their value; the sign of it.
struct Found {
    terms: [usize; 2],
    products: [[Value; 2]; 2],
    negative: bool,
}

fn find(network: &Network, uses: &[usize], sum: usize) -> Option<Found> {
    let Node::Sum(terms) = &network.nodes[sum] else { return None };
    // those that were made here are none
    let once = |value: Value| uses.get(value.index()) == Some(&1);
    let pair = |term: Value| match &network.nodes[term.index()] {
        Node::Product(factors) if once(term) => <[Value; 2]>::try_from(&factors[..]).ok(),
        _ => None,
    };
    let pairs: Vec<(usize, [Value; 2])> = terms
        .iter()
        .take(MOST_PARTS)
        .enumerate()
        .filter_map(|(place, &term)| Some((place, pair(term)?)))
        .collect();
    for (number, &(first, [a, x])) in pairs.iter().enumerate() {
        for &(second, [b, y]) in &pairs[number + 1..] {
            for ([a, x], [b, y]) in [([a, x], [b, y]), ([a, x], [y, b])] {
                let spared = once(x) && once(y) || once(a) && once(b);
                let parts = (conjugates(network, a, b), conjugates(network, x, y));
                let (Some(([u, v], turned)), Some(([p, q], other))) = parts else { continue };
                if !spared {
                    continue;
                }
                let negative = terms[first].is_negative();
                // whether the second product is taken away from the first
                let minus = (turned != other) != (negative != terms[second].is_negative());
                let products = if minus { [[u, q], [v, p]] } else { [[u, p], [v, q]] };
                return Some(Found { terms: [first, second], products, negative });
            }
        }
    }
    None
}

/// The parts u, v of two sums u + v and u - v; whether the second is the negative, v - u.
fn conjugates(network: &Network, a: Value, b: Value) -> Option<([Value; 2], bool)> {
    let parts = |value: Value| match &network.nodes[value.index()] {
        Node::Sum(terms) => <[Value; 2]>::try_from(&terms[..]).ok(),
        _ => None,
    };
    let ([u, v], [c, d]) = (parts(a)?, parts(b)?);
    let is = |x: Value, y: Value| [c, d] == [x, y] || [c, d] == [y, x];
    match (is(u, -v), is(-u, v)) {
        (true, _) => Some(([u, v], false)),
        (_, true) => Some(([u, v], true)),
        _ => None,
    }
}

fn replace(network: &mut Network, sum: usize, found: Found) {
    let Found { terms: [first, second], products, negative } = found;
    let half = products.map(|factors| product(network, factors));
    let half = network.push(Node::Sum(half.to_vec()));
    let two = network.push(Node::Given(Operation::Constant(Rational::from(2))));
    let twice = network.push(Node::Product(vec![two, half]));
    if let Node::Sum(terms) = &mut network.nodes[sum] {
        terms.remove(second);
        terms[first] = twice.negate_if(negative);
    }
}

/// A product; its factors are without signs, so that it may come out negative.
fn product(network: &mut Network, [a, b]: [Value; 2]) -> Value {
    let negative = a.is_negative() != b.is_negative();
    network.push(Node::Product(vec![a.positive(), b.positive()])).negate_if(negative)
}
