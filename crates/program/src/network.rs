//! A program as a network of long sums and products, in which a partial sum that is used once has
//! no place of its own. Passes that regroup sums and products work on it.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::builder::Builder;
use crate::error::Error;
use crate::operation::{Function, Operation, Value};
use crate::program::Program;

/// Sums and products longer than this are regrouped by nobody: the work grows with the square.
pub(crate) const MOST_PARTS: usize = 48;

/// One value of a network.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Node {
    Given(Operation),
    /// Terms with their signs.
    Sum(Vec<Value>),
    /// Factors without signs.
    Product(Vec<Value>),
    Quotient(Value, Value),
    Call(Function, Value),
}

impl Node {
    pub(crate) fn operands(&self) -> Vec<Value> {
        match self {
            Self::Given(_) => Vec::new(),
            Self::Sum(parts) | Self::Product(parts) => parts.clone(),
            Self::Quotient(a, b) => vec![*a, *b],
            Self::Call(_, a) => vec![*a],
        }
    }
}

/// Nodes refer to each other in any order, but never in a circle.
#[derive(Clone, Debug)]
pub(crate) struct Network {
    pub(crate) nodes: Vec<Node>,
    outputs: Vec<Value>,
}

impl Network {
    /// The network of a program; the value of an operation is the node of the same number.
    pub(crate) fn of(program: &Program) -> Self {
        let uses = program.uses();
        let mut nodes: Vec<Node> = Vec::with_capacity(program.operations.len());
        for operation in &program.operations {
            let node = match operation {
                Operation::Add(a, b) => {
                    let mut terms = Vec::new();
                    for value in [*a, *b] {
                        // used here only: its terms are moved, not copied
                        match &mut nodes[value.index()] {
                            Node::Sum(inner) if uses[value.index()] == 1 => {
                                let inner = std::mem::take(inner);
                                append(&mut terms, inner, value.is_negative());
                            }
                            _ => append(&mut terms, vec![value], false),
                        }
                    }
                    Node::Sum(terms)
                }
                Operation::Mul(a, b) => {
                    let mut factors = Vec::new();
                    for value in [*a, *b] {
                        match &mut nodes[value.index()] {
                            Node::Product(inner) if uses[value.index()] == 1 => {
                                let inner = std::mem::take(inner);
                                append(&mut factors, inner, false);
                            }
                            _ => append(&mut factors, vec![value], false),
                        }
                    }
                    Node::Product(factors)
                }
                Operation::Div(a, b) => Node::Quotient(*a, *b),
                Operation::Call(function, a) => Node::Call(*function, *a),
                given => Node::Given(given.clone()),
            };
            nodes.push(node);
        }
        let outputs = program.outputs.iter().map(|output| output.value).collect();
        Self { nodes, outputs }
    }

    pub(crate) fn push(&mut self, node: Node) -> Value {
        self.nodes.push(node);
        Value::of(self.nodes.len() - 1)
    }

    /// How many times every node is used by what the outputs need.
    pub(crate) fn uses(&self) -> Vec<usize> {
        let mut uses = vec![0; self.nodes.len()];
        let mut open: Vec<usize> = Vec::new();
        let mut use_once = |value: Value, open: &mut Vec<usize>| {
            uses[value.index()] += 1;
            if uses[value.index()] == 1 {
                open.push(value.index());
            }
        };
        self.outputs.iter().for_each(|&value| use_once(value, &mut open));
        while let Some(index) = open.pop() {
            self.nodes[index].operands().into_iter().for_each(|it| use_once(it, &mut open));
        }
        uses
    }

    /// The program that this network stands for, with the names of the one it was made of.
    pub(crate) fn program(&self, origin: &Program) -> Result<Program, Error> {
        let mut builder = Builder::default();
        let mut made: HashMap<usize, Value, FxBuildHasher> = HashMap::default();
        // numbers meet numbers, and parameters meet parameters
        let mut ranks: Vec<u8> = Vec::new();
        let mut open: Vec<usize> = self.outputs.iter().rev().map(|value| value.index()).collect();
        while let Some(&index) = open.last() {
            if made.contains_key(&index) {
                open.pop();
                continue;
            }
            let node = &self.nodes[index];
            let waiting = open.len();
            let missing = node.operands().into_iter().map(Value::index);
            open.extend(missing.rev().filter(|operand| !made.contains_key(operand)));
            if open.len() > waiting {
                continue;
            }
            let of = |value: Value| made[&value.index()].negate_if(value.is_negative());
            let sorted = |parts: &[Value], ranks: &[u8]| {
                let mut parts: Vec<Value> = parts.iter().map(|&part| of(part)).collect();
                parts.sort_by_key(|part| ranks[part.index()]);
                parts
            };
            let value = match node {
                Node::Given(operation) => builder.again(operation, of),
                Node::Sum(terms) => {
                    let mut sum = builder.constant(&appell_algebra::Rational::ZERO);
                    for term in sorted(terms, &ranks) {
                        sum = builder.add(sum, term);
                    }
                    sum
                }
                Node::Product(factors) => {
                    let mut product = builder.constant(&appell_algebra::Rational::ONE);
                    for factor in sorted(factors, &ranks) {
                        product = builder.mul(product, factor);
                    }
                    product
                }
                Node::Quotient(a, b) => builder.div(of(*a), of(*b)),
                Node::Call(function, a) => builder.call(*function, of(*a)),
            };
            made.insert(index, value);
            builder.extend_ranks(&mut ranks, |input| origin.inputs[input].kind);
        }
        let operations = builder.finish()?;
        origin.with_operations(operations, |old| made.get(&old).copied())?.without_dead_code()
    }
}

/// Appends the shorter list to the longer one, so that a chain of sums is no square of work; of
/// short sums, terms that cancel are left out.
fn append(parts: &mut Vec<Value>, mut more: Vec<Value>, negative: bool) {
    if negative {
        more.iter_mut().for_each(|part| *part = -*part);
    }
    if more.len() > parts.len() {
        std::mem::swap(parts, &mut more);
    }
    for part in more {
        let opposite = match parts.len() {
            ..MOST_PARTS => parts.iter().position(|&other| other == -part),
            _ => None,
        };
        match opposite {
            Some(place) => drop(parts.remove(place)),
            None => parts.push(part),
        }
    }
}
