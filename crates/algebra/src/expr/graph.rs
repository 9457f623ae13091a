//! The owner of expressions.

use std::cell::RefCell;
use std::hash::{BuildHasher, Hash};

use appell_diagnostic::broken_invariant;
use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use super::{Expr, Node};
use crate::budget::Budget;
use crate::error::Error;
use crate::function::Function;
use crate::rational::Rational;
use crate::symbol::{Symbol, Symbols};

/// Owns the nodes of expressions and makes each only once.
///
/// A graph belongs to one thread; several threads use a graph each. Expressions borrow the graph,
/// so `a * b + c` needs no further argument. An operation that fails (the budget is hit, a
/// division by zero) gives an undefined expression, from which nothing but undefined expressions
/// follow, and which has no value. The failure is remembered, so that all later operations are
/// undefined at once instead of working on.
///
/// ```
/// use appell_algebra::{Error, Graph, Symbols};
///
/// let graph = Graph::new(&Symbols::new());
/// let x = graph.parameter("x");
/// let bad = x / (x - x);
/// assert_eq!(graph.take_failure(), Some(Error::DivisionByZero));
/// assert_eq!((graph.zero() * bad).evaluate(|_| Some(1.0)), Err(Error::DivisionByZero));
/// ```
#[derive(Debug)]
pub struct Graph {
    symbols: Symbols,
    budget: Budget,
    store: RefCell<Store>,
}

#[derive(Debug)]
struct Store {
    /// Operands always come before what is made of them, so ascending numbers are an order of
    /// evaluation.
    nodes: Vec<Stored>,
    by_content: HashTable<u32>,
    constants: Vec<Rational>,
    constant_by_value: HashTable<u32>,
    failure: Option<Error>,
    /// The latest failure, kept also when it was taken out: why undefined expressions are that.
    poison: Option<Error>,
}

/// A node as it is stored: numbers of nodes and constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Stored {
    Constant(u32),
    Symbol(Symbol),
    Add(u32, u32),
    Mul(u32, u32),
    Scale(u32, u32),
    Power(u32, i32),
    Call(Function, u32),
    Undefined,
}

impl Stored {
    fn operands(self) -> impl Iterator<Item = u32> {
        let (first, second) = match self {
            Self::Constant(_) | Self::Symbol(_) | Self::Undefined => (None, None),
            Self::Add(a, b) | Self::Mul(a, b) => (Some(a), Some(b)),
            Self::Scale(_, a) | Self::Power(a, _) | Self::Call(_, a) => (Some(a), None),
        };
        first.into_iter().chain(second)
    }
}

/// The numbers of the nodes that every graph makes first: 0, 1, and the undefined one.
const ZERO: u32 = 0;
const ONE: u32 = 1;
const UNDEFINED: u32 = 2;

impl Graph {
    /// An empty graph over a table of symbols, with the default budget.
    pub fn new(symbols: &Symbols) -> Self {
        Self::with_budget(symbols, Budget::default())
    }

    /// An empty graph with a budget for its nodes and its time.
    pub fn with_budget(symbols: &Symbols, budget: Budget) -> Self {
        let mut store = Store {
            nodes: Vec::new(),
            by_content: HashTable::new(),
            constants: Vec::new(),
            constant_by_value: HashTable::new(),
            failure: None,
            poison: None,
        };
        // These are there whatever the budget.
        for value in [Rational::ZERO, Rational::ONE] {
            let index = store.constant(value);
            store.push(Stored::Constant(index));
        }
        store.push(Stored::Undefined);
        Self { symbols: symbols.clone(), budget, store: RefCell::new(store) }
    }

    /// The table of the symbols in this graph.
    pub fn symbols(&self) -> &Symbols {
        &self.symbols
    }

    /// The budget that every operation on this graph honours.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// How many nodes there are, whether still needed or not; the undefined one is not counted.
    pub fn node_count(&self) -> usize {
        self.store.borrow().count()
    }

    /// Whether all operations so far succeeded; if not, the first failure.
    pub fn check(&self) -> Result<(), Error> {
        self.store.borrow().failure.clone().map_or(Ok(()), Err)
    }

    /// Zero.
    pub fn zero(&self) -> Expr<'_> {
        Expr { graph: self, id: ZERO }
    }

    /// One.
    pub fn one(&self) -> Expr<'_> {
        Expr { graph: self, id: ONE }
    }

    /// A number.
    pub fn constant(&self, value: Rational) -> Expr<'_> {
        match value.check_length() {
            Ok(()) => {
                let index = self.store.borrow_mut().constant(value);
                self.intern(Stored::Constant(index))
            }
            Err(error) => self.fail(error),
        }
    }

    /// An integer.
    pub fn integer(&self, value: i64) -> Expr<'_> {
        self.constant(Rational::from(value))
    }

    /// A symbol.
    pub fn symbol(&self, symbol: Symbol) -> Expr<'_> {
        self.intern(Stored::Symbol(symbol))
    }

    /// The parameter of this name, made on first use; a bad name is remembered as a failure.
    pub fn parameter(&self, name: &str) -> Expr<'_> {
        self.symbol_or_failure(self.symbols.parameter(name))
    }

    /// The coordinate of this name, made on first use; a bad name is remembered as a failure.
    pub fn coordinate(&self, name: &str) -> Expr<'_> {
        self.symbol_or_failure(self.symbols.coordinate(name))
    }

    fn symbol_or_failure(&self, symbol: Result<Symbol, Error>) -> Expr<'_> {
        match symbol {
            Ok(symbol) => self.symbol(symbol),
            Err(error) => self.fail(error),
        }
    }

    /// Takes the first failure out, so that the graph can be used on. What was calculated from
    /// the failed operation stays undefined.
    pub fn take_failure(&self) -> Option<Error> {
        self.store.borrow_mut().failure.take()
    }

    /// Remembers the first failure.
    pub(super) fn fail(&self, error: Error) -> Expr<'_> {
        self.store.borrow_mut().fail(error);
        self.undefined()
    }

    fn undefined(&self) -> Expr<'_> {
        Expr { graph: self, id: UNDEFINED }
    }

    /// The node of this content, made on first use. The content must already be in the form that
    /// the constructors in `build.rs` keep.
    pub(super) fn make<'g>(&'g self, node: &Node<'g>) -> Expr<'g> {
        if node.operands().any(Expr::is_undefined) {
            return self.undefined();
        }
        let stored = match node {
            Node::Constant(value) => return self.constant(value.clone()),
            Node::Symbol(symbol) => Stored::Symbol(*symbol),
            Node::Add(a, b) => Stored::Add(a.id, b.id),
            Node::Mul(a, b) => Stored::Mul(a.id, b.id),
            Node::Scale(factor, a) => {
                if let Err(error) = factor.check_length() {
                    return self.fail(error);
                }
                Stored::Scale(self.store.borrow_mut().constant(factor.clone()), a.id)
            }
            Node::Power(a, exponent) => Stored::Power(a.id, *exponent),
            Node::Call(function, a) => Stored::Call(*function, a.id),
            Node::Undefined(_) => return self.undefined(),
        };
        self.intern(stored)
    }

    fn intern(&self, node: Stored) -> Expr<'_> {
        let mut store = self.store.borrow_mut();
        if store.failure.is_some() {
            return self.undefined();
        }
        if let Some(id) = store.find(node) {
            return Expr { graph: self, id };
        }
        // The clock is asked once in a while only.
        let count = store.count();
        let clock = || if count.is_multiple_of(64) { self.budget.check() } else { Ok(()) };
        if let Err(stop) = self.budget.check_nodes(count + 1).and_then(|()| clock()) {
            store.fail(stop.into());
            return self.undefined();
        }
        Expr { graph: self, id: store.push(node) }
    }

    pub(super) fn node<'g>(&'g self, expr: Expr<'g>) -> Node<'g> {
        let store = self.store.borrow();
        let at = |id: u32| Expr { graph: self, id };
        match store.nodes[expr.id as usize] {
            Stored::Constant(index) => Node::Constant(store.constants[index as usize].clone()),
            Stored::Symbol(symbol) => Node::Symbol(symbol),
            Stored::Add(a, b) => Node::Add(at(a), at(b)),
            Stored::Mul(a, b) => Node::Mul(at(a), at(b)),
            Stored::Scale(factor, a) => {
                Node::Scale(store.constants[factor as usize].clone(), at(a))
            }
            Stored::Power(a, exponent) => Node::Power(at(a), exponent),
            Stored::Call(function, a) => Node::Call(function, at(a)),
            Stored::Undefined => match &store.poison {
                Some(failure) => Node::Undefined(Box::new(failure.clone())),
                None => broken_invariant("an undefined expression without a failure"),
            },
        }
    }

    /// Everything that the given expressions consist of, operands before what is made of them.
    pub fn topological<'g>(&'g self, roots: &[Expr<'g>]) -> Vec<Expr<'g>> {
        let store = self.store.borrow();
        let highest = roots.iter().map(|root| root.id as usize + 1).max().unwrap_or(0);
        let mut needed = vec![false; highest];
        for root in roots {
            needed[root.id as usize] = true;
        }
        // Operands have smaller numbers: one sweep downwards finds them all.
        for id in (0..highest).rev().filter(|&id| id < store.nodes.len()) {
            if needed[id] {
                store.nodes[id].operands().for_each(|operand| needed[operand as usize] = true);
            }
        }
        let ids = needed.iter().enumerate().filter(|(_, needed)| **needed);
        ids.map(|(id, _)| Expr { graph: self, id: id as u32 }).collect()
    }
}

impl Expr<'_> {
    /// Whether this is the result of an operation that failed.
    pub(super) fn is_undefined(self) -> bool {
        self.id == UNDEFINED
    }
}

impl Store {
    /// How many nodes there are but for the undefined one.
    fn count(&self) -> usize {
        self.nodes.len() - 1
    }

    /// Remembers a failure: the first until it is taken out, the latest for good.
    fn fail(&mut self, error: Error) {
        let first = self.failure.get_or_insert(error).clone();
        self.poison = Some(first);
    }

    fn find(&self, node: Stored) -> Option<u32> {
        let hash = FxBuildHasher.hash_one(node);
        self.by_content.find(hash, |&id| self.nodes[id as usize] == node).copied()
    }

    /// Adds a node that is not there yet.
    fn push(&mut self, node: Stored) -> u32 {
        let Self { nodes, by_content, .. } = self;
        let id = nodes.len() as u32;
        nodes.push(node);
        let hash = |id: &u32| FxBuildHasher.hash_one(nodes[*id as usize]);
        by_content.insert_unique(hash(&id), id, hash);
        id
    }

    fn constant(&mut self, value: Rational) -> u32 {
        let Self { constants, constant_by_value, .. } = self;
        let hash = FxBuildHasher.hash_one(&value);
        if let Some(&index) =
            constant_by_value.find(hash, |&index| constants[index as usize] == value)
        {
            return index;
        }
        let index = constants.len() as u32;
        constants.push(value);
        constant_by_value.insert_unique(hash, index, |&index| {
            FxBuildHasher.hash_one(&constants[index as usize])
        });
        index
    }
}
